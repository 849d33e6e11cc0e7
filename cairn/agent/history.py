"""The tool `history`: what was said in earlier conversations, found by words. No model is asked, and nobody else's is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cairn.agent.tools import Arguments, Tool, ToolContext
from cairn.chunk.tokens import count_tokens
from cairn.errors import UsageError
from cairn.store.chats import ChatStore, SaidRow

_ACTIONS = ("search", "read", "context", "browse")
_MOST_ROWS = 20
_MOST_TOKENS = 3000  # of an answer
_AROUND = 2

_PARAMETERS = {
    "type": "object",
    "properties": {
        "action": {
            "type": "string",
            "enum": list(_ACTIONS),
            "description": "search by words; read a conversation; context of one place; browse the newest",
        },
        "query": {"type": "string", "description": "of search"},
        "conversation": {"type": "string", "description": "of read: its id"},
        "place": {"type": "integer", "minimum": 1, "maximum": 2**53, "description": "of context: the number behind #"},
    },
    "required": ["action"],
}


def history_tool(store: ChatStore, words_of: Callable[[str], Sequence[str]]) -> Tool:
    """Make the tool; `words_of` makes of a question the words that the store looks for."""

    def run(given: Arguments, context: ToolContext) -> str:
        rows = _found(store, words_of, given, context.principal)
        return _told(rows) if rows else "Nothing was said of that."

    description = "What was said in earlier conversations, with the questions and answers as they were."
    return Tool("history", description, _PARAMETERS, run, is_foreign=True)


def _found(store: ChatStore, words_of: Callable[[str], Sequence[str]], given: Arguments, principal: str) -> Sequence[SaidRow]:
    action = given["action"]
    if action == "search":
        return store.search(words_of(_needed(given, "query")), principal, _MOST_ROWS)
    if action == "read":
        return store.said(_needed(given, "conversation"), principal)
    if action == "context":
        if not isinstance(given.get("place"), int):
            raise UsageError("history context needs `place`, the number behind # in what it told")
        return store.around(given["place"], principal, _AROUND)
    return [
        SaidRow(0, row.id, row.conversation, row.title, "title", row.question, row.changed_at)
        for row in store.runs(principal, _MOST_ROWS)
    ]


def _needed(given: Arguments, name: str) -> str:
    value = str(given.get(name, "")).strip()
    if not value:
        raise UsageError(f"history {given['action']} needs `{name}`")
    return value


def _told(rows: Sequence[SaidRow]) -> str:
    lines: list[str] = []
    left = _MOST_TOKENS
    for number, row in enumerate(rows):
        place = f" #{row.id}" if row.id else ""
        line = f"{row.at[:10]} conversation {row.conversation}{place} {row.who}: {row.text}"
        while count_tokens(line) > _MOST_TOKENS // 2:
            line = f"{line[: len(line) * 3 // 4]}…"
        left -= count_tokens(line)
        if left < 0:
            lines.append(f"{len(rows) - number} more; ask for less")
            break
        lines.append(line)
    return "\n".join(lines)
