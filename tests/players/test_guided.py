"""The search that a net leads: the net looks at every node, nothing hidden is read, no net changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.contract import idle
from firstfire.kernel.thinking import Effort, Efforts
from firstfire.lab.match import view_of
from firstfire.players import Budget, Search, levels_of, player_named
from firstfire.players.guided import has_guide, quest_of
from firstfire.players.levels import NAMES, Level, _level_player, pace_is_secret
from firstfire.players.net import NetPlayer
from firstfire.players.policy.net import net_for
from firstfire.players.search import WITH_NET, WITHOUT_NET
from firstfire.players.search_tree import SearchTree
from firstfire.players.settings import bots_of
from firstfire.players.tree.net_search import has_news, settle_places
from firstfire.players.tree.nodes import SearchPlan
from firstfire.view import View

GUIDED = ["totem", "honga", "neta_tanka", "doggerland", "prehistory"]
LED = [*((name, 2) for name in GUIDED), *((name, 3) for name in GUIDED if name != "totem")]
EARLY = {"prehistory": 150}  # random decisions first: what is hidden there hardly matters at the beginning


def guided(simulations: int, seed: int = 1, **more: Any) -> Search:
    return Search(Budget(simulations=simulations), seed, **{"efforts": WITH_NET, "interpreted": True, **more})


QUEST = Efforts(Effort(net_share=1.0, quest=True))


@pytest.mark.parametrize("name", GUIDED)
def test_what_the_net_likes_is_tried_first(name: str) -> None:
    """The first simulation tries what the net likes best, whatever `prefer` says."""
    position = Position(find_game(name), 2, 12, engine=engine_for(find_game(name), interpreted=True))
    stream, agreed, plain = random.Random(3), 0, 0
    for _ in range(8):
        view = view_of(position)
        best = NetPlayer(1, interpreted=True).choose(view)
        agreed += guided(1).choose(view) == best
        plain += Search(Budget(simulations=1), 1, changes=("depth=2",), interpreted=True).choose(view) == best
        position.step(stream.choice(position.legal()))
    assert agreed == 8 > plain - (name == "doggerland")  # whose net hears `prefer`, too


@pytest.mark.parametrize(
    ("name", "seats", "quest"),
    [*((name, seats, False) for name, seats in LED), ("neta_tanka", 2, True), ("neta_tanka", 3, True)],
)
def test_hidden_facts_do_not_change_what_a_guided_search_finds(name: str, seats: int, quest: bool) -> None:
    """Along a game, every decision is thought about again in a world that differs only in what the seat cannot see:
    all that is found is the same, not only what is chosen (by the machine code that people play against)."""
    game = find_game(name)
    engine = engine_for(game, interpreted=False)
    position = Position(game, seats, 12, engine=engine)
    stream, other_worlds = random.Random(7), 0
    twins = [guided(60, 5, efforts=QUEST if quest else WITH_NET, interpreted=False) for _ in range(2)]
    for _ in range(EARLY.get(name, 0)):
        position.step(stream.choice(position.legal()))
    for ply in range(16):
        view = view_of(position)
        other = copy_of(view.state)
        engine.determinize(other, position.box, view.seat, ply, 98)
        other_worlds += bytes(other) != bytes(position.s)
        seen = view_of(Position(game, box=position.box, engine=engine, s=other))
        assert twins[0].consider(view) == twins[1].consider(seen)
        position.step(stream.choice(position.legal()))
    assert other_worlds > 6


def test_where_no_net_leads_it_is_the_usual_search() -> None:
    table = Table.new("embers", 2, seed=5, interpreted=True)
    assert not has_guide(table.game, 2)
    assert guided(60).consider(table.view(0)) == Search(Budget(simulations=60), 1, interpreted=True).consider(
        table.view(0)
    )


def test_a_game_says_how_its_net_is_heard() -> None:
    game = find_game("neta_tanka")
    with_net = game.bots.search_with_net
    for seats, settings in ((2, with_net), (3, with_net), (4, game.bots.search_crowd)):
        table = Table.new("neta_tanka", seats, seed=5, interpreted=True)
        assert table.player is not None
        tree = guided(1).trees_for(table.view(table.player))[0]
        assert tree.settings == settings
        assert (tree.net is not None) == (seats < 4)


@pytest.mark.parametrize("name", GUIDED)
def test_the_root_is_shared_out_as_the_net_likes_it(name: str) -> None:
    """At the game's own temperature, over all that is not idle."""
    view = moment_of(name)
    tree = grown(view, 1)
    engine, temperature = engine_for(view.game, interpreted=True), bots_of(name).settings_with_net(2).policy_temperature
    counted = [action for action in view.numbers if not engine.entry(idle)(view.state, view.box, action)]
    logits = net_for(view.game, interpreted=True).consider(view, counted, interpreted=True) / temperature
    shares = np.exp(logits - logits.max())
    given = {action: tree._nodes[node].weight for action, (node, _) in tree.tried(tree.root).items()}
    assert given == pytest.approx(dict(zip(counted, shares / shares.sum(), strict=True)), abs=1e-6)


