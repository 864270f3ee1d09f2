"""The search player: same seed same choice, bounded memory, good moves, nothing peeked at."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import BadSetup
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.games.doggerland.state import Ending
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.thinking import Effort, Efforts, SearchSettings
from firstfire.lab.match import view_of
from firstfire.players import Budget, Greedy, Player, Random, Search, player_named
from firstfire.players.search import options_are_secret
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import settings_for
from firstfire.players.tree.nodes import SearchPlan
from firstfire.players.tree.search import judge

TAKE_THREE = 2


def ember_table(game: Game, pile: int, seats: int = 2) -> Table:
    """A table of Embers with so many left in the pile, nothing taken yet."""
    table = Table.new(game, seats, seed=5, interpreted=True)
    table.state.pile = pile
    return table


ERRING = Efforts(Effort(error_rate=0.4, max_loss=0.5, whim_rate=0.2))


def thinker(simulations: int, seed: int = 1, **settings: Any) -> Search:
    return Search(Budget(simulations=simulations), seed, interpreted=True, **settings)


def test_finds_the_winning_take(tiny: Game) -> None:
    """Four embers: who takes three leaves the last one, which burns, to the rival."""
    assert thinker(200).choose(ember_table(tiny, 4).view(0)) == TAKE_THREE


def test_each_seat_maximises_its_own(tiny: Game) -> None:
    """Three players, two embers: taking one makes the next player burn; taking two burns oneself."""
    search = thinker(300)
    branches = {branch.action: branch for branch in search.consider(ember_table(tiny, 2, seats=3).view(0))}
    assert branches[1].win[0] == 0.0
    assert branches[0].win[1] == 0.0
    assert branches[0].visits > branches[1].visits


def test_same_seed_and_simulations_same_choices(tiny: Game) -> None:
    view = ember_table(tiny, 17).view(0)
    first, second, other = (thinker(60, seed).consider(view) for seed in (3, 3, 4))
    assert first == second
    assert first != other


@pytest.mark.slow
def test_compiled_and_interpreted_agree_at_totem() -> None:
    """Habit and suspicion too: the same tree, number for number, in the middle of a game."""
    game = find_game("totem")
    for plies in (0, 9, 20):
        position = Position(game, 2, 8, engine=engine_for(game, interpreted=True))
        position.play_randomly(3, limit=plies)
        view = view_of(position)
        compiled = Search(Budget(simulations=60), 3, interpreted=False)
        assert compiled.consider(view) == thinker(60, 3).consider(view)


def test_compiled_and_interpreted_agree(tiny: Game) -> None:
    view = ember_table(tiny, 17).view(0)
    compiled = Search(Budget(simulations=200), 3, interpreted=False)
    assert compiled.consider(view) == thinker(200, 3).consider(view)


def test_budget_in_simulations_is_kept(tiny: Game) -> None:
    search = thinker(77)
    branches = search.consider(ember_table(tiny, 17).view(0))
    assert search.simulations == 77
    assert sum(branch.visits for branch in branches) == 77


def test_budget_in_seconds_ends(tiny: Game) -> None:
    search = Search(Budget(seconds=0.02), 1, interpreted=True)
    assert search.choose(ember_table(tiny, 17).view(0)) in (0, 1, 2)
    assert search.simulations > 0


def test_threads_share_the_budget_and_agree_with_themselves(tiny: Game) -> None:
    view = ember_table(tiny, 17).view(0)
    first = thinker(91, threads=3)
    branches = first.consider(view)
    assert first.simulations == 91
    assert sum(branch.visits for branch in branches) == 91
    assert branches == thinker(91, threads=3).consider(view)


def test_memory_is_bounded(tiny: Game) -> None:
    """With room for 20 nodes the tree stops growing, the simulations do not."""
    table = ember_table(tiny, 17)
    tree = SearchTree(engine_for(tiny, interpreted=True), table.box, SearchSettings())
    tree._plan.limit = 20
    tree.plant(table.view(0).state, 0, 1)
    tree.grow(500)
    assert tree.nodes == 20
    assert tree.visits == 500


def test_the_tree_is_kept_between_the_decisions_of_a_turn() -> None:
    """Totem's opening: one player places several cards in a row, and nothing is told."""
    position = Position(find_game("totem"), 2, 3, engine=engine_for(find_game("totem"), interpreted=True))
    search = thinker(80)
    view = view_of(position)
    position.step(search.choose(view))
    after = view_of(position)
    assert (after.seat, after.state.irreversible) == (view.seat, 0)
    search.choose(after)
    assert search.simulations < 80


