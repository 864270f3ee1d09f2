"""A played game says nothing in a language but words that stand in its files: no English is left over."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from firstfire import Table, game
from firstfire.games import names
from firstfire.kernel.presentation.languages import ENGLISH, LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.presentation.templates import Template, parsed, split_forms
from firstfire.kernel.presentation.words import common_words, missing_words

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
