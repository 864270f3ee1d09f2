"""Hints, and the analysis of a finished game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import BadSetup
from firstfire.explain import Moment, analyse, hints
from firstfire.explain.analysis import CLOSER, FEWEST, LOOKS, ROUND, ROUNDS, _compared, _outlook, explained, hints_for
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.players import Budget, player_named, search
from firstfire.players.chances import LEAST
from firstfire.players.guided import has_guide, judging_tree, new_tree
from firstfire.players.search import Search
from firstfire.players.search_tree import SearchTree
from firstfire.view import Action, View

TINY_BUDGET = Budget(simulations=150)


def down_to(table: Table, pile: int) -> Table:
    """Play Embers until so many are left."""
    while table.state.pile > pile:
        table.play(min(3, table.state.pile - pile) - 1)
    return table


def test_hints_name_the_best_first(tiny: Game) -> None:
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 4)
    found = hints(table, budget=TINY_BUDGET, interpreted=True)
    assert found[0].action == "take 3"
    assert 0.98 < found[0].win <= 0.99  # as sure as anybody is told
    assert found[0].visits == max(hint.visits for hint in found)
    assert found[0].scores[1 - (table.player or 0)] == 0.0  # the rival must burn
    assert len(found[0].wins) == 2


def test_hints_show_as_many_as_asked(tiny: Game) -> None:
    table = Table.new(tiny, 3, seed=2, interpreted=True)
    assert len(hints(table, budget=TINY_BUDGET, count=2, interpreted=True)) == 2


def test_a_hint_is_for_the_seat_to_act(tiny: Game) -> None:
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    with pytest.raises(BadSetup, match="not the turn of seat 1"):
        hints(table, 1)
    down_to(table, 0)
    with pytest.raises(BadSetup, match="over"):
        hints(table)


@pytest.mark.slow
def test_the_turning_point_is_the_move_that_threw_it_away(tiny: Game) -> None:
    """Four embers left: taking one instead of three hands the rival a sure win."""
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 4)
    ply, loser = table.state.ply, table.player
    table.play("take 1", "take 2", "take 1")
    analysis = analyse(table, simulations=150)
    worst = analysis.turning_points(1)[0]
    assert (worst.ply, worst.seat, worst.played, worst.best) == (ply, loser, "take 1", "take 3")
    assert worst.loss > 0.9
    assert len(analysis.curve) == len(table.actions()) + 1
    assert loser is not None
    assert analysis.result[loser] == 0.0
    before, after = analysis.curve[ply][loser], analysis.curve[ply + 1][loser]
    assert before > 0.6 > 0.4 > after  # well before the mistake, badly after it


def test_analysis_tells_how_far_it_is(tiny: Game) -> None:
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 12)
    heard: list[tuple[int, int]] = []
    analysis = analyse(table, simulations=5, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 6) for done in range(1, 7)]  # luck, then the best actions
    assert analysis.result == ()  # it goes on
    assert len(analysis.curve) == 4  # before each of the three, and now


@pytest.mark.slow
def test_chance_makes_no_turning_points(tiny: Game) -> None:
    """Whoever leaves 1, 5 or 9 embers wins; between two who know that, no move is a mistake."""
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 9)
    before = len(table.actions())
    while not table.over:
        table.play(max((table.state.pile - 1) % 4, 1) - 1)
    found = analyse(table, simulations=200).turning_points(99)
    assert [moment for moment in found if moment.ply >= before] == []


def test_a_loss_within_chance_is_no_mistake() -> None:
    one, other = Action("a", 0), Action("b", 1)
    assert Moment(0, 0, one, other, (0.5, 0.5), 0.2, 0.1, FEWEST).is_mistake
    assert not Moment(0, 0, one, other, (0.5, 0.5), 0.2, 0.3, FEWEST).is_mistake
    assert not Moment(0, 0, one, other, (0.5, 0.5), 0.02, 0.0, FEWEST).is_mistake
    assert not Moment(0, 0, one, one, (0.5, 0.5), 0.2, 0.1, FEWEST).is_mistake


def test_no_verdict_rests_on_too_few_looks(tiny: Game) -> None:
    """What seems mistaken is counted, and not told, until enough looks say so."""
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 4)
    table.play("take 1", "take 2", "take 1")
    few = analyse(table, simulations=FEWEST // CLOSER - 1)
    assert few.turning_points() == [] and few.withheld > 0
    enough = analyse(table, simulations=FEWEST)
    assert enough.turning_points() and all(moment.looks >= FEWEST for moment in enough.turning_points())
    assert (few.games, enough.games) == (FEWEST // CLOSER - 1, FEWEST)


def test_a_curve_ends_with_the_result_and_is_never_sure_before(tiny: Game) -> None:
    table = down_to(Table.new(tiny, 2, seed=2, interpreted=True), 4)
    table.play("take 1", "take 2", "take 1")
    analysis = analyse(table, simulations=40)
    assert analysis.curve[-1] == analysis.result and set(analysis.result) == {0.0, 1.0}
    assert all(LEAST <= chance <= 1 - LEAST for row in analysis.curve[:-1] for chance in row)
    assert analyse(table, simulations=40) == analysis  # the same seed, the same analysis


def test_wrong_questions_are_refused(tiny: Game) -> None:
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    wrong: Any  # what a caller without a type checker might pass
    for wrong in (0, "3"):
        with pytest.raises(BadSetup, match="at least 1 hint"):
            hints(table, count=wrong)
    for wrong in (100, "1s"):
        with pytest.raises(BadSetup, match="a budget is written"):
            hints(table, budget=wrong)
    for wrong in (0, 2.5):
        with pytest.raises(BadSetup, match="whole number of simulations"):
            analyse(table, simulations=wrong)


@pytest.mark.parametrize(("seats", "games"), [(1, 40), (2, 40), (3, 26), (4, 20)])
def test_fewer_games_are_finished_for_an_outlook_among_more_players(seats: int, games: int) -> None:
    """So that a hint comes as soon."""
    asked: list[int] = []

    def outlook(_known: object, _seat: int, _action: int, games: int, _seed: int) -> tuple[list[float], list[float]]:
        asked.append(games)
        return [7.0], [0.0]

    tree: Any = SimpleNamespace(outlook=outlook)
    view: Any = SimpleNamespace(state=SimpleNamespace(seats=seats), seat=0)
    assert _outlook(tree, view, 5, 1) == (7.0,)
    assert asked == [games]


def played_by(name: str, game: str, seed: int) -> Table:
    """A whole game between two of a name."""
    table = Table.new(game, 2, seed=seed)
    players = [player_named(name, game, number) for number in (1, 2)]
    while table.player is not None:
        table.play(int(players[table.player].choose(table.view(table.player))))
    return table


@pytest.mark.slow
def test_an_analysis_knows_who_plays_better() -> None:
    """At Totem, where a search without its net blames who follows the net for more than the hunter."""
    given = []
    for name in ("hunter", "guided:100"):
        found = analyse(played_by(name, "totem", 32), simulations=300)
        given.append(sum(moment.loss for moment in found.moments if moment.is_mistake))
    assert given[0] > 0.5 > 0.2 > given[1]


@pytest.mark.parametrize("name", ["totem", "honga", "neta_tanka", "doggerland", "prehistory"])
def test_advice_hears_the_net_and_hints_see_as_far_as_the_spirit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """(Plain rules are too slow to see further than usual.)"""

    class Asked(Exception):
        """Hints ask here."""

    def ask(search: Search, view: View) -> None:
        raise Asked(search.settings_at(view))

    game = find_game(name)
    for seats in game.seats:
        tree = judging_tree(engine_for(game, interpreted=True), game.standard_box, seats)
        assert (tree.net is not None) == has_guide(game, seats)
        view = (table := Table.new(name, seats, seed=3, interpreted=True)).view(table.player or 0)
        spirit = player_named("spirit", name, 1, interpreted=True)
        assert isinstance(spirit, Search)
        seen = spirit.settings_at(view)
        with monkeypatch.context() as patch:
            patch.setattr(Search, "consider", ask)
            for interpreted in (True, False):
                with pytest.raises(Asked) as asked:
                    hints_for(view, interpreted=interpreted)
                assert asked.value.args[0] == (tree.settings if interpreted else seen)


def test_an_analysis_looks_with_the_net_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the simulations are its looks; two actions are compared in rounds, the worst ones more closely."""
    grown: list[int] = []

    def grow(self: SearchTree, simulations: int) -> None:
        assert self.net is not None
        grown.append(simulations)
        usual(self, simulations)

    table = Table.new("totem", 2, seed=3, interpreted=False)
    for _ in range(3):
        table.play(table.numbers()[-1])
    usual = SearchTree.grow
    monkeypatch.setattr(SearchTree, "grow", grow)
    assert len(analyse(table, simulations=160).moments) == 3
    looks = round(LOOKS * 160)
    assert set(grown) <= {looks, ROUND, CLOSER * looks // ROUNDS} and {looks, ROUND} <= set(grown)
    grown.clear()
    assert table.player is not None
    view = table.view(table.player)
    assert explained(view, view.numbers[0], simulations=90).action == table.legal()[0]
    assert set(grown) == {9}


def test_an_action_loses_nothing_against_itself() -> None:
    game = find_game("totem")
    table = Table.new("totem", 2, seed=3, interpreted=True)
    tree = judging_tree(engine_for(game, interpreted=True), game.standard_box, 2)
    assert table.player is not None
    view, one = table.view(table.player), table.legal()[0]
    found = _compared(tree, view.state, Moment(0, table.player, one, one, (0.5, 0.5), 0.0), 16, 5)
    assert (found.loss, found.doubt, found.looks) == (0.0, 0.0, ROUNDS * ROUND)


def test_a_budget_that_is_given_is_spent(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the one that is taken where none is given, in a game whose net leads the search with fewer looks."""
    spent: list[Budget] = []

    def spend(tree: SearchTree, budget: Budget) -> int:
        spent.append(budget)
        tree.grow(30)
        return 30

    monkeypatch.setattr(SearchTree, "spend", spend)
    make = new_tree
    monkeypatch.setattr(search, "can_lead", lambda game, seats, box: True)
    monkeypatch.setattr(search, "new_tree", lambda *given, **more: make(*given, **{**more, "with_net": False}))
    monkeypatch.setattr(SearchTree, "fits", lambda tree, *wanted: True)
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    for budget in (Budget(simulations=3000), Budget(simulations=2999), None):
        table.hint(budget=budget)
    assert [budget.simulations for budget in spent] == [3000, 2999, 300]


def test_hints_are_as_many_as_asked_where_the_search_tried_fewer() -> None:
    """The heuristic of Honga leaves one action here that a short search tries."""
    table = Table.new("honga", 2, seed=4, interpreted=True)
    few = hints(table, budget=Budget(simulations=4), interpreted=True)
    tried = [hint for hint in hints(table, budget=Budget(simulations=4), count=50, interpreted=True) if hint.visits]
    assert len(few) == 3 and len(tried) < 5 < len(table.legal())
    found = hints(table, budget=Budget(simulations=4), count=5, interpreted=True)
    assert len({hint.action for hint in found}) == 5 and found[: len(tried)] == tried
    assert all(0.0 <= hint.win <= 1.0 and hint.action in table.legal() for hint in found)
    every = hints(table, budget=Budget(simulations=4), count=50, interpreted=True)
    assert sorted(hint.action for hint in every) == sorted(table.legal())
    assert hints_for(table.view(0), budget=Budget(simulations=4), count=None, interpreted=True) == tried
