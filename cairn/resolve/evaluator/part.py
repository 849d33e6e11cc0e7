"""A part of the evaluator, and the questions that the parts ask one another.

The Protocols add to those that rules may ask (`cairn.semantics.evaluation`). Parts know one another by these alone: files that
import one another in a circle could not be read one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cairn.resolve.evaluator.memory import Memory
from cairn.resolve.program import Program
from cairn.semantics import evaluation
from cairn.semantics.evaluation import Evaluation
from cairn.semantics.expressions import (
    ClosureParameter,
    ExpectedParameter,
    Expr,
    FunctionParameter,
    IntersectionExpr,
    LiteralExpr,
    ObjectExpr,
    Wanted,
)
from cairn.semantics.facts import Import
from cairn.semantics.places import Candidate, MemberFound, Place
from cairn.semantics.traits import Traits
from cairn.semantics.values import (
    Args,
    Closure,
    Definition,
    Env,
    Instance,
    Intersection,
    Method,
    MethodReference,
    Module,
    Object,
    Told,
    Value,
)


class Part:
    """One part: it has the program, the memory that all share, and by name the other parts that it asks."""

    def __init__(self, program: Program, memory: Memory) -> None:
        self.program, self.memory = program, memory

    def connect(self, parts: Parts) -> None:
        """Keep the parts that this one asks, once all are made. Rules are asked with the whole, `evaluation`."""
        self.evaluation: Evaluation = parts


class Bindings(Protocol):
    """What variables, parameters, constants and fields hold."""

    def value(self, unit: int, number: int, /) -> Value | None:
        """The value of a variable, parameter or field as one binding gives it."""

    def held(self, value: Value | None) -> Value | None:
        """The value that a constant or field holds; other values are themselves."""


class Calls(evaluation.Calls, Protocol):
    """Calls, followed into functions."""

    def closure_value(self, closure: Closure) -> Value | None:
        """The value that a closure yields: of its one expression, or of its return statements."""

    def returned(self, unit: int, ordinal: int, env: Env, place: Place | None, args: tuple[int, ...]) -> Value | None:
        """The value that a function yields, its type parameters told by the receiver (`env`) and the arguments."""

    def made(self, place: Place, expr: int, args: tuple[int, ...]) -> Value | None:
        """The value of `new` applied to something that is no class by its name."""

    def is_receiver(self, unit: int, ordinal: int, name: str) -> bool:
        """Whether the first parameter of a function, `self`, is the instance that it belongs to."""


class Choice(evaluation.Choice, Protocol):
    """The choice among overloads by what they are given."""

    def positions(self, candidate: Candidate, names: tuple[str, ...]) -> list[int] | None:
        """The parameter that takes each argument; None if they do not go together.

        `names` has "" for an argument that is given by place.
        """

    @staticmethod
    def names_of(exprs: Sequence[Expr], args: tuple[int, ...]) -> tuple[str, ...]:
        """The names by which arguments are given; "" for those given by place."""

    def choose(self, found: tuple[Candidate, ...], place: Place, args: tuple[int, ...]) -> tuple[Candidate, ...]:
        """Those of some overloads that a call with these arguments may mean: one, unless something of it is unknown."""


class Classes(evaluation.Classes, Protocol):
    """Classes, and the values that are some."""

    def is_none(self, value: Value | None) -> bool:
        """Whether a value is the language's null."""


class Containers(evaluation.Containers, Protocol):
    """What containers hold."""

    def item(self, whole: Value | None, number: int | str) -> Value | None:
        """The value of one name of an unpacking: number 1 is `b` of `a, b = whole`."""

    def entered(self, value: Value | None, traits: Traits) -> Value | None:
        """The value that `with value as it` binds."""

    def is_sequence(self, value: Value) -> bool:
        """Whether a value is of the type that a variable number of arguments is gathered in."""

    @staticmethod
    def item_type(wanted: Value | None) -> Value | None:
        """The type of one of a variable number of arguments: `String` of `String... names`."""


class Expectations(Protocol):
    """What is expected of an argument, and of the parameters of a closure."""

    def wanted_argument(self, place: Place, shape: Wanted) -> Value | None:
        """The type that a call wants as one of its arguments."""

    def wanted_parameter(self, place: Place, shape: FunctionParameter) -> Value | None:
        """The type of a parameter of a function value."""

    def closure_parameter(self, place: Place, shape: ExpectedParameter) -> Value | None:
        """The parameter of a closure, told by the overload that the closure is given to or the type it must have."""

    def given_parameter(self, place: Place, shape: ClosureParameter) -> Value | None:
        """The parameter of a closure, told by the function that the closure is given to."""


