"""The edition without a server: whole games at a device, and what can go wrong with its store."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.offline.pages import Page, Shelf, asked, new_table, opened

from firstfire.errors import BadNet
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.thinking import LEVELS
from firstfire.offline import Site
from firstfire.offline.standard_library import trimmed
from firstfire.offline.thinking import needs_net
from firstfire.players.policy.net import NET
from firstfire.players.policy.packed import ROWS, packed, read_packed
from firstfire.saves import parse_save
from firstfire.server.bots.jobs import Advise, Choose
from firstfire.server.bots.requests import BotRequest, Reader
from firstfire.server.protocol.refusals import Refusal
from firstfire.table import Table

BARE = """
import sys
for name in {absent}: sys.modules[name] = None
sys.path[:0] = {path}
import asyncio
from tests.offline.test_device import whole_game
asyncio.run(whole_game({game!r}))
"""
PACKED = """
import sys
for name in {absent}: sys.modules[name] = None
sys.path[:0] = {path}
import asyncio
from pages import Page, Shelf, asked, new_table, opened

async def run():
    site = opened(Shelf())
    print([game["title"] for game in (await asked(site, "GET", "/api/games"))[1]["games"]])
    page = Page(site, await new_table(site, "honga", "me", "hunter"))
    await page.play(5)
    site.close()

asyncio.run(run())
"""
ABSENT = (
    "pydantic", "pydantic_core", "orjson", "sqlalchemy", "starlette", "numpy", "uvicorn", "numba", "llvmlite",
    "_multiprocessing", "redis",
)  # fmt: skip


async def whole_game(game: str) -> None:
    """A game to its end, looked back at, taken along as a file, and begun again."""
    shelf = Shelf()
    site = opened(shelf)
    table = await new_table(site, game, "me", "greedy")
    page = Page(site, table)
    assert await page.play() > 5
    status, replay = await asked(site, "GET", f"/api/tables/{table}/replay?seat=open")
    assert (status, replay["over"]) == (200, True)
    assert (await asked(site, "GET", f"/api/tables/{table}/replay/2?seat=0"))[0] == 200
    _, save = await asked(site, "GET", f"/api/tables/{table}/save")
    assert Table.from_save(parse_save(json.dumps(save)), interpreted=True).over
    status, uploaded = await asked(site, "POST", "/api/saves", save)
    assert (status, uploaded["steps"]) == (201, replay["steps"])
    _, me = await asked(site, "GET", "/api/me")
    assert [row["state"] for row in me["tables"]] == ["finished"]
    _, record = await asked(site, "GET", "/api/me/record")
    assert [row["played"] for row in record["games"]] == [1]
    status, again = await asked(site, "POST", f"/api/tables/{table}/rematch", {})
    assert (status, again["table"]["state"]) == (200, "playing")
    site.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_each(game: str) -> None:
    asyncio.run(whole_game(game))


def test_it_needs_nothing_but_the_standard_library() -> None:
    """As in Pyodide: none of the server's libraries, and no NumPy."""
    root = Path(__file__).parents[2]
    path = [str(root), str(root / "src"), *(place for place in sys.path if place)]
    script = BARE.format(absent=ABSENT, path=path, game="totem")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_a_game_with_the_components_of_an_own_box() -> None:
    """They are kept with the game, on the device and in its save file; the book at the table speaks of them."""
    printed = (find_game("totem").folder / "components.toml").read_text(encoding="utf-8")
    own = printed.replace("hand = 6 ", "hand = 5 ")

    async def run() -> None:
        shelf = Shelf()
        site = opened(shelf)
        status, said = await asked(site, "POST", "/api/tables", {
            "game": "totem", "seats": [{"kind": "me"}, {"kind": "bot"}], "components": own.replace("hand", "hnad"),
        })  # fmt: skip
        assert (status, said["code"]) == (400, "bad_components") and "hnad" in said["sentence"]
        table = await new_table(site, "totem", "me", "greedy", components=own)
        site.close()
        site = opened(Shelf(shelf))
        await Page(site, table).play()
        _, found = await asked(site, "GET", f"/api/tables/{table}/components")
        assert [(row["key"], row["printed"], row["own"]) for row in found["changes"]] == [("hand", "6", "5")]
        _, save = await asked(site, "GET", f"/api/tables/{table}/save")
        assert save["components"] == own and Table.from_save(parse_save(json.dumps(save)), interpreted=True).over
        book, usual = [
            (await asked(site, "GET", path))[1] for path in (f"/api/tables/{table}/book", "/api/games/totem/book")
        ]
        assert book["chapters"] != usual["chapters"]
        site.close()

    asyncio.run(run())


