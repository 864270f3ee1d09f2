"""What a sensible player strives for: objectives, and which of them a lone clan goes for."""

from __future__ import annotations

from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.clan import members
from ..rules.common import has_sent, is_sending, marked_slot, slot_species
from ..rules.scoring import measure
from ..state import (
    LEVELS,
    METRICS,
    NONE,
    OBJECTIVES_SHOWN,
    SOLO_SHOWN,
    TRACKS,
    CraftKind,
    Good,
    Hut,
    Job,
    Metric,
    Phase,
    Season,
    State,
)
from .clan_weights import FIRST_STEPS, LAST_STEPS, LATER_PULL, OBJECTIVE_PULL, STEP_PULL
from .solo_weights import (
    HANDS_SHARE,
    LABOUR,
    LATE_ZEAL,
    OTHER_ZEAL,
    PULL,
    SECOND_ZEAL,
    STEP_BONE,
    STEP_STONE,
    STEP_TOOL,
    STEP_WOOD,
)

NEVER = 999.0
Efforts = tuple[float, float, float, float, float, float, float, float]  # by place
SHELF = 8  # places of a set of solo objectives
LAST_ROUNDS = 7.0


@rule
def rounds_left(s: State) -> int:
    """Rounds still to be played, this one not counted."""
    return s.last_round - s.round


@rule
def under_way(s: State, box: Box, metric: int) -> int:
    """Steps of a kind that the clan to act has programmed in this round."""
    clan = s.clans[s.player]
    total = 0
    if has_sent(s):
        return 0
    for i in range(clan.order_count):
        order = clan.orders[i]
        job = order.job
        if job == Job.HABITAT:
            if metric == Metric.HABITATS or metric == Metric.PRESTIGIOUS:
                total += 1
        elif job == Job.CRAFT:
            kind = box.craft_kind[s.craft[order.place]]
            if metric == (Metric.STATUETTES if kind == CraftKind.STATUETTE else Metric.NECKLACES):
                total += 1
        elif job == Job.HUNT:
            if metric == Metric.HUNTS:
                total += 1
        elif job == Job.FRESCO:
            cold = box.animal_season[slot_species(s, box, order.place)] == Season.COLD
            if metric == (Metric.COLD_PAINTED if cold else Metric.WARM_PAINTED):
                total += 1
        elif job == Job.CAPACITY:
            if metric == Metric.CAPACITIES_AT_MAX and clan.levels[order.place] < LEVELS - 1:
                total += 1
        elif job == Job.SHAMAN_HUT:
            is_megalith = Hut.MENHIR <= order.place <= Hut.DOLMEN
            if metric == Metric.SHAMAN_ACTIONS or (metric == Metric.MEGALITHS and is_megalith):
                total += 1
            elif order.place == Hut.PERFECT_PAINTING and s.phase != Phase.MARK:
                cold = box.animal_season[slot_species(s, box, marked_slot(order))] == Season.COLD
                if metric == (Metric.COLD_PAINTED if cold else Metric.WARM_PAINTED):
                    total += 1
    if metric == Metric.MEMBERS:
        total += clan.promised + clan.newborns
    return total


@rule
def steps_left(s: State, box: Box, needs: Row[int], metric: int) -> int:
    """How many steps of a kind a solo objective still asks for, those under way not counted."""
    if metric == Metric.CAPACITIES_AT_MAX:
        levels = 0
        for track in range(TRACKS):
            levels += LEVELS - 1 - s.clans[s.player].levels[track]
        return max(0, levels - under_way(s, box, metric))
    return max(0, needs[metric] - measure(s, box, s.player, metric) - under_way(s, box, metric))


@rule
def per_round(metric: int) -> int:
    """How many steps of a kind a clan can take in one round."""
    if metric == Metric.SHAMAN_ACTIONS or metric == Metric.MEGALITHS:
        return 1
    if metric == Metric.STATUETTES or metric == Metric.NECKLACES:
        return 2
    return 3


@rule
def hands_left(s: State) -> float:
    """The hands a lone clan still has for its objectives."""
    clan = s.clans[s.player]
    home = clan.hunters + clan.chiefs + clan.shaman if is_sending(s) else 0
    return HANDS_SHARE * (home + members(clan) * rounds_left(s))


@rule
def effort(s: State, box: Box, place: int) -> float:
    """How much work a solo objective still is, in hands; NEVER if there is no time for it (or no such objective)."""
    if place >= s.solo.shown:
        return NEVER
    needs = box.solo_needs[s.solo.objectives[place]]
    rounds = rounds_left(s) + (0 if has_sent(s) else 1)
    total = 0.0
    for metric in range(METRICS):
        if needs[metric] > 0:
            left = steps_left(s, box, needs, metric)
            total += LABOUR[metric] * left
            if left > rounds * per_round(metric):
                return NEVER
    return total if total <= hands_left(s) else NEVER


