"""What is laid together to pay: goods from the tray, mammoths. The questions of a payment come one after the other
(`rules/paying.py`); each lays what its answer makes certain, so that most payments are whole at the first one."""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.presentation.scene import Take

from ..actions import ACTIONS, AMOUNT
from ..box import GOOD_NAMES, Box
from ..state import Good, State
from .picks import herd_piece

AMOUNTS = [int(amount) for amount in AMOUNT.values]  # the numbers that actions name


class Payment(NamedTuple):
    """What a bill takes for certain, in goods, and whether that is all of it."""

    fish: int
    berries: int
    mushrooms: int
    water: int
    whole: bool


def takes(view: State, box: Box, action: int) -> Take:
    """The goods or mammoths that an answer gives; () for what is no payment."""
    name, values = ACTIONS.values(action)
    if name == "give":
        return _mammoths(view, values["spaces"])
    paid = payment(view, box, name, values)
    if paid is None:
        return ()
    goods = (Good.FISH, Good.BERRY, Good.MUSHROOM, Good.WATER)
    amounts = zip(goods, paid[: len(goods)], strict=True)
    return tuple((f"{GOOD_NAMES[good]}-{view.player}", amount) for good, amount in amounts if amount)


def default_choice(view: State, box: Box, legal: list[int]) -> int | None:
    """Mammoths from the tray, then the oldest of the herd; as little water as possible; of two foods the one there is
    more of."""
    name, _ = ACTIONS.values(legal[0])
    goods = view.trays[view.player].goods
    if name == "give":
        return min(legal, key=lambda action: _herd_worth(view, ACTIONS.values(action)[1]["spaces"]))
    if name == "fish":
        return max(legal) if goods[Good.FISH] >= max(goods[Good.BERRY], goods[Good.MUSHROOM]) else min(legal)
    if name == "berries":
        return max(legal) if goods[Good.BERRY] >= goods[Good.MUSHROOM] else min(legal)
    return min(legal)


def payment(view: State, box: Box, name: str, values: dict[str, int]) -> Payment | None:
    """HO-A6c, HO-A8b, HO-B10: what an answer to one of the questions takes for certain; None for other actions."""
    bill = view.bill
    if name == "jokers":
        return _certain(view, box, AMOUNTS[values["amount"]], None, None)
    if name == "fish":
        return _certain(view, box, bill.jokers, AMOUNTS[values["amount"]], None)
    if name == "berries":
        return _certain(view, box, bill.jokers, bill.fish, AMOUNTS[values["amount"]])
    return None


def _certain(view: State, box: Box, jokers: int, fish: int | None, berries: int | None) -> Payment:
    bill, goods = view.bill, view.trays[view.player].goods
    at_most = [min(bill.most[food], goods[food]) for food in (Good.FISH, Good.BERRY, Good.MUSHROOM)]
    due = bill.due - jokers
    most_fish = min(due, at_most[0]) if fish is None else fish
    least_fish = max(0, due - min(bill.pair, at_most[1] + at_most[2])) if fish is None else fish
    rest = due - most_fish  # so many berries and mushrooms at least
    most_berries = min(rest, at_most[1]) if berries is None else berries
    least_berries = max(0, rest - at_most[2]) if berries is None else berries
    whole = least_fish == most_fish and least_berries == most_berries
    water = bill.water + box.joker_water * jokers
    return Payment(least_fish, least_berries, rest - most_berries, water, whole)


def _mammoths(view: State, spaces: int) -> Take:
    """HO-A8a: these of the herd, the rest from the tray."""
    herd = [herd_piece(view, i) for i in range(view.herd_count) if spaces >> i & 1]
    tray = [f"mammoth-{view.player}-{i}" for i in range(view.bill.mammoths - len(herd))]
    return tuple((mammoth, 1) for mammoth in (*tray, *herd))


def _herd_worth(view: State, spaces: int) -> tuple[int, int]:
    """How many leave the herd, and how young they are."""
    left = [i for i in range(view.herd_count) if spaces >> i & 1]
    return len(left), -sum(left)
