"""Rule by rule: autumn on the map, winter and the end."""

from __future__ import annotations

import pytest

from firstfire.games.prehistory.box import GROUND_NAMES
from firstfire.games.prehistory.rules.autumn import can_move
from firstfire.games.prehistory.rules.seasons import winter
from firstfire.games.prehistory.state import CAMPS, NONE, START, Deed, Ground, Space

from .reading import AUTUMN, BOX, ENGINE, FINAL, LAST_ROUND, RICH, SUMMER, Fireside, by_name, hex_at, hex_name, of_block

# ---- autumn


def autumn() -> Fireside:
    return Fireside(AUTUMN, "price.2=PT10 price.5=PT04 tribes.1.tent=[red:1]")


def test_paying_needs_an_unmoved_member() -> None:
    """PH-AU1, PH-AU2: cubes of either pool and points, while a member can still move."""
    fire = autumn().put(
        "tribes.0.tent=[blue:1 red:1] tribes.0.markers=[grey:1] tribes.0.development=2 "
        "tribes.0.place=[start board board]"
    )
    assert sorted(fire.legal()) == [
        "develop", "end turn", "spend blue resource", "spend grey marker", "spend point", "spend red resource",
    ]  # fmt: skip
    fire.play("spend grey marker", "spend point")
    assert fire.s.movement == 3
    fire.play("move start", f"stop at {hex_name(1, 0)}")
    assert not of_block(fire, "spend")
    nobody = autumn().put("tribes.0.tent=[blue:1] tribes.0.place=[board board board]")
    assert sorted(nobody.legal()) == ["develop", "end turn"]


def test_free_actions_in_autumn() -> None:
    """PH-AU5, PH-D3, PH-AU2: the door stands open; a point is a step, in autumn only."""
    fire = autumn().put("tribes.0.development=4 tribes.0.tent=[red:1] tribes.0.place=[start board board]")
    fire.play("develop", "buy resource", "buy blue resource", "spend point", "develop", "turn weather")
    assert (fire.has(0), fire.s.movement) == ({"tent": {"red": 1, "blue": 1}}, 1)
    for other in (Fireside("tribes.0.development=4"), Fireside(SUMMER, "deed=painting tribes.0.development=4")):
        assert "spend point" not in other.legal()


def test_where_a_member_may_stop() -> None:
    """PH-AU3, R27, R28: not onto members or foreign camps; own empty camps and the start are fine."""
    fire = autumn().put(
        "hexes.2d=rock/camp/0.C1 hexes.5b=rock/camp/1.C1 tribes.0.camps=[C1] "
        "tribes.0.place=[4d board board board] tribes.1.camps=[C1] tribes.1.place=[2c board board board]"
    )
    fire.put("tribes.0.tent=[blue:2]").play("spend blue resource", f"move {hex_name(1, 0)}")
    stops = of_block(fire, "stop at")
    assert f"stop at {hex_name(1, -1)}" in stops and "stop at start" in stops
    assert f"stop at {hex_name(0, -1)}" not in stops  # a member
    assert f"stop at {hex_name(-1, -1)}" not in stops  # another's camp
    assert f"stop at {hex_name(0, -2)}" in stops  # through the start and past the member
    reach = {h for h in range(41) if BOX.distance[0][hex_at(1, 0)][h] <= 3}
    assert len(stops) == len(reach) - 3 + 1  # not the three places taken, but its own, by stepping out and back


def test_r26_stepping_out_and_back() -> None:
    """R26: costs 2 and is a new stop; not where another own member stands."""
    fire = autumn().put(
        "hexes.4d=rock/marker/red tribes.0.tent=[grey:1] tribes.0.development=1 tribes.0.place=[4d board board]"
    )
    fire.play("spend grey resource", f"move {hex_name(1, 0)}", f"stop at {hex_name(1, 0)}")
    assert fire.has(0) == {"dev": 1, "markers": {"red": 1}}
    fire = autumn().put(
        "hexes.2d=rock/camp/0.C1 tribes.0.tent=[grey:1] tribes.0.camps=[C1] tribes.0.place=[2d 2d board board]"
    )
    fire.play("spend grey resource", f"move {hex_name(1, -1)}")
    assert f"stop at {hex_name(1, -1)}" not in fire.legal()
    one = (
        autumn()
        .put("tribes.0.tent=[yellow:1] tribes.0.place=[4d board board]")
        .play("spend yellow resource", f"move {hex_name(1, 0)}")
    )
    assert f"stop at {hex_name(1, 0)}" not in one.legal()  # one step is not enough


