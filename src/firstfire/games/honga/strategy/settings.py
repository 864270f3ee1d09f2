"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(prior_scale=0.15, depth=40, candidates=6, rivals=100)
SEARCH_LED = SearchSettings(policy_temperature=2.0, depth=40, candidates=6, rivals=100)
LEVELS = (
    Effort(10, errs=0.6, cap=0.5, sight=4, whims=0.4),
    Effort(30, errs=0.5, cap=0.25),
    Effort(60, errs=0.15, cap=0.1),
    Effort(300, errs=0.05, cap=0.05, crowd=150),
    Effort(2000, guided=0.3, looks=150, unled=Effort(800, sight=54)),
    Effort(4000, guided=1.0, looks=400, unled=Effort(4000, sight=100)),
)
