"""Drawing: the scene of a game with everything the kernel adds to it, above all the choices of the seat to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..game import Game
from ..presentation.memo import frozen, memoised
from ..presentation.scene import Chain, Choice, Scene, Take
from ..presentation.words import Words
from ..records.header import Header
from .sentences import Names, choice_sentences


def draw_scene(
    game: Game, view: Header, box: object, seat: int, numbers: Sequence[int], words: Words, names: Names
) -> Scene:
    """The table as a seat sees it, with its legal actions (`numbers`), whoever reads it (`names`)."""
    made = draw_table(game, view, box, seat, words, names)
    made.choices = choices(game, view, box, numbers, words, names)
    made.chains = chains(game, view, box, numbers, words)
    return made


def draw_table(game: Game, view: Header, box: object, seat: int, words: Words, names: Names) -> Scene:
    """The same without its choices."""
    own = frozen(box)
    made = game.presentation.scene(view, game, own, seat, words, names)
    if game.presentation.colours is not None:
        made.colours = list(game.presentation.colours(own)[: view.seats])
    made.over = bool(view.over)
    made.phase = game.phases[view.phase]
    made.ending = words.say(f"ending.{game.endings[view.ending]}") if made.over else ""
    return made


def chains(game: Game, view: Header, box: object, numbers: Sequence[int], words: Words) -> list[Chain]:
    """What the seat to act may choose at once."""
    found = game.presentation.chains
    return found(view, frozen(box), words) if found is not None and numbers else []


def choices(game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names) -> list[Choice]:
    """The legal actions of the seat to act, each with what it means on the table and its clicks."""
    return [_choice(**row) for row in choice_rows(game, view, box, numbers, words, names)]


def choice_rows(
    game: Game, view: Header, box: object, numbers: Sequence[int], words: Words, names: Names
) -> list[dict[str, Any]]:
    """The same as plain values, as they are written for a client."""
    if not numbers:
        return []
    box = frozen(box)
    said, texts = choice_sentences(game, view, box, words, names, numbers), game.texts
    clicks, quiet, found = _clicks(game, view, box, numbers), quiet_actions(game), []
    for number, sentence in zip(numbers, said, strict=True):
        path, take, default = clicks(number)
        choice = {"action": number, "text": texts[number], "sentence": sentence, "picks": path}
        found.append({**choice, "take": take, "default": default, "quiet": number in quiet})
    return found


_choice = memoised(Choice)  # one that is the same as at another time, or at another table, has its JSON already


@memoised
def quiet_actions(game: Game) -> frozenset[int]:
    """The actions for which nothing is highlighted."""
    blocks = [block for block in game.actions.blocks if block.name in game.presentation.quiet]
    return frozenset(game.actions.first(block.name) + offset for block in blocks for offset in range(block.size))


def _clicks(
    game: Game, view: Header, box: object, numbers: Sequence[int]
) -> Callable[[int], tuple[tuple[str, ...], Take, bool]]:
    """What an action asks of the hands: its picks, what is laid together, and whether that lies there already."""
    picks, takes = game.presentation.picks, game.presentation.takes
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
    if game.presentation.default_choice is None:
        return set()
    together: dict[tuple[str, ...], list[int]] = {}
    for number, path in paths.items():
        together.setdefault(path, []).append(number)
    return {game.presentation.default_choice(view, box, numbers) for numbers in together.values()}
