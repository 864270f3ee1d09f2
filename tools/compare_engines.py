"""The same games by libraries, by Numba and as WebAssembly, byte by byte.

    firstfire build --target wasm --target linux-x86_64 --out libraries
    python tools/compare_engines.py libraries                    2,000 games of each game: a library against all others
    python tools/compare_engines.py libraries --with jit --with node --with chromium

Of every decision the record, the legal set and the observation are compared; now and then what the net makes of
it, the trees of a search and of one that the net leads (so whatever they choose), the outlook of a hint, and the
estimate of an analysis; of every game points, places and shares of the victory.
"""

from __future__ import annotations

import argparse
import base64
import ctypes
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeAlias

import numpy as np

from firstfire.build.entries import entry_points
from firstfire.games import GAMES
from firstfire.games.folders import game_at
from firstfire.kernel.engines.compiled import CompiledEngine
from firstfire.kernel.engines.engine import Engine
from firstfire.kernel.engines.library import Library, library_for, this_target
from firstfire.kernel.game import Game
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules import drive
from firstfire.players.policy.flat import Flat
from firstfire.players.policy.net import net_for, shipped_net
from firstfire.players.policy.packed import PackedFlat
from firstfire.players.settings import settings_for
from firstfire.players.tree import nodes

ROOT = Path(__file__).parent.parent
ENTRY_POINTS = entry_points()
KINDS = ("jit", "node", "chromium")  # what a library is compared with
CHUNK = 100  # games that each engine plays in turn
SIMULATIONS = 24
NODES_COMPARED = 512  # as many as so few simulations can open, and more
NODES = nodes.NODES
# records, whose classes ctypes knows
Dice: Any = drive.Dice
SearchPlan: Any = nodes.SearchPlan
Node: Any = nodes.Node
Job = dict[str, Any]


def job_of(
    game: Game, engine: Engine, every: int, *, simulations: int = SIMULATIONS, nodes: int = NODES_COMPARED
) -> Job:
    """What all sides need to play the same games."""
    plan = SearchPlan()
    for name, value in asdict(settings_for(game.key, game.seats[0])).items():
        setattr(plan, name, value)
    plan.simulations, plan.limit, plan.only, plan.root, plan.used = simulations, nodes - 1, -1, 1, 1
    for i in range(len(plan.lowest)):
        plan.lowest[i], plan.highest[i] = 1.0, 0.0
    dice = Dice()
    dice.rng[0], dice.rng[1], dice.rng[2], dice.rng[3] = 11, 22, 33, 44
    plan.dice = dice
    records = {"box": game.standard_box, "dice": dice, "plan": plan}
    return {
        **{name: text(bytes(record)) for name, record in records.items()},
        "fresh": [text(bytes(engine.fresh(seats))) for seats in game.seats],
        "net": None if shipped_net(game) is None else net_of(game),
        "used": nodes, "every": every,
    }  # fmt: skip


def net_of(game: Game) -> dict[str, Any]:
    """The arrays of a game's net."""
    flat = net_for(game, interpreted=True).flat
    arrays = {name: text(getattr(flat, name).tobytes()) for name in ("shape", "tables", "weights", "scales")}
    return {**arrays, "width": flat.width, "seats": flat.seats}


def text(content: bytes) -> str:
    """Bytes as JSON holds them."""
    return base64.b64encode(content).decode()


