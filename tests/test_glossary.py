"""A thing is called by one word: in the sentences, the tutorial and the rulebook of a game, and in the program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tools.check_language import CLIENTS, SOURCES, client_words

from firstfire import game
from firstfire.games import names
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.words import own_entries

HOLE = re.compile(r"\{[^{}|]*\}")  # what a sentence does not say itself
PROGRAM = "program"
GLOSSARY = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))
CASES = [(name, language) for name, languages in GLOSSARY.items() for language in languages]


def texts(name: str, language: str) -> dict[str, str]:
    """All that a game or the program says in a language, in small letters, by where it stands."""
    found = program_texts(language) if name == PROGRAM else game_texts(name, language)
    return {where: HOLE.sub("…", text) for where, text in found.items()}


def program_texts(language: str) -> dict[str, str]:
    """The words of the terminal, the server, the playtests and the browser."""
    found = {
        f"{part or 'terminal'}: {key}": text.lower()
        for part in ("", "server", "lab/playtest")
        for key, text in own_entries(SOURCES / part / "words", language).items()
    }
    for folder in CLIENTS:
        found |= {f"browser: {key}": text.lower() for key, text in client_words(folder / f"{language}.ts").items()}
    return found


def game_texts(name: str, language: str) -> dict[str, str]:
    """The words, the tutorial and the book of a game."""
    folder = game(name).folder
    found = {
        f"{part}: {key}": text.lower()
        for part in ("words", "tutorial")
        if (folder / part / f"{language}.toml").exists()  # of a partial language it may be missing
        for key, text in own_entries(folder / part, language).items()
    }
    book = folder / "book" / f"{language}.md"
    lines = book.read_text(encoding="utf-8").lower().splitlines() if book.exists() else []
    return found | {f"book, line {number}": line for number, line in enumerate(lines, 1)}


def test_every_game_has_a_glossary_in_every_complete_language() -> None:
    ours = [name for name in names() if name != "embers"]  # an example: too few words to need one
    assert {(name, language) for name in ours for language in COMPLETE_LANGUAGES} <= set(CASES)


@pytest.mark.parametrize(("name", "language"), CASES)
def test_a_thing_has_one_word(name: str, language: str) -> None:
    said = texts(name, language)
    strange = [
        f"{where} should say {word!r}: {text}"
        for word, others in GLOSSARY[name][language].items()
        for other in others
        for where, text in said.items()
        if re.search(other, text)
    ]
    assert strange == []
    unused = [word for word in GLOSSARY[name][language] if not any(word in text for text in said.values())]
    assert unused == []
