"""Choices in words: what is sent, what it costs now and later, Scarcity it certainly takes, what it certainly brings.

The tellers stand by phase in `programming.py`, `resolution.py` and `rounds.py`; what they share
is in `common.py`.
"""

from __future__ import annotations

from firstfire.kernel.telling import Tellers

from ...actions import ACTIONS
from .common import Position, on_tile
from .programming import (
    birth,
    capacity,
    craft,
    fresco,
    go,
    habitat,
    hunt,
    hut,
    learn,
    mark,
    partner,
    party,
    pass_round,
)
from .resolution import (
    carry,
    finish,
    raise_home,
    resolve_birth,
    resolve_capacity,
    resolve_craft,
    resolve_expedition,
    resolve_fresco,
    resolve_habitat,
    resolve_hut,
    strokes,
    take,
    tools,
)
from .rounds import feed, lose, repair, rockfall, unlearn, use_event

tell_choices = Tellers(
    ACTIONS,
    {
        "learn": learn,
        "pass": pass_round,
        "habitat": habitat,
        "craft": craft,
        "birth": birth,
        "go": go,
        "party": party,
        "hunt": hunt,
        "fresco": fresco,
        "capacity": capacity,
        "hut": hut,
        "mark": mark,
        "partner": partner,
        "resolve_habitat": resolve_habitat,
        "resolve_craft": resolve_craft,
        "resolve_birth": resolve_birth,
        "resolve_expedition": resolve_expedition,
        "resolve_fresco": resolve_fresco,
        "resolve_capacity": resolve_capacity,
        "resolve_hut": resolve_hut,
        "finish": finish,
        "raise": raise_home,
        "carry": carry,
        "tools": tools,
        "strokes": strokes,
        "journey": on_tile("journey"),
        "megalith": on_tile("megalith"),
        "take": take,
        "feed": feed,
        "village": on_tile("village"),
        "use_event": use_event,
        "regrow": on_tile("regrow"),
        "herd_on": on_tile("herd_on"),
        "repair": repair,
        "lose": lose,
        "rockfall": rockfall,
        "unlearn": unlearn,
    },
    facts=Position,
)
