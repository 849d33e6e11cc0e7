"""Questions of the evaluator: what is remembered of an answer, and for how long."""

from __future__ import annotations

from cairn.resolve.budget import Budget
from cairn.resolve.evaluator.memory import Memory, question_at_place
from cairn.resolve.reads import Reads
from cairn.semantics.places import Place
from cairn.semantics.questions import question, question_or, rule_question


class Asked:
    """A part of an evaluator; `ran` tells the bodies that ran."""

    def __init__(self, wanted: dict[str, list[str]] | None = None) -> None:
        self.memory = Memory(Budget(), Reads())
        self.ran: list[object] = []
        self.wanted = wanted or {}

    @question
    def size(self, name: str) -> int:
        self.ran.append(("size", name))
        return len(name)

    @question
    def guess(self, name: str) -> str:
        self.ran.append(("guess", name))
        self.memory.weak = True
        return name

    @question_or("circle")
    def below(self, name: str) -> str:
        """The names that lead on from one, each with those below it."""
        self.ran.append(name)
        return f"{name}({' '.join(self.below(inner) for inner in self.wanted.get(name, ()))})"

    @question_at_place
    def value(self, place: Place, expr: int) -> str:
        self.ran.append((place.pos, expr))
        if expr == 1:
            self.memory.is_positional = True
        return f"{expr} at {place.pos}"


class Rules:
    @rule_question
    def name(self, evaluation: Asked, unit: int) -> str:
        evaluation.ran.append(unit)
        return f"{unit}"


def test_a_question_runs_once_for_the_same_arguments() -> None:
    asked = Asked()

    assert [asked.size("cart"), asked.size("cart"), asked.size("shop.cart")] == [4, 4, 9]

    assert asked.ran == [("size", "cart"), ("size", "shop.cart")]


def test_two_questions_with_the_same_arguments_have_answers_of_their_own() -> None:
    asked = Asked()

    assert (asked.size("cart"), asked.guess("cart")) == (4, "cart")


def test_a_known_answer_is_as_weak_as_it_was_when_it_was_found() -> None:
    asked = Asked()
    asked.guess("cart")
    asked.memory.begin()

    asked.size("cart")
    is_weak_before = asked.memory.weak
    asked.guess("cart")

    assert (is_weak_before, asked.memory.weak) == (False, True)


def test_a_question_that_leads_back_to_itself_yields_what_stands_for_no_answer() -> None:
    asked = Asked({"a": ["b"], "b": ["a"]})

    assert asked.below("a") == "a(b(circle))"


def test_an_answer_that_a_circle_cut_short_is_not_kept_when_the_circle_is_closed() -> None:
    asked = Asked({"a": ["b"], "b": ["a"]})
    asked.below("a")

    assert asked.below("b") == "b(a(b(circle)))"

    assert asked.ran == ["a", "b", "b"]


def test_an_answer_is_remembered_for_its_whole_scope_unless_its_position_matters() -> None:
    asked = Asked()

    same = [asked.value(Place(0, 0, pos), 0) for pos in (10, 20)]
    different = [asked.value(Place(0, 0, pos), 1) for pos in (10, 20, 10)]

    assert same == ["0 at 10", "0 at 10"]
    assert different == ["1 at 10", "1 at 20", "1 at 10"]
    assert asked.ran == [(10, 0), (10, 1), (20, 1)]


def test_rules_of_two_sources_do_not_share_answers() -> None:
    asked, ours, theirs = Asked(), Rules(), Rules()

    assert [rules.name(asked, 3) for rules in (ours, theirs, ours)] == ["3", "3", "3"]

    assert asked.ran == [3, 3]


def test_answers_that_were_forgotten_are_found_again() -> None:
    asked = Asked()
    asked.size("cart")

    asked.memory.forget()
    asked.size("cart")

    assert asked.ran == [("size", "cart"), ("size", "cart")]
