"""The lab: a playtest is asked for, played in a process of its own, kept, and shown shut in a frame."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import other

from firstfire.cli import build_parser
from firstfire.server.commands import serve_settings
from firstfire.server.operations import playtests
from firstfire.server.settings import UNLIMITED, Allowance

Opener = Callable[..., TestClient]
SMALL = {"game": "embers", "players": 2, "levels": ["greedy"], "games": 20}


def ended(client: TestClient, name: str) -> dict[str, Any]:
    """A playtest that is ready, or failed."""
    while True:
        found: dict[str, Any] = client.get(f"/api/lab/{name}").json()
        if found["state"] in ("ready", "failed"):
            return found
        time.sleep(0.05)


def asleep(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of playing, processes write their number down and wait for ever."""
    program = folder / "sleeping_service.py"
    program.write_text(
        "import os, sys, time\nfrom pathlib import Path\n"
        f"Path({str(folder)!r}, f'pid{{os.getpid()}}').touch()\ntime.sleep(3600)\n"
    )
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(playtests, "SERVICE", "sleeping_service")


def test_a_playtest_is_played_kept_and_shown_in_three_languages(open_site: Opener, tmp_path: Path) -> None:
    client = open_site()
    started = client.post("/api/lab", json=SMALL)
    assert started.status_code == 201
    name = started.json()["id"]
    found = ended(client, name)
    assert (found["state"], found["games"], found["title"]) == ("ready", 20, "Embers")
    assert any("Seat 2, number 2 in turn order, wins 100.0%" in sentence for sentence in found["conclusions"])
    pages = {language: client.get(f"/api/lab/{name}/page?language={language}") for language in ("en", "fr", "nl")}
    assert [page.status_code for page in pages.values()] == [200, 200, 200]
    assert [f'lang="{language}"' in page.text for language, page in pages.items()] == [True, True, True]
    assert client.get("/api/lab").json()["reports"][0]["id"] == name
    assert client.post("/api/lab", json=SMALL).json()["state"] == "ready", "it is not played again"
    assert sorted(path.name for path in (tmp_path / "lab").iterdir()) == [name]
    again = open_site()
    assert again.get("/api/lab").json()["reports"][0]["conclusions"] == found["conclusions"]


def test_half_a_report_of_a_killed_server_is_cleared_away(open_site: Opener, tmp_path: Path) -> None:
    (tmp_path / "lab" / ".0123456789abcdef").mkdir(parents=True)
    assert open_site().get("/api/lab").json()["reports"] == []
    assert not list((tmp_path / "lab").iterdir())


def test_a_report_is_shown_without_an_origin_and_with_nobody_to_talk_to(open_site: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "lab" / "0123456789abcdef"
    folder.mkdir(parents=True)
    about = '{"game": "embers@1", "players": 2, "levels": ["greedy"], "games": 5, "conclusions": {"en": ["A."]}}'
    (folder / "about.json").write_text(about)
    (folder / "en.html").write_text("<!doctype html><title>report</title>")
    client = open_site(lab=False)
    page = client.get("/api/lab/0123456789abcdef/page")
    policy = page.headers["content-security-policy"]
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert "sandbox allow-scripts;" in policy and "default-src 'none'" in policy and "frame-ancestors 'self'" in policy
    assert "allow-same-origin" not in policy
    for wrong in ("0123456789abcdee", "..", "%2e%2e", ".0123456789abcdef"):
        assert client.get(f"/api/lab/{wrong}/page").status_code in (400, 404), wrong


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "/etc"}, "unknown_game"),
        ({"players": 9}, "bad_setup"),
        ({"levels": ["my_bot:MyBot"]}, "bad_setup"),
        ({"levels": ["elder"]}, "bad_setup"),
        ({"levels": []}, "malformed"),
        ({"games": 0}, "malformed"),
        ({"games": 2001}, "bad_setup"),
        ({"levels": ["hunter"], "games": 21}, "bad_setup"),
    ],
)
def test_what_cannot_be_played_is_refused(client: TestClient, change: dict[str, Any], code: str) -> None:
    assert client.post("/api/lab", json={**SMALL, **change}).json()["code"] == code
    assert client.get("/api/lab").json()["runs"] == []


