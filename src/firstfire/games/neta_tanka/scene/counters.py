"""The numbers beside each name, and where the points come from."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import counter, memoised
from firstfire.kernel.presentation.scene import Counter
from firstfire.kernel.presentation.words import Words

from ..box import RESOURCE_KEYS, Box
from ..rules.clan import height_of, resources_of
from ..rules.scoring import (
    clan_points,
    craft_series,
    craft_values,
    food_points,
    objective_points,
    tent_points,
    totem_board,
    totem_sets,
)
from ..state import Clan, State
from .phrases import resource_words


@memoised
def clan_counters(box: Box, words: Words, player: int, clan: Clan, board: int) -> tuple[Counter, ...]:
    """Points (with those of the totem board), generosity, height and resources of a clan."""
    points, generosity, height = words.say("label.points"), words.say("label.generosity"), words.say("label.height")
    found = [
        counter(f"points{player}", points, clan_points(clan, box) + board, player, "vp"),
        counter(f"generosity{player}", generosity, clan.generosity, player, "generosity"),
        counter(f"height{player}", height, height_of(clan), player, "totem"),
    ]
    for i, key in enumerate(RESOURCE_KEYS):
        found.append(counter(f"{key}{player}", resource_words(i, words), clan.reserve[i], player, key))
    return tuple(found)


def breakdown(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a seat's points come from (NT-S1 to NT-S8)."""
    clan = state.clans[seat]
    parts = {
        "tents": tent_points(clan, box), "sets": totem_sets(clan, box), "board": totem_board(state, box, seat),
        "food": food_points(clan, box), "crafts": craft_values(clan, box), "series": craft_series(clan, box),
        "objective": objective_points(clan, box), "generosity": clan.generosity,
    }  # fmt: skip
    return [(words.say(f"score.{name}"), value) for name, value in parts.items()]


def tie_break(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Resources left in reserve."""
    return [(words.say("tie.first"), resources_of(state.clans[seat]))]
