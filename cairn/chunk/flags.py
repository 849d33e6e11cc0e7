"""Signs that a text speaks to a model rather than to a reader: what is flagged is still answered, with the flag on it.

The words are a closed list, told in docs/serving.md. They are signs, not proofs: an ordinary text may have one (a page
about prompts does), and an attack may have none.
"""

from __future__ import annotations

import re

INSTRUCTION, MARKUP, HIDDEN, EXFILTRATION = "instruction", "model_markup", "hidden_text", "exfiltration"
FLAGS = (INSTRUCTION, MARKUP, HIDDEN, EXFILTRATION)

_INSTRUCTIONS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
    r"\b(?:previous|prior|above|earlier|preceding|existing|original|system|all (?:your|other|of your))\b[^.\n]{0,30}"
    r"\b(?:instructions?|prompts?|directives?|guidelines|guardrails)\b"
    r"|\bsystem[ _-]prompts?\b"
    r"|\byou are now (?:an?|the|acting|playing|dan|in (?:developer|debug|god|admin|unrestricted))\b"
    r"|\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|reveal (?:this|it) to|alert|notify) the user\b"
    r"|\b(?:new|updated|real|hidden) (?:system )?instructions(?: are)?:"
    r"|\b(?:attention|note to|instructions? (?:for|to)|message (?:for|to)) (?:all |any |the )?"
    r"(?:ai|llm|language model|ai assistant|coding agent|assistant|chatbot)s?\b *[:,]",
    re.IGNORECASE,
)
# Each match of the above has one of these: looking for them takes a tenth of the time.
_INSTRUCTION_SIGNS = (
    "instruction", "prompt", "directive", "guideline", "guardrail", "you are now", " the user", "attention", "note to",
    "message for", "message to",
)  # fmt: skip
_MARKUP_SIGNS = ("<|", "INST]", "<<SYS", "<</SYS", "tool_", "function_call", "<invoke", "</invoke", "parameter name", "## ")
_EXFILTRATION_SIGNS = (
    "![",
    "$(",
    "/.ssh",
    "/.aws",
    "/.netrc",
    "/.gnupg",
    "/.config",
    "/etc/",
    "id_rsa",
    ".env",
    "base64",
    "env |",
    " to http",
)
_MARKUP = re.compile(
    r"<\|(?:im_start|im_end|system|assistant|endoftext|start_header_id|eot_id)\|>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:antml:)?(?:tool_calls?|function_calls?|tool_use|tool_result)\b|</?(?:antml:)?(?:invoke|parameter) name="
    r"|\"tool_calls\"\s*:\s*\[|^#{2,3} *(?:System|Instruction|Assistant) *:\s*$",
    re.MULTILINE,
)
# Marks of direction around text that is not of such a script, characters without width beside plain ones or in a row,
# tags (but for those that make a flag), selectors of variants in a row. Translations have the others for good reasons.
_HIDDEN = re.compile(
    "[\u202a-\u202e\u2066-\u2069](?=[ -~]{2})"
    "|(?<=[ -~])[\u200b-\u200f\u2060-\u2064\u00ad\ufeff\u180e](?=[ -~])"
    "|[\u200b-\u200f\u2060-\u2064\ufeff]{4}"
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0001-\U000e007f]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}"
)
_EXFILTRATION = re.compile(
    r"!\[[^\]\n]{0,200}\]\(\s*https?://[^)\s]{0,300}[?&/=][^)\s]{0,200}(?:\{|%7B|<|\[|\$)"
    r"|\b(?:curl|wget|nc|ncat|Invoke-WebRequest|iwr)\b[^\n]{0,200}"
    r"(?:\$\((?:cat|base64|env|printenv|whoami|history|tar)\b|@?(?:~|\$HOME)/\.(?:ssh|aws|netrc|gnupg|config)\b|/etc/(?:passwd|shadow)|\bid_rsa\b"
    r"|[@/ ]\.env\b)"
    r"|\b(?:env|printenv|id_rsa|/etc/passwd|\.env)\b[^\n]{0,80}\|[^\n]{0,60}\b(?:curl|wget|nc|ncat)\b"
    r"|\bbase64\b[^\n]{0,80}\|[^\n]{0,60}\b(?:curl|wget|nc|ncat|sh|bash|zsh|python3?)\b"
    r"|(?i:\b(?:send|post|upload|append|forward|exfiltrate|leak)\b[^.\n]{0,60}\b(?:api[ _-]?keys?|tokens?|secrets?|passwords?|"
    r"credentials|environment variables|conversation|chat history)\b[^.\n]{0,40} to https?://)"
)
_BLOB = re.compile(r"[A-Za-z0-9+/]{160,}={0,2}")
_RUNS = re.compile(r"\b(?:curl|wget|eval|exec|atob|b64decode|base64 (?:-d|--decode))\b")
_RUN_SIGNS = ("curl", "wget", "eval", "exec", "atob", "b64decode", "base64")
_NEAR = 300  # characters between a blob and what would run or send it: a guess


def flags_of(text: str) -> list[str]:
    """Return the flags of a text, in the order of FLAGS; none for nearly all texts."""
    lowered = text.lower()
    found = []
    if _has_any(lowered, _INSTRUCTION_SIGNS) and _INSTRUCTIONS.search(text):
        found.append(INSTRUCTION)
    if _has_any(text, _MARKUP_SIGNS) and _MARKUP.search(text):
        found.append(MARKUP)
    if not text.isascii() and _HIDDEN.search(text):
        found.append(HIDDEN)
    if (_has_any(lowered, _EXFILTRATION_SIGNS) and _EXFILTRATION.search(text)) or (
        _has_any(text, _RUN_SIGNS) and _has_payload(text)
    ):
        found.append(EXFILTRATION)
    return found


def _has_any(text: str, signs: tuple[str, ...]) -> bool:
    return any(sign in text for sign in signs)


def _has_payload(text: str) -> bool:
    """Whether a long run of base64 stands beside what could run or send it."""
    for blob in _BLOB.finditer(text) if _RUNS.search(text) else ():
        if _RUNS.search(text, max(blob.start() - _NEAR, 0), blob.end() + _NEAR):
            return True
    return False
