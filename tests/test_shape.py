"""Every game has the same shape: who knows one finds everything in the others.

    games/<game>/
      components.toml  box.py  state.py  actions.py  decisions.py     what there is, and what is asked when
      rules/           what happens
      scene/           what people see and read
      strategy/        what bots think of it
      words/  book/    sentences and rulebook, by language
      tutorial.toml  tutorial/   a first round to learn it by, and its words
      puzzles.toml               positions with one move to find

And the server: each of its packages says what every file in it is for.

Import-linter holds the arrows between the rooms (pyproject.toml).
"""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import embers
from firstfire import game, server
from firstfire.games import GAMES
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, LANGUAGES

TOP = {"__init__.py", "components.toml", "box.py", "state.py", "actions.py", "decisions.py"}
ROOMS = {"rules", "scene", "strategy", "words"}
MAY_BE = {"book", "tutorial.toml", "tutorial", "puzzles.toml"}
# What every game has in a room, with what is found there: layout, looks and worth have no one entry.
EVERY = {
    "rules": {
        "setup": "setup", "scoring": "score", "invariants": "check", "knowledge": "redact", "notation": "complete",
        "observation": "OBSERVED",
    },
    "scene": {
        "scene": "scene", "layout": "", "looks": "", "picks": "picks", "names": "name_value",
        "counters": "breakdown", "choices": "tell_choices", "reasons": "why_not",
    },
    "strategy": {"prefer": "prefer", "value": "value", "settings": "BOTS", "worth": "", "follies": "folly"},
}  # fmt: skip
# What some games have, and then with this meaning: no name stands for two things.
SOME = {
    "strategy/calibration.toml": "what puts chances to win right (benchmarks/win_curve.py)",
    "strategy/policy.net": "what it learned by self-play (docs/explanation/nets.md)",
    "rules/turn": "a turn from its beginning to its end",
    "rules/clan": "a clan board and what lies on it",
    "rules/common": "what several actions share",
    "scene/phrases": "what is printed on the components, in words",
    "scene/prices": "what things cost now, in words",
    "scene/boards": "the players' own boards",
    "scene/map": "the map",
    "scene/takes": "what is laid together for a choice: groups and payments",
    "scene/book_tables": "tables of the rulebook that are filled from the box",
    "scene/chains": "several choices that one click makes",
}


def contents(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name != "__pycache__"}


def modules(folder: Path) -> set[str]:
    """The modules of a room; one that is a folder counts by its name."""
    return {name.removesuffix(".py") for name in contents(folder)} - {"__init__"}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_shows_its_parts_and_its_rooms_and_nothing_else(name: str) -> None:
    assert contents(game(name).folder) - MAY_BE == TOP | ROOMS


def test_the_template_has_the_same_shape() -> None:
    """Embers, to copy from: what its few rules do not need is left out."""
    folder = embers.GAME.folder
    assert contents(folder) - MAY_BE == TOP | ROOMS
    assert modules(folder / "rules") == {*EVERY["rules"], "taking"}
    assert modules(folder / "scene") == EVERY["scene"].keys() - {"choices", "counters", "looks"}
    assert modules(folder / "strategy") == {"prefer", "value"}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_in_every_language_of_the_table(name: str) -> None:
    """Its words and its rulebook: from outside, English alone would do."""
    found = game(name)
    assert set(COMPLETE_LANGUAGES) <= set(found.languages) <= set(LANGUAGES)
    assert {f"{language}.md" for language in COMPLETE_LANGUAGES} <= contents(found.folder / "book")


@pytest.mark.parametrize("name", GAMES)
def test_each_room_has_what_every_game_has(name: str) -> None:
    for room, needed in EVERY.items():
        assert modules(game(name).folder / room) >= needed.keys(), room


@pytest.mark.parametrize("name", GAMES)
def test_the_game_takes_each_of_them_from_its_place(name: str) -> None:
    """What the contract asks for is found under the same name in all five. (A `setup` that asks at once, whatever
    the table of decisions says comes first, stands beside that table.)"""
    found = game(name)
    asks = found.rules["setup"].__module__ == f"firstfire.games.{name}.decisions"
    for room, needed in EVERY.items():
        for module, part in needed.items():
            part = "" if asks and part == "setup" else part
            place = vars(import_module(f"firstfire.games.{name}.{room}.{module}"))
            parts = [getattr(of, part, None) for of in (found, found.presentation, found.bots) if part]
            given = found.rules.get(part, next(filter(None, parts), None))
            assert not part or (part in place and given in (None, place[part])), f"{room}/{module}: {part}"


def test_a_file_name_means_the_same_in_every_game() -> None:
    where = defaultdict(set)
    for name in GAMES:
        for room in EVERY:
            for module in modules(game(name).folder / room):
                where[f"{room}/{module}"].add(name)
    shared = {place for place, games in where.items() if len(games) > 1}
    assert shared == SOME.keys() | {f"{room}/{module}" for room, needed in EVERY.items() for module in needed}


SERVER = Path(server.__file__).parent
PACKAGES = sorted(path.parent for path in SERVER.glob("*/__init__.py"))


def test_the_server_names_its_packages_and_has_few_doors() -> None:
    assert server.__doc__ is not None
    assert {path.name for path in PACKAGES} == set(re.findall(r"(\w+)/ ", server.__doc__))
    beside = modules(SERVER) - {path.name for path in PACKAGES} - {"words", "static"}
    assert beside == {"__main__", "commands", "typescript", "settings"}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_package_of_the_server_says_what_every_file_is_for(package: Path) -> None:
    said = import_module(f"firstfire.server.{package.name}").__doc__ or ""
    assert modules(package) <= set(re.findall(r"\w+", said))


def test_no_file_of_the_server_knows_another_only_for_its_types() -> None:
    """Such circles are invisible to import-linter: a part that needs something of its owner says what (a Protocol)."""
    guarded = re.compile(r"if TYPE_CHECKING:\n((?: {4}.*\n)+)")
    found = {
        str(path.relative_to(SERVER)): block
        for path in SERVER.rglob("*.py")
        for block in guarded.findall(path.read_text(encoding="utf-8"))
        if re.search(r"from \.|firstfire", block)
    }
    assert found == {}
