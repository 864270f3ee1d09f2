"""What the choices of a position ask for (`ChoiceFacts`), and the parts of their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from firstfire.kernel.presentation.memo import frozen, memoised
from firstfire.kernel.presentation.telling import Teller
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.records.rows import as_bytes, as_tuple

from ...actions import (
    CELL,
    GROUND,
    HOME_PRICE,
    HUT_PRICE,
    LEVEL_PRICE,
    OFFERING,
    PLACE_OF_HUT,
    QUARRY,
    ground_of,
)
from ...box import YIELDS, Box
from ...rules.clan import beds, members, transport_of
from ...state import GOODS, LEVELS, LINES, NONE, Clan, Good, Hut, Shows, State, Track
from ..names import counted, goods_text
from ..prices import Dues, dues_now, level_gives, recipe_text

Strain = tuple[int, int, int]  # Scarcity that is taken; in a solo game how much it is then, and how much is allowed
Due = tuple[int, int, Strain]  # Tools and Furs that are paid, Scarcity for those that are missing
OfClan = tuple[tuple[Due, ...], int, tuple[int, ...], tuple[int, ...]]  # dues, free beds, memory, levels


class ChoiceFacts:
    """What the choices of one position ask for, of the clan to act: each thing is read when it is first asked."""

    def __init__(self, view: State, box: Box) -> None:
        self.view, self.box = view, box
        self.clan: Clan = view.clans[view.player]

    @cached_property
    def quota(self) -> int:
        """The Scarcity that is allowed in a solo game; NONE where several play."""
        return self.view.solo.quota if self.view.seats == 1 else NONE

    @cached_property
    def _clan(self) -> OfClan:
        return _of_clan(self.box, frozen(self.clan), dues_now(self.view, self.box), self.quota)

    @cached_property
    def dues(self) -> tuple[Due, ...]:
        """DG-1.3, DG-1.4: by Job, what sending costs, and the Scarcity for what is missing."""
        return self._clan[0]

    @cached_property
    def free_beds(self) -> int:
        """Beds that nobody sleeps in."""
        return self._clan[1]

    @cached_property
    def memory(self) -> tuple[int, ...]:
        """By species, the cubes in memory."""
        return self._clan[2]

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """By capacity."""
        return self._clan[3]

    @cached_property
    def transport(self) -> int:
        """What a member carries."""
        return int(transport_of(self.view, self.box, self.view.player))

    @cached_property
    def crafts(self) -> tuple[int, ...]:
        """The Crafts on display."""
        return as_tuple(self.view.craft)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The species drawn on each slot of the fresco."""
        return _slots(self.box, as_bytes(self.view.fresco), self.view.fresco_up)

    @cached_property
    def tiles(self) -> bytes:
        """The tiles by cell."""
        return as_bytes(self.view.tile)

    @cached_property
    def herd(self) -> tuple[int, ...]:
        """By species, the cells with an animal of it, as bits."""
        return as_tuple(self.view.herd)

    def species(self, cell: int) -> int:
        """The species of the animal on a tile, NONE without one."""
        for species, cells in enumerate(self.herd):
            if (cells >> cell) & 1:
                return species
        return NONE


@memoised
def _of_clan(box: Box, clan: Clan, dues: Dues, quota: int) -> OfClan:
    """DG-1.3, DG-1.4: what sending costs this clan by Job, and the Scarcity for what is missing; free beds, memory,
    levels."""
    tools, furs = clan.goods[Good.TOOL], clan.goods[Good.FUR]
    found: list[Due] = []
    for tool, fur in dues:
        paid_tool, paid_fur = min(tool, tools), min(fur, furs)
        found.append((paid_tool, paid_fur, strain(tool - paid_tool + fur - paid_fur, clan.scarcity, quota)))
    free = max(0, beds(clan, box) - members(clan))
    return tuple(found), free, as_tuple(clan.memory), as_tuple(clan.levels)


@memoised
def _slots(box: Box, fresco: bytes, up: int) -> tuple[int, ...]:
    return tuple(box.fresco[fresco[place]][line] for place in range(up) for line in range(LINES))


def strain(units: int, taken: int, quota: int) -> Strain:
    """The Scarcity that so many missing things cost; without a quota (NONE) that is all there is to tell."""
    return (units, taken + units, quota) if units and quota != NONE else (units, 0, NONE)


def joined(words: Words, *parts: str) -> str:
    """What is told, one thing after the other."""
    return words.say("list.then").join(part for part in parts if part)


def with_parts(words: Words, sentence: str, *parts: str) -> str:
    """A sentence and what follows from it."""
    told = joined(words, *parts)
    return words.say("list.told", sentence=sentence, told=told) if told else sentence


def plain(words: Words, key: str, **values: tuple[Domain, int]) -> str:
    """The sentence of the action itself."""
    return words.say(f"action.{key}", **{name: words.value(*value) for name, value in values.items()})


