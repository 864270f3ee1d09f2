"""How a search thinks of this game, and how much each level does: numbers found by matches (strength.md)."""

from __future__ import annotations

from firstfire.kernel.thinking import LONG_GAMES, BotTable, Effort, Efforts, SearchSettings

from .follies import folly

BOTS = BotTable(
    search=SearchSettings(prior_scale=0.6, depth=80, candidates=20),
    search_alone=SearchSettings(prior_scale=1.0, margin=0.5, min_value_range=0.02, depth=300, candidates=0),
    search_crowd=SearchSettings(prior_scale=1.0, depth=200, candidates=20),  # 80 decisions of three are few
    search_with_net=SearchSettings(value_mix=0.3, policy_temperature=2.0, depth=80, candidates=20),
    levels=(
        Efforts(Effort(30, error_rate=0.39, max_loss=0.3, depth=24, whim_rate=0.04)),
        Efforts(Effort(42, error_rate=0.3, max_loss=0.17)),
        Efforts(Effort(70, error_rate=0.11, max_loss=0.1)),
        Efforts(Effort(220, error_rate=0.03, max_loss=0.05)),
        Efforts(Effort(600, net_share=0.5, net_simulations=600)),
        Efforts(
            Effort(2400, net_share=1.0, net_simulations=800), crowd=Effort(2400, net_share=1.0, net_simulations=1500)
        ),
    ),
    net_seats=(2, 3),
    closing=("pass", "finish", "stop", "no_lesson", "decline_event", "give_up"),
    folly=folly,
    training={
        **LONG_GAMES,
        "teacher": "",
        "prior_scale": 4.0,
        "width": 384,
        "horizon": 64,
        "entropy_coef_end": 0.0005,
        "left_out": ("give_up",),
        "solo_options": ("difficulty=easy", "difficulty=normal", "difficulty=hard"),
    },
)
