"""How a language looks names up: the questions that the evaluator asks of a language's own rules.

`evaluation` in the signatures is the evaluator, `place` is where an expression stands; values are tuples, see
`cairn.semantics.values`. The defaults suit a language without modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cairn.semantics.evaluation import Evaluation, UnitView
    from cairn.semantics.places import MemberFound, Place

from typing import Any

from cairn.semantics.expressions import Expr
from cairn.semantics.facts import Import
from cairn.semantics.values import Base, ClassObject, Env, Instance, Value


class Rules:
    """The defaults; a language overrides what is different for it."""

    constructors: tuple[str, ...] = ()  # members that run when an instance is made
    self_parameter = False  # a method's first parameter is the instance
    sees_class_scope = False  # a method's body sees the names of its class without a receiver
    sees_inherited = False  # and the names that its class inherits
    call_member = ""  # member that runs when an instance is called
    make_member = ""  # member that runs when `new` is applied to a value that is no class
    functions_make = False  # `new` of a function with attached members makes an instance of it
    call_values = False  # a constant or field that is called is the target itself, not what it holds
    enter_members: tuple[str, ...] = ()  # members whose value `with` binds
    iterate_members: tuple[str, ...] = ()  # members that are called in turn to get an element
    subscript_member = ""  # member that a subscript calls
    scope_order = "hoist"  # "hoist": a name may stand before its definition; "order": the last binding before the use
    sequence_type = "list"  # names of classes in the prelude
    map_type = "dict"
    generator_type = "Generator"
    silent: tuple[str, ...] = ("-",)  # how the anchors of externals begin that are part of the language itself
    calls_fields = True  # a field that holds a function is the target of a call, as a method is
    nearest_base_first = False  # a member is looked for level by level, not base by base
    hides_above = False  # a method hides all of its name in the classes above
    has_order = False  # members are not looked for in the order of the bases alone: `lookup_order` is asked
    has_overloads = False  # methods flagged `overloaded` share names and are chosen by the arguments of a call
    arities_apart = False  # a class without type parameters is what a bare name means, where there are both
    looks_by_arguments = False  # the arguments of a call bring functions in: `functions_by_arguments` is asked
    names_functions = False  # a bare name may stand for a method that is passed on
    reads_functions = True  # a member that is read without a call may be a method that is passed on
    fields_apart = False  # a call never means a field, nor a plain access a method, where both have the name
    macros_apart = False  # macros have names of their own, spelled with a `!`
    owners_around = False  # a function that is defined outside of its class sees the names of that class: `owner_entry` is asked
    makes_by_name = False  # what a reference makes is told by `made`
    has_variants = False  # a definition may have others in its place: `variants` is asked
    expands_macros = False  # what is written like a call of a macro is a use of it: `expanded` is asked
    closed_namespaces = False  # the names around an inline module are not seen inside it
    names_type_parameters = False  # a type parameter stands as an object: T::new()
    names_all_parameters = False  # what is attached to a type names all its type parameters itself: no others are seen
    fills_holes = False  # what a declared type leaves open, the value tells: let x: Vec<_> = ...
    space = ""  # which of several sources of the family these rules know; set by Program, the third item of a "pkg" value
    hides_names = True  # what is not exported cannot be used from another source
    has_parts = False  # a class may be written in several places: `parts` is asked
    is_completed_elsewhere = False  # definitions of one file are completed by those of others (prototypes)

    def shapes_modules(self, path: str) -> bool:
        """Whether that a file comes or goes can change what other files' names mean that do not mention it."""
        return True

    def prepare(self, evaluation: Evaluation, family: str) -> None:
        """Look once at all units of the family: module names, members attached from outside."""

    def bound_name(self, imported: Import) -> str:
        """The name that an import of a whole module binds when it has no alias; "" if none."""
        return ""

    def import_value(self, evaluation: Evaluation, unit: int, imported: Import) -> Value | None:
        """What an import binds: a definition, a module, an external; None if it cannot be told."""
        return None

    def import_files(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        """The modules ("mod", unit) or externals ("ext", anchor) that an import names, for `imports` edges."""
        return []

    def import_uses(self, evaluation: Evaluation, unit: int, imported: Import) -> list[Value]:
        """The modules that an import binds as such, where `import_files` gives the file that declares them."""
        return []

    def provides(self, evaluation: Evaluation, imported: Import) -> bool:
        """Whether the packages of this source have what a file of another source imports."""
        return False

    def outward(self, evaluation: Evaluation, unit: int, imported: Import) -> Import:
        """An import as the source that provides it knows it, where this source gives it a name of its own."""
        return imported

    def outer_imports(self, evaluation: Evaluation, unit: int, name: str) -> list[Import]:
        """What would have to be imported for a name that nothing in the source defines: from a star import, say."""
        return []

    def outer_name(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What a name means that no scope of the file binds: star imports, the package, built-ins."""
        return None

    def name_at(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """What a name means at a place whose scopes do not bind it."""
        return self.outer_name(evaluation, place.unit, name)

    def hides_parameter(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """What a name means that is also a type parameter's, where something nearer has it; see `names_type_parameters`."""
        return None

    def path_name(self, evaluation: Evaluation, place: Place, name: str) -> Value | None:
        """What a name means that can only be one of a type or a module."""
        return None

    def qualified(
        self, evaluation: Evaluation, place: Place, receiver: int, owner: Value, name: str, args: tuple[int, ...]
    ) -> tuple[int, int] | None:
        """The definition that a call `Trait::name(value)` or `<Type as Trait>::name()` means; None if it is no such call.

        `receiver` is the expression before `::`, `owner` its value.
        """
        return None

    def word_module(self, evaluation: Evaluation, place: Place, word: str) -> Value | None:
        """The module that a word of the language means: crate, super, self."""
        return None

    def namespace_member(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """What an inline module gives under a name, before its own definitions are asked."""
        return None

    def container(self, evaluation: Evaluation, place: Place, expr: int) -> Value | None:
        """The module or type that an expression means which also names a function."""
        return None

    def late_member(self, evaluation: Evaluation, owner: Instance, name: str, called: bool) -> MemberFound:
        """A member that neither the class of an instance nor its bases have: a Found, or its value."""
        return None

    def pointee(self, evaluation: Evaluation, value: Value) -> Value | None:
        """What an instance points to, where calling it calls that."""
        return None

    def taken(self, evaluation: Evaluation, place: Place, shape: Expr) -> Value | None:
        """What a pattern takes out of a value."""
        return None

    def project(self, evaluation: Evaluation, value: Value, name: str) -> Value | None:
        """A type that a value's type leaves open, by name."""
        return None

    def iterated(self, evaluation: Evaluation, value: Value) -> Value | bool | None:
        """What iterating over an instance gives; False if `iterate_members` tell."""
        return False

    def attached_base(self, evaluation: Evaluation, unit: int, number: int) -> Base | None:
        """The base that statement `number` of a file's `attached` gives to its type, as a class."""
        return None

    def module_member(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What a module gives under a name, before the names of its own outermost scope are asked."""
        return None

    def late_module_member(self, evaluation: Evaluation, unit: int, name: str) -> Value | None:
        """What a module gives under a name that its own outermost scope does not bind."""
        return None

    def package_member(self, evaluation: Evaluation, package: str, name: str) -> Value | None:
        """What a package without a file of its own gives under a name."""
        return None

    def class_params(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[str, ...]:
        """Type parameters of a class that are not declared as such."""
        return ()

    def type_variable(self, evaluation: Evaluation, unit: int, ordinal: int) -> Value | None:
        """("tv", name, unit, ordinal) if a definition declares a type parameter."""
        return None

    def bound(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """What a type parameter of a definition, or of one around it, is at least."""
        return evaluation.generics.bound(unit, ordinal, name)

    def special_type(
        self, evaluation: Evaluation, name: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | bool | None:
        """A type form that nothing defines but the language; False if `name` is none."""
        return False

    def special_class(self, evaluation: Evaluation, target: Value, args: tuple[Value | None, ...]) -> Value | bool | None:
        """A class of the prelude that stands for a type form (Optional[X] is X); False if it does not."""
        return False

    def special_external(
        self, evaluation: Evaluation, anchor: str, args: tuple[Value | None, ...], place: Place
    ) -> Value | bool | None:
        """An external that stands for a type form or for a class of the prelude; False if it does not."""
        return False

    def special_call(self, evaluation: Evaluation, place: Place, shape: Expr) -> Value | bool | None:
        """What a call yields whose meaning is the language's own (super()); False if it is none."""
        return False

    def external_call(self, evaluation: Evaluation, anchor: str, place: Place, args: tuple[int, ...]) -> Value | None:
        """What calling an external yields."""
        return ("xinst", anchor)

    def type_member(self, evaluation: Evaluation, place: Place, shape: Expr, env: Env, owner: int) -> Value | bool | None:
        """A dotted type of the language's own kind (`Self::Item`); False if it is none."""
        return False

    def owner_entry(self, evaluation: Evaluation, index: UnitView, scope: int, name: str) -> Any:
        """What the class of a function that is defined outside of it binds a name to, as an Entry; see `owners_around`."""
        return None

    def made(self, evaluation: Evaluation, place: Place, shape: Expr) -> Instance | None:
        """The class of which `Type name(...)` or `field(...)` makes an instance, where `makes_by_name` is set."""
        return None

    def self_value(self, evaluation: Evaluation, place: Place) -> Value | None:
        """What `this` is at a place."""
        ordinal = evaluation.program.unit(place.unit).class_around(place.scope)
        return ("tv", "Self", place.unit, ordinal) if ordinal >= 0 else None

    def awaited(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """What awaiting a value yields."""
        return value

    def reached(self, evaluation: Evaluation, value: Value) -> Value | None:
        """What a pointer leads to; what an operator of its class gives instead."""
        return value

    def pointed(self, evaluation: Evaluation, value: Value) -> Value | None:
        """A pointer to a value."""
        return value

    def indexed(self, evaluation: Evaluation, place: Place, value: Value, args: tuple[int, ...]) -> Value | None:
        """What a subscript gives where pointers have them."""
        return evaluation.containers.subscript(value, place, args)

    def unwrapped(self, evaluation: Evaluation, value: Value | None) -> Value | None:
        """What the error operator yields."""
        return value

    def is_property(self, flags: str) -> bool:
        """Whether reading a method calls it."""
        return False

    def implicit_bases(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[Base | None]:
        """Bases that a class has without naming them, as ("cls", ...)."""
        return []

    def functions_named(self, evaluation: Evaluation, place: Place, name: str) -> tuple[tuple[Any, ...], str] | None:
        """The functions that a bare name may call, as Candidates, and how they were found; None: those of the classes around."""
        return None

    def functions_by_arguments(
        self, evaluation: Evaluation, place: Place, name: str, args: tuple[int, ...], found: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """The functions that a bare name may call because of what it is given, beside those found in scope, as Candidates."""
        return ()

    def lookup_order(
        self, evaluation: Evaluation, unit: int, ordinal: int, order: list[tuple[int, int, Any]]
    ) -> list[tuple[int, int, Any]]:
        """A class and those above it as their members are looked for; see `has_order`."""
        return order

    def unsaid_bases(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], tuple[int, int], int, str]]:
        """What the types of a file satisfy without naming it, as (type, interface, line, via)."""
        return []

    def parts(self, evaluation: Evaluation, unit: int, ordinal: int) -> list[ClassObject]:
        """The other places at which a class is written, as ("cls", ...): what they hold comes before what is above it."""
        return []

    def late_super(self, evaluation: Evaluation, unit: int, ordinal: int, name: str) -> Value | None:
        """What `super` means under a name in something that only those who mix it in tell."""
        return None

    def for_receiver(self, evaluation: Evaluation, place: Place, receiver: int, found: tuple[Any, ...]) -> tuple[Any, ...]:
        """Those of some methods that an expression as their receiver may call."""
        return found

    def for_arguments(self, evaluation: Evaluation, place: Place, args: tuple[int, ...], fitting: list[Any]) -> list[Any]:
        """Those of some (Candidate, parameters that take the arguments) that suit by more than the types of the arguments."""
        return fitting

    def written_signature(self, index: UnitView, ordinal: int) -> Any:
        """What tells a method from others of its name, where it is read from the text; None: the types of its parameters."""
        return None

    def imported_functions(self, evaluation: Evaluation, unit: int, name: str) -> tuple[Any, ...]:
        """Overloads of a name that a file imports one by one or all at once, as Candidates."""
        return ()

    def implicit_receivers(self, evaluation: Evaluation, place: Place) -> list[Value]:
        """Values whose members are seen at a place without a receiver, beside those of the classes around it."""
        return []

    def extensions(self, evaluation: Evaluation, place: Place, owner: Value, name: str) -> tuple[Any, ...]:
        """Functions that may be called on a value without being members of its type, as Candidates."""
        return ()

    def receiver_type(self, evaluation: Evaluation, candidate: Any) -> Value | None:
        """The type that an extension is for."""
        return None

    def named_type(self, evaluation: Evaluation, place: Place, name: str, found: Value) -> Value:
        """What a name means where a type is wanted, if the scopes bind it to something else."""
        return found

    def fit(self, evaluation: Evaluation, wanted: Value, given: Value) -> int | None:
        """How well a value fits a parameter: 0 as it is, 1 after a conversion, -1 perhaps, None not at all."""
        return -1

    def yields_nothing(self, evaluation: Evaluation, value: Value | None) -> bool:
        """Whether a function's result says that it has none."""
        return False

    def must_be_written(self, evaluation: Evaluation, unit: int, ordinal: int) -> bool:
        """Whether a method of an interface has no body of its own."""
        return False

    def arithmetic(self, evaluation: Evaluation, left: Value | None, right: Value | None) -> Value | None:
        """What an operator between two values yields."""
        return left if left is not None else right

    def literal_type(self, name: str) -> str:
        """The name in the prelude of a literal's type."""
        return name

    def literal_index(self, unit: Any, args: tuple[int, ...]) -> int | None:
        """The number that a subscript is written as, if it is one."""
        return None

    def variants(self, evaluation: Evaluation, unit: int, ordinal: int) -> tuple[tuple[int, int], ...]:
        """Other definitions of the same thing, for other builds."""
        return ()

    def expanded(self, evaluation: Evaluation, kind: str, target: tuple[int, int], via: str) -> tuple[str, tuple[int, int], str]:
        """The kind of an edge, its target and its `via`, where macros may step in; see `expands_macros`."""
        return kind, target, via

    def completed(self, evaluation: Evaluation) -> dict[tuple[int, int], tuple[int, int]]:
        """Definitions that only announce another one, and that one."""
        return {}

    def stated_bases(self, evaluation: Evaluation, unit: int) -> list[tuple[tuple[int, int], Value, int]]:
        """Inheritance that a file states outside of a type, and that gives no members: (type, base, line)."""
        return []

    def finish_return(self, evaluation: Evaluation, unit: int, ordinal: int, value: Value | None) -> Value | None:
        """What a call of a function yields, beyond its return type (a context manager, say)."""
        return value
