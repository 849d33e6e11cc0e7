"""The read side's one face: search, graph, path, ask, show, and what there is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cairn.chunk.words import well_formed
from cairn.errors import UsageError, without_logins
from cairn.model import (
    AskAnswer,
    Excerpt,
    FileListing,
    GraphAnswer,
    ImpactAnswer,
    Link,
    Map,
    PathAnswer,
    SearchAnswer,
    Skip,
    Source,
    SourceFile,
    Tag,
)
from cairn.retrieve.filters import EVERYWHERE, Filters, scope_of, source_ids_of
from cairn.retrieve.handles.find import find_entity, namesakes
from cairn.retrieve.search.find import Ranking, find
from cairn.retrieve.search.hits import HitMaker
from cairn.retrieve.search.question import read_question
from cairn.retrieve.view import View, is_changed
from cairn.store.reading import ReaderStore
from cairn.store.stored import SourceCounts, SourceListing

if TYPE_CHECKING:
    from cairn.report import EvalAnswer, WhyAnswer
    from cairn.retrieve.export.rows import Row
    from cairn.retrieve.graph.weight import Weight
    from cairn.retrieve.reading import Reading
    from cairn.retrieve.search.vectors import Evidence, VectorArm

# What searching does not need is imported by the calls that do: a search from the command line starts anew each time.

_MOST_NAMESAKES = 8  # told of with a graph: a guess, 150 tokens
_MOST_MATCHES = 20  # of one name, in a graph: a guess


class Retrieve:
    """Answers questions from the index. Safe to use from several threads; every answer is of one state of the index.

    All calls raise NotFoundError when there is no index yet, and DatabaseRefusedError or EnvironmentFault when it
    cannot be read.
    """

    def __init__(
        self,
        store: ReaderStore,
        is_outdated: Callable[[str], bool] = lambda _: False,
        arm: VectorArm | None = None,
        tier: int = 0,
    ) -> None:
        """Read from a store; `is_outdated` tells whether what shaped a source's rows, by its fingerprint, has changed since.

        `arm` is what gives the vectors of questions, None in tier 0; `tier` is that of answers that use them.
        """
        self._arm = arm
        self._tier = tier
        self._store = store
        self._is_outdated = is_outdated

    def search(
        self,
        query: str,
        filters: Filters = EVERYWHERE,
        *,
        k: int = 10,
        budget_tokens: int | None = None,
        literal: bool = False,
        regex: bool = False,
        explain: bool = False,
        near: str | None = None,
        offset: int = 0,
    ) -> SearchAnswer:
        """Return the best spans of lines for a question, best first; any text is a valid question.

        `offset` passes over the first of them, for those that an answer before had no room for.

        `near` is the label of a source whose hits are preferred. `literal` and `regex` find lines by exact text or by a
        regular expression instead, in the order of sources and paths; what is too much to be searched is told in `degraded`.

        Raises:
            NotFoundError: a source, a language or a tag of the filters is not known.
            UsageError: `regex` is set and the query is no valid expression, or one that takes too long.
        """
        query = well_formed(query)
        with self._store.reader() as reader:
            view = View(reader)
            scope = scope_of(view, filters)
            if literal or regex:
                from cairn.retrieve.search.exact import find_exact

                found = find_exact(view, query, scope, source_ids_of(view, filters.sources), is_regex=regex, k=k)
                ranking, is_cut, partial = Ranking(found.spans, []), found.has_more, found.partial
            else:
                ranking = find(view, query, k, scope, near, arm=self._arm)
                is_cut, partial = False, None
            spans = ranking.spans[offset:]
            hits, is_over = HitMaker(view, spans, query).hits(spans, budget_tokens, explain)
            degraded = ". ".join(filter(None, (partial, self._degraded(view, filters.sources, ranking.evidence)))) or None
        omitted = len(spans) - len(hits)
        tier = self._tier_of(ranking.evidence)
        return SearchAnswer(query, tier, hits, is_cut or is_over, degraded, ranking.did_you_mean, omitted)

    def graph(
        self,
        query: str,
        *,
        depth: int = 1,
        edges: Sequence[str] = (),
        direction: str = "both",
        source: str | None = None,
        tag: str | None = None,
        unresolved: bool = False,
        limit: int = 200,
        budget_tokens: int | None = None,
    ) -> GraphAnswer:
        """Return the entities that a handle, a name or words mean, and the edges around them.

        At most `limit` edges, nearest and surest first; none for a name that nothing has, only the nearest entities.

        Raises:
            NotFoundError: there is no such source, or nothing is named like the query; what can only be a handle or a
                qualified name (`label:path`, `file#name`, `Class.method`) is not looked up as words.
        """
        from cairn.retrieve.graph.neighbourhood import Neighbourhood, Request, answer_graph, walk
        from cairn.retrieve.graph.starts import find_starts
        from cairn.retrieve.handles.spoken import asked_name

        with self._store.reader() as reader:
            view = View(reader)
            query = well_formed(query)
            starts, is_nearest = find_starts(view, query, source, tag, self._arm)
            kept = starts[:_MOST_MATCHES]
            asked = asked_name(query) or query
            request = Request(depth, edges, direction, limit, unresolved, asked if is_nearest else "", len(starts) - len(kept))
            # What is near to a name that nothing has may be something else: its edges would be read as an answer.
            is_guess = is_nearest and read_question(asked).is_symbol
            found = Neighbourhood([entity.id for entity in kept]) if is_guess else walk(view, kept, request)
            others = [] if is_nearest else [view.handle(entity) for entity in namesakes(view, query, starts)]
            answer = answer_graph(view, kept, found, budget_tokens, request)
            more = answer.more_matches + len(others[_MOST_NAMESAKES:])
            return dataclasses.replace(answer, namesakes=others[:_MOST_NAMESAKES], more_matches=more)

    def why(self, query: str, other: str, *, source: str | None = None) -> WhyAnswer:
        """Return how references inside one entity that lead to another, or have its name, were resolved: at most 20 sites.

        Raises:
            NotFoundError, AmbiguousError, UsageError: the first is not, or not uniquely, named, or an external.
        """
        from cairn.retrieve.graph.why import answer_why

        with self._store.reader() as reader:
            return answer_why(View(reader), well_formed(query), well_formed(other), source)

    def path(self, a: str, b: str, *, undirected: bool = False, edges: Sequence[str] = (), max_depth: int = 12) -> PathAnswer:
        """Return the shortest way along edges from A to B; a class or module stands for its members, too.

        Raises:
            NotFoundError, AmbiguousError: an end is not, or not uniquely, named.
        """
        from cairn.retrieve.graph.frontier import answer_no_path, answer_path
        from cairn.retrieve.graph.path import shortest_path

        with self._store.reader() as reader:
            view = View(reader)
            src, dst = find_entity(view, well_formed(a)), find_entity(view, well_formed(b))
            steps, is_cut = shortest_path(view, src, dst, undirected=undirected, kinds=edges, max_depth=max_depth)
            return answer_no_path(view, src, dst, edges, max_depth, is_cut) if steps is None else answer_path(view, steps)

    def impact(
        self,
        handles: str | Sequence[str] = (),
        *,
        diff: str | None = None,
        source: str | None = None,
        depth: int | None = None,
        limit: int = 5000,
        budget_tokens: int | None = None,
    ) -> ImpactAnswer:
        """Return what a change of some definitions can reach, by layers.

        With `diff` these are those that a git revision touched.

        A class or a module that is named stands for its members, too. `diff` is a commit to compare the working tree of `source`
        with, or a range of commits; the source may be left out if there is one only. At most `limit` entities are listed, and
        more are counted.

        Raises:
            NotFoundError, AmbiguousError: a handle or source is not, or not uniquely, named, or there is no such revision.
            UsageError: neither handles nor a revision is given, or it is not told which source's.
            EnvironmentFault: there is no git command.
        """
        from cairn.retrieve.graph.impact import MOST_COUNTED, answer_impact, reverse_closure, touched, with_members

        named = [handles] if isinstance(handles, str) else list(handles)
        if not named and diff is None:
            raise UsageError("impact needs a handle, or with a diff a git revision; name one")
        with self._store.reader() as reader:
            view = View(reader)
            given = [find_entity(view, well_formed(handle), source) for handle in named]
            ids = with_members(view, given)
            starts = {entity.id: entity for entity in given}
            for entity in touched(view, _only_source(view, source, "a diff"), diff) if diff is not None else ():
                starts.setdefault(entity.id, entity)
                ids.append(entity.id)
            found = reverse_closure(view, ids, depth, max(limit, MOST_COUNTED))
            return answer_impact(view, list(starts.values()), found, limit, budget_tokens)

    def ask(
        self,
        query: str,
        filters: Filters = EVERYWHERE,
        *,
        k: int = 5,
        budget_tokens: int | None = 2000,
        offset: int = 0,
    ) -> AskAnswer:
        """Return the best hits for a question, each with its enclosing entity and the entity's nearest edges.

        `offset` passes over the first of them.

        Raises:
            NotFoundError: a source, a language or a tag of the filters is not known.
        """
        from cairn.retrieve.ask import answer_items

        query = well_formed(query)
        with self._store.reader() as reader:
            view = View(reader)
            ranking = find(view, query, k, scope_of(view, filters), None, arm=self._arm)
            spans = ranking.spans[offset:]
            items, is_cut = answer_items(view, spans, budget_tokens, query)
            degraded = self._degraded(view, filters.sources, ranking.evidence)
        return AskAnswer(query, self._tier_of(ranking.evidence), items, is_cut, degraded, omitted=len(spans) - len(items))

    def show(self, target: str, *, context_lines: int = 0, budget_tokens: int | None = None) -> Excerpt:
        """Return the text of a handle, a unique end of one, `label:path` or `label:path:L1-L2`, as it was indexed.

        Raises:
            NotFoundError, AmbiguousError: nothing, or several things, have that name.
        """
        from cairn.retrieve.show import show

        with self._store.reader() as reader:
            return show(View(reader), well_formed(target), context_lines, budget_tokens)

    def read(self, target: str, *, most_lines: int | None = None) -> Reading:
        """Return a text as `show` does, with what is defined in its file and where its lines lead.

        Raises:
            NotFoundError, AmbiguousError: nothing, or several things, have that name.
        """
        from cairn.retrieve.reading import read

        with self._store.reader() as reader:
            return read(View(reader), well_formed(target), most_lines)

    def tests_among(self, handles: Iterable[str]) -> set[str]:
        """Return those of these handles that name parts of the tests."""
        from cairn.retrieve.reading import tests_among

        with self._store.reader() as reader:
            return tests_among(View(reader), handles)

    def weights(self, source: str, path: str | None = None) -> list[Weight]:
        """Return how much depends on each file of a source or, with a path, on each definition of that file.

        Raises:
            NotFoundError: there is no such source.
        """
        from cairn.retrieve.graph.weight import definition_weights, file_weights

        with self._store.reader() as reader:
            view = View(reader)
            listing = view.source(source)
            return file_weights(view, listing) if path is None else definition_weights(view, listing, well_formed(path))

    def map(self, source: str | None = None, *, budget_tokens: int = 2000, focus: str | None = None, offset: int = 0) -> Map:
        """Return the definitions that most depends on, best first, of one source or of all.

        `offset` passes over the first of them. `focus` is a handle, a path (of a file or a folder) or words: then what this
        depends on comes first.

        Raises:
            NotFoundError: there is no such source, or nothing is like the focus.
        """
        from cairn.retrieve.graph.map import make_map

        with self._store.reader() as reader:
            view = View(reader)
            source_id = view.source(source).id if source else None
            return make_map(view, source_id, budget_tokens, well_formed(focus) if focus else None, offset)

    def tags(self, source: str | None = None) -> list[Tag]:
        """Return the tags in use, most used first, of one source or of all.

        Raises:
            NotFoundError: there is no such source.
        """
        with self._store.reader() as reader:
            return [Tag(*row) for row in reader.tags(View(reader).source(source).id if source else None)]

    def languages(self, sources: Sequence[str] = ()) -> list[str]:
        """Return the languages of the files of these sources, of all if none is named, by name.

        Raises:
            NotFoundError: there is no such source.
        """
        with self._store.reader() as reader:
            return reader.languages(source_ids_of(View(reader), sources))

    def evaluate(self, questions: Iterable[str], settings: Sequence[str] = ("",)) -> EvalAnswer:
        """Score the search on questions, JSON Lines of the form that docs/quality.md tells, with each of one or two settings.

        Raises:
            UsageError: a line or a setting that cannot be read.
            NotFoundError: a setting names a source that is not known.
        """
        from cairn.retrieve.search.evaluate import evaluate, placed, read_questions

        with self._store.reader() as reader:
            known, faults = placed(View(reader), read_questions(questions))
            return evaluate(self.search, known, settings, faults)

    def draft_questions(self, source: str | None = None, count: int = 50) -> list[dict[str, str]]:
        """Return questions to start from: sentences of documentation and headings, each with the handle it is about.

        Raises:
            NotFoundError: there is no such source.
        """
        from cairn.retrieve.search.evaluate import draft_questions

        with self._store.reader() as reader:
            view = View(reader)
            return list(draft_questions(view, view.source(source).id if source else None, count))

    def _tier_of(self, evidence: Evidence | None) -> int:
        """The tier whose evidence an answer has: 0 where no vectors were asked, or there are none."""
        return 0 if evidence is None or evidence.model is None else self._tier

    def _degraded(self, view: View, sources: Sequence[str], evidence: Evidence | None) -> str | None:
        """Say what of the evidence is missing, and which of the sources another version of Cairn has indexed."""
        asked = [source for label, source in view.labels.items() if not sources or label in sources]
        labels = [source.label for source in asked if self._is_outdated(source.fingerprint)]
        told = []
        if labels:
            one = labels[0] if len(labels) == 1 else "all"
            told.append(
                f"{', '.join(labels)}: indexed by another version of Cairn; `cairn refresh {one}` builds anew what has changed"
            )
        if evidence is not None:
            from cairn.retrieve.search.vectors import what_is_lacking

            told += what_is_lacking(view, asked, evidence)
        return ". ".join(told) or None

    def outdated(self) -> list[str]:
        """Return the labels of the sources that another version of Cairn has indexed."""
        with self._store.reader() as reader:
            return [label for label, source in View(reader).labels.items() if self._is_outdated(source.fingerprint)]

    def sources(self) -> list[Source]:
        """Return all sources by label; `stale` says that a file that was indexed has changed or is gone."""
        with self._store.reader() as reader:
            vectors = reader.vector_counts()
            return [
                Source(
                    label=source.label,
                    kind=source.kind,
                    location=without_logins(source.location),
                    files=source.counts.files,
                    chunks=source.counts.chunks,
                    entities=source.counts.entities,
                    edges=source.counts.edges,
                    vectors=vectors.get(source.id, 0),
                    indexed_at=source.indexed_at,
                    commit=source.revision,
                    stale=any(is_changed(source, *stamp) for stamp in reader.stamps(source.id)),
                )
                for source in reader.sources()
            ]

    def links(self) -> list[Link]:
        """Return which sources resolve into which others, by their labels."""
        with self._store.reader() as reader:
            view = View(reader)
            found = [Link(view.sources[row.src].label, view.sources[row.dst].label, row.edges) for row in reader.links()]
            return sorted(found, key=lambda link: (link.src, link.dst))

    def state(self) -> str:
        """Return a mark of what the index holds now; it is another one after every run that changed something, and every link."""
        with self._store.reader() as reader:
            sources = [(row.id, row.label, row.indexed_at, *row.counts) for row in reader.sources()]
            return repr((sources, [tuple(row) for row in reader.links()]))

    def sizes(self) -> dict[str, int]:
        """Return how many sources, files, chunks, entities and edges the index holds; quick, as it looks at no file."""
        with self._store.reader() as reader:
            rows = [row.counts for row in reader.sources()]
        totals = {name: sum(getattr(row, name) for row in rows) for name in SourceCounts._fields}
        return {"sources": len(rows), **totals}

    def locations(self) -> dict[str, str]:
        """Return where each source lies, by label. Unlike `sources` it looks at no file."""
        with self._store.reader() as reader:
            return {source.label: source.location for source in reader.sources()}

    def files(self, label: str) -> FileListing:
        """Return the files of a source, and what was left out of it, by path.

        Raises:
            NotFoundError: there is no source of that label.
        """
        with self._store.reader() as reader:
            source_id = View(reader).source(label).id
            rows = reader.file_counts(source_id)
            files = [SourceFile(row.path, row.language, row.size, row.chunks, row.entities, row.warnings) for row in rows]
            return FileListing(files, [Skip(*row) for row in reader.skips(source_id)])

    def export(self, source: str | None = None, more: Iterable[Row] = ()) -> Generator[Row, None, None]:
        """Yield every entity and edge as the objects of the export format, always in the same order.

        `more` are objects from elsewhere, cards say, in that order; they come in among the others.

        Raises:
            NotFoundError: there is no source of that label.
        """
        from cairn.retrieve.export.rows import export

        with self._store.reader() as reader:
            yield from export(View(reader), source, more)

    def export_graphml(self, source: str | None = None, more: Iterable[Row] = ()) -> Iterator[str]:
        """Yield the lines of a GraphML document with what `export` yields.

        Raises:
            NotFoundError: there is no source of that label.
        """
        from cairn.retrieve.export.graphml import graphml

        yield from graphml(self.export(source, more))

    def export_scip(self, source: str | None = None) -> Iterator[bytes]:
        """Yield the parts of a SCIP index of one source, which may be left out if there is one only.

        Raises:
            NotFoundError: there is no source of that label.
            UsageError: there are several sources, and none is named.
        """
        from cairn.retrieve.export.scip import scip_index

        with self._store.reader() as reader:
            view = View(reader)
            yield from scip_index(view, _only_source(view, source, "a SCIP index"))

    def handles(self, prefix: str, limit: int = 20) -> list[str]:
        """Return handles that complete a prefix: of a handle, or of a name."""
        from cairn.retrieve.handles.complete import complete_handles

        with self._store.reader() as reader:
            return complete_handles(View(reader), well_formed(prefix), limit)


def _only_source(view: View, label: str | None, what: str) -> SourceListing:
    if label is None and len(view.labels) != 1:
        known = ", ".join(view.labels) or "none"
        raise UsageError(f"{what} needs one source, and there are {len(view.labels)}; name one of: {known}")
    return view.source(label) if label is not None else next(iter(view.labels.values()))
