"""Drawing: the scene of a game with everything the kernel adds to it, above all the choices of the seat to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from .game import Game
from .header import Header
from .memo import frozen, memoised
from .scene import Choice, Scene
from .sentences import Names, choice_sentences
from .words import Words


def draw_scene(
    game: Game, view: Header, box: object, seat: int, numbers: Sequence[int], words: Words, names: Names
) -> Scene:
    """The table as a seat sees it, with its legal actions (`numbers`), whoever reads it (`names`)."""
    made = draw_table(game, view, box, seat, words, names)
    made.choices = choices(game, view, box, numbers, words, names) if numbers else []
    return made


def draw_table(game: Game, view: Header, box: object, seat: int, words: Words, names: Names) -> Scene:
    """The same without its choices."""
    made = game.scene(view, game, frozen(box), seat, words, names)
    made.over = bool(view.over)
    made.phase = game.phases[view.phase]
    made.ending = words.say(f"ending.{game.endings[view.ending]}") if made.over else ""
    return made


def choices(game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names) -> list[Choice]:
    """The legal actions of the seat to act, each with what it means on the table and its clicks."""
    box = frozen(box)
    sentence, picks = choice_sentences(game, view, box, words, names), game.picks
    return [_choice(game, number, sentence(number), picks(view, box, number)) for number in numbers]


@memoised
def _choice(game: Game, number: int, sentence: str, picks: tuple[str, ...]) -> Choice:
    """A choice that is the same as at another time, or at another table, with its JSON."""
    return Choice(number, game.text(number), sentence, picks)


def written_choices(
    game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names,
    write: Callable[[Any], bytes],
) -> bytes:  # fmt: skip
    """The choices as a JSON list, without making any: they are too many and too different to be remembered."""
    if not numbers:
        return b"[]"
    box = frozen(box)
    sentence, picks = choice_sentences(game, view, box, words, names), game.picks
    made = [
        b'%s%s,"picks":%s}'
        % (_beginning(game, write, number), write(sentence(number)), write(picks(view, box, number)))
        for number in numbers
    ]
    return b"[%s]" % b",".join(made)


@cache  # as many as there are actions
def _beginning(game: Game, write: Callable[[Any], bytes], number: int) -> bytes:
    """What of a choice is the same at every table."""
    return b'{"action":%d,"text":%s,"sentence":' % (number, write(game.text(number)))
