"""Keeping sources up to date while they change: native events where the system has them, else a look now and then."""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cairn.errors import CairnError, Cancelled, EnvironmentFault, NotFoundError
from cairn.index.facade import Ingest
from cairn.ingest.changed import Rules, is_git_at_work
from cairn.report import IngestReport, WatchEvent

_log = logging.getLogger(__name__)

# A burst of changes is over when nothing has changed for so long: an answer is right well within two seconds of a
# save, and the files of a switch of branches follow one another more quickly.
STEP_MS = 250
_BURST_LIMIT_MS = 10_000
_TICK_MS = 1_000
_GIT_LIMIT_S = 15.0
_POLL_S = 1.0
_POLL_SHARE = 5  # a look takes at most one part in so many of the time
_RETRY_S = 5.0
_NEW_SOURCES_S = 2.0


class Watch:
    """Refreshes sources when their files change, until it is stopped.

    `locations` tells which sources there are; those that come later are watched, too. `on_event` is called from several
    threads.
    """

    def __init__(
        self,
        ingest: Ingest,
        database: Path | None,
        locations: Callable[[], Mapping[str, str]],
        on_event: Callable[[WatchEvent], None],
        *,
        is_polling: bool = False,
        allow_delete: bool = False,
    ) -> None:
        self._ingest = ingest
        self._database = database
        self._locations = locations
        self._on_event = on_event
        self._is_polling = is_polling
        self._allow_delete = allow_delete
        self._lanes: dict[tuple[str, str], _Lane] = {}

    def run(self, stop: threading.Event) -> None:
        """Watch until `stop` is set, and the refresh at work, if any, has ended: it is cancelled."""
        try:
            while not stop.is_set():
                with contextlib.suppress(CairnError):
                    self._follow(self._locations(), stop)
                stop.wait(_NEW_SOURCES_S)
        finally:
            stop.set()
            for lane in self._lanes.values():
                lane.join()

    def _follow(self, locations: Mapping[str, str], stop: threading.Event) -> None:
        wanted = set(locations.items())
        for key in [key for key in self._lanes if key not in wanted or not self._lanes[key].is_alive()]:
            self._lanes.pop(key).is_over.set()
            if key not in wanted:
                self._on_event(WatchEvent("gone", key[0], "the source was removed or renamed"))
        for key in sorted(wanted - self._lanes.keys()):
            if Path(key[1]).is_absolute():
                self._lanes[key] = _Lane(
                    self._ingest, self._database, *key, stop, self._on_event, self._is_polling, self._allow_delete
                )
                self._lanes[key].start()