class NativeTable:
    """The games of a job, played by a library or whatever else an engine has."""

    def __init__(self, game: Game, engine: CompiledEngine, job: Job) -> None:
        self.game, self.engine, self.job = game, engine, job
        self.machine: dict[str, Callable[..., Any]] = {}
        self.decisions = self.searches = 0
        self.hash = hashlib.sha256()
        self.table, self.s, self.known = game.state(), game.state(), game.state()
        self.box, self.mask = game.standard_box, engine.mask()
        self.moves = (ctypes.c_int64 * engine.actions)()
        self.dice = Dice.from_buffer_copy(base64.b64decode(job["dice"]))
        self.plan, self.points, self.fractions = SearchPlan(), engine.row(), engine.fractions()
        self.row, self.totals = engine.observation(), engine.fractions()
        self.moving = [self.function(name) for name in ("legal_mask", "observe_as", "random_action", "step")]
        self.places = [address(each) for each in (self.table, self.s, self.box, self.mask, self.dice, self.row)]
        self.nodes = (Node * NODES)()
        self.scratch, self.shares = game.state(), np.zeros(2 * engine.actions)
        self.net: Flat | PackedFlat | None = net_for(game, interpreted=True).flat if job["net"] else None
        if self.net is not None:
            width = self.net.width
            self.active, self.sums, self.fine = np.zeros(width, np.int16), np.zeros(width, np.int32), np.zeros(width)
            self.likings, self.hopes = np.zeros(engine.actions), np.zeros(self.net.seats)

    def call(self, name: str, *values: Any) -> Any:
        """Call an entry point: records and arrays are given as what they are."""
        return self.function(name)(*map(address, values))

    def function(self, name: str) -> Callable[..., Any]:
        """The machine code of an entry point."""
        if name not in self.machine:
            self.machine[name] = self.engine.raw_entry(ENTRY_POINTS[name])
        return self.machine[name]

    def note(self, content: Any) -> None:
        """Take something into the digest of the game."""
        self.hash.update(content)

    def play(self, number: int) -> str:
        """One game, and the digest of all that was seen in it."""
        self.hash = hashlib.sha256()
        seats = self.begin(number)
        note, every = self.hash.update, self.job["every"]
        legal_mask, observe_as, random_action, step = self.moving
        table, s, box, mask, dice, row = self.places
        while True:
            note(self.table)
            legal = legal_mask(table, box, mask)
            note(self.mask)
            if legal == 0:
                break
            observe_as(table, s, box, self.table.player, row)
            note(self.row)
            if self.decisions % every == 0:
                self.think()
            step(table, box, random_action(table, box, mask, dice))
            self.decisions += 1
        for name in ("score", "rank"):
            self.call(name, self.table, self.box, self.points)
            self.note(bytes(self.points)[: 8 * seats])
        self.call("victory", self.table, self.box, self.fractions, self.points)
        self.note(bytes(self.fractions)[: 8 * seats])
        return self.hash.hexdigest()[:16]

    def begin(self, number: int) -> int:
        """Set up a game; how many play it."""
        seats = self.game.seats[number % len(self.game.seats)]
        fresh = base64.b64decode(self.job["fresh"][number % len(self.game.seats)])
        ctypes.memmove(ctypes.addressof(self.table), fresh, len(fresh))
        self.call("begin", self.table, self.box, seats, number, 0)
        return seats

    def move(self) -> None:
        """A random action."""
        action = self.call("random_action", self.table, self.box, self.mask, self.dice)
        self.call("step", self.table, self.box, action)

    def think(self) -> None:
        """A look of the net, searches, and games that are played on."""
        net = self.net
        if net is not None:
            rows = self.net_rows(net)
            self.call("look", self.row, *rows)
            count = self.call("list_legal", self.table, self.box, self.mask, self.moves)
            self.call("likings_of", self.moves, count, self.likings, *rows)
            self.note(self.likings[:count])
            self.call("hopes_of", self.hopes, *rows)
            self.note(self.hopes)
        for name in ("search", "search_with_net") if net is not None else ("search",):
            self.search(name)
            self.searches += 1
            self.note_tree()
        self.play_on()

    def net_rows(self, net: Flat | PackedFlat) -> tuple[Any, ...]:
        """The numbers of the net, and the rows it works in."""
        return net.shape, net.tables, net.weights, net.scales, self.active, self.sums, self.fine, net.width

    def search(self, name: str) -> float:
        """A search from what the mover knows, with a tree of its own; how many seconds of the processor it took."""
        self.known = copy_of(self.table)
        self.call("see", self.known, self.box, self.table.player)
        ctypes.memmove(ctypes.addressof(self.plan), base64.b64decode(self.job["plan"]), ctypes.sizeof(self.plan))
        self.plan.seat = self.table.player
        used = self.job["used"]
        ctypes.memset(self.nodes, 0, used * ctypes.sizeof(Node))
        ctypes.memset(self.mask, 0, ctypes.sizeof(self.mask))
        beside: tuple[Any, ...] = ()
        if name == "search_with_net":
            assert self.net is not None
            beside = (self.scratch, self.row, self.shares, *self.net_rows(self.net))
        started = process_time()
        self.call(name, self.s, self.known, self.box, self.mask, self.moves, self.plan, self.nodes, *beside)
        return process_time() - started

    def note_tree(self) -> None:
        """Take the tree of the last search into the digest."""
        used = self.job["used"]
        self.note(self.plan)
        self.note(ctypes.string_at(self.nodes, used * ctypes.sizeof(Node)))

    def play_on(self) -> None:
        """The outlook of a hint, and the estimate of an analysis."""
        working = (self.box, self.mask, self.moves, self.plan)
        ctypes.memset(self.totals, 0, ctypes.sizeof(self.totals))
        self.call("outlook", self.s, self.known, *working, -1, self.totals)
        self.call("estimate", self.s, self.table, *working, -1, self.totals)
        self.note(self.totals)