async def begun(shelf: Shelf, level: str, clicks: int) -> tuple[Site, str, Page]:
    """A site with a game of Totem in which it is my turn again."""
    site = opened(shelf)
    table = await new_table(site, "totem", "me", level, seed=5)
    page = Page(site, table)
    await page.play(clicks)
    await page.turn()
    return site, table, page


def test_a_game_goes_on_after_a_reload() -> None:
    async def run() -> None:
        shelf = Shelf()
        site, table, page = await begun(shelf, "greedy", 4)
        before = page.scene["pieces"], page.shown["version"]
        site.close()
        again = opened(Shelf(shelf))
        page = Page(again, table)
        await page.turn()
        assert (page.scene["pieces"], page.shown["version"]) == before
        assert await page.play() > 0
        again.close()

    asyncio.run(run())


def test_at_one_screen_each_sees_their_own_hand_only_after_it_was_handed_over() -> None:
    """Until whoever has the device says who looks, the page is told nothing that the next player alone may know."""

    async def run() -> None:
        site = opened(Shelf())
        table = await new_table(site, "honga", "me", "hot")
        page = Page(site, table)
        for _ in range(12):
            await page.until(lambda: page.shown.get("turn", {}).get("mine"))
            if page.shown["hand_over"] is None:
                await page.click()
                continue
            story = site.tables.actors[table].room.story
            assert page.shown["viewer"] != story.player and page.scene["choices"] == []
            assert page.scene["viewer"] == page.shown["viewer"]
            await page.say("look", seat=page.shown["hand_over"])
            await page.until(lambda: page.scene["choices"])
        site.close()

    asyncio.run(run())


def test_hints_reasons_foresight_undo_puzzles_tutorial_and_rulebook() -> None:
    async def run() -> None:
        site = opened(Shelf())
        page = Page(site, await new_table(site, "totem", "me", "random", seed=3))
        await page.turn()
        hint = await page.say("hint", version=page.shown["version"])
        while hint.get("code") == "stale":  # the bot chose meanwhile
            hint = await page.say("hint", version=page.shown["version"])
        assert hint["type"] == "hint" and hint["moves"][0]["reasons"] is not None, hint
        action = page.scene["choices"][0]["action"]
        foreseen = await page.say("foresee", version=page.shown["version"], actions=[action])
        assert foreseen["foreseen"][0]["action"] == action
        assert "reasons" in await page.say("why", version=page.shown["version"], action=0)
        await page.click()
        for path in ("games/totem", "games/totem/book", "puzzles", "puzzles/totem/1", "puzzles/totem/1/answer"):
            status, said = await asked(site, "GET", f"/api/{path}?language=nl")
            assert status == 200, said
        status, lesson = await asked(site, "POST", "/api/games/totem/tutorial", {"at": 0, "played": []})
        assert status == 200 and lesson["messages"]
        site.close()

    asyncio.run(run())


