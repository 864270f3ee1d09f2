"""What every version wrote and promised (tests/kept/VERSION, by tests/keep_version.py) is read and kept by
today's code. docs/explanation/versions.md says what may change when."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import fields
from functools import cache
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests import keep_version
from tests.server.conftest import open_site, settings  # noqa: F401
from tests.server.tools import Sitter, inside

from firstfire import Table, __version__
from firstfire.cli import build_parser
from firstfire.lab.benchmark import Benchmark
from firstfire.saves import parse_save
from firstfire.server.settings import Keeping, Settings
from firstfire.server.web.guests import COOKIE, Guest

KEPT = Path(__file__).parent / "kept"
VERSIONS = sorted(folder.name for folder in KEPT.iterdir() if folder.is_dir())
SURFACES = [version for version in VERSIONS if version.split(".")[0] == __version__.split(".")[0]]
WORDS = re.compile(r'"[^"]*"|\w+|\[\]')
Opener = Callable[..., TestClient]
Row = dict[str, Any]


def kept(version: str, file: str) -> Row:
    found: Row = json.loads((KEPT / version / file).read_text(encoding="utf-8"))
    return found


def test_this_version_is_kept() -> None:
    assert __version__ in VERSIONS, "run `PYTHONPATH=examples python -m tests.keep_version` (docs/how-to/release.md)"


# ── what was promised: until the next major version, names and fields are only added ───


@cache
def today() -> Row:
    return {"python": keep_version.python(), "commands": keep_version.commands(build_parser()), **keep_version.wire()}


def lost_arguments(old: list[str], new: list[str]) -> set[str]:
    """What a call that was right would stumble over."""
    by_place = [[bare(name) for name in takewhile(lambda name: "*" not in name, names)] for names in (old, new)]
    lost = {name for name, now in zip_longest(by_place[0], by_place[1][: len(by_place[0])]) if name != now}
    lost |= {bare(name) for name in old} - {bare(name) for name in new} - {"*"}
    needed = {name for name in new if "=" not in name and "*" not in name}
    return lost | (needed - set(old))


def bare(argument: str) -> str:
    """An argument's name."""
    return argument.rstrip("=")


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        (["a", "b="], ["a", "b=", "*", "c="], set()),
        (["a", "*", "b"], ["a=", "b="], set()),
        (["a", "b="], ["a"], {"b"}),
        (["a"], ["a", "b"], {"b"}),
        (["a", "b="], ["a", "*", "b="], {"b"}),
        (["a", "b"], ["b", "a"], {"a", "b"}),
        (["a="], ["a"], {"a"}),
        (["*moves"], ["moves"], {"*moves", "moves"}),
    ],
)
def test_lost_arguments_are_found(old: list[str], new: list[str], lost: set[str]) -> None:
    assert lost_arguments(old, new) == lost


@pytest.mark.parametrize("version", SURFACES)
def test_calls_of_the_python_api_still_work(version: str) -> None:
    old, new = kept(version, "surface.json")["python"], today()["python"]
    assert old.keys() - new.keys() == set()
    assert {name: lost for name, names in old.items() if (lost := lost_arguments(names, new[name]))} == {}


@pytest.mark.parametrize("version", SURFACES)
def test_commands_still_have_their_options(version: str) -> None:
    old, new = kept(version, "surface.json")["commands"], today()["commands"]
    assert {name: lost for name, words in old.items() if (lost := set(words) - set(new.get(name, ())))} == {}


def models_of(surface: Row, roots: Collection[str]) -> set[str]:
    """Models with these names, and those that they hold."""
    found: set[str] = set()
    wanted = {word for root in roots for word in WORDS.findall(root)} & surface["models"].keys()
    while wanted:
        found |= wanted
        held = {word for name in wanted for shape in surface["models"][name].values() for word in WORDS.findall(shape)}
        wanted = (held & surface["models"].keys()) - found
    return found


def lost_fields(old: Mapping[str, str], new: Mapping[str, str], *, is_asked: bool) -> list[str]:
    """Fields that are gone or narrower. A request may not ask for more than before, an answer not leave out more."""
    lost = [name for name in old if name.rstrip("?") not in {other.rstrip("?") for other in new}]
    for name, shape in old.items():
        now = new.get(name, new.get(f"{name.rstrip('?')}?" if is_asked else name.rstrip("?")))
        if name not in lost and (now is None or set(WORDS.findall(shape)) - set(WORDS.findall(now))):
            lost.append(name)
    return lost + [name for name in new if is_asked and not name.endswith("?") and name not in old]


