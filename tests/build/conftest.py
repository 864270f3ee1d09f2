"""Libraries of the tiny game for every target, made twice by processes that know nothing of each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire.kernel.engines.library import this_target

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two folders, one with all libraries of Embers, one with those of this computer."""
    folders = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "firstfire.cli", "build", "examples/embers", "--target", target, "--out", folder],
            cwd=ROOT,
            env={**os.environ, "FIRSTFIRE_CACHE": str(folder / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for folder, target in zip(folders, ("all", this_target()), strict=True)
    ]
    for process in running:
        told, _ = process.communicate()
        assert process.returncode == 0, told
    return folders


@pytest.fixture(scope="session")
def libraries(twice: tuple[Path, Path]) -> Path:
    """A folder with a folder for each target."""
    return twice[0]
