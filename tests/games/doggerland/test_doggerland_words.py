"""What things are called: one and many in three languages, groups, and the names of an owner's own box."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import (
    BAND,
    CARD,
    COUPLE,
    CRAFT,
    FRESCO,
    LOAD,
    LOCATION,
    MEAL,
    NEWBORNS,
    OBJECTIVE,
    PACK,
    PAIR,
    PARTY,
    PILE,
    PLACE_OF_HUT,
    PRICE,
    SLOT,
    SOLO_OBJECTIVE,
    meal_of,
    pile_of,
)
from firstfire.games.doggerland.rules.solo import turn_card
from firstfire.games.doggerland.scene.names import card_tip
from firstfire.games.doggerland.state import Good, Hut
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.viewer.sentences import LogNote, Names, note_sentence
from firstfire.view import View

from .reading import BOX, ENGINE, cell, new, play, put, table, texts

STANDARD = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def named(domain: Domain, index: int) -> tuple[str, ...]:
    """A value in three languages."""
    return tuple(GAME.words(language).value(domain, index) for language in ("en", "fr", "nl"))


def log(s: Any, language: str = "en", box: Any = BOX) -> list[str]:
    """What the last action left, in words."""
    notes = [s.notes[i] for i in range(s.note_count)]
    words = GAME.words(language, box)
    said = [note_sentence(GAME, words, LogNote(n.kind, n.seat, n.sight, n.a, n.b, n.c, n.d), "AB") for n in notes]
    return [sentence for sentence in said if sentence]


@pytest.mark.parametrize(
    ("domain", "index", "names"),
    [
        (PILE, pile_of(1, Good.TOOL), ("1 Tool", "1 Outil", "1 werktuig")),
        (PILE, pile_of(3, Good.TOOL), ("3 Tools", "3 Outils", "3 werktuigen")),
        (PILE, pile_of(2, Good.BONE), ("2 Bones", "2 Os", "2 botten")),
        (LOAD, LOAD.index("0 fruit"), ("0 Fruit", "0 Fruit", "0 fruit")),
        (LOAD, LOAD.index("2 fur"), ("2 Furs", "2 Fourrures", "2 vachten")),
        (MEAL, meal_of(0, 3), ("3 Meat", "3 Viandes", "3 vlees")),
        (MEAL, meal_of(1, 1), ("1 Fruit and 1 Meat", "1 Fruit et 1 Viande", "1 fruit en 1 vlees")),
        (MEAL, meal_of(0, 0), ("nothing", "rien", "niets")),
        (NEWBORNS, 1, ("1 newborn", "1 nouveau-né", "1 pasgeborene")),
        (NEWBORNS, 2, ("2 newborns", "2 nouveau-nés", "2 pasgeborenen")),
        (BAND, BAND.index("1 chiefs 0 hunters"), ("the Chief", "le Chef", "het stamhoofd")),
        (BAND, BAND.index("0 chiefs 1 hunters"), ("1 Hunter-Gatherer", "1 Chasseur-Cueilleur", "1 jager-verzamelaar")),
        (
            PACK,
            PACK.index("2 chiefs 3 hunters and 1 tools"),
            (
                "2 Chiefs and 3 Hunter-Gatherers with 1 Tool",
                "2 Chefs et 3 Chasseurs-Cueilleurs avec 1 Outil",
                "2 stamhoofden en 3 jager-verzamelaars met 1 werktuig",
            ),
        ),
        (
            PARTY,
            PARTY.index("shaman+hunter+tool"),
            (
                "the Shaman and 1 Hunter-Gatherer with 1 Tool",
                "la Chamane et 1 Chasseur-Cueilleur avec 1 Outil",
                "de sjamane en 1 jager-verzamelaar met 1 werktuig",
            ),
        ),
        (COUPLE, 3, ("the Chief and the Shaman", "le Chef et la Chamane", "het stamhoofd en de sjamane")),
        (PAIR, PAIR.index("stone+stone"), ("2 Stone", "2 Pierres", "2 steen")),
        (PRICE, 1, ("2 Fruit", "2 Fruits", "2 fruit")),
        (SLOT, 4, ("tile 2, centre", "la tuile 2, au milieu", "tegel 2, midden")),
    ],
)
def test_one_and_many(domain: Domain, index: int, names: tuple[str, ...]) -> None:
    """Numbers agree with their nouns; French says the singular for nothing."""
    assert named(domain, index) == names


def test_the_fourth_location_by_the_number_of_players() -> None:
    """H4, DG-S1: alone it moves the Village; so say log and table."""
    for seats, called in ((1, "Move the Village"), (2, "Next first player")):
        s = table(f"players={seats}", "tile=[e4:S3 i1:Q06 i7:Q07 a7:Q08]" if seats == 1 else "tile=[d4:T00 e4:S3]")
        play(s, "hut H4")
        assert log(s)[0].endswith(f"hut: {called}")
        made = View(GAME, BOX, 0, s, [], [], None).scene()
        assert next(piece.label for piece in made.pieces if piece.id == "hut-H4") == called
    assert named(PLACE_OF_HUT, Hut.TRADE)[0] == "Trade"
    assert all("Village" in name or "dorp" in name for name in named(LOCATION, Hut.NEXT_FIRST_PLAYER))


def test_rounds_name_who_begins_only_among_several() -> None:
    """A lone player always begins."""
    alone, several = new(1, 3), new(2, 3)
    assert log(alone)[0] == "Round 1, warm season"
    assert log(several)[0] == f"Round 1, warm season: {'AB'[several.first]} begins"


@pytest.mark.parametrize(
    ("language", "costs"),
    [("en", ("1 Wood", "1 Stone")), ("fr", ("1 Bois", "1 Pierre")), ("nl", ("1 hout", "1 steen"))],
)
def test_costs_are_badges_that_can_be_drawn(language: str, costs: tuple[str, str]) -> None:
    """The client draws each part of "1 Wood, 1 Stone" as a picture; a sentence would be left to the tip."""
    made = View(GAME, BOX, 0, table(), [], [], None).scene(language)
    badges = {piece.id: piece.badges for piece in made.pieces}
    assert badges["track0-transport"][1] == ", ".join(costs)
    s = table()
    s.craft[0] = CRAFT.index("K8")
    badge = next(p for p in View(GAME, BOX, 0, s, [], [], None).scene(language).pieces if p.id == "craft-K8").badges[1]
    assert badge.count(", ") == 1


def told(name: str, *moves: str) -> tuple[Any, list[str]]:
    """A solo table after this card is turned and answered, and all that the log says about it."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08]")
    s.solo.cards[0] = CARD.index(name)
    s.note_count = 0
    turn_card(s, BOX)
    said = log(s)
    for move in moves:
        s.note_count = 0
        said += log(play(s, move))
    return s, said


