"""Tutorials: a first round or two of a game, told step by step on a set deal with rivals who follow a script.

A game that has one keeps it in `tutorial.toml` beside its components, with the words in
`tutorial/<language>.toml`. The script names actions by their texts and things on the table by the ids of the
scene; it is played on the real rules, and nothing in it is taken on trust: `load` plays every way through it.

    players = 2                      rivals = ["Tala"]          names of the other seats
    seed = 7                         or position = "…"          the deal (`Table.at`)
    learner = 0                                                 the seat of whoever learns
    before = ["place S4"]                                       what was played before the first step

    [[step]]
    key = "attack"                   its words: attack.title, .text, .task, and .wrong where another move is made
    spot = ["hand-0", "rival-2"]     what the light falls on: pieces, zones, or a part of the page (PARTS)
    do = ["attack S6 -> 2"]          what the learner does: any of these. Nothing: look, and go on
    then = ["discard H4"]            what is played afterwards, by whoever is to act

The guide that speaks beside a first game has its sentences among the game's words; the script says when and where:

    [[guide]]
    key = "3"                        the sentence: guide.3
    phases = ["action"]              it is told when the learner decides in one of these; none: whenever
    spot = ["zone{rival}"]           what it points at; {me} is the learner's seat, {rival} the next one
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from .errors import BadTutorial, FirstfireError
from .kernel.game import Game
from .kernel.presentation.languages import ENGLISH, language_of, languages_in
from .kernel.presentation.sections import sections
from .kernel.presentation.words import BoxWords, Words, compare_languages
from .table import Table

PARTS = ("@prompt",)  # of the page, where the light may fall too: the bar with the buttons
WORDS = ("title", "text", "task", "wrong")
NEEDED = ("title", "text")  # of every step; `task` where something is to be done
_TOP: Mapping[str, type] = {
    "players": int, "seed": int, "position": str, "options": dict, "learner": int, "rivals": list, "before": list,
    "step": list, "guide": list,
}  # fmt: skip
_TEXTS = ("do", "then", "before", "spot", "rivals", "phases")
_KINDS: Mapping[type, str] = {int: "a whole number", str: "a text", list: "a list", dict: "a table of names and values"}
_STEP: Mapping[str, type] = {"key": str, "spot": list, "do": list, "then": list}
_THOUGHT: Mapping[str, type] = {"key": str, "phases": list, "spot": list}


@dataclass(frozen=True)
class TutorialStep:
    """One thought: its words, where the light falls, what is to be done, what the others do then."""

    key: str
    spot: tuple[str, ...] = ()
    do: tuple[int, ...] = ()  # any of these actions; nothing: look
    then: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thought:
    """One sentence of the guide beside a first game: when it is told, and what it points at."""

    key: str
    phases: tuple[str, ...] = ()
    spot: tuple[str, ...] = ()

    def spots(self, me: int, seats: int) -> list[str]:
        """What it points at for a seat."""
        rival = (me + 1) % seats
        return [spot.replace("{me}", str(me)).replace("{rival}", str(rival)) for spot in self.spot]


@dataclass(frozen=True)
class Tutorial:
    """A script that can be played from its beginning to its end."""

    game: Game
    players: int
    seed: int
    position: str
    options: tuple[tuple[str, str], ...]
    learner: int
    rivals: tuple[str, ...]
    before: tuple[int, ...]
    steps: tuple[TutorialStep, ...]
    guide: tuple[Thought, ...] = ()

    def names(self, learner: str) -> list[str]:
        """What the seats are called; nobody is called like the learner."""
        rivals = iter(name if name != learner else f"{name} 2" for name in self.rivals)
        return [learner if seat == self.learner else next(rivals) for seat in range(self.players)]

    def table(self, names: Sequence[str]) -> Table:
        """The table as it is dealt."""
        return _dealt(self.game, self.players, self.seed, self.position, dict(self.options), names)

    def words(self, language: str) -> Words:
        """The words of the steps, with the numbers of the box."""
        return _words(self.game, language)

    def said(self, step: int, language: str) -> dict[str, str]:
        """What a step says; empty where it says nothing of a kind."""
        words, key = self.words(language), self.steps[step].key
        return {part: words.entries.get(f"{key}.{part}", "") for part in WORDS}


def has_tutorial(game: Game) -> bool:
    """Whether a game has one."""
    return _file(game).is_file()


@cache
def load(game: Game) -> Tutorial:
    """The tutorial of a game, played through on its rules; refuses one that cannot be played as it is told."""
    try:
        data = tomllib.loads(_file(game).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTutorial(f"cannot read the tutorial of {game.name}", [str(error)]) from None
    if problems := list(_misshapen(data)):
        raise BadTutorial(f"the tutorial of {game.name} is not of the shape that tutorial.py tells", problems)
    made = _made(game, data)
    problems = [*_unsaid(made), *_unplayable(made), *_misguided(made)]
    if problems:
        raise BadTutorial(f"the tutorial of {game.name} cannot be played", problems)
    return made


@cache
def guide_of(game: Game) -> Mapping[str, Thought]:
    """When and where the sentences of a game's guide are told, by their keys; nothing where no script says so."""
    if not has_tutorial(game):
        return {}
    with suppress(OSError, ValueError):
        data = tomllib.loads(_file(game).read_text(encoding="utf-8"))
        if not list(_misshapen(data)):
            return {each.key: each for each in _thoughts(data)}
    return {}


