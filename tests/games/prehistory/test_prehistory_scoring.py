"""The final count: every part, all 34 ceremony cards, ties."""

from __future__ import annotations

import pytest

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.rules.scoring import (
    card_points,
    ceremony_points,
    megalith_points,
    owned_points,
    part,
    total,
)
from firstfire.games.prehistory.state import CARDS, Ground, Letter, Part

from .reading import BOX, ENGINE, Fireside, hex_at, number


def rank(fire: Fireside) -> list[int]:
    out = [0] * 4
    ENGINE.rank(fire.s, BOX, out)
    return out[: fire.s.seats]


def worth(fire: Fireside, card: str) -> int:
    return card_points(fire.s, BOX, 0, number(card))


PRINTS = ("HC05", "HC06", "HC07", "HC15", "HC25", "HC26")
SETTINGS = {
    "gathering": lambda: Fireside(
        "tile_slots.2=GT05 tribes.0.tiles=[GT01 GT02 GT06 GT11 GT12 GT16 GT17 GT18 GT21 GT26 GT27]"),
    "people": lambda: Fireside(
        "hexes.2d=rock/camp/0.C1 hexes.5b=rock/camp/0.C3 tribes.0.camps=[C1 C3]",
        "tribes.0.place=[2d 1b 2c start board]"),
    "hunting": lambda: _beasts(Fireside(
        "hunting_row.0=HC23 hunting_row.1=HC28 tribes.0.hunts=[HC01 HC03 HC05 HC06 HC07 HC11 HC15 HC25 HC26]")),
    "fishing": lambda: _river(Fireside("tribes.0.fish=[FT01 FT02 FT05 FT11 FT12 FT21]")),
    "painting": lambda: Fireside("tribes.0.painted=[PS11 PS12 PS13 PS21 PS22 PS31]"),
}  # fmt: skip


def _beasts(fire: Fireside) -> Fireside:
    fire.put("hexes.4d=rock/animal/mammoth")
    fire.s.hexes[hex_at(1, 0)].token = -1
    fire.s.tribes[0].animals[2] = 1
    return fire


def _river(fire: Fireside) -> Fireside:
    fire.s.tribes[0].fishing = 14
    return fire


@pytest.mark.parametrize(
    ("card", "setting", "points"),
    [
        ("CE01", "gathering", 3),  # R35: two honey, one egg
        ("CE02", "gathering", 6),  # two mushrooms, three berries
        ("CE03", "gathering", 3),
        ("CE04", "gathering", 5),  # two honey, two mushrooms, one nut
        ("CE05", "gathering", 5),  # one egg, three berries, two roots
        ("CE06", "people", 1),  # (-1, 1) is water; R32: the start does not count
        ("CE07", "people", 1),  # in the own camp on rock
        ("CE08", "people", 1),
        ("CE09", "people", 2),
        ("CE10", "painting", 2),
        ("CE12", "people", 0),
        ("CE13", "fishing", 4),  # 14 // 3
        ("CE15", "hunting", 5),  # three species, one rhino, one mammoth
        ("CE16", "hunting", 3),
        ("CE17", "hunting", 1),
        ("CE18", "hunting", 2),
        ("CE19", "people", 2),
        ("CE20", "gathering", 5),  # 11 // 2
        ("CE22", "fishing", 0),  # 14 of 15
        ("CE23", "fishing", 3),
        ("CE24", "fishing", 2),
        ("CE25", "fishing", 1),
        ("CE26", "painting", 4),
        ("CE27", "painting", 0),  # R36: two of three are nothing
        ("CE28", "painting", 0),
        ("CE29", "painting", 4),
        ("CE30", "painting", 0),
        ("CE31", "fishing", 3),
        ("CE32", "hunting", 2),
        ("CE33", "hunting", 1),
        ("CE34", "hunting", 1),  # R17: the token is an animal
    ],
)
def test_ceremony_cards(card: str, setting: str, points: int) -> None:
    """2.12, CER, R17, R19, R32, R35, R36: what each card counts."""
    fire = SETTINGS[setting]()
    assert worth(fire.sound(), card) == points


