"""Positions of Prehistory for tests: built piece by piece, checked, and played by text."""

from __future__ import annotations

from typing import Any

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import HEX, SECTION
from firstfire.games.prehistory.box import COLOUR_NAMES, DEED_NAMES
from firstfire.games.prehistory.rules.setup import lay_map_tile
from firstfire.games.prehistory.state import (
    BOARD,
    CAMPS,
    HEXES,
    MEMBERS,
    NONE,
    RESERVE,
    START,
    Ground,
    Letter,
    Phase,
    Season,
    Space,
)  # fmt: skip
from firstfire.kernel.engine import engine_for
from firstfire.kernel.record import copy_of

from .. import playing

ENGINE = engine_for(GAME, interpreted=True)
BOX = GAME.standard_box
SAMPLE_MAP = ("MT04", "MT03", "MT08", "MT10", "MT13", "MT01", "MT02", "MT05", "MT16", "MT20")
FAMILIES = {
    "GT": ("tile_slots", "tile_stack", "tile_count", Ground.GATHER, "tiles"),
    "FT": ("fish_slots", "fish_stack", "fish_count", Ground.FISH, "fish"),
    "HC": ("hunting_row", "hunting_deck", "hunting_count", NONE, "hunts"),
    "CE": ("ceremony_row", "ceremony_deck", "ceremony_count", NONE, "cards"),
}


def number(name: str) -> int:
    """The number behind GT06, PT02, CE19..."""
    return int(name[2:]) - 1


def hex_at(q: int, r: int) -> int:
    """The hexagon at axial coordinates."""
    return next(h for h in range(HEXES) if (BOX.q[h], BOX.r[h]) == (q, r))


def hex_name(q: int, r: int) -> str:
    """Its name in notation."""
    return HEX.values[hex_at(q, r)]


