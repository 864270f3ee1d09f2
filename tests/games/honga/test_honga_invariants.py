"""Every invariant notices when it is broken (dossier, section 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firstfire.games.honga import GAME
from firstfire.games.honga.state import NONE, Phase, Purpose

from .reading import ACTING, ENGINE, Case


def _lose_a_disc(s: Any) -> None:
    s.piles[0].count -= 1
    s.piles[0].discs[s.piles[0].count] = NONE


def _disc_twice(s: Any) -> None:
    s.piles[1].discs[0] = s.piles[1].discs[1]


def _disc_in_the_wrong_pile(s: Any) -> None:
    s.piles[0].discs[0], s.piles[1].discs[0] = s.piles[1].discs[0], s.piles[0].discs[0]


def _empty_slot(s: Any) -> None:
    s.barter_deck[s.barter_count] = s.slots[0]
    s.barter_count += 1
    s.slots[0] = NONE


def _card_twice(s: Any) -> None:
    s.slots[0] = s.slots[1]


def _bonus_kind(s: Any) -> None:
    s.bonus_deck[0] = (s.bonus_deck[0] + 1) % 10


def _mammoth(s: Any) -> None:
    s.trays[1].depot += 1


def _marker(s: Any) -> None:
    s.trays[1].goods[2] = 7


def _negative(s: Any) -> None:
    s.trays[1].goods[0] = -1


def _on_the_top(s: Any) -> None:
    s.trays[1].step = 6


def _herd_too_long(s: Any) -> None:
    for i in range(4):
        s.herd[i] = 0
    s.herd_count = 4
    s.trays[0].herd, s.trays[0].depot = 4, 2
    s.tusk = 0


def _herd_of_a_stranger(s: Any) -> None:
    s.herd[0], s.herd_count = 1, 1


def _tusk(s: Any) -> None:
    s.tusk = 2


def _honga(s: Any) -> None:
    s.honga = 3


def _no_disc(s: Any) -> None:
    s.under[s.trays[2].disc] = s.top[0]
    s.top[0] = s.trays[2].disc
    s.trays[2].disc, s.trays[2].holds = NONE, 0


def _third_card(s: Any) -> None:
    s.turn.cards = 3


def _hand_count(s: Any) -> None:
    s.trays[0].hand_count = 1


def _hands(s: Any) -> None:
    s.turn.used = 1


def _two_meals(s: Any) -> None:
    s.turn.meals = 2


def _barters(s: Any) -> None:
    s.turn.barters = 1


def _turns(s: Any) -> None:
    s.trays[1].turns = 1


def _too_many_rounds(s: Any) -> None:
    s.round = 201
    for seat in range(3):
        s.trays[seat].turns = 200


def _over_too_early(s: Any) -> None:
    s.over = 1
    for seat in range(3):
        s.trays[seat].turns = 1


def _points(s: Any) -> None:
    s.trays[0].points = 3


def _bill(s: Any) -> None:
    s.bill.purpose = Purpose.LURE


def _not_triggered(s: Any) -> None:
    s.trays[0].points = s.trays[0].earned[0] = 35


def _stale_place(s: Any) -> None:
    s.barter_discard[5] = 3


def _stale_bill(s: Any) -> None:
    s.bill.due = 1


def _stale_mix(s: Any) -> None:
    s.bill.most[2] = 1


def _stale_offer(s: Any) -> None:
    s.offer[1] = 3


def _old_disc_of_the_pool(s: Any) -> None:
    s.trays[1].disc_old = 1


def _held_disc_from_elsewhere(s: Any) -> None:
    s.pool ^= 1 << s.trays[1].disc


def _two_strays(s: Any) -> None:
    for place in range(2):
        s.piles[0].known[place] = 128
        s.pool ^= 1 << s.piles[0].discs[place]


BREAKS: list[tuple[int, Callable[[Any], None]]] = [
    (1, _lose_a_disc), (1, _disc_twice), (1, _disc_in_the_wrong_pile), (2, _empty_slot), (2, _card_twice),
    (3, _bonus_kind), (4, _mammoth), (5, _marker), (5, _negative), (5, _on_the_top), (6, _herd_too_long),
    (6, _herd_of_a_stranger), (7, _tusk), (7, _honga), (8, _no_disc), (9, _third_card), (9, _hand_count),
    (10, _hands), (11, _two_meals), (12, _barters), (13, _turns), (13, _too_many_rounds), (13, _over_too_early),
    (14, _points), (15, _bill), (16, _not_triggered), (17, _stale_place),
    (17, _stale_bill), (17, _stale_mix), (17, _stale_offer),
    (18, _old_disc_of_the_pool),
    (18, _held_disc_from_elsewhere),
    (18, _two_strays),
]  # fmt: skip


@pytest.mark.parametrize(("number", "spoil"), BREAKS, ids=[spoil.__name__.strip("_") for _, spoil in BREAKS])
def test_a_broken_invariant_is_found(number: int, spoil: Callable[[Any], None]) -> None:
    """HO-I1 to HO-I18."""
    case = Case()
    assert case.s.phase == Phase.PLACE
    spoil(case.s)
    assert ENGINE.check(case.s, case.box) == number


def test_every_invariant_is_broken_here() -> None:
    assert {number for number, _ in BREAKS} == set(GAME.invariants)


def _buying(*goods: int) -> Case:
    """Bought points being paid from these goods."""
    return Case(ACTING, f"trays.0.goods=[{' '.join(map(str, goods))}] trays.0.hand=[bought_points:1]")


def test_an_unpayable_bill_is_found() -> None:
    """HO-I15: in every question of a payment."""
    asked = {
        Phase.JOKERS: _buying(3, 0, 0, 4),
        Phase.FISH: _buying(3, 3, 0, 0),
        Phase.BERRIES: _buying(0, 3, 3, 0),
    }
    for phase, case in asked.items():
        case.play("play bought_points for 3")
        assert case.s.phase == phase
        for good in range(4):
            case.s.trays[0].goods[good] = 0
        assert ENGINE.check(case.s, case.box) == 15
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] trays.0.mammoths=1 herd=[0 1 0 2] lures=4 trays.0.last_lure=4",
        "trays.1.last_lure=3 trays.2.last_lure=1 slots.0=T26 turn.hands=[barter:1]",
    )
    case.play("barter slot 1")
    assert case.s.phase == Phase.MAMMOTHS
    case.s.trays[0].goods[1] = 0
    assert ENGINE.check(case.s, case.box) == 15
    case.s.trays[0].goods[1] = 1
    case.s.bill.mammoths = 4
    assert ENGINE.check(case.s, case.box) == 15


def test_an_answer_that_cannot_be_paid_is_found() -> None:
    """HO-I15: water promised as jokers must still be there."""
    case = _buying(2, 2, 0, 2).play("play bought_points for 3", "pay 1 jokers")
    assert case.s.phase == Phase.FISH
    case.s.trays[0].goods[3] = 1
    assert ENGINE.check(case.s, case.box) == 15
