"""Expressions and types as they are written, as plain tuples: the first item, the operator, says what kind it is.

A file's expressions are interned in one table, `Facts.exprs`, and name one another by their number there: `a.b` is
`("member", 0, "b")` where number 0 is `("name", "a")`. The number -1 means that there is none. `expr[0] == "name"` and
`expr[0] in ("name", "member")` tell mypy which variants are at hand; a variable that holds the operator does not.

They depend on the file alone, and are stored as JSON: what is read back are lists, which no code may tell from tuples.
"""

from __future__ import annotations

from typing import Literal, cast

Number = int  # of an expression in the table of its file; -1 if there is none
Numbers = tuple[Number, ...]

# A name: `total`. Where "type" stands behind it, what it means as a type. (text)
Name = tuple[Literal["name"], str] | tuple[Literal["name"], str, Literal["type"]]

# A name that only a type or a module can have: `shop` of `shop::Cart`. (text) A member is taken from it or a type is meant;
# a use that is nothing but that makes no edge, for which it is a `name`.
PathName = tuple[Literal["path_name"], str] | tuple[Literal["path_name"], str, Literal["type"]]

# A member: `cart.total`, `Cart::total`, `cart->total`. (object, name)
Member = tuple[Literal["member"], Number, str] | tuple[Literal["member"], Number, str, Literal["type"]]

# A call: `total(cart)`. (callee, arguments)
Call = tuple[Literal["call"], Number, Numbers]

# An instance is made: `new Cart(owner)`, `Cart { owner }`. (type, arguments)
New = tuple[Literal["new"], Number, Numbers]

# A subscript, or type arguments: `carts[0]`, `Stack<int>`. (object, arguments)
Subscript = tuple[Literal["subscript"], Number, Numbers]

# A literal, by the language's word for its type: `3` is an "int". (name of the type)
LiteralExpr = tuple[Literal["literal"], str]

# An array or list, by its element: `[Cart()]`, `Cart[]`. (element) The class in the prelude, if it is not the usual one;
# what else belongs to the type: `<-chan int` is ("sequence", 7, "chan_", "<-chan").
SequenceExpr = (
    tuple[Literal["sequence"], Number] | tuple[Literal["sequence"], Number, str] | tuple[Literal["sequence"], Number, str, str]
)

# A map, by its keys and values: `{"a": Cart()}`. (key, value)
Map = tuple[Literal["map"], Number, Number]

# A tuple: `(cart, 3)`. (items)
TupleExpr = tuple[Literal["tuple"], Numbers]

# One of several: `a or b`, `a ? b : c`; the type `A | B`. (items)
Choice = tuple[Literal["choice"], Numbers]

# One of several that have one type, which the first that can be told tells. (items)
First = tuple[Literal["first"], Numbers]

# What is awaited: `await fetch()`. (value)
Await = tuple[Literal["await"], Number]

# What an error operator takes out: `parse(text)?`. (value)
Unwrap = tuple[Literal["unwrap"], Number]

# A reference or what it refers to, where that makes no difference: `*x`, `&x`, `&T`. (value)
Indirect = tuple[Literal["indirect"], Number]

# A value of exactly this type: `x as Cart`. (type)
Cast = tuple[Literal["cast"], Number]

# The function, class or closure that stands here. (ordinal of the entity)
Defined = tuple[Literal["defined"], int]

# The type of a structure without a name: `struct { X int }`. (names, types) The word "struct" tells it from an interface.
Struct = tuple[Literal["struct"], tuple[str, ...], Numbers] | tuple[Literal["struct"], tuple[str, ...], Numbers, str]

# The type of a function: `(Request) -> Response`. (parameters, result)
FunctionExpr = tuple[Literal["function"], Numbers, Number]

# An item of what is unpacked: `b` of `a, b = pair`. (value, position)
Item = tuple[Literal["item"], Number, int]

# An element of what is iterated over: `cart` of `for cart in carts`. (value)
Element = tuple[Literal["element"], Number]

