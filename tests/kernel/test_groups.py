"""Groups and payments: what choices want laid together, which of them lies there already, and what is wrong with it."""

from __future__ import annotations

from typing import Any

import orjson
from tests.presenting import presenting

from firstfire import Table, game
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.scene import Choice, Look, Piece, Prompt, Rect, Scene, Take, Zone
from firstfire.kernel.viewer.drawing import choice_rows, choices

PLANE = Rect(0, 0, 100, 100)


def table(*made: Choice) -> Scene:
    """Three wood and a chief."""
    scene = Scene("x", 2, 0, PLANE, PLANE, Prompt(0, "choose"))
    scene.zones = [Zone("home", "row", PLANE)]
    scene.looks = [Look("token", "token")]
    scene.pieces = [Piece("wood", "home", 0, "token", count=3), Piece("chief", "home", 1, "token")]
    scene.choices = list(made)
    return scene


def taking(action: int, take: Take, *picks: str, default: bool = False) -> Choice:
    return Choice(action, f"a{action}", "Do it", picks, take, default)


def test_a_group_of_pieces_that_are_there_is_sound() -> None:
    one, other = taking(1, (("wood", 3),), default=True), taking(2, (("wood", 2), ("chief", 1)))
    assert table(one, other, taking(3, (("wood", 3),), "home")).problems() == []


def test_what_cannot_be_laid_together_is_found() -> None:
    assert table(taking(1, (("fish", 1),))).problems() == ["choice a1: takes fish, which is nowhere"]
    assert table(taking(1, (("wood", 4), ("chief", 2)))).problems() == [
        "choice a1: takes 4 of wood, there are 3",
        "choice a1: takes 2 of chief, there are 1",
    ]
    assert table(taking(1, (("wood", 0),))).problems() == ["choice a1: takes 0 of wood, there are 3"]
    assert table(taking(1, (("wood", 1), ("wood", 2)))).problems() == ["choice a1: takes a piece twice"]


def test_choices_that_could_not_be_told_apart_are_found() -> None:
    one, other = taking(1, (("wood", 1), ("chief", 1))), taking(2, (("chief", 1), ("wood", 1)))
    assert table(one, other).problems() == ["choice a2: another choice has the same picks and takes the same"]
    both = taking(1, (("wood", 1),), default=True), taking(2, (("wood", 2),), default=True)
    assert table(*both).problems() == ["choice a2: a second default after ()"]
    pick = taking(2, (), "wood")
    assert table(taking(1, (("wood", 1),)), pick).problems() == [
        "choice a2: wood is both the next pick and part of a group"
    ]


def test_what_is_held_begins_some_choice() -> None:
    scene = table(taking(1, (), "chief", "home"), taking(2, (), "wood", "home"))
    scene.prompt = Prompt(0, "choose", held=("wood",))
    assert scene.problems() == []
    scene.prompt = Prompt(0, "choose", held=("home",))
    assert scene.problems() == ["no choice begins with what is held: home"]
    scene.choices = []  # for everybody else it says nothing
    assert scene.problems() == []


def grouping(name: str) -> Game:
    """A game in which every action takes as many of a piece as its number says."""

    def takes(view: Any, box: Any, action: int) -> Take:
        return (("piece", action + 1),) if action % 2 else ()

    def largest(view: Any, box: Any, legal: list[int]) -> int:
        return max(legal)

    def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
        return ("left",) if action % 4 == 1 else ("right",) if action % 4 == 3 else ()

    return presenting(game(name), takes=takes, default_choice=largest, picks=picks)


def test_each_path_of_picks_has_its_own_default_and_other_choices_take_nothing() -> None:
    seat = Table.new("totem", 2, 4, interpreted=True)
    view, words = seat.view(seat.state.player), seat.game.words("en", seat.box)
    numbers = list(range(8))
    asked = (grouping("totem"), view.state, seat.box, numbers, words, view.names())
    made = choices(*asked)
    assert [choice.take for choice in made] == [(("piece", n + 1),) if n % 2 else () for n in numbers]
    assert [choice.action for choice in made if choice.default] == [5, 7]
    assert orjson.loads(orjson.dumps(choice_rows(*asked))) == orjson.loads(orjson.dumps(made))


def test_of_two_that_would_look_alike_the_later_is_a_button_and_never_lies_there_by_itself() -> None:
    seat = Table.new("totem", 2, 4, interpreted=True)
    view, words = seat.view(seat.state.player), seat.game.words("en", seat.box)
    alike = presenting(grouping("totem"), takes=lambda *_: (("piece", 1),), picks=lambda *_: ("left",))
    first, second = choices(alike, view.state, seat.box, [0, 1], words, view.names())
    assert (first.take, first.default) == ((("piece", 1),), True)
    assert (second.picks, second.take, second.default) == (("left",), (), False)
