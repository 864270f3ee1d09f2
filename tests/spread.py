"""Which tests one worker runs, where there are several (`make test`)."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from firstfire.games import GAMES


def stays_with(test: str) -> str:
    """The group of a test: the game it names, otherwise its file, whose servers and databases are started once. What
    opens a browser (nothing is compiled there) goes wherever there is room."""
    if test.startswith("tests/web/"):
        return test
    if test.startswith("tests/server/cluster/"):
        return "cluster"
    return next((name for name in GAMES if name in test), test.partition("::")[0])


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each worker a group at a time, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return stays_with(nodeid)
