"""The record of what is known of a language: data, and a few small functions of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from cairn.semantics.flags import Flag, Flags
from cairn.semantics.kinds import CLASS, ENUM, INTERFACE, STRUCT, TRAIT, TYPE
from cairn.semantics.structural import Structural
from cairn.semantics.traits import Traits

if TYPE_CHECKING:
    from cairn.semantics.roles import Roles


@dataclass(frozen=True, slots=True)
class Language:
    """A language that Cairn reads.

    `expressions` maps a node type of the grammar to a shape: the first item is an operator of
    `cairn.semantics.expressions` that `FileBuilder` has a method for ("name", "member", "call", ...), or "pass" (the node
    stands for its child), or a function of the builder and the node that makes the expression; the others name fields, or
    give the number of a named child. `patterns` maps node types of binding targets to "name", "items", "rest",
    "fields", "pair", or ("pass", child). `parameters` maps the node type of one parameter to the
    fields of its pattern, type and default value. `lists` are the node types that stand for their
    named children where a query captures several bases, parameters or arguments at once.
    """

    name: str  # as answers and filters have it: "go"
    grammar: str  # its name in `tree_sitter_language_pack`
    extensions: tuple[str, ...] = ()  # endings of files: ".go"
    filenames: tuple[str, ...] = ()  # whole names of files: "Dockerfile"
    interpreters: tuple[str, ...] = ()  # programs that a `#!` line names
    family: str = ""  # languages that may name each other's definitions share it; "" is the name itself
    runtime: str = ""  # languages that call each other's definitions where they run together share it; "" is the family
    has_query: bool = True  # tags.scm beside the record
    query_folder: str = ""  # folder of the query, where another language's serves; "" is the name
    extra_query: str = ""  # patterns that the grammar of this dialect alone has
    is_prose: bool = False  # documents, whose definitions are headings
    comments: frozenset[str] = frozenset({"comment"})  # node types of comments; those above a definition document it
    line_comment: str = "//"  # what begins a comment that ends with its line
    wrappers: frozenset[str] = frozenset()  # node types around a definition that belong to it
    decorators: frozenset[str] = frozenset()  # node types of decorators, children of a wrapper or the definition
    leading: frozenset[str] = frozenset()  # node types that stand before a definition and belong to it (attributes)
    trailing: frozenset[str] = frozenset()  # node types that stand behind a definition and belong to it (a property's getter)
    inner_docs: tuple[str, ...] = ()  # marks of comments at the head of a file or module that document it
    doc_in_body: bool = False  # the first string of the body is the documentation
    class_kinds: frozenset[str] = frozenset({CLASS, STRUCT, ENUM, INTERFACE, TRAIT, TYPE})  # what has methods and fields
    constructors: frozenset[str] = frozenset()  # methods that run when an instance is made; "": that of the name of its class
    test_spaces: frozenset[str] = frozenset()  # namespaces that hold tests wherever they stand
    test_mark: str = ""  # expression that finds in the lines above its name that a definition is a test
    expressions: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # node type -> operator and fields, see above
    patterns: Mapping[str, Any] = field(default_factory=dict)  # node type of what is bound -> how it is taken apart
    parameters: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # node type -> fields: pattern, type, default
    rest_types: Mapping[str, str] = field(default_factory=dict)  # what a parameter with that mark before its name holds
    lists: frozenset[str] = frozenset()  # node types that stand for their named children: bases, parameters, arguments
    self_names: frozenset[str] = frozenset()  # words for the object whose method this is: "self"
    name_quote: str = ""  # a mark around a name that is no part of it: `type`
    normal_form: Literal["", "NFC", "NFKC"] = ""  # of Unicode in which names are compared: "NFC", "NFKC"
    shares_names: bool = False  # a file sees what other files define without an import (a package's scope)
    values_run_around: bool = False  # what the value of a constant calls is called by the code around it
    modifiers: Mapping[str, Flag] = field(default_factory=dict)  # what a word that is captured as `@modifier` says
    wrapper_flags: Mapping[str, Flag] = field(default_factory=dict)  # what a wrapper says of the definition in it
    is_exported: Callable[[str, Flags], bool] = lambda name, flags: True  # (name, flags): other files may use it
    bind_parameters: Callable[[Any, Any, Any], None] | None = None  # (builder, captured parameters, scope); else by `parameters`
    mask: Callable[[bytes], bytes] | None = None  # what the grammar gets to see, byte for byte where the text has it
    finish: Callable[[Any], None] | None = None  # called with the FileBuilder when all captures are read
    mend: Callable[[bytes], bytes] | None = None  # text with errors -> text of the same length that the grammar may read
    states_overrides: bool = False  # a method says of which type's method it takes the place: see EntityFact.stands_for
    has_macros: bool = False  # a preprocessor changes the text before it is parsed, which the grammar does not
    read_as: Callable[[bytes], tuple[Language, bytes]] | None = None  # the language of the code inside, and what its grammar sees
    is_component: bool = False  # a file is one thing that others use by the file's name: its module stands for it
    embedded: Callable[[Any, bytes], list[tuple[int, int, bytes]]] | None = None  # (tree, text) -> pieces to parse again
    builtins: frozenset[str] = frozenset()  # names that need no definition
    prelude: str = ""  # file beside the record, or in another folder, that declares the built-in types in the language itself
    traits: Traits = field(default_factory=Traits)  # what is true of it as a whole
    roles: Callable[[str], Roles] | None = None  # how names are resolved in a source, which has this word; None: definitions only
    structural: Structural | None = None  # how types satisfy interfaces unsaid; None: they do not
    detect: Callable[[str], bool] | None = None  # for an extension that several languages share: judges the head
