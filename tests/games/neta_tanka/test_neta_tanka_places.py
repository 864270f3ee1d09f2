"""The actions of the eighteen places, NT-A1 to NT-A18, and NT-D2, NT-D10."""

from __future__ import annotations

from typing import Any

from firstfire.games.neta_tanka.state import NOWHERE, Opened, Phase
from firstfire.kernel.rules.notes import HIDDEN

from .reading import crafts_shown, legal, play, put, reserve_of, resolving, village


def at(*places: str, players: int = 3) -> Any:
    """Seat 0 resolves nomads on some places."""
    s = village(f"players={players} nomads.0.at=[{' '.join(map(str, places))}]")
    resolving(s, 0)
    return s


def test_a1_cut_timber() -> None:
    """NT-A1, R49: must act; adds to what lies there; twice with the visitor."""
    s = at("lumber")
    assert "end turn" not in legal(s)
    play(s, "resolve lumber")
    assert s.clans[0].generosity == 1 and (s.forest[0], s.forest[3]) == (6, 2)
    s = at("lumber")
    put(s, "visitor_of=0 visitor_at=lumber")
    play(s, "resolve lumber", "resolve lumber")
    assert s.clans[0].generosity == 2 and (s.forest[0], s.forest[3]) == (9, 3)


def test_a2_collect_wood() -> None:
    """NT-A2, R18, R50: up to two, as many as there are; not offered in an empty Forest."""
    s = at("gather_wood")
    play(s, "resolve gather_wood")
    assert reserve_of(s, 0)[:2] == "W4" and s.forest[0] == 1
    s = at("gather_wood")
    put(s, "forest=[wood:1]")
    play(s, "resolve gather_wood")
    assert reserve_of(s, 0)[:2] == "W3" and s.forest[0] == 0
    s = at("gather_wood")
    put(s, "forest=[wood:0 mushroom:3]")
    assert legal(s, "resolve") == [] and "end turn" in legal(s)


def test_a3_mushrooms_or_wood() -> None:
    """NT-A3, NT-D11: one wood or all mushrooms; asked only when both lie there."""
    s = at("gather_mushrooms")
    put(s, "forest=[wood:3 mushroom:4]")
    play(s, "resolve gather_mushrooms")
    assert s.phase == Phase.PICKING and legal(s) == ["take wood", "take all mushrooms"]
    play(s, "take all mushrooms")
    assert s.forest[3] == 0 and s.clans[0].reserve[3] == 5
    s = at("gather_mushrooms")
    play(s, "resolve gather_mushrooms", "take wood")
    assert s.forest[0] == 2 and s.clans[0].reserve[0] == 3
    s = at("gather_mushrooms")
    put(s, "forest=[wood:2 mushroom:0]")
    play(s, "resolve gather_mushrooms")
    assert s.forest[0] == 1 and s.phase == Phase.RESOLVING
    s = at("gather_mushrooms")
    put(s, "forest=[wood:0 mushroom:0]")
    assert legal(s, "resolve") == []


def test_a4_raise_the_totem() -> None:
    """NT-A4: one wood of the reserve."""
    s = at("raise_totem")
    play(s, "resolve raise_totem")
    assert s.clans[0].totem[0] == 1 and s.clans[0].reserve[0] == 1 and s.totem_order[0] == 0
    s = at("raise_totem")
    put(s, "clans.0.reserve=[skull:2]")
    assert legal(s, "resolve") == []


def test_a5_elder_of_the_forest() -> None:
    """NT-A5, NT-D11: a wood from the supply, or one on the totem."""
    s = at("elder_forest")
    play(s, "resolve elder_forest")
    assert legal(s) == ["take wood", "raise totem with wood"]
    play(s, "take wood")
    assert s.clans[0].reserve[0] == 3 and s.forest[0] == 3
    s = at("elder_forest")
    put(s, "clans.0.reserve=[]")
    play(s, "resolve elder_forest")
    assert s.clans[0].reserve[0] == 1 and s.phase == Phase.RESOLVING


