"""The solo game: setup, the rivals, the course of a round, objectives, winning and losing (8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import CARD, CRAFT, GIVE_UP
from firstfire.games.doggerland.rules.animals import migrate, spawn
from firstfire.games.doggerland.rules.ground import put_animal
from firstfire.games.doggerland.rules.rivals import (
    capture,
    move_rival,
    rivals_act,
    rivals_discard,
    rivals_move,
    rivals_paint,
)
from firstfire.games.doggerland.rules.rounds import refill_crafts
from firstfire.games.doggerland.rules.solo import check_solo_objectives
from firstfire.games.doggerland.state import NONE, RIVAL_OWNER, CraftKind, Home, Phase, Species

from .reading import (
    BOX,
    ENGINE,
    LAND,
    at,
    cell,
    goods,
    herd,
    legal,
    new,
    painted,
    play,
    put,
    ranks,
    said,
    scores,
    table,
    texts,
)

# --- setup (DG-S1)


@pytest.mark.parametrize(("difficulty", "numbers"), [("easy", (6, 4, 3)), ("normal", (7, 5, 2)), ("hard", (8, 6, 1))])
def test_difficulties(difficulty: str, numbers: tuple[int, int, int]) -> None:
    """DG-S1: objectives shown, objectives needed, Scarcity tiles allowed."""
    s = new(1, 3, difficulty=difficulty)
    assert (s.solo.shown, s.solo.needed, s.solo.quota) == numbers
    assert s.last_round == 8 and goods(s, 0).keys() >= {"fruit", "meat"}


def test_the_two_exclusive_objectives() -> None:
    """DG-S1 step 3: SO10 and SO11 are never shown together; eight different ones on hard."""
    both = set()
    for seed in range(60):
        s = new(1, seed, difficulty="hard")
        shown = [s.solo.objectives[i] for i in range(8)]
        assert len(set(shown)) == 8 and not {9, 10} <= set(shown)
        both |= set(shown)
    assert both == set(range(11))


def test_rivals_start_where_the_first_card_says() -> None:
    """DG-S1 step 5, R58: red, pink, blue on start tiles, fully exhausted; animals there are captured in that order."""
    caught = 0
    for seed in range(40):
        s = new(1, seed)
        card = s.solo.cards[0]
        steps = {
            "NW": (-1, -1),
            "N": (0, -1),
            "NE": (1, -1),
            "W": (-1, 0),
            "E": (1, 0),
            "SW": (-1, 1),
            "S": (0, 1),
            "SE": (1, 1),
        }
        names = list(steps)
        for i in range(3):
            dx, dy = steps[names[BOX.rivals_at[card][i]]]
            where = s.solo.rivals[i]
            assert where == at(4 + dx, 3 + dy)
            assert not (s.ripe >> where) & 1
        caught += s.solo.memories
        assert len({s.solo.cards[i] for i in range(8)}) == 8
    assert caught > 3


def test_solo_kit() -> None:
    """R41: the full kit, no seat compensation; one Village on the camp; no common objectives."""
    s = next(
        s
        for s in (new(1, seed) for seed in range(99))
        if BOX.rival_action[s.solo.cards[0]] == 0 and s.phase == Phase.EVENT
    )
    assert goods(s, 0) == {"fruit": 3, "meat": 3, "fur": 3, "tool": 3} and all(goal == NONE for goal in s.objectives)


# --- the rivals


def test_capture_adds_while_there_is_room() -> None:
    """DG-S3, DG-S7 step 1: a queue of five, oldest first."""
    s = table(LAND, "beast=[f4:horse1 g4:bison1]")
    capture(s, BOX, Species.HORSE, at(5, 3))
    capture(s, BOX, Species.BISON, at(6, 3))
    assert list(s.solo.memory)[:3] == [Species.HORSE, Species.BISON, NONE] and s.roaming == 0


def full_memory(*names: str, up: int = 6) -> Any:
    s = table(LAND, f"round={up} first_edge={'_WSENWSEN'[up]} beast=[f4:mammoth1]")
    put(s, f"fresco=[F01 F02 F04 F06 F08 F10] fresco_up={up}")  # no Mammoth slot at all
    for i, name in enumerate(names):
        s.solo.memory[i] = Species[name.upper()]
    s.solo.memories = 5
    return s


def test_capture_without_a_slot_for_it() -> None:
    """DG-S7 step 2, R48: memory full, all six tiles up, no free slot of the species: straight to the reserve."""
    s = full_memory("horse", "horse", "reindeer", "bison", "bison")
    capture(s, BOX, Species.MAMMOTH, at(5, 3))
    assert list(s.solo.memory) == [0, 0, 1, 2, 2] and "rivals_released" in said(s)


def test_capture_pushes_out_what_cannot_be_painted() -> None:
    """DG-S7 step 3, R48: the rightmost animal without a free slot leaves, the gap closes, the new one is added."""
    s = full_memory("horse", "mammoth", "reindeer", "mammoth", "bison")
    put_animal(s, Species.BISON, at(6, 3))
    capture(s, BOX, Species.BISON, at(6, 3))
    assert list(s.solo.memory) == [0, 1, 3, 2, 2]


def test_capture_pushes_out_the_oldest() -> None:
    """DG-S7 step 4: otherwise the rightmost leaves, also while Fresco tiles are still face down."""
    s = full_memory("horse", "reindeer", "reindeer", "bison", "bison")
    put_animal(s, Species.HORSE, at(6, 3))
    capture(s, BOX, Species.HORSE, at(6, 3))
    assert list(s.solo.memory) == [1, 1, 2, 2, 0]
    s = full_memory("horse", "mammoth", "reindeer", "bison", "bison", up=5)
    capture(s, BOX, Species.MAMMOTH, at(5, 3))
    assert list(s.solo.memory) == [3, 1, 2, 2, 3]


def test_rivals_paint() -> None:
    """DG-S4 phase 1: each remembered animal with a free slot, oldest first, leftmost tile and top line first; the rest
    slide right and stay, or leave once all tiles are up (R48)."""
    s = table(LAND, "first_edge=S round=2 fresco=[F01 F02 F04 F06 F08 F10] fresco_up=2")
    for i, name in enumerate(("mammoth", "reindeer", "horse", "reindeer", "reindeer")):
        s.solo.memory[i] = Species[name.upper()]
    s.solo.memories = 5
    rivals_paint(s, BOX)
    assert [s.cubes[i] for i in range(4)] == [1, 1, 1, 0] and {s.painter[i] for i in range(3)} == {RIVAL_OWNER}
    assert (s.solo.memories, list(s.solo.memory)[:3]) == (2, [Species.MAMMOTH, Species.REINDEER, NONE])
    s.fresco_up = 6
    rivals_paint(s, BOX)
    assert s.solo.memories == 0 and s.cubes[7] == 1, "the Reindeer is painted, the Mammoth released"


def test_rivals_discard_crafts() -> None:
    """DG-S4, R52, R30: all visible Crafts of a kind; refilled only at DG-5.6, from reshuffled discards if need be."""
    others = [name for name in CRAFT.values if name not in ("K1", "Y1", "K2", "Y2", "K3")]
    s = table(LAND, f"craft=[K1 Y1 K2 Y2 K3] craft_stack=[{' '.join(others)}]")
    rivals_discard(s, BOX, CraftKind.NECKLACE)
    assert [s.craft[i] for i in range(5)] == [NONE, CRAFT.index("Y1"), NONE, CRAFT.index("Y2"), NONE]
    assert s.craft_discard.bit_count() == 3
    s.clans[0].made = sum(1 << s.craft_stack[i] for i in range(s.craft_count))
    s.craft_count = 0
    refill_crafts(s, BOX)
    assert s.craft_discard == 0 and sorted(s.craft[i] for i in (0, 2, 4)) == [0, 1, 2] and s.craft_count == 0


def test_rival_shamans_block_the_hut() -> None:
    """DG-S4, R57: their two locations are closed for programming; they leave at DG-5.8."""
    s = table(LAND)
    rivals_act(s, BOX, CARD.index("SC08"))
    assert {"hut H5", "hut H6"} & texts(s) == set() and "hut H1" in texts(s)


def test_a_rivals_tile_is_closed() -> None:
    """R32: no expedition, Village, Megalith or token on it; crossing is allowed; it reveals land (phase 2)."""
    s = table(LAND)
    s.solo.rivals[0] = at(5, 3)
    assert not legal(s, f"go to {cell(5, 3)}") and legal(s, f"go to {cell(6, 3)}")
    s.phase = Phase.MOVE
    assert not legal(s, f"village to {cell(5, 3)}") and legal(s, f"village to {cell(6, 3)}")
    s.phase = Phase.PROGRAM
    play(s, "hut H2", "pass", "resolve hut", "offer fur")
    assert s.tile[at(5, 2)] != NONE and not legal(s, f"journey to {cell(5, 3)}")


def test_rivals_move_in_order_and_avoid_each_other() -> None:
    """DG-S4 phase 4, I26: red, pink, blue; an arrival tile with another rival, the Village, a Megalith or a token is
    skipped; animals on Village and Megalith tiles are safe, also from passing rivals."""
    row = "a4:C13 b4:C14 c4:C15 d4:S4 f4:S3 g4:S5 h4:C16"
    s = table(f"players=1 tile=[e4:T00 {row} i1:Q06 i7:Q07 a7:Q08] beast=[f4:horse1 e4:bison1]")
    s.clans[0].megaliths = 1 << at(5, 3)
    s.solo.rivals[0], s.solo.rivals[1], s.solo.rivals[2] = at(3, 3), at(7, 3), at(0, 3)
    move_rival(s, BOX, 0, 1, 1)
    assert s.solo.rivals[0] == at(6, 3), "Village at 4, Megalith at 5"
    assert herd(s, "bison") == {at(4, 3)} and herd(s, "horse") == {at(5, 3)} and s.solo.memories == 0
    assert s.uses[at(6, 3)] == 1 and s.uses[at(5, 3)] == 0, "only the arrival tile is exhausted"
    s.clans[0].journey = at(2, 3)
    move_rival(s, BOX, 2, 1, 2)
    assert s.solo.rivals[2] == at(3, 3), "the token at 2 is skipped"
    move_rival(s, BOX, 1, 3, 1)
    assert s.solo.rivals[1] == at(1, 3), "6 holds red, 5 the Megalith, 4 the Village, 3 blue, 2 the token"


def test_rivals_capture_what_they_meet() -> None:
    """DG-S4 phase 4, DG-S7: in passing and on arrival."""
    row = "f4:S3 g4:S5 h4:C16 i4:S1"
    s = table(f"players=1 tile=[e4:T00 {row} i1:Q06 i7:Q07 a7:Q08] beast=[g4:horse1 i4:reindeer1]")
    s.solo.rivals[0] = at(5, 3)
    move_rival(s, BOX, 0, 1, 3)
    assert list(s.solo.memory)[:2] == [Species.HORSE, Species.REINDEER] and s.uses[at(8, 3)] == 0, "R58: a spawn tile"


def test_a_rival_in_a_ring_of_one_stays() -> None:
    """R47."""
    s = table("players=1 tile=[e4:T00 a1:C13 i1:Q06 i7:Q07 a7:Q08]")
    s.solo.rivals[0] = at(0, 0)
    move_rival(s, BOX, 0, 1, 2)
    assert s.solo.rivals[0] == at(0, 0)


def test_the_cards_arrows() -> None:
    """DG-S6: SC01: red N 1, pink E 2, blue S 1."""
    s = table("players=1 tile=[e4:T00 d3:C13 d4:C14 d5:C15 f4:C16 g4:C17 h4:C18 i1:Q06 i7:Q07 a7:Q08]")
    s.solo.rivals[0], s.solo.rivals[1], s.solo.rivals[2] = at(3, 3), at(5, 3), at(3, 2)
    rivals_move(s, BOX, CARD.index("SC01"))
    assert [s.solo.rivals[i] for i in range(3)] == [at(3, 2), at(7, 3), at(3, 3)] or s.solo.rivals[0] != at(3, 3)


def test_animals_run_into_rivals() -> None:
    """DG-S4 phase 4 part 2: captured in passing or on arrival."""
    row = "f4:C15 g4:S5 h4:C16"
    s = table(f"players=1 tile=[e4:T00 {row} i1:Q06 i7:Q07 a7:Q08] beast=[f4:horse1]")
    s.solo.rivals[0] = at(6, 3)
    migrate(s, BOX)
    assert s.roaming == 0 and s.solo.memory[0] == Species.HORSE
    told = [(GAME.notes.kind(n.kind).name, n.a, n.b, n.c) for n in (s.notes[i] for i in range(s.note_count))]
    assert told[-2:] == [("migrated", Species.HORSE, at(5, 3), at(6, 3)), ("captured", Species.HORSE, at(6, 3), 0)]


def test_animals_that_appear_under_a_rival() -> None:
    """DG-5.4 solo, R58: captured at once; the meeple a capture sends back can appear on a later tile."""
    s = table("players=1 tile=[e4:T00 f4:S1 g4:C05 i1:Q06 i7:Q07 a7:Q08] first_edge=E round=3 fresco_up=3")
    s.solo.rivals[0] = at(5, 3)
    spawn(s, BOX)
    assert s.solo.memory[0] == Species.HORSE and herd(s, "horse") == {at(6, 3)}
    s = table(
        "players=1 tile=[e4:T00 f4:S1 g4:C05 i1:Q06 i7:Q07 a7:Q08] first_edge=E round=7",
        "fresco=[F01 F02 F04 F06 F08 F10] fresco_up=6",
    )
    for slot in range(18):
        put(s, painted(0, slot))
    for i in range(5):
        s.solo.memory[i] = Species.HORSE
    s.solo.memories = 5
    s.clans[0].memory[Species.HORSE] = 1
    s.solo.rivals[0] = at(5, 3)
    spawn(s, BOX)
    assert herd(s, "horse") == {at(6, 3)}, "the seventh Horse was released and used again"


# --- the course of a solo round


def test_a_harvest_exhausts_at_once_and_h4_moves_the_village() -> None:
    """DG-S4 phase 3: one harvest; H4 moves the Village now, and DG-5.7 still follows."""
    s = table(LAND, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, f"go to {cell(5, 3)}", "send hunter", "hut H4", "pass", f"resolve {cell(5, 3)}")
    assert s.uses[at(5, 3)] == 1 and not (s.ripe >> at(5, 3)) & 1
    play(s, "resolve hut")
    assert s.phase == Phase.WANDER
    play(s, f"village to {cell(6, 3)}")
    assert s.clans[0].village == at(6, 3) and s.clans[0].hut == 1 << 5
    assert s.phase == Phase.MOVE and s.round == 2, "and again at the end of the round"


def test_programming_beyond_the_quota_is_not_offered() -> None:
    """R49: with the quota used up nothing that needs Scarcity can be programmed."""
    s = table(LAND, "first_edge=S round=2 fresco_up=2 clans.0.goods.tool=0 clans.0.goods.fur=0")
    s.clans[0].scarcity = s.solo.quota
    assert not {text for text in texts(s) if text.startswith(("habitat", "craft", "fresco", "go"))}
    s.clans[0].scarcity = s.solo.quota - 1
    assert {text for text in texts(s) if text.startswith("craft")} and {
        text for text in texts(s) if text.startswith("go")
    }
    assert not {text for text in texts(s) if text.startswith(("habitat", "fresco"))}, "two are missing"


def test_hunger_beyond_the_quota_loses_at_once() -> None:
    """DG-S5, R49: a forced Scarcity tile beyond the quota."""
    s = table(LAND, "clans.0.goods.fruit=1 clans.0.fruit=[1] clans.0.goods.meat=1 clans.0.meat=[0 1]")
    play(s, "pass")
    assert not s.over and s.clans[0].scarcity == 3
    s = table(LAND, "clans.0.goods.fruit=2 clans.0.fruit=[2] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert s.over and GAME.endings[s.ending] == "scarcity" and ranks(s) == [2]


def test_a_forgone_hut_beyond_the_quota_loses() -> None:
    """R13, R49: the Shaman's wait can lose the game."""
    s = table(LAND)
    s.clans[0].scarcity = 3
    play(s, "hut H5", "pass", "finish")
    assert s.over and GAME.endings[s.ending] == "scarcity"


