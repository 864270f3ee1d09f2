"""An upgrade never loses a game: tables go on, and are looked back at, by the rules they were begun with. Where
those are not kept, a table still opens, says so, and keeps what can be kept."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.server import embers_two
from tests.server.tools import NEWER, Sitter, inside, new_table, other

import embers
from firstfire import games
from firstfire.errors import UnknownGame
from firstfire.server.store.migrations import HEAD

Opener = Callable[..., TestClient]
BOT = {"kind": "bot", "level": "greedy"}
AFTER = ("embers", "tests.server.embers_two")
JSON = {"Content-Type": "application/json"}


class Upgrade:
    """A server with version 1 of Embers, then the same one started anew with version 2 (and 1, where it is kept)."""

    def __init__(self, open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open_site, self.monkeypatch = open_site, monkeypatch
        monkeypatch.setattr(games, "_ADDED", {"embers": {1: embers.GAME}})
        self.site = open_site()

    def happens(self, *, keeping: bool = True) -> TestClient:
        if not keeping:
            self.monkeypatch.setattr(games, "_ADDED", {})
        cookies = self.site.cookies
        self.site = self.open_site(more_games=AFTER if keeping else AFTER[1:])
        self.site.cookies = cookies
        return self.site

    def is_undone(self) -> TestClient:
        cookies = self.site.cookies
        self.site = self.open_site(more_games=AFTER)
        self.site.cookies = cookies
        return self.site


@pytest.fixture
def upgrade(open_site: Opener, monkeypatch: pytest.MonkeyPatch) -> Upgrade:
    return Upgrade(open_site, monkeypatch)


def play_out(site: TestClient, table: str, seed: int = 3) -> dict[str, Any]:
    stream = random.Random(seed)
    with Sitter(site, table) as sitter:
        while not sitter.over:
            if sitter.picture.state["hand_over"] is not None:
                sitter.say("look", seat=sitter.picture.state["hand_over"])
                sitter.until(lambda: sitter.picture.my_turn)
            sitter.until(lambda: sitter.picture.my_turn or sitter.over)
            if not sitter.over:
                sitter.act(stream)
        sitter.until(lambda: sitter.picture.state["result"])
        return dict(sitter.picture.state)


def offered(site: TestClient, table: str) -> int:
    """How many ways there are now."""
    with Sitter(site, table) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        return len(sitter.picture.choices)


def looked_back(site: TestClient, table: str) -> list[Any]:
    address = f"/api/tables/{table}/replay"
    pages = [site.get(address, params={"seat": "open"})]
    pages += [site.get(f"{address}/{step}", params={"seat": "0"}) for step in (0, 2, 4)]
    assert all(page.status_code == 200 for page in pages)
    return [page.json() for page in pages]


@pytest.mark.slow
def test_running_tables_go_on_by_their_rules_beside_new_ones(upgrade: Upgrade) -> None:
    """With bots in worker processes at both tables: version 1 offers three ways, version 2 two."""
    old = new_table(upgrade.site, "embers", ["me", BOT], seed=5)["table"]["id"]
    with Sitter(upgrade.site, old) as sitter:
        version = sitter.act(random.Random(1))["version"]
        sitter.until(lambda: sitter.picture.state["version"] > version and sitter.picture.my_turn)
    site = upgrade.happens()
    new = new_table(site, "embers", ["me", BOT], seed=5)["table"]
    assert (site.get(f"/api/tables/{old}").json()["rules"], new["rules"]) == ("embers@1", "embers@2")
    assert (offered(site, old), offered(site, new["id"])) == (3, 2)
    for table, version in ((old, 1), (new["id"], 2)):
        assert play_out(site, table)["table"]["state"] == "finished"
        save = site.get(f"/api/tables/{table}/save")
        assert save.json()["rules_version"] == version
        taken = set(save.json()["actions"])
        assert ("take 3" in taken) <= (version == 1)
        uploaded = site.post("/api/saves", content=save.text, headers=JSON)
        assert uploaded.status_code == 201 and uploaded.json()["over"]
        assert looked_back(site, table)[0]["over"]


def test_finished_tables_look_the_same_after_an_upgrade(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    result = play_out(upgrade.site, table)["result"]
    before = looked_back(upgrade.site, table), upgrade.site.get(f"/api/tables/{table}/save").text
    assert "take 3" in before[1]
    site = upgrade.happens()
    assert (looked_back(site, table), site.get(f"/api/tables/{table}/save").text) == before
    with Sitter(site, table) as sitter:
        assert sitter.picture.state["result"] == result
    assert [each["state"] for each in site.get("/api/me").json()["tables"]] == ["finished"]


def test_hints_follow_the_rules_of_the_table(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    site = upgrade.happens()
    with Sitter(site, table) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        hint = sitter.say("hint", version=sitter.picture.state["version"])
        assert hint["type"] == "hint" and hint["moves"]
    asked = inside(site).rooms.actors[table].room._bot_request(0, "greedy")
    assert asked.game == "embers@1"


def test_a_table_that_gathers_is_played_by_the_rules_that_were_agreed(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", "open"], seed=5)["table"]["id"]
    site = upgrade.happens()
    assert other(site).post(f"/api/tables/{table}/join", json={}).status_code == 200
    assert offered(site, table) == 3


def test_a_rematch_is_played_by_the_newest_rules(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", "hot"], seed=5)["table"]["id"]
    play_out(upgrade.site, table)
    again = upgrade.happens().post(f"/api/tables/{table}/rematch", json={}).json()["table"]
    assert again["rules"] == "embers@2" and again["state"] == "playing"


def test_nobody_founds_a_table_by_old_rules(upgrade: Upgrade) -> None:
    site = upgrade.happens()
    refused = site.post("/api/tables", json={"game": "embers@1", "seats": [{"kind": "me"}, BOT]})
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown_game")
    assert site.get("/api/games/embers@1").json()["name"] == "embers"


# ── rules that are not kept ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_finished_table_whose_rules_are_gone_still_says_who_played_and_how_it_ended(
    upgrade: Upgrade, language: str
) -> None:
    made = new_table(upgrade.site, "embers", ["me", "hot"], seed=5, name="Ayla", listed=False, spectators=False)
    table = made["table"]["id"]
    with Sitter(upgrade.site, table, language=language) as sitter:
        sitter.say("chat", text="well played")
    play_out(upgrade.site, table)
    with Sitter(upgrade.site, table, language=language) as sitter:
        result = sitter.picture.state["result"]
    save = upgrade.site.get(f"/api/tables/{table}/save").json()
    site = upgrade.happens(keeping=False)
    with Sitter(site, table, language=language) as sitter:
        state = sitter.picture.state
        assert state["table"]["state"] == "archived" and state["scene"] is None
        assert state["seats"][0]["name"] == "Ayla"
        assert [line["text"] for line in state["chat"]] == ["well played"]
        assert state["result"]["ending"] == result["ending"]
        assert [seat["points"] for seat in state["result"]["seats"]] == [seat["points"] for seat in result["seats"]]
        assert sitter.say("chat", text="and again?")["type"] == "done"
        refused = sitter.say("act", version=state["version"], action=0)
        assert refused["code"] == "not_playing"
    assert other(site).get(f"/api/tables/{table}/save").json()["code"] == "no_spectators"
    log = site.get(f"/api/tables/{table}/save").json()
    assert (log["format"], log["rules_version"], log["seed"]) == ("firstfire-log", 1, save["seed"])
    assert [f"take {1 + row['action']}" for row in log["actions"]] == save["actions"]
    told = site.get(f"/api/tables/{table}/replay", params={"language": language})
    assert told.json()["code"] == "other_rules" and len(told.json()["sentence"]) > 40


def test_a_table_in_the_middle_whose_rules_are_gone_tells_no_secret_and_goes_on_when_they_are_back(
    upgrade: Upgrade,
) -> None:
    table = new_table(upgrade.site, "embers", ["me", "hot"], seed=5, clock={"seconds": 600})["table"]["id"]
    with Sitter(upgrade.site, table) as sitter:
        sitter.act(random.Random(1))
    site = upgrade.happens(keeping=False)
    (row,) = site.get("/api/me").json()["tables"]
    assert (row["id"], row["state"], row["steps"]) == (table, "archived", 0)
    assert site.get(f"/api/tables/{table}").json()["state"] == "archived"
    log = site.get(f"/api/tables/{table}/save")
    assert log.json()["seed"] is None and [row["action"] for row in log.json()["actions"]] == [None]
    for deed in ("takeover", "back"):
        assert site.post(f"/api/tables/{table}/{deed}", json={"seat": 1}).status_code in (200, 409)
    site = upgrade.is_undone()
    assert site.get("/api/me").json()["tables"][0]["state"] == "playing"
    assert play_out(site, table)["table"]["state"] == "finished"


def test_who_leaves_a_table_whose_rules_are_gone_has_it_no_longer_among_the_own(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", BOT], seed=5)["table"]["id"]
    site = upgrade.happens(keeping=False)
    assert site.post(f"/api/tables/{table}/leave", json={"seat": 0}).json()["table"]["state"] == "archived"
    assert site.get("/api/me").json()["tables"] == []
    assert site.get(f"/api/tables/{table}").status_code == 200


def test_lists_show_tables_whose_rules_are_gone_as_such_beside_the_others(upgrade: Upgrade) -> None:
    for seats in (["me", "open"], ["me", BOT]):
        new_table(upgrade.site, "embers", seats, listed=True)
    site = upgrade.happens(keeping=False)
    new_table(site, "embers", ["me", "open"], listed=True)
    listed = {name: site.get("/api/tables", params={"state": name}).json()["tables"] for name in ("open", "running")}
    assert sorted(row["state"] for row in listed["open"]) == ["archived", "gathering"]
    assert [row["state"] for row in listed["running"]] == ["archived"]


def test_a_table_of_a_game_that_is_not_here_any_more_opens_too(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(upgrade.site, "embers", ["me", BOT], seed=5)["table"]["id"]
    cookies = upgrade.site.cookies
    monkeypatch.setattr(games, "_ADDED", {})
    site = upgrade.open_site(more_games=())
    site.cookies = cookies
    assert (
        site.get(f"/api/tables/{table}").json() | {"title": "embers", "state": "archived"}
        == site.get(f"/api/tables/{table}").json()
    )
    assert [row["state"] for row in site.get("/api/me").json()["tables"]] == ["archived"]


def test_a_log_of_other_components_is_archived_not_misread(upgrade: Upgrade) -> None:
    table = new_table(upgrade.site, "embers", ["me", BOT], seed=5)["table"]["id"]
    engine = inside(upgrade.site).store.engine
    with engine.begin() as connection:
        for query, change in (("tables", "setup"), ("events where kind = 'begin'", "data")):
            name, _, where = query.partition(" ")
            for found in connection.execute(sa.text(f"select {change} from {query}")).all():
                wrong = found[0].replace(embers.GAME.standard_hash, "0123456789abcdef")
                connection.execute(sa.text(f"update {name} set {change} = :wrong {where}"), {"wrong": wrong})
    site = upgrade.open_site()
    site.cookies = upgrade.site.cookies
    assert site.get(f"/api/tables/{table}").json()["state"] == "archived"
    assert [row["state"] for row in site.get("/api/me").json()["tables"]] == ["archived"]


def test_older_databases_learn_by_which_rules_their_tables_are_played(upgrade: Upgrade) -> None:
    """A table of a server that did not write that into the set-up: the migration reads it from the log."""
    new_table(upgrade.site, "embers", ["me", BOT], seed=5)
    engine = inside(upgrade.site).store.engine
    with engine.begin() as connection:
        setup = json.loads(connection.execute(sa.text("select setup from tables")).scalar_one())
        assert setup.pop("rules") == {"rules_version": 1, "box": embers.GAME.standard_hash}
        connection.execute(sa.text("update tables set setup = :setup"), {"setup": json.dumps(setup)})
        for newer in NEWER.split():
            connection.execute(sa.text(f"drop table {newer}"))
        for newer in ("mark", "colour"):
            connection.execute(sa.text(f"alter table guests drop column {newer}"))
        connection.execute(sa.text("update alembic_version set version_num = '0002'"))
    assert HEAD == "0011"
    site = upgrade.happens(keeping=False)
    assert [row["state"] for row in site.get("/api/me").json()["tables"]] == ["archived"]


def test_both_versions_stand_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_ADDED", {})
    games.add_game(embers_two.GAME)
    games.add_game(embers.GAME)
    assert games.game("embers") is embers_two.GAME and games.game("embers@2") is embers_two.GAME
    assert games.game("embers@1") is embers.GAME and games.versions("embers") == (2, 1)
    for wrong in ("embers@", "embers@3", "embers@01", "embers@1@1", "@1"):
        with pytest.raises(UnknownGame):
            games.game(wrong)
