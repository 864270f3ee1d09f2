"""What players read: choices with their price and gain, questions, the log, in three languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firstfire import Table
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.scene.main_board import display_pieces
from firstfire.games.prehistory.strategy.prefer import prefer
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.memo import frozen
from firstfire.kernel.viewer.sentences import LogNote, Names, choice_sentence, note_sentence

from .reading import AUTUMN, BOX, SUMMER, Fireside, by_name, hex_name

NAMES = ["Ayla", "Brun"]


def told(fire: Fireside, text: str, language: str = "en") -> str:
    """The sentence of a legal choice for the player to act."""
    assert text in fire.legal(), fire.legal()
    names = Names(NAMES, fire.s.player)
    return choice_sentence(GAME, fire.s, BOX, GAME.words(language), GAME.actions.number(text), names)


def asked(fire: Fireside, reader: int, language: str = "en") -> str:
    """The question on the table as one seat reads it."""
    words = GAME.words(language)
    return GAME.presentation.scene(fire.s, GAME, BOX, reader, words, Names(NAMES, reader)).prompt.sentence


def said(fire: Fireside, reader: int = -1, language: str = "en") -> list[str]:
    """The log of the last action as one seat reads it."""
    notes = [fire.s.notes[i] for i in range(fire.s.note_count)]
    kept = [LogNote(n.kind, n.seat, n.sight, n.a, n.b, n.c, n.d) for n in notes]
    lines = [note_sentence(GAME, GAME.words(language), note, Names(NAMES, reader)) for note in kept]
    return [line for line in lines if line]


def spring() -> Fireside:
    return (
        Fireside(
            "stack=[PT11 PT06 PT08 PT04] price.0=PT02 price.1=PT01 price.2=PT12",
            "price.3=PT03 price.4=PT07 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]",
            "tribes.1.tent=[red:1]")
    )  # fmt: skip


def summer(deed: str, **markers: int) -> Fireside:
    return Fireside(SUMMER, f"deed={deed} tribes.0.markers=[{by_name(markers)}] tribes.0.tent=[red:1]")


def autumn() -> Fireside:
    fire = Fireside(
        AUTUMN,
        "price.2=PT10 price.5=PT04 tribes.0.tent=[grey:1] tribes.0.markers=[blue:1]",
        "tribes.0.development=3",
    )
    return fire.put("tribes.0.place=[start board board]")


CHOICES: list[tuple[str, Fireside, str, str]] = [
    ("a section gives its sides and its row", spring().put("tribes.0.painted=[PS11 PS31 PS22]"), "paint PS21",
     "Paint row 2, column 1 (ox, wave): pay 1 red and 1 yellow resource, "
     "gain 1 red and 2 yellow action markers and 2 VP at the end"),
    ("a section in summer", summer("painting", grey=2), "paint PS21",
     "Paint row 2, column 1 (ox, wave): pay 2 grey action markers, gain 1 VP at the end"),
    ("a tile gives its point and its pair", spring().put("tribes.0.tiles=[GT03] tile_slots.0=GT06"), "gather GT06",
     "Gather an egg: pay 1 grey resource, gain 1 yellow and 1 blue action marker and 1 development point"),
    ("equal tiles are told apart", summer("gathering", red=2).put(
        "price.1=PT01 rotation.1=0 tile_slots.0=GT03 tile_slots.1=GT04"),
     "gather GT04", "Gather honey (beside red): pay 2 red action markers"),
    ("a card whose colours can be chosen", spring().put("ceremony_row.0=CE06"), "hold CE06",
     "Take the ceremony card “1 VP per member on water”: pay 1 resource (grey, red or brown), "
     "gain 1 development point"),
    ("a card that costs all three", spring().put("ceremony_row.0=CE22"), "hold CE22",
     "Take the ceremony card “6 VP from fishing space 15”: pay 1 grey, 1 red and 1 brown resource, "
     "gain 1 development point"),
    ("a card in summer", summer("ceremony", yellow=2).put("ceremony_row.0=CE19"), "hold CE19",
     "Take the ceremony card “1 VP per camp”: pay 2 yellow action markers, gain 1 development point"),
    ("a fish moves the marker to an income", spring().put(
        "fish_slots.0=FT05 fish_slots.1=FT11 fish_slots.2=FT15 fish_slots.3=FT21 fish_slots.4=FT25 "
        "fish_slots.5=FT29"),
     "fish FT05",
     "Catch a salmon of value 2: pay 2 different resources among grey, red and brown, "
     "gain 2 spaces on the fishing track (to space 2: 1 VP each summer)"),
    ("equal fish are told apart", summer("fishing", blue=1).put("fish_slots.0=FT01 fish_slots.1=FT02"), "fish FT02",
     "Catch a salmon of value 1 (place 2): pay 1 blue action marker, "
     "gain 1 space on the fishing track (to space 1: 1 VP each summer)"),
    ("an animal scores", spring().put("hunting_row.0=HC01"), "hunt HC01",
     "Hunt a sabre-tooth: pay 2 different resources among yellow, blue and white, gain 1 VP"),
    ("a footprint pays with the earlier ones", summer("hunting", brown=2).put(
        "tribes.0.hunts=[HC15 HC16] hunting_row.0=HC18"),
     "hunt HC18", "Follow a woolly rhino footprint: pay 2 brown action markers, "
     "gain 1 grey and 1 yellow resource and 1 brown action marker"),
    ("migration by one colour or both", spring(), "migrate",
     "Send members to the map: pay 1 blue resource or 1 brown resource for 1 member, both for up to 2"),
    ("migration in summer", summer("migration", white=1), "migrate",
     "Send 1 member to the map: pay 1 white action marker"),
    ("what a payment sends", spring().play("migrate"), "pay blue+brown",
     "Pay 1 blue and 1 brown resource: up to 2 members go"),
    ("a payment at the river", spring().put("fish_slots.0=FT05").play("fish FT05"), "pay grey+red",
     "Pay 1 grey and 1 red resource"),
    ("a step of a shaman is paid", spring().put("ceremony_row.0=CE06").play("hold CE06"), "dance 0 -> 1",
     "Move the shaman from position 0 (white) to position 1 (grey): pay 1 grey resource"),
    ("a step in summer is free", summer("ceremony", yellow=1).put(
        "price.2=PT12 rotation.2=0 ceremony_row.0=CE06")
     .play("hold CE06"), "dance 0 -> 1", "Move the shaman from position 0 (white) to position 1 (grey)"),
    ("the pillar is named", spring().put("tile_slots.0=GT03").play("gather GT03"), "place red",
     "Put 1 red resource at the foot of the pillar of gathering"),
    ("a pillar's cubes", Fireside(
        "phase=pick player=1 season=summer top.painting=[grey:1] top.gathering=[red:1] top.ceremony=[yellow:1]",
        "top.fishing=[blue:1] top.hunting=[red:2 blue:1]"), "take hunting pillar",
     "Take all cubes of the pillar of hunting: gain 2 red and 1 blue action marker"),
    ("what a cube is worth in autumn", autumn(), "spend grey resource",
     "Return 1 grey resource: gain 2 movement points"),
    ("a marker in autumn", autumn(), "spend blue marker", "Return 1 blue action marker: gain 3 movement points"),
    ("a development point in autumn", autumn(), "spend point", "Spend 1 development point: gain 1 movement point"),
    ("what is lost at the end", autumn().play("spend grey resource"), "end turn",
     "End the turn: 2 movement points are lost"),
    ("a passed summer action", summer("fishing", red=1), "pass", "Pass on fishing"),
    ("buying", spring().put("tribes.0.development=3").play("develop", "buy marker"), "buy red marker",
     "Buy 1 red action marker: pay 3 development points"),
    ("returning", spring().play("develop", "return cube"), "return red resource",
     "Return 1 red resource: gain 1 development point"),
    ("turning shows the new prices", spring().put(
        "tribes.0.development=1").play("develop", "turn tile"), "turn river clockwise",
     "Turn the price tile of the river clockwise: pay 1 development point. "
     "Then hunting takes grey, yellow and white, fishing red, blue and brown"),
]  # fmt: skip


@pytest.mark.parametrize(("fire", "text", "sentence"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES])
def test_a_choice_tells_its_price_and_its_gain(fire: Fireside, text: str, sentence: str) -> None:
    """Findings F3, F6: the thing, the price and what is certain to come, from the table as it lies."""
    assert told(fire, text) == sentence


GROUNDS: list[tuple[str, str]] = [
    ("megalith/A", "megalith A) for 1 movement point: gain 2 VP at the end"),
    ("megalith/B", "megalith B) for 1 movement point"),
    ("animal/mammoth", "a mammoth) for 1 movement point: gain 1 VP"),
    ("marker/blue", ") for 1 movement point: gain 1 blue action marker"),
    ("camp", "camp site) for 1 movement point"),
    ("plain", "open land) for 1 movement point"),
]


@pytest.mark.parametrize(("ground", "end"), GROUNDS)
def test_a_stop_tells_what_lies_there(ground: str, end: str) -> None:
    """Finding F6: "Stop on 1a" says what lies there, what it costs and what it gives (PH-AU3)."""
    fire = autumn().put(f"hexes.4d=rock/{ground}").play("spend point", "move start")
    assert told(fire, f"stop at {hex_name(1, 0)}").endswith(end)


def test_a_stop_tells_the_token() -> None:
    """PH-AU3: the honey of the sample round, with its point and its pair."""
    fire = autumn().put("hexes.2c=forest/gather/GT01 tribes.0.tiles=[GT06]").play("spend point", "move start")
    assert told(fire, f"stop at {hex_name(0, -1)}") == (
        "Stop on 2c (forest: honey with 1 development point) for 1 movement point: "
        "gain 1 yellow and 1 blue action marker and 1 development point"
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Build a camp on {site}, with 1 of your members there or next to it. Build the camp for 1 member: "),
        (
            "fr",
            "Bâtir un campement sur {site}, avec 1 de vos membres dessus ou à côté. "
            "Bâtir le campement pour 1 membre\u00a0: ",
        ),
        ("nl", "Bouw een kamp op {site}, met 1 van je stamleden erop of ernaast. Bouw het kamp voor 1 stamlid: "),
    ],
)
def test_one_of_several_members_is_told_in_the_plural(language: str, sentence: str) -> None:
    """PH-AU4: with one member there only one camp can be built, which is told at once."""
    site = hex_name(1, -1)
    fire = autumn().put("tribes.0.place=[start board board]").play("spend point", "move start", f"stop at {site}")
    assert told(fire, f"build at {site}", language).startswith(sentence.format(site=site))


def test_the_tip_of_a_card_speaks_of_development_only_where_it_gives_some() -> None:
    pieces = {
        piece.id: piece
        for piece in display_pieces(
            spring().put("ceremony_row.0=CE03 ceremony_row.1=CE19").s, frozen(BOX), GAME.words("en")
        )
    }
    assert "development" not in pieces["card-CE03"].tip
    assert pieces["card-CE19"].tip.endswith("It gives 1 development point at once.")


def test_camps_tell_what_they_ask_and_give() -> None:
    """PH-AU4: members, settlers, points, development and the new member."""
    fire = (
        autumn().put("tribes.0.place=[start 4d board]").play("spend point", "move start", f"stop at {hex_name(1, -1)}")
    )
    site = hex_name(1, -1)
    assert told(fire, f"build at {site}") == f"Build a camp on {site}, with 2 of your members there or next to it"
    fire.play(f"build at {site}")
    assert told(fire, "camp C1") == "Build the camp for 1 member: gain 1 development point and a new member"
    assert told(fire, "camp C3") == (
        "Build the camp for 2 members (1 settles): gain 2 VP, 1 development point and a new member"
    )


def test_the_first_choices_tell_the_income_and_the_colours() -> None:
    """PH-S9, R5: the weather by what it brings, the shamans by the colours they leave free."""
    table = Table.new(GAME, players=2, seed=1, interpreted=True)
    seat = table.player or 0
    for choice in table.view(seat).scene().choices:
        assert choice.sentence.startswith("Lay the weather tile so that the first spring brings ")
    fire = Fireside("price.2=PT12 phase=shamans")
    assert told(fire, "shamans even") == (
        "Shamans on 0, 2 and 4 (white, yellow and blue): ceremony cards will cost grey, red and brown"
    )


@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=() if each == "en" else pytest.mark.slow) for each in COMPLETE_LANGUAGES]
)
def test_no_two_choices_read_alike_in_a_whole_game(language: str) -> None:
    """Every choice of every decision has its own sentence, in every language."""
    table = Table.new(GAME, players=3, seed=9, interpreted=True)
    chance = Random(9)
    while not table.over:
        numbers = table.numbers()
        sentences = [choice.sentence for choice in table.view(table.player or 0).scene(language).choices]
        assert len(set(sentences)) == len(numbers), sorted(sentences)
        likings = {number: prefer(table.state, BOX, number) for number in numbers}
        best = max(likings.values())
        wild = chance.random() < 0.3
        table.play(chance.choice(numbers if wild else [n for n in numbers if likings[n] == best]))


def test_a_choice_speaks_of_the_box_on_the_table(tmp_path: Any) -> None:
    """Prices come from the box, not from the words."""
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    path = tmp_path / "components.toml"
    path.write_text(text.replace("summer_price = 2", "summer_price = 3"), encoding="utf-8")
    box = GAME.box_from(path)
    fire = summer("gathering", red=3).put("tile_slots.0=GT11")
    action, names = GAME.actions.number("gather GT11"), Names(NAMES, 0)
    sentence = choice_sentence(GAME, fire.s, box, GAME.words("en", box), action, names)
    assert sentence.startswith("Gather a mushroom: pay 3 red action markers")


# ---- questions


def test_f2_summer_says_which_action_is_asked() -> None:
    """Finding F2: the question and the step name the action; PH-SU3: its marker too."""
    for deed, words in (("fishing", "summer, fishing: pay blue markers"), ("painting", "one grey marker for each")):
        fire = summer(deed, red=1)
        assert words in asked(fire, 0)
        prompt = GAME.presentation.scene(fire.s, GAME, BOX, 0, GAME.words("en"), NAMES).prompt
        assert prompt.step == f"Year 1 of 5 · summer · {GAME.words('en').say(f'value.deed.{deed}')}"


def test_the_actor_is_addressed_and_everybody_else_reads_the_name() -> None:
    """Questions know who reads them, in three languages."""
    fire = spring().put("tile_slots.0=GT03").play("gather GT03")
    assert asked(fire, 0) == "put one resource at the foot of the pillar of gathering"
    for reader in (1, -1):
        assert asked(fire, reader) == "Ayla puts one resource at the foot of the pillar of gathering"
        assert asked(fire, reader, "fr") == "Ayla pose une ressource au pied du pilier (cueillette)"
        assert asked(fire, reader, "nl") == "Ayla legt één grondstof aan de voet van de pilaar (verzamelen)"


def test_an_optional_step_does_not_read_like_a_forced_one() -> None:
    """Finding F6, R13: in summer shamans may move, in spring they must and pay."""
    forced = spring().put("ceremony_row.0=CE06").play("hold CE06")
    assert asked(forced, 0) == "move a shaman to a free position and pay the colour there (1 still to move)"
    free = summer("ceremony", yellow=2).put("ceremony_row.0=CE19").play("hold CE19")
    assert asked(free, 0) == "you may move up to 2 shamans to free positions, free of charge"


def test_a10_the_seat_card_says_what_its_points_are() -> None:
    """Finding A10: points of the seat card are those of an end now, not the score track's."""
    labels = {counter.id: counter.label for counter in GAME.presentation.scene(
        Fireside().s, GAME, BOX, 0, GAME.words("en"), NAMES).counters}  # fmt: skip
    assert labels["points0"] == "Points if the game ended now"


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a8_the_positions_of_the_shamans_are_numbered_on_the_board(language: str) -> None:
    """Finding A8: where choices speak of positions 0 to 5, the board shows these numbers."""
    scene = GAME.presentation.scene(Fireside().s, GAME, BOX, 0, GAME.words(language), NAMES)
    letters = {look.id: look.letter for look in scene.looks}
    fire = [piece for piece in scene.pieces if piece.id.startswith("side-ceremony-")]
    assert [(letters[piece.look][1:], piece.slot) for piece in fire] == [(str(p), p) for p in range(6)]
    assert all(str(piece.slot) in piece.label and str(piece.slot) in piece.tip for piece in fire)


