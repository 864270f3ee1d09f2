"""Lessons: a tutorial at a table of its own.

The table is a room like any other, with the learner on a chair and a bot's label on the others, but nothing of it is
stored, listed or counted: the learner's browser keeps how far it has come (the step, and what was played), and each
request plays the script again up to there. So a lesson outlives a reload, a restart and a month, needs no compiled
rules and costs nobody any memory. What the rivals do stands in the script; what the learner does is checked against
it, and refused in the same way as an illegal action, with the sentence of the step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import UnknownGame
from ...games import game as find_game
from ...tutorial import Tutorial, TutorialStep, has_tutorial, load
from ..protocol import requests
from ..protocol.json_text import to_json
from ..protocol.refusals import Refusal
from ..store.events import Event
from ..store.story import Setup, Story, begin_data
from .room import Room
from .traffic import Chosen, Enter, Refused, Say

LEARNER = "learner"  # the guest and the session at such a table
LEVEL = "child"  # what the rivals are called


class LessonStory(Story):
    """The story of a table that begins as a tutorial deals it."""

    def __init__(self, tutorial: Tutorial, name: str, language: str) -> None:
        game = tutorial.game
        setup = Setup(
            game.name, tutorial.players, tutorial.seed, dict(tutorial.options), language, listed=False, hints=False,
            undo=True, seeded=False, host=LEARNER, created=0, spectators=False, rules=begin_data(game),
        )  # fmt: skip
        super().__init__("lesson", setup, interpreted=True, game=game)
        self.tutorial = tutorial
        for seat, called in enumerate(tutorial.names(name)):
            if seat == tutorial.learner:
                self._happen("sit", seat=seat, guest=LEARNER, name=called)
            else:
                self._happen("bot", seat=seat, level=LEVEL, name=called, standin=False)
        self._happen("begin", **begin_data(game))

    def _happen(self, kind: str, **data: Any) -> None:
        self.fold(Event(self.count + 1, 0, kind, data))

    def _begin(self, event: Event) -> None:
        self.state = "playing"
        self.table = self.tutorial.table(self.names)
        for action in self.tutorial.before:
            self.act(action)

    def act(self, action: int) -> None:
        """An action of the script that nobody watches."""
        self._happen("act", seat=self.playing.player, action=action, spent=0)


class Lesson:
    """A learner's way through a tutorial, at some step."""

    def __init__(self, tutorial: Tutorial, name: str, language: str, at: int, played: Sequence[int]) -> None:
        self.tutorial, self.language = tutorial, language
        self.at, self.played = 0, list[int]()
        story = LessonStory(tutorial, name, language)
        for actions in self._caught_up(at, played):
            for action in actions:
                story.act(action)
        self.room = Room(story, now=0.0, wall=0.0, fresh=lambda: ("", 0))
        self.seen = self._told(Enter(LEARNER, LEARNER, name, language))

    @property
    def step(self) -> TutorialStep:
        """What is told now."""
        return self.tutorial.steps[self.at]

    def _caught_up(self, at: int, played: Sequence[int]) -> Iterator[Sequence[int]]:
        """What was played up to a step, as far as it fits the script (which may have been written anew since)."""
        for action in [*played, None] if at else ():
            while self.at < min(at, len(self.tutorial.steps) - 1) and not self.step.do:
                yield self.step.then
                self.at += 1
            if self.at >= at or action is None or action not in self.step.do:
                return
            yield (action, *self.step.then)
            self.played.append(action)
            self.at += 1

    def answer(self, request: requests.LessonRequest) -> list[bytes]:
        """What the learner is told after a request, message by message."""
        match request:
            case requests.Next():
                return self._next(request)
            case requests.Act():
                return self._act(request)
        return self._told(Say(LEARNER, request))

    def _next(self, request: requests.Next) -> list[bytes]:
        if self.step.do or self.at == len(self.tutorial.steps) - 1:
            return self._refused(request.id, self._instead())
        done = self.room.presence.sessions[LEARNER].message("done", to=request.id, version=self.room.story.version)
        return [done, *self._go_on(self.step.then)]

    def _act(self, request: requests.Act) -> list[bytes]:
        story = self.room.story
        legal = story.player == self.tutorial.learner and request.action in story.playing.numbers()
        if legal and request.action not in self.step.do:
            return self._refused(request.id, self._instead())
        version = story.version
        told = self._told(Say(LEARNER, request))
        if story.version == version:
            return told  # refused: a rule, or an old page
        self.played.append(request.action)
        return told + self._go_on(self.step.then)

    def _go_on(self, actions: Sequence[int]) -> list[bytes]:
        """The others play, and the next step begins."""
        told: list[bytes] = []
        for number, action in enumerate(actions):
            player, version = self.room.story.player, self.room.story.version
            assert player is not None
            if player == self.tutorial.learner:
                act = requests.Act(type="act", id=f"script {number}", version=version, action=action)
                told += self._told(Say(LEARNER, act))
            else:
                self.room.asked = (player, version)
                told += self._told(Chosen(player, version, action))
        self.at += 1
        return told

    def _instead(self) -> Refusal:
        """Not now: what to do instead."""
        said = self.tutorial.said(self.at, self.language)
        if not self.step.do:
            return Refusal("lesson_look")
        return Refusal("lesson", say=(lambda _: said["wrong"]) if said["wrong"] else None, task=said["task"])

    def _refused(self, to: str, refusal: Refusal) -> list[bytes]:
        return self._told(Refused(LEARNER, to, refusal))

    def _told(self, message: Enter | Say | Chosen | Refused) -> list[bytes]:
        out = self.room.handle(message, 0.0, 0.0)
        if out.refused is not None:
            raise out.refused
        return [body for session, body in out.mail if session == LEARNER]

    def page(self, messages: Sequence[bytes]) -> bytes:
        """The step with what brings the learner's table up to date."""
        said = self.tutorial.said(self.at, self.language)
        head = {
            "game": self.tutorial.game.name, "title": self.tutorial.game.words(self.language).say("game.title"),
            "at": self.at, "steps": len(self.tutorial.steps), "played": self.played, "wanted": list(self.step.do),
            "spot": list(self.step.spot), "says": said,
        }  # fmt: skip
        return to_json(head)[:-1] + b',"messages":[%s]}' % b",".join(messages)


def lesson_page(tutorial: Tutorial, name: str, language: str, wish: requests.LessonWish) -> bytes:
    """What a learner who is at some step sees, or is told after a request."""
    lesson = Lesson(tutorial, name, language, wish.at, wish.played)
    return lesson.page(lesson.seen if wish.request is None else lesson.answer(wish.request))


def tutorial_page(game: str, name: str, language: str, wish: requests.LessonWish) -> bytes:
    """The same, of a game by its name; refuses one that has no tutorial."""
    try:
        found = find_game(game)
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    if not has_tutorial(found):
        raise Refusal("no_tutorial")
    return lesson_page(load(found), name, language, wish)
