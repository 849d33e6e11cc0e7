"""The documents name what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cairn.cli.main import VERBS
from cairn.config import SETTINGS, Config
from cairn.model import EdgeKind, EntityKind
from cairn.resolve.edges import CONFIDENCE
from cairn.serve.tools import make_tools
from tests import language_table, reference

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_documented(verb: str) -> None:
    assert re.search(rf"^\| `{verb}[ `]", text_of("docs/commands.md"), re.MULTILINE)


def test_every_tool_and_its_arguments_are_documented() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", text_of("docs/serving.md"), re.MULTILINE))
    tools = {tool.name: list(tool.parameters["properties"]) for tool in make_tools(is_read_only=False)}
    assert {name: re.findall(r"`(\w+)`", rows.get(name, "")) for name in tools} == tools


def test_every_setting_is_documented_and_has_an_example() -> None:
    names = [setting.variable for setting in SETTINGS]
    assert re.findall(r"^\| `(CAIRN_\w+)`", text_of("docs/setup.md"), re.MULTILINE) == names
    assert re.findall(r"^(CAIRN_\w+)=", text_of(".env.example"), re.MULTILINE) == names


@pytest.mark.parametrize("place", reference.PLACES)
def test_what_is_documented_of_commands_and_settings_is_made_from_the_code(place: str) -> None:
    text = text_of(place)
    assert reference.PLACES[place](text) == text, "run `make docs`"


def test_every_default_of_a_setting_that_can_be_a_value_is_the_one_that_counts() -> None:
    for setting in SETTINGS:
        default = getattr(Config(), setting.field)
        assert bool(setting.value) == (default not in (None, ())), setting.variable


def test_the_example_settings_are_the_defaults() -> None:
    values = dict(re.findall(r"^(CAIRN_\w+)=(.*)$", text_of(".env.example"), re.MULTILINE))
    assert Config.from_environment(values) == Config()


def test_kinds_and_words_of_via_are_documented() -> None:
    words = set(re.findall(r"`([\w-]+)`", text_of("docs/graph.md")))
    assert words >= {kind.value for kind in (*EntityKind, *EdgeKind)}
    via = re.search(r"\| `via` \|.*?\n\n", text_of("docs/graph.md"), re.DOTALL)
    assert via is not None
    assert set(re.findall(r"^\| `([\w-]+)` \|", via[0], re.MULTILINE)) == {"via", *CONFIDENCE}


@pytest.mark.parametrize("place", language_table.PLACES)
def test_the_languages_that_are_documented_are_those_of_the_records(place: str) -> None:
    text = text_of(place)
    assert "<!-- languages -->" in text
    assert language_table.filled(place, text) == text, "run `make docs`"


def test_messages_and_documents_name_only_verbs_that_exist() -> None:
    for path in [*(ROOT / "cairn").rglob("*.py"), *DOCUMENTS]:
        for verb in re.findall(r"`cairn ([a-z]+(?:-[a-z]+)*)", path.read_text(encoding="utf-8")):
            assert verb in VERBS, f"{path.name} speaks of `cairn {verb}`"


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_compose_publishes_on_loopback_and_passes_only_known_settings() -> None:
    text = text_of("compose.yaml")
    names: set[Any] = set(re.findall(r"CAIRN_\w+", text))
    assert names <= {setting.variable for setting in SETTINGS}
    assert re.findall(r'- "(127\.0\.0\.1):\$', text) == ["127.0.0.1"]
