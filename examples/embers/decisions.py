"""The table of decisions: what is asked when, and which rule carries it out. Embers asks one thing only."""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions

from .actions import ACTIONS
from .rules.taking import can_take, pass_on, take


class Phase(IntEnum):
    """What is asked."""

    TAKING = 0


DECISIONS = Decisions(ACTIONS, Decision(Phase.TAKING, DecisionChoice("take", when=can_take, take=take)), then=pass_on)
legal, apply = DECISIONS.legal, DECISIONS.apply
