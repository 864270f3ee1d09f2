"""What hints and analyses look at."""

from __future__ import annotations

from typing import Any, Protocol

from ..kernel.game import Game
from ..kernel.positions.position import Position
from ..saves import Save
from ..view import Action, View


class AnalysedGame(Protocol):
    """What hints and analyses look at: a `Table`, which stands above the players and asks them."""

    @property
    def game(self) -> Game:
        """The rules."""

    @property
    def box(self) -> Any:
        """The components."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def player(self) -> int | None:
        """The seat to act."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def lean(self) -> Position:
        """The position now."""

    @property
    def origin(self) -> Save:
        """How the game began."""

    def view(self, seat: int) -> View:
        """What a seat may know."""

    def actions(self) -> list[Action]:
        """All that was played."""