@memoised
def due_text(box: Box, words: Words, due: Due) -> str:
    """What sending costs now."""
    tool, fur, scarcity = due
    row = [0] * GOODS
    row[Good.TOOL], row[Good.FUR] = tool, fur
    paid = words.say("tell.now", cost=goods_text(words, row)) if tool + fur else ""
    return joined(words, paid, scarcity_text(box, words, scarcity))


@memoised
def scarcity_text(box: Box, words: Words, strain: Strain) -> str:
    """The sign of Scarcity: how much, and what that means."""
    units, taken, quota = strain
    if not units:
        return ""
    said = counted(words, "scarcity", units)
    if quota != NONE:
        key = "tell.scarcity_lost" if taken > quota else "tell.scarcity_alone"
        return words.say(key, scarcity=said, taken=taken, quota=quota)
    return words.say("tell.scarcity", scarcity=said, points=counted(words, "points", units * box.scarcity_points))


@memoised
def points_text(words: Words, points: int) -> str:
    """So many points."""
    return counted(words, "points", points)


def costs(words: Words, price: Domain, index: int) -> str:
    """A printed price that is paid now."""
    return words.say("tell.costs", cost=words.value(price, index))


def later(words: Words, cost: str) -> str:
    """What is paid when resolving."""
    return words.say("tell.later", cost=cost)


@memoised
def homes_text(words: Words, chief: int) -> str:
    """What the two kinds of Habitat cost this builder."""
    simple, prestigious = (words.value(HOME_PRICE, 2 * chief + home) for home in range(2))
    return words.say("tell.homes", simple=simple, prestigious=prestigious)


def level_text(box: Box, words: Words, track: int, level: int) -> str:
    """The next level of a capacity and its price; nothing at the last one."""
    if level == LEVELS - 1:
        return ""
    cost = words.value(LEVEL_PRICE, LEVELS * track + level + 1)
    if track == Track.TOOLS:
        return words.say("tell.tool_level", level=level + 2, cost=cost)
    return words.say("tell.level", label=level_gives(box, words, track, level + 1), cost=cost)


def work_text(box: Box, words: Words, track: int, level: int) -> str:
    """What a member on a track can do: the next level, Tools by a recipe that is known; DG-G3 allows both at once."""
    upgrade = level_text(box, words, track, level)
    if track != Track.TOOLS:
        return upgrade
    made = listed(words, [recipe_text(box, words, i) for i in range(level + 1)], "or")
    return words.say("tell.either_or_both", level=upgrade, tools=made) if upgrade else made


def crop(box: Box, tile: int, strength: int) -> list[int]:
    """DG-D2: quantity x Mastery of what a tile yields."""
    row = [0] * GOODS
    for place in range(YIELDS):
        good = box.yields[box.shows[tile]][place]
        if good != NONE:
            row[good] = box.quantity[tile] * strength
    return row


def found_text(words: Words, found: Sequence[int], room: int) -> str:
    """What is found, and how much of it can be carried."""
    goods = goods_text(words, found)
    if sum(found) <= room:
        return words.say("tell.brings", found=goods)
    return words.say("tell.finds", found=goods, carried=room)


@memoised
def hut_text(box: Box, words: Words, called: int, location: int, asked: bool, key: str) -> str:
    """DG-H0a, DG-H0b: a location of the hut, its price and what it brings; `key` says whether the Shaman acts now."""
    name = words.value(PLACE_OF_HUT, called)
    sentence = words.say("tell.act" if key == "act" else "action.hut", location=name)
    points = points_text(words, box.hut_points[location]) if box.hut_points[location] else ""
    born = counted(words, "newborns", 2) if location == Hut.TWINS else ""
    price = words.value(HUT_PRICE, location)
    if asked:
        price = words.say("tell.offering", goods=words.value(OFFERING, 0))
    elif box.hut_offering[location]:
        return joined(words, sentence, words.say("tell.no_offering"), points, born)
    told = words.say("tell.costs", cost=price) if key == "act" else later(words, price)
    return joined(words, sentence, told, points, born)


def on_tile(key: str) -> Teller:
    """A choice of a tile: what lies there."""

    def teller(now: ChoiceFacts, box: Box, words: Words, cell: int) -> str:
        return _on_tile(box, words, key, cell, now.tiles[cell], bool((now.view.ripe >> cell) & 1), now.species(cell))

    return teller


@memoised
def _on_tile(box: Box, words: Words, key: str, cell: int, tile: int, ripe: bool, species: int) -> str:
    there = [words.value(GROUND, ground_of(box.shows[tile], box.quantity[tile]))]
    there += [words.say("badge.exhausted")] if box.shows[tile] >= Shows.WOOD and not ripe else []
    there += [words.value(QUARRY, species)] if species != NONE else []
    return f"{plain(words, key, cell=(CELL, cell))} ({', '.join(there)})"