def moment_of(name: str, seats: int = 2) -> View:
    """What the mover sees where it has some choice."""
    game = find_game(name)
    position = Position(game, seats, 12, engine=engine_for(game, interpreted=True))
    stream = random.Random(3)
    for _ in range(10):
        position.step(stream.choice(position.legal()))
    while len(position.legal()) < 4:
        position.step(stream.choice(position.legal()))
    return view_of(position)


def grown(view: View, simulations: int, *, only: int = -1, limit: int = 0, changes: Sequence[str] = ()) -> SearchTree:
    """A tree with the game's net in it."""
    tree = guided(1, changes=changes).trees_for(view)[0]
    tree.plant(view.state, view.seat, 9, only)
    tree._plan.limit = limit or tree._plan.limit
    tree.grow(simulations)
    assert tree.net is not None
    return tree


def looked_at(tree: SearchTree) -> list[int]:
    """The observation that the net of a tree looked at last."""
    return list(tree._beside[1])


def observed(tree: SearchTree) -> list[int]:
    """What the mover would know of the table at which the last simulation ended."""
    engine, state = tree.engine, tree._state
    row = engine.observation()
    engine.observe_as(state, engine.game.state(), tree.box, state.player, row)
    return list(row)


def nodes_of(tree: SearchTree) -> Iterator[tuple[int, int]]:
    """All nodes below the root, with their actions."""
    waiting = [tree.root]
    while waiting:
        for action, (node, _) in tree.tried(waiting.pop()).items():
            yield node, action
            waiting.append(node)


@pytest.mark.parametrize(("name", "seats"), LED)
def test_machine_code_and_plain_rules_grow_the_same_tree(name: str, seats: int) -> None:
    view = moment_of(name, seats)
    plain, compiled = (guided(10, 5, interpreted=way).consider(view) for way in (True, False))
    assert [(branch.action, branch.visits) for branch in plain] == [(each.action, each.visits) for each in compiled]
    for one, other in zip(plain, compiled, strict=True):
        assert one.win == pytest.approx(other.win, abs=1e-9)
        assert sum(one.win) == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "seats"), [("totem", 2), ("honga", 3), ("neta_tanka", 3), ("prehistory", 3)])
def test_what_a_net_expects_for_each_seat_is_what_a_node_is_worth(name: str, seats: int) -> None:
    """One simulation that opens one node: the net looks at what the mover there would know, and what it expects for the
    mover, and for the others in turn order, is what the seats get."""
    view = moment_of(name, seats)
    movers = set()
    for action in view.numbers[:6]:
        tree = grown(view, 1, only=action, changes=("value_mix=1",))
        (branch,) = tree.branches()
        assert branch.action == action
        assert looked_at(tree) == observed(tree)
        net = net_for(view.game, interpreted=True)
        net.read(np.array(looked_at(tree), np.int16))
        values, mover = net.values(), tree._state.player
        hopes = {(mover + place) % seats: 0.5 + 0.5 * values[place] for place in range(seats)}
        if seats == 2:
            hopes = {seat: 0.5 + 0.5 * (hopes[seat] - hopes[1 - seat]) for seat in hopes}
        assert branch.reward == pytest.approx(tuple(hopes[seat] for seat in range(seats)))
        assert (sorted(range(seats), key=branch.win.__getitem__)) == sorted(range(seats), key=branch.reward.__getitem__)
        movers.add(mover)
    assert movers


