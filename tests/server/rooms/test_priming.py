"""What a server loads before the first table of a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FIRST_TABLE = """
import sys
sys.path[:0] = ["", "examples"]
from firstfire.server.rooms import priming
from firstfire.server.web import app
from firstfire.kernel.compiling.specialise import Workshop
from tests.server.tools import Desk, person

if sys.argv[2] == "primed":
    priming.prime([sys.argv[1]])
loaded, made = set(sys.modules), []
make = Workshop._make
Workshop._make = lambda shop, rule: made.append(rule) or make(shop, rule)
desk = Desk([person("ayla"), person("brun")], game=sys.argv[1])
for who, language in (("ayla", "fr"), ("brun", "en")):
    desk.enter(who, language=language)
for _ in range(2):
    for who in ("ayla", "brun"):
        if desk.pictures[who].my_turn:
            desk.act(who)
print(len(made), *sorted(set(sys.modules) - loaded))
"""


def first_table(game: str, state: str) -> list[str]:
    """How many rules the first table of a game in a new process makes, and the modules it loads."""
    command = [sys.executable, "-c", FIRST_TABLE, game, state]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout.split()


@pytest.mark.parametrize("game", ["totem", pytest.param("prehistory", marks=pytest.mark.slow)])
def test_the_first_table_of_a_game_loads_nothing_on_the_loop(game: str) -> None:
    assert first_table(game, "primed") == ["0"]
    rules, *modules = first_table(game, "as it is")
    assert int(rules) > 100 and len(modules) > 10


def test_a_game_that_cannot_be_loaded_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    from firstfire.server.rooms.priming import prime

    prime(["no such game", "totem"])
    assert "no such game cannot be loaded beforehand" in caplog.text
