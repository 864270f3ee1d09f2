"""Drawing: the scene of a game with everything the kernel adds to it, above all the choices of the seat to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from .game import Game
from .header import Header
from .memo import frozen, memoised
from .scene import Chain, Choice, Scene, Take
from .sentences import Names, choice_sentences
from .words import Words


def draw_scene(
    game: Game, view: Header, box: object, seat: int, numbers: Sequence[int], words: Words, names: Names
) -> Scene:
    """The table as a seat sees it, with its legal actions (`numbers`), whoever reads it (`names`)."""
    made = draw_table(game, view, box, seat, words, names)
    made.choices = choices(game, view, box, numbers, words, names) if numbers else []
    made.chains = chains(game, view, box, numbers, words)
    return made


def draw_table(game: Game, view: Header, box: object, seat: int, words: Words, names: Names) -> Scene:
    """The same without its choices."""
    made = game.scene(view, game, frozen(box), seat, words, names)
    made.over = bool(view.over)
    made.phase = game.phases[view.phase]
    made.ending = words.say(f"ending.{game.endings[view.ending]}") if made.over else ""
    return made


def chains(game: Game, view: Header, box: object, numbers: Sequence[int], words: Words) -> list[Chain]:
    """What the seat to act may choose at once."""
    return game.chains(view, frozen(box), words) if game.chains is not None and numbers else []


def choices(game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names) -> list[Choice]:
    """The legal actions of the seat to act, each with what it means on the table and its clicks."""
    box = frozen(box)
    sentence, clicks = choice_sentences(game, view, box, words, names), _clicks(game, view, box, numbers)
    return [_choice(game, number, sentence(number), *clicks(number)) for number in numbers]


@memoised
def _choice(game: Game, number: int, sentence: str, picks: tuple[str, ...], take: Take, default: bool) -> Choice:
    """A choice that is the same as at another time, or at another table, with its JSON."""
    return Choice(number, game.text(number), sentence, picks, take, default)


def _clicks(
    game: Game, view: Header, box: object, numbers: Sequence[int]
) -> Callable[[int], tuple[tuple[str, ...], Take, bool]]:
    """What an action asks of the hands: its picks, what is laid together, and whether that lies there already."""
    picks, takes = game.picks, game.takes
    if takes is None:
        return lambda number: (picks(view, box, number), (), False)
    taken = {number: take for number in numbers if (take := takes(view, box, number))}
    paths = {number: picks(view, box, number) for number in taken}
    apart = _keep_apart(taken, paths)
    blocks = {game.actions.values(number)[0] for number in taken}
    reached = set(paths.values())
    for number in numbers:  # nothing at all can be laid too: no water for a food
        if blocks and number not in paths and number not in apart and game.actions.values(number)[0] in blocks:
            path = picks(view, box, number)
            if path in reached:
                paths[number] = path
    defaults = _defaults(game, view, box, paths)

    def clicks(number: int) -> tuple[tuple[str, ...], Take, bool]:
        path = paths[number] if number in paths else picks(view, box, number)
        return path, taken.get(number, ()), number in defaults

    return clicks


def _keep_apart(taken: dict[int, Take], paths: dict[int, tuple[str, ...]]) -> set[int]:
    """Two that would look alike on the table (in a box with other prices) stay apart: the later one is a button."""
    apart: set[int] = set()
    seen: set[tuple[tuple[str, ...], frozenset[tuple[str, int]]]] = set()
    for number, take in list(taken.items()):
        key = paths[number], frozenset(take)
        if key in seen:
            del taken[number], paths[number]
            apart.add(number)
        seen.add(key)
    return apart


def _defaults(game: Game, view: Header, box: object, paths: dict[int, tuple[str, ...]]) -> set[int | None]:
    """Of actions that are laid together, the one after each path of picks that lies there already."""
    if game.default_choice is None:
        return set()
    together: dict[tuple[str, ...], list[int]] = {}
    for number, path in paths.items():
        together.setdefault(path, []).append(number)
    return {game.default_choice(view, box, numbers) for numbers in together.values()}


def written_choices(
    game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names,
    write: Callable[[object], bytes],
) -> bytes:  # fmt: skip
    """The choices as a JSON list, without making any."""
    if not numbers:
        return b"[]"
    box = frozen(box)
    sentence, clicks = choice_sentences(game, view, box, words, names), _clicks(game, view, box, numbers)

    if game.takes is None:
        picks = game.picks
        made = [_written_choice(game, write, number, sentence(number), picks(view, box, number)) for number in numbers]
    else:
        made = [_written_choice(game, write, number, sentence(number), *clicks(number)) for number in numbers]
    return b"[%s]" % b",".join(made)


@memoised
def _written_choice(
    game: Game, write: Callable[[object], bytes], number: int, sentence: str, picks: tuple[str, ...], take: Take = (),
    default: bool = False,
) -> bytes:  # fmt: skip
    """One choice as JSON: its sentence is that of many a table."""
    return b'%s%s,"picks":%s,"take":%s,"default":%s}' % (
        _beginning(game, write, number), write(sentence), write(picks), write(take), write(default),
    )  # fmt: skip


@cache
def _beginning(game: Game, write: Callable[[object], bytes], number: int) -> bytes:
    """What of a choice is the same at every table."""
    return b'{"action":%d,"text":%s,"sentence":' % (number, write(game.text(number)))
