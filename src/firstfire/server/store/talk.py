"""Talk: what people say at a table. It lies in the store, beside the log; a room holds the last page of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

PAGE = 50  # lines sent at once, and held in memory
EVERYBODY, SEATED, NOBODY = "everybody", "seated", "nobody"  # who may talk at a table
MUTED = 200  # guests a table can have muted
ANEW = -2  # in the place of the last line somebody knows: some of those are gone


@dataclass(frozen=True)
class ChatLine:
    """Something somebody said, numbered from 1 at each table."""

    number: int
    at: int  # milliseconds since 1970
    seat: int  # -1: somebody who watches
    name: str
    text: str
    by: str  # the guest; never sent
    request: str  # the id it was said under

    def as_data(self) -> dict[str, Any]:
        """As everybody at the table gets it."""
        return {"number": self.number, "at": self.at, "seat": self.seat, "name": self.name, "text": self.text}


class Talk:
    """The last page of what was said."""

    def __init__(self, lines: Sequence[ChatLine] = ()) -> None:
        self.lines: deque[ChatLine] = deque(lines, maxlen=PAGE)
        self.count = lines[-1].number if lines else 0

    def say(self, at: int, seat: int, name: str, text: str, by: str, request: str) -> ChatLine:
        """One more line."""
        self.count += 1
        line = ChatLine(self.count, at, seat, name, text, by, request)
        self.lines.append(line)
        return line

    def knows(self, who: str, request: str) -> bool:
        """Whether this was said already (a link was lost, and it is said again)."""
        return any(line.by == who and line.request == request for line in self.lines)

    def speaker(self, number: int) -> str | None:
        """The guest who said a line; None where it is no longer at hand."""
        return next((line.by for line in self.lines if line.number == number), None)

    def forget(self, guest: str, names: Collection[tuple[int, str]], nameless: str) -> bool:
        """Without what somebody said; who else spoke from their seats did so in no name. Whether anything changed."""
        kept = [
            replace(line, name=nameless) if (line.seat, line.name) in names else line
            for line in self.lines
            if line.by != guest
        ]
        changed = kept != list(self.lines)
        self.lines = deque(kept, maxlen=PAGE)
        return changed

    def since(self, number: int) -> dict[str, Any]:
        """The lines after a number, as far as they are at hand; `ANEW`: in the place of all that were sent."""
        told = page([line for line in self.lines if line.number > number], self.count)
        return {**told, "from": 0} if number == ANEW else told


def page(lines: Sequence[ChatLine], count: int) -> dict[str, Any]:
    """Lines as they are sent; `from`: how many were said before them."""
    return {"from": lines[0].number - 1 if lines else count, "lines": [line.as_data() for line in lines]}
