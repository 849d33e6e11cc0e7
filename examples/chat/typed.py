"""An answer as a dataclass: its schema goes with the request, and what does not fit is sent back once."""

from __future__ import annotations

from dataclasses import dataclass

from site_of_examples import site

from cairn.agent import agent_of, schema_of, value_of

SCRIPT = {
    "turns": [
        {
            "question": "Which function",
            "replies": [
                {"text": '{"handle": "site:app.py#dispatch", "line": "six"}'},
                {"text": '{"handle": "site:app.py#dispatch", "line": 6}'},
            ],
        },
    ]
}


@dataclass
class Place:
    """Where something is."""

    handle: str
    line: int


def main() -> None:
    """Ask for a place."""
    with site(SCRIPT) as cairn:
        agent = agent_of(cairn)
        answer = agent.answer("Which function hands a request to its view?", schema=schema_of(Place))
        print(value_of(Place, answer.output))
        agent.close()


if __name__ == "__main__":
    main()
