"""Which settings a search has: those of the game, or the middle of the road."""

from __future__ import annotations

from ..games import game as find_game
from ..kernel.thinking import EFFORTS, RANGES, BotTable, Efforts, SearchSettings

__all__ = ["RANGES", "SearchSettings", "bots_of", "efforts_for", "settings_for"]


def bots_of(game: str) -> BotTable:
    """What bots know of a game. Kept rules think like the newest ones."""
    bots = find_game(game).bots
    return bots if bots.search or bots.levels else find_game(game.partition("@")[0]).bots


def settings_for(game: str, seats: int = 2) -> SearchSettings:
    """The settings of a search without a net for a game and a number of players."""
    return bots_of(game).settings(seats)


def efforts_for(game: str) -> tuple[Efforts, ...]:
    """How much each of the six levels thinks, weakest first."""
    return bots_of(game).levels or EFFORTS
