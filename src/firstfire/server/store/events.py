"""Events: the lines of a table's log. Folding them again gives the table again.

sit    seat, guest, name      somebody holds a seat (one more device, or the first)
bot    seat, level, name, standin, why, spent   (standin: for a person who keeps the seat; why: left or clock, else
                              that person is away; spent: by that person until now. In older logs who left, or ran out
                              of time, lost the seat)
open   seat                   the seat is free again
remove seat, guests           the host took the seat away
renew  seat, guest            a new personal link; only this guest still holds the seat
back   seat, spent            a person takes the seat back from a stand-in
own    text                   the components file of who made the table: the game is played with it
begin  rules_version, box, own   the game is set up, by these rules and components (own: those of the table)
act    seat, action, spent, by, id, sealed   (sealed: the oldest choice that the seat made aside)
undo   seat, spent, by, id, of   (of: the seat whose action it was, where that is another: a bot's answer)
seal   seat, action, by, id   a choice made aside, before the rules come to this seat (side_by_side.py)
unseal seat, count, by, id    …and taken back again
chat   seat, name, text, by, id    in older logs only: talk lies beside the log (talk.py)
mute   guest, muted           the host silenced somebody, or let them talk again
hint   seat                   somebody on this seat asked for a hint, for the first time in this game
set    hints, listed, chat, spectators   the host changed something
next   table                  the rematch
quit   seat, guest, owner     one of several who hold a seat leaves it to the others (owner: whose it is then), or
                              somebody leaves a table whose rules are not kept (any more)
spend  seat, spent            the table is put away while a clock runs: what was thought is charged
close                         nobody is left before the game began
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True)
class Event:
    """One line of a table's log, numbered from 1 without gaps."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    data: dict[str, Any]

    @property
    def is_a(self) -> EventKind:
        """What an event of this kind is."""
        return KINDS.get(self.kind) or EventKind(_unknown)

    def charges(self, player: int | None) -> bool:
        """Whether it charges time, or lets it begin anew: who else than the seat to act comes or goes gives nobody
        time."""
        comes_or_goes = self.is_a.stirs and "seat" in self.data
        return self.is_a.charges and (not comes_or_goes or self.data["seat"] == player)


class Holds(Enum):
    """How an event changes who holds its seat."""

    GAINS = "gains"  # one more guest
    LOSES = "loses"  # this guest no longer
    KEEPS = "keeps"  # nobody but this guest
    CLEARS = "clears"  # nobody (but where a bot plays for who keeps the seat)


@dataclass(frozen=True)
class EventKind:
    """All that is to be known of a kind of events: how it changes a story, and what else hangs on it."""

    apply: Callable[[Any, Event], None]
    plays: bool = False  # a seat does something in the game
    is_version: bool = False  # …that everybody at the table is told: one more version
    stirs: bool = False  # it shows something, without a version
    charges: bool = False  # it charges time, or lets it begin anew
    is_listed: bool = True  # the lobby's row of the table may change by it
    holds: Holds | None = None


KINDS: dict[str, EventKind] = {}  # by name, as they stand in logs


def _unknown(story: Any, event: Event) -> None:
    raise ValueError(f"table {story.id}: nothing is known of events called {event.kind}")


def kind_of_event(**known: Any) -> Callable[[Callable[[Any, Event], None]], Callable[[Any, Event], None]]:
    """Make a method of `Story`, or what a story of another kind has in its place, what an event of its name (`_sit`:
    sit) does."""

    def add(method: Callable[[Any, Event], None]) -> Callable[[Any, Event], None]:
        name = method.__name__
        KINDS[name.removeprefix("_")] = EventKind(lambda story, event: getattr(story, name)(event), **known)
        return method

    return add


def held_after(event: Event, held: set[str]) -> set[str]:
    """Who holds the seat of an event after it, of those who held it before."""
    guest = {event.data["guest"]} if "guest" in event.data else set[str]()
    match event.is_a.holds:
        case Holds.GAINS:
            return held | guest
        case Holds.LOSES:
            return held - guest
        case Holds.KEEPS:
            return guest
        case Holds.CLEARS if not event.data.get("standin"):
            return set()
    return held
