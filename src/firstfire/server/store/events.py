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
hint   seat                   somebody on this seat asked an elder, for the first time in this game
set    hints, listed, chat, spectators   the host changed something
next   table                  the rematch
quit   seat, guest, owner     one of several who hold a seat leaves it to the others (owner: whose it is then), or
                              somebody leaves a table whose rules are not kept (any more)
spend  seat, spent            the table is put away while a clock runs: what was thought is charged
close                         nobody is left before the game began
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """One line of a table's log, numbered from 1 without gaps."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    data: dict[str, Any]
