"""What `make test` does when tests fail: browser tests get one more try, at most two of them, and nothing else does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOY = """
import os, pathlib, pytest
@pytest.mark.parametrize("number", range(int(os.environ.get("FLAKY", "1"))))
def test_that_fails_once(number):
    once = pathlib.Path(f"once{number}")
    if not once.exists():
        once.touch()
        assert False
def test_that_always_fails():
    assert "BROKEN" not in os.environ
def test_that_breaks_off():
    if "BREAK_OFF" in os.environ:
        pytest.exit("enough")
"""


def makefile() -> str:
    """The Makefile of the project."""
    return (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "said", "passes"),
    [
        ({"FLAKY": "2"}, "PASSED ONLY WHEN TRIED AGAIN", True),
        ({"FLAKY": "3"}, "3 failed", False),
        ({"BROKEN": "1"}, "2 failed", False),
        ({"BREAK_OFF": "1"}, "THE RUN BROKE OFF", False),
    ],
)
def test_a_browser_test_is_tried_once_more(more: dict[str, str], said: str, passes: bool, tmp_path: Path) -> None:
    (again,) = re.findall(r"^AGAIN = (?:.*\\\n)+.*\n", makefile(), re.M)
    recipe = f"BIN := bin\n{again}\nt:\n\tbin/pytest web || $(call AGAIN,web)\n"
    (tmp_path / "Makefile").write_text(recipe)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "test_toy.py").write_text(TOY)
    (tmp_path / "bin").mkdir()
    pytest_here = tmp_path / "bin" / "pytest"
    pytest_here.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pytest -c /dev/null --rootdir . "$@"\n')
    pytest_here.chmod(0o755)
    done = subprocess.run(
        ["make", "--silent", "t"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**{k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "MAKE"))}, **more},
    )  # fmt: skip
    assert said in done.stdout and (done.returncode == 0) is passes, done.stdout + done.stderr
    assert passes is ("test_that_fails_once[0]" in done.stdout.partition("TRIED AGAIN:")[2])


def test_only_browser_tests_are_tried_again() -> None:
    recipe = makefile().partition("\ntest:\n")[2].partition("\n\n")[0].splitlines()
    assert [line for line in recipe if "AGAIN" in line] == [line for line in recipe if "$(SPREAD) $(LIVE)" in line]
    assert any(line.endswith("--ignore $(LIVE) --durations 10") for line in recipe)
