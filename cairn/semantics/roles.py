"""The roles of a language: what the resolver that all languages share asks one language.

A language implements the roles that it has, each a class with a few methods, and its record names them (`Language.roles`).
The defaults suit a language without modules. `place` is where a name or an expression stands. A value, `Value`, is what an
expression or a type means: `("mod", 3)` is the module of file 3, `("inst", 3, 17, ())` an instance of its definition 17.

Two answers mean that there is none: None is "unknown", and ends the search; NOT_MINE is "this is no form of mine", after
which the resolver does what it does for all languages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from cairn.semantics.evaluation import Evaluation, UnitView
from cairn.semantics.expressions import Call, Matched, Member, New
from cairn.semantics.facts import Import
from cairn.semantics.flags import Flags
from cairn.semantics.places import Bound, Candidate, MemberFound, Place
from cairn.semantics.values import Args, Base, ClassObject, Env, Instance, Value


class NotMine(Enum):
    """The answer of a role to a form that is not the language's own; see `NOT_MINE`."""

    NOT_MINE = "not mine"


NOT_MINE: Final = NotMine.NOT_MINE

Definition = tuple[int, int]  # unit, ordinal
Functions = tuple[Candidate, ...]
Fitting = tuple[Candidate, list[int]]  # a function, and for each argument the parameter that takes it


Rows = list[Any]  # what JSON has; lists come back for tuples


class Survey(ABC):
    """A look at all files of a family, one by one, of which a role makes its tables: classes by package, modules by path.

    The rows of a file are kept in the store, so that after an edit only those files are looked at again that it concerns.
    """

    # Whether rows are found by evaluation, which reads other files, too. Each then begins with the definition that it is about,
    # as unit and ordinal, of whatever file; all other numbers in it are of the file itself.
    is_evaluated = False
    asks_prelude = True  # what the language has built in is asked, too: its rows are the last

    @abstractmethod
    def rows(self, evaluation: Evaluation, index: UnitView) -> Rows:
        """A file says this; by itself, unless it `is_evaluated`."""

    @abstractmethod
    def take(self, evaluation: Evaluation, family: str, rows: Mapping[int, Rows]) -> None:
        """Make tables of what all files say, by unit."""


