"""The words of `firstfire train`, as far as they go without Torch."""

from __future__ import annotations

import json

import pytest

from firstfire.cli import build_parser, main
from firstfire.errors import BadSetup
from firstfire.train import commands
from firstfire.train.commands import recipe_of
from firstfire.train.recipe import Recipe


def recipe(*words: str) -> Recipe:
    return recipe_of(build_parser().parse_args(["train", *words]))


def test_without_torch_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "find_spec", lambda name: None)
    assert main(["train", "totem"]) == 2
    assert "pip install 'firstfire[train]'" in capsys.readouterr().err


def test_an_unknown_game_is_told_before_anything_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "ludo"]) == 2
    assert "ludo" in capsys.readouterr().err


def test_a_training_without_an_end_takes_half_an_hour() -> None:
    assert (recipe("totem").minutes, recipe("totem").decisions) == (30.0, 0)
    assert (recipe("totem", "--decisions", "5").minutes, recipe("totem", "--decisions", "5").decisions) == (0.0, 5)


def test_all_numbers_of_players_are_learned_but_alone() -> None:
    assert recipe("doggerland").players == (2, 3, 4)
    assert recipe("doggerland", "--seats", "2,2,4").players == (2, 2, 4)
    with pytest.raises(BadSetup, match="written 2,3,4"):
        recipe("doggerland", "--seats", "two")


def test_the_small_recipe_is_smaller_in_everything() -> None:
    small, usual = recipe("totem", "--small"), recipe("totem")
    assert small.tables < usual.tables and small.width < usual.width and small.minibatch < usual.minibatch
    assert recipe("totem", "--small", "--tables", "64").tables == 64


def test_a_recipe_comes_back_from_the_file_it_was_kept_in() -> None:
    kept = recipe("honga", "--minutes", "4")
    told = kept.as_dict() | {"players": list(kept.players), "of_a_later_version": 1}
    assert Recipe.from_dict(told) == kept


def test_rates_fall_and_progress_follows_the_limit_that_ends_it() -> None:
    kept = recipe("totem", "--minutes", "10", "--decisions", "1000")
    assert kept.progress(500, 60) == 0.5 and kept.progress(100, 480) == 0.8 and kept.progress(5000, 1) == 1.0
    rates = [kept.learning_rate_at(progress) for progress in (0.0, 0.5, 1.0)]
    assert rates[0] == kept.learning_rate > rates[1] > rates[2] == 0.0
    assert kept.entropy_coef_at(0.0) == kept.entropy_coef_start
    assert kept.entropy_coef_at(1.0) == pytest.approx(kept.entropy_coef_end)


def test_long_games_begin_with_a_teacher_unless_told_otherwise() -> None:
    assert recipe("totem").teacher == "" and recipe("prehistory").teacher == "greedy"
    assert recipe("prehistory", "--teacher", "none").teacher == ""
    assert recipe("prehistory", "--begin-with", "old.net").teacher == ""
    assert recipe("prehistory", "--teacher", "search:60", "--cloning-samples", "500").cloning_samples == 500
    assert recipe("doggerland").left_out == ("give_up",) and recipe("prehistory").left_out == ("back",)
    assert recipe("doggerland", "--seats", "1").shaping == 0.0 < recipe("doggerland").shaping


def test_doggerland_begins_with_what_prefer_likes_unless_it_has_a_teacher() -> None:
    assert recipe("doggerland").prior_scale == recipe("doggerland", "--begin-with", "old.net").prior_scale > 0.0
    assert recipe("doggerland").teacher == ""
    taught = recipe("doggerland", "--teacher", "greedy")
    assert (taught.teacher, taught.prior_scale) == ("greedy", 0.0)
    assert recipe("doggerland", "--rules", "cuda").rules_on_gpu


def test_who_plays_alone_learns_every_difficulty_beside_the_others() -> None:
    mixed = recipe("doggerland", "--seats", "1,2,2,3", "--tables", "40")
    assert mixed.shaping > 0
    assert mixed.lots() == [
        (1, {"difficulty": "easy"}, 3), (1, {"difficulty": "normal"}, 3), (1, {"difficulty": "hard"}, 4),
        (2, {}, 20), (3, {}, 10),
    ]  # fmt: skip
    assert Recipe.from_dict(json.loads(json.dumps(mixed.as_dict()))) == mixed
    few = recipe("doggerland", "--seats", "1", "--tables", "2")
    assert few.lots() == [(1, {}, 2)]


def test_any_number_of_a_recipe_can_be_changed_by_name() -> None:
    changed = recipe("totem", "--change", "learning_rate=0.0001", "--change", "layers=2")
    assert (changed.learning_rate, changed.layers) == (0.0001, 2)
    with pytest.raises(BadSetup, match=r"no number 'speed'; it has .*rate"):
        recipe("totem", "--change", "speed=3")
    with pytest.raises(BadSetup, match="a number like 3"):
        recipe("totem", "--change", "layers=many")
