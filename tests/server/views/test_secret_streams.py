"""Secrecy on the running stream: whole games, every kind of message, byte by byte.

A table and its twin go on in lock-step. The twin is the same table with everything dealt anew that
one seat cannot know. As long as that seat's own record stays the same in both, so must every byte it
is sent: at an action, an undo, a hint, a refusal, another language, a lost link, talk, a stand-in, a
page of the running replay. The same holds for a spectator beside it: what spectators hear follows from
what any one seat knows, so they see nothing that some seat does not.
"""

from __future__ import annotations

import ctypes
import random
from typing import Any

import orjson
import pytest
from tests.samples import WHOLE
from tests.server.tools import Desk, Picture
from tests.server.twins import GUESTS, dealt_anew, in_company, otherwise, seated, table_of

from firstfire import game as find_game
from firstfire import names
from firstfire.kernel.positions.position import Position
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.notes import NOBODY
from firstfire.server.bots import thoughts
from firstfire.server.protocol import models
from firstfire.server.rooms.room import Room
from firstfire.server.rooms.traffic import Advised, BotJob, Chosen, Enter, Gone, HintJob, Incoming, Outgoing, Say
from firstfire.server.views.albums import Album
from firstfire.server.web.table_socket import CLIENT_MESSAGE
from firstfire.table import Table

GAMES = [*dict.fromkeys(("embers", *names()))]
LONG, STRETCH = 300, 30  # games of more decisions have no twin at every other stretch of so many
TRIES = 40  # deals tried until one lets the next action end as it does at the true table

CROWD = "crowd"  # the session of a spectator
RNG = 16  # bytes at the beginning of every record that no view ever holds


