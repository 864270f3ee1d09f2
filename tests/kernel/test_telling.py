"""Choices told once per scene, and kept while there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import KEPT, forget
from firstfire.kernel.presentation.telling import Tellers
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import SEAT, Domain
from firstfire.kernel.rules.actions import Actions, Block
from firstfire.kernel.viewer import drawing
from firstfire.table import Table

STONE = Domain("stone", ("flint", "chert"))
ACTIONS = Actions(
    Block("give", "give {stone} to {seat}", stone=STONE, seat=SEAT),
    Block("strike", "strike {stone}", stone=STONE),
    Block("pass", "pass"),
)
WORDS = Words("en", {})


def test_a_teller_gets_the_values_of_its_action_and_the_names_where_it_speaks_of_players(tiny: Game) -> None:
    def give(view: Any, box: Any, words: Words, names: Sequence[str], stone: int, seat: int) -> str:
        return f"{STONE.values[stone]} for {names[seat]}"

    def strike(view: Any, box: Any, words: Words, stone: int) -> str:
        return f"{STONE.values[stone]} of {view}"

    tell = Tellers(ACTIONS, {"give": give, "strike": strike}, naming=("give",))(
        "the hill", tiny.standard_box, WORDS, ["Ada", "Bo"]
    )
    said = [tell(ACTIONS.number(text)) for text in ("give flint to 1", "strike chert", "pass")]
    assert said == ["flint for Bo", "chert of the hill", None]


def test_facts_are_read_once_for_all_choices_of_a_scene(tiny: Game) -> None:
    read: list[str] = []

    def facts(view: str, box: Any) -> str:
        read.append(view)
        return view.upper()

    tellers = Tellers(ACTIONS, {"strike": lambda facts, box, words, stone: f"{facts} {stone}"}, facts=facts)
    for view in ("hill", "lake"):
        tell = tellers(view, tiny.standard_box, WORDS, [])
        assert [tell(ACTIONS.first("strike") + stone) for stone in range(2)] == [
            f"{view.upper()} {i}" for i in range(2)
        ]
    assert read == ["hill", "lake"]


def test_a_teller_of_no_block_is_refused() -> None:
    with pytest.raises(ValueError, match="no block is called smoke"):
        Tellers(ACTIONS, {"smoke": lambda *_: None})


def test_equal_choices_are_one_and_those_that_come_ever_new_are_not_kept_for_ever(tiny: Game) -> None:
    view = Table.new(tiny, players=2, seed=3, interpreted=True).view(0)
    assert view.scene().choices[0] is view.scene().choices[0]
    kept: Any = drawing._choice
    for number in range(KEPT + 10):
        kept(tiny, 0, f"This is new: {number}", (), (), False, False)
    assert kept.cache_info().currsize <= KEPT
    forget()