def address(value: Any) -> Any:
    """What machine code takes for a record, an array or a number."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    return ctypes.addressof(value) if isinstance(value, ctypes.Structure | ctypes.Array) else value


def bundled(kind: str, folder: Path) -> Path:
    """The host and its games as one script."""
    made = folder / f"games.{kind}.js"
    subprocess.run(
        [ROOT / "web/node_modules/.bin/esbuild", ROOT / "web/tests/games.ts", "--bundle", f"--format={kind}",
         "--global-name=firstfireGames", "--target=es2022", "--log-level=warning", f"--outfile={made}"],
        check=True,
    )  # fmt: skip
    return made


NODE = """
const fs = require("fs");
const host = require(process.argv[1]);
require("readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  const answer = {};
  try {
    const [name, ...given] = JSON.parse(line);
    if (name === "open") given[0] = fs.readFileSync(given[0]);
    const began = process.cpuUsage();
    answer.found = await host[name](...given);
    const { user, system } = process.cpuUsage(began);
    answer.seconds = (user + system) / 1e6;
  } catch (error) {
    answer.error = String(error.stack);
  }
  console.log(JSON.stringify(answer));
});
"""


class NodeHost:
    """Modules run by Node. `seconds` is how long its processor worked for the last call."""

    def __init__(self, folder: Path) -> None:
        self.seconds = 0.0
        self.process = subprocess.Popen(
            ["node", "-e", NODE, bundled("cjs", folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def open(self, module: Path, job: Job) -> None:
        """Have a module play the games of a job."""
        self.call("open", str(module), json.loads(calling_of(module).read_text(encoding="utf-8")), job)

    def call(self, function: str, *given: object) -> Any:
        """Call one of the functions of web/tests/games.ts."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([function, *given]) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": "Node ended"}')
        if "error" in answer:
            raise RuntimeError(answer["error"])
        self.seconds = answer["seconds"]
        return answer.get("found")

    def close(self) -> None:
        """End Node."""
        with self.process:
            self.process.terminate()


class ChromiumHost:
    """Modules run by Chromium. `seconds` is how long its processor worked for the last call."""

    def __init__(self, folder: Path) -> None:
        from playwright.sync_api import sync_playwright

        self.seconds = 0.0
        self.started = sync_playwright().start()
        self.browser = self.started.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        self.page = self.browser.new_page()
        self.page.route("http://localhost/**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
        self.page.goto("http://localhost/")
        self.page.set_default_timeout(0)
        self.page.add_script_tag(path=bundled("iife", folder))
        self.processes = self.browser.new_browser_cdp_session()

    def open(self, module: Path, job: Job) -> None:
        """Have a module play the games of a job."""
        self.page.evaluate(
            "([code, calling, job]) => "
            "firstfireGames.open(Uint8Array.from(atob(code), c => c.charCodeAt(0)), calling, job)",
            [text(module.read_bytes()), json.loads(calling_of(module).read_text(encoding="utf-8")), job],
        )

    def call(self, function: str, *given: object) -> Any:
        """Call one of the functions of web/tests/games.ts."""
        before = self._processor_time()
        found = self.page.evaluate("([name, given]) => firstfireGames[name](...given)", [function, list(given)])
        self.seconds = self._processor_time() - before
        return found

    def _processor_time(self) -> float:
        """Seconds that the processes of pages have worked so far."""
        known = self.processes.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(each["cpuTime"] for each in known if each["type"] == "renderer"))

    def close(self) -> None:
        """End the browser."""
        self.browser.close()
        self.started.stop()


