"""Refusals: why a seat may not do something, asked of a game and said in its words.

To a game's own reasons (reasons.py) come those that hold in every game. This is the one door for Table, terminal,
server and browser.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..game import Game
from ..presentation.why_not import GAME_OVER, GENERAL, NO_SUCH_ACTION, NOT_NOW, NOT_YOUR_TURN, Reason
from ..presentation.words import Words, common_words
from ..records.header import Header
from .sentences import called, word


def refusal(game: Game, view: Header, box: object, seat: int, action: int, legal: Collection[int]) -> Reason | None:
    """Why a seat may not play an action; None where it may.

    `view` is the record as the seat to act may know it, `legal` what is legal for that seat. What is the same
    in every game comes first, then the game's own reason.
    """
    if not 0 <= action < len(game.actions):
        return NO_SUCH_ACTION
    if view.over:
        return GAME_OVER
    if seat != view.player:
        return NOT_YOUR_TURN
    if action in legal:
        return None
    found = game.presentation.why_not(view, box, action) if game.presentation.why_not is not None else None
    return NOT_NOW if found is None else found


def reasons_at(
    game: Game, view: Header, box: object, seat: int, paths: Sequence[Sequence[str]], legal: Collection[int]
) -> list[Reason]:
    """Why nothing happens where somebody clicks: the reasons of the actions that would begin with a path of picks
    (piece or zone ids), each once. Of several paths the first counts that some action could begin with. Empty where
    a legal one goes on from there, or none ever would. That the moment is another one is said only where
    there is no better reason."""
    if view.over or seat != view.player:
        return [GAME_OVER if view.over else NOT_YOUR_TURN]
    clicks = [(action, _clicks(game, view, box, action)) for action in range(len(game.actions))]
    for path in map(tuple, paths):
        leading = [action for action, picks in clicks if picks[: len(path)] == path]
        if leading:
            break
    else:
        leading = _joining(game, view, box, paths, clicks)
    if not leading or any(action in legal for action in leading):
        return []
    found = dict.fromkeys(refusal(game, view, box, seat, action, legal) for action in leading)
    better = [reason for reason in found if reason is not None and reason != NOT_NOW]
    return better or [NOT_NOW]


def _joining(
    game: Game, view: Header, box: object, paths: Sequence[Sequence[str]], clicks: Sequence[tuple[int, tuple[str, ...]]]
) -> list[int]:
    """The actions for which a click would be laid together with others: after the clicks before it on its path, or
    after any where it is the first."""
    laid = [(action, picks, _laid(game, view, box, action)) for action, picks in clicks]
    for *before, thing in paths:
        found = [action for action, picks, things in laid if thing in things and picks[: len(before)] == tuple(before)]
        if found:
            return found
    return []


def _laid(game: Game, view: Header, box: object, action: int) -> frozenset[str]:
    """The pieces that an action would lay together after its clicks."""
    if game.presentation.takes is None:
        return frozenset()
    try:
        return frozenset(piece for piece, _ in game.presentation.takes(view, box, action))
    except (LookupError, ValueError, StopIteration):
        return frozenset()


def _clicks(game: Game, view: Header, box: object, action: int) -> tuple[str, ...]:
    """The clicks of an action. Only legal ones surely have some: for others a game may not find them."""
    try:
        return game.presentation.picks(view, box, action)
    except (LookupError, ValueError, StopIteration):
        return ()


def say_reason(game: Game, reason: Reason, view: Header, box: object, words: Words, names: Sequence[str]) -> str:
    """The sentence of a reason for the reader of these names; `view` is the record as that reader may know it."""
    if reason not in GENERAL:
        return words.say(f"why.{reason.key}", **_filled(reason, words, names))
    values: dict[str, object] = {"seat": called(names, view.player), "last": len(game.actions) - 1}
    if view.over:
        values["ending"] = words.say(f"ending.{game.endings[view.ending]}")
    else:
        values["prompt"] = game.presentation.scene(view, game, box, view.player, words, names).prompt.sentence
    return common_words(words.language).say(f"why.{reason.key}", **values)


def _filled(reason: Reason, words: Words, names: Sequence[str]) -> dict[str, str | int]:
    return {
        name: word(words, *value, names) if isinstance(value, tuple) else value for name, value in reason.values.items()
    }
