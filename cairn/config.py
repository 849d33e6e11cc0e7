"""Every setting: its name in the environment, default and unit. Nothing else reads the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cairn import written
from cairn.errors import UsageError
from cairn.store.place import Database, DatabaseUrl, url_in

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
TRANSPORTS = ("http", "stdio")


@dataclass(frozen=True, slots=True)
class Config:
    """What can be set. `SETTINGS` says by which variable, and what each is for."""

    db: Database | None = None  # None: `cairn.db` in `home`
    db_read: DatabaseUrl | None = None  # None: reads ask `db`, too
    db_password_file: Path | None = None  # None: the password stands in the URL, or libpq finds it
    home: Path | None = None  # None: the platform's user data folder
    allowed_roots: tuple[Path, ...] = ()  # none: any path but those that are always refused
    max_ingest_files: int = 10_000
    max_ingest_bytes: int = 500_000_000
    max_file_bytes: int = 8_000_000
    mcp_transport: str = "http"
    mcp_host: str = "127.0.0.1"
    mcp_port: int = 8093
    mcp_token: str | None = field(default=None, repr=False)  # None: no token is asked for
    mcp_allowed_hosts: tuple[str, ...] = ()
    mcp_users: Path | None = None  # None: who may ask may do everything
    mcp_user_header: str | None = None  # None: no proxy says who asks
    mcp_trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    audit_queries: bool = False
    embed_url: str | None = None  # None: no vectors; `local:` is the embedder of the extra `local`
    embed_model: str | None = None  # None: what the endpoint serves by default
    embed_key: str | None = field(default=None, repr=False)
    chat_url: str | None = None  # None: no concepts from prose, and no `chat`
    chat_model: str | None = None
    chat_key: str | None = field(default=None, repr=False)
    chat_fallback: tuple[str, ...] = ()  # models of the same endpoint
    chat_temperature: float | None = None  # None: the endpoint's own
    chat_steps: int = 12
    chat_window: int = 32_000
    chat_redact: bool = True
    chat_agents: tuple[Path, ...] = ()  # none: `agents` in `home`
    offline: bool = False
    local_hosts: tuple[str, ...] = ()
    allow_local_urls: bool = False
    ingest_root: str | None = None  # None: not in a container
    http_proxy: str | None = None  # None: no proxy, whatever the environment says
    log_level: str = "WARNING"
    debug: bool = False
    cards: tuple[Path, ...] = ()  # none: `cards` in `home`
    card_vectors: bool = False
    scope: str | None = None  # of cards; None: all
    queue: bool = False  # runs are left to workers
    principal: str | None = None  # who asks; None: the one user of this machine

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Config:
        """Read the settings; an empty variable counts as one that is not set.

        Raises:
            UsageError: a value that is not allowed; it names the variable, the value and what is allowed.
        """
        values = os.environ if environ is None else environ
        found: dict[str, Any] = {}
        for setting in SETTINGS:
            text = values.get(setting.variable, "")
            if text.strip():
                found[setting.field] = _read(setting, text)
        return cls(**found)

    def database(self) -> Database:
        """Where the index lies."""
        if self.db is not None:
            return database_at(self.db, "CAIRN_DB")
        return self.home_folder() / "cairn.db"

    def home_folder(self) -> Path:
        """The folder of everything that Cairn keeps by itself."""
        if self.home is not None:
            return absolute_path(self.home, "CAIRN_HOME")
        if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
            # What platformdirs says there, without the 40 ms that it costs to import: hooks run at every prompt.
            given = os.environ.get("XDG_DATA_HOME", "").strip()
            return Path(given or Path.home() / ".local" / "share") / "cairn"
        import platformdirs

        return Path(platformdirs.user_data_dir("cairn", appauthor=False))

    def card_folders(self) -> tuple[Path, ...]:
        """The libraries of cards, the first one writable; links in them are left."""
        return self.cards or (self.home_folder() / "cards",)

    def agent_folders(self) -> tuple[Path, ...]:
        """Where agents are looked for."""
        return self.chat_agents or (self.home_folder() / "agents",)


def database_at(place: str | Database, name: str) -> Database:
    """Return a URL as it is, a file as an absolute path without links: SQLite puts its other files beside the target of a link.

    Raises:
        UsageError: as `absolute_path`.
    """
    if isinstance(place, str | Path):
        return url_in(str(place)) or absolute_path(place, name)
    return place


def absolute_path(path: str | Path, name: str) -> Path:
    """Return a path without links; `name` is what gave it.

    Raises:
        UsageError: it is empty or no UTF-8, or its links lead in a circle.
    """
    text = os.fspath(path)
    shown = text.encode("utf-8", "backslashreplace").decode("utf-8")
    if not text or "\0" in text:
        raise UsageError(f"{name} is {text!r}, which is not a path; name a file")
    try:
        found = Path(path).resolve()
        str(found).encode("utf-8")
    except UnicodeEncodeError as exc:
        raise UsageError(f"{name} is {shown}, a path that is not UTF-8; name another file, or rename the folder") from exc
    except (OSError, RuntimeError) as exc:
        raise UsageError(f"{name} is {shown}, whose links lead in a circle or nowhere; name another file") from exc
    if found.is_symlink():  # since Python 3.13 a circle is no fault
        raise UsageError(f"{name} is {shown}, whose links lead in a circle; name another file")
    return found


class Setting(NamedTuple):
    """One variable of the environment."""

    variable: str
    field: str
    parse: Callable[[str], object]  # raises ValueError
    allowed: str
    default: str  # what counts without it: a value, or words
    meaning: str  # for the documents; a sentence, or some

    @property
    def value(self) -> str:
        """The default as a value; empty where there is none."""
        try:
            return self.default if self.parse(self.default) == getattr(_DEFAULTS, self.field) else ""
        except ValueError:
            return ""


def _read(setting: Setting, text: str) -> object:
    try:
        return setting.parse(text)
    except ValueError:
        # The cause repeats the value, which a traceback would show.
        shown = _shown(setting.variable, text)
        raise UsageError(f"{setting.variable} is {shown}, which is not allowed; set it to {setting.allowed}") from None


def _shown(variable: str, text: str) -> str:
    """A value as messages show it, without what is secret in it."""
    if variable.endswith(("_KEY", "_TOKEN")):
        return "***"
    if not variable.endswith(("_URL", "_PROXY", "_DB_READ")):
        return repr(text)
    if not set("@?") & set(text):
        return repr(text)
    scheme, slashes, _ = text.partition("://")
    return repr(f"{scheme}://***") if slashes and scheme.isalpha() else "***"


def _database(text: str) -> Database:
    return url_in(text) or written.path(text)


def _database_url(text: str) -> DatabaseUrl:
    found = url_in(text)
    if found is None:
        raise ValueError(text)
    return found


_port = written.between(1, 65535)
_PATH = "a path"
_DATABASE_URL = "a URL that begins with postgresql://"
_SWITCH = "1 or 0"
_URL = "a URL that begins with http:// or https://"
_WORD = "a word"
_KEY = "the key alone, without line breaks"
_COUNT = "a whole number from 1 up"
_SIZE = "a number of bytes from 1 up, as 8000000 or 8MB"

_DEFAULTS = Config()
SETTINGS: tuple[Setting, ...] = (
    Setting(
        "CAIRN_DB",
        "db",
        _database,
        "a path, or a URL that begins with postgresql://",
        "`cairn.db` in `CAIRN_HOME`",
        "The index: one SQLite file, or a PostgreSQL database (extra `postgres`), as `postgresql://USER@HOST/NAME`.",
    ),
    Setting(
        "CAIRN_DB_READ",
        "db_read",
        _database_url,
        _DATABASE_URL,
        "none, and reads ask CAIRN_DB",
        "A replica of the PostgreSQL database, which answers what only reads.",
    ),
    Setting(
        "CAIRN_DB_PASSWORD_FILE",
        "db_password_file",
        written.path,
        _PATH,
        "none: the URL's password, or what libpq finds",
        "A file with the password of the PostgreSQL database, as a secret of a container has it.",
    ),
    Setting(
        "CAIRN_HOME",
        "home",
        written.path,
        _PATH,
        "the platform's folder for a user's data",
        "The folder of everything that Cairn keeps by itself.",
    ),
    Setting(
        "CAIRN_ALLOWED_ROOTS",
        "allowed_roots",
        written.absolute_paths,
        "absolute paths with commas between",
        "no bound",
        "Only what lies in these folders may be added, linked and told.",
    ),
    Setting(
        "CAIRN_MAX_INGEST_FILES",
        "max_ingest_files",
        written.positive,
        _COUNT,
        "10000",
        "Files that one source may have; `add --force` goes past it, MCP cannot.",
    ),
    Setting(
        "CAIRN_MAX_INGEST_BYTES", "max_ingest_bytes", written.size, _SIZE, "500MB", "Bytes that one source may have; likewise."
    ),
    Setting("CAIRN_MAX_FILE_BYTES", "max_file_bytes", written.size, _SIZE, "8MB", "A file with more bytes is skipped."),
    Setting(
        "CAIRN_MCP_TRANSPORT",
        "mcp_transport",
        written.one_of(TRANSPORTS, str.lower),
        "http or stdio",
        "http",
        "How `cairn serve` and `cairn-mcp` talk without --http or --stdio.",
    ),
    Setting(
        "CAIRN_MCP_HOST", "mcp_host", str.strip, "a host name or address", "127.0.0.1", "The address that the server listens on."
    ),
    Setting("CAIRN_MCP_PORT", "mcp_port", _port, "a port from 1 to 65535", "8093", "The port that the server listens on."),
    Setting(
        "CAIRN_MCP_TOKEN",
        "mcp_token",
        str.strip,
        _WORD,
        "none",
        "The bearer token that clients must send. Needed to listen beyond this machine.",
    ),
    Setting(
        "CAIRN_MCP_ALLOWED_HOSTS",
        "mcp_allowed_hosts",
        written.words,
        "host names with commas between",
        "none",
        "Further hosts that a request's `Host` and `Origin` may name: those of a reverse proxy, for example.",
    ),
    Setting(
        "CAIRN_MCP_USERS",
        "mcp_users",
        written.path,
        _PATH,
        "none, and who may ask may do everything",
        "The file of users with their rights, which `cairn user` writes; only for HTTP.",
    ),
    Setting(
        "CAIRN_MCP_USER_HEADER",
        "mcp_user_header",
        written.header,
        "the name of a header",
        "none",
        "The header in which a proxy names the user whom it has let in, as `X-Forwarded-User`. "
        "It counts only from `CAIRN_MCP_TRUSTED_PROXIES`.",
    ),
    Setting(
        "CAIRN_MCP_TRUSTED_PROXIES",
        "mcp_trusted_proxies",
        written.networks,
        "addresses and networks with commas between, as 10.0.0.5 or 10.1.0.0/16",
        "none",
        "The proxies that are believed who asks (`CAIRN_MCP_USER_HEADER`, `X-Forwarded-For`).",
    ),
    Setting(
        "CAIRN_AUDIT_QUERIES",
        "audit_queries",
        written.switch,
        _SWITCH,
        "0",
        "1: the audit lines of a server with users also have the words of each question.",
    ),
    Setting(
        "CAIRN_EMBED_URL",
        "embed_url",
        written.embed_url,
        f"{_URL}, or local:",
        "none, and search is by words and the graph",
        "An OpenAI-compatible endpoint that turns text into vectors of 1024 numbers; "
        "`local:` is the embedder that comes with the extra `local` and needs no endpoint.",
    ),
    Setting("CAIRN_EMBED_MODEL", "embed_model", str.strip, _WORD, "the endpoint's own", "The model of the vectors."),
    Setting("CAIRN_EMBED_KEY", "embed_key", written.key, _KEY, "none", "The key that the embed endpoint asks for."),
    Setting(
        "CAIRN_CHAT_URL",
        "chat_url",
        written.url,
        _URL,
        "none",
        "An OpenAI-compatible endpoint for `cairn chat`. With an embed endpoint beside it, it also finds concepts in prose.",
    ),
    Setting("CAIRN_CHAT_MODEL", "chat_model", str.strip, _WORD, "the endpoint's own", "The model of `chat` and of the concepts."),
    Setting("CAIRN_CHAT_KEY", "chat_key", written.key, _KEY, "none", "The key that the chat endpoint asks for."),
    Setting(
        "CAIRN_CHAT_FALLBACK",
        "chat_fallback",
        written.words,
        "names of models with commas between",
        "none",
        "Models of the same endpoint that `chat` asks, one after another, when the one before fails.",
    ),
    Setting(
        "CAIRN_CHAT_TEMPERATURE",
        "chat_temperature",
        written.temperature,
        "a number from 0 to 2",
        "the endpoint's own",
        "How freely the model of `chat` chooses its words.",
    ),
    Setting(
        "CAIRN_CHAT_STEPS",
        "chat_steps",
        written.between(1, 100),
        "a whole number from 1 to 100",
        "12",
        "How often the model of `chat` may call tools for one question; then it has to answer.",
    ),
    Setting(
        "CAIRN_CHAT_WINDOW",
        "chat_window",
        written.between(2000, 10_000_000),
        "a whole number from 2000 up",
        "32000",
        "How many tokens the model of `chat` takes in all; a longer conversation is shortened.",
    ),
    Setting(
        "CAIRN_CHAT_REDACT",
        "chat_redact",
        written.switch,
        _SWITCH,
        "1",
        "1: the model of `chat` gets *** in the place of secrets in what tools tell.",
    ),
    Setting(
        "CAIRN_CHAT_AGENTS",
        "chat_agents",
        written.paths,
        "paths of folders with commas between",
        "`agents` in `CAIRN_HOME`",
        "Where `chat --agent NAME` looks for the folder NAME.",
    ),
    Setting(
        "CAIRN_OFFLINE",
        "offline",
        written.switch,
        _SWITCH,
        "0",
        "1: no connection beyond loopback and the hosts in `CAIRN_LOCAL_HOSTS`, to endpoints and web pages alike.",
    ),
    Setting(
        "CAIRN_LOCAL_HOSTS",
        "local_hosts",
        written.words,
        "host names with commas between",
        "none",
        "Hosts that count as this machine.",
    ),
    Setting(
        "CAIRN_ALLOW_LOCAL_URLS",
        "allow_local_urls",
        written.switch,
        _SWITCH,
        "0",
        "1: `add URL` may fetch pages from loopback and private addresses.",
    ),
    Setting(
        "CAIRN_HTTP_PROXY",
        "http_proxy",
        written.url,
        _URL,
        "none",
        "The proxy of every connection that leaves this machine. The system's proxy settings are not read.",
    ),
    Setting(
        "CAIRN_LOG_LEVEL",
        "log_level",
        written.one_of(LOG_LEVELS, str.upper),
        "DEBUG, INFO, WARNING or ERROR",
        "WARNING",
        "What is logged; the log goes to standard error.",
    ),
    Setting("CAIRN_DEBUG", "debug", written.switch, _SWITCH, "0", "1: an error comes with its traceback."),
    Setting(
        "CAIRN_CARDS",
        "cards",
        written.paths,
        "paths of folders with commas between",
        "`cards` in `CAIRN_HOME`",
        "The libraries of cards; new cards come into the first one.",
    ),
    Setting(
        "CAIRN_CARD_VECTORS",
        "card_vectors",
        written.switch,
        _SWITCH,
        "0",
        "1: recall also asks CAIRN_EMBED_URL, with the words of the prompt, where a card has too few of them.",
    ),
    Setting("CAIRN_SCOPE", "scope", str.strip, _WORD, "none: all cards count", "Only cards of this scope, or of none."),
    Setting(
        "CAIRN_PRINCIPAL",
        "principal",
        str.strip,
        "a name",
        "none, and all is of the one user of this machine",
        "Who proposes and recalls cards, as the host says; a model cannot change it.",
    ),
    Setting(
        "CAIRN_QUEUE",
        "queue",
        written.switch,
        _SWITCH,
        "0",
        "1: `add`, `refresh` and `reindex` put their runs into the queue of a PostgreSQL index, for `cairn work` to carry out.",
    ),
    Setting(
        "CAIRN_INGEST_ROOT",
        "ingest_root",
        str.strip,
        _PATH,
        "the folder of compose.yaml",
        "Only for `docker compose`: the folder of this machine that the server sees, read-only, as /projects.",
    ),
)


# `{"embed": {"url": ..., "model": ..., "key": ...}, "chat": {...}}`
Inference = Mapping[str, Mapping[str, str | None]]


def with_inference(config: Config, inference: Inference) -> Config:
    """Put endpoints into settings, in place of those that are there.

    Raises:
        UsageError: a part or a word that does not exist, an endpoint without a URL, or a URL that is none.
    """
    found: dict[str, Any] = {f"{part}_{word}": None for part in _PARTS for word in _WORDS}
    for part, given in inference.items():
        if part not in _PARTS or not set(given) <= set(_WORDS):
            raise UsageError(
                f"inference has no {part!r} with {', '.join(sorted(given))}; use embed and chat with url, model, key"
            )
        url = given.get("url")
        parse = written.embed_url if part == "embed" else written.url
        try:
            found |= {f"{part}_{word}": given.get(word) for word in _WORDS} | {f"{part}_url": parse(url or "")}
        except ValueError as exc:
            raise UsageError(f"inference's {part} has no usable url; set it to {_URL}") from exc
    return replace(config, **found)


_PARTS = ("embed", "chat")
_WORDS = ("url", "model", "key")
