"""Rules that the worked scenarios leave open or show only in passing."""

from __future__ import annotations

from collections import Counter

import pytest

from firstfire.errors import BadPosition, BadSetup
from firstfire.games.totem.actions import ACTIONS, CARD
from firstfire.games.totem.box import CARD_IDS
from firstfire.games.totem.state import Phase
from firstfire.kernel.positions.notation import change_position

from ..playing import at, options, refused
from .reading import BOX, ENGINE, cards_in, events, play, show_side, show_zone

TABLE = """phase=action turn=1 deck=[N12c P1 E1]
sides=[{{hand=[{hand}] zone=[(H4) (E6) (N11a) (P8)]}}
       {{hand=[E2 S9] zone=[{zone}]}}]"""


def test_the_starting_player_is_drawn_by_a_fair_coin() -> None:
    """TT-S1, TT-H0a: and asked to place first."""
    starters = Counter(ENGINE.new(2, seed, quiet=True).starter for seed in range(600))
    assert 240 < starters[0] < 360
    s = ENGINE.new(2, 3)
    assert (s.player, s.active) == (s.starter, s.starter)


def test_the_deck_is_shuffled_evenly() -> None:
    """TT-S2, TT-H0b: each card is about as often on top of the deck."""
    tops = Counter(CARD.values[s.deck[s.deck_left - 1]] for s in (ENGINE.new(2, n, quiet=True) for n in range(2600)))
    assert set(tops) == set(CARD_IDS)
    assert max(tops.values()) < 90
    assert min(tops.values()) > 20


def test_two_players_only() -> None:
    """R32."""
    with pytest.raises(BadSetup, match="cannot be played by 3"):
        ENGINE.new(3, 1)


def test_the_actions_of_a_turn_stand_in_their_order_and_nobody_gives_up() -> None:
    """R34, R38: attack, defend, swap, discard; no action ends the game by a word."""
    names = [block.name for block in ACTIONS.blocks]
    assert [name for name in names if name in ("attack", "defend", "swap", "discard")] == [
        "attack",
        "defend",
        "swap",
        "discard",
    ]
    assert not [name for name in names if "give" in name or "resign" in name]


def test_the_deal() -> None:
    """TT-S3, TT-S6: seven cards each; 38 are left, the discard pile is empty."""
    s = ENGINE.new(2, 4)
    assert [s.sides[seat].hand_size for seat in range(2)] == [7, 7]
    assert (s.deck_left, s.discard, s.turn) == (38, 0, 0)
    assert options(s) == {f"place {card}" for card in cards_in(s.sides[s.player].hand)}


def test_the_slot_of_a_starting_totem_is_its_order_of_placing() -> None:
    """TT-S4, TT-S7: which slot gets which card is up to the player."""
    s = ENGINE.new(2, 4)
    seat = s.player
    cards = cards_in(s.sides[seat].hand)
    for card in (cards[6], cards[0], cards[3], cards[1]):
        play(s, f"place {card}")
    assert show_zone(s, seat) == f"({cards[6]}) ({cards[0]}) ({cards[3]}) ({cards[1]})"
    assert s.sides[seat].hand_size == 3


def test_the_starting_player_draws_and_may_attack_in_turn_1() -> None:
    """TT-S5, TT-T1, R27."""
    s = ENGINE.new(2, 4)
    starter = s.starter
    for _ in range(8):
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[-1])
    assert (s.player, s.turn, s.sides[starter].hand_size, s.deck_left) == (starter, 1, 4, 37)
    assert any(option.startswith("attack") for option in options(s))


def test_one_action_is_obligatory() -> None:
    """TT-T2, R20: nobody may pass in ACTION."""
    s = at("totem", TABLE.format(hand="N13a S3", zone="(P5) (H5) (E9) (S8)"))
    assert refused(s, "pass")
    assert refused(s, "draw-pass")


