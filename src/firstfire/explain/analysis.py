"""Hints and analysis: the search shown to a person.

    for hint in hints(table, seat=0): print(hint.action, f"{hint.win:.0%}")
    analysis = analyse(table)             # a finished game
    analysis.curve                        # each seat's chance to win, decision by decision
    analysis.turning_points()             # where a move lost most against the best

    analysis.fortune.split                # what luck and what moves gave each seat

A hint uses what its seat may know and nothing else. In the analysis of a finished game each decision is judged by what
its player could know, and the chances to win are those of one estimator that looks with the same eyes at every step
(luck.py). The game's net leads all these searches, where there is one for so many players. All chances are told as many
games bore them out (chances.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random as Stream
from statistics import fmean, stdev

from ..errors import BadSetup, IllegalAction
from ..kernel.engines.engine import Engine, interpreting
from ..kernel.presentation.complaints import complaint
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.rules.actions import seed_halves, whole_number
from ..kernel.thinking import Effort, Efforts
from ..players.base import Budget
from ..players.chances import LED, ROLLOUTS, SEARCH, calibration_of
from ..players.guided import farsighted, judging_tree
from ..players.ideas import by_merit
from ..players.search import WITH_NET, Search
from ..players.search_tree import Branch, SearchTree
from ..view import Action, View
from .lines import NOTHING_AHEAD, Ahead, DecisionLines
from .luck import ESTIMATE, Fortune, tell_luck
from .played import AnalysedGame

HINT_BUDGET = Budget(simulations=3000)
LOOKS = 0.1  # of a net, instead of each simulation, where one leads the search,
FEWEST_LOOKS = 8  # but so many at least
ALONE = 10  # of so many simulations one for each action that the search did not try
OUTLOOK_GAMES = 40  # finished for it between two; among more, who decide oftener, so many fewer
OUTLOOKS = 3  # hints whose final points are looked at
LINE = 0.4  # of the simulations again for each line that is followed,
COMPARED = 2  # and so many other actions are followed beside the best one
LEAST_LOSS = 0.03  # a smaller loss is nobody's mistake
SECOND_LOOK = 5  # until so many of the worst moves have been looked at again,
CLOSER = 4  # with so many times the simulations
FEWEST = 32  # looks at each of two actions before one is called better: simulations, or those of a net
ROUNDS = 8  # in which a net compares two actions, each from deals of its own,
ROUND = 4  # with so many looks at least


@dataclass(frozen=True)
class Hint:
    """One action a seat might take."""

    action: Action
    win: float  # the seat's chance to win after it, as many games ended (chances.py)
    wins: tuple[float, ...]  # every seat's
    scores: tuple[float, ...]  # expected final points of every seat; of the first few only
    visits: int  # how often the search tried it; 0: it was searched alone, because more hints were asked for
    ahead: Ahead = NOTHING_AHEAD  # what the search expects to follow; of the best action only


@dataclass(frozen=True)
class Moment:
    """One decision of a finished game."""

    ply: int  # decisions made before it
    seat: int
    played: Action
    best: Action
    wins: tuple[float, ...]  # every seat's chance to win before it, by the estimator
    loss: float  # what the played action gave away of the mover's chance
    doubt: float = 0.0  # how far the loss may be off by chance (two standard errors)
    looks: int = 0  # how many simulations each of the two actions got; 0: they were not compared

    @property
    def seems_mistaken(self) -> bool:
        """Whether another action looks clearly better: by more than chance, and enough to matter."""
        return self.played != self.best and self.loss > max(self.doubt, LEAST_LOSS)

    @property
    def is_mistake(self) -> bool:
        """Whether enough looks say that another action was clearly better."""
        return self.seems_mistaken and self.looks >= FEWEST


@dataclass(frozen=True)
class Analysis:
    """A finished game looked at decision by decision."""

    moments: tuple[Moment, ...]
    result: tuple[float, ...]  # each seat's share of the victory; empty while the game goes on
    fortune: Fortune  # the same game told as luck and moves; its chances are the estimator's own
    curve: tuple[tuple[float, ...], ...]  # each seat's chance before each decision and after the last (or the result)
    games: int  # played on for each point of the curve

    @property
    def withheld(self) -> int:
        """How many moves look mistaken, but by too few looks to say so."""
        return sum(moment.seems_mistaken and not moment.is_mistake for moment in self.moments)

    def turning_points(self, count: int = 5) -> list[Moment]:
        """The decisions that gave most away, worst first."""
        return _worst((moment for moment in self.moments if moment.is_mistake), count)


def hints(
    table: AnalysedGame,
    seat: int | None = None,
    *,
    budget: Budget | None = None,
    count: int | None = 3,
    seed: int = 0,
    interpreted: bool | None = None,
) -> list[Hint]:
    """The best actions of the seat to act, best first."""
    seat = table.player if seat is None else seat
    if seat is None or seat != table.player:
        raise BadSetup("the game is over" if table.over else f"it is not the turn of seat {seat}")
    return hints_for(table.view(seat), budget=budget, count=count, seed=seed, interpreted=interpreted)


def hints_for(
    view: View, *, budget: Budget | None = None, count: int | None = 3, seed: int = 0, interpreted: bool | None = None
) -> list[Hint]:
    """The best actions of a view whose seat is to act, best first: `count` of them where there are so many (None: those
    that the search tried). A net leads the search, where there is one. Without a budget the search takes 3000
    simulations, or 300 with a net."""
    if count is not None and (whole_number(count) or 0) < 1:
        raise BadSetup(f"at least 1 hint can be asked for, not {count!r}")
    seed_halves(seed)  # refuses what is none
    seed = int(seed)
    if budget is not None and not isinstance(budget, Budget):
        raise BadSetup(f"a budget is written Budget(simulations=2000) or Budget(seconds=0.5), not {budget!r}")
    efforts = _with_net(HINT_BUDGET.simulations) if budget is None else WITH_NET
    plain = interpreting(view.game) if interpreted is None else interpreted
    changes = () if plain else farsighted(view.game, view.state.seats)
    search = Search(
        budget or HINT_BUDGET, seed, efforts=efforts, looking=True, interpreted=interpreted, changes=changes
    )
    branches = by_merit(view, search.consider(view))
    tree = search.trees_for(view)[0]
    found = []
    for rank, branch in enumerate(branches[:count]):
        points = _outlook(tree, view, branch.action, seed) if rank < OUTLOOKS else ()
        wins = _chances(tree, branch.win, view.seat)
        found.append(Hint(_named(tree.engine, branch.action), wins[view.seat], wins, points, branch.visits))
    lines = DecisionLines(tree, view, max(1, round(LINE * search.simulations)), seed)
    ahead = lines.ahead(branches[0].action, [branch.action for branch in branches[1 : 1 + COMPARED]])
    found = [replace(found[0], ahead=ahead), *found[1:]]
    if count is None or count <= len(found):
        return found
    return found + _untried(tree, view, branches, count - len(found), max(FEWEST_LOOKS, search.simulations // ALONE))


def _untried(tree: SearchTree, view: View, tried: Iterable[Branch], count: int, effort: int) -> list[Hint]:
    """Hints for actions that the search left out: those that the game's heuristic likes best, each searched alone."""
    engine, known = tree.engine, {branch.action for branch in tried}
    left = [action for action in view.numbers if action not in known]
    left.sort(key=lambda action: -engine.prefer(view.state, view.box, action))
    found = []
    for action in left[:count]:
        tree.plant(view.state, view.seat, seed=action, only=action)
        tree.grow(effort)
        wins = _chances(tree, tree.branches()[0].win, view.seat)
        found.append(Hint(_named(engine, action), wins[view.seat], wins, (), 0))
    return sorted(found, key=lambda hint: -hint.win)


