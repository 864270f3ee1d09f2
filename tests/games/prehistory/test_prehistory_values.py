"""The printed numbers, written down a second time: a slip in components.toml is noticed here."""

from __future__ import annotations

import pytest

from firstfire.games.prehistory.box import COLOUR_NAMES, OF_NAMES, REWARD_NAMES, SPECIES_NAMES, WORTH_NAMES
from firstfire.games.prehistory.rules.scoring import megalith_points, part
from firstfire.games.prehistory.state import Part
from firstfire.kernel.records.record import Row

from .reading import BOX, Fireside, number

# camp: members needed, settlers, VP, development (2.13, PH-AU4)
CAMPS = {
    "C1": (1, 0, 0, 1),
    "C2": (2, 0, 1, 1),
    "C3": (2, 1, 2, 1),
    "C4": (2, 2, 3, 2),
    "C5": (3, 1, 3, 2),
    "C6": (3, 2, 5, 2),
    "C7": (4, 2, 6, 3),
}
# fishing track: from space, VP, development (PH-SU4)
INCOME = (
    (1, 1, 0),
    (4, 1, 1),
    (7, 2, 1),
    (10, 3, 1),
    (13, 4, 1),
    (15, 4, 2),
    (18, 5, 2),
)
# sides of the painting: rows 1 to 3, columns 1 to 3 (2.8, PH-A1)
SIDE_REWARDS = (
    ("white", 1),
    ("red", 1),
    ("development", 1),
    ("yellow", 1),
    ("development", 1),
    ("blue", 1),
)
# hunting card: species, animal, value, VP, resources, markers, development (2.11, PH-A5)
HUNTS = {
    "HC01": ("sabretooth", True, 2, 1, "", "", 0),
    "HC02": ("sabretooth", True, 2, 1, "", "", 0),
    "HC03": ("sabretooth", True, 3, 2, "", "", 0),
    "HC04": ("sabretooth", True, 3, 2, "", "", 0),
    "HC05": ("sabretooth", False, 1, 0, "red", "", 0),
    "HC06": ("sabretooth", False, 1, 0, "blue", "", 0),
    "HC07": ("sabretooth", False, 1, 0, "", "", 1),
    "HC08": ("sabretooth", False, 2, 0, "", "white", 0),
    "HC09": ("sabretooth", False, 2, 0, "", "", 2),
    "HC10": ("sabretooth", False, 3, 0, "", "grey", 1),
    "HC11": ("rhino", True, 2, 1, "", "", 0),
    "HC12": ("rhino", True, 2, 1, "", "", 0),
    "HC13": ("rhino", True, 3, 2, "", "", 0),
    "HC14": ("rhino", True, 3, 2, "", "", 0),
    "HC15": ("rhino", False, 1, 0, "yellow", "", 0),
    "HC16": ("rhino", False, 1, 0, "grey", "", 0),
    "HC17": ("rhino", False, 1, 0, "", "", 1),
    "HC18": ("rhino", False, 2, 0, "", "brown", 0),
    "HC19": ("rhino", False, 2, 0, "", "", 2),
    "HC20": ("rhino", False, 3, 0, "", "blue", 1),
    "HC21": ("mammoth", True, 2, 1, "", "", 0),
    "HC22": ("mammoth", True, 2, 1, "", "", 0),
    "HC23": ("mammoth", True, 3, 2, "", "", 0),
    "HC24": ("mammoth", True, 3, 2, "", "", 0),
    "HC25": ("mammoth", False, 1, 0, "white", "", 0),
    "HC26": ("mammoth", False, 1, 0, "brown", "", 0),
    "HC27": ("mammoth", False, 1, 0, "", "", 1),
    "HC28": ("mammoth", False, 2, 0, "", "red", 0),
    "HC29": ("mammoth", False, 2, 0, "", "", 2),
    "HC30": ("mammoth", False, 3, 0, "", "yellow", 1),
}
# ceremony card: value, development, rule, per, VP, of what (2.12, PH-A3)
CARDS = {
    "CE01": (2, 0, "gather_set", 1, 3, "honey egg"),
    "CE02": (2, 0, "gather_set", 1, 3, "mushroom berry"),
    "CE03": (2, 0, "gather_set", 1, 3, "nut root"),
    "CE04": (3, 0, "gather_set", 1, 5, "honey mushroom nut"),
    "CE05": (3, 0, "gather_set", 1, 5, "egg berry root"),
    "CE06": (1, 1, "members_on_terrain", 1, 1, "water"),
    "CE07": (1, 1, "members_on_terrain", 1, 1, "rock"),
    "CE08": (1, 1, "members_on_terrain", 1, 1, "forest"),
    "CE09": (2, 0, "members_on_board", 1, 2, ""),
    "CE10": (2, 1, "painting_full_rows", 1, 2, ""),
    "CE11": (3, 0, "megaliths_counted", 1, 2, "B C"),
    "CE12": (2, 0, "development_points", 2, 1, ""),
    "CE13": (2, 0, "fish_track_spaces", 3, 1, ""),
    "CE14": (2, 0, "ceremony_cards", 1, 1, ""),
    "CE15": (3, 1, "animal_sets", 1, 5, "sabretooth rhino mammoth"),
    "CE16": (1, 1, "footprints", 1, 1, "sabretooth"),
    "CE17": (1, 1, "footprints", 1, 1, "rhino"),
    "CE18": (1, 1, "footprints", 1, 1, "mammoth"),
    "CE19": (2, 1, "camps", 1, 1, ""),
    "CE20": (1, 1, "gathering_tiles", 2, 1, ""),
    "CE21": (3, 0, "double_other_card", 1, 0, ""),
    "CE22": (3, 1, "fish_track_goal", 15, 6, ""),
    "CE23": (1, 1, "fish_of_type", 1, 1, "salmon"),
    "CE24": (1, 1, "fish_of_type", 1, 1, "pike"),
    "CE25": (1, 1, "fish_of_type", 1, 1, "carp"),
    "CE26": (2, 0, "painting_pattern", 1, 4, "PS11 PS21 PS31"),
    "CE27": (2, 0, "painting_pattern", 1, 4, "PS12 PS22 PS32"),
    "CE28": (2, 0, "painting_pattern", 1, 4, "PS13 PS23 PS33"),
    "CE29": (2, 0, "painting_pattern", 1, 4, "PS13 PS22 PS31"),
    "CE30": (3, 0, "painting_pattern", 1, 6, "PS11 PS22 PS33"),
    "CE31": (2, 0, "fish_sets", 1, 3, "salmon pike carp"),
    "CE32": (1, 1, "animals_of_species", 1, 1, "sabretooth"),
    "CE33": (1, 1, "animals_of_species", 1, 1, "rhino"),
    "CE34": (1, 1, "animals_of_species", 1, 1, "mammoth"),
}


