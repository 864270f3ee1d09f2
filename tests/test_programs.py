"""The finder of programs: machines differ, and nothing lies where it lay on the last one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tools import programs
from tools.programs import Postgresql, chromium, headless_shell, postgresql

NOWHERE = Path("nowhere")


def put(folder: Path, *names: str) -> Path:
    """A folder with programs that could run."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return folder


def test_links_in_a_foreign_folder_lead_to_the_real_one(tmp_path: Path) -> None:
    real = put(tmp_path / "opt" / "pg" / "bin", "postgres", "initdb", "pg_ctl")
    foreign = put(tmp_path / "bin", "createdb")  # somebody else's createdb beside the links
    for name in ("initdb", "pg_ctl"):
        (foreign / name).symlink_to(real / name)
    assert postgresql(str(foreign), NOWHERE) == [Postgresql(real / "initdb", real / "pg_ctl")]


def test_links_in_two_folders_of_the_path(tmp_path: Path) -> None:
    real = put(tmp_path / "real", "postgres", "initdb", "pg_ctl")
    one, two = put(tmp_path / "one"), put(tmp_path / "two")
    (one / "initdb").symlink_to(real / "initdb")
    (two / "pg_ctl").symlink_to(real / "pg_ctl")
    assert postgresql(os.pathsep.join([str(one), str(two)]), NOWHERE)[0] == Postgresql(real / "initdb", real / "pg_ctl")


def test_programs_that_really_lie_apart_are_taken_from_where_they_lie(tmp_path: Path) -> None:
    one, two = put(tmp_path / "one", "initdb"), put(tmp_path / "two", "pg_ctl")
    assert postgresql(os.pathsep.join([str(one), str(two)]), NOWHERE) == [Postgresql(one / "initdb", two / "pg_ctl")]


def test_debians_layout_alone_gives_the_newest_version_first(tmp_path: Path) -> None:
    bins = {version: put(tmp_path / version / "bin", "initdb", "pg_ctl") for version in ("9.6", "15", "17")}
    put(tmp_path / "common" / "bin", "initdb", "pg_ctl")  # no version: not a PostgreSQL
    put(tmp_path / "18" / "bin", "psql")  # only a client
    found = postgresql("", tmp_path)
    assert [entry.initdb.parent for entry in found] == [bins["17"], bins["15"], bins["9.6"]]


def test_what_the_path_says_comes_before_debians(tmp_path: Path) -> None:
    mine = put(tmp_path / "mine", "initdb", "pg_ctl")
    debian = put(tmp_path / "debian" / "15" / "bin", "initdb", "pg_ctl")
    found = postgresql(str(mine), tmp_path / "debian")
    assert [entry.initdb.parent for entry in found] == [mine, debian]


def test_half_a_postgresql_on_the_path_does_not_hide_a_whole_one(tmp_path: Path) -> None:
    half = put(tmp_path / "half", "pg_ctl")
    whole = put(tmp_path / "debian" / "15" / "bin", "initdb", "pg_ctl")
    assert postgresql(str(half), tmp_path / "debian") == [Postgresql(whole / "initdb", whole / "pg_ctl")]


def test_nothing_at_all(tmp_path: Path) -> None:
    lame = put(tmp_path / "lame", "initdb", "pg_ctl")
    for name in ("initdb", "pg_ctl"):
        (lame / name).chmod(0o644)  # there, but no program
    (lame / "postgres").symlink_to(tmp_path / "gone")
    assert postgresql(str(lame), NOWHERE) == []
    assert postgresql("", NOWHERE) == []


def test_one_that_does_not_start_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lame = put(tmp_path / "lame", "initdb", "pg_ctl")
    (lame / "initdb").write_text("#!/bin/sh\nexit 1\n")
    monkeypatch.setenv("PATH", str(lame))
    monkeypatch.setattr(programs.postgresql, "__defaults__", (None, NOWHERE))
    assert programs.postgresql() and not programs.postgresql_that_starts()
    assert "does not start" in capsys.readouterr().out


def test_a_browser_has_several_names(tmp_path: Path) -> None:
    assert chromium(str(put(tmp_path / "empty"))) is None
    both = put(tmp_path / "both", "chromium", "chromium-headless-shell")
    assert chromium(str(both)) == both / "chromium" and headless_shell(str(both)) == both / "chromium-headless-shell"
    assert chromium(str(put(tmp_path / "bin", "google-chrome"))) == tmp_path / "bin" / "google-chrome"


def test_what_cannot_be_had_is_said_loudly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(programs, "install", lambda package: f"no {package} in this registry")
    assert not programs.ensure("PostgreSQL", list, "postgresql", "the store is tested on SQLite only")
    said = capsys.readouterr().out
    assert "!!! PostgreSQL is missing" in said and "no postgresql in this registry" in said
    assert "the store is tested on SQLite only" in said


def test_what_is_there_is_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "install", lambda package: pytest.fail("it was there"))
    assert programs.ensure("Chromium", lambda: Path("chromium"), "chromium", "")


def test_what_is_missing_is_installed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[str] = []

    def fake(package: str) -> str:
        there.append(package)
        return ""

    monkeypatch.setattr(programs, "install", fake)
    assert programs.ensure("Chromium", lambda: there, "chromium", "") and there == ["chromium"]


def test_without_a_package_manager_installing_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert programs.install("postgresql") == "there is no apt-get"
