"""Choices of Honga that follow each other by one click: the hands that need no thought."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Chain
from firstfire.kernel.presentation.words import Words, listed

from ..actions import CLIMB, EXPLORE, GATHER
from ..box import Box
from ..state import GATHERED_ON, Field, Phase, State
from .looks import amount_words


def chains(view: State, box: Box, words: Words) -> list[Chain]:
    """HO-D2: all hands that gather, search the forest and climb below the top (there others score too), where that is
    more than one."""
    if view.phase != Phase.ACT:
        return []
    tray, hands = view.trays[view.player], view.turn.hands
    goods = [min(hands[field], box.marker_max - tray.goods[good]) for good, field in enumerate(GATHERED_ON)]
    cards = min(hands[Field.FOREST], view.bonus_count + view.bonus_gone)
    steps = max(0, min(hands[Field.MOUNTAIN], box.top_step - 1 - tray.step))
    actions = [GATHER + good for good, count in enumerate(goods) for _ in range(count)]
    actions += [EXPLORE] * cards + [CLIMB] * steps
    if len(actions) < 2:
        return []
    told = amount_words(words, goods)
    told += [words.say("told.chain_cards", count=cards)] if cards else []
    told += [words.say("told.chain_steps", count=steps)] if steps else []
    return [Chain(words.say("told.chain", count=len(actions), what=listed(words, told)), tuple(actions))]
