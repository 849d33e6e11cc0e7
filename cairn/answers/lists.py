"""Answers that are lists: of sources, files, tags, links, jobs."""

from __future__ import annotations

from dataclasses import dataclass, field

from cairn.model import Link, Skip, Source, SourceFile, Tag
from cairn.report import Job


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The answer to `list`: one of the three lists is filled."""

    sources: list[Source] = field(default_factory=list)
    files: list[SourceFile] = field(default_factory=list)
    skipped: list[Skip] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TagsAnswer:
    """The answer to `tags`."""

    tags: list[Tag]


@dataclass(frozen=True, slots=True)
class RemoveAnswer:
    """The answer to `remove`: the source as it was."""

    removed: Source


@dataclass(frozen=True, slots=True)
class LinksAnswer:
    """The answer to `links`."""

    links: list[Link]


@dataclass(frozen=True, slots=True)
class JobsAnswer:
    """The answer to `jobs`, the newest first."""

    jobs: list[Job]
