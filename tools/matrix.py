"""`make matrix`: the rules on every Python of this machine, with the oldest and the newest Numba we declare.

    python tools/matrix.py                                  everything that can be had
    python tools/matrix.py --python 3.12 --numba oldest     a part of it
    python tools/matrix.py --lowest                         this Python, the lowest versions (no Torch, Ray, CUDA)

Each pair gets an environment of its own under `.matrix/` (kept for the next time) and runs what leans on Python
and Numba most: the kernel's tests, the template game, and Totem's counts and equal bytes at both speeds. A name on
the PATH proves nothing (it may be a shim that leads nowhere): an interpreter counts when it runs. What cannot be had
is said loudly; what fails, fails the run.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".matrix"
PYTHONS = ("3.11", "3.12", "3.13")
FREE = ("llvmlite", "numba", "numpy")  # what Numba chooses for itself; everything else is pinned as always
TOOLS = ("hypothesis", "pytest", "pytest-timeout", "pytest-xdist")
LIGHT = "dev,docs,release"  # with what `dev` has, all extras but `train`, `ray` and `cuda`
TESTS = (
    ("tests/kernel", "tests/test_add_a_game.py"),
    ("tests/games/test_contract.py", "-k", "totem and (test_perft or test_interpreted_and_compiled_rules_agree)"),
)
ASK = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
TELL = "import numba, numpy, platform; print(platform.python_version(), numba.__version__, numpy.__version__)"


@dataclass(frozen=True)
class Row:
    """What became of one pair."""

    python: str
    numba: str
    numpy: str
    result: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.python:<10} {self.numba:<10} {self.numpy:<8} {self.seconds:6.0f} s  {self.result}"


def main() -> int:
    """Try every pair; 1 if something failed or nothing could be tried."""
    numbas = numba_range((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description="the rules on every Python here, with the oldest and newest Numba")
    parser.add_argument("--python", choices=PYTHONS, action="append", help="only this one (may be repeated)")
    parser.add_argument("--numba", choices=list(numbas), action="append", help="only this one (may be repeated)")
    parser.add_argument("--lowest", action="store_true", help="the lowest version of every dependency we declare")
    wanted = parser.parse_args()
    if wanted.lowest:
        return try_lowest()
    found = interpreters(os.environ)
    rows, missing = [], []
    for version in wanted.python or PYTHONS:
        if version not in found:
            missing.append(f"Python {version}: none on this machine runs and can make environments")
            continue
        for which in wanted.numba or numbas:
            print(f"=== Python {version} ({found[version]}), {which} Numba: {numbas[which]}", flush=True)
            rows.append(try_pair(version, found[version], which, numbas[which]))
    print("\n" + str(Row("Python", "Numba", "NumPy", "result")).replace("     0 s", "seconds "))
    print(*rows, sep="\n")
    for lack in [*missing, *(f"Python {row.python}, Numba {row.numba}" for row in rows if row.result == NOT_HAD)]:
        print(f"!!! NOT TRIED: {lack}")
    return int(any(row.result == FAILED for row in rows) or not any(row.result == PASSED for row in rows))


PASSED, FAILED, NOT_HAD = "passed", "FAILED", "could not be installed"


def try_pair(version: str, python: str, which: str, numba: str) -> Row:
    """Make (or find) the environment of a pair and run the tests in it."""
    home = HOME / f"python{version}-{which}-numba"
    inside = str(home / "bin" / "python")
    start = time.monotonic()
    if not installed(home, inside, python, numba):
        return Row(version, f"{which} {numba}", "", NOT_HAD, time.monotonic() - start)
    told = subprocess.run([inside, "-c", TELL], capture_output=True, text=True, check=True).stdout
    exactly, its_numba, its_numpy = told.split()
    environment = {**os.environ, "FIRSTFIRE_CACHE": str(home / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("FIRSTFIRE_INTERPRET", None)
    passed = True
    for tests in TESTS:
        command = [inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
        passed &= subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0
    return Row(exactly, its_numba, its_numpy, PASSED if passed else FAILED, time.monotonic() - start)


def try_lowest() -> int:
    """Run the quick tests with the lowest version that pyproject.toml declares of what LIGHT extras need.

    Torch, Ray and numba-cuda (`train`, `ray`, `cuda`) are not installed: their lowest versions are not tried.
    """
    home = HOME / "lowest"
    inside = str(home / "bin" / "python")
    home.mkdir(parents=True, exist_ok=True)
    pins = home / "constraints.txt"
    pins.write_text(lowest_pins((ROOT / "pyproject.toml").read_text(encoding="utf-8")), encoding="utf-8")
    pip = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    # What is old warns of what is new: other projects' deprecations do not count here.
    tests = [
        "-q", "-p", "no:cacheprovider", "-W", "default::DeprecationWarning", "-n", "2", "--dist", "loadgroup",
        "--ignore", "tests/web", "-m", "not slow",
    ]  # fmt: skip
    for command in (
        [sys.executable, "-m", "venv", str(home)],
        [*pip, "-c", str(pins), "-e", f"{ROOT}[{LIGHT}]"],
        [inside, "-m", "pytest", *tests],
    ):
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            return 1
    return 0


def lowest_pins(pyproject: str) -> str:
    """A constraints file that pins every direct dependency to the lowest version declared for it."""
    project = tomllib.loads(pyproject)["project"]
    extras = project.get("optional-dependencies", {})
    wanted = [*project["dependencies"], *(one for extra in extras.values() for one in extra)]
    found = (re.match(r"([\w.-]+)(?:\[[^]]*\])?>=([\w.]+)", one) for one in wanted)
    return "".join(f"{name}=={version}\n" for name, version in sorted({one.groups() for one in found if one}))


def installed(home: Path, inside: str, python: str, numba: str) -> bool:
    """Whether Firstfire and its tests' tools are in an environment with this Numba."""
    home.mkdir(parents=True, exist_ok=True)
    pins = home / "constraints.txt"
    pins.write_text(freed((ROOT / "constraints.txt").read_text(encoding="utf-8")), encoding="utf-8")
    pip = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ",".join(FREE)]
    commands = (
        [python, "-m", "venv", str(home)],
        [*pip, "--upgrade", "-c", str(pins), "-e", f"{ROOT}[server]", numba, *TOOLS],
    )
    return all(subprocess.run(command, check=False).returncode == 0 for command in commands)


