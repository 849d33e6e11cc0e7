"""Build the wheel, install it alone into a fresh environment, and search with it, so that no data file can be forgotten.

Needs no network: the environment sees the packages of the one that runs this.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
# All that the page is made of, which is no code.
PAGE = """
from cairn.web.render import ASSETS, asset, templates
names = templates().list_templates()
for name in names: templates().get_template(name)
print(len(names) + sum(len(asset(name)[0]) > 0 for name in ASSETS))
"""
SAMPLE = "class Kettle:\n    def boil(self):\n        return pour()\n\n\ndef pour():\n    return 1\n"


def run(*words: str | Path, cwd: Path) -> str:
    """Run a program outside the checkout, so that only what is installed can be imported."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("CAIRN_", "COVERAGE_", "PYTHONPATH"))}
    environ |= {"CAIRN_HOME": str(cwd / "home"), "HATCH_QUIET": "1"}
    command = [str(word) for word in words]
    return subprocess.run(command, cwd=cwd, env=environ, check=True, stdout=subprocess.PIPE, text=True).stdout


def make_environment(folder: Path, wheel: Path) -> Path:
    """Return the folder of programs of a new environment that holds the wheel and sees this one's packages."""
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    purelib = run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", purelib, wheel, cwd=folder)
    # Read after the wheel: `cairn` is found there first, its dependencies here.
    shared = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(purelib, "shared.pth").write_text("\n".join(sorted(shared)), encoding="utf-8")
    return programs


def main() -> None:
    """Fail when a search from the wheel does not find what it should."""
    with tempfile.TemporaryDirectory(prefix="cairn-wheel-") as name:
        folder = Path(name).resolve()
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
        programs = make_environment(folder / "environment", next(folder.glob("*.whl")))
        (folder / "sample").mkdir()
        (folder / "sample" / "kettle.py").write_text(SAMPLE, encoding="utf-8")
        where = run(programs / "python", "-c", "import cairn; print(cairn.__file__)", cwd=folder)
        if str(folder) not in where:
            sys.exit(f"the search would not be the wheel's: cairn is {where.strip()}")
        cairn = (programs / "python", "-m", "cairn")
        run(*cairn, "add", folder / "sample", "--db", folder / "sample.db", "-q", cwd=folder)
        answer = json.loads(run(*cairn, "search", "boil", "--json", "--db", folder / "sample.db", cwd=folder))
        handles = [hit["handle"] for hit in answer["hits"]]
        if not any(handle and "Kettle" in handle for handle in handles):
            sys.exit(f"the wheel's search for `boil` found {handles}, not Kettle: does it lack a data file?")
        parts = int(run(programs / "python", "-c", PAGE, cwd=folder))
        if parts < len(list((CHECKOUT / "cairn" / "web" / "templates").iterdir())):
            sys.exit(f"the wheel has {parts} parts of the page: does it lack templates or assets?")
        print(f"the wheel finds {handles[0]}, and has the {parts} parts of the page")


if __name__ == "__main__":
    main()
