"""The parts of an expression, from the inside out: where each name was looked up and found, and what each part is.

For `request.app.handle` that is `request` (a parameter, with its type), `request.app` (a field, of which class) and
`request.app.handle` (a method, of which class). What a part rests on (the type of a parameter, the value that a variable was
given, the re-exports that an import leads through) stands below it, one step further in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

from cairn.resolve.budget import OverBudget
from cairn.resolve.evaluator.evaluator import Evaluator
from cairn.resolve.trace.imports import hops
from cairn.resolve.trace.spell import spell
from cairn.resolve.trace.words import Words
from cairn.resolve.units import UnitIndex
from cairn.semantics.expressions import Call, Expr, Member, Name, PathName, numbers_at
from cairn.semantics.facts import Binding, Import
from cairn.semantics.kinds import CALLABLE_KINDS, VALUE_KINDS
from cairn.semantics.places import Bound, Found, Place
from cairn.semantics.values import Value

MOST_STEPS = 40  # of one reference: a guess, a screen
_MOST_DEPTH = 5  # of what one part rests on (a guess)
_MOST_ENTRIES = 3  # bindings of one name that are told (a guess)
_MOST_CLASSES = 8  # that were looked through, which are told (a guess)

T = TypeVar("T")

_BOUND = {
    "param": "a parameter",
    "var": "a variable",
    "assign": "assigned",
    "field": "a field",
    "narrow": "narrowed by a test",
}
# Where in an expression the expressions are that it is made of; those of the others tell nothing more than their value.
_CHILDREN: dict[str, tuple[int, ...]] = {
    "subscript": (1,),
    "pointer_subscript": (1,),
    "await": (1,),
    "unwrap": (1,),
    "indirect": (1,),
    "address": (1,),
    "pointee": (1,),
    "element": (1,),
    "enter": (1,),
    "item": (1,),
    "matched": (1,),
    "method_reference": (1,),
    "closure_parameter": (1,),
    "function_parameter": (1,),
    "guarded": (1,),
    "keyword": (2,),
    "binary": (1, 2),
    "arithmetic": (1, 2),
    "choice": (1,),
    "first": (1,),
}
_AROUND = frozenset({"subscript", "indirect", "cast", "pointer", "const", "address", "pointee", "await"})
_PLAIN = {
    "self": "the object whose method this is",
    "super": "what is above the class that this is in",
    "own_type": "the type that this is in",
    "module": "a module that the language has a word for",
    "literal": "a literal",
    "sequence": "a literal",
    "map": "a literal",
    "tuple": "a literal",
    "defined": "defined here",
    "closure": "a closure",
}


class Step(NamedTuple):
    """One part: what was looked at, where it was found, and what it is. `depth` is how far it stands in."""

    depth: int
    text: str
    how: str
    value: str


class Steps:
    """Asks the evaluator about each part of one expression. Every question has a budget of its own."""

    def __init__(self, evaluator: Evaluator, words: Words) -> None:
        self._evaluator, self._program, self._words = evaluator, evaluator.program, words
        self._seen: set[tuple[int, int, int]] = set()
        self.rows: list[Step] = []

    def ask(self, question: Callable[[], T]) -> tuple[T | None, str]:
        """An answer, and what has to be said of it: that it is inferred, or that there is none for its costs."""
        self._evaluator.begin()
        try:
            answer = question()
        except OverBudget:
            return None, " (to find out costs more than one reference may)"
        return answer, " (inferred)" if self._evaluator.memory.weak and answer is not None else ""

    def expression(self, place: Place, expr: int, depth: int = 0, *, is_called: bool = False) -> None:
        """Tell an expression, what it is made of first."""
        key = (place.unit, place.scope, expr)
        if expr < 0 or depth > _MOST_DEPTH or key in self._seen or len(self.rows) >= MOST_STEPS:
            return
        self._seen.add(key)
        index = self._program.unit(place.unit)
        shape = index.exprs[expr]
        if shape[0] in ("name", "path_name"):
            self._name(index, place, expr, shape, depth)
        elif shape[0] == "member":
            self.expression(place, shape[1], depth)
            self._member(index, place, expr, shape, depth, is_called)
        elif shape[0] == "call":
            self.expression(place, shape[1], depth, is_called=True)
            self._call(index, place, expr, shape, depth)
        elif shape[0] == "scoped":
            self.expression(Place(place.unit, shape[1], place.pos), shape[2], depth)
        elif shape[0] in ("new", "cast", "type_object"):
            self.type(place, shape[1], depth)
        else:
            for at in _CHILDREN.get(shape[0], ()):
                for inner in numbers_at(shape, at):
                    self.expression(place, inner, depth)
            value, note = self.ask(lambda: self._evaluator.expressions.eval(place, expr))
            self._add(depth, spell(index, expr), _PLAIN.get(shape[0], ""), value, note)

    def type(self, place: Place, expr: int, depth: int = 0, owner: int = -1) -> None:
        """Tell a type that is written down; the names in it where it means nothing."""
        key = (place.unit, place.scope, -expr - 2)
        if expr < 0 or depth > _MOST_DEPTH or key in self._seen or len(self.rows) >= MOST_STEPS:
            return
        self._seen.add(key)
        index = self._program.unit(place.unit)
        shape = index.exprs[expr]
        if shape[0] == "unknown":
            return
        value, note = self.ask(lambda: self._evaluator.types.type_of(place, expr, (), owner))
        core = index.exprs[_core(index, expr)]
        how = "a type"
        if core[0] in ("name", "path_name"):
            how = f"a type, {self._how_found(index, place, core[1], value, owner)}"
        elif core[0] in ("self", "own_type"):
            how = _PLAIN["own_type"]
            around = Place(place.unit, index.entities[owner].scope, place.pos) if owner > 0 else place
            if value is None:
                value, note = self.ask(lambda: index.roles.names.self_value(self._evaluator, around))
        self._add(depth, spell(index, expr), how, value, note)
        self._below_import(index, place, core, depth)
        if value is None and shape[0] not in ("name", "path_name", "self", "own_type"):
            for inner in _parts_of_type(index, expr):
                if index.exprs[inner][0] in ("name", "path_name"):
                    self.type(place, inner, depth + 1, owner)
                else:
                    self.expression(place, inner, depth + 1)

    def _add(self, depth: int, text: str, how: str, value: Value | None, note: str = "") -> None:
        if len(self.rows) < MOST_STEPS:
            self.rows.append(Step(depth, text, how, self._words.value(value) + note))

    # Names

    def _name(self, index: UnitIndex, place: Place, expr: int, shape: Name | PathName, depth: int) -> None:
        value, note = self.ask(lambda: self._evaluator.expressions.eval(place, expr))
        self._add(depth, shape[1], self._how_found(index, place, shape[1], value, -1), value, note)
        self._below_import(index, place, shape, depth)
        found = self._evaluator.scopes.find(place, shape[1])
        for entry in found[0][:_MOST_ENTRIES] if found is not None else ():
            self._beneath(place.unit, entry, depth + 1)
            if self._evaluator.scopes.entry_value(place.unit, entry) is not None:
                break

    def _how_found(self, index: UnitIndex, place: Place, name: str, value: Value | None, owner: int) -> str:
        """`a parameter (shop:src/a.py:3) with the type App`: the bindings of a name, the likeliest first."""
        found = self._evaluator.scopes.find(place, name)
        if found is not None:
            told = [self._how_bound(index, entry) for entry in found[0][:_MOST_ENTRIES]]
            more = f", and {len(found[0]) - _MOST_ENTRIES} more times" if len(found[0]) > _MOST_ENTRIES else ""
            return "; before, ".join(told) + more
        if self._evaluator.generics.find(place, name, owner) is not None:
            return "a type parameter"
        if value is not None:
            for imported in index.imports:
                if name == (imported.alias or imported.module.rpartition("/")[2]):
                    return f"by the import at {self._words.at(index.number, imported.line)}: {import_text(imported)}"
            rule = f"role `names` of {index.language}"
            return f"bound by no scope of the file: found among what the file sees without naming it ({rule})"
        return "bound by no scope of the file and no import, and nothing that the file sees without naming it has the name"

    def _how_bound(self, index: UnitIndex, entry: Bound) -> str:
        words, number = self._words, index.number
        if entry.tag == "inherited":
            return f"inherited: {words.definition(entry.unit, entry.ordinal)}"
        if entry.tag == "entity":
            entity = index.entities[entry.number]
            return f"a {entity.kind} defined at {words.at(number, entity.name_line)}"
        if entry.tag == "import":
            imported = index.imports[entry.number]
            return f"imported at {words.at(number, imported.line)}: {import_text(imported)}"
        binding = index.bindings[entry.number]
        where = words.at_byte(number, binding.pos)
        return f"{_BOUND.get(binding.how, binding.how)} at {where}{_told_by(index, binding)}"

    def _below_import(self, index: UnitIndex, place: Place, shape: Expr, depth: int) -> None:
        """The way that an import takes through files that pass its name on."""
        found = self._evaluator.scopes.find(place, shape[1]) if shape[0] == "name" else None
        entry = found[0][0] if found is not None else None
        if entry is None or entry.tag != "import":
            return
        number = entry.number
        imported = index.imports[number]
        goal, _ = self.ask(lambda: self._evaluator.scopes.import_value(index.number, number))
        for hop in self.ask(lambda: list(hops(self._evaluator, index, imported, goal)))[0] or ():
            where = self._words.at(hop.unit, hop.imported.line) if hop.imported is not None else self._words.at(hop.unit, 1)
            how = f"passed on at {where}: {import_text(hop.imported)}" if hop.imported is not None else f"looked for in {where}"
            if len(self.rows) < MOST_STEPS:
                self.rows.append(Step(depth + 1, hop.name, how, hop.note))

    def _beneath(self, unit: int, entry: Bound, depth: int) -> None:
        """Tell the expressions that the value of one binding rests on."""
        if entry.tag == "binding":
            self._binding(unit, self._program.unit(unit).bindings[entry.number], depth)
        elif entry.tag == "entity":
            self._holder(unit, entry.number, depth)

    def _binding(self, unit: int, binding: Binding, depth: int) -> None:
        place = Place(unit, binding.scope, binding.pos)
        self.type(place, binding.type, depth)
        if binding.type < 0:
            self.expression(place, binding.value, depth)

    def _holder(self, unit: int, ordinal: int, depth: int) -> None:
        """Tell the type or the value of a constant or a field."""
        entity = self._program.entity(unit, ordinal)
        if entity.kind not in VALUE_KINDS:
            return
        place = Place(unit, entity.home, entity.pos)
        self.type(place, entity.type, depth, ordinal)
        if entity.type < 0:
            self.expression(place, entity.value, depth)

    # Members

    def _member(self, index: UnitIndex, place: Place, expr: int, shape: Member, depth: int, is_called: bool) -> None:
        text = spell(index, expr)
        owner, _ = self.ask(lambda: self._evaluator.expressions.owner_value(place, shape[1]))
        if owner is None:
            self._add(depth, text, f"not looked for: `{spell(index, shape[1])}` is unknown", None)
            return
        value, note = self.ask(
            lambda: (
                self._evaluator.expressions.callee_value(place, expr)
                if is_called
                else self._evaluator.expressions.eval(place, expr)
            )
        )
        items = owner[1] if owner[0] == "union" else (owner,)
        found = [(item, self.ask(partial(self._evaluator.members.find, item, shape[2], is_called))[0]) for item in items]
        how = "; ".join(self.how_member(item, shape[2], one, is_called) for item, one in found)
        number = sum(len(self.functions(item, shape[2])) for item in items) if is_called and value is None else 0
        if number:
            self.rows.append(Step(depth, text, how, f"{number} overloads" if number > 1 else "a method"))
        else:
            self._add(depth, text, how, value, note)
        for _, one in found:
            if isinstance(one, Found):
                self._below_member(one, depth + 1)

    def how_member(self, owner: Value, name: str, found: Found | Value | None, is_called: bool = True) -> str:
        """`found in Base (shop:src/base.py:9); looked through App, Base`."""
        functions = self.functions(owner, name) if is_called else ()
        if functions:
            owners = dict.fromkeys((unit, self._program.entity(unit, ordinal).parent) for unit, ordinal in functions)
            places = ", ".join(self._words.place(*one) for one in owners)
            return f"found in {places}{self._looked_through(owner, set(owners))}"
        if isinstance(found, Found):
            if found.tag == "binding":
                index = self._program.unit(found.unit)
                binding = index.bindings[found.numbers[0]]
                where = self._words.at_byte(found.unit, binding.pos)
                return f"assigned at {where}{_told_by(index, binding)}{self._looked_through(owner, set())}"
            ordinal = self._evaluator.members.pick(found)
            parent = self._program.entity(found.unit, ordinal).parent
            return f"found in {self._words.place(found.unit, parent)}{self._looked_through(owner, {(found.unit, parent)})}"
        if found is None:
            return f"no member of {self._words.value(owner)}{self._looked_through(owner, set())}"
        return f"a name of {self._words.value(owner)}"

    def functions(self, owner: Value, name: str) -> tuple[tuple[int, int], ...]:
        """The overloads of a name that a value has, where the language tells functions apart by their parameters."""
        found, _ = self.ask(lambda: self._evaluator.overloads.of_value(owner, name))
        return tuple((one.unit, one.ordinal) for one in found or ())

    def _looked_through(self, owner: Value, ends: set[tuple[int, int]]) -> str:
        """The classes in the order in which they were looked through, up to those that have what was looked for."""
        known, _ = self.ask(lambda: self._evaluator.generics.concrete(owner))
        if known is None or known[0] not in ("inst", "cls", "super", "def"):
            return ""
        if known[0] == "def" and not self._words.kind_of_class(known[1], known[2]):
            return ""
        order, is_open = self._evaluator.classes.mro(known[1], known[2])
        names: list[str] = []
        for unit, ordinal, _ in order[1 if known[0] == "super" else 0 :]:
            names.append(self._words.name(unit, ordinal))
            if (unit, ordinal) in ends:
                break
        if ends and len(names) < 2:
            return ""
        more = ["…"] if len(names) > _MOST_CLASSES else []
        unknown = "; a base of these is not indexed" if is_open and not ends else ""
        return f"; looked through {', '.join(names[:_MOST_CLASSES] + more)}{unknown}"

    def _below_member(self, found: Found, depth: int) -> None:
        if found.tag == "binding":
            for number in found.numbers[:_MOST_ENTRIES]:
                self._binding(found.unit, self._program.unit(found.unit).bindings[number], depth)
        else:
            self._holder(found.unit, self._evaluator.members.pick(found), depth)

    # Calls

    def _call(self, index: UnitIndex, place: Place, expr: int, shape: Call, depth: int) -> None:
        value, note = self.ask(lambda: self._evaluator.expressions.eval(place, expr))
        callee, _ = self.ask(lambda: self._evaluator.expressions.callee_value(place, shape[1]))
        invoked = None
        if index.traits.has_overloads:
            invoked, _ = self.ask(lambda: self._evaluator.overloads.invoked(place, shape[1], tuple(shape[2])))
        if invoked is not None and invoked.candidates:
            callee = ("meth", invoked.candidates[0].unit, invoked.candidates[0].ordinal, ())
        how = self._how_called(callee)
        self._add(depth, spell(index, expr), how, value, note)
        if callee is not None and callee[0] in ("def", "meth"):
            self._returned(callee[1], callee[2], depth + 1)

    def _returned(self, unit: int, ordinal: int, depth: int) -> None:
        """Tell the result of a function: by its written type, else by its return statements."""
        index = self._program.unit(unit)
        entity = index.entities[ordinal]
        if entity.kind not in CALLABLE_KINDS:
            return
        if entity.returns >= 0:
            self.type(Place(unit, entity.home, entity.pos), entity.returns, depth, ordinal)
        elif entity.scope >= 0 and entity.value >= 0:
            self.expression(Place(unit, entity.scope, index.scopes[entity.scope][3]), entity.value, depth)
        else:
            for number in index.returns.get(entity.scope, ())[:_MOST_ENTRIES]:
                self._binding(unit, index.bindings[number], depth)

    def _how_called(self, callee: Value | None) -> str:
        if callee is None:
            return "what is called is unknown"
        if callee[0] not in ("def", "meth"):
            return "a call of an external" if callee[0] in ("ext", "xinst") else "a call"
        entity = self._program.entity(callee[1], callee[2])
        if entity.kind not in CALLABLE_KINDS:
            return "an instance is made" if self._words.kind_of_class(callee[1], callee[2]) else "a call"
        if entity.returns >= 0:
            return f"what {self._words.place(callee[1], callee[2])} says that it returns"
        return f"what the body of {self._words.place(callee[1], callee[2])} returns, which has no return type"


def _told_by(index: UnitIndex, binding: Binding) -> str:
    """The type or the value that tells a binding, in words."""
    if binding.type >= 0 and index.exprs[binding.type][0] == "unknown":
        return " with a type that tells nothing"
    if binding.type >= 0:
        return f" with the type `{spell(index, binding.type)}`"
    if binding.value >= 0:
        return f" from `{spell(index, binding.value)}`"
    return " without a type, and nothing tells it" if binding.how == "param" else " without a type or a value that tells it"


def import_text(imported: Import) -> str:
    """`` `run` from `./lib` as `go` ``."""
    if not imported.module:
        return f"the module `{imported.alias or imported.name}`"
    alias = f" as `{imported.alias}`" if imported.alias and imported.alias != imported.name else ""
    if not imported.name:
        return f"`{imported.module}`{alias}"
    what = "all names" if imported.name == "*" else f"`{imported.name}`"
    return f"{what} from `{imported.module}`{alias}"


def _core(index: UnitIndex, expr: int) -> int:
    """The type inside of pointers and type arguments: `Store` of `*Store`, `List` of `List[Rate]`."""
    while (shape := index.exprs[expr])[0] in _AROUND and (inner := numbers_at(shape, 1)[0]) >= 0:
        expr = inner
    return expr


def _parts_of_type(index: UnitIndex, expr: int) -> Iterator[int]:
    """The names in a type, outermost first."""
    waiting = [expr]
    while waiting:
        here = waiting.pop(0)
        if here < 0:
            continue
        shape = index.exprs[here]
        if shape[0] in ("name", "path_name", "member"):
            yield here
            continue
        waiting += _inner(shape)


def _inner(shape: Expr) -> Iterable[int]:
    for at in _CHILDREN.get(
        shape[0], (1,) if shape[0] in ("cast", "sequence", "pointer", "const", "tuple", "intersection") else ()
    ):
        yield from numbers_at(shape, at)