class LockStep:
    """A game at a table and at its twin, which differs only in what `seat` cannot know."""

    def __init__(self, game: str, players: int, seat: int, seed: int) -> None:
        self.desk: Desk = seated(game, players, seed)
        self.seat, self.players = seat, players
        self.stream = random.Random(f"{game} {seat} {seed}")
        self.who = GUESTS[seat]
        self.twin: Room | None = None
        self.dealt = self.deals = self.twins = self.count = self.acts = self.compared = 0
        self.kinds: dict[str, int] = {}  # what was compared, and how often
        self.differed = 0  # actions compared while the two tables were not the same
        for name in GUESTS[:players]:  # who is not compared looks on from outside: nothing is drawn for them alone
            self.put("enter", Enter(name, name, name.title(), "en", seat=None if name == self.who else -1))
        self.put("enter", Enter(CROWD, CROWD, "Crowd", "en"))

    # ── both rooms ─────────────────────────────────────────────────────────────────────

    def put(self, kind: str, message: Incoming, after: float = 1.0) -> Outgoing:
        """Hand a message to both rooms, and compare everything that the seat and the spectator are sent."""
        out = self.desk.put(message, after)
        if self.twin is not None:
            there = self.twin.handle(message, self.desk.now, self.desk.now)
            for session in {self.who, f"{self.who} again", CROWD}:
                assert _to(session, there) == _to(session, out), f"{kind}: {session} is told what is hidden"
            assert self._thoughts(there) == self._thoughts(out), f"{kind}: who thinks for the seat knows what is hidden"
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
        return out

    def say(self, session: str, kind: str, **fields: Any) -> Outgoing:
        """Let somebody say something in both rooms."""
        self.count += 1
        request = CLIENT_MESSAGE.validate_python({"type": kind, "id": f"m{self.count}", **fields})
        assert not isinstance(request, models.Ping)
        return self.put(kind, Say(session, request))

    def _thoughts(self, out: Outgoing) -> list[Any]:
        return [job for job in out.jobs if isinstance(job, BotJob | HintJob) and job.asked.seat == self.seat]

    @property
    def table(self) -> Table:
        return table_of(self.desk.room)

    # ── one decision ───────────────────────────────────────────────────────────────────

    def act(self, *, alone: bool = False) -> None:
        """One action at both tables; the twin is dealt anew where it would end differently there. Or at the true table
        alone."""
        story = self.desk.room.story
        player = story.player
        assert player is not None
        action = self.stream.choice(self.table.numbers())
        if alone:
            self.leaf()
            self.twin = None
        else:
            self._keep_or_deal(action)
            self.acts += 1
        if self.twin is not None:
            self.compared += 1
            self.differed += bytes(table_of(self.twin).state)[RNG:] != bytes(self.table.state)[RNG:]
        version = story.version
        if story.chairs[player].kind == "bot":
            self.put("bot", Chosen(player, version, action))
        else:
            self.say(GUESTS[player], "act", version=version, action=action)
        assert story.version == version + 1
        if self.twin is not None:
            assert _seen(table_of(self.twin), self.seat) == _seen(self.table, self.seat)

    def _keep_or_deal(self, action: int) -> None:
        here = self._after(self.table.lean.copy(), action)
        if self.twin is not None and self._after(table_of(self.twin).lean.copy(), action) == here:
            return
        self.leaf()
        self.twin = None  # the action shows something: to be seen, unless another deal shows the same
        for _ in range(TRIES):
            trial = self.table.lean.copy()
            there = dealt_anew(self.table, self.seat, self.deals + 1)
            ctypes.memmove(ctypes.addressof(trial.s), ctypes.addressof(there), ctypes.sizeof(there))
            if self._after(trial, action) == here:
                self._deal()
                return
            self.deals += 1

    def _deal(self) -> None:
        """A new twin, which has the same viewers."""
        self.deals += 1
        self.twin = in_company(self.desk, otherwise(self.desk, self.seat, self.deals))
        self.twins += 1
        if self.twins % 4:  # what was said before is told anew by every fourth twin only: that takes long
            logs = self.desk.room.showing._logs
            self.twin.showing._logs = {key: (list(serials), lines.copy()) for key, (serials, lines) in logs.items()}
        self.dealt = len(self.table._turns)

    def _after(self, position: Position, action: int) -> bytes | None:
        """What the seat sees after an action; None where that action is not legal."""
        return bytes(position.seen_by(self.seat)) if position.try_step(action) else None

    # ── beside the game ────────────────────────────────────────────────────────────────

    def aside(self, what: str) -> None:
        """Something that is not a move, at both tables."""
        if self.twin is None:
            self._deal()
        getattr(self, what)()

    def take_back(self) -> None:
        """The next action that can be taken back is."""
        for _ in range(25):
            before, story = len(self.table._turns), self.desk.room.story
            if story.player is None:
                return
            player = story.player
            self.act()
            if self.twin is not None and len(self.table._turns) > before and self.table.can_undo(player):
                self.say(GUESTS[player], "undo", version=story.version)
                return

    def ask_an_elder(self) -> None:
        """When the turn comes an elder is asked, and answers. (Who has no turn is refused.)"""
        while self.desk.room.story.player not in (None, self.seat):
            self.act()
        if self.twin is None:
            self._deal()
        out = self.say(self.who, "hint", version=self.desk.room.story.version)
        for job in out.jobs:
            if isinstance(job, HintJob):
                moves = thoughts.advise(job.asked, True, job.reader)  # with its reasons
                self.put("advice", Advised(job.session, job.to, job.version, moves))

    def speak_otherwise(self) -> None:
        """Another language, for the seat and for the spectator."""
        for session in {self.who, CROWD}:
            self.say(session, "language", language=self.stream.choice(LANGUAGES))

    def look_around(self) -> None:
        """The seat looks on as a spectator and comes back; it may not look from another seat."""
        for seat in (NOBODY, (self.seat + 1) % self.players, self.seat):
            self.say(self.who, "look", seat=seat)

    def talk(self) -> None:
        """Somebody says something."""
        self.say(GUESTS[self.stream.randrange(self.players)], "chat", text="grr")

    def try_what_is_not_allowed(self) -> None:
        """An action that is not legal, or out of turn: the refusal names what is."""
        size, legal = len(self.table.game.actions), self.table.numbers()
        wrong = next((number for number in range(size) if number not in legal), size)
        self.say(self.who, "act", version=self.desk.room.story.version, action=wrong)

    def lose_the_link(self) -> None:
        """The link is lost, the game goes on, the client comes back for what it missed. (Before it is a
        seat's own turn: otherwise nothing goes on without it.)"""
        last = self.desk.pictures[self.who].last
        self.put("gone", Gone(self.who))
        if self.desk.room.story.player not in (None, self.seat):
            self.act()
            if self.twin is None:
                self._deal()
        self.put("resume", Enter("unused", self.who, self.who.title(), "en", resume=(self.who, last)))

    def come_again(self) -> None:
        """The whole picture, on another device."""
        name = f"{self.who} again"
        self.put("enter", Enter(name, self.who, self.who.title(), self.stream.choice(LANGUAGES)))
        self.put("gone", Gone(name))

    def let_a_bot_sit_in(self) -> None:
        """A bot plays for somebody who is gone for long; they come back by and by."""
        other = (self.seat + 1) % self.players
        asking = GUESTS[(other + 1) % self.players]
        self.put("gone", Gone(GUESTS[other]))
        self.put("tick", Gone("nobody"), after=100.0)
        self.say(asking, "takeover", seat=other)
        known = self.kinds.get("bot", 0)
        for _ in range(15):
            if self.desk.room.story.player is not None and self.kinds.get("bot", 0) < known + 2:
                self.act()
        self.put("enter", Enter(GUESTS[other], GUESTS[other], GUESTS[other].title(), "en", seat=NOBODY))
        self.say(GUESTS[other], "back", seat=other)

    def leaf(self) -> None:
        """Pages of the running game's replay, of the steps the twin went along."""
        if self.twin is None or len(self.table._turns) == self.dealt:
            return
        steps = range(self.dealt, len(self.table._turns) + 1)
        step, language = self.stream.choice(steps), self.stream.choice(LANGUAGES)
        here, there = _album(self.table), _album(table_of(self.twin))
        for seat in {self.seat, NOBODY}:
            pages = [orjson.dumps(album.page(step, seat, language, secrets=False)) for album in (here, there)]
            assert pages[0] == pages[1], f"replay: page {step} shows {seat} what is hidden"
        self.kinds["replay"] = self.kinds.get("replay", 0) + 1


