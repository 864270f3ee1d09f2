"""Players: whoever may sit at a table and is not a person.

All share one interface: they get the view of their seat (a redacted record and the legal
actions), never the true state.
"""

from .base import Player
from .greedy import Greedy
from .random import Random

__all__ = ["Greedy", "Player", "Random"]
