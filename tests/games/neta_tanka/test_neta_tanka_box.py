"""The components file: what it says, how another box changes the game, and how a wrong file is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from firstfire.errors import BadComponents
from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import ACTIONS, CARD, CRAFT, LINK
from firstfire.games.neta_tanka.box import PLACE_KEYS
from firstfire.games.neta_tanka.rules.scoring import tent_points
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.viewer.sentences import action_sentence
from firstfire.table import Table

from .reading import BOX, ENGINE

COMPONENTS = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The components file with some texts replaced, each once."""
    text = COMPONENTS
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "components.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_numbers_of_the_player_counts() -> None:
    """NT-U5, NT-U10, section 3."""
    found = [(c.rounds, c.colours, c.nomads, c.quota, c.neta_tanka_slots) for c in (BOX.counts[n] for n in (2, 3, 4))]
    assert found == [(5, 2, 4, 6, 1), (7, 1, 4, 4, 1), (10, 1, 3, 3, 2)]


def test_start_of_the_zones_and_reserves() -> None:
    """NT-U9, NT-U10, section 2.5."""
    assert list(BOX.start_forest) == [3, 0, 0, 1, 0] and list(BOX.start_tanning) == [0, 0, 3, 0, 0]
    assert list(BOX.start_reserve) == [2, 1, 0, 1, 0] and (BOX.buffalo, BOX.start_hunted) == (2, 1)
    assert (BOX.cap_resource, BOX.cap) == (2, 3)


def test_missions_lead_to_cut_timber_and_hunt() -> None:
    """NT-F5, section 2.6: the two footprint paths."""
    missions = {i + 1: BOX.places[i].mission_to + 1 for i in range(18) if BOX.places[i].mission_to >= 0}
    assert missions == {5: 1, 13: 11}


def test_only_k4_is_excluded_from_offerings() -> None:
    """NT-A8."""
    assert [i + 1 for i in range(BOX.link_count) if not BOX.links[i].offered] == [4]


@pytest.mark.parametrize(
    ("language", "card", "link", "craft", "tip"),
    [
        ("en", "5 skins from the supply", ": 1 skull from the supply", "5 points", "up to 6 wood"),
        ("fr", "5 peaux de la réserve générale", "\xa0: 1 crâne de la réserve générale", "5 points", "jusqu’à 6 bois"),
        ("nl", "5 huiden uit de algemene voorraad", ": 1 schedel uit de algemene voorraad", "5 punten", "tot 6 hout"),
    ],
)
def test_sentences_name_the_cards_of_the_box_on_the_table(
    tmp_path: Path, language: str, card: str, link: str, craft: str, tip: str
) -> None:
    """An owner's own cards, links and numbers stand in moves, log, tips and rules; the game's own box is as it was."""
    path = changed(
        tmp_path,
        ('id = "NT-N7"\neffect = "supply_to_reserve"\nresource = "mushroom"\namount = 4',
         'id = "NT-N7"\neffect = "supply_to_reserve"\nresource = "skin"\namount = 5'),
        ('b = 5\neffect = "forest_wood"', 'b = 5\neffect = "gain_skull"'),
        ("gather_wood_max = 2", "gather_wood_max = 6"),
        ("points = 1", "points = 5"),
    )  # fmt: skip
    table = Table.new(GAME, 3, 1, components=path, interpreted=True)
    own, standard = GAME.words(language, table.box), GAME.words(language)
    assert own.value(CARD, 6) == card and card not in standard.value(CARD, 6)
    assert own.value(LINK, 0).endswith(link) and not standard.value(LINK, 0).endswith(link)
    assert craft in own.value(CRAFT, 0) and craft not in standard.value(CRAFT, 0)
    action = ACTIONS.number("learn N7")
    assert card in action_sentence(GAME, own, action, [])
    scene = table.view(0).scene(language)
    assert tip in next(zone.tip for zone in scene.zones if zone.id == "place-gather_wood")
    assert tip not in standard.say("tip.gather_wood")
    assert link.strip(" :") in next(piece.tip for piece in scene.pieces if piece.id == "link-K1")