def test_a_pair_is_one_action() -> None:
    """TT-K2, R5: of two Swords the lower is named first; never with itself, never without a Sword."""
    s = at("totem", TABLE.format(hand="S3 S6 N12a", zone="(P5) - - -"))
    pairs = {option for option in options(s) if "+" in option}
    assert pairs == {"attack S3+S6 -> 1", "attack S3+N12a -> 1", "attack S6+N12a -> 1"}
    play(s, "attack S6+N12a -> 1")
    assert events(s)[0] == "pair A S6 N12a 1 18"


def test_a_sword_in_the_zone_does_not_help() -> None:
    """R4, TT-A1: only cards of the hand attack."""
    s = at("totem", TABLE.format(hand="E3 N12a", zone="(P5) (H5) (E9) (S8)").replace("(E6)", "(S6)"))
    assert refused(s, "attack S6+N12a -> 1")
    assert refused(s, "attack S6 -> 1")


def test_the_largest_choice_has_184_options() -> None:
    """Section 11: eight Swords in hand, four hidden totems on both sides."""
    text = TABLE.format(hand="S1 S2 S3 S4 S5 S6 S7 S8", zone="(P5) (H5) (E9) (N10a)")
    counts = Counter(option.split()[0] + ("+" in option) * "+" for option in options(at("totem", text)))
    assert counts == {"attack": 32, "attack+": 112, "swap": 32, "discard": 8}


BEATEN = {1: 3, 2: 6, 3: 9, 4: 12, 5: 15, 6: 18, 7: 21, 8: 24, 9: 27, 10: 31, 11: 35, 12: 39, 13: 43}


@pytest.mark.parametrize(("total", "beaten"), BEATEN.items())
def test_what_a_total_beats(total: int, beaten: int) -> None:
    """2.6, TT-K6, TT-K7: of all 52 cards, hidden, so many fall to a total."""
    card = f"N{total}a" if total > 9 else f"S{total}"
    won = 0
    for target in CARD_IDS:
        s = at(
            "totem",
            "phase=action turn=1 deck=[P1 E1] "
            f"sides=[{{hand=[{card} N10d] zone=[(N11a) - - -]}} {{hand=[E2] zone=[(N11b) ({target}) - -]}}]",
            check=False,  # the target may be one of the cards that are named beside it
        )
        ENGINE.step(s, BOX, ACTIONS.number(f"attack {card} -> 2"))
        won += s.sides[1].zone[1].card == -2
    assert won == beaten


@pytest.mark.parametrize(
    ("defender", "after", "drawn"),
    [("S9", "S9~", 0), ("H9", "H9~", 0), ("E9", "E9~", 0), ("P9", "P9~", 1), ("N13a", "N13a", 0)],
)
def test_powers_of_a_defender_that_holds(defender: str, after: str, drawn: int) -> None:
    """TT-P0, TT-P0b, TT-P0e, TT-P0f, TT-P2, TT-P3, TT-P4, R33: Sword nothing, Shield held, Eye chooses, Sum draws;
    plain cards stay upright."""
    s = at("totem", TABLE.format(hand="S3 N10b", zone=f"({defender}) (H5) - -").replace("E2 S9", "E2"))
    play(s, "attack S3 -> 1")
    assert show_zone(s, 1) == f"{after} (H5) - -"
    assert sum(event.startswith("drew B sum") for event in events(s)) == drawn
    assert (s.phase == Phase.EYE) == (defender == "E9")


@pytest.mark.parametrize("attacker", ["S9", "H9", "E9", "P9", "N13a"])
def test_powers_of_an_attacker_that_wins(attacker: str) -> None:
    """TT-P0b, TT-P1b, TT-P2d, TT-P3a, TT-P4a: Eye and Sum act, the others do nothing more."""
    s = at("totem", TABLE.format(hand=f"{attacker} S3", zone="(S4) (H5) (E8) -").replace("E2 S9", "E2 S7"))
    play(s, f"attack {attacker} -> 1")
    assert (s.phase == Phase.EYE) == (attacker == "E9")
    assert (events(s)[-1] == "drew A sum 2 E1") == (attacker == "P9")


