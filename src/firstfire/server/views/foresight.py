"""Foresight: which actions could not be taken back, as far as the seat to act can know.

Undo is free until chance or a secret has spoken. Whether an action makes them speak stands in
the rules (`irreversible`), so each action is tried, but never on the true state: on states imagined
from what the seat itself knows. The answer tells the seat nothing it could not work out.
"""

from __future__ import annotations

import ctypes
from functools import partial

from ...kernel.drive import step
from ...kernel.engine import CompiledEngine, Engine
from ...kernel.record import copy_of
from ...view import View

SAMPLES = 2  # imagined states; `irreversible` might depend on what is hidden


def final_actions(view: View, engine: Engine) -> list[int]:
    """The legal actions after which chance or a secret has spoken in some imagined state."""
    final: set[int] = set()
    imagined, trial = copy_of(view.state), copy_of(view.state)
    size = ctypes.sizeof(trial)
    source, target, box = ctypes.addressof(imagined), ctypes.addressof(trial), ctypes.addressof(view.box)
    play = partial(engine.raw_entry(step), target, box) if isinstance(engine, CompiledEngine) else None
    for sample in range(SAMPLES if play else 1):
        ctypes.memmove(source, ctypes.addressof(view.state), size)
        engine.imagine(imagined, view.box, view.seat, 1 + sample, 0)
        imagined.quiet = 1
        for action in view.numbers:
            if action not in final:
                ctypes.memmove(target, source, size)
                if play:
                    play(action)
                else:
                    engine.step(trial, view.box, action)
                if trial.irreversible:
                    final.add(action)
    return sorted(final)
