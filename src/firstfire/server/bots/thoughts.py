"""What is thought about a table: what a bot plays, what a hint advises, what is said of a finished game.

A bot gets the redacted record of its seat, the legal actions and luck, nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import perf_counter
from typing import Any

from ...errors import FirstfireError
from ...explain import Hint, Moment, analyse, explained, hints_for, tell_reasons
from ...explain.luck import DEAL, LuckStep
from ...explain.reasons import new_reasons
from ...kernel.engines.engine import engine_for, interpreting
from ...kernel.presentation.languages import LANGUAGES
from ...kernel.presentation.words import within_quotes
from ...kernel.rules.notes import NOBODY
from ...kernel.viewer.sentences import choice_sentences
from ...players import Budget, Greedy, Search, player_named
from ...saves import parse_save
from ...table import Table
from ...view import Action, View
from .level_rows import SIMPLE
from .requests import Advice, AdvisedAction, BotRequest, Reader, view_of

SLOWER = 10  # times less is thought about a finished game in plain Python
FIRST_LOOK = 4  # simulations that tell the pace of plain Python
TREES = 6  # search players that keep their trees; the longest unused forgets
HINTS = Budget(seconds=0.08)  # a hint comes within 0.3 seconds, with the outlook and the lines of its actions
_PLAYERS: OrderedDict[tuple[str, str, bool], Search] = OrderedDict()
_PACE: dict[
    tuple[str, str, int, bool, bool], float
] = {}  # simulations a second, by game, level, players, engine and net, as seen in this process


def choose(asked: BotRequest, interpreted: bool, limit: float) -> tuple[int, float]:
    """What the bot of a seat plays, within about `limit` seconds, and which share of its usual thinking that was."""
    if asked.level in SIMPLE:  # the same luck, the same choice: who takes a move back gains no other answer
        simple = player_named(asked.level, asked.game, asked.luck, interpreted=interpreted or None)
        return simple.choose(view_of(asked)), 1.0
    return _search(_player(asked.game, asked.level, interpreted), view_of(asked), limit, interpreted)


def _player(game: str, level: str, interpreted: bool) -> Search:
    """The player of a level, which searches; only those asked lately keep their trees."""
    key = (game, level, interpreted)
    if key not in _PLAYERS:
        player = player_named(level, game, interpreted=interpreted or None)
        if not isinstance(player, Search):
            raise FirstfireError(f"{level} is no level of {game}")
        player.even = True  # people see how long it takes
        _PLAYERS[key] = player
    _PLAYERS.move_to_end(key)
    searching = [player for player in _PLAYERS.values() if player.trees]
    for player in searching[:-TREES]:
        player.forget()
    return _PLAYERS[key]


def _search(player: Search, view: View, limit: float, interpreted: bool) -> tuple[int, float]:
    """Let a search player choose; where its own budget would take too long, as much as there is time for."""
    led = player.uses_net(view)
    key = (view.game.key, player.name, view.state.seats, interpreted, led)  # settings differ, and so does the pace
    if interpreted and key not in _PACE and len(view.numbers) > 1:
        _PACE[key] = _pace_of(player, view)
    pace = _PACE.get(key)
    usual = wanted = player.usual(view).simulations
    if pace is not None and wanted / pace > limit:
        wanted = max(1, int(pace * limit))
    player.simulations, start = 0, perf_counter()
    action = player.choose(view, Budget(simulations=wanted))
    spent = perf_counter() - start
    if player.simulations and spent > 0:
        fresh = player.simulations / spent
        _PACE[key] = fresh if pace is None else (3 * pace + fresh) / 4
    return action, 1.0 if interpreted else min(1.0, wanted / usual)


def _pace_of(player: Search, view: View) -> float:
    """How many simulations a second there are, by a first look at a position."""
    start = perf_counter()
    player.consider(view, Budget(simulations=FIRST_LOOK))
    return FIRST_LOOK / max(perf_counter() - start, 1e-6)


def advise(asked: BotRequest, interpreted: bool, reader: Reader) -> Advice:
    """The actions of a seat, best first, and why the first."""
    view = view_of(asked, reader)
    if interpreted:
        action = Greedy(interpreted=True).choose(view)
        liked = Hint(Action(view.game.actions.text(action), action), 0.0, (), (), 0)
        return (AdvisedAction(action, None, None, None, _reasons(view, liked, reader.language, interpreted=True)),)
    found = hints_for(view, budget=HINTS, count=None)
    why = _reasons(view, found[0], reader.language, interpreted=False)
    return tuple(
        AdvisedAction(
            hint.action.number, hint.win, hint.visits, hint.scores[view.seat] if hint.scores else None,
            () if rank else why,
        )
        for rank, hint in enumerate(found)
    )  # fmt: skip


def _reasons(view: View, hint: Hint, language: str, *, interpreted: bool) -> tuple[tuple[str, str], ...]:
    told = tell_reasons(view, hint, language, engine_for(view.game, interpreted=interpreted))
    return tuple((reason.kind, reason.sentence) for reason in told)


def review(
    save: str, simulations: int, *, interpreted: bool = False, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """What a search player says about a finished game, sentences in every language. Where nothing is compiled, it
    thinks less."""
    read = parse_save(save)
    interpreted = interpreted or interpreting(read.rules())
    table = Table.from_save(read, interpreted=interpreted)
    effort = max(1, simulations // SLOWER) if interpreted else simulations
    found = analyse(table, simulations=effort, progress=progress)
    split = [
        {
            "par": round(one.par, 4), "luck": round(one.luck, 4), "skill": round(one.skill, 4),
            "result": round(one.result, 4), "doubt": round(one.doubt, 4),
        }
        for one in found.fortune.split
    ]  # fmt: skip
    strokes = [_stroke(step) for step in found.fortune.strokes()] if table.players > 1 else []
    points = [_turning_point(table, moment, interpreted=interpreted) for moment in found.turning_points()]
    curve = [[round(share, 4) for share in row] for row in found.curve]
    told = {"curve": curve, "turning_points": points, "split": split, "strokes": strokes}
    return {**told, "games": found.games, "withheld": found.withheld}


def _stroke(step: LuckStep) -> dict[str, Any]:
    seat = max(range(len(step.luck)), key=lambda one: step.luck[one])
    return {"step": step.ply + (step.seat != DEAL), "seat": seat, "by": round(step.luck[seat], 4)}


def _turning_point(table: Table, moment: Moment, *, interpreted: bool) -> dict[str, Any]:
    """A turning point; `told`: its sentences by language, as its player saw the table."""
    game, box, engine = table.game, table.box, table.lean.engine
    position = table.origin.beginning(game, box, engine)
    for action in table.played()[: moment.ply]:
        position.step(action)
    state = position.seen_by(moment.seat)
    view = View(game, box, moment.seat, state, engine.legal(position.s, box), [], table.origin.names)
    view.reader = NOBODY
    hint = Hint(moment.best, 0.0, (), (), 0) if interpreted else explained(view, moment.best.number)
    told = {}
    for language in LANGUAGES:
        words, names = game.words(language, box), view.names(language)
        numbers = (moment.played.number, moment.best.number)
        played, best = choice_sentences(game, state, box, words, names, numbers)
        told[language] = {
            "played_sentence": within_quotes(played, language), "best_sentence": within_quotes(best, language),
            "why": new_reasons(view, hint, language, engine),
        }  # fmt: skip
    return {
        "step": moment.ply, "seat": moment.seat, "played": moment.played.number, "best": moment.best.number,
        "loss": round(moment.loss, 4), "looks": moment.looks, "told": told,
    }  # fmt: skip
