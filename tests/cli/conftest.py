"""A small source, its index, and a way to run the command line on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cairn.cli.main import run

FILES = {
    "shop/__init__.py": "",
    "shop/tax.py": '''"""Taxes."""


class Rate:
    """A rate in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def apply(self, amount: int) -> int:
        """Add the tax to an amount."""
        return amount + amount * self.percent // 100


def unused_rate() -> Rate:
    return Rate(0)
''',
    "shop/cart.py": '''"""The cart."""

from shop.tax import Rate


def total_with_tax(prices: list[int]) -> int:
    rate = Rate(20)
    return rate.apply(sum(prices))


def checkout(prices: list[int]) -> int:
    return total_with_tax(prices)
''',
    "README.md": "# Shop\\n\\nA shop with taxes.\\n\\n## Retry limit\\n\\nSet `retry-limit` to 3.\\n".replace("\\n", "\n"),
    "logo.bin": "\0\1\2\3" * 100,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


Command = Callable[..., Outcome]


def make_shop(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def cairn(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line in this process."""

    def call(*words: object) -> Outcome:
        capsys.readouterr()
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return call


@pytest.fixture
def shop(tree: Path) -> Path:
    """The sources of a shop, not indexed."""
    return make_shop(tree)


@pytest.fixture(scope="session")
def shared_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the shop under the label `shop`, for tests that only read."""
    folder = tmp_path_factory.mktemp("shared").resolve()
    db = folder / "cairn.db"
    assert run(["add", str(make_shop(folder / "shop")), "--db", str(db), "-q"]) == 0
    return db
