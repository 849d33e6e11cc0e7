"""What may not come into a library from elsewhere: secrets, hidden characters, and text that speaks to a model.

The words are signs, not proofs. Every pattern has bounds on what it repeats: a card of 64,000 characters is looked at in less
than a second, whatever stands in it.
"""

from __future__ import annotations

import base64
import binascii
import functools
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from cairn.cards.card import BrokenCardError, strings_of
from cairn.chunk.flags import flags_of
from cairn.ingest.secret import find_secret

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|these|the)\b"
    r"[^.\n]{0,30}\b(?:rules?|orders?|instructions?|prompts?|guidelines|constraints|policies|context)\b"
    r"|\b(?:print|reveal|show|output|repeat|send|leak|disclose)\b[^.\n]{0,30}\b(?:the |your |any )"
    r"(?:tokens?|system prompt|api keys?|passwords?|credentials|secrets?)\b"
    r"|</?(?:context|system|user|assistant|cairn-cards|instructions?|tool_result|function_results?)\b[^>\n]{0,60}>"
    r"|\b(?:you must|you have to|always) (?:first )?(?:run|execute|call|invoke)\b[^.\n]{0,60}\b(?:without|before) "
    r"(?:asking|telling|anything|confirm\w*)\b",
    re.IGNORECASE,
)


def _language(verbs: str, earlier: str, nouns: str, *, is_verb_last: bool = False) -> str:
    """`Ignore the earlier instructions` in a language, with the adjective on either side of the noun."""
    gap = r"[^.。\n]{0,30}"
    what = rf"(?:(?:{earlier}){gap}?(?:{nouns})|(?:{nouns}){gap}?(?:{earlier}))"
    return rf"(?:{what}){gap}?(?:{verbs})" if is_verb_last else rf"(?:{verbs}){gap}?{what}"


_OTHER_LANGUAGES = "|".join(
    (
        _language(
            "忽略|无视|無視|忘记|忘記|不要理会|不要理會|不理会|绕过|繞過",
            "之前|以上|先前|前面|上面|所有|此前|原来|原來|系统|系統",
            "指令|指示|规则|規則|提示|约束|限制|命令",
        ),
        _language(
            "無視|忘れて|従わない|破棄",
            "以前|これまで|上記|前の|すべて|全て",
            "指示|命令|ルール|プロンプト",
            is_verb_last=True,
        ),
        _language("무시|잊어|따르지", "이전|앞의|위의|모든|지금까지", "지시|명령|규칙|프롬프트", is_verb_last=True),
        _language(
            r"\b(?:ignor[ae]\w{0,2}|olvid[ae]\w{0,2}|descart[ae]\w{0,2}|omit[ae]\w{0,2})\b",
            r"\b(?:anterior\w*|previ[ao]s?|todas?|tod[ao]s|de arriba|del sistema)\b",
            r"\b(?:instrucci[oó]n\w*|[oó]rdenes|reglas|indicaciones)\b",
        ),
        _language(
            r"\b(?:ignor\w{1,4}|esque[çc]\w{1,3}|desconsider\w{1,3})\b",
            r"\b(?:anterior\w*|pr[eé]vi[ao]s?|todas|acima|do sistema)\b",
            r"\b(?:instru[çc][oõ]es|ordens|regras)\b",
        ),
        _language(
            r"\b(?:ignor\w{1,4}|oubli\w{1,3}|n[eé]glig\w{1,3})\b",
            r"\b(?:pr[eé]c[eé]dent\w*|ant[eé]rieur\w*|toutes|ci-dessus|du syst[eè]me)\b",
            r"\b(?:instructions?|consignes?|ordres|r[eè]gles)\b",
        ),
        _language(
            r"\b(?:ignorier\w{0,3}|vergiss\w{0,3}|vergesst|missacht\w{0,3}|missachte)\b",
            r"\b(?:vorherig\w*|bisherig\w*|fr[uü]her\w*|obig\w*|vorangehend\w*|alle|s[aä]mtliche)\b",
            r"\b(?:anweisung\w*|instruktion\w*|regeln|befehle?|vorgaben)\b",
        ),
        _language(
            r"\b(?:ignora\w{0,2}|dimentica\w{0,2})\b",
            r"\b(?:precedent\w*|tutt[ei]|di sopra|del sistema)\b",
            r"\b(?:istruzioni|ordini|regole)\b",
        ),
        _language(
            r"\b(?:игнорир\w{1,4}|забуд\w{1,3}|не обращай\w{0,2} внимания)\b",
            r"\b(?:предыдущ\w*|прежни\w*|вс[еёя]\w*|выше\w*|системн\w*)\b",
            r"\b(?:инструкци\w*|указани\w*|правил\w*|команд\w*)\b",
        ),
        _language("تجاهل|انس", "السابقة|جميع|كل|أعلاه", "التعليمات|الأوامر|القواعد"),
        "系统提示词|系統提示詞|你现在是|你現在是|システムプロンプト|시스템 프롬프트|системн\\w{2,3} промпт",
    )
)


