"""The questions that the rules of a language may ask: about a file, about a program, and of the evaluator.

`cairn.resolve` implements these Protocols, and rules are written against them, so that an editor knows what they call. All
languages share one evaluator. It has parts, each for one kind of question:

    owner = evaluation.expressions.eval(place, receiver)                # `cart` of `cart.total`
    total = evaluation.members.value(owner, "total") if owner else None  # what the field holds, or the method
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeGuard, overload

from cairn.semantics.expressions import Expr
from cairn.semantics.facts import Binding, EntityFact, Import, Reference
from cairn.semantics.places import Bound, Candidate, Entry, Found, Invoked, MemberFound, Place
from cairn.semantics.questions import Memory
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


class UnitView(Protocol):
    """One file: its facts, findable by name. Numbers of definitions, bindings and imports are places in their lists."""

    number: int  # among the files of the program
    path: str
    language: str
    family: str
    is_component: bool  # the file is one thing that others use by its name: a page of Vue
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

    def entity_at(self, pos: int) -> int:
        """The definition whose name begins at a byte; -1 if none does."""

    def entity_around(self, scope: int) -> int:
        """The ordinal of the innermost definition around a scope; 0, the file itself, if none."""

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

    @property
    def unit(self) -> Callable[[int], UnitView]:
        """The facts of a file by its number."""

    def worlds(self) -> range:
        """All sources; 0 is the one at hand."""

    def roles_of_all(self, family: str) -> Sequence[Any]:
        """The roles of a family of languages that know one source, for each source."""
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


class Classes(Protocol):
    """Classes: what they inherit from, and in which order: `Base` of `class Cart(Base)`."""

    @overload
    def is_class(self, value: Definition) -> bool: ...
    @overload
    def is_class(self, value: Value) -> TypeGuard[ClassValue]: ...
    def is_class(self, value: Value) -> bool:
        """Whether a value is a class itself: `Cart` is, `Cart()` is not."""

    def as_type(self, value: Definition) -> Definition:
        """The definition that a name means where a type is wanted: the interface, of an interface and a constant `Shape`."""

    def as_value(self, value: Definition) -> Definition:
        """The definition that a name means where a value is wanted: the constant, of an interface and a constant `Shape`."""

    def builtin(self, family: str, name: str, args: Args) -> Value | None:
        """An instance of a class of the prelude: `builtin("python", "list", (item,))`; None if the prelude has no such class."""

    def bases(self, unit: int, ordinal: int, /) -> tuple[Base | None, ...]:
        """The base classes in the order in which they are written; None for one that cannot be told."""

    def as_class(self, place: Place, expr: int, owner: int) -> Base | None:
        """The class that a base expression names, with its type arguments: `List[T]` of `class Names(List[T])`.

        `owner` is the definition whose type parameters the expression may name.
        """

    def mro(self, unit: int, ordinal: int) -> tuple[list[tuple[int, int, Args]], bool]:
        """A class and those above it, nearest first, and whether some of them are unknown.

        Depth first, a class that is reached twice where it is reached last: for all but contrived
        hierarchies this is the C3 order. Level by level where the language says so.
        """

    def is_below(self, value: ClassObject | Instance, target: ClassObject | Instance) -> bool | None:
        """Whether one class is another or inherits from it; None if that cannot be told."""


class Generics(Protocol):
    """Type parameters: `T` of `class Stack[T]`."""

    def parameters(self, unit: int, ordinal: int) -> tuple[str, ...]:
        """The names of a class's type parameters: `("K", "V")` of `Map<K, V>`."""

    def own_arguments(self, unit: int, ordinal: int) -> tuple[Value, ...]:
        """The type parameters of a class as values, which is what they are inside of it."""

    def find(self, place: Place, name: str, owner: int) -> tuple[Value | None] | None:
        """The type parameter that a name means; None if it means none.

        Those of the definition `owner` are looked at, or of the one around the place if that is -1, then those around it.
        """

    def bound(self, unit: int, ordinal: int, name: str) -> Value | None:
        """The bound of a type parameter: `Shape` of `<T extends Shape>`."""

    def concrete(self, value: Value | None) -> Value | None:
        """The least that is known of a value whose type is a parameter, by its bound; other values are themselves."""