def test_with_a_rollout_for_the_whole_of_it_the_net_only_says_what_to_try() -> None:
    rolled = grown(moment_of("totem"), 1, changes=("value_mix=0", "margin=0", "depth=1000")).branches()
    assert sorted(rolled[0].win) in ([0.0, 1.0], [0.5, 0.5])
    assert rolled[0].reward == rolled[0].win


def test_places_of_a_finished_game_count_as_the_net_counts_them() -> None:
    """With three players the second has half of what the first has; a shared place is the middle of it."""
    game = find_game("neta_tanka")
    engine = engine_for(game, interpreted=True)
    position = Position(game, 3, 12, engine=engine)
    greedy = player_named("greedy", "neta_tanka", 1, interpreted=True)
    while not position.over:
        position.step(greedy.choose(view_of(position)))
    places, plan = engine.row(), SearchPlan()
    engine.rank(position.s, position.box, places)
    plan.value_mix = 1.0
    for seat, share in enumerate(position.shares()):
        plan.reward[seat] = plan.win[seat] = share
    engine.entry(settle_places)(position.s, position.box, plan)
    assert sorted(places[:3]) == [1, 2, 3]
    assert [plan.reward[seat] for seat in range(3)] == [(3 - places[seat]) / 2 for seat in range(3)]


@pytest.mark.parametrize(("name", "seats"), LED)
def test_every_node_has_a_share_of_the_attention_and_idle_actions_get_no_node(name: str, seats: int) -> None:
    """Along a game: nothing that was left in a row by another node is taken for a share."""
    game = find_game(name)
    position = Position(game, seats, 12, engine=engine_for(game, interpreted=False))
    player = guided(60, interpreted=False)
    stream, met = random.Random(4), 0
    never = engine_for(game, interpreted=False).entry(idle)
    for _ in range(60 if name == "prehistory" else 12):
        view = view_of(position)
        if len(view.numbers) > 1:
            resting = {action for action in view.numbers if never(view.state, view.box, action)}
            met += bool(resting) and len(resting) < len(view.numbers)
            player.forget()
            player.consider(view)
            tree = player.trees[0]
            assert all(0.0 < tree._nodes[node].weight <= 1.0 for node, _ in nodes_of(tree))
            assert len(resting) == len(view.numbers) or not resting & tree.tried(tree.root).keys()
        position.step(stream.choice(position.legal()))
    assert met or name != "prehistory"


def test_a_net_looks_again_where_an_action_is_new_and_only_there() -> None:
    view = moment_of("honga")
    tree = grown(view, 1)
    news = tree.engine.entry(has_news)
    moves = tree._moves
    for place, action in enumerate(view.numbers):
        moves[place] = action
    known = [view.state, view.box, tree.root, moves, len(view.numbers), tree._plan, tree._nodes]
    assert not news(*known)
    tree._nodes[tree._nodes[tree.root].child].next = 0  # the other children are forgotten
    assert news(*known)
    tree._plan.limit = tree.nodes  # and there is room for no more
    assert not news(*known)


@pytest.mark.slow
def test_rivals_draw_from_the_policy_where_a_game_says_so() -> None:
    view = moment_of("honga")
    drawing, thinking = (grown(view, 40, changes=(f"rivals={share}",)).branches() for share in (100, 0))
    assert drawing != thinking
    assert sum(branch.visits for branch in drawing) == sum(branch.visits for branch in thinking) == 40


def test_one_action_can_be_looked_at_alone() -> None:
    view = moment_of("honga")
    for action in view.numbers[:3]:
        assert [branch.action for branch in grown(view, 6, only=action).branches()] == [action]


