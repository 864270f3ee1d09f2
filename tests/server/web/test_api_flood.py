"""Floods: whatever an address asks for, and however often, it is counted, and what costs much is done elsewhere.

`benchmarks/api_flood.py` says what each request costs, and what another table feels meanwhile; here it runs for a
moment.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.tools import inside, new_table
from tests.server.web.test_rest import played_out

from firstfire.server.settings import UNLIMITED
from firstfire.server.views import bookshelf, puzzles
from firstfire.server.web import guard
from firstfire.server.web.endpoint import Endpoint
from firstfire.server.web.limits import Bucket
from firstfire.server.web.rest import ENDPOINTS

Opener = Callable[..., TestClient]
MOST = 4
ROOT = Path(__file__).parents[3]
# An endpoint, what was answered and refused, and what became of the requests.
LINE = re.compile(r"(GET|POST|PUT) +(\S+) +(\d+) +(\d+) .*  (.*)")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait for a refusal."""
    monkeypatch.setattr(guard, "WAIT", 0.0)


def path_of(endpoint: Endpoint) -> str:
    return re.sub(r"{(\w+)(:step)?}", lambda found: "0" if found[2] else "x", endpoint.path)


def test_every_endpoint_is_counted_by_address(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, requests_per_second=0.0001, requests_at_once=MOST))
    for number, endpoint in enumerate(ENDPOINTS):
        somebody = TestClient(site.app, client=(f"10.0.0.{number}", 1))
        json: dict[str, str] | None = None if endpoint.method == "GET" else {}
        answers = [somebody.request(endpoint.method, path_of(endpoint), json=json) for _ in range(MOST + 2)]
        codes = [answer.status_code for answer in answers]
        assert 429 not in codes[:MOST] and codes[MOST:] == [429, 429], (endpoint.path, codes)


def test_refusals_of_one_address_come_the_later_the_more_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """To refuse costs something too: a flood of refusals took half a core."""
    monkeypatch.setattr(guard, "WAIT", 0.05)
    waited = [guard.waiting_time(count) for count in (1, 2, 20, 400)]
    assert waited == [0.05, 0.1, 1.0, guard.LONGEST_WAIT]
    assert [count / guard.waiting_time(count) for count in (1, 20, 400)] == pytest.approx([20, 20, 80])


def test_who_is_refused_waits_for_it(open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def waiting(count: int) -> float:
        asked.append(count)
        return 0.0

    monkeypatch.setattr(guard, "waiting_time", waiting)
    site = open_site(limits=replace(UNLIMITED, requests_per_second=0.0001, requests_at_once=1))
    assert [site.get("/api/me").status_code for _ in range(3)] == [200, 429, 429] and asked == [1, 1]


def test_who_has_many_tables_owes_for_the_list_of_them(open_site: Opener) -> None:
    """A list of a hundred tables costs forty times what another request does."""
    site = open_site(limits=replace(UNLIMITED, requests_per_second=0.0001, requests_at_once=100))
    for _ in range(30):
        new_table(site, "embers", ["me", "hot"])
    answered = [site.get("/api/me").status_code for _ in range(30)].count(200)
    assert 6 <= answered <= 8, "seventy drops are left, and each costs eleven"


def test_a_debt_is_paid_before_anything_else_is_granted() -> None:
    bucket = Bucket(per_second=1, size=10)
    bucket.owe(100.0, 15)
    assert not bucket.take(105.0) and bucket.take(106.5)
    bucket.owe(107.0, 1000)
    assert not bucket.take(117.5) and bucket.take(118.5), "never more than it holds"
    bucket.owe(119.0, 12)
    bucket.lose(119.0, 1)
    assert not bucket.take(119.5), "what others take is no gift"


def test_tutorials_puzzles_and_pictures_are_drawn_in_another_process(client: TestClient) -> None:
    """They were drawn in threads of the process that plays everybody's games, for whoever asked."""
    for kept in (puzzles.puzzle_page, puzzles.puzzle_answer, bookshelf.picture):
        kept.cache_clear()
    assert client.get("/api/puzzles/totem/0").status_code == 200
    assert client.get("/api/puzzles/totem/0/answer").status_code == 200
    key = next(iter(client.get("/api/games/totem/book").text.split('"picture":"')[1:]), "x").partition('"')[0]
    assert client.get(f"/api/games/totem/book/positions/{key}").status_code == 200
    assert client.post("/api/games/totem/tutorial", json={"at": 0, "played": []}).status_code == 200
    assert [kept.cache_info().currsize for kept in (puzzles.puzzle_page, puzzles.puzzle_answer, bookshelf.picture)] == [
        0,
        0,
        0,
    ]
    assert len(inside(client).lessons.processes) == 1


def test_of_one_address_only_a_few_wait_for_a_drawing(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, replays_waiting_of_address=0))
    for answer in (
        site.get("/api/puzzles/totem/0"), site.post("/api/games/totem/tutorial", json={"at": 0, "played": []}),
        site.get("/api/games/totem/book/positions/x"), site.get(f"/api/tables/{played_out(site)}/replay"),
    ):  # fmt: skip
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")


@pytest.mark.slow
def test_no_flood_of_one_endpoint_breaks_anything_or_stops_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every endpoint of a real server is flooded for a moment, while people play on at another table; `busy` (503) is
    an honest answer."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    left_out = import_module("api_flood").LEFT_OUT
    command = [sys.executable, "benchmarks/api_flood.py", "--interpreted", "--listed", "5"]
    short = ["--seconds", "0.02", "--rest", "0", "--connections", "2"]
    run = subprocess.run([*command, *short], cwd=ROOT, capture_output=True, text=True, check=False)
    print(run.stdout)
    assert run.returncode == 0, run.stderr
    found = {(method, path): rest for method, path, *rest in LINE.findall(run.stdout)}
    assert {(each.method, each.path) for each in ENDPOINTS if each.path not in left_out} <= set(found)
    for asked, (answered, refused, statuses) in found.items():
        assert int(answered) + int(refused) > 0, asked
        assert not re.search(r"\b5(?!03)\d\d:", statuses), (asked, statuses)
