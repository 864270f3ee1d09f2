"""A clan board: goods and bowls, members and beds, Scarcity."""

from __future__ import annotations

from firstfire.kernel.records.header import end_game
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import GAINED, PAID, QUOTA_BROKEN, SCARCE, pile_of
from ..box import Box
from ..state import (
    ANIMALS,
    BOWLS,
    GOODS,
    HABITAT_PLACES,
    HUNTERS,
    Clan,
    Ending,
    Good,
    Home,
    Member,
    Order,
    Season,
    State,
    Track,
    White,
)


@rule
def is_cold(s: State, box: Box) -> bool:
    """Even rounds are cold."""
    return box.season[s.round - 1] == Season.COLD


@rule
def take_from_bowls(bowls: Row[int], amount: int) -> None:
    """R33, R34: food is used oldest first, from the right-hand bowl."""
    for i in range(BOWLS):
        bowl = BOWLS - 1 - i
        taken = min(amount, bowls[bowl])
        bowls[bowl] -= taken
        amount -= taken


@rule
def spend(clan: Clan, good: int, amount: int) -> None:
    """Put goods back in the supply."""
    clan.goods[good] -= amount
    if good == Good.FRUIT:
        take_from_bowls(clan.fruit, amount)
    if good == Good.MEAT:
        take_from_bowls(clan.meat, amount)


@rule
def pay(s: State, seat: int, good: int, amount: int) -> None:
    """Spend goods, and say so."""
    if amount > 0:
        spend(s.clans[seat], good, amount)
        note(s, PAID, seat, amount, good, pile_of(amount, good))


@rule
def store(clan: Clan, good: int, amount: int) -> None:
    """DG-D4, DG-3.4: goods above the board, Fruit into bowl 1, Meat into bowl 2, to be spent at once."""
    clan.goods[good] += amount
    if good == Good.FRUIT:
        clan.fruit[0] += amount
    if good == Good.MEAT:
        clan.meat[1] += amount


@rule
def gain(s: State, seat: int, good: int, amount: int) -> None:
    """Store goods, and say so."""
    if amount > 0:
        store(s.clans[seat], good, amount)
        note(s, GAINED, seat, amount, good, pile_of(amount, good))


@rule
def affords(clan: Clan, cost: Row[int]) -> bool:
    """Whether the clan owns all of a cost."""
    enough = True
    for good in range(GOODS):
        enough = enough and clan.goods[good] >= cost[good]
    return enough


@rule
def pay_all(s: State, seat: int, cost: Row[int]) -> None:
    """Pay a printed cost."""
    for good in range(GOODS):
        pay(s, seat, good, cost[good])


@rule
def members(clan: Clan) -> int:
    """DG-T2, DG-M12: Chief, Shaman and the Hunter-Gatherers neither in reserve nor newborn; no white pieces."""
    return 2 + HUNTERS - clan.reserve - clan.newborns


@rule
def beds(clan: Clan, box: Box) -> int:
    """DG-T2: the beds of the uncovered shelters and the built Habitats."""
    total = 0
    for place in range(HABITAT_PLACES):
        total += box.beds[clan.homes[place]]
    return total


@rule
def count_homes(clan: Clan, home: int) -> int:
    """How many places of the clan board hold this."""
    total = 0
    for place in range(HABITAT_PLACES):
        if clan.homes[place] == home:
            total += 1
    return total


@rule
def built_homes(clan: Clan) -> int:
    """How many Habitat tiles the clan has built."""
    return count_homes(clan, Home.SIMPLE) + count_homes(clan, Home.PRESTIGIOUS)


@rule
def remembered(clan: Clan) -> int:
    """How many animals lie in the collective memory."""
    total = 0
    for species in range(ANIMALS):
        total += clan.memory[species]
    return total


@rule
def transport_of(s: State, box: Box, seat: int) -> int:
    """DG-X7, DG-G2: what one member carries; a solo event may shift it, never below 1 (SC14, SC27)."""
    return max(1, box.transport[s.clans[seat].levels[Track.TRANSPORT]] + s.solo.transport_shift)


