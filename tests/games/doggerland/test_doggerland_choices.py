"""Choices and prompts name the thing, its price, Tools, Scarcity and what is certain to come of it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from firstfire import Table
from firstfire.authoring.check_game import table_at
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import CARD
from firstfire.games.doggerland.state import Ending, Home, Phase
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.memo import forget
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.rules.notes import NOBODY
from firstfire.kernel.viewer.sentences import LogNote, choice_sentence, note_sentence
from firstfire.view import View

from .reading import BOX, ENGINE, cell, new, owning, play, programmed, put, table, turned
from .test_doggerland_scene import walk

THREE = ("en", "fr", "nl")  # whose sentences are told here


def told(s: Any, text: str, language: str = "en", box: Any = BOX) -> str:
    """The sentence of a legal choice."""
    number = GAME.actions.number(text)
    assert number in ENGINE.legal(s, box), text
    return choice_sentence(GAME, s, box, GAME.words(language, box), number, ["Ada", "Bo"])


def asked(s: Any, language: str = "en") -> str:
    return View(GAME, BOX, s.player, s, [], [], ["Ada", "Bo"][: s.seats]).scene(language).prompt.sentence


def camp(round: int = 1, **goods: int) -> Any:
    s = table(
        f"round={round} first_edge={'_WSENWSEN'[round]} tile=[d4:T00 e4:S3 f4:S1 c4:S7] beast=[f4:horse1]",
        "craft=[K1 Y3 Y8] fresco=[F03 F02 F01 F04] fresco_up=1",
    )
    return put(s, owning(0, **goods))


def test_a_habitat_tells_both_prices_and_what_the_chief_saves() -> None:
    """F2: the Tool now, simple and prestigious when resolving."""
    s = camp()
    assert told(s, "habitat with hunter") == (
        "Send a Hunter-Gatherer to build a Habitat: 1 Tool now; "
        "simple for 1 Wood and 1 Stone, prestigious for 1 Wood, 1 Stone and 1 Bone when resolving"
    )
    assert "simple for 1 Stone, prestigious for 1 Stone and 1 Bone" in told(s, "habitat with chief")
    assert "1 Fur and 1 Tool now" in told(camp(round=2), "habitat with hunter")


@pytest.mark.parametrize(
    ("goods", "sign"),
    [({"tool": 1, "fur": 1}, ""), ({"tool": 0, "fur": 1}, "⚠ 1 Scarcity (−2 points)"),
     ({"tool": 0, "fur": 0}, "⚠ 2 Scarcity (−4 points)")],
)  # fmt: skip
def test_scarcity_has_a_sign_before_it_is_taken(goods: dict[str, int], sign: str) -> None:
    """F3, E3: in the cold a building member costs a Tool and a Fur; what is missing is told, and so much is taken."""
    s = camp(round=2, **goods)
    said = told(s, "habitat with hunter")
    assert (sign in said) if sign else ("⚠" not in said)
    play(s, "habitat with hunter")
    assert s.clans[0].scarcity == {"": 0, "⚠ 1": 1, "⚠ 2": 2}[sign[:3]]


def fed(s: Any, seat: int, chance: Random) -> int:
    """The Scarcity of a clan after its meal of this round, whatever is chosen until then."""
    round = s.round
    while not s.over and s.round == round and s.phase not in (Phase.FEED, Phase.MOVE):
        ENGINE.step(s, BOX, chance.choice([n for n in ENGINE.legal(s, BOX) if GAME.actions.text(n) != "give up"]))
    while not s.over and s.round == round and s.phase == Phase.FEED:
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[0])
    return int(s.clans[seat].scarcity)


@pytest.mark.parametrize(("seats", "seed"), [(1, 12), (1, 13), (2, 12), (3, 12)])
def test_every_choice_that_costs_scarcity_says_so_and_no_other(seats: int, seed: int) -> None:
    """F3: over whole random games, alone and among several, in every phase: where an action alone brings Scarcity,
    dues, a Shaman who waits in vain or a meal, its choice says how much; and what is told comes, whatever others do and
    whatever land is revealed."""
    chance, signs, later = Random(seed), 0, 0
    for s in walk(seats, seed):
        if s.over:
            continue
        seat, before = s.player, s.clans[s.player].scarcity
        for number in ENGINE.legal(s, BOX):
            after = type(s).from_buffer_copy(bytes(s))
            ENGINE.step(after, BOX, number)
            said = choice_sentence(GAME, s, BOX, GAME.words("en"), number, [])
            told = sum(int(units) for units in re.findall(r"⚠ (\d+) Scarcity", said))
            come = after.clans[seat].scarcity - before
            assert told >= come, (said, come)
            signs += told > 0
            if told > come:
                later += 1
                assert fed(after, seat, chance) - before >= told or after.ending == Ending.SCARCITY, said
    assert signs > 5, (signs, later)


def test_alone_the_sign_tells_how_much_is_allowed() -> None:
    """F3: a third, a half or all of the quota."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08] clans.0.goods.tool=0")
    assert "⚠ 1 Scarcity (1 of 3 allowed)" in told(s, "habitat with hunter")


