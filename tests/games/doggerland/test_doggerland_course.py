"""What always holds between one state and the next: I5, I9, I12, I16, I17, along whole games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from firstfire.games.doggerland.rules.clan import members
from firstfire.games.doggerland.state import CELLS, HUT, NONE, TRACKS, EventEffect
from firstfire.kernel.records.record import copy_of

from .reading import BOX, ENGINE, new

Moment = Any  # a state


def clans(s: Moment) -> range:
    """The seats of a table."""
    return range(s.seats)


def event(s: Moment) -> int | None:
    """What the card of this round does; None with several players."""
    return BOX.effect[s.solo.cards[s.round - 1]] if s.seats == 1 else None


def members_stay(begin: Moment, before: Moment, after: Moment) -> bool:
    """I5: with several players nobody ever leaves a clan."""
    return after.seats == 1 or all(members(after.clans[i]) >= members(before.clans[i]) for i in clans(after))


def levels_climb(begin: Moment, before: Moment, after: Moment) -> bool:
    """I9: at most one level up on a track in a round; down only by Lost knowledge, one level."""
    for seat in clans(after):
        for track in range(TRACKS):
            fallen = before.clans[seat].levels[track] - after.clans[seat].levels[track]
            if fallen > 0 and (fallen > 1 or event(after) != EventEffect.LOST_KNOWLEDGE):
                return False
            if begin.round == after.round and after.clans[seat].levels[track] - begin.clans[seat].levels[track] > 1:
                return False
    return True


def cubes_stay_at_the_hut(begin: Moment, before: Moment, after: Moment) -> bool:
    """I12: no cube leaves; in a round one cube more at most for a clan, and for a location."""
    news = [after.clans[seat].hut & ~begin.clans[seat].hut for seat in clans(after)]
    kept = all(before.clans[seat].hut & ~after.clans[seat].hut == 0 for seat in clans(after))
    one_each = all(news[seat].bit_count() <= 1 for seat in clans(after))
    one_there = all(sum(new >> location & 1 for new in news) <= 1 for location in range(HUT))
    return kept and (begin.round != after.round or (one_each and one_there))


def land_wears_out(begin: Moment, before: Moment, after: Moment) -> bool:
    """I16: a harvest more at most with several players; tiles stay where they lie; only New growth refreshes one."""
    refreshed = 0
    for cell in range(CELLS):
        if before.tile[cell] not in (NONE, after.tile[cell]):
            return False
        refreshed += before.uses[cell] > after.uses[cell]
        if after.uses[cell] > BOX.harvests[after.seats] or (
            after.seats > 1 and after.uses[cell] > before.uses[cell] + 1
        ):
            return False
    grown = (after.ripe & before.land & ~before.ripe).bit_count()
    allowed = 1 if event(after) == EventEffect.REGROW else 0
    return refreshed <= allowed and grown <= allowed


def scarcity_grows(begin: Moment, before: Moment, after: Moment) -> bool:
    """I17: Scarcity is never given back."""
    return all(after.clans[seat].scarcity >= before.clans[seat].scarcity for seat in clans(after))


LAWS: tuple[Callable[[Moment, Moment, Moment], bool], ...] = (
    members_stay, levels_climb, cubes_stay_at_the_hut, land_wears_out, scarcity_grows,
)  # fmt: skip


def broken(begin: Moment, before: Moment, after: Moment) -> list[str]:
    """The laws that a step breaks; `begin` is the state in which its round began."""
    return [law.__name__ for law in LAWS if not law(begin, before, after)]


def half_sensible(s: Moment, chance: Random) -> int:
    """The better of two actions drawn by lot: games that last and in which much happens."""
    drawn = [chance.choice(ENGINE.legal(s, BOX)) for _ in range(2)]
    return max(drawn, key=lambda action: ENGINE.prefer(s, BOX, action))


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (1, {"difficulty": "hard"}), (2, {}), (2, {"length": "short"}), (3, {}), (4, {})],
)
def test_the_course_of_whole_games(seats: int, options: dict[str, str]) -> None:
    """I5, I9, I12, I16, I17 hold between every two states of whole games."""
    for seed in range(3):
        s = new(seats, 70 + seed, **options)
        chance = Random(seed)
        begin = before = copy_of(s)
        rounds = {int(s.round)}
        while not s.over:
            ENGINE.step(s, BOX, half_sensible(s, chance) if seed else chance.choice(ENGINE.legal(s, BOX)))
            assert broken(begin, before, s) == [], f"seed {seed}, ply {s.ply}"
            before = copy_of(s)
            if s.round != begin.round:
                begin = before
            rounds.add(int(s.round))
        assert len(rounds) == s.last_round or seats == 1


BREACHES: dict[str, Callable[[Moment], object]] = {
    "members_stay": lambda s: setattr(s.clans[1], "reserve", s.clans[1].reserve + 1),
    "levels_climb": lambda s: s.clans[0].levels.__setitem__(1, 2),
    "cubes_stay_at_the_hut": lambda s: setattr(s.clans[0], "hut", 0b1),
    "land_wears_out": lambda s: s.uses.__setitem__(30, 0),
    "scarcity_grows": lambda s: setattr(s.clans[1], "scarcity", 0),
}


@pytest.mark.parametrize("law", [law.__name__ for law in LAWS])
def test_each_law_is_watched(law: str) -> None:
    """A step that breaks one law is found, and only that one."""
    before = new(2, 5)
    before.clans[0].hut, before.clans[1].scarcity, before.uses[30] = 0b10, 2, 1
    after = copy_of(before)
    assert broken(before, before, after) == []
    BREACHES[law](after)
    assert broken(before, before, after) == [law]


def both(s: Moment, hut: int) -> None:
    """The same cubes at the hut for two clans."""
    s.clans[0].hut = s.clans[1].hut = hut


def test_breaches_within_a_round_are_watched() -> None:
    """I9, I12: a fall of a level, two cubes of one clan, or two clans' cubes at one location in a round."""
    before = new(2, 5)
    before.clans[0].levels[0] = 1
    for breach, law in (
        (lambda s: s.clans[0].levels.__setitem__(0, 0), "levels_climb"),
        (lambda s: setattr(s.clans[0], "hut", 0b11), "cubes_stay_at_the_hut"),
        (lambda s: both(s, 0b1), "cubes_stay_at_the_hut"),
        (lambda s: setattr(s, "ripe", s.land), "land_wears_out"),
        (lambda s: s.uses.__setitem__(30, 2), "land_wears_out"),
    ):
        after = copy_of(before)
        breach(after)
        assert broken(before, before, after) == [law]
