"""What the rules of a language may ask: of a file, of a program, and of the evaluator that all languages share.

The resolver implements these (`cairn.resolve`); rules are written against them, so that an editor knows what they call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeGuard, TypeVar, overload

from cairn.semantics.expressions import Expr
from cairn.semantics.facts import Binding, EntityFact, Import, Reference
from cairn.semantics.language import Language
from cairn.semantics.places import Candidate, Entry, Found, Invoked, MemberFound, Place
from cairn.semantics.values import (
    Args,
    Base,
    ClassObject,
    ClassValue,
    Definition,
    Env,
    FunctionType,
    Instance,
    Super,
    Told,
    Value,
)

T = TypeVar("T")


class UnitView(Protocol):
    """One file: its facts, findable by name. Numbers of definitions, bindings and imports are places in their lists."""

    number: int  # among the files of the program
    path: str
    language: str
    family: str
    record: Language
    exprs: list[Expr]
    scopes: list[tuple[str, int, int, int, int]]  # kind, parent, first byte, end, definition it is the body of
    extra: dict[str, Any]  # what the language keeps besides
    entities: list[EntityFact]
    bindings: list[Binding]
    imports: list[Import]
    references: Sequence[Reference]
    names: dict[int, dict[str, list[Entry]]]  # scope -> what its names are bound to
    members: dict[int, dict[str, list[int]]]  # definition -> definitions in it by name
    methods: dict[int, dict[str, list[int]]]  # those that are told apart by their parameters
    fields: dict[int, dict[str, list[int]]]  # class -> bindings of its attributes by name
    returns: dict[int, list[int]]  # scope -> bindings of what is returned
    stars: dict[int, list[int]]  # scope -> imports of all names
    scope_entity: list[int]
    twins: dict[int, tuple[int, int]]  # definitions of one name: what it is as a type, and as a value
    namespaces: dict[int, int]  # functions that are namespaces, too
    objects: dict[int, list[tuple[str, int, int]]]  # fields of object literals and types that were evaluated

    def entity_at(self, pos: int) -> int:
        """The definition whose name begins at a byte; -1 if none does."""

    def class_around(self, scope: int) -> int:
        """The ordinal of the class whose method or body a scope belongs to; -1 if none."""

    def function_scope(self, scope: int) -> int:
        """The innermost scope of a function or closure around a scope."""


class ProgramView(Protocol):
    """The files of a source, and of the sources that it may look into."""

    name: str  # of the folder of a library
    manifests: Mapping[str, str]
    preludes: dict[str, int]  # family -> the file of what it has built in
    extra_members: dict[tuple[int, int], dict[str, list[tuple[int, int]]]]  # class -> members attached from other files
    extra_bases: dict[tuple[int, int], list[tuple[int, int]]]  # class -> (file, number of its statement)
    unit: Callable[[int], UnitView]

    def worlds(self) -> range:
        """All sources; 0 is the one at hand."""

    def rules_of_all(self, record: Language) -> Sequence[object]:
        """The rules of a language that know one source, for each source."""
        ...

    def indexed(self, family: str) -> Iterator[UnitView]:
        """The units of a family whose language has rules; reads all of them."""

    def files(self, family: str) -> Iterator[tuple[int, str]]:
        """Number and path of the source's own units of a family; reads none of them."""

    def entity(self, number: int, ordinal: int) -> EntityFact:
        """A definition by unit and ordinal."""

    def is_prelude(self, number: int) -> bool:
        """Whether a unit only declares what a language has built in."""

    def is_library(self, number: int) -> bool:
        """Whether a unit is of a source that is only looked into."""


