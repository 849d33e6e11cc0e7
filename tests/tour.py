"""Show one search, one graph and one path over an indexed source, with names that it has: `tour.py LOCATION DB`.

`tour.py --port` only checks that the server will be able to listen.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from cairn import Cairn, Config, create_cairn
from cairn.errors import CairnError
from cairn.serve.bind import bind


def find_label(cairn: Cairn, location: Path) -> str:
    """Return the label of the source that lies at `location`."""
    return next(source.label for source in cairn.retrieve.sources() if Path(source.location) == location)


def find_chain(edges: list[dict[str, Any]]) -> list[str]:
    """Return handles a, b, c of which a calls b and b calls c in other files, as far as there are such."""
    callees: dict[str, list[str]] = {}
    for edge in edges:
        if edge["kind"] == "calls" and edge["dst_file"] not in (None, edge["src_file"]):
            callees.setdefault(edge["src"], []).append(edge["dst"])
    chains = [[a, b, c] for a, called in callees.items() for b in called for c in callees.get(b, []) if a != c]
    code = [chain for chain in chains if "test" not in chain[0]]
    pairs = [[a, b] for a, called in callees.items() for b in called]
    return next(iter(code or chains or pairs), [])


def ask_for(handle: str) -> str:
    """Return the name in a handle as one would ask for it: its words, without its container."""
    name = re.split(r"[.#/:]", handle.partition("(")[0])[-1]
    return re.sub(r"[_~]|(?<=[a-z0-9])(?=[A-Z])", " ", name).strip().lower() or name


def show(db: str, *words: str) -> None:
    """Run one command of Cairn as a user would, after printing it."""
    print(f"\n$ cairn {shlex.join(words)}", flush=True)
    subprocess.run([sys.executable, "-m", "cairn", *words, "--db", db], check=False)


def main(location: str, db: str) -> None:
    """Print the three answers; say so when the source has no call between two files."""
    with create_cairn(db) as cairn:
        label = find_label(cairn, Path(location).resolve())
        chain = find_chain([row for row in cairn.retrieve.export(label) if row["type"] == "edge"])
    if not chain:
        print(f"{label} has no call from one file into another: no graph or path to show")
        return
    show(db, "search", ask_for(chain[1]), "-k", "3", "--source", label)
    show(db, "graph", chain[1])
    show(db, "path", chain[0], chain[-1])
    print(flush=True)


def check_port() -> None:
    """Exit with a sentence if the address of the server is taken."""
    config = Config.from_environment(os.environ)
    try:
        bind(config.mcp_host, config.mcp_port).close()
    except CairnError as error:
        sys.exit(f"cairn: {error}".replace("choose another with --port", "set CAIRN_MCP_PORT"))


if __name__ == "__main__":
    check_port() if sys.argv[1:] == ["--port"] else main(*sys.argv[1:])