ASIDES = (
    "take_back", "ask_an_elder", "speak_otherwise", "look_around", "talk", "try_what_is_not_allowed", "lose_the_link",
    "come_again", "let_a_bot_sit_in",
)  # fmt: skip
KINDS = {
    "act",
    "bot",
    "undo",
    "hint",
    "language",
    "look",
    "chat",
    "gone",
    "resume",
    "enter",
    "takeover",
    "back",
    "replay",
}


@pytest.fixture(autouse=True)
def every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin was dealt in mid-game: its positions cannot be played again from the beginning."""
    monkeypatch.setattr("firstfire.table.POSITIONS_KEPT", 1 << 20)
    monkeypatch.setattr(Picture, "looks_at_shapes", False)  # other tests of whole games do


def _to(session: str, out: Outgoing) -> list[bytes]:
    return [body for name, body in out.mail if name == session]


def _seen(table: Table, seat: int) -> bytes:
    return bytes(table.lean.seen_by(seat))


def _album(table: Table) -> Album:
    """The replay of a running game, with the states as they were at this very table."""
    album = Album(table)
    album.states = [*table._before, copy_of(table.state)]
    assert len(album.states) == len(table._turns) + 1
    return album


def _has_secrets(game: str) -> bool:
    table = Table.new(game, None, 21, interpreted=True)
    return _seen(table, NOBODY)[RNG:] != bytes(table.state)[RNG:]


def _length(game: str, players: int) -> int:
    """About how many decisions a random game takes."""
    table, stream, count = Table.new(game, players, 21, interpreted=True), random.Random(1), 0
    while not table.over:
        table.lean.step(stream.choice(table.numbers()))
        count += 1
    return count


@pytest.mark.slow
@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("game", GAMES)
def test_the_stream_of_whole_games_tells_nothing_hidden(game: str, place: str) -> None:
    """From the set-up to the result; short games until everything was said, long ones stretch by stretch."""
    players = min(count for count in find_game(game).seats if count > 1)
    seat = {"first": 0, "last": players - 1}[place]
    length = _length(game, players)
    every = max(2, length // 40)
    kinds: dict[str, int] = {}
    played = compared = differed = asides = 0
    for seed in range(31, 51):
        pair = LockStep(game, players, seat, seed)
        story = pair.desk.room.story
        while story.player is not None:
            if len(pair.table._turns) % every == 1:
                pair.aside(ASIDES[asides % len(ASIDES)])
                asides += 1
            if story.player is not None:
                turn = len(pair.table._turns)
                pair.act(alone=length > LONG and not WHOLE and turn // STRETCH % 2 == 1)
        pair.leaf()
        for kind, count in pair.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
        played, compared, differed = played + pair.acts, compared + pair.compared, differed + pair.differed
        if asides >= len(ASIDES):
            break
    assert kinds.keys() >= KINDS
    assert compared > played / 3, "too often the twins were parted"
    assert differed > compared / 2 or not _has_secrets(game), "the twins were the same"
