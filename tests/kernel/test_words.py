"""Words: three languages with the same keys and placeholders."""

from __future__ import annotations

from pathlib import Path

import pytest

import firstfire
from firstfire.errors import BadWords
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.game import Game
from firstfire.kernel.words import Words, compare_languages


def test_the_words_every_table_shares_are_whole() -> None:
    assert compare_languages(Path(firstfire.__file__).parent / "words") == []


def test_a_missing_or_different_word_is_found(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "one {x}"\nb = "two"\n')
    (tmp_path / "fr.toml").write_text('a = "un {y}"\nb = "deux"\n')
    (tmp_path / "nl.toml").write_text('a = "een {x}"\nc = " "\n')
    assert compare_languages(tmp_path) == [
        "fr: a has other placeholders than English",
        "nl has c, English has not",
        "nl lacks b",
    ]


def test_values_and_hidden_values(tiny: Game) -> None:
    words = tiny.words("fr")
    charm = Domain("charm", ("ash", "spark", "flame", "blaze"))
    assert words.value(charm, 2) == "flamme"
    assert words.value(charm, -1) == "un charme secret"
    assert words.value(NUMBER, 12) == "12"


def test_unknown_words_and_languages_are_refused(tiny: Game) -> None:
    with pytest.raises(BadWords, match="no such language"):
        tiny.words("xx")
    with pytest.raises(BadWords, match=r"action\.fly"):
        tiny.words("en").say("action.fly")


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text("= broken")
    with pytest.raises(BadWords, match=r"cannot read en\.toml"):
        Words.of(tmp_path, "en")
