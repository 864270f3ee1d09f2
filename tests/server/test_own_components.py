"""A table that brings its own components: set up, played, kept, saved, and refused where they cannot be used."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, new_table, other

import embers
from firstfire import game, names
from firstfire.errors import BadComponents
from firstfire.kernel.checking.own_components import changes_of, try_components
from firstfire.kernel.components_file import ComponentsFile
from firstfire.kernel.game import box_hash
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.words import common_words
from firstfire.players import Budget
from firstfire.players.search import WITH_NET, Search
from firstfire.saves import parse_save
from firstfire.server.bots.jobs import Choose, read, written
from firstfire.server.bots.requests import BotRequest, own_box_of, view_of
from firstfire.server.settings import UNLIMITED
from firstfire.server.store.story import Setup, Story
from firstfire.table import Table

Opener = Callable[..., TestClient]
PRINTED = (embers.GAME.folder / "components.toml").read_text(encoding="utf-8")
OWN = PRINTED.replace("embers = 21", "embers = 9").replace("worth = 3", "worth = 7")
TWO = ["me", {"kind": "hot", "name": "Brun"}]


def text_of(name: str) -> str:
    return (game(name).folder / "components.toml").read_text(encoding="utf-8")


def with_components(name: str, text: str) -> Table:
    """A fresh table for two that is played with a file."""
    save = replace(
        Table.new(name, 2, 4).to_save(), components=text, box=box_hash(game(name).own_box(text)), digest=None
    )
    return Table.from_save(save, interpreted=True)


def play_out(client: TestClient, table: str) -> dict[str, Any]:
    stream = random.Random(3)
    with Sitter(client, table) as sitter:
        while not sitter.over:
            seat = sitter.picture.state["turn"]["seat"]
            sitter.say("look", seat=seat)
            sitter.until(lambda seat=seat: sitter.picture.state["viewer"] == seat)  # type: ignore[misc]
            sitter.act(stream)
        return dict(sitter.picture.state)


def refused(client: TestClient, text: str, language: str = "en", **more: Any) -> dict[str, Any]:
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}], "components": text, **more}
    found = client.post("/api/tables", params={"language": language}, json=wish)
    assert found.status_code == 400, found.text
    return dict(found.json())


def test_a_game_is_played_kept_replayed_and_saved_with_them(open_site: Opener) -> None:
    site = open_site()
    made = new_table(site, "embers", TWO, components=OWN, seed=3)["table"]
    assert made["own_components"]
    table = made["id"]
    play_out(site, table)
    cookies, site = site.cookies, open_site()  # as after a restart
    site.cookies = cookies
    story = inside(site).store.table(table)
    assert story is not None and [event.data for event in story[1] if event.kind == "own"] == [{"text": OWN}]
    save = parse_save(site.get(f"/api/tables/{table}/save").text)
    assert (save.components, len(save.actions)) == (OWN, site.get(f"/api/tables/{table}").json()["steps"])
    again = Table.from_save(save)
    assert (again.over, again.box.embers, list(again.box.worth)[-1]) == (True, 9, 7)
    replay = site.get(f"/api/tables/{table}/replay").json()
    assert replay["over"] and replay["steps"] == len(save.actions)
    uploaded = site.post("/api/saves", json=json.loads(site.get(f"/api/tables/{table}/save").text))
    assert uploaded.status_code == 201 and uploaded.json()["steps"] == len(save.actions)
    history = site.get("/api/me/history").json()["games"]
    assert {(each["rated"], each["counts"]) for each in history} == {(False, False)}


def test_who_plays_again_or_on_has_them_too(client: TestClient) -> None:
    table = new_table(client, "embers", TWO, components=OWN, seed=3)["table"]["id"]
    play_out(client, table)
    rematch = client.post(f"/api/tables/{table}/rematch", json={}).json()["table"]
    onward = client.post(f"/api/tables/{table}/play-on", json={"step": 2, "seat": 0}).json()["table"]
    assert rematch["own_components"] and onward["own_components"]
    changes = [client.get(f"/api/tables/{each['id']}/components").json() for each in (rematch, onward)]
    assert changes == [client.get(f"/api/tables/{table}/components").json()] * 2


def test_the_table_says_which_numbers_differ_and_its_book_speaks_of_them(client: TestClient) -> None:
    table = new_table(client, "embers", TWO, components=OWN)["table"]
    found = client.get(f"/api/tables/{table['id']}/components").json()
    assert found == {
        "changes": [
            {"table": "pile", "number": 1, "name": "", "key": "embers", "printed": "21", "own": "9"},
            {"table": "charm", "number": 4, "name": "blaze", "key": "worth", "printed": "3", "own": "7"},
        ],
        "more": 0,
    }
    own, printed = (
        client.get(address, params={"language": "en"}).text
        for address in (f"/api/tables/{table['id']}/book", f"/api/games/{table['rules']}/book")
    )
    assert "21" in printed and own != printed and "21" not in own
    assert client.get(f"/api/tables/{table['id']}/game").json()["name"] == "embers"


def test_an_unchanged_file_is_the_game_s_own(client: TestClient) -> None:
    table = new_table(client, "embers", TWO, components=PRINTED)["table"]
    assert not table["own_components"]
    assert client.get(f"/api/tables/{table['id']}/components").json() == {"changes": [], "more": 0}


def test_who_may_not_look_is_told_nothing_of_them(client: TestClient) -> None:
    table = new_table(client, "embers", TWO, components=OWN, spectators=False)["table"]["id"]
    stranger = other(client)
    for what in ("book", "components", "game"):
        assert stranger.get(f"/api/tables/{table}/{what}").json()["code"] == "no_spectators"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_named_in_the_language_of_who_asks(client: TestClient, language: str) -> None:
    wrong = PRINTED.replace("embers = 21", "embers = 1000").replace("most = 3", "mots = 3")
    said = refused(client, wrong, language)
    assert said["code"] == "bad_components"
    lines = said["sentence"].split("\n– ")
    assert len(lines) == 4 and "1000" in lines[1] and "mots" in lines[3]
    line = common_words(language).say("components.at", line=2, problem="")
    assert lines[1].startswith(line.strip())


def test_texts_that_are_no_components_files_are_refused(client: TestClient) -> None:
    for text in ("", "no TOML", "[pile]\n" * 3, "a" + ".a" * 19_000 + " = 1", "[" * 5000, "\x00", "a = " + "9" * 5000):
        assert refused(client, text)["code"] == "bad_components", text[:20]
    assert (
        len(refused(client, "[pile]\nembers = 21\nmost = 3\n" + "".join(f"x{i} = 1\n" for i in range(99)))["sentence"])
        < 9000
    )
    too_large = client.post(
        "/api/tables", json={"game": "embers", "seats": [{"kind": "me"}], "components": "#" * 200_000}
    )
    assert too_large.status_code == 413


def test_many_files_are_too_many(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, uploads_per_minute=2))
    for _ in range(2):
        new_table(site, "embers", TWO, components=OWN)
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}], "components": OWN}
    assert site.post("/api/tables", json=wish).status_code == 429


def test_a_bot_thinks_with_them(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", {"kind": "bot", "level": "greedy"}], components=OWN)["table"]["id"]
    with Sitter(client, table) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        sitter.act(random.Random(1))
        sitter.until(lambda: sitter.picture.my_turn)  # the bot has played
    view = with_components("embers", OWN).view(0)
    asked = BotRequest("embers@1", 0, "greedy", bytes(view.state), tuple(view.numbers), 5, own_box_of(view))
    job = read(written(Choose(asked, 1.0)))
    assert isinstance(job, Choose) and job.asked == asked
    assert bytes(view_of(job.asked).box) == bytes(embers.GAME.own_box(OWN))
    printed = Table.new("embers", 2, 4).view(0)
    assert own_box_of(printed) == b"" and view_of(replace(asked, box=b"")).box is embers.GAME.standard_box


def test_no_net_leads_a_search_with_other_numbers() -> None:
    """Totem has a net for two; it was trained with the printed cards."""
    own = text_of("totem").replace("hand = 6", "hand = 5")
    player = Search(Budget(simulations=4), 1, efforts=WITH_NET)
    ours, theirs = (with_components("totem", text) for text in (text_of("totem"), own))
    assert player.uses_net(ours.view(ours.player or 0)) and not player.uses_net(theirs.view(theirs.player or 0))


@pytest.mark.parametrize("name", names())
def test_games_are_tried_before_anybody_plays_with_them(name: str) -> None:
    found = game(name)
    try_components(found, min(found.seats), {}, text_of(name))
    with pytest.raises(BadComponents):
        try_components(found, min(found.seats), {}, "")


def test_components_with_which_rules_would_misbehave_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game's own reading of the file has let through: a charm that is worth more than points can hold."""

    def careless(box: Any, file: ComponentsFile) -> None:
        embers.GAME.fill(box, file)
        box.embers = -1

    lenient = replace(embers.GAME, fill=careless)
    with pytest.raises(BadComponents) as caught:
        try_components(lenient, 2, {}, PRINTED)
    assert "no game can be played with it" in str(caught.value)


