"""Villages of Nētā-Tanka for tests: given as text (docs/reference/positions.md), resolved, and read in short.

s = village("players=3 nomads.0.at=[tan elder_hunt] clans.0.reserve=[skin:1]")      # round 1, seat 0 is first player
resolving(s, 0)
play(s, "resolve tan", "link K7")
"""

from __future__ import annotations

from typing import Any

from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import CRAFT
from firstfire.games.neta_tanka.rules.turn_order import begin_turn
from firstfire.games.neta_tanka.state import Phase
from firstfire.kernel.engines.engine import engine_for

from ..playing import at, by_name, play, put
from ..playing import listed as legal
from ..playing import ranks as rank
from ..playing import scores as score

__all__ = ["by_name", "legal", "play", "put", "rank", "score"]

BOX = GAME.standard_box
ENGINE = engine_for(GAME, interpreted=True)
START = "players=3 seed=1 first=0 player=0 trade.0=T1"  # seat 0 is first player, the trade card has one slot


def village(*texts: str) -> Any:
    """A table at the start of round 1, changed as the texts say."""
    return at("neta_tanka", START, *texts, check=False)


def resolving(s: Any, seat: int) -> None:
    """Begin the resolution turn of a seat."""
    put(s, " ".join(f"clans.{other}.to_place=0" for other in range(s.seats)))
    s.turns = (seat - s.first) % s.seats
    begin_turn(s, BOX)
    assert s.player == seat and s.phase == Phase.RESOLVING


def reserve_of(s: Any, seat: int) -> str:
    """A reserve in the dossier's notation: W2 S1 M0 F1 K0 G0."""
    clan = s.clans[seat]
    return " ".join(f"{k}{n}" for k, n in zip("WSMFK", clan.reserve, strict=True)) + f" G{clan.generosity}"


def crafts_shown(s: Any) -> str:
    """The craft display."""
    return " ".join(CRAFT.values[card] for card in s.craft_display[: s.craft_count])


def end_turns(s: Any, count: int) -> None:
    """Let players end their turns."""
    for _ in range(count):
        play(s, "end turn")