def test_what_belongs_to_a_server_is_refused_in_words() -> None:
    async def run() -> None:
        site = opened(Shelf())
        for method, path in (("GET", "/api/lab"), ("POST", "/api/me/carry"), ("GET", "/api/me/keys")):
            status, said = await asked(site, method, f"{path}?language=fr")
            assert (status, said["code"]) == (404, "not_here") and "serveur" in said["sentence"]
        wish: dict[str, Any] = {"game": "totem", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert (await asked(site, "POST", "/api/tables", wish))[1]["code"] == "not_here"
        assert (await asked(site, "POST", "/api/tables", {**wish, "colour": 1}))[1]["code"] == "malformed"
        assert (await asked(site, "GET", "/api/tables/nowhere"))[1]["code"] == "unknown_table"
        assert (await asked(site, "GET", "/api/games/chess"))[1]["code"] == "unknown_game"
        assert (await asked(site, "POST", "/api/saves", "{"))[1]["code"] == "bad_save"
        page = Page(site, await new_table(site, "totem", "me", "random"))
        assert (await page.say("chat", text="hello"))["code"] == "not_here"
        page.link.receive("nonsense")
        await page.until(lambda: page.heard[-1].get("code") == "malformed")
        assert (await asked(site, "GET", "/api/health"))[1]["offline"] is True
        site.close()

    asyncio.run(run())


def test_a_full_device_says_so_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firstfire.offline.device_store.TRY_AGAIN", 0.01)

    async def run() -> None:
        shelf = Shelf()
        site, table, page = await begun(shelf, "random", 2)
        before, kept = page.shown["version"], dict(shelf)
        shelf.full = True
        action = page.scene["choices"][0]["action"]
        page.link.receive(json.dumps({"type": "act", "id": "x", "version": before, "action": action}))
        await page.until(lambda: page.codes == [1012])
        page = Page(site, table)  # it comes back by itself
        await page.turn()
        assert page.shown["version"] == before and shelf == kept
        refused = await page.say("act", version=before, action=action)
        assert refused["code"] == "not_stored" and "full" in refused["sentence"]
        status, said = await asked(site, "PUT", "/api/me", {"name": "Ayla"})
        assert (status, said["code"]) == (503, "not_stored")
        shelf.full = False
        async with asyncio.timeout(60):
            while site.store.ailing:
                await asyncio.sleep(0.02)
        assert (await page.say("act", version=before, action=action))["type"] == "done"
        site.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: text.replace('"act"', '"fly"', 1),
        lambda text: "\n".join(line for i, line in enumerate(text.split("\n")) if i != 3),
        lambda text: text.replace('"game":"totem"', '"game":["totem"]'),
    ],
)
def test_a_damaged_game_is_named_and_kept_and_hides_no_other(harm: Any) -> None:
    async def run() -> None:
        shelf = Shelf()
        site = opened(shelf)
        good = await new_table(site, "totem", "me", "random")
        bad = await new_table(site, "totem", "me", "random")
        await Page(site, bad).play(3)
        site.close()
        harmed = shelf[f"table/{bad}"] = harm(shelf[f"table/{bad}"])
        again = opened(Shelf(shelf))
        _, said = await asked(again, "GET", f"/api/tables/{bad}")
        assert said["code"] in ("damaged_table", "unknown_table"), said
        page = Page(again, bad)
        await page.until(lambda: page.codes)
        assert page.codes == [4404]
        assert good in [row["id"] for row in (await asked(again, "GET", "/api/me"))[1]["tables"]]
        assert again.store.texts[f"table/{bad}"] == harmed
        again.close()

    asyncio.run(run())


def test_everything_is_taken_along_as_one_text() -> None:
    async def run() -> None:
        here, there = opened(Shelf()), opened(Shelf())
        table = await new_table(here, "totem", "me", "random")
        await asked(here, "PUT", "/api/me", {"name": "Ayla", "mark": "hand"})
        text = here.export_state()
        assert await there.import_state(text) == 2
        assert await there.import_state(text) == 0
        _, me = await asked(there, "GET", "/api/me")
        assert me["name"] == "Ayla" and [row["id"] for row in me["tables"]] == [table]
        for wrong in ("", "{}", '{"format": "firstfire-state", "version": 1, "texts": {"me": 5}}'):
            with pytest.raises(Refusal):
                await there.import_state(wrong)
        assert (await asked(there, "DELETE", f"/api/tables/{table}"))[0] == 200
        assert (await asked(there, "GET", "/api/me"))[1]["tables"] == []
        here.close()
        there.close()

    asyncio.run(run())


