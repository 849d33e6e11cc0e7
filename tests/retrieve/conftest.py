"""A small source in two languages and prose, and what an index of it answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn import Cairn, Config, create_cairn
from cairn.retrieve.facade import Retrieve

FILES = {
    "billing/__init__.py": '"""Billing."""\n',
    "billing/tax.py": '''\
"""Taxes on invoices."""

from billing.money import Money, round_money


class Rate:
    """A tax rate in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def apply(self, amount: Money) -> Money:
        """Add the tax to an amount."""
        return round_money(amount.value * (100 + self.percent) // 100)

    def supply(self) -> int:
        return self.percent


def rate_for(country: str) -> Rate:
    """Look up the rate of a country."""
    return Rate(19 if country == "DE" else 20)
''',
    "billing/money.py": '''\
"""Amounts of money."""


class Money:
    """An amount in cents."""

    def __init__(self, value: int) -> None:
        self.value = value


def round_money(value: int) -> Money:
    """Round half a cent up."""
    return Money(value)


def parseHTTPAmount(text: str) -> Money:
    return round_money(int(text))
''',
    "billing/invoice.py": '''\
"""Invoices."""

from billing.tax import rate_for


def total(country, amount):
    rate = rate_for(country)
    return rate.apply(amount)


def send_invoice(customer, amount):
    """Send the invoice by mail, and try again when the server does not answer."""
    return mail_to(customer, total("DE", amount))
''',
    "tests/test_tax.py": """\
from billing.invoice import total
from billing.tax import rate_for


def test_tax_is_applied():
    assert total("DE", 100) == 119


def test_rate_for_country():
    assert rate_for("DE").percent == 19
""",
    "docs/guide.md": """\
# Billing guide

How invoices are made.

## Upload retries

Set `retry-limit` to 3. Don't raise it: the user's quota is shared.
See spec 38.101.

## Tax rates

Every country has a rate of its own.
""",
    "docs/zh.md": "# 说明\n\n税率按国家计算, 不再参与二次分词。\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.1\n\n- Rate.apply rounds half a cent up.\n- Upload retries were added.\n",
    "odd dir/a#b%c.py": "def hidden_gem():\n    return 1\n",
}


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write texts below a folder."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that is indexed as `shop`."""
    folder = tmp_path_factory.mktemp("retrieve").resolve() / "shop"
    write_files(folder, FILES)
    return folder


@pytest.fixture(scope="session")
def cairn(shop: Path) -> Iterator[Cairn]:
    with create_cairn(shop.parent / "cairn.db", config=Config()) as made:
        made.ingest.add(shop)
        yield made


@pytest.fixture
def retrieve(cairn: Cairn) -> Retrieve:
    return cairn.retrieve