def test_ce11_counts_the_megaliths_that_gave_points() -> None:
    """CE11, R33: B and C with at least one point for the owner; A does not count."""
    fire = Fireside("hexes.5b=rock/megalith/C tribes.0.place=[1a board board]")
    stones = [h for h in range(41) if fire.s.hexes[h].kind == Ground.MEGALITH and fire.s.hexes[h].detail != Letter.A]
    near = [h for h in stones if BOX.distance[0][h][hex_at(-1, 0)] <= 1]
    assert len(near) == 2
    assert worth(fire.sound(), "CE11") == 4


def test_ce12_reads_the_same_points_as_the_count() -> None:
    """CE12, PH-F2: all cubes count as points; DEV does not use them up."""
    fire = Fireside("tribes.0.tent=[red:2] tribes.0.markers=[blue:2] tribes.0.development=3")
    assert worth(fire, "CE12") == 3
    assert part(fire.s, BOX, 0, Part.DEVELOPMENT) == 2


def test_ce14_counts_itself_and_ce21() -> None:
    """CE14: one for each own ceremony card."""
    fire = Fireside("ceremony_row.3=CE03 tribes.0.cards=[CE06 CE14 CE21]")
    assert worth(fire, "CE14") == 3


def test_ce21_doubles_the_best_other_card() -> None:
    """CE21, R34: automatically; alone it is worth nothing."""
    alone = Fireside("tribes.0.cards=[CE21]")
    assert ceremony_points(alone.s, BOX, 0) == 0
    fire = SETTINGS["fishing"]().put("tribes.0.cards=[CE21 CE13 CE24]")
    assert ceremony_points(fire.s, BOX, 0) == 4 + 2 + 4


def test_ce22_wants_space_fifteen() -> None:
    """CE22: reaching the space is enough."""
    fire = Fireside()
    fire.s.tribes[0].fishing = 15
    assert worth(fire, "CE22") == 6


def everything() -> Fireside:
    """A player who has something of everything a ceremony card may count."""
    fire = SETTINGS["people"]().put("tribes.0.tiles=[GT01 GT02 GT06 GT07 GT11 GT16 GT17 GT21 GT26]")
    fire.put(f"tribes.0.hunts=[HC01 HC02 HC11 HC12 HC13 HC21 {' '.join(PRINTS)}] tribes.0.fish=[FT01 FT11 FT12 FT21]")
    fire.put(
        f"tribes.0.cards=[CE14 CE09 CE19] "
        f"tribes.0.painted=[{' '.join(f'PS{row}{column}' for row in (1, 2, 3) for column in (1, 2, 3))}]"
    )
    fire.put("hexes.5d=forest/megalith/C tribes.0.development=5 tribes.0.tent=[red:1]")
    fire.s.tribes[0].fishing = 16
    return fire.sound()


WITH_EVERYTHING = {
    "CE01": 6, "CE02": 3, "CE03": 3, "CE04": 5, "CE05": 5, "CE06": 1, "CE07": 1, "CE08": 1, "CE09": 2, "CE10": 6,
    "CE11": 4, "CE12": 3, "CE13": 5, "CE14": 3, "CE15": 5, "CE16": 3, "CE17": 1, "CE18": 2, "CE19": 2, "CE20": 4,
    "CE21": 3, "CE22": 6, "CE23": 1, "CE24": 2, "CE25": 1, "CE26": 4, "CE27": 4, "CE28": 4, "CE29": 4, "CE30": 6,
    "CE31": 3, "CE32": 2, "CE33": 3, "CE34": 1,
}  # fmt: skip


@pytest.mark.parametrize("card", WITH_EVERYTHING)
def test_every_card_pays_one_who_has_everything(card: str) -> None:
    """2.12: each of the 34 cards gives its points to its owner, and nothing to one who has nothing."""
    assert len(WITH_EVERYTHING) == CARDS
    fire = everything()
    assert owned_points(fire.s, BOX, 0, number(card)) == WITH_EVERYTHING[card]
    nobody = Fireside("tribes.0.place=[start start start]")
    assert owned_points(nobody.s, BOX, 0, number(card)) == 0