@pytest.mark.parametrize(
    ("name", "moves", "sentence"),
    [
        ("SC20", (), "Event “Split flints”: Lose 2 Tools."),
        ("SC08", ("use event",), "Event “Driftwood”: Take 2 Wood."),
        ("SC08", ("decline event",), "A does without the event “Driftwood”"),
        ("SC24", (), "The event “Rockfall” has no effect now (on the card: Lose one of your cubes on the Fresco.)"),
    ],
)
def test_a_card_is_told_once(name: str, moves: tuple[str, ...], sentence: str) -> None:
    """DG-S4: as used, declined or idle, and with what it does; until then the prompt tells it."""
    _, said = told(name, *moves)
    title = sentence.partition("“")[2].partition("”")[0]
    assert [line for line in said if title in line] == [sentence]


def test_the_prompt_names_the_event() -> None:
    """DG-S4: what is offered is read where it is asked, in every language."""
    s, said = told("SC08")
    assert said == []
    for language in COMPLETE_LANGUAGES:
        asked = View(GAME, BOX, 0, s, [], [], None).scene(language).prompt.sentence
        assert GAME.words(language).value(CARD, CARD.index("SC08")) in asked


@pytest.mark.parametrize(("seats", "options"), [(1, {"length": "short"}), (2, {"difficulty": "hard"})])
def test_what_cannot_be_played_is_refused_in_words(seats: int, options: dict[str, str]) -> None:
    """DG-V1, DG-S1: each with a sentence of its own, whole in every language."""
    with pytest.raises(BadSetup) as refused:
        GAME.check_seats(seats, options)
    said = {GAME.words(language).say(refused.value.word, **refused.value.details) for language in COMPLETE_LANGUAGES}
    assert (
        refused.value.word.startswith("refusal.")
        and len(said) == len(COMPLETE_LANGUAGES)
        and not any("{" in text for text in said)
    )


def test_sentences_of_a_hunt() -> None:
    """A whole exchange as a player reads it."""
    s = table("tile=[d4:T00 e4:S1] beast=[e4:horse1] clans.0.goods.wood=1")
    play(s, f"go to {cell(4, 3)}", "hunt with 0 chiefs 1 hunters")
    assert log(s) == [f"A sends 1 Hunter-Gatherer with 1 Tool to hunt a Horse on {cell(4, 3)}"]
    play(s, "pass", "capacity range with chief", "pass", f"resolve {cell(4, 3)}", "carry 1 meat")
    assert log(s) == ["A gets 1 Meat"]
    play(s, "carry 1 fur")
    assert log(s) == ["A gets 1 Fur"] and "resolve capacity range" in texts(s)
    assert log(s, "fr") == ["A reçoit 1 Fourrure"] and log(s, "nl") == ["A krijgt 1 vacht"]


def test_goods_that_change_hands_are_told_once() -> None:
    """DG-V1, DG-H5: a free good and a barter leave one line each."""
    s = play(new(2, 1, length="short"), "pick wood")
    assert log(s) == [f"{'AB'[s.player]} gets 1 Wood"]
    s = table("tile=[d4:T00 e4:S3]")
    play(s, "hut H5", "pass", "pass", "resolve hut", "offer fur", "barter fruit+fruit", "for wood")
    assert log(s)[-1:] == ["A gives 2 Fruit for 1 Wood"] and s.clans[0].goods[Good.WOOD] == 1


