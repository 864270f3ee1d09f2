"""Players of other people: found in the working folder, called as they expect, refused with help."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.cli import main
from firstfire.errors import BadSetup
from firstfire.players import player_named

BOTS = """
import numpy
from random import Random

class First:
    def choose(self, view):
        return view.legal()[0]

class Numbers:
    def __init__(self, seed=None):
        self.seed, self.stream = seed, Random(seed)
    def choose(self, view):
        return self.stream.choice(view.numbers)

def made():
    return First()

class Text:
    def choose(self, view):
        return str(view.legal()[-1])

class Array:
    def choose(self, view):
        return numpy.random.default_rng(1).choice(view.numbers)

class Truth:
    def choose(self, view):
        return True

class Cheat:
    def choose(self, view):
        return 10_000

class Vague:
    def choose(self, view):
        return "something"

class Mute:
    pass

WISDOM = 42
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with players of somebody's own; what they import is forgotten again."""
    (tmp_path / "outside_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "outside_broken.py").write_text("x = 1\nraise RuntimeError('no fire')\n", encoding="utf-8")
    (tmp_path / "outside_needs.py").write_text("import a_module_nobody_has\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    for name in ("outside_bots", "outside_broken", "outside_needs"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.parametrize("name", ["First", "Numbers", "made", "Text", "Array"])
def test_a_class_or_function_of_the_working_folder_plays(name: str) -> None:
    player = player_named(f"outside_bots:{name}", "embers", 5, outside=True)
    table = Table.new("embers", seed=1)
    while not table.over:
        table.play(player.choose(table.view(table.state.player)))
    assert player.name == f"outside_bots:{name}"


def test_a_player_that_takes_a_seed_gets_it() -> None:
    player = player_named("outside_bots:Numbers", "embers", 77, outside=True)
    assert player.inner.seed == 77  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("outside_nowhere:Bot", "no module 'outside_nowhere' in"),
        ("outside_bots:Nobody", "no class or function 'Nobody'"),
        ("outside_bots:WISDOM", "no class or function 'WISDOM'"),
        ("outside_bots:Mute", "no choose"),
        ("outside_broken:Bot", r"RuntimeError: no fire \(outside_broken.py, line 2\)"),
        ("outside_needs:Bot", "No module named 'a_module_nobody_has'"),
        ("outside_bots:", "my_bot:MyBot"),
        ("hunter:First", "Players are"),
    ],
)
def test_what_is_no_player_is_refused_with_help(name: str, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        player_named(name, "embers", outside=True)


@pytest.mark.parametrize("name", ["Cheat", "Vague", "Truth"])
def test_an_action_that_is_not_legal_is_refused_by_name(name: str) -> None:
    player = player_named(f"outside_bots:{name}", "embers", outside=True)
    table = Table.new("embers", seed=1)
    with pytest.raises(BadSetup, match=rf"outside_bots:{name} chose .* not legal"):
        player.choose(table.view(table.state.player))


def test_nobodys_code_runs_where_it_was_not_asked_for() -> None:
    with pytest.raises(BadSetup, match="from outside"):
        player_named("outside_bots:First", "embers")
    assert "outside_bots" not in sys.modules


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_plays_matches_on_the_command_line(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "embers", "--players", "outside_bots:First,random", "--games", "4", "--jobs", jobs]
    assert main(words) == 0
    assert "outside_bots:First" in capsys.readouterr().out


def test_a_match_with_a_missing_module_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "embers", "--players", "outside_nowhere:Bot,random"]) == 2
    assert "no module 'outside_nowhere'" in capsys.readouterr().err


def test_a_saved_game_runs_a_player_from_outside_only_if_it_is_named_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "q")
    against = ["--opponent", "outside_bots:First"]
    assert main(["play", "embers", *against, "--save", "game.json"]) == 0
    del sys.modules["outside_bots"]
    assert main(["play", "--resume", "game.json"]) == 2
    assert "--opponent outside_bots:First" in capsys.readouterr().err
    assert "outside_bots" not in sys.modules
    assert main(["play", "--resume", "game.json", *against]) == 0
    assert "outside_bots" in sys.modules