def cubes(row: Row[int]) -> str:
    """The colours of a row of counts."""
    return " ".join(name for colour, name in enumerate(COLOUR_NAMES) for _ in range(row[colour]))


@pytest.mark.parametrize("camp", CAMPS)
def test_camps(camp: str) -> None:
    """2.13: members, settlers, points and development of each camp."""
    i = list(CAMPS).index(camp)
    assert (BOX.camp_members[i], BOX.camp_settlers[i], BOX.camp_points[i], BOX.camp_development[i]) == CAMPS[camp]


def test_the_fishing_track() -> None:
    """PH-SU4: the income of each of the 20 spaces; nothing before the first."""
    expected = {0: (0, 0)}
    for start, points, development in INCOME:
        expected |= dict.fromkeys(range(start, 21), (points, development))
    assert BOX.track_length == 20
    assert {i: (BOX.income_points[i], BOX.income_development[i]) for i in range(21)} == expected


def test_the_sides_of_the_painting() -> None:
    """PH-A1: rows, then columns."""
    found = tuple((REWARD_NAMES[BOX.side_reward[line]], BOX.side_amount[line]) for line in range(6))
    assert found == SIDE_REWARDS


@pytest.mark.parametrize("card", HUNTS)
def test_hunting_cards(card: str) -> None:
    """PH-A5: price and reward of each card."""
    i = number(card)
    species = BOX.hunt_species[i]
    animal = bool(BOX.animal_cards[species] >> i & 1)
    assert animal != bool(BOX.footprint_cards[species] >> i & 1)
    assert HUNTS[card] == (
        SPECIES_NAMES[species], animal, BOX.hunt_value[i], BOX.hunt_points[i], cubes(BOX.hunt_resources[i]),
        cubes(BOX.hunt_markers[i]), BOX.hunt_development[i],
    )  # fmt: skip


@pytest.mark.parametrize("card", CARDS)
def test_ceremony_card_values(card: str) -> None:
    """PH-A3: price, development and what each card counts."""
    i = number(card)
    rule = BOX.card_worth[i]
    value, development, name, per, points, of = CARDS[card]
    assert (BOX.card_value[i], BOX.card_development[i], WORTH_NAMES[rule]) == (value, development, name)
    assert (BOX.card_per[i], BOX.card_points[i]) == (per, points)
    assert [word for j, word in enumerate(OF_NAMES.get(rule, ())) if BOX.card_of[i] >> j & 1] == sorted(
        of.split(), key=list(OF_NAMES.get(rule, ())).index
    )


def test_animal_tokens_and_final_tables() -> None:
    """2.13, section 7: an animal of the map is 1 VP; rows, sets and development at the end."""
    assert list(BOX.token_points) == [1, 1, 1]
    assert list(BOX.row_points) == [0, 1, 3, 6]
    assert list(BOX.set_points) == [0, 1, 3, 5, 8, 12]
    assert BOX.points_per_victory_point == 3


def test_megaliths() -> None:
    """MEGA, R29 to R31: A 2 each, B 1 a space, C 5 and 2; a camp counts 2 units, a member 1."""
    assert (BOX.a_points, BOX.b_points, BOX.c_first, BOX.c_second) == (2, 1, 5, 2)
    assert (BOX.member_units, BOX.camp_units) == (1, 2)


@pytest.mark.parametrize("stones", [0, 1, 3])
def test_megaliths_a_score_two_each(stones: int) -> None:
    """R29: with nobody near a B or C, two points for each megalith A taken."""
    fire = Fireside()
    fire.s.tribes[0].megaliths = stones
    assert megalith_points(fire.s, BOX, 0) == 2 * stones
    assert part(fire.s, BOX, 0, Part.MEGALITHS) == 2 * stones
    assert megalith_points(fire.s, BOX, 1) == 0
