"""Findings: what can be claimed. Every claim is a test, and all tests of a report are corrected together (Holm's).

What is not sure at 5 % after that is not said. Claims about seats and components come first, on one scale, ordered by
how large the effect is at least; what is said of the game as a whole comes after them.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, lgamma, log, log1p

import numpy as np

from ..statistics import holm, wilson
from .clusters import Strategy
from .compare import Change, changes
from .duel import Duel
from .estimates import Estimate, difference
from .figures import Figures
from .recording import Number
from .speech import Amount, Count, Gap, Share, Value

DEAD = 0.01  # an action is hardly ever taken below this part of its offers
SURE = 0.05
SHOWN = 12  # claims of one kind, at most
EFFECT = 1000  # seats and components come before the game as a whole
MEASURES = {
    "plies": (Number.PLIES, 1.0),
    "choices": (Number.CHOICES, 1.0),
    "minutes": (Number.TENTHS, 600.0),
    "lead_changes": (Number.LEAD_CHANGES, 1.0),
}


@dataclass(frozen=True)
class Finding:
    """One claim: which sentence says it, with what values, about what, and how sure it is."""

    key: str
    about: str  # seat, component, action, game, level, strategy, skill
    values: Mapping[str, Value]
    effect: Estimate
    chance: float  # that luck alone shows as much; corrected once it has been chosen
    order: float  # the first are told first
    component: tuple[tuple[str, ...], int] | None = None


def chosen(candidates: Sequence[Finding]) -> list[Finding]:
    """What holds after correction, the most important first."""
    corrected = holm([finding.chance for finding in candidates])
    sure = [replace(one, chance=p) for one, p in zip(candidates, corrected, strict=True) if p < SURE]
    return sorted(sure, key=lambda finding: -finding.order)


def playtest_findings(
    figures: Mapping[str, Figures], duel: Duel | None, strategies: Sequence[Strategy]
) -> tuple[list[Finding], int]:
    """What a playtest finds in a box, and how many tests it made."""
    found: list[Finding] = []
    several = len(figures) > 1
    for level, one in figures.items():
        values: dict[str, Value] = {"level": level}
        suffix = "_of_level" if several else ""
        found += _seats(one, values, suffix)
        found += _course(one, values, suffix)
    strongest = list(figures.values())[-1]
    found += _components(strongest)
    found += _dead(strongest)
    found += _strategies(strategies)
    found += _levels(figures)
    if duel is not None:
        found.append(_skill(duel))
    return _limited(chosen(found)), len(found)


def _limited(findings: Sequence[Finding]) -> list[Finding]:
    """Not more than a reader takes in of any kind; the tables have the rest."""
    told: dict[str, int] = {}
    kept = []
    for finding in findings:
        kind = finding.key
        told[kind] = told.get(kind, 0) + 1
        if told[kind] <= (3 if finding.about in ("component", "action") else SHOWN):
            kept.append(finding)
    return kept


def _span(estimate: Estimate) -> dict[str, Value]:
    return {"low": Share(max(0.0, estimate.low)), "high": Share(min(1.0, estimate.high))}


def _seats(figures: Figures, values: Mapping[str, Value], suffix: str) -> list[Finding]:
    """Seats, and places in the turn order, that win more or less than their part."""
    even = 1 / figures.seats
    if figures.seats < 2:
        return []
    found = []
    for key, estimates in figures.by_place.items():
        for number, estimate in enumerate(estimates, 1):
            gap = Estimate(estimate.value - even, estimate.error, estimate.count)
            told: dict[str, Value] = {
                **values, "number": Count(number), "share": Share(estimate.value), "even": Share(even),
                **_span(estimate),
            }  # fmt: skip
            found.append(Finding(f"{key}{suffix}", "seat", told, gap, gap.differs(), 10 + gap.least))
    return found


def _components(figures: Figures) -> list[Finding]:
    """Cards, tiles and places with which seats win more, or less, than with others of their kind."""
    best: dict[object, Finding] = {}
    tests = []
    for use in figures.uses:
        if use.beside is None or use.feature.component is None:
            continue
        told: dict[str, Value] = {
            "name": use.feature.component, "what": use.feature, "wins": Share(use.wins.value), **_span(use.wins),
            "gap": Gap(use.beside.value), "gap_low": Gap(use.beside.low), "gap_high": Gap(use.beside.high),
            "games": Count(use.games),
        }  # fmt: skip
        key = "component_more" if use.beside.value > 0 else "component_less"
        component = use.feature.component
        tests.append(
            Finding(key, "component", told, use.beside, use.beside.differs(), 10 + use.beside.least, component)
        )
    for test in tests:  # one claim for each component: its clearest; all tests pay for it
        if test.component not in best or test.order > best[test.component].order:
            best[test.component] = test
    kept = {id(test) for test in best.values()}
    return [test if id(test) in kept else replace(test, chance=1.0) for test in tests]


def _dead(figures: Figures) -> list[Finding]:
    """Actions that are offered and hardly ever taken."""
    found = []
    for use in figures.uses:
        if use.feature.source != "action" or use.offered < 100:
            continue
        p = seldom(use.taken, use.offered, DEAD)
        _, high = wilson(use.taken, use.offered)
        told: dict[str, Value] = {
            "what": use.feature, "offered": Count(use.offered), "taken": Count(use.taken),
            "rate": Share(use.taken / use.offered), "high": Share(high),
        }  # fmt: skip
        effect = Estimate(use.taken / use.offered, 0.0, use.offered)
        weight = (2 if use.feature.domain is None else 1) + min(1.0, use.offered / (100.0 * figures.counts.games))
        found.append(Finding("dead", "action", told, effect, p, weight, use.feature.component))
    return found


def seldom(taken: int, offered: int, part: float) -> float:
    """How likely so few or fewer would be, were the true part so large (the binomial tail)."""
    if taken >= part * offered:
        return 1.0
    terms = (
        lgamma(offered + 1) - lgamma(k + 1) - lgamma(offered - k + 1) + k * log(part) + (offered - k) * log1p(-part)
        for k in range(taken + 1)
    )
    return min(1.0, sum(exp(term) for term in terms))


def _course(figures: Figures, values: Mapping[str, Value], suffix: str) -> list[Finding]:
    """Whether the lead at half-time is worth anything."""
    half = figures.half_leader_wins
    if figures.seats < 2 or half.count < 30:
        return []
    even = 1 / figures.seats
    told: dict[str, Value] = {**values, "share": Share(half.value), "even": Share(even), **_span(half)}
    key = "half" if half.value > even else "half_less"
    gap = Estimate(half.value - even, half.error, half.count)
    return [Finding(f"{key}{suffix}", "game", told, gap, gap.differs(), 5)]


def _strategies(strategies: Sequence[Strategy]) -> list[Finding]:
    """Ways to play that win more or less than the others."""
    found = []
    for number, strategy in enumerate(strategies, 1):
        rest = [other for other in strategies if other is not strategy]
        parts = sum(other.part for other in rest)
        usual = sum(other.wins.value * other.part for other in rest) / max(parts, 1e-9)
        error = sum((other.wins.error * other.part / max(parts, 1e-9)) ** 2 for other in rest) ** 0.5
        gap = difference(strategy.wins, Estimate(usual, error, len(rest)))
        told: dict[str, Value] = {
            "number": Count(number), "part": Share(strategy.part), "wins": Share(strategy.wins.value),
            **_span(strategy.wins), "what": strategy.more[0][0], "usual": Share(usual),
        }  # fmt: skip
        found.append(Finding("strategy", "strategy", told, gap, gap.differs(), 4 + gap.least))
    return found


def _levels(figures: Mapping[str, Figures]) -> list[Finding]:
    """How the games of the levels differ: each beside the one before."""
    found = []
    names = list(figures)
    for one, other in itertools.pairwise(names):
        for measure, (number, scale) in MEASURES.items():
            a, b = figures[one].of(number, scale), figures[other].of(number, scale)
            found.append(_level(f"level_{measure}", one, other, a, b, difference(b, a)))
        a, b = (_points(figures[name]) for name in (one, other))
        found.append(_level("level_score", one, other, a, b, difference(b, a)))
    return found


def _points(figures: Figures) -> Estimate:
    scores = figures.scores.mean(axis=1)
    return Estimate(float(scores.mean()), float(np.std(scores, ddof=1) / len(scores) ** 0.5), len(scores))


def _level(key: str, one: str, other: str, a: Estimate, b: Estimate, gap: Estimate) -> Finding:
    told: dict[str, Value] = {
        "one": one, "other": other, "a": Amount(a.value), "b": Amount(b.value),
        "low": Amount(gap.low, signed=True), "high": Amount(gap.high, signed=True),
    }  # fmt: skip
    return Finding(key, "level", told, gap, gap.differs(), 3)


def _skill(duel: Duel) -> Finding:
    """Whether the better player wins."""
    even = 1 / duel.seats
    gap = Estimate(duel.wins.value - even, duel.wins.error, duel.wins.count)
    told: dict[str, Value] = {
        "strong": duel.strong, "weak": duel.weak, "share": Share(duel.wins.value), "even": Share(even),
        **_span(duel.wins), "all": Share(duel.always.value), "never": Share(duel.never.value),
    }  # fmt: skip
    return Finding("skill" if gap.value > 0 else "skill_less", "skill", told, gap, gap.differs(), 4.5)


def compare_findings(one: Figures, other: Figures, *, paired: bool = True) -> list[Finding]:
    """What is different with the second box: components and seats first, by how large it is at least."""
    return chosen([_change(change) for change in changes(one, other, paired=paired)])


def _change(change: Change) -> Finding:
    gap, p = change.gap, change.size.differs()
    shares: dict[str, Value] = {
        "a": Share(change.one), "b": Share(change.other), "gap": Gap(gap.value), "low": Gap(gap.low),
        "high": Gap(gap.high),
    }  # fmt: skip
    amounts: dict[str, Value] = {
        "a": Amount(change.one), "b": Amount(change.other), "gap": Amount(gap.value, signed=True),
        "low": Amount(gap.low, signed=True), "high": Amount(gap.high, signed=True),
    }  # fmt: skip
    if change.kind == "seat":
        told = {"number": Count(change.seat + 1), **shares}
        return Finding("change_seat", "seat", told, gap, p, EFFECT + change.size.least)
    feature = change.feature
    if feature is None:
        return Finding(f"change_{change.kind}", "game", amounts, gap, p, 0)
    if feature.component is None:
        return Finding("change_action", "action", {"what": feature, **amounts}, gap, p, 10)
    key, values = ("change_lift", shares) if change.kind == "lift" else ("change_component", amounts)
    named_values = {"what": feature, "name": feature.component, **values}
    return Finding(key, "component", named_values, gap, p, EFFECT + change.size.least, feature.component)


def named(findings: Sequence[Finding]) -> list[Finding]:
    """Each component once, by its clearest change."""
    seen: set[object] = set()
    kept = []
    for finding in findings:
        if finding.component is not None and finding.component in seen:
            continue
        seen.add(finding.component)
        kept.append(finding)
    return kept
