"""Why an action is not legal: one question for each kind of action, answered from the table as the player sees it.

Plain Python over a redacted record: what is asked here is what the `*_options` of the rules ask, one condition
after another, so that the first one that fails can be told. `ANSWERS` says in which phases a kind of action is
asked for and who answers; in any other phase it is not its moment (NOT_NOW). The answers stand by phase in
`programming.py`, `resolution.py` and `rounds.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.reasons import NOT_NOW, Reason

from ...actions import (
    ACTIONS,
)
from ...box import Box
from ...state import (
    OptionPlace,
    Phase,
    State,
)
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
    pick,
)
from .resolution import (
    barter,
    carry,
    forget,
    journey,
    megalith,
    offer,
    raise_home,
    resolve_birth,
    resolve_capacity,
    resolve_craft,
    resolve_expedition,
    resolve_fresco,
    resolve_habitat,
    resolve_hut,
    swap,
    take,
    tools,
)
from .rounds import discard, feed, herd_of, herd_on, host, lose, regrow, repair, rockfall, unlearn, village

Answer = Callable[..., Reason | None]  # of the record, the box and the values of the action


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """Why the player to act may not do this now; None for what is legal."""
    name, values = ACTIONS.values(action)
    if name == "give_up":
        return give_up(view)
    phases, answer = ANSWERS[name]
    if view.phase not in phases:
        return NOT_NOW
    return answer(view, box, **values) if answer is not None else None


def give_up(s: State) -> Reason | None:
    """DG-S5: a lone player, where the table has it."""
    if s.seats > 1:
        return Reason("give_up_alone", "DG-S5")
    return None if s.options[OptionPlace.GIVING_UP] != 0 else Reason("give_up_off", "DG-S5")


# In which phases a kind of action is asked for, and who answers (nobody: it is always legal then).
ANSWERS: dict[str, tuple[tuple[Phase, ...], Answer | None]] = {
    "centre": ((Phase.CENTRE,), None),
    "edge": ((Phase.EDGE,), None),
    "pick": ((Phase.GOODS,), pick),
    "learn": ((Phase.LEARN,), learn),
    "no_lesson": ((Phase.LEARN,), None),
    "pass": ((Phase.PROGRAM,), None),
    "habitat": ((Phase.PROGRAM,), habitat),
    "craft": ((Phase.PROGRAM,), craft),
    "birth": ((Phase.PROGRAM,), birth),
    "go": ((Phase.PROGRAM,), go),
    "party": ((Phase.PARTY,), party),
    "hunt": ((Phase.HUNTERS,), hunt),
    "fresco": ((Phase.PROGRAM,), fresco),
    "capacity": ((Phase.PROGRAM,), capacity),
    "hut": ((Phase.PROGRAM,), hut),
    "mark": ((Phase.MARK,), mark),
    "partner": ((Phase.PARTNER,), partner),
    "resolve_habitat": ((Phase.RESOLVE,), resolve_habitat),
    "resolve_craft": ((Phase.RESOLVE,), resolve_craft),
    "resolve_birth": ((Phase.RESOLVE,), resolve_birth),
    "resolve_expedition": ((Phase.RESOLVE,), resolve_expedition),
    "resolve_fresco": ((Phase.RESOLVE,), resolve_fresco),
    "resolve_capacity": ((Phase.RESOLVE,), resolve_capacity),
    "resolve_hut": ((Phase.RESOLVE,), resolve_hut),
    "finish": ((Phase.RESOLVE,), None),
    "raise": ((Phase.RAISE,), raise_home),
    "carry": ((Phase.CARRY,), carry),
    "forget": ((Phase.FORGET,), forget),
    "tools": ((Phase.TOOLS,), tools),
    "offer": ((Phase.OFFER,), offer),
    "strokes": ((Phase.STROKES,), None),
    "journey": ((Phase.JOURNEY,), journey),
    "megalith": ((Phase.MEGALITH,), megalith),
    "barter": ((Phase.BARTER,), barter),
    "take": ((Phase.TAKE,), take),
    "swap": ((Phase.SWAP,), swap),
    "stop": ((Phase.BARTER, Phase.SWAP), None),
    "feed": ((Phase.FEED,), feed),
    "village": ((Phase.MOVE, Phase.WANDER), village),
    "stay": ((Phase.MOVE, Phase.WANDER), None),
    "use_event": ((Phase.EVENT,), None),
    "decline_event": ((Phase.EVENT,), None),
    "host": ((Phase.HOSPITALITY,), host),
    "regrow": ((Phase.REGROW,), regrow),
    "herd_of": ((Phase.SPECIES,), herd_of),
    "herd_on": ((Phase.HERD,), herd_on),
    "discard": ((Phase.THIEVES,), discard),
    "repair": ((Phase.GALE,), repair),
    "lose": ((Phase.GALE,), lose),
    "rockfall": ((Phase.ROCKFALL,), rockfall),
    "unlearn": ((Phase.UNLEARN,), unlearn),
}
