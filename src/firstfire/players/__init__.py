"""Players: whoever may sit at a table and is not a person.

All share one interface: they get the view of their seat (a redacted record and the legal
actions) and a budget, never the true state.
"""

from .analysis import Analysis, Hint, Moment, analyse, explained, hints, hints_for
from .base import Budget, Player
from .greedy import Greedy
from .levels import Level, levels_of, player_named
from .luck import Fortune, Split, tell_luck
from .random import Random
from .reasons import tell_reasons
from .search import Search

__all__ = [
    "Analysis", "Budget", "Fortune", "Greedy", "Hint", "Level", "Moment", "Player", "Random", "Search", "Split",
    "analyse", "explained", "hints", "hints_for", "levels_of", "player_named", "tell_luck", "tell_reasons",
]  # fmt: skip
