"""Actions: numbers, parameters and texts are one and the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firstfire.errors import BadNotation
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.rules.actions import Actions, Block

CARD = Domain("card", ("S1", "S2", "E7"))
SLOT = Domain.numbers("slot", 1, 4)
ACTIONS = Actions(
    Block("attack", "attack {card} -> {slot}", card=CARD, slot=SLOT),
    Block("pass", "pass"),
    Block("eye", "eye {slot}", slot=SLOT),
)


def test_blocks_lie_one_after_the_other() -> None:
    assert [ACTIONS.first(name) for name in ("attack", "pass", "eye")] == [0, 12, 13]
    assert len(ACTIONS) == 17


def test_a_block_is_declared_with_its_number() -> None:
    """Whoever declares a block gets its first number: nothing is paired by position."""
    made = Actions()
    attack = made.add("attack", "attack {slot}", slot=SLOT)
    assert (attack, made.number("attack 4")) == (0, 3)
    stop = made.add("stop", "stop")
    assert (stop, made.number("stop"), made.text(stop), len(made)) == (4, 4, "stop", 5)
    with pytest.raises(ValueError, match="two blocks are called stop"):
        made.add("stop", "halt")


def test_the_last_parameter_runs_fastest() -> None:
    assert ACTIONS.text(5) == "attack S2 -> 2"
    assert ACTIONS.values(5) == ("attack", {"card": 1, "slot": 1})


@given(st.integers(0, 16))
def test_text_and_number_round_trip(number: int) -> None:
    assert ACTIONS.number(ACTIONS.text(number)) == number


def test_blanks_are_forgiven_and_nothing_else() -> None:
    assert ACTIONS.number("  attack  S2 ->   2 ") == 5
    with pytest.raises(BadNotation, match="attack S2 -> 2"):
        ACTIONS.number("attak S2 -> 2")
    with pytest.raises(BadNotation):
        ACTIONS.number("ATTACK S2 -> 2")


@pytest.mark.slow
@given(st.text())
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    known = {ACTIONS.text(number) for number in range(len(ACTIONS))}
    if " ".join(text.split()) not in known:
        with pytest.raises(BadNotation, match="no action is written"):
            ACTIONS.number(text)


@pytest.mark.parametrize("number", [-1, 17, 10**9])
def test_numbers_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(BadNotation, match="numbered 0 to 16"):
        ACTIONS.text(number)


def test_two_actions_may_not_share_a_text() -> None:
    twins = Actions(Block("a", "go {slot}", slot=SLOT), Block("b", "go 3"))
    with pytest.raises(ValueError, match="two actions are written 'go 3'"):
        twins.number("go 1")


def test_a_pattern_must_use_its_parameters() -> None:
    with pytest.raises(ValueError, match="does not use exactly"):
        Block("attack", "attack {card}", card=CARD, slot=SLOT)
