"""The tables of the rulebook that only the box can fill: cards, tiles, rewards, and how price tiles are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.presentation.words import listed as joined
from firstfire.kernel.records.rows import as_tuple

from ..actions import COLOUR, DEED
from ..actions import SPECIES as SPECIES_DOMAIN
from ..box import EACH_SPECIES, FISH_NAMES, GROUND_NAMES, KIND_NAMES, LETTER_NAMES, SYMBOL_NAMES, TERRAIN_NAMES, Box
from ..state import (
    CARDS,
    FISH,
    KINDS,
    MAP_TILES,
    PRICE_TILES,
    SECTIONS,
    SIDES,
    SPECIES,
    TILES,
    Ground,
)
from .looks import card_words
from .names import footprint_reward, is_animal
from .phrases import gain_text, listed, side_text


def book_tables(box: Box, words: Words) -> dict[str, list[list[str]]]:
    """The rows of cards and tiles, and the words that stand in other tables."""
    return {
        "reading": [_reading(box, words)],
        "markers": [[words.value(COLOUR, colour) for colour in as_tuple(box.marker)]],
        "pillars": [[words.value(DEED, as_tuple(box.pillar_position).index(side)) for side in range(SIDES)]],
        "painting": _painting(box, words),
        "baskets": [_basket(box, words, basket) for basket in range(KINDS // 2)],
        "tokens": [[listed(list(dict.fromkeys(map(str, as_tuple(box.token_points)))))]],
        "income": list(_income(box)),
        "fish": _counts(
            [words.say(f"value.fish_type.{name}") for name in FISH_NAMES],
            [(box.fish_type[fish], box.fish_value[fish]) for fish in range(FISH)],
            (1, 2, 3),
        ),
        "gathering": _counts(
            [_drawn(words, "kind", name) for name in KIND_NAMES],
            [(box.tile_kind[tile], box.tile_development[tile]) for tile in range(TILES)],
            (0, 1, 2, 3),
        ),
        "ceremony_cards": [
            [str(box.card_value[card]), str(box.card_development[card]), card_words(words, box, card, "worth")]
            for card in range(CARDS)
        ],
        "hunting_cards": list(_hunting_cards(box, words)),
        "price_tiles": [
            [str(tile + 1), *(words.value(COLOUR, colour) for colour in as_tuple(box.icons[tile]))]
            for tile in range(PRICE_TILES)
        ],
        "map_tiles": [
            [str(tile + 1), *(_hexagon(box, words, tile, cell) for cell in range(4))] for tile in range(MAP_TILES)
        ],
    }


def _drawn(words: Words, domain: str, name: str) -> str:
    """A word with its drawing."""
    return f":{name}: {words.say(f'value.{domain}.{name}')}"


def _positions(bits: int) -> list[str]:
    return [str(side) for side in range(SIDES) if bits >> side & 1]


def _symbol(box: Box, words: Words, side: int) -> str:
    return _drawn(words, "symbol", SYMBOL_NAMES[box.symbol[side]])


def _reading(box: Box, words: Words) -> list[str]:
    """The symbols by position, and the positions that hunting, fishing and migration read."""
    symbols = listed([f"{side} {_symbol(box, words, side)}" for side in range(SIDES)])
    halves = [listed(_positions(bits)) for bits in (box.hunting_side, box.fishing_side)]
    return [symbols, *halves, joined(words, _positions(box.migration_side))]


def _painting(box: Box, words: Words) -> list[list[str]]:
    """Three rows of sections, each with its reward; then the rewards of the columns."""
    sections = [
        listed([_symbol(box, words, side) for side in range(SIDES) if box.section_symbols[section] >> side & 1])
        for section in range(SECTIONS)
    ]
    rows = [[*sections[3 * row : 3 * row + 3], side_text(box, words, row)] for row in range(3)]
    return [*rows, [side_text(box, words, 3 + column) for column in range(3)]]


def _basket(box: Box, words: Words, basket: int) -> list[str]:
    pair = [_drawn(words, "kind", KIND_NAMES[kind]) for kind in range(KINDS) if box.basket[kind] == basket]
    return [str(basket + 1), *pair, gain_text(words, markers=as_tuple(box.pair_markers[basket]))]


def _income(box: Box) -> Iterator[list[str]]:
    """The spaces of the fishing track from which on it pays something else."""
    before = None
    for space in range(1, box.track_length + 1):
        paid = (box.income_points[space], box.income_development[space])
        if paid != before:
            yield [str(space), *map(str, paid)]
        before = paid


def _counts(names: list[str], tiles: list[tuple[int, int]], values: Iterable[int]) -> list[list[str]]:
    """How many tiles of each kind have each value."""
    columns = list(values)
    return [[name, *(str(tiles.count((kind, value)) or "–") for value in columns)] for kind, name in enumerate(names)]


def _hunting_cards(box: Box, words: Words) -> Iterator[list[str]]:
    """The cards of the three species beside each other; where kind or value differ, each in a row of its own."""
    rows = []
    for number in range(EACH_SPECIES):
        cards = [number + EACH_SPECIES * species for species in range(SPECIES)]
        told = [("animals" if is_animal(box, card) else "footprints", str(box.hunt_value[card])) for card in cards]
        rows += [
            (*each, *(_hunt(box, words, card) if told[i] == each else "" for i, card in enumerate(cards)))
            for each in dict.fromkeys(told)
        ]
    for (kind, *cells), alike in groupby(rows):
        yield [words.say(f"table.{kind}", n=len(list(alike))), *cells]


def _hunt(box: Box, words: Words, card: int) -> str:
    if is_animal(box, card):
        return words.say("gain.points", n=box.hunt_points[card])
    return footprint_reward(box, words, card)


def _hexagon(box: Box, words: Words, tile: int, cell: int) -> str:
    """A hexagon of a map tile: its landscape, and what is printed there."""
    ground, detail = Ground(box.tile_ground[tile][cell]), box.tile_detail[tile][cell]
    landscape = _drawn(words, "terrain", TERRAIN_NAMES[box.tile_terrain[tile][cell]])
    if ground == Ground.PLAIN:
        return landscape
    name = ""
    if ground == Ground.MEGALITH:
        name = LETTER_NAMES[detail]
    elif ground in (Ground.ANIMAL, Ground.MARKER):
        name = words.value(SPECIES_DOMAIN if ground == Ground.ANIMAL else COLOUR, detail)
    return f"{landscape}, {words.say(f'value.ground.{GROUND_NAMES[ground]}', detail=name)}"