@pytest.mark.parametrize(("language", "letter"), [("en", "P2"), ("fr", "B2"), ("nl", "S2")])
def test_a3_a_fish_shows_its_kind_and_its_value(language: str, letter: str) -> None:
    """Finding A3: carp, pike and salmon of value 1, 2, 3 are told apart on the table, however small."""
    scene = GAME.presentation.scene(Fireside().s, GAME, BOX, 0, GAME.words(language), NAMES)
    looks = {look.id: look for look in scene.looks}
    pike = next(piece for piece in scene.pieces if piece.id == "fish-FT15")
    assert looks[pike.look].letter == letter
    assert (
        len({(looks[id].letter, looks[id].colour) for id in looks if id.startswith("fish-") and id != "fish-back"}) == 9
    )


# ---- the log


def test_a_returned_cube_does_not_read_like_a_payment() -> None:
    """Finding F6: one line, and it says what it was returned for."""
    fire = spring().play("develop", "return cube", "return red resource")
    assert said(fire) == ["Ayla returns 1 red resource for 1 development point."]
    assert said(fire, 0) == ["You return 1 red resource for 1 development point."]
    assert said(fire, 0, "fr") == ["Vous rendez 1 ressource rouge pour 1 point de développement."]
    assert said(fire, 1, "nl") == ["Ayla levert 1 rode grondstof in voor 1 ontwikkelingspunt."]


