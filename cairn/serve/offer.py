"""The part of all tools that a server offers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """`is_read_only`: no tool that writes. `is_structured`: answers come as documents, too, and tools declare their schemas."""

    is_read_only: bool = False
    is_structured: bool = False