def test_the_phases_of_a_round_have_headings() -> None:
    """DG-2 to DG-5: new land, resolution, migration, meals, in this order, each before what happens in it."""
    s = table(
        "tile=[d4:T00 e4:S3 e5:S4] beast=[e4:bison1] clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0",
        "clans.0.meat=[0 0]",
    )
    said = log(play(s, "pass", "pass"))
    heads = [line for line in said if line.startswith("Phase")]
    assert [head.partition(":")[0] for head in heads] == ["Phase 2", "Phase 3", "Phase 4", "Phase 5"]
    moved = next(i for i, line in enumerate(said) if line.startswith("From"))
    assert said.index(heads[2]) < moved < said.index(heads[3])
    ate = next(i for i, line in enumerate(said) if "eats" in line)
    assert said.index(heads[3]) < ate


@pytest.mark.parametrize(
    ("language", "mine", "theirs"),
    [
        ("en", "You send the Chief to build a Habitat", "Ada sends the Chief to build a Habitat"),
        ("fr", "Vous envoyez le Chef bâtir un habitat", "Ada envoie le Chef bâtir un habitat"),
        ("nl", "Je stuurt het stamhoofd om een woning te bouwen", "Ada stuurt het stamhoofd om een woning te bouwen"),
    ],
)
def test_the_actor_reads_you_and_everybody_else_the_name(language: str, mine: str, theirs: str) -> None:
    """A sentence knows whom it addresses: the actor, the other player, a spectator."""
    s = play(table("tile=[d4:T00 e4:S3]"), "habitat with chief")
    n = s.notes[0]
    entry = LogNote(n.kind, n.seat, n.sight, n.a, n.b, n.c, n.d)
    said = [note_sentence(GAME, GAME.words(language), entry, Names(["Ada", "Bo"], reader)) for reader in (0, 1, -1)]
    assert said == [mine, theirs, theirs]


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_prompt_and_every_note_about_a_player_can_address(language: str) -> None:
    """No note speaks of {seat} without asking whether it is the reader's."""
    entries = GAME.words(language).entries
    told = {key: text for key, text in entries.items() if key.startswith(("note.", "phase."))}
    assert [key for key, text in told.items() if "{seat" in text and "{seat:" not in text] == []
    assert all("{seat:" in text for key, text in told.items() if key.startswith("phase."))


@pytest.fixture(scope="module")
def own_box(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A box with another first Craft, Fresco tile, objectives and solo cards."""
    text = STANDARD
    for old, new_text in (
        ('id = "K1"\nkind = "necklace"', 'id = "K1"\nkind = "statuette"'),
        ('lines = ["reindeer", "horse", "reindeer"]', 'lines = ["mammoth", "horse", "bison"]'),
        ("needs = { members = 10 }", "needs = { members = 11 }"),
        ("needs = { prestigious = 4 }", "needs = { prestigious = 5 }"),
        ("goods = { wood = 2 }", "goods = { wood = 3, tool = 2 }"),
    ):
        assert old in text, old
        text = text.replace(old, new_text)
    path = tmp_path_factory.mktemp("box") / "components.toml"
    path.write_text(text, encoding="utf-8")
    return GAME.box_from(path)


def test_names_come_from_the_box_on_the_table(own_box: Any) -> None:
    """An owner's own Craft, Fresco tile, objective and card are called what they are."""
    words = GAME.words("en", own_box)
    assert words.value(CRAFT, 0) == "a statuette of 2 Bones"
    assert GAME.words("en").value(CRAFT, 0) == "a necklace of 2 Bones"
    assert words.value(FRESCO, 0) == "Mammoth, Horse, Bison"
    assert words.value(OBJECTIVE, 0) == "11 members" and words.value(SOLO_OBJECTIVE, 0) == "5 prestigious Habitats"
    driftwood = CARD.index("SC08")
    assert GAME.words("en").value(CARD, driftwood) == "Driftwood" and words.value(CARD, driftwood) == "event SC08"
    assert card_tip(own_box, words, driftwood) == "Take 3 Wood and 2 Tools."
    assert words.value(CARD, 0) == "Bitter cold", "an event of the game's own keeps its title"


def test_the_log_and_the_table_name_an_owners_craft(own_box: Any) -> None:
    """Actions, notes and pieces agree."""
    s = ENGINE.new(2, 1, box=own_box)
    s.craft[0] = CRAFT.index("K1")
    put(s, f"clans.{s.player}.goods.bone=2")
    ENGINE.step(s, own_box, GAME.actions.number("craft 1 with hunter"))
    assert "to make a statuette of 2 Bones" in log(s, "en", own_box)[0]
    made = View(GAME, own_box, 0, s, [], [], None).scene()
    assert next(piece for piece in made.pieces if piece.id == "craft-K1").tip.startswith("statuette: costs 2 Bones")


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_card_has_a_title_and_a_tip(language: str) -> None:
    """DG-S6: in every language, with the numbers of the box."""
    words = GAME.words(language)
    titles = [words.value(CARD, card) for card in range(len(CARD))]
    assert len(set(titles)) == 30 and all("{" not in card_tip(BOX, words, card) for card in range(30))
