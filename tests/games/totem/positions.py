"""Positions and moves of Totem as text, for tests.

    state ACTION active A decides A attacks 0 last -
      deck E1 P1
      A N12a S3 | (H4) (E6) (N11a) (P8)
      B E2 S7 | N10a H5~ (E9) -

`load` builds the position, `show` writes one back, `play` carries out moves in the dossier's
notation (a whole placement or a whole trim is several of our actions).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from firstfire.errors import BadNotation
from firstfire.games.totem import GAME
from firstfire.games.totem.actions import ACTIONS, CARD
from firstfire.games.totem.box import SLOTS, SWORDS
from firstfire.games.totem.rules.setup import deal_hand
from firstfire.games.totem.state import EMPTY, Phase, State
from firstfire.kernel.engine import engine_for
from firstfire.kernel.notes import HIDDEN, NOBODY

from .. import playing
from ..playing import options

__all__ = ["options"]

BOX = GAME.standard_box
ENGINE = engine_for(GAME, interpreted=True)
SEAT_LETTERS = "AB"


def load(text: str, options: Mapping[str, str] | None = None) -> Any:
    """The position a text describes; cards it does not name lie on the discard pile."""
    head, deck, *sides = text.strip().splitlines()
    phase = head.split()[1].lower() if head.startswith("state") else "setup"
    facts: dict[str, str] = dict(re.findall(r"(active|decides|starter|attacks|last) (\S+)", head))
    active = seat_of(facts.get("active") or facts["starter"])
    fields: dict[str, Any] = {
        "phase": phase, "turn": int(phase != "setup"), "active": active, "starter": active if phase == "setup" else 0,
        "player": seat_of(facts["decides"]) if "decides" in facts else active, "attacks": int(facts.get("attacks", 0)),
        "last": seat_of(facts.get("last", "-")), "deck": deck.split()[:0:-1],
    }  # fmt: skip
    for seat, line in enumerate(sides):
        hand, zone = (part.split() for part in line.split(maxsplit=1)[1].split("|"))
        fields[f"sides.{seat}.hand"], fields[f"sides.{seat}.zone"] = hand, zone
    return playing.at("totem", check=False, options=dict(options or {}), **fields)


def zone_of(s: State, seat: int) -> list[Any]:
    """The four slots of a seat."""
    return [s.sides[seat].zone[slot] for slot in range(SLOTS)]


def dealt(deck: list[str], starter: str) -> Any:
    """The table after the deal of a known deck (the convention of TT-S3)."""
    seat = SEAT_LETTERS.index(starter)
    s = playing.at("totem", check=False, phase="setup", starter=seat, active=seat, player=seat, deck=deck[::-1])
    for player in range(2):
        deal_hand(s, BOX, player)
    return s


def show(s: State) -> str:
    """The position as text, in the form `load` reads (hands in order of card number)."""
    decides = "-" if s.over else letter_of(s.player)
    head = f"state {Phase(s.phase).name} active {letter_of(s.active)} decides {decides}"
    head += f" attacks {s.attacks} last {letter_of(s.last)}"
    deck = " ".join(["  deck", *(CARD.values[s.deck[i]] for i in reversed(range(s.deck_left)))])
    return "\n".join([head, deck, *(f"  {SEAT_LETTERS[i]} {show_side(s, i)}" for i in range(2))])


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


def tidy(text: str) -> str:
    """A written position with its hands in order of card number, to compare with `show`."""
    lines = text.strip().splitlines()
    for i in (2, 3):
        seat, rest = lines[i].split(maxsplit=1)
        hand, zone = (part.split() for part in rest.split("|"))
        lines[i] = " ".join([f"  {seat}", *sorted(hand, key=CARD.index), "|", *zone])
    return "\n".join(lines)


def cards_in(cards: int) -> list[str]:
    """The names of a set of cards."""
    return [name for i, name in enumerate(CARD.values) if cards >> i & 1]


def seat_of(letter: str) -> int:
    """A as 0, B as 1, - as nobody."""
    return NOBODY if letter == "-" else SEAT_LETTERS.index(letter)


def letter_of(seat: int) -> str:
    """The other way round."""
    return "-" if seat == NOBODY else SEAT_LETTERS[seat]


def actions_of(move: str) -> list[int]:
    """Our actions for a move in the dossier's notation; BadNotation if there is none."""
    if move.startswith("setup"):
        return [ACTIONS.number(f"place {card}") for card in move.split(":")[1].split()]
    if move.startswith("trim"):
        return [ACTIONS.number(f"trim {card}") for card in move.split()[1:]]
    pair = re.fullmatch(r"attack (\w+)\+(\w+) -> (\d)", move)
    if pair and {pair[1], pair[2]} <= set(CARD.values):
        first, second = sorted((pair[1], pair[2]), key=CARD.index)
        if CARD.index(first) < SWORDS:
            return [ACTIONS.number(f"attack {first}+{second} -> {pair[3]}")]
    return [ACTIONS.number(move)]


def play(s: State, move: str) -> None:
    """Carry out a move that must be legal; the position must be sound afterwards."""
    playing.play(s, *map(ACTIONS.text, actions_of(move)), sound=True)


def refused(s: State, move: str) -> bool:
    """Whether a move is refused and leaves every byte as it was (TT-I19)."""
    try:
        (action,) = actions_of(move)
    except BadNotation:
        return True
    return playing.refused(s, ACTIONS.text(action))


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
