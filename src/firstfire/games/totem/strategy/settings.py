"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(prior_scale=3.0, depth=60, candidates=0, rivals=100)
SEARCH_LED = SearchSettings(policy_temperature=1.0, depth=60, candidates=0)
LEVELS = (
    Effort(8, errs=0.6, cap=0.5, sight=4, whims=0.6),
    Effort(40, errs=0.6, cap=0.32),
    Effort(200, errs=0.12, cap=0.1),
    Effort(900, guided=0.34, looks=60),
    Effort(1000, guided=0.8, looks=80),
    Effort(4000, guided=1.0, looks=2000),
)
