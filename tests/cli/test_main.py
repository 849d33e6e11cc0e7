from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cairn import __version__
from cairn.cli.main import VERBS

if TYPE_CHECKING:
    from tests.cli.conftest import Command

PYTHON = [sys.executable, "-m", "cairn"]


def test_version_is_printed(cairn: Command) -> None:
    assert cairn("--version").out == f"cairn {__version__}\n"


def test_without_a_verb_the_help_is_shown(cairn: Command) -> None:
    outcome = cairn()
    assert outcome.status == 0
    assert all(f"  {verb} " in outcome.out for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_help_with_an_example(cairn: Command, verb: str) -> None:
    outcome = cairn(verb, "--help")
    assert outcome.status == 0
    example = outcome.out.partition("Example:")[2]
    assert f"cairn {verb}" in example
    assert all(option in outcome.out for option in ("--db", "--json", "--quiet", "--verbose"))


def test_a_misspelt_verb_names_the_closest_one(cairn: Command) -> None:
    outcome = cairn("serch", "x")
    assert outcome.status == 2
    assert outcome.err == "cairn: there is no verb 'serch'; did you mean 'search'? `cairn --help` lists them\n"


@pytest.mark.parametrize(
    "words", [["search"], ["search", "x", "--bogus"], ["search", "-k", "x", "y"], ["graph", "x", "--edges", "y"]]
)
def test_a_usage_error_is_one_sentence_with_status_2(cairn: Command, words: list[str]) -> None:
    outcome = cairn(*words)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("cairn: ")
    assert outcome.err.count("\n") == 1
    assert f"see `cairn {words[0]} --help`" in outcome.err


def test_a_usage_error_with_json_is_a_document(cairn: Command) -> None:
    outcome = cairn("search", "--json", "x", "--bogus")
    assert outcome.status == 2
    assert outcome.document["error"]["code"] == "usage"
    assert "--bogus" in outcome.document["error"]["message"]


def test_json_behind_two_dashes_is_a_part_of_the_query(cairn: Command, shared_db: Path) -> None:
    outcome = cairn("search", "--db", shared_db, "--", "--json")
    assert outcome.status == 1
    assert outcome.out.startswith("no hits")


def test_reading_from_a_database_that_does_not_exist_creates_nothing(cairn: Command, tmp_path: Path) -> None:
    db = tmp_path / "none" / "cairn.db"
    for words in (["list"], ["search", "x"], ["graph", "x"], ["ask", "x"], ["path", "a", "b"], ["show", "x"], ["export"]):
        outcome = cairn(*words, "--db", db)
        assert outcome.status == 1, words
        assert outcome.err.startswith("cairn: ")
        assert outcome.err.count("\n") == 1
    assert not db.parent.exists()


def test_a_wrong_setting_is_named(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_MCP_PORT", "many")
    outcome = cairn("list")
    assert outcome.status == 2
    assert "CAIRN_MCP_PORT" in outcome.err
    assert "'many'" in outcome.err


def test_a_foreign_file_is_refused_and_kept(cairn: Command, tmp_path: Path) -> None:
    db = tmp_path / "foreign.db"
    db.write_text("these are notes, not a database\n" * 200, encoding="utf-8")
    outcome = cairn("list", "--db", db, "--json")
    assert outcome.status == 3
    assert outcome.document["error"]["code"] == "database"
    assert db.read_text(encoding="utf-8").startswith("these are notes")


def test_an_unexpected_fault_is_a_sentence_without_a_traceback(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.cli.main.invoke", _divide)
    outcome = cairn("list")
    assert outcome.status == 1
    assert outcome.err == "cairn: ZeroDivisionError: division by zero; CAIRN_DEBUG=1 shows where\n"


def test_with_debug_the_traceback_comes_out(cairn: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn.cli.main.invoke", _divide)
    monkeypatch.setenv("CAIRN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cairn("list")


def _divide(*_: object, **__: object) -> int:
    raise ZeroDivisionError("division by zero")


def test_python_dash_m_runs_the_command() -> None:
    done = subprocess.run([*PYTHON, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"cairn {__version__}\n"


_INTERRUPTED_IMPORT = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
from cairn.__main__ import main
main()
"""


def test_an_interrupt_while_modules_are_imported_says_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED_IMPORT, "list"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


_TWICE_INTERRUPTED = """
import atexit, signal
from cairn import __main__
from cairn.cli import main

def invoke(arguments):
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.raise_signal(signal.SIGINT)
        print("tidied up", flush=True)

main.invoke = invoke
atexit.register(signal.raise_signal, signal.SIGINT)
__main__.main()
"""


def test_an_interrupt_while_a_run_is_ending_says_nothing_more() -> None:
    done = subprocess.run([sys.executable, "-c", _TWICE_INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "tidied up\n", "cairn: interrupted; the index is as it was\n")


@pytest.mark.parametrize(
    "words", [["--db", "DB", "--json", "list"], ["--json", "--db=DB", "list"], ["--db", "DB", "list", "--json"]]
)
def test_options_of_all_verbs_may_stand_before_the_verb(cairn: Command, shared_db: Path, words: list[str]) -> None:
    outcome = cairn(*(word.replace("DB", str(shared_db)) for word in words))
    assert outcome.document["sources"][0]["label"] == "shop"


def test_an_option_behind_the_verb_goes_before_the_same_one_before_it(cairn: Command, shared_db: Path, tmp_path: Path) -> None:
    assert cairn("--db", tmp_path / "none.db", "-q", "list", "--db", shared_db).status == 0


def test_a_refused_server_on_stdio_writes_no_document_wherever_its_options_stand(cairn: Command, tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("no index\n" * 200)
    outcome = cairn("--json", "--db", tmp_path / "notes.db", "serve", "--stdio", "--port", "x")
    assert (outcome.status, outcome.out) == (2, "")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the system cannot stop a process")
def test_an_answer_is_whole_when_the_process_is_stopped_while_it_writes_without_a_buffer() -> None:
    script = "from cairn import __main__; from cairn.cli import main, output; "
    script += "main.invoke = lambda _: output.write('x' * 999_999 + 'end'); __main__.main()"
    command = [sys.executable, "-u", "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"x"
        for _ in range(20):
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            process.send_signal(signal.SIGCONT)
        assert process.stdout.read() == b"x" * 999_998 + b"end\n"


@pytest.mark.skipif(os.name == "nt", reason="has no such signals")
def test_an_interrupt_that_the_parent_ignores_stays_ignored() -> None:
    script = f"trap '' INT; exec \"$0\" -c '{_INTERRUPTED_IMPORT}' --version"
    done = subprocess.run(["sh", "-c", script, sys.executable], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"cairn {__version__}\n")


def test_a_reader_that_goes_away_is_no_error(shared_db: Path) -> None:
    process = subprocess.Popen([*PYTHON, "export", "--db", str(shared_db)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    with process:
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_terminal_without_utf8_gets_escapes_instead_of_an_error(shared_db: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    plain = subprocess.run([*PYTHON, "search", "größe", "--db", shared_db], env=env, capture_output=True, check=False)
    document = subprocess.run(
        [*PYTHON, "search", "größe", "--json", "--db", shared_db], env=env, capture_output=True, check=False
    )
    assert plain.stderr == b""
    assert json.loads(document.stdout)["query"] == "größe"


def test_the_quick_verbs_import_neither_mcp_nor_a_parser(shared_db: Path) -> None:
    script = (
        "import sys; from cairn.cli.main import run; "
        f"run(['list', '--db', {str(shared_db)!r}]); run(['search', 'rate', '--db', {str(shared_db)!r}]); "
        "loaded = {name.split('.')[0] for name in sys.modules}; "
        "print(sorted(loaded & {'mcp', 'pydantic', 'httpx', 'tree_sitter', 'uvicorn', 'rich'}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_sigterm_ends_a_server_like_an_interrupt(shared_db: Path) -> None:
    command = [*PYTHON, "serve", "--port", "0", "--json", "--db", str(shared_db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"url"')
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 130


@pytest.mark.skipif(os.name == "nt", reason="closes descriptors with a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_a_closed_standard_stream_is_no_fault(shared_db: Path, closed: str) -> None:
    script = f'"$0" -m cairn list --db "$1" {closed}'
    done = subprocess.run(["sh", "-c", script, sys.executable, str(shared_db)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_standard_error_does_not_change_the_status_of_a_fault(tmp_path: Path) -> None:
    script = '"$0" -m cairn list --db "$1" 2>&-'
    done = subprocess.run(["sh", "-c", script, sys.executable, str(tmp_path / "no.db")], capture_output=True, timeout=60)
    assert done.returncode == 1


def test_a_database_whose_links_lead_in_a_circle_is_a_usage_error(cairn: Command, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    outcome = cairn("list", "--db", tmp_path / "loop")
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert "in a circle" in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
@pytest.mark.parametrize("verb", ["list", "init"])
def test_a_database_path_that_is_not_utf_8_is_a_usage_error(cairn: Command, tmp_path: Path, verb: str) -> None:
    outcome = cairn(verb, "--json", "--db", f"{tmp_path}/a\udcffb.db")
    assert (outcome.status, outcome.document["error"]["code"]) == (2, "usage")
    assert "not UTF-8" in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_a_folder_whose_name_is_not_utf_8_is_a_usage_error(cairn: Command, tmp_path: Path) -> None:
    folder = tmp_path / "a\udcffb"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    outcome = cairn("add", folder, "--db", tmp_path / "x.db")
    assert outcome.status == 2
    assert "not UTF-8" in outcome.err
    assert not (tmp_path / "x.db").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="folders of Linux")
@pytest.mark.parametrize("folder", ["/proc", "/sys", "/dev", "/proc/self", "/etc", "/etc/ssl", "/etc/passwd", "/var/log", "/var"])
def test_a_folder_of_the_system_is_refused(cairn: Command, tmp_path: Path, folder: str) -> None:
    outcome = cairn("add", folder, "--db", tmp_path / "x.db")
    assert outcome.status == 3
    assert "belongs to the system" in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="folders of Linux")
def test_a_link_to_a_folder_of_the_system_is_refused(cairn: Command, tmp_path: Path) -> None:
    (tmp_path / "settings").symlink_to("/etc")
    outcome = cairn("add", tmp_path / "settings", "--db", tmp_path / "x.db")
    assert outcome.status == 3
    assert "/etc belongs to the system" in outcome.err


@pytest.mark.skipif(os.name == "nt", reason="has no FIFO")
@pytest.mark.parametrize("verb", [["list"], ["init"], ["add", "."], ["verify"], ["gc"]])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_a_database_that_is_no_regular_file_is_refused(cairn: Command, tmp_path: Path, verb: list[str], kind: str) -> None:
    place = tmp_path / "x"
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    outcome = cairn(*verb, "--db", place)
    assert outcome.status == 3
    assert ("is a folder, not an index" if kind == "folder" else "is no regular file") in outcome.err
    assert list(tmp_path.iterdir()) == [place]


def test_an_index_with_a_negative_format_is_refused_and_not_copied(cairn: Command, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    assert cairn("init", "--db", db).status == 0
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA user_version = -5")
    for verb in ("list", "init"):
        outcome = cairn(verb, "--db", db)
        assert (outcome.status, "is damaged (format -5)" in outcome.err) == (3, True)
    assert not list(tmp_path.glob("*backup*"))


@pytest.mark.parametrize("lines", ["0-0", "0", "5-1"])
def test_lines_that_cannot_be_are_refused(cairn: Command, shared_db: Path, lines: str) -> None:
    assert cairn("show", f"shop:shop/tax.py:{lines}", "--db", shared_db).status == 2


def test_a_text_that_is_no_utf_8_is_found_and_mended(cairn: Command, shop: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.db"
    assert cairn("add", shop, "--label", "shop", "--db", db).status == 0
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE entity SET signature = CAST(x'64ff' AS TEXT) WHERE name = 'checkout'")
    shown = cairn("graph", "checkout", "--db", db)
    assert (shown.status, "a text is no UTF-8" in shown.err) == (3, True)
    assert "no UTF-8" in cairn("verify", "--db", db).out
    assert cairn("verify", "--repair", "--db", db).status == 0
    assert cairn("graph", "checkout", "--db", db).status == 0
