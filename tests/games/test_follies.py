"""What each game calls a folly, on positions of random play; no bot plays one, however much its search likes it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firstfire import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.thinking import Effort
from firstfire.lab.match import view_of
from firstfire.players.ideas import chosen, is_folly
from firstfire.players.search_tree import Branch
from firstfire.view import View


def views(name: str, seeds: int, seats: int = 2) -> Iterator[View]:
    """What whoever is to act sees, along games of random play in plain Python."""
    game = find_game(name)
    for seed in range(seeds):
        position = Position(game, seats, seed, engine=engine_for(game, interpreted=True), quiet=True)
        stream = random.Random(seed)
        while not position.over:
            view = view_of(position)
            yield view
            position.step(stream.choice(view.numbers))


def follies(view: View) -> list[str]:
    """The texts of the legal actions that are follies."""
    return [view.game.actions.text(action) for action in view.numbers if is_folly(view, action)]


def first(name: str, text: str, seeds: int = 20) -> View:
    """The first view in which an action that begins so is a folly."""
    return next(view for view in views(name, seeds) if any(found.startswith(text) for found in follies(view)))


def kinds(view: View) -> set[str]:
    """The kinds of legal actions."""
    return {view.game.actions.values(action)[0] for action in view.numbers}


def test_honga_a_turn_does_not_end_while_a_hand_brings_something() -> None:
    view = first("honga", "end turn")
    assert kinds(view) & {"gather", "climb", "explore"} and follies(view) == ["end turn"]
    resting = next(view for view in views("honga", 20) if "end" in kinds(view) and not follies(view))
    assert not kinds(resting) & {"gather", "climb", "explore"}


def test_doggerland_nobody_forgoes_what_can_be_had() -> None:
    view = first("doggerland", "finish")
    assert any(kind.startswith("resolve_") for kind in kinds(view)) and follies(view) == ["finish"]


def test_neta_tanka_the_objective_is_kept_while_there_is_generosity() -> None:
    view = first("neta_tanka", "exchange objective")
    clan = view.state.clans[view.seat]
    assert view.state.round == 1 or clan.generosity > 0
    view.state.round, clan.generosity = 2, 0
    assert "exchange objective" not in follies(view)
    clan.generosity = 1
    assert "exchange objective" in follies(view)
    view.state.trade_left = 1
    assert "exchange objective" not in follies(view)


def test_neta_tanka_a_turn_does_not_end_before_a_free_gain() -> None:
    view = first("neta_tanka", "end turn")
    places = {view.game.actions.text(action) for action in view.numbers}
    assert places & {"resolve lumber", "resolve hunt", "resolve meditate", "resolve elder_food", "resolve gather_wood"}


def test_totem_the_card_that_saves_the_last_guard_is_not_thrown_away() -> None:
    view = first("totem", "discard", seeds=60)
    side, (folly, *_) = view.state.sides[view.seat], follies(view)
    best = max(view.box.level[card] for card in range(len(view.box.level)) if side.hand >> card & 1)
    card = view.game.actions.values(view.game.actions.number(folly))[1]["card"]
    assert side.standing <= 1 and view.box.level[card] == best and "defend" in kinds(view)
    side.standing = 2
    assert follies(view) == []


def test_prehistory_nothing_is_paid_for_what_cannot_matter_any_more() -> None:
    view = next(view for view in views("prehistory", 3) if "turn_weather" in kinds(view) and "want_turn" in kinds(view))
    assert follies(view) == []
    view.state.round = view.box.rounds
    assert follies(view) == ["turn weather"] + (["turn tile"] if view.state.season > 1 else [])
    view.state.season = 2
    assert follies(view) == ["turn weather", "turn tile"]


def liked(view: View, action: int, visits: int) -> Branch:
    """An idea that was tried so often and always won."""
    return Branch(action, visits, (1.0,) * view.state.seats, (1.0,) * view.state.seats)


@pytest.mark.parametrize(("name", "text"), [("honga", "end turn"), ("doggerland", "finish"), ("totem", "discard")])
def test_no_search_plays_a_folly_however_much_it_likes_it(name: str, text: str) -> None:
    view = first(name, text, seeds=60)
    engine = engine_for(view.game, interpreted=True)
    branches = [liked(view, action, 1000 if is_folly(view, action) else 1) for action in view.numbers]
    for seed in range(20):
        action = chosen(view, engine, branches, random.Random(seed), Effort(error_rate=0.5, whim_rate=0.3))
        assert not is_folly(view, action)


def test_prehistory_who_has_only_follies_behind_the_door_steps_back(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(view for view in views("prehistory", 3) if "back" in kinds(view))
    back = view.game.actions.number("back")
    branches = [liked(view, action, 5) for action in view.numbers if action != back]  # searches leave it out
    monkeypatch.setitem(view.game.bots.__dict__, "folly", lambda state, box, action, legal: True)
    engine = engine_for(view.game, interpreted=True)
    assert chosen(view, engine, branches, random.Random(1), Effort()) == back
