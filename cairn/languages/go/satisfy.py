"""Which types of Go are asked whether others satisfy them; who does is told by `interfaces`, when names are resolved."""

from __future__ import annotations

from cairn.semantics.structural import Structural

STRUCTURAL = Structural(lambda kind, signature: kind == "interface", "interface", by_package=True)