@pytest.mark.parametrize(("done", "ending"), [(4, "won"), (3, "objectives")])
def test_the_verdict_after_round_eight(done: int, ending: str) -> None:
    """DG-S5: enough cubes after round 8 win; there are no points."""
    s = table(LAND, "first_edge=N round=8 fresco_up=6 solo.objectives=[SO01 SO02 SO04 SO05 SO08 SO09]")
    s.solo.needed = 4
    clan = s.clans[0]
    for place in range(6):
        clan.homes[place] = Home.PRESTIGIOUS
    clan.reserve, clan.hunters = 6, 4
    clan.levels[0] = clan.levels[1] = clan.levels[2] = 2
    clan.hut = 0b11111 if done == 4 else 0b1111
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert (
        s.over
        and GAME.endings[s.ending] == ending
        and scores(s) == [done]
        and ranks(s) == [1 if ending == "won" else 2]
    )


def test_reaching_the_number_early_does_not_end_the_game() -> None:
    """DG-S5, R50: cubes at DG-5.2; the game goes on."""
    s = table(LAND, "solo.objectives=[SO05]")
    s.solo.needed = 1
    s.clans[0].hut = 0b11111
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert s.solo.done == 1 and not s.over and s.round == 2


def test_giving_up() -> None:
    """DG-S5, DP10: at any decision, where the table allows it."""
    s = new(1, 4, giving_up="yes")
    assert legal(s, "give up")
    play(s, "give up")
    assert s.over and GAME.endings[s.ending] == "gave_up"


