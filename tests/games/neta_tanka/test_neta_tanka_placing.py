"""Phase I, rule by rule: NT-P1, NT-D1, NT-F1, NT-F2, and the rulings about places."""

from __future__ import annotations

from firstfire.games.neta_tanka.actions import PLACE
from firstfire.games.neta_tanka.box import PLACE_KEYS, PlaceKind
from firstfire.games.neta_tanka.state import NOWHERE, Phase

from .reading import BOX, ENGINE, end_turns, legal, play, put, resolving, village

ELDERS = ("elder_forest", "elder_craft", "elder_hunt", "elder_food")


def test_kinds_of_places() -> None:
    """NT-A1 to NT-A18, section 2.4: four Elders, two open places, twelve single ones; three must act."""
    kinds = [BOX.places[i].kind for i in range(18)]
    assert tuple(PLACE_KEYS[i] for i in range(18) if kinds[i] == PlaceKind.ELDER) == ELDERS
    assert [PLACE_KEYS[i] for i in range(18) if kinds[i] == PlaceKind.OPEN] == ["gather_mushrooms", "meditate"]
    assert [PLACE_KEYS[i] for i in range(18) if BOX.must_act >> i & 1] == ["lumber", "hunt", "tan"]


def test_d1_single_place_takes_one() -> None:
    """NT-D1: a single place with a nomad is closed, an empty one is open."""
    s = village()
    assert len(legal(s)) == 18
    put(s, "nomads.1.at=[hunt]")
    assert "place nomad at hunt" not in legal(s) and len(legal(s)) == 17


def test_d1_open_place_takes_all_colours_once() -> None:
    """NT-D1, NT-A3, NT-A10: any number of nomads, but one of each colour."""
    s = village("nomads.1.at=[meditate] nomads.2.at=[meditate]")
    assert "place nomad at meditate" in legal(s)
    put(s, "nomads.0.at=[meditate]")
    assert "place nomad at meditate" not in legal(s)


def test_d1_elder_is_never_copied() -> None:
    """NT-D1, NT-F1: an Elder takes one nomad, whatever the powers."""
    s = village()
    s.clans[0].food[2] = 10
    put(s, f"nomads.1.at=[{' '.join(ELDERS)}]")
    assert not [place for place in ELDERS if f"place nomad at {place}" in legal(s)]


def test_f1_copy_power_once_a_round() -> None:
    """NT-F1, NT-I5, NT-I14: one copy in a round, on a full single place."""
    s = village()
    s.clans[0].food[3] = 5
    put(s, "nomads.1.at=[hunt tan]")
    assert {"place nomad at hunt", "place nomad at tan"} <= set(legal(s))
    play(s, "place nomad at hunt")
    s.player = 0
    assert "place nomad at tan" not in legal(s)


def test_f1_no_third_nomad_on_a_slot() -> None:
    """NT-F1, R6, R9: a slot holds one normal nomad and one extra, also when the extra is the visitor."""
    s = village()
    s.clans[0].food[2] = 5
    put(s, "nomads.1.at=[hunt] visitor_of=2 visitor_at=hunt")
    assert "place nomad at hunt" not in legal(s)


def test_r4_a_free_slot_is_not_copied() -> None:
    """R4: with a free slot the nomad takes it and the power is not used."""
    s = village("trade.0=T4")
    s.clans[0].food[2] = 5
    put(s, "nomads.1.at=[trade]")
    play(s, "place nomad at trade")
    assert s.clans[0].copy_at == NOWHERE and s.normals[PLACE.index("trade")] == 2


def test_a17_slots_stand_on_the_trade_card() -> None:
    """NT-A17, NT-T1, NT-T4: one or two slots."""
    s = village("nomads.1.at=[trade] trade.0=T1")
    assert "place nomad at trade" not in legal(s)
    put(s, "trade.0=T4")
    assert "place nomad at trade" in legal(s)
    put(s, "nomads.2.at=[trade]")
    assert "place nomad at trade" not in legal(s)


def test_a18_slots_by_player_count() -> None:
    """NT-A18: one slot with two and three players, two with four."""
    for players, open_ in ((2, False), (3, False), (4, True)):
        s = village(f"players={players} nomads.1.at=[consult_neta_tanka]")
        assert ("place nomad at consult_neta_tanka" in legal(s)) is open_


def test_f2_visitor_joins_a_nomad() -> None:
    """NT-F2, R7: beside anybody's nomad, never with an Elder, never alone; no colour rule."""
    s = village("visitor_of=0 nomads.0.at=[tan] nomads.1.at=[hunt elder_hunt meditate]")
    assert legal(s, "place visitor") == [f"place visitor at {place}" for place in ("meditate", "hunt", "tan")]
    play(s, "place visitor at tan")
    assert s.visitor_at == PLACE.index("tan") and s.clans[0].copy_at == NOWHERE


