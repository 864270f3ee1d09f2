"""Seating: who takes a seat, lets a bot sit in, comes back, plays again.

Whoever sits at a game that is played keeps the seat. Where they leave, run out of time, or are gone and somebody asks
for it, a bot plays for them until they take the seat back (`stand_in`, `take_back`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ..protocol import requests
from ..protocol.refusals import Refusal, no_such_level
from ..store.story import Story
from .clocks import Clocks
from .new_tables import bot_name, found_again, unlike
from .presence import Presence
from .traffic import Ask, ClaimSeat, Glance, Outgoing


class SeatingOwner(Protocol):
    """What seating needs of the room it belongs to."""

    story: Story
    presence: Presence
    levels: frozenset[str]  # that bots can have
    default_level: str
    away_after: float  # seconds
    now: float
    wall: float
    given_up: int  # the version no bot could answer
    clocks: Clocks
    fresh: Callable[[], tuple[str, int]]  # the id and the seed of a new table

    def happen(self, out: Outgoing, kind: str, **data: Any) -> None:
        """Fold an event into the story, to be stored."""


class Seating:
    """The chairs of one room."""

    def __init__(self, room: SeatingOwner) -> None:
        self.room = room
        self.story = room.story

    def ask(self, message: Ask, out: Outgoing) -> None:
        """A guest asks for something from outside (REST)."""
        mine, host = self.story.held_by(message.who), message.who == self.story.setup.host
        match message.request:
            case requests.Join():
                self._join(message, message.request, out)
            case ClaimSeat(seat, valid_from):
                self.check_key(seat, valid_from)
                if seat not in mine:
                    name = self.story.chairs[seat].name
                    self.room.happen(out, "sit", seat=seat, guest=message.who, name=name)
            case requests.Takeover(seat=seat, level=level):
                self.request("takeover", seat, level, message.who, mine, out)
            case requests.Leave(seat=seat, level=level):
                self.request("leave", seat, level, message.who, mine, out)
            case requests.Back(seat=seat):
                self.request("back", seat, None, message.who, mine, out)
            case requests.ChangeSettings():
                if not host:
                    raise Refusal("not_host")
                if message.request.listed and self.story.setup.seeded:
                    raise Refusal("bad_setup", reason="seeded")
                changes = message.request.named()
                if changes:
                    self.room.happen(out, "set", **changes)
            case requests.Remove(seat=seat):
                self._remove(seat, host, out)
            case requests.Renew(seat=seat):
                if seat not in mine or self.story.chairs[seat].owner != message.who:
                    raise Refusal("not_yours")  # who came by the link cannot lock its owner out
                self.room.happen(out, "renew", seat=seat, guest=message.who)
            case requests.Rematch():
                self.rematch(mine, out)
            case Glance():
                pass

    def request(
        self, kind: str, seat: int, level: str | None, who: str, mine: list[int], out: Outgoing
    ) -> None:  # fmt: skip
        """Somebody who holds the seats `mine` asks for `takeover`, `back` or `leave`."""
        host = who == self.story.setup.host
        if seat >= len(self.story.chairs):
            raise Refusal("not_yours")
        if level is not None and level not in self.room.levels:
            raise no_such_level(level, self.room.levels)
        if kind == "takeover":
            self._takeover(seat, level, mine, host, out)
        elif seat not in mine:
            raise Refusal("not_yours")
        elif kind == "back":
            if self.story.chairs[seat].standin:
                self.take_back(seat, out)
        else:
            self._leave(seat, level, who, out)

    def stand_in(self, seat: int, why: str, level: str | None, out: Outgoing) -> None:
        """Let a bot play for the person of a seat, who keeps it. `why`: "clock", "left", or "" for who is away."""
        spent = self.room.clocks.spent(self.room.now) if seat == self.story.player else 0
        said = {"why": why} if why else {}
        self.room.happen(
            out, "bot", seat=seat, level=self._standin(level), name=self.story.chairs[seat].name, standin=True,
            spent=spent, **said,
        )  # fmt: skip

    def take_back(self, seat: int, out: Outgoing) -> None:
        """Give a seat back to its person. Where the time had run out, the bot makes that move first and leaves
        some time to go on with. What the bot has thought at this decision counts as the person's."""
        story = self.story
        if story.state not in ("gathering", "playing"):
            raise Refusal("not_playing")
        if not story.may_return(seat):
            raise Refusal("no_return")
        spent = self.room.clocks.since_last(self.room.now) if seat == story.player else 0
        if story.left and story.left[seat] <= spent:
            raise Refusal("out_of_time", seconds=story.come_back // 1000)
        self.room.happen(out, "back", seat=seat, spent=spent)

    def check_key(self, seat: int, valid_from: int) -> None:
        """Refuse a key that does not (or no longer) open a seat."""
        if seat >= len(self.story.chairs) or not self.story.chairs[seat].opens_to(valid_from):
            raise Refusal("bad_key")
        if self.story.chairs[seat].kind == "open" or not self.story.chairs[seat].holders:
            raise Refusal("bad_key")

    def rematch(self, mine: list[int], out: Outgoing) -> str:
        """Play again; the id of the new table."""
        if self.story.state != "finished":
            raise Refusal("not_finished")
        if not mine:
            raise Refusal("no_seat")
        if self.story.rematch is None:
            table, seed = self.room.fresh()
            here = {*mine, *self.room.presence.connected_seats()}
            out.created.append(found_again(self.story, table, seed, self.room.wall, here))
            self.room.happen(out, "next", table=table)
        assert self.story.rematch is not None
        return self.story.rematch

    def _remove(self, seat: int, host: bool, out: Outgoing) -> None:
        """Only before the game begins: nobody can be thrown out of a game that goes badly for the host."""
        story = self.story
        if not host:
            raise Refusal("not_host")
        if story.state != "gathering":
            raise Refusal("not_gathering")
        if seat >= len(story.chairs) or story.chairs[seat].kind == "open":
            raise Refusal("no_open_seat")
        guests = sorted(story.chairs[seat].holders - {story.setup.host})
        self.room.happen(out, "remove", seat=seat, guests=guests)

    def _join(self, message: Ask, request: requests.Join, out: Outgoing) -> None:
        story = self.story
        if message.who in story.removed:
            raise Refusal("removed")
        if request.seat is None and story.held_by(message.who):
            return
        if request.seat is not None and request.seat >= len(story.chairs):
            raise Refusal("no_open_seat")
        if not story.open_seats or story.state != "gathering":
            raise Refusal("no_open_seat" if story.state == "gathering" else "not_gathering")
        seat = story.open_seats[0] if request.seat is None else request.seat
        if seat not in story.open_seats:
            raise Refusal("seat_taken")
        name = unlike(request.name or message.name, story.names)
        self.room.happen(out, "sit", seat=seat, guest=message.who, name=name)

    def _standin(self, level: str | None) -> str:
        """The level of a bot that plays for a person: agreed when the table was made, nobody's choice now."""
        agreed = self.story.setup.standin
        if level not in (None, agreed):
            raise Refusal("bad_setup", reason="standin", level=agreed)
        return agreed

    def _takeover(self, seat: int, level: str | None, mine: list[int], host: bool, out: Outgoing) -> None:
        chair, state = self.story.chairs[seat], self.story.state
        if state not in ("gathering", "playing"):
            raise Refusal("not_playing")
        if not mine and not host:
            raise Refusal("no_seat")
        if chair.kind in ("open", "bot"):  # fill a free seat, or change the level of a bot before the game begins
            if not host:
                raise Refusal("not_host")
            self.room.given_up = -1  # ask again
            if chair.gone:
                self._standin(level)
                return
            if state == "playing":
                if level not in (None, chair.level):
                    raise Refusal("bad_setup", reason="bot_level", level=chair.level)
                return
            name = chair.name or bot_name(self.story.id, seat, self.story.names)
            chosen = level or self.room.default_level
            self.room.happen(out, "bot", seat=seat, level=chosen, name=name, standin=False)
            return
        if state != "playing" or not self.room.presence.is_away(seat, self.room.now, self.room.away_after):
            raise Refusal("not_away", name=chair.name)
        self.stand_in(seat, "", level, out)

    def _leave(self, seat: int, level: str | None, who: str, out: Outgoing) -> None:
        """Go away from a seat. Where others hold it too (it was shared by its personal link), it is theirs alone.
        Before the game begins it is free again; then a bot plays on it."""
        chair = self.story.chairs[seat]
        others = sorted(chair.holders - {who})
        self.room.presence.drop_key(who, seat)
        if others and who not in chair.holders:
            out.altered = True  # only this browser held it, by the link
        elif others and self.story.state in ("gathering", "playing"):
            owner = chair.owner if chair.owner in others else others[0]
            self.room.happen(out, "quit", seat=seat, guest=who, owner=owner)
        elif self.story.is_archived:
            self.room.happen(out, "quit", seat=seat, guest=who)
        elif self.story.state == "playing":
            if chair.kind == "person":
                self.stand_in(seat, "left", level, out)
        elif self.story.state == "gathering":
            self.room.happen(out, "open", seat=seat)
            if not any(chair.kind == "person" for chair in self.story.chairs):
                self.room.happen(out, "close")
        else:
            raise Refusal("not_playing")
