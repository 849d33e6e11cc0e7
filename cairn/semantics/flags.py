"""What is said of a definition beside its kind: by its modifiers, or by how it is written.

A flag means one thing for all languages. What a language's words mean is told where its definitions are read: `static` is
STATIC in Java and STATIC_STORAGE in C, and Kotlin's `open` is no flag at all, since nobody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final


class Flag(Enum):
    """A flag; its value is what stands in stored facts and in `#set! flags`."""

    # Members are looked up by the million; Enum's own hash is a function in Python.
    __hash__ = object.__hash__

    PUBLIC = "public"  # `public`, `pub`: all files may use it
    PROTECTED = "protected"  # `protected`
    INTERNAL = "internal"  # `internal`: the files of its own module or assembly may use it
    PRIVATE = "private"  # `private`, `fileprivate`
    EXPORT = "export"  # `export` stands in front of it
    EXPORTED = "exported"  # it is passed on by other means: `export { total }`, `exports.total = ...`, a member of a class
    STATIC = "static"  # of the class rather than of its instances: `static`, `def self.total`
    STATIC_METHOD = "staticmethod"  # `@staticmethod`: no parameter is the instance
    CLASS_METHOD = "classmethod"  # `@classmethod`: the first parameter is the class
    STATIC_STORAGE = "static_storage"  # `static` of C and C++: other files do not see it; in a class, it is of the class
    EXTERN = "extern"  # `extern`: it may be defined elsewhere
    INLINE = "inline"  # `inline`: each file may have its own
    CONST = "const"  # a method that may be called on what does not change: `int size() const`
    MUTABLE = "mutable"  # a field that changes also where its object does not: `mutable int hits`
    EXPLICIT = "explicit"  # a constructor that makes no conversion: `explicit Cart(int)`
    FRIEND = "friend"  # a function that stands in a class without being its member: `friend bool operator==(...)`
    FINAL = "final"  # nothing is below it: `final`, `sealed` of C#
    DEFAULT = "default"  # a method of an interface that has a body: `default int size() { ... }`
    MEMBER = "member"  # a method of an interface
    ASYNC = "async"  # calling it yields a promise: `async`
    PARTIAL = "partial"  # it is written in several places: `partial`
    IMPLICIT = "implicit"  # it may be put in unsaid: `implicit class`
    PROPERTY = "property"  # reading it calls it: `@property`, `@cached_property`
    GETTER = "getter"  # reading it calls it: `get size() { ... }`
    ACCESSOR = "accessor"  # of a property, but not what reads it: `set size(n) { ... }`, `@size.setter`
    OVERLOAD = "overload"  # a signature that another definition implements: `@overload`
    OVERLOADED = "overloaded"  # it shares its name with others, and arguments tell which is meant
    VARARGS = "varargs"  # the last parameter takes all the rest: `int... prices`
    CONSTRUCTOR = "constructor"  # it runs when an instance is made
    COMPACT = "compact"  # a constructor that takes its parameters from the head of its record: `Point { ... }`
    OPERATOR = "operator"  # an operator: `operator +`
    EXTENSION = "extension"  # its first parameter is what it is called on: `static int Total(this Cart cart)`
    ARROW = "arrow"  # a function without a `this` of its own: `() => 1`
    COLON = "colon"  # a function whose first parameter is unwritten: `function Cart:total()`
    COMPONENT = "component"  # a parameter of a record's or a data class's head, which is a field, too
    PROMOTED = "promoted"  # a parameter of a constructor that is a field, too: `constructor(private total: number)`
    ENUM_CONSTANT = "enum_constant"  # one of the values of an enum
    CASE = "case"  # a case of an enum: `case paid`
    VARIANT = "variant"  # a case that holds values: `Some(T)`, `case paid(Int)`
    SCOPED = "scoped"  # an enum whose constants are not names around it: `enum class`
    ANONYMOUS = "anonymous"  # a class without a name, in an expression: what stands in it runs where it stands
    NAMELESS = "nameless"  # a namespace without a name, whose names are those around it
    INLINE_NAMES = "inline_names"  # a namespace whose names are those around it: `inline namespace v2`
    AMBIENT = "ambient"  # declared without being defined: `declare module "fs"`
    COMPANION = "companion"  # an object that stands for its class: `companion object`
    OBJECT = "object"  # a class that is written as its one instance: `object Cart`
    SINGLETON = "singleton"  # its name is its one instance: `object Cart`, `struct Unit;`
    DELEGATE = "delegate"  # the type of a function with a name: `delegate int Total(Cart cart)`
    DISTINCT = "distinct"  # a type of its own that rests on another: `type Celsius float64`
    ASSOCIATED = "associated"  # a type that a trait leaves to those who implement it: `type Item;`
    CONSTRAINT = "constraint"  # an interface that lists types: `interface { int | string }`
    ATTRIBUTE = "attribute"  # a reader that the language makes: `attr_reader :total`
    SYMBOL = "symbol"  # its name is written as a symbol: `alias_method :sum, :total`
    GLOBAL = "global"  # of the global namespace, wherever it stands: `define("TOTAL", 1)`
    LOCAL = "local"  # other files do not see it: `local total`
    FREE = "free"  # it stands in a namespace, as `shop::total`, and is no method
    UNBOUND = "unbound"  # no scope binds its name
    HOOKED = "hooked"  # it runs because its file does: what a template names
    OUTLINE = "outline"  # the body of a member that its class declares: `int Cart::total() { ... }`
    PROTOTYPE = "prototype"  # it only announces a definition: `int total(void);`
    ANNOUNCED = "announced"  # it says nothing beside what it announces: `typedef struct cart cart;`, a partial method
    ALTERNATIVE = "alternative"  # another definition of its name is likelier to be compiled
    FALLBACK = "fallback"  # it is compiled only where nothing else defines its name
    SPECIALIZATION = "specialization"  # of a template: `template <> struct hash<Cart>`


Flags = frozenset[Flag]
NONE: Final[Flags] = frozenset()

_TEXTS: dict[Flags, str] = {}
_KNOWN: dict[str, Flags] = {}


def flags_in(words: Iterable[str], meanings: Mapping[str, Flag]) -> set[Flag]:
    """What words of a language say: `{STATIC}` of "static" and "strictfp" in Java."""
    return {meanings[word] for word in words if word in meanings}


def flags_as_text(flags: Flags) -> str:
    """Flags as facts store them: "overloaded static"."""
    text = _TEXTS.get(flags)
    if text is None:
        text = _TEXTS[flags] = " ".join(sorted(flag.value for flag in flags))
    return text


def flags_of_text(text: str) -> Flags:
    """The flags that a text names, which all definitions with the same share.

    Raises:
        ValueError: one of the words is no flag.
    """
    flags = _KNOWN.get(text)
    if flags is None:
        flags = _KNOWN[text] = frozenset(map(Flag, text.split()))
    return flags


# Python 3.11 takes 230 ns to find `Flag.STATIC` on its class, and 10 ns to find a name of a module (measured).
PUBLIC: Final = Flag.PUBLIC
PROTECTED: Final = Flag.PROTECTED
INTERNAL: Final = Flag.INTERNAL
PRIVATE: Final = Flag.PRIVATE
EXPORT: Final = Flag.EXPORT
EXPORTED: Final = Flag.EXPORTED
STATIC: Final = Flag.STATIC
STATIC_METHOD: Final = Flag.STATIC_METHOD
CLASS_METHOD: Final = Flag.CLASS_METHOD
STATIC_STORAGE: Final = Flag.STATIC_STORAGE
EXTERN: Final = Flag.EXTERN
INLINE: Final = Flag.INLINE
CONST: Final = Flag.CONST
MUTABLE: Final = Flag.MUTABLE
EXPLICIT: Final = Flag.EXPLICIT
FRIEND: Final = Flag.FRIEND
FINAL: Final = Flag.FINAL
DEFAULT: Final = Flag.DEFAULT
MEMBER: Final = Flag.MEMBER
ASYNC: Final = Flag.ASYNC
PARTIAL: Final = Flag.PARTIAL
IMPLICIT: Final = Flag.IMPLICIT
PROPERTY: Final = Flag.PROPERTY
GETTER: Final = Flag.GETTER
ACCESSOR: Final = Flag.ACCESSOR
OVERLOAD: Final = Flag.OVERLOAD
OVERLOADED: Final = Flag.OVERLOADED
VARARGS: Final = Flag.VARARGS
CONSTRUCTOR: Final = Flag.CONSTRUCTOR
COMPACT: Final = Flag.COMPACT
OPERATOR: Final = Flag.OPERATOR
EXTENSION: Final = Flag.EXTENSION
ARROW: Final = Flag.ARROW
COLON: Final = Flag.COLON
COMPONENT: Final = Flag.COMPONENT
PROMOTED: Final = Flag.PROMOTED
ENUM_CONSTANT: Final = Flag.ENUM_CONSTANT
CASE: Final = Flag.CASE
VARIANT: Final = Flag.VARIANT
SCOPED: Final = Flag.SCOPED
ANONYMOUS: Final = Flag.ANONYMOUS
NAMELESS: Final = Flag.NAMELESS
INLINE_NAMES: Final = Flag.INLINE_NAMES
AMBIENT: Final = Flag.AMBIENT
COMPANION: Final = Flag.COMPANION
OBJECT: Final = Flag.OBJECT
SINGLETON: Final = Flag.SINGLETON
DELEGATE: Final = Flag.DELEGATE
DISTINCT: Final = Flag.DISTINCT
ASSOCIATED: Final = Flag.ASSOCIATED
CONSTRAINT: Final = Flag.CONSTRAINT
ATTRIBUTE: Final = Flag.ATTRIBUTE
SYMBOL: Final = Flag.SYMBOL
GLOBAL: Final = Flag.GLOBAL
LOCAL: Final = Flag.LOCAL
FREE: Final = Flag.FREE
UNBOUND: Final = Flag.UNBOUND
HOOKED: Final = Flag.HOOKED
OUTLINE: Final = Flag.OUTLINE
PROTOTYPE: Final = Flag.PROTOTYPE
ANNOUNCED: Final = Flag.ANNOUNCED
ALTERNATIVE: Final = Flag.ALTERNATIVE
FALLBACK: Final = Flag.FALLBACK
SPECIALIZATION: Final = Flag.SPECIALIZATION
