"""Module specifiers and the files that they name: by relative paths, compiler configurations, packages of the source."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from cairn.semantics.questions import Cache

EXTENSIONS = (
    ".ts",
    ".tsx",
    ".d.ts",
    ".js",
    ".jsx",
    ".mts",
    ".cts",
    ".d.mts",
    ".d.cts",
    ".mjs",
    ".cjs",
    ".vue",
    ".svelte",
    ".astro",
    ".json",
)
RUNTIME_ORDER = (
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".ts",
    ".tsx",
    ".mts",
    ".cts",
    ".vue",
    ".svelte",
    ".astro",
    ".json",
    ".d.ts",
    ".d.mts",
    ".d.cts",
)
# Names that Vite, Vue, Nuxt and SvelteKit projects give to folders, by their configuration in code or by default.
_USUAL_ALIASES = {"@": ("src", "app", "."), "~": ("src", "app", "."), "~~": (".",), "$lib": ("src/lib",)}
_WRITTEN_AS = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_CONDITIONS = (
    "source",
    "development",
    "types",
    "import",
    "module",
    "node",
    "default",
    "require",
    "browser",
    "svelte",
    "react-native",
)
_MAIN_FIELDS = ("source", "types", "typings", "module", "main", "browser")
_BUILT = re.compile(
    r"^(?:dist|lib|build|out|es|esm|cjs|umd|types|output|\.output|compiled)(?:/(?:src|esm|cjs|es|types|node|browser))*/"
)
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
MAX_EXTENDS = 12  # configurations that rest on one another (guess)


def read_json(text: str) -> dict[str, Any]:
    """A JSON object in which comments and trailing commas are allowed; {} if it cannot be read."""
    plain = _COMMENT.sub(lambda m: m[1] or " ", text.lstrip("\ufeff"))
    try:
        value = json.loads(_TRAILING.sub(lambda m: m[1] or "", plain))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, path: str) -> str:
    """A path inside the source; one that no file has if it leads out of it."""
    joined = posixpath.normpath(posixpath.join(folder, path)) if folder or path else ""
    if joined.startswith(("..", "/")):
        return "\0"
    return "" if joined == "." else joined


class _Options:
    """The part of one configuration that is about modules."""

    def __init__(self) -> None:
        self.base_url: str | None = None
        self.paths: dict[str, list[str]] = {}
        self.paths_base = ""


class ModuleFinder:
    """Answers which file of a source a specifier means."""

    def __init__(self, files: Iterable[str], manifests: Mapping[str, str]) -> None:
        self._files = set(files)
        self._packages: dict[str, tuple[str, dict[str, Any]]] = {}  # name -> (folder, package.json)
        self._manifests: dict[str, dict[str, Any]] = {}  # folder -> package.json
        self._configs: dict[str, dict[str, Any]] = {}
        self._options: Cache[str, _Options] = Cache()
        self._by_folder: dict[str, list[str]] = {}
        self._found: Cache[tuple[str, str, str], str | None] = Cache()
        self._order = EXTENSIONS
        for path in sorted(manifests, key=lambda p: (p.count("/"), p)):
            name = path.rpartition("/")[2]
            if name == "package.json":
                self._add_package(path, read_json(manifests[path]))
            elif name.startswith(("tsconfig", "jsconfig")):
                self._configs[path] = read_json(manifests[path])
                self._by_folder.setdefault(_folder(path), []).append(path)
        for paths in self._by_folder.values():
            paths.sort(key=lambda p: (p.rpartition("/")[2] not in ("tsconfig.json", "jsconfig.json"), p))

    def _add_package(self, path: str, content: dict[str, Any]) -> None:
        folder = _folder(path)
        self._manifests[folder] = content
        name = content.get("name")
        if isinstance(name, str) and name and "node_modules/" not in path:
            self._packages.setdefault(name, (folder, content))

    def has_package(self, specifier: str) -> bool:
        """Whether a specifier names one of the source's packages, or something in one."""
        return split_package(specifier)[0] in self._packages

    def find(self, importer: str, specifier: str) -> str | None:
        """The file that `specifier` means in the file `importer`; None if it is no file of the source.

        Where code stands beside its declarations (`x.js`, `x.d.ts`), a script means the code, as the runtime does,
        and a typed file the declarations, as the compiler does.
        """
        folder = _folder(importer)
        self._order = RUNTIME_ORDER if importer.endswith((".js", ".jsx", ".mjs", ".cjs")) else EXTENSIONS
        key = (folder, specifier, self._order[0])
        return self._found.get(key, partial(self._find, folder, specifier.partition("?")[0]))

    def _find(self, folder: str, specifier: str) -> str | None:
        if specifier.startswith("."):
            return self.at(_join(folder, specifier))
        if specifier.startswith("/"):
            return self.at(specifier.lstrip("/"))
        for candidate in self._configured(folder, specifier):
            found = self.at(candidate)
            if found is not None:
                return found
        if specifier.startswith("#"):
            return self._internal(folder, specifier)
        prefix, _, rest = specifier.partition("/")
        if prefix in _USUAL_ALIASES and rest:
            return self._aliased(folder, prefix, rest)
        return self._packaged(specifier)

    def _aliased(self, folder: str, prefix: str, rest: str) -> str | None:
        """A name of the usual build tools stands for a folder of the nearest project where no configuration says it: `@/cart`."""
        while True:
            if not folder or folder in self._manifests:
                for usual in _USUAL_ALIASES[prefix]:
                    found = self.at(_join(folder, f"{usual}/{rest}"))
                    if found is not None:
                        return found
            if not folder:
                return None
            folder = _folder(folder)

    # Files

    def at(self, path: str) -> str | None:
        """The file that a path without ending, a folder, or a path as it will be when compiled means."""
        stem, dot, ending = path.rpartition(".")
        written = [stem + extension for extension in _WRITTEN_AS.get(dot + ending, ())]
        for candidate in (path, *written) if self._order is RUNTIME_ORDER else (*written, path):
            if candidate in self._files:
                return candidate
        for extension in self._order:
            if path + extension in self._files:
                return path + extension
        return self._in_folder(path)

    def _in_folder(self, path: str) -> str | None:
        manifest = self._manifests.get(path)
        if manifest is not None and path:
            found = self._entry(path, manifest)
            if found is not None:
                return found
        prefix = f"{path}/index" if path else "index"
        return next((prefix + extension for extension in self._order if prefix + extension in self._files), None)

    # Compiler configurations

    def _configured(self, folder: str, specifier: str) -> Iterator[str]:
        here = folder
        while True:
            for path in self._by_folder.get(here, ()):
                for config in (path, *self._references(path)):
                    yield from self._by_paths(self._options_of(config), specifier)
            if not here:
                return
            here = _folder(here)

    def _references(self, path: str) -> list[str]:
        found = []
        references = self._configs[path].get("references")
        for entry in references if isinstance(references, list) else ():
            target = _join(_folder(path), str(entry.get("path", ""))) if isinstance(entry, dict) else ""
            found += [
                p for p in (target, f"{target}/tsconfig.json" if target else "tsconfig.json") if p in self._configs and p != path
            ]
        return found

    def _options_of(self, path: str, depth: int = 0) -> _Options:
        options = _Options()
        return self._options.get_or(options, path, partial(self._read_options, path, depth, options))

    def _read_options(self, path: str, depth: int, options: _Options) -> _Options:
        content, folder = self._configs[path], _folder(path)
        extends = content.get("extends")
        for base in [extends] if isinstance(extends, str) else extends if isinstance(extends, list) else ():
            target = self._extended(folder, str(base))
            if target is not None and depth < MAX_EXTENDS:
                above = self._options_of(target, depth + 1)
                options.base_url = above.base_url if above.base_url is not None else options.base_url
                options.paths, options.paths_base = (
                    (above.paths, above.paths_base) if above.paths else (options.paths, options.paths_base)
                )
        compiler = content.get("compilerOptions")
        compiler = compiler if isinstance(compiler, dict) else {}
        if isinstance(compiler.get("baseUrl"), str):
            options.base_url = _join(folder, compiler["baseUrl"].replace("${configDir}", "."))
        if isinstance(compiler.get("paths"), dict):
            options.paths = {k: [str(t) for t in v] for k, v in compiler["paths"].items() if isinstance(v, list)}
            options.paths_base = folder
        return options

    def _extended(self, folder: str, name: str) -> str | None:
        if name.startswith("."):
            path = _join(folder, name)
            tries = [path, f"{path}.json", f"{path}/tsconfig.json"]
        else:
            package, rest = split_package(name)
            base = self._packages.get(package, ("\0", {}))[0]
            path = _join(base, rest) if rest else base
            tries = [path, f"{path}.json", f"{path}/tsconfig.json" if path else "tsconfig.json"]
        return next((p for p in tries if p in self._configs), None)

    def _by_paths(self, options: _Options, specifier: str) -> Iterator[str]:
        base = options.base_url if options.base_url is not None else options.paths_base
        patterns = sorted(options.paths, key=lambda p: ("*" in p, -len(p.partition("*")[0])))
        for pattern in patterns:
            matched = match_star(pattern, specifier)
            if matched is not None:
                yield from (
                    _join(base, target.replace("${configDir}/", "").replace("*", matched, 1)) for target in options.paths[pattern]
                )
        if options.base_url is not None:
            yield _join(options.base_url, specifier)

    # Packages

    def _packaged(self, specifier: str) -> str | None:
        package, rest = split_package(specifier)
        if package not in self._packages:
            return None
        folder, content = self._packages[package]
        if not rest:
            return self._entry(folder, content)
        for target in _targets(content.get("exports"), "./" + rest):
            found = self._built(folder, target)
            if found is not None:
                return found
        return self._built(folder, rest) or self.at(_join(folder, f"src/{rest}"))

    def _entry(self, folder: str, content: dict[str, Any]) -> str | None:
        targets = list(_targets(content.get("exports"), "."))
        targets += [content[field] for field in _MAIN_FIELDS if isinstance(content.get(field), str)]
        for target in targets:
            found = self._built(folder, target)
            if found is not None:
                return found
        tries = (f"{folder}/{name}" if folder else name for name in ("src/index", "index", "src/main", "lib/index", "mod"))
        return next((f for path in tries for e in self._order if (f := path + e) in self._files), None)

    def _built(self, folder: str, target: str) -> str | None:
        """The file at a path of a package; where that is built from sources, the source of it."""
        path = _join("", target.removeprefix("./"))
        for candidate in dict.fromkeys((path, _BUILT.sub("src/", path), _BUILT.sub("", path))):
            stem = re.sub(r"(?:\.d)?\.[cm]?[jt]sx?$", "", candidate)
            joined = _join(folder, candidate)
            if joined in self._files:
                return joined
            found = self.at(_join(folder, stem)) if stem not in ("", ".") else None
            if found is not None:
                return found
        return None

    def _internal(self, folder: str, specifier: str) -> str | None:
        """`#name`: the `imports` of the nearest package."""
        while True:
            if folder in self._manifests:
                for target in _targets(self._manifests[folder].get("imports"), specifier):
                    found = self._built(folder, target) if target.startswith(".") else self._packaged(target)
                    if found is not None:
                        return found
                return None
            if not folder:
                return None
            folder = _folder(folder)