def test_a6_elder_of_crafts() -> None:
    """NT-A6, NT-D11, NT-D12, NT-D13, R51: a card of the display, or a resource on an unfinished one."""
    s = at("elder_craft", "craft_objects")
    put(s, "craft_display=[C3 C7 C9 C13 C17] craft_pile.top=[C5 C11] clans.0.wants=[wood:[C1]]")
    play(s, "resolve elder_craft")
    assert legal(s, "take") == [f"take C{i}" for i in (3, 7, 9, 13, 17)]
    assert legal(s, "craft") == ["craft wood on C1"]
    play(s, "take C9")
    assert crafts_shown(s) == "C3 C7 C13 C17 C5" and s.irreversible == 1
    play(s, "resolve craft_objects")
    assert legal(s, "craft") == ["craft wood on C1", "craft wood on C9"]
    play(s, "craft wood on C9")
    assert s.on_craft[8][0] == 1


def test_a6_with_nothing_to_take() -> None:
    """NT-A6, R23: an empty display; with nothing at all the Elder is not offered."""
    s = at("elder_craft")
    s.craft_count = s.craft_left = 0
    assert legal(s, "resolve") == []
    put(s, "clans.0.wants=[wood:[C1]]")
    play(s, "resolve elder_craft")
    assert s.clans[0].finished == 1


def test_a7_craft_objects_finishes_a_card() -> None:
    """NT-A7, NT-I13: all resources there: they go to the supply, the card is finished; no action more."""
    s = at("craft_objects")
    put(s, "clans.0.wants=[wood:[C3] skin:[C3]]")
    s.on_craft[2][0] = 1
    s.clans[0].wants[0] = 0
    play(s, "resolve craft_objects")
    assert s.clans[0].finished == 1 << 2 and list(s.on_craft[2]) == [0, 0]
    assert s.clans[0].wants[0] | s.clans[0].wants[1] == 0 and s.clans[0].reserve[1] == 0


def test_a7_needs_a_card_that_wants_it() -> None:
    """NT-A7, R36: no wood on a card that has all its wood."""
    s = at("craft_objects")
    put(s, "clans.0.wants=[skin:[C13]] clans.0.reserve=[wood:5]")
    assert legal(s, "resolve") == []


def test_a8_every_offering() -> None:
    """NT-A8, NT-D17, NT-D18: buy four kinds, offer five kinds, a card, any link but K4 that can do something."""
    s = at("offering")
    put(s, "clans.0.reserve=[wood:1 skin:1 meat:1 mushroom:1 skull:1] clans.0.generosity=3 tanning=[skin:0 meat:3]")
    play(s, "resolve offering")
    assert legal(s, "offer for")[:4] == [f"offer for {r}" for r in ("wood", "skin", "meat", "mushroom")]
    assert "offer for skull" not in legal(s)
    assert [text for text in legal(s, "offer ") if not text.startswith("offer for")] == [
        f"offer {r}" for r in ("wood", "skin", "meat", "mushroom", "skull")
    ]
    links = [text.removeprefix("offer for ") for text in legal(s, "offer for K")]
    assert links == [f"K{i}" for i in (1, 2, 3, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)]
    assert len(legal(s, "offer for C")) == 5


def test_a8_stop_at_once() -> None:
    """NT-A8: zero offerings are allowed; before the first one there are no free actions (R45)."""
    s = at("offering")
    put(s, "clans.0.cards=[N8]")
    play(s, "resolve offering")
    assert legal(s, "play") == [] and legal(s, "exchange") == []
    play(s, "stop")
    assert s.phase == Phase.RESOLVING and legal(s, "resolve") == []


def test_a8_needs_something_to_offer() -> None:
    """NT-A8, NT-D2: without generosity and resources it cannot do anything."""
    s = at("offering")
    put(s, "clans.0.reserve=[]")
    assert legal(s, "resolve") == []


def test_a8_link_with_a_question() -> None:
    """NT-A8 c: the questions of the effect follow; as third offering the action is closed afterwards."""
    s = at("offering")
    put(s, "clans.0.reserve=[wood:1 skin:1] clans.0.generosity=3")
    play(s, "resolve offering", "offer for wood", "offer wood", "offer for K8")
    assert s.phase == Phase.TENT and legal(s) == ["build wood on tent 1", "build skin on tent 1"]
    play(s, "build skin on tent 1")
    assert s.phase == Phase.RESOLVING and s.opened == Opened.NOTHING


