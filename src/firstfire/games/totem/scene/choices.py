"""What a choice means on the table: the totem it is about, and what is certain of its result."""

from __future__ import annotations

from functools import cached_property

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.telling import Tellers
from firstfire.kernel.presentation.words import Words

from ..actions import ACTIONS, CARD
from ..box import SLOTS, Box
from ..rules.combat import is_immune
from ..rules.hands import first_empty_slot
from ..state import EMPTY, State


class TotemTable:
    """What the choices of one scene ask of the table."""

    def __init__(self, view: State, box: Box) -> None:
        self.view, self.box = view, box

    @cached_property
    def targets(self) -> list[tuple[int, bool]]:
        """By slot: the totem that would be attacked and whether it is immune; of a hidden one nothing is told."""
        view, zone = self.view, self.view.sides[1 - self.view.player].zone
        return [
            (zone[slot].card, bool(is_immune(view, self.box, slot))) if zone[slot].face_up else (EMPTY, False)
            for slot in range(SLOTS)
        ]

    @cached_property
    def own(self) -> list[int]:
        """The cards of the player's own totems."""
        zone = self.view.sides[self.view.player].zone
        return [zone[slot].card for slot in range(SLOTS)]


def tell_attack(seen: TotemTable, box: Box, words: Words, slot: int, card: int) -> str:
    """An attack with one card."""
    return _attack(box, words, (card,), slot, *seen.targets[slot])


def tell_pair(seen: TotemTable, box: Box, words: Words, sword: int, slot: int, card: int) -> str:
    """An attack with a sword and a card."""
    return _attack(box, words, (sword, card), slot, *seen.targets[slot])


@memoised
def _attack(box: Box, words: Words, cards: tuple[int, ...], slot: int, totem: int, immune: bool) -> str:
    """TT-K7: against a totem that lies face up the result is certain; of a hidden one nothing is."""
    with_ = _cards(box, words, cards)
    if totem == EMPTY:
        return words.say("told.hidden", slot=slot + 1, cards=with_)
    falls = sum(box.level[card] for card in cards) >= box.level[totem] and not immune
    name = words.value(CARD, totem)
    return words.say("told.falls" if falls else "told.holds", slot=slot + 1, cards=with_, totem=name)


@memoised
def _cards(box: Box, words: Words, cards: tuple[int, ...]) -> str:
    if len(cards) == 1:
        return words.value(CARD, cards[0])
    sword, card = (words.value(CARD, card) for card in cards)
    return words.say("told.pair", sword=sword, card=card, total=sum(box.level[card] for card in cards))


def tell_defend(seen: TotemTable, box: Box, words: Words, card: int) -> str:
    """Where the totem comes to stand."""
    return _defend(words, card, first_empty_slot(seen.view, seen.view.player))


@memoised
def _defend(words: Words, card: int, slot: int) -> str:
    return words.say("told.defend", card=words.value(CARD, card), slot=slot + 1)


def tell_swap(seen: TotemTable, box: Box, words: Words, slot: int, card: int) -> str:
    """Which totem comes back."""
    return _swap(words, card, slot, seen.own[slot])


@memoised
def _swap(words: Words, card: int, slot: int, former: int) -> str:
    return words.say("told.swap", card=words.value(CARD, card), totem=words.value(CARD, former), slot=slot + 1)


tell_choices = Tellers(
    ACTIONS, {"attack": tell_attack, "pair": tell_pair, "defend": tell_defend, "swap": tell_swap}, facts=TotemTable
)