def problems(game: Game) -> list[str]:
    """Everything that is wrong with the tutorial of a game; nothing where it has none."""
    if not has_tutorial(game):
        return []
    try:
        load(game)
    except BadTutorial as bad:
        return list(bad.problems)
    return []


def ways(tutorial: Tutorial) -> Iterator[tuple[int, ...]]:
    """Every list of actions by which a learner can go through: one for each choice among several."""
    found: list[tuple[int, ...]] = [()]
    for step in tutorial.steps:
        if step.do:
            found = [(*way, action) for way in found for action in step.do]
    return iter(found)


# ── reading ────────────────────────────────────────────────────────────────────────────


def _file(game: Game) -> Path:
    return game.folder / "tutorial.toml"


@cache
def _words(game: Game, language: str) -> Words:
    name = None if game.presentation.name_value is None else partial(game.presentation.name_value, game.standard_box)
    folder = game.folder / "tutorial"
    known = language if language in languages_in(folder) else ENGLISH
    return BoxWords(Words.of(folder, known), game.standard_box, name)


def _misshapen(data: Mapping[str, Any]) -> Iterator[str]:
    yield from _wrong_fields("", data, _TOP)
    steps = data.get("step", ())
    if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
        yield "there is no [[step]]"
        return
    if steps[-1].get("do"):
        yield "the last step is a last word: nothing is done there"
    for number, step in enumerate(steps, 1):
        where = f"step {number}: "
        yield from _wrong_fields(where, step, _STEP)
        if not step.get("key"):
            yield f"{where}it needs a key, the name of its words"
    for number, thought in enumerate(data.get("guide", ()), 1):
        yield from _wrong_fields(f"guide {number}: ", thought, _THOUGHT)
        if not thought.get("key"):
            yield f"guide {number}: it needs a key, the name of its sentence"
    if ("seed" in data) == ("position" in data):
        yield "the deal is told by either seed or position"


def _wrong_fields(where: str, data: Mapping[str, Any], known: Mapping[str, type]) -> Iterator[str]:
    for name, value in data.items():
        if name not in known:
            yield f"{where}there is no {name!r}; there are: {', '.join(known)}"
        elif not isinstance(value, known[name]) or isinstance(value, bool):
            yield f"{where}{name} is {_KINDS[known[name]]}, not {value!r}"
        elif isinstance(value, list) and name in _TEXTS and not all(isinstance(each, str) for each in value):
            yield f"{where}{name} is a list of texts"


def _made(game: Game, data: Mapping[str, Any]) -> Tutorial:
    """The script with its actions by number."""
    players, learner = data.get("players", min(game.seats)), data.get("learner", 0)
    if not 0 <= learner < players:
        raise BadTutorial("nobody learns", [f"learner {learner}: seats are 0 to {players - 1}"])
    rivals = tuple(data.get("rivals", ()))
    if len(rivals) != players - 1:
        raise BadTutorial("somebody has no name", [f"{players - 1} rivals are needed, not {len(rivals)}"])
    seed, position, options = data.get("seed", 0), data.get("position", ""), data.get("options", {})
    try:
        table = _dealt(game, players, seed, position, options, None)
    except FirstfireError as error:
        raise BadTutorial(f"the deal of the tutorial of {game.name} cannot be laid", [str(error)]) from None
    if table.players != players:
        raise BadTutorial("the position is another table's", [f"players = {players}, there {table.players}"])
    lost: list[str] = []

    def numbers(where: str, texts: Sequence[str]) -> tuple[int, ...]:
        found = []
        for text in texts:
            try:
                found.append(table.number_of(text))
            except FirstfireError as error:
                lost.append(f"{where}: {error}")
        return tuple(found)

    before = numbers("before", data.get("before", ()))
    steps = tuple(
        TutorialStep(
            step["key"],
            tuple(step.get("spot", ())),
            numbers(f"step {number} ({step['key']}), do", step.get("do", ())),
            numbers(f"step {number} ({step['key']}), then", step.get("then", ())),
        )
        for number, step in enumerate(data["step"], 1)
    )
    if lost:
        raise BadTutorial(f"the tutorial of {game.name} names actions that there are not", lost)
    guide = tuple(_thoughts(data))
    return Tutorial(game, players, seed, position, tuple(options.items()), learner, rivals, before, steps, guide)


