"""How well the search answers a user's own questions, and drafts of such questions from an index.

Measures: Recall@k is the share of a question's right places among the first k hits, averaged over the questions; MRR the mean of
one over the rank of the first right hit; nDCG@10 with a gain of 1 for each right place (Järvelin and Kekäläinen, 2002).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cairn.chunk.tokens import count_tokens
from cairn.errors import CairnError, NotFoundError, UsageError
from cairn.model import EntityKind, Hit, SearchAnswer
from cairn.report import EvalAnswer, EvalRow, EvalScore
from cairn.retrieve.filters import FIELDS, Filters
from cairn.retrieve.handles.find import find_entity
from cairn.retrieve.view import View

_CUT = 10
_LINES = re.compile(r"L?(\d+)(?:-L?(\d+))?")
_NUMBERS = {"k": "k", "budget": "budget_tokens"}
_SETTINGS = {**FIELDS, **_NUMBERS}
# A drafted question has at least so many words; of shorter sentences the name says as much.
_LEAST_WORDS = 4
_MOST_DRAFT_CHARACTERS = 200
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_DRAFTED = frozenset(
    {
        EntityKind.FUNCTION,
        EntityKind.METHOD,
        EntityKind.CLASS,
        EntityKind.STRUCT,
        EntityKind.INTERFACE,
        EntityKind.TRAIT,
        EntityKind.ENUM,
        EntityKind.TYPE,
    }
)

Search = Callable[..., SearchAnswer]


class Target(NamedTuple):
    """A right place: a file with or without lines (0: anywhere in it); a handle until it is known where it is defined."""

    handle: str
    file: str
    first: int
    last: int


class Question(NamedTuple):
    """A line, by its number, of a file of questions."""

    query: str
    targets: tuple[Target, ...]
    line: int


_MOST_HITS = 1_000
_DIGITS = 10


def read_questions(lines: Iterable[str]) -> list[Question]:
    """Read JSON Lines with the fields query, and file (and lines) or handle; file and handle may be lists.

    Raises:
        UsageError: a line is not such an object; the message has its number.
    """
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(_question(json.loads(line), number))
            except (ValueError, RecursionError) as exc:
                raise UsageError(
                    f'line {number} of the questions is not like {{"query": "...", "file": "a.py", "lines": "3-9"}} '
                    f'or {{"query": "...", "handle": "Class.method"}} ({exc}); mend it'
                ) from exc
    if not found:
        raise UsageError("the file has no questions; `cairn eval --init` drafts some")
    return found


def _question(row: object, line: int) -> Question:
    if not isinstance(row, dict):
        raise ValueError("it is no object")
    query = row.get("query")
    if not isinstance(query, str):
        raise ValueError("it has no string `query`")
    first, last = _span(row.get("lines"))
    handles = [Target(handle, "", 0, 0) for handle in _strings(row.get("handle"))]
    files = [Target("", file.removeprefix("./"), first, last) for file in _strings(row.get("file"))]
    targets = tuple(handles or files)
    if not targets:
        raise ValueError("it has no `file` and no `handle`")
    return Question(query, targets, line)


def _strings(value: object) -> list[str]:
    values = value if isinstance(value, list) else [] if value is None else [value]
    if not all(isinstance(one, str) and one for one in values):
        raise ValueError("`file` and `handle` are strings or lists of them")
    return [str(one) for one in values]


def _span(value: object) -> tuple[int, int]:
    if value is None:
        return 0, 0
    match = _LINES.fullmatch("-".join(map(str, value)) if isinstance(value, list) else str(value))
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 0 < first <= last:
        raise ValueError("`lines` are like 3-9, from 1 up")
    return first, last


def read_settings(text: str) -> dict[str, Any]:
    """Read `lang=python kind=function k=5` as arguments of a search; the empty text is the usual search.

    Raises:
        UsageError: an unknown word, or a number that is none.
    """
    narrowed: dict[str, Any] = {}
    found: dict[str, Any] = {}
    for pair in text.replace(",", " ").split():
        name, sign, value = pair.partition("=")
        if not sign or name not in _SETTINGS:
            raise UsageError(f"{pair!r} is no setting of a search; there are: {', '.join(f'{word}=...' for word in _SETTINGS)}")
        if name in _NUMBERS and not (value.isdecimal() and len(value) < _DIGITS and int(value)):
            raise UsageError(f"{pair!r} needs a number above 0")
        if name == "k" and int(value) > _MOST_HITS:
            raise UsageError(f"{pair!r} is more hits than a search gives; the most are {_MOST_HITS}")
        if name in _NUMBERS:
            found[_NUMBERS[name]] = int(value)
        elif name == "source":
            narrowed["sources"] = (*narrowed.get("sources", ()), value)
        else:
            narrowed[FIELDS[name]] = value
    return {**found, "filters": Filters(**narrowed)}


def placed(view: View, questions: Sequence[Question]) -> tuple[list[Question], list[str]]:
    """Turn handles into the lines of their names; also say which right places there are none of, each with its line.

    A question that has no other is left out.

    Raises:
        UsageError: no question is left.
    """
    kept: list[Question] = []
    faults: list[str] = []
    for question in questions:
        targets = []
        for target in question.targets:
            try:
                targets.append(_placed(view, target))
            except CairnError as fault:
                faults.append(f"line {question.line}: {fault}")
        if targets:
            kept.append(question._replace(targets=tuple(targets)))
    if not kept:
        raise UsageError(f"no question has a right place that is in the index; {faults[0]}")
    return kept, faults


def _placed(view: View, target: Target) -> Target:
    if not target.handle:
        if not _has_file(view, target.file):
            raise NotFoundError(f"no such file {target.file!r}")
        return target
    try:
        found = find_entity(view, target.handle)
    except NotFoundError as fault:
        raise NotFoundError(f"no such handle {target.handle!r} ({fault})") from fault
    if found.path is None or found.source_id is None:
        raise NotFoundError(f"{target.handle!r} is outside of all sources")
    return Target("", f"{view.sources[found.source_id].label}:{found.path}", found.name_line, found.name_line)


def _has_file(view: View, text: str) -> bool:
    label, colon, path = text.partition(":")
    is_labelled = bool(colon) and label in view.labels
    return bool(view.reader.files_ending(text)) or (is_labelled and view.reader.file_at(view.labels[label].id, path) is not None)


def evaluate(search: Search, questions: Sequence[Question], settings: Sequence[str], faults: list[str]) -> EvalAnswer:
    """Ask every question with each of the settings, and score the hits; `faults` are those of other questions."""
    ranks: list[list[list[int | None]]] = []
    scores = []
    for setting in settings:
        arguments = {"k": _CUT, **read_settings(setting)}
        answers = [search(question.query, **arguments).hits for question in questions]
        ranks.append([_ranks(hits, question.targets) for hits, question in zip(answers, questions, strict=True)])
        tokens = [sum(count_tokens(hit.text) for hit in hits[:_CUT]) for hits in answers]
        scores.append(_score(setting, ranks[-1], tokens))
    rows = [EvalRow(question.query, [of_setting[n] for of_setting in ranks]) for n, question in enumerate(questions)]
    better = worse = 0
    if len(ranks) > 1:
        pairs = [(_gain(a), _gain(b)) for a, b in zip(ranks[0], ranks[1], strict=True)]
        better, worse = sum(b > a for a, b in pairs), sum(b < a for a, b in pairs)
    return EvalAnswer(scores, rows, better, worse, round(_sign_test(better, worse), 4) if len(ranks) > 1 else None, faults)


def _ranks(hits: Sequence[Hit], targets: Sequence[Target]) -> list[int | None]:
    """The rank (from 1) of the first hit at each target; a hit counts for one target only."""
    found: list[int | None] = []
    used: set[int] = set()
    for target in targets:
        rank = next((n for n, hit in enumerate(hits, 1) if n not in used and _is_at(hit, target)), None)
        if rank is not None:
            used.add(rank)
        found.append(rank)
    return found


def _is_at(hit: Hit, target: Target) -> bool:
    if hit.file != target.file and not hit.file.endswith("/" + target.file) and f"{hit.source}:{hit.file}" != target.file:
        return False
    return not target.first or (hit.start_line <= target.last and hit.end_line >= target.first)


def _gain(ranks: Sequence[int | None]) -> float:
    """nDCG@10 of one question."""
    ideal = sum(1 / math.log2(n + 2) for n in range(min(len(ranks), _CUT)))
    return float(sum(1 / math.log2(rank + 1) for rank in ranks if rank is not None and rank <= _CUT) / ideal)


def _score(setting: str, ranks: Sequence[Sequence[int | None]], tokens: Sequence[int]) -> EvalScore:
    count = len(ranks)

    def recall(k: int) -> float:
        return sum(sum(rank is not None and rank <= k for rank in of) / len(of) for of in ranks) / count

    first = [min((rank for rank in of if rank is not None), default=0) for of in ranks]
    return EvalScore(
        settings=setting,
        questions=count,
        recall_1=round(recall(1), 4),
        recall_5=round(recall(5), 4),
        recall_10=round(recall(_CUT), 4),
        mrr=round(sum(1 / rank for rank in first if rank) / count, 4),
        ndcg_10=round(sum(map(_gain, ranks)) / count, 4),
        tokens=round(sum(tokens) / count),
    )


def _sign_test(better: int, worse: int) -> float:
    """The chance of a split at least so uneven if neither setting were better (two-sided)."""
    count = better + worse
    tail = float(sum(math.comb(count, n) for n in range(min(better, worse) + 1)) / 2**count)
    return min(2 * tail, 1.0)


def draft_questions(view: View, source_id: int | None, count: int) -> Iterator[dict[str, str]]:
    """Yield questions to start from: sentences of documentation and headings, spread evenly over the index."""
    entities = [entity for entity in view.reader.all_entities(source_id) if entity.path is not None]
    roles = {file_id: file.role for file_id, file in view.load_files({e.file_id for e in entities if e.file_id}).items()}
    drafts = []
    for entity in entities:
        text = ""
        if entity.kind in _DRAFTED and roles.get(entity.file_id or 0) == "code":
            text = _first_sentence(entity.doc)
        elif entity.kind == EntityKind.SECTION and roles.get(entity.file_id or 0) == "docs":
            text = entity.name
        if len(_PLAIN_WORD.findall(text)) >= _LEAST_WORDS and not text.startswith("@"):
            drafts.append((view.handle(entity), text))
    drafts.sort()
    step = max(len(drafts) / count, 1.0) if count else 1.0
    for place in range(min(count, len(drafts))):
        handle, text = drafts[int(place * step)]
        yield {"query": text, "handle": handle}


def _first_sentence(doc: str) -> str:
    text = doc.strip().split("\n\n")[0]
    match = _SENTENCE.match(text)
    return " ".join((match[1] if match else text).split())[:_MOST_DRAFT_CHARACTERS]
