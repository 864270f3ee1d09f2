"""What strangers send is read in a process with limits of its own: it harms nobody but who sent it."""

from __future__ import annotations

import asyncio
import importlib
import json
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, other, wait_for
from tests.server.web.test_rest import played_out

from firstfire import Table, names
from firstfire.saves import Save, save_text
from firstfire.server.settings import UNLIMITED, Allowance, MiB
from firstfire.server.views import replay
from firstfire.server.views.sandbox import Overrun, Sandbox, confined

Opener = Callable[..., TestClient]
SMALL = Allowance(memory=100 * MiB, processor=2, seconds=60.0)
JSON = {"Content-Type": "application/json"}


def greedy_for_memory() -> int:
    return len(tomllib.loads("a" + ".a" * 19_000 + " = 1"))  # the attack itself: 39 KB of text, 1.5 GB of memory


def endless() -> None:
    while True:
        pass


def asleep(*_: object) -> str:
    time.sleep(3600)
    return ""


def double(number: int) -> int:
    return 2 * number


@pytest.fixture
def small() -> Iterator[Sandbox]:
    sandbox = Sandbox("small", SMALL)
    yield sandbox
    sandbox.close()


@pytest.mark.slow
@pytest.mark.parametrize("work", [greedy_for_memory, endless])
def test_work_beyond_its_allowance_ends_its_process_and_the_next_has_a_new_one(
    small: Sandbox, work: Callable[[], object]
) -> None:
    assert asyncio.run(small.run(double, 4)) == 8
    before = small.processes
    with pytest.raises(Overrun):
        asyncio.run(small.run(work))
    assert small.processes == []
    assert asyncio.run(small.run(double, 5)) == 10 and small.processes != before


def test_the_clock_ends_what_only_waits() -> None:
    sandbox = Sandbox("waiting", replace(SMALL, seconds=0.2))
    try:
        with pytest.raises(Overrun):
            asyncio.run(sandbox.run(asleep))
        assert sandbox.processes == []
    finally:
        sandbox.close()