def test_f2_visitor_joins_a_place_with_a_free_slot_only_beside_a_nomad() -> None:
    """NT-F2, R3: extras never outnumber the nomads with a slot of their own."""
    s = village("players=4 visitor_of=0")
    assert legal(s, "place visitor") == []
    put(s, "nomads.1.at=[consult_neta_tanka]")
    assert legal(s, "place visitor") == ["place visitor at consult_neta_tanka"]


def test_r6_visitor_does_not_join_a_full_slot() -> None:
    """R6, R3: a slot with a nomad and a copy nomad is full; so are two slots with two extras."""
    s = village("visitor_of=2")
    s.clans[1].food[2] = 5
    put(s, "nomads.0.at=[hunt]")
    s.player = 2
    assert legal(s, "place visitor") == ["place visitor at hunt"]
    s.player = 1
    play(s, "place nomad at hunt")
    assert s.player == 2 and s.clans[1].copy_at == PLACE.index("hunt")
    assert legal(s, "place visitor") == []
    s = village("players=4 trade.0=T4 visitor_of=0 nomads.0.at=[trade] nomads.1.at=[trade]")
    for seat in (2, 3):
        assert "place visitor at trade" in legal(s)
        s.clans[seat].food[2] = 5
        s.player = seat
        play(s, "place nomad at trade")
        s.player = 0
    assert s.extras[PLACE.index("trade")] == 2 and legal(s, "place visitor") == []


def test_r8_visitor_without_a_place_waits() -> None:
    """R8: no nomad of anybody stands where the visitor may join: skipped, asked again; unused if the phase ends."""
    s = village("visitor_of=0")
    s.clans[0].to_place = 0
    s.player = 1
    for colour in range(3):
        s.clans[colour].to_place = int(colour == 1)
    play(s, "place nomad at elder_hunt")
    assert s.phase == Phase.RESOLVING and s.visitor_at == NOWHERE
    s = village("visitor_of=0")
    for colour in range(3):
        s.clans[colour].to_place = int(colour == 1)
    s.player = 1
    play(s, "place nomad at hunt")
    assert s.player == 0 and legal(s) == ["place visitor at hunt"]
    play(s, "place visitor at hunt")
    assert s.phase == Phase.RESOLVING


def test_r2_everything_is_placed() -> None:
    """R2, NT-I3: passing is not possible; at the end of Phase I every quota is on the board."""
    for players, quota in ((2, 6), (3, 4), (4, 3)):
        s = village(f"players={players} seed={players}")
        while s.phase == Phase.PLACING:
            assert all(text.startswith("place") for text in legal(s))
            play(s, legal(s)[0])
        for seat in range(players):
            nomads = [s.nomads[c].at for c in range(seat, 4, players)]
            assert sum(at.bit_count() for at in nomads) == quota
        assert ENGINE.check(s, BOX) == 0


def test_two_players_have_two_colours() -> None:
    """NT-U10, section 7.1: eight nomads in two colours; both colours may share an open or two-slot place."""
    s = village("players=2")
    assert [s.nomads[c].hand for c in range(4)] == [4, 4, 4, 4]
    assert len(legal(s)) == 36
    put(s, "trade.0=T4 nomads.0.at=[trade meditate]")
    assert {"place second at trade", "place second at meditate"} <= set(legal(s))
    assert "place nomad at trade" not in legal(s)
    put(s, "nomads.0.at=[trade meditate hunt]")
    assert "place second at hunt" not in legal(s)


def test_two_players_place_four_and_two_or_three_and_three() -> None:
    """Section 7.1, R41: six of eight; a colour whose four nomads stand has no more; the visitor is extra."""
    s = village("players=2 nomads.0.at=[lumber gather_wood hunt tan]")
    assert all(text.startswith("place second") for text in legal(s))
    put(s, "nomads.2.at=[meditate trade]")
    assert s.clans[0].to_place == 0
    put(s, "visitor_of=0")
    assert legal(s) and all(text.startswith("place visitor") for text in legal(s))


def test_f5_mission_nomad_occupies_its_slot() -> None:
    """NT-F5: the slot of Hunt is taken in the next round, and counts in the quota."""
    s = village("nomads.1.at=[elder_hunt]")
    resolving(s, 0)
    end_turns(s, 3)
    assert s.normals[PLACE.index("hunt")] == 1 and "place nomad at hunt" not in legal(s)
    assert s.clans[1].to_place == 3
    assert ENGINE.check(s, BOX) == 0