@functools.cache
def _other_languages() -> re.Pattern[str]:
    """Made when a text is looked at: what only reads cards, as the first view of the page, would wait 6 ms for it."""
    return re.compile(_OTHER_LANGUAGES, re.IGNORECASE)


# The same in English without anything but letters: it does not matter what is put between them.
_SQUEEZED = re.compile(
    "(?:ignore|disregard|forget|override|bypass)(?:all|any)?(?:of)?(?:the|your|my|these)?"
    "(?:previous|prior|above|earlier|preceding|existing|original|system)(?:system)?"
    "(?:rules?|orders?|instructions?|prompts?|guidelines|constraints)"
)
_LEET = str.maketrans("0134578@$!|", "oieastbasil")
# Letters of other scripts that look like Latin ones.
_LOOKS = str.maketrans(
    "аеорсхуіјѕһԁԛԝАВЕКМНОРСТХІЈЅαοερτυικνΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡ", "aeopcxyijshdqwABEKMHOPCTXIJSaoeptuikvABEZHIKMNOPTYXig"
)
_NO_LETTERS = re.compile(r"[^a-z]+")
_LINE_END = re.compile(r"\n[ \t]{0,40}(?=\S)")
_MARKUP = re.compile(r"[*_~`]+")
_BLOB = re.compile(r"[A-Za-z0-9+/]{24,4000}={0,2}")
_MOST_BLOBS = 50  # that are decoded: a guess

_CREDENTIALS = (
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20}",
    r"\b(?:sk|rk|pk)_(?:live|test)_\w{20}",
    r"\bAIza[\w-]{35}",
    r"\bya29\.[\w-]{20}",
    r"\bGOCSPX-[\w-]{20}",
    r"\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{10}",
    r"\bSG\.[\w-]{16,32}\.[\w-]{30}",
    r"\bhf_[A-Za-z0-9]{30}",
    r"\b(?:dop|doo|dor)_v1_[a-f0-9]{64}",
    r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    r"\bhv[sb]\.[\w-]{24}",
    r"\bdp\.(?:pt|st|ct)\.[\w.-]{30}",
    r"\blin_api_\w{30}",
    r"\bdapi[a-f0-9]{32}",
    r"\bxapp-\d-\w{8,20}-\d{8,20}-\w{20}",
    r"hooks\.slack\.com/services/T\w{6,12}/B\w{6,14}/\w{16}",
    r"discord(?:app)?\.com/api/webhooks/\d{15,20}/[\w-]{40}",
    r"\b\d{8,10}:AA[\w-]{32}",
    r"\bBearer\s{1,4}(?=[^\s\"']{0,200}\d)[A-Za-z0-9._~+/=-]{20}",
    r"\bAuthorization\s{0,4}[:=]\s{0,4}Basic\s{1,4}[A-Za-z0-9+/]{12}",
    (
        r"\b(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|(?:access|auth|refresh|bearer)[_-]?token)\b[\"']?\s{0,20}"
        r"[:=]\s{0,20}[\"']?(?=[^\s\"']{0,200}\d)(?=[^\s\"']{0,200}[A-Za-z])[^\s\"'<{$]{10}"
    ),
    r"(?<![a-z+])[a-z][a-z+]{2,15}://[^\s/:@]{1,60}:[^\s/@<{$*]{6,200}@",
)
_SECRET_WORDS = re.compile("|".join(_CREDENTIALS), re.IGNORECASE)
_TOKENS = (
    r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40})",
    r"\bglpat-[\w-]{20}",
    r"\bpypi-AgE[\w-]{40}",
    r"\bxox[abeoprs]-[\w-]{20}",
    r"\bnpm_[A-Za-z0-9]{36}",
)
# A whole secret: its beginning, by which it is known, and what belongs to it.
_SECRET_RUN = re.compile(rf"(?:{'|'.join(_CREDENTIALS + _TOKENS)})[^\s\"'`,;()\[\]{{}}<>\\]{{0,4000}}", re.IGNORECASE)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----"
    r"(?:[^-]{20,20000}-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|(?:\\n|[\sA-Za-z0-9+/=:,]){20,20000})"
)
_NAME_OF_SECRET = re.compile(r"[\w -]{0,40}[\"']?\s{0,20}[:=]\s{0,20}[\"']?")
_HIDDEN = "***"
_ALLOWED_CONTROLS = frozenset("\n\t")
# Letters and marks that are drawn as nothing.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def faults_of(text: str) -> list[str]:
    """Why a text may not come into a library; empty if it may."""
    faults = []
    secret = find_secret(text.encode("utf-8", "replace"), "card.yaml")
    if secret is None and any(_SECRET_WORDS.search(form) for form in (text, *_decoded(text))):
        secret = "a credential"
    if secret is not None:
        faults.append(f"it holds {secret}")
    hidden = hidden_in(text)
    if hidden:
        faults.append(f"it has hidden characters ({hidden})")
    orders = orders_in(text)
    if orders:
        faults.append(f"it speaks to a model, as an instruction would {orders}")
    return faults


