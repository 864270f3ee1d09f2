"""Names: the field's terms in settings, class names that nobody shares, and a public surface that is exact."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import pytest

import firstfire
from firstfire.games import game as find_game
from firstfire.games import names
from firstfire.kernel.thinking import RANGES, SearchSettings
from firstfire.train.recipe import Recipe

SOURCE = Path(firstfire.__file__).parent
# What every game has in its own package, and nouns of two rulebooks.
SHARED_BY_GAMES = {"State", "Box", "Phase", "Ending", "OptionPlace", "Clan", "Good", "Season"}
RETIRED = {
    SearchSettings: {
        "curiosity", "sharpness", "doubt", "stake", "insight", "warmth", "patience", "suspicion",
    },
    Recipe: {
        "lesson", "rate", "curious_first", "curious_last", "trace", "clip", "value_weight", "steepest", "rivals",
        "snapshot", "memory", "rules_on_card", "taught", "taught_minutes", "taught_epochs", "taught_lesson", "astray",
        "values_first", "shaped", "shaped_until", "liked", "alone",
    },
}  # fmt: skip
RETIRED_CLASSES = {"Told", "Elsewhere", "Showing", "Replayed", "Played", "Named", "InsightTree"}
SURFACE = {
    "firstfire": "Action FirstfireError Outcome Position Table View add_game game names",
    "firstfire.envs": "BatchEnv BatchStep make_batch",
    "firstfire.explain": "Analysis Fortune Hint Moment Split analyse explained hints hints_for tell_luck tell_reasons",
    "firstfire.jobs": "NamedJob ResultStore code_of cores in_order perform stream",
    "firstfire.kernel.presentation.book": "Book Chapter ChapterBlock Mark read_book",
    "firstfire.offline": "Site think use_module warm_up",
    "firstfire.players": "Budget Greedy Level Player Random Search levels_of player_named",
}


def class_homes() -> dict[str, list[Path]]:
    """Where the classes of each name stand."""
    homes = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        if "kept" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(file.relative_to(SOURCE))
    return homes


def games_of(files: list[Path]) -> set[str]:
    """The games to which files belong; all others count as one that has no name."""
    return {file.parts[1] if file.parts[0] == "games" and len(file.parts) > 2 else "" for file in files}


def test_no_two_classes_share_a_name() -> None:
    """But for what each game calls so, once and in its own package."""
    shared = {name: files for name, files in class_homes().items() if len(files) > 1}
    assert {name: files for name, files in shared.items() if name not in SHARED_BY_GAMES} == {}
    for files in shared.values():
        assert "" not in games_of(files) and len(games_of(files)) == len(files)


def test_retired_class_names_stay_away() -> None:
    assert RETIRED_CLASSES & set(class_homes()) == set()


@pytest.mark.parametrize("kind", RETIRED)
def test_retired_words_name_no_setting(kind: type[SearchSettings] | type[Recipe]) -> None:
    assert RETIRED[kind] & {field.name for field in fields(kind)} == set()


def test_every_setting_has_its_range_and_every_tuned_number_its_field() -> None:
    assert set(RANGES) == {field.name for field in fields(SearchSettings)}
    known = {field.name for field in fields(Recipe)}
    assert all(set(find_game(name).bots.training) <= known for name in names())


@pytest.mark.parametrize("package", SURFACE)
def test_the_public_surface_is_exact(package: str) -> None:
    """What a package offers changes on purpose only, and all of it is there."""
    module = importlib.import_module(package)
    assert sorted(module.__all__) == sorted(SURFACE[package].split())
    assert all(hasattr(module, name) for name in module.__all__)


def test_every_package_that_says_what_is_public_is_held() -> None:
    said = {
        ".".join(("firstfire", *file.parent.relative_to(SOURCE).parts))
        for file in SOURCE.rglob("__init__.py")
        if "kept" not in file.parts and "\n__all__ = " in file.read_text(encoding="utf-8")
    }
    assert said == set(SURFACE)
