"""The load of the bench of a team: clients that ask, editors that have sources refreshed, and what became of it."""

from __future__ import annotations

import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import anyio
import anyio.to_thread
import httpx2 as httpx

from tests.bench.team_load import Answer, Stack, talk
from tests.bench.team_world import MARK, READS, hidden_in, number_of, seal_of, write_mark

_EDITORS = 2
_SAMPLED = 60  # sources of which definitions are asked for
_TRIES = 20  # of one question, one after the other, as a balancer would pass it on
# What is told of what is not there or not theirs, of names that several definitions have, and of a hit that is too long.
_EXPECTED = (
    "no source",
    "no entity",
    "names no",
    "nothing",
    "no way",
    "is ambiguous",
    "several",
    "say which",
    "does not hold one hit",
)
_Question = tuple[str, dict[str, Any]]


@dataclass(slots=True)
class Tally:
    """What became of the questions."""

    times_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    again: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    leaked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    refreshed: int = 0
    fresh: int = 0
    seals_asked: int = 0
    own_seals: int = 0


def definitions_of(url: str, chooser: random.Random) -> dict[str, list[str]]:
    """Handles of functions, methods and classes, by label, of some sources."""
    from cairn import Config, create_cairn

    with create_cairn(url, config=Config()) as cairn:
        labels = sorted(cairn.retrieve.locations())
        found: dict[str, list[str]] = {}
        for label in chooser.sample(labels, min(_SAMPLED, len(labels))):
            rows = [row["handle"] for row in cairn.retrieve.export(label) if row.get("kind") in ("function", "method", "class")]
            found[label] = chooser.sample(rows, min(40, len(rows)))
        return {label: found.get(label, []) for label in labels}


class Asker:
    """Makes up the questions of one client, of what its user may read and, one in eight, of what they may not."""

    def __init__(self, user: str, definitions: Mapping[str, Sequence[str]], chooser: random.Random) -> None:
        groups = {pattern.partition("-")[0] for pattern in READS[user]}
        self._choose = chooser
        self._labels = {True: [], False: []}  # type: dict[bool, list[str]]
        self._handles = {True: [], False: []}  # type: dict[bool, list[str]]
        for label, handles in definitions.items():
            is_own = label.partition("-")[0] in groups
            self._labels[is_own].append(label)
            self._handles[is_own].extend(handles)

    def next(self) -> tuple[_Question, str | None]:
        """A question, and the seal that its answer must have, if it must have one."""
        is_own = self._choose.random() > 1 / 8
        label = self._choose.choice(self._labels[is_own])
        handle, other = (self._choose.choice(self._handles[is_own]) for _ in range(2))
        name = handle.rpartition("#")[2].rpartition(".")[2]
        marked = f"{label}:{MARK}#mark_{number_of(label)}"
        questions: list[_Question] = [
            ("search", {"query": name}),
            ("search", {"query": f"where is {name.replace('_', ' ')} set up"}),
            ("search", {"query": f"mark_{number_of(label)}"}),
            ("search", {"query": name, "source": label}),
            ("ask", {"query": f"how does {name} work"}),
            ("graph", {"query": handle}),
            ("graph", {"query": handle, "direction": "in"}),
            ("graph", {"query": name}),
            ("pack", {"handle": handle}),
            ("path", {"src": handle, "dst": other}),
            ("impact", {"handle": handle}),
            ("map", {"source": label, "budget": 1000}),
            ("show", {"handle": handle}),
            ("show", {"handle": marked}),
            ("list", {"budget": 1000}),
            ("list", {"source": label, "what": "files", "budget": 1000}),
            ("jobs", {}),
        ]
        question = self._choose.choice(questions)
        names_seal = question[1].get("handle") == marked
        return question, seal_of(label) if names_seal and is_own else None


