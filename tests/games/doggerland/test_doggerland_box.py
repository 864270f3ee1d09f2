"""The components file: the standard box, and how wrong ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from firstfire.errors import BadComponents
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.box import GOOD_NAMES
from firstfire.games.doggerland.state import Good, Home, Season, Species
from firstfire.kernel.presentation.book.tree import Grid, plain

from .reading import BOX

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def cost(row: object) -> dict[str, int]:
    return {GOOD_NAMES[i]: n for i, n in enumerate(list(row)) if n}  # type: ignore[call-overload]


def test_big_game_table() -> None:
    """DG-M5: Mastery, members, Meat, Fur, Bone, speed, points of the four species."""
    table = [
        (
            BOX.min_mastery[i], BOX.min_members[i], BOX.spoils[i][Good.MEAT], BOX.spoils[i][Good.FUR],
            BOX.spoils[i][Good.BONE], BOX.speed[i], BOX.paint_points[i], BOX.meeples[i],
        )
        for i in range(4)
    ]  # fmt: skip
    assert table == [
        (2, 1, 1, 2, 1, 2, 1, 7),
        (3, 2, 2, 3, 1, 2, 2, 7),
        (6, 3, 4, 3, 2, 1, 3, 7),
        (8, 4, 6, 5, 3, 1, 4, 7),
    ]
    assert [Season(BOX.animal_season[i]) for i in range(4)] == [Season.WARM, Season.WARM, Season.COLD, Season.COLD]
    assert [Season(BOX.season[i]) for i in range(2)] == [Season.WARM, Season.COLD]


def test_habitats_capacities_and_hut() -> None:
    """DG-M6, DG-M7, DG-M8: beds, points, costs."""
    assert [(BOX.beds[h], BOX.home_points[h]) for h in (Home.SHELTER, Home.SIMPLE, Home.PRESTIGIOUS)] == [
        (3, 0),
        (3, 1),
        (1, 3),
    ]
    assert cost(BOX.home_cost[Home.SIMPLE]) == {"wood": 1, "stone": 1}
    assert cost(BOX.home_cost[Home.PRESTIGIOUS]) == {"wood": 1, "stone": 1, "bone": 1}
    assert [cost(BOX.recipe[i]) for i in range(3)] == [{"stone": 2}, {"wood": 1, "stone": 1}, {"stone": 1, "bone": 1}]
    assert [cost(BOX.learn_cost[0][i]) for i in range(3)] == [{}, {"wood": 1}, {"wood": 1, "bone": 1}]
    assert cost(BOX.learn_cost[1][2]) == {"wood": 1, "stone": 1, "bone": 1}
    assert cost(BOX.offering) == {"meat": 1, "fur": 1, "bone": 1}
    assert [cost(BOX.hut_cost[i]) for i in (2, 3, 4)] == [{"wood": n, "stone": n, "tool": n} for n in (2, 3, 4)]


def test_crafts_and_fresco() -> None:
    """DG-M9, DG-M10: nine necklaces and nine statuettes; 36 slots with 10, 10, 10 and 6 animals."""
    assert [BOX.craft_kind[i] for i in range(18)] == [0] * 9 + [1] * 9
    assert (cost(BOX.craft_cost[7]), BOX.craft_points[7]) == ({"bone": 3, "fur": 1}, 6)
    drawn = [BOX.fresco[i][line] for i in range(12) for line in range(3)]
    assert [drawn.count(species) for species in Species] == [10, 10, 10, 6]


def test_the_tables_of_the_rulebook_are_those_of_the_box() -> None:
    """DG-M9 (K1 to K9, Y1 to Y9), DG-M10 (F01 to F12), DG-M1: prices, points, animals of the Fresco, goods."""
    words = GAME.words("en")
    goods = [words.say(f"value.good.{name}").partition("|")[0] for name in GOOD_NAMES]
    crafts = rows("DG-M9")
    assert [row[0].split()[1] for row in crafts] == [f"{kind}{n}" for kind in "KY" for n in range(1, 10)]
    assert [int(row[2]) for row in crafts] == list(BOX.craft_points)
    for number, row in enumerate(crafts):
        told = {name.rstrip("s"): int(count) for count, name in (part.split() for part in row[1].split(", "))}
        assert told == {goods[i]: n for i, n in enumerate(BOX.craft_cost[number]) if n}, row
    animals = [words.say(f"value.species.{species.name.lower()}") for species in Species]
    assert [[tile, *line] for tile, *line in rows("DG-M10")] == [
        [f"F{number + 1:02}", *(animals[BOX.fresco[number][line]] for line in range(3))] for number in range(12)
    ]
    assert {row[0] for row in rows("DG-M1")} >= set(goods)


def rows(id: str) -> list[list[str]]:
    """The rows of a table of the rulebook."""
    book = GAME.book("en")
    assert book is not None
    hit = book.rule(id)
    assert hit is not None
    (grid,) = [body for body in hit.block.bodies if isinstance(body, Grid)]
    return [[plain(cell) for cell in row] for row in grid.rows]


def test_two_players_have_a_smaller_table() -> None:
    """DG-V2, DG-U2: the small board, one harvest, four Fresco tiles, three Crafts."""
    told = {row[0]: row[2] for row in rows("DG-U2")}
    assert told["Columns and rows of the map"] == f"{BOX.columns[2]} × {BOX.rows[2]}" == "7 × 7"
    assert (told["Fresco tiles"], told["Craft tiles on display"]) == ("4", "3")
    assert told["Harvests until a tile is exhausted"] == "1"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('set = "start"\nshows = "horse"', 'set = "start"\nshows = "unicorn"', "unicorn"),
        ('set = "start"\nshows = "wood"\nquantity = 2', 'set = "start"\nshows = "wood"\nquantity = 9', "quantity = 9"),
        ('id = "C01"\nset = "common"\nshows = "bison"', 'set = "common"\nshows = "wood"', "short game needs"),
        ('min_mastery = 6', 'min_mastery = "six"', "min_mastery"),
        ('cost = { wood = 1, stone = 1, bone = 1 }\nsource = "icon"', 'cost = { gold = 1 }\nsource = "icon"', "gold"),
        ("columns = 7\nrows = 7", "columns = 6\nrows = 7", "must be odd"),
        ('shamans = ["H2", "H3A"]', 'shamans = ["H2", "H2"]', "2 different places"),
        ('exclusive_objectives = ["SO10", "SO11"]', 'exclusive_objectives = ["SO10", "SO99"]', "SO99"),
        ("hunters_in_reserve = 6", "hunters_in_reserve = 7", "add up to 10"),
        ('lines = ["reindeer", "horse", "reindeer"]', 'lines = ["reindeer", "horse"]', "3 animals"),
        ('edge = "N"\nscan = "S"\ninner = "W"', 'edge = "N"\nscan = "S"\ninner = "N"', "right angles"),
        ('needs = { members = 10 }', 'needs = { heads = 10 }', "heads"),
        ('free_goods_among = ["fur", "stone", "wood", "bone"]', "free_goods_among = []", "at least one good"),
        ('"birth"\nwarm = {}', '"birth"\nwarm = { tool = 1 }', "warm: this action costs nothing to program"),
        ('"capacity"\nwarm = {}', '"capacity"\nwarm = { tool = 1 }', "warm: this action costs nothing to program"),
        ('"shaman_hut"\nwarm = {}', '"shaman_hut"\nwarm = { fur = 1 }', "warm: this action costs nothing to program"),
        ('"harvest"\nwarm = {}', '"harvest"\nwarm = { tool = 1 }', "warm: a group costs at most one fur"),
        ('"hunt"\nwarm = {}', '"hunt"\nwarm = { fur = 1 }', "warm: a hunt costs what a harvest costs"),
        ('"craft"\nwarm = { tool = 1 }', '"craft"\nwarm = { tool = 2 }', "warm: programming costs at most one tool"),
        ("goods = { meat = 1, fruit = 2 }\nnumber = 7", "goods = { meat = 1, fruit = 2 }\nnumber = 2", "from 3 to 12"),
        ("goods = { meat = 1, fruit = 2 }\nnumber = 7", "goods = { bone = 1 }\nnumber = 7", "only meat and fruit"),
        ('"range"\ngoods = {}', '"range"\ngoods = { wood = 1 }', "goods: no goods for this effect"),
        ("goods = { wood = 2 }\nnumber = 0", "goods = { wood = 2 }\nnumber = 1", "number must be 0 for this effect"),
        ("fewer_tools = [1, 0, 0, 0]", "fewer_tools = [1, 0, 1, 0]", "with 2 players nobody has place 3"),
        ('shows = "camp"\nquantity = 0\narrow = "N"', 'shows = "camp"\nquantity = 0\narrow = "E"', "write N"),
        ("points = 0\ncost = {}", "points = 0\ncost = { wood = 1 }", "nobody builds one"),
        ("level = 1\nvalue = 2\ncost = {}", "level = 1\nvalue = 2\ncost = { wood = 1 }", "begins at level 1"),
    ],
)  # fmt: skip
def test_wrong_components_are_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Every error is named."""
    assert old in TEXT
    path = tmp_path / "components.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadComponents) as refused:
        GAME.box_from(path)
    assert said in "\n".join(refused.value.problems)


def test_a_box_may_give_no_free_goods(tmp_path: Path) -> None:
    """DG-V1: without free goods no kind needs to be named."""
    path = tmp_path / "components.toml"
    old = 'free_goods = 3\nfree_goods_among = ["fur", "stone", "wood", "bone"]'
    assert old in TEXT
    path.write_text(TEXT.replace(old, "free_goods = 0\nfree_goods_among = []"), encoding="utf-8")
    assert GAME.box_from(path).free_goods == 0


def test_every_table_has_a_source() -> None:
    """Data says where it comes from."""
    import tomllib

    data = tomllib.loads(TEXT)
    for name, entry in data.items():
        for table in entry if isinstance(entry, list) else [entry]:
            assert table.get("source") in ("book", "icon", "public", "design"), name
