"""What may not come into a library from elsewhere: secrets, hidden characters, and text that speaks to a model."""

from __future__ import annotations

import re
import unicodedata

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
    r"(?:asking|telling|anything|confirm\w*)\b"
    r"|忽略(?:之前|以上|先前|前面|所有)[^。\n]{0,20}(?:指令|指示|规则|提示)|(?:系统提示词|你现在是)",
    re.IGNORECASE,
)
_SECRET_WORDS = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}|\bAIza[\w-]{35}\b|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"
    r"|\b(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)\b[\"']?\s*[:=]\s*[\"']?"
    r"(?=[^\s\"']*\d)(?=[^\s\"']*[A-Za-z])[^\s\"'<{$]{10,}"
    r"|[a-z][a-z+]{2,}://[^\s/:@]{1,60}:[^\s/@<{$*]{6,}@",
    re.IGNORECASE,
)
_ALLOWED_CONTROLS = frozenset("\n\t")


def faults_of(text: str) -> list[str]:
    """Why a text may not come into a library; empty if it may."""
    faults = []
    secret = find_secret(text.encode("utf-8", "replace"), "card.yaml")
    if secret is None and _SECRET_WORDS.search(text):
        secret = "a credential"
    if secret is not None:
        faults.append(f"it holds {secret}")
    hidden = hidden_in(text)
    if hidden:
        faults.append(f"it has hidden characters ({hidden})")
    flags = [flag for flag in flags_of(text) if flag != "hidden_text"]
    found = _ORDERS.search(_folded(text))
    if found is not None or flags:
        said = f": {' '.join(found[0].split())[:60]!r}" if found is not None else f" ({', '.join(flags)})"
        faults.append(f"it speaks to a model, as an instruction would{said}")
    return faults


def faults_of_card(text: str) -> list[str]:
    """As `faults_of`, of the text of a card: as it is written and as it is read."""
    found = faults_of(text)
    try:
        return found or faults_of(strings_of(text))
    except BrokenCardError:
        return found


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
        ) and not (is_joiner or is_variant):
            return f"U+{ord(sign):04X}"
    return ""


def _folded(text: str) -> str:
    """The text as it would be read: full-width and other look-alike forms as plain letters."""
    return unicodedata.normalize("NFKC", text)