class Scopes(Protocol):
    """Names, and what binds them."""

    def find(self, place: Place, name: str) -> tuple[Sequence[Bound], int] | None:
        """The bindings of a name that a place sees, most likely first, and the scope that holds them."""

    def lookup(self, place: Place, name: str) -> Value | None:
        """The meaning of a name at a place; a constant is itself, not the value that it holds."""

    def entry_value(self, unit: int, entry: Bound) -> Value | None:
        """The meaning of one binding of a name."""

    def import_value(self, unit: int, number: int, /) -> Value | None:
        """The definition or module that an import of a file binds: `Cart` of `from shop import Cart`."""

    def library_value(self, unit: int, imported: Import) -> Value | None:
        """The meaning of an import in another source, for rules that look for more than its value."""


class Members(Protocol):
    """Members of classes, objects and modules: what stands behind a dot."""

    def find(self, owner: Value, name: str, called: bool = False) -> MemberFound:
        """The definitions of a member of a class, or the value of one that has none.

        `called` matters in languages where a field and a method may share a name.
        """

    def value(self, owner: Value, name: str, called: bool = False) -> Value | None:
        """The value that reading a member yields: what `total` holds in `cart.total`, the method if it is one."""

    def target(self, owner: Value, name: str) -> Value | None:
        """A member itself: the method or the field `total`, not what it holds."""

    def of_class(
        self, unit: int, ordinal: int, name: str, args: Args, own: Value, skip: int = 0, called: bool = False
    ) -> Found | None:
        """A member of a class or of those above it.

        `args` are the type arguments of the class, `own` is the value whose member it is, and `skip` leaves out the first
        classes of the order: 1 for `super`.
        """

    def of_module(self, unit: int, name: str, /) -> Value | None:
        """The meaning of a name of a module: `total` of `shop.total` after `import shop`."""

    def owner_type(self, unit: int, ordinal: int, /) -> Value | None:
        """The type that a definition is attached to from outside: `Stack<T>` of `impl<T> Stack<T> { fn push(..) }`."""

    def has_attached(self, unit: int, ordinal: int) -> bool:
        """Whether a function has members like a class: `Cart.prototype.total = function () {...}`."""

    def variants(self, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """The definitions that take the place of one in other builds: `open` of `open_unix.go` and of `open_windows.go`."""


class Containers(Protocol):
    """Containers, and the values in them."""

    def subscript(self, owner: Value, place: Place, args: tuple[int, ...]) -> Value | None:
        """The value of `owner[args]`; the arguments are expressions at the place."""

    def element(self, owner: Value | None) -> Value | None:
        """The value that iterating gives: `item` of `for item in owner`."""


class Overloads(Protocol):
    """Functions that share a name and are told apart by their parameters."""

    def invoked(self, place: Place, callee: int, args: tuple[int, ...], /) -> Invoked | None:
        """The function that a call of the expression `callee` means; None if it means no overloaded function."""

    def of_value(self, owner: Value, name: str) -> tuple[Candidate, ...]:
        """The functions of a name that a value, or a class, has: all `append` of a `StringBuilder`."""

    def of_class(self, unit: int, ordinal: int, name: str, skip: int = 0) -> tuple[Candidate, ...]:
        """The functions of a name in a class and those above it, without the overridden ones; nearest first."""

    @staticmethod
    def extension(unit: int, ordinal: int, receiver: Value | None, taken: int) -> Candidate:
        """A function outside of classes that is called on a value: `fun String.shout()`.

        `receiver` is None if it extends none; the first `taken` parameters are the receiver: `this` of a method of C#.
        """

    def parameter_types(self, unit: int, ordinal: int, /) -> Args:
        """The types of a function's parameters, with its type parameters free."""


class Choice(Protocol):
    """The choice among overloads by what they are given."""

    def fit(self, wanted: Value | None, given: Value | None, unit: int) -> int | None:
        """How well a value fits a parameter's type: 0 as it is, 1 after a conversion, -1 perhaps, None not at all.

        `unit` is the file of the parameter: the rules of its language decide.
        """


class Functions(Protocol):
    """Functions as values, and what calls of overloaded ones yield."""

    def invocation_value(self, place: Place, callee: int, args: tuple[int, ...]) -> tuple[Value | None] | None:
        """The value of a call of an overloaded function, in a tuple; None if it calls none."""

    def result(self, candidate: Candidate, place: Place, args: tuple[int, ...], stated: Args = ()) -> Value | None:
        """The value of a call of one function: `Stack<String>` of `stackOf("a")`.

        Its type parameters are `stated`, or told by the receiver and the arguments.
        """

    def declared_result(self, candidate: Candidate) -> Value | None:
        """The type that a function says it yields, with its type parameters free: `Stack<T>`."""

    def function_type(self, value: Value | None) -> FunctionType | None:
        """The parameters and the result of a value that stands for a function: of a `Comparator<Cart>`; None for others."""


class Unification(Protocol):
    """Type parameters, as values tell them."""

    def unify(self, pattern: Value | None, value: Value | None, found: Told) -> None:
        """Match a type that holds type parameters with a value: `List<T>` with `List<Cart>` adds `T = Cart` to `found`."""


class Calls(Protocol):
    """Calls, followed into functions."""

    def call(self, callee: Value | None, place: Place, args: tuple[int, ...]) -> Value | None:
        """The value of a call; the arguments are expressions at the place."""

    def parameter_type(self, callee: Value | None, place: Place, position: int, args: tuple[int, ...] = ()) -> Value | None:
        """The type of a parameter of what is called; `args` tell type parameters where they are known."""


class Expressions(Protocol):
    """Expressions and their values."""

    def eval(self, place: Place, expr: int) -> Value | None:
        """The value of an expression; a name of a constant or a property yields the value that it holds."""

    def owner_value(self, place: Place, expr: int) -> Value | None:
        """The value that a member is taken from, `shop` of `shop.total`; a name of a function may also be one of a module."""

    def super_at(self, place: Place) -> Super | None:
        """The meaning of `super` at a place; None outside of classes."""


class Types(Protocol):
    """Types, as they are written."""

    def type_of(self, place: Place, expr: int, env: Env = (), owner: int = -1) -> Value | None:
        """The instance that a type expression describes: any `Cart` for `Cart` of `cart: Cart`.

        `env` tells type parameters, `owner` is the definition whose type parameters the expression may name.
        """

    def instance_of(self, target: Value, args: Args, place: Place, env: Env = ()) -> Value | None:
        """The instance that a name of a type, with its arguments, describes: of a class, an alias, a type parameter."""

    def alias(self, unit: int, ordinal: int, args: Args) -> Value | None:
        """The type that an alias stands for: `dict[str, int]` for `type Counts = dict[str, int]`.

        `args` replace the type parameters of the alias.
        """

    def underlying(self, value: Value | None) -> Value | None:
        """The type that a type of its own is made of: `[]string` of Go's `type Names []string`; other values are themselves."""


class Evaluation(Protocol):
    """The evaluator: what expressions, types and names mean. Every answer is remembered, see `cairn.semantics.questions`.

    `program` is what the language at hand may see: while it prepares, the files of one source.
    """

    @property
    def program(self) -> ProgramView: ...
    @property
    def memory(self) -> Memory: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def choice(self) -> Choice: ...
    @property
    def classes(self) -> Classes: ...
    @property
    def containers(self) -> Containers: ...
    @property
    def expressions(self) -> Expressions: ...
    @property
    def functions(self) -> Functions: ...
    @property
    def generics(self) -> Generics: ...
    @property
    def members(self) -> Members: ...
    @property
    def overloads(self) -> Overloads: ...
    @property
    def scopes(self) -> Scopes: ...
    @property
    def types(self) -> Types: ...
    @property
    def unification(self) -> Unification: ...
