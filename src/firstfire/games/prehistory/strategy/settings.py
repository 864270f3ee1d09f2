"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=3.0, depth=60, candidates=6)
LEVELS = (Effort(12, 0.4), Effort(40, 0.22), Effort(80, 0.13), Effort(280, 0.04), Effort(4000))
