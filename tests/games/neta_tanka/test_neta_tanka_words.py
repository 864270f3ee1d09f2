"""What players are told: recipes, prices and limits from the box on the table, choices, the log, the rules drawer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from firstfire import Table
from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import ACTIONS, RESOURCE
from firstfire.games.neta_tanka.scene.choices import tell_choices
from firstfire.games.neta_tanka.scene.phrases import place_signs
from firstfire.games.neta_tanka.state import Place
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.memo import frozen
from firstfire.kernel.presentation.sections import sections
from firstfire.kernel.presentation.words import listed
from firstfire.kernel.viewer.sentences import LogNote, Names, note_sentence

from .reading import BOX, ENGINE, by_name, play, put, resolving, village

COMPONENTS = (GAME.folder / "components.toml").read_text(encoding="utf-8")
CODE = re.compile(r"\bNT-[A-Z]+\d|\(R\d+\)|\b[KLJCNTO]\d+\b")


def told(s: Any, text: str, language: str = "en") -> str:
    """The sentence of a legal choice."""
    number = ACTIONS.number(text)
    assert number in ENGINE.legal(s, BOX), text
    names = Names("ABCD"[: s.seats], s.player)
    said = tell_choices(s, BOX, GAME.words(language), names)(number)
    assert said is not None
    return said


def own_words(folder: Path, language: str, *changes: tuple[str, str]) -> Any:
    """The words for a box with some changes."""
    text = COMPONENTS
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return GAME.words(language, GAME.box_from(path))


# ------------------------------------------------------------- recipes, prices, limits (F1)


@pytest.mark.parametrize(
    ("language", "tent", "set_", "price"),
    [
        ("en", "2 skins and 1 wood", "2 wood and 1 skull, 5 points", "1 meat or 2 mushrooms"),
        ("fr", "2 peaux et 1 bois", "2 bois et 1 crâne, 5 points", "1 viande ou 2 champignons"),
        ("nl", "2 huiden en 1 hout", "2 hout en 1 schedel, 5 punten", "1 vlees of 2 paddenstoelen"),
    ],
)
def test_recipes_are_told_in_the_rules_drawer_and_in_tips(language: str, tent: str, set_: str, price: str) -> None:
    """The tent (NT-F6), the totem set (NT-S2) and the price of the Neta-Tanka (NT-A18) stand where players look."""
    words = GAME.words(language)
    book = GAME.book(language)
    assert book is not None
    index = book.chapter("index-all_recipes")
    assert index is not None
    recipes = index.blocks[0].text
    for asked in (tent, set_, price):
        assert asked in recipes
    for key in ("tip.tents", "tip.tent", "tip.build_tents"):
        assert tent in words.entries[key], key
    for key in ("tip.consult_neta_tanka", "tip.trade", "tip.trade_card"):
        assert price in words.entries[key], key


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_an_owners_recipes_are_told_instead(tmp_path: Path, language: str) -> None:
    """Section 14: tents of 1 skin and 3 wood, sets of 3 wood, series of 9, room for 12 foods, skulls for sale."""
    own = own_words(
        tmp_path,
        language,
        ("slots_skin = 2\nslots_wood = 1", "slots_skin = 1\nslots_wood = 3"),
        ("set_wood = 2", "set_wood = 3"),
        ("series_points = 5", "series_points = 9"),
        ("slots_right = 5", "slots_right = 7"),
        ('basic = ["wood", "skin", "meat", "mushroom"]', 'basic = ["skull", "wood"]'),
    )
    standard = GAME.words(language)
    skin, wood, skull = (own.value(RESOURCE, RESOURCE.index(key)) for key in ("skin", "wood", "skull"))
    recipes, before = own.entries["rules.all_recipes.text"], standard.entries["rules.all_recipes.text"]
    either = listed(own, [f"1 {wood}", f"1 {skull}"], "or")
    assert f"1 {skin} " in recipes and f" 3 {wood}" in recipes and either in recipes
    assert re.search(r"\b9 (point|punt|Punkt)", recipes) and re.search(r"\b12\b", recipes)
    assert recipes != before and not re.search(r"\b9 (point|punt|Punkt)", before)


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_the_rules_drawer_lists_every_card(language: str) -> None:
    """18 craft, 10 trade, 10 Neta-Tanka cards, 4 objectives, 8 tokens, 20 links."""
    found = {section.id: section for section in sections(GAME.words(language), "rules")}
    for name, count in (("crafts", 18), ("trade", 10), ("cards", 10), ("objectives", 4), ("tokens", 8), ("links", 20)):
        lines = found[f"all_{name}"].text.splitlines()
        several = sum(int(many) - 1 for many in re.findall(r"\((\d+) \w+\)$", found[f"all_{name}"].text, re.M))
        assert len(lines) + several == count, name
    for section in found.values():
        assert section.title and section.text and "{" not in section.text


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_no_rule_codes_in_what_players_read(language: str) -> None:
    """Codes stand beside the rules they open (`cites`), nowhere else."""
    entries = GAME.words(language).entries
    found = {key: text for key, text in entries.items() if not key.endswith(".cites") and CODE.search(text)}
    assert found == {}


def test_offerings_tell_both_their_limits() -> None:
    """NT-A8: the same link not twice, never the link of the tokens; and which resources can be bought."""
    tip = next(zone.tip for zone in scene_of(village()).zones if zone.id == "place-offering")
    assert "Never the same link twice in a round. Never the link Elder of Crafts – Consult the Neta-Tanka." in tip
    assert "pay 1 generosity for 1 wood, 1 skin, 1 meat or 1 mushroom" in tip


# --------------------------------------------------------------------------- the table


def scene_of(s: Any, language: str = "en") -> Any:
    return GAME.presentation.scene(s, GAME, BOX, s.player, GAME.words(language), Names("ABCD"[: s.seats], s.player))


def test_tents_and_craft_cards_show_what_they_want() -> None:
    """NT-F6: of tent 2 one skin is missing; a gate names its tokens; of the bow one wood lies on it."""
    s = village("clans.0.tents=[[1 2] [1 1]] clans.0.gate=4 clans.0.wants=[wood:[C12] skin:[C12]]")
    s.on_craft[11][0] = 1
    pieces = {piece.id: piece for piece in scene_of(s).pieces}
    assert pieces["tent0-1"].badges == ["done"] and pieces["tent0-2"].badges == ["1/2 skin", "1/1 wood"]
    assert pieces["tent0-2"].label == "tent 2" and pieces["tent0-2"].tip.endswith("Still missing: 1 skin.")
    assert pieces["gate0-5"].badges == ["1 meat", "1 mushroom"]
    assert pieces["craft-C12"].badges == ["0/1 skin", "1/2 wood"]
    assert pieces["craft-C12"].tip.endswith("Still needs 1 skin and 1 wood.")


def test_places_show_what_they_give() -> None:
    """The real board prints it: every place has its signs, Trade those of the card of the round."""
    s = village("trade.0=T3")
    signs = {zone.id: zone.signs for zone in scene_of(s).zones if zone.id.startswith("place-")}
    assert len(signs) == 18 and all(signs.values())
    assert signs["place-smoke_meat"] == ["−1 wood", "→", "+2 meat"]
    assert signs["place-trade"] == ["+1 meat", "/", "+1 skull", "/", "visitor"]


def test_signs_bend_to_their_numbers() -> None:
    """Skins and mushrooms are counted in every language, on the board and in the choices that name a place."""
    printed = {
        "en": ["3 skins", "3 meat", "+2 skins", "−2 mushrooms"],
        "fr": ["3 peaux", "3 viandes", "+2 peaux", "−2 champignons"],
        "nl": ["3 huiden", "3 vlees", "+2 huiden", "−2 paddenstoelen"],
    }
    for language, counted in printed.items():
        signs = {place: place_signs(frozen(BOX), GAME.words(language), place, 0) for place in Place}
        told = [*signs[Place.TAN], *signs[Place.NETA_TANKA]]
        assert [sign for sign in told if sign in counted] == counted, told


def test_links_are_named_by_both_their_ends() -> None:
    """F3: in Phase I links decide the placement."""
    zones = {zone.id: zone.tip for zone in scene_of(village()).zones}
    assert zones["path-K16"] == "12 Tan Skins – 14 Smoke Meat"
    assert sum(name.startswith("path-") for name in zones) == BOX.link_count


def test_copy_nomads_and_the_visitor_are_pieces_on_their_place() -> None:
    """F2: both stand beside the nomad they join."""
    s = village("nomads.0.at=[tan gather_wood] visitor_of=0 visitor_at=tan")
    s.clans[1].food[2] = 5
    s.player = 1
    play(s, "place nomad at gather_wood")
    here = {piece.id: piece for piece in scene_of(s).pieces if piece.zone in ("place-tan", "place-gather_wood")}
    assert set(here) == {"nomad-0-tan", "visitor", "nomad-0-gather_wood", "nomad-1-gather_wood"}
    assert here["nomad-1-gather_wood"].badges == ["copy"] and here["visitor"].slot == 1


def test_numbers_on_the_table_say_what_they_count() -> None:
    """F8: no bare numbers: the pile, the round, the cells of the totem board."""
    scene = scene_of(village())
    zones = {zone.id: zone.label for zone in scene.zones}
    assert zones["craft_pile"] == "Craft pile (13)" and zones["card_pile"] == "Neta-Tanka pile (5)"
    assert zones["totem-cell-2"] == "Tallest totem: 8"
    assert zones["totem-cell-1"] == "Number 2: 0, 4 if 5 high"
    assert zones["totem-cell-0"] == "Last: −3"
    assert [(c.label, c.value) for c in scene.counters if c.seat is None] == [("Round", 1)]


@pytest.mark.parametrize(
    ("language", "reminder"),
    [
        ("en", "kept ones are worth nothing"),
        ("fr", "gardées, elles ne valent rien"),
        ("nl", "wie ze houdt, krijgt er niets voor"),
    ],
)
def test_r29_the_last_round_reminds_of_cards_in_hand(language: str, reminder: str) -> None:
    """R29: in the last round, in the turn and inside an open action; before it not."""
    s = village("nomads.0.at=[offering] clans.0.cards=[N8] clans.0.reserve=[wood:2]")
    resolving(s, 0)
    assert reminder not in scene_of(s, language).prompt.step
    s.trade_left = 1
    assert reminder in scene_of(s, language).prompt.step
    play(s, "resolve offering", "offer wood")
    assert reminder in scene_of(s, language).prompt.step
    s.clans[0].cards = 0
    assert reminder not in scene_of(s, language).prompt.step


def test_an_open_action_tells_its_step() -> None:
    """F4: where in the round, which action is open, at which step of how many."""
    s = village("nomads.0.at=[offering] clans.0.reserve=[wood:2]")
    resolving(s, 0)
    play(s, "resolve offering", "offer wood")
    assert scene_of(s).prompt.step == "Round 1 of 7 · offerings, step 2 of 3"


# ---------------------------------------------------------------------------- choices


def test_a_placement_tells_what_the_place_gives_and_the_links_it_makes() -> None:
    """NT-D1, NT-F3: with a nomad on Tan Skins, one on the Elder of the Hunt makes their link."""
    s = village("players=2 nomads.0.at=[tan]")
    assert told(s, "place nomad at meditate") == "Place a red nomad on Meditate (+1 generosity)"
    assert told(s, "place nomad at elder_hunt") == (
        "Place a red nomad on Elder of the Hunt (+1 skin / wood / skin → tent); "
        "link with Tan Skins: 1 skin from the Tanning Area"
    )
    assert "link" not in told(s, "place second at elder_hunt")  # NT-F3: of one colour
    s.clans[0].food[2] = 5
    assert told(s, "place second at tan").startswith("Place a black nomad on Tan Skins with your Copy Power (")


@pytest.mark.parametrize(
    ("place", "amounts", "sentence"),
    [
        ("lumber", {}, "Resolve Cut Timber: 1 generosity; 3 wood and 1 mushroom go to the Forest"),
        ("gather_wood", {}, "Resolve Collect Wood: take 1 wood from the Forest"),
        ("gather_mushrooms", {}, "Resolve Pick Mushrooms or Wood: take 1 wood or 2 mushrooms from the Forest"),
        ("raise_totem", {"wood": 1}, "Resolve Raise the Totem: put 1 wood on your totem (height 1)"),
        ("hunt", {}, "Resolve Hunt: 1 generosity, and a buffalo is hunted"),
        ("tan", {}, "Resolve Tan Skins: a hunted buffalo brings 3 skins and 3 meat, and you take 2 skins"),
        ("smoke_meat", {"wood": 1}, "Resolve Smoke Meat: pay 1 wood, take 1 meat"),
        ("trade", {}, "Resolve Trade: 1 wood, 1 skull or a craft card"),
        (
            "consult_neta_tanka",
            {"meat": 1},
            "Resolve Consult the Neta-Tanka: pay 1 meat or 2 mushrooms; "
            "put a skull on your totem or take a Neta-Tanka card",
        ),
    ],
)
def test_resolving_tells_price_and_gain_as_things_lie(place: str, amounts: dict[str, int], sentence: str) -> None:
    """What lies in the Forest and the Tanning Area bounds what is taken."""
    s = village(f"forest=[wood:1 mushroom:2] tanning=[skin:0 meat:1] hunted=1 nomads.0.at=[{place}]")
    put(s, f"clans.0.reserve=[{by_name(amounts)}]")
    resolving(s, 0)
    assert told(s, f"resolve {place}") == sentence


def test_what_a_place_says_it_gives_is_what_it_gives() -> None:
    """The counts in the sentences of Tan, Collect Wood and Smoke are those the rules give, in random villages."""
    for skins, hunted in ((0, 0), (1, 0), (0, 1), (5, 2)):
        s = village(f"nomads.0.at=[tan] tanning=[skin:{skins} meat:0] hunted={hunted} clans.0.reserve=[]")
        resolving(s, 0)
        said = told(s, "resolve tan")
        play(s, "resolve tan")
        taken = s.clans[0].reserve[1]
        assert said.endswith(f"you take {taken} {'skin' if taken == 1 else 'skins'}")


def test_choices_inside_actions_tell_amounts_and_results() -> None:
    """NT-D13 to NT-D18: what is put, what it makes, what is given up."""
    s = village(
        "nomads.0.at=[build_tents elder_food offering meditate] clans.0.tents=[[1 1]]",
        "clans.0.reserve=[wood:1 skin:2 meat:1] clans.0.generosity=0",
    )
    resolving(s, 0)
    assert told(s, "end turn") == ("End your turn (4 unresolved)")
    play(s, "resolve build_tents")
    assert told(s, "build skin on tent 1") == "Put 1 skin on tent 1: complete"
    assert told(s, "build wood on tent 2") == "Put 1 wood on tent 2 (then 0/2 skin, 1/1 wood)"
    play(s, "build skin on tent 1")
    assert told(s, "stop") == "Stop building (2 resources were still possible)"
    play(s, "stop", "resolve elder_food")
    assert told(s, "take meat") == "Receive 1 meat"
    assert told(s, "feed meat") == "Put 1 meat in your food section: 2 points (item 1 of 10)"
    s.clans[0].food[3] = 4
    assert told(s, "feed meat").endswith("2 points, and item 5 unlocks the Copy Power")


def test_the_visitor_and_the_neta_tanka_tell_their_price() -> None:
    """F8: 1 meat or 2 mushrooms."""
    s = village("trade.0=T3 nomads.0.at=[trade consult_neta_tanka] clans.0.reserve=[meat:2 mushroom:4]")
    resolving(s, 0)
    play(s, "resolve trade")
    assert told(s, "welcome visitor for mushrooms") == (
        "Welcome the visitor for 2 mushrooms: you begin the next round, with one extra worker"
    )
    play(s, "welcome visitor for mushrooms", "resolve consult_neta_tanka")
    assert told(s, "pay meat") == "Pay 1 meat, then put a skull on your totem or take a Neta-Tanka card"


def test_crafting_tells_when_it_finishes_the_card() -> None:
    """The bow of two wood with one on it is finished by the other."""
    s = village("nomads.0.at=[elder_craft] clans.0.wants=[wood:[C9]]")
    s.on_craft[8][0] = 1
    put(s, "clans.0.reserve=[wood:1] craft_display=[C1 C2] craft_pile.top=[C3]")
    resolving(s, 0)
    play(s, "resolve elder_craft")
    assert told(s, "craft wood on C9") == "Put 1 wood on the craft card bow (3 points): finished"


# ----------------------------------------------------------------------------- the log


def log(s: Any, reader: int, language: str = "en") -> list[str]:
    """The notes of the last action, as one seat reads them."""
    names, words = Names("ABCD"[: s.seats], reader), GAME.words(language)
    notes = [s.notes[i] for i in range(s.note_count)]
    kept = [LogNote(n.kind, n.seat, n.sight, n.a, n.b, n.c, n.d).seen_by(reader) for n in notes]
    return [said for note in kept if (said := note_sentence(GAME, words, note, names))]


@pytest.mark.parametrize(
    ("language", "mine", "theirs"),
    [
        ("en", "You take 2 skins from the Tanning Area.", "A takes 2 skins from the Tanning Area."),
        ("fr", "Vous prenez 2 peaux dans la Zone de Tannage.", "A prend 2 peaux dans la Zone de Tannage."),
        ("nl", "Je neemt 2 huiden uit de looierij.", "A neemt 2 huiden uit de looierij."),
    ],
)
def test_the_log_addresses_its_reader_and_counts_in_plurals(language: str, mine: str, theirs: str) -> None:
    """The actor reads "you", everybody else and spectators the name."""
    s = village("nomads.0.at=[tan]")
    resolving(s, 0)
    play(s, "resolve tan")
    assert mine in log(s, 0, language)
    assert theirs in log(s, 1, language) and theirs in log(s, -1, language)


def test_f5_and_f3_the_log_tells_which_colour_linked_and_which_went_on_a_mission() -> None:
    """With two players: the black nomads of A use the link; the red one goes on a mission."""
    s = village("players=2 nomads.2.at=[gather_wood elder_forest] nomads.0.at=[elder_hunt]")
    resolving(s, 0)
    play(s, "link K1 second")
    assert log(s, 1)[0] == "A uses the link Collect Wood – Elder of the Forest (two black nomads)."
    play(s, "end turn", "end turn")
    told = log(s, 1)
    assert "A sends a black nomad on a mission: Cut Timber." in told
    assert "A sends a red nomad on a mission: Hunt." in told


@pytest.mark.parametrize("claimed", [False, True])
def test_r46_nothing_prepares_a_round_that_does_not_come(claimed: bool) -> None:
    """After the last turn only the count is told; the rounds before tell who begins, the buffalo, the meat."""
    for left, wanted in ((2, True), (1, False)):
        s = village()
        s.trade_left = left
        put(s, f"tanning=[skin:0 meat:5] hunted={BOX.buffalo}")
        if claimed:
            s.visitor_claim = 1
        resolving(s, 2)
        play(s, "end turn")
        told = " ".join(log(s, -1))
        assert ("first-player token" in told) is wanted
        assert ("turned back" in told) is wanted and ("2 meat removed" in told) is wanted
        assert ("points in all" in told) is not wanted
        assert s.hunted == BOX.buffalo - 1 and s.tanning[2] == BOX.cap  # the steps are done as ever (X15)


def test_choices_and_logs_of_whole_games_read_without_holes() -> None:
    """Random games in three languages: no brace, no bare ×, no code, no number before a wrong form."""
    for players, language in ((2, "en"), (3, "fr"), (4, "nl")):
        table = Table.new(GAME, players, 3, interpreted=True)
        said: set[str] = set()
        while not table.over:
            choices = table.view(table.state.player).scene(language).choices
            said |= {choice.sentence for choice in choices[:: 1 + len(choices) // 9]}
            table.play(table.numbers()[table.state.ply * 7 % len(table.numbers())])
        said |= {line for lines in table.view(0).log(language) for line in lines}
        bad = [line for line in said if "{" in line or "×1" in line.replace("3×", "") or CODE.search(line)]
        assert bad == []
        assert not [
            line for line in said if re.search(r"\b1 (skins|mushrooms|skulls|peaux|viandes|huiden|schedels)\b", line)
        ]


def test_a_gift_is_written_with_the_number_its_player_has() -> None:
    """Players are called 1, 2, 3; a notation that counts seats from 0 would name the wrong one."""
    table = Table.new("neta_tanka", 3, 1, interpreted=True)
    action = GAME.actions.number("give wood to 1")
    assert GAME.text(action) == "give wood to player 2"
    assert table.number_of("give wood to player 2") == table.number_of("give wood to 1") == action
