"""The table as it is drawn: zones do not overlap, links do not cross, in both arrangements."""

from __future__ import annotations

from itertools import combinations

import pytest

from firstfire.games.neta_tanka import GAME
from firstfire.kernel.scene import Box as Rect

from .nt_village import BOX, ENGINE


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    slack = 1e-6
    return a.x < b.x + b.w - slack and b.x < a.x + a.w - slack and a.y < b.y + b.h - slack and b.y < a.y + a.h - slack


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_zones_do_not_overlap(players: int, viewer: int) -> None:
    """Section 2.4: places, zones, cards and clan boards each have their own ground, wide and tall."""
    s = ENGINE.new(players, 1)
    scene = GAME.scene(s, GAME, BOX, viewer, GAME.words("en"), ["A", "B", "C", "D"][:players])
    drawn = [zone for zone in scene.zones if zone.kind != "map"]
    for a, b in combinations(drawn, 2):
        if a.parent == b.id or b.parent == a.id:
            continue
        assert not overlap(a.box, b.box), (a.id, b.id)
        assert a.tall is not None and b.tall is not None
        assert not overlap(a.tall, b.tall), (a.id, b.id)


def test_links_do_not_cross() -> None:
    """Section 2.4: the places are drawn so that no two links cross."""

    def side(a: int, b: int, c: int) -> int:
        p, q, r = (BOX.places[i] for i in (a, b, c))
        return int((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))

    ends = [(BOX.links[i].a, BOX.links[i].b) for i in range(BOX.link_count)]
    for (a, b), (c, d) in combinations(ends, 2):
        if len({a, b, c, d}) == 4:
            crossing = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
            assert not crossing, (a + 1, b + 1, c + 1, d + 1)
