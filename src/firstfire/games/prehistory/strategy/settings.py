"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(prior_scale=3.0, depth=60, candidates=6)
SEARCH_LED = SearchSettings(value_mix=0.5, policy_temperature=2.0, depth=60, candidates=6)
LEVELS = (
    Effort(12, errs=0.6, cap=0.5, sight=4, whims=0.15),
    Effort(30, errs=0.5, cap=0.25),
    Effort(60, errs=0.15, cap=0.1),
    Effort(200, errs=0.05, cap=0.05, unled=Effort(200, errs=0.05, cap=0.05, sight=80)),
    Effort(400, guided=0.65, looks=40, crowd=400, unled=Effort(500, sight=150)),
    Effort(800, guided=1.0, looks=30, crowd=800, unled=Effort(1000, sight=300)),
)
