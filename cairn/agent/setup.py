"""An agent over an index, put together from its folder and the settings: the door for a program."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cairn.agent.agent import Agent
from cairn.agent.checkpoints import Checkpoints
from cairn.agent.compaction import Compactor, Importance, SlidingWindow, Summary, Truncation
from cairn.agent.delegate import delegate_tool
from cairn.agent.evaluate import Judge
from cairn.agent.evidence import Verdict, check
from cairn.agent.grounding import Grounding, SearchItems, ground
from cairn.agent.guards import Redaction, UrlGuard
from cairn.agent.history import history_tool
from cairn.agent.judge import Judgement, judge
from cairn.agent.loop import Limits
from cairn.agent.model import EndpointModel, Model
from cairn.agent.own import READING, tools_of
from cairn.agent.remote import remote_tools
from cairn.agent.spec import DELEGATE, HISTORY, USUAL, AgentSpec, find_spec
from cairn.agent.summarize import summary_writer
from cairn.agent.tools import Tool, ToolContext
from cairn.answers.offered import INSTRUCTIONS
from cairn.app import Cairn
from cairn.cards.guard import hide_secrets, secret_in
from cairn.cards.words import index_words
from cairn.errors import CairnError, NotFoundError, UsageError


def agent_of(
    cairn: Cairn,
    name: str = USUAL,
    *,
    spec: AgentSpec | None = None,
    tools: Sequence[Tool] = (),
    is_unwanted: Callable[[], bool] = lambda: False,
    roles: Iterable[str] = (),
    model: str = "",
    steps: int = 0,
    reground: bool = False,
    mcp: Iterable[str] = (),
) -> Agent:
    """Put an agent together: as its folder says, then as the settings of Cairn say.

    `spec` goes before the folder; `tools` are added to its own; `model` and `steps` go before both. A run ends with Cancelled
    when it `is_unwanted`. `roles` are those of whoever asks. `mcp` are URLs of servers whose tools are added, until the agent
    is closed.

    Raises:
        UsageError: no chat endpoint is set, or the folder has a wrong setting.
        NotFoundError: there is no agent of that name.
        OfflineError, EnvironmentFault: an MCP server may not be reached, or does not answer.
    """
    config = cairn.config
    found = spec or find_spec(config.agent_folders(), name)
    names = [model or found.model or config.chat_model or "", *(found.fallback or config.chat_fallback)]
    models = [EndpointModel(cairn.chat_endpoint(one or None)) for one in names]
    temperature = config.chat_temperature if found.temperature is None else found.temperature
    context = ToolContext(principal=config.principal or "", roles=frozenset((*found.roles, *roles)), is_unwanted=is_unwanted)
    chosen = [*_tools(cairn, found), *tools]
    servers = contextlib.ExitStack()
    for url in (*found.mcp, *mcp):
        chosen += servers.enter_context(remote_tools(url, cairn.egress, [tool.name for tool in chosen]))
    return Agent(
        models=models,
        checkpoints=Checkpoints(cairn.chats, config.principal or "", secret_in),
        tools=chosen,
        system=_system(cairn, found),
        name=found.name,
        context=context,
        compactor=_compactor(found, models[0]),
        ground=functools.partial(_ground, cairn, found.grounding_tokens) if found.grounding == "search" else _nothing,
        is_regrounded=reground or found.reground,
        check=functools.partial(_check, cairn, found.evidence),
        limits=Limits(steps or found.steps or config.chat_steps, found.window or config.chat_window),
        clean=Redaction(hide_secrets) if config.chat_redact else str,
        urls=UrlGuard(cairn.egress, allow_local=config.allow_local_urls),
        prices=found.prices,
        temperature=temperature,
        answer_tokens=found.answer_tokens,
        close_also=servers.close,
    )


def _tools(cairn: Cairn, spec: AgentSpec) -> list[Tool]:
    own = tools_of(cairn, [name for name in spec.tools if name not in (DELEGATE, HISTORY)])
    if HISTORY in spec.tools:
        own.append(history_tool(cairn.chats, index_words))
    if DELEGATE in spec.tools:
        own.append(delegate_tool(functools.partial(_second, cairn, spec)))
    return own


def _second(cairn: Cairn, spec: AgentSpec) -> Agent:
    """The agent that gets what is delegated: the one that is named, else the same without that tool."""
    other = find_spec(cairn.config.agent_folders(), spec.delegate) if spec.delegate else spec
    return agent_of(cairn, spec=replace(other, tools=tuple(name for name in other.tools if name != DELEGATE)))


def _system(cairn: Cairn, spec: AgentSpec) -> str:
    """What stands before every request of the agent: its soul, how the tools are meant, and the skills that it may open."""
    parts = [spec.soul.strip()]
    if set(spec.tools) & set(READING):
        parts.append(INSTRUCTIONS)
    if spec.skills:
        parts.append(
            "\n".join(["Skills; read one with `show` when it is of use:", *(_skill(cairn, name) for name in spec.skills)])
        )
    return "\n\n".join(parts)


def _skill(cairn: Cairn, name: str) -> str:
    try:
        return f"- card:{name}: {cairn.cards.find(name).summary}"
    except NotFoundError as error:
        raise UsageError(f"the agent has a skill {name!r}, but {error}") from error


def _ground(cairn: Cairn, budget_tokens: int, question: str) -> Grounding:
    try:
        return ground(question, SearchItems(cairn), budget_tokens)
    except NotFoundError:  # there is no index, which the tools will say
        return Grounding()


def _nothing(_question: str) -> Grounding:
    return Grounding()


def _check(cairn: Cairn, needs_evidence: bool, answer: str) -> Verdict:
    try:
        return check(answer, cairn.retrieve, cairn.retrieve.locations(), needs_evidence=needs_evidence)
    except CairnError as error:
        return Verdict(faults=(f"the evidence cannot be checked: {error}",))


def _compactor(spec: AgentSpec, model: Model) -> Compactor:
    if spec.compaction == "summary":
        return Summary(summary_writer(model))
    if spec.compaction == "sliding":
        return SlidingWindow()
    return Importance() if spec.compaction == "importance" else Truncation()


def judge_of(cairn: Cairn) -> Judge:
    """Return what judges answers by their evidence: the model behind CAIRN_CHAT_URL.

    Raises:
        UsageError: none is set.
    """
    model = cairn.chat_model

    def look(question: str, answer: str, verdict: Verdict) -> Judgement:
        texts = [(one.handle, cairn.retrieve.show(one.handle).text) for one in verdict.evidence if one.file]
        return judge(model, question, answer, texts)

    return look
