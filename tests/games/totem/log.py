"""What the log of Totem tells (log_reader.py)."""

from __future__ import annotations

from typing import Any

from firstfire.games.totem import state

SECRETS = {"dealt_card", "laid", "drew", "defended", "swapped"}
DEALT = r"sides\.\d\.hand"
FOLLOWED = rf"{DEALT}|sides\.\d\.zone\.\d\.(card|face_up|spent)|discard|deck_left|turn|active|last|winner"
CHANGES = {
    "dealt": "says(a == box.deal == after.sides[seat].hand.bit_count())",
    "dealt_card": "take(s, seat, c)",
    "laid": "lay(s, seat, a, c)",
    "drew": "take(s, seat, c); s.deck_left -= 1; says(b == s.deck_left)",
    "turn": "s.active = seat; s.turn += 1; says(a == s.turn)",
    "attack": "drop(s, seat, a); says(c == box.level[a])",
    "pair": "drop(s, seat, a); drop(s, seat, b); says(d == box.level[a] + box.level[b])",
    "flipped": "totem = s.sides[seat].zone[a]; totem.face_up = 1; says(b == totem.card)",
    "held": "says(c == s.sides[seat].zone[a].card and s.sides[seat].zone[a].face_up)",
    "returned": "s.discard &= ~(1 << a); take(s, seat, a)",
    "destroyed": "says(b == s.sides[seat].zone[a].card); s.discard |= 1 << b; clear(s, seat, a)",
    "spent": "totem = s.sides[seat].zone[a]; totem.spent = 1; says(b == totem.card)",
    "discovered": "totem = s.sides[a].zone[b]; totem.face_up = 1; says(c == totem.card)",
    "defended": "lay(s, seat, a, c)",
    "swapped": "says(d == s.sides[seat].zone[a].card); lay(s, seat, a, c); take(s, seat, d)",
    "discarded": "drop(s, seat, a); says(b == (before.phase == state.Phase.HAND_LIMIT))",
    "deck_empty": "s.last = seat; says(s.deck_left == 0)",
    "end1": "s.winner = seat; says((a, b) == (standing(s, seat), standing(s, 1 - seat)))",
    "end2_count": "s.winner = seat; says((a, b) == (standing(s, seat), standing(s, 1 - seat)))",
    "end2_sum": "s.winner = seat; turn_up(s); says((a, c, d) == (b, levels(s, box, seat), levels(s, box, 1 - seat)))",
    "end2_draw": "s.winner = seat; turn_up(s); says((a, c, d) == (b, levels(s, box, 0), levels(s, box, 1)))",
}
EVENTS = {
    "attack": "[before.player] if text.startswith('attack') and '+' not in text else []",
    "held": "[1 - before.player] if text.startswith('attack') and 'destroyed' not in kinds else []",
    "placed": "[before.player] if has_laid(before, after) else []",
    "discovered": "[before.player] if text.startswith('eye') else []",
    "declined": "[before.player] if text == 'sum no' else []",
    "passed": "[before.player] if text == 'pass' else []",
    "end1": "[after.winner] if after.over and after.ending == state.Ending.DESTRUCTION else []",
}


def is_untold(before: Any, after: Any) -> bool:
    """Totems that are laid in the set-up are told together."""
    return bool(before.phase == state.Phase.SETUP and after.note_count == 0)


def take(s: Any, seat: int, card: int) -> None:
    s.sides[seat].hand |= 1 << card


def drop(s: Any, seat: int, card: int) -> None:
    s.sides[seat].hand &= ~(1 << card)
    s.discard |= 1 << card


def clear(s: Any, seat: int, slot: int) -> None:
    totem = s.sides[seat].zone[slot]
    totem.card, totem.face_up, totem.spent = state.EMPTY, 0, 0


def lay(s: Any, seat: int, slot: int, card: int) -> None:
    clear(s, seat, slot)
    s.sides[seat].hand &= ~(1 << card)
    s.sides[seat].zone[slot].card = card


def has_laid(before: Any, after: Any) -> bool:
    return bool(
        before.phase == state.Phase.SETUP
        and after.sides[before.player].standing == len(after.sides[before.player].zone)
    )


def standing(s: Any, seat: int) -> int:
    return sum(totem.card != state.EMPTY for totem in s.sides[seat].zone)


def turn_up(s: Any) -> None:
    for side in s.sides:
        for totem in side.zone:
            totem.face_up = int(totem.card != state.EMPTY)


def levels(s: Any, box: Any, seat: int) -> int:
    return sum(box.level[totem.card] for totem in s.sides[seat].zone if totem.card != state.EMPTY)