Host: TypeAlias = NodeHost | ChromiumHost


def calling_of(module: Path) -> Path:
    """The file that says how to call a module."""
    return module.with_name(f"{module.name.partition('.')[0]}.json")


def native(game: Game, folder: Path) -> CompiledEngine:
    """The engine of the library in a folder."""
    os.environ["FIRSTFIRE_LIBRARIES"] = str(folder)
    library_for.cache_clear()
    library: Library | None = library_for(game)
    if library is None:
        raise SystemExit(f"{folder} holds no library for {game.name} that fits")
    return CompiledEngine(game, library=library)


def compiled_here(game: Game) -> CompiledEngine:
    """The engine that Numba makes for this computer."""
    return CompiledEngine(game, heard=lambda name: None)


def module_of(game: Game, folder: Path) -> Path:
    """The module of a game in a folder."""
    (module,) = folder.glob(f"{game.name}.v*.wasm")
    return module


def digests(game: Game, engine: CompiledEngine, job: Job, games: int) -> tuple[list[str], NativeTable]:
    """The digest of each of the first games of a job, and the table they were played at."""
    table = NativeTable(game, engine, job)
    return [table.play(number) for number in range(games)], table


def host_named(kind: str, folder: Path) -> Host:
    """Where modules run: node or chromium."""
    return ChromiumHost(folder) if kind == "chromium" else NodeHost(folder)


@contextmanager
def other(kind: str, game: Game, libraries: Path, job: Job) -> Iterator[Callable[[int, int], list[str]]]:
    """Another engine: what gives the digests of some games, from a first one on."""
    if kind == "jit":
        table = NativeTable(game, compiled_here(game), job)
        yield lambda first, count: [table.play(number) for number in range(first, first + count)]
        return
    with TemporaryDirectory() as place:
        host = host_named(kind, Path(place))
        try:
            host.open(module_of(game, libraries / "wasm"), job)
            yield lambda first, count: list(host.call("play", first, count)["digests"])
        finally:
            host.close()


def compare(game: Game, libraries: Path, kinds: Sequence[str], games: int, every: int) -> int:
    """Play the games by each engine, some by all of them before the next; how many differ."""
    engine = native(game, libraries / this_target())
    job = job_of(game, engine, every)
    table, differing = NativeTable(game, engine, job), {kind: list[int]() for kind in kinds}
    with ExitStack() as stack:
        engines = {kind: stack.enter_context(other(kind, game, libraries, job)) for kind in kinds}
        for first in range(0, games, CHUNK):
            numbers = range(first, min(first + CHUNK, games))
            wanted = [table.play(number) for number in numbers]
            for kind, play in engines.items():
                found = play(first, len(numbers))
                differing[kind] += [n for n, a, b in zip(numbers, wanted, found, strict=True) if a != b]
            if sys.stderr.isatty():
                print(f"\r{game.name}: {numbers.stop} of {games} games", end="", file=sys.stderr, flush=True)
    played = f"{games} games, {table.decisions} decisions, {table.searches} searches"
    for kind, wrong in differing.items():
        which = f": {', '.join(map(str, wrong[:10]))}" if wrong else ""
        print(f"{game.name:<12} {kind:<9} {played}: {len(wrong)} games differ{which}", flush=True)
    return sum(map(len, differing.values()))


def main(words: Sequence[str] | None = None) -> int:
    """Compare games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("libraries", type=Path, help="the folder that `firstfire build` made")
    parser.add_argument("--games", type=int, default=2000, help="how many of each game (default: 2000)")
    parser.add_argument("--every", type=int, default=200, help="decisions from one search to the next (default: 200)")
    parser.add_argument("--only", action="append", metavar="GAME")
    parser.add_argument("--with", dest="kinds", action="append", choices=KINDS, help="the other engines (default: all)")
    arguments = parser.parse_args(words)
    games = [game_at(name) for name in arguments.only or GAMES]
    kinds = arguments.kinds or KINDS
    wrong = [compare(game, arguments.libraries, kinds, arguments.games, arguments.every) for game in games]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
