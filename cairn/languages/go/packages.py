"""The folders that Go import paths mean: by modules, replacements, vendor folders, GOPATH."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from cairn.semantics.questions import Cache

_MODULE = re.compile(r'^\s*module\s+"?([^\s"]+)', re.MULTILINE)
_REPLACE = re.compile(r'^\s*(?:replace\s+)?"?([^\s"()]+)"?(?:\s+v\S+)?\s*=>\s*"?(\.{1,2}(?:/[^\s"]*)?)', re.MULTILINE)
_VERSION = re.compile(r"^v\d+$")
_HOST_WITH_OWNERS = re.compile(r"^(github|gitlab|bitbucket|codeberg)\.")


@dataclass(frozen=True, slots=True)
class Module:
    """A go.mod file: the folder it lies in, its path, and the folders that stand for other modules."""

    folder: str
    path: str
    replaced: Mapping[str, str] = field(default_factory=dict)


def read_modules(manifests: Mapping[str, str]) -> list[Module]:
    """The modules of a source, the deepest folders first."""
    found = []
    for path, text in manifests.items():
        folder, _, name = path.rpartition("/")
        if name != "go.mod" or not (match := _MODULE.search(text)):
            continue
        replaced = {old: joined(folder, new) for old, new in _REPLACE.findall(text)}
        found.append(Module(folder, match[1], replaced))
    return sorted(found, key=lambda m: (-m.folder.count("/") - bool(m.folder), m.folder))


def joined(folder: str, relative: str) -> str:
    """A path relative to a folder, without `.` and `..`; they cannot lead out of the source."""
    parts = [part for part in folder.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


class Locator:
    """Tells the folder of an import path."""

    def __init__(
        self, manifests: Mapping[str, str], folders: Mapping[str, Collection[str]], imported: Iterable[str], name: str = ""
    ) -> None:
        """`folders` maps a folder with Go files to the names of its packages; `imported` are all paths that are imported.

        `name` is that of the folder of a source that is looked into from another.
        """
        self._name = name
        self._modules = read_modules(manifests)
        self._folders = folders
        self._by_length = sorted(self._modules, key=lambda m: -len(m.path))
        self._rootless = "" if self._modules else _guessed_module(folders, set(imported))
        self._folders_found: Cache[tuple[str, str], str | None] = Cache()

    def has_module(self, path: str) -> bool:
        """Whether an import path lies in one of the source's modules; in a source without any, in a folder that is so named."""
        if self._modules:
            return any(_below(path, module.path) is not None for module in self._modules)
        is_below = bool(self._rootless) and _below(path, self._rootless) is not None
        return is_below or self._below_name(path) in self._folders

    def _below_name(self, path: str) -> str | None:
        """The part of an import path behind the name of the source's folder."""
        host, *parts = path.split("/")
        return "/".join(parts[parts.index(self._name) + 1 :]) if "." in host and self._name in parts else None

    def folder_of(self, importer: str, path: str) -> str | None:
        """The folder that an import in the folder `importer` means; None if it lies outside the source."""
        return self._folders_found.get((importer, path), partial(self._find, importer, path))

    def _find(self, importer: str, path: str) -> str | None:
        if path.startswith(("./", "../")):
            return self._existing(joined(importer, path))
        for candidate in self._candidates(importer, path):
            if candidate in self._folders:
                return candidate
        return None

    def _existing(self, folder: str) -> str | None:
        return folder if folder in self._folders else None

    def _candidates(self, importer: str, path: str) -> Iterable[str]:
        own = next(
            (m for m in self._modules if not m.folder or importer == m.folder or importer.startswith(m.folder + "/")), None
        )
        if own is not None:
            for old, folder in own.replaced.items():
                if (rest := _below(path, old)) is not None:
                    yield joined(folder, rest)
        above = importer
        while True:
            yield joined(above, f"vendor/{path}")
            if not above:
                break
            above = above.rpartition("/")[0]
        for module in self._by_length:
            if (rest := _below(path, module.path)) is not None:
                yield joined(module.folder, rest)
        if self._rootless and (rest := _below(path, self._rootless)) is not None:
            yield rest
        if not self._modules and (named := self._below_name(path)) is not None:
            yield named
        if "." in path.partition("/")[0]:
            yield path
        yield f"src/{path}"


def _below(path: str, module: str) -> str | None:
    """The part of an import path behind the path of a module; None if the module does not hold it."""
    if path == module:
        return ""
    return path[len(module) + 1 :] if path.startswith(module + "/") else None


def last_element(path: str) -> str:
    """The element of an import path that most likely names its package: no version."""
    parts = path.split("/")
    if len(parts) > 1 and _VERSION.match(parts[-1]):
        parts.pop()
    return parts[-1]


def likely_names(path: str) -> list[str]:
    """Names that the package of an import path may have, when its clause cannot be read; most likely first."""
    last = re.sub(r"\.v\d+$", "", last_element(path))
    plain = re.sub(r"^go[-.]|[-.]go$", "", last)
    return list(dict.fromkeys((last, plain, plain.replace("-", "_"), plain.replace("-", ""), re.split(r"[-.]", plain)[-1])))


def _guessed_module(folders: Mapping[str, Collection[str]], imported: Collection[str]) -> str:
    """The path of a module without go.mod, as imports of its own packages tell it; "" if none does."""
    votes: Counter[str] = Counter()
    for path in imported:
        parts = path.split("/")
        if "." not in parts[0]:
            continue
        least = 3 if _HOST_WITH_OWNERS.match(parts[0]) else 2
        for count in range(least, len(parts) + 1):
            prefix, rest = "/".join(parts[:count]), "/".join(parts[count:])
            if rest in folders and (rest or last_element(path) in folders[""]):
                votes[prefix] += 1
    return min(votes, key=lambda prefix: (-votes[prefix], prefix), default="")
