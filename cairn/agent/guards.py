"""What stands between a model and the world: a guard that is not configured refuses to be built."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from cairn.agent.addresses import addresses_of, refused_among
from cairn.agent.messages import Call
from cairn.egress import Egress
from cairn.errors import EnvironmentFault, RefusedError, UsageError
from cairn.infer.answer import parse_json

# Browsers, and who reads URLs as they do, take `http:/host` and `http:\\host` for `http://host`.
_URL = re.compile(r"\b(?:(https?):/+|([a-z][a-z0-9+.-]{1,20})://)([^\s\"'<>]+)", re.IGNORECASE)
_LOCAL_NAMES = (".localhost", ".local", ".internal")


class UrlGuard:
    """Lets a call out only to where Cairn itself may go: `CAIRN_OFFLINE` holds, and so does the bound on private addresses.

    It looks at every URL in a call's arguments, at the name as it is spelled and at each address that it leads to from here. One
    that leads nowhere from here passes: what it leads to elsewhere is for the tool that goes there.
    """

    def __init__(self, egress: Egress | None, *, allow_local: bool = False) -> None:
        if egress is None:
            raise UsageError("a guard of URLs needs to know what is allowed; give it an Egress")
        self._egress = egress
        self._allow_local = allow_local

    def check(self, arguments: Mapping[str, object]) -> None:
        """Raise RefusedError if a URL in the arguments may not be reached."""
        for url in _urls_in(arguments):
            scheme, host = _parts(url)
            if scheme in ("http", "https"):
                self._egress.check(url)
            elif scheme != "file":  # which is a path, and bounded as such
                raise RefusedError(f"a URL with {scheme!r} is not reached; use http or https")
            if scheme != "file":
                self._check_host(host)

    def _check_host(self, host: str) -> None:
        is_name = ":" not in host and not host[-1:].isdigit()
        is_local = is_name and (host == "localhost" or host.endswith(_LOCAL_NAMES) or "." not in host)
        if is_local and not self._allow_local:
            raise RefusedError(f"{host} is not reached, since it is local; CAIRN_ALLOW_LOCAL_URLS=1 allows that")
        try:
            refused = refused_among(addresses_of(host), allow_local=self._allow_local)
        except (UsageError, EnvironmentFault) as fault:
            raise RefusedError(f"{host[:100]} is not reached: {fault}") from fault
        if refused is not None:
            leads = f"leads to {refused}, which is" if is_name else "is"
            raise RefusedError(
                f"{host} is not reached, since it {leads} no public address; CAIRN_ALLOW_LOCAL_URLS=1 allows your network"
            )


def _urls_in(value: object) -> Iterator[str]:
    """Every URL in a document, also as those read it who take a backslash for a slash."""
    if isinstance(value, str):
        for spelling in dict.fromkeys((value, value.replace("\\", "/"))):
            for web, other, rest in _URL.findall(spelling):
                yield f"{web or other}://{rest}"
    elif isinstance(value, Mapping):
        yield from _urls_in([*value.keys(), *value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _urls_in(part)


def _parts(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
        # Full-width digits and the full stops of other scripts lead where the plain ones do.
        host = unicodedata.normalize("NFKC", unquote(parts.hostname or "")).replace("\u3002", ".")
        return parts.scheme.lower(), host.rstrip(".").lower()
    except ValueError as exc:
        raise RefusedError("a URL names no host; write it as https://HOST/PATH") from exc


class Redaction:
    """Takes secrets out of what tools tell."""

    def __init__(self, hide: Callable[[str], str] | None) -> None:
        if hide is None:
            raise UsageError("a redaction needs to know what a secret is; give it a function")
        self._hide = hide

    def __call__(self, text: str) -> str:
        """Return the text without them."""
        return self._hide(text)


class LoopGuard:
    """Notices a model that turns in a circle: the same call with the same result.

    After `warn_after` times the result says so, after `stop_after` the model has to answer with what it has.
    """

    def __init__(self, warn_after: int = 2, stop_after: int = 3) -> None:
        if not 2 <= warn_after <= stop_after:
            raise UsageError("a loop guard warns after two times or more, and stops when it has warned")
        self._warn_after = warn_after
        self._stop_after = stop_after

    def digest(self, call: Call, result: str) -> str:
        """What tells a call and its result from others; the order and the spelling of its arguments do not matter."""
        try:
            arguments = json.dumps(parse_json(call.arguments), sort_keys=True)
        except (ValueError, RecursionError):
            arguments = call.arguments
        return hashlib.blake2s("\0".join((call.name, arguments, result)).encode("utf-8", "replace"), digest_size=8).hexdigest()

    def word(self, seen: Iterable[str], digest: str) -> str:
        """What to tell a model of a call; empty for nothing."""
        times = sum(one == digest for one in seen)
        if times < self._warn_after:
            return ""
        return f"You have made this call {times} times with this result; try another one, or answer with what you have."

    def must_stop(self, seen: Sequence[str]) -> bool:
        """Whether a call came back the same too often."""
        return any(times >= self._stop_after for times in Counter(seen).values())
