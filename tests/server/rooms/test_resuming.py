"""Who comes back to a server that does not know their session (another one, or the same after a new start) goes on by
number: what they show is found again in the log, and only what is new is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Picture, Sitter, inside, new_table, other

from firstfire.server.store.events import Event
from firstfire.server.store.story import shown_until

Opener = Callable[..., TestClient]


def seen_by(picture: Picture) -> dict[str, Any]:
    """What a client says after a lost link."""
    lines = picture.state["chat"]
    return {
        "seat": picture.state["viewer"], "resume": {"session": picture.session, "last": picture.last},
        "seen": {"version": picture.state["version"], "chat": lines[-1]["number"] if lines else 0},
    }  # fmt: skip


class Evening:
    """Ayla and Brun play; Ayla's link is lost; the server ends while Brun plays on, and another one goes on."""

    def __init__(self, open_site: Opener, game: str) -> None:
        self.open_site, self.stream = open_site, random.Random(4)
        self.ayla = open_site()
        self.brun = other(self.ayla)
        self.table = new_table(self.ayla, game, ["me", "open"], seed=5)["table"]["id"]
        assert self.brun.post(f"/api/tables/{self.table}/join", json={"name": "Brun"}).status_code == 200

    def play(self, *sitters: Sitter, actions: int) -> None:
        for _ in range(actions):
            acting = [sitter for sitter in sitters if sitter.picture.my_turn]
            while not acting:
                for sitter in sitters:
                    sitter.next()
                acting = [sitter for sitter in sitters if sitter.picture.my_turn]
            acting[0].act(self.stream)

    def moves_on(self) -> None:
        """Another server, with all its people as they were."""
        cookies = self.ayla.cookies
        self.ayla.__exit__(None, None, None)
        self.ayla = self.open_site()
        self.ayla.cookies = cookies

    def comes_back(self, had: Picture, **changes: Any) -> list[dict[str, Any]]:
        """Ayla comes back with what she had; what she is told. In the end she shows what a new page would."""
        known = len(had.seen)
        with Sitter(self.ayla, self.table, seat=had.state["viewer"]) as fresh:
            again = Sitter(self.ayla, self.table, **{**seen_by(had), **changes})
            again.picture = had
            with again:
                again.until(lambda: had.seen[-1]["type"] == "update" and len(had.seen) > known)
                while had.state["version"] != fresh.picture.state["version"]:  # somebody may have played meanwhile
                    (again if had.state["version"] < fresh.picture.state["version"] else fresh).next()
                shown = [{**each.state, "now": 0} for each in (had, fresh.picture)]
                assert shown[0] == shown[1]
                return had.seen[known:]


@pytest.mark.parametrize("game", ["embers", "totem", "honga"])
def test_who_is_up_to_date_gets_no_picture(open_site: Opener, game: str) -> None:
    evening = Evening(open_site, game)
    with Sitter(evening.ayla, evening.table) as ayla:
        ayla.say("chat", text="hello")
        evening.play(ayla, actions=1)
        had = ayla.picture
    last, log = had.last, len(had.state["log"])
    evening.moves_on()
    welcome, update = evening.comes_back(had)
    assert welcome["resumed"] and "n" not in welcome and update["n"] == last + 1
    assert "scene" not in update and "log" not in update and "chat" not in update
    assert len(had.state["log"]) == log


@pytest.mark.parametrize("game", ["embers", "totem"])
def test_who_missed_something_gets_that_and_nothing_twice(open_site: Opener, game: str) -> None:
    """Ayla's link is lost; Brun plays, takes back, plays again and says something; the table moves."""
    evening = Evening(open_site, game)
    with Sitter(evening.brun, evening.table) as brun:
        with Sitter(evening.ayla, evening.table) as ayla:
            ayla.say("chat", text="hello")
            while not (brun.picture.my_turn and ayla.picture.state["version"] > 1):
                evening.play(ayla, brun, actions=1)
                version = max(each.picture.state["version"] for each in (ayla, brun))
                for each in (ayla, brun):
                    while each.picture.state["turn"]["seat"] is None or (
                        game == "embers" and each.picture.state["version"] < version
                    ):
                        each.next()
            had, log = ayla.picture, list(ayla.picture.state["log"])
        brun.say("chat", text="where are you?")
        brun.act(evening.stream)
        if brun.picture.state["undo"]:
            brun.say("undo", version=brun.picture.state["version"])
            brun.until(lambda: brun.picture.my_turn)
            brun.act(evening.stream)
    last = had.last
    evening.moves_on()
    welcome, update = evening.comes_back(had)
    assert welcome["resumed"] and update["n"] == last + 1
    assert [line["text"] for line in update["chat"]["lines"]] == ["where are you?"]
    assert "zones" not in update.get("scene", {}) and "looks" not in update.get("scene", {})
    assert had.state["log"][: len(log)] == log
    assert not log or update.get("log", {"from": len(log)})["from"] == len(log)


@pytest.mark.parametrize(
    "changes",
    [
        {"seen": {"version": 99}},  # it never was
        {"seen": {"version": 0}},  # people still sat down
        {"seen": None},
        {"resume": {"session": "older.x", "last": 3}},  # another version of the server drew it
    ],
)
def test_what_cannot_be_found_again_is_told_as_a_whole(open_site: Opener, changes: dict[str, Any]) -> None:
    evening = Evening(open_site, "embers")
    with Sitter(evening.ayla, evening.table) as ayla:
        evening.play(ayla, actions=1)
        had = ayla.picture
    evening.moves_on()
    welcome, update = evening.comes_back(had, **changes)
    assert not welcome["resumed"] and (welcome["n"], update["n"]) == (1, 2) and "zones" in update["scene"]


def test_somebody_who_left_meanwhile_makes_a_version_uncertain(open_site: Opener) -> None:
    """The log of the table told it at the same version: whether that was seen is not known."""
    evening = Evening(open_site, "embers")
    with Sitter(evening.ayla, evening.table) as ayla:
        evening.play(ayla, actions=1)
        had = ayla.picture
    assert evening.brun.post(f"/api/tables/{evening.table}/leave", json={"seat": 1}).status_code == 200
    inside(evening.ayla).rooms.bots.close()  # nobody plays on there
    evening.moves_on()
    inside(evening.ayla).rooms.bots.close()
    welcome, _ = evening.comes_back(had)[:2]
    assert not welcome["resumed"]


def test_what_others_choose_aside_is_no_version_of_mine() -> None:
    def log(*kinds: tuple[str, int]) -> list[Event]:
        return [Event(number, 0, kind, {"seat": seat}) for number, (kind, seat) in enumerate(kinds, 1)]

    events = log(("sit", 0), ("begin", 0), ("act", 0), ("seal", 1), ("seal", 0), ("hint", 0), ("act", 0), ("bot", 1))
    assert [shown_until(events, 0, version) for version in range(5)] == [None, 4, 6, None, None]
    assert [shown_until(events, -1, version) for version in range(3)] == [None, 6, None]
