"""Choices of phase 3: what is paid and what comes of it; and what finishing forgoes."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.rows import as_tuple

from ...actions import (
    CARRY_GOODS,
    CARRY_KINDS,
    CELL,
    CRAFT,
    CRAFT_PRICE,
    DWELLING,
    GOOD,
    HOME_PRICE,
    JOB,
    PAIR,
    QUARRY,
    RESOLVE_HUT,
    SLOT,
    SPOT,
    TRACK,
)
from ...box import Box
from ...rules.clan import beds
from ...rules.common import marked_slot, place_of_hut, slot_species
from ...rules.hut import asks_offering
from ...rules.resolution import find_order, hands, mastery
from ...state import GOODS, NONE, Clan, Home, Job, Spot, Track
from ..names import counted, goods_text
from ..prices import recipe_text
from .common import (
    ChoiceFacts,
    costs,
    crop,
    found_text,
    homes_text,
    hut_text,
    level_text,
    plain,
    points_text,
    with_parts,
    work_text,
)


def resolve_habitat(now: ChoiceFacts, box: Box, words: Words, builder: int) -> str:
    """DG-A2: what the two kinds cost this builder."""
    return _resolve_habitat(words, builder)


@memoised
def _resolve_habitat(words: Words, builder: int) -> str:
    key = "value.builder.chief" if builder else "value.builder.member"
    return with_parts(words, words.say("action.resolve_habitat", builder=words.say(key)), homes_text(words, builder))


def resolve_craft(now: ChoiceFacts, box: Box, words: Words, place: int) -> str:
    """DG-B2: the Craft, its price and its points."""
    return _resolve_craft(box, words, now.view.craft[place])


@memoised
def _resolve_craft(box: Box, words: Words, tile: int) -> str:
    sentence = words.say("tell.make", craft=words.value(CRAFT, tile))
    return with_parts(words, sentence, costs(words, CRAFT_PRICE, tile), points_text(words, box.craft_points[tile]))


def resolve_birth(now: ChoiceFacts, box: Box, words: Words) -> str:
    """DG-C2: a newborn."""
    return _resolve_birth(words, now.free_beds - now.clan.newborns)


@memoised
def _resolve_birth(words: Words, free: int) -> str:
    parts = counted(words, "newborns", 1), counted(words, "free_beds", max(0, free))
    return with_parts(words, plain(words, "resolve_birth"), *parts)


def resolve_expedition(now: ChoiceFacts, box: Box, words: Words, cell: int) -> str:
    """DG-D2, DG-E2: what comes home."""
    clan = now.clan
    order = next(clan.orders[i] for i in range(clan.order_count) if _stands_on(clan, i, cell))
    room = now.transport * hands(order)
    return _resolve_expedition(box, words, cell, now.species(cell), now.tiles[cell], mastery(order), room)


def _stands_on(clan: Clan, number: int, cell: int) -> bool:
    order = clan.orders[number]
    return order.job in (Job.HARVEST, Job.HUNT) and order.place == cell


@memoised
def _resolve_expedition(box: Box, words: Words, cell: int, species: int, tile: int, strength: int, room: int) -> str:
    where = words.value(CELL, cell)
    if species == NONE:
        return with_parts(words, words.say("tell.back", cell=where), found_text(words, crop(box, tile, strength), room))
    sentence = words.say("tell.bring_down", quarry=words.value(QUARRY, species), cell=where)
    return with_parts(words, sentence, found_text(words, as_tuple(box.spoils[species]), room))


def resolve_fresco(now: ChoiceFacts, box: Box, words: Words, slot: int) -> str:
    """DG-F2: the animal and its points."""
    return _resolve_fresco(box, words, slot, slot_species(now.view, box, slot))


@memoised
def _resolve_fresco(box: Box, words: Words, slot: int, species: int) -> str:
    sentence = words.say("tell.paint", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))
    return with_parts(words, sentence, points_text(words, box.paint_points[species]))


def resolve_capacity(now: ChoiceFacts, box: Box, words: Words, track: int) -> str:
    """DG-G: the next level, or the recipes."""
    return _resolve_capacity(box, words, track, now.clan.levels[track])


@memoised
def _resolve_capacity(box: Box, words: Words, track: int, level: int) -> str:
    return with_parts(
        words, plain(words, "resolve_capacity", track=(TRACK, track)), work_text(box, words, track, level)
    )


def resolve_hut(now: ChoiceFacts, box: Box, words: Words) -> str:
    """DG-H0b: which location, and its price."""
    location = now.clan.orders[find_order(now.clan, RESOLVE_HUT)].place
    return hut_text(
        box, words, place_of_hut(now.view, location), location, asks_offering(now.view, box, location), "act"
    )


def finish(now: ChoiceFacts, box: Box, words: Words) -> str:
    """DG-3.2, R13: what is forgone."""
    clan = now.clan
    return _finish(words, tuple(sorted({clan.orders[i].job for i in range(clan.order_count)} - {Job.IDLE})))


@memoised
def _finish(words: Words, jobs: tuple[int, ...]) -> str:
    named = dict.fromkeys(words.value(JOB, job) for job in jobs)
    return words.say("tell.finish", jobs=listed(words, list(named)))


def raise_home(now: ChoiceFacts, box: Box, words: Words, dwelling: int, spot: int) -> str:
    """DG-A2, DG-A3: the price, the points, and the beds before and after."""
    clan = now.clan
    return _raise(box, words, dwelling, spot, min(1, clan.orders[now.view.order].chiefs), beds(clan, box))


@memoised
def _raise(box: Box, words: Words, dwelling: int, spot: int, chief: int, slept: int) -> str:
    home = Home.SIMPLE + dwelling
    after = slept + box.beds[home] - (box.beds[Home.SHELTER] if spot == Spot.SHELTER else box.beds[Home.BARE])
    return with_parts(
        words,
        plain(words, "raise", dwelling=(DWELLING, dwelling), spot=(SPOT, spot)),
        costs(words, HOME_PRICE, 2 * chief + dwelling),
        points_text(words, box.home_points[home]),
        words.say("tell.beds", before=slept, after=after),
    )


def carry(now: ChoiceFacts, box: Box, words: Words, load: int) -> str:
    """DG-D3: what is taken with it where that is certain, else the room that is left."""
    return _carry(words, load, now.view.room, tuple(now.view.load[good] for good in range(GOODS)))


@memoised
def _carry(words: Words, load: int, room: int, lying: tuple[int, ...]) -> str:
    amount, kind = divmod(load, CARRY_KINDS)
    good, left = CARRY_GOODS[kind], room - amount
    row = [0] * GOODS
    row[good] = amount
    others = [other for other in range(GOODS) if other != good and lying[other]]
    certain = len(others) == 1 or left >= sum(lying[other] for other in others) or left == 0
    if certain:
        for other in others:
            row[other] = min(left, lying[other])
        return words.say("action.carry", load=goods_text(words, row))
    sentence = words.say(f"tell.leave_{GOOD.values[good]}")
    if amount:
        sentence = words.say("action.carry", load=counted(words, GOOD.values[good], amount))
    return with_parts(words, sentence, words.say("tell.room", n=left))


def tools(now: ChoiceFacts, box: Box, words: Words, upgrade: int, recipe: int) -> str:
    """DG-G3: the level and the Tools, each with its price."""
    return _tools(box, words, upgrade, recipe, now.clan.levels[Track.TOOLS])


@memoised
def _tools(box: Box, words: Words, upgrade: int, recipe: int, level: int) -> str:
    key = "both" if upgrade and recipe else "upgrade" if upgrade else "make"
    return words.say(
        f"tell.work_{key}",
        level=level_text(box, words, Track.TOOLS, level),
        tools=recipe_text(box, words, recipe - 1) if recipe else "",
    )


def strokes(now: ChoiceFacts, box: Box, words: Words, stroke: int) -> str:
    """DG-H1: how many cubes, and what they count."""
    return _strokes(box, words, stroke + 1, slot_species(now.view, box, marked_slot(now.clan.orders[now.view.order])))


@memoised
def _strokes(box: Box, words: Words, cubes: int, species: int) -> str:
    sentence = words.say("tell.strokes", stroke=cubes, quarry=words.value(QUARRY, species))
    return with_parts(words, sentence, points_text(words, cubes * box.paint_points[species]))


def take(now: ChoiceFacts, box: Box, words: Words, good: int) -> str:
    """DG-H5, SC07: for what it is taken."""
    return _take(words, good, now.view.given, now.view.swaps > 0)


@memoised
def _take(words: Words, good: int, given: int, swapping: bool) -> str:
    price = counted(words, GOOD.values[given], 1) if swapping else words.value(PAIR, given)
    return words.say("tell.take", good=words.value(GOOD, good), given=price)
