"""Numbers of a strategy that may change while compiled rules run: a table in memory instead of constants.

The rules of a game know constants; those of a variant made for breeding (`firstfire.lab.breeding`) ask here. Whoever
lets them run writes into the table first. Each process has its own.
"""

from __future__ import annotations

import ctypes

from ..rule import rule

PLACES = 1024  # of the table
SYMBOL = "firstfire_weights"  # the name by which machine code finds it
TABLE = (ctypes.c_double * PLACES)()


@rule(machine="machine_weights.weight")
def weight(place: int) -> float:
    """What the table holds in a place now."""
    return TABLE[place]
