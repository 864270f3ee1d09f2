"""How soon a game begins where nothing but the wheel is installed, and how much memory that takes (Linux).

    python -m venv fresh && fresh/bin/pip install dist/firstfire-…-manylinux….whl
    python -m benchmarks.arrival fresh/bin

Of each game `firstfire play GAME` is started; when the first prompt is there, `think` is typed, and the hint awaited.
Seconds count from the start of the process: first those of the clock, then those of the processor, which matter on a
busy machine. Medians of some runs; of memory the most.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from firstfire.games import GAMES

RUNS = 5
PROMPT = b" > "
ALONE = "import importlib.util as u; print([n for n in ('numba', 'llvmlite') if u.find_spec(n)])"


class Arrival(NamedTuple):
    """One run, from its start: seconds of the clock and of the processor; in the end the most memory in MB."""

    prompt: float
    prompt_work: float
    hint: float
    hint_work: float
    memory: float


def arrive(programs: Path, game: str, home: str) -> Arrival:
    """Start a game, wait for its prompt, then for a hint."""
    started = monotonic()
    with subprocess.Popen(
        [programs / "firstfire", "play", game, "--seed", "2"], cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        text = _until_prompt(process.stdout.fileno())
        prompt, prompt_work = monotonic() - started, _work(process.pid)
        if "1." not in text:
            raise SystemExit(f"{game}: no choice was offered:\n{text}")
        process.stdin.write(b"think\n")
        process.stdin.flush()
        text = _until_prompt(process.stdout.fileno())
        hint, hint_work, memory = monotonic() - started, _work(process.pid), _memory(process.pid)
        if "%" not in text:
            raise SystemExit(f"{game}: no hint was given:\n{text}")
        process.stdin.close()
        process.stdout.read()
    return Arrival(prompt, prompt_work, hint, hint_work, memory)


def _until_prompt(page: int) -> str:
    text = b""
    while not text.endswith(PROMPT):
        if not (more := os.read(page, 65536)):
            raise SystemExit(f"the game ended:\n{text.decode()}")
        text += more
    return text.decode()


def _work(process: int) -> float:
    """Seconds of the processor, of a process and of those that it waited for."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    """The most memory that a process ever had, in MB."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    (most,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(most) * 1024 / 1e6


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("programs", type=Path, help="the folder of programs of the environment: fresh/bin")
    parser.add_argument("--only", action="append", metavar="GAME")
    parser.add_argument("--runs", type=int, default=RUNS)
    arguments = parser.parse_args(words)
    programs = arguments.programs.absolute()
    found = subprocess.run([programs / "python", "-c", ALONE], capture_output=True, text=True, check=True, cwd="/")
    if found.stdout.strip() != "[]":
        sys.exit(f"a compiler is installed there: {found.stdout.strip()}")
    print(f"{'game':<12} {'prompt s':>9} {'of CPU':>7} {'hint s':>7} {'of CPU':>7} {'MB':>5}")
    for game in arguments.only or GAMES:
        with TemporaryDirectory() as home:
            runs = [arrive(programs, game, home) for _ in range(arguments.runs)]
        *seconds, _ = (median(column) for column in zip(*runs, strict=True))
        cells = " ".join(f"{value:>{width}.2f}" for value, width in zip(seconds, (9, 7, 7, 7), strict=True))
        memory = max(run.memory for run in runs)
        print(f"{game:<12} {cells} {memory:>5.0f}   load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
