"""Numbers on the list of choices."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firstfire.games import game
from firstfire.terminal.choosing import MOST, Numbering, numbers_in, some_of_each


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("3", [3]), ("3 5 1", [3, 5, 1]), ("2-4", [2, 3, 4]), ("1, 3-4", [1, 3, 4]), ("0", [0]), ("7 ", [7]),
        ("", None), ("take 3", None), ("-1", None), ("3 all", None), ("²", None), ("١", None), ("1.5", None),
    ],
)  # fmt: skip
def test_numbers_in_a_line(typed: str, numbers: list[int] | None) -> None:
    assert numbers_in(typed) == numbers


@given(st.text(alphabet="0123456789 -,;", max_size=60))
def test_no_line_of_digits_makes_a_long_list(typed: str) -> None:
    found = numbers_in(typed)
    assert found is None or len(found) <= 2 * MOST + 1


def test_numbers_are_kept_while_a_turn_lasts_and_while_nothing_is_new() -> None:
    honga = game("honga")
    end, first = honga.actions.first("end"), honga.actions.first("explore")
    numbering = Numbering()
    numbering.renew(0, 1, 1, honga, [first - 2, first - 1, first, end])
    assert numbering.listed == [(1, first - 2), (2, first - 1), (3, first), (0, end)]
    numbering.renew(0, 1, 1, honga, [first - 1, first + 1, end])
    assert numbering.listed == [(2, first - 1), (4, first + 1), (0, end)]
    numbering.renew(0, 2, 1, honga, [first - 1, end])
    assert numbering.listed == [(2, first - 1), (0, end)]
    numbering.renew(0, 3, 1, honga, [first - 1, first + 2, end])
    assert numbering.listed == [(1, first - 1), (2, first + 2), (0, end)]
    assert numbering.action(2) == first + 2
    assert numbering.action(9) is None


def test_choices_with_equal_cards_stand_on_the_list_once() -> None:
    """2.3: which of two equal cards is played makes no difference, and their letters are not shown."""
    totem = game("totem")
    one, other, sword, end = (
        totem.actions.number(text) for text in ("defend N12a", "defend N12b", "defend S3", "pass")
    )  # fmt: skip
    numbering = Numbering()
    numbering.renew(0, 1, 1, totem, [one, other, sword, end])
    assert numbering.listed == [(1, one), (2, sword), (0, end)]
    assert numbering.number(other) == numbering.number(one) == 1
    numbering.renew(0, 1, 1, totem, [other, sword, end])
    assert numbering.listed == [(1, other), (2, sword), (0, end)]


def test_a_long_list_shows_some_of_every_kind_and_its_end() -> None:
    listed = [(number, 100 + number) for number in range(1, 31)] + [(0, 99)]
    kinds = ["craft"] * 20 + ["birth"] * 2 + ["hut"] * 8 + ["pass"]
    shown = some_of_each(listed, kinds, 12)
    assert len(shown) == 12 and shown == sorted(shown, key=listed.index)
    by_kind = Counter(kinds[listed.index(entry)] for entry in shown)
    assert by_kind == {"craft": 5, "birth": 2, "hut": 4, "pass": 1}
    assert some_of_each(listed, kinds, 99) == listed
