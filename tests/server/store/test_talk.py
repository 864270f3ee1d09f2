"""What people say: kept, sent in pages, never again, and silenced by the host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from starlette.testclient import TestClient
from tests.server.tools import Desk, Sitter, ask, inside, new_table, person, wait_for

from firstfire.server.protocol import models
from firstfire.server.rooms.new_tables import unlike
from firstfire.server.rooms.traffic import Enter
from firstfire.server.settings import UNLIMITED
from firstfire.server.store import engine as engines
from firstfire.server.store.database import Store
from firstfire.server.store.persons import Person
from firstfire.server.store.talk import PAGE

Opener = Callable[..., TestClient]


def test_chat_reaches_everybody_and_survives(two: Desk) -> None:
    two.enter("cara")
    two.say("cara", "chat", text="<b>hello</b>")
    line = {"number": 1, "at": int(two.now * 1000), "seat": -1, "name": "Cara", "text": "<b>hello</b>"}
    assert two.pictures["ayla"].state["chat"] == [line] and not two.out.events
    two.room = two.wake()
    assert two.enter("cara", "again").state["chat"] == [line]


def test_what_was_said_twice_under_one_id_is_said_once(two: Desk) -> None:
    for _ in range(2):
        assert two.say("ayla", "chat", id="once", text="hello")["type"] == "done"
        two.room = two.wake()
        two.pictures.clear()
        two.enter("ayla")
    assert len(two.said) == 1


@pytest.mark.parametrize("name", ["Brun", "brun", "Ｂrun"])
def test_who_looks_on_does_not_speak_by_the_name_of_somebody_who_sits_there(two: Desk, name: str) -> None:
    two.put(Enter("cara", "cara", name, "en"))
    assert two.say("cara", "chat", text="I give up")["type"] == "done"
    assert [line["name"] for line in two.pictures["ayla"].state["chat"]] == [f"{name} 2"]
    assert unlike("x" * 24, ["x" * 24]) == "x" * 22 + " 2"


def test_a_long_talk_is_sent_in_pages_and_never_again(two: Desk) -> None:
    for number in range(3 * PAGE):
        two.say("ayla", "chat", text=f"line {number}")
    late = two.enter("cara")
    assert [line["text"] for line in late.state["chat"]] == [f"line {n}" for n in range(2 * PAGE, 3 * PAGE)]
    assert len(two.room.talk.lines) == PAGE
    before = len(two.raw["cara"])
    for language in ("fr", "nl"):
        two.say("cara", "language", language=language)
    two.say("cara", "look", seat=-1)
    assert not any("chat" in orjson.loads(body) for body in two.raw["cara"][before:])


def test_older_pages_are_read_from_the_store_and_the_oldest_lines_are_dropped(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, chats_kept=70))
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    with Sitter(site, table) as sitter:
        for number in range(1, 101):
            sitter.say("chat", text=f"line {number}")
    last = site.get(f"/api/tables/{table}/chat").json()
    assert last["from"] == 50 and last["lines"][-1]["text"] == "line 100"
    first = site.get(f"/api/tables/{table}/chat?before=51").json()
    assert (first["from"], len(first["lines"])) == (30, 20)
    nothing = site.get(f"/api/tables/{table}/chat?before=31").json()
    assert nothing == {"from": 30, "lines": []}
    assert site.get(f"/api/tables/{table}/chat?before=x").json()["code"] == "malformed"
    assert site.get("/api/tables/nothing/chat").json()["code"] == "unknown_table"


def test_talk_survives_sleep_and_restart(open_site: Opener) -> None:
    site = open_site(sleep_after=0.05)
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    with Sitter(site, table) as sitter:
        sitter.say("chat", text="good night")
    wait_for(lambda: table not in inside(site).rooms.actors)
    with Sitter(open_site(), table) as sitter:
        assert sitter.picture.state["chat"][-1]["text"] == "good night"


def test_the_host_silences_somebody_and_lets_them_talk_again(two: Desk) -> None:
    two.enter("cara")
    two.say("cara", "chat", text="spam")
    assert two.say("brun", "mute", line=1)["code"] == "not_host"
    assert two.say("ayla", "mute", line=9)["code"] == "no_such_line"
    assert two.say("ayla", "mute", line=1)["type"] == "done"
    assert two.say("cara", "chat", text="more spam")["code"] == "muted"
    assert two.say("brun", "chat", text="thanks")["type"] == "done"
    two.room = two.wake()
    two.pictures.clear()
    two.enter("cara")
    two.enter("ayla")
    assert two.say("cara", "chat", text="more spam")["code"] == "muted"
    assert two.say("ayla", "mute", line=1, muted=False)["type"] == "done"
    assert two.say("cara", "chat", text="sorry")["type"] == "done"


@pytest.mark.parametrize(("chat", "seated", "watcher"), [("seated", "done", "refused"), ("nobody",) + ("refused",) * 2])
def test_the_host_says_who_may_talk(two: Desk, chat: Any, seated: str, watcher: str) -> None:
    two.enter("cara")
    ask(two, "ayla", models.ChangeSettings(chat=chat))
    assert two.pictures["cara"].state["table"]["chat"] == chat
    assert two.say("brun", "chat", text="hello")["type"] == seated
    assert two.say("cara", "chat", text="hello")["type"] == watcher


def test_a_database_of_the_first_shape_keeps_its_talk(tmp_path: Path) -> None:
    """Lines that were events become lines of their own; the log is as it was."""
    engine = engines._engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    config = Config()
    config.set_main_option("script_location", str(Path(engines.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(sa.text("insert into guests values ('g', 'Ayla', 'nl')"))
        table = "('t', 'embers', '{}', '{}', 'playing', 0, 0, 1, 1)"
        connection.execute(sa.text(f"insert into tables values {table}"))
        for number in (1, 2):
            data = orjson.dumps({"seat": 0, "name": "Ayla", "text": f"line {number}", "by": "g", "id": f"r{number}"})
            connection.execute(
                sa.text("insert into events values ('t', :number, 5, 'chat', :data)"),
                {"number": number, "data": data.decode()},
            )
    engine.dispose()
    opened = Store(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    assert [(line.number, line.text, line.by) for line in opened.chat("t")] == [(1, "line 1", "g"), (2, "line 2", "g")]
    found = opened.table("t")
    assert found is not None and [event.kind for event in found[1]] == ["chat", "chat"]
    assert opened.guest("g") == Person("Ayla", "nl")
    opened.close()


def test_a_stand_in_plays_as_agreed_whoever_asks() -> None:
    """An opponent does not choose how badly the stand-in plays, and the host does not change it afterwards."""
    desk = Desk([person("Ayla"), person("Brun"), person("Cara")], standin="greedy")
    for name in ("ayla", "brun", "cara"):
        desk.enter(name)
    desk.leave("brun")
    refused = desk.say("cara", "takeover", seat=1, level="random", after=61)
    assert refused["code"] == "bad_setup" and "greedy" in refused["sentence"]
    assert desk.say("cara", "takeover", seat=1)["type"] == "done"
    assert desk.room.story.chairs[1].level == "greedy"
    assert desk.say("ayla", "takeover", seat=1, level="random")["code"] == "bad_setup"
    assert desk.room.story.chairs[1].level == "greedy"
    assert desk.say("cara", "leave", seat=2, level="random")["code"] == "bad_setup"
    assert desk.say("cara", "leave", seat=2)["type"] == "done"
    assert desk.room.story.chairs[2].level == "greedy"
    assert desk.say("ayla", "takeover", seat=2, level="random")["code"] == "bad_setup"


def test_a_table_is_made_with_a_level_for_stand_ins(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", "open"], standin="elder")["table"]
    assert (made["standin"], made["standin_label"]) == ("elder", "Elder")
    assert new_table(client, "embers", ["me", "open"])["table"]["standin"] == "hunter"
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = client.post("/api/tables", json={"game": "embers", "seats": seats, "standin": "dragon"})
    assert answer.json()["code"] == "bad_setup"
