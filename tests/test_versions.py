"""Games of every version that was ever kept are opened by today's code, and end where they ended.

tests/kept holds whole games by each version of each game, made once by `tools/keep_rules.py GAME --games`: saves
and logs as they lie on people's disks.
"""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server import embers_two
from tests.server.conftest import open_site, settings  # noqa: F401
from tests.server.tools import Sitter, inside, person, setup
from tools import keep_rules

import embers
from firstfire import Table, game
from firstfire import games as shelf
from firstfire.cli import main
from firstfire.errors import BadSave
from firstfire.games import GAMES, kept, versions
from firstfire.kernel.engines.engine import engine_for
from firstfire.players import player_named
from firstfire.saves import parse_save
from firstfire.server.rooms.new_tables import found
from firstfire.server.store.batch import Batch
from firstfire.server.store.events import Event

KEPT = Path(__file__).parent / "kept"
STORED = sorted(path.stem for path in KEPT.glob("*.json"))
LEFT = 4  # actions a running game still has before it
Whole = dict[str, Any]


def stored(key: str) -> list[Whole]:
    found: list[Whole] = json.loads((KEPT / f"{key}.json").read_text(encoding="utf-8"))
    return found


# ── what whoever changes rules or components has to do ─────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_components_change_only_with_the_rules_version(name: str) -> None:
    today = game(name)
    assert today.key in STORED, (
        f"version {today.rules_version} of {name} is new: make whole games by it, "
        f"`python tools/keep_rules.py {name} --games` (docs/how-to/change-a-rule.md)"
    )
    assert {whole["save"]["box"] for whole in stored(today.key)} == {today.standard_hash}, (
        f"the box of {name} is not the one of version {today.rules_version} any more, and every saved game of it "
        f"would be refused: take the change back, run `python tools/keep_rules.py {name}`, make the change again "
        f"with rules_version {today.rules_version + 1} (docs/how-to/change-a-rule.md)"
    )


@pytest.mark.parametrize("key", STORED)
def test_every_version_that_was_ever_played_is_kept(key: str) -> None:
    name, _, version = key.partition("@")
    assert int(version) in versions(name), (
        f"nobody keeps rules version {version} of {name}, and its saved games cannot be opened: "
        f"run `python tools/keep_rules.py {name}` on the sources of that version (docs/how-to/change-a-rule.md)"
    )
    assert game(key).key == key


# ── stored games ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", STORED)
def test_stored_games_end_where_they_ended(key: str) -> None:
    """The digest of the record, points, places and reason: as they were when these games were played. (Fails for a rule
    that was changed in place: keep the old one first, docs/how-to/change-a-rule.md.)"""
    for whole in stored(key):
        save = parse_save(json.dumps(whole["save"]))
        table = Table.from_save(save, interpreted=True)
        outcome = table.outcome()
        assert outcome is not None and table.digest() == whole["save"]["digest"]
        assert (outcome.ending, list(outcome.scores), list(outcome.ranks)) == (
            whole["ending"], whole["scores"], whole["ranks"],
        )  # fmt: skip
        assert [[table.seat_of(turn), number] for turn, number in enumerate(table.played())] == whole["acts"]
        assert table.to_save() == save


async def put_on_disk(site: TestClient, whole: Whole, acts: list[list[int]], table: str) -> None:
    """A table as a server of that version left it: its set-up, who sits there, and the log."""
    save, now = whole["save"], time.time()
    rules = {"rules_version": save["rules_version"], "box": save["box"]}
    made = found(
        table, setup(save["game"], save["players"], seed=save["seed"], options=save["options"], rules=rules),
        [person(name, "ayla") for name in save["names"]], now,
    )  # fmt: skip
    assert {**made.events[-1].data} == rules
    begun = len(made.events)
    events = [
        Event(begun + turn, int(now * 1000), "act", {"seat": seat, "action": action, "spent": 0})
        for turn, (seat, action) in enumerate(acts, 1)
    ]
    row = replace(made.row, state="finished" if len(acts) == len(whole["acts"]) else "playing")
    store = inside(site).store
    await store.append(Batch(table, [*made.events, *events], row, is_new=True))


@pytest.mark.slow
@pytest.mark.parametrize("key", STORED)
def test_a_server_opens_tables_of_every_kept_version(key: str, open_site: Callable[..., TestClient]) -> None:  # noqa: F811
    """A finished one: page, replay, result, save. A running one goes on to its end."""
    whole, site = stored(key)[0], open_site()
    assert site.portal is not None
    acts = whole["acts"]
    site.portal.call(put_on_disk, site, whole, acts, "finished")
    site.portal.call(put_on_disk, site, whole, acts[:-LEFT], "running")
    assert site.get("/api/tables/finished").json()["state"] == "finished"
    with Sitter(site, "finished") as sitter:
        told = sitter.picture.state["result"]["seats"]
        assert ([row["points"] for row in told], [row["rank"] for row in told]) == (whole["scores"], whole["ranks"])
    replay = site.get("/api/tables/finished/replay", params={"seat": "open"}).json()
    assert replay["over"] and replay["steps"] == len(acts)
    last = site.get(f"/api/tables/finished/replay/{len(acts)}", params={"seat": "open"})
    assert last.status_code == 200 and last.json()["scene"]["over"]
    assert site.get("/api/tables/finished/save").json() == whole["save"]
    keys = [inside(site).signer.key("running", seat, 0) for seat in range(whole["save"]["players"])]
    for seat, action in acts[-LEFT:]:
        with Sitter(site, "running", key=keys[seat]) as sitter:
            answer = sitter.say("act", version=sitter.picture.state["version"], action=action)
            assert answer["type"] == "done", answer
    assert site.get("/api/tables/running/save").json() == whole["save"]


