"""Positions that a sample of games seldom comes to, in which a number of a components file is read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from firstfire import game
from firstfire.games.doggerland.actions import GOOD, SLOT
from firstfire.games.doggerland.state import Metric

HAS = {Metric.HABITATS: 4, Metric.CAPACITIES_AT_MAX: 1, Metric.SPECIES_PAINTED: 2}  # what an event takes away
WARM, COLD = (0, 1, 2, 3), (4, 6, 8)  # slots of F01 to F03 with animals of a season, of all species the first two


def rare_positions(name: str) -> Iterator[tuple[str, int, str]]:
    """The rare positions of a game, how often each is played on, and an action that comes first."""
    makers = {"honga": honga, "neta_tanka": neta_tanka}
    if name in makers:
        yield from ((position, times, "") for position, times in makers[name]())
    elif name in ("doggerland", "prehistory"):
        yield from {"doggerland": doggerland, "prehistory": prehistory}[name]()


def set_ups(name: str) -> Iterator[tuple[int, int]]:
    """Numbers of players and seeds of set-ups in which a number of the file is read: each solo card comes first."""
    if name == "doggerland":
        yield from ((1, seed) for seed in range(250))


def honga() -> Iterator[tuple[str, int]]:
    """The herd is full; somebody is about to reach the target; trays are nearly full."""
    yield (
        "players=2 seed=1 options={start=1} phase=act trays.0.disc=- trays.0.last_lure=3 trays.1.last_lure=2 lures=3 "
        "herd=[0 1 0] top.north-west=G16 turn.disc=G16 turn.space=north-west turn.hands.mammoths=1 turn.lapsed=3",
        1,
    )
    box = game("honga").standard_box
    for seats in game("honga").seats:
        for missing in range(1, 7):
            tray = "goods=[fish:5 berry:5 mushroom:5 water:5]"
            yield f"players={seats} seed={missing} trays.0.points={box.target[seats] - missing} trays.0.{tray}", 3


def neta_tanka() -> Iterator[tuple[str, int]]:
    """Boards as they are counted: crafts, totems, tents, objectives; food sections nearly full; cards in hand."""
    table = "players=3 seed=1 player=0 first=0 trade=[T1 T7 T4 T10 T2 T3 T9 T5 T6 T8]"
    counted = [f"finished=[C{i} C{i % 6 + 7} C{i + 12}]" for i in range(1, 7)]
    counted += [f"totem=[wood:{wood} skull:{skull}]" for wood in (1, 2, 3, 4) for skull in (1, 2)]
    counted += [f"tents=[{' '.join(['[1 2]'] * tents)}] clans.0.gate=5" for tents in range(1, 6)]
    tents = "tents=[[1 2] [1 2] [1 2] {}] clans.0.gate=5"
    for objective, met in (
        ("O1", "finished=[C1 C7] clans.0.totem=[wood:4 skull:2]"),
        ("O1", "finished=[C1 C2] clans.0.totem=[wood:4 skull:2]"),
        ("O1", "finished=[C1 C7] clans.0.totem=[wood:3 skull:2]"),
        ("O1", "finished=[C1 C7] clans.0.totem=[wood:4 skull:1]"),
        ("O2", "finished=[C1 C2 C3] clans.0.food=[meat:6]"),
        ("O2", "finished=[C1 C2] clans.0.food=[meat:6]"),
        ("O2", "finished=[C1 C2 C3] clans.0.food=[meat:5 mushroom:1]"),
        ("O3", "finished=[C1 C7] clans.0." + tents.format("[1 2]")),
        ("O3", "finished=[C1 C2] clans.0." + tents.format("[1 2]")),
        ("O3", "finished=[C1 C7] clans.0." + tents.format("[0 0]")),
        ("O4", "totem=[wood:5] clans.0.generosity=5 clans.0." + tents.format("[0 0]")),
        ("O4", "totem=[wood:3 skull:2] clans.0.generosity=5 clans.0." + tents.format("[0 0]")),
        ("O4", "totem=[wood:4] clans.0.generosity=5 clans.0." + tents.format("[0 0]")),
        ("O4", "totem=[wood:5] clans.0.generosity=4 clans.0." + tents.format("[0 0]")),
        ("O4", "totem=[wood:5] clans.0.generosity=5 clans.0." + "tents=[[1 2] [1 2] [0 0]] clans.0.gate=2"),
    ):
        counted.append(f"objective={objective} clans.0.{met}")
    for board in counted:
        yield f"{table} clans.0.{board}{' totem_order=[0]' * ('totem=' in board)}", 0
    yield from ((position, 2) for position in resolving(table))
    for height in range(2, 6):
        totems = f"clans.0.totem=[wood:{height}] clans.1.totem=[wood:9] totem_order=[1 0]"
        yield f"players=2 seed=2 trade=[T1 T4 T5 T2 T9 T7 T10 T8 T6 T3] undealt.2=O2 undealt.3=O1 {totems}", 0


def resolving(table: str) -> Iterator[str]:
    """Nomads on all kinds of places, all cards and tokens in one hand; each craft card as it is taken and finished."""
    placed = "clans.0.to_place=0 clans.1.to_place=0 clans.2.to_place=0"
    hands = f"{placed} clans.0.reserve=[wood:9 skin:9 meat:9 mushroom:9 skull:3]"
    everything = f"{hands} clans.0.cards=[N1 N2 N3 N4 N5 N6 N7 N8 N9 N10] clans.0.tokens=[J1 J2 J3 J4 J5 J6 J7 J8]"
    for meat in (0, 3, 4, 8, 9, 10):
        for places in ("lumber feed_clan build_tents trade", "feed_clan elder_hunt trade meditate"):
            yield f"{table} phase=resolving nomads.0.at=[{places}] {everything} clans.0.food=[meat:{meat}]"
    for card in range(1, 19):
        yield f"{table} phase=craft_elder craft_display=[C{card}]"
        cost = game("neta_tanka").standard_box.crafts[card - 1].cost
        for name, much in zip(("wood", "skin"), cost, strict=True):
            if much:
                wants = f"clans.0.wants=[{name}:[C{card}]] on_craft.C{card}=[{name}:{much - 1}]"
                yield f"{table} phase=craft {hands} {wants}"


def doggerland() -> Iterator[tuple[str, int, str]]:
    """Each objective just met, and just not; each solo card with its event, its rivals and their way."""
    yield "players=2 seed=1 firsts=[[0]] seconds=[[1]]", 0, ""
    box, beginning = game("doggerland").standard_box, "seed=1 round=1 fresco_up=3 fresco=[F01 F02 F03 F04 F05 F06]"
    idle = "player=0 first=0 clans.1.passed=1 clans.1.goods=[] clans.1.fruit=[] clans.1.meat=[]"
    for shown, needs in (
        *((f"players=2 {idle} objectives={row('O%d', i, 8, 4)}", needs) for i, needs in enumerate(box.needs)),
        *(
            (f"players=1 solo.quota=50 solo.objectives={row('SO%02d', i, 11, 6)}", needs)
            for i, needs in enumerate(box.solo_needs)
        ),
    ):
        asked = [metric for metric in Metric if needs[metric]]
        for short in (None, *asked):
            clan = clan_with({metric: needs[metric] - (metric == short) for metric in asked})
            yield f"{shown} {beginning} {clan}", 0, "pass"
    for card in range(30):
        for members, goods in product((2, 7, 8), (0, 1, 2, 3)):
            clan = clan_with({Metric.MEMBERS: members, **HAS}, goods)
            cards = f"solo.quota=50 solo.cards={row('SC%02d', card, 30, 8)}"
            yield f"players=1 seed={card} round=1 {cards} {clan}", 2, "pass"


def row(name: str, first: int, of: int, many: int) -> str:
    """So many cards, one after the other; behind the last one comes the first again."""
    return f"[{' '.join(name % ((first + i) % of + 1) for i in range(many))}]"


def clan_with(reached: dict[Metric, int], goods: int = 0) -> str:
    """The first clan, which has reached so much of what objectives count, and eats all its food."""
    number = {metric: reached.get(metric, 0) for metric in Metric}
    members = number[Metric.MEMBERS] or 6
    prestigious, simple = number[Metric.PRESTIGIOUS], number[Metric.HABITATS]
    if points := number[Metric.HABITAT_POINTS]:
        prestigious, simple = divmod(points, 3)
    simple = simple or 4 * (members > 6)  # beds
    homes = ["prestigious"] * prestigious + ["simple"] * simple
    megaliths = ["H3A", "H3B", "H3C"][: number[Metric.MEGALITHS]]
    hut = megaliths or ["H1", "H2", "H4", "H5", "H6"][: number[Metric.SHAMAN_ACTIONS]]
    levels = [2] * number[Metric.CAPACITIES_AT_MAX]
    made = [f"Y{i + 1}" for i in range(number[Metric.STATUETTES])] + [
        f"K{i + 1}" for i in range(number[Metric.NECKLACES] + number[Metric.CRAFTS])
    ]
    species = number[Metric.SPECIES_PAINTED]
    warm, cold = number[Metric.WARM_PAINTED] or species // 2, number[Metric.COLD_PAINTED] or species - species // 2
    owned = " ".join(f"{good}:{goods}" for good in GOOD.values)
    cubes = [f"cubes.{SLOT.values[i]}=1 painter.{SLOT.values[i]}=0" for i in WARM[:warm] + COLD[:cold]]
    return (
        f"clans.0.reserve={12 - members} clans.0.hunters={members - 2} clans.0.homes=[{' '.join(homes)}] "
        f"clans.0.hut=[{' '.join(hut)}] clans.0.levels={levels} clans.0.made=[{' '.join(made)}] ".replace(",", "")
        + f"clans.0.births={number[Metric.BIRTHS]} clans.0.hunts={number[Metric.HUNTS]} {' '.join(cubes)} "
        + f"clans.0.fruit=[{goods}] clans.0.meat=[{goods}] clans.0.goods=[{owned}]"
    )


def prehistory() -> Iterator[tuple[str, int, str]]:
    """What ceremony cards and tiles count; the end of the fishing track; the largest camp."""
    shamans = "tribes.0.shamans=[0 2 4] tribes.1.shamans=[0 2 4]"
    table = f"players=2 seed=1 player=0 order=[0 1] turn=0 {shamans}"
    cards = "tribes.0.cards=[CE04 CE05 CE15 CE22 CE23 CE24 CE25 CE26 CE27 CE28 CE29 CE30]"
    for many in range(31):
        held = " ".join(f"GT{tile + 1:02}" for tile in range(many))
        fish = " ".join(f"FT{tile + 1:02}" for tile in range(many))
        yield f"{table} {cards} tribes.0.tiles=[{held}] tribes.0.fish=[{fish}] tribes.0.fishing={min(many, 20)}", 0, ""
    for one, other in combinations(range(6), 2):
        tiles = " ".join(f"GT{5 * kind + 1:02}" for kind in range(6) if kind not in (one, other))
        yield f"{table} {cards} tribes.0.tiles=[{tiles}]", 0, ""
    for animals in (1, 2, 3):
        yield f"{table} {cards} tribes.0.animals=[sabretooth:{animals} rhino:{animals} mammoth:{animals}]", 0, ""
    yield f"{table} {cards} tribes.0.tiles=[GT01 GT06 GT11 GT16 GT21 GT26]", 0, ""
    for painted in combinations([f"PS{row}{column}" for row in (1, 2, 3) for column in (1, 2, 3)], 3):
        yield f"{table} {cards} tribes.0.painted=[{' '.join(painted)}]", 0, ""
    spring = f"{table} phase=spring season=spring tribes.0.tent=[grey:9 brown:9 red:9 yellow:9 blue:9 white:9]"
    for fishing in range(13, 21):
        yield f"{table} phase=summer season=summer deed=migration tribes.0.fishing={fishing}", 0, "pass"
    for fishing in (18, 19, 20):
        slots = "fish_slots=[FT01 FT06 FT11 FT16 FT21 FT26]"
        yield f"{spring} passed=[1] tribes.0.fishing={fishing} {slots}", 8, "fish FT26"
    yield f"{spring} passed=[1] ceremony_row=[CE30 CE29 CE28 CE27 CE26]", 8, "hold CE30"
    for members in (3, 4, 5):
        there = f"tribes.0.place=[{' '.join(['1d'] * members)}] tribes.0.tired=[0 1 2 3 4]"
        yield f"{table} phase=autumn season=autumn {there} tribes.0.camps=[C1 C2 C3 C4 C5 C6]", 3, ""
