"""What a search expects to follow: the lines in its tree, read out for people.

    ahead = look_ahead(tree, view, best, others, simulations, seed)
    ahead.own        how the mover's turn goes on
    ahead.reply      the rival's best answer
    ahead.prevents   what the rival would have answered to another action, and cannot any more
    ahead.chances    where chance or a secret speaks: what may come of it for good or ill, and how often

Each action gets a tree of its own, and its line is walked in several worlds sampled from what the seat knows. Only
what holds in all of them is told, so that a line says nothing the seat could not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import NamedTuple

from ..kernel.records.domain import SEAT
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.rules.notes import HIDDEN
from ..kernel.viewer.sentences import LogNote, notes_of
from ..players.search_tree import SearchTree
from ..view import View

WORLDS = 8  # in which a line is walked
DEALS = 40  # in which what chance may bring is counted
LONGEST = 12  # decisions of a turn that are followed
SEEN = 8  # visits, below which a search has no opinion
CLEAR, LIKELY = 0.3, 0.12  # share of the visits that makes an answer the answer, or one to think of
STAKES = 0.01  # of the chance to win: what changes it less is not worth a word
RARE, SURE = 0.1, 0.95  # shares of the deals: neither is spoken of as chance


class Reply(NamedTuple):
    """An action of another seat."""

    seat: int
    action: int


class ChanceLine(NamedTuple):
    """What chance or a secret may bring: a note as the seat would read it, in which share of the deals, and by how much
    the mover stands better there than in the mean."""

    note: LogNote
    share: float
    by: float


@dataclass(frozen=True)
class Ahead:
    """What follows an action, as far as the seat can know: what holds in every sampled world, and how often
    chance brings what."""

    own: tuple[int, ...] = ()
    following: int | None = None  # the first of them in which there is a choice
    reply: Reply | None = None
    prevents: Reply | None = None
    chances: tuple[ChanceLine, ...] = ()


NOTHING_AHEAD = Ahead()


class OwnStep(NamedTuple):
    """An action of the mover later in the turn."""

    action: int
    is_choice: bool


class Meeting(NamedTuple):
    """The first decision of another seat: whose, in which phase, what it may do, and what the search tried there."""

    seat: int
    phase: int
    legal: frozenset[int]
    visits: Counter[int]


class DecisionLines:
    """The lines of one decision."""

    def __init__(self, tree: SearchTree, view: View, simulations: int, seed: int) -> None:
        self.tree, self.view, self.simulations, self.seed = tree, view, simulations, seed
        self.worlds = [self._sampled(number) for number in range(WORLDS)]

    def ahead(self, action: int, others: Sequence[int]) -> Ahead:
        """What follows an action, compared with some others."""
        (own, following), met = self.walk(action)
        prevents = next((found for other in others if (found := self._prevented(met, other)) is not None), None)
        reply = next(iter(self.answers(met, CLEAR)), None)
        return Ahead(own, following, reply, prevents, self.chances(action))

    def walk(self, action: int) -> tuple[tuple[tuple[int, ...], int | None], list[Meeting]]:
        """The mover's own next actions that are the same in every world (and the first in which there is a choice), and
        how each world meets another seat (none where some do not)."""
        self.tree.plant(self.view.state, self.view.seat, self.seed, only=action)
        self.tree.grow(self.simulations)
        walks = [self._walk(copy_of(world), action) for world in self.worlds]
        steps = [each[0] for each in takewhile(_is_same, zip(*(walk[0] for walk in walks), strict=False))]
        closes = self.view.game.closes
        following = next((step.action for step in steps if step.is_choice and not closes(step.action)), None)
        met = [meeting for _, meeting in walks if meeting is not None]
        return (tuple(step.action for step in steps), following), met if len(met) == len(walks) else []

    def answers(self, met: Sequence[Meeting], share: float) -> list[Reply]:
        """The answers of one rival that are open to it in every world and have at least this share of the visits, the
        likeliest first."""
        if not met or len({(each.seat, each.phase) for each in met}) > 1:
            return []
        open_to_all = frozenset.intersection(*(each.legal for each in met))
        visits = sum((each.visits for each in met), Counter[int]())
        least = max(SEEN, share * visits.total())
        return [
            Reply(met[0].seat, action)
            for action, count in visits.most_common()
            if count >= least and action in open_to_all and len(open_to_all) > 1 and not self.view.game.closes(action)
        ]

    def chances(self, action: int) -> tuple[ChanceLine, ...]:
        """The best and the worst that chance or a secret may bring, where something hangs on it."""
        engine, box, seat = self.tree.engine, self.view.box, self.view.seat
        gains, told = list[float](), list[list[LogNote]]()
        for number in range(DEALS):
            world = self._sampled(number)
            before = engine.shares(world, box)[seat]
            world.quiet = 0
            engine.step(world, box, action)
            gains.append(engine.shares(world, box)[seat] - before)
            told.append([note.seen_by(seat) for note in notes_of(world)] if world.irreversible else [])
        mean, found = fmean(gains), list[ChanceLine]()
        for kind in dict.fromkeys((note.kind, note.seat) for notes in told for note in notes):  # in order
            own = [[note for note in notes if (note.kind, note.seat) == kind] for notes in told]
            share = fmean(bool(notes) for notes in own)
            by = fmean(gain for gain, notes in zip(gains, own, strict=True) if notes) - mean
            note = self._merged([note for notes in own for note in notes])
            if note is not None and RARE <= share < SURE and abs(by) >= STAKES:
                found.append(ChanceLine(note, share, by))
        good = max((each for each in found if each.by > 0), key=lambda chance: chance.by, default=None)
        bad = min((each for each in found if each.by < 0), key=lambda chance: chance.by, default=None)
        return tuple(each for each in (good, bad) if each is not None)

    def _merged(self, notes: Sequence[LogNote]) -> LogNote | None:
        """Notes of one kind as one: what differs between them is hidden. None where that could not be said."""
        kind = self.view.game.notes.kind(notes[0].kind)
        if kind.silent:
            return None
        merged = notes[0]
        for letter, domain in kind.arguments().items():
            if len({getattr(note, letter) for note in notes}) > 1:
                if domain is SEAT or domain.numeric:
                    return None
                merged = merged._replace(**{letter: HIDDEN})
        return merged

    def _prevented(self, met: Sequence[Meeting], other: int) -> Reply | None:
        """A likely answer to another action that is in no world open any more, where the same is asked."""
        if not met:
            return None
        elsewhere = self.walk(other)[1]
        if len({(each.seat, each.phase) for each in (*met, *elsewhere)}) > 1:
            return None
        gone = (
            reply for reply in self.answers(elsewhere, LIKELY) if not any(reply.action in each.legal for each in met)
        )
        return next(gone, None)

    def _walk(self, world: Header, action: int) -> tuple[list[OwnStep], Meeting | None]:
        """Follow what was tried most, to the end of the mover's turn. Where chance or a secret speaks on the way,
        nobody knows what the next seat will meet."""
        engine, box, seat, own = self.tree.engine, self.view.box, self.view.seat, list[OwnStep]()
        node = self.tree.tried(self.tree.root).get(action, (0, 0))[0]
        engine.step(world, box, action)
        spoken = world.irreversible
        while not world.over and world.player == seat and len(own) < LONGEST:
            legal, tried = engine.legal(world, box), self.tree.tried(node)
            known = {each: tried[each][1] for each in legal if each in tried}
            if len(legal) > 1 and sum(known.values()) < SEEN:
                break
            following = max(known, key=lambda each: (known[each], -each)) if known else legal[0]
            node = tried.get(following, (0, 0))[0]
            own.append(OwnStep(following, len(legal) > 1))
            engine.step(world, box, following)
            spoken |= world.irreversible
        if world.over or world.player == seat or spoken:
            return own, None
        legal, tried = engine.legal(world, box), self.tree.tried(node)
        visits = Counter({each: tried[each][1] for each in legal if each in tried})
        return own, Meeting(int(world.player), int(world.phase), frozenset(legal), visits)

    def _sampled(self, number: int) -> Header:
        world: Header = copy_of(self.view.state)
        self.tree.engine.determinize(world, self.view.box, self.view.seat, number + 1, self.seed & 0xFFFFFFFF)
        world.quiet = 1
        return world


def _is_same(row: Sequence[OwnStep]) -> bool:
    return len(set(row)) == 1
