"""Which settings a search has: those of the game, or the middle of the road."""

from __future__ import annotations

from dataclasses import replace

from ..games import game as find_game
from ..kernel.thinking import EFFORTS, RANGES, Effort, SearchSettings

__all__ = ["RANGES", "SearchSettings", "efforts_for", "settings_for", "settings_led"]


def settings_for(game: str, seats: int = 2) -> SearchSettings:
    """The settings for a game and a number of players. Kept rules think like the newest ones. A lone player's chances
    may all be small, and nobody's moves stand between its own."""
    found, newest = find_game(game), find_game(game.partition("@")[0])
    if seats == 1:
        alone = found.search_alone or newest.search_alone
        return alone or replace(settings_for(game), min_value_range=0.02)
    if seats > 2 and (crowd := found.search_crowd or newest.search_crowd):
        return crowd
    return found.search or newest.search or SearchSettings()


def settings_led(game: str, seats: int = 2) -> SearchSettings:
    """The settings for a search with the game's net in its tree."""
    return find_game(game).search_led or find_game(game.partition("@")[0]).search_led or settings_for(game, seats)


def efforts_for(game: str) -> tuple[Effort, ...]:
    """How much each of the six levels thinks, weakest first."""
    return find_game(game).levels or find_game(game.partition("@")[0]).levels or EFFORTS
