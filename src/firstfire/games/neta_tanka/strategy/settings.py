"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(prior_scale=0.4, depth=40, candidates=6, rivals=100)
SEARCH_CROWD = SearchSettings(prior_scale=0.4, depth=100, candidates=6, rivals=100)  # 40 decisions of three are few
SEARCH_LED = SearchSettings(policy_temperature=2.0, depth=40, candidates=6)
LEVELS = (
    Effort(16, errs=0.55, cap=0.4, sight=8, whims=0.12),
    Effort(40, errs=0.5, cap=0.25),
    Effort(100, errs=0.15, cap=0.1),
    Effort(1200, errs=0.03, cap=0.05, crowd=700),
    Effort(1500, guided=1.0, looks=20, quest=True, unled=Effort(2500)),
    Effort(7500, guided=1.0, looks=300, unled=Effort(5000, sight=300)),
)
