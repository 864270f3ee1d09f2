"""Players: programs that may sit at a table.

All share one interface: they get the view of their seat (a redacted record and the legal
actions) and a budget, never the true state.
"""

from .base import Budget, Player
from .greedy import Greedy
from .levels import Level, levels_of, player_named
from .random import Random
from .search import Search

__all__ = ["Budget", "Greedy", "Level", "Player", "Random", "Search", "levels_of", "player_named"]
