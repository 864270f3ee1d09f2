"""The command `firstfire`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire import Table, names
from firstfire.cli import main


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in names())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["play", "chess"], "there is no game called 'chess'"),
        (["play"], "which game?"),
        (["play", "totem", "--players", "5"], "cannot be played by 5"),
        (["play", "totem", "--option", "magic"], "written NAME=VALUE"),
        (["play", "totem", "--option", "magic=1"], "no option 'magic'"),
        (["play", "totem", "--seed", "-4"], "a seed is a whole number"),
        (["play", "totem", "--people", "4"], "--people must be from 0 to 2"),
        (["play", "totem", "--opponent", "huntr"], "Did you mean 'hunter'"),
        (["play", "--resume", "nowhere.json"], "cannot read nowhere.json"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["bench", "chess"], "there is no game called 'chess'"),
        (["bench", "totem", "--seconds", "0"], "--seconds must be"),
        (["bench", "totem", "--players", "9"], "cannot be played by 9"),
        (["perft", "embers", "--depth", "99"], "no such depth"),
        (["perft", "embers", "--depth", "0"], "--depth is 1 or more"),
        (["perft", "embers", "--seed", "-5"], "--seed and --plies are 0 or more"),
    ],
)
def test_wrong_words_get_a_message_and_status_2(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [[], ["dance"], ["play", "totem", "--lang", "xx"], ["replay"], ["bench", "totem", "--seconds", "x"]]
)
def test_words_argparse_does_not_know_exit_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_bench_prints_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "embers", "--players", "2", "--seconds", "0.2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"decisions_per_second", "games_per_second", "copy_ns", "state_bytes", "decisions_per_game"} <= set(data)
    assert data["decisions_per_second"] > 0
    assert main(["bench", "embers", "--seconds", "0.2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["players"] for row in data["all"]] == [2, 3, 4]
    assert data["decisions_per_second"] == min(row["decisions_per_second"] for row in data["all"])
    assert main(["bench", "embers", "--seconds", "0.2"]) == 0
    assert capsys.readouterr().out.count("embers") == 3


def test_perft_prints_a_line_to_freeze(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "embers", "--depth", "3", "--divide"]) == 0
    shown = capsys.readouterr().out
    assert "players=2 seed=1 depth=3 count=27" in shown
    assert "9  take 2" in shown


def test_a_game_played_by_machines_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", "totem", "--people", "0", "--seed", "5"]) == 0
    assert Table.load(tmp_path / "totem.json", interpreted=True).over


def test_a_new_game_never_overwrites_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "totem.json").write_text("mine")
    assert main(["play", "totem", "--people", "0", "--seed", "5"]) == 0
    assert (tmp_path / "totem.json").read_text() == "mine"
    assert Table.load(tmp_path / "totem-2.json", interpreted=True).over
    assert main(["play", "totem", "--file", "totem.json"]) == 2
    assert "--resume totem.json" in capsys.readouterr().err


@pytest.mark.slow
def test_ctrl_c_leaves_the_game_saved(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "firstfire.cli", "play", "totem", "--seed", "3"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    while not (tmp_path / "totem.json").exists():
        assert process.poll() is None
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "firstfire play --resume totem.json" in rest
    assert len(Table.load(tmp_path / "totem.json", interpreted=True).actions()) >= 1


@pytest.mark.slow
def test_importing_firstfire_does_not_load_the_compiler() -> None:
    code = "import sys, firstfire; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
