"""A played game says no word that its language does not have: no English is left over, nor in the files."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from tools import spelling
from tools.check_language import CLIENTS, client_words

from firstfire import Table, game
from firstfire.games import names
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH, FOLDER, LANGUAGES, language_of
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.presentation.templates import Template, parsed, split_forms
from firstfire.kernel.presentation.words import common_words, missing_words, own_entries
from firstfire.tutorial import has_tutorial, load

ROOT = Path(__file__).parents[1]
WORD = re.compile(r"[^\W\d_]{2,}")
STEPS = 400  # of a game; it is read every few
READ_EVERY = 20


def translations(name: str) -> list[str]:
    """The languages into which all words of a game are translated."""
    folder = game(name).folder / "words"
    there = [language for language in LANGUAGES if language != ENGLISH and (folder / f"{language}.toml").is_file()]
    return [language for language in there if not missing_words(folder, language)]


@cache
def vocabulary(name: str, language: str) -> frozenset[str]:
    """Every word that a game's files and those of all games have in a language, in small letters."""
    texts = [*common_words(language).entries.values(), *game(name).words(language).entries.values()]
    return frozenset(word for text in texts for part in literals(text) for word in words_of(part))


def literals(text: str) -> Iterator[str]:
    """What a template says by itself, in all its forms."""
    for form in split_forms(text):
        yield from _said(parsed(form))


def _said(template: Template) -> Iterator[str]:
    for part in template:
        if isinstance(part, str):
            yield part
        else:
            for form in part.forms.values():
                yield from _said(form)


def words_of(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def said(scene: Scene) -> Iterator[str]:
    """Everything a person reads of a scene."""
    yield from (scene.ending, scene.prompt.sentence, scene.prompt.step)
    for zone in scene.zones:
        yield from (zone.label, zone.tip, *zone.signs, *(link[2] for link in zone.links))
    for piece in [*scene.pieces, *(piece for listing in scene.lists for piece in listing.pieces)]:
        yield from (piece.label, piece.tip, *piece.badges)
    yield from (look.alt for look in scene.looks)
    yield from (counter.label for counter in scene.counters)
    yield from (listing.label for listing in scene.lists)
    yield from (choice.sentence for choice in scene.choices)
    yield from (chain.sentence for chain in scene.chains)


def played(name: str) -> Iterator[Table]:
    """A table every few steps of a game at random, and at its end."""
    table = Table.new(name, min(game(name).seats, key=lambda count: (count == 1, count)), 11)
    chance = random.Random(11)
    for step in range(STEPS):
        if table.over:
            break
        if step % READ_EVERY == 0:
            yield table
        table.play(chance.choice(table.numbers()))
    yield table


@pytest.mark.parametrize("name", names())
def test_a_played_game_says_no_word_that_its_language_does_not_have(name: str) -> None:
    languages = translations(name)
    strange: dict[str, dict[str, str]] = {language: {} for language in languages}

    def look_for_strange(sentences: Iterable[str], language: str) -> None:
        for sentence in sentences:
            strange[language] |= dict.fromkeys(words_of(sentence) - vocabulary(name, language), sentence)

    for table in played(name):
        for language in languages:
            look_for_strange(said(table.view(table.player or 0).scene(language)), language)
    for language in languages:
        look_for_strange((line for lines in table.view(0).log(language) for line in lines), language)
    assert strange == {language: {} for language in languages}
    assert len(languages) >= 2


ENGLISH_ONLY = {"the", "and", "with", "your", "you", "from", "this", "that", "have", "they", "which", "these", "their"}


def english_in(language: str) -> dict[str, str]:
    """Words that only English has, in what people read in another language: games, tutorials, books, client, server,
    messages, playtest; each with its place."""
    said = ((word.lower(), where) for where, text in spelling.texts(language) for word in spelling.words_of(text))
    return {word: where for word, where in said if word in ENGLISH_ONLY}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_no_file_of_a_language_has_english_in_it(language: str) -> None:
    assert english_in(language) == {}
    assert english_in(ENGLISH).keys() >= ENGLISH_ONLY


def entries_of(language: str) -> dict[tuple[str, str], str]:
    """The sentences of a language, by file and key."""
    folders = [path.parent for path in (ROOT / "src" / "firstfire").rglob(f"{ENGLISH}.toml") if path.parent != FOLDER]
    found = {
        (str(folder.relative_to(ROOT)), key): text
        for folder in folders
        if (folder / f"{language}.toml").is_file()
        for key, text in own_entries(folder, language).items()
    }
    for folder in CLIENTS:
        own = client_words(folder / f"{language}.ts")
        found |= {(str(folder.relative_to(ROOT)), key): text for key, text in own.items()}
    return found


@pytest.mark.parametrize("language", [language for language in COMPLETE_LANGUAGES if language != ENGLISH])
def test_no_sentence_was_copied_from_english(language: str) -> None:
    english, hole = entries_of(ENGLISH), re.compile(r"\{[^{}]*\}")
    same = {place: text for place, text in entries_of(language).items() if english.get(place) == text}
    assert len(english) > 3000
    assert {place: text for place, text in same.items() if len(words_of(hole.sub("", text))) > 2} == {}


CODE = re.compile(r"\b[A-Za-z]\d+\b")  # S2, d5


@pytest.mark.parametrize("name", [name for name in names() if has_tutorial(game(name))])
@pytest.mark.parametrize("language", [language for language in COMPLETE_LANGUAGES if language != ENGLISH])
def test_what_a_tutorial_names_is_written_on_the_table(name: str, language: str) -> None:
    """What stands in quotation marks are words of the game, the table or the client; a code stands on a piece."""
    tutorial = load(game(name))
    known = {
        word for place, text in entries_of(language).items() if "tutorial" not in place[0] for word in words_of(text)
    }
    table = tutorial.table(tutorial.names("Lynx"))
    table.play(*tutorial.before)
    scene = table.view(tutorial.learner).scene(language)
    written = {look.letter for look in scene.looks} | {piece.label for piece in scene.pieces}
    written |= set(CODE.findall(" ".join(said(scene))))
    named: set[str] = set()
    opening, closing = [mark.strip() or "‘’"[at] for at, mark in enumerate(language_of(language).outer)]
    for step in range(len(tutorial.steps)):
        text = " ".join(str(said) for said in tutorial.said(step, language).values() if said)
        quoted = re.findall(f"{opening}([^{closing}]*){closing}", text)
        assert [one for one in quoted if not words_of(one) <= known] == []
        named |= set(CODE.findall(text))
    assert named <= written
    assert named or name != "doggerland"  # its tiles have codes