def test_a8_same_link_only_once_in_a_round() -> None:
    """R20: also across two resolutions of Offerings (with the visitor)."""
    s = at("offering")
    put(s, "visitor_of=0 visitor_at=offering clans.0.reserve=[] clans.0.generosity=5")
    play(s, "resolve offering", "offer for K13", "stop", "resolve offering")
    assert "offer for K13" not in legal(s) and "offer for K16" in legal(s)


def test_a8_link_used_normally_may_be_bought_too() -> None:
    """R21."""
    s = at("offering", "craft_objects")
    put(s, "clans.0.reserve=[] clans.0.generosity=1")
    play(s, "link K20", "resolve offering", "offer for K20")
    assert s.clans[0].generosity == 2


def test_r45_free_actions_between_offerings() -> None:
    """R45: after the first offering links, cards, tokens, gift, gates and objective are open; other nomads wait."""
    s = at("offering", "craft_objects", "meditate")
    put(s, "clans.0.reserve=[] clans.0.generosity=2 clans.0.cards=[N8]")
    s.clans[0].tokens = 1
    play(s, "resolve offering", "offer for mushroom")
    assert {"link K20", "play N8", "discard N8", "use J1", "exchange objective", "stop"} <= set(legal(s))
    assert legal(s, "resolve") == [] and "end turn" not in legal(s)


def test_a9_build_tents() -> None:
    """NT-A9, NT-D14, R45: one to three resources; stop after the first; gates between two of them."""
    s = at("build_tents")
    put(s, "clans.0.reserve=[skin:3 wood:2 mushroom:1] clans.0.tents=[[1 2] [0 0]]")
    play(s, "resolve build_tents")
    assert "stop" not in legal(s) and legal(s, "gate") == []
    play(s, "build skin on tent 2")
    assert "stop" in legal(s) and legal(s, "gate") == ["gate mushroom"]
    play(s, "gate mushroom", "build wood on tent 3", "build skin on tent 3")
    assert s.phase == Phase.RESOLVING and list(s.clans[0].tents[2]) == [1, 1]
    s = at("build_tents")
    play(s, "resolve build_tents", "build skin on tent 1", "stop")
    assert s.opened == Opened.NOTHING and s.clans[0].reserve[0] == 2


def test_a9_only_if_something_can_be_put() -> None:
    """NT-A9: a gate in the way is paid before."""
    s = at("build_tents")
    put(s, "clans.0.tents=[[1 2] [1 2]]")
    assert legal(s, "resolve") == [] and legal(s, "gate") == ["gate mushroom"]
    play(s, "gate mushroom")
    assert legal(s, "resolve") == ["resolve build_tents"]


def test_a10_meditate() -> None:
    """NT-A10."""
    s = at("meditate")
    play(s, "resolve meditate")
    assert s.clans[0].generosity == 1


def test_a11_hunt() -> None:
    """NT-A11: must act; generosity and a hunted buffalo."""
    s = at("hunt")
    assert "end turn" not in legal(s)
    play(s, "resolve hunt")
    assert s.clans[0].generosity == 1 and s.hunted == 2


def test_a12_tan() -> None:
    """NT-A12, R15, R17: one hunted buffalo only; skins and meat to the area, then two skins."""
    s = at("tan")
    put(s, "tanning=[skin:0 meat:3] hunted=2")
    assert "end turn" not in legal(s)
    play(s, "resolve tan")
    assert s.hunted == 1 and (s.tanning[1], s.tanning[2]) == (1, 6) and s.clans[0].reserve[1] == 3


def test_a13_elder_of_the_hunt() -> None:
    """NT-A13, NT-D11, NT-D14: a skin, or wood or skin on the tents."""
    s = at("elder_hunt")
    play(s, "resolve elder_hunt")
    assert legal(s) == ["build wood on tent 1", "build skin on tent 1", "take skin"]
    play(s, "take skin")
    assert s.clans[0].reserve[1] == 2
    s = at("elder_hunt")
    put(s, "clans.0.reserve=[]")
    play(s, "resolve elder_hunt")
    assert s.clans[0].reserve[1] == 1 and s.phase == Phase.RESOLVING


