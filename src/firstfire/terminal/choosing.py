"""Choices: the numbers they have on the list, and what somebody means who types some."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..kernel.game import Game

# Blocks of actions that end something. One of them is typed 0, wherever it stands on the list.
CLOSING = (
    "end", "end_turn", "finish", "pass", "draw_pass", "stop", "rest", "stay", "decline_event", "no_lesson", "back",
)  # fmt: skip
LAST = 0
LARGEST = 99  # number that is kept; beyond it they begin again
MOST = 100  # numbers in one line
_NUMBERS = re.compile(r"\d{1,9}(?:-\d{1,9})?(?:[ ,;]+\d{1,9}(?:-\d{1,9})?)*[ ,;]*", re.ASCII)


class Numbering:
    """The numbers of the choices. While the same thing is asked in one turn, a choice keeps its number; also in
    the next turns, as long as nothing new may be chosen."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}  # by seat and phase: turn, numbers
        self.listed: list[tuple[int, int]] = []  # (number, action) as they stand on the list

    def renew(self, seat: int, turn: int, phase: int, game: Game, actions: Sequence[int]) -> None:
        """Number what a seat may play now."""
        before, numbers = self._kept.get((seat, phase), (turn, {}))
        new = sum(action not in numbers for action in actions)
        if new and (turn != before or max(numbers.values(), default=0) + new > LARGEST):
            numbers = {}
        self._kept[seat, phase] = turn, numbers
        closing = closing_action(game, actions)
        free = max(numbers.values(), default=0) + 1
        for action in actions:
            if action != closing and numbers.get(action, LAST) == LAST:
                numbers[action], free = free, free + 1
        if closing is not None:
            numbers[closing] = LAST
        found = [(numbers[action], action) for action in actions if action != closing]
        self.listed = sorted(found) + ([(LAST, closing)] if closing is not None else [])

    def action(self, number: int) -> int | None:
        """The action with a number of the list."""
        return next((action for known, action in self.listed if known == number), None)

    def number(self, action: int) -> int:
        """The number of an action on the list."""
        return next(known for known, other in self.listed if other == action)


def closing_action(game: Game, actions: Sequence[int]) -> int | None:
    """The choice that ends what one is doing, if there is one."""
    names = {game.actions.values(action)[0]: action for action in actions}
    return next((names[name] for name in CLOSING if name in names), None)


def numbers_in(typed: str) -> list[int] | None:
    """The numbers somebody typed (`3`, `3 5 1`, `2-4`); None if it is something else."""
    if not _NUMBERS.fullmatch(typed):
        return None
    found: list[int] = []
    for part in re.split(r"[ ,;]+", typed.strip(" ,;")):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not 0 <= high - low < MOST or len(found) > MOST:
            return [low, high]
        found += range(low, high + 1)
    return found
