"""Tables of Prehistory for tests: given as text (docs/reference/positions.md), played, and read in short.

fire = Fireside("price.1=PT01 tile_slots.0=GT03 tribes.0.tent=[grey:1] tribes.1.tent=[red:1]")
fire.play("gather GT03")

The price tiles are those of painting, gathering, ceremony, river, migration, and the central one (`Space`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import HEX
from firstfire.games.prehistory.box import COLOUR_NAMES, DEED_NAMES
from firstfire.games.prehistory.state import BOARD, HEXES, MEMBERS, START
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.notation_parser import parsed_items
from firstfire.kernel.records.record import copy_of

from .. import playing
from ..playing import by_name

__all__ = ["by_name"]

ENGINE = engine_for(GAME, interpreted=True)
BOX = GAME.standard_box
TABLES = (Path(__file__).parent / "tables.txt").read_text(encoding="utf-8").splitlines()  # for two, three, four
PICKED = """
    emptied=[painting gathering] base=[]
    top=[ceremony:[yellow:1] fishing:[blue:1] hunting:[brown:1] migration:[white:1]]
"""  # two players have picked a pillar each
SUMMER = f"phase=summer season=summer {PICKED}"
AUTUMN = f"phase=autumn season=autumn {PICKED}"
FINAL = f"phase=final season=final {PICKED}"
LAST_ROUND = "round=5 spent=[PT01 PT02 PT06 PT10] stack=[] price.5=PT11"


def number(name: str) -> int:
    """The number behind GT06, PT02, CE19..."""
    return int(name[2:]) - 1


def hex_at(q: int, r: int) -> int:
    """The hexagon at axial coordinates."""
    return next(h for h in range(HEXES) if (BOX.q[h], BOX.r[h]) == (q, r))


def hex_name(q: int, r: int) -> str:
    """Its name in notation."""
    return HEX.values[hex_at(q, r)]


@cache
def started(seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    """The spring of round 1: the seats in turn order, empty tents, the map of the dossier's sample round."""
    return playing.at("prehistory", TABLES[seats - 2], check=False, options=dict(options))


class Fireside:
    """A table in the spring of round 1, changed as the texts say."""

    def __init__(self, *texts: str) -> None:
        named: dict[str, Any] = {}
        for text in texts:
            named |= dict(parsed_items(text))
        self.s = copy_of(started(int(named.pop("players", 2)), tuple(named.pop("options", ()))))
        if named:
            playing.put(self.s, named)

    def put(self, text: str) -> Fireside:
        """Arrange the table anew."""
        playing.put(self.s, text)
        return self

    def camps(self, seat: int, first: int, *sites: tuple[int, int]) -> Fireside:
        """Camps of a player from this tile (1 to 7) on lie on sites; for each a member more waits on the board."""
        built = {f"C{first + i}": hex_name(*site) for i, site in enumerate(sites)}
        for camp, site in built.items():
            terrain = str(GAME.fields["hexes"].write(self.s.hexes[HEX.index(site)])).split("/")[0]  # type: ignore[union-attr]
            self.put(f"hexes.{site}={terrain}/camp/{seat}.{camp}")
        return self.put(
            f"tribes.{seat}.camps=[{' '.join(built)}] tribes.{seat}.place=[start{' board' * (2 + len(built))}]"
        )

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
