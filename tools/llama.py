"""Run llama.cpp's server on this machine, for the stack of compose.yaml: `llama.py start embed chat`, `llama.py stop`.

A model's file that is missing is not fetched: what gets it is said. Settings, from the environment: LLAMA_SERVER (the program),
MODELS (the folder of the models), LLAMA_HOST (the address that is listened on) and STATE (where process ids and logs are kept).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

_START_LIMIT_S = 120.0  # a guess: loading 0.6 GB from a slow disk


@dataclass(frozen=True, slots=True)
class Model:
    """A model that llama.cpp serves."""

    name: str
    port: int
    file: str
    repository: str  # that publishes the file
    options: tuple[str, ...]


MODELS = {
    "embed": Model(
        "qwen3-embedding-0.6b",
        8091,
        "Qwen3-Embedding-0.6B-Q8_0.gguf",
        "Qwen/Qwen3-Embedding-0.6B-GGUF",
        # The model takes the last token for the text, and a batch must hold a whole text.
        ("--embeddings", "--pooling", "last", "--ctx-size", "8192", "--batch-size", "8192", "--ubatch-size", "8192"),
    ),
    "chat": Model(
        "qwen3-0.6b",
        8092,
        "Qwen3-0.6B-Q8_0.gguf",
        "Qwen/Qwen3-0.6B-GGUF",
        ("--jinja", "--reasoning-budget", "0", "--ctx-size", "16384"),
    ),
}


def start(kind: str) -> None:
    """Start the server of a model, and wait until it answers; one that answers is left as it is."""
    model, host = MODELS[kind], _host()
    if _answers(host, model.port):
        print(f"- {model.name} is served at http://{host}:{model.port}")
        return
    program = shutil.which(os.environ.get("LLAMA_SERVER") or "llama-server")
    if program is None:
        _end("llama-server was not found; install llama.cpp and put it on the PATH, or set LLAMA_SERVER to the program")
    folder = Path(os.environ.get("MODELS") or Path.home() / ".cache" / "cairn-models").expanduser()
    path = folder / model.file
    if not path.is_file():
        command = f"hf download {model.repository} {model.file} --local-dir {folder}"
        _end(
            f"the model file {path} is missing and is not fetched by itself; get it with `{command}`, or set MODELS to its folder"
        )
    words = [program, "--model", str(path), "--alias", model.name, "--host", host, "--port", str(model.port), *model.options]
    _wait(kind, model, host, _spawn(kind, words))


def stop() -> None:
    """Stop the servers that were started from here."""
    for file in sorted(_state().glob("*.pid")):
        identity = int(file.read_text())
        if _is_ours(identity):
            with contextlib.suppress(ProcessLookupError):
                os.kill(identity, signal.SIGTERM)
            print(f"- stopped the server of the {file.stem} model")
        file.unlink()


def _spawn(kind: str, words: list[str]) -> subprocess.Popen[bytes]:
    _state().mkdir(parents=True, exist_ok=True)
    with _log(kind).open("wb") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    (_state() / f"{kind}.pid").write_text(str(process.pid))
    return process


def _wait(kind: str, model: Model, host: str, process: subprocess.Popen[bytes]) -> None:
    print(f"- starting {model.name} at http://{host}:{model.port} (log: {_log(kind)})", flush=True)
    end = time.monotonic() + _START_LIMIT_S
    while not _answers(host, model.port):
        if process.poll() is not None or time.monotonic() > end:
            last = _log(kind).read_text("utf-8", "replace").strip().splitlines()[-1:]
            _end(f"llama-server did not come up ({''.join(last) or 'it said nothing'}); see {_log(kind)}")
        time.sleep(0.2)


def _answers(host: str, port: int) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{host}:{port}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _host() -> str:
    """The address by which containers reach this machine: loopback where Docker runs in a machine of its own, else its bridge."""
    given = os.environ.get("LLAMA_HOST")
    if given or sys.platform != "linux" or shutil.which("docker") is None:
        return given or "127.0.0.1"
    words = ["docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False).stdout.strip()
    return found or "127.0.0.1"


def _is_ours(identity: int) -> bool:
    """Whether a process of that number is a server of llama.cpp still, and not another that has got the number since."""
    # Without -ww a line ends where COLUMNS says, before the name of the model.
    command = ["ps", "-ww", "-o", "args=", "-p", str(identity)]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return any(model.file in found for model in MODELS.values())


def _state() -> Path:
    return Path(os.environ.get("STATE") or ".cairn") / "llama"


def _log(kind: str) -> Path:
    return _state() / f"{kind}.log"


def _end(sentence: str) -> NoReturn:
    sys.exit(f"cairn: {sentence}")


if __name__ == "__main__":
    if sys.argv[1:] == ["stop"]:
        stop()
    elif sys.argv[1:2] == ["start"] and set(sys.argv[2:]) <= MODELS.keys():
        for chosen in sys.argv[2:]:
            start(chosen)
    else:
        _end("say `start embed`, `start chat`, `start embed chat` or `stop`")
