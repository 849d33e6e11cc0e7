"""`cairn card`: the library, by a person."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cairn.answers.terminal.style import shorten, table
from cairn.cards.card import STATUSES
from cairn.cards.desk import unnamed
from cairn.cli.nouns import nouns
from cairn.cli.verb import Session, Verb, verb
from cairn.errors import EnvironmentFault, RefusedError, UsageError

command = nouns(
    "card",
    "The library of cards: Markdown files with what was learned once, recalled when a prompt is about it.",
    "cairn card list",
)


def _text_of(text: str) -> str:
    return sys.stdin.read() if text == "-" else text


@verb('cairn card add "Uploads are retried 3 times, with doubling delay" --about upload.py#send --scope backend')
@click.argument("summary")
@click.option("--body", default="", metavar="TEXT", help="More, in Markdown; `-` reads it from standard input.")
@click.option("--name", default="", help="The card's name; default: from the summary.")
@click.option("--about", multiple=True, metavar="HANDLE", help="What it is about; may be given several times.")
@click.option("--scope", multiple=True, metavar="WORD", help="Where it counts; without one, everywhere.")
@click.option("--tag", "tags", multiple=True, metavar="WORD", help="Further words that it is found by.")
@click.option("--expires", default="", metavar="DATE", help="YYYY-MM-DD, after which it is not recalled.")
def add(
    session: Session,
    summary: str,
    body: str,
    name: str,
    about: tuple[str, ...],
    scope: tuple[str, ...],
    tags: tuple[str, ...],
    expires: str,
) -> int:
    """Write a new card into the first library, approved and verified today."""
    with session.open() as cairn:
        source = {"who": cairn.config.principal or "user", "when": cairn.cards.today}
        written = cairn.cards.desk.add(
            summary, _text_of(body), name=name, about=about, scope=scope, tags=tags, expires=expires, source=source
        )
    session.report(written, "\n".join([f"{written.name} {written.action}: {written.path}", *written.notes]))
    return 0


@verb("cairn card edit retries                        # in $EDITOR\ncat retries.md | cairn card edit retries --from -")
@click.argument("name")
@click.option("--from", "given", metavar="FILE", help="The new text of the whole card, from a file or standard input (-).")
def edit(session: Session, name: str, given: str | None) -> int:
    """Change a card in an editor, or put another text in its place. What is no card is refused, and the card stays."""
    with session.open() as cairn:
        desk = cairn.cards.desk
        row, data, text = desk.load(name)
        if given is None:
            new = click.edit(text, extension=".md")
            if new is None:
                session.report({"name": name, "action": "unchanged"}, f"{name} is as it was")
                return 0
        else:
            new = _text_of("-") if given == "-" else _read(Path(given))
        written = desk.replace(row, data, new, "edited")
    session.report(written, "\n".join([f"{written.name} {written.action}: {written.path}", *written.notes]))
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "it is no UTF-8"
        raise EnvironmentFault(f"{path} cannot be read ({reason}); name another file") from exc


@verb("cairn card show retries")
@click.argument("name")
def show(session: Session, name: str) -> int:
    """The text of a card or a skill, with what must be known of it."""
    with session.open() as cairn:
        shown = cairn.cards.desk.show(name)
    notes = [f"{shown.path} ({', '.join(filter(None, (shown.status, shown.word)))})", *shown.faults]
    session.answer(shown, lambda: "\n".join([*notes, "", shown.text]))
    return 0


@verb("cairn card list\ncairn card list --status proposed --scope backend")
@click.option("--status", type=click.Choice(STATUSES), help="Only those.")
@click.option("--scope", metavar="WORD", help="Only those of this scope.")
def list_(session: Session, status: str | None, scope: str | None) -> int:
    """The cards and skills, a row each."""
    with session.open() as cairn:
        cards = cairn.cards
        rows = [
            row
            for row in cards.listing()
            if (status is None or row.status == status) and (scope is None or scope in row.scope.split("\n"))
        ]
        words = cards.words_of(rows)
        found = [
            {
                "name": row.name,
                "kind": row.kind,
                "status": "broken" if row.fault else row.status,
                "word": row.fault or words[row.id],
                "scope": row.scope.split("\n") if row.scope else [],
                "about": row.about.splitlines(),
                "summary": row.summary,
                "path": cards.path_of(row),
            }
            for row in rows
        ]
    head = ("name", "status", "known", "summary")
    session.answer(
        {"cards": found},
        lambda: "\n".join(
            table(
                head,
                [
                    (row["name"], row["status"], str(row["word"]).partition(":")[0] or "-", shorten(str(row["summary"]), 70))
                    for row in found
                ],
            )
        ),
    )
    return 0


@verb("cairn card retire retries")
@click.argument("name")
def retire(session: Session, name: str) -> int:
    """Keep a card, and recall it no more."""
    with session.open() as cairn:
        written = cairn.cards.desk.retire(name)
    session.report(written, f"{written.name} {written.action}: {written.path}")
    return 0


@verb("cairn card verify retries\ncairn card verify retries --diff        # only shows what has changed")
@click.argument("name")
@click.option("--diff", "is_diff", is_flag=True, help="Show what has changed, and leave the date.")
@click.option("--approve", "is_approved", is_flag=True, help="A card that came by import is recalled from now on.")
def verify(session: Session, name: str, is_diff: bool, is_approved: bool) -> int:
    """Show what has changed of what a card is about, and say that the card holds today. Handles of what has moved are renewed."""
    with session.open() as cairn:
        desk = cairn.cards.desk
        if is_approved and not is_diff:
            desk.change(name, {"status": "approved"}, "edited")
        found = desk.verify(name, is_written=not is_diff)
    lines = [
        *(found.diffs or ["nothing that it is about has changed"]),
        *map(unnamed, found.unknown),
    ]
    if found.written is not None:
        lines.append(f"{found.name} {found.written.action}: {found.written.path}")
    session.report(found, "\n".join(lines))
    return 0


@verb("cairn card import notes/                        # a folder of cards\ncairn card import retries.md")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def import_(session: Session, paths: tuple[Path, ...]) -> int:
    """Copy cards into the library, as proposed; secrets, hidden characters and instructions to a model are refused.

    Nothing is overwritten. The exit status is 1 where a card was refused.
    """
    with session.open() as cairn:
        done = cairn.cards.desk.import_files(paths)
    lines = [f"{written.name} added: {written.path}" for written in done.added]
    lines += [f"{path} refused: {reason}" for path, reason in done.refused]
    document = {"added": done.added, "refused": [{"path": path, "reason": reason} for path, reason in done.refused]}
    session.report(document, "\n".join(lines) or "no cards there")
    return 1 if done.refused or not done.added else 0


@verb(
    'cairn card propose add "Uploads are retried 3 times" --about upload.py#send\n'
    'cairn card propose patch retries --quote "3 times" --replacement "5 times" --reason "changed in the last release"'
)
@click.argument("kind", type=click.Choice(("add", "patch", "remove")))
@click.argument("name", metavar="[NAME or SUMMARY]", required=False, default="")
@click.option("--summary", default="", help="Of a card to add that NAME names; else what stands in its place is the summary.")
@click.option("--body", default="", help="Of a card to add; `-` reads it.")
@click.option("--about", multiple=True, metavar="HANDLE", help="Of a card to add.")
@click.option("--scope", multiple=True, metavar="WORD", help="Of a card to add.")
@click.option("--quote", default="", help="Of a patch: text that stands in the card exactly once.")
@click.option("--replacement", default="", help="Of a patch: what comes in its place.")
@click.option("--reason", default="", help="Why; a person reads it.")
def propose(
    session: Session,
    kind: str,
    name: str,
    summary: str,
    body: str,
    about: tuple[str, ...],
    scope: tuple[str, ...],
    quote: str,
    replacement: str,
    reason: str,
) -> int:
    """Propose to add, patch or remove a card. Nothing is written into the library: `cairn review` decides."""
    is_summary = kind == "add" and not summary
    with session.open() as cairn:
        made = cairn.cards.proposals.propose(
            kind,
            card="" if is_summary else name,
            summary=name if is_summary else summary,
            body=_text_of(body),
            about=about,
            scope=scope,
            quote=quote,
            replacement=replacement,
            reason=reason,
        )
    session.report(made, f"proposed as {made.id}: {made.kind} {made.card}; a person decides with `cairn review`")
    return 0


@verb("cairn card lint\ncairn card lint --diff origin/main         # cards about what this branch has changed: a check for CI")
@click.option(
    "--diff",
    is_flag=False,
    flag_value="HEAD",
    metavar="[REV]",
    help="Only cards about definitions that differ from a commit (HEAD).",
)
def lint(session: Session, diff: str | None) -> int:
    """What is wrong: fields, stale and gone definitions, expiry, duplicates, contradictions. Exit status 1: an error."""
    from cairn.cards.lint import lint as lint_all
    from cairn.cards.lint import lint_diff

    with session.open() as cairn:
        if diff is not None and not cairn.may_have_index:
            raise RefusedError(f"there is no index at {cairn.database}; `cairn add .` makes one, and --diff needs it")
        found = lint_all(cairn.cards) if diff is None else lint_diff(cairn.cards, diff, str(Path.cwd()))
    lines = [f"{fault.path}: {'error' if fault.is_error else 'warning'} {fault.kind}: {fault.message}" for fault in found]
    session.answer({"faults": found}, lambda: "\n".join(lines) or "nothing to say")
    return 1 if any(fault.is_error for fault in found) else 0


@verb("cairn card audit --session 4f1c")
@click.option("--session", "session_id", metavar="ID", help="Only of this session.")
def audit(session: Session, session_id: str | None) -> int:
    """Every card that was put before an agent, with its figures. No prompt is kept: its hash and its length are."""
    with session.open() as cairn:
        found = cairn.cards.audit(session_id)
    head = ("at", "session", "prompt", "length", "card", "gate", "score", "coverage", "margin", "path")
    rows = [
        (r.at, r.session, r.prompt, r.length, r.card, r.gate, f"{r.score:.2f}", f"{r.coverage:.2f}", f"{r.margin:.2f}", r.path)
        for r in found
    ]
    session.answer({"injections": [row._asdict() for row in found]}, lambda: "\n".join(table(head, rows, numbers=(3, 6, 7, 8))))
    return 0


@verb("cairn card calibrate prompts.jsonl\ncairn card calibrate prompts.jsonl --write")
@click.argument("prompts", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--write", "is_written", is_flag=True, help="Use the thresholds from now on.")
def calibrate(session: Session, prompts: Path, is_written: bool) -> int:
    """Thresholds from a file of prompts, each with the cards that it should bring, or none; chosen on one half, told on the rest.

    A line is {"prompt": "...", "cards": ["name"]}.
    """
    from cairn.answers.terminal.cards import calibrate_screen
    from cairn.cards.calibrate import calibrate as choose
    from cairn.cards.calibrate import read_prompts
    from cairn.cards.gates import Thresholds, threshold_text

    lines = read_prompts(_read(prompts))
    with session.open() as cairn:
        answer = choose(cairn.cards, lines)
        if is_written:
            path = cairn.cards.home / "cards-thresholds.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(threshold_text(Thresholds(**answer.thresholds)), "utf-8")
    session.answer(answer, lambda: calibrate_screen(answer))
    return 0


@verb("cairn card consolidate\ncairn card consolidate --record        # as proposals, for `cairn review`")
@click.option(
    "--limit", type=click.IntRange(200), default=1200, show_default=True, metavar="CHARACTERS", help="That a body may have."
)
@click.option("--record", "is_recorded", is_flag=True, help="Write the proposals down.")
def consolidate(session: Session, limit: int, is_recorded: bool) -> int:
    """Merge duplicates and shorten long cards, as proposals: first without loss, then by a chat endpoint if there is one."""
    from cairn.cards.consolidate import consolidate as find

    with session.open() as cairn:
        answer = find(cairn.cards.proposals, limit, cairn.card_writer)
        if is_recorded:
            for proposal in answer.proposals:
                cairn.cards.proposals.record(proposal)
    lines = [f"{made.kind} {made.card}: {made.reason}" for made in answer.proposals] + answer.unreached
    session.report(answer, "\n".join(lines) or "nothing to merge or to shorten")
    return 0


for _verb in (add, edit, show, list_, retire, verify, import_, propose, lint, audit, calibrate, consolidate):
    assert isinstance(_verb, Verb)
    command.add_command(_verb)
__all__ = ["UsageError", "command"]