def test_another_past_gets_another_tree() -> None:
    """The tree is not kept when something else was played than what was chosen."""
    position = Position(find_game("totem"), 2, 3, engine=engine_for(find_game("totem"), interpreted=True))
    search = thinker(80)
    chosen = search.choose(view_of(position))
    position.step(next(action for action in position.legal() if action != chosen))
    search.choose(view_of(position))
    assert search.simulations == 80


@pytest.mark.slow
@pytest.mark.parametrize("name", ["embers", "totem"])
@pytest.mark.parametrize("player", ["random", "greedy", "search:25", "child"])
def test_hidden_facts_do_not_change_a_choice(name: str, player: str) -> None:
    """Along a game, every choice is made again in a world that differs only in what the seat
    cannot see (another deal, another future of the dice): it must be the same choice."""
    game = find_game(name)
    engine = engine_for(game, interpreted=True)
    position = Position(game, 2, 11, engine=engine)
    stream = random.Random(7)
    other_worlds = 0
    for ply in range(16):
        if position.over:
            break
        seat = position.player
        other = copy_of(position.seen_by(seat))
        engine.determinize(other, position.box, seat, ply, 99)
        other_worlds += bytes(other) != bytes(position.s)
        twin = Position(game, box=position.box, engine=engine, s=other)
        choices = {player_named(player, name, 5, interpreted=True).choose(view_of(world)) for world in (position, twin)}
        assert len(choices) == 1
        position.step(stream.choice(position.legal()))
    assert other_worlds > 3


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        pytest.param(name, seats, marks=() if seats == 2 else pytest.mark.slow)
        for name in GAMES
        for seats in find_game(name).seats
    ],
)
def test_hidden_facts_do_not_change_a_choice_in_any_game(name: str, seats: int) -> None:
    """The same for every game and number of players, by two searches that keep their trees from
    decision to decision and err now and then: in the opening, and again in the middle of the game."""
    game = find_game(name)
    engine = engine_for(game, interpreted=True)
    position = Position(game, seats, 12, engine=engine)
    twins = [thinker(6, 5, efforts=ERRING, changes=("depth=3", "candidates=2")) for _ in range(2)]
    greedy = Greedy(3, interpreted=True)
    other_worlds = 0
    for ply in range(24):
        if ply == 14:
            position.play_randomly(5, limit=70 if name != "totem" else 6)
        if position.over:
            break
        view = view_of(position)
        other = copy_of(view.state)
        engine.determinize(other, position.box, view.seat, ply, 98)
        other_worlds += bytes(other) != bytes(position.s)
        world = Position(game, box=position.box, engine=engine, s=other)
        seen = view_of(world)
        assert (bytes(seen.state), seen.numbers) == (bytes(view.state), view.numbers)
        first, second = (twin.choose(here) for twin, here in zip(twins, (view, seen), strict=True))
        assert first == second
        position.step(first if ply % 3 else greedy.choose(view))
    assert other_worlds > 10


@pytest.mark.parametrize("maker", [Random, Greedy, thinker])
def test_players_choose_what_is_legal(tiny: Game, maker: Any) -> None:
    player: Player = thinker(10) if maker is thinker else maker(1)
    table = ember_table(tiny, 2)
    for _ in range(5):
        assert player.choose(table.view(0), Budget(simulations=5)) in (0, 1)


@pytest.mark.parametrize("maker", [Random, Greedy, thinker])
def test_whoever_is_not_to_act_is_told_so(tiny: Game, maker: Any) -> None:
    player: Player = thinker(10) if maker is thinker else maker(1)
    with pytest.raises(BadSetup, match="not the turn of seat 1"):
        player.choose(ember_table(tiny, 5).view(1))


@pytest.mark.parametrize("fault", [{"error_rate": -0.1}, {"error_rate": 5.0}, {"max_loss": 1.1}, {"whim_rate": 2.0}])
def test_errors_are_shares(fault: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="from 0 to 1"):
        Effort(**fault)


@pytest.mark.parametrize(
    ("simulations", "seconds"), [(0, 0), (5, 1.0), (-1, 0), (5, -1.0), (True, 0), (0, True), (2.5, 0), (0, "1")]
)
def test_a_budget_is_simulations_or_seconds(simulations: Any, seconds: Any) -> None:
    with pytest.raises(BadSetup, match="budget"):
        Budget(simulations, seconds)


@pytest.mark.parametrize("threads", [0, -1, 1000])
def test_a_search_has_some_threads(threads: int) -> None:
    with pytest.raises(BadSetup, match="threads"):
        Search(threads=threads)


@pytest.mark.parametrize("numbers", [{"simulations": 2.5}, {"simulations": "5"}, {"seconds": "1"}])
def test_a_budget_is_numbers(numbers: Any) -> None:
    with pytest.raises(BadSetup, match="budget"):
        Budget(**numbers)


