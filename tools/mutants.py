"""Mutants of the games' rules: small mistakes, each made in a copy of the sources, and whether cheap checks find them.

    python tools/mutants.py --each 9 --processes 16 --seconds 40 --out mutants.json

`--each` mutants of each kind and game are drawn by a seed. A mutant is found (killed) where its rules break off, a
checker of `firstfire check --quick` finds something, a frozen count is another, a scenario fails, or the log tells
something else than what happened. What takes longer than `--seconds` counts as found: the rules never end. The table
has the part that was found, by game and by kind; below it stand the mutants that survived.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
GAMES = ("totem", "honga", "neta_tanka", "prehistory", "doggerland")
ASIDE = ("__init__.py", "invariants.py", "notation.py", "observation.py")  # what judges, writes or observes
COUNTED = 3000  # a frozen count larger than this takes too long as plain Python
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
HIDES = ("redact", "hide", "blank")  # how the names of rules that hide something begin


class Mutant(NamedTuple):
    """One change of one line (or of a few) of a file."""

    game: str
    kind: str
    file: str
    line: int
    rule: str
    old: str
    new: str
    start: int  # in the bytes of the file
    end: int


def mutants_of(game: str) -> Iterator[Mutant]:
    """Every mutant of a game's rules."""
    for path in sorted((ROOT / "src/firstfire/games" / game / "rules").glob("*.py")):
        if path.name in ASIDE:
            continue
        source = path.read_bytes()
        starts = [0]
        for row in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(row))
        for rule in ast.parse(source).body:
            if isinstance(rule, ast.FunctionDef):
                for kind, node, new in _changes(rule):
                    start = starts[node.lineno - 1] + node.col_offset
                    end = starts[node.end_lineno - 1] + node.end_col_offset
                    old = source[start:end].decode()
                    yield Mutant(game, kind, path.name, node.lineno, rule.name, old, new, start, end)


def _changes(rule: ast.FunctionDef) -> Iterator[tuple[str, Any, str]]:
    hides = rule.name.startswith(HIDES)
    for node in ast.walk(rule):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("note", "secret_note"):
            yield "note", node.func, "note" if node.func.id == "secret_note" else "secret_note"
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            yield "comparison", node, f"({left} {COMPARED[type(node.ops[0])]} {right})"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max", "range"):
            yield "limit", node.args[-1], f"({ast.unparse(node.args[-1])} + 1)"
        elif isinstance(node, ast.Attribute) and ast.unparse(node) == "s.player" and isinstance(node.ctx, ast.Load):
            yield "seat", node, "((s.player + 1) % s.seats)"
        elif isinstance(node, ast.Assign | ast.AugAssign):
            yield "redaction" if hides else "assignment", node, "pass"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield "redaction" if hides else "call", node, "pass"


def sample(each: int, seed: int) -> list[Mutant]:
    """So many mutants of each kind and game, drawn by a seed."""
    chance, found = Random(seed), []
    for game in GAMES:
        kinds: dict[str, list[Mutant]] = {}
        for mutant in mutants_of(game):
            kinds.setdefault(mutant.kind, []).append(mutant)
        for _, some in sorted(kinds.items()):
            found += chance.sample(some, min(each, len(some)))
    return found


def judge(name: str) -> None:
    """The checks, the cheapest first; ends in an exception where something is found."""
    from functools import partial

    from tests.games.log_reader import read_logs
    from tests.games.scenarios import scenarios

    from firstfire import game
    from firstfire.authoring.check_game import what_a_viewer_gets
    from firstfire.kernel.checking import (
        checkers,
        deal_checkers,
        knowledge_checkers,
        playing,
        scene_checkers,
        secret_checkers,
    )
    from firstfire.kernel.positions.perft import Perft, read_cases

    this = game(name)
    seats = min(count for count in this.seats if count > 1)
    several = min(3, max(this.seats))
    _found("strict", playing.strict_games(this, seats))
    _found("invariants", checkers.random_games(this, several, 3))
    for case in scenarios():
        if case.game == name:
            case.run(interpreted=True)
    _found("views", knowledge_checkers.knowledge_is_sound(this, seats, 13))
    for case in read_cases(ROOT / "tests/games" / name / "perft.txt"):
        if (case.count or 0) <= COUNTED:
            _found("count", list(filter(None, [Perft(this).mismatch(case)])))
    gets = partial(what_a_viewer_gets, this)
    _found("notes", secret_checkers.notes_keep_secrets(this, seats, 14, gets, every=40, limit=60))
    _found("deals", knowledge_checkers.deals_are_complete(this, seats, 5))
    _found("evenly", deal_checkers.deals_are_fair(this, seats, 5))
    _found("undo", knowledge_checkers.undo_tells_nothing(this, seats, 20))
    _found("log", read_logs(name, every=5))
    _found("accepted", checkers.legal_is_accepted(this, seats, 11, every=60))
    _found("reasons", scene_checkers.reasons_are_whole(this, seats, 24, every=25, tries=50))
    if 1 in this.seats:
        _found("alone", checkers.random_games(this, 1, 2) + knowledge_checkers.knowledge_is_sound(this, 1, 13))