@pytest.mark.parametrize(
    ("ground", "gain"),
    [
        ("animal/rhino", {"points": 1}),
        ("megalith/A", {}),
        ("megalith/B", {}),
        ("megalith/C", {}),
        ("marker/brown", {"markers": {"brown": 1}}),
        ("plain", {}),
    ],
)
def test_the_effect_of_a_stop(ground: str, gain: dict[str, object]) -> None:
    """PH-AU3, R29, PH-G6: animals score, A is taken, B and C stay, markers never run out; all at once."""
    fire = autumn().put(f"hexes.4d=rock/{ground} tribes.0.tent=[yellow:1 red:1] tribes.0.place=[start board board]")
    fire.play("spend yellow resource", "move start", f"stop at {hex_name(1, 0)}")
    got = fire.has(0)
    assert got.pop("tent") == {"red": 1}
    assert got == gain
    tribe, here = fire.s.tribes[0], fire.s.hexes[hex_at(1, 0)]
    assert tribe.megaliths == (ground == "megalith/A")
    assert list(tribe.animals) == ([0, 1, 0] if ground == "animal/rhino" else [0, 0, 0])
    assert (GROUND_NAMES[here.kind], here.token) == (ground.partition("/")[0], NONE)


def test_a_member_that_is_shut_in_may_pass_to_an_own_camp() -> None:
    """PH-AU3, R28: only stopping asks; a free camp two steps away is a stop for its owner alone."""
    s = autumn().put("tribes.0.place=[start board board board]").s
    s.movement = 2
    for h in range(41):
        s.hexes[h].crowd = 2
    beyond = hex_at(2, -1)
    assert BOX.distance[0][START][beyond] == 2
    s.hexes[beyond].crowd = 0
    s.hexes[beyond].camp = 1
    assert can_move(s, BOX, START)
    s.hexes[beyond].camp = 1 + CAMPS
    assert not can_move(s, BOX, START)


def test_a_fish_from_the_map_advances_the_marker() -> None:
    """PH-AU3, R51: it pays from the next summer on."""
    fire = autumn().put("hexes.6c=water/fish/FT05 tribes.0.tent=[yellow:1 red:1] tribes.0.place=[6d board board]")
    fire.play("spend yellow resource", f"move {hex_name(2, -2)}", f"stop at {hex_name(2, -3)}")
    assert (fire.s.tribes[0].fishing, fire.has(0)) == (2, {"tent": {"red": 1}})


def test_a_member_moves_once_a_year() -> None:
    """PH-AU3, PH-AU6, PH-AU7: tired until the round ends; movement points left are lost."""
    fire = autumn().put("tribes.0.tent=[blue:1 red:1] tribes.0.place=[start board board]")
    fire.play("spend blue resource", "move start", f"stop at {hex_name(1, 0)}")
    assert not of_block(fire, "move") and fire.s.movement == 2
    fire.play("end turn")
    assert (fire.s.movement, fire.s.player) == (0, 1)
    fire.play("end turn")
    assert (fire.s.round, fire.s.tribes[0].tired) == (2, 0)


def test_a_camp_needs_a_stop_in_this_turn() -> None:
    """PH-AU4 (ii), R25: a member left from an earlier year must step out and back first."""
    fire = autumn().put("tribes.0.tent=[grey:1 red:1] tribes.0.place=[2d board board]")
    assert not of_block(fire, "build")
    fire.play("spend grey resource", f"move {hex_name(1, -1)}", f"stop at {hex_name(1, -1)}")
    assert of_block(fire, "build") == [f"build at {hex_name(1, -1)}"]


def test_more_members_do_not_hinder_and_helpers_may_come_later() -> None:
    """PH-AU4 (iv), R25, R46: at least the members needed, on the start and in camps too; others' do not count."""
    fire = autumn().put("tribes.0.tent=[blue:1 red:1] tribes.0.place=[start start start] tribes.1.place=[4d 2b board]")
    fire.play("spend blue resource", "move start", f"stop at {hex_name(1, -1)}")
    assert of_block(fire, "build")
    fire.play("move start", f"stop at {hex_name(0, -1)}", f"build at {hex_name(1, -1)}")
    assert fire.legal() == [f"camp C{i}" for i in range(1, 7)]  # three members; C7 wants four


