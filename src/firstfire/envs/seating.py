"""The seats of a table: the agent's own and the players of the others, as Gymnasium's environments are told them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import BadSetup
from ..kernel.game import Game
from ..players import Player, player_named

ILLEGAL = ("lose", "raise")  # what an action does that is not legal
RANDOM = "random"  # a seat that is drawn; a player who chooses at random


def checked_illegal(illegal: str) -> str:
    """What an action does that is not legal: "lose" or "raise"."""
    if illegal not in ILLEGAL:
        raise BadSetup(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
    return illegal


def checked_seat(seat: int | str, seats: int) -> int | str:
    """A seat of the table, or "random"."""
    if seat == RANDOM or (type(seat) is int and 0 <= seat < seats):
        return seat
    raise BadSetup(f'the seat is one of 0 to {seats - 1}, or "random", not {seat!r}')


def named_opponents(
    opponents: str | Player | Sequence[str | Player], game: Game, seats: int
) -> tuple[str | Player, ...]:
    """The players of the other seats in turn order after the agent's; names that mean nobody are refused."""
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    given: tuple[Any, ...] = tuple(opponents) if several else (opponents,) * (seats - 1)  # type: ignore[arg-type]
    if len(given) != seats - 1:
        raise BadSetup(f"{seats - 1} opponents are needed for {seats} players, not {len(given)}")
    for opponent in given:
        if isinstance(opponent, str):
            player_named(opponent, game.key)
        elif not hasattr(opponent, "choose"):
            raise BadSetup(
                f"an opponent is a name (random, greedy, child, search:200, …) or a Player, not {opponent!r}"
            )
    return given


def seat_asked(options: Mapping[str, Any], usual: int | str, seats: int) -> int | str:
    """The seat that the options of a reset ask for, or the usual one."""
    if not isinstance(options, Mapping):
        raise BadSetup(f"options are names with values, not {options!r}")
    for name, value in options.items():
        if name != "seat":
            raise BadSetup(f"reset knows the option seat, not {name!r}; rule options are given to make(options=…)")
        usual = checked_seat(value, seats)
    return usual