def test_links_that_give_tokens_are_never_bought(tmp_path: Path) -> None:
    """NT-A8: whatever their number, and also in a file that does not say so; other effects can be named."""
    moved = ('b = 5\neffect = "forest_wood"', 'b = 5\neffect = "take_token"')
    for rest in (
        (),
        (('excluded_effects = ["take_token"]', ""),),
        (('excluded_links = ["K4"]', "excluded_links = []"),),
    ):
        box = box_with(tmp_path, moved, *rest)
        assert [i + 1 for i in range(box.link_count) if not box.links[i].offered] == [1, 4]
    box = box_with(tmp_path, ('excluded_effects = ["take_token"]', 'excluded_effects = ["renew_craft"]'))
    assert [i + 1 for i in range(box.link_count) if not box.links[i].offered] == [4, 6]


@pytest.mark.parametrize(("heights", "accepted"), [((0, 2, 5), True), ((0, 5, 2), False), ((0, 2, 2), False)])
def test_rows_of_a_totem_cell_rise(tmp_path: Path, heights: tuple[int, ...], accepted: bool) -> None:
    """NT-S3: a later row may not cover an earlier, higher one."""
    rows = re.search(r"(?m)^players = 4\ncell = 4\n.*\n.*\n.*\n", COMPONENTS)
    assert rows is not None and "min_height = 0" in rows[0]
    more = "\n[[totem_boards]]\n".join(rows[0].replace("min_height = 0", f"min_height = {h}") for h in heights)
    path = changed(tmp_path, (rows[0], more))
    if accepted:
        GAME.box_from(path)
    else:
        with pytest.raises(BadComponents, match="rise"):
            GAME.box_from(path)


def test_every_table_says_where_it_comes_from() -> None:
    """Every entry of the file carries its source."""
    tables = re.split(r"(?m)^\[", COMPONENTS)[1:]
    without = [table.splitlines()[0] for table in tables if "source = " not in table]
    assert without == []


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_words_describe_the_standard_cards(language: str) -> None:
    """The names of cards and links say what the standard box prints."""
    words = GAME.words(language)
    for i in range(18):
        printed = BOX.crafts[i]
        said = words.value(CRAFT, i)
        assert re.search(rf"\b{printed.points} (point|punt|Punkt)", said), said
        for material, name in enumerate(("wood", "skin")):
            count = printed.cost[material]
            forms = words.entries[f"value.resource.{name}"].split("|")
            assert (f"{count} {forms[count > 1]}" in said) is (count > 0), said
    for i in range(BOX.link_count):
        link = BOX.links[i]
        said = words.value(LINK, i)
        assert all(words.say(f"value.place.{PLACE_KEYS[end]}") in said for end in (link.a, link.b))


def test_another_box_needs_no_other_code(tmp_path: Path) -> None:
    """Section 14: tents of two wood and one skin, four of them, with a skull gate; another link; another start."""
    path = changed(
        tmp_path,
        ("slots_skin = 2\nslots_wood = 1", "slots_skin = 1\nslots_wood = 2"),
        ("[0, 2, 6, 11, 17, 24]", "[0, 3, 8, 12, 17]"),
        ("count = 5", "count = 4"),
        ('before_tent = 3\nresource = "mushroom"', 'before_tent = 3\nresource = "skull"'),
        ('before_tent = 5\nresource = "mushroom"', 'before_tent = 4\nresource = "mushroom"'),
        ('before_tent = 5\nresource = "meat"\ntokens = 1', 'before_tent = 2\nresource = "wood"\ntokens = 2'),
        ("wood = 2\nskin = 1\nmeat = 0\nmushroom = 1", "wood = 1\nskin = 2\nmeat = 1\nmushroom = 0"),
        ('a = 2\nb = 5\neffect = "forest_wood"', 'a = 2\nb = 18\neffect = "gain_skull"'),
    )
    box = GAME.box_from(path)
    engine = engine_for(GAME, interpreted=True)
    s = engine.new(3, 4, box=box)
    assert list(s.clans[0].reserve) == [1, 2, 1, 0, 0] and s.clans[0].gate == 1 and s.clans[0].owed[0] == 2
    s.clans[0].tents[0][0], s.clans[0].tents[0][1] = 2, 1
    assert tent_points(s.clans[0], box) == 3


