"""Checkers of what is written: words, sentences and rulebook of a game, in every language.

As in `checkers`, each returns the problems it found as sentences; none of these plays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial

from ...errors import BadWords
from ..game import Game
from ..presentation.templates import placeholders
from ..presentation.why_not import Reason
from ..presentation.words import Words, compare_languages
from ..records.domain import NUMBER, Domain
from ..rules.notes import HIDDEN, NOBODY
from ..viewer.sentences import LogNote, Names, action_sentence, note_sentence, question
from .books import book_problems


def words_are_whole(game: Game) -> list[str]:
    """Every word in every language, with the placeholders its sentence can fill."""
    problems = compare_languages(game.folder / "words")
    words = game.words("en")
    needed: dict[str, set[str] | None] = {f"game.{key}": None for key in ("title", "pitch", "length")}
    needed |= {f"action.{block.name}": set(block.parameters) for block in game.actions.blocks}
    needed |= {f"note.{kind.name}": {"seat", *kind.arguments()} for kind in game.notes.kinds if not kind.silent}
    needed |= {f"phase.{phase}": {"seat"} for phase in game.phases}
    needed |= {f"ending.{ending}": None for ending in game.endings}
    needed |= {f"option.{option.name}": None for option in game.options}
    needed |= {f"option_value.{o.name}_{value}": None for o in game.options for value in o.values}
    domains = [domain for block in game.actions.blocks for domain in block.parameters.values()]
    domains += [domain for kind in game.notes.kinds for domain in kind.arguments().values()]
    for language in game.languages:
        for domain in dict.fromkeys(domains):
            named = [game.words(language).value(domain, index) for index in range(len(domain))]
            problems += [f"{language}: a {domain.name} has an empty name" for name in named if not name.strip()]
    for key, allowed in needed.items():
        if key not in words:
            problems.append(f"no word for {key}")
        elif allowed is not None and (strange := placeholders(words.entries[key]) - allowed):
            problems.append(f"{key} uses {', '.join(sorted(strange))}, which nothing fills")
    return problems


def book_is_sound(game: Game) -> list[str]:
    """The rulebook tells the same in every language: chapters, ids, numbers of the box; its links lead somewhere, its
    phases and positions exist. Nothing where the game has no book."""
    return book_problems(game)


def refusals_cite_the_book(game: Game) -> list[str]:
    """Every rule that a refusal names in the game's sources (`Reason("too_many", "EM-1")`) is told by its book, and
    every refusal has its sentence. Nothing about rules where the game has no book."""
    book, words = game.book("en"), game.words("en")
    problems = []
    for file in sorted(game.folder.rglob("*.py")):
        for line, key, id in _reasons_in(file.read_text(encoding="utf-8")):
            where = f"{file.relative_to(game.folder.parent).as_posix()}, line {line}"
            if key and f"why.{key}" not in words:
                problems.append(f"{where}: the refusal {key!r} has no sentence (why.{key} in words/en.toml)")
            if id and book is not None and book.rule(id) is None:
                near = book.near(id)
                meant = f"; is {near[0]} meant?" if near else ""
                problems.append(
                    f"{where}: the refusal {key!r} names the rule {id}, which the book does not tell{meant}"
                )
    return problems


def _reasons_in(source: str) -> Iterator[tuple[int, str, str]]:
    """Every `Reason("key", "rule")` that is written out in a file: line, key, rule (empty where it is worked out)."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == Reason.__name__:
            named = {word.arg: word.value for word in call.keywords}
            given = [*call.args[:2], *(named[name] for name in ("key", "rule")[len(call.args) :] if name in named)]
            texts = [part.value if isinstance(part, ast.Constant) else "" for part in given]
            key, id, *_ = [*(text if isinstance(text, str) else "" for text in texts), "", ""]
            yield call.lineno, key, id


def sentences_are_whole(game: Game) -> list[str]:
    """Every sentence about an action, a note or a question can be said in every language: to the player it is about,
    to another and to a spectator. It is tried with the numbers 0, 1 and 2 and with hidden things. No brace or bar is
    left."""
    problems = []
    for language in game.languages:
        words = game.words(language)
        for reader in (0, 1, NOBODY):
            for name, say in _sayings(game, words, Names("ABCDEF", reader)):
                try:
                    said = say()
                except (BadWords, LookupError, ValueError) as error:
                    problems.append(f"{language}, {name} cannot be said: {error!r}")
                    continue
                if said is not None and (not said.strip() or any(mark in said for mark in "{}|")):
                    problems.append(f"{language}, {name}: {said!r}")
    return sorted(set(problems))


def _sayings(game: Game, words: Words, names: Names) -> Iterator[tuple[str, Callable[[], str | None]]]:
    for phase in game.phases:
        yield f"phase.{phase}", partial(question, words, f"phase.{phase}", 0, names)
    for block in game.actions.blocks:
        first = game.actions.first(block.name)
        for offset in {*range(min(block.size, 8)), block.size // 2, block.size - 1}:
            yield f"action.{block.name}", partial(action_sentence, game, words, first + offset, names)
    for number, kind in enumerate(game.notes.kinds, 1):
        for turn in range(4):
            values = {letter: _example(domain, words, turn) for letter, domain in kind.arguments().items()}
            note = LogNote(number, 0, NOBODY, *(values.get(letter, 0) for letter in "abcd"))
            yield f"note.{kind.name}", partial(note_sentence, game, words, note, names)


def _example(domain: Domain, words: Words, turn: int) -> int:
    """A value for a sentence: 0, 1, 2 in turn, at last one that is hidden, where there are words for that."""
    if turn == 3 and f"hidden.{domain.name}" in words:
        return HIDDEN
    return turn if domain is NUMBER else min(turn, len(domain) - 1)
