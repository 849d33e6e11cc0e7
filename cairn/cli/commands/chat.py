"""`cairn chat`."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import click

from cairn.agent.agent import Agent
from cairn.agent.events import Answer, CallEnded, Event, Failed, Suspended
from cairn.agent.loop import open_calls
from cairn.agent.review import review as review_of
from cairn.agent.setup import agent_of
from cairn.agent.spec import USUAL
from cairn.agent.state import Decision, Status
from cairn.agent.typed import schema_of
from cairn.answers.terminal.style import paint, shorten, table
from cairn.app import Cairn
from cairn.cli import output
from cairn.cli.talking import Screen, document_of, resumable, waiting
from cairn.cli.verb import Session, verb
from cairn.errors import CairnError, Cancelled
from cairn.infer.answer import Json

_MOST_LISTED = 50
_PROMPT = "> "


class Name(click.ParamType[str]):
    """The name of something: an empty one, as of a variable that is not set, would ask for something else."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        if not value.strip():
            self.fail("it is empty", param, ctx)
        return value


NAME = Name()


@verb(
    'cairn chat "how does a request reach the view?"\n'
    "cairn chat                                  # on a terminal: question after question\n"
    "cairn chat --list\n"
    "cairn chat --resume 3f2a --approve"
)
@click.argument("question", required=False)
@click.option(
    "--agent",
    metavar="NAME",
    type=NAME,
    default=None,
    help="The folder NAME of CAIRN_CHAT_AGENTS; the run's own where one goes on.",
)
@click.option("--after", metavar="ID", type=NAME, default=None, help="Go on with the conversation of a run that is done.")
@click.option("--model", metavar="NAME", type=NAME, default=None, help="In place of CAIRN_CHAT_MODEL.")
@click.option("--steps", type=click.IntRange(1, 100), default=None, help="In place of CAIRN_CHAT_STEPS.")
@click.option("--schema", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="A JSON Schema for the answer.")
@click.option("--mcp", metavar="URL", multiple=True, help="Add the tools of an MCP server; may be given again.")
@click.option("--reground", is_flag=True, help="Search anew for each question of a conversation.")
@click.option("--review", is_flag=True, help="Afterwards let the agent propose cards from what was learned.")
@click.option("--resume", metavar="ID", type=NAME, default=None, help="Go on with a run that broke off, failed or waits.")
@click.option("--approve", "decision", flag_value=Decision.APPROVED.value, help="With --resume: make the calls that wait.")
@click.option("--reject", "decision", flag_value=Decision.REJECTED.value, help="With --resume: do without them.")
@click.option("--list", "is_list", is_flag=True, help="The runs, the newest first.")
@click.option("--show", "shown", metavar="ID", type=NAME, default=None, help="A run: its course, question and answer.")
@click.option("--forget", metavar="ID", type=NAME, default=None, help="Delete the conversation of a run.")
def chat(session: Session, /, question: str | None, is_list: bool, shown: str | None, forget: str | None, **given: Json) -> int:
    """Ask a question about what is indexed; the answer names its evidence as handles with file and line.

    The model is behind CAIRN_CHAT_URL, an OpenAI-compatible endpoint. What is asked and answered is kept beside the index, so
    that a run can be resumed. The exit status is 1 where the evidence does not hold, or a call waits for your word.
    """
    wish = Wish(**given)
    _require_one_wish(question, is_list, shown, forget, wish)
    with session.open() as cairn:
        if is_list:
            return _list(session, cairn)
        if shown:
            return _show(session, cairn, shown)
        if forget:
            return _forget(session, cairn, forget)
        if question is None and not wish.resume and (session.is_json or not sys.stdin.isatty()):
            raise click.UsageError("there is no question; give one, or - to read it", click.get_current_context())
        cairn.retrieve.locations()  # without an index there is nothing to ask about
        talk = Talk(session, cairn, wish)
        with contextlib.closing(talk.agent):
            if question is None and not wish.resume:
                return talk.converse()
            return talk.once(sys.stdin.read() if question == "-" else question)


