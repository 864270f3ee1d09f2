"""The command `firstfire`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire import Table, cli, names
from firstfire.cli import build_parser, main
from firstfire.terminal.starting import RECENT


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games of tests are kept among the files of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "firstfire" / "games"


@pytest.mark.parametrize(
    ("words", "french", "dutch"),
    [
        (["play", "chess"], "il n’y a pas de jeu nommé «\xa0chess\xa0»", "er is geen spel dat “chess” heet"),
        (["play", "./nowhere"], "n’est pas le dossier d’un jeu", "is geen map van een spel"),
        (["play", "totem@9"], "ne sont pas conservées ici", "is hier niet bewaard"),
        (["play"], "quel jeu\xa0?", "welk spel?"),
        (["play", "totem", "--seats", "5"], "ne se joue pas à 5", "niet te spelen met 5"),
        (["play", "totem", "--option", "magic"], "NOM=VALEUR", "NAAM=WAARDE"),
        (["play", "totem", "--option", "magic=1"], "n’a pas d’option «\xa0magic\xa0»", "heeft geen optie “magic”"),
        (["play", "honga", "--option", "start=4"], "ne peut pas commencer", "niet beginnen"),
        (["play", "totem", "--seed", "-4"], "une graine est", "een seed is"),
        (["play", "totem", "--people", "4"], "--people va de 0 à 2", "--people gaat van 0 tot 2"),
        (["play", "totem", "--opponent", "huntr"], "Vouliez-vous dire «\xa0hunter\xa0»", "Bedoel je “hunter”"),
        (["play", "totem", "--opponent", "none", "--seats", "2"], "1 place vide", "1 van de 2 plaatsen"),
        (["play", "--resume"], "pas de partie sauvegardée", "geen bewaard spel"),
        (["play", "--resume", "nowhere.json"], "impossible de lire", "kan nowhere.json niet lezen"),
        (["play", "totem", "--components", "/nowhere"], "impossible de lire /nowhere", "kan /nowhere niet lezen"),
        (["play", "totem", "--opponent", "search:0"], "un budget est", "een budget is"),
        (["play", "totem", "--opponent", "search:soon"], "un budget s’écrit 2000", "een budget schrijf je"),
        (["play", "totem", "--opponent", "search:9+threads=0"], "a de 1 à", "heeft 1 tot"),
        (["play", "totem", "--opponent", "search:9+luck=1"], "réglage «\xa0luck=1\xa0»", "instelling “luck=1”"),
        (["play", "embers", "--opponent", "net"], "embers n’a pas de réseau", "embers heeft geen net"),
        (["play", "totem", "--opponent", "no_bot:Bot"], "il n’y a pas de module", "er is geen module “no_bot”"),
        (["play", "totem", "--from", "honga@2 seed=3"], "pas une position de totem@1", "geen stelling van totem@1"),
        (["show", "seed=7"], "une position commence par son jeu", "een stelling begint met haar spel"),
        (["show", "embers", "seed=7 pile=500"], "est impossible\xa0:\n  - pile", "kan niet bestaan:\n  - pile"),
        (["show", "embers", "seed=7 ]"], "cette position est illisible", "deze stelling is niet te lezen"),
        (["show", "embers", "seed=7", "--seat", "4"], "il n’y a pas de place 4", "er is geen plaats 4"),
        (["analyse", "nowhere.json"], "nowhere.json\xa0: il n’y a pas de tel", "nowhere.json niet lezen: zo’n bestand"),
        (["analyse", "."], "c’est un dossier", "het is een map"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_in_the_language_asked_for(
    words: list[str], french: str, dutch: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for language, complaint in (("fr", french), ("nl", dutch)):
        assert main([*words, "--lang", language]) == 2
        assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "french", "dutch"),
    [
        ({}, "seule une partie finie", "alleen een afgelopen spel"),
        ({"version": 0}, "quelle version de sauvegarde", "zegt niet welke bestandsversie"),
        ({"seed": -1}, "game.json est endommagé", "game.json is beschadigd"),
        ({"players": 9}, "ne peut pas se jouer ici\xa0: embers ne se joue pas à 9", "embers is niet te spelen met 9"),
        ({"rules_version": 0}, "ne sont pas conservées ici", "is hier niet bewaard"),
        ({"box": "other"}, "un autre matériel", "ander materiaal"),
        ({"actions": ["take 99"]}, "l’action 1 de la sauvegarde", "actie 1 van het bewaarde spel"),
        ({"digest": "other"}, "le fichier a été modifié", "het bestand is veranderd"),
    ],
)
def test_a_save_that_cannot_be_analysed_is_refused_in_the_language_asked_for(
    changed: dict[str, object], french: str, dutch: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = Table.new("embers", seed=7, interpreted=True).save(tmp_path / "game.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), **changed}))
    for language, complaint in (("fr", french), ("nl", dutch)):
        assert main(["analyse", str(file), "--lang", language]) == 2
        assert complaint in capsys.readouterr().err


def test_components_copies_a_file_to_play_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    assert main(["components", "honga", "--out", str(own)]) == 0
    assert main(["components", "honga", "--out", str(own)]) == 2 and "exists already" in capsys.readouterr().err
    assert main(["components", "honga", "--out", str(tmp_path / "no" / "own.toml")]) == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err
    assert main(["components", "honga"]) == 0 and capsys.readouterr().out == own.read_text(encoding="utf-8")
    own.write_text(
        own.read_text(encoding="utf-8").replace("target_points = 40", "target_points = 12"), encoding="utf-8"
    )
    assert Table.new("honga", players=2, components=own, interpreted=True).box.target[2] == 12


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in names())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["play", "chess"], "there is no game called 'chess'"),
        (["play"], "which game?"),
        (["play", "totem", "--seats", "5"], "cannot be played by 5"),
        (["play", "totem", "--option", "magic"], "written NAME=VALUE"),
        (["play", "totem", "--option", "magic=1"], "no option 'magic'"),
        (["play", "totem", "--seed", "-4"], "a seed is a whole number"),
        (["play", "totem", "--people", "4"], "--people must be from 0 to 2"),
        (["play", "totem", "--opponent", "huntr"], "Did you mean 'hunter'"),
        (["play", "totem", "--seats", "2", "--people", "2", "--opponent", "hunter"], "people in all 2 seats"),
        (["play", "doggerland", "--seats", "1", "--opponent", "hunter"], "that is a game alone"),
        (["play", "totem", "--opponent", "none"], "cannot be played by 1"),
        (["play", "totem", "--opponent", "none", "--seats", "2"], "leaves 1 of 2 seats empty"),
        (["play", "totem", "--resume", "night.json"], "leave out the game"),
        (["play", "--resume"], "there is no saved game"),
        (["play", "--resume", "nowhere.json"], "cannot read nowhere.json"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["play", "--from", "pile=3"], "which game? Begin the position with one of"),
        (["play", "totem", "--from", "honga@2 seed=3"], "this is no position of totem@1"),
        (["play", "--from", "totem seed=7 deck.3=E1"], "TT-I1"),
        (["play", "--from", "totem seed=7", "--seats", "2"], "drop the other arguments"),
        (["play", "--resume", "--from", "totem seed=7"], "there is no saved game"),
        (["show", "nowhere.json"], "cannot read nowhere.json"),
        (["show", "seed=7"], "a position begins with its game"),
        (["show", "chess", "seed=7"], "there is no game called 'chess'"),
        (["show", "embers", "seed=7 pile=500"], "pile: 500 is not a whole number from 0 to 100"),
        (["show", "embers", "seed=7", "--seat", "4"], "there is no seat 4"),
        (["bench", "chess"], "there is no game called 'chess'"),
        (["bench", "totem", "--seconds", "0"], "--seconds must be"),
        (["bench", "totem", "--seats", "9"], "cannot be played by 9"),
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


@pytest.mark.slow
def test_bench_prints_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "embers", "--seats", "2", "--seconds", "0.2", "--json"]) == 0
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


def test_a_game_played_by_machines_alone(data_folder: Path) -> None:
    assert main(["play", "totem", "--people", "0", "--seed", "5"]) == 0
    saved = Table.load(data_folder / "totem.json", interpreted=True)
    assert saved.over
    assert saved.origin.seats == ["greedy", "greedy"]


def test_games_are_kept_out_of_the_current_folder_and_never_overwrite_each_other(
    tmp_path: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert main(["play", "totem", "--people", "0", "--seed", "5"]) == 0
    first = (data_folder / "totem.json").read_bytes()
    assert main(["play", "totem", "--people", "0", "--seed", "6"]) == 0
    assert (data_folder / "totem.json").read_bytes() == first
    assert Table.load(data_folder / "totem-2.json", interpreted=True).over
    assert not list(here.iterdir())
    assert f"The game is kept in {data_folder / 'totem-2.json'}" in capsys.readouterr().out.replace("\n", " ")
    (here / "mine.json").write_text("mine")
    assert main(["play", "totem", "--save", "mine.json"]) == 2
    assert "--resume mine.json" in capsys.readouterr().err
    assert main(["play", "totem", "--people", "0", "--save", "own.json"]) == 0
    assert Table.load(here / "own.json", interpreted=True).over
    assert (here / "mine.json").read_text() == "mine"


@pytest.mark.slow
def test_ctrl_c_leaves_the_game_saved(tmp_path: Path, data_folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "firstfire.cli", "play", "totem", "--seed", "3"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    while "0 of 4 placed" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=150)
    assert process.returncode == 0
    assert rest.endswith("\n  firstfire play --resume totem\n")
    assert Table.load(data_folder / "totem.json", interpreted=True).origin.seats == ["person", "greedy"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [("LC_ALL", "C"), ("PYTHONIOENCODING", "ascii"), ("COLUMNS", "32")])
def test_a_game_in_a_pipe_with_few_letters_or_little_room(name: str, value: str) -> None:
    """No terminal, an encoding without accents, a narrow screen: the game is played all the same."""
    found = subprocess.run(
        [sys.executable, "-m", "firstfire.cli", "play", "neta_tanka", "--seed", "3", "--lang", "fr"],
        input=b"1\nfoo\xff\xfe\nr\xe8gles\ntable\nq\n", capture_output=True, check=False,
        env={**os.environ, name: value},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert b"\x1b[" not in found.stdout
    assert b"firstfire play --resume" in found.stdout.replace(b"\n", b" ")


@pytest.mark.slow
def test_importing_firstfire_does_not_load_the_compiler() -> None:
    code = "import sys, firstfire; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_show_draws_a_position_and_prints_it_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "embers", "seed=7 pile=2 taken=[19]", "--moves"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "  · take 2" in shown
    assert "  · take 3" not in shown
    assert shown[-1].startswith("embers@1 players=2 phase=taking player=0 pile=2 taken=[19] charms=[")
    assert main(["show", shown[-1], "--text"]) == 0
    assert capsys.readouterr().out.splitlines() == [shown[-1]]


def test_show_hides_what_the_seat_may_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    position = "totem phase=action turn=1 deck=[P1 E1] sides=[{hand=[S3] zone=[(H4)]} {hand=[E2 S7] zone=[(N10a)]}]"
    for seat, hand in (("0", "Sword 3"), ("1", "Sword 7"), ("-1", "")):
        assert main(["show", position, "--seat", seat]) == 0
        table = capsys.readouterr().out.partition("totem@1")[0]
        assert [card for card in ("Sword 3", "Sword 7") if card in table] == ([hand] if hand else [])


def test_a_resumed_game_tells_its_last_moves_and_not_the_whole_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.new("honga", 2, seed=5, interpreted=True)
    while len(table.actions()) < 40:
        table.play(table.legal()[0])
    table.save(tmp_path / "long.json")
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["play", "--resume", str(tmp_path / "long.json"), "--people", "2"]) == 0
    shown = capsys.readouterr().out
    recent = [sentence for lines in table.view(table.player or 0).log()[-RECENT:] for sentence in lines]
    assert "28 earlier moves (log shows all)" in shown
    assert 0 < sum(line.startswith("  · ") for line in shown.splitlines()) <= len(recent)


def test_a_game_from_a_position_is_saved_resumed_shown_and_replayed_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, answers = tmp_path / "night.json", iter(["", "take 1"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers, "q"))
    words = ["play", "--from", "embers seed=7 pile=9 taken=[12]", "--people", "2", "--save", str(file)]
    assert main(words) == 0
    table = Table.load(file, interpreted=True)
    assert [str(action) for action in table.actions()] == ["take 1"]
    assert (table.state.pile, table.state.taken[0]) == (8, 13)
    assert main(["play", "--resume", str(file)]) == 0
    capsys.readouterr()
    assert main(["show", str(file), "--text"]) == 0
    assert capsys.readouterr().out.strip() == table.position()


def test_a_command_without_its_extra_says_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [
        "numpy>=2.0",
        'redis; extra == "cluster"',
        'starlette>=1.0; extra == "cluster"',
        "starlette>=1.0; extra == 'server'",
        'torch; extra == "train"',
    ]
    monkeypatch.setattr("importlib.metadata.requires", lambda name: told)
    assert [cli.extra_of(name) for name in ("starlette.routing", "torch", "numpy", "nothing")] == [
        "server",
        "train",
        "",
        "",
    ]

    def lacks(arguments: object) -> int:
        raise ModuleNotFoundError("No module named 'starlette'", name="starlette.routing")

    monkeypatch.setattr(cli, "list_games", lacks)
    assert cli.main(["games"]) == 2
    assert capsys.readouterr().err == "firstfire: this needs starlette.routing: pip install 'firstfire[server]'\n"


def test_players_are_named_and_seats_are_counted_in_every_command() -> None:
    (commands,) = (action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction))
    options = [(name, action) for name, parser in commands.choices.items() for action in parser._actions]
    metavars = {
        option: {name: str(action.metavar) for name, action in options if option in action.option_strings}
        for option in ("--players", "--seats", "--with")
    }
    assert metavars["--with"] == {} and {"match", "ladder", "playtest"} <= set(metavars["--players"])
    assert {"play", "bench", "ladder", "playtest", "train"} <= set(metavars["--seats"])
    assert {shown[0] for shown in metavars["--players"].values()} == {"A"}
    assert {shown[0] for shown in metavars["--seats"].values()} == {"N"}
