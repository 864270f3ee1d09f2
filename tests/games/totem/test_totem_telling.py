"""What people read at a table of Totem: who is addressed, what choices mean, why not, piles and aids."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import BadNotation, IllegalAction
from firstfire.games.totem import GAME
from firstfire.games.totem.actions import ACTIONS, CARD
from firstfire.games.totem.rules.knowledge import unseen_cards
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.presentation.text_scene import draw
from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.viewer.sentences import LogNote
from firstfire.view import View

from .. import playing
from ..playing import at
from .reading import BOX, ENGINE, cards_in, play

NAMES = ["Ada", "Bo"]
MIDDLE = """phase=action turn=1 deck=[N12c P1 E1]
sides=[{hand=[S3 N10b] zone=[(H4) N13b - P8~]}
       {hand=[S7 S8 E2] zone=[(P9) (H5) - E9~]}]"""
EYE = """phase=action turn=1 deck=[P1 E1]
sides=[{hand=[S3 N10b] zone=[(H4) N13b - -]}
       {hand=[S7] zone=[(E9) (H5) - -]}]"""


def view_of(s: Any, seat: int) -> View:
    return playing.view_of(s, seat, NAMES)


def scene_of(s: Any, seat: int, language: str = "en") -> Scene:
    return view_of(s, seat).scene(language)


def asked(s: Any, seat: int, language: str = "en") -> str:
    return scene_of(s, seat, language).prompt.sentence


# ── whom a sentence addresses ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "owner", "others"),
    [
        ("en", "your Eye won: choose a hidden totem to discover",
         "the Eye of Bo won: Bo chooses a hidden totem to discover"),
        ("fr", "votre Œil l’emporte\xa0: choisissez un totem caché à découvrir",
         "Bo l’emporte avec l’Œil et choisit un totem caché à découvrir"),
        ("nl", "je oog wint: kies een verborgen totem om te ontdekken",
         "Bo wint met het oog en kiest een verborgen totem om te ontdekken"),
    ],
)  # fmt: skip
def test_only_the_owner_of_the_eye_that_held_is_told_it_is_theirs(language: str, owner: str, others: str) -> None:
    s = at("totem", EYE)
    play(s, "attack S3 -> 1")
    assert s.player == 1
    assert asked(s, 1, language) == owner
    assert asked(s, 0, language) == asked(s, -1, language) == others


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_line_tells_the_actor_from_the_others(language: str) -> None:
    """Whatever is asked or told of a player reads differently for that player; the others read the name."""
    words = GAME.words(language).entries
    for key in [key for key in words if key.startswith("phase.") and "after_win_" not in key and key != "phase.over"]:
        assert "{seat:" in words[key], key
    for key in [key for key in words if key.startswith("note.") and key != "note.end2_draw"]:
        assert "{seat:" in words[key], key


def test_the_log_says_you_to_the_actor_and_the_name_to_everybody_else() -> None:
    table: Any = Table.new("totem", seed=3, names=NAMES, interpreted=True)
    while table.state.turn < 9 and not table.over:
        table.play(table.legal()[0])
    own, rival, watching = (" ".join(table.log(seat=seat)) for seat in (0, 1, -1))
    assert "You draw" in own and "Ada draws" not in own and "Bo draws a card" in own
    assert "You draw" in rival and "Bo draws" not in rival and "Ada draws a card" in rival
    assert "You" not in watching and "Ada draws a card" in watching and "Bo draws a card" in watching


def test_numbers_bend_their_nouns() -> None:
    """TT-G1: one totem, three totems."""
    words = GAME.words("en")
    assert words.say("score.unit", points=1) == "1 totem"
    assert words.say("score.unit", points=3) == "3 totems"
    s = at("totem", MIDDLE.replace("(P9) (H5) - E9~", "- - - E9~").replace("deck=[N12c P1 E1]", "deck=[E1]"))
    play(s, "attack N10b -> 4")
    entries = (s.notes[i] for i in range(s.note_count))
    notes = [LogNote(e.kind, e.seat, e.sight, e.a, e.b, e.c, e.d) for e in entries]
    view = View(GAME, BOX, 1, copy_of(s), [], [notes], NAMES)
    assert view.log()[0][-1] == "Ada wins with 3 totems left: the other side has none."


# ── after a won attack ─────────────────────────────────────────────────────────────────────

STUCK = """phase=action turn=1 deck=[{deck}]
sides=[{{hand=[N13a {hand}] zone=[(H4) N13b - -]}}
       {{hand=[S7] zone=[(P5) N12a - -]}}]"""


@pytest.mark.parametrize(
    ("hand", "deck", "told"),
    [
        ("N13c", "E1 P1", "you won: attack once more, or pass"),
        ("E3", "E1 P1", "you won, but no card of your hand can attack again: pass"),
        ("", "E1 P1", "you won with your last card: draw one and pass, or just pass"),
    ],
)
def test_a_winner_who_cannot_attack_again_is_told_so_and_nobody_else(hand: str, deck: str, told: str) -> None:
    """TT-K10, TT-K11; 10.5: what the hand cannot do is the player's own secret."""
    s = at("totem", STUCK.format(hand=hand, deck=deck))
    play(s, "attack N13a -> 1")
    assert asked(s, 0) == told
    assert asked(s, 1) == asked(s, -1) == "Ada won and may attack once more"


