"""Who an agent is: the folder `agents/NAME`, with its settings in `agent.toml` and its words in `SOUL.md`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from cairn.agent.own import PROPOSING, READING, WRITING
from cairn.agent.prices import Price
from cairn.answers.adapt import closest
from cairn.errors import EnvironmentFault, NotFoundError, UsageError
from cairn.infer.answer import Json

USUAL = "cairn"
SETTINGS_FILE, SOUL_FILE = "agent.toml", "SOUL.md"
COMPACTIONS = ("truncation", "sliding", "summary", "importance")
GROUNDINGS = ("search", "none")
DELEGATE, HISTORY = "delegate", "history"
TOOL_NAMES = (*READING, *PROPOSING, *WRITING, HISTORY, DELEGATE)
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_MOST_PRICE = 10**9  # of a million tokens
_MOST_SOUL = 40_000  # characters: a guess, 10,000 tokens of each request

SOUL = """\
You answer questions about the code and documents that are in a Cairn index. Look before you answer: call tools until you know.
Say what you found in a few sentences for somebody who knows the language and not this code.

Name your evidence. Each statement about the code has the handle that shows it, as the tools wrote it, in backticks:
`label:path/file.py#Class.method`, or lines as `label:path/file.py:L10-L20`. Write no handle that no tool has told you.
To quote code, put the handle alone on the line before the fence, and inside the fence only lines as they are written there;
`...` stands for what you leave out.
If the index does not have the answer, say that, and name what you looked at.
"""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """The settings of an agent. None and empty mean: as the settings of Cairn say.

    `fallback` are models on the same endpoint that are asked when the one before fails. `tools` are names, `mcp` URLs of
    servers whose tools are added, `skills` names of cards that the agent is told of. `window` is what the model takes in all.
    `delegate` is the agent that the tool of that name asks.
    """

    name: str = USUAL
    soul: str = SOUL
    model: str = ""
    fallback: tuple[str, ...] = ()
    temperature: float | None = None
    steps: int = 0
    window: int = 0
    answer_tokens: int = 4096
    tools: tuple[str, ...] = (*READING, *PROPOSING, HISTORY)
    mcp: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    delegate: str = ""
    grounding: str = "search"
    grounding_tokens: int = 1500
    reground: bool = False
    compaction: str = "truncation"
    evidence: bool = True
    prices: Mapping[str, Price] = field(default_factory=dict)


def find_spec(folders: Sequence[Path], name: str) -> AgentSpec:
    """Return the agent of a name: that of the first folder that has it, else the usual one.

    Raises:
        NotFoundError: there is none.
        UsageError, EnvironmentFault: see `read_spec`.
    """
    found = [folder / name for folder in folders if _NAME.fullmatch(name) and _is_agent(folder / name)]
    if found:
        return read_spec(found[0])
    if name == USUAL:
        return AgentSpec()
    known = sorted({path.name for folder in folders if folder.is_dir() for path in folder.iterdir() if _is_agent(path)})
    there_are = ", ".join([USUAL, *known])
    raise NotFoundError(f"no agent {name!r} in {', '.join(map(str, folders)) or 'no folder'}; there are: {there_are}")


def _is_agent(folder: Path) -> bool:
    return any((folder / file).is_file() for file in (SETTINGS_FILE, SOUL_FILE))


def read_spec(folder: Path) -> AgentSpec:
    """Read the folder of an agent, which has one of its two files or both.

    Raises:
        UsageError: a field that there is not, or a value that it cannot have; the file and the field are named.
        EnvironmentFault: a file cannot be read.
    """
    path = folder / SETTINGS_FILE
    try:
        given = {} if not path.exists() and _is_agent(folder) else tomllib.loads(_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise UsageError(f"{path} is no TOML ({exc}); mend it") from exc
    soul = folder / SOUL_FILE
    words = _text(soul) if soul.is_file() else SOUL
    if len(words) > _MOST_SOUL:
        raise UsageError(f"{soul} has {len(words):,} characters; a request has room for {_MOST_SOUL:,}")
    values = {name: _value(path, name, value) for name, value in given.items()}
    return replace(AgentSpec(name=folder.name, soul=words), **values)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "it is no UTF-8"
        raise EnvironmentFault(f"{path} cannot be read ({reason}); name a folder with an {SETTINGS_FILE}") from exc


def _value(path: Path, name: str, value: object) -> Json:
    if name not in _READERS:
        meant = closest(name, _READERS, 1)
        hint = f"did you mean {meant[0]!r}? There are" if meant else "there are"
        raise UsageError(f"{path} has a field {name!r} that no agent has; {hint} {', '.join(_READERS)}")
    allowed, read = _READERS[name]
    found = read(value)
    if found is None:
        raise UsageError(f"{path} has {name} = {value!r}, which is not allowed; set it to {allowed}")
    return found


Read = Callable[[object], Json]  # None: not allowed


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _words(value: object) -> tuple[str, ...] | None:
    is_list = isinstance(value, list) and all(isinstance(item, str) and item for item in value)
    return tuple(value) if is_list and isinstance(value, list) else None


def _number(least: int, most: int) -> Read:
    return lambda value: value if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else None


def _switch(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _temperature(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and isinstance(value, int | float) and 0 <= value <= 2 else None


def _one_of(allowed: Sequence[str]) -> Read:
    return lambda value: value if value in allowed else None


def _tools(value: object) -> tuple[str, ...] | None:
    names = _words(value)
    return names if names is not None and set(names) <= set(TOOL_NAMES) and len(set(names)) == len(names) else None


def _prices(value: object) -> Mapping[str, Price] | None:
    if not isinstance(value, dict):
        return None
    found = {model: _price(price) for model, price in value.items()}
    return None if None in found.values() else {model: price for model, price in found.items() if price is not None}


def _price(value: object) -> Price | None:
    names = [part.name for part in fields(Price)]
    if not isinstance(value, dict) or not {"prompt", "answer"} <= set(value) <= set(names):
        return None
    is_right = all(
        isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= _MOST_PRICE for one in value.values()
    )
    return Price(**{name: float(one) for name, one in value.items()}) if is_right else None


_LIST = "a list of words"
_READERS: dict[str, tuple[str, Read]] = {
    "model": ("a word", _word),
    "fallback": (_LIST, _words),
    "temperature": ("a number from 0 to 2", _temperature),
    "steps": ("a whole number from 1 to 100", _number(1, 100)),
    "window": ("a whole number from 2000 up", _number(2000, 10_000_000)),
    "answer_tokens": ("a whole number from 16 to 200000", _number(16, 200_000)),
    "tools": (f"a list of {', '.join(TOOL_NAMES)}", _tools),
    "mcp": ("a list of URLs", _words),
    "skills": (_LIST, _words),
    "roles": (_LIST, _words),
    "delegate": ("the name of an agent", _word),
    "grounding": (" or ".join(GROUNDINGS), _one_of(GROUNDINGS)),
    "grounding_tokens": ("a whole number from 100 to 100000", _number(100, 100_000)),
    "reground": ("true or false", _switch),
    "compaction": (", ".join(COMPACTIONS), _one_of(COMPACTIONS)),
    "evidence": ("true or false", _switch),
    "prices": ("a table of models, each with prompt, answer and perhaps cached, per million tokens", _prices),
}
