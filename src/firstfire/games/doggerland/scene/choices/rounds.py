"""Choices at the end of a round, and those of the events of a solo game."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words

from ...actions import (
    DWELLING,
    EVENT,
    EVENT_PRICE,
    MEAL,
    QUARRY,
    SLOT,
    SPOT,
    TRACK,
    meal_of,
)
from ...box import Box
from ...rules.clan import beds
from ...rules.common import slot_species
from ...rules.rounds import food_needed
from ...rules.solo import card_of
from ...state import BOWLS, LEVELS, MEAT_FOOD, Home, Spot
from .common import (
    ChoiceFacts,
    plain,
    with_parts,
)


def feed(now: ChoiceFacts, box: Box, words: Words, meat: int) -> str:
    """R33, DG-5.1: the whole meal, and what spoils after it."""
    clan = now.clan
    fruit = max(0, food_needed(now.view, clan) - MEAT_FOOD * meat)
    last = BOWLS - 1
    rotten = max(0, clan.fruit[last] - fruit), max(0, clan.meat[last] - meat)
    return _feed(words, meal_of(fruit, meat), meal_of(*rotten))


@memoised
def _feed(words: Words, meal: int, rotten: int) -> str:
    lost = words.say("tell.spoils", meal=words.value(MEAL, rotten)) if rotten else ""
    return with_parts(words, words.say("tell.eat", meal=words.value(MEAL, meal)), lost)


def use_event(now: ChoiceFacts, box: Box, words: Words) -> str:
    """DG-S6: what it does."""
    return words.say("tell.event", text=words.value(EVENT, card_of(now.view)))


def repair(now: ChoiceFacts, box: Box, words: Words) -> str:
    """SC23: the price."""
    return words.say("tell.repair", cost=words.value(EVENT_PRICE, card_of(now.view)))


def lose(now: ChoiceFacts, box: Box, words: Words, dwelling: int, spot: int) -> str:
    """SC23: the points, and the beds before and after."""
    return _lose(box, words, dwelling, spot, beds(now.clan, box))


@memoised
def _lose(box: Box, words: Words, dwelling: int, spot: int, slept: int) -> str:
    home = Home.SIMPLE + dwelling
    after = slept - box.beds[home] + (box.beds[Home.SHELTER] if spot == Spot.SHELTER else box.beds[Home.BARE])
    sentence = plain(words, "lose", dwelling=(DWELLING, dwelling), spot=(SPOT, spot))
    return with_parts(words, sentence, words.say("tell.beds", before=slept, after=after))


def rockfall(now: ChoiceFacts, box: Box, words: Words, slot: int) -> str:
    """SC24: which animal."""
    return _rockfall(words, slot, slot_species(now.view, box, slot))


@memoised
def _rockfall(words: Words, slot: int, species: int) -> str:
    return words.say("tell.lose_cube", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))


def unlearn(now: ChoiceFacts, box: Box, words: Words, track: int) -> str:
    """SC25: from what to what."""
    return _unlearn(box, words, track, now.clan.levels[track])


@memoised
def _unlearn(box: Box, words: Words, track: int, level: int) -> str:
    values = (box.reach, box.transport, range(1, LEVELS + 1))[track]
    change = words.say("tell.change", before=values[level], after=values[level - 1])
    return with_parts(words, plain(words, "unlearn", track=(TRACK, track)), change)