@rule
def anyone_home(clan: Clan) -> bool:
    """Whether a member (or a white piece) can still be sent."""
    return clan.hunters + clan.chiefs + clan.shaman > 0


@rule
def who_is_home(clan: Clan) -> int:
    """The kinds of member at home, one bit each."""
    found = 0
    if clan.hunters > 0:
        found |= 1 << Member.HUNTER
    if clan.chiefs > 0:
        found |= 1 << Member.CHIEF
    if clan.shaman > 0:
        found |= 1 << Member.SHAMAN
    return found


@rule
def own_hunters(s: State, clan: Clan) -> int:
    """Hunter-Gatherers at home without the white one: he never reproduces (R39)."""
    return clan.hunters - 1 if s.solo.white_hunter == White.HOME else clan.hunters


@rule
def own_chiefs(s: State, clan: Clan) -> int:
    """The Chief at home without the white one (R39)."""
    return clan.chiefs - 1 if s.solo.white_chief == White.HOME else clan.chiefs


@rule
def send_hunters(s: State, clan: Clan, number: int) -> None:
    """Hunter-Gatherers leave for anything but births and the hut: the white one, who can do nothing else, first."""
    clan.hunters -= number
    if number > 0 and s.solo.white_hunter == White.HOME:
        s.solo.white_hunter = White.AWAY


@rule
def send_chiefs(s: State, clan: Clan, number: int) -> None:
    """Chiefs leave for anything but births and the hut, the white one first."""
    clan.chiefs -= number
    if number > 0 and s.solo.white_chief == White.HOME:
        s.solo.white_chief = White.AWAY


@rule
def come_home(clan: Clan, order: Order) -> None:
    """DG-3.3: the members of an action go home; its Tools are gone."""
    clan.hunters += order.hunters
    clan.chiefs += order.chiefs
    clan.shaman += order.shaman
    order.job = 0
    order.place = 0
    order.hunters = 0
    order.chiefs = 0
    order.shaman = 0
    order.tools = 0


@rule
def tolerates(s: State, seat: int, units: int) -> bool:
    """R49: in a solo game nothing is programmed that needs Scarcity beyond the quota."""
    return s.seats > 1 or units == 0 or s.clans[seat].scarcity + units <= s.solo.quota


@rule
def take_scarcity(s: State, seat: int, units: int) -> None:
    """Scarcity: -2 points each; in a solo game one beyond the quota loses at once."""
    if units == 0:
        return
    clan = s.clans[seat]
    clan.scarcity += units
    note(s, SCARCE, seat, units)
    if s.seats == 1 and clan.scarcity > s.solo.quota:
        note(s, QUOTA_BROKEN, seat, s.solo.quota)
        end_game(s, Ending.SCARCITY)


@rule
def season_of_costs(s: State, box: Box) -> int:
    """The season whose programming costs hold: SC01 makes every season cold."""
    if s.solo.cold_costs != 0:
        return Season.COLD
    return box.season[s.round - 1]


@rule
def fur_due(s: State, box: Box, job: int) -> int:
    """The Fur that programming asks for; SC02 asks for none."""
    if s.solo.no_fur != 0:
        return 0
    return box.fur_due[job][season_of_costs(s, box)]


@rule
def missing(s: State, box: Box, seat: int, job: int) -> int:
    """DG-1.4, R1, R2: the Tools and Furs due that the clan does not own: one Scarcity each."""
    clan = s.clans[seat]
    units = 0
    if box.tool_due[job][season_of_costs(s, box)] > clan.goods[Good.TOOL]:
        units += 1
    if fur_due(s, box, job) > clan.goods[Good.FUR]:
        units += 1
    return units


@rule
def pay_programming(s: State, box: Box, seat: int, job: int) -> None:
    """DG-1.3: the programming cost is paid at once, Scarcity taken for what is missing."""
    clan = s.clans[seat]
    short = missing(s, box, seat, job)
    pay(s, seat, Good.TOOL, min(clan.goods[Good.TOOL], box.tool_due[job][season_of_costs(s, box)]))
    pay(s, seat, Good.FUR, min(clan.goods[Good.FUR], fur_due(s, box, job)))
    take_scarcity(s, seat, short)
