"""The dossier's invariants that show on one state (section 11)."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    BARTER_CARDS,
    BONUS_CARDS,
    BONUS_KINDS,
    CARDS_PER_TURN,
    FIELDS,
    FOODS,
    GOODS,
    GREYS,
    HERD,
    NONE,
    QUARTERS,
    REDS,
    ROUND_LIMIT,
    SLOTS,
    SOURCES,
    SPACES,
    Good,
    Phase,
    Purpose,
    State,
)
from .knowledge import seen_discs
from .paying import fewest_berries, fewest_fish, fewest_jokers, most_berries, most_fish, most_jokers
from .piles import STRAY, is_colour

INVARIANTS = {
    1: "HO-I1: 28 grey and 18 red discs, each in one place",
    2: "HO-I2: 32 barter cards, each in one place; all slots filled outside the acting part of a turn",
    3: "HO-I3: 25 bonus cards, of each kind as many as in the box",
    4: "HO-I4: depot, herd and tray hold all mammoths of each colour",
    5: "HO-I5: markers between 0 and the highest number, points not negative, no caveman rests on the top",
    6: "HO-I6: the herd is no longer than its spaces, all its colours are in play and counted right",
    7: "HO-I7: HONGA and the tusk are in one place; the tusk is with the player the herd says",
    8: "HO-I8: each player holds one disc, the active one none between laying and drawing",
    9: "HO-I9: at most two bonus cards played, hands and face-down cards are counted right",
    10: "HO-I10: hands used, lapsed and left are those of the disc and the lucky hands",
    11: "HO-I11: at most one meal a turn",
    12: "HO-I12: at most three barters a turn, as many as there are empty slots",
    13: "HO-I13: equal turns at the end of a round, and the game ends only there",
    14: "HO-I14: all points come from barter, mountain and cards",
    15: "HO-I15: a bill is open exactly while it is being paid, and can be paid",
    16: "HO-I16: the end is triggered exactly when somebody has reached the target",
    17: "HO-I17: places that hold nothing are blank",
    18: "HO-I18: discs drawn before a reshuffle were not in it, all others were, but for one in a marked place",
}


@rule
def check(s: State, box: Box) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    if not discs_sound(s):
        return 1
    if not barter_cards_sound(s):
        return 2
    if s.turn.cards < 0 or s.turn.cards > CARDS_PER_TURN:
        return 9
    if not bonus_cards_sound(s, box):
        return 3
    broken = check_players(s, box)
    if broken != 0:
        return broken
    broken = check_turn(s, box)
    if broken != 0:
        return broken
    broken = check_game(s, box)
    if broken != 0:
        return broken
    if not blanks_sound(s, box):
        return 17
    return 0 if pool_sound(s) else 18


@rule
def pool_sound(s: State) -> bool:
    """HO-I18: what everybody remembers of the last reshuffle of each colour is true."""
    for colour in range(2):
        strays = 0
        for seat in range(s.seats):
            tray = s.trays[seat]
            if tray.holds == colour + 1:
                outside = (s.pool >> tray.disc) & 1 == 0
                if tray.disc_old != 0 and not outside:
                    return False
                if tray.disc_old == 0 and outside:
                    strays += 1 if tray.disc_known >= STRAY else 2
        pile = s.piles[colour]
        for i in range(pile.count):
            if (s.pool >> pile.discs[i]) & 1 == 0:
                strays += 1 if pile.known[i] >= STRAY else 2
        if strays > 1:
            return False
    return s.offer[1] == NONE or (s.pool >> s.offer[1]) & 1 != 0


@rule
def discs_sound(s: State) -> bool:
    """HO-I1: counted by colour, and no disc twice."""
    if seen_discs(s) != (1 << (GREYS + REDS)) - 1:
        return False
    total = 0
    for colour in range(2):
        total += s.piles[colour].count
        for i in range(s.piles[colour].count):
            if not is_colour(s.piles[colour].discs[i], colour):
                return False
    for space in range(SPACES):
        disc = s.top[space]
        while disc != NONE:
            total += 1
            disc = s.under[disc]
    for seat in range(s.seats):
        tray = s.trays[seat]
        if tray.holds != 0:
            total += 1
            if not is_colour(tray.disc, tray.holds - 1):
                return False
    if s.phase == Phase.DISC:
        total += 2
    return total == GREYS + REDS


@rule
def barter_cards_sound(s: State) -> bool:
    """HO-I2."""
    seen = 0
    total = s.barter_count + s.barter_gone
    for i in range(s.barter_count):
        seen |= 1 << s.barter_deck[i]
    for i in range(s.barter_gone):
        seen |= 1 << s.barter_discard[i]
    for slot in range(SLOTS):
        if s.slots[slot] != NONE:
            seen |= 1 << s.slots[slot]
            total += 1
        elif s.phase == Phase.PLACE or s.phase == Phase.DISC or s.over != 0:
            return False
    return seen == (1 << BARTER_CARDS) - 1 and total == BARTER_CARDS


@rule
def bonus_cards_sound(s: State, box: Box) -> bool:
    """HO-I3."""
    for kind in range(BONUS_KINDS):
        count = 0
        for i in range(s.bonus_count):
            if s.bonus_deck[i] == kind:
                count += 1
        for i in range(s.bonus_gone):
            if s.bonus_discard[i] == kind:
                count += 1
        for i in range(s.turn.cards):
            if s.turn.played[i] == kind:
                count += 1
        for seat in range(s.seats):
            count += s.trays[seat].hand[kind] + s.trays[seat].unseen[kind]
        if count != box.bonus[kind]:
            return False
    return True


# ---------------------------------------------------------------- players


@rule
def check_players(s: State, box: Box) -> int:
    """HO-I4 to HO-I9."""
    in_herd = 0
    for seat in range(s.seats):
        tray = s.trays[seat]
        in_herd += tray.herd
        if tray.depot < 0 or tray.mammoths < 0 or tray.depot + tray.herd + tray.mammoths != box.mammoths:
            return 4
        for good in range(GOODS):
            if tray.goods[good] < 0 or tray.goods[good] > box.marker_max:
                return 5
        if tray.points < 0 or tray.step < 0 or tray.step >= box.top_step:
            return 5
        if tray.herd != mammoths_in_herd(s, seat):
            return 6
        laid = seat == s.player and s.over == 0 and s.phase != Phase.PLACE
        if (tray.holds == 0) != laid or (tray.disc == NONE) != laid:
            return 8
        if not hand_sound(s, seat):
            return 9
    if in_herd != s.herd_count or s.herd_count > box.herd_spaces[s.seats]:
        return 6
    if s.honga < NONE or s.honga >= s.seats or s.tusk != tusk_owner(s):
        return 7
    return 0


@rule
def mammoths_in_herd(s: State, seat: int) -> int:
    """How many of a seat's mammoths stand in the herd."""
    count = 0
    for i in range(s.herd_count):
        if s.herd[i] == seat:
            count += 1
    return count


