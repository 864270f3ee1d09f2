"""Ratings: the published figures of the model, and what must hold for any game."""

from __future__ import annotations

import random

import pytest

from firstfire.server.store.ratings import MU, Rating, rated


def test_two_and_three_newcomers_as_openskill_publishes_them() -> None:
    """The figures of OpenSkill's own documentation (Plackett-Luce, no drift)."""
    won, lost = rated([Rating(), Rating()], [1, 2], drift=0)
    assert (won.mu, won.sigma) == pytest.approx((27.63523138347365, 8.065506316323548), abs=1e-9)
    assert (lost.mu, lost.sigma) == pytest.approx((22.36476861652635, 8.065506316323548), abs=1e-9)


def test_a_tie_of_equals_changes_no_strength_and_the_order_of_seats_means_nothing() -> None:
    assert [one.mu for one in rated([Rating(), Rating(), Rating()], [1, 1, 1])] == pytest.approx([MU, MU, MU])
    stream = random.Random(3)
    for _ in range(50):
        players = [Rating(stream.uniform(10, 40), stream.uniform(1, 9)) for _ in range(stream.randint(2, 5))]
        places = [stream.randint(1, len(players)) for _ in players]
        order = stream.sample(range(len(players)), len(players))
        straight = rated(players, places)
        shuffled = rated([players[i] for i in order], [places[i] for i in order])
        assert [one.mu for one in shuffled] == pytest.approx([straight[i].mu for i in order])
        best, worst = places.index(min(places)), places.index(max(places))
        if places.count(places[best]) == places.count(places[worst]) == 1 < len(set(places)):
            assert straight[best].mu > players[best].mu and straight[worst].mu < players[worst].mu


def test_ratings_find_the_order_of_strength() -> None:
    """Four who win by their strength, over many games of three or four: the ratings end in that order."""
    stream, strengths = random.Random(7), [0.0, 2.0, 4.0, 6.0]
    ratings = [Rating() for _ in strengths]
    for _ in range(400):
        table = stream.sample(range(4), stream.randint(3, 4))
        form = {seat: stream.gauss(strengths[seat], 4) for seat in table}
        places = [1 + sum(other > form[seat] for other in form.values()) for seat in table]
        for seat, after in zip(table, rated([ratings[seat] for seat in table], places), strict=True):
            ratings[seat] = after
    assert [one.mu for one in ratings] == sorted(one.mu for one in ratings)
    assert all(one.sigma < 2.5 for one in ratings) and ratings[0].games > 200
    value, spread = ratings[3].shown
    assert 1500 < value < 2100 and 0 < spread < 240
