"""A run that goes on after a crash: what was found before it is not looked for again."""

from __future__ import annotations

from site_of_examples import site

from cairn.agent import Words, agent_of, last_of

SCRIPT = {
    "turns": [
        {
            "question": "view",
            "replies": [
                {"calls": [{"name": "show", "arguments": {"handle": "site:app.py#dispatch"}}]},
                {"text": "The view is called by `site:app.py#dispatch`."},
            ],
        }
    ]
}


def main() -> None:
    """Leave a run in the middle, as a crash would, and go on with it as another process would."""
    with site(SCRIPT) as cairn:
        agent = agent_of(cairn)
        events = agent.ask("who calls the view?")
        for event in events:
            if isinstance(event, Words):
                break
        agent.close()

        other = agent_of(cairn)
        (row,) = other.checkpoints.runs()
        print(f"the run is {row.state}, with {row.number} snapshots")
        print(last_of(other.resume(row.id)).answer)
        other.close()


if __name__ == "__main__":
    main()
