"""Every scenario of every game, by plain Python and by the rules as they are run (compiled, unless asked otherwise)."""

from __future__ import annotations

from collections import Counter

import pytest

from firstfire import game
from firstfire.games import GAMES

from .scenarios import Scenario, scenarios, steps_of

ALL = [pytest.param(case, id=f"{case.game}-{case.id}") for case in scenarios()]


@pytest.mark.parametrize("case", ALL)
def test_scenario(case: Scenario) -> None:
    case.run(interpreted=True)


@pytest.mark.parametrize("case", ALL)
def test_scenario_at_full_speed(case: Scenario) -> None:
    case.run()


def test_every_scenario_has_a_name_of_its_own_and_says_what_it_proves() -> None:
    assert [name for name, count in Counter((case.game, case.id) for case in scenarios()).items() if count > 1] == []
    assert [case.id for case in scenarios() if not case.rules or not case.title or not list(steps_of(case.steps))] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_scenarios_and_the_rules_they_cite_stand_in_its_rulebook(name: str) -> None:
    book = game(name).book("en")
    cited = {rule for case in scenarios() if case.game == name for rule in case.rules}
    assert book is not None and cited
    assert cited - set(book.ids) == set()


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("becomes pile=19 player=1", "'taken.0': (0, 2)"),
        ("then pile=18", "'pile': (18, 19)"),
        ("legal take 1 ; take 2", "too many: ['take 3']"),
        ("offers take 9", "not legal: ['take 9']"),
        ("refused take 1", "take 1 was accepted"),
        ("notes took took", "found: ['took']"),
        ("scores 9 9", "found: [3, 0]"),
        ("over burnt winners 0", "the game is not over"),
        ("hope for rain", "no such step"),
    ],
)
def test_a_scenario_that_does_not_hold_fails(step: str, problem: str) -> None:
    """Each kind of step, wrong once."""
    case = Scenario("embers", "Z", "wrong", ("EM-1",), "seed=7", f"play take 2\n{step}")
    with pytest.raises(AssertionError) as failed:
        case.run(interpreted=True)
    assert problem in str(failed.value)


def test_all_worked_cases_of_totem_are_here() -> None:
    assert [case.id for case in scenarios() if case.game == "totem"] == [f"X{number:02}" for number in range(1, 59)]
