"""The text of a C or C++ file as it is parsed: what only the preprocessor understands is blanked, byte for byte.

The grammars know conditional compilation and macros only where whole statements stand. What is hidden here
keeps its place, so that positions in what is parsed are positions in the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from cairn.languages.c.heads import macros_of_heads

_BLANK = bytes(byte if byte in (10, 13) else 32 for byte in range(256))
_HIDDEN = re.compile(
    rb"""//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z)|\bu?8?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"|"""
    rb""""(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'""",
    re.DOTALL,
)
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_OTHER_DIRECTIVE = re.compile(rb"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
_PLUSPLUS = re.compile(rb"^[\s(]*(!?)\s*(?:defined)?[\s(]*__cplusplus[\s)]*(?:>=?\s*\d+L?)?[\s)]*$")
_FOREIGN = re.compile(rb"WIN32|WINDOWS|_MSC_VER|__APPLE__|__MINGW|__CYGWIN__|OS2|MSDOS|__VMS|_WIN\b|WINAPI|WINVER|__BORLANDC__")
_NEGATED = re.compile(rb"!\s*(?:defined)?\s*\(?\s*\w+\s*\)?")
_FIRST_BROKEN = re.compile(rb"\s*(?:else\b|[)\],?:=.|&*/%^+<>-])")
_WORD = re.compile(rb"(?<![\w.])[A-Za-z_]\w*")


MAX_PARAMETER_BYTES, MAX_HEAD_BYTES = 3_000, 400  # of a declaration that is looked at (guess)


@dataclass(slots=True)
class Branch:
    """One branch of a group of conditionals; `start` and `end` are those of its text."""

    word: bytes
    condition: bytes
    start: int
    end: int = 0

    @property
    def is_foreign(self) -> bool:
        """Whether it is for a platform that most readers do not build for."""
        return self.word in (b"if", b"ifdef", b"elif", b"elifdef") and bool(_FOREIGN.search(_NEGATED.sub(b"", self.condition)))


@dataclass(slots=True)
class Group:
    """`#if` to `#endif`."""

    start: int
    branches: list[Branch] = field(default_factory=list)
    end: int = 0


class _Text:
    """A file's bytes, and the same without comments and strings; both get blanks where text is taken out."""

    def __init__(self, source: bytes) -> None:
        self.kept = bytearray(source)
        self.bare = bytearray(_HIDDEN.sub(_hide, source))
        self.words: dict[int, bytes] | None = None  # those that were taken out, by their places, once they are asked for

    def blank(self, start: int, end: int) -> None:
        if self.words is not None:
            self.words.update((start + word.start(), word[0]) for word in _WORD.finditer(self.bare[start:end]))
        self.kept[start:end] = self.kept[start:end].translate(_BLANK)
        self.bare[start:end] = self.bare[start:end].translate(_BLANK)


def _hide(match: re.Match[bytes]) -> bytes:
    text = match[0]
    if text[:1] == b"/":
        return text.translate(_BLANK)
    return text[:1] + text[1:-1].translate(_BLANK) + text[-1:]


def bare_text(source: bytes) -> bytes:
    """The text with blanks for comments and the insides of strings."""
    return _HIDDEN.sub(_hide, source)


def groups_of(bare: bytes) -> list[Group]:
    """The groups of conditionals, inner ones before those around them."""
    found: list[Group] = []
    stack: list[Group] = []
    for match in _DIRECTIVE.finditer(bare):
        word = match[1]
        if word.startswith(b"if"):
            stack.append(Group(match.start(), [Branch(word, match[2], match.end())]))
            continue
        if not stack:
            continue
        stack[-1].branches[-1].end = match.start()
        if word == b"endif":
            group = stack.pop()
            group.end = match.end()
            found.append(group)
        else:
            stack[-1].branches.append(Branch(word, match[2], match.end()))
    return found


def masked(source: bytes, is_plusplus: bool) -> bytes:
    """The text of a file as the grammar gets to see it."""
    return _mask(source, is_plusplus)[0]


def hidden_names(source: bytes, is_plusplus: bool) -> dict[int, bytes]:
    """The macros and attributes that the grammar does not get to see, with their arguments: words by their places."""
    return _mask(source, is_plusplus)[1]


@lru_cache(maxsize=1)  # a file is masked when it is parsed, and asked for what was hidden right after
def _mask(source: bytes, is_plusplus: bool) -> tuple[bytes, dict[int, bytes]]:
    text = _Text(source)
    if b"#" in source:
        directives = bytes(text.bare)
        for group in groups_of(directives):
            _settle(text, group, is_plusplus)
        for match in _DIRECTIVE.finditer(directives):
            text.blank(match.start(), match.end())
    text.words = {}
    _hide_attributes(text, is_plusplus)
    words = {place: word for place, word in text.words.items() if word not in _KEYWORDS and not word.startswith(b"__")}
    return bytes(text.kept), words


def _known(branch: Branch, is_plusplus: bool) -> bool | None:
    """Whether a branch is compiled, where that can be told."""
    condition = branch.condition.strip()
    if branch.word in (b"if", b"elif") and condition in (b"0", b"1"):
        return condition == b"1"
    match = _PLUSPLUS.match(condition)
    if match and branch.word in (b"if", b"elif", b"ifdef", b"ifndef"):
        return is_plusplus != (bool(match[1]) or branch.word == b"ifndef")
    return None


def _settle(text: _Text, group: Group, is_plusplus: bool) -> None:
    """Take out the branches that are not compiled, and all but one where they cannot stand one after the other."""
    kept: list[Branch] = []
    is_decided = False
    for branch in group.branches:
        known = _known(branch, is_plusplus)
        if is_decided or known is False:
            text.blank(branch.start, branch.end)
            continue
        kept.append(branch)
        is_decided = known is True
    if len(kept) < 2 or (all(_stands_alone(text.bare, branch) for branch in kept) and _ends_before(text.bare, group.start)):
        return
    chosen = next((branch for branch in kept if not branch.is_foreign), kept[0])
    for branch in kept:
        if branch is not chosen:
            text.blank(branch.start, branch.end)


def _stands_alone(bare: bytearray, branch: Branch) -> bool:
    """Whether a branch holds whole statements."""
    inner = _OTHER_DIRECTIVE.sub(b"", bytes(bare[branch.start : branch.end]))
    stripped = inner.strip()
    if not stripped:
        return True
    if _FIRST_BROKEN.match(inner) or (stripped[-1:] not in b";}" and stripped[-1:] not in b"),"):
        return False
    depth = 0
    for match in re.finditer(rb"[{}()]", inner):
        depth += 1 if match[0] in b"{(" else -1
        if depth < 0:
            return False
    return depth == 0


def _ends_before(bare: bytearray, position: int) -> bool:
    """Whether what stands before a position is a whole statement."""
    before = bytes(bare[max(0, position - 2000) : position])
    before = _OTHER_DIRECTIVE.sub(b"", before).rstrip()
    return not before or before[-1:] in b";{}:," or (before[-1:] == b")" and position == 0)


_EMPTY_MACRO = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+(?:\([^()]*\))?([ \t])[ \t\r]*\Z")

# Attributes and macros before, in and after declarations

_KEYWORDS = frozenset(
    b"alignas alignof asm auto bool break case catch char class co_await co_return co_yield const const_cast consteval "
    b"constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern "
    b"false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override "
    b"private protected public register reinterpret_cast requires restrict return short signed sizeof static "
    b"static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union "
    b"unsigned using virtual void volatile wchar_t while and or not xor _Bool _Complex _Noreturn _Static_assert "
    b"_Thread_local __inline __inline__ __const __volatile__ __signed__ defined size_t".split()
)
_BUILT_IN = (
    rb"extern|static|inline|unsigned|signed|struct|union|enum|void|int|char|long|short|float|double|bool|_Bool|size_t"
    rb"|class|virtual|explicit|constexpr|typedef|auto|template|friend|__inline|__inline__"
)
_CONST = rb"(?:const|volatile)\s+[A-Za-z_][\w:]*(?:<[^;(){}]*>)?(?:\s*[*&][\s*&]*|\s+)\w"  # not that of `T const& x`, `T const x`
_TEMPLATE = rb"(?:template\s*<[^{};()]*?>\s*)?"
_SPECIFIERS = (
    rb"(?:(?:extern|static|inline|const|volatile|virtual|constexpr|explicit|friend|typedef|struct|enum|unsigned"
    rb"|__inline|__inline__)\s+)*"
)
_SURE = re.compile(
    rb"\b__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)|\b__attribute\s*\(\((?:[^()]|\([^()]*\))*\)\)"
    rb"|\b__declspec\s*\((?:[^()]|\([^()]*\))*\)|\b(?:__extension__|__cdecl|__stdcall|__fastcall|__restrict__|__restrict|_Noreturn"
    rb"|WINAPI|APIENTRY|__forceinline)\b|\b__asm__\s*\((?=\s*\")[^()]*\)(?=\s*[;,])"
)
_BEFORE_BUILT_IN = re.compile(
    rb"(?:^|(?<=[;{}]))[ \t]*" + _TEMPLATE + _SPECIFIERS + rb"\b([A-Za-z_]\w*)\s+(?=(?:" + _BUILT_IN + rb")\b|" + _CONST + rb")",
    re.MULTILINE,
)
_CALLED_BEFORE_BUILT_IN = re.compile(
    rb"(?:^|(?<=[;{}]))[ \t]*" + _SPECIFIERS + rb"\b([A-Z_][A-Z0-9_]{2,}[ \t]*\([^()\n]*\))[ \t]+(?=(?:" + _BUILT_IN + rb")\b)",
    re.MULTILINE,
)
_TYPE = rb"[A-Za-z_]\w*(?:::\w+)*(?:<[^<>;{}()\n]*(?:<[^<>;{}()\n]*>[^<>;{}()\n]*)*>)?"
_BEFORE_TYPE = re.compile(
    rb"^[ \t]*" + _TEMPLATE + _SPECIFIERS + rb"((?:[A-Z_][A-Z0-9_]{2,}\s+)*[A-Za-z_]\w*)\s+(?:const\s+)?(" + _TYPE + rb")"
    rb"(?:\s*[*&][*&\s]*(?:const\s+)?|\s+)(?:[A-Z_][A-Z0-9_]{2,}\s+)?(?:[A-Za-z_~][\w:~]*\s*[(;=,\[{]|[\w:]*\boperator\b|\(\s*\w+\s*\)\s*\(|operator\b)",
    re.MULTILINE,
)
_BETWEEN = re.compile(
    rb"^[ \t]*"
    + _TEMPLATE
    + _SPECIFIERS
    + _TYPE
    + rb"[\s*&]+((?:[A-Z][A-Z0-9_]{2,}|\w*CDECL)\s+)(?:\w+\s*\(|[\w:]+::~?\w+\s*\(|operator\b)",
    re.MULTILINE,
)
_WRAPPED = re.compile(
    rb"^(?:extern\s+)?([A-Z]\w*)[ \t]*(\()((?:const\s+)?[A-Za-z_][\w \t]*\**)(\))[ \t\n]*\**\w+\s*\([^;{}]*\)\s*[;{]",
    re.MULTILINE,
)
_BEFORE_NAME = re.compile(
    rb"(?:\b(?:void|int|char|long|short|float|double|bool|unsigned|signed|size_t)\b[\s*&]*|[*&]\s*)"
    rb"\s([A-Za-z_]\w*)\s+(?:[A-Za-z_]\w*\s*\(|operator\b)"
)
_BEFORE_POINTER = re.compile(
    rb"(?:\b(?:void|int|char|long|short|float|double)|\b(?:struct|union|enum)[ \t]+\w+|\})"
    rb"[ \t]+([A-Z_][A-Z0-9_]{2,})[ \t]*(?=\*|\w+\s*[;,])"
)
_OLD_HEAD = re.compile(rb"^[\w \t*]*\w[ \t]*\(\s*\w+(?:\s*,\s*\w+)*\s*\)[ \t]*\r?\n(?=[ \t]*\w)", re.MULTILINE)
_BEFORE_CONSTRUCTOR = re.compile(
    rb"^[ \t]*(?:inline\s+)?([A-Z_][A-Z0-9_]{2,})\s+(?:\w+::)*(?P<own>\w+)::~?(?P=own)\s*\(", re.MULTILINE
)
_IN_POINTER = re.compile(rb"\(\s*([A-Z_][A-Z0-9_]{2,})\s*\*\s*\w+\s*\)\s*(?:\(|[A-Z_]+\s*\(\()")
_OLD_PROTOTYPE = re.compile(rb"[\w)][ \t\n]+([A-Z_][A-Z_0-9]*[ \t]*\()\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[ \t]*(\))\s*;")
_GUARDS = re.compile(
    rb"[\w\])>]\s+((?:[A-Z]+_)*(?:GUARDED_BY|GUARDED_VAR|PT_GUARDED_BY|ACQUIRED_AFTER|ACQUIRED_BEFORE|[A-Z_]*LOCK_FUNCTION|[A-Z_]*LOCKS?_REQUIRED"
    rb"|LOCKS_EXCLUDED|REQUIRES|REQUIRES_SHARED|EXCLUDES|ACQUIRE|RELEASE|NO_THREAD_SAFETY_ANALYSIS|WARN_UNUSED_RESULT|MUST_USE_RESULT)"
    rb"\b\s*(?:\([^()]*\))?)(?=\s*[;{:=])"
)
_AFTER = re.compile(
    rb"\)\s*(?:const\b\s*|noexcept\b\s*|throw\s*\(\s*\)\s*)*"
    rb"((?:\b[A-Z_][A-Z0-9_]{2,}\b(?:\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s*)+)(?:=\s*0\s*)?(?:[;{]|:(?!:))"
)
_HEAD = re.compile(
    rb"(?:^|[;{}>])[ \t]*([A-Za-z_~][\w \t*&:<>,~]*(?:\n[\w \t*&:<>~]*)?(?:\boperator\s*[^\w\s(]{1,3}|[\w>*& \t]))\Z",
    re.MULTILINE,
)
_MACRO_HEAD = re.compile(rb"^([A-Z_][A-Z0-9_]{2,})[ \t]*\([ \t]*\w+([ \t]*,[^{};]*?)\)\s*\{", re.MULTILINE)
_LONE = re.compile(rb"^[ \t]*([A-Z_][A-Z0-9_]{2,}(?:[ \t]*\([^(){};\n]*\))?)[ \t]*\r?\n(?=\s*(?:[A-Za-z_~#}]|\Z))", re.MULTILINE)
_CONTROL = re.compile(rb"\s*(?:if|while|for|switch|return|else|do|case|goto|delete|throw|new)\b")


def _hide_attributes(text: _Text, is_plusplus: bool) -> None:
    """Blank the macros and attributes that stand where the grammar wants a type or a name."""
    for match in _OTHER_DIRECTIVE.finditer(bytes(text.bare)):
        _hide_comments(text, match.start(), match.end())
        text.bare[match.start() : match.end()] = text.bare[match.start() : match.end()].translate(_BLANK)
    _blank_all(text, _SURE, 0)
    for start, end in list(macros_of_heads(bytes(text.bare), bytes(text.kept), _KEYWORDS)):
        text.blank(start, end)
    _hide_wrappers(text)
    _blank_all(text, _BEFORE_BUILT_IN, 1)
    _blank_all(text, _CALLED_BEFORE_BUILT_IN, 1)
    if not is_plusplus:
        _hide_old_parameters(text)
    _blank_all(text, _IN_POINTER, 1)
    for match in _BEFORE_POINTER.finditer(bytes(text.bare)):
        if match[0][:1] != b"}" or text.bare[match.end()] != 42:  # not the statement after a block
            text.blank(*match.span(1))
    _blank_all(text, _BEFORE_NAME, 1)
    _hide_before_types(text)
    _blank_all(text, _BEFORE_CONSTRUCTOR, 1)
    _blank_all(text, _GUARDS, 1)
    _hide_after(text)
    for match in _LONE.finditer(bytes(text.bare)):
        if _ends_before(text.bare, match.start()):
            text.blank(*match.span(1))


def _hide_wrappers(text: _Text) -> None:
    """`API(int) f(void)`, and `int f P((int))` of old prototypes: what is in the brackets stays."""
    for match in _WRAPPED.finditer(bytes(text.bare)):
        text.blank(match.start(1), match.end(2))
        text.blank(*match.span(4))
    for match in _OLD_PROTOTYPE.finditer(bytes(text.bare)):
        text.blank(*match.span(1))
        text.blank(*match.span(2))


def _hide_before_types(text: _Text) -> None:
    """One of two words before a name is a macro: the first, unless the second looks more like one; then those behind a type."""
    for match in _BEFORE_TYPE.finditer(bytes(text.bare)):
        if match[1] in _KEYWORDS or match[2] in _KEYWORDS or _CONTROL.match(match[0]):
            continue
        text.blank(*match.span(2 if match[2].isupper() and not match[1].isupper() else 1))
    for match in _BETWEEN.finditer(bytes(text.bare)):
        if not _CONTROL.match(match[0]):
            text.blank(*match.span(1))


def _hide_after(text: _Text) -> None:
    """Macros behind the parameters of a function, and the texts that heads of macros hold."""
    for match in _AFTER.finditer(bytes(text.bare)):
        if _follows_parameters(text.bare, match.start()):
            text.blank(*match.span(1))
    for match in _MACRO_HEAD.finditer(bytes(text.bare)):  # `TEST(name, "text") {` looks like a function without the text
        if b'"' in match[2] or re.search(rb"[^\w\s,]|,\s*\d", match[2]):
            text.blank(*match.span(2))


def _follows_parameters(bare: bytearray, end: int) -> bool:
    """Whether the bracket that closes at `end` holds the parameters of a function that is declared."""
    depth, position = 0, end
    lowest = max(0, end - MAX_PARAMETER_BYTES)
    while position >= lowest:
        depth += {41: 1, 40: -1}.get(bare[position], 0)
        if depth == 0:
            break
        position -= 1
    if depth:
        return False
    head = _HEAD.search(bytes(bare[max(0, position - MAX_HEAD_BYTES) : position]))
    return head is not None and not _CONTROL.match(head[1])


def _hide_old_parameters(text: _Text) -> None:
    """Pointers to functions among the parameters of `int f(a) int a; {}`, which the grammar does not take there."""
    for match in _OLD_HEAD.finditer(bytes(text.bare)):
        end = text.bare.find(b"{", match.end(), match.end() + 4000)
        declarations = bytes(text.bare[match.end() : end]) if end > 0 else b""
        if b"(" in declarations and b"}" not in declarations and declarations.rstrip().endswith(b";"):
            words, text.words = text.words, None  # what is taken out declares, and uses nothing
            text.blank(match.end(), end)
            text.words = words


def _hide_comments(text: _Text, start: int, end: int) -> None:
    """The grammar ends a macro's text at a comment, and looks for a missing one on the lines below."""
    directive = bytes(text.kept[start:end])
    if b"/*" in directive or b"//" in directive:
        for match in _HIDDEN.finditer(directive):
            if match[0][:1] == b"/":
                text.kept[start + match.start() : start + match.end()] = match[0].translate(_BLANK)
    empty = _EMPTY_MACRO.match(text.kept, start, end)
    if empty is not None:
        text.kept[empty.start(1)] = 48  # the text of the macro is read from the file, not from here


def _blank_all(text: _Text, pattern: re.Pattern[bytes], group: int) -> None:
    for match in pattern.finditer(bytes(text.bare)):
        word = re.match(rb"\w+", match[group])
        if group and (word is None or word[0] in _KEYWORDS):
            continue
        end = match.end(group)
        if group and bytes(text.bare[end : end + 40]).lstrip(b" \t")[:1] == b"(":  # its arguments belong to it
            end = text.bare.find(b")", end) + 1 or end
        if group and re.search(rb"\b(?:case|return|else|goto)\b", match[0][: match.start(group) - match.start()]):
            continue
        text.blank(match.start(group), end)


# Which of the two languages a header is written in

_SIGNS = re.compile(
    rb"\bclass\s+[\w\s]*\w\s*(?:final\s*)?(?:[{:]|;)|\bnamespace\s*[\w:]*\s*\{|\btemplate\s*<|\b(?:public|private|protected)\s*(?:\w+\s*)?:(?!:)"
    rb"|\busing\s+[\w:]+|\b(?:virtual|constexpr|nullptr|noexcept|decltype|static_cast|const_cast|reinterpret_cast|dynamic_cast|typename"
    rb"|mutable|friend|explicit|operator)\b|\b[A-Za-z_]\w*::\s*~?[A-Za-z_]|[\w>]\s*&\s*\w+\s*[,)]|\benum\s+class\b|\)\s*(?:const|override)\s*[;{]"
)

_HEADERS = re.compile(
    rb'^\s*#\s*include\s*(?:<(?:algorithm|array|atomic|bitset|c[a-z]+|chrono|deque|exception|functional|iomanip|ios|iosfwd|iostream|istream'
    rb'|iterator|limits|list|map|memory|mutex|new|numeric|optional|ostream|queue|regex|set|sstream|stack|stdexcept|streambuf|string'
    rb'|string_view|thread|tuple|type_traits|typeindex|typeinfo|unordered_map|unordered_set|utility|valarray|variant|vector)>'
    rb'|[<"][^>"\n]+\.(?:hpp|hh|hxx|h\+\+|tcc|ipp)[>"])', re.MULTILINE
)  # fmt: skip

_MACRO_TEXT = re.compile(rb"^[ \t]*#[ \t]*(?:define|error|warning|pragma)(?:\\\r?\n|[^\n])*", re.MULTILINE)


@lru_cache(maxsize=2)
def is_plusplus(text: str) -> bool:
    """Whether a header is C++ by what it holds outside of `#ifdef __cplusplus`."""
    source = text.encode("utf-8", "replace")
    bare = bytearray(bare_text(source))
    for group in groups_of(bytes(bare)):
        if (
            b"__cplusplus" in group.branches[0].condition
            and group.branches[0].word != b"ifndef"
            and b"!" not in group.branches[0].condition
        ):
            start, end = group.branches[0].start, group.branches[0].end
            bare[start:end] = b" " * (end - start)
    plain = _MACRO_TEXT.sub(b"", bytes(bare))
    return bool(_SIGNS.search(plain) or _HEADERS.search(plain))


def is_c(text: str) -> bool:
    """A header without a sign of C++ is taken for C."""
    return not is_plusplus(text)
