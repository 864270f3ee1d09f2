"""A table from a position, and what is kept of it: saves, replays, undo, analysis; and never in a view."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from firstfire import Table, game
from firstfire.errors import BadPosition, BadSave, BadSetup, NothingToUndo, SavedByNewer, UnknownGame
from firstfire.saves import parse_save, save_text
from firstfire.server.protocol.refusals import Refusal
from firstfire.server.views.albums import Uploaded

DUEL = """
    totem phase=action turn=1 last=-
    sides=[{hand=[N12a S3] zone=[(H4) (E6) (N11a) (P8)]} {hand=[E2 S7] zone=[(N10a) (H5) (E9) (S8)]}]
    deck=[P1 E1]
"""


def middle(name: str = "embers", actions: int = 3) -> Table:
    table = Table.new(name, seed=5, interpreted=True)
    chance = Random(4)
    for _ in range(actions):
        table.play(chance.choice(table.numbers()))
    return table


def test_a_table_comes_back_from_its_position_and_plays_on_as_before() -> None:
    table = middle("honga", 40)
    again = Table.at("honga", table.position(), interpreted=True)
    assert again.position() == table.position()
    chance = Random(3)
    for _ in range(30):
        action = chance.choice(table.numbers())
        table.play(action)
        again.play(action)
        assert again.position() == table.position()
    assert [again.notes()[-1], again.log()[-1]] == [table.notes()[-1], table.log()[-1]]


def test_a_text_that_names_its_game_is_enough() -> None:
    table = Table.at(DUEL, interpreted=True)
    assert (table.game.name, table.players, table.player) == ("totem", 2, 0)
    table.play("attack N12a -> 1")
    assert table.state.phase == game("totem").phases.index("after_win")


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    state = Table.at(DUEL, interpreted=True).state
    assert (state.deck_left, state.sides[0].hand_size, state.sides[1].standing) == (2, 2, 4)
    assert state.discard.bit_count() == 52 - 14


def test_fields_names_and_a_seed_may_be_given_by_keyword() -> None:
    table = Table.at("embers", seed=5, players=3, pile=14, taken=[7], names=["Ada", "Ben", "Cleo"], interpreted=True)
    assert (table.state.pile, table.players, table.view(0).names()[1]) == (14, 3, "Ben")
    with pytest.raises(BadSetup, match="3 names are needed"):
        Table.at("embers", seed=5, players=3, names=["Ada"], interpreted=True)


def test_other_rules_and_other_games_are_refused() -> None:
    with pytest.raises(BadPosition, match="no position of totem@1"):
        Table.at("totem", "honga@2 players=3", interpreted=True)
    with pytest.raises(UnknownGame, match="rules version 99"):
        Table.at("totem", "totem@99 players=2", interpreted=True)
    with pytest.raises(UnknownGame):
        Table.at("chess e2e4", interpreted=True)


def test_what_cannot_be_is_refused_with_the_rule_it_breaks() -> None:
    with pytest.raises(BadPosition, match="TT-I1: deck, discard pile, hands and zones hold each card exactly once"):
        Table.at(DUEL.replace("deck=[P1 E1]", "deck=[P1 H4]"), interpreted=True)
    with pytest.raises(BadPosition, match=r"sides\.0\.zone\.0: '\(X4\)' is not a card as it lies in a slot"):
        Table.at(DUEL.replace("(H4)", "(X4)"), interpreted=True)


def test_undo_goes_back_to_the_position_and_not_further() -> None:
    table = Table.at(middle().position(), interpreted=True)
    before = table.position()
    table.play("take 1").play("take 2")
    table.undo().undo(force=True)
    assert table.position() == before
    with pytest.raises(NothingToUndo):
        table.undo(force=True)


def test_a_save_keeps_the_position_it_began_from(tmp_path: Path) -> None:
    table = Table.at(middle().position(), interpreted=True)
    begun = table.position()
    table.play("take 1", "take 2")
    path = table.save(tmp_path / "night.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["version"], data["position"], data["actions"]) == (2, begun, ["take 1", "take 2"])
    again = Table.load(path, interpreted=True)
    assert (again.position(), again.digest()) == (table.position(), table.digest())
    steps = [step.position() for step in Table.replay(path, interpreted=True)]
    assert (len(steps), steps[0], steps[-1]) == (3, begun, table.position())
    assert eval(repr(again), {"Table": Table}).position() == table.position()


def test_a_game_from_its_set_up_is_saved_as_before() -> None:
    data = json.loads(save_text(middle().to_save()))
    assert data["version"] == 1
    assert "position" not in data


def test_a_save_with_a_position_that_cannot_be_is_refused() -> None:
    table = Table.at(middle().position(), interpreted=True)
    data = {"format": "firstfire-save", "version": 2, **asdict(table.to_save())}
    for bad, problem in (("pile=500", "pile: 500"), (7, "position should be a text"), ("x" * 70_000, "at most 65536")):
        with pytest.raises(BadSave, match=problem):
            Table.from_save(parse_save(json.dumps(data | {"position": bad})), interpreted=True)
    for other in ({"players": 3}, {"options": {"x": "y"}}, {"game": "totem", "rules_version": 1}):
        with pytest.raises(BadSave):
            Table.from_save(parse_save(json.dumps(data | other)), interpreted=True)
    with pytest.raises(SavedByNewer):
        parse_save(json.dumps(data | {"version": 3}))


def test_a_position_played_with_other_components_keeps_them(tmp_path: Path) -> None:
    source = game("embers").folder / "components.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(source.read_text(encoding="utf-8").replace("embers = 21", "embers = 15"), encoding="utf-8")
    table = Table.new("embers", seed=3, components=mine, interpreted=True)
    with pytest.raises(BadPosition, match="made with other components"):
        Table.at("embers", table.position(), interpreted=True)
    again = Table.at("embers", table.position(), components=mine, interpreted=True)
    assert again.play("take 1").state.pile == 14
    assert Table.from_save(again.to_save(), interpreted=True).position() == again.position()


@pytest.mark.slow
def test_hints_and_analysis_work_from_a_position() -> None:
    table = Table.at(middle().position(), interpreted=True)
    table.play("take 1", "take 2")
    assert table.hint()[0].action in table.legal()
    assert [moment.ply for moment in table.analysis(simulations=20).moments] == [3, 4]


def test_no_view_scene_or_log_holds_the_position() -> None:
    """The text holds everybody's secrets: hidden cards, the deck, chance. It stays with the owner of the table."""
    table = Table.at(DUEL, interpreted=True)
    table.play("attack N12a -> 1")
    begun, now = table.origin.position, table.position()
    assert begun is not None
    for seat in (-1, 0, 1):
        view = table.view(seat)
        told = repr((view.scene().as_data(), view.log(), vars(view)))
        for text in (begun, now):
            assert text not in told
            assert text.rpartition("rng=")[2] not in told
        assert not hasattr(view, "position")


def test_the_server_does_not_open_a_save_that_begins_from_a_position() -> None:
    text = save_text(Table.at(middle("totem", 9).position(), interpreted=True).to_save())
    with pytest.raises(Refusal) as refused:
        Uploaded(text).table()
    assert (refused.value.code, refused.value.reason) == ("bad_save", "position")
