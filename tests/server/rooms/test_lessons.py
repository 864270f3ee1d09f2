"""Tutorials at the table: played to their end by messages, wrong moves refused kindly, taken up again anywhere."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.test_tutorials import TOLD

from firstfire import game
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.server.protocol import models
from firstfire.server.protocol.messages import LessonPage
from firstfire.server.rooms.lessons import lesson_page
from firstfire.tutorial import Tutorial, load

Page = dict[str, Any]


def asked(tutorial: Tutorial, page: Page | None, request: dict[str, Any] | None = None, language: str = "en") -> Page:
    """What a learner who is at a page gets; as it is documented."""
    progress = {"at": page["at"], "played": page["played"]} if page else {}
    wish = TypeAdapter(models.LessonWish).validate_python(
        progress | ({"request": {"id": "1", **request}} if request else {})
    )
    found: Page = json.loads(lesson_page(tutorial, "Lynx", language, wish))
    LessonPage.model_validate(found)
    return found


def version_of(page: Page) -> int:
    return int(page["messages"][-1]["version"])


def done(tutorial: Tutorial, page: Page, language: str = "en") -> Page:
    """The next page, after doing what this one asks for."""
    if not page["wanted"]:
        return asked(tutorial, page, {"type": "next"}, language)
    act = {"type": "act", "action": page["wanted"][0], "version": version_of(page)}
    return asked(tutorial, page, act, language)


def scene_of(page: Page) -> dict[str, Any]:
    """The table of a learner who opens a page."""
    found: dict[str, Any] = page["messages"][-1]["scene"]
    return found


# The shortest lesson of the quick tests; `make test` does them all.
@pytest.mark.parametrize(
    "name", [name if name == "totem" else pytest.param(name, marks=pytest.mark.slow) for name in TOLD]
)
def test_a_lesson_goes_on_by_doing_refuses_other_moves_and_can_be_taken_up_again_at_every_step(name: str) -> None:
    tutorial = load(game(name))
    page = here = asked(tutorial, None)
    for at in range(len(tutorial.steps) - 1):
        assert page["at"] == at
        refuses_another_move(tutorial, page, here, LANGUAGES[at % len(LANGUAGES)])
        told = done(tutorial, page)
        here = asked(tutorial, told)  # as after a reload
        assert all(told[part] == here[part] for part in ("at", "played", "says", "spot", "wanted"))
        assert version_of(told) == version_of(here)
        shown = {thing["id"] for thing in (*scene_of(here)["zones"], *scene_of(here)["pieces"])}
        assert {spot for spot in here["spot"] if not spot.startswith("@")} <= shown
        assert set(here["wanted"]) <= {choice["action"] for choice in scene_of(here)["choices"]}
        page = told
    assert page["at"] == page["steps"] - 1
    assert asked(tutorial, page, {"type": "next"})["at"] == page["at"]  # there is nothing after the end


def refuses_another_move(tutorial: Tutorial, page: Page, here: Page, language: str) -> None:
    """A legal move that the step does not ask for is refused with what to do, and nothing happens."""
    others = [choice["action"] for choice in scene_of(here)["choices"] if choice["action"] not in page["wanted"]]
    if not others:
        return
    told = asked(tutorial, page, {"type": "act", "action": others[0], "version": version_of(page)}, language)
    (refused,) = told["messages"]
    assert refused["type"] == "refused"
    if page["wanted"]:
        assert refused["sentence"] == tutorial.said(page["at"], language)["wrong"]
    else:
        assert refused["code"] == "lesson_look"
    assert (told["at"], told["played"]) == (page["at"], page["played"])


def test_a_move_that_is_not_legal_is_refused_with_its_rule() -> None:
    tutorial = load(game("totem"))
    page = asked(tutorial, None)
    while not page["wanted"]:
        page = done(tutorial, page)
    wrong = game("totem").actions.number("place N13a")
    told = asked(tutorial, page, {"type": "act", "action": wrong, "version": 0})
    (refused,) = told["messages"]
    assert (refused["code"], refused["sentence"]) == ("illegal", "Totem 13 is not in your hand.")


def test_a_click_on_what_is_not_asked_for_is_explained_by_the_rules() -> None:
    tutorial = load(game("totem"))
    page = asked(tutorial, None)
    while page["says"]["title"] != "The Sword takes a friend along":
        page = done(tutorial, page)
    why = asked(tutorial, page, {"type": "why", "version": version_of(page), "paths": [["card-P8", "card-N11a"]]})
    (answer,) = why["messages"]
    assert answer["reasons"][0]["rule"] == "TT-K4"


def test_reading_must_not_be_skipped_by_asking_for_the_next_step() -> None:
    tutorial = load(game("totem"))
    page = asked(tutorial, None)
    while not page["wanted"]:
        page = done(tutorial, page)
    told = asked(tutorial, page, {"type": "next"})
    assert told["messages"][0]["type"] == "refused"
    assert told["at"] == page["at"]


@pytest.mark.parametrize(
    "progress", [{"at": 900, "played": []}, {"at": 9, "played": [1, 2, 3]}, {"at": 3, "played": []}]
)
def test_progress_that_does_not_fit_the_script_goes_as_far_as_it_fits(progress: dict[str, Any]) -> None:
    tutorial = load(game("totem"))
    found = json.loads(lesson_page(tutorial, "Lynx", "en", TypeAdapter(models.LessonWish).validate_python(progress)))
    assert (found["at"], found["played"]) == (2, [])  # the first step that asks for something


def test_one_step_back_takes_back_what_was_played_there() -> None:
    tutorial = load(game("totem"))
    page = asked(tutorial, None)
    for _ in range(8):
        page = done(tutorial, page)
    back = asked(tutorial, {**page, "at": 7})
    assert (back["at"], back["played"]) == (7, page["played"][:4])


def test_what_is_hidden_from_the_learner_is_in_no_message() -> None:
    """Two deals that differ only in cards nobody turns up: the same bytes, step by step."""
    tutorial = load(game("totem"))
    twin = replace(tutorial, position=tutorial.position.replace("deck=[S1 S2", "deck=[S2 S1"))
    assert twin != tutorial
    page, other = asked(tutorial, None), asked(twin, None)
    for _ in range(len(tutorial.steps) - 1):
        assert page == other
        page, other = done(tutorial, page), done(twin, other)


def test_a_learner_who_is_called_like_a_rival_is_told_apart() -> None:
    tutorial = load(game("totem"))
    assert len(set(tutorial.names("Tala"))) == tutorial.players