def test_a_good_save_is_not_called_bad_because_the_machine_is_busy(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was: 400, "damaged or changed", where reading it had only taken long by the clock."""
    site = inside(client)
    slow = Sandbox("slow", replace(SMALL, seconds=0.2))
    monkeypatch.setattr(site.uploads, "sandbox", slow)
    monkeypatch.setattr(replay, "checked", asleep)
    try:
        answer = client.post("/api/saves", json={"format": "firstfire"})
    finally:
        slow.close()
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "busy", "60")
    assert "nothing is wrong" in answer.json()["sentence"]


def test_where_the_system_has_no_such_limits_work_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with confined(SMALL):
        assert double(3) == 6


def test_uploads_that_never_end_hold_nobody_up(open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty at once are more than the threads everybody shares; meanwhile guests and replays are answered."""
    site = open_site(reading=replace(SMALL, seconds=600.0))
    table = played_out(site)
    site.put("/api/me", json={"name": "Ayla"})
    monkeypatch.setattr(replay, "checked", asleep)
    answers: list[int] = []

    def send() -> None:
        answers.append(site.post("/api/saves", content="{}", headers=JSON).status_code)

    senders = [threading.Thread(target=send) for _ in range(40)]
    for sender in senders:
        sender.start()
    server = inside(site)
    wait_for(lambda: server.reading.count == len(senders))
    assert site.get("/api/me").json()["name"] == "Ayla"
    assert site.get(f"/api/tables/{table}/replay").json()["over"]
    assert answers == []
    server.uploads.sandbox.close()  # as at the end
    for sender in senders:
        sender.join()
    assert len(answers) == len(senders)


def test_a_replay_that_takes_long_to_draw_holds_nobody_up(open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    site = open_site(replaying=replace(SMALL, seconds=600.0))
    table = played_out(site)
    monkeypatch.setattr(replay, "drawn", asleep)
    answers: list[int] = []
    address = f"/api/tables/{table}/replay"
    lookers = [threading.Thread(target=lambda: answers.append(site.get(address).status_code)) for _ in range(40)]
    for looker in lookers:
        looker.start()
    server = inside(site)
    wait_for(lambda: server.looking.count == len(lookers))
    assert site.get(f"/api/tables/{table}").json()["state"] == "finished"
    with Sitter(site, table) as sitter:
        assert sitter.say("chat", text="hello")["type"] == "done"
    assert answers == []
    server.replays.sandbox.close()
    for looker in lookers:
        looker.join()
    assert answers == [500] * len(lookers)


def test_one_address_has_a_few_uploads_at_a_time_and_the_others_still_get_theirs(
    open_site: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = open_site(limits=replace(UNLIMITED, uploads_waiting_of_address=1), reading=replace(SMALL, seconds=600.0))
    monkeypatch.setattr(replay, "checked", asleep)
    first = threading.Thread(target=lambda: site.post("/api/saves", content="{}", headers=JSON))
    first.start()
    server = inside(site)
    wait_for(lambda: server.reading.count == 1)
    assert other(site).post("/api/saves", content="{}", headers=JSON).json()["code"] == "slow_down"
    server.uploads.sandbox.close()
    first.join()
    assert server.reading.count == 0


@pytest.mark.parametrize("text", ["a" + ".a" * 29_000 + " = 1", "x = " + "[" * 20_000, "k = 1\n" * 60_000])
def test_a_save_with_monstrous_components_is_refused(client: TestClient, text: str) -> None:
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    answer = client.post("/api/saves", json={**save, "components": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_save")
    assert len(answer.json()["detail"]) <= 1001


def test_half_a_surrogate_pair_in_a_save_is_refused_in_json(client: TestClient) -> None:
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    broken = json.dumps({**save, "box": "HERE"}).replace("HERE", "\\ud800")
    answer = client.post("/api/saves", content=broken, headers=JSON)
    assert answer.json()["code"] == "bad_save" and "\\ud800" in answer.json()["detail"]


def test_names_in_an_upload_are_tidied_as_at_a_table(client: TestClient) -> None:
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    piled = "Z" + "\u0301" * 20 + "oe"
    answer = client.post("/api/saves", json={**save, "names": [piled, "Brun"]}).json()
    assert answer["names"][0] == "Ź\u0301\u0301\u0301oe"
    nothing = client.post("/api/saves", json={**save, "names": ["\u2800", "Brun"]}).json()
    assert nothing["code"] == "bad_save"


def test_a_save_that_says_who_played_is_taken(client: TestClient) -> None:
    """The terminal writes who plays each seat; files of before say nothing about it."""
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    assert client.post("/api/saves", json={**save, "seats": ["person", "hunter"]}).status_code == 201
    del save["seats"]
    assert client.post("/api/saves", json=save).status_code == 201
    wrong = client.post("/api/saves", json={**save, "seats": ["person"]}).json()
    assert wrong["code"] == "bad_save"


def test_a_save_that_begins_in_a_position_is_refused_whatever_the_position_is(client: TestClient) -> None:
    for game in names():
        save = json.loads(save_text(Table.at(game, "seed=7", interpreted=True).to_save()))
        for position in (save["position"], "seed=7 notes.top=[0]", "seed=7 clans.top=[{}]", "x", ""):
            answer = client.post("/api/saves", json={**save, "position": position})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_save")


def test_whatever_stands_in_a_save_it_is_read_or_refused(client: TestClient) -> None:
    save = json.loads(save_text(Table.new("embers", seed=3, interpreted=True).to_save()))
    for key in ("format", "version", *(field.name for field in fields(Save))):
        for value in (None, -1, 7, 1.5, 1 << 70, "x", "embers@1", ["x"], {"x": 1}):
            answer = client.post("/api/saves", json={**save, key: value})
            assert answer.status_code in (201, 400), (key, value, answer.text)
