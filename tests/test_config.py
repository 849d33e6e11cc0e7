from __future__ import annotations

import dataclasses
import traceback
from pathlib import Path

import pytest

from cairn import Config
from cairn.config import SETTINGS
from cairn.errors import UsageError


def test_every_setting_has_a_variable_and_every_variable_a_field() -> None:
    assert sorted(setting.field for setting in SETTINGS) == sorted(field.name for field in dataclasses.fields(Config))
    assert len({setting.variable for setting in SETTINGS}) == len(SETTINGS)


def test_no_variable_or_an_empty_one_gives_the_defaults() -> None:
    assert Config.from_environment({}) == Config.from_environment({"CAIRN_MCP_PORT": " ", "CAIRN_DB": ""}) == Config()


def test_values_are_read_by_their_kind(tmp_path: Path) -> None:
    environ = {
        "CAIRN_DB": str(tmp_path / "x.db"),
        "CAIRN_ALLOWED_ROOTS": f"{tmp_path}, {tmp_path / 'b'}",
        "CAIRN_MAX_INGEST_FILES": "20_000",
        "CAIRN_MAX_INGEST_BYTES": "2 GB",
        "CAIRN_MAX_FILE_BYTES": "500k",
        "CAIRN_MCP_TRANSPORT": "STDIO",
        "CAIRN_MCP_ALLOWED_HOSTS": "a.test,b.test",
        "CAIRN_OFFLINE": "true",
        "CAIRN_LOG_LEVEL": "debug",
        "OTHER": "ignored",
    }
    config = Config.from_environment(environ)
    assert config.database() == (tmp_path / "x.db").resolve()
    assert config.allowed_roots == (tmp_path, tmp_path / "b")
    assert (config.max_ingest_files, config.max_ingest_bytes, config.max_file_bytes) == (20_000, 2_000_000_000, 500_000)
    assert (config.mcp_transport, config.mcp_allowed_hosts) == ("stdio", ("a.test", "b.test"))
    assert (config.offline, config.log_level) == (True, "DEBUG")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CAIRN_MCP_PORT", "70000"),
        ("CAIRN_MCP_PORT", "http"),
        ("CAIRN_MCP_TRANSPORT", "sse"),
        ("CAIRN_MAX_INGEST_FILES", "0"),
        ("CAIRN_MAX_INGEST_FILES", "-5"),
        ("CAIRN_MAX_FILE_BYTES", "8 miles"),
        ("CAIRN_ALLOWED_ROOTS", "relative/path"),
        ("CAIRN_ALLOWED_ROOTS", ","),
        ("CAIRN_OFFLINE", "maybe"),
        ("CAIRN_LOG_LEVEL", "loud"),
    ],
)
def test_wrong_value_names_the_variable_the_value_and_what_is_allowed(variable: str, value: str) -> None:
    with pytest.raises(UsageError) as caught:
        Config.from_environment({variable: value})
    message = str(caught.value)
    assert variable in message
    assert repr(value) in message
    assert next(setting.allowed for setting in SETTINGS if setting.variable == variable) in message


def test_database_lies_in_the_home_folder_unless_it_is_named(tmp_path: Path) -> None:
    assert Config(home=tmp_path).database() == tmp_path.resolve() / "cairn.db"
    assert Config(home=tmp_path, db=tmp_path / "other").database() == tmp_path.resolve() / "other"
    assert str(Config().database()).endswith("cairn.db")


@pytest.mark.parametrize("variable", ["CAIRN_DB", "CAIRN_HOME", "CAIRN_ALLOWED_ROOTS"])
def test_home_of_a_user_that_is_not_there_is_a_wrong_value(variable: str) -> None:
    with pytest.raises(UsageError, match=f"{variable} is '~no-such-user/x', which is not allowed"):
        Config.from_environment({variable: "~no-such-user/x"})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CAIRN_EMBED_URL", "ftp://me:hush-hush@host/v1"),
        ("CAIRN_EMBED_URL", "me:hush-hush@host/v1"),
        ("CAIRN_CHAT_URL", "ftp://host/v1?key=hush-hush"),
        ("CAIRN_HTTP_PROXY", "socks5://me:hush?hush-hush@host"),
        ("CAIRN_EMBED_KEY", "hush-hush\nmore"),
        ("CAIRN_CHAT_KEY", "hush-hush\u00e9"),
    ],
)
def test_wrong_value_that_may_hold_a_secret_is_not_repeated(variable: str, value: str) -> None:
    with pytest.raises(UsageError, match=variable) as caught:
        Config.from_environment({variable: value})
    assert "hush" not in "".join(traceback.format_exception(caught.value))
