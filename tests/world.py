"""The sources that the commands of the documents are about, and the machine of their user."""

from __future__ import annotations

import subprocess
from pathlib import Path

_TAX = '''\
class Rate:
    """A rate in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def apply(self, amount: int) -> int:
        """Add the tax to an amount."""
        return amount + amount * self.percent // 100


class Reduced(Rate):
    pass
'''
BILLING = {
    "src/tax.py": "RETRY_LIMIT = 3\n" + "".join(f"\nSTEP_{n} = RETRY_LIMIT + {n}\n" for n in range(15)) + "\n\n" + _TAX,
    "src/cart.py": "from src.tax import Rate\n\n\ndef checkout(amount: int) -> int:\n    return Rate(20).apply(amount)\n",
    "app.py": "from src.cart import checkout\n\n\ndef main() -> None:\n    checkout(1)\n",
    "vendor/other.py": "def vendored() -> None: ...\n",
    "README.md": "# Billing\n\nThe retry limit is three.\n\n## How cookies are signed\n\nTwice.\n",
}
FLASK = {
    "app.py": "class Flask:\n    def handle_exception(self):\n        return 'how are signed cookies set'\n\n"
    "    def dispatch_request(self):\n        return self.handle_exception()\n\n"
    "    def wsgi_app(self):\n        return self.dispatch_request()\n",
}
SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["requests", "billing"]\n',
    "fetch.py": "import requests\n\n\ndef fetch() -> None:\n    requests.get('x')\n",
}
REQUESTS = {
    "pyproject.toml": '[project]\nname = "requests"\n',
    "requests/__init__.py": "from .api import get\n",
    "requests/api.py": "def get(url: str) -> str:\n    return url\n",
}
HANDBOOK = {
    "restart.md": "---\ntags: [operations]\n---\n\n# How to restart\n\nMind the retry limit when you restart.\n",
}
GUIDE = {"index.md": "# A guide\n\nOf the web, once.\n"}
SOURCES = {"guide": GUIDE, "billing": BILLING, "flask": FLASK, "shop": SHOP, "requests": REQUESTS, "handbook": HANDBOOK}


def make_sources(folder: Path) -> None:
    """Write all sources below a folder. That of `billing` is a checkout, with a branch that is one commit ahead of main."""
    for name, files in SOURCES.items():
        for path, text in files.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    billing = folder / "billing"
    _git(billing, "init", "-q", "-b", "main")
    _commit(billing)
    _git(billing, "checkout", "-q", "-b", "work")
    tax = billing / "src" / "tax.py"
    tax.write_text(tax.read_text(encoding="utf-8").replace("// 100", "// 100 + 0"), encoding="utf-8")
    _commit(billing)


def _commit(folder: Path) -> None:
    _git(folder, "add", "-A")
    _git(folder, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "one")


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)