class Evaluation(Protocol):
    """Answers what expressions, types and names mean; every answer is remembered.

    `weak` is set when an answer rests on something inferred rather than written down.
    """

    weak: bool

    @property
    def program(self) -> ProgramView: ...

    def remember(self, key: Any, compute: Callable[[], T]) -> T:
        """The answer for a key, computed once.

        A question that leads back to itself has no answer. What was answered on the way of such a circle is kept
        until the circle is closed, except for where the circle began: else answers would depend on the order of questions.
        """

    def once(self, key: Any, compute: Callable[[], T]) -> T | None:
        """The answer for a key, None where it is already being computed; nothing is kept."""

    def forget(self) -> None:
        """Drop all answers, because what they rest on has changed."""

    def cut(self) -> None:
        """Say that an answer was cut short because it lies too deep."""

    @overload
    def is_class(self, value: Definition) -> bool: ...
    @overload
    def is_class(self, value: Value) -> TypeGuard[ClassValue]: ...
    def is_class(self, value: Value) -> bool:
        """Whether a value is a class itself."""

    def as_type(self, value: Definition) -> Definition:
        """A definition as what its name means where a type is wanted."""

    def as_value(self, value: Definition) -> Definition:
        """A definition as what its name means where a value is wanted."""

    def builtin(self, family: str, name: str, args: Args) -> Value | None:
        """An instance of a class of the prelude."""

    def bases(self, unit: int, ordinal: int) -> list[Base | None]:
        """The base classes as ("cls", ...), ("ext", anchor) or None, in the order written."""

    def as_class(self, place: Place, expr: int, owner: int) -> Base | None:
        """The class that a base expression names, with its type arguments."""

    def mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, Args]], bool]:
        """A class and those above it, nearest first, and whether some of them are unknown.

        Depth first, a class that is reached twice where it is reached last: for all but contrived
        hierarchies this is the C3 order. Level by level where the language says so.
        """

    def class_params(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """Names of a class's type parameters."""

    def own_args(self, unit: int, ordinal: int) -> tuple[Value, ...]:
        """A class's type parameters as values, for what is said inside it."""

    def type_parameter(self, place: Place, name: str, owner: int) -> tuple[Value | None] | None:
        """The type parameter of that name of the entity or those around it; its bound if it has one."""

    def bound_of(self, unit: int, ordinal: int, name: str) -> Value | None:
        """What a type parameter is at least, by its bound."""

    def concrete(self, value: Value | None) -> Value | None:
        """A value whose type is a parameter as what it is at least; others are themselves."""

    def underlying(self, value: Value | None) -> Value | None:
        """What a type of its own is made of (Go's `type Names []string`); other values are themselves."""

    @staticmethod
    def place(unit: int, scope: int, pos: int) -> Place:
        """A place, for rules that have only its parts."""

    @staticmethod
    def entity_of(index: UnitView, scope: int) -> int: ...

    def owner_type(self, unit: int, ordinal: int) -> Value | None:
        """The type that a definition is attached to from outside: `Stack<T>` of `impl<T> Stack<T> { fn push(..) }`."""

    def variants(self, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """The definitions that take the place of one in other builds, of whatever source it is."""
        ...

    def find_member(
        self, unit: int, ordinal: int, name: str, args: Args, own: Value, skip: int = 0, called: bool = False
    ) -> Found | None:
        """A member of a class or of those above it; `skip` leaves out the first classes of the order."""

    def has_attached(self, unit: int, ordinal: int) -> bool:
        """Whether a function has members that were attached to it, as classes do."""

    def member(self, owner: Value, name: str, called: bool = False) -> MemberFound:
        """A member of a value: a Found for one of a class, else what it is."""

    def module_member(self, unit: int, name: str) -> Value | None:
        """What a module gives under a name."""

    def member_target(self, owner: Value, name: str) -> Value | None:
        """A member itself: the method or field, not what it yields."""

    def member_value(self, owner: Value, name: str, called: bool = False) -> Value | None:
        """What reading a member yields."""

    def subscript(self, owner: Value, place: Place, args: tuple[int, ...]) -> Value | None:
        """What `owner[args]` yields."""

    def element(self, owner: Value | None) -> Value | None:
        """What iterating over a value gives."""

    def invoked(self, place: Place, callee: int, args: tuple[int, ...]) -> Invoked | None:
        """The function that a call of the expression `callee` means; None if it means no overloaded function."""

    def functions_of_value(self, owner: Value, name: str) -> tuple[Candidate, ...]:
        """The functions of a name that a value, or a class, has."""

    @staticmethod
    def extension(unit: int, ordinal: int, receiver: Value | None, taken: int) -> Candidate:
        """A function outside of classes, called on a value if it extends one; its first `taken` parameters are that value."""

    def functions(self, unit: int, ordinal: int, name: str, skip: int = 0) -> tuple[Candidate, ...]:
        """The functions of a name in a class and those above it, without the overridden ones; nearest first."""

    def parameter_types(self, unit: int, ordinal: int) -> Args:
        """The types of a function's parameters, with its type parameters free."""

    def fit(self, wanted: Value | None, given: Value | None, unit: int) -> int | None:
        """How well a value fits a parameter's type: 0 as it is, 1 after a conversion, UNSURE, None not at all."""

    def is_below(self, value: ClassObject | Instance, target: ClassObject | Instance) -> bool | None:
        """Whether an instance is of a class or of one below it; None if that cannot be told."""

    def invocation_value(self, place: Place, callee: int, args: tuple[int, ...]) -> tuple[Value | None] | None:
        """What a call of an overloaded function yields; None if it calls none."""

    def result(self, candidate: Candidate, place: Place, args: tuple[int, ...], stated: Args = ()) -> Value | None:
        """What a call of one function yields, its type parameters stated, or told by the receiver and the arguments."""

    def declared_result(self, candidate: Candidate) -> Value | None:
        """What a function says that it yields, with its type parameters free."""

    def function_type(self, value: Value | None) -> FunctionType | None:
        """("fty", parameters, result) for an instance that stands for a function; None for others."""

    def find_entry(self, unit: UnitView, name: str, scope: int, pos: int) -> tuple[list[Entry], int] | None:
        """What a name is bound to, most likely first, and the scope that binds it."""

    def lookup(self, place: Place, name: str) -> Value | None:
        """What a name means at a place; a constant is itself, not its value."""

    def entry_value(self, unit: int, entry: Entry) -> Value | None:
        """What one binding of a name means."""

    def import_value(self, unit: int, number: int) -> Value | None:
        """What an import binds."""

    def library_value(self, unit: int, imported: Import) -> Value | None:
        """What an import in a unit means in another source, for rules that look for more than its value."""

    def unify(self, pattern: Value | None, value: Value | None, found: Told) -> None:
        """Match a type that holds type parameters with a value."""

    def parameter_type(self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()) -> Value | None:
        """The type of a parameter of what is called; `args` tell type parameters where they are known."""

    def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None:
        """What a call yields."""

    def eval(self, place: Place, expr: int) -> Value | None:
        """The value of an expression; a name of a constant or a property yields what it holds."""

    def owner_value(self, place: Place, expr: int) -> Value | None:
        """What a member is taken from; a name of a function may also be one of a module."""

    def super_at(self, place: Place) -> Super | None:
        """What `super` means at a place."""

    def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None:
        """The instance that a type expression describes; `owner` is the entity whose type parameters it may name."""

    def instance_of(self, target: Value, args: Args, place: Place, env: Env = ()) -> Value | None:
        """The instance that a name of a type, with its arguments, describes."""

    def alias(self, unit: int, ordinal: int, args: Args) -> Value | None:
        """The type that an alias stands for, its own type parameters replaced by `args`."""