def _require_one_wish(question: str | None, is_list: bool, shown: str | None, forget: str | None, wish: Wish) -> None:
    """Refuse what would be left out without a word: a run that goes on takes no question, and one thing is done at a time."""
    given = {
        "a question": question is not None, "--resume": bool(wish.resume), "--list": is_list, "--show": bool(shown),
        "--forget": bool(forget),
    }  # fmt: skip
    named = [name for name, is_given in given.items() if is_given]
    fault = ""
    if named == ["a question", "--resume"]:
        fault = f"--resume takes no question; when the run is done, --after {wish.resume} does"
    elif len(named) > 1:
        fault = f"{named[0]} does not go with {named[1]}"
    elif wish.decision and not wish.resume:
        fault = "--approve and --reject need --resume ID"
    elif wish.resume and (wish.after or wish.schema):
        fault = f"{'--after' if wish.after else '--schema'} does not go with --resume: a run goes on as it was asked"
    if fault:
        raise click.UsageError(fault, click.get_current_context())


@dataclass(frozen=True, slots=True)
class Wish:
    """What the options say."""

    agent: str | None
    after: str | None
    model: str | None
    steps: int | None
    schema: Path | None
    mcp: tuple[str, ...]
    reground: bool
    review: bool
    resume: str | None
    decision: str | None


class TakenBack(KeyboardInterrupt):
    """Ctrl-C while one of several questions is answered: it ends the answer, and not the conversation."""


@contextlib.contextmanager
def _taking_back() -> Iterator[None]:
    def take_back(_number: int, _frame: FrameType | None) -> None:
        raise TakenBack

    before = signal.signal(signal.SIGINT, take_back)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Talk:
    """One process of `cairn chat`."""

    def __init__(self, session: Session, cairn: Cairn, wish: Wish) -> None:
        self._session = session
        self._wish = wish
        self._stop = threading.Event()
        self._has_told = False  # what the run waits for
        self._schema = schema_of(wish.schema) if wish.schema is not None else None
        self.agent: Agent = agent_of(
            cairn,
            wish.agent or _agent_of_run(cairn, wish.resume or wish.after) or USUAL,
            is_unwanted=self._stop.is_set,
            model=wish.model or "",
            steps=wish.steps or 0,
            reground=wish.reground,
            mcp=wish.mcp,
        )

    def once(self, question: str | None) -> int:
        """Answer one question, or go on with a run; returns the exit status."""
        decision = Decision(self._wish.decision) if self._wish.decision else None
        if self._wish.resume:
            run = self.agent.checkpoints.find(self._wish.resume).id
            is_typed = self.agent.checkpoints.load(run)[0].schema is not None
            return self._told(self._settled(self.agent.resume(run, decision), run, is_typed=is_typed))
        return self._told(self._settled(self.agent.ask(question or "", after=self._wish.after or "", schema=self._schema)))

    def converse(self) -> int:
        """Answer question after question until the end of the input."""
        after = self._wish.after or ""
        output.note(paint("ask about what is indexed; Ctrl-C takes a question back, Ctrl-D ends", "dim"))
        while True:
            try:
                question = input(_PROMPT).strip()
            except EOFError:
                output.write("")
                return 0
            if not question:
                continue
            try:
                with _taking_back():
                    end = self._settled(self.agent.ask(question, after=after, schema=self._schema))
                    self._told(end)
                after = end.run if isinstance(end, Answer) else after
            except Cancelled as stop:
                if not isinstance(stop.__cause__, TakenBack):
                    raise
                self._stop.clear()
                output.note(f"cairn: {stop}")
            except CairnError as error:
                output.note(f"cairn: {error}")

    def _settled(self, events: Iterator[Event], run: str = "", *, is_typed: bool = False) -> Answer | Suspended:
        """Follow a run to its end; on a terminal calls that wait are asked about at once."""
        screen = Screen(
            is_json=self._session.is_json, is_quiet=self._session.is_quiet, is_typed=is_typed or self._schema is not None
        )
        screen.run = run
        while True:
            self._follow(screen, events)
            end = screen.end
            if isinstance(end, Failed):
                raise resumable(end.error, end.run)
            assert end is not None
            decision = self._asked(end) if isinstance(end, Suspended) else None
            if decision is None:
                return end
            events = self.agent.resume(end.run, decision)

    def _follow(self, screen: Screen, events: Iterator[Event]) -> None:
        try:
            screen.follow(events)
        except (KeyboardInterrupt, Cancelled) as stop:
            self._stop.set()
            if not screen.run:
                raise
            raise Cancelled(f"interrupted; `cairn chat --resume {screen.run}` goes on with the run") from stop

    def _asked(self, end: Suspended) -> Decision | None:
        """What a person at the terminal says to the calls that wait; None if nobody is there."""
        if self._session.is_json or not sys.stdin.isatty() or not sys.stderr.isatty():
            return None
        output.note(waiting(end.run, end.calls))
        self._has_told = True
        try:
            word = input("make these calls? [y/N/later] ").strip().lower()
        except EOFError:
            return None
        if word.startswith("l"):
            return None
        return Decision.APPROVED if word in ("y", "yes") else Decision.REJECTED

    def _told(self, end: Answer | Suspended) -> int:
        """Tell how a run ended; returns the exit status."""
        proposals = self._reviewed(end) if isinstance(end, Answer) and self._wish.review else []
        if self._session.is_json:
            document = document_of(end)
            output.write_document({**document, "proposals": proposals} if self._wish.review else document)
        elif isinstance(end, Suspended) and not self._has_told:
            output.note(waiting(end.run, end.calls))
        return 1 if isinstance(end, Suspended) or end.faults else 0

    def _reviewed(self, end: Answer) -> list[str]:
        """Let the agent propose cards; returns what was said of each."""
        told = []
        for event in review_of(self.agent, end.run):
            if isinstance(event, Failed):
                raise event.error
            if isinstance(event, CallEnded) and event.call.name == "remember":
                told.append(event.text.partition("\n")[2] or event.text)
        for sentence in told if not self._session.is_json else []:
            output.note(sentence)
        return told