def test_a_winner_with_neither_cards_nor_deck_is_told_to_pass() -> None:
    s = at("totem", STUCK.format(hand="", deck="").replace("deck=[", "last=0 deck=["))
    play(s, "attack N13a -> 1")
    assert asked(s, 0) == "you won, and there is no card left to attack with or to draw: pass"


# ── choices ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("attack N10b -> 1", "Attack the hidden totem in slot 1 with Totem 10"),
        ("attack N10b -> 4", "Attack Eye 9 in slot 4 with Totem 10: it falls"),
        ("attack S3+N10b -> 4", "Attack Eye 9 in slot 4 with Sword 3 and Totem 10 (13 together): it falls"),
        ("swap S3 <-> 1", "Swap Sword 3 for your Shield 4 in slot 1"),
        ("defend S3", "Defend: add Sword 3 face down in slot 3"),
        ("discard S3", "Discard Sword 3 and draw"),
    ],
)
def test_a_choice_names_the_totem_and_what_is_certain(action: str, sentence: str) -> None:
    choices = {choice.action: choice.sentence for choice in scene_of(at("totem", MIDDLE), 0).choices}
    assert choices[ACTIONS.number(action)] == sentence


def test_with_faceup_attack_any_a_weak_attack_is_said_to_fail() -> None:
    s = at("totem", MIDDLE, options={"faceup_attack": "any"})
    choices = {choice.action: choice.sentence for choice in scene_of(s, 0).choices}
    assert choices[ACTIONS.number("attack S3 -> 4")].endswith("it holds")


