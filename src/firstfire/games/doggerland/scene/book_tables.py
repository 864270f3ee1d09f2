"""The tables of the rulebook that only the box can fill: tiles, cards, prices, orders."""

from __future__ import annotations

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rows import as_tuple

from ..actions import CRAFT, FRESCO
from ..box import (
    AROUND,
    COMMON_TILES,
    COUNTS,
    FOUR_PLAYER_TILES,
    GOOD_NAMES,
    HUT_NAMES,
    SEASON_NAMES,
    SHOWS_NAMES,
    SIDE_NAMES,
    SPECIES_NAMES,
    Box,
)
from ..state import (
    CARDS,
    CRAFTS,
    FRESCO_TILES,
    GOODS,
    HUT,
    LEVELS,
    TILES,
    CraftKind,
    Home,
    RivalAction,
    Shows,
    TileSet,
    Track,
)
from .looks import ARROWS
from .names import card_text, card_tip, counted, event_of, goods_text, standard_titles

SETS = (TileSet.START, TileSet.COMMON, TileSet.FOUR_PLAYER)


def book_tables(box: Box, words: Words) -> dict[str, list[list[str]]]:
    """The rows of tiles and cards, and the prices, seasons and orders that stand in other tables."""
    levels = {track.name.lower(): [_prices(box.learn_cost[track], words)] for track in Track}
    return {
        **levels,
        "recipes": [_prices(box.recipe, words)],
        "homes": [[_price(box.home_cost[home], words)] for home in Home],
        "hut": [[_hut_price(box, words, location)] for location in range(HUT)],
        "stack": [[_stack(box, players) for players in range(COUNTS)]],
        "seasons": [[words.say(f"value.season.{SEASON_NAMES[season]}") for season in as_tuple(box.animal_season)]],
        "priority_arrow": [_edge(box, words, SIDE_NAMES.index(edge)) for edge in "WNES"],
        "symbols": [[_yield(box, words, shows)] for shows in range(Shows.WOOD, len(Shows))],
        "terrain": _terrain(box, words),
        "crafts": [_craft(box, words, tile) for tile in range(CRAFTS)],
        "fresco": [[FRESCO.values[tile], *_species(box.fresco[tile], words)] for tile in range(FRESCO_TILES)],
        "solo_cards": [_solo_card(box, words, card) for card in range(CARDS)],
    }


def _stack(box: Box, players: int) -> str:
    return str(COMMON_TILES + FOUR_PLAYER_TILES * box.four_player_tiles[players])


def _price(goods: Row[int], words: Words) -> str:
    """Goods with their drawings."""
    amounts = enumerate(as_tuple(goods))
    return ", ".join(f":{GOOD_NAMES[i]}: {counted(words, GOOD_NAMES[i], n)}" for i, n in amounts if n) or "–"


def _prices(rows: Row[Row[int]], words: Words) -> list[str]:
    return [_price(rows[level], words) for level in range(LEVELS)]


def _yield(box: Box, words: Words, shows: int) -> str:
    """What a symbol gives."""
    kinds = as_tuple(box.yields[shows])
    return goods_text(words, [kinds.count(good) for good in range(GOODS)])


def _hut_price(box: Box, words: Words, location: int) -> str:
    """An offering, goods, or both."""
    goods = _price(box.hut_cost[location], words)
    if not box.hut_offering[location]:
        return goods
    return words.say("table.offering") + ("" if goods == "–" else f", {goods}")


def _edge(box: Box, words: Words, edge: int) -> list[str]:
    asked = {"edge": edge, "lines": box.scan[edge], "inside": box.inner[edge], "next": box.next_edge[edge]}
    return [words.say(f"table.{name}.{SIDE_NAMES[side]}") for name, side in asked.items()]


def _terrain(box: Box, words: Words) -> list[list[str]]:
    """The arrows of all tiles that show the same, by set; a star marks the tiles of the short game."""
    kinds = sorted({(box.shows[i] < Shows.WOOD, box.shows[i], box.quantity[i]) for i in range(1, TILES)})
    rows = []
    for _, shows, quantity in kinds:
        alike = [i for i in range(1, TILES) if (box.shows[i], box.quantity[i]) == (shows, quantity)]
        name = SHOWS_NAMES[shows]
        label = words.say(f"value.shows.{name}") + (f" {quantity}" if quantity else "")
        cells = [[_arrow(box, i) for i in alike if box.tile_set[i] == each] for each in SETS]
        art = "rabbit" if shows == Shows.SMALL_GAME else name
        rows.append([f":{art}: {label}", *(" ".join(arrows) or "–" for arrows in cells)])
    return rows


def _arrow(box: Box, tile: int) -> str:
    return ARROWS[box.arrow[tile]] + "★" * box.short_tile[tile]


def _craft(box: Box, words: Words, tile: int) -> list[str]:
    kind = "necklace" if box.craft_kind[tile] == CraftKind.NECKLACE else "statuette"
    label = f":{kind}: {words.say(f'piece.{kind}')} {CRAFT.values[tile]}"
    return [label, _price(box.craft_cost[tile], words), str(box.craft_points[tile])]


def _species(lines: Row[int], words: Words) -> list[str]:
    names = [SPECIES_NAMES[species] for species in as_tuple(lines)]
    return [f":{name}: {words.say(f'value.species.{name}')}" for name in names]


def _solo_card(box: Box, words: Words, card: int) -> list[str]:
    """A solo card; an event that the chapter does not tell stands beside the name."""
    letters = dict(zip(SIDE_NAMES, words.say("table.letters").split(), strict=True))
    starts = ["".join(letters[letter] for letter in AROUND[place]) for place in as_tuple(box.rivals_at[card])]
    walks = zip(as_tuple(box.direction[card]), as_tuple(box.distance[card]), strict=True)
    name, known = card_text(box, words, card), event_of(box, card) in standard_titles()
    return [
        name if known else f"{name}: {card_tip(box, words, card)}",
        ", ".join(starts),
        words.say(f"table.{RivalAction(box.rival_action[card]).name.lower()}"),
        ", ".join(_location(words, location) for location in as_tuple(box.shamans[card])),
        ", ".join(f"{letters[SIDE_NAMES[side]]} {steps}" for side, steps in walks),
    ]


def _location(words: Words, location: int) -> str:
    """A location of the hut as a lone player knows it."""
    alone = f"value.location.{HUT_NAMES[location]}_alone"
    return words.say(alone if alone in words else f"value.location.{HUT_NAMES[location]}")