def _agent_of_run(cairn: Cairn, run: str | None) -> str:
    """The agent that a run was asked of; "" where there is no run."""
    row = cairn.chats.run(run, cairn.config.principal or "") if run else None
    return row.agent if row is not None else ""


def _list(session: Session, cairn: Cairn) -> int:
    rows = cairn.chats.runs(cairn.config.principal or "", _MOST_LISTED)
    shown = [
        {
            "run": row.id,
            "conversation": row.conversation,
            "parent": row.parent,
            "state": row.state,
            "title": row.title,
            "at": row.changed_at,
        }
        for row in rows
    ]  # fmt: skip
    head = ("run", "state", "when", "title")
    lines = [(row.id, row.state, row.changed_at[:16].replace("T", " "), shorten(row.title, 60)) for row in rows if not row.parent]
    session.answer({"runs": shown}, lambda: "\n".join(table(head, lines)) if lines else "no conversations yet")
    return 0 if rows else 1


def _show(session: Session, cairn: Cairn, run: str) -> int:
    from cairn.agent.checkpoints import Checkpoints
    from cairn.cards.guard import secret_in

    checkpoints = Checkpoints(cairn.chats, cairn.config.principal or "", secret_in)
    row = checkpoints.find(run)
    course = [{"number": one.number, "state": one.state, "at": one.at} for one in cairn.chats.snapshots(row.id)]
    state, _ = checkpoints.load(row.id)
    document = {
        "run": row.id, "conversation": row.conversation, "title": row.title, "state": row.state, "question": row.question,
        "answer": state.answer, "error": state.error, "grounded": list(state.grounded), "course": course,
        "messages": list(state.messages),
    }  # fmt: skip
    end = state.answer or state.error
    if state.status is Status.SUSPENDED:
        end = waiting(row.id, open_calls(state))

    def text() -> str:
        lines = [f"{one['number']:>4}  {one['state']:<10} {one['at']}" for one in course]
        return "\n".join([f"run {row.id}: {row.title}", *lines, "", row.question, "", end])

    session.answer(document, text)
    return 0


def _forget(session: Session, cairn: Cairn, run: str) -> int:
    from cairn.agent.checkpoints import Checkpoints
    from cairn.cards.guard import secret_in

    row = Checkpoints(cairn.chats, cairn.config.principal or "", secret_in).find(run)
    count = cairn.chats.forget(row.conversation, cairn.config.principal or "")
    session.report({"runs": count}, f"forgot {row.title!r}, {count} run{'s' if count != 1 else ''}")
    return 0


command = chat