class _Lane(threading.Thread):
    """Watches one source."""

    def __init__(
        self,
        ingest: Ingest,
        database: Path | None,
        label: str,
        location: str,
        stop: threading.Event,
        on_event: Callable[[WatchEvent], None],
        is_polling: bool,
        allow_delete: bool,
    ) -> None:
        super().__init__(name=f"cairn-watch-{label}", daemon=True)
        self._ingest = ingest
        self._database = None if database is None else str(database)
        self._label = label
        self._root = Path(location)
        self._ending = stop
        self._on_event = on_event
        self._is_polling = is_polling
        self._allow_delete = allow_delete
        self._said = ""
        self.is_over = threading.Event()

    def is_set(self) -> bool:
        """Whether to stop; the form in which `watchfiles` asks."""
        return self._ending.is_set() or self.is_over.is_set()

    def run(self) -> None:
        try:
            while not self.is_set():
                if not self._root.exists():
                    self._fail(f"{self._root} is gone; it is watched again when it is back")
                    self._ending.wait(_POLL_S)
                elif self._is_polling or _has_no_events(self._root):
                    self._poll("changes are not announced here")
                else:
                    self._listen()
        except _SourceGone:
            return

    def _listen(self) -> None:
        """Follow the system's events, until the root is another folder."""
        is_file = self._root.is_file()
        identity = _identity(self._root)
        is_first = True
        try:
            for changes in _events(self._root.parent if is_file else self._root, not is_file, self):
                if is_first:
                    is_first = False
                    # Listening has begun: what changes from here on is not missed. A refresh of nothing would be on record.
                    if self._is_behind():
                        self._refresh()
                    self._tell("watching", "by the system's events")
                if changes and self._is_telling(changes, is_file):
                    self._settle()
                    self._refresh()
                elif _identity(self._root) != identity:
                    return
        except OSError as exc:
            if self._root.exists():
                self._poll(f"the system's events are not to be had ({exc.strerror or exc})")

    def _poll(self, why: str) -> None:
        """Look at the source again and again."""
        self._refresh()
        self._tell("polling", f"{why}; the files are looked at every second or so instead")
        while not self.is_set() and self._root.exists():
            begun = time.monotonic()
            try:
                is_changed = self._ingest.is_changed(self._label)
            except NotFoundError as exc:
                raise _SourceGone from exc
            except CairnError as exc:
                is_changed = False
                self._fail(str(exc))
            if is_changed:
                self._refresh()
            self._ending.wait(max(_POLL_S, _POLL_SHARE * (time.monotonic() - begun)))

    def _is_telling(self, changes: set[str], is_file: bool) -> bool:
        others = [place for place in changes if self._database is None or not place.startswith(self._database)]
        if is_file:
            return str(self._root) in others
        try:
            rules = Rules(self._root, self._ingest.excludes(self._label))
            return any(rules.concern(place) for place in others)
        except (OSError, CairnError):
            return bool(others)

    def _settle(self) -> None:
        """Wait until git is done: it changes files one by one."""
        end = time.monotonic() + _GIT_LIMIT_S
        while is_git_at_work(self._root) and time.monotonic() < end and not self.is_set():
            self._ending.wait(STEP_MS / 1000)

    def _refresh(self) -> None:
        while not self.is_set():
            try:
                report = self._ingest.refresh(self._label, allow_delete=self._allow_delete, is_cancelled=self.is_set)
            except Cancelled:
                return
            except NotFoundError as exc:
                raise _SourceGone from exc
            except EnvironmentFault as exc:
                self._fail(str(exc))
                self._ending.wait(_RETRY_S)
            except CairnError as exc:
                self._fail(str(exc))
                return
            else:
                self._said = ""
                if report.added or report.changed or report.moved or report.deleted or report.notes:
                    self._tell("refreshed", "", report)
                return

    def _is_behind(self) -> bool:
        try:
            return self._ingest.is_changed(self._label)
        except CairnError:
            return True  # the refresh says why

    def _fail(self, sentence: str) -> None:
        """Say what is wrong, once."""
        if sentence != self._said:
            self._said = sentence
            self._tell("failed", sentence)

    def _tell(self, kind: str, detail: str, report: IngestReport | None = None) -> None:
        _log.info("%s %s %s", kind, self._label, detail)
        self._on_event(WatchEvent(kind, self._label, detail, report))


class _SourceGone(Exception):
    """The source was removed or renamed."""


def _events(folder: Path, is_recursive: bool, stop: _Lane) -> Iterator[set[str]]:
    """Yield sets of changed paths, an empty one about every second and as soon as listening has begun.

    Raises:
        OSError: the system tells nothing, or what the library cannot take, such as a folder whose name is not UTF-8.
    """
    from watchfiles import watch  # its 50 ms are for those who watch

    found = watch(
        folder,
        watch_filter=None,
        debounce=_BURST_LIMIT_MS,
        step=STEP_MS,
        stop_event=stop,
        rust_timeout=_TICK_MS,
        yield_on_timeout=True,
        raise_interrupt=False,
        force_polling=False,
        recursive=is_recursive,
        ignore_permission_denied=True,
    )
    try:
        for changes in found:
            yield {place for _, place in changes}
    except RuntimeError as exc:  # of the library's own kind, which it does not export
        raise OSError(str(exc)) from exc


def _identity(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_dev, status.st_ino)


def _has_no_events(root: Path) -> bool:
    """Tell whether the system announces no changes there: Windows' disks as Linux on Windows sees them."""
    return os.name == "posix" and "microsoft" in platform.release().lower() and root.is_relative_to("/mnt")
