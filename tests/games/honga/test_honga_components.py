"""The components file of Honga: our own, and an owner's with every kind of mistake."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.samples import sample

from firstfire import Table
from firstfire.errors import BadComponents
from firstfire.games.honga import GAME
from firstfire.games.honga.actions import DISC, OPENS
from firstfire.games.honga.box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES, SOURCES
from firstfire.kernel.checking.checkers import random_games
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.viewer.sentences import LogNote, note_sentence

OURS = (GAME.folder / "components.toml").read_text(encoding="utf-8")
BOX = GAME.standard_box


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(tmp_path: Path, text: str) -> list[str]:
    """What a components file is refused for."""
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(written(tmp_path, text))
    return caught.value.problems


def changed(*pairs: tuple[str, str]) -> str:
    """Our file with pieces of text replaced, each where it first stands."""
    text = OURS
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


# ---------------------------------------------------------------- our own file


def test_every_entry_has_its_source() -> None:
    """Section 2: each entry is tagged."""
    data = tomllib.loads(OURS)
    for name, entries in data.items():
        for entry in entries if isinstance(entries, list) else [entries]:
            assert entry["source"] in SOURCES, name
    assert {(entry["source"], entry["count_source"]) for entry in data["bonus"]} == {("book", "design")}
    assert data["bonus"][0]["gives_source"] == data["bonus"][9]["pays_with_source"] == "design"


def test_check_sums_of_the_barter_cards() -> None:
    """Section 2.4: 25 fish, 25 berry, 25 mushroom, 12 water, 12 mammoths, 167 points; no two ask for the same."""
    cards = [tuple(BOX.goods[card]) for card in range(32)]
    assert [sum(card[good] for card in cards) for good in range(5)] == [25, 25, 25, 12, 12]
    assert sum(BOX.points) == 167
    assert len(set(cards)) == 32
    assert (sum(card[3] > 0 for card in cards), sum(card[4] > 0 for card in cards)) == (8, 8)


def test_discs_follow_the_public_facts() -> None:
    """Section 2.3: two or three quarters with hands, at most four in one; the set is mirror-symmetric."""

    def turned(quarters: tuple[int, ...]) -> tuple[int, ...]:
        return min(quarters[i:] + quarters[:i] for i in range(4))

    discs = [tuple(BOX.quarters[disc]) for disc in range(46)]
    assert all(sum(q > 0 for q in disc) in (2, 3) and max(disc) <= 4 for disc in discs)
    assert sorted(turned(disc) for disc in discs) == sorted(turned(disc[::-1]) for disc in discs)
    assert [DISC_NAMES[d] for d in range(46) if BOX.rotations[d] == 2] == ["G14", "G15", "G16"]
    assert set(BOX.rotations) == {2, 4}


def test_bonus_cards_and_mountain() -> None:
    """Sections 2.5, 2.6; L7: barter is the top left field."""
    assert FIELD_NAMES[BOX.cells[0]] == "barter"
    assert dict(zip(BONUS_NAMES, BOX.bonus, strict=True)) == {
        "good_barter": 3, "two_points": 3, "chase_honga": 2, "lucky_hand": 3, "extra_disc": 2, "lucky_hand_or_honga": 3,
        "swap_mushroom_berry": 2, "sated_mammoths": 2, "caveman_or_honga": 3, "bought_points": 2,
    }  # fmt: skip
    assert [BOX.step_points[i] for i in range(BOX.top_step + 1)] == [0, 1, 1, 2, 2, 3, 5]


# ---------------------------------------------------------------- an owner's file


@pytest.mark.slow
def test_another_layout_moves_the_fields(tmp_path: Path) -> None:
    """Section 2.2: the places are data; here lake and forest change places."""
    text = changed(
        ('id = "lake"\nrow = 1\ncol = 2', 'id = "lake"\nrow = 2\ncol = 0'),
        ('id = "forest"\nrow = 2\ncol = 0', 'id = "forest"\nrow = 1\ncol = 2'),
    )
    box = GAME.box_from(written(tmp_path, text))
    pointed = [[FIELD_NAMES[field] for field in space] for space in box.pointed]
    assert pointed[1] == ["mountain", "spring", "forest", "honga"]
    assert pointed[3] == ["berries", "honga", "mammoths", "lake"]
    assert random_games(GAME, 3, 5, engine=engine_for(GAME, interpreted=True), box=box) == []


def test_a_table_with_an_owners_file(tmp_path: Path) -> None:
    """The file travels with the save; other cards, other box."""
    text = changed(
        ('id = "T01"   # Shell beads\nfish = 1', 'id = "T01"   # Shell beads\nfish = 4'),
        ('points = 5\nsource = "book"', 'points = 7\nsource = "owner"'),
    )
    table: Any = Table.new("honga", players=2, seed=7, components=written(tmp_path, text), interpreted=True)
    assert (table.box.goods[0][0], table.box.step_points[6]) == (4, 7)
    for _ in range(30):
        table.play(table.legal()[0])
    table.save(tmp_path / "night.json")
    (tmp_path / "my.toml").unlink()
    again: Any = Table.load(tmp_path / "night.json", interpreted=True)
    assert bytes(again.state) == bytes(table.state)
    assert bytes(again.box) == bytes(table.box) != bytes(BOX)


@pytest.mark.parametrize(
    ("language", "offer", "tip"),
    [
        ("en", "Shell beads (4 fish and 1 berry for 17 points)", "for 3 fish, 1 berry and 1 mushroom"),
        ("fr", "(4 poissons et 1 baie pour 17 points)", "pour 3 poissons, 1 baie et 1 champignon"),
        ("nl", "(4 vissen en 1 bes voor 17 punten)", "voor 3 vissen, 1 bes en 1 paddenstoel"),
    ],
)
def test_sentences_name_the_cards_of_the_box_on_the_table(tmp_path: Path, language: str, offer: str, tip: str) -> None:
    """An owner's barter cards, discs and prices are said in log, scene and tips; ours are said at our tables."""
    path = written(
        tmp_path,
        changed(
            ("fish = 1\nberry = 1\nmushroom = 0\nwater = 0\nmammoth = 0\npoints = 3",
             "fish = 4\nberry = 1\nmushroom = 0\nwater = 0\nmammoth = 0\npoints = 17"),
            ("quarters = [3, 1, 0, 0]", "quarters = [0, 0, 2, 2]"),
            ("lure_fish = 1", "lure_fish = 3"),
        ),
    )  # fmt: skip
    table = Table.new(GAME, 2, 1, components=path, interpreted=True)
    own, ours = GAME.words(language, table.box), GAME.words(language)
    opens = LogNote(OPENS, 0, -1, 1, 0, 0, 0)
    assert offer in (note_sentence(GAME, own, opens, ["Ada", "Bo"]) or "")
    assert offer not in (note_sentence(GAME, ours, opens, ["Ada", "Bo"]) or "")
    assert (own.value(DISC, 0), ours.value(DISC, 0)) == ("0-0-2-2", "3-1-0-0")
    table.state.slots[0] = 0
    scene = table.view(0).scene(language)
    card = next(piece for piece in scene.pieces if piece.id == "barter-T01")
    assert "17" in card.label and len(card.badges) == 5
    assert tip in next(zone.tip for zone in scene.zones if zone.id == "field-mammoths")
    assert tip not in ours.say("tip.field_mammoths")