@rule
def tusk_owner(s: State) -> int:
    """HO-A6b, told another way: nobody in the herd has more, or as many placed later."""
    for seat in range(s.seats):
        mine = mammoths_in_herd(s, seat)
        beaten = mine == 0
        for other in range(s.seats):
            theirs = mammoths_in_herd(s, other)
            if theirs > mine or (theirs == mine and s.trays[other].last_lure > s.trays[seat].last_lure):
                beaten = True
        if not beaten:
            return seat
    return NONE


@rule
def hand_sound(s: State, seat: int) -> bool:
    """HO-I9: counts agree; cards drawn this turn lie apart, and only before the owner."""
    tray = s.trays[seat]
    hand = 0
    unseen = 0
    for kind in range(BONUS_KINDS):
        if tray.hand[kind] < 0 or tray.unseen[kind] < 0:
            return False
        hand += tray.hand[kind]
        unseen += tray.unseen[kind]
    if seat == s.player and s.phase == Phase.PLACE and s.over == 0 and unseen > 0:
        return False
    return hand == tray.hand_count and unseen == tray.unseen_count


# ---------------------------------------------------------------- turn and game


@rule
def check_turn(s: State, box: Box) -> int:
    """HO-I10 to HO-I12, HO-I15."""
    turn = s.turn
    left = 0
    for field in range(FIELDS):
        if turn.hands[field] < 0:
            return 10
        left += turn.hands[field]
    printed = 0
    if turn.disc != NONE:
        for quarter in range(QUARTERS):
            printed += box.quarters[turn.disc][quarter]
    if turn.used + turn.lapsed + left != printed + turn.lucky:
        return 10
    if turn.meals < 0 or turn.meals > 1:
        return 11
    empty = 0
    for slot in range(SLOTS):
        if s.slots[slot] == NONE:
            empty += 1
    if turn.barters > SLOTS or (s.phase != Phase.DISC and turn.barters != empty):
        return 12
    paying = s.phase == Phase.MAMMOTHS or s.phase == Phase.JOKERS or s.phase == Phase.FISH or s.phase == Phase.BERRIES
    if paying != (s.bill.purpose != Purpose.NOTHING):
        return 15
    return 0 if not paying or bill_payable(s, box) else 15