def test_people_may_always_give_up_and_chance_never_does() -> None:
    """DG-S5: tables of people offer it without being asked; by default, as random play begins, it is not there;
    with several players it does nothing."""
    assert GAME.for_people({}) == {"giving_up": "yes"} and GAME.for_people({"giving_up": "no"}) == {"giving_up": "no"}
    assert legal(ENGINE.new(1, 4, options=GAME.for_people({})), "give up")
    assert not legal(new(1, 4), "give up")
    assert not legal(ENGINE.new(2, 4, options=GAME.for_people({})), "give up")


def test_one_may_give_up_at_any_decision() -> None:
    """DP10: whatever is asked, giving up is among the answers, and nobody's sensible player takes it."""
    s = ENGINE.new(1, 11, options={"giving_up": "yes"})
    chance, asked = Random(11), set()
    while not s.over:
        options = ENGINE.legal(s, BOX)
        asked.add(s.phase)
        assert GIVE_UP in options
        likes = {action: ENGINE.prefer(s, BOX, action) for action in options}
        assert likes.pop(GIVE_UP) < min(likes.values())
        ENGINE.step(s, BOX, max(likes, key=lambda action: (likes[action], chance.random())))
    assert len(asked) > 8 and GAME.endings[s.ending] != "gave_up"


