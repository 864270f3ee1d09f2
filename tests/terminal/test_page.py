"""Lines, letters and colours."""

from __future__ import annotations

import io
import sys

import pytest
from tools.check_language import SOURCES

from firstfire.kernel.presentation.words import bound
from firstfire.terminal import page
from firstfire.terminal.page import BOLD, TextPage


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bold_letters_only_where_they_are_understood_and_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen, pipe = Screen(), io.StringIO()
    TextPage(screen).say("hello", style=BOLD)
    TextPage(pipe).say("hello", style=BOLD)
    assert screen.getvalue() == "\x1b[1mhello\x1b[0m\n"
    assert pipe.getvalue() == "hello\n"
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
        quiet = Screen()
        TextPage(quiet).say("hello", style=BOLD)
        assert quiet.getvalue() == "hello\n"


def test_an_encoding_without_our_letters_gets_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"caf\xff\n"), encoding="ascii"))
    page.forgive_letters()
    sys.stdout.write("Nētā-Tanka · 3 × ☀ → “é” … 漢")
    sys.stdout.flush()
    assert raw.getvalue() == b'Neta-Tanka - 3 x o -> "e" ... ?'
    assert sys.stdin.readline() == "caf\ufffd\n"


def test_every_letter_of_our_words_has_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    page.forgive_letters()
    assert "„groß“, ‚wół‘: −1".encode("ascii", "firstfire") == b"\"gross\", 'wol': -1"
    places = ("languages/*.toml", "**/words/*.toml", "**/tutorial/*.toml", "**/book/*.md")
    texts = [path.read_text(encoding="utf-8") for place in places for path in SOURCES.glob(place)]
    letters = set("".join(texts)) - {"?"}
    assert [letter for letter in sorted(letters) if b"?" in letter.encode("ascii", "firstfire")] == []


@pytest.mark.parametrize("width", range(30, 60))
def test_no_line_begins_with_a_sign_or_ends_with_an_opening_quote(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = io.StringIO()
    text = "Il a dit « oui » : la partie est gardée ; défense de regarder ! Vraiment ? « Non », dit-il ; voilà : fin"
    TextPage(out).say(bound(text))
    lines = out.getvalue().splitlines()
    assert len(lines) > 1 and " ".join(lines) == text
    assert not [line for line in lines if line[0] in ":;!?»" or line[-1] == "«"]