def test_r45_the_builder_may_settle() -> None:
    """R45, PH-AU4 (v): then the camp lies there without a member; with no choice nobody is asked."""
    fire = autumn().put(
        "tribes.0.tent=[yellow:1 red:1] tribes.0.place=[start start board] tribes.1.place=[4d 2b board]"
    )
    fire.play(
        "spend yellow resource", "move start", f"stop at {hex_name(1, -1)}", f"build at {hex_name(1, -1)}", "camp C4"
    )
    assert fire.places(0) == []  # two needed, both settle; others' members stay
    assert fire.waiting(0) == 4
    assert fire.has(0) == {"tent": {"red": 1}, "points": 3, "dev": 2}
    other = autumn().put("tribes.0.tent=[yellow:1 red:1] tribes.0.place=[start start board]")
    other.play(
        "spend yellow resource", "move start", f"stop at {hex_name(1, -1)}", f"build at {hex_name(1, -1)}", "camp C3"
    )
    assert sorted(other.legal()) == sorted(["settle start", f"settle {hex_name(1, -1)}"])
    other.play(f"settle {hex_name(1, -1)}")
    assert other.places(0) == [(0, 0)]
    assert other.s.hexes[hex_at(1, -1)].camp == 3


def test_one_member_may_help_at_several_camps() -> None:
    """PH-AU4: several camps in one turn; each camp tile once; a site holds one camp."""
    fire = autumn().put("hexes.2b=forest/camp tribes.0.tent=[blue:1 red:1] tribes.0.place=[start start board]")
    fire.play(
        "spend blue resource", "move start", f"stop at {hex_name(1, -1)}", f"build at {hex_name(1, -1)}", "camp C2"
    )
    assert not of_block(fire, "build")
    fire.play("move start", f"stop at {hex_name(1, -2)}", f"build at {hex_name(1, -2)}")
    assert fire.legal() == ["camp C1", "camp C3", "camp C4"]
    fire.play("camp C1")
    assert fire.s.tribes[0].camps == 0b11
    assert fire.waiting(0) == 3


def test_g11_a_reserve_that_is_empty_gives_nothing() -> None:
    """PH-G11: the last camp still pays, though no member is left to come."""
    fire = (
        autumn()
        .camps(0, 2, (2, -1), (2, -2), (1, -2), (0, -2), (-1, -1), (-1, 1))
        .put("tribes.0.tent=[yellow:1 red:1]")
    )
    place = fire.s.tribes[0].place
    reserve = [place[i] for i in range(10)].index(-2)
    assert reserve == 9
    fire.play("spend yellow resource", "move start", f"stop at {hex_name(1, -1)}", f"build at {hex_name(1, -1)}")
    assert [place[i] for i in range(10)].count(-2) == 0
    assert fire.has(0)["dev"] == 1


# ---- winter and the end


def test_winter() -> None:
    """PH-W1 to PH-W5, PH-G7, PH-G8, R6, R48: order, slots, cards, central tile, empty pillars; hands and turns stay."""
    fire = Fireside("players=3 tribes.0.tent=[red:3] tribes.0.markers=[blue:2] tribes.0.development=4")
    s = fire.s
    s.track[0], s.track_count = 2, 1
    s.rotation[Space.RIVER] = 3
    shown = [s.hunting_row[i] for i in range(5)]
    token = next(h for h in range(81) if s.hexes[h].kind == Ground.FISH)
    old, new = s.price[Space.CENTRAL], s.stack[s.stack_count - 1]
    fire.put("top.painting=[] top.hunting=[red:2 white:1]")
    winter(s, BOX)
    assert [s.order[i] for i in range(3)] == [2, 0, 1]
    assert s.hunting_discard == sum(1 << card for card in shown)
    assert (s.price[Space.CENTRAL], s.spent, s.stack_count, s.rotation[Space.RIVER]) == (new, 1 << old, 3, 3)
    assert fire.tops()["hunting"] == ["red", "red", "white"]
    assert s.top[Deed.PAINTING][BOX.icons[new][0]] == 1
    assert fire.has(0) == {"tent": {"red": 3}, "markers": {"blue": 2}, "dev": 4}
    assert s.hexes[token].token != NONE
    assert s.irreversible == 1  # new cards were turned up: no way back


def test_map_tokens_are_never_replaced() -> None:
    """PH-W2: a hexagon emptied in autumn stays empty."""
    fire = autumn().put("tribes.0.tent=[yellow:1 red:1] tribes.0.place=[start board board]")
    fire.play("spend yellow resource", "move start", f"stop at {hex_name(0, -1)}", "end turn", "end turn")
    assert fire.s.round == 2
    assert fire.s.hexes[hex_at(0, -1)].token == NONE


