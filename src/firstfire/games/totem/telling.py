"""What a choice means on the table: the totem it is about, and what is certain of its result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from firstfire.kernel.words import Words

from .actions import ACTIONS, CARD
from .box import Box
from .combat import is_immune
from .hands import first_empty_slot
from .state import State

_COPY = re.compile(r"\b(N\d+)[a-d]\b")


def tell_choice(view: State, box: Box, action: int, words: Words, names: Sequence[str]) -> str | None:
    """An attack names a totem that lies face up, and says whether it falls; a swap names the totem that comes back."""
    block, values = ACTIONS.values(action)
    if block in ("attack", "pair"):
        cards = [values[name] for name in ("sword", "card") if name in values]
        return tell_attack(view, box, words, cards, values["slot"])
    if block == "defend":
        card, slot = words.value(CARD, values["card"]), first_empty_slot(view, view.player)
        return words.say("told.defend", card=card, slot=slot + 1)
    if block == "swap":
        slot = values["slot"]
        former = view.sides[view.player].zone[slot].card
        card, former_name = words.value(CARD, values["card"]), words.value(CARD, former)
        return words.say("told.swap", card=card, totem=former_name, slot=slot + 1)
    return None


def tell_attack(view: State, box: Box, words: Words, cards: list[int], slot: int) -> str | None:
    """TT-K7: against a totem that lies face up the result is certain; of a hidden one nothing is."""
    called = [words.value(CARD, card) for card in cards]
    total = sum(box.level[card] for card in cards)
    with_ = called[0] if len(cards) == 1 else words.say("told.pair", sword=called[0], card=called[1], total=total)
    totem = view.sides[1 - view.player].zone[slot]
    if totem.face_up == 0:
        return words.say("told.hidden", slot=slot + 1, cards=with_)
    falls = total >= box.level[totem.card] and not is_immune(view, box, slot)
    name = words.value(CARD, totem.card)
    return words.say("told.falls" if falls else "told.holds", slot=slot + 1, cards=with_, totem=name)


def shown(text: str) -> str:
    """2.3: the letters of equal cards only make identifiers unique; people never see them."""
    return _COPY.sub(r"\1", text)
