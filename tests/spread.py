"""Which tests one worker runs, where there are several (`make test`)."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from firstfire.games import GAMES


def stays_with(test: str) -> str:
    """The group of a test: the game it names, otherwise its file, whose servers and databases are started once. What
    opens a browser (nothing is compiled there) goes wherever there is room; the static edition is built by one."""
    if test.startswith("tests/web/"):
        return test.partition("::")[0] if "static_edition" in test else test
    if test.startswith("tests/server/cluster/"):
        return "cluster"
    return next((name for name in GAMES if name in test), test.partition("::")[0])


# Of these each begins early, so that nobody waits for it at the end; the first mostly wait themselves.
FIRST = (
    "tests/web/test_whole_games", "tests/web/test_static_edition", "tests/web/test_for_everyone",
    "tests/server/cluster/",
)  # fmt: skip
AFTER_GAMES = ("tests/server/web/test_gate", "tests/server/test_kills", "tests/test_wheel")


def turn_of(test: str) -> int:
    """When a test's group begins: what waits long, the games (the largest first), other long files, the rest."""
    if test.startswith(FIRST):
        return 0
    if (group := stays_with(test)) in GAMES:
        return len(GAMES) - list(GAMES).index(group)
    return len(GAMES) + (1 if test.startswith(AFTER_GAMES) else 2)


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each worker a group at a time, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return stays_with(nodeid)