def test_the_final_action() -> None:
    """PH-F1, R37: one action at its summer price, in the order of round 5; no order effect, no income, no refill."""
    fire = Fireside(
        LAST_ROUND,
        AUTUMN,
        "tile_slots.0=GT03 tile_slots.5=GT24 ceremony_row.0=CE06 ceremony_row.3=CE08 tribes.1.tent=[red:1]",
    )
    fire.put("tribes.0.markers=[yellow:1 red:2]").s.track[0] = 1
    fire.s.track_count = 1
    fire.s.tribes[0].fishing = 20
    fire.play("end turn", "end turn")
    assert (fire.phase, fire.s.player, fire.s.round) == ("final", 0, 5)
    assert of_block(fire, "hold") and of_block(fire, "gather") and "develop" in fire.legal()
    assert not of_block(fire, "spend")
    fire.play("hold CE06")
    assert (fire.phase, fire.s.track_count) == ("after", 1)  # no dance is asked, the track stays
    assert sorted(fire.legal()) == ["develop", "end turn"]
    fire.play("end turn")
    assert fire.s.player == 1
    assert fire.s.tribes[0].points == 0


def test_f2_all_cubes_become_points_of_development() -> None:
    """PH-F2, R38: one for one, by itself; then the game is over."""
    fire = Fireside(
        LAST_ROUND,
        FINAL,
        "player=1 tribes.0.tent=[red:3] tribes.0.markers=[blue:2] tribes.0.development=1 tribes.1.tent=[red:1]",
    )
    fire.play("pass")
    assert fire.s.over == 1
    assert fire.has(0) == {"dev": 6}
    assert fire.scores() == [2, 0]


def test_members_sent_by_the_final_migration_stay_where_they_arrive() -> None:
    """R37, PH-F1: migration in the final action works; there is no autumn after it."""
    fire = Fireside(
        LAST_ROUND,
        FINAL,
        "hexes.2d=rock/camp/0.C1 tribes.0.markers=[white:1] tribes.0.camps=[C1]",
        "tribes.0.place=[start board board board]",
    )
    fire.put("tribes.0.tent=[red:1] tribes.1.tent=[red:1]").play("migrate", f"go to {hex_name(1, -1)}")
    assert fire.places(0) == [(0, 0), (1, -1)]


def test_the_two_pools_never_mix() -> None:
    """PH-G1, PH-G4: a resource pays no summer price, a marker no spring price."""
    fire = Fireside("stack=[PT11 PT06 PT08 PT01] price.0=PT02 tribes.0.markers=[blue:3]")
    fire.put("tribes.0.tent=[white:1]")
    assert not of_block(fire, "paint PS12")  # the hand costs blue, and there is none in the tent
    summer = Fireside(SUMMER, "deed=painting tribes.0.tent=[grey:3]")
    assert not of_block(summer, "paint")


def test_g9_cubes_are_never_short() -> None:
    """PH-G9, R40: forty red cubes in one tent still get more."""
    fire = Fireside("tribes.0.tent=[red:40] tribes.0.development=2").play("develop", "buy resource", "buy red resource")
    assert fire.has(0) == {"tent": {"red": 41}}


def test_g5_points_are_marked_at_once_without_a_cap() -> None:
    """PH-G5, R39: development has no upper end."""
    fire = Fireside("tribes.0.tent=[red:1] tribes.0.development=300").play(
        "develop", "return cube", "return red resource"
    )
    assert fire.has(0) == {"dev": 301}


@pytest.mark.parametrize("tile", [f"PT{i:02}" for i in range(1, 13)])
def test_r47_every_pillar_has_two_base_slots(tile: str) -> None:
    """R47: under every central tile every action can be done while one cube lies at its foot, and not with two."""
    actions = {"painting": "paint", "gathering": "gather", "ceremony": "hold", "fishing": "fish", "hunting": "hunt",
               "migration": "migrate"}  # fmt: skip
    for deed, block in actions.items():
        for cubes, offered in (((), True), (("red",), True), (("red", "red"), False)):
            fire = Fireside(
                f"price.5={tile} rotation.5=0 tribes.0.tent=[{by_name(RICH)}]",
                f"base.{deed}=[{' '.join(cubes)}]",
            )
            assert bool(of_block(fire, block)) == offered


def test_r24_members_in_play_follow_the_camps() -> None:
    """R24: the invariant refuses a member too many."""
    fire = Fireside()
    fire.s.tribes[0].place[5] = -1
    assert ENGINE.check(fire.s, BOX) == 1