def test_a_server_without_a_lab_starts_nothing_and_shows_what_there_is(open_site: Opener) -> None:
    client = open_site(lab=False)
    assert client.post("/api/lab", json=SMALL).json()["code"] == "lab_closed"
    assert client.get("/api/lab").json()["open"] is False


@pytest.mark.parametrize(
    ("words", "is_open"),
    [
        ([], True),
        (["--host", "0.0.0.0"], False),
        (["--public", "https://games.example.org"], False),
        (["--public", "https://games.example.org", "--lab"], True),
        (["--no-lab"], False),
    ],
)
def test_only_a_server_of_ones_own_has_an_open_lab_by_itself(words: list[str], is_open: bool) -> None:
    assert serve_settings(build_parser().parse_args(["serve", *words])).lab is is_open


def test_one_address_cannot_fill_the_queue_and_gets_its_place_back(
    open_site: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep(tmp_path, monkeypatch)
    client = open_site(limits=replace(UNLIMITED, playtests_waiting_of_address=2))
    names = [client.post("/api/lab", json={**SMALL, "games": games}).json()["id"] for games in (5, 6)]
    assert client.post("/api/lab", json={**SMALL, "games": 5}).json()["id"] == names[0], "asked for twice, played once"
    refused = client.post("/api/lab", json={**SMALL, "games": 7})
    assert refused.json()["code"] == "slow_down"
    runs = {run["id"]: run for run in client.get("/api/lab").json()["runs"]}
    assert runs[names[1]]["state"] == "waiting" and runs[names[1]]["ahead"] == 1


def test_who_started_many_within_an_hour_waits(
    open_site: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep(tmp_path, monkeypatch)
    client = open_site(limits=replace(UNLIMITED, playtests_per_hour=2))
    codes = [client.post("/api/lab", json={**SMALL, "games": games}).json().get("code") for games in (5, 6, 7)]
    assert codes == [None, None, "many_playtests"]
    stranger = other(client)
    assert "code" not in stranger.post("/api/lab", json={**SMALL, "games": 7}).json()


def test_a_playtest_that_takes_too_long_is_ended_and_said_to_have_failed(
    open_site: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep(tmp_path, monkeypatch)
    client = open_site(playtesting=Allowance(seconds=0.5))
    assert ended(client, client.post("/api/lab", json=SMALL).json()["id"])["state"] == "failed"
    assert not list((tmp_path / "lab").iterdir())


def test_a_server_that_stops_takes_its_process_along(
    open_site: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep(tmp_path, monkeypatch)
    client = open_site(playtest_niceness=11)
    client.post("/api/lab", json=SMALL)
    while not (found := list(tmp_path.glob("pid*"))):
        time.sleep(0.05)
    pid = int(found[0].name.removeprefix("pid"))
    while client.get("/api/lab").json()["runs"][0]["state"] != "playing":
        time.sleep(0.05)
    while os.getpriority(os.PRIO_PROCESS, pid) != 11:  # it may be quicker than who started it
        time.sleep(0.05)
    client.__exit__(None, None, None)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_the_oldest_reports_go_first(open_site: Opener, tmp_path: Path) -> None:
    client = open_site(limits=replace(UNLIMITED, playtests_kept=1))
    for games in (4, 6):
        name = client.post("/api/lab", json={**SMALL, "games": games}).json()["id"]
        assert ended(client, name)["state"] == "ready"
    while len(kept := client.get("/api/lab").json()["reports"]) > 1:
        time.sleep(0.05)
    assert kept[0]["games"] == 6
    while len(list((tmp_path / "lab").iterdir())) > 1:
        time.sleep(0.05)