@pytest.mark.parametrize("version", SURFACES)
def test_an_older_client_and_this_server_understand_each_other(version: str) -> None:
    old, new = kept(version, "surface.json"), today()
    for address, bodies in old["addresses"].items():
        assert new["addresses"].get(address) == bodies, address
    for side, messages in old["messages"].items():
        assert set(messages) <= set(new["messages"][side])
    asked = models_of(old, [*old["messages"]["client"], *(body for body, _ in old["addresses"].values())])
    told = models_of(old, [*old["messages"]["server"], *(body for _, body in old["addresses"].values())])
    assert asked | told | {"RefusalBody"} == old["models"].keys()
    for names, is_asked in ((asked, True), (told | {"RefusalBody"}, False)):
        assert {
            name: lost
            for name in names
            if (lost := lost_fields(old["models"][name], new["models"].get(name, {}), is_asked=is_asked))
        } == {}


@pytest.mark.parametrize(
    ("old", "new", "is_asked", "lost"),
    [
        ({"a": "number"}, {"a": "number", "b?": "string"}, True, []),
        ({"a": "number"}, {"a": "number", "b": "string"}, True, ["b"]),
        ({"a": "number"}, {"a": "number", "b": "string"}, False, []),
        ({"a": '"x"'}, {"a": '"x" | "y"'}, True, []),
        ({"a": '"x" | "y"'}, {"a": '"x"'}, True, ["a"]),
        ({"a": "number"}, {}, False, ["a"]),
        ({"a": "number"}, {"a?": "number"}, True, []),
        ({"a": "number"}, {"a?": "number"}, False, ["a"]),
        ({"a?": "number"}, {"a": "number"}, True, ["a?", "a"]),
        ({"a?": "number"}, {"a": "number"}, False, []),
    ],
)
def test_lost_fields_are_found(old: Row, new: Row, is_asked: bool, lost: list[str]) -> None:
    assert lost_fields(old, new, is_asked=is_asked) == lost


# ── what was written: every later version reads it ─────────────────────────────────────


@pytest.mark.parametrize("version", VERSIONS)
def test_positions_and_observations_are_those_of_their_rules(version: str) -> None:
    for was in kept(version, "games.json").values():
        table = Table.at(was["rules"].partition("@")[0], was["position"], interpreted=True)
        assert table.game.key == was["rules"]
        assert {"position": table.position(), "rules": table.game.key, **keep_version.seen(table)} == was


@pytest.mark.parametrize("version", VERSIONS)
def test_a_net_thinks_what_it_thought(version: str) -> None:
    was, found = kept(version, "net.json"), kept(version, "games.json")["totem"]
    now = keep_version.thoughts(KEPT / version / "tiny.net", found)
    assert now["arrays"] == was["arrays"]
    assert (now["values"], now["likes"]) == (pytest.approx(was["values"]), pytest.approx(was["likes"]))


@pytest.mark.parametrize("version", VERSIONS)
def test_the_result_of_a_benchmark_gives_the_same_row(version: str) -> None:
    """By protocol 1 and its ratings, from the games that were played."""
    was = kept(version, "benchmark.json")
    known = {field.name: was[field.name] for field in fields(Benchmark) if field.name in was}
    again = Benchmark(**known, deals=int(was["command"].split()[-1]))
    assert again.row() == was["row"] and round(again.rating[0]) == was["rating"]
    assert was.keys() <= again.as_dict().keys()


@pytest.fixture
def old_server(settings: Settings, open_site: Opener) -> Callable[[str], TestClient]:  # noqa: F811
    """A server of today on the database that a version left."""

    def opener(version: str) -> TestClient:
        with closing(sqlite3.connect(settings.data / "firstfire.sqlite3")) as base:
            base.executescript((KEPT / version / "server.sql").read_text(encoding="utf-8"))
        return open_site(keeping=Keeping(gathering=0, unfinished=0, guests=0))

    return opener


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_is_opened_and_its_games_go_on(version: str, old_server: Callable[[str], TestClient]) -> None:
    """Its player still has name, history and seats; the running game is played to its end."""
    site = old_server(version)
    with closing(sqlite3.connect(inside(site).settings.data / "firstfire.sqlite3")) as base:
        tables = {state: name for name, state in base.execute("SELECT id, state FROM tables")}
        ((guest,),) = base.execute("SELECT DISTINCT guest FROM holders").fetchall()
    site.cookies.set(COOKIE, inside(site).signer.cookie(Guest(guest, is_new=False)))
    assert site.get("/api/me").json()["name"] == "Ayla"
    assert {row["table"] for row in site.get("/api/me/history").json()["games"]} == {tables["finished"]}
    with Sitter(site, tables["playing"]) as sitter:
        assert "Whose turn is it?" in str(sitter.picture.state["chat"])
    keep_version.play(site, tables["playing"], most=10_000)
    for table in tables.values():
        assert site.get(f"/api/tables/{table}/replay", params={"seat": "open"}).json()["over"]
        assert Table.from_save(parse_save(site.get(f"/api/tables/{table}/save").text), interpreted=True).over