class Imports:
    """Imports: `import os.path` binds `os` to a module, `from a import f` binds `f` to what `a` has under that name."""

    def bound_name(self, imported: Import) -> str:
        """The import of a whole module binds this name where it has no alias: `os` of `import os.path`; "" if none."""
        return ""

    def value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        """The name that an import binds means this: a definition, a module, an external; None if it cannot be told."""
        return None

    def files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        """An import leads to these files ("mod", unit) and externals ("ext", anchor): they get the `imports` edges."""
        return []

    def uses(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        """An import uses these modules as such, where `files` gives the file that declares them: `m` of `use crate::m;`."""
        return []


class Sources:
    """Names across sources: which source provides `import billing.tax`, and under which name it knows that."""

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """The packages of this source may have what a file of another source imports."""
        return False

    def outward(self, evaluation: Evaluation, unit: int, imported: Import) -> Import:
        """An import is put as the source that provides it knows it: `use tools::f` of a crate that is renamed to `tools`."""
        return imported

    def wanted(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """A name that nothing in the source defines could come by these imports: from `use shared::*`, say."""
        return []


class Modules:
    """Modules and packages: `m.f`, `a::b::f`, and what `from m import *` or `export * from "m"` passes on."""

    def before(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """A module gives this under a name, before its own definitions are asked; `ordinal` is that of an inline module, or 0."""
        return None

    def behind(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A file gives this under a name that its own outermost scope does not bind: what it imports by a star."""
        return None

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        """A package without a file of its own gives this under a name: `Cart` of `com.shop`."""
        return None


class Names:
    """Names that no scope of the file binds, and words of the language: `len`, `crate::x`, `this`."""

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """A name that no scope of the file binds means this: from star imports, the package, what is built in."""
        return None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A name means this at a place whose scopes do not bind it; for languages in which the place matters."""
        return self.outer_name(evaluation, place.unit, name)

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """A name that can only be one of a type or a module means this: `a` of `a::b`."""
        return None

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        """A word of the language means this module: `crate`, `super`, the `m` of `require("m")`."""
        return None

    def container(self, evaluation: Evaluation, place: Place, expr: int) -> Value | None:
        """An expression that names a function means this module or type, too: `parse` of `parse::Error`."""
        return None

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        """An instance of the class around is what `this`, or `self`, means at a place."""
        ordinal = evaluation.program.unit(place.unit).class_around(place.scope)
        return ("tv", "Self", place.unit, ordinal) if ordinal >= 0 else None


class Members:
    """Members that a class does not declare as such: `box.len()` by way of what `box` points to, `size=` of `attr :size`."""

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> MemberFound:
        """A member that neither the class of an instance nor its bases have: a Found, or its value."""
        return None

    def is_property(self, flags: Flags) -> bool:
        """Reading a method with these flags calls it: `@property`, `get size()`."""
        return False

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        """A method of an interface has no body of its own, so that a closure may stand for it: `run` of `Runnable`."""
        return False

    def pointee(self, evaluation: Evaluation, value: Value) -> Value | None:
        """An instance points to this, where calling it calls that: the function in a `Box<dyn Fn()>`."""
        return None


class Bases:
    """Inheritance that the head of a class does not write: `impl Shape for Circle`, `Object` above all, Go's interfaces."""

    def implicit(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """A class has these bases without naming them: `Object`."""
        return []

    def attached(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        """Statement `number` of those that a file makes of types gives this base to its type: `impl Shape for Circle`."""
        return None

    def stated(self, evaluation: Evaluation, unit: int) -> list[tuple[Definition, Value, int]]:
        """A file states this inheritance outside of a type: (type, base, line); it gives no members by itself."""
        return []

    def unsaid(self, evaluation: Evaluation, unit: int) -> list[tuple[Definition, Definition, int, str]]:
        """The types of a file satisfy these interfaces without naming them: (type, interface, line, via)."""
        return []


class Parts(ABC):
    """Classes that are written in several places: C#'s `partial class`, Ruby's open classes."""

    @abstractmethod
    def others(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        """A class is also written at these places: what they hold comes before what is above it."""


class Mixins(ABC):
    """Modules that are mixed into classes: Ruby's `include` and `prepend`."""

    @abstractmethod
    def order(
        self, evaluation: Evaluation, unit: int, ordinal: int, order: list[tuple[int, int, Args]]
    ) -> list[tuple[int, int, Args]]:
        """A class and those above it, in the order in which their members are looked for: what is prepended comes first."""

    @abstractmethod
    def super_method(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """`super` in a method of a mixin means this method of the classes that mix it in."""


class Types:
    """Written types that mean more than a class by that name: `Optional[X]`, `Self::Item`, `ReturnType<typeof f>`."""

    def special_type(self, evaluation: Evaluation, name: str, args: Args, place: Place) -> Value | NotMine | None:
        """A name of a type that nothing defines but the language means this: `ReturnType<typeof f>`."""
        return NOT_MINE

    def special_class(self, evaluation: Evaluation, target: Value, args: Args) -> Value | NotMine | None:
        """A class of the prelude stands for this type: `Optional[X]` is X."""
        return NOT_MINE

    def special_external(self, evaluation: Evaluation, anchor: str, args: Args, place: Place) -> Value | NotMine | None:
        """An external stands for this type, or for a class of the prelude: `typing.Optional[X]`."""
        return NOT_MINE

    def type_member(self, evaluation: Evaluation, place: Place, shape: Member, env: Env, owner: int) -> Value | NotMine | None:
        """A dotted type of the language's own kind means this: `Self::Item`."""
        return NOT_MINE

    def named_type(self, evaluation: Evaluation, place: Place, name: str, found: Value) -> Value:
        """A name means this where a type is wanted and the scopes bind it to something else: `Color Color { get; }`."""
        return found


class TypeParameters:
    """Type parameters, their bounds, and what a type leaves open: `T extends Shape`, `TypeVar("T")`, `T::Item`."""

    def of_class(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[str, ...]:
        """A class that declares no type parameters has these: the type variables in `class Box(Generic[T])`."""
        return ()

    def variable(self, evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        """A definition declares a type parameter, as `T = TypeVar("T")` does: ("tv", name, unit, ordinal)."""
        return None

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """A type parameter of a definition, or of one around it, is at least this: Shape of `T extends Shape`."""
        return evaluation.generics.bound(unit, ordinal, name)

    def projected(self, evaluation: Evaluation, value: Value, name: str) -> Value | None:
        """A type that a value's type leaves open is this: `Item` of what implements Iterator."""
        return None


class Operators:
    """Operators: `await x`, `x?` in Rust, `a + b`, `for item in items`, `case Point(x, y)`."""

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | NotMine | None:
        """Iterating over an instance gives this; NOT_MINE where the members of `Traits.iterate_members` tell."""
        return NOT_MINE

    def taken(self, evaluation: Evaluation, place: Place, shape: Matched) -> Value | None:
        """A pattern takes this out of a value: `x` of `Some(x)`."""
        return None

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """`await value` yields this: what a promise promises."""
        return value

    def unwrapped(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """`parse(text)?` has the type that `parse` returns inside its Result or Option; `x!!` in Kotlin."""
        return value

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        """`left + right` yields this: the wider of two numbers, a string."""
        return left if left is not None else right


class Pointers(ABC):
    """Pointers that the language tells from what they lead to: `*p`, `p->m`, `&x`, `p[1]` in C and C++."""

    @abstractmethod
    def reached(self, evaluation: Evaluation, value: Value) -> Value | None:
        """`*value` is this, and `value->` takes a member from it; an operator of its class may say so."""

    @abstractmethod
    def pointed(self, evaluation: Evaluation, value: Value) -> Value | None:
        """`&value` is this."""

    @abstractmethod
    def indexed(self, evaluation: Evaluation, place: Place, value: Value, args: tuple[int, ...]) -> Value | None:
        """`value[args]` is this."""


class Calls:
    """Calls whose meaning is the language's own: `super()`, `setmetatable({}, T)`, `Trait::name(value)`."""

    def special_call(self, evaluation: Evaluation, place: Place, shape: Call) -> Value | NotMine | None:
        """A call of the language's own kind yields this: `super()`."""
        return NOT_MINE

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        """A call of an external yields this; as a rule something of which no more is known than the anchor."""
        return ("xinst", anchor)

    def finish_return(self, evaluation: Evaluation, unit: int, ordinal: int, value: Value | None) -> Value | None:
        """A call of a function yields this, where its return type alone would say `value`: the promise of an `async` one."""
        return value

    def qualified(
        self, evaluation: Evaluation, place: Place, receiver: int, owner: Value, name: str, args: tuple[int, ...]
    ) -> Definition | None:
        """`Trait::name(value)` or `<Type as Trait>::name()` calls this method; None if it is no such call.

        `receiver` is the expression before `::`, `owner` its value.
        """
        return None


class Making(ABC):
    """Instances that are made by a name alone: `Lamp lamp(3);`, and `base_(x)` among the initialisers of C++."""

    @abstractmethod
    def made(self, evaluation: Evaluation, place: Place, shape: New) -> Instance | None:
        """`Type name(...)` or `field(...)` makes an instance of this class."""


class FunctionsNamed:
    """The functions that a call by a name may mean, before its arguments choose: `print(x)`, `list.firstOrNull()`."""

    def named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[Functions, str] | None:
        """A bare name may call these, and how they were found; None: those of the classes around."""
        return None

    def imported(self, evaluation: Evaluation, unit: int, name: str) -> Functions:
        """A file imports these overloads of a name, one by one or all at once: `import static java.lang.Math.*`."""
        return ()

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        """The members of these values are seen at a place without a receiver, beside those of the classes around it."""
        return []

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> Functions:
        """These may be called on a value without being members of its type: `fun String.shout()`."""
        return ()

    def receiver_type(self, evaluation: Evaluation, candidate: Candidate) -> Value | None:
        """An extension is for this type: String of `fun String.shout()`."""
        return None


class ArgumentLookup(ABC):
    """Functions that the arguments of a call bring in: `swap(a, b)` finds the `swap` beside the class of `a`."""

    @abstractmethod
    def brought(self, evaluation: Evaluation, place: Place, name: str, args: tuple[int, ...], found: Functions) -> Functions:
        """A bare name may call these because of what it is given, beside those `found` in scope."""


class Overloads:
    """Functions of one name that are told apart: `f(int)` and `f(String)`, Swift's `move(to:)` and `move(by:)`."""

    def signature(self, index: UnitView, ordinal: int) -> tuple[object, ...] | None:
        """A method is told by this from others of its name, where it is read from the text; None: its parameters' types."""
        return None

    def for_receiver(self, evaluation: Evaluation, place: Place, receiver: int, found: Functions) -> Functions:
        """Of some methods, an expression as their receiver may call these: none that changes it, of a `const` one."""
        return found

    def for_arguments(self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[Fitting]) -> list[Fitting]:
        """Of some functions, these suit by more than the types of the arguments: by labels, say."""
        return fitting

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """How well a value fits a parameter: 0 as it is, 1 after a conversion, -1 perhaps, None not at all."""
        return -1

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        """The result of a function says that it has none: `void`, `Unit`."""
        return False


class Owners(ABC):
    """Functions that are defined outside of their class: `int Lamp::watts() { .. }` sees the names of Lamp."""

    @abstractmethod
    def entry(self, evaluation: Evaluation, index: UnitView, scope: int, name: str) -> Bound | None:
        """The class of the function that a scope is the body of binds a name to this."""


class Variants(ABC):
    """Definitions that stand for each other from build to build: `open_linux.go` and `open_windows.go`."""

    @abstractmethod
    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[Definition, ...]:
        """These are the same thing for other builds."""


class Redirection(ABC):
    """Uses that lead on: of a macro to what it stands for, of a part of a class to the part that counts."""

    @abstractmethod
    def expanded(self, evaluation: Evaluation, kind: str, target: Definition, via: str) -> tuple[str, Definition, str]:
        """An edge of a kind to a target becomes this one: (kind, target, via)."""


class Completion(ABC):
    """Definitions that only announce another one: a prototype in a header, a partial method without a body."""

    @abstractmethod
    def completed(self, evaluation: Evaluation) -> dict[Definition, Definition]:
        """Each definition that announces another one, and that one."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of a language for one source; what only some languages have is None in the others."""

    prepare: tuple[Callable[[Evaluation, str], None] | Survey, ...] = ()  # in turn: (evaluation, family), or a look at all files
    imports: Imports = field(default_factory=Imports)
    sources: Sources = field(default_factory=Sources)
    modules: Modules = field(default_factory=Modules)
    names: Names = field(default_factory=Names)
    members: Members = field(default_factory=Members)
    bases: Bases = field(default_factory=Bases)
    types: Types = field(default_factory=Types)
    parameters: TypeParameters = field(default_factory=TypeParameters)
    operators: Operators = field(default_factory=Operators)
    calls: Calls = field(default_factory=Calls)
    functions: FunctionsNamed = field(default_factory=FunctionsNamed)
    overloads: Overloads = field(default_factory=Overloads)
    parts: Parts | None = None
    mixins: Mixins | None = None
    pointers: Pointers | None = None
    making: Making | None = None
    argument_lookup: ArgumentLookup | None = None
    owners: Owners | None = None
    variants: Variants | None = None
    redirection: Redirection | None = None
    completion: Completion | None = None