@pytest.mark.parametrize(
    ("name", "short", "full"),
    [
        ("SO01", lambda s: homes(s, 3, Home.PRESTIGIOUS), lambda s: homes(s, 4, Home.PRESTIGIOUS)),
        ("SO02", lambda s: levels(s, 2, 2, 1), lambda s: levels(s, 2, 2, 2)),
        ("SO03", lambda s: hut(s, 0b100), lambda s: hut(s, 0b1100)),
        ("SO04", lambda s: homes(s, 5, Home.SIMPLE), lambda s: homes(s, 6, Home.SIMPLE)),
        ("SO05", lambda s: hut(s, 0b1111), lambda s: hut(s, 0b11111)),
        (
            "SO06",
            lambda s: cubes(s, {1: 2, 0: 1}),
            lambda s: cubes(s, {1: 2, 0: 1, 2: 1}),
        ),
        ("SO07", lambda s: put(s, "cubes.2-centre=2 painter.2-centre=0"), lambda s: cubes(s, {4: 2, 6: 1})),
        ("SO08", lambda s: setattr(s.clans[0], "reserve", 3), lambda s: setattr(s.clans[0], "reserve", 2)),
        ("SO09", lambda s: setattr(s.clans[0], "hunts", 8), lambda s: setattr(s.clans[0], "hunts", 9)),
        ("SO10", lambda s: made(s, "Y1", "Y2", "Y3", "K1"), lambda s: made(s, "Y1", "Y2", "Y3", "Y4")),
        ("SO11", lambda s: made(s, "K1", "K2", "K3", "Y1"), lambda s: made(s, "K1", "K2", "K3", "K4")),
    ],
)
def test_each_solo_objective(name: str, short: Any, full: Any) -> None:
    """SO01 to SO11 (DG-S2, R25, R27, R51, R59): one short is not enough."""
    s = table(LAND, f"first_edge=E round=3 fresco=[F01 F02 F03 F04 F05 F06] fresco_up=3 solo.objectives=[{name}]")
    short(s)
    check_solo_objectives(s, BOX)
    assert s.solo.done == 0
    full(s)
    check_solo_objectives(s, BOX)
    assert s.solo.done == 1


def homes(s: Any, number: int, home: Home) -> None:
    for place in range(number):
        s.clans[0].homes[5 - place] = home


def cubes(s: Any, numbers: dict[int, int]) -> None:
    for slot, number in numbers.items():
        put(s, painted(0, slot, number))


def levels(s: Any, *numbers: int) -> None:
    for track, level in enumerate(numbers):
        s.clans[0].levels[track] = level


def hut(s: Any, locations: int) -> None:
    s.clans[0].hut = locations


def made(s: Any, *names: str) -> None:
    s.clans[0].made = sum(1 << CRAFT.index(name) for name in names)
