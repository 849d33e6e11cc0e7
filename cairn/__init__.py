"""A local, code-aware retrieval engine: `create_cairn` makes one.

Names are imported when they are first used, so that a program which wants one of them does not wait for all.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cairn.app import Cairn, create_cairn
    from cairn.config import Config
    from cairn.errors import CairnError
    from cairn.model import (
        AskAnswer,
        AskItem,
        Edge,
        EdgesLeft,
        Entity,
        Excerpt,
        FileListing,
        GraphAnswer,
        Hit,
        ImpactAnswer,
        ImpactNode,
        Map,
        MapEntry,
        Pack,
        PathAnswer,
        PathEnd,
        SearchAnswer,
        Skip,
        Snippet,
        Source,
        SourceFile,
        Tag,
        UnresolvedSite,
        Unseen,
        as_document,
    )
    from cairn.report import (
        EvalAnswer,
        EvalRow,
        EvalScore,
        GcReport,
        IngestReport,
        Job,
        Progress,
        WhyAnswer,
        WhySite,
        WhyStep,
        WhyTarget,
    )
    from cairn.retrieve.filters import Filters

__version__ = "0.1.0"

__all__ = [
    "AskAnswer",
    "AskItem",
    "Cairn",
    "CairnError",
    "Config",
    "Edge",
    "EdgesLeft",
    "Entity",
    "EvalAnswer",
    "EvalRow",
    "EvalScore",
    "Excerpt",
    "FileListing",
    "Filters",
    "GcReport",
    "GraphAnswer",
    "Hit",
    "ImpactAnswer",
    "ImpactNode",
    "IngestReport",
    "Job",
    "Map",
    "MapEntry",
    "Pack",
    "PathAnswer",
    "PathEnd",
    "Progress",
    "SearchAnswer",
    "Skip",
    "Snippet",
    "Source",
    "SourceFile",
    "Tag",
    "UnresolvedSite",
    "Unseen",
    "WhyAnswer",
    "WhySite",
    "WhyStep",
    "WhyTarget",
    "__version__",
    "as_document",
    "create_cairn",
]

_ELSEWHERE = {
    "Cairn": "cairn.app", "create_cairn": "cairn.app", "Config": "cairn.config", "CairnError": "cairn.errors",
    "Filters": "cairn.retrieve.filters",
    "GcReport": "cairn.report", "IngestReport": "cairn.report", "Job": "cairn.report", "Progress": "cairn.report",
    "EvalAnswer": "cairn.report", "EvalRow": "cairn.report", "EvalScore": "cairn.report",
    "WhyAnswer": "cairn.report", "WhySite": "cairn.report", "WhyStep": "cairn.report", "WhyTarget": "cairn.report",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'cairn' has no attribute {name!r}")
    value = getattr(importlib.import_module(_ELSEWHERE.get(name, "cairn.model")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
