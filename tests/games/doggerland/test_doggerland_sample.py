"""The sample round of the dossier (section 14), step by step."""

from __future__ import annotations

from typing import Any

from firstfire.games.doggerland.actions import FRESCO
from firstfire.games.doggerland.state import Home, Phase, Species

from .reading import BOX, ENGINE, at, cell, goods, legal, play, scores, table

RED, BLUE = 0, 1


def opening() -> Any:
    s = table(
        "tile=[d4:T00 c3:S3 d3:S1 e3:S7 c4:S5 e4:S6 c5:S8 d5:S2 e5:S4] beast=[d3:horse1 d5:reindeer1]",
        "stack.top=[C30 C09 C21 C37 C05 C14 C11 C24] centre_arrow=N fresco=[F04 F09 F01 F06] fresco_up=1",
        "craft=[K2 Y3 Y8] craft_stack.top=[K7] objectives=[O1 O3 O5 O6] clans.0.goods.tool=2",
    )
    assert ENGINE.check(s, BOX) == 0
    return s


def home(s: Any, seat: int) -> tuple[int, int, int]:
    clan = s.clans[seat]
    return clan.chiefs, clan.shaman, clan.hunters


def test_the_sample_round() -> None:
    s = opening()
    red, blue = s.clans[RED], s.clans[BLUE]

    # P1
    play(s, f"go to {cell(2, 3)}", "send 2hunters+tool")
    assert goods(s, RED)["tool"] == 1 and home(s, RED) == (1, 1, 2)
    play(s, f"go to {cell(2, 2)}", "send 2hunters+tool")
    assert goods(s, BLUE)["tool"] == 2 and home(s, BLUE) == (1, 1, 2)
    play(s, f"go to {cell(4, 4)}", "send shaman")
    assert home(s, RED) == (1, 0, 2)
    play(s, f"go to {cell(3, 2)}", "hunt with 1 chiefs 0 hunters")
    assert home(s, BLUE) == (0, 1, 2)
    play(s, "habitat with hunter")
    assert "tool" not in goods(s, RED) and home(s, RED) == (1, 0, 1)
    play(s, f"go to {cell(2, 4)}", "send hunter+tool")
    assert goods(s, BLUE)["tool"] == 1 and home(s, BLUE) == (0, 1, 1)
    play(s, "birth of hunter+chief")
    assert home(s, RED) == (0, 0, 0)
    play(s, "hut H5")
    assert home(s, BLUE) == (0, 0, 1)
    assert s.player == BLUE, "Red passes by itself: nobody at home (R36)"
    play(s, "capacity range with hunter")
    assert home(s, BLUE) == (0, 0, 0) and red.scarcity == blue.scarcity == 0

    # P2
    tiles = {(2, 1): 38, (3, 1): 17, (1, 2): 29, (1, 3): 45, (1, 4): 13, (5, 4): 22, (2, 5): 19, (4, 5): 32}
    from firstfire.games.doggerland.actions import TILE

    named = {place: TILE.values[s.tile[at(*place)]] for place in tiles}
    assert named == {
        (2, 1): "C30", (3, 1): "C09", (1, 2): "C21", (1, 3): "C37",
        (1, 4): "C05", (5, 4): "C14", (2, 5): "C11", (4, 5): "C24",
    }  # fmt: skip
    assert bin(s.land).count("1") == 17 and bin(s.roaming).count("1") == 2

    # P3 Red
    assert s.phase == Phase.RESOLVE and s.player == RED
    assert not legal(s, "resolve habitat by member"), "no Wood yet"
    play(s, f"resolve {cell(2, 3)}")
    assert goods(s, RED)["stone"] == 4 and home(s, RED) == (0, 0, 2)
    play(s, f"resolve {cell(4, 4)}")
    assert goods(s, RED)["wood"] == 1
    play(s, "resolve habitat by member")  # only a simple Habitat can be paid; bare ground or a shelter?
    play(s, "raise simple on bare")
    assert goods(s, RED) == {"stone": 3, "fur": 3, "fruit": 3, "meat": 3}
    play(s, "resolve birth")
    assert (red.reserve, red.newborns) == (5, 1)

    # P3 Blue
    assert s.player == BLUE
    play(s, f"resolve {cell(2, 2)}")
    assert goods(s, BLUE)["wood"] == 4
    play(s, f"resolve {cell(3, 2)}", "carry 1 meat", "carry 0 fur")
    assert goods(s, BLUE)["meat"] == 4 and goods(s, BLUE)["bone"] == 1 and blue.memory[Species.HORSE] == 1
    play(s, f"resolve {cell(2, 4)}", "carry 1 meat")
    assert goods(s, BLUE)["meat"] == 5 and goods(s, BLUE)["fur"] == 4
    play(s, "resolve capacity range")
    assert goods(s, BLUE)["wood"] == 3 and blue.levels[0] == 1
    play(s, "resolve hut", "offer fur", "barter wood+wood", "for stone", "stop trading")
    assert {k: v for k, v in goods(s, BLUE).items() if k in ("fur", "wood", "stone")} == {
        "fur": 3,
        "wood": 1,
        "stone": 1,
    }
    assert blue.hut == 1 << 6

    # P4 and P5.1
    assert (s.herd[Species.REINDEER] >> at(5, 4)) & 1 and s.edge == 0
    assert s.phase == Phase.FEED and s.player == RED
    play(s, "eat 3 meat")
    assert list(red.fruit) == [0, 3, 0] and list(red.meat) == [0, 0, 0] and red.hunters == 5 and red.births == 1
    play(s, "eat 2 meat")
    assert list(blue.fruit) == [0, 1, 0] and list(blue.meat) == [0, 0, 3]

    # P5.2 to P5.8
    assert s.round == 2 and not any(s.firsts)
    assert (s.herd[Species.BISON] >> at(3, 1)) & 1 and (s.herd[Species.MAMMOTH] >> at(2, 5)) & 1
    assert s.fresco_up == 2 and FRESCO.values[s.fresco[1]] == "F09"
    assert s.phase == Phase.MOVE and s.player == RED
    play(s, f"village to {cell(2, 4)}", f"village to {cell(3, 2)}")
    assert s.first == BLUE and s.player == BLUE and s.phase == Phase.PROGRAM

    # the state at the start of round 2
    assert goods(s, RED) == {"stone": 3, "fur": 3, "fruit": 3}
    assert goods(s, BLUE) == {"wood": 1, "stone": 1, "fur": 3, "bone": 1, "tool": 1, "fruit": 1, "meat": 3}
    assert list(red.homes) == [Home.SHELTER, Home.SHELTER, Home.SIMPLE, 0, 0, 0]
    assert scores(s) == [8, 6]
    assert {i for i in range(63) if s.uses[i]} == {at(2, 2), at(2, 3), at(2, 4), at(4, 4)}
    assert ENGINE.check(s, BOX) == 0

    # the further checks
    play(s, f"go to {cell(3, 1)}")
    assert legal(s, "hunt with 1 chiefs 4 hunters") and legal(s, "hunt with 1 chiefs 3 hunters")
    assert not legal(s, "hunt with 1 chiefs 2 hunters")
    play(s, "hunt with 1 chiefs 3 hunters")
    assert goods(s, BLUE).get("tool", 0) == 0 and goods(s, BLUE)["fur"] == 2
    play(s, "habitat with hunter")
    assert red.scarcity == 1 and goods(s, RED)["fur"] == 2
