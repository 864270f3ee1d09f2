"""What the Makefile promises of failed tests: once more, alone, and only where the run came to its end."""

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
def test_that_fails_once():
    once = pathlib.Path("once")
    if not once.exists():
        once.touch()
        assert False
def test_that_breaks_off():
    if "BREAK_OFF" in os.environ:
        pytest.exit("enough")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "said", "wrong"),
    [({}, "PASSED ONLY WHEN TRIED AGAIN", False), ({"BREAK_OFF": "1"}, "THE RUN BROKE OFF", True)],
)
def test_a_failed_test_is_tried_again_unless_the_run_broke_off(
    more: dict[str, str], said: str, wrong: bool, tmp_path: Path
) -> None:
    (again,) = re.findall(r"^AGAIN = (?:.*\\\n)+.*\n", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    recipe = f"BIN := bin\n{again}\nt:\n\tbin/pytest toy.py || $(call AGAIN,toy.py)\n"
    (tmp_path / "Makefile").write_text(recipe)
    (tmp_path / "toy.py").write_text(TOY)
    (tmp_path / "bin").mkdir()
    pytest_here = tmp_path / "bin" / "pytest"
    pytest_here.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pytest -c /dev/null --rootdir . "$@"\n')
    pytest_here.chmod(0o755)
    done = subprocess.run(
        ["make", "t"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**{k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "MAKE"))}, **more},
    )  # fmt: skip
    assert said in done.stdout and (done.returncode != 0) is wrong, done.stdout + done.stderr
