"""What the documents say of languages, made from the records: `language_table.py` writes it into them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

from cairn.languages.registry import languages
from cairn.semantics import roles
from cairn.semantics.language import Language
from cairn.semantics.roles import Roles
from cairn.semantics.traits import Traits

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("docs/graph.md", "README.md", "docs/languages.md")


def coded() -> list[Language]:
    """Return the languages that have definitions, by name."""
    read = (record for record in languages().values() if record.has_query or record.read_as is not None)
    return sorted((record for record in read if not record.is_prose), key=lambda r: r.name)


def table() -> str:
    """Return the table of docs/graph.md."""
    rows = [
        f"| `{record.name}` | {', '.join(f'`{name}`' for name in (*record.extensions, *record.filenames))} "
        f"| {'definitions and edges' if record.roles else 'definitions'} |"
        for record in coded()
    ]
    return "\n".join(["| language | files | what is read |", "| --- | --- | --- |", *rows])


def sentence() -> str:
    """Return the sentence of README.md."""
    names = [f"`{record.name}`" for record in coded() if record.roles]
    return f"The graph knows {', '.join(names[:-1])} and {names[-1]} ([which files](docs/graph.md#languages))."


def vocabulary() -> str:
    """Return the vocabulary of docs/languages.md: captures, operators, the record, roles and the rest, from their code."""
    from cairn.semantics import expressions, values
    from cairn.semantics.captures import CAPTURES, SETTINGS

    parts = ["### Captures", "", "| capture | is |", "| --- | --- |"]
    parts += [f"| `@{name}` | {text} |" for name, text in CAPTURES.items()]
    parts += ["", "### Settings (`#set!`)", "", "| setting | says |", "| --- | --- |"]
    parts += [f"| `{name}` | {text} |" for name, text in SETTINGS.items()]
    parts += ["", "### Flags", "", "| flag | says |", "| --- | --- |", *_flags()]
    parts += ["", "### Operators of expressions", "", "| operator | is |", "| --- | --- |", *_kinds(expressions)]
    parts += ["", "### Values", "", "| value | is |", "| --- | --- |", *_kinds(values)]
    parts += ["", "### The record", "", _shapes(), "", "| field of `Language` | says |", "| --- | --- |", *_commented(Language)]
    parts += ["", "### Traits", "", "| trait | says |", "| --- | --- |", *_commented(Traits)]
    parts += ["", "### Roles", "", *_roles()]
    return "\n".join(parts)


def _shapes() -> str:
    """What the record's docstring says of its tables."""
    return " ".join(inspect.cleandoc(Language.__doc__ or "").partition("\n\n")[2].split())


def _commented(record: type[Language | Traits]) -> Iterator[str]:
    """Each field of a class, with the comment behind it."""
    told = dict(re.findall(r"^    (\w+): .+?  # (.*)$", inspect.getsource(record), re.MULTILINE))
    for field in fields(record):
        yield f"| `{field.name}` | {told[field.name]} |"


def _roles() -> Iterator[str]:
    """Each role by the name that `Roles` has for it, with what its methods answer."""
    for field in fields(Roles):
        role = getattr(roles, str(field.type).partition(" ")[0], None)
        if role is None:
            continue
        yield f"**`{field.name}`** – {' '.join((role.__doc__ or '').split())}"
        yield from ("", "| method | answers |", "| --- | --- |")
        for name, method in vars(role).items():
            if inspect.isfunction(method):
                yield f"| `{name}` | {' '.join((method.__doc__ or '').split())} |"
        yield ""


def _flags() -> Iterator[str]:
    """Each flag, by the word that `#set! flags` knows, and the comment behind it."""
    from cairn.semantics import flags

    for word, comment in re.findall(r"^    [A-Z_]+ = \"(\w+)\"  # (.*)$", inspect.getsource(flags), re.MULTILINE):
        text = comment.replace("|", "\\|")
        yield f"| `{word}` | {text} |"


def _kinds(module: ModuleType) -> Iterator[str]:
    """Each kind of tuple that a module describes in the comment above its alias."""
    described = re.compile(r"((?:^# .*\n)+)\w+ = \(?\s*tuple\[Literal\[\"(\w+)\"\]", re.MULTILINE)
    for comment, tag in described.findall(inspect.getsource(module)):
        text = " ".join(line.removeprefix("# ") for line in comment.splitlines()).replace("|", "\\|")
        yield f"| `{tag}` | {text} |"


def filled(place: str, text: str) -> str:
    """Return a document's text with what stands between its marks made anew."""
    new = {"docs/graph.md": table, "README.md": sentence, "docs/languages.md": vocabulary}[place]()
    return re.sub(
        r"(<!-- languages -->\n).*?(\n<!-- /languages -->)", lambda found: found[1] + new + found[2], text, flags=re.DOTALL
    )


if __name__ == "__main__":
    for name in PLACES:
        path = ROOT / name
        path.write_text(filled(name, path.read_text(encoding="utf-8")), encoding="utf-8")
