"""The vocabulary of the queries: what a `tags.scm` may capture and set. A capture `@_x` serves the predicates of its pattern."""

from __future__ import annotations

from collections.abc import Mapping

CAPTURES: Mapping[str, str] = {
    "definition.<kind>": "a definition, of the kind that the answers use (function, method, class, field, constant ...)",
    "reference.<kind>": "a use of a name: `calls` or `depends_on`",
    "name": "the name of a definition, a use or a binding",
    "owner": "the type that a definition is attached to from outside: `Stack` of `impl Stack { .. }`, `func (s *Stack) Push()`",
    "receiver": "what a used name is a member of, where the grammar does not join both in one node",
    "doc": "the documentation of a definition, where it is no comment above it",
    "body": "the part of a definition with a scope of its own",
    "scope": "a part of the text with names of its own",
    "binding": "a name that gets a value: a variable, a loop, a pattern",
    "parameter": "the parameters of a definition or a scope",
    "type": "a written type: of a field, a variable, a parameter",
    "type.parameter": "type parameters with their bounds",
    "value": "what a name is initialised with, or what is returned",
    "at": "the node whose scope gets a binding, where that is not the innermost around it",
    "returns": "the written type of a result; alone, a `return` or `yield`",
    "base": "a class or interface above a definition",
    "modifier": "a word of the language that becomes a flag: `static`, `final`",
    "arguments": "the arguments of a call, where overloads need them",
    "import": "an import, with `import.module`, `import.name` and `import.alias` inside",
    "import.module": "the module or file that an import names, as it is written",
    "import.name": "a name that an import takes from it",
    "import.alias": "the name under which it is known here",
    "export": "what a file passes on, with `export.name` inside",
    "export.name": "a name that is passed on",
}

SETTINGS: Mapping[str, str] = {
    "flags": "the flags that a definition gets, with spaces between",
    "how": "how a name is bound (`iter`, `with`, `narrow`, `field` ...), imported (`reexport`, `type` ...) or returned (`yield`)",
    "scope": "the kind of a scope: `function`, `lambda`, `block`, `class`, `namespace`, `comprehension`, `narrow`",
    "name": "the name of a definition or binding that is not written: `constructor`, `[]`",
    "symbol": "that the text is a symbol, whose mark is no part of its name",
    "path": "that the receiver is a path: a name in it is never a variable's",
    "through": "the operator of an expression that stands around the receiver: `pointee` of `cart->total`",
    "make": "that the use makes an instance",
    "children": "kind of the children of the captured node that are the used names: compiled at no cost, unlike a pattern each",
    "suffix": "what is added to a used name: `!` of a macro",
    "since": "`end`: that a name holds its value only behind the statement",
    "or_name": "that the name may also be used by itself, without the receiver",
}
