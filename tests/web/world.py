"""The sources that the page is tested on: packages in Python, TypeScript and Go, one with very many callers, one of traps."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "",
    "shop/tax.py": '''"""Taxes."""

from decimal import Decimal

STANDARD = 20


class Rate:
    """A rate in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def apply(self, amount: int) -> int:
        """Add the tax to an amount."""
        return rounded(amount + amount * self.percent // 100)


class Reduced(Rate):
    """Half of it."""


def rounded(amount: int) -> int:
    return int(Decimal(amount))


class Patch:
    def apply(self, text: str) -> str:
        return text
''',
    "shop/cart.py": """from shop.tax import STANDARD, Rate


def total(prices: list[int]) -> int:
    rate = Rate(STANDARD)
    return rate.apply(sum(prices))


def checkout(prices: list[int]) -> int:
    return total(prices)


def guess(thing):
    return thing.apply(1)
""",
    "shop/main.py": "from shop.cart import checkout\n\n\ndef main() -> None:\n    checkout([1, 2])\n",
    "tests/test_cart.py": "from shop.cart import checkout\n\n\ndef test_checkout() -> None:\n    assert checkout([100]) == 120\n",
    "README.md": """# Shop

A shop, see [the guide](docs/guide.md#how), [its site](https://shop.example/) and `Rate.apply`.
Go to [jobs](#jobs), to [the second](#jobs-1), to [a place](#Place) or to [a line](shop/tax.py#L5).

## Jobs

## `Jobs`

<a name="place"></a>

| a | b |
| - | - |
| 1 | 2 |

```python
def shown(): ...
```
""",
    "docs/guide.md": "# How\n\nAsk.\n",
    ".gitignore": "*.log\n",
    "debug.log": "left out\n",
    "photo.bin": "\0\1\2\x7f\0" * 100,
    "server.pem": "-----BEGIN PRIVATE KEY-----\nno key\n-----END PRIVATE KEY-----\n",
}
DRAW = {
    "package.json": '{"name": "draw", "version": "1.0.0"}\n',
    "src/shape.ts": """export interface Shape { area(): number }

export class Square implements Shape {
  constructor(private side: number) {}
  area(): number { return this.side * this.side }
}

export function sum(shapes: Shape[]): number {
  let total = 0
  for (const shape of shapes) total += shape.area()
  return total
}
""",
    "src/index.ts": "import { Square, sum } from './shape'\n\nexport function run(): number { return sum([new Square(2)]) }\n",
}
STORE = {
    "go.mod": "module example.com/store\n\ngo 1.22\n",
    "store.go": """package store

// Store keeps rows.
type Store struct{ rows []string }

// Put adds a row.
func (s *Store) Put(row string) { s.rows = append(s.rows, check(row)) }

func check(row string) string { return row }
""",
    "use/use.go": 'package use\n\nimport "example.com/store"\n\nfunc Fill(s *store.Store) { s.Put("a") }\n',
}
FILES_OF_CALLERS, CALLERS_EACH = 25, 20
CROWD = {
    "crowd/__init__.py": "",
    "crowd/centre.py": "def centre() -> int:\n    return 1\n",
    **{
        f"crowd/caller_{number:02}.py": "from crowd.centre import centre\n"
        + "".join(f"\n\ndef call_{number:02}_{each:02}() -> int:\n    return centre()\n" for each in range(CALLERS_EACH))
        for number in range(FILES_OF_CALLERS)
    },
}
SOURCES = {"shop": SHOP, "draw": DRAW, "store": STORE, "crowd": CROWD}

# Each would run, load or redirect something if any part of it became more than text. `trap()` is what they all try to call.
SCRIPTS = (
    "<script>trap()</script>",
    "<img src=x onerror=trap()>",
    "<svg onload=trap()>",
    "<svg><script>trap()</script></svg>",
    "<iframe srcdoc='<script>parent.trap()</script>'></iframe>",
    "<body onload=trap()>",
    "<a href=javascript:trap()>x</a>",
    "<details open ontoggle=trap()>",
    "<math><mtext><table><mglyph><style><img src=x onerror=trap()>",
    "</title><script>trap()</script>",
    "</textarea><script>trap()</script>",
    "</pre></code><script>trap()</script>",
    "--><script>trap()</script>",
    "]]><script>trap()</script>",
    "{{ trap() }}",
    "{% set x = cycler.__init__.__globals__ %}",
    "${trap()}",
    "'-trap()-'",
    '"><script>trap()</script>',
    "' onmouseover='trap()",
    '" autofocus onfocus="trap()',
    "&lt;script&gt;trap()&lt;/script&gt;",
    "&#60;script&#62;trap()&#60;/script&#62;",
    "<meta http-equiv=refresh content='0;url=http://elsewhere.example/'>",
    "<link rel=stylesheet href=http://elsewhere.example/a.css>",
    "<base href=http://elsewhere.example/>",
    "<form action=http://elsewhere.example/><input name=q></form>",
    "<object data=http://elsewhere.example/a.swf></object>",
    "<style>body{background:url(http://elsewhere.example/a.png)}</style>",
    "<x style='background:url(http://elsewhere.example/b.png)'>",
)
LINKS = (
    "[a](javascript:trap())",
    "[b](JaVaScRiPt:trap())",
    "[c](java\tscript:trap())",
    "[d](data:text/html,<script>trap()</script>)",
    "[e](vbscript:trap())",
    "[f](&#106;avascript:trap())",
    "[g](//elsewhere.example/)",
    "![h](http://elsewhere.example/h.png)",
    "![i](x onerror=trap())",
    "<javascript:trap()>",
    "[j]: javascript:trap()\n\n[j]",
    "```<script>trap()</script>\n<img src=x onerror=trap()>\n```",
)
# Names of files; what a system does not allow in one is left out there.
NAMES = (
    "<script>trap()<script>.py",
    "<img src=x onerror=trap()>.md",
    "'-trap()-'.py",
    "javascript:trap().md",
    "{{7*7}}.py",
    "a&b=c#d?e.py",
    "%2e%2e%2fup.py",
    "‮gpj.py",
)


def make_sources(folder: Path) -> dict[str, Path]:
    """Write all sources but that of traps below a folder."""
    for name, files in SOURCES.items():
        for path, text in files.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    return {name: folder / name for name in SOURCES}


def make_traps(folder: Path) -> Path:
    """Write a source whose names and texts all try to be more than text."""
    folder.mkdir(parents=True)
    lines = [f"def f{number}():\n    {text!r}\n    return {text!r}\n" for number, text in enumerate(SCRIPTS)]
    (folder / "scripts.py").write_text("\n\n".join(lines), encoding="utf-8")
    documents = "\n\n".join(f"# {text}\n\n{text}" for text in SCRIPTS)
    (folder / "scripts.md").write_text(f"---\ntitle: <script>trap()</script>\n---\n\n{documents}\n", encoding="utf-8")
    (folder / "links.md").write_text("\n\n".join(LINKS) + "\n", encoding="utf-8")
    (folder / "drawing.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' onload='trap()'><script>trap()</script></svg>\n")
    (folder / "turning.py").write_text("def ‮gnihton():\n    return 1  # ‮ \x07\x1b[31m\n", encoding="utf-8")
    (folder / "wide.py").write_text("def wide():\n    return [" + "1, " * 60_000 + "]\n")
    for number, name in enumerate(NAMES):
        try:
            (folder / name).write_text(f"def of_{number}():\n    return f{number}()\n", encoding="utf-8")
        except OSError:
            if sys.platform != "win32" and os.sep not in name:
                raise
    return folder
