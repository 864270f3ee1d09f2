"""The five rule options of section 7, each against the default."""

from __future__ import annotations

from ..playing import at, options, refused
from .reading import BOX, ENGINE, cards_in, events, letter_of, play, show_side, show_zone

FACE_UP = """phase=action turn=1 deck=[P1 N11c]
sides=[{hand=[N10a E3 P2] zone=[(H4) E1~ N13a -]}
       {hand=[E2] zone=[(P5) P9~ - N12a]}]"""


def test_faceup_attack_any_drops_tt_k4() -> None:
    """R1, TT-K4: by default a total that is too low may not attack a face-up totem."""
    assert refused(at("totem", FACE_UP), "attack E3 -> 2")
    s = at("totem", FACE_UP, options={"faceup_attack": "any"})
    play(s, "attack E3 -> 2")
    assert events(s)[:3] == ["attack A E3 2 3", "held B 2 level P9", "turn B 2"]
    assert show_zone(s, 1) == "(P5) P9~ - N12a"
    assert show_side(s, 1).startswith("E2 N11c |"), "a spent Sum draws nothing; N11c is the turn draw"


def test_faceup_attack_any_still_needs_a_totem_and_compares_levels() -> None:
    """R1, R37, TT-K7: a plain face-up totem holds upright; an empty slot is no target."""
    s = at("totem", FACE_UP, options={"faceup_attack": "any"})
    assert refused(s, "attack N10a -> 3")
    play(s, "attack N10a -> 4")
    assert show_zone(s, 1) == "(P5) P9~ - N12a"
    assert cards_in(s.sides[0].hand) == ["E3", "P2"]


SHIELD = """phase=action turn=1 deck=[N11b P1 E1]
sides=[{hand=[S9 N13a E3] zone=[(H4) (E6) (N11a) -]}
       {hand=[E2 S7] zone=[(H7) (H5) (E9) (P5)]}]"""


def test_shield_attacker_return_gives_the_card_back() -> None:
    """R8, TT-P2a: by default the stopped attacker is discarded; with `return` it goes back, openly."""
    s = at("totem", SHIELD)
    play(s, "attack N13a -> 1")
    assert "N13a" in cards_in(s.discard)
    s = at("totem", SHIELD, options={"shield_attacker": "return"})
    play(s, "attack N13a -> 1")
    assert events(s)[2:5] == ["held B 1 shield_return H7", "returned A N13a", "spent B 1 H7"]
    assert cards_in(s.sides[0].hand) == ["S9", "E3", "N13a"]
    assert show_zone(s, 1) == "H7~ (H5) (E9) (P5)"
    assert letter_of(s.player) == "B", "no second attack"


def test_shield_attacker_return_gives_both_cards_of_a_pair_back() -> None:
    """R8, TT-K2: a pair comes back whole."""
    s = at("totem", SHIELD, options={"shield_attacker": "return"})
    play(s, "attack S9+N13a -> 1")
    assert cards_in(s.sides[0].hand) == ["S9", "E3", "N13a"]
    assert cards_in(s.sides[0].shown) == ["S9", "N13a"]


def test_shield_attacker_return_leaves_other_failures_alone() -> None:
    """TT-K8: a card that lost on levels is discarded all the same."""
    s = at("totem", SHIELD, options={"shield_attacker": "return"})
    play(s, "attack E3 -> 3")
    assert "E3" in cards_in(s.discard)


def test_shield_weak_spends_no_leaves_the_shield_ready() -> None:
    """R9, TT-P2b: a weak attack does not use the Shield up; while upright it may be attacked by any card."""
    s = at("totem", SHIELD)
    play(s, "attack E3 -> 1")
    assert show_zone(s, 1) == "H7~ (H5) (E9) (P5)"
    s = at("totem", SHIELD, options={"shield_weak_spends": "no"})
    play(s, "attack E3 -> 1")
    assert events(s)[:4] == ["attack A E3 1 3", "flipped B 1 H7", "held B 1 shield H7", "turn B 2"]
    assert show_zone(s, 1) == "H7 (H5) (E9) (P5)"
    assert "E3" in cards_in(s.discard)


READY = """phase=action turn=1 deck=[N11d N11b P1 E1]
sides=[{hand=[S9 N13a E3] zone=[(H4) (E6) (N11a) -]}
       {hand=[E2 S7] zone=[H7 (H5) (E9) (P5)]}]"""


def test_shield_weak_spends_no_the_ready_shield_stops_the_next_strong_attack() -> None:
    """R9: the immunity lasts until an attack of its level or more, then TT-K4 holds."""
    s = at("totem", READY, options={"shield_weak_spends": "no"})
    assert "attack E3 -> 1" in options(s)
    play(s, "attack N13a -> 1")
    assert events(s)[:3] == ["attack A N13a 1 13", "held B 1 shield H7", "spent B 1 H7"]
    play(s, "discard E2")
    assert refused(s, "attack E3 -> 1")
    play(s, "attack S9 -> 1")
    assert show_zone(s, 1) == "- (H5) (E9) (P5)"


def test_shield_weak_spends_no_an_attack_of_its_level_is_not_weak() -> None:
    """R9: the Shield is used up."""
    s = at("totem", READY.replace("hand=[S9 ", "hand=[E7 "), options={"shield_weak_spends": "no"})
    play(s, "attack E7 -> 1")
    assert events(s)[1:3] == ["held B 1 shield H7", "spent B 1 H7"]


