"""Choices of Prehistory that follow each other by one click."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Chain
from firstfire.kernel.presentation.words import Words

from ..actions import PASS
from ..box import Box
from ..state import Deed, Phase, State


def chains(view: State, box: Box, words: Words) -> list[Chain]:
    """PH-SU3: pass on this summer action and on all that follow, where some follow."""
    if view.phase != Phase.SUMMER or view.deed >= Deed.MIGRATION:
        return []
    return [Chain(words.say("choice.pass_all_summer"), (PASS,), again=True)]
