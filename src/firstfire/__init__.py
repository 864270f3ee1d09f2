"""Firstfire: five Stone-Age board games, one table.

>>> from firstfire import Table
>>> table = Table.new("totem", players=2, seed=7)
"""

from .errors import FirstfireError
from .games import add_game, game, names
from .kernel.positions.position import Position
from .table import Outcome, Table
from .view import Action, View

__version__ = "1.0.0rc1"
__all__ = ["Action", "FirstfireError", "Outcome", "Position", "Table", "View", "add_game", "game", "names"]
