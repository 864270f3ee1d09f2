"""What the log of Doggerland tells (log_reader.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firstfire.games.doggerland import actions, state

SECRETS: set[str] = set()
DEALT = r""  # what is dealt is seen on the table
FOLLOWED = (
    r"clans\.\d\.(goods\.[0-5]|scarcity|village|reserve|newborns|births|hunts|levels\.\d|memory\.\d|made|megaliths"
    r"|hut|passed|journey)|herd\.\d|land|ripe|uses\.\d+|cubes\.\d+|painter\.\d+|craft\.\d|fresco_up"
    r"|edge|centre_arrow|first|solo\.(memories|rivals\.\d|done)"
)
FRUIT, MEAT = state.Good.FRUIT, state.Good.MEAT
CHANGES = {
    "centre_turned": "s.centre_arrow = a",
    "arrow_placed": "s.edge = a",
    "round_begins": "begin_round(s); says((seat, a, b) == (after.first, after.round, box.season[a - 1]))",
    "season_begins": "begin_round(s); says((a, b) == (after.round, box.season[a - 1]))",
    "passed": "s.clans[seat].passed = 1",
    "scarce": "s.clans[seat].scarcity += a",
    "revealed": "s.land |= 1 << a; s.ripe |= 1 << a",
    "spawn_revealed": "s.land |= 1 << a",
    "paid": "s.clans[seat].goods[b] -= a",
    "gained": "s.clans[seat].goods[b] += a",
    "crafted": "s.clans[seat].made |= 1 << a; leave(s.craft, a); says(b == box.craft_points[a])",
    "born": "birth(s.clans[seat], a)",
    "worn": "s.uses[a] += 1",
    "exhausted": "s.uses[a] = box.harvests[s.seats]; s.ripe &= ~(1 << a)",
    "hunted": "s.clans[seat].hunts += 1; s.clans[seat].memory[a] += 1; s.herd[a] &= ~(1 << b)",
    "forgot": "s.clans[seat].memory[a] -= 1",
    "painted": "paint(s, seat, a, b, 1)",
    "painted_twice": "paint(s, seat, a, b, 2)",
    "learned": "s.clans[seat].levels[a] += 1; says(b == s.clans[seat].levels[a] + 1)",
    "hut_used": "s.clans[seat].hut |= 1 << location(a)",
    "token_laid": "s.clans[seat].journey = a",
    "token_back": "s.clans[seat].journey = state.NONE",
    "megalith_raised": "s.clans[seat].megaliths |= 1 << a",
    "pawn_taken": "s.first = seat",
    "pawn_passed": "s.first = seat",
    "bartered": "trade(s.clans[seat].goods, pair(a), b)",
    "swapped": "trade(s.clans[seat].goods, (a,), b)",
    "migrated": "s.herd[a] = s.herd[a] & ~(1 << b) | 1 << c",
    "arrow_turned": "s.edge = a",
    "ate": "eat(s.clans[seat].goods, a, b)",
    "hungry": "says(a > 0 and 'scarce' in kinds)",
    "spoiled": "eat(s.clans[seat].goods, a, b)",
    "joined": "s.clans[seat].newborns -= a; s.clans[seat].births += a",
    "died": "s.clans[seat].newborns -= a; s.clans[seat].reserve += a",
    "homeless": "s.clans[seat].reserve += a",
    "appeared": "s.herd[a] |= 1 << b",
    "fresco_shown": "says(a == s.fresco[s.fresco_up]); s.fresco_up += 1",
    "craft_shown": "s.craft[list(s.craft).index(state.NONE)] = a",
    "village_moved": "s.clans[seat].village = a",
    "card_turned": "says(a == after.solo.cards[after.round - 1])",
    "event_used": "says(a == b == after.solo.cards[after.round - 1])",
    "event_declined": "says(a == after.solo.cards[after.round - 1])",
    "event_idle": "says(a == b == after.solo.cards[after.round - 1])",
    "foundling": "birth(s.clans[seat], 1)",
    "mould": "eat(s.clans[seat].goods, a, b)",
    "regrown": "s.uses[a] = 0; s.ripe |= 1 << a",
    "member_lost": "s.clans[seat].reserve += 1",
    "cube_lost": "s.cubes[a] -= 1; s.painter[a] *= s.cubes[a] > 0",
    "level_lost": "s.clans[seat].levels[a] -= 1; says(b == s.clans[seat].levels[a] + 1)",
    "craft_discarded": "leave(s.craft, a)",
    "rivals_painted": "s.cubes[b] = 1; s.painter[b] = state.RIVAL_OWNER; s.solo.memories -= 1",
    "rivals_released": "s.solo.memories -= 1",
    "shamans_stand": "says(after.solo.shamans == 1 << location(a) | 1 << location(b))",
    "rival_moved": "s.solo.rivals[a] = b",
    "captured": "s.herd[a] &= ~(1 << b); s.solo.memories += 1",
    "solo_met": "s.solo.done |= 1 << list(s.solo.objectives).index(a)",
    "solo_lost": "s.solo.done &= ~(1 << list(s.solo.objectives).index(a))",
    "game_won": "says(a == s.solo.done.bit_count() >= s.solo.needed)",
    "game_lost": "says(a == s.solo.done.bit_count() < b == s.solo.needed)",
    "quota_broken": "says(a == s.solo.quota < s.clans[seat].scarcity)",
    "scored": "says(a == points[seat])",
}
EVENTS = {
    "builder_sent": "sent(before, after, kinds, state.Job.HABITAT)",
    "crafter_sent": "sent(before, after, kinds, state.Job.CRAFT)",
    "couple_sent": "sent(before, after, kinds, state.Job.BIRTH)",
    "party_sent": "sent(before, after, kinds, state.Job.HARVEST)",
    "hunters_sent": "sent(before, after, kinds, state.Job.HUNT)",
    "painter_sent": "sent(before, after, kinds, state.Job.FRESCO)",
    "pupil_sent": "sent(before, after, kinds, state.Job.CAPACITY)",
    "shaman_sent": "sent(before, after, kinds, state.Job.SHAMAN_HUT)",
    "marked": "[before.player] if text.startswith('mark') else []",
    "partnered": "partnered(before, after, kinds)",
    "built": "[p for p in range(after.seats) for _ in range(homes(after, p) - homes(before, p))]",
    "habitat_lost": "[p for p in range(after.seats) for _ in range(homes(before, p) - homes(after, p))]",
    "land_phase": "[state.NONE] if after.land != before.land else []",
    "resolution_phase": "[state.NONE] if all_have_passed(before, kinds) else []",
    "migration_phase": "[state.NONE] if 'arrow_turned' in kinds else []",
    "meal_phase": "[state.NONE] if 'arrow_turned' in kinds else []",
    "objective_met": "met(before, after)",
    "village_stayed": "[before.player] if text == 'village stays' else []",
    "card_turned": "[0] * kinds.count('season_begins')",
    "event_declined": "[0] if text == 'decline event' else []",
    "white_joined": "[0] * (whites(after) > whites(before))",
    "white_left": "[0] * whites(before) if 'migration_phase' in kinds else []",
    "game_won": "[0] if after.over and after.ending == state.Ending.WON else []",
    "game_lost": "[0] if after.over and after.ending == state.Ending.OBJECTIVES else []",
    "quota_broken": "[0] if after.over and after.ending == state.Ending.SCARCITY else []",
    "gave_up": "[0] if text == 'give up' else []",
    "scored": "list(range(after.seats)) if after.over and after.seats > 1 else []",
}


def begin_round(s: Any) -> None:
    for clan in s.clans:
        clan.passed = 0


def birth(clan: Any, children: int) -> None:
    clan.reserve, clan.newborns = clan.reserve - children, clan.newborns + children


def leave(row: Any, tile: int) -> None:
    for place, shown in enumerate(row):
        if shown == tile:
            row[place] = state.NONE


def paint(s: Any, seat: int, species: int, slot: int, cubes: int) -> None:
    s.clans[seat].memory[species] -= cubes
    s.cubes[slot], s.painter[slot] = cubes, seat


def trade(goods: Any, given: Sequence[int], taken: int) -> None:
    for good in given:
        goods[good] -= 1
    goods[taken] += 1


def pair(number: int) -> tuple[int, int]:
    return actions.PAIR_FIRST[number], actions.PAIR_SECOND[number]


def eat(goods: Any, fruit: int, meat: int) -> None:
    goods[FRUIT], goods[MEAT] = goods[FRUIT] - fruit, goods[MEAT] - meat


def location(place: int) -> int:
    """The log calls the fourth location by another name in a solo game."""
    return int(state.Hut.NEXT_FIRST_PLAYER) if place > max(state.Hut) else place


def sent(before: Any, after: Any, kinds: Sequence[str], job: int) -> list[int] | None:
    """Who has just programmed this (None: everything was resolved since)."""
    if "resolution_phase" in kinds:
        return None
    old, new = before.clans[before.player], after.clans[before.player]
    grown = new.order_count == old.order_count + 1
    return [before.player] if grown and new.orders[old.order_count].job == job else []


def partnered(before: Any, after: Any, kinds: Sequence[str]) -> list[int] | None:
    if "resolution_phase" in kinds:
        return None
    return [before.player] if has_partner(after, before.player) and not has_partner(before, before.player) else []


def has_partner(s: Any, seat: int) -> bool:
    """Somebody goes with the Shaman to where twins are born."""
    clan = s.clans[seat]
    orders = [order for order in clan.orders[: clan.order_count] if order.job == state.Job.SHAMAN_HUT]
    return any(order.place == state.Hut.TWINS and order.hunters + order.chiefs for order in orders)


def homes(s: Any, seat: int) -> int:
    return sum(home >= state.Home.SIMPLE for home in s.clans[seat].homes)


def all_have_passed(before: Any, kinds: Sequence[str]) -> bool:
    return "passed" in kinds and sum(clan.passed for clan in before.clans) + kinds.count("passed") == before.seats


def met(before: Any, after: Any) -> list[int]:
    """Who has just reached common objectives."""
    new = [
        now & ~then
        for old, row in ((before.firsts, after.firsts), (before.seconds, after.seconds))
        for then, now in zip(old, row, strict=True)
    ]
    return [seat for bits in new for seat in range(after.seats) if bits >> seat & 1]


def whites(s: Any) -> int:
    return int(s.solo.white_hunter != state.White.ABSENT) + int(s.solo.white_chief != state.White.ABSENT)