@pytest.mark.parametrize("partner", ["H8", "E8", "P9", "N10b"])
def test_the_partner_of_a_sword_never_fires(partner: str) -> None:
    """TT-P0d, TT-P1c: its power is annulled, won or lost."""
    s = at("totem", TABLE.format(hand=f"S6 {partner}", zone="(N13b) (N12b) (E9) -").replace("(P8)", "(P7)"))
    play(s, f"attack S6+{partner} -> 1")
    assert s.phase == Phase.AFTER_WIN
    assert s.deck_left == 3


def test_the_held_event_names_the_shield_even_for_a_weak_attack() -> None:
    """10.3, TT-P2b: `held by shield` whenever TT-K6 applied."""
    s = at("totem", TABLE.format(hand="S3 N13a", zone="(H7) (H5) (E9) (P5)"))
    play(s, "attack S3 -> 1")
    assert events(s)[:4] == ["attack A S3 1 3", "flipped B 1 H7", "held B 1 shield H7", "spent B 1 H7"]


def test_deck_empty_follows_the_draw_that_took_the_last_card() -> None:
    """10.3, TT-G2: and the game ends with a turn of the last drawer only."""
    s = at("totem", TABLE.format(hand="S3 N13a", zone="(P5) (H5) (E9) (S8)").replace("deck=[N12c P1 E1]", "deck=[E1]"))
    play(s, "swap S3 <-> 1")
    assert events(s) == ["swapped A 1 S3 H4", "turn B 2", "drew B turn 0 E1", "deck_empty B"]
    assert not s.over


def test_an_eye_with_one_hidden_totem_is_still_asked() -> None:
    """4.1: a decision point exists even with one option; the table may answer for the player."""
    s = at("totem", TABLE.format(hand="E9 S3", zone="(S4) (N10a) - -").replace("E2 S9", "E2 S7"))
    play(s, "attack E9 -> 1")
    assert options(s) == {"eye 2"}


def test_a_swapped_card_is_fresh_again() -> None:
    """R35, TT-A3: a totem that went back to the hand may be placed or played as any other."""
    s = at("totem", TABLE.format(hand="S3 N13a", zone="(P5) (H5) (E9) (S8)"))
    play(s, "swap S3 <-> 1")
    assert show_side(s, 0) == "H4 N13a | (S3) (E6) (N11a) (P8)"


def test_only_the_active_player_is_trimmed() -> None:
    """TT-T5, R23: seven cards off turn are fine, six is the limit at the end of the own turn."""
    table = TABLE.replace("deck=[", "deck=[S1 N12d ")
    s = at("totem", table.format(hand="S3 N13a", zone="(P9) (H5) - -").replace("E2 S9", "E2 E3 E4 E5 H6 H7"))
    play(s, "attack S3 -> 1")
    assert s.sides[1].hand_size == 8
    play(s, "discard E2")
    assert s.phase == Phase.HAND_LIMIT
    s.sides[1].shown |= 1 << CARD.index("E3")  # the rival has seen it come back to the hand
    play(s, "trim E3")
    assert s.sides[1].shown == 0, "now it lies open"
    play(s, "trim E4")
    assert s.phase == Phase.ACTION
    assert s.sides[1].hand_size == 6


def test_what_tells_something_cannot_be_undone() -> None:
    """Design: placing tells nobody anything; drawing, attacking and discarding do."""
    s = ENGINE.new(2, 4)
    for _ in range(3):
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[0])
        assert s.irreversible == 0
    s = at("totem", TABLE.format(hand="N13a S3", zone="N12a (H5) (E9) (S8)"))
    play(s, "attack N13a -> 1")
    assert s.irreversible == 1


def test_a_position_may_be_changed_by_the_names_of_cards() -> None:
    """A position changed by named fields is checked by the invariants (TT-I1)."""
    s = at("totem", TABLE.format(hand="N13a S3", zone="N12a (H5) (E9) (S8)"))
    changed = change_position(ENGINE.game, s, "sides.0.zone.0.card=E6; sides.0.zone.1.card=H4; deck.0=E1; deck.2=N12c")
    assert show_zone(changed, 0) == "(E6) (H4) (N11a) (P8)"
    with pytest.raises(BadPosition, match="TT-I1"):
        change_position(ENGINE.game, s, "sides.0.zone.0.card=E6")