@pytest.mark.slow
def test_a_wild_box_plays_on(tmp_path: Path) -> None:
    """Rules read the box: dear lures, three-water jokers, a short mountain, odd discs, small trays."""
    text = changed(
        ("water_paid = 2", "water_paid = 3"), ("lure_fish = 1", "lure_fish = 2"), ("per_player = 6", "per_player = 4"),
        ("quarters = [3, 1, 0, 0]", "quarters = [1, 1, 1, 1]"), ("quarters = [4, 1, 0, 0]", "quarters = [0, 0, 5, 0]"),
        ("gives_berry = 1", "gives_berry = 0"), ("steps = 2", "steps = 3"), ("max_units = 3", "max_units = 2"),
        ('pays_with = ["fish", "berry", "mushroom"]', 'pays_with = ["berry"]'), ("herd_spaces = 3", "herd_spaces = 1"),
    )  # fmt: skip
    text = re.sub(r'\[\[step\]\]\npoints = 2\nsource = "design"\n', "", text)
    box = GAME.box_from(written(tmp_path, text))
    assert (box.top_step, box.rotations[0], box.rotations[28]) == (4, 1, 4)
    for seats in (2, 5):
        assert random_games(GAME, seats, sample(3, 30), engine=engine_for(GAME, interpreted=True), box=box) == []


