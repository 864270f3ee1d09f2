"""What an elder says, in words."""

from __future__ import annotations

import pytest

from firstfire import Table
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
    assert best["worth"] == 0.5 and "50 %" in best["why"] and "40 %" in other["why"] and "10" in other["why"]
