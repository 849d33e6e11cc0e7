"""The traits of a language: what is true or false of it as a whole, for the resolver that all languages share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Traits:
    """The traits of one language; the defaults suit one without modules, types and overloads."""

    # Names
    scope_order: str = "hoist"  # "hoist": a name may stand before its definition; "order": the last binding before the use
    sees_class_scope: bool = False  # a method's body sees the names of its class without a receiver
    sees_inherited: bool = False  # and the names that its class inherits
    closed_namespaces: bool = False  # the names around an inline module are not seen inside it: Rust's `mod inner { .. }`
    macros_apart: bool = False  # macros have names of their own, spelled with a `!`: `vec` and `vec!`
    arities_apart: bool = False  # of `Task` and `Task<T>` a bare name means the one without type parameters
    pairs_companions: bool = False  # an object of the name of a class is what the name means as a value: Scala's `object Store`
    hides_names: bool = True  # what is not exported cannot be used from another source
    silent: tuple[str, ...] = ("-",)  # how the anchors of externals begin that are part of the language itself
    shaping_files: tuple[str, ...] = ("",)  # how names of files begin that, coming or going, change what names elsewhere mean

    # Classes and their members
    constructors: tuple[str, ...] = ()  # members that run when an instance is made; (): that of the name of its class
    self_parameter: bool = False  # a method's first parameter is the instance
    call_member: str = ""  # the member that runs when an instance is called: `__call__`
    make_member: str = ""  # the member that runs when `new` is applied to a value that is no class
    enter_members: tuple[str, ...] = ()  # members whose value `with` binds: `__enter__`
    iterate_members: tuple[str, ...] = ()  # members that are called in turn to get an element: `__iter__`, `__next__`
    subscript_member: str = ""  # the member that a subscript calls: `__getitem__`
    nearest_base_first: bool = False  # a member is looked for level by level, not base by base
    fields_apart: bool = False  # a call never means a field, nor a plain access a method, where both have the name
    names_all_parameters: bool = False  # what is attached to a type names its type parameters itself: `impl<T> Stack<T>`
    is_completed_elsewhere: bool = False  # definitions of one file are completed by those of others: a prototype in a header

    # Functions and calls
    has_overloads: bool = False  # methods of one name are told apart by their parameters, and chosen by the arguments of a call
    hides_above: bool = False  # a method hides all of its name in the classes above, whatever their parameters
    names_functions: bool = False  # a bare name may stand for a method that is passed on
    reads_functions: bool = True  # a member that is read without a call may be a method that is passed on
    calls_fields: bool = True  # a field that holds a function is the target of a call, as a method is
    call_values: bool = False  # a constant or field that is called is the target itself, not what it holds
    functions_make: bool = False  # `new` of a function with attached members makes an instance of it

    # Types
    sequence_type: str = "list"  # the class of the prelude that a `sequence` is an instance of
    map_type: str = "dict"  # and a `map`
    generator_type: str = "Generator"  # and what a function with a `yield` returns
    literal_types: Mapping[str, str] = field(default_factory=dict)  # word of the language -> class in the prelude: int -> Integer
    fills_holes: bool = False  # what a declared type leaves open, the value tells: let x: Vec<_> = ...
