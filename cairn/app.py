"""The composition root: the one place where the parts of Cairn are put together."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from cairn.config import Config, Inference, database_at, with_inference
from cairn.egress import Egress
from cairn.errors import CairnError, RefusedError, UsageError, no_source
from cairn.infer.address import Address
from cairn.rights import OWNER, User
from cairn.store.place import Database

if TYPE_CHECKING:
    from cairn.cards.facade import Cards
    from cairn.cards.meaning import Meaning
    from cairn.complete.pack import Complete
    from cairn.index.facade import Ingest
    from cairn.index.work import Worker
    from cairn.infer.chat import ChatModel
    from cairn.infer.embed import EndpointEmbedder
    from cairn.infer.endpoint import Endpoint
    from cairn.infer.local import LocalEmbedder
    from cairn.ingest.web.fetch import Fetcher
    from cairn.report import Job, MoveReport, Progress, WatchEvent
    from cairn.retrieve.described import Describer
    from cairn.retrieve.facade import Retrieve
    from cairn.retrieve.search.vectors import VectorArm
    from cairn.store.backend import Backend
    from cairn.store.chats import ChatStore
    from cairn.store.jobs import JobQueue
    from cairn.store.reading import ReaderStore
    from cairn.store.stored import SourceListing

# A run waits so long for a writer of another process; a worker, which has nobody who waits for it, for a day.
_WAIT_S, _WORKER_WAIT_S = 60.0, 86_400.0


def create_cairn(db: str | Database | None = None, *, config: Config | None = None, inference: Inference | None = None) -> Cairn:
    """Put a Cairn together; nothing is opened, read or written before it is used.

    `db` is the file of the index, or the URL of its database, and goes before `config`, which defaults to the settings of the
    environment. `inference`, `{"embed": {"url": ..., "model": ..., "key": ...}, "chat": {...}}`, goes before the endpoints in
    it; `{}` means tier 0.

    Raises:
        UsageError: a setting with a value that is not allowed, or a `db` that cannot be a path.
    """
    settings = Config.from_environment() if config is None else config
    if inference is not None:
        settings = with_inference(settings, inference)
    return Cairn(settings, settings.database() if db is None else database_at(db, "the database"))


class Cairn:
    """An index and what can be done with it. Its parts are made when they are first asked for: a reader loads no parser."""

    def __init__(self, config: Config, database: Database, *, user: User = OWNER, whole: Cairn | None = None) -> None:
        self.config = config
        self.database = database
        self.user = user
        self._given_whole = whole

    def seen_by(self, user: User) -> Cairn:
        """Return this index as a user sees it, in which what they may not read does not exist; what is open is shared."""
        return Cairn(
            replace(self.config, principal=user.name or self.config.principal), self.database, user=user, whole=self._whole
        )

    @property
    def _whole(self) -> Cairn:
        """The index as its owner sees it, which has what is open."""
        return self if self._given_whole is None else self._given_whole

    @functools.cached_property
    def ingest(self) -> Ingest:
        """What changes the index."""
        if self.user != OWNER:
            from cairn.index.bounded import bounded_ingest

            return bounded_ingest(self._whole.ingest, self.user, self.retrieve.locations)
        ingest = self._ingest_with(_WAIT_S)
        if not self.config.queue:
            return ingest
        from cairn.index.queued import queued_ingest

        return queued_ingest(ingest, self._queue, self.config.allowed_roots)

    def _ingest_with(self, wait_s: float) -> Ingest:
        """What changes the index by itself; a run waits so long for a writer of another process."""
        from cairn.index.facade import Ingest
        from cairn.index.run.compare import Limits

        limits = Limits(
            self.config.max_ingest_files,
            self.config.max_ingest_bytes,
            self.config.max_file_bytes,
            self.config.allowed_roots,
            refused_locations=(Path.home().resolve(),),
            host_root=self.config.ingest_root,
            wait_s=wait_s,
        )
        embedder = (lambda: self._embedder) if self.config.embed_url else None
        # Concepts need vectors beside them; without these a chat endpoint is there for `chat` alone.
        chat = (lambda: self.chat_model) if self.tier == 2 else None
        store, jobs = self._backend.writing, self._backend.jobs
        return Ingest(self._file, store, jobs, limits, self._fetcher, embedder, chat, self._settle_cards)

    @property
    def _queue(self) -> JobQueue:
        queue = self._backend.queue
        if queue is None:
            raise UsageError(f"{self.database} has no queue, as a file is of one machine; name a postgresql:// URL")
        return queue

    def worker(self, roots: tuple[Path, ...], on_work: Callable[[str], None]) -> Worker:
        """Return a worker of this index, which has to be in PostgreSQL; `on_work` hears of each run, from several threads.

        Raises:
            UsageError: the index is a file, which has no queue.
        """
        from cairn.index.work import Worker

        return Worker(self._ingest_with(_WORKER_WAIT_S), self._queue, roots, on_work)

    def copy(
        self, to: str | Path, labels: Collection[str] = (), on_progress: Callable[[Progress], None] | None = None
    ) -> MoveReport:
        """Copy sources (none: all) into the index at another place, of whatever backend, with vectors, links and records of runs.

        Raises:
            UsageError: the other place is this one.
            What `cairn.index.copy.copy_index` raises.
        """
        from cairn.index.copy import Side, copy_index

        with create_cairn(to, config=self.config) as other:
            if other.database == self.database:
                raise UsageError(f"{other.database} is the index itself; name another place")
            here, there = (Side(c._backend.writing, c._backend.jobs, str(c.database)) for c in (self, other))
            return copy_index(here, there, labels, on_progress)

    def _settle_cards(self, location: str) -> None:
        """Compare cards with what a run of the source at a location has published, where there is any library.

        What a card was seen to be about is what a later run is compared with.
        """
        from cairn.cards.library import project_library

        here, place = _current_folder(), Path(location)
        is_set = any(folder.is_dir() for folder in self.config.card_folders())
        if not is_set and not any(project_library(folder) for folder in (here, place) if folder is not None):
            return  # before recall and search are imported: most edits end here
        try:
            seen = [self.cards, self.cards_from(place)]
            for cards in seen:
                if cards.has_library():
                    cards.sync()
            seen[1].close()
        except CairnError:  # the run is done; recall tells what is wrong with the cards
            return

    def _fetcher(self) -> Fetcher:
        from cairn.ingest.web.fetch import Fetcher

        return Fetcher(self.egress, allow_local=self.config.allow_local_urls, proxy=self.config.http_proxy)

    @functools.cached_property
    def retrieve(self) -> Retrieve:
        """What answers from the index."""
        from cairn.index.fingerprint import is_outdated
        from cairn.retrieve.facade import Retrieve

        return Retrieve(self._reader, is_outdated, self._whole._arm, self.tier)

    @functools.cached_property
    def complete(self) -> Complete:
        """What gives a completion its context."""
        from cairn.complete.pack import Complete
        from cairn.retrieve.handles.place import at_place

        return Complete(functools.partial(at_place, self._reader))

    @functools.cached_property
    def cards(self) -> Cards:
        """What was learned, as seen from the current folder."""
        return self.cards_from(_current_folder())

    def cards_from(self, here: Path | None) -> Cards:
        """What was learned, with the library of the project around a folder; None: without one."""
        from cairn.cards.facade import Cards
        from cairn.cards.graph import LateGraph

        config = self.config
        graph, whole = (
            LateGraph(str(self.database), self._whole._backend.stamp, cairn._describer) for cairn in (self, self._whole)
        )
        return Cards(
            config.card_folders(),
            config.home_folder(),
            graph,
            scope=config.scope or "",
            principal=config.principal or "",
            here=here,
            meaning=self._meaning,
            user=self.user,
            whole_graph=whole,
        )

    @property
    def _meaning(self) -> Meaning | None:
        if not self.config.card_vectors or not self.config.embed_url:
            return None
        from cairn.cards.meaning import Meaning

        return Meaning(lambda: self._whole._embedder)

    @property
    def card_writer(self) -> Callable[[str, int], str] | None:
        """What shortens the text of a card, None without a chat endpoint."""
        if not self.config.chat_url:
            return None
        from cairn.infer.shorten import shorten

        return functools.partial(shorten, self.chat_model)

    @functools.cached_property
    def chats(self) -> ChatStore:
        """The conversations about this index: beside its file or, where it is no file, on this machine. They are its owner's."""
        if self._given_whole is not None:
            raise RefusedError(f"conversations about this index are its owner's, and {self.user.name!r} is another")
        import hashlib  # only here

        from cairn.cards.words import index_words
        from cairn.store.sqlite.chats import SqliteChats

        if self._file is not None:
            return SqliteChats(Path(f"{self._file}-chat"), index_words)
        name = hashlib.blake2s(str(self.database).encode(), digest_size=8).hexdigest()
        return SqliteChats(self.config.home_folder() / "chats" / f"{name}.db", index_words)

    def chat_endpoint(self, model: str | None = None) -> Endpoint:
        """The chat endpoint, to be asked for a model; None: for the one that is set.

        Raises:
            UsageError: none is set.
        """
        from cairn.infer.endpoint import Endpoint

        config = self.config
        if not config.chat_url:
            raise UsageError(
                "CAIRN_CHAT_URL is not set; set it to an OpenAI-compatible chat endpoint, as http://127.0.0.1:8080/v1"
            )
        address = Address(config.chat_url, config.chat_key, model or config.chat_model, "CAIRN_CHAT_URL")
        return Endpoint(address, self.egress, proxy=config.http_proxy)

    def _describer(self) -> Describer:
        from cairn.retrieve.described import Describer

        return Describer(self._reader)

    @functools.cached_property
    def _reader(self) -> ReaderStore:
        """What gives readers to all that answers: without the sources outside of the allowed roots or of the user's rights."""
        roots, user = self.config.allowed_roots, self.user
        if not roots and user.reads_all:
            return self._whole._backend.reading
        from cairn.index.place import is_allowed
        from cairn.store.bounded import BoundedStore
        from cairn.store.reading import Bound

        fault = "all that is indexed lies outside the allowed roots; add its folders to CAIRN_ALLOWED_ROOTS"

        def admits(source: SourceListing) -> bool:
            return user.may_read(source.label) and (not roots or is_allowed(source.location, roots))

        return BoundedStore(self._whole._backend.reading, Bound(admits, fault if user.reads_all else ""))

    @functools.cached_property
    def _backend(self) -> Backend:
        if self._given_whole is not None:  # what forgets that would pass the bound by
            raise RefusedError(f"{self.user.name!r} sees this index through its owner's readers, and has no others")
        if isinstance(self.database, Path):
            from cairn.store.sqlite.backend import SqliteBackend

            return SqliteBackend(self.database)
        from cairn.store.postgres.backend import PostgresBackend  # says what is missing where its packages are

        config = self.config
        reading = config.db_read.url if config.db_read is not None else None
        return PostgresBackend(self.database.url, reading, config.db_password_file)

    @property
    def _file(self) -> Path | None:
        """The file of the index, which is no source; None where it has none."""
        return self.database if isinstance(self.database, Path) else None

    @property
    def may_have_index(self) -> bool:
        """Whether there may be an index, as far as can be told without opening one."""
        return self._whole._backend.may_exist()

    def size_bytes(self) -> int:
        """How much of a disk the index takes."""
        return self._whole._backend.writing.size_bytes()

    def figures(self) -> Mapping[str, int]:
        """Counts of connections that an operator watches; none for an index in a file."""
        return self._whole._backend.figures()

    @property
    def tier(self) -> int:
        """0: no model; 1: an embedder is configured; 2: a chat endpoint, too."""
        return 0 if not self.config.embed_url else 1 if not self.config.chat_url else 2

    @functools.cached_property
    def _embedder(self) -> EndpointEmbedder | LocalEmbedder:
        from cairn.chunk.tokens import count_tokens
        from cairn.chunk.words import split_identifiers
        from cairn.infer.setup import make_embedder

        config = self.config
        address = Address(config.embed_url or "", config.embed_key, config.embed_model)
        return make_embedder(address, self.egress, config.http_proxy, count_tokens, split_identifiers)

    @functools.cached_property
    def chat_model(self) -> ChatModel:
        """The model behind the chat endpoint, asked for JSON documents.

        Raises:
            UsageError: no endpoint is set.
        """
        from cairn.infer.chat import ChatModel

        return ChatModel(self.chat_endpoint())

    @functools.cached_property
    def _arm(self) -> VectorArm | None:
        if not self.config.embed_url:
            return None
        from cairn.retrieve.search.vectors import VectorArm

        return VectorArm(lambda: self._embedder)

    @property
    def egress(self) -> Egress:
        """Where connections may go."""
        return Egress(self.config.offline, self.config.local_hosts)

    def watch(
        self,
        label: str | None,
        on_event: Callable[[WatchEvent], None],
        stop: threading.Event,
        *,
        is_polling: bool = False,
        allow_delete: bool = False,
    ) -> None:
        """Refresh a source, or with None all there are and will be, whenever its files change, until `stop` is set.

        `on_event` is called from other threads. `is_polling`: do not ask the system for its events.

        Raises:
            NotFoundError: there is no index, or no source of that label.
        """
        from cairn.index.watch import Watch

        def locations() -> dict[str, str]:
            found = self.retrieve.locations()
            return found if label is None else {name: place for name, place in found.items() if name == label}

        if label is not None and not locations():
            raise no_source(label, self.retrieve.locations())
        watch = Watch(self.ingest, self._file, locations, on_event, is_polling=is_polling, allow_delete=allow_delete)
        watch.run(stop)

    def until(self, is_unwanted: Callable[[], bool]) -> AbstractContextManager[None]:
        """End what this thread reads inside with Cancelled once it is unwanted, as when a client has gone away."""
        return self._whole._backend.until(is_unwanted)

    def start(self) -> list[Job]:
        """Find runs that ended without a word; returns them, marked as stale. Asks the embed endpoint once, if there is one."""
        self.probe()
        return self.ingest.find_stale()

    def probe(self) -> str | None:
        """Ask the embedder once; returns what is wrong with it, in a sentence, None if nothing or in tier 0."""
        arm = self._whole._arm
        return arm.warm_up() if arm is not None else None

    def close(self) -> None:
        """Close what is open; a later call opens it again."""
        if "_backend" in self.__dict__:
            self._backend.close()
        if "cards" in self.__dict__:
            self.cards.close()
        for name in ("_embedder", "chat_model", "chats"):
            if name in self.__dict__:
                self.__dict__[name].close()

    def __enter__(self) -> Cairn:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _current_folder() -> Path | None:
    """The folder that this process is in; None if it was removed under us."""
    try:
        return Path.cwd()
    except OSError:
        return None
