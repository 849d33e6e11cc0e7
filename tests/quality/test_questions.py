"""The questions on public packages, where these are at hand: QUALITY_WORK names the folder that `make quality` keeps them in."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.quality.questions import FLOOR, PACKAGES, ask_all

WORK = Path(os.environ.get("QUALITY_WORK", Path(tempfile.gettempdir()) / "cairn-quality" / "questions"))


@pytest.mark.slow
@pytest.mark.skipif(not all((WORK / package.name).is_dir() for package in PACKAGES), reason="`make quality` fetches the packages")
def test_ask_leads_to_the_function_that_does_it() -> None:
    outcome = ask_all(WORK)
    assert outcome.named_missed == []
    assert outcome.answered >= FLOOR, outcome.missed
