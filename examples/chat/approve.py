"""A tool that writes: the run waits until a person has decided, and then makes the call once."""

from __future__ import annotations

from site_of_examples import site

from cairn.agent import Access, Decision, SuspendedError, Tool, ToolContext, agent_of, last_of

SCRIPT = {
    "turns": [
        {
            "question": "deploy",
            "replies": [
                {"calls": [{"name": "deploy", "arguments": {"service": "site"}}]},
                {"text": "Done: `site:app.py` is deployed."},
            ],
        }
    ]
}


def deploy(given: dict[str, str], context: ToolContext) -> str:
    """Say what would be deployed; who asks is what the host says, and `key` names the call for good."""
    print(f"- {context.principal or 'somebody'} deploys {given['service']}")
    return f"{given['service']} is deployed"


TOOL = Tool(
    name="deploy",
    description="Deploys a service.",
    parameters={"type": "object", "properties": {"service": {"type": "string"}}, "required": ["service"]},
    run=deploy,
    access=Access.WRITE,
)


def main() -> None:
    """Ask, approve, and read the answer."""
    with site(SCRIPT) as cairn:
        agent = agent_of(cairn, tools=[TOOL])
        try:
            agent.answer("deploy the site")
        except SuspendedError as waiting:
            print("waits for a person")
            print(last_of(agent.resume(waiting.run, Decision.APPROVED)).answer)
        agent.close()


if __name__ == "__main__":
    main()
