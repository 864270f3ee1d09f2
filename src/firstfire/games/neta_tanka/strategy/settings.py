"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import BotTable, Effort, Efforts, SearchSettings

from .follies import folly
from .quest import has_met, quest

BOTS = BotTable(
    search=SearchSettings(prior_scale=0.4, depth=40, candidates=6, rivals=100),
    search_crowd=SearchSettings(prior_scale=0.4, depth=100, candidates=6, rivals=100),  # 40 decisions of three are few
    search_with_net=SearchSettings(policy_temperature=2.0, depth=40, candidates=6),
    levels=(
        Efforts(Effort(16, error_rate=0.55, max_loss=0.4, depth=8, whim_rate=0.12)),
        Efforts(Effort(40, error_rate=0.5, max_loss=0.25)),
        Efforts(Effort(100, error_rate=0.15, max_loss=0.1)),
        Efforts(Effort(1200, error_rate=0.03, max_loss=0.05), crowd=Effort(700, error_rate=0.03, max_loss=0.05)),
        Efforts(Effort(1500, net_share=1.0, net_simulations=20, quest=True), without_net=Effort(2500)),
        Efforts(Effort(7500, net_share=1.0, net_simulations=300), without_net=Effort(5000, depth=300)),
    ),
    net_seats=(2, 3),
    closing=("end_turn", "stop"),
    folly=folly,
    quest=quest,
    has_met=has_met,
    training={"horizon": 96, "entropy_coef_end": 0.0008, "shaping": 0.3, "margin": 15.0},
)
