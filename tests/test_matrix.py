"""`make matrix`: which interpreters count, and which Numba each is tried with."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from tools import matrix


def put(folder: Path, name: str, answer: str) -> Path:
    """A program that answers a question."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    (folder / name).chmod(0o755)
    return folder / name


def test_a_shim_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path / "shims", "python3.12", "echo 'python3.12: command not found' >&2; exit 127")
    real = put(tmp_path / "home" / ".pyenv" / "versions" / "3.12.1" / "bin", "python3", "echo 3.12")
    found = matrix.interpreters({"PATH": str(tmp_path / "shims"), "HOME": str(tmp_path / "home")})
    assert found["3.12"] == str(real)


def test_a_name_is_not_a_version(tmp_path: Path) -> None:
    liar = put(tmp_path, "python3.13", "echo 3.11")
    put(tmp_path, "python3", "echo 3.9")
    found = matrix.interpreters({"PATH": str(tmp_path)})
    assert found["3.11"] == str(liar)
    assert set(found) <= {"3.11", f"{sys.version_info[0]}.{sys.version_info[1]}"}


def test_what_cannot_be_started_is_no_interpreter(tmp_path: Path) -> None:
    (tmp_path / "python3").write_text("no program", encoding="utf-8")
    assert matrix.version_of(tmp_path / "python3") == ""
    assert matrix.version_of(tmp_path / "nowhere") == ""


def test_the_range_is_that_of_the_package() -> None:
    declared = '[project.optional-dependencies]\ncompile = ["numba>=0.63,<0.69"]'
    assert matrix.numba_range(declared) == {"oldest": "numba>=0.63,<0.64", "newest": "numba>=0.63,<0.69"}
    assert set(matrix.numba_range((matrix.ROOT / "pyproject.toml").read_text(encoding="utf-8"))) == {"oldest", "newest"}
    with pytest.raises(SystemExit, match="declares no range"):
        matrix.numba_range('[project.optional-dependencies]\ncompile = ["numba"]')


def test_numba_chooses_its_own_numpy() -> None:
    assert matrix.freed("mypy==2.4.1\nnumba==0.68.1\nnumpy==2.4.6\nllvmlite==0.50.0\npytest==9.2.0\n") == (
        "mypy==2.4.1\npytest==9.2.0\n"
    )


def test_every_direct_dependency_is_tried_with_its_lowest_version() -> None:
    declared = """[project]
        dependencies = ["numpy>=2.0", "uvloop>=0.21; sys_platform != 'win32'", "uvicorn>=0.54,<0.56"]
        [project.optional-dependencies]
        postgres = ["psycopg[binary]>=3.2.2"]
        dev = ["psycopg[binary]>=3.2.2", "pytest"]
    """
    assert matrix.lowest_pins(declared) == "numpy==2.0\npsycopg==3.2.2\nuvicorn==0.54\nuvloop==0.21\n"
    declared = (matrix.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(declared)["project"]["optional-dependencies"]
    assert [one for extra in extras.values() for one in extra if ">=" not in one and "firstfire" not in one] == []
    pins = matrix.lowest_pins(declared).split()
    assert len(pins) == len({pin.partition("==")[0] for pin in pins}), "one lowest version for each"
