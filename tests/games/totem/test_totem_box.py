"""The components: what is in the box, and how a wrong file is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firstfire.errors import BadComponents
from firstfire.games.totem import GAME
from firstfire.games.totem.actions import ACTIONS, CARD, SWORD
from firstfire.games.totem.box import CARD_IDS, POWERS
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.viewer.sentences import action_sentence
from firstfire.table import Table

from .reading import BOX

COMPONENTS = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def test_the_deck_list() -> None:
    """TT-C1 to TT-C6, R2: four cards of each level; nine of each power; 364 levels in all."""
    assert len(CARD_IDS) == 52  # the summary cards and the leaflet have no part in play
    assert Counter(BOX.level) == dict.fromkeys(range(1, 14), 4)
    assert Counter(POWERS[power] for power in BOX.power) == {"sword": 9, "shield": 9, "eye": 9, "sum": 9, "none": 16}
    assert sum(BOX.level) == 364
    assert all((BOX.level[card] <= 9) == (BOX.power[card] != 0) for card in range(52))


def test_every_card_carries_its_power_and_level_in_its_name() -> None:
    """2.3: letter and level."""
    letters = {"none": "N", "sword": "S", "shield": "H", "eye": "E", "sum": "P"}
    for card, name in enumerate(CARD_IDS):
        assert name.rstrip("abcd") == f"{letters[POWERS[BOX.power[card]]]}{BOX.level[card]}"


def test_the_sets_of_cards_say_the_same() -> None:
    for level in range(14):
        assert BOX.at_least[level] == sum(1 << card for card in range(52) if BOX.level[card] >= level)
    for power in range(5):
        assert BOX.of_power[power] == sum(1 << card for card in range(52) if BOX.power[card] == power)


def test_the_numbers_of_the_rules() -> None:
    """TT-S3, TT-T5, TT-K12."""
    assert (BOX.deal, BOX.hand_limit, BOX.attack_limit) == (7, 6, 2)


@pytest.mark.parametrize(
    ("language", "name", "tip"),
    [
        ("en", "Eye 11", "at most 8 cards"),
        ("fr", "Œil 11", "8 cartes au plus"),
        ("nl", "Oog 11", "hoogstens 8 kaarten"),
    ],
)
def test_sentences_name_the_cards_of_the_box_on_the_table(tmp_path: Path, language: str, name: str, tip: str) -> None:
    """Whatever an owner's card is, its printed power and level are said in moves, log and scene alike."""
    text = COMPONENTS.replace('id = "H3"\nlevel = 3\npower = "shield"', 'id = "H3"\nlevel = 11\npower = "eye"')
    own = tmp_path / "own.toml"
    own.write_text(text.replace("hand = 6", "hand = 8"), encoding="utf-8")
    table = Table.new(GAME, 2, 1, components=own, interpreted=True)
    words, action = GAME.words(language, table.box), ACTIONS.number("discard H3")
    assert name in action_sentence(GAME, words, action, [])
    assert name not in action_sentence(GAME, GAME.words(language), action, [])
    assert words.value(SWORD, 2) == words.value(CARD, 2) == words.say("card.sword", level=3)
    table.state.discard |= 1 << CARD.index("H3")
    scene = table.view(0).scene(language)
    assert next(piece.label for piece in scene.pieces if piece.id == "card-H3") == name
    assert "eye-11" in {look.id for look in scene.looks}
    assert tip in next(zone.tip for zone in scene.zones if zone.id == "hand0")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "S3"', 'id = "S4"', "id should be 'S3'"),
        ("level = 13", "level = 14", "level = 14 is not from 1 to 13"),
        ('power = "eye"', 'power = "ear"', "power = 'ear' is not one of none, sword, shield, eye, sum"),
        ('power = "shield"', 'power = "sword"', "exactly the cards S1 to S9 are Swords"),
        ("deal = 7", "deal = 12", "deal = 12 leaves more than 6 cards in hand"),
        ("hand = 6", "hand = 13", "hand = 13 is not from 1 to 12"),
        ("attacks = 2", "attacks = 3", "attacks = 3 is not from 1 to 2"),
    ],
)
def test_a_wrong_file_is_refused_with_the_problem_and_its_line(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    path = tmp_path / "components.toml"
    text = COMPONENTS.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(path)
    found = caught.value.problems[0]
    assert problem in found
    line = 1 + COMPONENTS[: COMPONENTS.index(old)].count("\n")
    assert found.startswith(f"line {line}:")


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "components.toml"
    path.write_text(COMPONENTS.replace("level = 1\n", "level = 0\n"), encoding="utf-8")
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(path)
    assert len(caught.value.problems) == 4


def test_another_box_plays_by_its_own_numbers(tmp_path: Path) -> None:
    """R2: an owner whose cards differ enters them; nothing is compiled anew."""
    path = tmp_path / "components.toml"
    path.write_text(COMPONENTS.replace("deal = 7", "deal = 6").replace("hand = 6", "hand = 5"), encoding="utf-8")
    box = GAME.box_from(path)
    engine = engine_for(GAME, interpreted=True)
    s = engine.new(2, 1, box=box)
    assert [s.sides[seat].hand_size for seat in range(2)] == [6, 6]
    assert s.deck_left == 40