def test_a_whole_game_with_another_box(tmp_path: Path) -> None:
    """Twenty-one links, six tents, no gates: random play keeps every invariant and the scene stays whole."""
    text = re.sub(r"(?ms)^\[\[tent_gates\]\].*?(?=^\[clan_board.food\])", "", COMPONENTS)
    text = text.replace("count = 5", "count = 6").replace("17, 24]", "17, 24, 32]")
    text = text.replace(
        "# ---------------------------------------------------------------- link tokens",
        '[[links]]\nid = "K21"\na = 1\nb = 18\neffect = "gain_any"\nsource = "mine"\n',
    )
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    table = Table.new("neta_tanka", 4, 9, components=path, interpreted=True)
    while not table.over:
        numbers = table.numbers()
        table.play(numbers[table.state.ply * 13 % len(numbers)])
        assert ENGINE.check(table.state, table.box) == 0
        if table.state.ply % 20 == 0 and not table.over:
            assert table.view(table.state.player).scene("nl").problems() == []


WRONG: list[tuple[str, str, str]] = [
    ("slots_skin = 2", "slots_skin = 9", "slots_skin = 9 is not from 0 to 4"),
    ("slots_skin = 2\n", "slots_skins = 2\n", "slots_skins is not a key of this table; did you mean slots_skin?"),
    ("slots_skin = 2\nslots_wood = 1", "slots_skin = 0\nslots_wood = 0", "at least one resource"),
    ("[0, 2, 6, 11, 17, 24]", "[0, 2, 6, 11, 17]", "points_by_consecutive_complete"),
    ('before_tent = 4\nresource = "meat"', 'before_tent = 5\nresource = "meat"', "asks meat twice"),
    ('id = "K2"', 'id = "K7"', "expected id = 'K2'"),
    ("a = 3\nb = 5", "a = 2\nb = 5", "each pair once"),
    ("a = 3\nb = 5", "a = 3\nb = 3", "two different places"),
    ('effect = "take_token"', 'effect = "take_tokens"', "not one of"),
    ('key = "forest_wood"\ntype = "gain"\nfrom = "forest"\nresource = "wood"',
     'key = "forest_wood"\ntype = "gain"\nfrom = "forest"\nresource = "skin"', "a resource that its zone holds"),
    ('type = "place_totem"\nfrom = "reserve"\nresource = "wood"',
     'type = "place_totem"\nfrom = "reserve"\nresource = "meat"', "a totem takes wood or skull"),
    ('type = "generosity"\nfrom = "supply"\nresource = "none"',
     'type = "generosity"\nfrom = "supply"\nresource = "wood"', 'must be "none"'),
    ('type = "gain_any"\nfrom = "supply"', 'type = "gain_any"\nfrom = "forest"', 'from must be "supply"'),
    ('type = "place_tent"\nfrom = "reserve"', 'type = "place_tent"\nfrom = "supply"', 'from must be "reserve"'),
    ('kind = "open"\nslots = "0"', 'kind = "open"\nslots = "1"', 'slots = "0"'),
    ('kind = "elder"\nslots = "1"', 'kind = "elder"\nslots = "2"', "an Elder has one slot"),
    ("mission_to = 11", "mission_to = 1", "each to a place of its own"),
    ("mission_to = 11", "mission_to = 6", "a mission leads to an Elder"),
    ('key = "trade"', 'key = "market"', "places stand in order"),
    ('kind = "single"\nslots = "1"\nmandatory = false', 'kind = "single"\nslots = "1"\nmandatory = true',
     "cannot be mandatory"),
    ("wood = 1\nskin = 0\npoints = 1", "wood = 0\nskin = 0\npoints = 1", "costs at least one resource"),
    ('type = "drum"', 'type = "lyre"', "not one of drum, bow, clothing"),
    ('left = ["skull", "wood"]', "left = []", "at least one resource"),
    ('left = ["skull", "wood"]', 'left = ["bone"]', "not among"),
    ('effect = "supply_to_food"\nresource = "meat"', 'effect = "supply_to_food"\nresource = "wood"', "do not fit"),
    ('effect = "supply_to_tents"\nresource = "none"\namount = 0',
     'effect = "supply_to_tents"\nresource = "wood"\namount = 1', "do not fit"),
    ("nomads_on_board = 6", "nomads_on_board = 8\nbonus = 1", "bonus is not a key"),
    ("players = 3\nrounds = 7", "players = 2\nrounds = 7", "2 players stand twice"),
    ("nomads_on_board = 4", "nomads_on_board = 5", "more than the nomads"),
    ("players = 4\ncell = 4", "players = 4\ncell = 3", "start at height 0 and rise"),
    ('cap_resource = "meat"', 'cap_resource = "wood"', "only skin and meat"),
    ("cap = 3", "cap = 2", "more than its cap"),
    ('basic = ["wood", "skin", "meat", "mushroom"]', 'basic = ["wood"]', "at least two resources"),
    ('excluded_links = ["K4"]', 'excluded_links = ["K44"]', "not among"),
    ('excluded_effects = ["take_token"]', 'excluded_effects = ["take_tent"]', "not among"),
    ("[[totem_boards]]\n", "[[totem_boards]]\nplayers = 2\ncell = 1\nmin_height = 3\npoints = 1\nsource = \"x\"\n\n"
     "[[totem_boards]]\n", "start at height 0 and rise"),
    ('id = "NT-J3"', 'id = "NT-''J9"', "expected id = 'NT-J3'"),
    ('id = "NT-O1"\npoints = 5\ncraft_different_types_min = 2\ntotem_wood_min = 4\ntotem_skull_min = 2',
     'id = "NT-O1"\npoints = 5', "asks for something"),
    ('key = "gain_skin"', 'key = "gain_wood"', "two effects have one key"),
    ("hunted = 1", "hunted = 2", "hunted = 2 is not from 0 to 1"),
    ('[food_price]\nmeat = 1', '[food_price]\nmeet = 1', "meat is missing"),
    ('[setup]\ngenerosity = 0\nsource = "design"', "[setup]\ngenerosity = 0", "source is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "problem"), WRONG)
def test_a_wrong_file_is_refused_with_its_problem(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(changed(tmp_path, (old, new)))
    assert any(problem in text for text in caught.value.problems), caught.value.problems


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadComponents) as caught:
        GAME.box_from(changed(tmp_path, ("count = 5", "count = 50"), ('type = "bow"', 'type = "lyre"')))
    assert len(caught.value.problems) >= 2
    assert all("line" in problem for problem in caught.value.problems[:1])


def test_an_isolated_place_is_refused(tmp_path: Path) -> None:
    """NT-I19: every place is on some path."""
    text = re.sub(r'(?ms)^\[\[links\]\]\nid = "K1[4-9]".*?(?=^\[\[|^# )', "", COMPONENTS)
    text = re.sub(r'(?ms)^\[\[links\]\]\nid = "K20".*?(?=^\[\[|^# )', "", text)
    path = tmp_path / "few.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadComponents, match="every place must be reached"):
        GAME.box_from(path)


def box_with(tmp_path: Path, *changes: tuple[str, str]) -> Any:
    """A box filled from a changed file."""
    return GAME.box_from(changed(tmp_path, *changes))


def test_r12_gates_are_data(tmp_path: Path) -> None:
    """R12: skulls instead of mushrooms, without other code."""
    box = box_with(tmp_path, ('before_tent = 3\nresource = "mushroom"', 'before_tent = 3\nresource = "skull"'))
    s = ENGINE.new(3, 1, box=box)
    assert list(s.clans[0].owed) == [0, 0, 0, 0, 1]
