"""The components: what is in the box, and how a wrong file is refused."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from firstfire.errors import BadComponents
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import TILE
from firstfire.games.prehistory.box import COLOUR_NAMES
from firstfire.games.prehistory.state import Ground, Letter
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.notation import change_position
from firstfire.kernel.records.compare import from_dict, to_dict

from .reading import BOX

COMPONENTS = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def test_price_tiles_are_two_latin_squares() -> None:
    """2.4, R2: every colour twice at every place, twelve different cyclic orders."""
    for side in range(6):
        assert Counter(BOX.icons[tile][side] for tile in range(12)) == dict.fromkeys(range(6), 2)
    necklaces = set()
    for tile in range(12):
        icons = list(BOX.icons[tile])
        start = icons.index(0)
        necklaces.add(tuple(icons[start:] + icons[:start]))
    assert len(necklaces) == 12


def test_weather_tiles_have_equal_sums() -> None:
    """2.6."""
    assert [sum(BOX.weather[tile]) for tile in range(4)] == [8, 8, 8, 8]


def test_sections_hold_each_symbol_three_times() -> None:
    """2.8."""
    symbols = Counter(place for mask in BOX.section_symbols for place in range(6) if mask >> place & 1)
    assert symbols == dict.fromkeys(range(6), 3)
    for line in range(3):
        assert sorted(BOX.section_size[3 * line + i] for i in range(3)) == [1, 2, 3]
        assert sorted(BOX.section_size[line + 3 * i] for i in range(3)) == [1, 2, 3]


def test_map_tiles() -> None:
    """2.13: 8 A, 6 B, 6 C; one camp site a tile; 6 animals, 5 fish, 5 gathering, 12 markers, 12 plain."""
    cells = [(BOX.tile_ground[t][c], BOX.tile_detail[t][c]) for t in range(20) for c in range(4)]
    kinds = Counter(kind for kind, _ in cells)
    assert kinds == {
        Ground.MEGALITH: 20, Ground.CAMP: 20, Ground.ANIMAL: 6, Ground.FISH: 5, Ground.GATHER: 5, Ground.MARKER: 12,
        Ground.PLAIN: 12,
    }  # fmt: skip
    letters = Counter(detail for kind, detail in cells if kind == Ground.MEGALITH)
    assert letters == {Letter.A: 8, Letter.B: 6, Letter.C: 6}
    terrain = Counter(BOX.tile_terrain[t][c] for t in range(20) for c in range(4))
    assert terrain == {0: 26, 1: 27, 2: 27}


@pytest.mark.parametrize(("players", "steps"), [(2, 4), (3, 5), (4, 6)])
def test_the_map_is_connected_and_near(players: int, steps: int) -> None:
    """2.13, R43: 41, 61, 81 hexagons, nothing further than 4, 5, 6 steps from the start; distances are a metric."""
    hexes = 1 + 20 * players
    table = BOX.distance[players - 2]
    assert max(table[0][h] for h in range(hexes)) == steps
    assert all(table[0][h] == -1 for h in range(hexes, 81))
    for a in range(hexes):
        for side in range(6):
            b = BOX.neighbour[a][side]
            if 0 <= b < hexes:
                assert all(abs(table[a][h] - table[b][h]) <= 1 for h in range(hexes))


def test_every_row_names_its_source() -> None:
    """Provenance: book, icon, public or design in every table."""
    heads = len(re.findall(r"^\[", COMPONENTS, re.M))
    sources = re.findall(r'^source = "(\w+)"', COMPONENTS, re.M)
    assert len(sources) == heads
    assert set(sources) <= {"book", "icon", "public", "design"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("rounds = 5", "rounds = 6", "rounds = 6 is not from 1 to 5"),
        ("members_on_board = 2", "members_on_board = 3", "must be 10"),
        ("map_tiles = 10", "map_tiles = 21", "map_tiles = 21 is not from 1 to 20"),
        ('marker = "red"', 'marker = "grey"', "each colour must be the marker of exactly one action"),
        ("pillar_position = 1", "pillar_position = 0", "each position must hold exactly one pillar"),
        ("fishing = [2, 3, 4]", "fishing = [1, 3, 4]", "different halves of the river tile"),
        ("migration = [2, 4]", "migration = [2, 2]", "migration has two different positions"),
        ('icons = ["grey", "red", "white"', 'icons = ["grey", "red", "grey"', "icons must name each of"),
        ('symbols = ["hand"]', 'symbols = ["hand", "hand"]', "one to three different symbols"),
        ('id = "PS12"', 'id = "PS13"', "'PS12' stands at this place"),
        ('kind = "honey"\ndevelopment = 1', 'kind = "egg"\ndevelopment = 1', "'honey' stands at this place"),
        ("from_space = 4", "from_space = 1", "the spaces must rise from row to row"),
        ('type = "salmon"\nvalue = 1', 'type = "salmon"\nvalue = 4', "value = 4 is not from 1 to 3"),
        ('kind = "animal"', 'kind = "footprint"', "a footprint gives no points at once"),
        ('resources = ["red"]', 'resources = ["rose"]', "resources has ['rose']"),
        ("patterns = [[0, 2, 4], [1, 3, 5]]", "patterns = [[0, 2], [1, 3, 5]]", "two lists of three"),
        ("patterns = [[0, 2, 4], [1, 3, 5]]", "patterns = [[0.0, 2, 4], [1, 3, 5]]", "two lists of three"),
        ("patterns = [[0, 2, 4], [1, 3, 5]]", "patterns = [[false, 2, 4], [1, 3, 5]]", "two lists of three"),
        ('rule = "double_other_card"\nper = 1', 'rule = "double_other_card"\nper = 2', "per must be 1"),
        ('rule = "painting_pattern"\nper = 1', 'rule = "painting_pattern"\nper = 2', "per must be 1"),
        ('"double_other_card"\nper = 1\npoints = 0', '"double_other_card"\nper = 1\npoints = 1', "points must be 0"),
        ("length = 20", "length = 17", "the track ends at space 17"),
        ('of = ["B", "C"]', 'of = ["A", "C"]', "only B and C can be counted"),
        ('of = ["honey", "egg"]', 'of = ["money"]', "of has ['money']"),
        ('rule = "camps"', 'rule = "footprints"', "this rule names one of sabretooth"),
        ("members = 1\nsettlers = 0", "members = 1\nsettlers = 2", "more settlers than members needed"),
        ("resource = 2\n", "resource = 1\n", "resource = 1 is not from 2 to 9"),
        ("cells = [[-1, 0]", "cells = [[0, 0]", "the hexagon (0, 0) stands twice"),
        ("cells = [[-1, 0], [-1, 1], [-2, 1], [-2, 2]]", "cells = [[30, 0], [31, 0], [30, 1], [31, 1]]", "connected"),
        ('kind = ["megalith", "marker", "fish", "camp"]', 'kind = ["megalith", "marker", "camp"]', "four hexagons"),
        ('detail = ["B", "yellow", "", ""]', 'detail = ["D", "yellow", "", ""]', "detail 'D' of hexagon 0 is not A"),
        ("points = 1\ncount = 2", "points = 1\ncount = 3", "show 2 animals"),
        ("[migration]", "[emigration]", "the table [migration] is missing"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_problem(old: str, new: str, problem: str, tmp_path: Path) -> None:
    assert old in COMPONENTS
    path = tmp_path / "mine.toml"
    path.write_text(COMPONENTS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(path)
    assert problem in str(caught.value)


def test_another_box_plays_by_its_own_numbers(tmp_path: Path) -> None:
    """Another map and other prices need no other code."""
    path = tmp_path / "mine.toml"
    text = COMPONENTS.replace(
        "cells = [[-3, 3], [-2, 3], [-3, 4], [-2, 4]]", "cells = [[4, -1], [4, 0], [5, -1], [5, 0]]", 1
    )
    text = text.replace("cells = [[4, -1], [4, 0], [3, 0], [3, 1]]", "cells = [[-3, 3], [-2, 3], [-3, 4], [-2, 4]]", 1)
    path.write_text(text.replace("resource = 2\n", "resource = 3\n", 1), encoding="utf-8")
    box = GAME.box_from(path)
    assert (box.resource_price, box.distance[0][0][37]) == (3, 4)
    engine = engine_for(GAME, interpreted=True)
    s = engine.new(2, 4, box=box)
    while not s.over:
        legal = engine.legal(s, box)
        engine.step(s, box, legal[s.ply * 7 % len(legal)])
        assert engine.check(s, box) == 0


def test_colours_are_named_in_summer_order() -> None:
    """2.2."""
    assert [COLOUR_NAMES[BOX.marker[deed]] for deed in range(6)] == ["grey", "red", "yellow", "blue", "brown", "white"]


def test_positions_may_name_what_lies_where() -> None:
    """Positions can be written by the names of tiles, cards and hexagons."""
    engine = engine_for(GAME, interpreted=True)
    base = engine.new(2, 1)
    tile = TILE.values[base.tile_slots[0]]
    made = change_position(
        GAME, base, f"tile_slots.0={tile}; phase=shamans; season=setup; tribes.1.weather=WT3", check=False
    )
    assert (made.tile_slots[0], made.phase, made.tribes[1].weather) == (base.tile_slots[0], 1, 2)
    assert list(from_dict(GAME.state, to_dict(base)).order) == list(base.order)
