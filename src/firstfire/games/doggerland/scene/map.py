"""The map in the scene: the land as far as it is known, animals, and the pieces of the clans.

The window of the map grows with the land, so that few tiles are drawn large and many still fit. The sea around it is
a picture; nothing is chosen there.
"""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.presentation.memo import memoised, piece, zone
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words

from ..actions import QUARRY, TILE, cell_name
from ..box import GOOD_NAMES, SEASON_NAMES, SHOWS_NAMES, SIDE_NAMES, SPECIES_NAMES, Box
from ..state import ANIMALS, CELLS, MEEPLES, MEGALITHS, NONE, WIDTH, Clan, Job, Shows, TileSet
from . import layout
from .looks import ARROWS, animal_tip
from .names import counted, group_text
from .prices import Dues, due_label, due_tip

EMPTY = 0xFF  # NONE as a byte
LEAST = 5  # columns and rows that are always shown


class Window(NamedTuple):
    """The cells that are shown: the first column and row, how many columns and rows."""

    x: int
    y: int
    columns: int
    rows: int

    def slot(self, cell: int) -> int:
        """The place of a cell in the zone."""
        return (cell // WIDTH - self.y) * self.columns + cell % WIDTH - self.x

    def cells(self) -> list[int]:
        """The cells that are shown, row by row."""
        return [WIDTH * y + x for y in range(self.y, self.y + self.rows) for x in range(self.x, self.x + self.columns)]


@memoised
def land_window(tiles: bytes, columns: int, rows: int) -> Window:
    """The land, in a window of some size within the board."""
    cells = [cell for cell in range(CELLS) if tiles[cell] != EMPTY]
    left, wide = _span([cell % WIDTH for cell in cells], columns)
    top, high = _span([cell // WIDTH for cell in cells], rows)
    return Window(left, top, wide, high)


def _span(taken: list[int], room: int) -> tuple[int, int]:
    """The first line that is shown and how many: all that are taken, and as many on both sides as make the least."""
    first, last = min(taken), max(taken)
    shown = min(room, max(LEAST, last - first + 1))
    start = first - (shown - (last - first + 1)) // 2
    return max(0, min(start, room - shown)), shown


@memoised
def map_zone(words: Words, window: Window, dues: Dues) -> Zone:
    """The sea, and the land in it; with what an expedition costs this round."""
    label, cells = due_label(words, "map", dues[Job.HARVEST]), window.columns * window.rows
    tip = due_tip(words, dues[Job.HARVEST], key="tip.due_group")
    names = tuple(cell_name(window.x + i)[0] for i in range(window.columns))
    names += tuple(cell_name(WIDTH * (window.y + i))[1:] for i in range(window.rows))
    return zone(
        "map", "grid", *layout.MAP, label=label, columns=window.columns, capacity=cells, art="sea", tip=tip, signs=names
    )


class Land(NamedTuple):
    """What lies on each cell: its tile, how often that was used, and whether it is ripe (a bit for each)."""

    tiles: bytes
    centre_arrow: int
    uses: bytes
    ripe: int


@memoised
def land_pieces(
    box: Box, words: Words, window: Window, land: Land, herd: tuple[int, ...], beasts: bytes, target: int
) -> tuple[Piece, ...]:
    """The tiles and the animals on them; an animal keeps its number while it roams. The target is the cell for which
    a group is put together, NONE for nothing."""
    found = []
    for cell in window.cells():
        tile = land.tiles[cell]
        if tile == EMPTY:
            continue
        arrow = land.centre_arrow if box.tile_set[tile] == TileSet.CENTRE else box.arrow[tile]
        wear = 2 if not (land.ripe >> cell) & 1 else min(1, land.uses[cell])
        found.append(tile_piece(box, words, cell, window.slot(cell), tile, arrow, wear, cell == target))
        for species in range(ANIMALS):
            if (herd[species] >> cell) & 1:
                found.append(animal_piece(box, words, species, beasts[cell] % MEEPLES, window.slot(cell)))
    return tuple(found)


@memoised
def tile_piece(
    box: Box, words: Words, cell: int, slot: int, tile: int, arrow: int, wear: int, target: bool
) -> Piece:  # fmt: skip
    """A terrain tile: what it shows, how much, its arrow, how worn it is (1: half, 2: all of it), and whether a group
    is put together for it."""
    shows = box.shows[tile]
    what = words.say(f"value.shows.{SHOWS_NAMES[shows]}")
    side = words.say(f"value.side.{SIDE_NAMES[arrow]}")
    badges = [ARROWS[arrow]]
    label, tip = what, words.say("tip.camp", side=side)
    if shows >= Shows.WOOD:
        label = counted(words, SHOWS_NAMES[shows], box.quantity[tile])
        tip = words.say("tip.resource", what=label, side=side)
        badges += [words.say("badge.worn" if wear == 1 else "badge.exhausted")] if wear else []
    elif shows != Shows.CAMP:
        species = shows - Shows.HORSE
        season = words.say(f"value.season.{SEASON_NAMES[box.animal_season[species]]}")
        tip = words.say("tip.spawn", what=words.value(QUARRY, species), season=season, side=side)
    if target:
        badges.append(words.say("badge.target"))
    look = f"tile-{SHOWS_NAMES[shows]}"
    return piece(f"tile-{TILE.values[tile]}", "map", slot, look, label=label, badges=tuple(badges), tip=tip)


@memoised
def animal_piece(box: Box, words: Words, species: int, number: int, slot: int) -> Piece:
    """An animal on the map."""
    name = SPECIES_NAMES[species]
    label, tip = words.say(f"value.species.{name}"), animal_tip(box, species, words)
    return piece(f"{name}-{number}", "map", slot, name, label=label, tip=tip)


@memoised
def load_pieces(words: Words, window: Window, cell: int, load: tuple[int, ...]) -> tuple[Piece, ...]:
    """DG-D3: what an expedition found and cannot carry all of, on its tile."""
    return tuple(
        piece(f"load-{GOOD_NAMES[good]}", "map", window.slot(cell), f"good-{GOOD_NAMES[good]}", count=amount)
        for good, amount in enumerate(load)
        if amount
    )


@memoised
def clan_pieces(words: Words, window: Window, clan: Clan, seat: int, name: str) -> tuple[Piece, ...]:
    """Village, Megaliths, token and expeditions of a clan on the map."""

    def on_map(id: str, cell: int, look: str, count: int | None = None, badges: tuple[str, ...] = ()) -> Piece:
        label, tip = words.say(f"piece.{look}", seat=name), words.say(f"tip.{look}")
        return piece(
            id, "map", window.slot(cell), look, owner=seat, count=count, label=label, badges=badges, tip=tip
        )  # fmt: skip

    found = [on_map(f"village-{seat}", clan.village, "village")]
    for kind in range(MEGALITHS):
        if clan.menhirs[kind] != NONE:
            found.append(on_map(f"megalith-{seat}-{kind}", clan.menhirs[kind], "megalith"))
    if clan.journey != NONE:
        found.append(on_map(f"token-{seat}", clan.journey, "token"))
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job in (Job.HARVEST, Job.HUNT):
            people = order.hunters + order.chiefs + order.shaman
            who = group_text(words, order.chiefs, order.shaman, order.hunters, order.tools)
            found.append(
                on_map(f"expedition-{seat}-{cell_name(order.place)}", order.place, "expedition", people, (who,))
            )
    return tuple(found)
