"""An agent over the tools of Cairn: `cairn chat`, and parts that are each usable alone."""

from __future__ import annotations
