"""Links, link effects NT-L1 to NT-L16, link tokens NT-J1 to NT-J8, gifts, gates and the objective."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.neta_tanka.actions import EFFECT, PLACE
from firstfire.games.neta_tanka.decisions import DECISIONS
from firstfire.games.neta_tanka.rules.links import can_use_effect, use_effect
from firstfire.games.neta_tanka.state import Phase

from .reading import BOX, crafts_shown, end_turns, legal, play, put, reserve_of, resolving, village

LINKS = {
    1: (2, 5, "L7"), 2: (3, 5, "L8"), 3: (4, 5, "L14"), 4: (6, 18, "L16"), 5: (6, 7, "L13"), 6: (6, 8, "L15"),
    7: (12, 13, "L9"), 8: (9, 13, "L11"), 9: (13, 17, "L2"), 10: (14, 16, "L10"), 11: (15, 16, "L12"),
    12: (16, 17, "L6"), 13: (1, 2, "L1"), 14: (1, 4, "L4"), 15: (3, 15, "L3"), 16: (12, 14, "L1"), 17: (9, 11, "L2"),
    18: (10, 11, "L3"), 19: (10, 18, "L5"), 20: (7, 8, "L4"),
}  # fmt: skip
GAINS = {"L1": "wood", "L2": "skin", "L3": "mushroom", "L5": "skull"}
TOKENS = ("L1", "L2", "L6", "L4", "L11", "L12", "L13", "L14")


def turn(players: int = 3) -> Any:
    """Seat 0 in a resolution turn without nomads."""
    s = village(f"players={players}")
    resolving(s, 0)
    return s


def use(s: Any, effect: str) -> None:
    """Use a link effect that is possible; as in play, the only answer to what it asks is given at once."""
    assert can_use_effect(s, BOX, EFFECT.index(effect))
    use_effect(s, BOX, EFFECT.index(effect))
    if (answer := DECISIONS.only_answer(s, BOX)) >= 0:
        DECISIONS.apply(s, BOX, answer)


def can(s: Any, effect: str) -> bool:
    """Whether a link effect is possible."""
    return bool(can_use_effect(s, BOX, EFFECT.index(effect)))


def test_the_links_of_the_board() -> None:
    """K1 to K20 (section 2.6), all of them."""
    found = {i + 1: BOX.links[i] for i in range(BOX.link_count)}
    assert {k: (link.a + 1, link.b + 1, EFFECT.values[link.effect]) for k, link in found.items()} == LINKS


def test_i19_link_graph() -> None:
    """NT-I19: 20 links, every Elder has three, every other place two; all places are connected."""
    degree = [sum(BOX.links[i].ends >> place & 1 for i in range(BOX.link_count)) for place in range(18)]
    assert BOX.link_count == 20
    assert [degree[place] for place in range(18)] == [3 if BOX.elders >> place & 1 else 2 for place in range(18)]
    reached = {0}
    for _ in range(18):
        for i in range(20):
            ends = {BOX.links[i].a, BOX.links[i].b}
            if reached & ends:
                reached |= ends
    assert len(reached) == 18


def test_every_effect_is_somewhere() -> None:
    """NT-L1 to NT-L16 all occur among the links."""
    assert {effect for _, _, effect in LINKS.values()} == set(EFFECT.values)


@pytest.mark.parametrize(("effect", "resource"), GAINS.items())
def test_l1_l2_l3_l5_gains_from_the_supply(effect: str, resource: str) -> None:
    """NT-L1, NT-L2, NT-L3, NT-L5: always possible."""
    s = turn()
    put(s, "clans.0.reserve=[]")
    use(s, effect)
    assert [i for i, n in enumerate(s.clans[0].reserve) if n] == [
        ("wood", "skin", "meat", "mushroom", "skull").index(resource)
    ]
    assert (s.forest[0], s.tanning[2]) == (3, 3)


def test_l4_generosity() -> None:
    """NT-L4."""
    s = turn()
    use(s, "L4")
    assert s.clans[0].generosity == 1


def test_l6_any_of_four() -> None:
    """NT-L6, NT-D18: wood, skin, meat or mushroom; no skull."""
    s = turn()
    use(s, "L6")
    assert legal(s) == ["take wood", "take skin", "take meat", "take mushroom"]
    play(s, "take meat")
    assert s.clans[0].reserve[2] == 1 and s.phase == Phase.RESOLVING


@pytest.mark.parametrize(
    ("effect", "zone", "resource"),
    [("L7", "forest", 0), ("L8", "forest", 3), ("L9", "tanning", 1), ("L10", "tanning", 2)],
)
def test_l7_to_l10_gains_from_a_zone(effect: str, zone: str, resource: int) -> None:
    """NT-L7, NT-L8, NT-L9, NT-L10: one token of the zone, if there is one."""
    s = turn()
    put(s, "clans.0.reserve=[] forest=[wood:1 mushroom:1] tanning=[skin:1 meat:1]")
    use(s, effect)
    assert s.clans[0].reserve[resource] == 1 and getattr(s, zone)[resource] == 0
    assert not can(s, effect)


def test_l11_on_the_tents() -> None:
    """NT-L11, NT-D14: wood or skin of the reserve on a legal slot."""
    s = turn()
    use(s, "L11")
    assert legal(s) == ["build wood on tent 1", "build skin on tent 1"]
    play(s, "build wood on tent 1")
    assert s.clans[0].reserve[0] == 1
    put(s, "clans.0.tents=[[1 2] [1 2]]")
    assert not can(s, "L11")


def test_l12_into_food() -> None:
    """NT-L12, R24: one food of the reserve; a full section takes none."""
    s = turn()
    use(s, "L12")
    assert s.clans[0].food[3] == 1
    assert not can(s, "L12")
    put(s, "clans.0.reserve=[meat:1]")
    assert can(s, "L12")
    s.clans[0].food[3] = 10
    assert not can(s, "L12")


def test_l13_on_a_craft_card() -> None:
    """NT-L13, R36: what an unfinished card still wants."""
    s = turn()
    assert not can(s, "L13")
    put(s, "clans.0.wants=[wood:[C3 C9] skin:[C3]]")
    use(s, "L13")
    assert legal(s) == ["craft wood on C3", "craft wood on C9", "craft skin on C3"]
    play(s, "craft skin on C3")
    assert s.on_craft[2][1] == 1 and not s.clans[0].wants[1] >> 2 & 1


def test_l14_on_the_totem() -> None:
    """NT-L14: one wood of the reserve."""
    s = turn()
    use(s, "L14")
    assert s.clans[0].totem[0] == 1
    put(s, "clans.0.reserve=[skull:3]")
    assert not can(s, "L14")


def test_l15_renews_two_cards() -> None:
    """NT-L15, NT-D20, R22: two chosen cards leave the game, two come from the pile."""
    s = turn()
    put(s, "craft_display=[C1 C2 C3 C4 C5] craft_pile.top=[C6 C7 C8]")
    use(s, "L15")
    assert legal(s) == [f"remove C{i}" for i in range(1, 6)]
    play(s, "remove C4")
    assert legal(s) == [f"remove C{i}" for i in (1, 2, 3, 5)] and s.craft_count == 4
    play(s, "remove C1")
    assert crafts_shown(s) == "C2 C3 C5 C6 C7" and s.craft_gone == 0b1001
    assert s.irreversible == 1 and s.phase == Phase.RESOLVING


def test_l16_takes_a_token() -> None:
    """NT-L16, NT-D21, R30: a token of choice from the stack, usable at once; none left: not possible."""
    s = turn()
    use(s, "L16")
    assert legal(s) == [f"take J{i}" for i in range(1, 9)]
    play(s, "take J4")
    assert s.token_stack == 0b11110111 and "use J4" in legal(s)
    play(s, "use J4")
    assert s.clans[0].generosity == 1 and s.tokens_used == 0b1000 and legal(s, "use") == []
    s.token_stack = 0
    assert not can(s, "L16")


def test_tokens_show_eight_effects() -> None:
    """NT-J1, NT-J2, NT-J3, NT-J4, NT-J5, NT-J6, NT-J7, NT-J8 (section 2.8)."""
    assert tuple(EFFECT.values[effect] for effect in BOX.token_effect) == TOKENS


def test_d6_a_token_needs_a_possible_effect() -> None:
    """NT-D6, NT-J5 to NT-J8: placements are offered only if they can be done."""
    s = turn()
    s.clans[0].tokens = 0b11110000
    assert legal(s, "use") == ["use J5", "use J6", "use J8"]
    put(s, "clans.0.reserve=[]")
    assert legal(s, "use") == []


def test_f3_once_for_each_colour_and_link() -> None:
    """NT-F3, NT-D3, R40: with two players both own colours may use the same link, each once."""
    s = village("players=2 nomads.0.at=[meditate gather_mushrooms feed_clan] nomads.2.at=[gather_mushrooms]")
    resolving(s, 0)
    assert legal(s, "link") == ["link K15"]
    s = village("players=2 nomads.0.at=[craft_objects offering] nomads.2.at=[craft_objects offering]")
    resolving(s, 0)
    assert legal(s, "link") == ["link K20", "link K20 second"]
    play(s, "link K20 second")
    assert legal(s, "link") == ["link K20"]
    play(s, "link K20")
    assert legal(s, "link") == [] and s.clans[0].generosity == 2


def test_f3_two_colours_do_not_link() -> None:
    """NT-F3, section 7.1: only nomads of one and the same colour."""
    s = village("players=2 nomads.0.at=[craft_objects] nomads.2.at=[offering]")
    resolving(s, 0)
    assert legal(s, "link") == []


def test_f3_visitor_forms_no_link() -> None:
    """NT-F2, NT-F3."""
    s = village("nomads.0.at=[craft_objects] nomads.1.at=[offering] visitor_of=0 visitor_at=offering")
    resolving(s, 0)
    assert legal(s, "link") == []


def test_r10_copy_nomad_forms_links_and_r53_blocks_nobody() -> None:
    """R10, R53: the copy nomad links; the copied player uses the same link too."""
    s = village()
    s.clans[0].food[2] = 5
    put(s, "nomads.1.at=[craft_objects offering] nomads.0.at=[craft_objects]")
    play(s, "place nomad at offering")
    assert s.clans[0].copy_at == PLACE.index("offering")
    resolving(s, 0)
    play(s, "link K20", "end turn", "link K20")
    assert s.clans[0].generosity == s.clans[1].generosity == 1


def test_r11_mission_nomad_forms_links() -> None:
    """R11, NT-F5: on Hunt in the next round."""
    s = village("nomads.0.at=[elder_hunt]")
    resolving(s, 0)
    end_turns(s, 3)
    put(s, "nomads.0.at=[hunt meditate] first=0")
    resolving(s, 0)
    assert legal(s, "link") == ["link K18"]


def test_links_are_optional_and_free_in_order() -> None:
    """NT-F3, NT-D3: before or after the nomads are laid down, or not at all."""
    s = village("nomads.0.at=[meditate hunt]")
    resolving(s, 0)
    play(s, "resolve hunt", "resolve meditate")
    assert "link K18" in legal(s) and "end turn" in legal(s)


def test_f4_gift_once_a_turn() -> None:
    """NT-F4, NT-D7, R19, R33, NT-I14: any of the five resources, once in a round; not to oneself."""
    s = turn()
    put(s, "clans.0.reserve=[skull:1 wood:1] clans.1.reserve=[] clans.2.reserve=[wood:1]")
    assert legal(s, "give") == ["give wood to 1", "give skull to 1", "give skull to 2"]
    play(s, "give skull to 2")
    assert reserve_of(s, 2) == "W1 S0 M0 F0 K1 G0" and legal(s, "give") == []
    end_turns(s, 3)
    s.first = 0
    resolving(s, 0)
    assert legal(s, "give") == ["give wood to 1"]


def test_r32_gift_looks_at_the_reserve_only() -> None:
    """R32: wood on the totem or on tents does not count."""
    s = turn()
    put(s, "clans.1.reserve=[] clans.1.totem=[wood:3] totem_order=[1] clans.1.tents=[[1 2]]")
    assert "give wood to 1" in legal(s)


def test_d8_gates() -> None:
    """NT-D8, NT-F6, R12, R13, R14, R56: first unpaid gate, tent before begun, token by token, no food."""
    s = turn()
    put(s, "clans.0.reserve=[meat:2 mushroom:2] clans.0.tents=[[1 2]]")
    assert legal(s, "gate") == []
    put(s, "clans.0.tents=[[1 2] [0 1]]")
    assert legal(s, "gate") == ["gate mushroom"]
    play(s, "gate mushroom")
    assert legal(s, "gate") == [] and s.clans[0].gate == 3 and s.clans[0].owed[2] == 1
    put(s, "clans.0.tents=[[1 2] [0 1] [1 0] [0 1]] clans.0.gate=4")
    assert legal(s, "gate") == ["gate meat", "gate mushroom"]
    play(s, "gate meat")
    assert s.clans[0].gate == 4 and legal(s, "gate") == ["gate mushroom"]
    play(s, "gate mushroom")
    assert s.clans[0].gate == BOX.tents and list(s.clans[0].owed) == [0] * 5
    assert sum(s.clans[0].food) == 0 and s.clans[0].reserve[2] == 1


def test_gates_are_where_the_box_says() -> None:
    """R12, section 2.9: mushroom before 3, meat before 4, both before 5."""
    assert [list(BOX.gates[i]) for i in range(5)] == [
        [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 0, 1, 1, 0],
    ]  # fmt: skip


def test_f6_tents_from_the_left() -> None:
    """NT-F6, NT-I10: the next tent when the one before holds one resource; two skins and one wood each."""
    s = turn()
    put(s, "clans.0.reserve=[wood:5 skin:5]")
    use(s, "L11")
    assert legal(s) == ["build wood on tent 1", "build skin on tent 1"]
    play(s, "build wood on tent 1")
    use(s, "L11")
    assert legal(s) == ["build wood on tent 2", "build skin on tent 1", "build skin on tent 2"]


def test_d9_objective() -> None:
    """NT-D9, R38, R52: once, for one generosity; the card is open afterwards."""
    s = turn()
    play(s, "exchange objective")
    assert s.clans[0].generosity == 1 and s.clans[0].exchanged == 1 and s.irreversible == 1
    assert legal(s, "exchange") == []


def test_r37_many_unfinished_cards() -> None:
    """R37: no limit."""
    s = turn()
    put(s, "clans.0.finished=[C18]")
    wanted = [[f"C{i}" for i in range(1, 13) if BOX.crafts[i - 1].cost[material]] for material in range(2)]
    put(s, f"clans.0.wants=[[{' '.join(wanted[0])}] [{' '.join(wanted[1])}]]")
    use(s, "L13")
    assert len(legal(s)) == 11 + 7