def _thoughts(data: Mapping[str, Any]) -> Iterator[Thought]:
    for thought in data.get("guide", ()):
        yield Thought(thought["key"], tuple(thought.get("phases", ())), tuple(thought.get("spot", ())))


def _dealt(
    game: Game, players: int, seed: int, position: str, options: Mapping[str, str], names: Sequence[str] | None
) -> Table:
    if position:
        return Table.at(game, position, names=names, interpreted=True)
    return Table.new(game, players, seed, options=options, names=names, interpreted=True)


# ── checking ───────────────────────────────────────────────────────────────────────────


def _unsaid(tutorial: Tutorial) -> Iterator[str]:
    """Words that are missing, or belong to no step."""
    folder = tutorial.game.folder / "tutorial"
    whole = [language for language in tutorial.game.languages if not language_of(language).partial]
    missing = [language for language in whole if language not in languages_in(folder)]
    yield from (f"tutorial/{language}.toml is not there" for language in missing)
    if missing:
        return
    yield from compare_languages(folder)
    keys = [step.key for step in tutorial.steps]
    yield from (f"the key {key} stands twice" for key in sorted({key for key in keys if keys.count(key) > 1}))
    english = tutorial.words("en")
    for step in tutorial.steps:
        needed = (*NEEDED, "task") if step.do else NEEDED
        yield from (f"{step.key}.{part} is not said" for part in needed if f"{step.key}.{part}" not in english)
    known = {f"{step.key}.{part}" for step in tutorial.steps for part in WORDS}
    yield from (f"{key} is said by no step" for key in english.entries if key not in known)
    for language in tutorial.game.languages:
        for key, text in tutorial.words(language).entries.items():
            if "{" in text:
                yield f"{language}: {key} has a hole that no box fills: {text[text.index('{') :][:30]}"


def _unplayable(tutorial: Tutorial) -> Iterator[str]:
    """What goes wrong on some way through the script, each thing once."""
    seen: set[str] = set()
    for way in ways(tutorial):
        for problem in _stumbles(tutorial, way):
            if problem not in seen:
                seen.add(problem)
                yield problem


def _stumbles(tutorial: Tutorial, way: Sequence[int]) -> Iterator[str]:
    table, actions = tutorial.table(tutorial.names("Learner")), iter(way)
    last = ""
    try:
        for action in tutorial.before:
            last = f"before: {tutorial.game.actions.text(action)}"
            table.play(action)
        for number, step in enumerate(tutorial.steps, 1):
            where = f"step {number} ({step.key})"
            yield from (f"{where}: {lost}" for lost in _unlit(tutorial, table, step))
            if step.do and table.player != tutorial.learner:
                yield f"{where}: seat {table.player} is to act, not the learner's"
                return
            refused = [action for action in step.do if action not in table.numbers()]
            for action in refused:
                last = f"{where}: {tutorial.game.actions.text(action)}"
                table.play(action)  # says why not
            for action in (*([next(actions)] if step.do else ()), *step.then):
                last = f"{where}: {tutorial.game.actions.text(action)}"
                table.play(action)
    except FirstfireError as error:
        yield f"{last}: {error}"


def _unlit(tutorial: Tutorial, table: Table, step: TutorialStep) -> Iterator[str]:
    """Things the light falls on that the learner does not see."""
    scene = table.view(tutorial.learner).scene("en")
    known = {zone.id for zone in scene.zones} | {piece.id for piece in scene.pieces} | set(PARTS)
    yield from (f"the light falls on {spot!r}, which is not on the table" for spot in step.spot if spot not in known)


def _misguided(tutorial: Tutorial) -> Iterator[str]:
    """Where the guide speaks of a sentence, a phase or a zone that there is not."""
    game = tutorial.game
    said = {section.id for section in sections(game.words("en"), "guide")}
    for me in range(tutorial.players):
        zones = {zone.id for zone in tutorial.table(tutorial.names("Learner")).view(me).scene("en").zones}
        for thought in tutorial.guide:
            where = f"guide {thought.key}"
            if not me and thought.key not in said:
                yield f"{where}: the words have no such sentence"
            if not me:
                lost = [phase for phase in thought.phases if phase not in game.phases]
                yield from (f"{where}: there is no phase {phase!r}" for phase in lost)
            lost = [spot for spot in thought.spots(me, tutorial.players) if spot not in zones]
            yield from (f"{where}: it points at {spot!r}, which is no zone of seat {me}'s table" for spot in lost)
