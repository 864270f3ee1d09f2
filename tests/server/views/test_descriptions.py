"""Results in words."""

from __future__ import annotations

import itertools
import random

import pytest

from firstfire import Table
from firstfire import game as find_game
from firstfire.games import GAMES
from firstfire.kernel.viewer.drawing import draw_table
from firstfire.kernel.viewer.sentences import Names
from firstfire.server.views.descriptions import result_of, seat_colours
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


@pytest.mark.parametrize("game", ["honga", "neta_tanka", "doggerland", "prehistory"])
def test_what_decides_between_equal_points_is_told_in_numbers(game: str) -> None:
    """Whoever has as many points and comes first has more of the first number that differs (of Scarcity less)."""
    table, stream, words = Table.new(game, 3, 2, interpreted=True), random.Random(game), find_game(game).words("en")
    tell, ties = table.game.presentation.tie_break, 0
    assert tell is not None
    for _ in range(150):
        points, ranks = table.scores(), table.lean.ranks()
        keys = [[number for _, number in tell(table.state, table.box, seat, words)] for seat in range(3)]
        keys = [[first, *(-number for number in rest)] for first, *rest in keys]
        for one, other in itertools.permutations(range(3), 2):
            if points[one] == points[other]:
                ties += keys[one] != keys[other]
                assert (ranks[one] < ranks[other]) == (keys[one] > keys[other])
        table.play(stream.choice(table.numbers()))
    assert ties


def test_a_game_of_totem_that_the_levels_decided_shows_them() -> None:
    stream, ended = random.Random(4), None
    for seed in range(60):
        table = Table.new("totem", 2, seed, interpreted=True)
        while not table.over:
            table.play(stream.choice(table.numbers()))
        ended = table.outcome()
        assert ended is not None
        result = result_of(table, "en")
        assert result is not None and bool(result["ties"]) == (ended.ending == "end2_sum")
        if result["ties"]:
            [tie] = result["ties"]
            first, second = tie["numbers"]
            assert tie["label"] == "sum of the levels" and (first > second) == (ended.winners == (0,))
            return
    raise AssertionError("no game of sixty was decided by the levels")


def test_a_result_tells_each_seat_where_its_points_come_from() -> None:
    table, stream = Table.new("totem", 2, 3, interpreted=True), random.Random(1)
    while not table.over:
        table.play(stream.choice(table.numbers()))
    result = result_of(table, "en")
    assert result is not None
    for seat in result["seats"]:
        assert seat["sources"] and sum(source["points"] for source in seat["sources"]) == seat["points"]


def test_seats_have_the_colours_of_the_printed_game_before_it_begins() -> None:
    for game in GAMES:
        for players in find_game(game).seats:
            view, names = Table.new(game, players, 1, interpreted=True).view(0), Names(["Ayla"] * players)
            found = find_game(game)
            scene = draw_table(found, view.state, found.standard_box, 0, found.words("en"), names)
            assert scene.colours == seat_colours(game)[:players]
    assert seat_colours("totem") == seat_colours("no_such_game") == []
