"""View: a game as one seat may know it. Players, scenes and logs get nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from .errors import BadSetup, IllegalAction
from .kernel.engines.engine import Engine, engine_for
from .kernel.game import Game
from .kernel.positions.position import Position
from .kernel.presentation.memo import memoised
from .kernel.presentation.scene import Scene
from .kernel.presentation.why_not import Reason
from .kernel.presentation.words import check_language, common_words
from .kernel.records.record import copy_of
from .kernel.rules.actions import seed_halves, whole_number
from .kernel.rules.notes import NOBODY
from .kernel.viewer.drawing import draw_scene
from .kernel.viewer.foresight import Consequences, Foretold, consequences, foretell
from .kernel.viewer.refusals import reasons_at, refusal, say_reason
from .kernel.viewer.sentences import LogNote, Names, note_sentence, times, told_once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Action", "View", "common_words", "seat_names"]


class Action(str):
    """A legal action: its text, which is also its name, with its number."""

    number: int
    __slots__ = ("number",)

    def __new__(cls, text: str, number: int) -> Action:
        """A text with its number."""
        made = super().__new__(cls, text)
        made.number = number
        return made

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.number


class View:
    """What one seat (or a spectator, -1) may know. Its fields: `game`, `box`, `seat`, `state` (the record, with
    blanks for what the seat may not know) and `numbers` (the legal actions as numbers).

    `reader` is the seat that its sentences call "you": the one that looks, unless several people share a screen.
    """

    def __init__(
        self,
        game: Game,
        box: Any,
        seat: int,
        state: Any,
        numbers: Sequence[int],
        history: Sequence[Sequence[LogNote]],
        names: Sequence[str] | None,
    ) -> None:
        self.game = game
        self.box = box
        self.seat = seat
        self.reader = seat
        self.state = state
        self.numbers = list(numbers)
        self.history = history
        self._names = names

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == NOBODY else f"seat {self.seat}"
        return f"<View of {self.game.name} by {who}, ply {self.state.ply}>"

    def names(self, language: str = "en") -> Names:
        """What the players are called, and who reads."""
        return Names(seat_names(self._names, self.state.seats, language), self.reader)

    def legal(self) -> list[Action]:
        """The legal actions if it is this seat's turn, else none: texts that know their number (`action.number`), as
        `Table.legal` gives them. `numbers` are the bare numbers, which is what `Position.legal` of a determinized
        position gives."""
        return [Action(self.game.actions.text(number), number) for number in self.numbers]

    def determinize(self, seed: int, *, interpreted: bool | None = None) -> Position:
        """A whole position that fits what this seat knows, what is hidden dealt by a seed (in the field's words: a
        determinization). To try actions on it and to play on: nothing of the true game is in it."""
        position = Position(
            self.game, box=self.box, s=copy_of(self.state), engine=engine_for(self.game, interpreted=interpreted)
        )
        position.engine.determinize(position.s, self.box, self.seat, *seed_halves(seed))
        return position

    def observe(self, *, interpreted: bool | None = None) -> NDArray[np.int16]:
        """What this seat may know, as a row of small numbers; `Game.observation` describes it."""
        import numpy as np

        if self.seat == NOBODY:
            raise BadSetup(
                "a spectator has no observation, because observations are relative to a seat: use a seat's view"
            )
        engine = engine_for(self.game, interpreted=interpreted)
        out = engine.observation()
        engine.observe(self.state, self.box, self.seat, out)
        return np.frombuffer(out, np.int16)

    def scene(self, language: str = "en") -> Scene:
        """The table as data, with the choices of this seat."""
        words = self.game.words(language, self.box)
        return draw_scene(self.game, self.state, self.box, self.seat, self.numbers, words, self.names(language))

    def why_not(self, action: SupportsIndex) -> Reason | None:
        """Why the seat that looks may not play an action; None where it may."""
        number = whole_number(action)
        if number is None:
            raise self.game.actions.unknown(action)
        return refusal(self.game, self.state, self.box, self.seat, number, self.numbers)

    def why_not_at(self, *paths: Sequence[str]) -> list[Reason]:
        """Why a click leads to nothing now: of the first path of clicks that some action could begin with."""
        return reasons_at(self.game, self.state, self.box, self.seat, paths, self.numbers)

    def say_reason(self, reason: Reason, language: str = "en", reader: int | None = None) -> str:
        """A reason as a sentence; `reader` where it is not the view's own."""
        words, names = self.game.words(language, self.box), self.names(language)
        names = names if reader is None else Names(names, reader)
        return say_reason(self.game, reason, self.state, self.box, words, names)

    def consequences(self, action: int, engine: Engine | None = None) -> Consequences:
        """What a legal action of the seat that looks will certainly do: what happens until chance or a secret speaks,
        made from the rules on determinized positions. `engine` is what determinizes, where there is one already."""
        number = whole_number(action)
        if number not in self.numbers:
            raise IllegalAction(self.game.actions.text_of(action), f"seat {self.seat} cannot play it now")
        return consequences(self.game, self.state, self.box, self.seat, number, engine)

    def foretell(
        self, action: int, language: str = "en", reader: int | None = None, engine: Engine | None = None
    ) -> Foretold:
        """The same in words: the lines the log would get, and the numbers of each seat that change."""
        words, names = self.game.words(language, self.box), self.names(language)
        names = names if reader is None else Names(names, reader)
        told = self.consequences(action, engine)
        return foretell(self.game, self.state, self.box, self.seat, told, words, names)

    def log(self, language: str = "en") -> list[list[str]]:
        """What happened, one list of sentences for the set-up and one for each action."""
        words = self.game.words(language, self.box)
        names = self.names(language)
        lines = []
        for notes in self.history:
            told = told_once(note.seen_by(self.seat) for note in notes)
            said = ((note_sentence(self.game, words, note, names), count) for note, count in told)
            lines.append([times(words, sentence, count) for sentence, count in said if sentence])
        return lines


def seat_names(names: Sequence[str] | None, seats: int, language: str) -> list[str]:
    """The given names, or 'Player 1' and so on in a language."""
    check_language(language)
    return list(_numbered(seats, language) if names is None else names)


@memoised
def _numbered(seats: int, language: str) -> tuple[str, ...]:
    words = common_words(language)
    return tuple(words.say("table.player", number=seat + 1) for seat in range(seats))
