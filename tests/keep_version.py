"""Keep what this version writes and promises, for the tests of every later one:

    PYTHONPATH=examples python -m tests.keep_version

It writes tests/kept/VERSION (tests/test_kept_versions.py reads each of them):

    surface.json      names and arguments of the Python API, of commands, and of everything that crosses the wire
    games.json        a position in the middle of each game, what a seat observes there, and the legal actions
    server.sql        the database of a server: a finished table, one that is still played, their players and talk
    tiny.net          a net for Totem; net.json says what it thinks of the position in games.json
    benchmark.json    the result of a benchmark

A version that was published is not kept again.
"""

from __future__ import annotations

import argparse
import inspect
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from starlette.testclient import TestClient
from tests.server.tools import Sitter, new_table
from tests.test_names import SURFACE

from firstfire import Table, __version__, game
from firstfire.cli import build_parser
from firstfire.games import GAMES
from firstfire.lab.benchmark import run_benchmark
from firstfire.players.policy.file import Array, NetFile, read_net
from firstfire.players.policy.inputs import LOOKED_UP, fingerprint, inputs_for
from firstfire.players.policy.net import net_for
from firstfire.server.settings import UNLIMITED, Settings
from firstfire.server.typescript import type_of
from firstfire.server.web.app import create_app
from firstfire.server.web.openapi import document
from firstfire.server.web.rest import ENDPOINTS

KEPT = Path(__file__).parent / "kept"
PLIES, WIDTH = 12, 4
Row = dict[str, Any]