def _chances(tree: SearchTree, wins: Sequence[float], seat: int) -> tuple[float, ...]:
    """What a search from a seat's knowledge foresees, as chances to win."""
    eye = LED if tree.net is not None else SEARCH
    return calibration_of(tree.engine.game, eye, len(wins)).of(wins, seat)


def _with_net(simulations: int) -> Efforts:
    """How a search thinks of whose simulations a net's looks take the place."""
    return Efforts(Effort(net_share=1.0, net_simulations=_looks(simulations)))


def _looks(simulations: int) -> int:
    """How many looks of a net stand for so many simulations."""
    return max(FEWEST_LOOKS, round(LOOKS * simulations))


def _outlook(tree: SearchTree, view: View, action: int, seed: int) -> tuple[float, ...]:
    games = OUTLOOK_GAMES * 2 // max(2, view.state.seats)
    return tuple(tree.outlook(view.state, view.seat, action, games, seed)[0])


def explained(view: View, action: int, *, simulations: int = 600, seed: int = 0) -> Hint:
    """One action as a hint, whether it is the best or not: with what follows, compared with what a search likes."""
    if action not in view.numbers:
        raise IllegalAction(view.game.actions.text_of(action), f"seat {view.seat} cannot play it now")
    search = Search(Budget(simulations=simulations), seed, efforts=_with_net(simulations), looking=True)
    others = [branch.action for branch in by_merit(view, search.consider(view)) if branch.action != action][:COMPARED]
    tree = search.trees_for(view)[0]
    tree.plant(view.state, view.seat, seed, only=action)
    tree.grow(search.simulations)
    own = tree.branches()[0]
    ahead = DecisionLines(tree, view, search.simulations, seed).ahead(action, others)
    wins = _chances(tree, own.win, view.seat)
    return Hint(_named(tree.engine, action), wins[view.seat], wins, (), own.visits, ahead)


