"""The few values of git's configuration that say what is ignored, read without the git command.

The environment is read here because it is git's own (`HOME`, `XDG_CONFIG_HOME`, `GIT_CONFIG_*`), no setting of Cairn.
Source of the format: git-config(1), "CONFIGURATION FILE".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cairn.ingest.pattern import translate

_SECTION = re.compile(r"\[\s*([A-Za-z0-9.-]+)\s*(?:\"((?:[^\"\\\n]|\\.)*)\")?\s*\]")
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)[ \t]*")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}
_INCLUDE_DEPTH = 10  # git's own bound
_LIMIT_BYTES = 4_000_000  # guess: no configuration is as long


@dataclass(frozen=True, slots=True)
class GitConfig:
    """What applies to one repository, or outside of any."""

    excludes_file: Path | None  # a file that may not exist; None when it was set to nothing
    ignore_case: bool
    object_format: str


def _read_value(text: str, at: int) -> tuple[str, int]:
    """Read a value up to the end of its line, with quotes, escapes, comments and continued lines."""
    value: list[str] = []
    kept = 0  # length without trailing blanks that stand outside of quotes
    quoted = False
    while at < len(text) and (quoted or text[at] not in "\n;#"):
        char = text[at]
        if char == "\n":
            break
        if char == '"':
            quoted = not quoted
        elif char == "\\":
            at += 1
            following = text[at : at + 1]
            if following != "\n":
                value.append(_ESCAPES.get(following, following))
            kept = len(value)
        else:
            value.append(char)
            kept = len(value) if quoted or not char.isspace() else kept
        at += 1
    end = text.find("\n", at)
    return "".join(value[:kept]), len(text) if end < 0 else end


def parse_config(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield (section, key, value) in order; a subsection follows its section after a dot, a key without value is `true`.

    Reading stops at what is no configuration.
    """
    section = ""
    at = 0
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    while at < len(text):
        if text[at] in "#;":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif text[at].isspace():
            at += 1
        elif found := _SECTION.match(text, at):
            subsection = found[2]
            section = found[1].lower()
            if subsection is not None:
                section += "." + re.sub(r"\\(.)", r"\1", subsection)
            at = found.end()
        elif section and (found := _KEY.match(text, at)):
            value, at = _read_value(text, found.end()) if found[2] else ("true", found.end())
            yield section, found[1].lower(), value
        else:
            return


def _read(path: Path) -> str:
    try:
        if path.is_file() and path.stat().st_size <= _LIMIT_BYTES:
            return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        pass
    return ""


def _find_home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _expand(value: str, base: Path) -> Path | None:
    """Turn a path of the configuration into one of the disk; `~` and `~user` are homes, the rest is relative to `base`."""
    if not value:
        return None
    try:
        return base / Path(value).expanduser()
    except RuntimeError:
        return None


def _is_for(condition: str, git_dir: Path | None, base: Path) -> bool:
    """Tell whether `[includeIf "gitdir:..."]` holds; conditions of other kinds do not."""
    kind, _, glob = condition.partition(":")
    if kind.lower() not in ("gitdir", "gitdir/i") or git_dir is None or not glob:
        return False
    if glob.startswith("./"):
        glob = (base / glob[2:]).as_posix()
    elif glob.startswith("~/") and (home := _find_home()):
        glob = home.as_posix() + glob[1:]
    elif not glob.startswith("/") and not Path(glob).is_absolute():
        glob = "**/" + glob
    if glob.endswith("/"):
        glob += "**"
    fold = kind.lower() == "gitdir/i"
    expression = translate(os.fsencode(glob), fold=fold)
    places = {git_dir.as_posix(), git_dir.resolve().as_posix()}
    return expression is not None and any(
        re.fullmatch(expression, os.fsencode(place.lower() if fold else place), re.DOTALL) for place in places
    )


def _read_file(path: Path, git_dir: Path | None, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield (name, value) of one file, with those of the files that it includes in their place."""
    for section, key, value in parse_config(_read(path)):
        name = f"{section}.{key}"
        included = key == "path" and (
            section == "include"
            or (section.startswith("includeif.") and _is_for(section[len("includeif.") :], git_dir, path.parent))
        )
        if not included:
            yield name, value
        elif depth < _INCLUDE_DEPTH and (other := _expand(value, path.parent)):
            yield from _read_file(other, git_dir, depth + 1)


def _user_folder() -> Path | None:
    """Return the folder that holds the user's `git/config` and `git/ignore`."""
    if folder := os.environ.get("XDG_CONFIG_HOME"):
        return Path(folder)
    home = _find_home()
    return home / ".config" if home else None


def _list_files() -> Iterator[Path]:
    """Yield the system's and the user's files, weakest first."""
    if os.environ.get("GIT_CONFIG_NOSYSTEM", "").lower() not in ("1", "true", "yes", "on"):
        yield Path(os.environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig")
    chosen = os.environ.get("GIT_CONFIG_GLOBAL")
    if chosen is not None:
        yield Path(chosen)
        return
    if folder := _user_folder():
        yield folder / "git" / "config"
    if home := _find_home():
        yield home / ".gitconfig"


def read_config(git_dir: Path | None, common_dir: Path | None, work_tree: Path | None) -> GitConfig:
    """Read the configuration of a repository, or with three None the user's own."""
    files = list(_list_files())
    if common_dir is not None and git_dir is not None:
        files += [common_dir / "config", git_dir / "config.worktree"]
    values: dict[str, str] = {}
    for file in files:
        if file.name != "config.worktree" or _is_true(values.get("extensions.worktreeconfig", "")):
            values.update(_read_file(file, git_dir))
    chosen = values.get("core.excludesfile")
    folder = _user_folder()
    default = folder / "git" / "ignore" if folder else None
    return GitConfig(
        excludes_file=default if chosen is None else _expand(chosen, work_tree or Path()),
        ignore_case=_is_true(values.get("core.ignorecase", "")),
        object_format=values.get("extensions.objectformat", "sha1").lower(),
    )


def is_bare(git_dir: Path) -> bool:
    """Whether a repository says that it has no work tree."""
    values = {f"{section}.{key}": value for section, key, value in parse_config(_read(git_dir / "config"))}
    return _is_true(values.get("core.bare", "")) and not values.get("core.worktree")


def _is_true(value: str) -> bool:
    return value.lower() in ("true", "yes", "on") or (value.isdigit() and int(value) != 0)
