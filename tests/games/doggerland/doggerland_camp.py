"""Positions for the tests of Doggerland: a table laid by hand, and moves by their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import CARD, CRAFT, FRESCO, OBJECTIVE, SOLO_OBJECTIVE, TILE, cell_name
from firstfire.games.doggerland.decisions import settle
from firstfire.games.doggerland.rules.ground import centre_cell, lay_tile, put_animal
from firstfire.games.doggerland.rules.setup import is_in_stack
from firstfire.games.doggerland.rules.solo import turn_card
from firstfire.games.doggerland.state import NONE, Good, Phase, Species, State
from firstfire.kernel.engine import engine_for

from ..playing import change, play, ranks, scores
from ..playing import is_legal as legal
from ..playing import kinds as said
from ..playing import options as texts

__all__ = ["change", "legal", "play", "ranks", "said", "scores", "texts"]

ENGINE = engine_for(GAME, interpreted=True)
BOX = GAME.standard_box
Cell = tuple[int, int]
EDGES = "NESW"
CORNERS = ((8, 0), (8, 6), (0, 6))  # where the rivals of a solo table stand


def at(x: int, y: int) -> int:
    """The number of a cell."""
    return 9 * y + x


def cell(x: int, y: int) -> str:
    """The name of a cell."""
    return cell_name(at(x, y))


def new(seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A table as the engine sets it up."""
    return ENGINE.new(seats, seed, options=options)


def table(
    seats: int = 2,
    tiles: Mapping[Cell, str] | None = None,
    animals: Mapping[Cell, str] | None = None,
    *,
    round: int = 1,
    first: int = 0,
    villages: Sequence[Cell] = (),
    stack: Sequence[str] = (),
    edge: str = "W",
    centre: str = "N",
    **options: str,
) -> Any:
    """A table at the start of a round, with this map (the camp is always there) and everything else as at setup."""
    s = new(seats, 1, **options)
    for i in range(63):
        s.tile[i] = s.beast[i] = NONE
        s.uses[i] = 0
    s.land = s.ripe = s.roaming = 0
    for species in range(4):
        s.herd[species] = 0
    lay_tile(s, BOX, centre_cell(s, BOX), 0)
    for (x, y), name in (tiles or {}).items():
        lay_tile(s, BOX, at(x, y), TILE.index(name))
    if seats == 1:
        for place, name in zip(CORNERS, ("Q06", "Q07", "Q08"), strict=True):
            lay_tile(s, BOX, at(*place), TILE.index(name))
    for (x, y), name in (animals or {}).items():
        put_animal(s, Species[name.upper()], at(x, y))
    restack(s, stack)
    s.edge = s.first_edge = EDGES.index(edge)
    for _ in range(round - 1):
        s.first_edge = (s.first_edge - 1) % 4
    s.centre_arrow = EDGES.index(centre)
    s.first = s.player = s.lead = first
    s.round = round
    s.fresco_up = min(round, s.fresco_count)
    s.phase = Phase.PROGRAM
    for seat in range(seats):
        give(s, seat, wood=0, stone=0, fruit=3, meat=3, fur=3, bone=0, tool=3)
    for seat, place in enumerate(villages):
        s.clans[seat].village = at(*place)
    if seats == 1:
        quiet_solo(s)
    return s


def quiet_solo(s: State) -> None:
    """A solo game in which no event is at work and the rivals stand on tiles of their own in far corners."""
    solo = s.solo
    for name in ("white_hunter", "white_chief", "cold_costs", "no_fur", "favour", "no_hut", "hunger", "event_open"):
        setattr(solo, name, 0)
    solo.range_shift = solo.transport_shift = solo.shamans = 0
    solo.memories = 0
    for i in range(5):
        solo.memory[i] = NONE
    for i, place in enumerate(CORNERS):
        solo.rivals[i] = at(*place)
    clan = s.clans[0]
    clan.hunters, clan.chiefs, clan.reserve, clan.newborns, clan.scarcity = 4, 1, 6, 0, 0
    s.hut = 0
    for slot in range(18):
        s.cubes[slot] = 0
        s.painter[slot] = 0


def restack(s: State, top: Sequence[str] = ()) -> None:
    """The terrain stack holds what is not on the map, these tiles on top (first = top)."""
    wanted = [TILE.index(name) for name in top]
    laid = {s.tile[i] for i in range(63)}
    rest = [i for i in range(69) if is_in_stack(s, BOX, i) and i not in wanted and i not in laid]
    order = rest + wanted[::-1]
    for i in range(60):
        s.stack[i] = order[i] if i < len(order) else NONE
    s.stack_count = len(order)


