"""What a player is."""

from __future__ import annotations

from typing import Protocol

from ..view import View


class Player(Protocol):
    """Chooses one of the legal actions of a view."""

    name: str

    def choose(self, view: View) -> int:
        """The number of the chosen action; `view.numbers` is never empty."""
        ...
