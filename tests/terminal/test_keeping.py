"""Where the terminal keeps its games."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.cli import main
from firstfire.errors import FirstfireError
from firstfire.terminal import keeping
from firstfire.terminal.replay import watch
from firstfire.view import common_words

WORDS = common_words("en")


def test_the_data_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/some/where")
    assert keeping.data_folder() == Path("/some/where/firstfire/games")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setattr("sys.platform", "linux")
    assert keeping.data_folder() == Path("/home/ada/.local/share/firstfire/games")
    monkeypatch.setattr("sys.platform", "darwin")
    assert keeping.data_folder() == Path("/home/ada/Library/Application Support/firstfire/games")


@pytest.mark.parametrize("trouble", ["no home", "a file in the way"])
def test_without_a_home_that_can_be_written_the_current_folder_is_taken_and_named(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if trouble == "no home":
        monkeypatch.delenv("XDG_DATA_HOME")

        def nobody() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "home", nobody)
    else:
        (tmp_path / "data").write_text("in the way")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    folder, note = keeping.open_folder(WORDS)
    assert folder == here
    assert "cannot be written" in note
    assert str(here) in note


def test_where_nothing_can_be_written_a_file_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_writable", lambda folder: False)
    with pytest.raises(FirstfireError, match="--save FILE"):
        keeping.open_folder(WORDS)


def test_two_new_games_never_get_the_same_file(tmp_path: Path) -> None:
    files = {keeping.reserve(tmp_path, "totem") for _ in range(5)}
    assert len(files) == 5
    assert tmp_path / "totem.json" in files


def test_a_save_is_found_by_its_path_by_its_name_and_as_the_last_one(tmp_path: Path) -> None:
    folder, _ = keeping.open_folder(WORDS)
    with pytest.raises(FirstfireError, match="there is no saved game"):
        keeping.newest_save()
    for number, name in enumerate(("totem.json", "honga-2.json")):
        (folder / name).write_text("{}")
        os.utime(folder / name, (number, number))
    assert keeping.newest_save() == folder / "honga-2.json"
    assert keeping.find_save(Path("totem")) == folder / "totem.json"
    assert keeping.find_save(Path("honga-2.json")) == folder / "honga-2.json"
    assert keeping.find_save(Path("nowhere")) == Path("nowhere")
    (tmp_path / "own.json").write_text("{}")
    assert keeping.find_save(tmp_path / "own.json") == tmp_path / "own.json"


def resume(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    return main(["play", *words])


def test_a_resumed_game_goes_on_against_the_same_opponent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert resume(monkeypatch, "totem", "--opponent", "child", "--seed", "3") == 0
    said = capsys.readouterr().out
    assert "Totem, 2 players: you (Player 1), Child at the fire (Player 2)." in said
    assert resume(monkeypatch, "--resume") == 0
    said = capsys.readouterr().out
    assert "you (Player 1), Child at the fire (Player 2)." in " ".join(said.split())
    assert "from now on" not in said
    assert resume(monkeypatch, "--resume", "totem", "--opponent", "greedy") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Player 2 is played by a sensible beginner from now on (in the file: Child at the fire)." in said
    assert Table.load(keeping.find_save(Path("totem")), interpreted=True).origin.seats == ["person", "greedy"]


def test_a_file_without_seats_still_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Written before saves kept who plays: one person against a beginner, as then."""
    path = Table.new("embers", 2, 7, interpreted=True).play("take 1").save(tmp_path / "old.json")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(' "seats": null,\n', ""), encoding="utf-8")
    assert "seats" not in path.read_text(encoding="utf-8")
    assert resume(monkeypatch, "--resume", str(path)) == 0
    assert "you (Player 1), a sensible beginner (Player 2)." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doggerland", "--opponent", "child"], "Doggerland, 2 players: you (Player 1), Child at the fire (Player 2)."),
        (["doggerland"], "Doggerland, 2 players: you (Player 1), a sensible beginner (Player 2)."),
        (["doggerland", "--seats", "1"], "Doggerland, 1 player: you, alone."),
        (["doggerland", "--opponent", "none", "--lang", "fr"], "Doggerland, 1 joueur : vous, en solitaire."),
        (["doggerland", "--people", "2", "--opponent", "random"], "3 players: Player 1, Player 2, blind chance"),
        (["totem", "--people", "2", "--lang", "nl"], "Totem, 2 spelers: Speler 1, Speler 2."),
    ],
)
def test_a_game_says_how_many_play_and_who(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    assert main(["play", *words, "--seed", "5"]) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_replay_walks_forth_and_back(tmp_path: Path) -> None:
    path = Table.new("embers", 2, 7, interpreted=True).play("take 1", "take 2").save(tmp_path / "game.json")
    typed, out = iter(["", "", "b", "0", "t", "2", "q"]), io.StringIO()
    watch(path, "en", lambda prompt: next(typed), out)
    shown = out.getvalue()
    assert shown.count("Move 1 of 2 · Player 1: take 1") == 2
    assert shown.count("Move 2 of 2 · Player 2: take 2") == 2
    assert shown.count("That was the last move.") == 2
    assert shown.count("Pile: ember ×21") == 3
