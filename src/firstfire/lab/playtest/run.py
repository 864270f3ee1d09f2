"""A playtest from beginning to end: play, count, find, tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..boxes import box_changes
from .clusters import strategies
from .compare import changes
from .duel import Duel, play_duel
from .features import catalogue_of
from .figures import Figures
from .findings import Finding, compare_findings, named, playtest_findings
from .report import Results
from .samples import FAST
from .study import DETAILED, Study
from .whatif import what_ifs

FAST_DEFAULT, SLOW_DEFAULT = 1000, 40  # games of each level
DUEL_PART, MOST_DEALS = 4, 2000  # the duel gets a fourth of the games as deals, at most so many
WHAT_IF_GAMES = 2000


def default_games(levels: Sequence[str]) -> int:
    """How many games a level plays where nobody says."""
    return FAST_DEFAULT if all(level in FAST for level in levels) else SLOW_DEFAULT


def playtest(study: Study, levels: Sequence[str], games: int, base: Path | None = None) -> Results:
    """Play every level, look for what stands out, and test it again."""
    study.check(levels, games)
    catalogue = catalogue_of(study.game)
    figures = {level: Figures(catalogue, study.play(level, games)) for level in levels}
    main = figures[levels[-1]]
    duel = _duel(study, levels, games)
    clear, groups = strategies(catalogue, main.counts)
    findings, tests = playtest_findings(figures, duel, groups)
    results = Results(study, games, figures, findings, tests, clear, groups, duel)
    if levels[-1] in FAST:
        what_if_games = min(games, WHAT_IF_GAMES)
        before = main.counts if what_if_games == games else study.play(levels[-1], what_if_games, detailed=0)
        results.whatifs = what_ifs(study, findings, before, levels[-1], base, what_if_games)
    if base is not None or study.gifts:
        results.changed, results.places = _beside_own_box(study, main, levels[-1], games, base)
    return results


def _duel(study: Study, levels: Sequence[str], games: int) -> Duel | None:
    """The strongest level against the weakest (or against random)."""
    strong = levels[-1]
    weak = levels[0] if len(levels) > 1 else "random"
    if study.seats < 2 or strong == weak:
        return None
    return play_duel(study, strong, weak, min(MOST_DEALS, max(4, games // DUEL_PART)))


def _beside_own_box(
    study: Study, main: Figures, level: str, games: int, base: Path | None
) -> tuple[list[Finding], list[tuple[str, object, object]]]:
    """What a changed box (or a changed set-up) does, on the same deals as the game's own."""
    own = replace(study, box=study.game.standard_box, gifts=())
    before = Figures(main.catalogue, own.play(level, games))
    places: list[tuple[str, object, object]] = list(box_changes(study.game, None, base)) if base else []
    places += [(gift, "", "") for gift in study.gifts]
    return named(compare_findings(before, main)), places


def compare(one: Study, other: Study, level: str, games: int) -> tuple[Figures, Figures, list[Finding], int]:
    """Two boxes on the same deals: the figures of both, what differs for sure, and how many tests were made."""
    one.check([level], games)
    catalogue = catalogue_of(one.game)
    a, b = (Figures(catalogue, study.play(level, games, detailed=max(games, DETAILED))) for study in (one, other))
    return a, b, named(compare_findings(a, b)), sum(1 for _ in changes(a, b))