@rule
def bill_payable(s: State, box: Box) -> bool:
    """HO-I15: the question now asked has an answer, and what was answered before is there."""
    bill = s.bill
    tray = s.trays[s.player]
    if bill.mammoths > tray.mammoths + tray.herd:
        return False
    if tray.goods[Good.WATER] < bill.water + box.joker_water * bill.jokers:
        return False
    if s.phase == Phase.FISH:
        return fewest_fish(s) <= most_fish(s)
    if s.phase == Phase.BERRIES:
        return fewest_berries(s) <= most_berries(s)
    return fewest_jokers(s) <= most_jokers(s, box)


@rule
def check_game(s: State, box: Box) -> int:
    """HO-I13, HO-I14, HO-I16."""
    reached = False
    for seat in range(s.seats):
        points = 0
        for source in range(SOURCES):
            points += s.trays[seat].earned[source]
        if points != s.trays[seat].points:
            return 14
        reached = reached or s.trays[seat].points >= box.target[s.seats]
        before = (seat - s.fire + s.seats) % s.seats < (s.player - s.fire + s.seats) % s.seats
        full = s.over != 0 or before
        if s.trays[seat].turns != (s.round if full else s.round - 1):
            return 13
    if s.round < 1 or s.round > ROUND_LIMIT:
        return 13
    if s.over != 0 and s.triggered == 0 and s.round < ROUND_LIMIT:
        return 13
    return 0 if reached == (s.triggered != 0) else 16


@rule
def blanks_sound(s: State, box: Box) -> bool:
    """HO-I17: two equal positions are equal byte for byte."""
    for colour in range(2):
        pile = s.piles[colour]
        for i in range(pile.count, GREYS):
            if pile.discs[i] != NONE or pile.known[i] != 0:
                return False
    for i in range(s.herd_count, HERD):
        if s.herd[i] != NONE:
            return False
    for i in range(s.barter_count, BARTER_CARDS):
        if s.barter_deck[i] != NONE:
            return False
    for i in range(s.barter_gone, BARTER_CARDS):
        if s.barter_discard[i] != NONE:
            return False
    for i in range(s.bonus_count, BONUS_CARDS):
        if s.bonus_deck[i] != NONE:
            return False
    for i in range(s.bonus_gone, BONUS_CARDS):
        if s.bonus_discard[i] != NONE:
            return False
    stale = 0
    for i in range(s.turn.cards, CARDS_PER_TURN):
        if s.turn.played[i] != NONE:
            stale += 1
    if s.phase != Phase.DISC and (s.offer[0] != NONE or s.offer[1] != NONE or s.offer_colour != 0):
        return False
    return stale == 0 and (s.bill.purpose != Purpose.NOTHING or bill_blank(s))


@rule
def bill_blank(s: State) -> bool:
    """HO-I17: nothing is left of a bill that was paid."""
    bill = s.bill
    for food in range(FOODS):
        if bill.most[food] != 0:
            return False
    asked = bill.slot | bill.cards | bill.due | bill.pair | bill.water | bill.mammoths
    return (asked | bill.herd | bill.jokers | bill.fish | bill.berries | bill.answered) == 0
