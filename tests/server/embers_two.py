"""Embers by rules version 2: at most two embers at a time. (Version 1 lets one take three.)"""

from __future__ import annotations

from dataclasses import replace

import embers
from embers.actions import TAKE
from embers.box import Box
from embers.state import State
from firstfire.kernel.records.bits import Mask, allow
from firstfire.kernel.rule import rule


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """One or two, as many as there are."""
    for amount in range(1, min(2, s.pile) + 1):
        allow(mask, TAKE + amount - 1)


GAME = replace(embers.GAME, rules_version=2, rules={**embers.GAME.rules, "legal": legal})
