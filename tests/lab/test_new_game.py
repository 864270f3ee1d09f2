"""`firstfire new-game` and `firstfire check`, and games of other projects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire.authoring.new_game import new_game
from firstfire.cli import build_parser, main
from firstfire.errors import BadSetup

SOURCES = Path(__file__).parents[2] / "src"


def run(*words: str, path: Path, here: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which finds projects installed in a folder."""
    surroundings = os.environ | {"PYTHONPATH": f"{SOURCES}{os.pathsep}{path}", "FIRSTFIRE_INTERPRET": "1"}
    command = [sys.executable, "-m", "firstfire", *words]
    return subprocess.run(
        command, cwd=here, env=surroundings, input=typed, capture_output=True, text=True, timeout=300, check=False
    )  # fmt: skip


def installed(folder: Path, name: str, value: str) -> None:
    """What an installer leaves of a project that brings a game."""
    info = folder / f"firstfire_{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: firstfire-{name}\nVersion: 0.1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[firstfire.games]\n{name} = {value}\n", encoding="utf-8")


@pytest.mark.slow
def test_a_new_game_has_nothing_wrong_and_no_trace_of_its_model(tmp_path: Path) -> None:
    made = new_game("river_stones", tmp_path / "river")
    assert sorted(path.name for path in made.iterdir()) == ["README.md", "pyproject.toml", "river_stones", "tests"]
    checked = run("check", str(made / "river_stones"), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 0 and "nothing wrong was found" in checked.stdout, checked.stdout + checked.stderr
    code = "".join(file.read_text(encoding="utf-8") for file in made.rglob("*.py"))
    assert "Embers" not in code and "EM-" not in code and "RS-1" in code
    for language in ("en", "fr", "nl"):  # the same title in all, until somebody translates it
        book = (made / "river_stones" / "book" / f"{language}.md").read_text(encoding="utf-8")
        words = (made / "river_stones" / "words" / f"{language}.toml").read_text(encoding="utf-8")
        assert book.startswith("# River Stones\n") and words.startswith('[game]\ntitle = "River Stones"\n')
        assert "flame" not in book and words.count("River Stones") == 1
    readme = (made / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    firstfire ([^#\n]+)", readme, re.M)
    assert len(commands) == 4
    for command in commands:
        build_parser().parse_args(command.split())
    rule = run("rules", str(made), "RS-1", path=tmp_path, here=tmp_path).stdout
    assert "Source: the rules of this game." in rule
    charms = run("rules", str(made), "index", "--lang", "nl", path=tmp_path, here=tmp_path).stdout
    assert "De amuletten" in charms and "vlam (+2)" in charms


@pytest.mark.slow
def test_a_mistake_is_told_in_one_sentence_with_its_line(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    taking = made / "pebbles" / "rules" / "taking.py"
    taking.write_text(
        taking.read_text(encoding="utf-8").replace("s.pile -= amount", "s.pil -= amount"), encoding="utf-8"
    )
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1
    assert "WRONG rules do nothing that would go wrong compiled" in checked.stdout
    assert "rule take (pebbles/rules/taking.py, line" in checked.stdout and "is pile meant?" in checked.stdout


@pytest.mark.slow
def test_a_refusal_without_its_reason_is_found_though_games_are_short(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    taking = made / "pebbles" / "rules" / "taking.py"
    text = taking.read_text(encoding="utf-8")
    changed = text.replace(
        "amount < min(box.most, s.pile)", "amount < min(box.most, s.pile) and (amount != 2 or s.pile < 9)"
    )
    assert changed != text
    taking.write_text(changed, encoding="utf-8")
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1 and "WRONG every refused action has its reason" in checked.stdout, checked.stdout


@pytest.mark.slow
def test_a_scene_that_cannot_be_drawn_is_told(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    scene = made / "pebbles" / "scene" / "scene.py"
    text = scene.read_text(encoding="utf-8")
    assert 'Piece("embers", "pile"' in text
    scene.write_text(text.replace('Piece("embers", "pile"', 'Piece("embers", "nowhere"'), encoding="utf-8")
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1 and "WRONG scenes can be drawn" in checked.stdout, checked.stdout + checked.stderr
    assert "nowhere" in checked.stdout


@pytest.mark.slow
def test_a_dead_end_is_told_and_the_report_is_whole(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    taking = made / "pebbles" / "rules" / "taking.py"
    text = taking.read_text(encoding="utf-8")
    taking.write_text(
        text.replace("amount < min(box.most, s.pile)", "amount < min(box.most, s.pile - 3)"), encoding="utf-8"
    )
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1 and checked.stderr == ""
    assert "no legal action, though the game is not over" in checked.stdout
    assert checked.stdout.splitlines()[-1].endswith("found something wrong")


@pytest.mark.slow
def test_the_tests_of_a_new_game_pass(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    surroundings = os.environ | {"PYTHONPATH": str(SOURCES), "FIRSTFIRE_INTERPRET": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=made, env=surroundings, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_an_installed_game_is_seen_by_every_command(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    site = made  # the package lies there, as an editable install has it
    installed(site, "pebbles", "pebbles:GAME")
    listed = run("games", path=site, here=tmp_path)
    assert "pebbles      Pebbles" in listed.stdout, listed.stdout + listed.stderr
    match = run(
        "match", "pebbles", "--players", "greedy,random", "--games", "4", "--jobs", "2", path=site, here=tmp_path
    )
    assert match.returncode == 0, match.stderr  # worker processes find it too
    rules = run("rules", "pebbles", "PE-1", path=site, here=tmp_path)
    assert rules.returncode == 0 and rules.stdout, rules.stderr


@pytest.mark.slow
def test_a_broken_game_of_another_project_is_named_and_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("GAME = 'totem'\n", encoding="utf-8")
    installed(tmp_path, "broken", "broken:GAME")
    installed(tmp_path, "wrong", "wrong:GAME")
    installed(tmp_path, "totem", "broken:GAME")  # our own names stay ours
    listed = run("games", path=tmp_path, here=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert "firstfire-broken (broken:GAME) cannot be loaded: ZeroDivisionError" in listed.stdout
    assert "firstfire-wrong (wrong:GAME) is not a Game with the name 'wrong'" in listed.stdout
    assert "totem        Totem" in listed.stdout
    played = run("play", "broken", path=tmp_path, here=tmp_path)
    assert played.returncode == 2 and "cannot be loaded" in played.stderr


@pytest.mark.parametrize(
    "name", ["Totem", "my-game", "class", "", "totem", "embers", "a" * 31, "../up", "tests", "1st"]
)
def test_bad_names_are_refused_and_nothing_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSetup, match=r"is named like a Python module|is taken"):
        new_game(name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "river").mkdir()
    (tmp_path / "river" / "mine.txt").write_text("precious", encoding="utf-8")
    assert main(["new-game", "river", "--folder", str(tmp_path / "river")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "river").iterdir()] == ["mine.txt"]


def test_check_of_nothing_says_what_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert f"{tmp_path} is no folder of a game" in capsys.readouterr().err


@pytest.mark.slow
def test_a_refusal_that_names_no_rule_of_the_book_is_found(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    reasons = made / "pebbles" / "scene" / "reasons.py"
    text = reasons.read_text(encoding="utf-8")
    assert '"PE-2"' in text and 'Reason("too_many"' in text
    wrong = text.replace('"PE-2"', '"PE-99"').replace('Reason("too_many"', 'Reason("too_greedy"')
    reasons.write_text(wrong, encoding="utf-8")
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1 and "WRONG refusals name rules of the book" in checked.stdout, checked.stdout
    assert "pebbles/scene/reasons.py, line" in checked.stdout
    assert "names the rule PE-99, which the book does not tell" in checked.stdout
    assert "the refusal 'too_greedy' has no sentence" in checked.stdout


@pytest.mark.slow
def test_a_field_of_the_record_without_a_notation_is_found(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "pebbles")
    state = made / "pebbles" / "state.py"
    text = state.read_text(encoding="utf-8")
    state.write_text(
        text.replace("    burnt: int = i8\n", "    burnt: int = i8\n    moon: int = i8\n"), encoding="utf-8"
    )
    checked = run("check", str(made), "--quick", path=tmp_path, here=tmp_path)
    assert checked.returncode == 1 and "WRONG every field of the record can be written" in checked.stdout
    assert "the field moon of the record has no notation" in checked.stdout


@pytest.mark.slow
def test_a_game_in_a_folder_is_played_and_resumed_and_meets_in_matches(tmp_path: Path) -> None:
    made = new_game("pebbles", tmp_path / "my games" / "pebbles")
    save = tmp_path / "save.json"
    played = run(
        "play",
        str(made),
        "--opponent",
        "random",
        "--save",
        str(save),
        path=tmp_path,
        here=tmp_path,
        typed="take 1\nquit\n",
    )
    assert played.returncode == 0, played.stderr
    assert f"firstfire play '{made / 'pebbles'}' --resume" in played.stdout  # as it must be typed, the space too
    resumed = run("play", str(made), "--resume", str(save), path=tmp_path, here=tmp_path, typed="quit\n")
    assert resumed.returncode == 0 and str(save) in resumed.stdout, resumed.stderr
    lost = run("play", "--resume", str(save), path=tmp_path, here=tmp_path)
    assert lost.returncode == 2 and "there is no game called 'pebbles'" in lost.stderr
    match = run(
        "match", str(made), "--players", "greedy,random", "--games", "4", "--jobs", "2", path=tmp_path, here=tmp_path
    )
    assert match.returncode == 0 and "pebbles" in match.stdout, match.stderr
    rules = run("rules", str(made), "PE-1", path=tmp_path, here=tmp_path)
    assert rules.returncode == 0 and "PE-1" in rules.stdout, rules.stderr
