"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import Effort, SearchSettings

SEARCH = SearchSettings(prior_scale=0.6, depth=80, candidates=20)
SEARCH_ALONE = SearchSettings(prior_scale=1.0, margin=0.5, min_value_range=0.02, depth=300, candidates=0)
SEARCH_CROWD = SearchSettings(prior_scale=1.0, depth=200, candidates=20)  # 80 decisions of three are few
SEARCH_LED = SearchSettings(value_mix=0.3, policy_temperature=2.0, depth=80, candidates=20)
LEVELS = (
    Effort(30, errs=0.39, cap=0.3, sight=24, whims=0.04),
    Effort(42, errs=0.3, cap=0.17),
    Effort(70, errs=0.11, cap=0.1),
    Effort(220, errs=0.03, cap=0.05),
    Effort(600, guided=0.5, looks=600),
    Effort(2400, guided=1.0, looks=800, crowd=1500),
)
