"""What a hint says, in words."""

from __future__ import annotations

import pytest

from firstfire import Table
from firstfire.kernel.presentation.languages import format_percent
from firstfire.server.bots.requests import AdvisedAction
from firstfire.server.views.advice import SEEN, hint_body


@pytest.mark.parametrize(
    ("language", "said"), [("en", "hardly looked at"), ("fr", "à peine regardé"), ("nl", "nauwelijks bekeken")]
)
def test_a_move_that_was_hardly_looked_at_has_no_price(language: str, said: str) -> None:
    """A few visits would give it one that contradicts the order of the moves."""
    view = Table.new("embers", 2, 4, interpreted=True).view(0)
    advised = tuple(
        AdvisedAction(action, worth, visits, None)
        for action, worth, visits in ((0, 0.5, 300), (1, 0.67, SEEN - 1), (2, 0.4, SEEN))
    )
    best, unseen, other = hint_body(view, advised, language)["moves"]
    assert (unseen["worth"], unseen["why"]) == (None, said)
    assert best["worth"] == 0.5 and format_percent(0.5, language) in best["why"]
    assert format_percent(0.4, language) in other["why"] and "10" in other["why"]


@pytest.mark.parametrize(("language", "said"), [("en", "about as good"), ("fr", "aussi bon"), ("nl", "even goed")])
def test_nothing_is_worth_more_than_the_best(language: str, said: str) -> None:
    """What was looked at less can seem better; "0 points worse" is said of nothing."""
    view = Table.new("embers", 2, 4, interpreted=True).view(0)
    advised = (
        AdvisedAction(0, 0.54, 300, None),
        AdvisedAction(1, 0.58, SEEN, None),
        AdvisedAction(2, 0.538, SEEN, None),
    )
    for other in hint_body(view, advised, language)["moves"][1:]:
        assert other["worth"] <= 0.54 and format_percent(0.54, language) in other["why"] and said in other["why"]


def test_imagined_games_make_nothing_certain() -> None:
    """Whoever won or lost all of them is told a bound, and in how many games that was."""
    view = Table.new("embers", 2, 4, interpreted=True).view(0)
    for worth, told, bounded in ((1.0, ">\N{NO-BREAK SPACE}95", 0.95), (0.01, "<\N{NO-BREAK SPACE}5", 0.05)):
        advised = (AdvisedAction(0, worth, 300, None), AdvisedAction(1, worth, SEEN, None))
        best, other = hint_body(view, advised, "en")["moves"][:2]
        assert best["why"] == f"Chance to win in 300 imagined games: {told}%"
        assert best["worth"] == other["worth"] == pytest.approx(bounded) and "about as good" in other["why"]


@pytest.mark.parametrize(
    ("language", "untried", "told"),
    [
        ("en", "not looked at", "Suggestion for Iza: Take 1 from the pile."),
        ("fr", "pas regardé", "Conseil pour Iza\N{NO-BREAK SPACE}: Prendre 1 dans le tas."),
        ("nl", "niet bekeken", "Suggestie voor Iza: Neem 1 van de hoop."),
    ],
)
def test_moves_that_were_not_tried_are_named_and_a_replay_tells_whom_it_addresses(
    language: str, untried: str, told: str
) -> None:
    """Whoever reads it: "your" stands in what is said to the player who decided."""
    view = Table.new("embers", 2, 4, names=["Iza", "Brun"], interpreted=True).view(0)
    body = hint_body(view, (AdvisedAction(0, 0.5, 300, None),), language, whose=True)
    assert [move["action"] for move in body["moves"]] == view.numbers
    assert [(move["worth"], move["why"]) for move in body["moves"][1:]] == [(None, untried)] * (len(view.numbers) - 1)
    assert body["sentence"] == told and "Iza" in body["eyes"]
    guessed = hint_body(view, (AdvisedAction(0, None, None, None),), language)
    assert len(guessed["moves"]) == 1  # nobody searched