def test_hunt_counts_tokens_as_animals() -> None:
    """HUNT, R17: the tokens of the map enter the product; ceremony cards do not."""
    fire = SETTINGS["hunting"]()
    assert part(fire.s, BOX, 0, Part.HUNTING) == (1 + 2) * 3 + 1 * 1 + 1 * 2
    fire.put("tribes.0.cards=[CE16 CE32]")
    assert part(fire.s, BOX, 0, Part.HUNTING) == 12


def test_megaliths_never_count_the_start() -> None:
    """MEGA, R30, R31: whoever stands on the start hexagon, nothing; members in camps add no units."""
    fire = Fireside("tribes.0.place=[start start board]")
    assert megalith_points(fire.s, BOX, 0) == 0
    fire.put("hexes.5b=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[5b 5b board board]")
    near = [h for h in range(1, 41) if fire.s.hexes[h].kind == Ground.MEGALITH]
    stones = [h for h in near if BOX.distance[0][h][hex_at(-1, -1)] <= 1]
    letters = [Letter(fire.s.hexes[h].detail) for h in stones]
    assert megalith_points(fire.s, BOX, 0) == letters.count(Letter.B) + 5 * letters.count(Letter.C)


def test_one_piece_counts_for_several_megaliths() -> None:
    """MEGA: a member between two B gives two points; A megaliths are 2 each."""
    fire = Fireside("hexes.5b=rock/megalith/B tribes.0.place=[5d board board]")
    fire.s.tribes[0].megaliths = 0
    assert megalith_points(fire.s, BOX, 0) == 2  # (-1, 0) and (-1, -1)


def test_the_total_is_the_sum_of_the_parts() -> None:
    """PH-I17, section 7."""
    fire = SETTINGS["painting"]().put(
        "tribes.0.tiles=[GT01] tribes.0.cards=[CE10] tribes.0.hunts=[HC07] tribes.0.development=7"
    )
    fire.s.tribes[0].points = 11
    parts = [part(fire.s, BOX, 0, piece) for piece in range(7)]
    assert parts == [11, 2, 6 + 3 + 1, 0, 1, 0, 2]
    assert total(fire.s, BOX, 0) == sum(parts)


def test_ties_go_to_more_camps_then_victory_is_shared() -> None:
    """Winner: most points, then camps built, then shared."""
    fire = Fireside(
        "players=3 phase=final player=2 season=final round=5 emptied=[painting gathering ceremony]",
        "spent=[PT01 PT02 PT06 PT10] stack=[] price.5=PT11 top.painting=[] top.gathering=[] top.ceremony=[]",
        "top.fishing=[blue:1] top.hunting=[brown:1]",
    )
    for seat, points in enumerate((9, 9, 3)):
        fire.s.tribes[seat].points = points
    assert rank(fire) == [1, 1, 3]
    fire.put("hexes.2d=rock/camp/1.C1 tribes.1.camps=[C1] tribes.1.place=[start board board board]")
    fire.s.tribes[1].points -= 0
    stones = megalith_points(fire.s, BOX, 1)
    fire.s.tribes[1].points = 9 - stones
    assert fire.scores()[:2] == [9, 9]
    assert rank(fire) == [2, 1, 3]


@pytest.mark.parametrize(
    ("language", "row"), [("en", "2 VP per painted"), ("fr", "2 PV par rangée"), ("nl", "2 OP per")]
)
def test_a_game_says_where_its_points_come_from(language: str, row: str) -> None:
    """The breakdown: six parts, a row for each ceremony card (R34: CE21 what it doubles), adding up to the score."""
    assert GAME.presentation.breakdown is not None
    fire = SETTINGS["painting"]().put("tribes.0.cards=[CE10 CE21 CE26] tribes.0.development=7")
    fire.s.tribes[0].points = 11
    rows = GAME.presentation.breakdown(fire.s, BOX, 0, GAME.words(language))
    assert [points for _, points in rows] == [11, 2, 10, 0, 0, 0, 2, 4, 4]
    assert sum(points for _, points in rows) == total(fire.s, BOX, 0)
    assert len({label for label, _ in rows}) == len(rows)
    assert rows[6][0].startswith(row) and "CE10" not in rows[6][0]
