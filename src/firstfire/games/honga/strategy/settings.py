"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import BotTable, Effort, Efforts, SearchSettings

from .follies import folly

BOTS = BotTable(
    search=SearchSettings(prior_scale=0.15, depth=40, candidates=6, rivals=100),
    search_with_net=SearchSettings(policy_temperature=2.0, depth=40, candidates=6, rivals=100),
    levels=(
        Efforts(Effort(10, error_rate=0.6, max_loss=0.5, depth=4, whim_rate=0.4)),
        Efforts(Effort(30, error_rate=0.5, max_loss=0.25)),
        Efforts(Effort(60, error_rate=0.15, max_loss=0.1)),
        Efforts(Effort(300, error_rate=0.05, max_loss=0.05), crowd=Effort(150, error_rate=0.05, max_loss=0.05)),
        Efforts(Effort(2000, net_share=0.3, net_simulations=150), without_net=Effort(800, depth=54)),
        Efforts(Effort(4000, net_share=1.0, net_simulations=400), without_net=Effort(4000, depth=100)),
    ),
    net_seats=(2, 3),
    closing=("end",),
    folly=folly,
    training={"horizon": 64, "entropy_coef_start": 0.008, "entropy_coef_end": 0.0005},
)
