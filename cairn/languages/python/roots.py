"""The folders that Python's top-level packages and modules lie in, as manifests and the layout of a source tell them."""

from __future__ import annotations

import configparser
import posixpath
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

USUAL = ("", "src", "lib", "python")  # of a source or a project, below its outermost folder
_MANIFESTS = frozenset({"pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "Pipfile"})
_STARTERS = frozenset({"setup.py", "manage.py", "noxfile.py"})  # scripts that are run in the folder of a project
# Folders whose projects stand in for others: what lies there is meant by what lies there, too, and by nothing else.
_ASIDE = frozenset(
    "tests test testing docs doc examples example samples sample demo demos fixtures fakes mocks stubs vendor vendored "
    "third_party legacy archive".split()
)
_SEPARATORS = re.compile(r"[\s:;,]+")


def find_roots(manifests: Mapping[str, str], paths: Iterable[str]) -> tuple[set[str], set[str]]:
    """The folders of projects, and all folders that these put on the path of their code; of `paths` the scripts count."""
    projects = {_folder(path) for path in paths if path.rpartition("/")[2] in _STARTERS}
    roots: set[str] = set()
    for path, text in manifests.items():
        name = path.rpartition("/")[2]
        if name in _MANIFESTS or (name.startswith("requirements") and name.endswith(".txt")):
            projects.add(_folder(path))
            roots.update(_join(_folder(path), named) for named in _named_in(name, text))
    roots.update(_join(project, usual) for project in projects for usual in USUAL)
    return projects, roots


def is_aside(root: str) -> bool:
    """Whether a folder belongs to examples, tests and the like, so that code elsewhere does not mean what is in it."""
    return not _ASIDE.isdisjoint(root.lower().split("/"))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, named: str) -> str:
    path = posixpath.normpath(posixpath.join(folder, named.replace("\\", "/")))
    return "" if path == "." else path


def _named_in(name: str, text: str) -> Iterator[str]:
    """The folders that a manifest names, relative to its own."""
    try:
        if name == "pyproject.toml":
            yield from _of_project(tomllib.loads(text).get("tool", {}))
        elif name.endswith((".cfg", ".ini")):
            parser = configparser.ConfigParser(interpolation=None, strict=False)
            parser.read_string(text)
            yield from _of_sections(parser)
    except (tomllib.TOMLDecodeError, configparser.Error, AttributeError, TypeError):
        return  # a manifest that cannot be read names nothing


def _of_project(tool: Mapping[str, Any]) -> Iterator[str]:
    """The folders that the tables of build backends, test runners and type checkers name."""
    setuptools = tool.get("setuptools", {})
    yield from _texts(setuptools.get("package-dir", {}).get(""))
    packages = setuptools.get("packages", {})
    yield from _texts(packages.get("find", {}).get("where") if isinstance(packages, dict) else None)
    for package in tool.get("poetry", {}).get("packages", ()):
        yield from _texts(package.get("from"))
    wheel = tool.get("hatch", {}).get("build", {}).get("targets", {}).get("wheel", {})
    yield from (_folder(path.rstrip("/")) for path in _texts(wheel.get("packages")))
    yield from _texts(wheel.get("sources") if isinstance(wheel.get("sources"), list) else list(wheel.get("sources", {})))
    yield from _texts(tool.get("pdm", {}).get("build", {}).get("package-dir"))
    yield from _texts(tool.get("maturin", {}).get("python-source"))
    yield from _texts(tool.get("uv", {}).get("build-backend", {}).get("module-root"))
    yield from _texts(tool.get("pytest", {}).get("ini_options", {}).get("pythonpath"))
    for checker, key in (("mypy", "mypy_path"), ("pyright", "extraPaths"), ("basedpyright", "extraPaths"), ("ruff", "src")):
        yield from _texts(tool.get(checker, {}).get(key))


def _of_sections(parser: configparser.ConfigParser) -> Iterator[str]:
    package_dir = parser.get("options", "package_dir", fallback="")
    yield from (line.partition("=")[2].strip() for line in package_dir.splitlines() if line.strip().startswith("="))
    yield from _texts(parser.get("options.packages.find", "where", fallback=""))
    for section in ("pytest", "tool:pytest"):
        yield from _texts(parser.get(section, "pythonpath", fallback=""))
    yield from _texts(parser.get("mypy", "mypy_path", fallback=""))


def _texts(value: object) -> Iterator[str]:
    """Folders that are written as a text, separated as on a path, or as a list of texts; none that a variable names."""
    if isinstance(value, str):
        value = _SEPARATORS.split(value)
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str) and item and "$" not in item and not item.startswith("/"):
            yield item