def match_star(pattern: str, text: str) -> str | None:
    """The text that the `*` of a pattern stands for; "" where it has none and is the text itself; None if it does not match."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if pattern == text else None
    fits = len(text) >= len(before) + len(after) and text.startswith(before) and text.endswith(after)
    return text[len(before) : len(text) - len(after)] if fits else None


def _targets(exports: object, wanted: str) -> Iterator[str]:
    """The paths that an `exports` or `imports` map gives for a subpath, by falling preference."""
    if exports is None:
        return
    if not (isinstance(exports, dict) and any(key.startswith((".", "#")) for key in exports)):
        exports = {".": exports}
    for pattern in sorted(exports, key=lambda p: ("*" in p, -len(p.partition("*")[0]))):
        matched = match_star(pattern, wanted)
        if matched is not None:
            yield from (target.replace("*", matched) for target in _flat(exports[pattern]))
            return


def _flat(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _flat(item)
    elif isinstance(value, dict):
        for key in sorted(value, key=lambda k: _CONDITIONS.index(k) if k in _CONDITIONS else len(_CONDITIONS)):
            yield from _flat(value[key])


def split_package(specifier: str) -> tuple[str, str]:
    """The package of a specifier, and the path inside it."""
    parts = specifier.split("/")
    count = 2 if specifier.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])


def anchor_of(specifier: str, name: str = "") -> str:
    """The handle of an external: `javascript/@scope/pkg/sub#name`; a default import is the module itself."""
    package, rest = split_package(specifier.removeprefix("node:"))
    whole = f"{package}/{rest}" if rest else package
    return f"javascript/{whole}#{name}" if name and name != "default" else f"javascript/{whole}"
