"""Tables of Doggerland for tests: given as text (docs/reference/positions.md), played, and read in short.

s = table("tile=[d4:T00 e4:S3] beast=[e4:mammoth1] clans.0.goods.tool=2")        # else as at set-up, in round 1
play(s, f"go to {cell(4, 3)}", "send hunter")
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import CARD, SLOT, TILE, cell_name
from firstfire.games.doggerland.decisions import settle
from firstfire.games.doggerland.rules.setup import is_in_stack
from firstfire.games.doggerland.rules.solo import turn_card
from firstfire.games.doggerland.state import Good, Phase, Species, State
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.notation_parser import parsed_items
from firstfire.kernel.records.record import copy_of

from .. import playing
from ..playing import change, play, put, ranks, scores
from ..playing import is_legal as legal
from ..playing import kinds as said
from ..playing import options as texts

__all__ = ["change", "legal", "play", "put", "ranks", "said", "scores", "texts"]

ENGINE = engine_for(GAME, interpreted=True)
BOX = GAME.standard_box
HEADER = ("players", "seed", "options")
START = "players=2 seed=1 beast=[] edge=W first_edge=W centre_arrow=N first=0 player=0 lead=0 round=1 fresco_up=1"
CENTRE = {1: "e4", 2: "d4", 3: "d4", 4: "e4"}  # where the camp lies
SOLO = """      # no event is at work, and the rivals stand on tiles of their own in far corners
    tile=[e4:T00 i1:Q06 i7:Q07 a7:Q08] solo.rivals=[i1 i7 a7] solo.shamans=[] solo.memory=[] hut=[] cubes=[] painter=[]
    solo.white_hunter=0 solo.white_chief=0 solo.cold_costs=0 solo.no_fur=0 solo.favour=0 solo.no_hut=0 solo.hunger=0
    solo.event_open=0 solo.range_shift=0 solo.transport_shift=0
    clans.0.hunters=4 clans.0.chiefs=1 clans.0.reserve=6 clans.0.newborns=0 clans.0.scarcity=0
"""
LAND = "players=1 tile=[e4:T00 f4:S3 g4:S5 d4:S4 e3:S6 e5:S7 i1:Q06 i7:Q07 a7:Q08]"  # about the Village, solo


def at(x: int, y: int) -> int:
    """The number of a cell."""
    return 9 * y + x


def cell(x: int, y: int) -> str:
    """The name of a cell."""
    return cell_name(at(x, y))


def new(seats: int = 2, seed: int = 1, **options: str) -> Any:
    """A table as the engine sets it up."""
    return ENGINE.new(seats, seed, options=options)


def table(*texts: str) -> Any:
    """A table at the start of a round, changed as the texts say: on the map the camp alone, every clan with the same
    goods, everything else as at set-up."""
    named: dict[str, Any] = {}
    for text in texts:
        named |= dict(parsed_items(text))
    header = {name: named.pop(name) for name in HEADER if name in named}
    s = copy_of(started(int(header.get("players", 2)), tuple(header.get("options", ())), int(header.get("seed", 1))))
    return put(s, named) if named else s


@cache
def started(seats: int, options: tuple[tuple[str, str], ...], seed: int) -> Any:
    """The table that texts change."""
    s = playing.at("doggerland", START, check=False, players=seats, seed=seed, options=dict(options))
    put(s, f"phase=program tile=[{CENTRE[seats]}:T00] uses=[]")
    put(s, f"stack=[{' '.join(name for i, name in enumerate(TILE.values) if is_in_stack(s, BOX, i))}]")
    for seat in range(seats):
        put(s, owning(seat, wood=0, stone=0, fruit=3, meat=3, fur=3, bone=0, tool=3))
    return put(s, SOLO) if seats == 1 else s


def owning(seat: int, **goods: int) -> str:
    """What a clan owns, as text: Fruit lies in bowl 1, Meat in bowl 2."""
    parts = [f"clans.{seat}.goods.{name}={amount}" for name, amount in goods.items()]
    parts += [f"clans.{seat}.fruit=[{goods['fruit']}]"] if "fruit" in goods else []
    parts += [f"clans.{seat}.meat=[0 {goods['meat']}]"] if "meat" in goods else []
    return " ".join(parts)


def painted(seat: int, slot: int, cubes: int = 1) -> str:
    """Cubes of a clan on a slot of the Fresco, as text."""
    return f"cubes.{SLOT.values[slot]}={cubes} painter.{SLOT.values[slot]}={seat}"


def goods(s: State, seat: int) -> dict[str, int]:
    """What a clan owns, without the zeros."""
    return {good.name.lower(): s.clans[seat].goods[good] for good in Good if s.clans[seat].goods[good]}


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


def turned(name: str, s: Any = None, **changes: int) -> Any:
    """A solo table on which this card has just been turned up."""
    s = s or table(LAND)
    s.solo.cards[s.round - 1] = CARD.index(name)
    put(s, owning(0, **changes))
    turn_card(s, BOX)
    settle(s, BOX)
    return s


def programmed(s: Any, *moves: str, **goods: int) -> Any:
    """The table after the first clan's programming, with some goods; the second one passes."""
    for move in moves:
        play(s, move)
        if s.player == 1 and s.phase == Phase.PROGRAM:
            play(s, "pass")
    put(s, owning(0, **goods))
    return play(s, "pass")
