"""Questions that `ask` should lead to the right function for, on public packages: fetched by name, asked, told.

    python tests/quality/questions.py WORK

WORK keeps the packages between runs. Those of django and zod were named when the ranking was planned, and are always answered.
The others were written down, with their answers, before any was asked, and they stay, answered or not. What failed on the
packages from starlette to immer was looked at when retrieve/search/synonyms.py came; on those after them nothing was tuned.
Exit status 1 if a named one is not answered, or fewer of the others than FLOOR.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from cairn import Cairn, Config, create_cairn
from cairn.retrieve.filters import Filters

FIRST = 3  # answers in which the right one must be
FLOOR = 15  # of the questions on packages that were not used for tuning
NAMED = ("django", "zod")  # the packages whose questions must all be answered
BUDGET_TOKENS = 2000


class Package(NamedTuple):
    """A package of a registry, `pip` or `npm`, and the questions with the qualified names that answer each.

    `place` is its name, and the folder in it that is indexed.
    """

    registry: str
    place: str
    version: str
    questions: dict[str, set[str]]

    @property
    def name(self) -> str:
        return self.place.partition("/")[0]


PACKAGES = [
    Package("pip", "django", "5.2", {"how are signed cookies set": {"HttpResponseBase.set_signed_cookie"}}),
    Package(
        "npm",
        "zod/package/src",
        "4.6.7",
        {
            "collect validation issues": {"handleIntersectionResults", "prefixIssues", "addIssueToContext", "handleUnionResults"},
            "how does safeParse collect issues": {"_safeParse", "ZodType.safeParse"},
        },
    ),
    Package(
        "pip",
        "starlette",
        "0.37.2",
        {
            "how is the Host header checked against the allowed hosts": {
                "TrustedHostMiddleware",
                "TrustedHostMiddleware.__call__",
                "TrustedHostMiddleware.__init__",
            },
            "turn a path with parameters into a regular expression": {"compile_path"},
            "compress responses above a minimum size": {
                "GZipMiddleware",
                "GZipMiddleware.__init__",
                "GZipMiddleware.__call__",
                "GZipResponder",
                "GZipResponder.__init__",
                "GZipResponder.send_with_gzip",
            },
        },
    ),
    Package(
        "pip",
        "marshmallow",
        "3.21.1",
        {
            "where are the errors of several validators merged": {"merge_errors", "ErrorStore.store_error", "ErrorStore"},
            "what happens to unknown fields when loading": {"Schema._deserialize"},
        },
    ),
    Package(
        "pip",
        "jinja2",
        "3.1.4",
        {
            "find a template in several directories": {"FileSystemLoader.get_source", "FileSystemLoader"},
            "cache compiled templates on disk": {
                "FileSystemBytecodeCache",
                "FileSystemBytecodeCache.load_bytecode",
                "FileSystemBytecodeCache.dump_bytecode",
            },
        },
    ),
    Package(
        "npm",
        "commander/package/lib",
        "12.0.0",
        {
            "suggest a similar command when one is misspelled": {"suggestSimilar", "Command.unknownCommand"},
            "check that mandatory options were given": {
                "Command._checkForMissingMandatoryOptions",
                "Command.missingMandatoryOptionValue",
            },
        },
    ),
    Package(
        "npm",
        "immer/package/src",
        "10.0.4",
        {
            "how are drafts revoked at the end of a recipe": {"revokeScope", "revokeDraft"},
            "make an object deeply immutable": {"freeze", "maybeFreeze"},
        },
    ),
    Package(
        "pip",
        "tenacity",
        "8.2.3",
        {
            "wait longer after every failed attempt": {
                "wait_exponential",
                "wait_exponential.__call__",
                "wait_exponential.__init__",
                "wait_exponential_jitter",
                "wait_exponential_jitter.__call__",
                "wait_incrementing",
                "wait_incrementing.__call__",
                "wait_incrementing.__init__",
                "wait_random_exponential",
                "wait_random_exponential.__call__",
            },
            "stop retrying after a number of attempts": {
                "stop_after_attempt",
                "stop_after_attempt.__call__",
                "stop_after_attempt.__init__",
            },
        },
    ),
    Package(
        "pip",
        "pluggy",
        "1.5.0",
        {
            "how are the results of hook implementations collected": {"_multicall"},
        },
    ),
    Package(
        "pip",
        "werkzeug",
        "3.0.3",
        {
            "parse multipart form data": {
                "FormDataParser._parse_multipart",
                "FormDataParser.parse",
                "MultiPartParser",
                "MultiPartParser.parse",
                "MultipartDecoder",
                "MultipartDecoder.next_event",
            },
            "verify a password against its hash": {"check_password_hash"},
            "prevent path traversal when joining user supplied paths": {"safe_join"},
        },
    ),
    Package(
        "pip",
        "sqlparse",
        "0.5.0",
        {
            "split a string with several statements": {
                "FilterStack.run",
                "StatementSplitter",
                "StatementSplitter.process",
                "split",
            },
        },
    ),
    Package(
        "pip",
        "httpcore",
        "1.0.5",
        {
            "close connections that have been idle for too long": {
                "AsyncConnectionPool._assign_requests_to_connections",
                "AsyncConnectionPool._close_connections",
                "AsyncHTTP11Connection.has_expired",
                "ConnectionPool._assign_requests_to_connections",
                "ConnectionPool._close_connections",
                "HTTP11Connection.has_expired",
            },
        },
    ),
    Package(
        "pip",
        "cachetools",
        "5.3.3",
        {
            "evict the least recently used item": {"LRUCache", "LRUCache.popitem"},
        },
    ),
    Package(
        "npm",
        "fastify/package",
        "4.26.2",
        {
            "which parser is chosen for the content type of a request body": {
                "ContentTypeParser.getParser",
                "ContentTypeParser.prototype.getParser",
                "getParser",
            },
        },
    ),
    Package(
        "npm",
        "express/package",
        "4.19.2",
        {
            "send a file and set its content type": {"res.sendFile", "res.sendfile", "sendFile", "sendfile"},
        },
    ),
    Package(
        "npm",
        "ws/package",
        "8.16.0",
        {
            "answer a ping with a pong": {"receiverOnPing"},
        },
    ),
]


def fetch(package: Package, work: Path) -> Path:
    """Return the folder to index, of a package that is fetched once with the registry's own client."""
    folder = work / package.name
    if not folder.exists():
        with tempfile.TemporaryDirectory() as scratch:
            wanted = f"{package.name}=={package.version}" if package.registry == "pip" else f"{package.name}@{package.version}"
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", ".", wanted]
            subprocess.run(pip if package.registry == "pip" else ["npm", "pack", "-s", wanted], cwd=scratch, check=True)
            (archive,) = Path(scratch).iterdir()
            target = Path(scratch) / "content"
            if archive.suffix == ".whl":
                with zipfile.ZipFile(archive) as wheel:
                    wheel.extractall(target)
            else:
                with tarfile.open(archive) as package_file:
                    package_file.extractall(target, filter="data")
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(target, folder)
    return work / package.place