def test_bots_may_think_elsewhere() -> None:
    """The other worker gets a job as text and nothing else; where it fails, a simpler bot plays on."""
    from firstfire.offline import think

    async def run() -> None:
        jobs: list[str] = []

        async def elsewhere(job: str) -> str:
            jobs.append(job)
            if len(jobs) == 3:
                raise RuntimeError("the worker is gone")
            await asyncio.sleep(0)
            return think(job)

        site = opened(Shelf(), think=elsewhere)
        page = Page(site, await new_table(site, "totem", "me", "greedy"))
        await page.play()
        assert len(jobs) > 3 and all(json.loads(job)["work"] == "Choose" for job in jobs)
        assert page.shown["seats"][1]["level"] in ("hunter", "random")
        site.close()

    asyncio.run(run())


def test_a_net_is_fetched_for_those_alone_whom_it_leads() -> None:
    """A level that thinks without a net needs none of its megabytes; hints may."""
    asked = {level: BotRequest("totem", 0, level, b"", (), 1) for level in ("random", *LEVELS)}
    assert [level for level, request in asked.items() if needs_net(Choose(request, 1.0))] == [
        "shaman", "elder", "spirit",
    ]  # fmt: skip
    assert needs_net(Advise(asked["random"], Reader("en", ("A", "B"), 0)))


def test_the_sources_of_a_game_are_asked_for_before_they_are_needed() -> None:
    async def run() -> None:
        wanted: list[str] = []

        async def have(game: str) -> None:
            wanted.append(game)

        shelf = Shelf()
        site = opened(shelf, have=have)
        await asked(site, "GET", "/api/health")
        table = await new_table(site, "totem", "me", "random")
        await asked(site, "GET", "/api/games/honga/book")
        assert wanted == ["totem", "honga"]
        site.close()
        wanted.clear()
        again = opened(Shelf(shelf), have=have)
        await asked(again, "GET", f"/api/tables/{table}")
        assert wanted == ["totem"]
        again.close()

    asyncio.run(run())


def test_what_is_packed_runs_without_the_rest(tmp_path: Path) -> None:
    """The archives alone, unpacked beside each other, play a game; the other games are on the shelf by their titles."""
    from firstfire.offline.packing import pack

    index = pack(tmp_path / "packed")
    base, games = index["base"], index["games"]
    assert base["bytes"] < 600_000 and all(each["bytes"] < 700_000 for each in games.values())
    assert pack(tmp_path / "again") == index, "the same sources give the same bytes"
    page = tmp_path / "page"
    for each in (base, games["honga"]):
        with zipfile.ZipFile(tmp_path / "packed" / each["file"]) as archive:
            archive.extractall(page)
    root = Path(__file__).parents[2]
    tests = tmp_path / "tests" / "offline"
    shutil.copytree(root / "tests" / "offline", tests)
    script = PACKED.format(absent=ABSENT, path=[str(page), str(tests)])
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Doggerland" in done.stdout


def test_a_packed_net_holds_the_numbers_of_the_file(tmp_path: Path) -> None:
    from firstfire.players.policy.flat import flat_for

    path = find_game("totem").folder / "strategy" / NET
    flat = flat_for(find_game("totem"), path, path.stat().st_mtime_ns)
    (tmp_path / "policy.flat").write_bytes(packed(flat))
    read = read_packed(tmp_path / "policy.flat")
    for name in ROWS:
        assert getattr(read, name).tobytes() == getattr(flat, name).tobytes()
    assert (read.width, read.actions, read.seats) == (flat.width, flat.actions, flat.seats)
    (tmp_path / "cut.flat").write_bytes(packed(flat)[:-1])
    with pytest.raises(BadNet):
        read_packed(tmp_path / "cut.flat")


def test_the_trimmed_library_keeps_what_is_needed() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as library:
        for name in ("asyncio/base.pyc", "unittest/mock.pyc", "encodings/utf_8.pyc", "encodings/big5.pyc", "json.pyc"):
            library.writestr(name, name)
    with zipfile.ZipFile(io.BytesIO(trimmed(made.getvalue()))) as fewer:
        assert fewer.namelist() == ["asyncio/base.pyc", "encodings/utf_8.pyc", "json.pyc"]
