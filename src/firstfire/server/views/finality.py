"""Finality: which actions could not be taken back, as far as the seat to act can know, and which need no question.

Undo is free until chance or a secret has spoken. Whether an action makes them speak stands in
the rules (`irreversible`), so each action is tried, but never on the true state: on states sampled
from what the seat itself knows. The answer tells the seat nothing it could not work out.
"""

from __future__ import annotations

import ctypes
from array import array

from ...kernel.engines.engine import Engine
from ...kernel.records.record import copy_of
from ...view import View

SAMPLES = 2  # sampled states; `irreversible` might depend on what is hidden


def is_forced(view: View, public: View) -> bool:
    """Whether the seat to act has only one choice, and everybody at the table knows that: the seat knows nothing that a
    spectator (whose view is the other one) does not. Only then may it be chosen by itself: a pass that cards in hand
    force would tell by its haste what is in the hand."""
    return len(view.numbers) == 1 and _known(view) == _known(public)


def idle_action(view: View, public: View) -> int | None:
    """The pass, or the end of a turn, that is all the seat to act can do worth a question, as everybody knows."""
    game = view.game
    action = game.presentation.passing(public.state, view.box) if game.presentation.passing is not None else None
    if action is None and is_forced(view, public):
        [only] = view.numbers
        action = only if game.closes(only) else None
    return action if action in view.numbers else None


def _known(view: View) -> bytes:
    """What is known of the position, without the notes of the last action."""
    state = copy_of(view.state)
    ctypes.memset(ctypes.addressof(state.notes), 0, ctypes.sizeof(state.notes))
    state.note_count = 0
    return bytes(state)


def final_actions(view: View, engine: Engine, *, followed: bool = False) -> list[int]:
    """The legal actions after which chance or a secret has spoken in some sampled state; or, where another seat's
    choices follow at once (`followed`), after which another seat is asked."""
    kind, count = type(view.state), len(view.numbers)
    moves = (ctypes.c_int64 * engine.actions)()
    row = memoryview(moves).cast("B").cast("q")[:count]  # number by number an array takes many times as long
    row[:] = array("q", view.numbers)
    samples = SAMPLES if engine.compiled else 1
    engine.mark_final(view.state, kind(), kind(), view.box, view.seat, samples, int(followed), moves, count)
    return [action for action, left in zip(view.numbers, row.tolist(), strict=True) if left < 0]
