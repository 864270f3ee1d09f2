"""Presence: who looks at a table, from which seat, and since when a seat has nobody."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...kernel.rules.notes import NOBODY
from ..store.story import Story
from .session import Session
from .traffic import Enter

LOST = 40  # lost sessions a table keeps, for who comes back…
LOST_OF_GUEST = 4  # …and how many of them may be one guest's


class Standpoint(NamedTuple):
    """How a session stands to the table at one moment."""

    session: Session
    mine: tuple[int, ...]  # the seats it holds
    viewer: int  # the seat it looks from; -1: a spectator

    @property
    def reader(self) -> int:
        """The seat that sentences call "you"; nobody where one screen serves several seats."""
        return self.viewer if self.mine == (self.viewer,) else NOBODY


class Presence:
    """The sessions at one table."""

    def __init__(self, story: Story, now: float, wall: float, resume_for: float) -> None:
        self.story = story
        self.resume_for = resume_for
        self.sessions: dict[str, Session] = {}
        self._mine: dict[str, list[int]] = {}  # the seats of each session…
        self._mine_at = -1  # …when so many events had changed the chairs
        self.away_since: dict[int, float] = dict.fromkeys(range(len(story.chairs)), now)  # to measure by
        self.away_from: dict[int, float] = dict.fromkeys(range(len(story.chairs)), wall)  # to show

    # ── coming and going ───────────────────────────────────────────────────────────────

    def resumed(self, message: Enter) -> Session | None:
        """The lost session a client comes back to, if it is its own and all of it is known."""
        if message.resume is None:
            return None
        session = self.sessions.get(message.resume[0])
        if session is None or session.who != message.who or session.since(message.resume[1]) is None:
            return None
        return session

    def add(self, message: Enter) -> Session:
        """A new session."""
        session = self.sessions[message.session] = _session(message)
        return session

    def standpoint(self, message: Enter) -> Standpoint:
        """How somebody who comes will stand to the table."""
        session = _session(message)
        mine = self._seats_of(session)
        return Standpoint(session, tuple(mine), self._viewer(session, mine))

    def gone(self, name: str, now: float, wall: float) -> None:
        """A link is lost; sessions lost long ago are forgotten."""
        session = self.sessions.get(name)
        if session is not None:
            session.lose(now)
            held = self.connected_seats()
            for seat in self.mine(session):
                if seat not in held:
                    self.away_since[seat], self.away_from[seat] = now, wall
        self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget sessions lost long ago, and the oldest where a guest, or all together, have lost many."""
        lost = sorted((s for s in self.sessions.values() if not s.connected), key=lambda s: s.lost_at, reverse=True)
        of_guest: Counter[str] = Counter()
        for place, session in enumerate(lost):
            of_guest[session.who] += 1
            too_many = place >= LOST or of_guest[session.who] > LOST_OF_GUEST
            if too_many or session.lost_at + self.resume_for < now:
                del self.sessions[session.id]
                self._mine.pop(session.id, None)

    def knows(self, who: str) -> bool:
        """Whether somebody is here, or was a while ago."""
        return any(session.who == who for session in self.sessions.values())

    def drop(self, who: str) -> list[str]:
        """Somebody is nobody here any more; their sessions."""
        names = [session.id for session in self.sessions.values() if session.who == who]
        for name in names:
            del self.sessions[name]
            self._mine.pop(name, None)
        return names

    def drop_key(self, who: str, seat: int) -> None:
        """Somebody who came by the personal link of a seat gives that up."""
        for session in self.sessions.values():
            if session.who == who:
                session.keyed.pop(seat, None)
                self._mine.pop(session.id, None)

    # ── who is who ─────────────────────────────────────────────────────────────────────

    def mine(self, session: Session) -> list[int]:
        """The seats a session holds: by its guest, or by a personal link."""
        if self._mine_at != self.story.seatings:
            self._mine.clear()
            self._mine_at = self.story.seatings
        mine = self._mine.get(session.id)
        if mine is None:
            mine = self._mine[session.id] = self._seats_of(session)
        return mine

    def _seats_of(self, session: Session) -> list[int]:
        held = self.story.held_by(session.who)
        if not session.keyed:
            return held
        chairs = self.story.chairs
        keyed = [
            seat
            for seat, valid_from in session.keyed.items()
            if chairs[seat].opens_to(valid_from) and chairs[seat].holders
        ]
        return sorted({*held, *keyed})

    def viewer(self, session: Session) -> int:
        """The seat a session looks from."""
        return self._viewer(session, self.mine(session))

    def _viewer(self, session: Session, mine: list[int]) -> int:
        wanted = session.wanted
        if wanted is None or (wanted >= 0 and wanted not in mine):
            begun = self.story.state == "playing" and self.story.version > 0
            wanted = mine[0] if len(mine) == 1 or (mine and not begun) else -1  # who comes back to a shared screen?
        return -1 if self._is_covered(session, mine, wanted) else wanted

    def _is_covered(self, session: Session, mine: list[int], seat: int) -> bool:
        """Whether a screen that serves several seats hides the secrets of one: another of them is asked, and nobody has
        said since the last change that only this player looks."""
        story, asked = self.story, self.story.player
        if asked is None or asked == seat or len(mine) < 2 or asked not in mine:
            return False
        return story.chairs[asked].kind == "person" and session.peeked_at != story.version

    def standpoints(self) -> list[Standpoint]:
        """Everybody who is connected now."""
        found = []
        for session in self.sessions.values():
            if session.connected:
                mine = self.mine(session)
                found.append(Standpoint(session, tuple(mine), self._viewer(session, mine)))
        return found

    def connected_seats(self) -> set[int]:
        """The seats somebody is connected for."""
        return {seat for standpoint in self.standpoints() for seat in standpoint.mine}

    def anybody(self) -> bool:
        """Whether anybody is connected."""
        return any(session.connected for session in self.sessions.values())

    def standins(self, connected: set[int], after: float) -> dict[int, int]:
        """The seats of people who are gone, and from when on (milliseconds) a bot may sit in."""
        if self.story.state != "playing":
            return {}
        return {
            seat: int((self.away_from[seat] + after) * 1000)
            for seat, chair in enumerate(self.story.chairs)
            if chair.kind == "person" and seat not in connected
        }

    def is_away(self, seat: int, now: float, after: float) -> bool:
        """Whether the people of a seat have been gone for so many seconds."""
        return seat not in self.connected_seats() and now - self.away_since[seat] >= after


def _session(message: Enter) -> Session:
    keyed = dict([message.keyed]) if message.keyed is not None else {}
    return Session(message.session, message.who, message.name, message.language, message.seat, keyed)