# ── two versions side by side ──────────────────────────────────────────────────────────


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Embers by rules version 1 (take up to three) and by version 2 (up to two)."""
    monkeypatch.setattr(shelf, "_ADDED", {})
    for each in (embers.GAME, embers_two.GAME):
        shelf.add_game(each)


@pytest.mark.usefixtures("two_versions")
def test_files_are_replayed_and_resumed_by_the_rules_of_their_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    file = Table.new("embers@1", 2, seed=1, interpreted=True).play("take 3").save(tmp_path / "old.json")
    assert json.loads(file.read_text())["game"] == "embers"
    loaded = Table.load(file, interpreted=True)
    assert loaded.game is embers.GAME and len(loaded.legal()) == 3
    assert [len(table.legal()) for table in Table.replay(file, interpreted=True)] == [3, 3]
    assert len(Table.new("embers", 2, seed=1, interpreted=True).legal()) == 2
    assert player_named("hunter", loaded.game.key, 1, interpreted=True).choose(loaded.view(1)) in loaded.numbers()
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    assert main(["replay", str(file)]) == 0
    assert "takes 3" in capsys.readouterr().out
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "rules_version": 2}))
    with pytest.raises(BadSave, match="action 1 of the save file cannot be played"):
        Table.load(file, interpreted=True)


@pytest.mark.slow
@pytest.mark.usefixtures("two_versions")
def test_two_versions_run_compiled_in_one_process() -> None:
    old, new = (engine_for(game(key), interpreted=False) for key in ("embers@1", "embers@2"))
    for engine, ways in ((old, 3), (new, 2), (old, 3)):
        state = engine.new(2, 7)
        assert len(engine.legal(state, engine.game.standard_box)) == ways


# ── the tool ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def kept_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty place for kept packages."""
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(shelf, "HERE", tmp_path)
    monkeypatch.setattr(kept, "__path__", [str(tmp_path / "kept")])
    yield tmp_path / "kept"
    for name in [name for name in sys.modules if name.startswith(f"{kept.__name__}.")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_kept_before_they_change(name: str, kept_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool copies a package; with a newer version on the shelf, games of the old one are opened by the copy."""
    today = game(name)
    copy = keep_rules.keep_package(today, kept_folder)
    assert copy.name == f"{name}_v{today.rules_version}"
    with pytest.raises(keep_rules.CannotKeep, match="already"):
        keep_rules.keep_package(today, kept_folder)
    newer = replace(today, rules_version=today.rules_version + 1)
    monkeypatch.setattr(import_module(f"firstfire.games.{name}"), "GAME", newer)
    assert game(name) is newer and versions(name) == (newer.rules_version, today.rules_version)
    whole = min(stored(today.key), key=lambda whole: len(whole["acts"]))
    table = Table.from_save(parse_save(json.dumps(whole["save"])), interpreted=True)
    assert Path(sys.modules[table.game.state.__module__].__file__ or "").parent == copy
    assert table.game.key == today.key and list(table.scores()) == whole["scores"]
    assert table.view(-1).scene("fr").ending


@pytest.mark.parametrize(
    "path, dots", [("decisions.py", ".."), ("rules/turn.py", "..."), ("state.py", "firstfire.games.")]
)
def test_a_package_that_reaches_outside_itself_is_not_kept(
    path: str, dots: str, kept_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "odd" / "rules").mkdir(parents=True)
    (tmp_path / "odd" / "rules" / "setup.py").write_text("from ..box import Box\n")  # inside: nothing against it
    (tmp_path / "odd" / path).write_text(f"from {dots}totem.box import Box\n")
    with pytest.raises(keep_rules.CannotKeep, match=rf"{path} imports {re.escape(dots)}totem\.box"):
        keep_rules.keep_package(replace(game("totem"), name="odd", folder=tmp_path / "odd"), kept_folder)


def test_whole_games_of_a_version_are_made_once(tmp_path: Path) -> None:
    """The same games each time: their seeds are fixed."""
    made = keep_rules.keep_games(game("totem"), tmp_path)
    assert json.loads(made.read_text(encoding="utf-8")) == stored(game("totem").key)
    with pytest.raises(keep_rules.CannotKeep, match="already"):
        keep_rules.keep_games(game("totem"), tmp_path)