@rule
def aims_of(s: State, box: Box) -> int:
    """A lone clan goes for as many objectives as are needed, those that are the least work: a set of places,
    then the next best one in bits of its own, then the others there is time for."""
    if s.seats > 1:
        return 0
    efforts = all_efforts(s, box)
    aims = 0
    for place in range(SOLO_SHOWN):
        mine = efforts[place]
        if mine >= NEVER:
            continue
        before = 0
        for other in range(SOLO_SHOWN):
            if efforts[other] < mine or (efforts[other] == mine and other < place):
                before += 1
        shelf = 0 if before < s.solo.needed else (SHELF if before == s.solo.needed else 2 * SHELF)
        aims |= 1 << (shelf + place)
    return aims


@rule
def all_efforts(s: State, box: Box) -> Efforts:
    """How much work each solo objective still is."""
    return (
        effort(s, box, 0), effort(s, box, 1), effort(s, box, 2), effort(s, box, 3),
        effort(s, box, 4), effort(s, box, 5), effort(s, box, 6), effort(s, box, 7),
    )  # fmt: skip


@rule
def zeal(aims: int, place: int) -> float:
    """How keen a lone clan is on an objective."""
    if (aims >> place) & 1 != 0:
        return 1.0
    if (aims >> (SHELF + place)) & 1 != 0:
        return SECOND_ZEAL
    return OTHER_ZEAL if (aims >> (2 * SHELF + place)) & 1 != 0 else 0.0


@rule
def pull(s: State, box: Box, aims: int, metric: int) -> float:
    """What one more of something is worth for open objectives."""
    total = 0.0
    if s.seats == 1:
        for place in range(s.solo.shown):
            needs = box.solo_needs[s.solo.objectives[place]]
            if needs[metric] > 0 and steps_left(s, box, needs, metric) > 0:
                total += zeal(aims, place)
        total *= 1.0 + LATE_ZEAL * (s.round - 1) / LAST_ROUNDS
        return total * PULL[metric]
    for place in range(OBJECTIVES_SHOWN):
        if is_open(s, place) and is_short(s, box, box.needs[s.objectives[place]], metric):
            worth = OBJECTIVE_PULL if s.firsts[place] == 0 else LATER_PULL * OBJECTIVE_PULL
            total += step_worth(s, box, box.needs[s.objectives[place]], worth)
    return total * STEP_PULL[metric]


@rule
def is_open(s: State, place: int) -> bool:
    """Whether the clan to act can still put a cube on an objective."""
    return s.objectives[place] != NONE and s.seconds[place] == 0 and (s.firsts[place] >> s.player) & 1 == 0


@rule
def is_short(s: State, box: Box, needs: Row[int], metric: int) -> bool:
    """Whether an objective asks the clan to act for more of something."""
    return needs[metric] > 0 and measure(s, box, s.player, metric) < needs[metric]


@rule
def is_sought(s: State, box: Box, metric: int) -> bool:
    """Whether an open objective of several players asks for more of something."""
    for place in range(OBJECTIVES_SHOWN):
        if is_open(s, place) and is_short(s, box, box.needs[s.objectives[place]], metric):
            return True
    return False


@rule
def step_worth(s: State, box: Box, needs: Row[int], worth: float) -> float:
    """The worth of one step towards an objective: more when little is missing."""
    asked = 0
    reached = 0
    for metric in range(METRICS):
        if needs[metric] > 0:
            asked += needs[metric]
            reached += min(needs[metric], measure(s, box, s.player, metric))
    return worth * (FIRST_STEPS + LAST_STEPS * (reached / asked)) / asked


@rule
def shopping(s: State, box: Box, aims: int, good: int) -> float:
    """How many of a good the steps to the objectives in focus will take, about."""
    total = 0.0
    for place in range(s.solo.shown):
        if (aims >> place) & 1 == 0:
            continue
        needs = box.solo_needs[s.solo.objectives[place]]
        for metric in range(METRICS):
            if needs[metric] > 0:
                left = steps_left(s, box, needs, metric)
                if good == Good.WOOD:
                    total += 0.1 * left * STEP_WOOD[metric]
                elif good == Good.STONE:
                    total += 0.1 * left * STEP_STONE[metric]
                elif good == Good.BONE:
                    total += 0.1 * left * STEP_BONE[metric]
                elif good == Good.TOOL:
                    total += 0.1 * left * STEP_TOOL[metric]
    return total