def secret_in(text: str) -> str:
    """What kind of secret a text holds; empty if it holds none."""
    if "PRIVATE KEY" in text and _PRIVATE_KEY.search(text):
        return "a private key"
    return "a credential" if _SECRET_RUN.search(text) else ""


def hide_secrets(text: str) -> str:
    """The text with *** in the place of all that `secret_in` would find."""
    if "PRIVATE KEY" in text:
        text = _PRIVATE_KEY.sub(_HIDDEN, text)
    return _SECRET_RUN.sub(_hide, text)


def _hide(found: re.Match[str]) -> str:
    name = _NAME_OF_SECRET.match(found[0])
    return f"{name[0] if name is not None else ''}{_HIDDEN}"


def faults_of_card(text: str) -> list[str]:
    """As `faults_of`, of the text of a card: as it is written and as it is read."""
    found = faults_of(text)
    try:
        return found or faults_of(strings_of(text))
    except BrokenCardError:
        return found


def orders_in(text: str) -> str:
    """What in a text speaks to a model, in brackets or quotes; empty if nothing does.

    It is looked for in the text as it would be read, also if it is written in letters of another script, in digits that look like
    letters, with signs between the letters, in base64, with escapes of HTML or of addresses.
    """
    for form in (text, *_decoded(text)):
        plain = unicodedata.normalize("NFKC", form)
        read = _MARKUP.sub("", _LINE_END.sub(" ", plain))
        bare = "".join(sign for sign in unicodedata.normalize("NFD", read) if not unicodedata.combining(sign)).translate(_LOOKS)
        for candidate in (plain, read, bare):
            found = _ORDERS.search(candidate) or _other_languages().search(candidate)
            if found is not None:
                return repr(" ".join(found[0].split())[:60])
        flags = [flag for flag in flags_of(plain) + flags_of(bare) if flag != "hidden_text"]
        if flags:
            return f"({', '.join(dict.fromkeys(flags))})"
        lowered = bare.lower()
        for letters in (lowered, lowered.translate(_LEET), lowered[::-1]):
            squeezed = _SQUEEZED.search(_NO_LETTERS.sub("", letters))
            if squeezed is not None:
                return repr(squeezed[0][:60])
    return ""


def _decoded(text: str) -> Iterator[str]:
    """What a text says in another writing: escapes of HTML and of addresses, and base64."""
    for form in (html.unescape(text), unquote(text, errors="replace")):
        if form != text:
            yield form
    for number, blob in enumerate(_BLOB.finditer(text)):
        if number >= _MOST_BLOBS:
            return
        try:
            data = base64.b64decode(blob[0].rstrip("=") + "=" * (-len(blob[0].rstrip("=")) % 4), validate=True)
            said = data.decode("utf-8")
        except (binascii.Error, ValueError):
            continue
        if sum(sign.isprintable() or sign.isspace() for sign in said) == len(said):
            yield said


def hidden_in(text: str) -> str:
    """The first character that a reader would not see, by its code; empty if there is none."""
    for place, sign in enumerate(text):
        if sign.isascii():
            if not sign.isprintable() and sign not in _ALLOWED_CONTROLS:
                return f"U+{ord(sign):04X}"
            continue
        kind = unicodedata.category(sign)
        # Joiners stand between letters of scripts that need them, and between the parts of an emoji.
        is_joiner = sign in "\u200c\u200d" and 0 < place < len(text) - 1 and not text[place - 1].isascii()
        is_variant = (
            "\ufe00" <= sign <= "\ufe0f"
            and place > 0
            and not text[place - 1].isalnum()
            and not "\ufe00" <= text[place - 1] <= "\ufe0f"
        )
        if (
            kind in ("Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp")
            or "\ufe00" <= sign <= "\ufe0f"
            or "\U000e0100" <= sign <= "\U000e01ef"
            or sign in _BLANKS
        ) and not (is_joiner or is_variant):
            return f"U+{ord(sign):04X}"
    return ""