def test_shield_weak_spends_no_an_eye_cannot_choose_the_ready_shield() -> None:
    """TT-P3c: it lies face up already."""
    s = at("totem", READY.replace("hand=[S9 ", "hand=[E8 "), options={"shield_weak_spends": "no"})
    play(s, "attack E8 -> 4")
    assert options(s) == {"eye 2", "eye 3"}


ATTACKING_SUM = """phase=action turn=1 deck=[P1 N13d]
sides=[{hand=[P6] zone=[(H4) (E6) (N11a) (P8)]}
       {hand=[E2 S7] zone=[(S5) (P9) (N12c) -]}]"""


def test_sum_forced_no_asks_the_attacker() -> None:
    """R13, TT-P4a: by default the draw comes by itself (X16); now the owner answers first."""
    s = at("totem", ATTACKING_SUM, options={"sum_forced": "no"})
    play(s, "attack P6 -> 1")
    assert options(s) == {"sum yes", "sum no"}
    play(s, "sum yes")
    assert events(s) == ["drew A sum 1 N13d"]
    assert "attack N13d -> 3" in options(s)


def test_sum_forced_no_may_be_declined() -> None:
    """R13, TT-K11: without the card the hand is empty, so draw-pass is on offer."""
    s = at("totem", ATTACKING_SUM, options={"sum_forced": "no"})
    play(s, "attack P6 -> 1")
    play(s, "sum no")
    assert events(s) == ["declined A"]
    assert s.deck_left == 2
    assert options(s) == {"pass", "draw-pass"}


def test_sum_forced_no_asks_the_defender_in_the_attackers_turn() -> None:
    """R13, TT-P4b: the owner of a Sum that held decides off turn; then the turn ends."""
    s = at("totem", ATTACKING_SUM, options={"sum_forced": "no"})
    play(s, "attack P6 -> 2")
    assert (letter_of(s.active), letter_of(s.player)) == ("A", "B")
    play(s, "sum no")
    assert events(s) == ["declined B", "turn B 2", "drew B turn 1 N13d"]


def test_sum_forced_no_asks_nothing_when_the_deck_is_empty() -> None:
    """TT-P4c: there is nothing to draw."""
    text = ATTACKING_SUM.replace("deck=[P1 N13d]", "deck=[] last=0")
    s = at("totem", text, options={"sum_forced": "no"})
    play(s, "attack P6 -> 1")
    assert options(s) == {"pass"}


LAST_CARD_OFF_TURN = """phase=action turn=1 deck=[N10b]
sides=[{{hand=[S3 S4] zone=[N13a N13b N13c N13d]}}
       {{hand=[{hand}] zone=[(P9) N12a N12b E8~]}}]"""


def test_discard_empty_deck_no_needs_a_card_in_the_deck() -> None:
    """R19, TT-A4: by default Discard is legal with an empty deck."""
    empty = LAST_CARD_OFF_TURN.format(hand="E2").replace("deck=[N10b]", "deck=[] last=0")
    assert "discard S3" in options(at("totem", empty))
    s = at("totem", empty, options={"discard_empty_deck": "no"})
    assert refused(s, "discard S3")
    s = at("totem", LAST_CARD_OFF_TURN.format(hand="E2"), options={"discard_empty_deck": "no"})
    assert "discard S3" in options(s)


def test_discard_empty_deck_no_a_player_without_any_action_ends_the_turn() -> None:
    """TT-T3: B draws the last card with P9 and has nothing to do in the last turn: full zone, nothing
    hidden, every target too strong, no card to draw."""
    s = at("totem", LAST_CARD_OFF_TURN.format(hand="E2"), options={"discard_empty_deck": "no"})
    play(s, "attack S3 -> 1")
    assert events(s)[-4:] == ["deck_empty B", "turn B 2", "stuck B", "end2_sum A 4 4 52 41"]
    assert s.over
    s = at("totem", LAST_CARD_OFF_TURN.format(hand="E2"))
    play(s, "attack S3 -> 1")
    assert options(s) == {"discard E2", "discard N10b"}


def test_discard_empty_deck_no_the_hand_limit_comes_before_the_end() -> None:
    """TT-T3, TT-T5: the turn without action goes on with the hand limit."""
    s = at("totem", LAST_CARD_OFF_TURN.format(hand="E1 E2 E3 E4 E5 E6"), options={"discard_empty_deck": "no"})
    play(s, "attack S3 -> 1")
    assert options(s) == {f"trim {card}" for card in ("E1", "E2", "E3", "E4", "E5", "E6", "N10b")}
    play(s, "trim E1")
    assert s.over


def test_discard_empty_deck_no_a_sword_pair_is_an_action_too() -> None:
    """TT-T3, TT-K2: 9 and 10 together beat 13, so the player must attack."""
    s = at("totem", LAST_CARD_OFF_TURN.format(hand="S9"), options={"discard_empty_deck": "no"})
    play(s, "attack S3 -> 1")
    assert options(s) == {f"attack S9+N10b -> {slot}" for slot in range(1, 5)}


def test_the_options_are_offered_by_name() -> None:
    """Section 7: five switches, the ruling first; and the counting aid, which is off unless chosen."""
    names = [(option.name, option.default) for option in ENGINE.game.options]
    assert names == [
        ("faceup_attack", "at_least"),
        ("shield_attacker", "discard"),
        ("shield_weak_spends", "yes"),
        ("sum_forced", "yes"),
        ("discard_empty_deck", "yes"),
        ("unseen_cards", "no"),
    ]
    assert ENGINE.check(at("totem", SHIELD), BOX) == 0
