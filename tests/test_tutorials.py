"""Every tutorial can be learned from: it is played to its end on the real rules, on every way through it; what it
lights is on the table of the learner, what it says exists in every language; a wrong script says what is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from firstfire import game
from firstfire.authoring.check_game import words_of
from firstfire.errors import BadTutorial
from firstfire.games import GAMES
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, LANGUAGES
from firstfire.kernel.presentation.sections import sections
from firstfire.tutorial import PARTS, guide_of, has_tutorial, load, problems, ways

TOLD = [name for name in GAMES if has_tutorial(game(name))]
LEAST, MOST = 12, 30  # steps: eight to twelve minutes
OF_ONE_MISTAKE = ("Do not", "Not that", "That is possible", "That would be", "That is a possible", "That comes")


@pytest.mark.parametrize("name", TOLD)
def test_a_tutorial_is_played_to_its_end_on_the_real_rules(name: str) -> None:
    """Played here once more, without the loader: every action is legal when it comes, and the learner acts where
    something is asked for."""
    tutorial = load(game(name))
    for way in ways(tutorial):
        table, mine = tutorial.table(tutorial.names("Lynx")), iter(way)
        table.play(*tutorial.before)
        for step in tutorial.steps:
            scene = table.view(tutorial.learner).scene("en")
            assert set(step.spot) <= {zone.id for zone in scene.zones} | {piece.id for piece in scene.pieces} | set(
                PARTS
            )
            if step.do:
                assert table.player == tutorial.learner
                assert set(step.do) < set(table.numbers()) or table.numbers() == list(step.do)
                table.play(next(mine))
            table.play(*step.then)
        assert next(mine, None) is None


@pytest.mark.parametrize("name", TOLD)
def test_a_tutorial_is_told_whole_in_every_language(name: str) -> None:
    tutorial = load(game(name))
    assert LEAST <= len(tutorial.steps) <= MOST
    assert not tutorial.steps[-1].do  # it ends with a word, and the first game
    for language in LANGUAGES:
        for number, step in enumerate(tutorial.steps):
            said = tutorial.said(number, language)
            assert said["title"] and said["text"]
            assert bool(said["task"]) == bool(said["wrong"]) == bool(step.do), f"{language}: {step.key}"
    english, others = tutorial.words("en").entries, [tutorial.words(each).entries for each in COMPLETE_LANGUAGES[1:]]
    for other in others:
        assert not [key for key, text in english.items() if other[key] == text and key.endswith("text")]


@pytest.mark.parametrize("name", TOLD)
def test_a_note_fits_whatever_was_clicked(name: str) -> None:
    """It is said after any click that is not asked for: somebody who looked at an animal did not end the turn."""
    tutorial = load(game(name))
    notes = {step.key: tutorial.said(number, "en")["wrong"] for number, step in enumerate(tutorial.steps)}
    assert not {key: note for key, note in notes.items() if note.startswith(OF_ONE_MISTAKE)}


@pytest.mark.parametrize("name", TOLD)
def test_a_tutorial_names_no_card_that_is_hidden_from_the_learner(name: str) -> None:
    """What it says is the same whatever lies hidden: words have holes for the box only, never for the table."""
    tutorial = load(game(name))
    for language in LANGUAGES:
        assert not [text for text in tutorial.words(language).entries.values() if "{" in text]


@pytest.mark.parametrize("name", TOLD)
def test_every_thought_of_the_guide_has_its_time_and_most_point_at_something(name: str) -> None:
    """The loader has proved that phases and zones are there, for every seat."""
    guide = load(game(name)).guide
    said = [section.id for section in sections(game(name).words("en"), "guide")]
    assert [thought.key for thought in guide] == said == list(guide_of(game(name)))
    assert all(thought.phases for thought in guide)
    assert sum(bool(thought.spot) for thought in guide) >= len(guide) - 2


def test_the_guide_names_its_seats() -> None:
    assert guide_of(game("totem"))["3"].spots(1, 2) == ["hand1", "zone0"]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Game]:
    """Totem with another script: `written(old="new")` replaces texts of its tutorial."""

    def made(*changes: tuple[str, str], without: str = "") -> Game:
        folder = tmp_path / f"game{len(list(tmp_path.iterdir()))}"
        shutil.copytree(game("totem").folder, folder, ignore=shutil.ignore_patterns("__pycache__", "*.net"))
        script = folder / "tutorial.toml"
        text = script.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        script.write_text(text, encoding="utf-8")
        if without:
            (folder / "tutorial" / without).unlink()
        return replace(game("totem"), folder=folder)

    return made


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('do = ["place N12a"]', 'do = ["place N99"]'), "step 3 (guard), do"),
        (('do = ["place N12a"]', 'do = ["place N13a"]'), "step 3 (guard): place N13a"),
        (('spot = ["card-H3"]', 'spot = ["card-H4"]'), "the light falls on 'card-H4'"),
        (('then = ["place N12c",', 'then = ["place N13c",'), "step 6 (eye): place N13c"),
        (('key = "turn"', 'key = "tour"'), "tour.title is not said"),
        (('key = "turn"', 'key = "aim"'), "the key aim stands twice"),
        (('key = "turn"', 'kay = "turn"'), "there is no 'kay'"),
        (("players = 2", 'players = "two"'), "players is a whole number, not 'two'"),
        (("players = 2", "players = 2\nseed = 4"), "either seed or position"),
        (('rivals = ["Tala"]', "rivals = []"), "1 rivals are needed, not 0"),
        (("players = 2", "players = 2\nlearner = 2"), "learner 2: seats are 0 to 1"),
        (("hand=[N12a ", "hand=[N12c "), "each card exactly once"),
        (("[[step]]", "[[step"), "line"),
        (('key = "end"', 'key = "end"\ndo = ["pass"]'), "the last step is a last word"),
        (('spot = ["hand{me}"]', 'spot = ["fist{me}"]'), "guide 1: it points at 'fist1', which is no zone"),
        (('phases = ["setup"]', 'phases = ["setting"]'), "guide 1: there is no phase 'setting'"),
        (('phases = ["setup"]', "phases = 1"), "guide 1: phases is a list, not 1"),
        (('key = "8"', 'key = "9"'), "guide 9: the words have no such sentence"),
    ],
)
def test_a_script_that_cannot_be_played_says_what_is_wrong(
    written: Callable[..., Game], change: tuple[str, str], said: str
) -> None:
    with pytest.raises(BadTutorial) as caught:
        load(wrong := written(change))
    assert said in str(caught.value)
    assert any(said in problem for problem in problems(wrong))


def test_a_tutorial_without_one_of_its_languages_is_refused(written: Callable[..., Game]) -> None:
    with pytest.raises(BadTutorial, match=r"tutorial/nl\.toml is not there"):
        load(written(without="nl.toml"))


def test_firstfire_check_looks_at_the_tutorial(written: Callable[..., Game]) -> None:
    def found(checked: Game) -> list[str]:
        return dict(words_of(checked))["the tutorial can be played"]()

    assert found(game("totem")) == []
    assert "'dock'" in found(written(('spot = ["card-E7", "deck"]', 'spot = ["dock"]')))[0]
