"""`firstfire rules`: a rule by its id, a chapter by its key, number or title, a search; wrong words get close ones."""

from __future__ import annotations

import pytest

import embers
from firstfire.cli import main
from firstfire.games import add_game


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    add_game(embers.GAME)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_a_rule_is_found_by_its_id_alone_with_its_source_and_what_explains_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = said(capsys, "EM-6")
    assert text.startswith("EM-6 · Set-up\nCharms. Shuffle the four charms")
    assert "Source: the rules of this game." in text
    assert "R1 · Rulings\nCharms of burnt players." in text
    assert said(capsys, "em-6", "--lang", "fr").startswith("EM-6 · Mise en place\nLes charmes.")


def test_chapters_are_listed_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  3. Your turn (turn)" in said(capsys, "embers")
    chapter = said(capsys, "embers", "turn")
    assert chapter.startswith("Your turn\n\nTake. Take at least one ember and at most 3.")
    assert chapter == said(capsys, "embers", "3") == said(capsys, "embers", "Your t")
    assert "Je beurt" in said(capsys, "embers", "turn", "--lang", "nl")
    assert "embers       Embers         EM-…" in said(capsys)


def test_words_are_searched_in_a_book_or_in_all(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "embers", "--search", "burnt")
    assert text.index("EM-3 · Embers, The end") < text.index("aim · Embers, Aim")
    assert "found for “burnt”" in text
    assert "EM-3 · Embers" in said(capsys, "--search", "last ember burnt")
    assert "0 found" in said(capsys, "embers", "--search", "dragon")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["EM-" + "66"], "Similar: EM-6"),
        (["embers", "rullings"], "Similar: rulings"),
        (["R1"], "firstfire rules "),
        (["xyzzy"], "embers (EM-…)"),
        (["xyzzy", "EM-1"], "there is no game called 'xyzzy'"),
    ],
)
def test_wrong_words_get_close_ones(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert main(["rules", *words]) == 2
    assert told in capsys.readouterr().err
