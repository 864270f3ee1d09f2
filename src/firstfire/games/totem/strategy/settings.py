"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import BotTable, Effort, Efforts, SearchSettings

from .follies import folly

BOTS = BotTable(
    search=SearchSettings(prior_scale=3.0, depth=60, candidates=0, rivals=100),
    search_with_net=SearchSettings(policy_temperature=1.0, depth=60, candidates=0),
    levels=(
        Efforts(Effort(8, error_rate=0.6, max_loss=0.5, depth=4, whim_rate=0.6)),
        Efforts(Effort(40, error_rate=0.6, max_loss=0.32)),
        Efforts(Effort(200, error_rate=0.12, max_loss=0.1)),
        Efforts(Effort(900, net_share=0.34, net_simulations=60)),
        Efforts(Effort(1000, net_share=0.8, net_simulations=80)),
        Efforts(Effort(4000, net_share=1.0, net_simulations=2000)),
    ),
    net_seats=(2,),
    closing=("pass",),
    folly=folly,
)