class Fireside:
    """A position under construction, then in play. It begins in the spring of round 1, with
    the seats in turn order, empty tents, and the map of the dossier's sample round."""

    def __init__(self, seats: int = 2, options: dict[str, str] | None = None) -> None:
        self.s = ENGINE.new(seats, 1, options=options)
        for seat in range(seats):
            self.s.order[seat] = seat
        self.s.player = 0
        while self.s.phase in (Phase.WEATHER, Phase.SHAMANS):
            ENGINE.step(self.s, BOX, ENGINE.legal(self.s, BOX)[0])
        for tribe in self.s.tribes:
            for colour in range(6):
                tribe.tent[colour] = 0
            tribe.shamans = 0b010101 if tribe.shamans else 0
        rest = [f"MT{i:02}" for i in range(1, 21) if f"MT{i:02}" not in SAMPLE_MAP]
        self.map(*SAMPLE_MAP, *rest[: 5 * (seats - 2)])

    # ---- building

    def turn(self, seat: int, phase: Phase, season: Season | None = None) -> Fireside:
        """This seat decides now."""
        s = self.s
        s.turn = [s.order[i] for i in range(s.seats)].index(seat)
        s.player, s.phase = seat, phase
        if season is None:
            season = {Phase.SUMMER: Season.SUMMER, Phase.PICK: Season.SUMMER, Phase.AUTUMN: Season.AUTUMN,
                      Phase.FINAL: Season.FINAL}.get(phase, Season.SPRING)  # fmt: skip
        s.season = season
        if season != Season.SPRING:
            for pillar in range(6):
                for slot in range(2):
                    s.base[pillar][slot] = NONE
                s.base_count[pillar] = 0
            if phase != Phase.PICK:
                self.empty(*range(s.seats))
        return self

    def empty(self, *pillars: int) -> Fireside:
        """Exactly these pillars were picked this summer."""
        for pillar in range(6):
            for colour in range(6):
                self.s.top[pillar][colour] = 0
            if pillar not in pillars:
                self.s.top[pillar][pillar] = 1
        self.s.emptied = sum(1 << pillar for pillar in pillars)
        return self

    def summer(self, deed: str, seat: int) -> Fireside:
        """The table stands at this summer action and this seat."""
        self.turn(seat, Phase.SUMMER)
        self.s.deed = DEED_NAMES.index(deed)
        return self

    def last_round(self) -> Fireside:
        """The fifth round."""
        s = self.s
        while s.stack_count:
            s.stack_count -= 1
            s.spent |= 1 << s.price[Space.CENTRAL]
            s.price[Space.CENTRAL] = s.stack[s.stack_count]
            s.stack[s.stack_count] = NONE
        s.round = 5
        return self

    def tent(self, seat: int, **cubes: int) -> Fireside:
        """Exactly these resources."""
        for i, name in enumerate(COLOUR_NAMES):
            self.s.tribes[seat].tent[i] = cubes.get(name, 0)
        return self

    def markers(self, seat: int, **cubes: int) -> Fireside:
        """Exactly these action markers."""
        for i, name in enumerate(COLOUR_NAMES):
            self.s.tribes[seat].markers[i] = cubes.get(name, 0)
        return self

    def dev(self, seat: int, points: int) -> Fireside:
        """Exactly so many development points."""
        self.s.tribes[seat].development = points
        return self

    def price(self, space: Space, name: str, rotation: int = 0) -> Fireside:
        """This price tile lies on a space (what lay there goes where the tile was)."""
        s, tile = self.s, number(name)
        old = s.price[space]
        for row in (s.price, s.stack):
            for i in range(len(row)):
                if row[i] == tile:
                    row[i] = old
        s.price[space] = tile
        s.rotation[space] = rotation
        return self

    def stack(self, *names: str) -> Fireside:
        """The central stack from the top down; what was there goes back to the box."""
        for i, name in enumerate(reversed(names)):
            self.s.stack[i] = number(name)
        return self

    def pillars(self, **tops: str) -> Fireside:
        """The top cubes of pillars: painting='blue white'."""
        for deed, cubes in tops.items():
            for i, colour in enumerate(COLOUR_NAMES):
                self.s.top[DEED_NAMES.index(deed)][i] = cubes.split().count(colour)
        return self

    def base(self, deed: str, *colours: str) -> Fireside:
        """The cubes at the foot of a pillar."""
        pillar = DEED_NAMES.index(deed)
        for slot, colour in enumerate(colours):
            self.s.base[pillar][slot] = COLOUR_NAMES.index(colour)
        self.s.base_count[pillar] = len(colours)
        return self

    def _swap(self, item: str, row: Any, index: int) -> None:
        slots, stack, _, ground, _ = FAMILIES[item[:2]]
        wanted = number(item)
        for other in (getattr(self.s, slots), getattr(self.s, stack)):
            for i in range(len(other)):
                if other[i] == wanted:
                    other[i], row[index] = row[index], wanted
                    return
        for h in range(HEXES):
            if self.s.hexes[h].kind == ground and self.s.hexes[h].token == wanted:
                self.s.hexes[h].token, row[index] = row[index], wanted
                return
        raise AssertionError(f"{item} is with a player or discarded")

    def show(self, *items: str) -> Fireside:
        """These lie in the first slots of their display; None-like '-' leaves a slot alone."""
        for slot, item in enumerate(items):
            if item != "-":
                self._swap(item, getattr(self.s, FAMILIES[item[:2]][0]), slot)
        return self

    def give(self, seat: int, *items: str) -> Fireside:
        """The player owns these (rewards are not paid)."""
        for item in items:
            _, stack, count, _, pool = FAMILIES[item[:2]]
            top = getattr(self.s, count) - 1
            self._swap(item, getattr(self.s, stack), top)
            getattr(self.s, stack)[top] = NONE
            setattr(self.s, count, top)
            tribe = self.s.tribes[seat]
            setattr(tribe, pool, getattr(tribe, pool) | 1 << number(item))
            if item.startswith("CE"):
                tribe.card_count += 1
            if item.startswith("GT"):
                counts = [(tribe.tiles & BOX.kind_tiles[kind]).bit_count() for kind in range(6)]
                tribe.pairs = sum(min(counts[2 * pair : 2 * pair + 2]) for pair in range(3))
        return self

    def paint(self, seat: int, *sections: str) -> Fireside:
        """These sections are painted."""
        self.s.tribes[seat].painted = sum(1 << SECTION.index(section) for section in sections)
        return self

    def map(self, *tiles: str) -> Fireside:
        """These map tiles lie on the slots from 1 on, none half turned, with fresh tokens."""
        s = self.s
        for h in range(1, HEXES):
            here = s.hexes[h]
            if here.token != NONE and here.kind in (Ground.FISH, Ground.GATHER):
                stack, count = (
                    ("fish_stack", "fish_count") if here.kind == Ground.FISH else ("tile_stack", "tile_count")
                )
                getattr(s, stack)[getattr(s, count)] = here.token
                setattr(s, count, getattr(s, count) + 1)
            here.token = NONE
        for slot, tile in enumerate(tiles):
            lay_map_tile(s, BOX, slot, number(tile), 0)
        for h in range(1, HEXES):
            here = s.hexes[h]
            if here.kind in (Ground.FISH, Ground.GATHER):
                stack, count = (
                    ("fish_stack", "fish_count") if here.kind == Ground.FISH else ("tile_stack", "tile_count")
                )
                setattr(s, count, getattr(s, count) - 1)
                here.token = getattr(s, stack)[getattr(s, count)]
                getattr(s, stack)[getattr(s, count)] = NONE
            elif here.kind == Ground.ANIMAL or (here.kind == Ground.MEGALITH and here.detail == Letter.A):
                here.token = 0
        return self

    def token(self, q: int, r: int, item: str) -> Fireside:
        """This fish or gathering tile lies on a hexagon."""
        h = hex_at(q, r)
        here = self.s.hexes[h]
        assert here.kind == FAMILIES[item[:2]][3], f"no {item} can lie on ({q}, {r})"
        held = [here.token]
        self._swap(item, held, 0)
        here.token = held[0]
        return self

    def ground(self, q: int, r: int, kind: Ground, detail: int = 0) -> Fireside:
        """Make a hexagon of another kind (its token must be worthless for the count of tokens)."""
        here = self.s.hexes[hex_at(q, r)]
        assert here.kind not in (Ground.FISH, Ground.GATHER), "pick a hexagon without a counted token"
        here.kind, here.detail = kind, detail
        here.token = 0 if kind == Ground.ANIMAL or (kind == Ground.MEGALITH and detail == Letter.A) else NONE
        return self

    def camp(self, seat: int, camp: int, q: int, r: int) -> Fireside:
        """A camp (1 to 7) of the player lies on a site; its new member waits on the board."""
        s = self.s
        here = s.hexes[hex_at(q, r)]
        assert here.kind not in (Ground.FISH, Ground.GATHER), "pick a hexagon without a counted token"
        here.kind, here.camp, here.token = Ground.CAMP, CAMPS * seat + camp, NONE
        s.tribes[seat].camps |= 1 << (camp - 1)
        place = s.tribes[seat].place
        place[[place[i] for i in range(MEMBERS)].index(RESERVE)] = BOARD
        return self

    def members(self, seat: int, *hexes: tuple[int, int]) -> Fireside:
        """The player's members in play stand exactly here; the others wait on the board."""
        tribe = self.s.tribes[seat]
        in_play = 3 + tribe.camps.bit_count()
        assert len(hexes) <= in_play
        for member in range(MEMBERS):
            if member < len(hexes):
                tribe.place[member] = hex_at(*hexes[member])
            else:
                tribe.place[member] = BOARD if member < in_play else RESERVE
        self._recount()
        return self

    def _recount(self) -> None:
        s = self.s
        for h in range(HEXES):
            s.hexes[h].crowd = s.hexes[h].stander = 0
        for seat in range(s.seats):
            for member in range(MEMBERS):
                h = s.tribes[seat].place[member]
                if h >= START:
                    s.hexes[h].crowd += 1
                    s.hexes[h].stander = seat + 1 if h != START else 0

    def sound(self) -> Fireside:
        """The position keeps all invariants."""
        playing.assert_sound(self.s)
        return self

    def copy(self) -> Fireside:
        """An independent copy."""
        made = object.__new__(Fireside)
        made.s = copy_of(self.s)
        return made

    # ---- playing and asking

    def legal(self) -> list[str]:
        """The legal actions as texts."""
        return playing.listed(self.s)

    def play(self, *actions: str) -> Fireside:
        """Play actions; each must be legal, each must leave a sound position."""
        playing.play(self.sound().s, *actions, sound=True)
        return self

    @property
    def phase(self) -> str:
        """The decision asked for."""
        return str(GAME.phases[self.s.phase])

    def has(self, seat: int) -> dict[str, Any]:
        """What a player has, without zeros."""
        tribe = self.s.tribes[seat]
        found: dict[str, Any] = {
            "tent": {name: tribe.tent[i] for i, name in enumerate(COLOUR_NAMES) if tribe.tent[i]},
            "markers": {name: tribe.markers[i] for i, name in enumerate(COLOUR_NAMES) if tribe.markers[i]},
            "dev": tribe.development,
            "points": tribe.points,
        }
        return {name: value for name, value in found.items() if value}

    def tops(self) -> dict[str, list[str]]:
        """The cubes on the pillars."""
        return {
            deed: sorted(name for i, name in enumerate(COLOUR_NAMES) for _ in range(self.s.top[pillar][i]))
            for pillar, deed in enumerate(DEED_NAMES)
        }

    def bases(self) -> dict[str, list[str]]:
        """The cubes at the feet of the pillars, where there are any."""
        return {
            deed: [COLOUR_NAMES[self.s.base[pillar][slot]] for slot in range(self.s.base_count[pillar])]
            for pillar, deed in enumerate(DEED_NAMES)
            if self.s.base_count[pillar]
        }

    def places(self, seat: int) -> list[tuple[int, int]]:
        """Where the player's members stand on the map."""
        place = self.s.tribes[seat].place
        return sorted((BOX.q[place[i]], BOX.r[place[i]]) for i in range(MEMBERS) if place[i] >= START)

    def waiting(self, seat: int) -> int:
        """Members on the personal board."""
        return [self.s.tribes[seat].place[i] for i in range(MEMBERS)].count(BOARD)

    def scores(self) -> list[int]:
        """The points of all players."""
        return playing.scores(self.s)


RICH = {"grey": 2, "red": 2, "yellow": 2, "blue": 2, "brown": 2, "white": 2}


def of_block(fire: Fireside, start: str) -> list[str]:
    """The legal actions whose text begins so."""
    return [text for text in fire.legal() if text.startswith(start)]