class Load:
    """Everybody who asks."""

    def __init__(self, stack: Stack, tokens: Mapping[str, str], until: float, every_s: float) -> None:
        self.tally = Tally()
        self._stack = stack
        self._tokens = tokens
        self._until = until
        self._every_s = every_s

    async def _answer(self, client: httpx.AsyncClient, place: int, token: str, question: _Question) -> Answer | str:
        """Ask one server and, where it does not answer, the others, as a balancer would; a text says why none did."""
        why = ""
        for turn in range(_TRIES):
            url = self._stack.urls[(place + turn) % len(self._stack.urls)]
            try:
                answer = await talk(url, token, *question, client=client)
            except httpx.HTTPError as error:
                why = type(error).__name__
                self.tally.again[why] += 1
                continue
            if not answer.fault.startswith("status 429"):
                return answer
            why = answer.fault
            self.tally.again["429"] += 1
            await anyio.sleep(1)
        return why

    async def client(self, place: int, user: str, asker: Asker) -> None:
        """One client: one question after another, to one server as long as it is there."""
        async with httpx.AsyncClient() as client:
            while time.monotonic() < self._until:
                (tool, arguments), seal = asker.next()
                began = time.monotonic()
                answer = await self._answer(client, place, self._tokens[user], (tool, arguments))
                self.tally.times_s[tool].append(time.monotonic() - began)
                if isinstance(answer, str) or answer.fault:
                    self.tally.lost.append(f"{tool}: {answer if isinstance(answer, str) else answer.fault}")
                else:
                    self._judge(user, tool, arguments, answer, seal)
                if self._every_s:
                    await anyio.sleep(max(began + self._every_s - time.monotonic(), 0))

    def _judge(self, user: str, tool: str, arguments: dict[str, Any], answer: Answer, seal: str | None) -> None:
        found = hidden_in(answer.text, json.dumps(arguments), user)
        if found:
            self.tally.leaked.append(f"{user}: {tool} {arguments} told {found[0]}")
        # What is not there, or not theirs, is told as such; anything else that went wrong is wrong.
        if answer.is_error and not any(words in answer.text for words in _EXPECTED):
            self.tally.wrong.append(f"{tool} {arguments}: {answer.text[:300]}")
        if seal is not None:
            self.tally.seals_asked += 1
            self.tally.own_seals += seal in answer.text
            if seal not in answer.text:
                self.tally.wrong.append(f"{user}: {tool} {arguments} has no seal: {answer.text[:300]}")

    async def editor(self, place: int, labels: Sequence[str], chooser: random.Random) -> None:
        """Edits a source, has it refreshed, and looks for the edit."""
        turn = 0
        token = self._stack.token
        async with httpx.AsyncClient() as client:
            while time.monotonic() < self._until:
                label, turn = chooser.choice(labels), turn + 1
                mark = place * 1_000_000 + turn
                await anyio.to_thread.run_sync(write_mark, self._stack.sources / label, mark)
                began = time.monotonic()
                answer = await self._answer(client, place, token, ("refresh", {"source": label, "wait": True}))
                self.tally.times_s["refresh"].append(time.monotonic() - began)
                if isinstance(answer, str) or answer.is_error:
                    self.tally.lost.append(f"refresh: {answer if isinstance(answer, str) else answer.text[:300]}")
                    continue
                self.tally.refreshed += 1
                name = f"turned_{number_of(label)}_{mark}"
                found = await self._answer(client, place, token, ("search", {"query": name, "source": label}))
                is_told = not isinstance(found, str) and f"def {name}" in found.text
                self.tally.fresh += is_told
                if not is_told:
                    self.tally.wrong.append(f"{name} is not found after a refresh of {label}: {found!r:.300}")


class Given(Protocol):
    """What the command line says; `every` are the seconds between two questions of a client."""

    clients: int
    seconds: float
    every: float
    kill: bool
    seed: int


async def run(stack: Stack, tokens: Mapping[str, str], given: Given) -> Tally:
    """Let them ask for so long; with `kill` a server and a worker die after half of it."""
    chooser = random.Random(given.seed)
    definitions = await anyio.to_thread.run_sync(definitions_of, stack.url, chooser)
    load = Load(stack, tokens, time.monotonic() + given.seconds, given.every)
    users = list(READS)
    labels = list(definitions)
    async with anyio.create_task_group() as group:
        for place in range(given.clients):
            user = users[place % len(users)]
            asker = Asker(user, definitions, random.Random(f"{given.seed} {place}"))
            group.start_soon(load.client, place // len(users), user, asker)
        for place in range(_EDITORS):
            own = labels[place::_EDITORS]  # no source has two editors
            group.start_soon(load.editor, place, own, random.Random(f"{given.seed} editor {place}"))
        if given.kill:
            await anyio.sleep(given.seconds / 2)
            stack.kill("server 2")
            stack.kill("worker 1")
            print("killed server 2 and worker 1", flush=True)
    return load.tally
