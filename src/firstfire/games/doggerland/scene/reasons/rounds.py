"""Why not, at the end of a round and in the events of a solo game."""

from __future__ import annotations

from firstfire.kernel.presentation.why_not import Reason

from ...actions import (
    CELL,
    EVENT_PRICE,
    MEAL,
    PILE,
    PRICE,
    QUARRY,
    SLOT,
    TRACK,
    meal_of,
    pile_of,
)
from ...box import Box
from ...rules.ground import big_game, within
from ...rules.hut import (
    VILLAGE_STEPS,
)
from ...rules.rivals import PLAYER, animals_in_reserve
from ...rules.rounds import feed_options, food_needed
from ...rules.solo import DISCARDABLE, PRICES, can_repair, card_of, lose_options, price_options
from ...state import (
    LINES,
    MEAT_FOOD,
    Good,
    Shows,
    State,
)
from .common import (
    beyond_range,
    far,
    held,
    lacks,
    own,
    owns,
)


def feed(s: State, box: Box, meat: int) -> Reason | None:
    """R33: as much Meat as there is, no hunger beside it, and nothing that could be left out."""
    if (feed_options(s) >> meat) & 1:
        return None
    clan = own(s)
    if meat > clan.goods[Good.MEAT]:
        return Reason("no_meat", "R33", meal=(MEAL, meal_of(0, clan.goods[Good.MEAT])))
    hungry = food_needed(s, clan) - MEAT_FOOD * meat > clan.goods[Good.FRUIT]
    return Reason("more_meat" if hungry else "less_meat", "R33")


def village(s: State, box: Box, cell: int) -> Reason | None:
    """DG-5.7: a tile within two steps without a piece of another clan."""
    home = own(s).village
    if cell == home:
        return Reason("stands_there", "DG-5.7", cell=(CELL, cell))
    near = Reason("village_far", "DG-5.7", cell=(CELL, cell), steps=VILLAGE_STEPS)
    return far(s, cell, within(s, home, VILLAGE_STEPS), near) or held(s, cell)


def host(s: State, box: Box, price: int) -> Reason | None:
    """SC04: the Meat or the Fruit."""
    if (price_options(s, box) >> price) & 1:
        return None
    short = box.card_goods[card_of(s)][PRICES[price]] - own(s).goods[PRICES[price]]
    return Reason("lacks", "SC04", cost=(PRICE, price), lack=(PILE, pile_of(short, PRICES[price])))


def regrow(s: State, box: Box, cell: int) -> Reason | None:
    """SC16: an exhausted tile within Range, without a rival."""
    closed = beyond_range(s, box, cell) or held(s, cell)
    if closed is None and not (s.uses[cell] > 0 and box.shows[s.tile[cell]] >= Shows.WOOD):
        closed = Reason("not_exhausted", "SC16", cell=(CELL, cell))
    return closed


def herd_of(s: State, box: Box, species: int) -> Reason | None:
    """SC17: a species of the season with a meeple in reserve."""
    if box.animal_season[species] != box.season[s.round - 1]:
        return Reason("wrong_season", "SC17", quarry=(QUARRY, species))
    left = animals_in_reserve(s, box, species)
    return None if left > 0 else Reason("none_in_reserve", "SC17", quarry=(QUARRY, species))


def herd_on(s: State, box: Box, cell: int) -> Reason | None:
    """SC17: a tile within Range without animal and without rival."""
    closed = beyond_range(s, box, cell) or held(s, cell)
    if closed is None and (big_game(s) >> cell) & 1:
        closed = Reason("animal_there", "SC17", cell=(CELL, cell))
    return closed


def discard(s: State, box: Box, good: int) -> Reason | None:
    """SC19: Wood, Stone, Fur or Bone that is owned."""
    return owns(s, good, "SC19") if good in DISCARDABLE else Reason("thieves_kind", "SC19")


def repair(s: State, box: Box) -> Reason | None:
    """SC23: the goods that save the Habitats."""
    if can_repair(s, box):
        return None
    return lacks(own(s), box.card_goods[card_of(s)], (EVENT_PRICE, card_of(s)), "SC23")


def lose(s: State, box: Box, dwelling: int, spot: int) -> Reason | None:
    """SC23: a Habitat that was built."""
    there = (lose_options(s) >> (2 * dwelling + spot)) & 1
    return None if there else Reason("no_such_home", "SC23")


def rockfall(s: State, box: Box, slot: int) -> Reason | None:
    """SC24: a slot with a cube of the player."""
    mine = slot < LINES * s.fresco_up and s.cubes[slot] > 0 and s.painter[slot] == PLAYER
    return None if mine else Reason("no_cube", "SC24", slot=(SLOT, slot))


def unlearn(s: State, box: Box, track: int) -> Reason | None:
    """SC25: a capacity above its first level."""
    return None if own(s).levels[track] > 0 else Reason("first_level", "SC25", track=(TRACK, track))
