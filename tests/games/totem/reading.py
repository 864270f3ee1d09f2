"""What a record of Totem holds, as the text that tests compare: hands, zones and notes.

Positions are given as text (docs/reference/positions.md): `at("totem", "phase=action turn=1 sides=[…] deck=[…]")`.
"""

from __future__ import annotations

from typing import Any

from firstfire.games.totem import GAME
from firstfire.games.totem.actions import CARD
from firstfire.games.totem.box import SLOTS
from firstfire.games.totem.state import EMPTY, State
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from .. import playing

BOX = GAME.standard_box
ENGINE = engine_for(GAME, interpreted=True)
SEAT_LETTERS = "AB"


def play(s: State, *moves: str) -> None:
    """Carry out moves that must be legal; the position must be sound after each."""
    playing.play(s, *moves, sound=True)


def zone_of(s: State, seat: int) -> list[Any]:
    """The four slots of a seat."""
    return [s.sides[seat].zone[slot] for slot in range(SLOTS)]


def show_side(s: State, seat: int) -> str:
    """A hand and a zone as text."""
    return " ".join([*cards_in(s.sides[seat].hand), "|", show_zone(s, seat)])


def show_zone(s: State, seat: int) -> str:
    """A zone as text."""
    return " ".join(show_totem(totem) for totem in zone_of(s, seat))


def show_totem(totem: Any) -> str:
    """A slot as text."""
    if totem.card == EMPTY:
        return "-"
    name = CARD.values[totem.card]
    return f"({name})" if not totem.face_up else f"{name}~" if totem.spent else name


def cards_in(cards: int) -> list[str]:
    """The names of a set of cards."""
    return [name for i, name in enumerate(CARD.values) if cards >> i & 1]


def letter_of(seat: int) -> str:
    """The other way round."""
    return "-" if seat == NOBODY else SEAT_LETTERS[seat]


def events(s: State) -> list[str]:
    """The notes of the last action, each as its name, seat and used numbers."""
    return [event(s.notes[i]) for i in range(s.note_count)]


def event(entry: Any) -> str:
    """One note as text: `drew B sum 36 P4`."""
    kind = GAME.notes.kind(entry.kind)
    words = [kind.name, letter_of(entry.seat)]
    for name, domain in kind.arguments().items():
        number = getattr(entry, name)
        if domain.name == "seat":
            words.append(letter_of(number))
        elif domain.values:
            words.append(domain.values[number] if number != HIDDEN else "?")
        else:
            words.append(str(number))
    return " ".join(words)
