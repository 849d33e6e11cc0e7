from __future__ import annotations

import signal
import threading

import pytest

from cairn.extract.extract import extract
from cairn.extract.signals import signals_held
from cairn.languages.registry import language_for


def test_interrupt_waits_until_the_parser_is_done_and_then_comes() -> None:
    def is_parsed() -> bool:
        with signals_held():
            signal.raise_signal(signal.SIGINT)
            steps.append("parsed")
        return True

    steps: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        is_parsed()
    assert steps == ["parsed"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_long_text_is_read_the_same_in_any_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.extract.parse.WATCHED_BYTES", 10_000)
    source = b"def f(x):\n    return g(x)\n" * 500
    language = language_for("a.py", "")
    found = [extract(language, "a.py", source)]
    thread = threading.Thread(target=lambda: found.append(extract(language, "a.py", source)))
    thread.start()
    thread.join()
    assert found[0] == found[1]
