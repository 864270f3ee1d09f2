"""Why an action is not legal: one question for each kind of action, answered from the table as the player sees it.

Plain Python over a redacted record: what is asked here is what the `*_options` of the rules ask, one condition
after another, so that the first one that fails can be told. `ANSWERS` says who answers for a kind of action; in a phase
that does not ask for it (the table of decisions) it is not its moment (NOT_NOW). The answers stand by phase in
`programming.py`, `resolution.py` and `rounds.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.presentation.why_not import NOT_NOW, Reason

from ...actions import (
    ACTIONS,
)
from ...box import Box
from ...decisions import DECISIONS
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
    if name not in ASKED[view.phase]:
        return NOT_NOW
    answer = ANSWERS[name]
    return answer(view, box, **values) if answer is not None else None


def give_up(s: State) -> Reason | None:
    """DG-S5: a lone player, where the table has it."""
    if s.seats > 1:
        return Reason("give_up_alone", "DG-S5")
    return None if s.options[OptionPlace.GIVING_UP] != 0 else Reason("give_up_off", "DG-S5")


ASKED = {int(phase): DECISIONS.blocks_at(phase) for phase in Phase}  # the kinds of action of each phase
# Who answers for a kind of action (nobody: it is always legal in its phases).
ANSWERS: dict[str, Answer | None] = {
    "centre": None,
    "edge": None,
    "pick": pick,
    "learn": learn,
    "no_lesson": None,
    "pass": None,
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
    "finish": None,
    "raise": raise_home,
    "carry": carry,
    "forget": forget,
    "tools": tools,
    "offer": offer,
    "strokes": None,
    "journey": journey,
    "megalith": megalith,
    "barter": barter,
    "take": take,
    "swap": swap,
    "stop": None,
    "feed": feed,
    "village": village,
    "stay": None,
    "use_event": None,
    "decline_event": None,
    "host": host,
    "regrow": regrow,
    "herd_of": herd_of,
    "herd_on": herd_on,
    "discard": discard,
    "repair": repair,
    "lose": lose,
    "rockfall": rockfall,
    "unlearn": unlearn,
}