# What a `with` binds: `file` of `with open(path) as file`. (value)
Enter = tuple[Literal["enter"], Number]

# A closure and its value, if that is one expression: `x => x.name`. (scope, value) Where overloads need them, the number of its
# parameters, and whether it yields "value", "void" or "any". While a file is read, the scope is its first byte.
ClosureExpr = tuple[Literal["closure"], int, Number] | tuple[Literal["closure"], int, Number, int, str]

# A value that is looked up inside a scope of its own: `x.name` of `[x.name for x in carts]`. (scope, value) While a file is
# read, the scope is its first byte.
Scoped = tuple[Literal["scoped"], int, Number]

# An operator between two values, of which one alone tells the type: `a << b`. (left, right)
Binary = tuple[Literal["binary"], Number, Number]

# An operator where the types of both sides tell what it yields: `1 + 2.0`. (left, right)
Arithmetic = tuple[Literal["arithmetic"], Number, Number]

# An argument that is given by name: `sort(key=total)`. (name, value)
Keyword = tuple[Literal["keyword"], str, Number]

# A parameter of the closure that is an argument of a call: `cart` of `each(carts, cart => cart.total)`. (callee, position of the
# closure, position of the parameter, arguments of the call; closures among them are -1)
ClosureParameter = tuple[Literal["closure_parameter"], Number, int, int, Numbers]

# The same where the overload must be chosen first. (call, position of the closure, position of the parameter, what the call must
# yield) At position -1 the closure is of the type of `call`; with parameter -1 the argument itself is meant.
ExpectedParameter = tuple[Literal["expected_parameter"], Number, int, int, Number]

# A parameter of a function value: `event` of `const handler: Handler = event => ...`. (function, position)
FunctionParameter = tuple[Literal["function_parameter"], Number, int]

# What a call wants as an argument. (callee, position, arguments of the call, what is wanted of the call itself)
Wanted = tuple[Literal["wanted"], Number, int, Numbers, Number]

# A method taken as a value: `Cart::total`. (object, name)
MethodReference = tuple[Literal["method_reference"], Number, str]

# What a pattern takes out of a value: `n` of `Some(n)`. (value, type of the pattern, position or name of the part)
Matched = tuple[Literal["matched"], Number, Number, int | str]

# A type used as an object: `<T as Trait>::new`. (type) A second is what it is where the first cannot be told.
TypeObject = tuple[Literal["type_object"], Number] | tuple[Literal["type_object"], Number, Number]

# The type around, as an object or a type: `Self`, `static`. ()
OwnType = tuple[Literal["own_type"]]

# A module that the language has a word for: `crate`, `require("shop")`. (word)
ModuleExpr = tuple[Literal["module"], str]

# The object whose method this is: `self`, `this`. ()
SelfExpr = tuple[Literal["self"]]

# What is above it: `super`, `base`. ()
SuperExpr = tuple[Literal["super"]]

# An object literal or the type of one, which the byte of its first character tells from others: `{ name: "a" }`. (start, fields)
# A field is (its name, its first byte, its value or type).
ObjectExpr = tuple[Literal["object"], int, tuple[tuple[str, int, Number], ...]]

# An intersection of types: `Named & Sized`. (items)
IntersectionExpr = tuple[Literal["intersection"], Numbers]

# The type of a member of a type: `Cart["total"]`. (type, name)
MemberType = tuple[Literal["member_type"], Number, str]

# A boolean result that says of an argument that it is of a type: `value is Cart`. (type)
Guard = tuple[Literal["guard"], Number]

# The type that such a result says: `value` behind `if (isCart(value))`. (function)
Guarded = tuple[Literal["guarded"], Number]

# As a type: the type of a value: `typeof cart`. (value)
TypeOf = tuple[Literal["typeof"], Number]

# What a pointer leads to, or an operator of its class: `*cart`, and what `cart->` takes a member from. (value)
Pointee = tuple[Literal["pointee"], Number]

