"""Secrets by what stands in a file: private keys wherever they are, credentials in the files that tools keep them in.

Code and prose speak of keys and tokens all the time, so that there only a key itself counts; files of settings and data,
and files of no known kind, also count with what can only be a credential. Examples and variables in its place are none.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

_HEADER = rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
# What may stand between a header and the key: line ends, also written as escapes, the quotes and signs of a text that is put
# together line by line, and the lines of RFC 1421 and 4880 that tell how the key is packed.
_BETWEEN = rb"(?:\\[nrt]|[\s\"'`+,\\>|#*]|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,200})"
_KEY = re.compile(_HEADER + _BETWEEN + rb"{0,200}+([A-Za-z0-9+/=]{40})")
_BLOCK = re.compile(
    rb"^[ \t]*" + _HEADER + rb"[ \t]*\r?\n(?:[ \t]*[A-Za-z][\w-]*: [^\n]*\n)*+\s*+"
    rb"((?:[ \t]*[A-Za-z0-9+/=]{1,80}[ \t]*\r?\n){1,500}+)[ \t]*-----END",
    re.MULTILINE,
)
_LEAST_KEY = 16  # signs of a whole block: the shortest key of any kind has more
_OTHER_KEYS = re.compile(
    rb"^PuTTY-User-Key-File-\d:.{0,4000}^Private-Lines:|\bAGE-SECRET-KEY-1[A-Z0-9]{50}", re.MULTILINE | re.DOTALL
)
# The same in a file of data, where nobody puts a text together: a header on a line of its own, or before any signs of a key.
_KEY_IN_DATA = re.compile(
    rb"^[ \t]*" + _HEADER + rb"[ \t]*\r?\n(?!\s*(?:\.\.\.|<|\$\{|\{\{|-----END))|"
    + _HEADER + rb"(?:\\[nrt]|\\\\[nrt])+([A-Za-z0-9+/=]{4,})(?=[\s\\\"'=]|-----|$)",
    re.MULTILINE,
)  # fmt: skip

_PUBLIC_BLOCK = re.compile(
    rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}(?:CERTIFICATE|PUBLIC KEY|CRL|PARAMETERS|CERTIFICATE REQUEST)-----"
)
_ANY_BLOCK = re.compile(rb"-----BEGIN ")

# Files that are written in a language, for a program or for people. Everything else is data, or not known.
_WRITTEN = frozenset(
    """adb ads asm astro awk bas bash bat c cc cjs clj cljs cmake cob coffee cpp cr cs css cu cxx d dart dpr el elm erl ex
    exs f f90 fs fsx gd go gradle graphql groovy h hh hpp hrl hs htm html hx hxx ino java jl js jsx kt kts less lisp lua m
    mjs ml mli mm nim pas php pl pm proto ps1 py pyi pyx r rake rb rkt rs s sass scala scm scss sh sol sql svelte swift
    tcl tla ts tsx v vb vhd vim vue wat xsl xslt zig zsh ipynb md mdx markdown rst adoc asciidoc org tex txt text textile
    pod rdoc po pot svg diff patch""".split()
)

# A word, a path or a variable in the place of a credential.
_PLACEHOLDER = re.compile(
    rb"(?:.*(?:example|change.?me|placeholder|your|redacted|dummy|xxxx|\*\*\*|\.\.\.|insert|replace|fake|<|\$\{|\$\(|\{\{|%[({]).*"
    rb"|[./~].*|[a-z][\w+.-]*:/.*|.*\.(?:pem|key|p12|pfx|crt|json|ya?ml|txt)|[a-z_]\w*(?:\.[a-z_]\w*)+|\$\w+"
    rb"|null|none|true|false|string|secret|password|token|(.)\1*)",
    re.IGNORECASE,
)
_VALUE = rb"[\"']?\s*[:=]\s*[\"']?(?P<value>[^\s\"',;}]{4,})"
_LEAST_RANDOM = 16
_DOCUMENT_END = re.compile(rb"^---[ \t]*\r?$", re.MULTILINE)  # of YAML


class _Rule(NamedTuple):
    """`sign` is in the text, in small letters, wherever `pattern` is found, and `beside` stands in the same document.

    `is_random`: a value of letters alone is none.
    """

    sign: bytes
    pattern: bytes
    what: str
    is_random: bool = False
    beside: bytes = b""


_REGISTRY = "credentials of a package registry"
_RULES = (
    _Rule(b"private", rb"\bprivate[-_ ]?key(?:[-_]?(?:pem|data|base64))?" + _VALUE, "a private key", is_random=True),
    _Rule(b'"kty"', rb"\"d\"\s*:\s*\"(?P<value>[\w-]{40,})\"", "a private key (JWK)"),
    _Rule(b"privatekey", rb"^[ \t]*PrivateKey\s*=\s*(?P<value>[A-Za-z0-9+/]{43}=)", "a private key (WireGuard)"),
    _Rule(b"client-key-data", rb"\bclient-key-data[\"']?\s*:\s*[\"']?(?P<value>[A-Za-z0-9+/=]{8,})", "credentials (kube config)"),
    _Rule(b"service_account", rb"\"private_key\"\s*:\s*\"(?P<value>[^\"]+)", "a service account", beside=rb"\"service_account\""),
    _Rule(b"refresh", rb"\brefresh_?token" + _VALUE, "a token", is_random=True),
    _Rule(b"client", rb"\bclient[-_]?secret" + _VALUE, "a client's secret", is_random=True),
    _Rule(b"secret", rb"(?:secret_?access_?key|session_?token)[\"']?\s*[:=]\s*[\"']?[A-Za-z0-9/+=]{40}", "credentials (AWS)"),
    _Rule(b"secret access key", rb"^(?:.*,)?Access key ID,Secret access key", "credentials (AWS)"),
    _Rule(b"key=", rb"\b(?:Account|SharedAccess)Key=(?P<value>[A-Za-z0-9+/]{40,}={0,2})", "credentials (Azure)"),
    _Rule(b'"auths"', rb"\"(?:auth|identitytoken)\"\s*:\s*\"(?P<value>[A-Za-z0-9+/=_.-]{8,})\"", "credentials (docker)"),
    _Rule(b'"github-oauth"', rb"\"github-oauth\"\s*:\s*\{\s*\"[^\"\n]{1,200}\"\s*:\s*\"(?P<value>[^\"]{8,})\"", _REGISTRY),
    _Rule(b"_auth", rb"_(?:authToken|auth)\s*=\s*[\"']?(?P<value>[^\s\"']{8,})", _REGISTRY),
    _Rule(b":_password", rb":_password\s*=\s*[\"']?(?P<value>[^\s\"']{4,})", _REGISTRY),
    _Rule(b"npmauth", rb"\bnpmAuth(?:Token|Ident)" + _VALUE, _REGISTRY),
    _Rule(b"password", rb"^password" + _VALUE, _REGISTRY, beside=rb"^\[(?:pypi|testpypi|server-login)\]"),
    _Rule(b"cleartextpassword", rb"key=\"ClearTextPassword\"\s+value=\"(?P<value>[^\"]+)\"", _REGISTRY),
    _Rule(b"<server>", rb"<(?:password|passphrase)>(?P<value>[^<\s]+)</", _REGISTRY),
    _Rule(b"machine", rb"^[ \t]*machine\s+\S+\s+login\s+\S+\s+password\s+(?P<value>\S+)", "logins (netrc)"),
    _Rule(b"://", rb"^https?://[^\s:@/]+:(?P<value>[^\s:@/]+)@[^\s/]+/?\s*$", "logins (git)"),
    _Rule(b"url", rb"(?:url\s*=\s*|\[url\s+\")https?://(?:[^\s:@/\"]+:)?(?P<value>[^\s:@/\"]{8,})@", "logins (git)"),
    _Rule(b"oauth_token", rb"^[ \t]+oauth_token:\s*(?P<value>\S{16,})", "a token"),
    _Rule(b"gh", rb"\b(?P<value>gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})\b", "a token"),
    _Rule(b"glpat-", rb"\b(?P<value>glpat-[\w-]{20,})", "a token"),
    _Rule(b"pypi-", rb"\b(?P<value>pypi-AgE[\w-]{40,})", "a token"),
    _Rule(b"xox", rb"\b(?P<value>xox[abeoprs]-[\w-]{20,})", "a token"),
    _Rule(b"sk_live_", rb"\b(?P<value>sk_live_\w{20,})", "a token"),
    _Rule(b"npm_", rb"\b(?P<value>npm_[A-Za-z0-9]{36})\b", "a token"),
    _Rule(
        b"users",
        rb"^[ \t]+[\"']?(?:token|password|id-token|refresh-token|access-token)" + _VALUE,
        "credentials (kube config)",
        beside=rb"^[\"' \t{]*\"?kind\"?\s*:\s*[\"']?Config\b",
    ),
    _Rule(
        b"secret",
        rb"^(?:data|stringData):[ \t]*\n(?:[ \t]*#.*\n)*[ \t]+[\w.-]+:[ \t]*[\"']?(?P<value>[^\s\"'{|>]{4,})",
        "a secret of Kubernetes",
        beside=rb"^kind:\s*[\"']?Secret\b",
    ),
)


def find_secret(data: bytes, path: str) -> str | None:
    """Return what kind of secret stands in a text (in UTF-8, or an encoding with the same signs), None if there is none."""
    name = path.lower().rpartition("/")[2]
    suffix = name.rpartition(".")[2] if "." in name.lstrip(".") else ""
    if suffix in ("pem", "key") and not _is_public(data):
        return "a key"
    if _holds_key(data):
        return "a private key"
    if suffix in _WRITTEN:
        return None
    if (found := _KEY_IN_DATA.search(data)) and (found[1] is None or _is_varied(found[1], 3)):
        return "a private key"
    return _find_credential(data)


def _is_public(data: bytes) -> bool:
    """Whether there are blocks, and only those that anybody may see."""
    return len(_ANY_BLOCK.findall(data)) == len(_PUBLIC_BLOCK.findall(data)) > 0


def _holds_key(data: bytes) -> bool:
    if b"PRIVATE KEY" in data:
        if any(_is_varied(found[1], 12) for found in _KEY.finditer(data)):
            return True
        for found in _BLOCK.finditer(data):
            key = b"".join(found[1].split())
            if len(key) >= _LEAST_KEY and _is_varied(key, 8):
                return True
    return (b"PuTTY-User-Key" in data or b"AGE-SECRET-KEY" in data) and _OTHER_KEYS.search(data) is not None


def _is_varied(text: bytes, least: int) -> bool:
    """Whether a text has so many different signs: a row of one letter is no key."""
    return len(set(text)) >= least


def _find_credential(data: bytes) -> str | None:
    lower = data.lower()
    for rule in _RULES:
        if rule.sign in lower:
            documents = _DOCUMENT_END.split(data) if rule.beside else [data]
            if any(_compiled(rule.beside).search(one) and _has_value(rule, one) for one in documents):
                return rule.what
    return None


def _has_value(rule: _Rule, data: bytes) -> bool:
    """Whether a pattern is found with a value that is no placeholder."""
    pattern = _compiled(rule.pattern)
    if "value" not in pattern.groupindex:
        return pattern.search(data) is not None
    values = (found["value"] for found in pattern.finditer(data))
    return any(not _PLACEHOLDER.fullmatch(value) and (not rule.is_random or _is_random(value)) for value in values)


def _is_random(value: bytes) -> bool:
    has_both = any(48 <= sign <= 57 for sign in value) and any(sign > 64 for sign in value)
    return len(value) >= _LEAST_RANDOM and has_both and _is_varied(value, 8)


@functools.cache
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    # Most files have no sign of most of them, and to compile them all takes longer than to look at a file.
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)
