"""REST: home, lobby, seats, looking back, and what is refused at the gate."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, new_table, other, wait_for

from firstfire import Table, server
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.words import compare_languages
from firstfire.kernel.thinking import LEVELS
from firstfire.server.protocol import models
from firstfire.server.settings import UNLIMITED, Limits
from firstfire.server.views.albums import LEAF, Album
from firstfire.server.views.sandbox import Sandbox
from firstfire.server.web import app as application
from firstfire.server.web.guests import COOKIE

Opener = Callable[..., TestClient]


def played_out(client: TestClient, seed: int = 3) -> str:
    """A finished game of embers between the client and itself."""
    made = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}], seed=seed)
    stream = random.Random(seed)
    with Sitter(client, made["table"]["id"]) as sitter:
        while not sitter.over:
            seat = sitter.picture.state["turn"]["seat"]
            sitter.say("look", seat=seat)
            sitter.until(lambda seat=seat: sitter.picture.state["viewer"] == seat)  # type: ignore[misc]
            sitter.act(stream)
    return str(made["table"]["id"])


def test_the_set_up_is_looked_at_before_the_process_that_draws_is_up(client: TestClient) -> None:
    """The first step comes from the server itself, the same as from that process."""
    table = played_out(client)
    sandbox = inside(client).replays.sandbox
    first = {
        seat: client.get(f"/api/tables/{table}/replay/0", params={"seat": seat}).json() for seat in ("open", "0", "-1")
    }
    assert sandbox.processes == []
    client.get(f"/api/tables/{table}/replay")
    assert len(sandbox.processes) == 1
    assert client.portal is not None
    client.portal.call(inside(client).replays.drop, [table])
    for seat, page in first.items():
        assert client.get(f"/api/tables/{table}/replay/0", params={"seat": seat}).json() == page
        assert page["scene"]["pieces"] and page["log"]


# ── home ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_in_every_language(client: TestClient, language: str) -> None:
    shelf = client.get("/api/games", params={"language": language}).json()
    embers = next(game for game in shelf["games"] if game["name"] == "embers")
    assert embers["title"] and embers["pitch"] and embers["length"] and embers["seats"] == [2, 3, 4]
    assert sum(level["default"] for level in shelf["levels"]) == 1
    assert all(level["label"] and level["blurb"] for level in shelf["levels"])
    assert [level["name"] for level in shelf["levels"]] == ["random", *LEVELS]  # weakest first; greedy is not offered


def test_words_are_complete() -> None:
    assert compare_languages(Path(server.__file__).parent / "words") == []


def test_a_game_has_its_texts(client: TestClient) -> None:
    texts = client.get("/api/games/totem").json()
    assert {"guide", "options", "title"} <= set(texts)
    assert client.get("/api/games/chess").json()["code"] == "unknown_game"
    assert client.get(f"/api/games/{'a' * 3000}").json()["code"] == "unknown_game", "too long for a file system"


def test_the_language_of_the_browser_is_heard(client: TestClient) -> None:
    french = client.get("/api/games/chess", headers={"Accept-Language": "fr-BE,fr;q=0.9"})
    assert french.status_code == 404 and "jeu" in french.json()["sentence"]


def test_a_name_and_a_language_are_kept(client: TestClient) -> None:
    assert client.put("/api/me", json={"name": " Ayla ", "language": "nl"}).json()["name"] == "Ayla"
    assert client.get("/api/me").json()["language"] == "nl"
    for name in ("", "   ", "x" * 25, "\u202e"):
        assert client.put("/api/me", json={"name": name}).json()["code"] == "malformed"


def test_openapi_names_every_endpoint(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert "post" in document["paths"]["/api/tables"] and "Act" in document["components"]["schemas"]
    spoken = document["x-websockets"]["/api/tables/{table}/ws"]
    said = {kind["$ref"].rpartition("/")[2] for kind in spoken["client"]}
    assert said == {"Hello", "Ping"} | {kind.__name__ for kind in get_args(models.ClientRequest)}
    assert len(spoken["server"]) == 7
    text = json.dumps(document)
    for reference in {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert reference in document["components"]["schemas"]


def test_an_unknown_address_is_a_refusal(client: TestClient) -> None:
    assert client.get("/api/nothing").json()["code"] == "malformed"


def test_the_page_says_when_it_is_not_built(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, open_site: Opener
) -> None:
    monkeypatch.setattr(application, "STATIC", tmp_path / "nowhere")
    bare = open_site()
    page = bare.get("/t/anything")
    assert page.status_code == 503 and "npm run build" in page.text and "<script" not in page.text


def test_pages_and_files_are_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, open_site: Opener) -> None:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "static" / "assets" / "a.js").write_text("1")
    monkeypatch.setattr(application, "STATIC", tmp_path / "static")
    site = open_site()
    for address in ("/", "/t/abc", "/replay/abc"):
        assert "the page" in site.get(address).text
    assert "immutable" in site.get("/assets/a.js").headers["cache-control"]
    assert site.get("/assets/b.js").status_code == 404
    (tmp_path / "secret.txt").write_text("a secret")
    for address in ("/assets/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets//../../secret.txt"):
        assert "a secret" not in site.get(address).text


# ── tables ─────────────────────────────────────────────────────────────────────────────


def test_a_table_is_made_found_joined_and_begun(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", "open"], listed=True, name="Ayla")
    table = made["table"]["id"]
    brun = other(client)
    listed = brun.get("/api/tables", params={"state": "open"}).json()["tables"]
    assert [entry["id"] for entry in listed] == [table] and listed[0]["open"] == 1
    joined = brun.post(f"/api/tables/{table}/join", json={"name": "Brun"}).json()
    assert joined["table"]["state"] == "playing" and joined["table"]["mine"] == [1]
    assert brun.get("/api/tables", params={"state": "open"}).json()["tables"] == []
    assert [t["id"] for t in brun.get("/api/tables", params={"state": "running"}).json()["tables"]] == [table]
    mine = client.get("/api/me").json()["tables"]
    assert [(entry["id"], entry["mine"], entry["host"]) for entry in mine] == [(table, [0], True)]


def test_a_private_table_is_not_listed(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    assert client.get("/api/tables").json()["tables"] == []
    assert client.get(f"/api/tables/{table}").json()["state"] == "gathering"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, "unknown_game"),
        ({"game": "embers", "seats": [{"kind": "me"}]}, "bad_setup"),
        ({"game": "embers", "seats": [{"kind": "me"}, {"kind": "me"}]}, "bad_setup"),
        ({"game": "embers", "seats": [{"kind": "me"}, {"kind": "bot", "level": "dragon"}]}, "bad_setup"),
        ({"game": "embers", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"x": "y"}}, "bad_setup"),
        ({"game": "embers", "seats": [{"kind": "wolf"}]}, "malformed"),
        ({"game": "embers", "seats": [{"kind": "me"}, {"kind": "bot"}], "surprise": 1}, "malformed"),
        ({"game": "embers", "seats": [{"kind": "me"}, {"kind": "bot"}], "seed": -1}, "malformed"),
        ({"game": "../embers", "seats": [{"kind": "me"}, {"kind": "bot"}]}, "unknown_game"),
        ([], "malformed"),
    ],
)
def test_impossible_tables_are_refused(client: TestClient, body: object, code: str) -> None:
    answer = client.post("/api/tables", json=body)
    assert 400 <= answer.status_code < 500 and answer.json()["code"] == code and answer.json()["sentence"]


def test_seats_of_others_cannot_be_given_away(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    thief = other(client)
    for address, body in (("leave", {"seat": 0}), ("back", {"seat": 0})):
        assert thief.post(f"/api/tables/{table}/{address}", json=body).json()["code"] == "not_yours"
    assert thief.post(f"/api/tables/{table}/takeover", json={"seat": 1}).json()["code"] == "no_seat"
    assert thief.post(f"/api/tables/{table}/settings", json={"hints": False}).json()["code"] == "not_host"
    assert thief.get(f"/api/tables/{table}/personal").json() == {"personal": []}
    assert thief.get("/api/tables/nosuchtable").json()["code"] == "unknown_table"


def test_a_personal_link_resumes_on_another_device(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", {"kind": "bot", "level": "random"}], seed=5)
    table, key = made["table"]["id"], made["personal"][0]["key"]
    with Sitter(client, table) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        sitter.act(random.Random(1))
        sitter.until(lambda: sitter.picture.my_turn)
        scene = sitter.picture.state["scene"]
    phone = other(client)
    assert phone.post(f"/api/tables/{table}/claim", json={"key": key}).json()["table"]["mine"] == [0]
    with Sitter(phone, table) as sitter:
        assert sitter.picture.state["scene"] == scene and sitter.picture.my_turn
    assert phone.get("/api/me").json()["tables"][0]["id"] == table
    assert phone.post(f"/api/tables/{table}/claim", json={"key": key + "x"}).json()["code"] == "bad_key"
    elsewhere = new_table(client, "embers", ["me", "open"])["table"]["id"]
    assert phone.post(f"/api/tables/{elsewhere}/claim", json={"key": key}).json()["code"] == "bad_key"


def test_everything_is_there_after_a_restart(open_site: Opener) -> None:
    first = open_site()
    made = new_table(first, "embers", ["me", {"kind": "hot"}], seed=5)
    table = made["table"]["id"]
    with Sitter(first, table) as sitter:
        sitter.act(random.Random(1))
        sitter.say("chat", text="good night")
        sitter.until(lambda: sitter.picture.state["chat"])
        before = sitter.picture.state
    second = open_site()
    second.cookies = first.cookies
    with Sitter(second, table) as sitter:
        after = sitter.picture.state
        assert (after["scene"], after["log"], after["chat"]) == (before["scene"], before["log"], before["chat"])


# ── looking back ───────────────────────────────────────────────────────────────────────


def test_a_finished_game_is_walked_through_from_everywhere(client: TestClient) -> None:
    table = played_out(client)
    stranger = other(client)
    for seat in ("open", "-1", "0", "1"):
        replay = stranger.get(f"/api/tables/{table}/replay", params={"seat": seat}).json()
        assert replay["over"] and len(replay["moves"]) == replay["steps"] == len(replay["curve"]) - 1
        for step in (0, 1, replay["steps"]):
            page = stranger.get(f"/api/tables/{table}/replay/{step}", params={"seat": seat}).json()
            assert page["step"] == step and page["scene"]["pieces"]
    assert stranger.get(f"/api/tables/{table}/replay/999").json()["code"] == "no_such_step"
    open_lines = stranger.get(f"/api/tables/{table}/replay/0", params={"seat": "open"}).json()["log"]
    shut_lines = stranger.get(f"/api/tables/{table}/replay/0", params={"seat": "-1"}).json()["log"]
    assert "secret" not in json.dumps(open_lines) and "secret" in json.dumps(shut_lines)


def test_an_elder_looks_at_any_step_with_the_eyes_of_whoever_decided_there(client: TestClient) -> None:
    table = played_out(client)
    asked = f"/api/tables/{table}/replay/{{}}/advice"
    moves = client.get(f"/api/tables/{table}/replay").json()["moves"]
    found = models.ReplayAdvice.model_validate(client.get(asked.format(1)).json())
    names = client.get(f"/api/tables/{table}/replay").json()["names"]
    assert found.seat == moves[1]["seat"] and names[found.seat] in found.eyes
    assert found.moves[0].sentence in found.sentence and found.moves[0].reasons
    assert client.get(asked.format(len(moves))).json()["code"] == "no_such_step"  # nothing was decided any more
    french = client.get(asked.format(1), params={"language": "fr"}).json()
    assert french["eyes"].startswith("Vu par ")
    other = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}], seed=3)["table"]["id"]
    assert client.get(f"/api/tables/{other}/replay/0/advice").json()["code"] == "not_finished"


def test_a_finished_game_goes_on_from_any_step_against_bots(client: TestClient) -> None:
    """The new table stands where the old one stood after that step; it is nobody's but mine, in no list and no
    record, and the old one is as it was."""
    old = played_out(client)
    whole = client.get(f"/api/tables/{old}/replay?seat=open").json()
    record = client.get("/api/me/record").json()
    step = whole["steps"] // 2
    there = client.get(f"/api/tables/{old}/replay/{step}?seat=0").json()["scene"]
    answer = client.post(f"/api/tables/{old}/play-on", json={"step": step, "seat": 0, "level": "random"})
    assert answer.status_code == 201
    made = answer.json()["table"]
    assert made["id"] != old and made["mine"] == [0] and made["seeded"] and not made["listed"]
    assert [seat["kind"] for seat in made["seats"]] == ["person", "bot"]
    here = client.get(f"/api/tables/{made['id']}/replay/{step}?seat=0").json()["scene"]
    lies = [[(piece["id"], piece["zone"], piece["look"]) for piece in scene["pieces"]] for scene in (here, there)]
    assert lies[0] == lies[1]
    stream = random.Random(1)
    with Sitter(client, made["id"]) as sitter:
        while not sitter.over:
            sitter.until(lambda: sitter.over or sitter.picture.choices)
            if not sitter.over:
                sitter.act(stream)
    moves = client.get(f"/api/tables/{made['id']}/replay?seat=open").json()["moves"]
    assert [move["seat"] for move in moves[:step]] == [move["seat"] for move in whole["moves"][:step]]
    assert client.get(f"/api/tables/{old}/replay?seat=open").json() == whole
    mine = {game["table"]: game for game in client.get("/api/me/history").json()["games"]}
    assert not mine[made["id"]]["rated"] and not mine[made["id"]]["counts"] and mine[old]["counts"]
    assert client.get("/api/me/record").json() == record


def test_playing_on_asks_for_a_step_a_seat_and_a_level_that_there_are(client: TestClient) -> None:
    old = played_out(client)
    steps = client.get(f"/api/tables/{old}/replay?seat=open").json()["steps"]
    for wish in (
        {"step": steps, "seat": 0}, {"step": -1, "seat": 0}, {"step": 0, "seat": 2}, {"step": "1", "seat": 0},
        {"step": 0, "seat": 0, "level": "dragon"}, {"step": 0},
    ):  # fmt: skip
        answer = client.post(f"/api/tables/{old}/play-on", json=wish)
        assert answer.status_code == 400 and answer.json()["sentence"], wish
    running = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}], seed=5)["table"]["id"]
    answer = client.post(f"/api/tables/{running}/play-on", json={"step": 0, "seat": 0})
    assert answer.json()["code"] == "not_finished"
    hidden = other(client)
    private = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}], spectators=False)["table"]["id"]
    assert hidden.post(f"/api/tables/{private}/play-on", json={"step": 0, "seat": 0}).status_code == 403


def test_a_long_game_is_told_leaf_by_leaf() -> None:
    """The leaves together are the whole list of moves and the whole curve."""
    table = Table.new("honga", 2, seed=5, interpreted=True)
    stream = random.Random(5)
    while not table.over and len(table.played()) <= LEAF:
        table.play(stream.choice(table.numbers()))
    album = Album(table).develop()
    first = album.overview("open", "en", secrets=True)
    assert first["next"] == LEAF and len(first["moves"]) == LEAF
    second = album.leaf(first["next"], "open", "en", secrets=True)
    assert second["next"] is None and first["curve"][-1] == second["curve"][0]
    moves, curve = first["moves"] + second["moves"], first["curve"] + second["curve"][1:]
    assert [move["text"] for move in moves] == [str(action) for action in table.actions()]
    assert [move["step"] for move in moves] == list(range(1, album.steps + 1))
    assert curve == album.curve(0, album.steps + 1) and len(curve) == album.steps + 1


def test_a_leaf_that_is_none_is_refused(client: TestClient) -> None:
    table = played_out(client)
    leaf = client.get(f"/api/tables/{table}/replay/moves/1", params={"seat": "open"}).json()
    assert leaf["moves_from"] == 1 and leaf["moves"][0]["step"] == 2 and leaf["next"] is None
    assert client.get(f"/api/tables/{table}/replay/moves/999").json()["code"] == "no_such_step"
    assert client.get(f"/api/tables/{table}/replay/{'9' * 5000}").json()["code"] == "malformed"


def test_a_running_game_shows_no_secrets_in_its_replay(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    with Sitter(client, table) as sitter:
        sitter.act(random.Random(1))
    stranger = other(client)
    replay = stranger.get(f"/api/tables/{table}/replay").json()
    assert stranger.get(f"/api/tables/{table}/replay/moves/0").json()["curve"] == []
    assert replay["moves"][0]["text"] is None and replay["curve"] == [] and replay["result"] is None
    assert stranger.get(f"/api/tables/{table}/replay/0").json()["action"] is None
    assert stranger.get(f"/api/tables/{table}/replay", params={"seat": "0"}).json()["code"] == "not_yours"
    assert stranger.get(f"/api/tables/{table}/replay", params={"seat": "open"}).json()["code"] == "not_finished"
    assert client.get(f"/api/tables/{table}/replay", params={"seat": "0"}).status_code == 200
    assert client.get(f"/api/tables/{table}/save").json()["code"] == "not_finished"


def test_a_save_file_goes_out_and_comes_in_again(client: TestClient) -> None:
    table = played_out(client)
    save = client.get(f"/api/tables/{table}/save")
    assert "attachment" in save.headers["content-disposition"]
    answer = client.post("/api/saves", content=save.content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201 and answer.json()["over"]
    upload = answer.json()["id"]
    page = client.get(f"/api/saves/{upload}/replay/2", params={"seat": "1"}).json()
    assert page["scene"]["viewer"] == 1
    assert client.get(f"/api/saves/{upload}/replay").json()["steps"] == answer.json()["steps"]


def test_what_is_kept_of_an_upload_is_the_game_and_no_more(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, uploads_kept=2))
    save = site.get(f"/api/tables/{played_out(site)}/save").text
    json_type = {"Content-Type": "application/json"}
    ids = [site.post("/api/saves", content=save + " " * 100_000, headers=json_type).json()["id"] for _ in range(3)]
    store = inside(site).store
    assert [len(store.upload(name) or "") for name in ids[1:]] == [len(save)] * 2 and store.upload(ids[0]) is None
    long = json.loads(save)
    long["names"] = ["x" * 25, "y"]
    assert site.post("/api/saves", json=long).json()["code"] == "bad_save"


def test_a_save_without_names_is_a_save(client: TestClient) -> None:
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    for name in ("names", "components", "digest"):
        del save[name]
    assert client.post("/api/saves", json=save).status_code == 201
    del save["actions"]
    assert client.post("/api/saves", json=save).json()["code"] == "bad_save"


def test_pages_are_drawn_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(client)
    first = client.get(f"/api/tables/{table}/replay/1").content
    monkeypatch.setattr(Sandbox, "run", None)
    assert client.get(f"/api/tables/{table}/replay/1").content == first


@pytest.mark.parametrize("seat", ["--1", "²", "9", "", "-2", "1e0", " 1", "٣"])
def test_a_seat_that_is_none_is_refused(client: TestClient, seat: str) -> None:
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    assert client.get(f"/api/tables/{table}/replay", params={"seat": seat}).json()["code"] == "malformed"


@pytest.mark.parametrize("text", ["", "{}", "[1, 2", '{"format": "firstfire-save", "version": 99}', "null", "\x00"])
def test_bad_save_files_are_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/saves", content=text, headers={"Content-Type": "application/json"})
    assert answer.json()["code"] == "bad_save"


def test_a_changed_save_file_is_refused(client: TestClient) -> None:
    save = client.get(f"/api/tables/{played_out(client)}/save").json()
    save["actions"] = save["actions"][:-1]
    assert client.post("/api/saves", json=save).json()["code"] == "bad_save"


# ── the edges ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("column", ["summary", "setup"])
@pytest.mark.parametrize("said", ['{"id": ', "[]", "{}", '{"id": "x", "game": "embers", "host": 1, "seats": [3]}'])
def test_a_damaged_row_hides_no_other(
    client: TestClient, caplog: pytest.LogCaptureFixture, column: str, said: str
) -> None:
    if column == "setup" and "host" in said:
        said = '{"game": "embers"}'
    good, bad = (new_table(client, "embers", ["me", "open"], listed=True)["table"]["id"] for _ in range(2))
    with inside(client).store.engine.begin() as connection:
        connection.exec_driver_sql(f"update tables set {column} = ? where id = ?", (said, bad))
    assert [table["id"] for table in client.get("/api/me").json()["tables"]] == [good]
    assert [table["id"] for table in client.get("/api/tables").json()["tables"]] == [good]
    assert [table["table"] for table in client.get("/api/me/export").json()["tables"]] == [good]
    assert bad in caplog.text


def test_a_table_that_does_not_wake_hides_no_other(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    site = inside(client)
    good, bad = (new_table(client, "embers", ["me", {"kind": "hot"}])["table"]["id"] for _ in range(2))
    assert client.portal is not None
    client.portal.call(site.rooms.actors[bad].sleep)
    client.portal.call(site.store.probe)  # what was to be written before is written
    with site.store.engine.begin() as connection:
        odd = "insert into events (table_id, number, at, kind, data) values (?, 99, 0, 'act', '{}')"
        connection.exec_driver_sql(odd, (bad,))  # its row knows nothing of it: it is woken to say how far it is
    assert {table["id"] for table in client.get("/api/me").json()["tables"]} == {good, bad}
    assert f"table {bad} does not wake" in caplog.text


@pytest.mark.parametrize("said", ["{", "[]", "{}", '{"place": 1, "points": 2, "left": false, "others": [{}]}'])
def test_a_damaged_result_hides_no_other(client: TestClient, said: str) -> None:
    played_out(client)
    kept = client.get("/api/me/history").json()["games"]
    with inside(client).store.engine.begin() as connection:
        connection.exec_driver_sql(
            "insert into results select guest, 'elsewhere', seat, game, at, ? from results where seat = 0", (said,)
        )
    assert client.get("/api/me/history").json()["games"] == kept
    assert [client.get(f"/api/me/{page}").status_code for page in ("record", "export")] == [200, 200]


def test_nothing_is_kept_by_browsers_that_did_not_say_so(client: TestClient) -> None:
    strange = client.get("/api/me", headers={"Host": "evil.example"})
    missing, nowhere = client.get("/nothing.js"), client.get("/api/nothing")
    assert (strange.status_code, missing.status_code, nowhere.status_code) == (403, 404, 400)
    for answer in (strange, missing, nowhere, client.get("/api/me")):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/api", "/api/"])
def test_the_root_of_the_api_is_no_page(client: TestClient, path: str) -> None:
    assert client.get(path).json()["code"] == "malformed"


def test_files_that_begin_with_a_dot_are_nobodys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, open_site: Opener
) -> None:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name in (".built", "assets/.hidden", "index.html"):
        (folder / name).write_text("here")
    monkeypatch.setattr(application, "STATIC", folder)
    site = open_site()
    assert [site.get(path).status_code for path in ("/.built", "/assets/.hidden", "/")] == [404, 404, 200]


# ── the gate ───────────────────────────────────────────────────────────────────────────


def test_cookies_are_signed_http_only_and_same_site(client: TestClient) -> None:
    header = other(client).get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in header and "SameSite=Lax" in header and header.startswith(f"{COOKIE}=")
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    forged = other(client)
    forged.cookies.set(COOKIE, client.cookies[COOKIE][:-3] + "abc")
    assert forged.get(f"/api/tables/{table}").json()["mine"] == []


def test_cookies_of_neighbours_do_not_hide_ours(client: TestClient) -> None:
    """Cookies of one host are shared by all its ports; other servers put anything into them."""
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    ours = f"{COOKIE}={client.cookies[COOKIE]}"
    for cookies in (f'other={{"a":1}}; {ours}', f"x; {ours}", f"{ours}; y=[1,2]", f'z="unclosed; {ours}'):
        answer = other(client).get("/api/me", headers={"Cookie": cookies})
        assert [entry["id"] for entry in answer.json()["tables"]] == [table] and "set-cookie" not in answer.headers


def test_every_answer_carries_the_careful_headers(client: TestClient) -> None:
    for address in ("/", "/api/games", "/api/nothing"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "'unsafe-inline'" not in policy.split("style-src")[0]
        assert headers["x-content-type-options"] == "nosniff" and "frame-ancestors 'none'" in policy


def test_requests_from_other_sites_are_refused(client: TestClient) -> None:
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://["):
        refused = client.post("/api/tables", json=body, headers={"Origin": origin})
        assert refused.json()["code"] == "foreign_origin"
    assert client.post("/api/tables", json=body, headers={"Origin": "http://testserver"}).status_code == 201
    text = json.dumps(body)
    assert client.post("/api/tables", content=text, headers={"Content-Type": "text/plain"}).status_code == 400
    assert client.get("/api/games", headers={"Host": "evil.example"}).json()["code"] == "foreign_origin"
    assert client.get("/api/games", headers={"Host": "192.168.1.5:8080"}).status_code == 200


def test_bodies_have_a_limit(client: TestClient) -> None:
    answer = client.put("/api/me", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413 and answer.json()["code"] == "too_large"

    def drops() -> object:
        for _ in range(80):
            yield b"x" * 1000

    answer = client.put("/api/me", content=drops(), headers={"Content-Type": "application/json"})  # type: ignore[arg-type]
    assert answer.status_code == 413


def test_the_gate_refuses_in_the_language_of_the_browser(client: TestClient) -> None:
    headers = {"Content-Type": "application/json", "Accept-Language": "fr"}
    answer = client.put("/api/me", content=b"x" * 70_000, headers=headers)
    assert answer.json()["sentence"] == "C’est trop à la fois."


def test_a_known_seed_and_the_list_do_not_go_together(client: TestClient) -> None:
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}], "seed": 1}
    assert client.post("/api/tables", json={**body, "listed": True}).json()["code"] == "bad_setup"
    assert client.post("/api/tables", json=body).json()["table"]["seeded"] is True


def test_looking_back_has_a_rate(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, looks_per_second=0.001, looks_at_once=3))
    table = new_table(site, "embers", ["me", "hot"])["table"]["id"]
    codes = [site.get(f"/api/tables/{table}/replay/0").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert site.get(f"/api/tables/{table}").status_code == 200


def test_a_flood_of_requests_is_stopped_at_the_gate(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, requests_per_second=0.001, requests_at_once=3))
    codes = [other(site).get("/api/health").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_tables_have_a_rate(open_site: Opener) -> None:
    site = open_site(limits=Limits(tables_per_minute=3))
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]}
    codes = [site.post("/api/tables", json=body).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


def test_fresh_cookies_do_not_help_for_long(open_site: Opener) -> None:
    site = open_site(limits=Limits(tables_per_minute=1))
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}]}
    codes = [other(site).post("/api/tables", json=body).status_code for _ in range(13)]
    assert codes[:10] == [201] * 10 and 429 in codes[10:]


def test_a_rulebook_is_told_in_each_language_and_not_sent_twice(client: TestClient) -> None:
    """The book has a tag: whoever has it is told that nothing changed, and another language is another book."""
    english = client.get("/api/games/embers/book?language=en")
    assert english.status_code == 200 and english.headers["cache-control"] == "private, no-cache"
    told = models.BookPages.model_validate(english.json())
    assert (told.game, told.title) == ("embers@1", "Embers")
    turn = next(chapter for chapter in told.chapters if chapter.key == "turn")
    assert turn.phases == ["taking"] and turn.blocks[0].id == "EM-1"
    assert turn.blocks[0].bodies[0]["p"][1].startswith(" Take at least one ember and at most 3. They leave")
    tag = english.headers["etag"]
    again = client.get("/api/games/embers@1/book?language=en", headers={"If-None-Match": f'"x", W/{tag}'})
    assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == tag
    french = client.get("/api/games/embers/book?language=fr", headers={"If-None-Match": tag})
    assert french.status_code == 200 and french.json()["title"] == "Braises" and french.headers["etag"] != tag
    assert client.get("/api/games/chess/book").json()["code"] == "unknown_game"


def test_a_rulebook_has_an_index_of_cards_and_pieces(client: TestClient) -> None:
    index = client.get("/api/games/totem/book").json()["index"]
    names = [entry["name"] for entry in index]
    assert "Sword 1" in names and "Totem 13" in names and len(names) == len(set(names)) == 40
    assert all(entry["look"]["front"] for entry in index)


def test_a_rulebook_shows_positions_without_anything_to_click(client: TestClient) -> None:
    shown = client.get("/api/games/totem@1/book/positions/pair?language=fr")
    scene = models.BookPosition.model_validate(shown.json()).scene
    assert (scene.game, scene.viewer, scene.choices, scene.phase) == ("totem", 0, [], "action")
    assert "Ada" in next(zone.label for zone in scene.zones if zone.id == "hand0")
    assert client.get("/api/games/totem/book/positions/nowhere").json()["code"] == "no_book"
    assert client.get("/api/games/chess/book/positions/pair").json()["code"] == "unknown_game"


# ── looking back ───────────────────────────────────────────────────────────────────────


def looked_back_at(client: TestClient, table: str) -> dict[str, Any]:
    """What is found about a finished game."""
    found: dict[str, Any] = {}

    def is_ready() -> bool:
        found.update(client.get(f"/api/tables/{table}/analysis").json())
        return bool(found["state"] != "thinking")

    wait_for(is_ready)
    return found


def test_what_was_found_about_a_game_is_kept_with_its_table(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the server stops, and no longer than the names of its players."""
    site = open_site()
    table = played_out(site)
    page = f"/api/tables/{table}/analysis"
    assert site.get(page, params={"known": ""}).json()["state"] == "none"
    assert looked_back_at(site, table)["state"] == "ready"

    async def nobody(*_: object) -> dict[str, Any]:
        raise AssertionError("it is known")

    again = open_site()
    again.cookies = site.cookies
    monkeypatch.setattr(inside(again).rooms.bots, "review", nobody)
    known = again.get(page, params={"known": ""}).json()
    assert known["state"] == "ready" and known["curve"] and known == looked_back_at(again, table)
    assert again.get(page, params={"language": "fr"}).json()["curve"] == known["curve"]


def test_a_game_that_could_not_be_looked_back_at_is_tried_again_when_somebody_asks(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ready = played_out(client), inside(client).rooms.bots.review

    async def broken(*_: object) -> dict[str, Any]:
        raise OSError("no process left")

    monkeypatch.setattr(inside(client).rooms.bots, "review", broken)
    assert looked_back_at(client, table)["state"] == "failed"
    assert client.get(f"/api/tables/{table}/analysis", params={"known": ""}).json()["state"] == "none"
    monkeypatch.setattr(inside(client).rooms.bots, "review", ready)
    assert looked_back_at(client, table)["state"] == "ready"