def test_finishing_tells_what_is_forgone_and_who_goes_hungry() -> None:
    """F3, DG-H0c, DG-5.1: the Shaman's wait and each food that is short, before the round is thrown away."""
    s = programmed(camp(), "hut H5", f"go to {cell(4, 3)}", "send hunter", fruit=1, meat=1)
    said = told(s, "finish")
    assert said == (
        "Finish and go without the harvest and the hut: the Shaman waits in vain; 3 food short; "
        "⚠ 4 Scarcity (−8 points)"
    )
    play(s, "finish")
    assert s.clans[0].scarcity == 4


@pytest.mark.parametrize(
    ("fruit", "signs"),
    [
        (
            3,
            (
                "⚠ 3 Scarcity (3 of 3 allowed)",
                "⚠ 3 Disettes (3 sur 3 permises)",
                "⚠ 3 schaarste (3 van de 3 toegestane)",
            ),
        ),
        (
            0,
            (
                "⚠ 6 Scarcity (6, more than the 3 allowed: the game is lost)",
                "⚠ 6 Disettes (6, plus que les 3 permises\xa0: la partie est perdue)",
                "⚠ 6 schaarste (6, meer dan de 3 toegestane: het spel is verloren)",
            ),
        ),
    ],
)  # fmt: skip
def test_alone_finishing_says_where_the_hunger_after_it_loses_the_game(fruit: int, signs: tuple[str, ...]) -> None:
    """R49: what is taken beyond the quota, forced, loses at once."""
    s = table("players=1 tile=[e4:S3 i1:Q06 i7:Q07 a7:Q08]")
    play(s, f"go to {cell(4, 3)}")
    play(s, "send hunter")
    put(s, f"clans.0.goods.fruit={fruit} clans.0.fruit=[{fruit}] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert [told(s, "finish", language).rpartition("; ")[2] for language in THREE] == list(signs)
    play(s, "finish")
    assert bool(s.over) == ("lost" in signs[0]) and s.clans[0].scarcity > 0


def test_a_pass_says_that_the_clan_goes_hungry_and_the_game_is_lost() -> None:
    """F3, R49: who sends nobody, or nobody who can bring enough, knows what the meal will cost."""
    s = table("players=1 tile=[e4:S3 i1:Q06 i7:Q07 a7:Q08]")
    put(s, "clans.0.goods.fruit=1 clans.0.fruit=[1] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    said = [re.sub(r"\s", " ", told(s, "pass", language)) for language in THREE]
    assert said == [
        "Pass for this round: 6 members stay at home; 5 food short; "
        "⚠ 5 Scarcity (5, more than the 3 allowed: the game is lost)",
        "Passer pour cette manche : 6 membres restent au foyer ; il manque 5 points de nourriture ; "
        "⚠ 5 Disettes (5, plus que les 3 permises : la partie est perdue)",
        "Pas voor deze ronde: 6 leden blijven thuis; 5 voedsel te kort; "
        "⚠ 5 schaarste (5, meer dan de 3 toegestane: het spel is verloren)",
    ]
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6]")
    assert "⚠" not in told(s, "pass")


def test_a_pass_counts_the_most_that_can_still_come_home() -> None:
    """F3, DG-5.1: what was programmed may bring food; only what is short all the same is told."""
    s = table("tile=[d4:T00 e4:S3 f4:S1] beast=[f4:horse1]", "clans.0.goods.fruit=1 clans.0.fruit=[1]")
    put(s, owning(0, fruit=1, meat=0, tool=1))
    play(s, f"go to {cell(5, 3)}", "hunt with 0 chiefs 1 hunters", "pass")
    assert "at least 3 food short; ⚠ 3 Scarcity (−6 points)" in told(s, "pass")


def test_a_craft_is_named_whatever_its_place() -> None:
    """F6 iii: after a discard the places have gaps; the choice names the tile, its price and its points."""
    s = camp()
    s.craft[0] = -1
    assert told(s, "craft 2 with hunter") == (
        "Send a Hunter-Gatherer to make a statuette of 1 Wood and 2 Stone: 1 Tool now; "
        "1 Wood and 2 Stone when resolving; 4 points"
    )
    s = programmed(s, "craft 3 with chief", wood=2, stone=2)
    assert told(s, "resolve craft 3") == "Make a statuette of 2 Wood and 2 Stone: costs 2 Wood and 2 Stone; 6 points"


def test_expeditions_tell_what_is_there_and_what_comes_home() -> None:
    """F6 iv, vi, A2: content of the tile, what a group finds and carries, prompt included."""
    s = camp()
    assert told(s, f"go to {cell(4, 3)}") == "Expedition to e4: 2 Wood for each Mastery"
    play(s, f"go to {cell(4, 3)}")
    assert asked(s) == "Who goes on the expedition? (e4: 2 Wood)"
    assert told(s, "send hunter") == "Send 1 Hunter-Gatherer: Mastery 1; brings home 2 Wood"
    assert told(s, "send 2hunters+tool") == "Send 2 Hunter-Gatherers with 1 Tool: Mastery 3; finds 6 Wood, carries 4"
    s = programmed(s, "send 2hunters+tool")
    assert told(s, f"resolve {cell(4, 3)}") == "Bring home the harvest from e4: finds 6 Wood, carries 4"
    play(s, f"resolve {cell(4, 3)}")
    assert s.clans[0].goods[0] == 4


def test_a_hunt_tells_how_many_tools_go() -> None:
    """F6 v: and Mastery and members before that."""
    s = camp()
    assert told(s, f"go to {cell(5, 3)}") == "Hunt a Horse on f4: Mastery 2, at least 1 member"
    play(s, f"go to {cell(5, 3)}")
    one = told(s, "hunt with 0 chiefs 1 hunters")
    assert one.startswith("Send 1 Hunter-Gatherer with 1 Tool hunting: Mastery 2; finds ")
    assert "with" not in told(s, "hunt with 0 chiefs 2 hunters")


def test_carrying_tells_what_was_found_and_how_much_fits() -> None:
    """F6 vi: the prompt has what lies there and the room; a choice tells the rest where it is certain."""
    s = play(programmed(camp(), f"go to {cell(5, 3)}", "hunt with 1 chiefs 0 hunters"), f"resolve {cell(5, 3)}")
    assert asked(s) == "What do you carry home? (1 Meat, 2 Furs and 1 Bone there; room for 2)"
    assert told(s, "carry 1 meat") == "Carry home 1 Meat: room for 1 more"
    assert told(s, "carry 0 meat") == "Leave the Meat there: room for 2 more"
    play(s, "carry 1 meat")
    assert told(s, "carry 1 fur") == "Carry home 1 Fur" and told(s, "carry 0 fur") == "Carry home 1 Bone"


def test_tools_are_made_by_recipes_with_their_prices() -> None:
    """F2: level and recipe each tell what they cost."""
    s = play(programmed(camp(), "capacity tools with chief", wood=1, stone=3), "resolve capacity tools")
    assert told(s, "tools upgrade recipe second") == "Both: level 2 for 1 Stone, then 4 Tools for 1 Wood and 1 Stone"
    assert told(s, "tools keep recipe first") == "Make Tools only: 3 Tools for 2 Stone"
    assert told(s, "tools upgrade recipe none") == "Upgrade only: level 2 for 1 Stone"


def test_tool_making_says_that_both_are_possible() -> None:
    """DG-G3: a level, Tools, or both; at the last level only Tools are left, the other tracks have only a level."""
    s = camp(wood=1, stone=3)
    assert told(s, "capacity tools with hunter").endswith(
        "level 2 for 1 Stone, or 3 Tools for 2 Stone, or both when resolving"
    )
    assert "ou les deux" in told(s, "capacity tools with hunter", "fr")
    assert "of allebei" in told(s, "capacity tools with hunter", "nl")
    assert "both" not in told(s, "capacity range with hunter")
    s.clans[0].levels[2] = 2
    assert "both" not in told(s, "capacity tools with hunter") and "level 4" not in told(
        s, "capacity tools with hunter"
    )


def test_twins_are_told_as_a_birth() -> None:
    """DG-H6: whom it takes, the newborns and the beds; and so does the log."""
    s = play(camp(), "hut H6")
    assert (
        told(s, "twins with hunter") == "Birth of twins: the Shaman and a Hunter-Gatherer: 2 newborns; 0 beds free now"
    )
    words = GAME.words("nl", BOX)
    note = LogNote(GAME.notes.number("partnered"), 0, NOBODY, 0, 0, 0, 0)
    assert note_sentence(GAME, words, note, ["Ada", "Bo"]) == (
        "Ada plant de geboorte van een tweeling: de sjamane en een jager-verzamelaar"
    )


def test_two_paintings_that_are_dropped_are_told_once_with_their_number() -> None:
    """DG-3.2: the log says what somebody goes without, each kind once."""
    s = camp(tool=9, wood=1, stone=1)
    play(s, "fresco 1-top with chief", "pass", "habitat with hunter", "fresco 1-bottom with hunter", "pass")
    assert s.phase == Phase.RESOLVE
    play(s, "finish")
    history = [[LogNote(*(getattr(s.notes[i], name) for name in LogNote._fields)) for i in range(s.note_count)]]
    for language, once in (
        ("en", "Ada goes without the painting (2 times)"),
        ("fr", "Ada renonce à la peinture (2 fois)"),
        ("nl", "Ada ziet af van de schildering (2 keer)"),
    ):
        lines = View(GAME, BOX, -1, s, [], history, ["Ada", "Bo"]).log(language)[0]
        assert once in lines and sum("paint" in line or "peint" in line or "schilder" in line for line in lines) == 1


def test_habitats_tell_price_points_and_beds() -> None:
    """F2: on a free place, and over a shelter whose beds are lost."""
    s = camp()
    s.clans[0].homes[2] = Home.SIMPLE
    s = play(programmed(s, "habitat with chief", stone=1, bone=1), "resolve habitat by chief")
    assert told(s, "raise prestigious on shelter") == (
        "Build a prestigious Habitat over a shelter: costs 1 Stone and 1 Bone; 3 points; beds 9 → 7"
    )


def test_the_hut_tells_its_price() -> None:
    """F2: what an offering is; a Megalith's goods and points."""
    s = camp()
    assert told(s, "hut H5") == (
        "Send the Shaman to the hut: Trade; an offering (1 Meat, 1 Fur or 1 Bone) when resolving"
    )
    menhir = "Menhir; 2 Wood, 2 Stone and 2 Tools when resolving; 6 points"
    assert told(camp(wood=2, stone=2, tool=2), "hut H3A").endswith(menhir)


def test_a_hut_that_cannot_be_paid_yet_is_foretold() -> None:
    """DG-H0c: whoever sends the Shaman sees what is still missing, and what it costs if it stays so."""
    s = camp(wood=1, stone=3, tool=2)
    assert told(s, "hut H3A").endswith("6 points; you still lack 1 Wood (unpaid: 1 Scarcity)")
    poor = camp(meat=0, fur=0, bone=0)
    lacking = {
        "en": "you still lack an offering (1 Meat, 1 Fur or 1 Bone) (unpaid: 1 Scarcity)",
        "fr": "il vous manque encore une offrande", "nl": "je komt nog een offergave",
    }  # fmt: skip
    for language, said in lacking.items():
        assert said in told(poor, "hut H5", language)
    assert "lack" not in told(camp(bone=1), "hut H5")


def test_people_read_names_of_the_hut_and_may_type_them() -> None:
    """The ids of the box (H3A) are for files; both ways to write it mean the same."""
    table = Table.new("doggerland", 2, seed=3, interpreted=True)
    shown = {
        choice.text for choice in table.view(table.player or 0).scene("en").choices if choice.text.startswith("hut ")
    }
    assert "hut menhir" in shown and not any(re.search(r"\bH\d", text) for text in shown)
    assert table.number_of("hut menhir") == table.number_of("hut H3A") == GAME.actions.number("hut H3A")
    assert len({GAME.text(number) for number in range(len(GAME.actions))}) == len(GAME.actions)


def test_a_painting_tells_its_animal() -> None:
    """F6 iv: which animal is there, its points, and whether it is remembered."""
    s = camp()
    assert told(s, "fresco 1-top with chief") == (
        "Send the Chief to paint a Mammoth on tile 1, top: 1 Tool now; 4 points; not in memory yet"
    )
    put(s, "clans.0.memory.mammoth=1")
    assert told(s, "fresco 1-top with chief").endswith("4 points")


def test_a_meal_tells_what_spoils() -> None:
    """DG-5.1: all that is eaten, and what is lost afterwards."""
    s = camp(fruit=8, meat=0)
    s.clans[0].goods[3] = s.clans[0].meat[2] = 2
    play(s, "pass", "pass")
    assert asked(s, "en").endswith("(6 food needed)")
    assert told(s, "eat 1 meat") == "Eat 4 Fruit and 1 Meat: spoiled afterwards: 1 Meat"


def test_an_event_is_explained_where_it_is_asked() -> None:
    """F5: in prompt, choice and log, in every language, with the numbers of the box."""
    s = turned("SC14")
    assert asked(s) == "Use the event “Sledges”? Transport is 1 higher until the end of phase 3."
    assert told(s, "use event") == "Use the event: Transport is 1 higher until the end of phase 3."
    for language in COMPLETE_LANGUAGES:
        assert GAME.words(language).value(CARD, CARD.index("SC14")) in asked(s, language)


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"opening": "chosen"}), (3, {"length": "short"})])
def test_all_choices_of_whole_games_are_told_in_three_languages(seats: int, options: dict[str, str]) -> None:
    """Without holes, no two alike, and no rule code in any of them."""
    for s in walk(seats, 21, **options):
        if s.over:
            break
        language = COMPLETE_LANGUAGES[s.ply % len(COMPLETE_LANGUAGES)]
        words = GAME.words(language)
        said = [choice_sentence(GAME, s, BOX, words, number, []) for number in ENGINE.legal(s, BOX)]
        assert len(set(said)) == len(said), sorted(said)
        assert not any(re.search(r"[{}|]|DG-|\((R|SC)\d", line) for line in said)