class Expressions(evaluation.Expressions, Protocol):
    """Expressions and their values."""

    def callee_value(self, place: Place, expr: int) -> Value | None:
        """The function that is called, found with the knowledge that it is called."""

    def literal(self, place: Place, shape: LiteralExpr) -> Value | None:
        """An instance of the type of a literal."""


class Functions(evaluation.Functions, Protocol):
    """Functions as values, and what calls of overloaded ones yield."""

    def arguments_tell(
        self, candidate: Candidate, env: Env, place: Place, args: tuple[int, ...], with_closures: bool = True
    ) -> Told:
        """Type parameters as the arguments of a call tell them; closures are looked at last, or not at all."""

    def referenced(self, value: MethodReference, params: Args) -> Value | None:
        """The value that a method reference, `Cart::total`, yields when it is called with values of these types."""

    def applied(self, place: Place, function: Definition | Method, args: tuple[int, ...]) -> Method:
        """A function with type arguments that are written; those left out are what they are by default."""


class Libraries(Protocol):
    """The names of linked sources."""

    def has(self, unit: int) -> bool:
        """Whether names of a unit may be looked up in other sources."""

    def imported_value(self, unit: int, imported: Import) -> Value | None:
        """The definition, module or package of a library that an import means; None if no library has it."""

    def imported_files(self, unit: int, imported: Import) -> list[Module]:
        """The modules of a library that an import names."""

    def outer_value(self, unit: int, name: str, /) -> Value | None:
        """The meaning of a name that nothing in the source defines: by an import of all names of a library, or as a package."""


class Objects(Protocol):
    """Objects that no class describes, and types that are several at once."""

    def literal(self, place: Place, shape: ObjectExpr) -> Object:
        """An object literal; its members are evaluated when they are asked for."""

    def type_literal(self, place: Place, shape: ObjectExpr, env: Env, owner: int) -> Object:
        """An object type; `owner` in the value is the definition whose type parameters it may name, -1 if none."""

    def member(self, value: Object, name: str) -> MemberFound:
        """A member of an object: its definition, if it is one, else its value."""

    def intersection(self, place: Place, shape: IntersectionExpr, env: Env, owner: int) -> Value | None:
        """The type `A & B`."""

    def member_of_all(self, value: Intersection, name: str, own: Value, called: bool) -> MemberFound:
        """A member of the first of an intersection's types that has it; `own` is the value that is of all of them."""


class Overloads(evaluation.Overloads, Protocol):
    """Functions that share a name."""

    def in_scope(self, place: Place, name: str) -> tuple[tuple[Candidate, ...], str]:
        """The functions of a name in the innermost class around a place that has any, else the imported ones; and the `via`."""

    def erased(self, value: Value | None) -> object:
        """A type without its type arguments, except for sequences."""

    def constructors(self, unit: int, ordinal: int) -> tuple[Candidate, ...]:
        """The constructors that a class declares."""


class Scopes(evaluation.Scopes, Protocol):
    """Names, and what binds them."""

    def seen_from(self, place: Place, field: Definition, value: Value) -> Value | None:
        """The value of a field that is named at a place, its type parameters told by the class that inherits it."""

    def path_name(self, place: Place, name: str) -> Value | None:
        """The type or module that a name means where it can mean nothing else: `billing` of Rust's `billing::total()`."""


class Unification(evaluation.Unification, Protocol):
    """Type parameters, as values tell them."""

    def infer(self, unit: int, ordinal: int, env: Env, place: Place, args: tuple[int, ...]) -> Env:
        """The type parameters of a function as its arguments tell them: `T = Cart` for `first(carts)`."""

    def with_inferred_args(self, made: Instance, place: Place, args: tuple[int, ...]) -> Instance:
        """An instance whose type arguments are told by what its constructor is given."""


class Parts(Evaluation, Protocol):
    """All parts, as they see one another."""

    @property
    def bindings(self) -> Bindings: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def choice(self) -> Choice: ...
    @property
    def classes(self) -> Classes: ...
    @property
    def containers(self) -> Containers: ...
    @property
    def expectations(self) -> Expectations: ...
    @property
    def expressions(self) -> Expressions: ...
    @property
    def functions(self) -> Functions: ...
    @property
    def generics(self) -> evaluation.Generics: ...
    @property
    def libraries(self) -> Libraries: ...
    @property
    def members(self) -> evaluation.Members: ...
    @property
    def objects(self) -> Objects: ...
    @property
    def overloads(self) -> Overloads: ...
    @property
    def scopes(self) -> Scopes: ...
    @property
    def types(self) -> evaluation.Types: ...
    @property
    def unification(self) -> Unification: ...