def test_a_payment_is_one_line() -> None:
    """PH-A1: all colours of a price together."""
    fire = spring().play("paint PS11")
    assert said(fire, 0) == ["You pay 1 grey, 1 brown and 1 white resource.", "You paint row 1, column 1."]


def test_fishing_income_does_not_tell_of_nothing() -> None:
    """Finding F6, PH-SU4: no "and no development points"."""
    fire = Fireside(SUMMER, "deed=migration tribes.0.tent=[red:1] tribes.0.markers=[red:1] tribes.1.development=1")
    fire.s.tribes[0].fishing, fire.s.tribes[1].fishing = 2, 5
    fire.play("pass")
    lines = said(fire, 0)
    assert "You earn 1 VP from fishing." in lines
    assert "Brun earns 1 VP and 1 development point from fishing." in lines


def test_earlier_footprints_are_counted_and_named() -> None:
    """Finding F6, R16: how many, of which animal, for whom."""
    fire = summer("hunting", brown=2).put("tribes.0.hunts=[HC15 HC16] hunting_row.0=HC18").play("hunt HC18")
    assert "2 earlier footprints (woolly rhino) pay you again." in said(fire, 0)
    assert "2 empreintes précédentes (rhinocéros laineux) rapportent encore à Ayla." in said(fire, 1, "fr")


def test_all_four_seasons_have_a_heading() -> None:
    """Finding F6: spring too."""
    table = Table.new(GAME, players=2, seed=2, interpreted=True)
    while table.state.round < 3:
        table.play(table.numbers()[0])
    log = [line for lines in table.view(-1).log() for line in lines]
    for start in ("Spring of year 1.", "Summer.", "Autumn.", "Winter. Year 2", "Spring of year 2."):
        assert any(line.startswith(start) for line in log), start


@pytest.mark.parametrize(("language", "you"), [("en", "You "), ("fr", "Vous "), ("nl", "Je ")])
def test_a_log_addresses_its_reader_and_nobody_else(language: str, you: str) -> None:
    """Every line about the reader says "you"; a spectator is never addressed."""
    table = Table.new(GAME, players=2, seed=2, interpreted=True, names=NAMES)
    for _ in range(120):
        table.play(table.numbers()[table.state.ply % len(table.numbers())])
    mine, others = (
        [line for lines in table.view(seat).log(language) for line in lines] for seat in (0, -1)
    )  # fmt: skip
    assert any(line.startswith(you) for line in mine) and not any("Ayla" in line for line in mine)
    assert not any(line.startswith(you) for line in others)