def test_sentences_follow_the_table_not_the_memory() -> None:
    """What is remembered about a position is not told about another: told anew it reads the same."""
    s, first = new(2, 4), []
    states = []
    for s in walk(2, 4):
        if s.over or s.ply > 60:
            break
        states.append(type(s).from_buffer_copy(bytes(s)))
        first.append([told_all(s, GAME.words("en"))])
    for state, said in zip(reversed(states), reversed(first), strict=True):
        forget()
        assert [told_all(state, GAME.words("en"))] == said


def told_all(s: Any, words: Words) -> list[str]:
    return [choice_sentence(GAME, s, BOX, words, number, []) for number in ENGINE.legal(s, BOX)]


def test_losses_of_a_gale_and_a_rockfall() -> None:
    """SC23, SC24: what would be lost, and what repairs cost."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08]")
    s.clans[0].homes[2] = Home.SIMPLE
    s.clans[0].homes[3] = Home.PRESTIGIOUS
    s.phase, s.solo.cards[0] = Phase.GALE, CARD.index("SC23")
    put(s, "clans.0.goods.wood=1 clans.0.goods.stone=1")
    assert told(s, "repair") == "Pay 1 Wood and 1 Stone for the repairs"
    assert told(s, "lose simple on bare") == "Lose a simple Habitat on a free place: beds 10 → 7"
    put(s, "fresco=[F03 F02] fresco_up=2 cubes.1-top=1 painter.1-top=0 cubes.2-top=1 painter.2-top=0")
    s.phase = Phase.ROCKFALL
    assert told(s, "rockfall 1-top") == "Lose a cube on a Mammoth, tile 1, top"


def test_a_load_is_chosen_whole() -> None:
    """DG-D3: the loads that lie together on the table are those that answers good by good lead to, each once, and the
    actions of each are all that is asked."""
    s = play(programmed(camp(), f"go to {cell(5, 3)}", "hunt with 1 chiefs 0 hunters"), f"resolve {cell(5, 3)}")
    laid = table_at(GAME, s)
    loads = laid.view(s.player).scene().chains
    assert [load.sentence for load in loads] == [
        "Carry home 1 Meat and 1 Fur", "Carry home 1 Meat and 1 Bone", "Carry home 2 Furs",
        "Carry home 1 Fur and 1 Bone",
    ]  # fmt: skip
    assert [load.default for load in loads] == [True, False, False, False]
    assert loads[1].take == (("load-meat", 1), ("load-bone", 1))
    ends = [laid.copy().play(*load.actions).digest() for load in loads]
    by_hand = [
        second.digest()
        for first in (laid.copy().play(action) for action in laid.numbers())
        for second in (first.copy().play(action) for action in first.numbers())
    ]
    assert sorted(ends) == sorted(by_hand)
