"""Choices in words: what is sent, what it costs now and later, Scarcity it certainly takes, what it certainly brings.

The tellers stand by phase in `programming.py`, `resolution.py` and `rounds.py`; what they share
is in `common.py`. What follows for certain when a choice is the last of a clan's round is in `foreseen.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firstfire.kernel.presentation.memo import frozen
from firstfire.kernel.presentation.telling import Tellers
from firstfire.kernel.presentation.words import Words

from ...actions import ACTIONS
from ...box import Box
from ...state import State
from .common import ChoiceFacts, on_tile, plain
from .foreseen import foreseen, foreseen_text
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

DOMAINS = {block.name: block.parameters for block in ACTIONS.blocks}
TELLERS = Tellers(
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
    facts=ChoiceFacts,
)


def tell_choices(view: State, box: Box, words: Words, names: Sequence[str]) -> Callable[[int], str]:
    """What tells the choices of one scene: each with the Scarcity that it brings for certain."""
    box = frozen(box)
    tell, now = TELLERS(view, box, words, names), ChoiceFacts(view, box)

    def told(action: int) -> str:
        sentence = tell(action)
        if sentence is None:
            block, values = ACTIONS.values(action)
            sentence = plain(words, block, **{name: (DOMAINS[block][name], value) for name, value in values.items()})
        return foreseen_text(box, words, sentence, foreseen(now, box, action), now.quota)

    return told