def _found(what: str, problems: list[str]) -> None:
    if problems:
        raise AssertionError(f"{what}: {problems[0]}")


class Bench:
    """A copy of the sources for each thread, in which one file at a time is a mutant."""

    def __init__(self, folder: Path, seconds: float, until: float) -> None:
        self.folder, self.seconds, self.until = folder, seconds, until
        self._own = threading.local()

    def try_(self, mutant: Mutant) -> dict[str, Any]:
        """What became of a mutant."""
        if time.monotonic() > self.until:
            return {**mutant._asdict(), "fate": "not tried", "why": ""}
        home = self._home()
        file = home / "src/firstfire/games" / mutant.game / "rules" / mutant.file
        source = file.read_bytes()
        file.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
        try:
            fate, why = self._run(home, mutant.game)
        finally:
            file.write_bytes(source)
        return {**mutant._asdict(), "fate": fate, "why": why}

    def _home(self) -> Path:
        if not hasattr(self._own, "home"):
            self._own.home = Path(tempfile.mkdtemp(dir=self.folder))
            skip = shutil.ignore_patterns("__pycache__", "static", "node_modules")
            for name in ("src", "tests/games", "tools", "examples"):
                shutil.copytree(ROOT / name, self._own.home / name, ignore=skip)
        home: Path = self._own.home
        return home

    def _run(self, home: Path, game: str) -> tuple[str, str]:
        path = os.pathsep.join([str(home / "src"), str(home / "examples"), str(home)])
        env = {**os.environ, "PYTHONPATH": path, "FIRSTFIRE_INTERPRET": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(home / "tools/mutants.py"), "--judge", game]
        try:
            done = subprocess.run(
                command, env=env, cwd=home, capture_output=True, text=True, timeout=self.seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return "too long", ""
        last = done.stderr.strip().splitlines()[-1:] or [""]
        return ("killed", last[0][:200]) if done.returncode else ("survived", "")


def report(results: list[dict[str, Any]]) -> Iterator[str]:
    """The table, and the survivors."""
    for by in ("game", "kind"):
        for name in dict.fromkeys(result[by] for result in results):
            fates = Counter(result["fate"] for result in results if result[by] == name)
            tried = fates.total() - fates["not tried"]
            found = fates["killed"] + fates["too long"]
            yield f"{name:12} {found:4} of {tried:4} found ({100 * found / max(1, tried):.0f} %), {dict(fates)}"
        yield ""
    for result in results:
        if result["fate"] == "survived":
            where = f"{result['game']}/rules/{result['file']}:{result['line']} {result['rule']}"
            yield f"{result['kind']:10} {where}: {' '.join(result['old'].split())[:90]} -> {result['new'][:60]}"


def main() -> int:
    """Make mutants, try them, print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--judge", metavar="GAME", help="run the checks of one game, here")
    parser.add_argument("--each", type=int, default=9, help="mutants of each kind and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0, help="for one mutant; longer counts as found")
    parser.add_argument("--minutes", type=float, default=35.0, help="after that no further mutant is tried")
    parser.add_argument("--out", type=Path, help="a JSON file for all results")
    arguments = parser.parse_args()
    if arguments.judge:
        judge(arguments.judge)
        return 0
    chosen = sample(arguments.each, arguments.seed)
    Random(arguments.seed).shuffle(chosen)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.processes) as pool:
        bench = Bench(Path(folder), arguments.seconds, time.monotonic() + 60 * arguments.minutes)
        results = list(pool.map(bench.try_, chosen))
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
    print("\n".join(report(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
