"""Neta-Tanka cards NT-N1 to NT-N10, both sides; craft cards NT-C1 to NT-C18; trade cards NT-T1 to NT-T10."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.neta_tanka.box import CRAFT_KEYS, RESOURCE_KEYS, SIDE_KEYS
from firstfire.games.neta_tanka.state import Phase

from .reading import BOX, by_name, crafts_shown, legal, play, put, reserve_of, resolving, village

CRAFTS = """
    drum 1 0 1, drum 0 1 1, drum 1 1 3, drum 1 1 3, drum 2 1 5, drum 1 2 5,
    bow 1 0 1, bow 1 0 1, bow 2 0 3, bow 1 1 3, bow 3 0 5, bow 2 1 5,
    clothing 0 1 1, clothing 0 1 1, clothing 0 2 3, clothing 1 1 3, clothing 0 3 5, clothing 1 2 5
"""
TRADES = """
    1 skull wood | craft, 1 skull skin | craft, 1 skull meat | visitor, 2 skull mushroom | visitor,
    1 skull wood skin | visitor, 2 skull meat mushroom | craft, 2 wood skin | visitor, 2 meat mushroom | craft,
    1 wood meat | craft, 2 skin mushroom | visitor
"""


def holding(*cards: str) -> Any:
    """Seat 0 in a turn with some cards and an empty reserve."""
    s = village(f"clans.0.reserve=[] clans.0.cards=[{' '.join(map(str, cards))}]")
    resolving(s, 0)
    return s


def test_craft_cards() -> None:
    """NT-C1 to NT-C18: NT-C1, NT-C2, ... as in section 2.11; 18 wood and 18 skins in all."""
    found = [
        f"{CRAFT_KEYS[BOX.crafts[i].kind]} {BOX.crafts[i].cost[0]} {BOX.crafts[i].cost[1]} {BOX.crafts[i].points}"
        for i in range(18)
    ]
    assert found == [" ".join(line.split()) for line in CRAFTS.split(",")]
    assert [sum(BOX.crafts[i].cost[material] for i in range(18)) for material in range(2)] == [18, 18]


def test_trade_cards() -> None:
    """NT-T1 to NT-T10, as in section 2.12."""
    found = []
    for i in range(10):
        card = BOX.trades[i]
        left = {key for j, key in enumerate(RESOURCE_KEYS) if card.left >> j & 1}
        found.append((card.slots, left, SIDE_KEYS[card.right]))
    wanted = []
    for line in TRADES.split(","):
        shown, right = line.split("|")
        slots, *names = shown.split()
        wanted.append((int(slots), set(names), right.strip()))
    assert found == wanted


@pytest.mark.parametrize(
    ("card", "reserve_after"),
    [("N6", "W0 S0 M2 F0 K0 G0"), ("N7", "W0 S0 M0 F4 K0 G0"), ("N8", "W3 S0 M0 F0 K0 G0"), ("N9", "W0 S3 M0 F0 K0 G0"),
     ("N10", "W0 S0 M0 F0 K1 G0")],
)  # fmt: skip
def test_n6_to_n10_into_the_reserve(card: str, reserve_after: str) -> None:
    """NT-N6, NT-N7, NT-N8, NT-N9, NT-N10: always playable; the card leaves the game."""
    s = holding(card)
    play(s, f"play {card}")
    assert reserve_of(s, 0) == reserve_after
    assert s.clans[0].cards == 0 and s.cards_played.bit_count() == 1


def test_n1_one_meat_into_food() -> None:
    """NT-N1: if the section is not full."""
    s = holding("N1")
    play(s, "play N1")
    assert s.clans[0].food[2] == 1
    s = holding("N1")
    s.clans[0].food[2] = 10
    assert legal(s, "play") == [] and legal(s, "discard") == ["discard N1"]


def test_n2_two_mushrooms_into_food() -> None:
    """NT-N2: with one free slot the second one is lost."""
    s = holding("N2")
    s.clans[0].food[2] = 9
    play(s, "play N2")
    assert s.clans[0].food[3] == 1 and s.clans[0].reserve[3] == 0


def test_n3_on_the_tents() -> None:
    """NT-N3: wood or skin of the supply on a legal slot; a gate in the way stops it."""
    s = holding("N3")
    play(s, "play N3")
    assert s.phase == Phase.TENT and legal(s) == ["build wood on tent 1", "build skin on tent 1"]
    play(s, "build skin on tent 1")
    assert s.clans[0].tents[0][1] == 1 and reserve_of(s, 0) == "W0 S0 M0 F0 K0 G0" and s.supplied == 0
    s = holding("N3")
    put(s, "clans.0.tents=[[1 2] [1 2]]")
    assert legal(s, "play") == []


def opening(place: str, *cards: str, **amounts: int) -> Any:
    """Seat 0 resolves a place that stays open between its steps, with some cards in hand."""
    s = village(f"nomads.0.at=[{place}] clans.0.cards=[{' '.join(map(str, cards))}]")
    resolving(s, 0)
    put(s, f"clans.0.reserve=[{by_name(amounts)}]")
    play(s, f"resolve {place}")
    return s


def test_r45_n3_inside_build_tents() -> None:
    """R45, NT-N3, NT-A9: the card takes from the supply; the steps before and after it from the reserve."""
    s = opening("build_tents", "N3", wood=1, skin=2)
    play(s, "build skin on tent 1")
    assert reserve_of(s, 0) == "W1 S1 M0 F0 K0 G0"
    play(s, "play N3", "build wood on tent 1")
    assert reserve_of(s, 0) == "W1 S1 M0 F0 K0 G0" and s.phase == Phase.BUILDING and s.steps == 1
    play(s, "build skin on tent 1")
    assert reserve_of(s, 0) == "W1 S0 M0 F0 K0 G0" and s.steps == 2
    assert legal(s, "build skin") == [] and (s.clans[0].tents[0][0], s.clans[0].tents[0][1]) == (1, 2)


def test_r45_n5_inside_build_tents() -> None:
    """R45, NT-N5, NT-A9: likewise on a craft card."""
    s = opening("build_tents", "N5", wood=1, skin=2)
    put(s, "clans.0.wants=[wood:[C5] skin:[C5]]")
    play(s, "build skin on tent 1", "play N5", "craft wood on C5")
    assert reserve_of(s, 0) == "W1 S1 M0 F0 K0 G0" and s.phase == Phase.BUILDING and s.on_craft[4][0] == 1
    play(s, "build skin on tent 1")
    assert reserve_of(s, 0) == "W1 S0 M0 F0 K0 G0"


@pytest.mark.parametrize(("card", "answer"), [("N3", "build wood on tent 1"), ("N5", "craft wood on C5")])
def test_r45_cards_inside_offerings(card: str, answer: str) -> None:
    """R45, NT-N3, NT-N5, NT-A8: between two offerings; the link bought next takes from the reserve."""
    s = opening("offering", card, wood=2, skin=1, mushroom=1)
    put(s, "clans.0.wants=[wood:[C5] skin:[C5]]")
    play(s, "offer mushroom", f"play {card}", answer)
    assert reserve_of(s, 0) == "W2 S1 M0 F0 K0 G1" and s.phase == Phase.OFFERING and s.steps == 1
    play(s, "offer for K8", "build skin on tent 1")
    assert reserve_of(s, 0) == "W2 S0 M0 F0 K0 G0" and s.phase == Phase.OFFERING and s.steps == 2


def test_n4_on_the_totem() -> None:
    """NT-N4: one wood of the supply."""
    s = holding("N4")
    play(s, "play N4")
    assert s.clans[0].totem[0] == 1 and s.totem_order[0] == 0


def test_n5_on_a_craft_card() -> None:
    """NT-N5, R36: wood or skin of the supply on a card that wants it."""
    s = holding("N5")
    assert legal(s, "play") == []
    put(s, "clans.0.wants=[wood:[C5] skin:[C5]]")
    play(s, "play N5")
    assert legal(s) == ["craft wood on C5", "craft skin on C5"]
    play(s, "craft skin on C5")
    assert s.on_craft[4][1] == 1 and s.clans[0].reserve[1] == 0
    s = holding("N5")
    put(s, "clans.0.wants=[skin:[C13]]")
    play(s, "play N5")
    assert s.clans[0].finished == 1 << 12 and s.supplied == 0


def test_d5_back_of_a_card() -> None:
    """NT-D4, NT-D5, R48: face or back, any number in a turn."""
    s = holding("N6", "N7", "N8")
    play(s, "discard N6", "discard N7", "play N8")
    assert s.clans[0].generosity == 2 and s.clans[0].cards == 0 and s.cards_played.bit_count() == 3


def test_r29_unplayed_cards_score_nothing() -> None:
    """R29: cards left in hand are worth nothing, and the player is reminded in the last round."""
    from firstfire.games.neta_tanka import GAME
    from firstfire.games.neta_tanka.rules.scoring import points

    s = holding("N6", "N7")
    assert points(s, BOX, 0) == -3 + 1
    words = GAME.words("en")
    reminder = "kept ones are worth nothing"
    assert reminder not in GAME.presentation.scene(s, GAME, BOX, 0, words, ["A", "B", "C"]).prompt.step
    s.round, s.trade_left = 7, 1
    assert reminder in GAME.presentation.scene(s, GAME, BOX, 0, words, ["A", "B", "C"]).prompt.step


def test_u3_u4_displays_are_refilled_in_order_of_arrival() -> None:
    """NT-U3, NT-U4, R47, NT-I6, NT-I7: the open top card joins at the end; a new one is turned up."""
    s = village(
        "nomads.0.at=[elder_craft consult_neta_tanka] clans.0.reserve=[meat:1] craft_display=[C1 C2 C3 C4 C5]",
        "craft_pile.top=[C6 C7] card_display=[N1 N2 N3 N4 N5] card_pile.top=[N6 N7]",
    )
    resolving(s, 0)
    play(s, "resolve elder_craft", "take C2", "resolve consult_neta_tanka", "learn N5")
    assert crafts_shown(s) == "C1 C3 C4 C5 C6" and s.craft_pile[s.craft_left - 1] == 6
    assert list(s.card_display) == [0, 1, 2, 3, 5] and s.card_pile[s.card_left - 1] == 6


def test_r23_an_empty_pile_refills_nothing() -> None:
    """R23: the display shrinks; the last card of the pile shows nothing new."""
    s = village("nomads.0.at=[elder_craft] craft_display=[C1 C2 C3 C4 C5] craft_pile.top=[C6]")
    s.craft_left = 1
    s.craft_pile[0] = 5
    resolving(s, 0)
    play(s, "resolve elder_craft", "take C1")
    assert crafts_shown(s) == "C2 C3 C4 C5 C6" and s.craft_left == 0 and s.irreversible == 0
    s.nomads[0].down = 0
    play(s, "resolve elder_craft", "take C6")
    assert crafts_shown(s) == "C2 C3 C4 C5"