def test_a_full_tree_with_a_net_goes_on_with_what_it_has() -> None:
    view = moment_of("honga")
    limit = len(view.numbers) + 6
    for simulations in (10, 11, 30):
        tree = grown(view, simulations, limit=limit)
        assert tree.nodes <= limit
        assert sum(branch.visits for branch in tree.branches()) == simulations
        assert looked_at(tree) == observed(tree), "what is expected is expected of the table where it ended"


def test_two_threads_have_a_net_each() -> None:
    view = moment_of("honga")
    found = [guided(24, threads=2).consider(view) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(branch.visits for branch in found[0]) == 24


def test_a_level_has_its_own_number_of_simulations_where_it_hears_its_net() -> None:
    position = Position(find_game("totem"), 2, 12, engine=engine_for(find_game("totem"), interpreted=True))
    player = guided(9, efforts=Efforts(Effort(net_share=0.5, net_simulations=4)), changes=("depth=2",))
    stream, run = random.Random(3), set()
    for _ in range(16):
        player.forget()
        player.consider(view_of(position))
        run.add(player.simulations)
        position.step(stream.choice(position.legal()))
    assert run == {4, 9}


@pytest.mark.slow
def test_a_level_may_hear_its_net_in_a_share_of_its_decisions_alone() -> None:
    """In each decision it is the guided search or the usual one, by the moment alone, and a tree is never taken over
    from one to the other."""
    position = Position(find_game("totem"), 2, 12, engine=engine_for(find_game("totem"), interpreted=True))
    few: dict[str, Any] = {"changes": ("depth=2", "c_puct=1"), "interpreted": True}
    stream, led, alone = random.Random(3), 0, 0
    player = guided(6, efforts=Efforts(Effort(net_share=0.5)), **few)
    for _ in range(24):
        view = view_of(position)
        ways = [guided(6, efforts=efforts, **few).consider(view) for efforts in (WITH_NET, WITHOUT_NET)]
        found = player.consider(view)
        assert found in ways
        if ways[0] != ways[1]:
            led, alone = led + (found == ways[0]), alone + (found == ways[1])
        position.step(stream.choice(position.legal()))
    assert led > 3 < alone


def test_a_net_leads_only_for_the_players_it_is_good_for() -> None:
    guided = {(name, seats) for name in GUIDED for seats in find_game(name).seats if has_guide(find_game(name), seats)}
    assert guided == set(LED)


def test_who_is_on_a_quest_thinks_without_the_net_until_the_aim_is_gone() -> None:
    """Nētā-Tanka's elder plays for its objective by itself where it is in reach; the spirit always hears its net."""
    game = find_game("neta_tanka")
    position = Position(game, 2, 12, engine=engine_for(game, interpreted=True))
    view = view_of(position)
    clan = view.state.clans[view.seat]
    few: dict[str, Any] = {"changes": ("depth=2", "c_puct=1"), "interpreted": True}
    led, alone = (guided(6, efforts=efforts, **few) for efforts in (WITH_NET, WITHOUT_NET))
    player = guided(6, efforts=QUEST, **few)
    for objective, asked in enumerate(view.box.objectives):
        clan.objective, clan.exchanged = objective, 0
        box = quest_of(view)
        assert (box is not None) == (asked.same_type < 3 and asked.tents < 4)
        seen = view if box is None else View(game, box, view.seat, view.state, view.numbers, (), None)
        assert player.consider(view) == (alone if box is not None else led).consider(seen)
    clan.objective, clan.exchanged = 0, 1
    assert quest_of(view) is None
    assert led.consider(view) != alone.consider(view)
    elder, spirit = (player_named(name, "neta_tanka", 1) for name in ("elder", "spirit"))
    assert isinstance(elder, Search) and isinstance(spirit, Search)
    assert elder.efforts.usual.quest and not spirit.efforts.usual.quest
    assert quest_of(view_of(Position(find_game("totem"), 2, 12))) is None


def test_on_a_quest_the_search_thinks_of_a_box_in_which_the_aim_brings_more() -> None:
    game = find_game("neta_tanka")
    view = view_of(Position(game, 2, 12, engine=engine_for(game, interpreted=True)))
    clan = view.state.clans[view.seat]
    player = guided(2, efforts=QUEST, changes=("depth=2",))

    def brings(objective: int) -> int:
        clan.objective, clan.exchanged = objective, 0
        player.consider(view)
        box: Any = player.trees[0].box
        return int(box.objectives[objective].points)

    printed = [asked.points for asked in view.box.objectives]
    assert [brings(objective) for objective in range(4)] == [
        8,
        printed[1],
        printed[2],
        8,
    ]  # three crafts of a type, four tents: no quest
    assert [asked.points for asked in view.box.objectives] == printed == [5] * 4
    plain = guided(2, changes=("depth=2",))
    plain.consider(view)
    assert plain.trees[0].box is view.box


def test_on_a_quest_a_tree_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box that is seen is made anew for each decision, and yet the same tree holds."""
    game = find_game("neta_tanka")
    position = Position(game, 2, 12, engine=engine_for(game, interpreted=True))
    for clan in position.s.clans:
        clan.objective = 3
    kept, replant = [], SearchTree.replant

    def heard(tree: SearchTree, *given: Any) -> bool:
        kept.append(replant(tree, *given))
        return kept[-1]

    monkeypatch.setattr(SearchTree, "replant", heard)
    twins = [guided(60, efforts=QUEST, changes=("depth=1", "candidates=1")) for _ in range(2)]
    for _ in range(40):
        position.step(twins[position.s.player].choose(view_of(position)))
    assert sum(kept) > 3 and len({id(tree.box) for tree in (twins[0].trees[0], twins[1].trees[0])}) == 2


def test_a_level_without_a_net_may_have_a_quest() -> None:
    player = _level_player(Level("seeker", Efforts(Effort(4, quest=True))), 1, interpreted=True)
    view = view_of(Position(find_game("neta_tanka"), 2, 12))
    view.state.clans[view.seat].objective = 0
    assert isinstance(player, Search) and not player.uses_net(view)
    assert player.questing(view).box.objectives[0].points > view.box.objectives[0].points
    assert player.usual(view) == Budget(simulations=4)


def test_where_no_net_leads_an_effort_of_its_own_has_no_quest() -> None:
    """With four, nearly half of the seats of Nētā-Tanka that play to win meet their objective as well."""
    effort = Effort(4, net_share=1.0, quest=True)
    views = [view_of(Position(find_game("neta_tanka"), seats, 12)) for seats in (3, 4)]
    for view in views:
        view.state.clans[view.seat].objective = 0
        assert quest_of(view) is not None
    for each, asked in ((Efforts(effort), [True, True]), (Efforts(effort, without_net=Effort(9)), [True, False])):
        player = _level_player(Level("seeker", each), 1, interpreted=True)
        assert [player.questing(view) is not view for view in views] == asked


def test_how_long_a_level_thinks_is_secret_where_a_quest_is() -> None:
    """Nētā-Tanka's elder thinks long while its objective is in reach, and briefly where its net leads it."""
    told = {
        (name, level)
        for name in GUIDED
        for level in ("random", "greedy", *NAMES)
        if pace_is_secret(level, find_game(name), 2)
    }
    assert told == {("neta_tanka", "elder")}
    assert pace_is_secret("elder", find_game("neta_tanka"), 3)
    assert not pace_is_secret("elder", find_game("neta_tanka"), 4)  # no net leads four: always the same


@pytest.mark.parametrize("name", GUIDED)
def test_the_spirit_searches_and_a_net_leads_it(name: str) -> None:
    spirit = player_named("spirit", name, 1, interpreted=True)
    assert isinstance(spirit, Search) and spirit.efforts.usual.net_simulations > 0
    assert spirit.budget.simulations == levels_of(name)[-1].simulations
    named = player_named("guided:50+depth=4", name, 1)
    assert isinstance(named, Search) and named.efforts == WITH_NET
