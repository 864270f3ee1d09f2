"""Why an action is advised, in the game's words.

    for reason in tell_reasons(table.view(0), hints(table)[0], "en"): print(reason.sentence)

What it gains and costs by the end of the turn is read off the table, drawn as it is and as it will be; what it does for
certain and what chance may bring are the notes the log would get; what it prevents and what to reckon with are the
rival's answers in the search's lines. All of it comes from the record the seat may know, and from worlds sampled from
that: two deals the seat cannot tell apart give the same reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..kernel.engines.engine import Engine, engine_for
from ..kernel.presentation.words import Words, common_words, within_quotes
from ..kernel.records.record import copy_of
from ..kernel.rules.notes import HIDDEN, NOBODY
from ..kernel.viewer.drawing import draw_table
from ..kernel.viewer.foresight import ForeseenChange, changes, consequences, poured
from ..kernel.viewer.sentences import LogNote, action_sentence, called, note_sentence
from ..view import View
from .analysis import Hint
from .lines import ChanceLine, Reply

WORLDS = 3  # in which the end of the turn is looked at
LINES = 2  # of what happens for certain, where no number changes
THINGS = 4  # numbers named at once


class ReasonText(NamedTuple):
    """One reason: its kind (gain, cost, takes, sure, next, prevents, risk, hope) and its sentence."""

    kind: str
    sentence: str


def tell_reasons(view: View, hint: Hint, language: str = "en", engine: Engine | None = None) -> list[ReasonText]:
    """Why a seat should do what a hint says: what it gains, what it prevents, what it risks."""
    speaker = _Speaker(view, language, engine or engine_for(view.game))
    ahead = hint.ahead
    told = [
        *speaker.gains(hint.action.number, ahead.own), *speaker.chances(ahead.chances, good=True),
        *speaker.plan(ahead.following), *speaker.of_rival("prevents", ahead.prevents),
        *speaker.chances(ahead.chances, good=False), *speaker.of_rival("risk", ahead.reply),
    ]  # fmt: skip
    return list({each.sentence: each for each in told or speaker.certain(hint.action.number)}.values())


def new_reasons(view: View, hint: Hint, language: str, engine: Engine) -> list[str]:
    """The same for those who have read what the action does: only what it gains, prevents, risks."""
    return [reason.sentence for reason in tell_reasons(view, hint, language, engine) if reason.kind != "sure"]


class _Speaker:
    """Speaks about one view in one language."""

    def __init__(self, view: View, language: str, engine: Engine) -> None:
        self.view, self.engine = view, engine
        self.common: Words = common_words(language)
        self.words, self.names = view.game.words(language, view.box), view.names(language)
        self.me = called(self.names, view.seat)

    def gains(self, action: int, own: Sequence[int]) -> list[ReasonText]:
        """What the numbers of seats will be by the end of the turn; where none changes, what happens for certain."""
        found, steps = self._by_then([action, *own])
        when = "turn" if steps > 1 else "now"
        mine = [change for change in found if change.seat == self.view.seat]
        told = [
            *self._numbers(f"gain_{when}", [change for change in mine if (change.by > 0) is not _harms(change)]),
            *self._numbers("cost", [change for change in mine if (change.by > 0) is _harms(change)]),
        ]
        if steps == 1:
            for seat in range(self.view.state.seats):
                if seat != self.view.seat:
                    lost = [each for each in found if each.seat == seat and each.by < 0 and not _harms(each)]
                    told += self._numbers("takes", lost, seat)
        return told or self.certain(action)[1:]

    def plan(self, following: int | None) -> list[ReasonText]:
        """How the turn goes on."""
        return [] if following is None else [ReasonText("next", self._say("next", move=self._move(following)))]

    def of_rival(self, kind: str, reply: Reply | None) -> list[ReasonText]:
        """What a rival can do, or cannot any more."""
        if reply is None:
            return []
        sentence = self._say(kind, rival=called(self.names, reply.seat), move=self._move(reply.action))
        return [ReasonText(kind, sentence)]

    def chances(self, chances: Sequence[ChanceLine], *, good: bool) -> list[ReasonText]:
        """What chance may bring, for good or for ill."""
        kind, told = ("hope" if good else "risk"), []
        for chance in chances:
            if (chance.by > 0) is good and (sentence := self._note(chance.note)):
                said = self._say("chance", percent=round(20 * chance.share) * 5, what=sentence)
                told.append(ReasonText(kind, said))
        return told

    def certain(self, action: int) -> list[ReasonText]:
        """What the log would get about the mover before chance or a secret speaks; the action itself comes first."""
        game, seat = self.view.game, self.view.seat
        sure = consequences(game, self.view.state, self.view.box, seat, action, self.engine)
        said = dict.fromkeys(line for note in sure.notes if note.seat == seat and (line := self._note(note)))
        return [ReasonText("sure", line) for line in list(said)[: 1 + LINES]]

    def _by_then(self, actions: Sequence[int]) -> tuple[list[ForeseenChange], int]:
        """The numbers that change in the same way in every sampled world, up to where chance or a secret speaks; and
        after how many of the actions."""
        game, box, seat = self.view.game, self.view.box, self.view.seat
        ends = []
        for seed in range(1, WORLDS + 1):
            world, steps = copy_of(self.view.state), 0
            self.engine.determinize(world, box, seat, seed, 0)
            world.quiet = 1
            for action in actions:
                trial = copy_of(world)
                self.engine.step(trial, box, action)
                if trial.irreversible:
                    break
                world, steps = trial, steps + 1
            self.engine.see(world, box, seat)
            ends.append((world, steps))
        if len({steps for _, steps in ends}) > 1 or not ends[0][1]:
            return [], 0
        now = draw_table(game, self.view.state, box, seat, self.words, self.names)
        found = []
        for world, _ in ends if len({bytes(world) for world, _ in ends}) > 1 else ends[:1]:
            then = draw_table(game, world, box, seat, self.words, self.names)
            found.append([*changes(now.counters, then.counters, seat), *poured(now, then)])
        same = [change for change in found[0] if all(change in others for others in found)]
        return list(dict.fromkeys(same)), ends[0][1]

    def _numbers(self, key: str, found: Sequence[ForeseenChange], seat: int = NOBODY) -> list[ReasonText]:
        if not found:
            return []
        kind = key.partition("_")[0]
        things = ", ".join(f"{change.label} {_number(change, kind)}" for change in found[:THINGS])
        return [ReasonText(kind, self._say(key, rival=called(self.names, seat), things=things))]

    def _note(self, note: LogNote) -> str | None:
        """A note in words; None where it tells of something hidden that the game has no word for."""
        for letter, domain in self.view.game.notes.kind(note.kind).arguments().items():
            if not domain.numeric and getattr(note, letter) == HIDDEN and f"hidden.{domain.name}" not in self.words:
                return None
        return note_sentence(self.view.game, self.words, note, self.names)

    def _move(self, action: int) -> str:
        sentence = action_sentence(self.view.game, self.words, action, self.names).rstrip(".")
        return within_quotes(sentence, self.words.language)

    def _say(self, key: str, **values: object) -> str:
        return self.common.say(f"reason.{key}", seat=self.me, **values)


def _harms(change: ForeseenChange) -> bool:
    """Whether more of it is worse: Scarcity of Doggerland."""
    return change.icon == "minus"


def _number(change: ForeseenChange, kind: str) -> str:
    """What is paid or lost has no sign of its own: the sentence says so already."""
    signed = kind == "gain" or _harms(change)
    return f"{change.by:+d}".replace("-", "−") if signed else str(abs(change.by))
