"""Reasons: why an action is not legal, said in three languages to whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.presenting import presenting

from firstfire import Table
from firstfire.errors import IllegalAction
from firstfire.kernel.checking import scene_checkers
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.why_not import GAME_OVER, NO_SUCH_ACTION, NOT_NOW, NOT_YOUR_TURN, Reason
from firstfire.kernel.records.domain import SEAT
from firstfire.kernel.viewer.refusals import reasons_at, refusal, say_reason
from firstfire.kernel.viewer.sentences import Names


@pytest.fixture
def table(tiny: Game) -> Table:
    return Table.new(tiny, 2, 1, names=["Ada", "Bo"], interpreted=True)


def test_what_holds_in_every_game_comes_before_the_games_own_reason(tiny: Game, table: Table) -> None:
    view, box = table.view(0).state, table.box
    assert refusal(tiny, view, box, 0, 99, table.numbers()) == NO_SUCH_ACTION
    assert refusal(tiny, view, box, 1, 0, table.numbers()) == NOT_YOUR_TURN
    assert refusal(tiny, view, box, 0, 0, table.numbers()) is None
    while not table.over:
        table.play(table.legal()[-1])
    assert refusal(tiny, table.view(0).state, box, 0, 0, ()) == GAME_OVER


def test_a_game_without_reasons_says_what_is_asked(tiny: Game, table: Table) -> None:
    mute = presenting(tiny, why_not=None)
    view = table.view(0).state
    assert refusal(mute, view, table.box, 0, 2, [0, 1]) == NOT_NOW
    said = [say_reason(tiny, NOT_NOW, view, table.box, tiny.words("en"), Names(["Ada", "Bo"], seat)) for seat in (0, 1)]
    assert said == ["At this point: take embers", "At this point: Ada takes embers"]


def test_a_refused_play_says_why_in_three_languages_and_names_the_player(table: Table) -> None:
    table.play("take 3", "take 3", "take 3", "take 3", "take 3", "take 3", "take 1")
    with pytest.raises(IllegalAction) as refused:
        table.play("take 3")
    assert [refused.value.sentence(language) for language in ("en", "fr", "nl")] == [
        "Only 2 embers are left in the pile",
        "Il ne reste plus que 2 braises dans le tas",
        "Er liggen nog maar 2 kooltjes op de hoop",
    ]
    assert str(refused.value) == (
        "'take 3' is not legal here: Only 2 embers are left in the pile (EM-2). Bo may play: take 1, take 2"
    )


def test_a_reason_names_players_and_its_rule(tiny: Game, table: Table) -> None:
    why = Reason("greedy", "EM-2", seat=(SEAT, 1), left=1)
    words = tiny.words("en")
    words.entries["why.greedy"] = "{seat:You have|{seat} has} {left} {left:ember|embers}"
    try:
        said = [
            say_reason(tiny, why, table.state, table.box, words, Names(["Ada", "Bo"], reader)) for reader in (1, -1)
        ]
    finally:
        del words.entries["why.greedy"]
    assert said == ["You have 1 ember", "Bo has 1 ember"]
    assert IllegalAction("x", said[1], rule=why.rule).rule == "EM-2"


def test_the_reasons_of_the_example_are_whole(tiny: Game) -> None:
    for seed in range(8):
        assert scene_checkers.reasons_are_whole(tiny, 2, seed, every=1) == []


def _never(view: Any, box: Any, action: int) -> Reason | None:
    return None


def _always(view: Any, box: Any, action: int) -> Reason | None:
    return Reason("too_many", most=1)


def _not_now(view: Any, box: Any, action: int) -> Reason | None:
    return NOT_NOW if action + 1 > min(box.most, view.pile) else None


def _wordless(view: Any, box: Any, action: int) -> Reason | None:
    return Reason("unheard_of") if action + 1 > min(box.most, view.pile) else None


@pytest.mark.parametrize(
    ("why_not", "found"),
    [(_never, "not legal, but"), (_always, "is legal, but"), (_not_now, "reason of its own"), (_wordless, "be said")],
)
def test_the_checker_finds_bad_reasons(tiny: Game, why_not: Any, found: str) -> None:
    wrong = presenting(tiny, why_not=why_not)
    problems = [problem for seed in range(8) for problem in scene_checkers.reasons_are_whole(wrong, 2, seed, every=1)]
    assert problems and all(found in problem for problem in problems)


def test_a_choice_tells_what_the_game_tells_about_it(tiny: Game, table: Table) -> None:
    def tell(view: Any, box: Any, words: Any, names: Any) -> Callable[[int], str | None]:
        return lambda action: f"{names[names.reader]} leaves {view.pile - action - 1}" if action else None

    table.game = presenting(tiny, tell_choices=tell)
    assert [choice.sentence for choice in table.view(0).scene().choices] == [
        "Take 1 from the pile",
        "Ada leaves 19",
        "Ada leaves 18",
    ]


def test_a_click_that_leads_nowhere_says_why(tiny: Game, table: Table) -> None:
    """The first path counts that some action could begin with; what is possible needs no reason."""

    def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
        if action == 1 and view.pile == 1:
            raise LookupError  # a game need not know the clicks of what is not legal
        return ("bowl", f"ember{action}")

    clicked = presenting(tiny, picks=picks)
    table.play("take 3", "take 3", "take 3", "take 3", "take 3", "take 3", "take 1", "take 1")
    view = table.view(0)
    view.game = clicked
    assert view.why_not_at(["bowl", "ember2"]) == [Reason("too_few_left", "EM-2", left=1)]
    assert view.why_not_at(["nowhere"], ["bowl", "ember2"], ["bowl"]) == [Reason("too_few_left", "EM-2", left=1)]
    assert view.why_not_at(["bowl"]) == [] == view.why_not_at(["bowl", "ember0"])
    assert view.why_not_at(["nowhere"], ["bowl", "ember1"]) == []
    assert table.view(1).why_not_at(["bowl"]) == [NOT_YOUR_TURN]


def test_another_moment_is_said_only_where_there_is_no_better_reason(tiny: Game, table: Table) -> None:
    def why_not(view: Any, box: Any, action: int) -> Reason | None:
        return (NOT_NOW, Reason("too_many", most=3), Reason("too_many", most=3))[action]

    view = table.view(0)
    view.game = presenting(tiny, why_not=why_not, picks=lambda view, box, action: ("bowl",))
    view.numbers = []
    assert view.why_not_at(["bowl"]) == [Reason("too_many", most=3)]
    view.game = presenting(tiny, why_not=lambda view, box, action: NOT_NOW, picks=lambda view, box, action: ("bowl",))
    assert view.why_not_at(["bowl"]) == [NOT_NOW]


def test_a_piece_that_would_be_laid_with_others_says_why_it_cannot_be_now(tiny: Game, table: Table) -> None:
    """What is no pick of an action but part of its group is answered too, after the clicks before it."""

    def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
        return ("pile",)

    def takes(view: Any, box: Any, action: int) -> tuple[tuple[str, int], ...]:
        if action == 0:
            raise LookupError("only legal actions surely have something to lay")
        return (("coin", action),)

    def why_not(view: Any, box: Any, action: int) -> Reason | None:
        return Reason("poor", "X-1")

    grouped = presenting(tiny, picks=picks, takes=takes, why_not=why_not)
    view, box = table.view(0).state, table.box
    assert reasons_at(grouped, view, box, 0, [["pile", "coin"]], []) == [Reason("poor", "X-1")]
    assert reasons_at(grouped, view, box, 0, [["shelf", "coin"], ["coin"]], []) == [Reason("poor", "X-1")]
    assert reasons_at(grouped, view, box, 0, [["coin"]], [1]) == []
    assert reasons_at(grouped, view, box, 0, [["shelf"]], []) == []
    assert reasons_at(presenting(grouped, takes=None), view, box, 0, [["coin"]], []) == []
