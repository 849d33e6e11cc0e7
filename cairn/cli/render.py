"""Answers as text for a person at a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cairn.cli.output import columns, count, paint, shorten, table
from cairn.model import (
    AskAnswer,
    Edge,
    Entity,
    FileListing,
    GraphAnswer,
    Hit,
    ImpactAnswer,
    ImpactNode,
    Link,
    PathAnswer,
    SearchAnswer,
    Source,
    UnresolvedSite,
    printable,
)
from cairn.retrieve.lines import identifiers
from cairn.serve.relations import (
    doubt,
    groups,
    impact_summary,
    is_unsure,
    left_text,
    names_text,
    nearest_notice,
    no_callers,
    other_end,
    override_heads,
    site,
    site_lines,
    unsure_text,
    walked,
    within_text,
)

if TYPE_CHECKING:
    from cairn.report import IngestPlan, IngestReport

MOST_TARGETS = 20  # of an impact, in its text (a guess)
HIT_LINES = 5  # a guess: enough to recognise a definition, few enough for ten hits on a screen
WHOLE = 1_000_000  # lines: all that a hit has
_COMMON = frozenset("a an and are do does for how in is it of on or that the this to what when where which who why with".split())


def search_text(answer: SearchAnswer, most_lines: int = HIT_LINES) -> str:
    """Each hit: where, handle, and the lines of its text that fit the query best."""
    meant = f"did you mean {', '.join(answer.did_you_mean)}?" if answer.did_you_mean else ""
    lines = [paint(f"nothing has this name; {meant}", "yellow"), ""] if meant and answer.hits else []
    for number, hit in enumerate(answer.hits, 1):
        lines += [*hit_lines(hit, number, answer.query, most_lines), ""]
    if not answer.hits:
        lines.append("; ".join(filter(None, ("no hits", meant))))
    if answer.truncated:
        lines.append(paint(_cut(answer.omitted), "dim"))
    if answer.degraded:
        lines.append(paint(answer.degraded, "yellow"))
    return "\n".join(lines)


def _cut(omitted: int) -> str:
    """What is missing of a cut list of hits, and how to get it."""
    if omitted:
        return f"cut to the budget, {count(omitted, 'more hit')} left out; a larger --budget shows them"
    return "cut; a larger --budget or -k shows more"


def hit_lines(hit: Hit, number: int, query: str, most_lines: int = HIT_LINES) -> list[str]:
    """The lines of one hit."""
    marks = (["stale"] if hit.stale else []) + hit.flags
    if hit.copies:
        marks = [*marks, f"+{len(hit.copies)} identical"]
    where = printable(f"{hit.source}:{hit.file}:{hit.start_line}-{hit.end_line}")
    lines = [paint(f"{number:>2} ", "dim") + paint(where, "cyan") + (paint("  " + ", ".join(marks), "yellow") if marks else "")]
    if hit.handle and "#" in hit.handle:
        lines.append("   " + paint(hit.handle, "bold"))
    lines += [f"   {line}" for line in excerpt_lines(hit, query, most_lines)]
    if hit.explain:
        lines.append("   " + paint("  ".join(f"{name} {value:.4g}" for name, value in hit.explain.items()), "dim"))
    return lines


def excerpt_lines(hit: Hit, query: str, most_lines: int = HIT_LINES) -> list[str]:
    """The line that defines what the handle names, then some from the one of it on that has the most of the query, numbered.

    Lines that have an identifier of the query go before others. Where the handle is that of something around all lines, it begins
    with the first of these.
    """
    words = _words(query)
    texts = hit.text.removesuffix("\n").split("\n")
    first, last = _named_part(hit, len(texts))
    best = first
    if words:
        found = [{word.casefold() for word in words.findall(text)} for text in texts]
        if not any(found[first:last]):  # a decorator or a comment stands above what it is about
            best, last = 0, len(texts)
        best += _best_line(found[best:last])
    window = range(best, min(best + most_lines, len(texts) if best >= first else first))
    shown = sorted(list(dict.fromkeys([first, *_exact(texts, query), *window]))[:most_lines])
    if most_lines >= WHOLE:
        shown = list(range(len(texts)))
    gutter = len(str(hit.start_line + len(texts)))
    lines = []
    for place in shown:
        text = shorten(texts[place].expandtabs(4), columns() - gutter - 6)
        if text.strip() or most_lines >= WHOLE:
            lines.append(paint(f"{hit.start_line + place:>{gutter}}  ", "dim") + _mark(text, words))
    return lines


def _exact(texts: Sequence[str], query: str) -> list[int]:
    """The lines that have an identifier of the query as it is spelled there."""
    names = identifiers(query)
    return [place for place, text in enumerate(texts) if names.search(text)] if names else []


def _named_part(hit: Hit, count: int) -> tuple[int, int]:
    """Where in the lines of a hit what its handle names begins and ends (half-open); all of them if it begins above."""
    if not hit.name_lines or not hit.start_line <= hit.name_lines[0] < hit.start_line + count:
        return 0, count
    first, last = hit.name_lines
    return first - hit.start_line, min(last + 1 - hit.start_line, count)


def _best_line(found: Sequence[set[str]]) -> int:
    """The line whose words are the most and the rarest in the text; the first of several."""
    lines = Counter(word for words in found for word in words)
    worth = [sum(1 / lines[word] for word in words) for words in found]
    return worth.index(max(worth))


def _words(query: str) -> re.Pattern[str] | None:
    """What finds the words of a query where a word or a part of an identifier begins; None if it has none."""
    words = {word[:-1] if word.endswith("s") and len(word) > 3 else word for word in re.findall(r"\w+", query.casefold())}
    kept = sorted((word for word in words if len(word) > 1 and word not in _COMMON), key=lambda word: (-len(word), word))
    return re.compile(r"(?<![^\W_])(?:" + "|".join(map(re.escape, kept)) + ")", re.IGNORECASE) if kept else None


def _mark(text: str, words: re.Pattern[str] | None) -> str:
    return words.sub(lambda found: paint(found[0], "bold"), text) if words else text


def ask_text(answer: AskAnswer, most_lines: int = HIT_LINES) -> str:
    """Each hit with the edges of its entity."""
    lines = []
    for number, item in enumerate(answer.answers, 1):
        lines += hit_lines(item.hit, number, answer.query, most_lines)
        if item.entity is not None:
            lines += [f"   {line}" for line in edge_lines(item.entity.handle, item.edges, item.entity.kind)]
            if item.left:
                left = left_text(item.left, item.entity.kind)
                lines.append("   " + paint(f"{left}: cairn graph '{item.entity.handle}'", "dim"))
        lines.append("")
    if not answer.answers:
        lines.append("no answer")
    if answer.truncated:
        lines.append(paint(_cut(answer.omitted), "dim"))
    if answer.degraded:
        lines.append(paint(answer.degraded, "yellow"))
    return "\n".join(lines)


def edge_lines(handle: str, edges: Sequence[Edge], kind: str = "", stale: Sequence[str] = ()) -> list[str]:
    """The edges at a handle under their headings, with the lines of the sites in a column before the other end."""
    lines: list[str] = []
    for heading, members in groups(handle, edges, kind).items():
        lines.append(paint(heading, "green") + paint(f" ({len(members)})", "dim"))
        sites = [site_lines(edge, limit=3) for edge in members]
        width = max(map(len, sites))
        for edge, numbers in zip(members, sites, strict=True):
            end = other_end(edge, handle)
            lines.append(f"  {paint(f'{numbers:>{width}}', 'cyan')}  {end}{paint(doubt(edge), 'yellow')}{_stale(end, stale)}")
    return lines


def _stale(handle: str, stale: Sequence[str]) -> str:
    """The mark of a handle in a file that has changed since it was indexed."""
    return paint("  stale", "yellow") if handle.partition("#")[0] in stale else ""


def graph_text(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> str:
    """Each match with its edges, then the edges further out, then what stayed unresolved."""
    if not answer.matches:
        return "no entity matches"
    entities = {entity.handle: entity for entity in answer.entities}
    lines = [paint(notice, "yellow"), ""] if (notice := nearest_notice(answer)) else []
    for handle in answer.matches:
        entity = entities.get(handle)
        edges = edge_lines(handle, answer.edges, entity.kind if entity else "", answer.stale)
        lines += [*_entity_lines(handle, entity, answer.stale), *(f"  {line}" for line in edges), ""]
    matches = set(answer.matches)
    further = [edge for edge in answer.edges if not matches & {edge.src, edge.dst}]
    if further:
        lines += [paint("further", "green"), *(f"  {step_line(edge)}" for edge in further), ""]
    for head, calls in override_heads(answer, direction, kinds):
        lines += [paint(head, "green"), *(f"  {paint(site_lines(edge, limit=3), 'cyan')}  {edge.src}" for edge in calls)]
    if answer.overridden_by:
        lines += [paint("overridden by", "green") + paint(f" ({len(answer.overridden_by)})", "dim")]
        lines += [f"  {handle}" for handle in answer.overridden_by]
    return "\n".join([*lines, *_remark_lines(answer, direction, kinds)]).rstrip("\n")


def _entity_lines(handle: str, entity: Entity | None, stale: Sequence[str]) -> list[str]:
    lines = [paint(handle, "bold") + _stale(handle, stale)]
    if entity is None:
        return lines
    where = f"  {printable(entity.file)}:{entity.start_line}-{entity.end_line}" if entity.file and entity.kind != "module" else ""
    lines[0] += paint(f"  {entity.kind}", "dim") + paint(where, "cyan")
    if entity.signature:
        lines.append(f"  {shorten(printable(' '.join(entity.signature.split())), columns() - 4)}")
    return lines


def _remark_lines(answer: GraphAnswer, direction: str, kinds: Sequence[str]) -> list[str]:
    sentence = no_callers(answer, direction, kinds)
    lines = [sentence] if sentence else []
    if not lines and is_unsure(answer):
        lines.append(paint(unsure_text(answer), "dim"))
    rows = [(row.kind, row.name, f"{row.file}:{row.line}", row.src) for row in answer.unresolved]
    lines += ["", *table(("unresolved", "name", "site", "in"), rows)] if rows else []
    lines += _may_lines(answer.same_name, answer.unresolved_same_name, answer.matches)
    lines += [paint(f"also of this name: {', '.join(answer.namesakes)}", "dim")] if answer.namesakes else []
    if answer.more_matches:
        lines.append(
            paint(f"{count(answer.more_matches, 'more definition')} of this name; a longer handle or --source picks", "dim")
        )
    if answer.truncated:
        left = f", at least {count(answer.omitted, 'more edge')} left out" if answer.omitted else ""
        remedy = "fewer --edges kinds, one --direction, a smaller --depth, or a larger --limit or --budget show the rest"
        lines.append(paint(f"cut{left}; {remedy}", "dim"))
    return lines


def _may_lines(sites: Sequence[UnresolvedSite], number: int, targets: Sequence[str]) -> list[str]:
    """The references that could mean what was asked for, and how to list the others."""
    rows = [(row.kind, f"{row.file}:{row.line}", row.src) for row in sites]
    lines = ["", *table(("may be used by", "site", "in"), rows)] if rows else []
    if rows and number > len(rows):
        lines.append(paint(f"and {number - len(rows):,} more: cairn graph '{targets[0]}' --unresolved", "dim"))
    return lines


def step_line(edge: Edge) -> str:
    """One edge with both ends."""
    return f"{edge.src}  {paint(edge.kind, 'green')}  {edge.dst}  " + paint(site(edge), "cyan") + paint(doubt(edge), "yellow")


def path_text(answer: PathAnswer, is_undirected: bool) -> str:
    """The way as steps: an end a line, between them what joins them and where."""
    if not answer.found:
        return "\n".join(_no_path_lines(answer, is_undirected))
    if not answer.steps:
        return "both ends are the same"
    places = walked(answer.steps)
    lines = [paint(places[0], "bold") + _stale(places[0], answer.stale)]
    for edge, here, there in zip(answer.steps, places, places[1:], strict=False):
        arrow = f"\u2191 {edge.kind}" if edge.src != here else f"\u2193 {edge.kind}"
        lines.append(f"  {paint(arrow, 'green')}  " + paint(site(edge), "cyan") + paint(doubt(edge), "yellow"))
        lines.append(paint(there, "bold") + _stale(there, answer.stale))
    return "\n".join(lines)


def _no_path_lines(answer: PathAnswer, is_undirected: bool) -> list[str]:
    """How far one comes from both ends: the missing step lies between."""
    remedy = "" if is_undirected else "; --undirected also follows edges backwards"
    lines = [f"no path{within_text(answer, '--max-depth')}; {unsure_text(answer)}{remedy}"]
    if answer.src_ends:
        lines += ["", paint("the start leads to these, which use unresolved names", "green")]
        lines += [f"  {end.handle}  {paint(names_text(end.unresolved), 'cyan')}" for end in answer.src_ends]
        if answer.src_ends_left:
            lines.append(paint(f"  and {answer.src_ends_left:,} more: cairn graph A --depth 5 --unresolved", "dim"))
    lines += ["", paint("the end is used by" if answer.dst_users else "nothing is known to use the end", "green")]
    lines += [f"  {edge.src}  {paint(f'{edge.kind} {site_lines(edge, limit=3)}', 'cyan')}" for edge in answer.dst_users]
    if answer.dst_users_left:
        lines.append(paint(f"  and {answer.dst_users_left:,} more: cairn graph B --direction in", "dim"))
    return [*lines, *_may_lines(answer.same_name, answer.unresolved_same_name, ["B"])]


def impact_text(answer: ImpactAnswer) -> str:
    """The targets and the sums, the tests, then each layer with the edge that leads on."""
    if not answer.targets:
        return "the diff touches no definition"
    lines = [paint(target, "bold") + _stale(target, answer.stale) for target in answer.targets[:MOST_TARGETS]]
    if len(answer.targets) > MOST_TARGETS:
        lines.append(paint(f"and {len(answer.targets) - MOST_TARGETS} more; --json lists all", "dim"))
    lines += ["", impact_summary(answer).replace(" (*)", "")]
    layers = [(number, node) for number, layer in enumerate(answer.layers, 1) for node in layer]
    tests = [(number, node) for number, node in layers if node.test]
    if tests:
        lines += ["", paint("tests", "green") + paint(f" ({len(tests)} of {answer.test_count})", "dim")]
        lines += _impact_lines(answer, [(node, paint(f"  layer {number}", "dim")) for number, node in tests])
    for number, layer in enumerate(answer.layers, 1):
        nodes = [node for node in layer if not node.test]
        if nodes:
            lines += ["", paint(f"layer {number}", "green") + paint(f" ({len(nodes)})", "dim")]
            lines += _impact_lines(answer, [(node, "") for node in nodes])
    lines += _may_lines(answer.same_name, answer.unresolved_same_name, answer.targets)
    if answer.truncated:
        shown = f"{len(layers):,} of {answer.reached:,}{'+' if answer.is_capped else ''} shown"
        larger = "a larger --limit" if answer.is_capped else f"--limit {answer.reached}"
        lines += ["", paint(f"cut, {shown}; {larger}, a larger --budget, or a smaller --depth shows the rest", "dim")]
    return "\n".join(lines)


def _impact_lines(answer: ImpactAnswer, nodes: Sequence[tuple[ImpactNode, str]]) -> list[str]:
    """Nodes under their files, each with the step that leads on; what the one target is, is not said again."""
    files: dict[str, list[str]] = {}
    target = answer.targets[0] if len(answer.targets) == 1 else ""
    for node, rest in nodes:
        file, mark, anchor = node.handle.partition("#")
        edge, end = node.via_edge, other_end(node.via_edge, node.handle)
        step = edge.kind if end == target else f"{edge.kind} {end.partition('#')[2] or end}"
        step += f" :{site_lines(edge, limit=3)}" if edge.site_lines else ""
        entry = paint("  entry point", "yellow") if node.entry else ""
        row = f"    {mark}{anchor or 'module'}{entry}  " + paint(step, "dim") + paint(doubt(edge), "yellow") + rest
        files.setdefault(file, []).append(row)
    return [line for file, rows in files.items() for line in (f"  {paint(file, 'cyan')}{_stale(file, answer.stale)}", *rows)]


# What answers have, by their tier.
TIERS = (
    "full text and graph; no model is needed",
    "full text, graph and vectors",
    "full text, graph, vectors, and concepts from prose",
)


def sources_text(sources: Sequence[Source], tier: int = 0) -> str:
    """The table of `list`, and below it the tier if models are in use."""
    if not sources:
        return "no sources yet; `cairn add PATH` adds one"
    head = ("label", "kind", "files", "chunks", "entities", "edges", "vectors", "indexed", "commit", "", "location")
    rows = [
        (
            source.label,
            source.kind,
            *(f"{number:,}" for number in (source.files, source.chunks, source.entities, source.edges, source.vectors)),
            (source.indexed_at or "never")[:16].replace("T", " "),
            (source.commit or "-")[:10],
            "stale" if source.stale else "",
            source.location,
        )
        for source in sources
    ]
    lines = table(head, rows, numbers=(2, 3, 4, 5, 6))
    return "\n".join([*lines, paint(f"tier {tier}: {TIERS[tier]}", "dim")] if tier else lines)


def links_text(links: Sequence[Link]) -> str:
    """The table of `links`."""
    if not links:
        return "no links; `cairn link A B` lets what A uses resolve into B"
    return "\n".join(table(("from", "to", "edges"), [(link.src, link.dst, f"{link.edges:,}") for link in links], numbers=(2,)))


def files_text(listing: FileListing, has_files: bool, has_skipped: bool) -> str:
    """The tables of `list SOURCE --files --skipped`."""
    lines = []
    if has_files:
        rows = [
            (row.file, row.lang or "-", f"{row.bytes:,}", row.chunks, row.entities, "; ".join(row.warnings))
            for row in listing.files
        ]
        lines += table(("file", "lang", "bytes", "chunks", "entities", "warnings"), rows, numbers=(2, 3, 4))
    if has_files and has_skipped:
        lines.append("")
    if has_skipped:
        lines += table(("skipped", "reason", "detail"), [(row.file, row.reason, row.detail) for row in listing.skipped])
    return "\n".join(lines)


def report_text(report: IngestReport) -> str:
    """What an ingest did, in two lines; then its warnings."""
    changes = [
        f"{number:,} {word}"
        for number, word in (
            (report.added, "added"),
            (report.changed, "changed"),
            (report.moved, "moved"),
            (report.deleted, "deleted"),
            (report.unchanged, "unchanged"),
        )
        if number
    ]
    sizes = [count(report.chunks, "chunk"), count(report.entities, "entity"), count(report.edges, "edge")]
    size = ", ".join([*sizes, *([count(report.vectors, "vector")] if report.vectors else [])])
    lines = [f"{paint(report.source, 'bold')}: files {', '.join(changes) or 'none'}; {size}; {report.seconds:.1f} s"]
    if report.skipped:
        lines.append(paint(f"{count(report.skipped, 'path')} skipped: cairn list {report.source} --skipped", "dim"))
    lines += [paint(note, "dim") for note in report.notes]
    lines += [paint(f"warning: {printable(warning)}", "yellow") for warning in report.warnings[:10]]
    if len(report.warnings) > 10:
        lines.append(paint(f"{len(report.warnings) - 10} more warnings: cairn list {report.source} --files", "yellow"))
    return "\n".join(lines)


_PLAN_ROWS = 20  # of one kind on a screen; --json has all


def plan_text(plan: IngestPlan) -> str:
    """What an ingest would do: a list for each kind of change, then the sums."""
    lists = (
        ("add", plan.added),
        ("change", plan.changed),
        ("move", [f"{old} -> {new}" for old, new in plan.moved]),
        ("delete", plan.deleted),
        ("skip", [f"{skip.file} ({skip.reason}{': ' + skip.detail if skip.detail else ''})" for skip in plan.skipped]),
    )
    lines = []
    for word, rows in lists:
        lines += [f"{paint(f'{word:<6}', 'green')} {printable(row)}" for row in rows[:_PLAN_ROWS]]
        if len(rows) > _PLAN_ROWS:
            lines.append(paint(f"{word:<6} and {len(rows) - _PLAN_ROWS:,} more; --json lists all", "dim"))
    sums = ", ".join(f"{len(rows):,} to {word}" for word, rows in lists if rows)
    lines.append(f"{paint(plan.source, 'bold')}: files {f'{sums}, ' if sums else ''}{plan.unchanged:,} unchanged")
    lines.append(f"chunks: {plan.chunks_kept:,} kept, {plan.chunks_new:,} new; {plan.embeddings_needed:,} embeddings needed")
    lines += [paint(f"would say: {note}", "dim") for note in plan.notes]
    if plan.refused:
        lines.append(paint(f"would be refused: {plan.refused}", "yellow"))
    return "\n".join([*lines, paint("nothing was written", "dim")])