def give(s: State, seat: int, **goods: int) -> None:
    """Set what a clan owns; Fruit lies in bowl 1, Meat in bowl 2."""
    clan = s.clans[seat]
    for name, amount in goods.items():
        good = Good[name.upper()]
        clan.goods[good] = amount
        bowls = {Good.FRUIT: clan.fruit, Good.MEAT: clan.meat}.get(good)
        if bowls is not None:
            for i in range(3):
                bowls[i] = amount if i == (1 if good == Good.MEAT else 0) else 0


def goods(s: State, seat: int) -> dict[str, int]:
    """What a clan owns, without the zeros."""
    return {good.name.lower(): s.clans[seat].goods[good] for good in Good if s.clans[seat].goods[good]}


def remember(s: State, seat: int, *names: str) -> None:
    """Animals in a clan's memory."""
    for name in names:
        s.clans[seat].memory[Species[name.upper()]] += 1


def fresco(s: State, *tiles: str, up: int | None = None) -> None:
    """Lay the Fresco."""
    for i, name in enumerate(tiles):
        s.fresco[i] = FRESCO.index(name)
    s.fresco_count = len(tiles)
    s.fresco_up = len(tiles) if up is None else up


def crafts(s: State, *tiles: str, stack: Sequence[str] = ()) -> None:
    """Lay the Craft zone; the other tiles are in the stack, these on top (first = top)."""
    shown = [CRAFT.index(name) for name in tiles]
    wanted = [CRAFT.index(name) for name in stack]
    rest = [i for i in range(18) if i not in shown and i not in wanted]
    order = rest + wanted[::-1]
    for i in range(5):
        s.craft[i] = shown[i] if i < len(shown) else NONE
    for i in range(18):
        s.craft_stack[i] = order[i] if i < len(order) else NONE
    s.craft_count = len(order)
    s.craft_discard = 0


def objectives(s: State, *names: str) -> None:
    """Lay the common objectives."""
    for i in range(4):
        s.objectives[i] = OBJECTIVE.index(names[i]) if i < len(names) else NONE


def solo_objectives(s: State, *names: str) -> None:
    """Lay the solo objectives."""
    for i in range(8):
        s.solo.objectives[i] = SOLO_OBJECTIVE.index(names[i]) if i < len(names) else NONE
    s.solo.shown = len(names)


def paint(s: State, seat: int, slot: int, cubes: int = 1) -> None:
    """Cubes on the Fresco."""
    s.cubes[slot] = cubes
    s.painter[slot] = seat


def resolving(s: State, seat: int = 0) -> Any:
    """Everybody else passes, phase 2 is skipped over: the clan resolves now (call after programming)."""
    while s.phase == Phase.PROGRAM:
        play(s, "pass")
    assert s.player == seat and s.phase == Phase.RESOLVE, GAME.phases[s.phase]
    return s


def gained(s: State, seat: int) -> dict[str, int]:
    """What the last action brought a clan, by its notes (food may already be eaten)."""
    found: dict[str, int] = {}
    for i in range(s.note_count):
        entry = s.notes[i]
        if GAME.notes.kind(entry.kind).name == "gained" and entry.seat == seat:
            name = Good(entry.b).name.lower()
            found[name] = found.get(name, 0) + entry.a
    return found


def herd(s: Any, name: str) -> set[int]:
    """The cells where animals of a species stand."""
    return {i for i in range(63) if (s.herd[Species[name.upper()]] >> i) & 1}


LAND = {(5, 3): "S3", (6, 3): "S5", (3, 3): "S4", (4, 2): "S6", (4, 4): "S7"}  # about the Village, for solo tables


def turned(name: str, s: Any = None, **changes: int) -> Any:
    """A solo table on which this card has just been turned up."""
    s = s or table(1, LAND)
    s.solo.cards[s.round - 1] = CARD.index(name)
    for key, amount in changes.items():
        give(s, 0, **{key: amount})
    turn_card(s, BOX)
    settle(s, BOX)
    return s


def programmed(s: Any, *moves: str, **goods: int) -> Any:
    """The table after the first clan's programming, with some goods; the second one passes."""
    for move in moves:
        play(s, move)
        if s.player == 1 and s.phase == Phase.PROGRAM:
            play(s, "pass")
    give(s, 0, **goods)
    return play(s, "pass")