class Outcome(NamedTuple):
    """How it went: the number of questions and of answers on new packages, and a line for each question that was not answered."""

    asked: int
    answered: int
    named_missed: list[str]
    missed: list[str]

    @property
    def is_good(self) -> bool:
        return not self.named_missed and self.answered >= FLOOR


def unanswered(cairn: Cairn, package: Package) -> list[str]:
    """The questions of a package whose answer is not among the first ones, each with what came instead."""
    late = []
    for question, right in package.questions.items():
        answers = cairn.retrieve.ask(question, Filters((package.name,)), budget_tokens=BUDGET_TOKENS).answers[:FIRST]
        handles = [item.hit.handle or "" for item in answers]
        if not {handle.partition("#")[2] for handle in handles} & right:
            late.append(f"{package.name}: {question!r} leads to {', '.join(handles)}")
    return late


def ask_all(work: Path) -> Outcome:
    """Fetch, index and ask everything."""
    named: list[str] = []
    missed: list[str] = []
    for package in PACKAGES:
        folder = fetch(package, work.resolve())
        with (
            tempfile.TemporaryDirectory() as scratch,
            create_cairn(Path(scratch).resolve() / "cairn.db", config=Config()) as cairn,
        ):
            cairn.ingest.add(folder, label=package.name)
            (named if package.name in NAMED else missed).extend(unanswered(cairn, package))
    asked = sum(len(package.questions) for package in PACKAGES if package.name not in NAMED)
    return Outcome(asked, asked - len(missed), named, missed)


if __name__ == "__main__":
    outcome = ask_all(Path(sys.argv[1]))
    print(*outcome.named_missed, *outcome.missed, sep="\n")
    print(f"answered in the first {FIRST}: {outcome.answered} of {outcome.asked} on new packages (floor: {FLOOR})")
    sys.exit(0 if outcome.is_good else 1)
