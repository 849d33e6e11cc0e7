"""The examples run offline, and say what they are to say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "chat"
SAID = {
    "ask": "site:app.py#ROUTES  app.py:3",
    "approve": "- somebody deploys site\nDone: `site:app.py` is deployed.",
    "typed": "Place(handle='site:app.py#dispatch', line=6)",
    "resume": "the run is running, with 3 snapshots\nThe view is called by `site:app.py#dispatch`.",
}


def test_each_example_is_run_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"site_of_examples"} == set(SAID)


@pytest.mark.parametrize("name", SAID)
def test_an_example_says_what_it_is_to_say(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    assert SAID[name] in capsys.readouterr().out
