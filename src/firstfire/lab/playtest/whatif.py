"""What if it were ordinary? A component that stands out, with its numbers set to the middle of its kind, on the same
deals: the paired counterfactual of a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_low
from typing import Any

import numpy as np

from ...errors import FirstfireError
from ...kernel.components_file import ComponentsFile
from ..boxes import box_with
from .estimates import Estimate, difference, rate
from .features import PlaytestFeature
from .findings import Finding
from .samples import Counts
from .study import Study

MOST = 3  # what-ifs of a report


@dataclass(frozen=True)
class WhatIf:
    """What became of one."""

    component: tuple[tuple[str, ...], int]
    changes: tuple[tuple[str, Any, Any], ...]
    games: int
    one: float  # the part of games won where it happened, as it is
    other: float  # and as it would be
    gap: Estimate
    times: float
    times_after: float


def what_ifs(
    study: Study, findings: Sequence[Finding], counts: Counts, level: str, base: Path | None, games: int
) -> list[WhatIf]:
    """For the components that stand out most, where the box has numbers for them."""
    found: list[WhatIf] = []
    for finding in findings:
        feature = finding.values.get("what")
        if finding.about != "component" or finding.component is None or not isinstance(feature, PlaytestFeature):
            continue
        changes = ordinary(study, finding.component, base)
        if not changes or len(found) == MOST:
            continue
        try:
            box = box_with(study.game, {place: new for place, _, new in changes}, base)
        except FirstfireError:
            continue  # the middle of everything may be no card that can be
        after = replace(study, box=box).play(level, games, detailed=0)
        found.append(_seen(finding.component, feature, changes, counts, after))
    return found


def _seen(component: Any, feature: PlaytestFeature, changes: Any, before: Counts, after: Counts) -> WhatIf:
    rates = [_won(counts, feature.number) for counts in (before, after)]
    times = [float(counts.sum("times")[:, feature.number].sum()) / counts.games for counts in (before, after)]
    gap = difference(rates[1], rates[0])
    return WhatIf(component, tuple(changes), after.games, rates[0].value, rates[1].value, gap, times[0], times[1])


def _won(counts: Counts, feature: int) -> Estimate:
    seats = int(counts.sum("games")[:-1, feature].sum())
    return rate(float(counts.sum("won")[:-1, feature].sum()) / 60, seats)


def ordinary(study: Study, component: tuple[tuple[str, ...], int], base: Path | None) -> list[tuple[str, int, int]]:
    """The numbers of a component's entry, and the middle of what its kind has there."""
    values, value = component
    data = ComponentsFile.read(base or study.game.folder / "components.toml").data
    for name, entries in data.items():
        by_id = _by_id(entries)
        by_id = {**{key.rpartition("-")[2]: entry for key, entry in by_id.items()}, **by_id}  # NT-C3 is called C3
        if set(values) <= set(by_id):
            own = by_id[values[value]]
            found = []
            for key, number in own.items():
                if type(number) is int:
                    middle = median_low([by_id[other].get(key, 0) for other in values])
                    if middle != number:
                        found.append((f"{name}.{own['id']}.{key}", number, middle))
            return found
    return []


def _by_id(entries: Any) -> Mapping[str, dict[str, Any]]:
    if not isinstance(entries, list):
        return {}
    found = {str(entry["id"]): entry for entry in entries if isinstance(entry, dict) and "id" in entry}
    return found if np.all([isinstance(entry, dict) for entry in entries]) else {}
