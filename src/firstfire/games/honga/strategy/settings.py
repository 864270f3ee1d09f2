"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=0.15, depth=40, candidates=6, rivals=100)
LEVELS = (Effort(10, 0.45), Effort(30, 0.24), Effort(60, 0.14), Effort(200, 0.07), Effort(6000))