FREE = "fish = 0\nberry = 0\nmushroom = 0\nwater = 0\nmammoth = 0\npoints = 3"
MISTAKES = [
    (
        'id = "mountain"\nrow = 0\ncol = 1',
        'id = "mountain"\nrow = 0\ncol = 0',
        "mountain lies on row 0, col 0, where barter lies",
    ),
    ('id = "honga"\nrow = 1\ncol = 1', 'id = "honga"\nrow = 1\ncol = 2', "the middle (row 1, col 1) is HONGA's"),
    ('id = "lake"\nrow = 1\ncol = 2', 'id = "lake"\nrow = 1\ncol = 1', "where honga lies"),
    ('id = "spring"\nrow', 'id = "lake"\nrow', "the field lake stands twice"),
    ('id = "spring"\nrow', 'id = "sea"\nrow', "id = 'sea' is not one of barter, mountain"),
    ('id = "forest"\nrow = 2', 'id = "forest"\nrow = 3', "row = 3 is not from 0 to 2"),
    ('id = "forest"\nrow = 2\n', 'id = "forest"\n', "row is missing"),
    ("quarters = [2, 2, 0, 0]", "quarters = [2, 3, 0, 0]", "has 5 hands; a grey disc has 4"),
    ("quarters = [2, 2, 1, 0]", "quarters = [2, 1, 1, 0]", "has 4 hands; a red disc has 5"),
    ("quarters = [2, 2, 0, 0]", "quarters = [0, 0, 0, 0]", "has 0 hands; a grey disc has 4"),
    ("quarters = [2, 2, 0, 0]", "quarters = [2, 2, 0]", "is not a list of 4 whole numbers"),
    ('id = "G05"', 'id = "G06"', "id = 'G06', expected 'G05'"),
    ('id = "T09"   # Tinder\nfish = 0', 'id = "T09"\nfish = -1', "fish = -1 is not from 0 to 9"),
    ('id = "T09"   # Tinder\nfish = 0', 'id = "T09"\nfish = 7', "fish = 7, but a tray holds at most 6"),
    ('id = "T32"', 'id = "T33"', "id = 'T33', expected 'T32'"),
    ("count = 3\ngives_fish", "count = 4\ngives_fish", "the counts add up to 26, the game has 25 bonus cards"),
    ('pays_with = ["fish", "berry", "mushroom"]', "pays_with = []", "pays_with names no food"),
    (
        'pays_with = ["fish", "berry", "mushroom"]',
        'pays_with = ["water"]',
        "['water'], not among fish, berry, mushroom",
    ),
    ('"green", "black"]', '"green", "green"]', "ids must name each of blue, yellow, red, green, black once"),
    ("players = 3", "players = 2", "players = 2 stands twice"),
    ("marker_max = 6", "marker_max = 12", "marker_max = 12 is not from 1 to 9"),
    ("[joker]", "[jester]", "the table [joker] is missing"),
    ('source = "book"', 'source = "hearsay"', "source = 'hearsay' is not one of book, icon, public, design, owner"),
    (
        "lure_fish = 1\nlure_berry = 1\nlure_mushroom = 1",
        "lure_fish = 0\nlure_berry = 0\nlure_mushroom = 0",
        "costs nothing",
    ),
    (FREE.replace("fish = 0", "fish = 2"), FREE, "the card asks for nothing"),
    ("steps = 2", "steps = 2\ngives_fish = 1", "[bonus] number 9: gives_fish is not a key of this table"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), MISTAKES)
def test_a_mistake_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    """Each mistake is found and named; with its line, where it has one."""
    found = problems(tmp_path, changed((old, new)))
    assert any(complaint in problem for problem in found), found


def test_lines_and_all_problems_at_once(tmp_path: Path) -> None:
    """Every mistake in one answer, each with its line."""
    text = changed(
        ("quarters = [3, 1, 0, 0]", "quarters = [3, 3, 0, 0]"),
        ("points = 12\n", "points = 512\n"),
        ("row = 0\ncol = 2", "row = 1\ncol = 1"),
    )
    found = problems(tmp_path, text)
    assert len(found) >= 3
    assert any(
        problem.startswith(f"line {line_of(text, 'quarters = [3, 3, 0, 0]')}: [disc] number 1") for problem in found
    )
    assert any(problem.startswith(f"line {line_of(text, 'points = 512')}: [barter] number 32") for problem in found)


def test_lists_that_are_too_short(tmp_path: Path) -> None:
    """Missing entries are counted."""
    text = (
        OURS[: OURS.index('[[barter]]\nid = "T32"')]
        + OURS[OURS.index("# ---------------------------------------------------------------- bonus") :]
    )
    assert "[[barter]] stands 31 times, expected 32" in problems(tmp_path, text)
    cut = (
        OURS[: OURS.index("[[step]]")]
        + OURS[OURS.index("# ---------------------------------------------------------------- action discs") :]
    )
    assert any("the mountain needs a bottom and a top" in problem for problem in problems(tmp_path, cut))


def test_names_of_the_lists() -> None:
    """The ids of the file are the names used in notation."""
    data = tomllib.loads(OURS)
    assert tuple(entry["id"] for entry in data["disc"]) == DISC_NAMES
    assert tuple(entry["id"] for entry in data["barter"]) == BARTER_NAMES
    assert tuple(entry["id"] for entry in data["bonus"]) == BONUS_NAMES
