"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import LONG_GAMES, BotTable, Effort, Efforts, SearchSettings

from .follies import folly

BOTS = BotTable(
    search=SearchSettings(prior_scale=3.0, depth=60, candidates=6),
    search_with_net=SearchSettings(value_mix=0.5, policy_temperature=2.0, depth=60, candidates=6),
    levels=(
        Efforts(Effort(12, error_rate=0.6, max_loss=0.5, depth=4, whim_rate=0.15)),
        Efforts(Effort(30, error_rate=0.5, max_loss=0.25)),
        Efforts(Effort(60, error_rate=0.15, max_loss=0.1)),
        Efforts(
            Effort(200, error_rate=0.05, max_loss=0.05),
            without_net=Effort(200, error_rate=0.05, max_loss=0.05, depth=80),
        ),
        Efforts(
            Effort(400, net_share=0.65, net_simulations=40),
            crowd=Effort(400, net_share=0.65, net_simulations=400),
            without_net=Effort(500, depth=150),
        ),
        Efforts(
            Effort(800, net_share=1.0, net_simulations=30),
            crowd=Effort(800, net_share=1.0, net_simulations=800),
            without_net=Effort(1000, depth=300),
        ),
    ),
    net_seats=(2, 3),
    closing=("pass", "rest", "end", "back"),
    folly=folly,
    training={**LONG_GAMES, "left_out": ("back",)},
)