def test_a14_smoke_meat() -> None:
    """NT-A14, R25, R50: one wood, up to two meat; a wood is needed."""
    s = at("smoke_meat")
    play(s, "resolve smoke_meat")
    assert reserve_of(s, 0) == "W1 S1 M2 F1 K0 G0" and s.tanning[2] == 1
    s = at("smoke_meat")
    put(s, "clans.0.reserve=[]")
    assert legal(s, "resolve") == []


def test_a15_feed_the_clan() -> None:
    """NT-A15, NT-D15, R24, R54: meat or mushroom; not into a full section."""
    s = at("feed_clan")
    put(s, "clans.0.reserve=[meat:1 mushroom:1]")
    play(s, "resolve feed_clan")
    assert legal(s) == ["feed meat", "feed mushroom"]
    play(s, "feed mushroom")
    assert s.clans[0].food[3] == 1 and s.clans[0].reserve[3] == 0
    s = at("feed_clan")
    s.clans[0].food[2], s.clans[0].food[3] = 7, 3
    assert legal(s, "resolve") == []


def test_a16_elder_of_food() -> None:
    """NT-A16, NT-D11, NT-D15: a meat, or food into the section."""
    s = at("elder_food")
    put(s, "clans.0.reserve=[meat:1 mushroom:1]")
    play(s, "resolve elder_food")
    assert legal(s) == ["take meat", "feed meat", "feed mushroom"]
    play(s, "take meat")
    assert s.clans[0].reserve[2] == 2
    s = at("elder_food")
    s.clans[0].food[2] = 10
    play(s, "resolve elder_food")
    assert s.clans[0].reserve[2] == 1 and s.phase == Phase.RESOLVING


def test_a17_left_side_or_craft_card() -> None:
    """NT-A17, NT-D19, NT-D12: one resource shown, or a craft card."""
    s = at("trade")
    put(s, "trade.0=T6")
    play(s, "resolve trade")
    assert [text for text in legal(s) if "C" not in text] == ["take meat", "take mushroom", "take skull"]
    assert len(legal(s, "take C")) == 5
    play(s, "take skull")
    assert s.clans[0].reserve[4] == 1


def test_a17_visitor_costs_food_and_is_claimed_once() -> None:
    """NT-A17, NT-D16, R42: one meat or two mushrooms; then the side is closed, the left one is not."""
    s = village(
        "trade.0=T4 nomads.0.at=[trade] nomads.1.at=[trade] clans.0.reserve=[meat:1 mushroom:2]",
        "clans.1.reserve=[meat:1 mushroom:2]",
    )
    resolving(s, 0)
    play(s, "resolve trade")
    assert legal(s) == [
        "take mushroom", "take skull", "welcome visitor for meat", "welcome visitor for mushrooms",
    ]  # fmt: skip
    play(s, "welcome visitor for mushrooms")
    assert s.visitor_claim == 0 and s.clans[0].reserve[3] == 0
    play(s, "end turn", "resolve trade")
    assert legal(s) == ["take mushroom", "take skull"]


def test_a17_visitor_needs_the_price() -> None:
    """NT-A17, NT-D16: one mushroom is not enough."""
    s = at("trade")
    put(s, "trade.0=T3 clans.0.reserve=[mushroom:1]")
    play(s, "resolve trade")
    assert legal(s) == ["take meat", "take skull"]


def test_r27_visitor_in_the_last_round() -> None:
    """R27: allowed, pointless."""
    s = at("trade")
    put(s, "round=7 trade.6=T3 clans.0.reserve=[meat:1]")
    play(s, "resolve trade")
    assert "welcome visitor for meat" in legal(s)


def test_a18_price_then_skull_or_card() -> None:
    """NT-A18, NT-D16, NT-D11, NT-D22: pay, then choose; the display is refilled at once (NT-U3)."""
    s = at("consult_neta_tanka")
    put(s, "card_display=[N1 N3 N6 N8 N10] card_pile.top=[N7 N2] clans.0.reserve=[meat:1 mushroom:2 skull:1]")
    play(s, "resolve consult_neta_tanka")
    assert legal(s) == ["pay meat", "pay mushrooms"]
    play(s, "pay meat")
    assert legal(s) == ["raise totem with skull", "learn N1", "learn N3", "learn N6", "learn N8", "learn N10"]
    play(s, "learn N6")
    assert s.clans[0].cards == 1 << 5 and list(s.card_display) == [0, 2, 7, 9, 6]
    assert s.card_pile[s.card_left - 1] == 1 and s.irreversible == 1
    assert "play N6" in legal(s)  # also in the turn it was taken