def numba_range(pyproject: str) -> dict[str, str]:
    """The oldest and the newest Numba of the declared range, as pip is asked for them."""
    for wanted in tomllib.loads(pyproject)["project"].get("optional-dependencies", {}).get("compile", ()):
        if found := re.fullmatch(r"numba>=(\d+)\.(\d+),<(\d+\.\d+)", wanted):
            major, minor, end = found.groups()
            return {
                "oldest": f"numba>={major}.{minor},<{major}.{int(minor) + 1}",
                "newest": f"numba>={major}.{minor},<{end}",
            }
    raise SystemExit("pyproject.toml declares no range of Numba (numba>=0.63,<0.69)")


def freed(constraints: str) -> str:
    """The constraints without those that Numba chooses."""
    lines = constraints.splitlines(keepends=True)
    return "".join(line for line in lines if re.split(r"[=<>~! ]", line.strip())[0].lower() not in FREE)


def interpreters(environment: Mapping[str, str]) -> dict[str, str]:
    """By version, the first interpreter that really runs."""
    found: dict[str, str] = {}
    for candidate in _candidates(environment):
        if candidate.is_file() and (version := version_of(candidate)) in PYTHONS:
            found.setdefault(version, str(candidate))
    return found


def version_of(python: Path) -> str:
    """The version of an interpreter that can make environments; empty if it does not run."""
    try:
        asked = subprocess.run([str(python), "-c", ASK], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    names = [*(f"python{version}" for version in PYTHONS), "python3", "python"]
    for folder in environment.get("PATH", "").split(os.pathsep):
        yield from (Path(folder) / name for name in names if folder)
    home = Path(environment.get("HOME", "/nowhere"))
    pyenv = Path(environment.get("PYENV_ROOT") or home / ".pyenv") / "versions"
    for kept in (pyenv, home / ".local" / "share" / "uv" / "python"):
        if kept.is_dir():
            yield from sorted(kept.glob("*/bin/python3"))
    yield Path(sys.executable)


if __name__ == "__main__":
    sys.exit(main())
