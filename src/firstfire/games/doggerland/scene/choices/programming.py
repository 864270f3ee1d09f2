"""Choices before the first round and in phase 1: whom to send, what that costs now and later, what it will bring."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ...actions import (
    BANDS,
    CELL,
    COUPLE,
    CRAFT,
    CRAFT_PRICE,
    GROUND,
    HUNT_HUNTERS,
    MEMBER,
    OFFERING,
    PACK,
    PACK_TOOLS,
    PARTNER_MEMBER,
    PARTY,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    QUARRY,
    SLOT,
    TRACK,
    ground_of,
)
from ...box import Box
from ...rules.common import place_of_hut
from ...rules.hut import asks_offering
from ...rules.programming import tools_for
from ...state import CHIEF_STRENGTH, NONE, Job
from ..names import counted, goods_text
from .common import (
    ChoiceFacts,
    Due,
    crop,
    due_text,
    found_text,
    homes_text,
    hut_text,
    joined,
    later,
    level_text,
    plain,
    points_text,
    with_parts,
    work_text,
)


def learn(now: ChoiceFacts, box: Box, words: Words, track: int) -> str:
    """DG-V1: the level, and its price."""
    return _learn(box, words, track, now.levels[track], "learn")


@memoised
def _learn(box: Box, words: Words, track: int, level: int, key: str) -> str:
    return with_parts(words, plain(words, key, track=(TRACK, track)), level_text(box, words, track, level))


def pass_round(now: ChoiceFacts, box: Box, words: Words) -> str:
    """R36: who stays at home unused."""
    clan = now.clan
    return _pass(words, clan.hunters + clan.chiefs + clan.shaman)


@memoised
def _pass(words: Words, idle: int) -> str:
    return with_parts(words, plain(words, "pass"), counted(words, "idle", idle))


def habitat(now: ChoiceFacts, box: Box, words: Words, member: int) -> str:
    """DG-A1: Tool and Fur now, the goods when resolving."""
    return _habitat(box, words, member, now.dues[Job.HABITAT])


@memoised
def _habitat(box: Box, words: Words, member: int, paid: Due) -> str:
    sentence = plain(words, "habitat", member=(MEMBER, member))
    return with_parts(words, sentence, due_text(box, words, paid), later(words, homes_text(words, int(member == 1))))


def craft(now: ChoiceFacts, box: Box, words: Words, place: int, member: int) -> str:
    """DG-B1: which Craft, its price and its points."""
    return _craft(box, words, now.crafts[place], member, now.dues[Job.CRAFT])


@memoised
def _craft(box: Box, words: Words, tile: int, member: int, paid: Due) -> str:
    sentence = words.say("tell.craft", member=words.value(MEMBER, member), craft=words.value(CRAFT, tile))
    price = later(words, words.value(CRAFT_PRICE, tile))
    return with_parts(words, sentence, due_text(box, words, paid), price, points_text(words, box.craft_points[tile]))


def birth(now: ChoiceFacts, box: Box, words: Words, couple: int) -> str:
    """DG-C1, DG-C3: a newborn, and whether there is a bed for it."""
    return _birth(words, couple, now.free_beds)


@memoised
def _birth(words: Words, couple: int, free: int) -> str:
    sentence = plain(words, "birth", couple=(COUPLE, couple))
    return joined(words, sentence, counted(words, "newborns", 1), counted(words, "free_beds", free))


def go(now: ChoiceFacts, box: Box, words: Words, cell: int) -> str:
    """DG-X5: what is there, and what it takes."""
    species = now.species(cell)
    return _go(box, words, cell, species, now.tiles[cell], now.dues[Job.HARVEST if species == NONE else Job.HUNT])


@memoised
def _go(box: Box, words: Words, cell: int, species: int, tile: int, paid: Due) -> str:
    where = words.value(CELL, cell)
    if species == NONE:
        ground = ground_of(box.shows[tile], box.quantity[tile])
        sentence = words.say("tell.harvest", cell=where, ground=words.value(GROUND, ground))
    else:
        sentence = words.say(
            "tell.hunt", cell=where, quarry=words.value(QUARRY, species), mastery=box.min_mastery[species],
            members=counted(words, "members", box.min_members[species]),
        )  # fmt: skip
    return joined(words, sentence, due_text(box, words, paid))


def party(now: ChoiceFacts, box: Box, words: Words, party: int) -> str:
    """DG-D2, DG-D3: what the group finds, and how much of it comes home."""
    return _party(box, words, party, now.tiles[now.view.cell], now.transport, now.dues[Job.HARVEST])


@memoised
def _party(box: Box, words: Words, party: int, tile: int, transport: int, paid: Due) -> str:
    people = PARTY_HUNTERS[party] + PARTY_CHIEFS[party] + PARTY_SHAMAN[party]
    strength, room = people + PARTY_CHIEFS[party] + PARTY_TOOLS[party], transport * people
    found = crop(box, tile, strength)
    return with_parts(
        words,
        plain(words, "party", party=(PARTY, party)),
        words.say("tell.mastery", n=strength),
        found_text(words, found, room),
        words.say("tell.spare", n=room - sum(found)) if room > sum(found) else "",
        due_text(box, words, paid),
    )


def hunt(now: ChoiceFacts, box: Box, words: Words, band: int) -> str:
    """DG-E1, DG-E2: with how many Tools, and what comes home."""
    return _hunt(box, words, band, now.species(now.view.cell), now.transport, now.dues[Job.HUNT])


@memoised
def _hunt(box: Box, words: Words, band: int, species: int, transport: int, paid: Due) -> str:
    chiefs, hunters = divmod(band, HUNT_HUNTERS)
    tools = min(tools_for(box, species, chiefs, hunters), PACK_TOOLS - 1)
    sentence = words.say("tell.hunters", pack=words.value(PACK, BANDS * tools + band))
    mastery = words.say("tell.mastery", n=hunters + CHIEF_STRENGTH * chiefs + tools)
    found = found_text(words, as_tuple(box.spoils[species]), transport * (chiefs + hunters))
    return with_parts(words, sentence, mastery, found, due_text(box, words, paid))


def fresco(now: ChoiceFacts, box: Box, words: Words, slot: int, member: int) -> str:
    """DG-F1: which animal, its points, and whether it is remembered yet."""
    species = now.slots[slot]
    return _fresco(box, words, slot, member, species, now.memory[species] > 0, now.dues[Job.FRESCO])


@memoised
def _fresco(box: Box, words: Words, slot: int, member: int, species: int, known: bool, paid: Due) -> str:
    sentence = words.say(
        "tell.send_painter", member=words.value(MEMBER, member), quarry=words.value(QUARRY, species),
        slot=words.value(SLOT, slot),
    )  # fmt: skip
    memory = "" if known else words.say("tell.not_in_memory")
    return with_parts(
        words, sentence, due_text(box, words, paid), points_text(words, box.paint_points[species]), memory
    )


def capacity(now: ChoiceFacts, box: Box, words: Words, track: int, member: int) -> str:
    """DG-G: the next level and the Tools that could be made, each with its price."""
    return _capacity(box, words, track, member, now.levels[track])


@memoised
def _capacity(box: Box, words: Words, track: int, member: int, level: int) -> str:
    sentence = plain(words, "capacity", track=(TRACK, track), member=(MEMBER, member))
    return with_parts(words, sentence, later(words, work_text(box, words, track, level)))


def hut(now: ChoiceFacts, box: Box, words: Words, location: int) -> str:
    """DG-H0a, DG-H0c: where, what it will cost, and what of that is still missing."""
    asked = asks_offering(now.view, box, location)
    told = hut_text(box, words, place_of_hut(now.view, location), location, asked, "hut")
    return joined(words, told, _lacking(box, words, location, asked, as_tuple(now.clan.goods)))


@memoised
def _lacking(box: Box, words: Words, location: int, asked: bool, goods: tuple[int, ...]) -> str:
    price = as_tuple(box.hut_cost[location])
    lack = goods_text(words, [max(0, due - have) for due, have in zip(price, goods, strict=True)])
    if asked and not any(have for wanted, have in zip(as_tuple(box.offering), goods, strict=True) if wanted):
        lack = words.say("tell.offering", goods=words.value(OFFERING, 0))
    return words.say("tell.lacking", lack=lack, scarcity=counted(words, "scarcity", 1)) if lack else ""


def mark(now: ChoiceFacts, box: Box, words: Words, slot: int) -> str:
    """DG-H1: which animal is marked."""
    return _mark(box, words, slot, now.slots[slot], now.memory[now.slots[slot]] > 0)


@memoised
def _mark(box: Box, words: Words, slot: int, species: int, known: bool) -> str:
    sentence = words.say("tell.mark", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))
    each = words.say("tell.a_cube", points=points_text(words, box.paint_points[species]))
    return with_parts(words, sentence, each, "" if known else words.say("tell.not_in_memory"))


def partner(now: ChoiceFacts, box: Box, words: Words, member: int) -> str:
    """DG-H6: two newborns, and beds for them."""
    return _partner(words, member, min(2, now.clan.reserve - now.clan.promised), now.free_beds)


@memoised
def _partner(words: Words, member: int, born: int, free: int) -> str:
    sentence = plain(words, "partner", member=(PARTNER_MEMBER, member))
    return with_parts(words, sentence, counted(words, "newborns", born), counted(words, "free_beds", free))