def test_a18_a_skull_on_the_totem() -> None:
    """NT-A18: one skull of the reserve."""
    s = at("consult_neta_tanka")
    put(s, "clans.0.reserve=[mushroom:2 skull:1] clans.0.totem=[wood:2]")
    s.totem_order[0], s.totem_count = 0, 1
    play(s, "resolve consult_neta_tanka", "raise totem with skull")
    assert s.clans[0].totem[4] == 1 and reserve_of(s, 0) == "W0 S0 M0 F0 K0 G0"


def test_a18_needs_price_and_something_to_get() -> None:
    """NT-A18, R25, R23: no price, or nothing to get: not offered."""
    s = at("consult_neta_tanka")
    put(s, "clans.0.reserve=[mushroom:1 skull:1]")
    assert legal(s, "resolve") == []
    put(s, "clans.0.reserve=[meat:1]")
    assert legal(s, "resolve") == ["resolve consult_neta_tanka"]
    s.card_count = s.card_left = 0
    assert legal(s, "resolve") == []
    put(s, "clans.0.reserve=[meat:1 skull:1]")
    play(s, "resolve consult_neta_tanka")
    assert s.clans[0].totem[4] == 1


def test_d2_resolving_is_optional() -> None:
    """NT-D2, NT-D10: nomads that need not act may be left standing."""
    s = at("meditate", "gather_wood")
    play(s, "end turn")
    assert s.player == 1 and s.clans[0].generosity == 0


def test_r57_two_own_pieces_on_one_place() -> None:
    """R57, section 7.1: the place is offered as long as one of the two stands."""
    s = village("players=2 nomads.0.at=[meditate] nomads.2.at=[meditate] visitor_of=0 visitor_at=meditate")
    resolving(s, 0)
    for done in range(3):
        assert s.clans[0].generosity == done
        play(s, "resolve meditate")
    assert legal(s, "resolve") == []


def test_r43_the_holder_resolves_the_visitor() -> None:
    """R43: beside another player's nomad, in the holder's own turn."""
    s = village("nomads.1.at=[hunt] visitor_of=0 visitor_at=hunt")
    resolving(s, 0)
    assert "end turn" not in legal(s)
    play(s, "resolve hunt", "end turn", "resolve hunt")
    assert (s.clans[0].generosity, s.clans[1].generosity) == (1, 1)
    assert s.visitor_claim == NOWHERE


def test_r43_nobody_else_resolves_the_visitor() -> None:
    """R43: who resolves before the holder gets nothing from the visitor, also beside an own nomad."""
    s = village("nomads.2.at=[hunt] visitor_of=2 visitor_at=hunt")
    resolving(s, 0)
    assert legal(s, "resolve") == [] and "end turn" in legal(s)
    play(s, "end turn", "end turn", "resolve hunt", "resolve hunt")
    assert [s.clans[seat].generosity for seat in range(3)] == [0, 0, 2] and s.visitor_down == 1
    s = village("nomads.0.at=[hunt] visitor_of=2 visitor_at=hunt")
    resolving(s, 0)
    play(s, "resolve hunt")
    assert legal(s, "resolve") == [] and s.visitor_down == 0
    play(s, "end turn", "end turn", "resolve hunt")
    assert [s.clans[seat].generosity for seat in range(3)] == [1, 0, 1] and legal(s, "resolve") == []


def test_u3_the_last_card_of_the_pile_turns_up_no_other() -> None:
    """NT-U3: it was open already, so learning can be taken back."""
    s = at("consult_neta_tanka")
    put(s, "card_display=[N1 N3 N6 N8 N10] card_pile.top=[N7 N2] clans.0.reserve=[meat:1 mushroom:2]")
    s.card_pile[0], s.card_left = s.card_pile[s.card_left - 1], 1
    play(s, "resolve consult_neta_tanka", "pay meat", "learn N6")
    assert list(s.card_display) == [0, 2, 7, 9, 6] and (s.card_left, s.irreversible) == (0, 0)
    assert s.card_pile[0] == HIDDEN
