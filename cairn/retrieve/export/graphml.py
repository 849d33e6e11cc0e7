"""The graph as GraphML, which graph viewers read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from cairn.retrieve.export.rows import Row

# What XML 1.0 cannot hold, whatever the escape.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEYS = {
    "node": {"kind": "string", "name": "string", "qualname": "string", "file": "string", "start_line": "int", "end_line": "int",
             "signature": "string", "exported": "boolean"},
    "edge": {"kind": "string", "site_lines": "string", "confidence": "double", "via": "string"},
}  # fmt: skip


def graphml(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a document from the objects of the export; ends that the export leaves out are nodes without data."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for owner, names in _KEYS.items():
        for name, kind in names.items():
            yield f'  <key id="{owner}_{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph id="cairn" edgedefault="directed">'
    known = set()
    for row in rows:
        if row["type"] == "entity":
            known.add(row["handle"])
            yield f"    <node id={_attribute(row['handle'])}>{_data('node', row)}</node>"
            continue
        for end in (row["src"], row["dst"]):
            if end not in known:
                known.add(end)
                yield f"    <node id={_attribute(end)}/>"
        lines = ",".join(map(str, row["site_lines"]))
        ends = f"source={_attribute(row['src'])} target={_attribute(row['dst'])}"
        yield f"    <edge {ends}>{_data('edge', {**row, 'site_lines': lines})}</edge>"
    yield "  </graph>"
    yield "</graphml>"


def _data(owner: str, row: Row) -> str:
    found = []
    for name in _KEYS[owner]:
        value = row[name]
        if value not in (None, ""):
            text = str(value).lower() if isinstance(value, bool) else str(value)
            found.append(f'<data key="{owner}_{name}">{escape(_allowed(text))}</data>')
    return "".join(found)


def _attribute(text: str) -> str:
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
