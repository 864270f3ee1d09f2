"""Prehistory and Nētā-Tanka are played on their boards: buttons are left only for what has no piece and no place."""

from __future__ import annotations

import pytest

from .on_the_board import buttons, decisions, kind_of

# What ends something or leaves it: nothing on the table stands for it.
BUTTONS = {
    "prehistory": {"pass", "end", "rest", "back"},
    "neta_tanka": {"end_turn", "stop"},
}
PHASES = {  # those that come in nearly every game; the others are looked at where they come
    "prehistory": {
        "weather", "shamans", "spring", "payment", "dance", "pillar", "after", "pick", "summer", "autumn", "move",
        "develop", "turn_tile", "buy_resource", "return_cube", "final",
    },
    "neta_tanka": {
        "placing", "resolving", "offering", "building", "picking", "craft_elder", "hunt_elder", "food_elder",
        "trading", "consulting",
    },
}  # fmt: skip

DEALS = {"prehistory": 0, "neta_tanka": 3}  # from which on such games have all of these phases


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BUTTONS)
def test_only_what_has_no_piece_is_a_button(name: str, players: int) -> None:
    """Every other choice of every decision has clicks on pieces and places that lead to it and to nothing else."""
    seen = set()
    for phase, scene in decisions(name, players, seed=players + DEALS[name]):
        seen.add(phase)
        assert scene.problems() == []
        left = {kind_of(name, choice) for choice in buttons(scene.choices)}
        assert left <= BUTTONS[name], (phase, left - BUTTONS[name])
    assert seen >= PHASES[name]


@pytest.mark.parametrize("name", BUTTONS)
def test_what_is_laid_together_has_a_default(name: str) -> None:
    """Wherever pieces are laid together, one sensible group of them lies there already."""
    for phase, scene in decisions(name, 2, seed=5):
        paths = {choice.picks for choice in scene.choices if choice.take}
        assert sorted(paths) == sorted(choice.picks for choice in scene.choices if choice.default), phase


def test_shared_paths_and_inner_paths_count_as_buttons() -> None:
    """The measure itself: a path that another choice shares or goes on from does not lead to one choice."""
    from firstfire.kernel.presentation.scene import Choice

    alone, inner = Choice(0, "a", "A", ("x",)), Choice(1, "b", "B", ("y",))
    longer, twins = Choice(2, "c", "C", ("y", "z")), (Choice(3, "d", "D", ("w",)), Choice(4, "e", "E", ("w",)))
    laid, without = Choice(5, "f", "F", (), (("g", 1),)), Choice(6, "g", "G")
    assert buttons([alone, inner, longer, *twins, laid, without]) == [inner, *twins, without]
