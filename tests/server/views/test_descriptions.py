"""Results in words."""

from __future__ import annotations

import pytest

from firstfire import Table
from firstfire.server.views.descriptions import result_of
from firstfire.table import Outcome


@pytest.mark.parametrize(
    ("scores", "ranks", "told"),
    [((14, 14), (1, 2), True), ((14, 14), (1, 1), False), ((14, 13), (1, 2), False), ((9, 7, 7), (1, 2, 3), True)],
)
def test_equal_points_with_unequal_places_are_explained(
    monkeypatch: pytest.MonkeyPatch, scores: tuple[int, ...], ranks: tuple[int, ...], told: bool
) -> None:
    table = Table.new("embers", len(scores), 1, interpreted=True)
    outcome = Outcome(table.game.endings[0], scores, ranks)
    monkeypatch.setattr(Table, "outcome", lambda self: outcome)
    result = result_of(table, "nl")
    assert result is not None and bool(result["tie"]) == told
