"""Does a playtest find what is wrong, and nothing where nothing is? (docs/reference/playtest-results.md)

    python benchmarks/playtest_truth.py                  # planted imbalances: what is named first, in every game
    python benchmarks/playtest_truth.py --alarms 40      # an unchanged copy of the box: how many runs claim something

Planted: a component made far too good, and a seat that has more than the others (in Totem, where nobody owns anything,
a seat with a better player). The unchanged copy is played on other deals, so that there is chance to be taken in by.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

from firstfire.games import game as find_game
from firstfire.lab.boxes import box_with
from firstfire.lab.playtest.features import catalogue_of
from firstfire.lab.playtest.figures import Figures
from firstfire.lab.playtest.findings import Finding, compare_findings, named
from firstfire.lab.playtest.study import Runner, Study
from firstfire.lab.statistics import wilson


@dataclass(frozen=True)
class Planted:
    """What is wrong in one game."""

    card: str  # its id
    changes: dict[str, int]
    gifts: tuple[str, ...] = ()  # what seat 1 has more; without any it is the others who play at random


PLANTED = {
    "totem": Planted("E1", {"card.E1.level": 13}),
    "honga": Planted("T05", {"barter.T05.berry": 1, "barter.T05.points": 15}, ("trays.0.goods.0+3",)),
    "neta_tanka": Planted(
        "NT-C3", {"craft_cards.NT-C3.skin": 0, "craft_cards.NT-C3.points": 15}, ("clans.0.generosity+6",)
    ),
    "doggerland": Planted("K7", {"craft.K7.points": 40}, ("clans.0.goods.0+6",)),
    "prehistory": Planted(
        "CE03",
        {"ceremony_card.CE03.per": 1, "ceremony_card.CE03.points": 20, "ceremony_card.CE03.value": 1},
        ("tribes.0.points+8",),
    ),
}


def study_of(name: str, workers: int) -> Study:
    """The game as it is, for two."""
    game = find_game(name)
    return Study(game, game.standard_box, 2, runner=Runner(workers=workers))


def difference(one: Study, other: Study, games: int, *, paired: bool = True) -> list[Finding]:
    """What a comparison claims, the first first."""
    catalogue = catalogue_of(one.game)
    a, b = (Figures(catalogue, study.play("greedy", games, detailed=games)) for study in (one, other))
    return named(compare_findings(a, b, paired=paired))


def planted_card(name: str, games: int, workers: int = 1) -> list[Finding]:
    """What is claimed of a box with one component that is far too good."""
    plain = study_of(name, workers)
    return difference(plain, replace(plain, box=box_with(plain.game, PLANTED[name].changes)), games)


def planted_seat(name: str, games: int, workers: int = 1) -> list[Finding]:
    """What is claimed of a table at which the first seat has more."""
    plain = study_of(name, workers)
    if gifts := PLANTED[name].gifts:
        return difference(plain, replace(plain, gifts=gifts), games)
    catalogue = catalogue_of(plain.game)
    a = Figures(catalogue, plain.play("greedy", games, detailed=games))
    b = Figures(catalogue, plain.play_with(("greedy", "random"), games, detailed=games))
    return named(compare_findings(a, b))


def false_alarm(name: str, run: int, games: int, workers: int = 1) -> list[Finding]:
    """What is claimed of an unchanged copy, on other deals."""
    plain = replace(study_of(name, workers), seed=1 + 2 * games * run)
    return difference(plain, replace(plain, seed=plain.seed + games), games, paired=False)


def main() -> None:
    """Say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--alarms", type=int, default=0, metavar="RUNS")
    parser.add_argument("--only", default=",".join(PLANTED))
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    wrong = runs = 0
    for name in arguments.only.split(","):
        if not arguments.alarms:
            for kind, found in (
                ("card", planted_card(name, arguments.games, arguments.jobs)),
                ("seat", planted_seat(name, arguments.games, arguments.jobs)),
            ):
                print(f"{name} {kind}: {', '.join(_told(one) for one in found[:4]) or 'nothing'}", flush=True)
            continue
        mine = [bool(false_alarm(name, run, arguments.games, arguments.jobs)) for run in range(arguments.alarms)]
        print(f"{name}: {sum(mine)} of {len(mine)} runs claim something", flush=True)
        wrong, runs = wrong + sum(mine), runs + len(mine)
    if runs:
        low, high = wilson(wrong, runs)
        print(f"in all: {wrong} of {runs} ({wrong / runs:.1%}, {low:.1%} to {high:.1%})")


def _told(finding: Finding) -> str:
    if finding.about == "seat":
        return f"seat {finding.values['number']} ({finding.effect.value:+.2f})"
    return f"{finding.component[0][finding.component[1]]} ({finding.key})" if finding.component else finding.key


if __name__ == "__main__":
    main()