def analyse(
    table: AnalysedGame,
    *,
    simulations: int = 1000,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Look at every decision of a game that was played on a table (finished or not).

    Luck and the chances to win come from one estimator. Where there was a choice, a search from what its player knew
    looks for the best action; where that seems better than the played one, each of the two gets a search of its own, so
    that they compare fairly. The moves that seem worst are looked at again, more closely. Where a net leads the search,
    a tenth as many of its looks stand for these simulations.
    """
    wanted = whole_number(simulations)
    if wanted is None or wanted < 1:
        raise complaint(BadSetup, "simulations", number=repr(simulations))
    seed_halves(seed)  # refuses what is none
    simulations, seed = wanted, int(seed)
    engine, box = table.lean.engine, table.box
    tree = judging_tree(engine, box, table.players)
    effort = _looks(simulations) if tree.net is not None else simulations
    seeds = Stream(seed)
    turns = list(_turns(table))
    whole = 2 * len(turns)  # each is looked at twice: for luck, and for the best action
    games = min(simulations, ESTIMATE)
    fortune = tell_luck(
        table, games=games, seed=seeds.getrandbits(32),
        progress=progress and (lambda done, _: progress(done, whole)),
    )  # fmt: skip
    curve = _curve(table, fortune)
    moments = []
    for number, (before, seat, played) in enumerate(turns):
        chance = seeds.getrandbits(64)
        action = _named(engine, played)
        moment = Moment(int(before.ply), seat, action, action, curve[number], 0.0)
        if len(engine.legal(before, box)) > 1:
            moment = _judged(tree, _seen(engine, box, before, seat), moment, effort, chance)
        moments.append(moment)
        if progress is not None:
            progress(len(turns) + number + 1, whole)
    closer: set[int] = set()
    while again := [moment for moment in _worst(moments, SECOND_LOOK) if moment.ply not in closer]:
        for moment in again:
            closer.add(moment.ply)
            at = moments.index(moment)
            known = _seen(engine, box, turns[at][0], moment.seat)
            moments[at] = _compared(tree, known, moment, CLOSER * effort, seeds.getrandbits(64))
    return Analysis(tuple(moments), _result(table), fortune, curve, games)


def _curve(table: AnalysedGame, fortune: Fortune) -> tuple[tuple[float, ...], ...]:
    """The chances of a game as they are told; the last ones are its result, where it is over."""
    calibration = calibration_of(table.game, ROLLOUTS, table.players)
    told = [calibration.of(shares) for shares in fortune.curve]
    return (*told[:-1], _result(table) or told[-1])


def _turns(table: AnalysedGame) -> Iterator[tuple[Header, int, int]]:
    """Each decision of a table: the state before it, the seat, the action."""
    position = table.origin.beginning(table.game, table.box, table.lean.engine)
    for action in table.actions():
        yield copy_of(position.s), position.player, action.number
        position.step(action.number)


def _judged(tree: SearchTree, known: Header, moment: Moment, effort: int, seed: int) -> Moment:
    """A decision with the best action there was, and what the played one gave away."""
    seat = moment.seat
    tree.plant(known, seat, seed)
    tree.grow(effort)
    best = max(tree.branches(), key=lambda branch: (branch.visits, branch.reward[seat]))
    if best.action == moment.played.number:
        return moment
    moment = replace(moment, best=_named(tree.engine, best.action))
    return _compared(tree, known, moment, effort, seed)


def _named(engine: Engine, action: int) -> Action:
    return Action(engine.game.actions.text(action), action)


def _worst(moments: Iterable[Moment], count: int) -> list[Moment]:
    """What seems most mistaken, worst first."""
    mistakes = [moment for moment in moments if moment.seems_mistaken]
    return sorted(mistakes, key=lambda moment: (-moment.loss, moment.ply))[:count]


def _compared(tree: SearchTree, known: Header, moment: Moment, effort: int, seed: int) -> Moment:
    """A decision with what the played action gives away against the best one, each searched alone; and two standard
    errors of that. A rollout ends with a result, and its doubt is that of so many results; a net tells a chance, whose
    doubt shows in several rounds."""
    actions = (moment.best.number, moment.played.number)

    def chances(effort: int, seed: int) -> tuple[float, float]:
        found = []
        for action in actions:
            tree.plant(known, moment.seat, seed, only=action)
            tree.grow(effort)
            found.append(_chances(tree, tree.branches()[0].win, moment.seat)[moment.seat])
        return found[0], found[1]

    if tree.net is not None:
        each = max(ROUND, effort // ROUNDS)
        losses = [best - played for best, played in (chances(each, seed + i) for i in range(ROUNDS))]
        loss, doubt, looks = fmean(losses), 2 * stdev(losses) / sqrt(ROUNDS), ROUNDS * each
    else:
        best, played = chances(effort, seed)
        variance = (best * (1 - best) + played * (1 - played)) / effort
        power = calibration_of(tree.engine.game, SEARCH, known.seats).power  # which stretches the dice as well
        loss, doubt, looks = best - played, 2 * power * sqrt(variance), effort
    return replace(moment, loss=max(0.0, loss), doubt=doubt, looks=looks)


def _seen(engine: Engine, box: object, state: Header, seat: int) -> Header:
    known = copy_of(state)
    engine.see(known, box, seat)
    return known


def _result(table: AnalysedGame) -> tuple[float, ...]:
    return tuple(table.lean.shares()) if table.over else ()
