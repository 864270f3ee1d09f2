"""Reasons: why an action is not legal now, in words.

A game says it in one function, `why_not(view, box, action) -> Reason | None`, given in its `Presentation`: plain
Python over the redacted record of the seat to act, so that no reason can tell a secret. None exactly when
the action is legal. Its sentences stand under `why.<key>` in the words of the game:

    Reason("too_weak", "TT-K4", needed=9, card=(CARD, 12), seat=(SEAT, 1))

    [why]
    too_weak = "{card} lies face up: only a total of {needed} or more may attack it"

A value is a number (which bends nouns), a text, or a value of a domain, said in the reader's language. Actions
that belong to another moment get `NOT_NOW`: it says whose turn it is and what is being asked.
"""

from __future__ import annotations

from typing import Any

from ..records.domain import Domain


class Reason:
    """Why not: the key of a sentence, the rule behind it, and what fills the sentence."""

    __slots__ = ("key", "rule", "values")

    def __init__(self, key: str, rule: str = "", **values: int | str | tuple[Domain, int]) -> None:
        self.key = key
        self.rule = rule
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.key, self.rule))

    def __repr__(self) -> str:
        filled = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Reason({self.key!r}, {self.rule!r}{filled})"

    def _parts(self) -> tuple[str, str, dict[str, Any]]:
        return self.key, self.rule, self.values


NOT_NOW = Reason("not_now")  # the action belongs to another moment
NOT_YOUR_TURN = Reason("not_your_turn")
GAME_OVER = Reason("game_over")
NO_SUCH_ACTION = Reason("no_such_action")
GENERAL = (NOT_NOW, NOT_YOUR_TURN, GAME_OVER, NO_SUCH_ACTION)
