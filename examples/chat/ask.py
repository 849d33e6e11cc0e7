"""An answer with its evidence: words and calls as they come, and below them what the answer stands on."""

from __future__ import annotations

from site_of_examples import site

from cairn.agent import Answer, CallBegan, Words, agent_of

SCRIPT = {
    "turns": [
        {
            "question": "view",
            "replies": [
                {"calls": [{"name": "ask", "arguments": {"query": "request view"}}]},
                {"text": "`site:app.py#dispatch` looks the path up in `site:app.py#ROUTES` and calls what it finds."},
            ],
        }
    ]
}


def main() -> None:
    """Ask one question."""
    with site(SCRIPT) as cairn:
        agent = agent_of(cairn)
        for event in agent.ask("how does a request reach the view?"):
            if isinstance(event, CallBegan):
                print(f"- {event.call.name} {event.call.arguments}")
            elif isinstance(event, Words):
                print(event.text, end="", flush=True)
            elif isinstance(event, Answer):
                print()
                for evidence in event.evidence:
                    print(f"  {evidence.handle}  {evidence.file}:{evidence.start_line}")
        agent.close()


if __name__ == "__main__":
    main()
