"""Whole games at the keyboard, typed by a script."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.players import Budget, Greedy, Player
from firstfire.terminal.play import TerminalGame, watch


def session(
    typed: list[str], tmp_path: Path, *, game: str = "embers", people: int = 1, language: str = "en", seed: int = 7
) -> tuple[Table, str]:
    table = Table.new(game, 2, seed, interpreted=True)
    lines, out = iter(typed), io.StringIO()

    def read(prompt: str) -> str:
        print(prompt, end="", file=out)
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        if line == "^C":
            raise KeyboardInterrupt
        return line

    players: list[Player | None] = [None if seat < people else Greedy(1, interpreted=True) for seat in range(2)]
    TerminalGame(table, players, language=language, file=tmp_path / "game.json", read=read, out=out).run()
    return table, out.getvalue()


def test_a_whole_game_against_a_sensible_beginner(tmp_path: Path) -> None:
    table, shown = session(["1"] * 21, tmp_path)
    assert table.over
    assert "The game is over: the pile is gone." in shown
    assert "· Player 2 takes" in shown


@pytest.mark.parametrize(("language", "said"), [("fr", "à vous de jouer"), ("nl", "jij bent aan de beurt")])
def test_other_languages(tmp_path: Path, language: str, said: str) -> None:
    _, shown = session(["q"], tmp_path, language=language)
    assert said in shown


def test_wrong_words_get_an_answer_and_change_nothing(tmp_path: Path) -> None:
    typed = ["9", "0", "take 5", "dance", "", "u", "r", "lang xx", "²", "9" * 5000, "s /nowhere/at/all.json", "q"]
    table, shown = session(typed, tmp_path)
    assert table.state.ply == 0
    assert "There is no choice 9. Type a number from 1 to 3" in shown
    assert "no action is written 'dance'" in shown
    assert "Nothing to take back." in shown
    assert "nothing was taken back" in shown
    assert "en, fr, nl" in shown
    assert "no action is written '²'" in shown
    assert "cannot write" in shown


def test_moves_by_text_hints_help_log_and_language(tmp_path: Path) -> None:
    table, shown = session(["?", "h", "l", "m", "lang fr", "take 2", "q"], tmp_path)
    assert table.actions()[0] == "take 2"
    assert re.search(r"A sensible beginner would play: \d\. Take \d from the pile", shown)
    assert "Prendre 2 dans le tas" in shown


def test_thinking_shows_chances_and_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.terminal.play.THINKING", Budget(simulations=40))
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    table, shown = session(["t", "q"], tmp_path)
    assert table.state.ply == 0
    assert re.search(r"\d\. Take \d from the pile: wins \d+%, -?\d+ points", shown)


@pytest.mark.parametrize("leave", ["q", "^C"])
def test_leaving_keeps_the_game(tmp_path: Path, leave: str) -> None:
    table, shown = session(["take 3", leave], tmp_path)
    assert "Resume with" in shown
    assert bytes(Table.load(tmp_path / "game.json", interpreted=True).state) == bytes(table.state)


def test_two_people_at_one_keyboard_are_asked_to_sit_down(tmp_path: Path) -> None:
    _, shown = session(["", "1", "", "1", "q"], tmp_path, people=2)
    assert "Player 1, take your place" in shown
    assert "Player 2, take your place" in shown
    assert shown.count("a secret one") >= 2


def test_undo_at_the_keyboard(tmp_path: Path) -> None:
    """With two people the second may not take back the first one's move."""
    table, shown = session(["", "take 3", "", "u", "q"], tmp_path, people=2)
    assert table.actions() == ["take 3"]
    assert "Nothing to take back." in shown


def test_saving_elsewhere(tmp_path: Path) -> None:
    session([f"s {tmp_path / 'other.json'}", "q"], tmp_path)
    assert (tmp_path / "other.json").exists()


def test_a_replay_walks_forth_and_back(tmp_path: Path) -> None:
    path = Table.new("embers", 2, 7, interpreted=True).play("take 1", "take 2").save(tmp_path / "game.json")
    typed, out = iter(["", "", "b", "0", "2", "q"]), io.StringIO()
    watch(path, "en", lambda prompt: next(typed), out)
    shown = out.getvalue()
    assert "Move 1 of 2 · Player 1: take 1" in shown
    assert "Move 2 of 2 · Player 2: take 2" in shown
    assert "That was the last move." in shown
