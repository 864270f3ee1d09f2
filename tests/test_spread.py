"""Groups of tests stay together where several workers run them."""

from __future__ import annotations

import pytest
from tests.spread import stays_with, turn_of

ran: list[str] = []


@pytest.mark.parametrize("part", ["first", "second", "third"])
def test_the_tests_of_a_file_run_in_one_worker(request: pytest.FixtureRequest, part: str) -> None:
    """Each of these finds that those before it ran here too."""
    ran.append(request.node.name)
    mine = [item.name for item in request.session.items if item.name.startswith(request.node.originalname)]
    assert part and (ran == mine[: len(ran)] or not request.config.getoption("loadgroup", False))


def test_games_stay_together_wherever_their_tests_are_and_browsers_go_where_there_is_room() -> None:
    assert stays_with("tests/server/test_a.py::test_b[honga-2]") == "honga"
    assert stays_with("tests/games/honga/test_honga_rules.py::test_c") == "honga"
    assert stays_with("tests/server/cluster/test_fleet.py::test_d") == "cluster"
    assert stays_with("tests/kernel/test_rng.py::test_e[7]") == "tests/kernel/test_rng.py"
    assert stays_with("tests/web/test_f.py::test_g[honga]") == "tests/web/test_f.py::test_g[honga]"
    assert stays_with("tests/web/test_static_edition.py::test_h[honga]") == "tests/web/test_static_edition.py"


def test_what_takes_longest_begins_first() -> None:
    tests = ["kernel/test_rng.py", "server/test_kills.py", "games/totem/test_a.py", "games/prehistory/test_b.py"]
    tests += ["server/cluster/test_c.py"]
    assert sorted((f"tests/{test}" for test in tests), key=turn_of) == [f"tests/{test}" for test in reversed(tests)]
