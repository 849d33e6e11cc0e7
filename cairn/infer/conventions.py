"""What some models want to be told before a text: they were trained so, and find less without it.

Source: the models' cards. A model that is not listed gets the text as it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Convention(NamedTuple):
    """What stands before a question and before a text, and whether the model must be asked for 1024 numbers."""

    query: str = ""
    document: str = ""
    has_dimensions: bool = False


_CONVENTIONS = (
    (
        r"qwen3-embedding",
        Convention(
            "Instruct: Given a question about a codebase, retrieve the code or documentation that answers it\nQuery: ",
            has_dimensions=False,
        ),
    ),
    (r"text-embedding-3", Convention(has_dimensions=True)),
    (r"(^|[/_-])e5-(?!mistral)", Convention("query: ", "passage: ")),
    (r"nomic-embed", Convention("search_query: ", "search_document: ")),
    (r"arctic-embed.*v2", Convention("query: ")),
    (
        r"bge-(small|base|large)-en|mxbai-embed|arctic-embed",
        Convention("Represent this sentence for searching relevant passages: "),
    ),
)


def convention_of(model: str) -> Convention:
    """What a model wants, by its name."""
    for pattern, convention in _CONVENTIONS:
        if re.search(pattern, model, re.IGNORECASE):
            return convention
    return Convention()
