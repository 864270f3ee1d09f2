"""The dossier's sample of play: round 1 with three players, 22 steps, and the state of round 2."""

from __future__ import annotations

from typing import Any

from firstfire.games.neta_tanka.actions import CRAFT, TRADE
from firstfire.games.neta_tanka.state import Phase

from .reading import BOX, ENGINE, crafts_shown, legal, play, reserve_of, score, village

PLACES = [
    "tan",
    "gather_wood",
    "smoke_meat",
    "elder_hunt",
    "elder_forest",
    "elder_food",
    "build_tents",
    "gather_mushrooms",
    "gather_mushrooms",
    "hunt",
    "elder_craft",
    "trade",
]

# step, actions, the actor's reserve afterwards, and what the board shows
STEPS: list[tuple[int, list[str], str, dict[str, object]]] = [
    (1, ["resolve hunt"], "W2 S1 M0 F1 K0 G1", {"hunted": 2}),
    (2, ["resolve tan"], "W2 S3 M0 F1 K0 G1", {"hunted": 1, "skin": 1, "meat": 6}),
    (3, ["link K7"], "W2 S4 M0 F1 K0 G1", {"skin": 0, "meat": 6}),
    (4, ["link K17"], "W2 S5 M0 F1 K0 G1", {}),
    (
        5,
        ["resolve build_tents", "build skin on tent 1", "build skin on tent 1", "build wood on tent 1"],
        "W1 S3 M0 F1 K0 G1",
        {"tents": [(2, 1), (0, 0)]},
    ),
    (6, ["resolve elder_hunt", "build skin on tent 2"], "W1 S2 M0 F1 K0 G1", {"tents": [(2, 1), (1, 0)]}),
    (7, ["link K8", "build wood on tent 2"], "W0 S2 M0 F1 K0 G1", {"tents": [(2, 1), (1, 1)]}),
    (8, ["end turn"], "", {}),
    (9, ["resolve gather_wood"], "W4 S1 M0 F1 K0 G0", {"wood": 1, "mushroom": 1}),
    (10, ["link K1"], "W5 S1 M0 F1 K0 G0", {"wood": 0, "mushroom": 1}),
    (11, ["resolve elder_forest", "raise totem with wood"], "W4 S1 M0 F1 K0 G0", {"totem": [1]}),
    (12, ["resolve gather_mushrooms"], "W4 S1 M0 F2 K0 G0", {"wood": 0, "mushroom": 0}),
    (13, [], "", {}),
    (14, ["resolve elder_craft", "take C9"], "W4 S1 M0 F2 K0 G0", {"crafts": "C3 C7 C13 C17 C5", "top": "C11"}),
    (15, ["give wood to 0"], "W3 S1 M0 F2 K0 G1", {}),
    (16, ["end turn"], "", {}),
    (17, ["resolve smoke_meat"], "W1 S1 M2 F1 K0 G0", {"meat": 4}),
    (18, ["link K10"], "W1 S1 M3 F1 K0 G0", {"meat": 3}),
    (19, ["resolve elder_food", "feed meat"], "W1 S1 M2 F1 K0 G0", {}),
    (20, ["link K12", "take skin"], "W1 S2 M2 F1 K0 G0", {}),
    (21, ["resolve trade", "welcome visitor for meat"], "W1 S2 M1 F1 K0 G0", {"claim": 2}),
    (22, ["end turn"], "", {}),
]


def test_sample_round() -> None:
    """NT-P1, NT-P2, NT-P3: the whole first round, step by step, with every invariant."""
    s = village(
        "craft_display=[C3 C7 C9 C13 C17] craft_pile.top=[C5 C11] card_display=[N1 N3 N6 N8 N10]",
        "card_pile.top=[N7] trade.0=T3 trade.1=T7 clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2",
    )
    for place in PLACES:
        play(s, f"place nomad at {place}")
        assert ENGINE.check(s, BOX) == 0
    assert s.phase == Phase.RESOLVING and s.player == 0
    links = {seat: open_links(s, seat) for seat in range(3)}
    assert links == {0: [7, 8, 17], 1: [1, 2], 2: [10, 12]}
    for step, actions, reserve, board in STEPS:
        actor = s.player
        if step == 8:
            assert legal(s, "give") == [] and "gate mushroom" in legal(s)
        if step == 13:
            assert legal(s, "link") == []
        if step == 22:
            assert {"give meat to 0", "give meat to 1"} <= set(legal(s)) and legal(s, "resolve") == []
        for action in actions:
            play(s, action)
            assert ENGINE.check(s, BOX) == 0, (step, action)
        if reserve:
            assert reserve_of(s, actor) == reserve, step
        for name, wanted in board.items():
            assert shown(s, name, actor) == wanted, (step, name)
    assert (s.round, s.first, s.player, s.visitor_of, s.trade_left) == (2, 2, 2, 2, 6)
    assert TRADE.values[s.trade[1]] == "T7"
    assert list(s.tanning) == [0, 0, 3, 0, 0] and list(s.forest) == [0] * 5 and s.hunted == 1
    assert [s.nomads[seat].hand for seat in range(3)] == [3, 3, 4]
    assert (s.nomads[0].at, s.nomads[1].at) == (1 << 10, 1 << 0)
    assert [s.clans[seat].to_place for seat in range(3)] == [3, 3, 4]
    assert [reserve_of(s, seat) for seat in range(3)] == [
        "W1 S2 M0 F1 K0 G1", "W3 S1 M0 F2 K0 G1", "W1 S2 M1 F1 K0 G0",
    ]  # fmt: skip
    assert score(s) == [1, 10, 0]


def open_links(s: Any, seat: int) -> list[int]:
    """The numbers of the links a seat may use with its nomads."""
    at = s.nomads[seat].at
    return [i + 1 for i in range(BOX.link_count) if at & BOX.links[i].ends == BOX.links[i].ends]


def shown(s: Any, name: str, actor: int) -> object:
    """One thing the board shows."""
    zones = {"wood": ("forest", 0), "mushroom": ("forest", 3), "skin": ("tanning", 1), "meat": ("tanning", 2)}
    if name in zones:
        zone, resource = zones[name]
        return getattr(s, zone)[resource]
    if name == "tents":
        clan = s.clans[actor]
        return [(clan.tents[i][1], clan.tents[i][0]) for i in range(2)]
    if name == "totem":
        return list(s.totem_order[: s.totem_count])
    if name == "crafts":
        return crafts_shown(s)
    if name == "top":
        return CRAFT.values[s.craft_pile[s.craft_left - 1]]
    return s.visitor_claim if name == "claim" else s.hunted
