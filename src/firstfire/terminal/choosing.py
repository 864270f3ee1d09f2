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
        self._kept: dict[tuple[int, int], tuple[int, dict[str, int]]] = {}  # by seat and phase: turn, numbers
        self._numbers: dict[int, int] = {}  # of every action, equal ones too
        self.listed: list[tuple[int, int]] = []  # (number, action) as they stand on the list

    def renew(self, seat: int, turn: int, phase: int, game: Game, actions: Sequence[int]) -> None:
        """Number what a seat may play now. Actions with the same text, such as those with one or the other of two
        equal cards, are one choice."""
        choices: dict[str, int] = {}
        for action in actions:
            choices.setdefault(game.text(action), action)
        before, numbers = self._kept.get((seat, phase), (turn, {}))
        new = sum(text not in numbers for text in choices)
        if new and (turn != before or max(numbers.values(), default=0) + new > LARGEST):
            numbers = {}
        self._kept[seat, phase] = turn, numbers
        closing = closing_action(game, actions)
        free = max(numbers.values(), default=0) + 1
        for text, action in choices.items():
            if action != closing and numbers.get(text, LAST) == LAST:
                numbers[text], free = free, free + 1
        if closing is not None:
            numbers[game.text(closing)] = LAST
        self._numbers = {action: numbers[game.text(action)] for action in actions}
        found = [(numbers[text], action) for text, action in choices.items() if action != closing]
        self.listed = sorted(found) + ([(LAST, closing)] if closing is not None else [])

    def action(self, number: int) -> int | None:
        """The action with a number of the list."""
        return next((action for known, action in self.listed if known == number), None)

    def number(self, action: int) -> int:
        """The number of an action on the list, or of the one there that is equal to it."""
        return self._numbers[action]


def some_of_each(listed: Sequence[tuple[int, int]], kinds: Sequence[str], most: int) -> list[tuple[int, int]]:
    """As many entries of a list as may be shown, of every kind some: the kinds take turns, so that none is hidden
    behind the many of another. The last entry is always among them; order stays."""
    left = {kind: [i for i, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)}
    chosen = {len(listed) - 1}
    while len(chosen) < min(most, len(listed)):
        for places in left.values():
            if places and len(chosen) < most:
                chosen.add(places.pop(0))
    return [listed[i] for i in sorted(chosen)]


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
