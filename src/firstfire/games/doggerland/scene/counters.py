"""The numbers beside each name: points, members, beds, food, Scarcity."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import counter, memoised
from firstfire.kernel.presentation.scene import Counter
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_bytes, as_tuple

from ..actions import SOLO_OBJECTIVE
from ..box import Box
from ..rules.clan import beds, members
from ..rules.scoring import (
    craft_points,
    habitat_points,
    hut_points,
    line_points,
    objective_points,
    painting_points,
    points,
    stock,
)
from ..state import (
    FRESCO_PLACES,
    MEAT_FOOD,
    OBJECTIVES_SHOWN,
    SLOTS,
    Clan,
    Good,
    State,
)


@memoised
def table_counters(words: Words, now: int, needed: int, quota: int, alone: bool) -> tuple[Counter, ...]:
    """What belongs to nobody: the round; in a solo game what must be reached and may be taken."""
    found = [counter("round", words.say("label.round"), now, icon="season")]
    if alone:
        found.append(counter("needed", words.say("label.needed"), needed, icon="objective"))
        found.append(counter("quota", words.say("label.quota"), quota, icon="minus"))
    return tuple(found)


def clan_counters(view: State, box: Box, words: Words, clan: Clan, seat: int) -> tuple[Counter, ...]:
    """The numbers of one clan."""
    if view.seats == 1:
        return _alone(box, words, clan, view.solo.done.bit_count())
    fresco = (as_bytes(view.fresco), view.fresco_up, as_bytes(view.cubes), as_bytes(view.painter))
    goals = (as_tuple(view.firsts), as_tuple(view.seconds))
    return _among_several(box, words, clan, seat, view.seats, fresco, goals)


@memoised
def _alone(box: Box, words: Words, clan: Clan, done: int) -> tuple[Counter, ...]:
    reached = counter("points0", words.say("label.objectives"), done, 0, "objective")
    return (reached, *_board(box, words, clan, 0))


@memoised
def _among_several(
    box: Box, words: Words, clan: Clan, seat: int, seats: int, fresco: tuple[bytes, int, bytes, bytes],
    goals: tuple[tuple[int, ...], tuple[int, ...]],
) -> tuple[Counter, ...]:  # fmt: skip
    """The points are counted on a table that has only what they are counted from."""
    tiles, up, cubes, painters = fresco
    s = State()
    s.seats, s.fresco_up, s.clans[seat] = seats, up, clan
    for place in range(FRESCO_PLACES):
        s.fresco[place] = -1 if tiles[place] > 127 else tiles[place]
    for slot in range(SLOTS):
        s.cubes[slot], s.painter[slot] = cubes[slot], painters[slot]
    for place in range(OBJECTIVES_SHOWN):
        s.firsts[place], s.seconds[place] = goals[0][place], goals[1][place]
    scored = counter(f"points{seat}", words.say("label.points"), points(s, box, seat), seat, "vp")
    return (scored, *_board(box, words, clan, seat))


def _board(box: Box, words: Words, clan: Clan, seat: int) -> list[Counter]:
    food = clan.goods[Good.FRUIT] + MEAT_FOOD * clan.goods[Good.MEAT]
    return [
        counter(f"members{seat}", words.say("label.members"), members(clan), seat, "clan"),
        counter(f"beds{seat}", words.say("label.beds"), beds(clan, box), seat, "hut"),
        counter(f"food{seat}", words.say("label.food"), food, seat, "meat"),
        counter(f"scarcity{seat}", words.say("label.scarcity"), clan.scarcity, seat, "minus"),
    ]


def breakdown(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a seat's score comes from (6); in a solo game one row for each objective."""
    if state.seats == 1:
        solo = state.solo
        names = [SOLO_OBJECTIVE.values[solo.objectives[place]] for place in range(solo.shown)]
        return [(words.say(f"value.solo_objective.{name}"), (solo.done >> i) & 1) for i, name in enumerate(names)]
    clan = state.clans[seat]
    parts = {
        "members": box.member_points * members(clan), "habitats": habitat_points(state, box, seat),
        "crafts": craft_points(state, box, seat), "megaliths": hut_points(state, box, seat),
        "objectives": objective_points(state, box, seat), "paintings": painting_points(state, box, seat),
        "lines": line_points(state, box, seat), "scarcity": -box.scarcity_points * clan.scarcity,
    }  # fmt: skip
    return [(words.say(f"breakdown.{name}"), value) for name, value in parts.items()]


def tie_break(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """R29: resources and Tools in stock, then less Scarcity."""
    return [(words.say("tie.first"), stock(state, seat)), (words.say("tie.second"), state.clans[seat].scarcity)]
