"""Edits of small programs at random, in any language: of their words, lines, definitions and files, so that much still fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from random import Random

from cairn.extract.extract import extract
from cairn.languages.registry import language_for
from cairn.resolve.manifests import is_manifest

Tree = dict[str, str]  # texts by path

SOURCES = Path(__file__).parent.parent / "languages"
_NOTE = re.compile(r"^\s*(//|#|--|/\*|<!--|\{/\*)\s*(\^|check:).*$")
_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_POPULAR = ["get", "x", "run", "name", "value", "main", "init", "open"]
_NEW_STEMS = ["fresh", "other", "index", "__init__", "mod", "lib"]

# Lines that bind names across files. M is the name of a file, X, Y and Z are names that the sources have.
_LINES = {
    ".py": ["from M import *", "from M import X as Y", "from .M import X", "__all__ = ['X', 'Y']", "import M",
        "class X(Y): pass", "X = Y", "def X(x, Y=1): return Z(x)", "del X"],
    ".ts": ["export * from './M'", "export { X as Y } from './M'", "import { X } from './M'",
        "import * as X from './M'", "export class X extends Y { Z() { return this.x } }", "export default X",
        "interface X { Y(): Z }", "declare global { const X: Y }"],
    ".js": ["module.exports = { X, Y }", "const { X } = require('./M')", "export * from './M'",
        "X.prototype.Y = function () {}"],
    ".rs": ["use crate::M::X;", "pub use crate::M::*;", "mod M;", "impl X for Y { fn Z(&self) {} }",
        "pub struct X { pub Y: Z }", "trait X: Y { fn Z(&self) {} }", "impl X for std::sync::Arc<Y> {}",
        "macro_rules! X { () => { Y() } }"],
    ".go": ["var _ X = (*Y)(nil)", "func (x *X) Y() {}", "type X interface { Y() Z }", "type X struct { Y }",
        "func X(x Y) Z { return Z{} }"],
    ".java": ["import M.X;", "class X extends Y { Z x(int x) { return null; } }",
        "interface X { default void Y(Z x) {} }"],
    ".kt": ["fun X.Y() = Z()", "typealias X = Y", "import M.X", "open class X : Y() { fun Z(x: Int = 1) = x }",
        "val X.Y get() = 1"],
    ".scala": ["implicit class Y(x: X) { def Z = 1 }", "import M._", "object X extends Y { def Z(x: Int) = x }",
        "given X: Y = null"],
    ".cs": ["static class E { public static int Y(this X x) => 1; }", "using M;",
        "partial class X : Z { partial void Y(); }", "partial class X { partial void Y() { Z(); } }"],
    ".c": ['#include "M.h"', "#define X Y", "int X(void);", "int X(void) { return Y(); }", "struct X { int Y; };",
        "static int X;"],
    ".h": ['#include "M.h"', "#define X(a) Y(a)", "int X(int x);", "struct X { struct Y *Z; };",
        "typedef struct X X;"],
    ".cpp": ['#include "M.h"', "int X::Y() { return 1; }", "using namespace X;", "namespace X { int Y(); }",
        "using X::Y;", "struct X : Y { int Z(); };"],
    ".rb": ["class X; def Y; end; end", "X.include Y", "require_relative 'M'", "module X; def Y(x = 1); Z; end; end"],
    ".php": ["use X;", "namespace M;", "trait X { function Y() {} }", "class X extends Y { use Z; }"],
    ".swift": ["extension X { func Y() {} }", "extension X: Y {}", "protocol X: Y { func Z() }",
        "class X: Y { var Z: X }"],
    ".lua": ["X = function() end", "local M = require('M')", "function X.Y() return Z() end"],
    ".sol": ["using X for Y;", "library X { function Y(uint a) internal {} }", 'import "./M.sol";',
        "contract X is Y { function Z() public {} }"],
    ".sh": ["source ./M.sh", "X() { Y; }", ". M.sh"],
    ".vue": ["<X/>", "<script>import X from './M.vue'</script>"],
    ".pm": ["use parent 'X';", "sub X { Y(); }", "use M;", "package X;"],
}  # fmt: skip
for _one, _other in ((".tsx", ".ts"), (".hpp", ".cpp"), (".svelte", ".vue"), (".pl", ".pm"), (".mjs", ".js")):
    _LINES[_one] = _LINES[_other]


def sources_of(language: str, random: Random) -> Tree:
    """Some annotated sources of a language, without their annotations."""
    cases = [case for case in sorted((SOURCES / language).iterdir()) if not case.name.startswith((".", "_"))]
    folders = [case for case in cases if case.is_dir()]
    chosen = random.sample(cases, min(random.choice((1, 2)), len(cases))) + ([random.choice(folders)] if folders else [])
    tree: Tree = {}
    for case in chosen:
        below = f"{case.stem}/" if random.random() < 0.3 else ""
        files = [case] if case.is_file() else sorted(path for path in case.rglob("*") if path.is_file())
        for file in files:
            path = below + (file.name if case.is_file() else file.relative_to(case).as_posix())
            tree[path] = "\n".join(line for line in file.read_text("utf-8").split("\n") if not _NOTE.match(line))
    return {path: text for path, text in tree.items() if not any(other.startswith(path + "/") for other in tree)}


class Mutation:
    """Changes a tree in place, each time in one way."""

    def __init__(self, tree: Tree, random: Random) -> None:
        self._tree, self._random = tree, random
        self._ways: list[Callable[[str], str]] = [
            self._rename_everywhere, self._rename_in_file, self._rename_definition, self._replace_word, self._drop_word,
            self._swap_words, self._drop_line, self._copy_line, self._swap_lines, self._push_down, self._drop_definition,
            self._copy_definition, self._move_definition, self._swap_parameters, self._swap_heads, self._bind, self._bind,
            self._drop_file, self._move_file, self._copy_file, self._edit_manifest,
        ]  # fmt: skip

    def step(self) -> str:
        """Change something, and say what."""
        way = self._random.choice(self._ways)
        path = self._random.choice(sorted(self._tree))
        return f"{way.__name__.lstrip('_')} {path} {way(path)}"

    # Words

    def _words(self, path: str) -> list[re.Match[str]]:
        return list(_WORD.finditer(self._tree[path]))

    def _name(self, path: str) -> str:
        """A word of the files of the same kind, or a popular one."""
        suffix = PurePosixPath(path).suffix
        alike = (text for other, text in self._tree.items() if PurePosixPath(other).suffix == suffix or is_manifest(other))
        words: set[str] = {word for text in alike for word in _WORD.findall(text)}
        return self._random.choice(sorted(words) + _POPULAR)

    def _put(self, path: str, begin: int, end: int, text: str) -> str:
        old = self._tree[path]
        self._tree[path] = old[:begin] + text + old[end:]
        return f"{old[begin:end]!r} -> {text!r}"

    def _replace_word(self, path: str) -> str:
        words = self._words(path)
        return self._put(path, *self._random.choice(words).span(), self._name(path)) if words else ""

    def _drop_word(self, path: str) -> str:
        words = self._words(path)
        return self._put(path, *self._random.choice(words).span(), "") if words else ""

    def _swap_words(self, path: str) -> str:
        words = self._words(path)
        if len(words) < 2:
            return ""
        at = self._random.randrange(len(words) - 1)
        one, other, text = words[at], words[at + 1], self._tree[path]
        return self._put(path, one.start(), other.end(), other.group() + text[one.end() : other.start()] + one.group())

    def _rename_everywhere(self, path: str) -> str:
        return self._rename(path, sorted(self._tree))

    def _rename_in_file(self, path: str) -> str:
        return self._rename(path, [path])

    def _rename(self, path: str, where: list[str]) -> str:
        words = self._words(path)
        if not words:
            return ""
        old, new = self._random.choice(words).group(), self._name(path)
        for other in where:
            self._tree[other] = re.sub(rf"(?<![\w$]){re.escape(old)}(?![\w$])", lambda _: new, self._tree[other])
        return f"{old} -> {new}"

    def _rename_definition(self, path: str) -> str:
        names = [name for _, _, name in self._definitions(path) if name]
        found = re.search(rf"\b{re.escape(self._random.choice(names))}\b", self._tree[path]) if names else None
        return self._put(path, *found.span(), self._random.choice([*_POPULAR, self._name(path)])) if found else ""

    # Lines

    def _drop_line(self, path: str) -> str:
        lines = self._tree[path].split("\n")
        gone = lines.pop(self._random.randrange(len(lines)))
        self._tree[path] = "\n".join(lines)
        return repr(gone)

    def _copy_line(self, path: str) -> str:
        return self._insert(self._alike(path), self._random.choice(self._tree[path].split("\n")))

    def _insert(self, path: str, line: str) -> str:
        lines = self._tree[path].split("\n")
        lines.insert(self._random.choice((0, self._random.randrange(len(lines) + 1), len(lines))), line)
        self._tree[path] = "\n".join(lines)
        return f"{path}: {line!r}"

    def _swap_lines(self, path: str) -> str:
        lines = self._tree[path].split("\n")
        at = self._random.randrange(len(lines))
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
        self._tree[path] = "\n".join(lines)
        return str(at)

    def _push_down(self, path: str) -> str:
        self._tree[path] = "\n" + self._tree[path]
        return ""

    def _bind(self, path: str) -> str:
        """Insert a line that binds names across files."""
        line = self._random.choice(_LINES.get(PurePosixPath(path).suffix, ["X"]))
        stem = PurePosixPath(self._random.choice(sorted(self._tree))).stem
        names = {"M": stem, "X": self._defined(path), "Y": self._defined(path), "Z": self._defined(path)}
        return self._insert(path, re.sub(r"\b[MXYZ]\b", lambda found: names[found.group()], line))

    def _defined(self, path: str) -> str:
        names = sorted({name for _, _, name in self._definitions(self._alike(path)) if _WORD.fullmatch(name)})
        return self._random.choice([*names, self._random.choice(_POPULAR)])

    # Definitions

    def _definitions(self, path: str) -> list[tuple[int, int, str]]:
        """The whole lines of each definition, as characters, and its name."""
        text = self._tree[path]
        record = language_for(path, "")
        data = text.encode("utf-8")
        found = []
        for one in extract(record, path, data).definitions[1:] if record is not None else ():
            begin, end = (
                len(data[: one.start_byte].decode("utf-8", "ignore")),
                len(data[: one.end_byte].decode("utf-8", "ignore")),
            )
            last = text.find("\n", end)
            found.append((text.rfind("\n", 0, begin) + 1, len(text) if last < 0 else last + 1, one.name))
        return found

    def _drop_definition(self, path: str) -> str:
        found = self._definitions(path)
        return self._put(path, *self._random.choice(found)[:2], "") if found else ""

    def _copy_definition(self, path: str) -> str:
        return self._transfer(path, is_kept=True)

    def _move_definition(self, path: str) -> str:
        return self._transfer(path, is_kept=False)

    def _transfer(self, path: str, *, is_kept: bool) -> str:
        found = self._definitions(path)
        if not found:
            return ""
        begin, end, name = self._random.choice(found)
        text = self._tree[path][begin:end]
        if not is_kept:
            self._put(path, begin, end, "")
        target = self._random.choice((path, self._alike(path)))
        places = [0, len(self._tree[target]), *(place for _, place, _ in self._definitions(target))]
        at = self._random.choice(places)
        self._put(target, at, at, f"\n{text}\n")
        return f"{name} -> {target}"

    def _swap_parameters(self, path: str) -> str:
        """Give a definition the parameters of another, or one more."""
        groups = list(re.finditer(r"\(([^()\n]*)\)", self._tree[path]))
        if not groups:
            return ""
        inner = self._random.choice((self._random.choice(groups).group(1), self._name(path)))
        one = self._random.choice(groups)
        return self._put(path, one.start(1), one.end(1), self._random.choice((inner, f"{one.group(1)}, {inner}")))

    def _swap_heads(self, path: str) -> str:
        """Give a definition what stands behind the name of another: parameters, type and bases."""
        heads = []
        for begin, end, name in self._definitions(path):
            found = re.search(rf"\b{re.escape(name)}\b(.*)", self._tree[path][begin:end]) if name else None
            if found:
                heads.append((begin + found.start(1), begin + found.end(1), found.group(1)))
        return self._put(path, *self._random.choice(heads)[:2], self._random.choice(heads)[2]) if heads else ""

    # Files

    def _alike(self, path: str) -> str:
        suffix = PurePosixPath(path).suffix
        return self._random.choice([other for other in sorted(self._tree) if PurePosixPath(other).suffix == suffix])

    def _new_path(self, path: str) -> str | None:
        folders = sorted({str(PurePosixPath(other).parent) for other in self._tree})
        stems = sorted({PurePosixPath(other).stem for other in self._tree}) + _NEW_STEMS
        new = str(PurePosixPath(self._random.choice(folders)) / (self._random.choice(stems) + PurePosixPath(path).suffix))
        is_taken = new in self._tree or any(other.startswith(new + "/") or new.startswith(other + "/") for other in self._tree)
        return None if is_taken else new

    def _drop_file(self, path: str) -> str:
        if len(self._tree) > 2:
            del self._tree[path]
        return ""

    def _move_file(self, path: str) -> str:
        new = self._new_path(path)
        if new is not None:
            self._tree[new] = self._tree.pop(path)
        return str(new)

    def _copy_file(self, path: str) -> str:
        new = self._new_path(path)
        if new is not None:
            self._tree[new] = self._tree[path]
        return str(new)

    def _edit_manifest(self, path: str) -> str:
        """Let a manifest name another folder or file."""
        manifests = sorted(filter(is_manifest, self._tree))
        if not manifests:
            return self._replace_word(path)
        chosen = self._random.choice(manifests)
        words = self._words(chosen)
        parts = sorted({word for other in self._tree for word in _WORD.findall(other)})
        return self._put(chosen, *self._random.choice(words).span(), self._random.choice(parts)) if words and parts else ""
