"""How the record of Nētā-Tanka is observed by programs that learn (kernel/observations/observing.py)."""

from __future__ import annotations

from firstfire.kernel.observations.observing import Observed, reading
from firstfire.kernel.rule import rule

from ..state import NOWHERE, State
from .notation import CRAFT_CARD, VILLAGE_CARD


@rule
def craft_on_top(s: State) -> int:
    """The open top card of the craft pile."""
    return s.craft_pile[s.craft_left - 1] if s.craft_left > 0 else NOWHERE


@rule
def card_on_top(s: State) -> int:
    """The open top card of the Neta-Tanka pile."""
    return s.card_pile[s.card_left - 1] if s.card_left > 0 else NOWHERE


OBSERVED = Observed(
    version=1,
    by_turn=("nomads",),
    hidden=("trade", "clans.objective"),
    typical={
        "round": 7, "trade_left": 7, "forest": 20, "tanning": 10, "hunted": 10, "normals": 4, "extras": 4,
        "on_craft": 4, "steps": 10, "nomads.hand": 10, "clans.reserve": 10, "clans.generosity": 50,
        "clans.totem": 10, "clans.tents": 4, "clans.owed": 4, "clans.food": 10, "clans.to_place": 10,
    },
    left_out={
        "undealt": "nobody sees them",
        "craft_pile": "only its top card is seen: craft_top; craft_left tells how many there are",
        "card_pile": "only its top card is seen: card_top; card_left tells how many there are",
    },
    readings=(reading("craft_top", CRAFT_CARD, craft_on_top), reading("card_top", VILLAGE_CARD, card_on_top)),
)  # fmt: skip