def main() -> None:
    """Write the folder of this version."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if subprocess.check_output(["git", "tag", "--list", f"v{__version__}"], text=True):
        sys.exit(f"{__version__} is published: what it promised is not changed any more. Raise the version first.")
    folder = KEPT / __version__
    folder.mkdir(exist_ok=True)
    write(folder / "surface.json", {"python": python(), "commands": commands(build_parser()), **wire()})
    write(folder / "games.json", {name: middle(name) for name in GAMES})
    (folder / "server.sql").write_text(database(), encoding="utf-8")
    tiny_net().write(folder / "tiny.net")
    write(folder / "net.json", thoughts(folder / "tiny.net", json.loads((folder / "games.json").read_text())["totem"]))
    write(folder / "benchmark.json", run_benchmark("totem", "greedy", deals=1, jobs=1).as_dict())
    print(f"{folder} is kept.", file=sys.stderr)


def write(file: Path, found: Row) -> None:
    """JSON with a line for each entry of the second level, so that changes can be read."""
    parts = []
    for name, part in sorted(found.items()):
        rows = [f" {json.dumps(key)}: {one_line(part[key])}" for key in sorted(part)] if isinstance(part, dict) else []
        parts.append(f"{json.dumps(name)}: " + ("{\n" + ",\n".join(rows) + "\n}" if rows else one_line(part)))
    file.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def one_line(found: object) -> str:
    """JSON in one line."""
    return json.dumps(found, ensure_ascii=False, sort_keys=True)


# ── what is promised ───────────────────────────────────────────────────────────────────


def python() -> dict[str, list[str]]:
    """Each public function, class and method with its arguments; a property has none."""
    found: dict[str, list[str]] = {}
    for package in SURFACE:
        module = import_module(package)
        for name in module.__all__:
            found.update(_members(f"{package}.{name}", getattr(module, name)))
    return found


def _members(path: str, found: Any) -> Iterator[tuple[str, list[str]]]:
    yield path, arguments(found) if callable(found) else []
    if isinstance(found, type):
        for name, _ in inspect.getmembers(found):
            own = inspect.getattr_static(found, name)
            if not name.startswith("_") and any(name in vars(each) for each in ours(found)):
                yield f"{path}.{name}", arguments(getattr(found, name)) if not isinstance(own, property) else []


def ours(found: type) -> list[type]:
    """A class and its bases, but for those of other projects."""
    return [each for each in found.__mro__ if each.__module__.startswith("firstfire")]


def arguments(found: Any) -> list[str]:
    """Arguments as they are written: `name`, `name=` where it may be left out, `*names`; after `*` by name only."""
    try:
        told = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return []
    marks: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    written: list[str] = []
    for one in told:
        if one.kind is one.KEYWORD_ONLY and "*" not in "".join(written):
            written.append("*")
        written.append(f"{marks.get(one.kind, '')}{one.name}{'=' if one.default is not one.empty else ''}")
    return written


def commands(parser: argparse.ArgumentParser, path: str = "firstfire") -> dict[str, list[str]]:
    """Each command with its options and the words it takes."""
    found: dict[str, list[str]] = {path: []}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                found.update(commands(inner, f"{path} {name}"))
        else:
            found[path] += action.option_strings or [action.dest]
    return found


def wire() -> Row:
    """Requests and answers: addresses, messages of the WebSocket, and the fields of each model."""
    told = document(ENDPOINTS)
    models = {
        name: {
            f"{field}{'' if field in model.get('required', ()) or 'const' in shape else '?'}": type_of(shape)
            for field, shape in model["properties"].items()
        }
        for name, model in told["components"]["schemas"].items()
        if "properties" in model
    }
    (socket,) = told["x-websockets"].values()
    addresses = {
        f"{method.upper()} {path}": [
            type_of(_body(one.get("requestBody"))), type_of(_body(next(iter(one["responses"].values())))),
        ]
        for path, methods in told["paths"].items()
        for method, one in methods.items()
    }  # fmt: skip
    messages = {side: [type_of(each) for each in said] for side, said in socket.items()}
    return {"models": models, "addresses": addresses, "messages": messages}


def _body(told: Row | None) -> Row:
    return told["content"]["application/json"]["schema"] if told else {"const": None}


# ── what is written ────────────────────────────────────────────────────────────────────


def middle(name: str) -> Row:
    """A position after some random actions, what its next player observes, and what they may do."""
    stream, table = random.Random(name), Table.new(name, seed=7, interpreted=True)
    for _ in range(PLIES):
        table.play(stream.choice(table.numbers()))
    return {"rules": table.game.key, "position": table.position(), **seen(table)}


def seen(table: Table) -> Row:
    """What the player to act observes, and the legal actions by text and number."""
    assert table.player is not None
    row = table.view(table.player).observe(interpreted=True)
    return {"observation": [int(each) for each in row], "legal": {str(each): each.number for each in table.legal()}}


def database() -> str:
    """What lies on the disk of a server, as SQL."""
    with TemporaryDirectory() as place:
        settings = Settings(
            data=Path(place), workers=1, early_workers=False, compile_rules=False, public=("testserver",),
            limits=UNLIMITED, commit_pace=0.0,
        )  # fmt: skip
        with TestClient(create_app(settings)) as site:
            site.put("/api/me", json={"name": "Ayla"}).raise_for_status()
            finished, running = (new_table(site, "totem", ["me", "hot"], seed=5)["table"]["id"] for _ in range(2))
            play(site, finished, 10_000)
            play(site, running, 12)
            with Sitter(site, running) as sitter:
                sitter.say("chat", text="Whose turn is it?")
        with closing(sqlite3.connect(Path(place) / "firstfire.sqlite3")) as base:
            return "\n".join(base.iterdump()) + "\n"


def play(site: TestClient, table: str, most: int) -> None:
    """Play both seats at random, this many actions at most."""
    stream = random.Random(table)
    with Sitter(site, table) as sitter:
        for _ in range(most):
            if sitter.picture.state["hand_over"] is not None:
                sitter.say("look", seat=sitter.picture.state["hand_over"])
            sitter.until(lambda: sitter.picture.my_turn or sitter.over)
            if sitter.over:
                return
            sitter.act(stream)


def tiny_net() -> NetFile:
    """A net of random numbers that fits Totem."""
    found, chance = game("totem"), np.random.default_rng(1)
    seen, seats = found.observation, max(found.seats)

    def small(*shape: int) -> Array:
        return chance.integers(-127, 128, shape).astype(np.int8)

    def wide(*shape: int, size: float = 1.0) -> Array:
        return (size * chance.standard_normal(shape)).astype(np.float32)

    rows, actions = inputs_for(seen.features, seen.size, LOOKED_UP).rows, len(found.actions)
    return NetFile("totem", fingerprint(found, seen.version, seen.features), seats, LOOKED_UP, {
        "rows": small(rows, WIDTH), "hidden": small(1, WIDTH, WIDTH),
        "scale": np.abs(wide(2, WIDTH, size=1e-4)), "bias": wide(2, WIDTH), "gain": 1 + wide(2, WIDTH),
        "shift": wide(2, WIDTH), "policy": small(actions, WIDTH), "policy_scale": np.abs(wide(actions, size=1e-4)),
        "policy_bias": wide(actions), "value": small(seats, WIDTH), "value_scale": np.abs(wide(seats, size=1e-4)),
        "value_bias": wide(seats),
    })  # fmt: skip


def thoughts(file: Path, position: Row) -> Row:
    """What a net thinks of a position: its value for each seat, how it likes each action, and what it is made of."""
    table = Table.at("totem", position["position"], interpreted=True)
    assert table.player is not None
    net, view = net_for(table.game, file, interpreted=True), table.view(table.player)
    likes = net.consider(view, table.numbers(), interpreted=True)
    arrays = {name: list(array.shape) for name, array in read_net(file).arrays.items()}
    return {"values": list(map(float, net.values())), "likes": list(map(float, likes)), "arrays": arrays}


if __name__ == "__main__":
    main()