# The address of a value: `&cart`. (value)
Address = tuple[Literal["address"], Number]

# A subscript where pointers have them: `carts[0]` in C. (value, arguments)
PointerSubscript = tuple[Literal["pointer_subscript"], Number, Numbers]

# A pointer to a type: `Cart *`. (type)
Pointer = tuple[Literal["pointer"], Number]

# A type whose values do not change: `const Cart`. (type)
Const = tuple[Literal["const"], Number]

# What a document names: `Cart.total` between backticks. (name)
Cite = tuple[Literal["cite"], str]

# A link of a document: `tax.py#L3-L5`. (path, fragment, fragment without the number of a second heading of its name) With lines
# also the first, the last, and the word that stands for where the definitions of the file are.
Link = tuple[Literal["link"], str, str, str] | tuple[Literal["link"], str, str, str, int, int, str]

# Arguments between parentheses that some node around them takes out again: `(total, by: 3)` of a Swift annotation. (items)
Arguments = tuple[Literal["arguments"], Numbers]

# Anything that cannot be told. ()
Unknown = tuple[Literal["unknown"]]

OperandWord = Literal[
    "await", "unwrap", "indirect", "cast", "element", "enter", "guard", "guarded", "typeof", "pointee", "address", "pointer",
    "const",
]  # fmt: skip
Operand = (  # of one item, which is an expression
    Await | Unwrap | Indirect | Cast | Element | Enter | Guard | Guarded | TypeOf | Pointee | Address | Pointer | Const
)  # fmt: skip
Items = TupleExpr | Choice | First | IntersectionExpr | Arguments  # of one item, which holds several expressions
Expr = (
    Name | PathName | Member | Call | New | Subscript | LiteralExpr | SequenceExpr | Map | Items | Operand | Defined | Struct
    | FunctionExpr | Item | ClosureExpr | Scoped | Binary | Arithmetic | Keyword | ClosureParameter | ExpectedParameter
    | FunctionParameter | Wanted | MethodReference | Matched | TypeObject | OwnType | ModuleExpr | SelfExpr | SuperExpr
    | ObjectExpr | MemberType | PointerSubscript | Cite | Link | Unknown
)  # fmt: skip

UNKNOWN: Unknown = ("unknown",)

# Which items of an expression are expressions, or tuples of them, by operator; of an object literal, its fields hold them.
PARTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("name", "path_name", "literal", "own_type", "module", "self", "super", "unknown", "defined"), ()),
    **dict.fromkeys(("cite", "link"), ()),
    **dict.fromkeys(("member", "method_reference", "member_type", "item", "function_parameter", "sequence"), (1,)),
    **dict.fromkeys(("await", "unwrap", "indirect", "cast", "element", "enter", "guard", "guarded", "typeof"), (1,)),
    **dict.fromkeys(("pointee", "address", "pointer", "const", "tuple", "choice", "first", "intersection", "arguments"), (1,)),
    **dict.fromkeys(("call", "new", "subscript", "pointer_subscript", "map", "function", "binary", "arithmetic"), (1, 2)),
    **dict.fromkeys(("matched", "type_object"), (1, 2)),
    **dict.fromkeys(("keyword", "struct", "closure", "scoped"), (2,)),
    **dict.fromkeys(("closure_parameter", "expected_parameter"), (1, 4)),
    "wanted": (1, 3, 4),
}
SCOPED = frozenset({"closure", "scoped"})  # their first item is a scope


def operand(word: OperandWord, value: Number) -> Operand:
    """An expression of one operand whose operator is only known when it is made."""
    return cast("Operand", (word, value))


def numbers_at(expr: Expr, item: int) -> Numbers:
    """The expressions that an item of another holds: (3, 4) of item 2 of `("call", 1, (3, 4))`, (1,) of item 1."""
    held = cast("Number | Numbers", expr[item])
    return (held,) if isinstance(held, int) else tuple(held)