def test_a_changed_value_of_every_game_is_listed() -> None:
    for name in names():
        found = game(name)
        text = text_of(name)
        assert changes_of(found, text) == {"changes": [], "more": 0}
    own = (
        text_of("totem").replace("level = 4\n", "level = 12\n", 1).replace('id = "S5"\n', 'id = "S5"\nextra = [1, 2]\n')
    )
    assert [(each["key"], each["printed"], each["own"]) for each in changes_of(game("totem"), own)["changes"]] == [
        ("level", "4", "12"), ("extra", None, "1, 2"),
    ]  # fmt: skip
    many = "".join(f"[[card]]\nx = {number}\n" for number in range(900))
    listed = changes_of(game("totem"), many)
    assert len(listed["changes"]) == 200 and listed["more"] > 200


def test_a_log_that_began_with_other_components_is_not_played(client: TestClient) -> None:
    table = new_table(client, "embers", TWO, components=OWN)["table"]["id"]
    row, events = inside(client).store.table(table) or (None, [])
    assert row is not None
    changed = [replace(event, data={"text": PRINTED}) if event.kind == "own" else event for event in events]
    assert not Story.told(table, Setup(**row.setup), events, interpreted=True).is_archived
    assert Story.told(table, Setup(**row.setup), changed, interpreted=True).is_archived
