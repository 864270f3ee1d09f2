"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(sharpness=0.4, depth=40, candidates=6, rivals=100)
LEVELS = (Effort(12, 0.45), Effort(40, 0.28), Effort(70, 0.16), Effort(200, 0.11), Effort(6000))
