"""The stack in containers: compose.yaml, and the targets of make that start and stop it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema  # it has no types
import pytest
from ruamel.yaml import YAML

from cairn.config import SETTINGS, Config

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="make and programs of POSIX")

# Says what it was called with, and in which environment.
DOCKER = """#!/bin/sh
[ "$2" = version ] && exit 0
[ "$1" = network ] && { echo 127.0.0.1; exit 0; }
echo "docker $*"
env | grep -E '^CAIRN_(INGEST|EMBED|CHAT)' | sort
"""
# Answers at once, as llama.cpp's server does when its model is loaded.
LLAMA = """#!{python}
import http.server, sys
words = sys.argv
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
http.server.HTTPServer((words[words.index("--host") + 1], int(words[words.index("--port") + 1])), Health).serve_forever()
"""


def compose() -> dict[str, Any]:
    """What compose.yaml says."""
    found: dict[str, Any] = YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_compose_file_is_valid_by_the_specification() -> None:
    vendored = resources.files("check_jsonschema").joinpath("builtin_schemas/vendor/compose-spec.json")
    schema = json.loads(vendored.read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(compose())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"services": {"cairn": {"read_onyl": True}}}, schema)


def test_docker_compose_takes_the_file() -> None:
    program = shutil.which("docker")
    if program is None or subprocess.run([program, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no docker compose here")
    subprocess.run([program, "compose", "config", "--quiet"], cwd=ROOT, check=True)


def test_the_container_has_no_rights_that_it_does_not_need() -> None:
    service = compose()["services"]["cairn"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "USER cairn" in service["build"]["dockerfile_inline"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    folders = {volume["target"]: volume for volume in service["volumes"]}
    assert folders["/projects"]["read_only"] is True
    assert folders["/data"]["type"] == "volume"
    assert service["environment"]["CAIRN_ALLOWED_ROOTS"] == "/projects"


def test_every_setting_reaches_the_container_but_those_of_the_transport() -> None:
    given = compose()["services"]["cairn"]["environment"]
    of_a_team = {"CAIRN_DB_READ", "CAIRN_DB_PASSWORD_FILE", "CAIRN_QUEUE"}
    assert {setting.variable for setting in SETTINGS} - set(given) == {"CAIRN_MCP_TRANSPORT", *of_a_team}
    empty = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for name, value in given.items()}
    config = Config.from_environment(empty)
    assert (config.database(), config.ingest_root, config.embed_url) == (Path("/data/cairn.db"), "./", None)


def test_the_team_has_two_servers_that_see_no_source_and_a_worker_that_does() -> None:
    services = {name: service for name, service in compose()["services"].items() if service.get("profiles") == ["team"]}
    assert set(services) == {"postgres", "server-1", "server-2", "worker"}
    for name in ("server-1", "server-2", "worker"):
        given = {key: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for key, value in services[name]["environment"].items()}
        config = Config.from_environment(given)
        assert (str(config.database()), config.queue) == ("postgresql://***@postgres/cairn", name != "worker")
        assert config.db_password_file == Path("/run/secrets/cairn_db")
        assert services[name]["secrets"] == services["postgres"]["secrets"] == ["cairn_db"]
        assert (services[name]["read_only"], services[name]["cap_drop"]) == (True, ["ALL"])
        assert ("volumes" in services[name]) == (name == "worker")
        assert all(port.startswith("127.0.0.1:") for port in services[name].get("ports", ()))


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine with Docker, whose `docker` only says what it was asked."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (tmp_path / "models").mkdir()
    _program(programs / "docker", DOCKER)
    path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {
        **os.environ,
        "PATH": path,
        "MODELS": str(tmp_path / "models"),
        "STATE": str(tmp_path / "state"),
        "PYTHON": sys.executable,
    }


def _program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def make(target: str, machine: dict[str, str]) -> subprocess.CompletedProcess[str]:
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    return subprocess.run(["make", "-s", target], cwd=ROOT, env=machine, capture_output=True, text=True, timeout=60, check=False)


def test_make_up_names_the_whole_path_of_the_folder_that_is_seen(machine: dict[str, str], tmp_path: Path) -> None:
    done = make("up", machine)
    assert "docker compose up --build --detach --wait" in done.stdout
    assert f"CAIRN_INGEST_ROOT={ROOT}\n" in done.stdout
    assert f"CAIRN_INGEST_ROOT={tmp_path}\n" in make("up", {**machine, "CAIRN_INGEST_ROOT": f"{tmp_path}/models/.."}).stdout
    assert "CAIRN_EMBED_URL=local:\n" in make("up-local", machine).stdout
    assert "docker compose down" in make("down", machine).stdout
    assert "docker compose logs --follow" in make("logs", machine).stdout


def test_without_compose_that_is_said(machine: dict[str, str]) -> None:
    done = make("up", {**machine, "COMPOSE": "docker-is-not-here compose"})
    assert done.returncode != 0
    assert "`docker-is-not-here compose` does not run; install Docker with its compose plugin" in done.stderr


def llama(machine: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "llama.py"), *words]
    return subprocess.run(command, env=machine, capture_output=True, text=True, timeout=60, check=False)


def test_a_program_or_a_model_that_is_missing_is_said_with_what_gets_it(machine: dict[str, str], tmp_path: Path) -> None:
    done = llama({**machine, "LLAMA_SERVER": "no-such-llama"}, "start", "embed")
    assert (done.returncode, "install llama.cpp" in done.stderr) == (1, True)
    _program(tmp_path / "bin" / "llama-server", LLAMA.format(python=sys.executable))
    done = llama(machine, "start", "embed")
    command = f"hf download Qwen/Qwen3-Embedding-0.6B-GGUF Qwen3-Embedding-0.6B-Q8_0.gguf --local-dir {tmp_path / 'models'}"
    assert (done.returncode, f"get it with `{command}`" in done.stderr) == (1, True)
    assert list((tmp_path / "models").iterdir()) == []
    done = make("up-embed", machine)
    assert (done.returncode != 0, command in done.stderr, "docker compose up" in done.stdout) == (True, True, False)


def test_make_up_extract_starts_both_models_and_down_stops_them(machine: dict[str, str], tmp_path: Path) -> None:
    for port in (8091, 8092):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                pytest.skip(f"something listens on port {port} here")
    _program(tmp_path / "bin" / "llama-server", LLAMA.format(python=sys.executable))
    for name in ("Qwen3-Embedding-0.6B-Q8_0.gguf", "Qwen3-0.6B-Q8_0.gguf"):
        (tmp_path / "models" / name).touch()
    try:
        done = make("up-extract", machine)
        assert done.returncode == 0, done.stderr
        assert "CAIRN_EMBED_URL=http://host.docker.internal:8091/v1\n" in done.stdout
        assert "CAIRN_CHAT_MODEL=qwen3-0.6b\n" in done.stdout
        again = llama(machine, "start", "embed", "chat")
        assert again.stdout.splitlines() == [
            "- qwen3-embedding-0.6b is served at http://127.0.0.1:8091",
            "- qwen3-0.6b is served at http://127.0.0.1:8092",
        ]
    finally:
        done = make("down", machine)
    assert "stopped the server of the chat model" in done.stdout
    assert "stopped the server of the embed model" in done.stdout
    assert llama(machine, "stop").stdout == ""


def test_a_server_that_ends_at_once_is_said_with_its_last_words(machine: dict[str, str], tmp_path: Path) -> None:
    _program(tmp_path / "bin" / "llama-server", "#!/bin/sh\necho 'failed to load model' >&2\nexit 1\n")
    (tmp_path / "models" / "Qwen3-0.6B-Q8_0.gguf").touch()
    done = llama(machine, "start", "chat")
    assert done.returncode == 1
    assert "llama-server did not come up (failed to load model)" in done.stderr