def test_people_never_see_the_letter_of_equal_cards_and_may_leave_it_out() -> None:
    """2.3: in no sentence, no label, no choice; what is shown can be typed."""
    copy = re.compile(r"\bN1[0-3][a-d]\b")
    table: Any = Table.new("totem", seed=5, names=NAMES, interpreted=True)
    for _ in range(25):
        for seat in (-1, 0, 1):
            view = table.view(seat)
            scene = view.scene()
            shown = [draw(scene), *(c.text for c in scene.choices), *(c.sentence for c in scene.choices)]
            assert not copy.search(" ".join(shown + table.log(seat=seat)))
        choices = table.view(table.player).scene().choices
        typed = choices[len(choices) // 2].text
        table.play(typed)
        assert GAME.text(table.actions()[-1].number) == typed
    with pytest.raises(BadNotation):
        table.play("attack N14 -> 1")


def test_a_refused_attack_typed_without_letters_says_why_not_that_the_card_is_missing() -> None:
    """TT-K4: whichever Totem 10 is meant, the one in hand stands for it."""
    s = at("totem", MIDDLE.replace("E9~", "N12a"))
    for text in ("attack N10a -> 4", "attack N10b -> 4"):
        assert why(s, text)[1].startswith("Totem 12 lies face up: only a total of 12 or more may attack it")
    assert why(s, "attack N11a -> 1")[1] == "Totem 11 is not in your hand."
    assert why(s, "attack N10a -> 1")[0].key == "not_in_hand"
    table: Any = Table.new("totem", seed=5, interpreted=True)
    with pytest.raises(IllegalAction, match="At this point"):
        table.play("attack N10 -> 1")


def test_a_pair_may_be_named_in_any_order_without_letters() -> None:
    """TT-K2: as a set."""
    for text in ("attack N10+S3 -> 4", "attack S3+N10 -> 4", "attack N10b+S3 -> 4"):
        assert GAME.alias is not None
        assert GAME.alias(text).startswith("attack S3+N10")


# ── why not ────────────────────────────────────────────────────────────────────────────────

FULL = MIDDLE.replace("(H4) N13b - P8~", "(H4) N13b (E5) P8~")
LIMIT = MIDDLE.replace("phase=action", "phase=hand_limit").replace("hand=[S3 N10b]", "hand=[S3 N10b S1 S2 S4 S5 S6]")
LOOKING = EYE.replace("phase=action", "phase=eye player=1 attacks=1").replace("(E9)", "E9~")
SETUP = """phase=setup player=0 active=0 turn=0
sides=[{hand=[S4 N10b H4 N13b P8 S5 S6] zone=[- - - -]}
       {hand=[S7 S8 E2 P9 H5 E9 S9] zone=[- - - -]}]"""
REFUSED = [
    (MIDDLE, "place S3", NOT_NOW, "At this point: attack, defend, swap or discard"),
    (MIDDLE, "attack S9 -> 1", "not_in_hand", "Sword 9 is not in your hand."),
    (MIDDLE, "attack S3 -> 3", "empty_slot", "Slot 3 of Bo is empty: only a totem can be attacked."),
    (MIDDLE, "attack S3 -> 4", "too_weak",
     "Eye 9 lies face up: only a total of 9 or more may attack it, and this one is 3."),
    (MIDDLE, "attack S3+S3 -> 1", "pair_of_one", "A pair needs two different cards."),
    (MIDDLE, "attack S3+E9 -> 1", "not_in_hand", "Eye 9 is not in your hand."),
    (FULL, "defend S3", "zone_full", "You have four totems already."),
    (MIDDLE, "swap S3 <-> 3", "swap_empty", "Your slot 3 is empty: Defend puts a card there."),
    (MIDDLE, "swap S3 <-> 2", "swap_face_up",
     "Totem 13 lies face up and stays where it is: only a hidden totem can be swapped."),
    (MIDDLE, "discard E4", "not_in_hand", "Eye 4 is not in your hand."),
    (MIDDLE, "trim S3", NOT_NOW, "At this point: attack, defend, swap or discard"),
    (MIDDLE, "pass", "must_act",
     "You must attack, defend, swap or discard: passing is possible only after a won attack."),
    (MIDDLE, "draw-pass", "must_act", None),
    (MIDDLE, "eye 1", NOT_NOW, None),
    (MIDDLE, "sum yes", NOT_NOW, None),
    (SETUP, "place S3", "not_in_hand", "Sword 3 is not in your hand."),
    (LIMIT, "trim E4", "not_in_hand", "Eye 4 is not in your hand."),
    (LOOKING, "eye 3", "eye_empty", "Slot 3 of Ada is empty."),
]  # fmt: skip
ALWAYS = {"sum"}  # who is asked whether to draw may say yes or no


def why(s: Any, action: str, language: str = "en") -> tuple[Reason, str]:
    view = view_of(s, s.player)
    reason = view.why_not(ACTIONS.number(action) if "S3+S3" not in action else pair_of_one(s))
    assert reason is not None, action
    return reason, view.say_reason(reason, language)


def pair_of_one(s: Any) -> int:
    return ACTIONS.number("attack S3+S4 -> 1") - 1


@pytest.mark.parametrize(("position", "action", "key", "sentence"), REFUSED, ids=lambda value: str(value)[:24])
def test_a_refused_action_of_every_kind_says_why(position: str, action: str, key: Any, sentence: str | None) -> None:
    reason, said = why(at("totem", position), action)
    assert reason == NOT_NOW if key is NOT_NOW else reason.key == key
    assert sentence is None or said == sentence
    for language in LANGUAGES:
        _, other = why(at("totem", position), action, language)
        assert other and not re.search(r"[{}|]|\bTT-", other)


def test_every_kind_of_action_is_refused_with_a_reason_of_its_own() -> None:
    """Each where its kind is asked for or missed, not only at a wrong moment; what is always legal in its phase can
    only come at a wrong one."""
    kinds = {block.name for block in ACTIONS.blocks}
    named = [(ACTIONS.values(ACTIONS.number(text.replace("S3+S3", "S3+S4")))[0], key) for _, text, key, _ in REFUSED]
    tried = {kind for kind, key in named if key is not NOT_NOW}
    assert tried | ALWAYS == kinds and not tried & ALWAYS
    assert {kind for kind, key in named if key is NOT_NOW} >= ALWAYS
    for position, kind in ((SETUP, "place"), (LIMIT, "trim"), (LOOKING, "eye")):  # another of the kind may be played
        assert kind in {ACTIONS.values(number)[0] for number in ENGINE.legal(at("totem", position), BOX)}


@pytest.mark.parametrize(
    ("action", "key"),
    [("defend N10b", "after_win"), ("swap N10b <-> 1", "after_win"), ("discard N10b", "after_win"),
     ("draw-pass", "hand_not_empty"), ("attack S9 -> 2", "not_in_hand")],
)  # fmt: skip
def test_after_a_win_only_a_second_attack_or_a_pass(action: str, key: str) -> None:
    s = at("totem", MIDDLE.replace("(P9)", "(P2)"))
    play(s, "attack S3 -> 1")
    reason, said = why(s, action)
    assert reason.key == key
    if key == "hand_not_empty":
        assert said.endswith("you hold 1 card.")


def test_the_eye_says_what_it_cannot_discover() -> None:
    s = at("totem", EYE)
    play(s, "attack S3 -> 1")
    assert why(s, "eye 3")[1] == "Slot 3 of Ada is empty."
    assert why(s, "eye 2")[1] == "Totem 13 lies face up already: the Eye turns up a hidden totem."


def test_a_pair_of_swords_in_the_wrong_order_is_explained() -> None:
    s = at("totem", MIDDLE.replace("hand=[S3 N10b]", "hand=[S3 S5]"))
    wrong = ACTIONS.number("attack S5+S6 -> 1") - 3
    assert ACTIONS.text(wrong) == "attack S5+S3 -> 1"
    view = view_of(s, 0)
    reason = view.why_not(wrong)
    assert reason is not None
    assert view.say_reason(reason) == "A pair of Swords is named with the lower one first: Sword 3, then Sword 5."


def test_an_empty_deck_is_the_reason_where_the_option_says_so() -> None:
    s = at("totem", MIDDLE.replace("deck=[N12c P1 E1]", "deck=[] last=0"), options={"discard_empty_deck": "no"})
    assert why(s, "discard S3")[1] == "The deck is empty: there is no card to draw."


def test_a_table_refuses_with_the_reason_and_the_rule_in_the_asked_language() -> None:
    table: Any = Table.new("totem", seed=3, names=NAMES, interpreted=True)
    while table.state.turn < 1:
        table.play(table.legal()[0])
    with pytest.raises(IllegalAction) as caught:
        table.play("pass")
    assert caught.value.rule == "TT-T2"
    assert caught.value.sentence("nl").startswith("Je moet aanvallen")


# ── what lies on the table ─────────────────────────────────────────────────────────────────


def pile(scene: Scene) -> list[str]:
    return [piece.id for piece in sorted(scene.pieces, key=lambda piece: piece.slot) if piece.zone == "discard"]


def test_the_discard_pile_lies_in_order_of_arrival_the_last_card_on_top() -> None:
    """TT-C10: through attacks, discards and the hand limit of a whole game, for every viewer."""
    for seed in range(6):
        s, came = ENGINE.new(2, seed), 0
        order: list[str] = []
        while not s.over:
            legal = ENGINE.legal(s, BOX)
            ENGINE.step(s, BOX, legal[(s.ply * 7 + seed) % len(legal)])
            new = [f"card-{name}" for name in cards_in(s.discard & ~came)]
            came = s.discard
            for viewer in (-1, 0, 1):
                shown = pile(scene_of(s, viewer))
                assert shown[: len(order)] == order
                assert sorted(shown[len(order) :]) == sorted(new)
            order = shown
        assert order


def test_a_won_attack_lies_under_the_totem_it_took() -> None:
    s = at("totem", MIDDLE)
    before = pile(scene_of(s, 0))
    play(s, "attack N10b -> 4")
    assert pile(scene_of(s, 1)) == [*before, "card-N10b", "card-E9"]


def test_a_hidden_totem_says_since_which_turn_it_lies_there() -> None:
    """TT-H2: to both and to spectators, for totems laid after the set-up."""
    s = at("totem", MIDDLE)
    s.turn = 5
    play(s, "defend S3")
    for viewer in (-1, 0, 1):
        totems = {piece.slot: piece for piece in scene_of(s, viewer).pieces if piece.zone == "zone0"}
        assert totems[2].badges == ["since turn 5"] and "It was laid there in turn 5." in totems[2].tip
        assert totems[0].badges == [] and "It has lain there since the set-up." in totems[0].tip
        assert totems[1].badges == [] and "laid there" not in totems[1].tip
    play(s, "attack S7 -> 3")
    totem = {piece.slot: piece for piece in scene_of(s, 1).pieces if piece.zone == "zone0"}.get(2)
    assert totem is None
    play(s, "pass")
    play(s, "swap N10b <-> 1")
    totems = {piece.slot: piece for piece in scene_of(s, 1).pieces if piece.zone == "zone0"}
    assert totems[0].badges == ["since turn 7"] and totems[0].look == "back"


def test_at_the_end_the_hidden_totems_are_turned_up_for_everybody() -> None:
    """R25: the same faces for both and for spectators."""
    s = at("totem", MIDDLE.replace("(P9) (H5) - E9~", "- - - E9~"))
    assert not next(piece for piece in scene_of(s, 0).pieces if piece.id == "card-H4").face_up
    play(s, "attack N10b -> 4")
    for viewer in (-1, 0, 1):
        totem = next(piece for piece in scene_of(s, viewer).pieces if piece.zone == "zone0" and piece.slot == 0)
        assert (totem.id, totem.look, totem.face_up, totem.label) == ("card-H4", "shield-4", True, "Shield 4")
        assert not [piece for piece in scene_of(s, viewer).pieces if piece.id == "card-S7" and viewer != 1]


def test_unseen_cards_are_listed_only_where_the_table_wants_it() -> None:
    """10.4: U(v) of the viewer, equal cards once with their number."""
    assert scene_of(at("totem", MIDDLE), 0).lists == []
    s = at("totem", MIDDLE, options={"unseen_cards": "yes"})
    for viewer in (-1, 0, 1):
        (aid,) = scene_of(s, viewer).lists
        unseen = cards_in(unseen_cards(view_of(s, viewer).state, viewer))
        assert aid.label == f"Not seen yet ({len(unseen)} cards)"
        assert sum(piece.count or 1 for piece in aid.pieces) == len(unseen)
        assert aid.zone == "deck"
    assert [piece.label for piece in scene_of(s, 0).lists[0].pieces][:2] == ["Totem 12", "Sum 9"]
    assert "Not seen yet (8 cards): " in draw(scene_of(s, 0))


def test_unseen_cards_are_the_same_in_every_world_the_viewer_cannot_tell_apart() -> None:
    s = at("totem", MIDDLE, options={"unseen_cards": "yes"})
    for viewer in (-1, 0, 1):
        other = copy_of(s)
        ENGINE.see(other, BOX, viewer)
        ENGINE.determinize(other, BOX, viewer, 77, 1)
        assert cards_in(other.sides[1 - max(viewer, 0)].hand) != cards_in(s.sides[1 - max(viewer, 0)].hand)
        assert scene_of(s, viewer).as_data() == scene_of(other, viewer).as_data()


def test_games_saved_before_the_pile_was_remembered_still_replay(tmp_path: Path) -> None:
    """What the record remembers for people is no part of its fingerprint: this one was written without it."""
    table: Any = Table.new("totem", seed=7, options={"shield_attacker": "return"}, interpreted=True)
    for ply in range(40):
        numbers = table.numbers()
        table.play(numbers[ply * 5 % len(numbers)])
    assert table.digest() == "201835d7ae822514"
    path = table.save(tmp_path / "night.json")
    assert json.loads(path.read_text())["rules_version"] == 1
    again = Table.load(path, interpreted=True)
    assert pile(again.view(0).scene()) == pile(table.view(0).scene())


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_codes_stand_only_in_the_rules(language: str) -> None:
    """Where they can be opened; the cards' own letters are no words either."""
    entries = Words.of(GAME.folder / "words", language).entries
    coded = [key for key, text in entries.items() if re.search(r"\b(TT-|R\d)", text)]
    assert coded == []
    assert len(CARD) == 52