@pytest.mark.parametrize("text", ["0", "-3", "ten", "s", "0s", "", "nans", "infs", "1e300s", "1000000001"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="budget"):
        Budget.parse(text)


def test_seconds_of_the_processor_are_not_those_of_the_clock(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs away on a busy machine; the budget of the processor is spent all the same."""
    spent = iter(range(1000))
    clocks = SimpleNamespace(thread_time=lambda: next(spent), perf_counter=lambda: 1 / 0)
    monkeypatch.setattr("firstfire.players.search_tree.time", clocks)
    view = ember_table(tiny, 4).view(0)
    Search(Budget(seconds=3.0, of_processor=True), 1, interpreted=True).choose(view)
    assert next(spent) == 4  # asked at the beginning, and after each of three parts
    with pytest.raises(BadSetup, match="not in simulations"):
        Budget(simulations=5, of_processor=True)


def test_budgets_are_written_as_they_are_read() -> None:
    assert str(Budget.parse("2000")) == "2000"
    assert str(Budget.parse("0.5s")) == "0.5s"
    assert str(Budget.parse("0.5cpu")) == "0.5cpu"


def test_alone_and_together_are_different_tastes() -> None:
    """A player that goes from a game of two to a game alone searches there with the settings of a lone player."""
    doggerland = find_game("doggerland")
    search = Search(Budget(simulations=2), 3, interpreted=True)
    for players in (2, 1, 3, 2):
        table = Table.new(doggerland, players, seed=4, interpreted=True)
        assert search.consider(table.view(table.player or 0))
        assert search.trees[0].settings == settings_for("doggerland", players)
    assert len({settings_for("doggerland", players) for players in (1, 2, 3)}) == 3
    assert settings_for("doggerland", 3) == settings_for("doggerland", 4)
    assert settings_for("honga", 3) == settings_for("honga", 2)
    assert settings_for("totem", 1).min_value_range < settings_for("totem", 2).min_value_range


def test_a_lone_player_gets_something_for_points() -> None:
    """A lost lone game is better with points than without; a won one is better than any lost one."""
    engine = engine_for(find_game("doggerland"), interpreted=True)
    table = Table.new(find_game("doggerland"), 1, seed=4, interpreted=True)
    rewards = []
    for ending, done in ((Ending.OBJECTIVES, 0b1), (Ending.SCARCITY, 0b111), (Ending.WON, 0b1111)):
        s = copy_of(table.state)
        s.over, s.ending, s.solo.done = 1, ending, done
        found = SearchPlan()
        found.margin = 0.5
        engine.entry(judge)(s, table.box, found)
        rewards.append((found.reward[0], found.win[0]))
    assert [win for _, win in rewards] == [0.0, 0.0, 1.0]
    assert rewards[0] < rewards[1] < (0.5, 1.0) <= rewards[2]


def forced_by_a_hidden_hand() -> Table:
    """Totem after a won attack, where only the player can know that passing is the only way."""
    for seed in range(200):
        table, chance = Table.new("totem", 2, seed, interpreted=True), random.Random(seed)
        while not table.over:
            numbers = table.numbers()
            if len(numbers) == 1 and table.phase == "after_win":
                return table
            table.play(chance.choice(numbers))
    raise AssertionError("no such position in 200 games")


def test_an_even_player_thinks_as_long_about_the_only_way_out_as_about_a_choice() -> None:
    """Else a quick answer would tell the rival that the hand cannot attack (dossier 4.1)."""
    table = forced_by_a_hidden_hand()
    view = table.view(table.state.player)
    quick, even = thinker(12), thinker(12)
    even.even = True
    assert quick.choose(view) == even.choose(view) == view.numbers[0]
    assert (quick.simulations, even.simulations) == (0, 12)


def test_an_even_player_takes_the_only_way_at_once_where_everybody_sees_it(tiny: Game) -> None:
    even = thinker(12)
    even.even = True
    assert even.choose(ember_table(tiny, 1).view(0)) == 0
    assert even.simulations == 0


def test_an_erring_player_thinks_as_long_as_any_other(tiny: Game) -> None:
    view = ember_table(tiny, 17).view(0)
    erring = thinker(12, efforts=Efforts(Effort(error_rate=1.0, max_loss=1.0)))
    assert erring.choose(view) != thinker(12).choose(view)
    assert erring.simulations == 12


def test_options_are_secret_where_they_hang_on_a_hidden_hand(tiny: Game) -> None:
    table = forced_by_a_hidden_hand()
    assert options_are_secret(table.view(table.state.player), table.lean.engine)
    embers = ember_table(tiny, 2)
    assert not options_are_secret(embers.view(0), embers.lean.engine)
