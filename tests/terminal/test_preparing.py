"""Opponents get ready in a process of their own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.players import Greedy, player_named
from firstfire.terminal import preparing
from firstfire.terminal.page import TextPage
from firstfire.terminal.play import TerminalGame
from firstfire.terminal.preparing import Preparation
from firstfire.view import common_words

WORDS = common_words("en")


def test_only_players_that_search_compiled_rules_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hunter = player_named("hunter", "totem", 1)
    assert Preparation.of("totem", [None, hunter]) is None  # rules run as plain Python in these tests
    monkeypatch.delenv("FIRSTFIRE_INTERPRET")
    assert Preparation.of("totem", [None, Greedy(1, interpreted=True)]) is None
    made = Preparation.of("totem", [None, hunter])
    assert made is not None
    made.stop()
    assert made.done


def test_one_line_says_that_the_opponent_gets_ready_and_names_no_parts_of_the_rules() -> None:
    out = io.StringIO()
    preparation = Preparation("totem")
    preparation.wait(TextPage(out), WORDS)
    assert preparation.done
    assert " ".join(out.getvalue().split()) == WORDS.say("terminal.preparing")
    preparation.wait(TextPage(out), WORDS)
    assert out.getvalue().count("getting ready") == 1


def test_the_person_has_the_table_to_read_before_the_first_wait(tmp_path: Path) -> None:
    table = Table.new("totem", 2, 7, interpreted=True)  # the opponent places first
    assert table.player == 1
    out, pages = io.StringIO(), []

    def read(prompt: str) -> str:
        pages.append(out.getvalue())
        return "q"

    TerminalGame(
        table, [None, Greedy(1, interpreted=True)], file=tmp_path / "g.json", read=read, out=out,
        preparation=Preparation("totem"),
    ).run()  # fmt: skip
    assert 0 < pages[0].index("Hand of Player 1") < pages[0].index("getting ready")


class Compiler:
    """In place of the process: two words, then it ends."""

    def __init__(self) -> None:
        self.stdout, self.looks = io.StringIO("0/36\n7/36\n"), 4

    def poll(self) -> int | None:
        self.looks -= 1
        return None if self.looks else 0


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_whoever_watches_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.terminal.preparing.subprocess.Popen", lambda *_, **__: Compiler())
    monkeypatch.setattr(preparing, "quiet", lambda game: None)
    screen = Screen()
    Preparation("totem").wait(TextPage(screen), WORDS)
    assert "\r  7/36  0 s" in screen.getvalue()
