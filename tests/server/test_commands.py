"""`firstfire serve`: what it says when it cannot."""

from __future__ import annotations

import argparse
import asyncio
import socket
from pathlib import Path

import pytest

from firstfire.errors import FirstfireError
from firstfire.server import commands
from firstfire.server.commands import add_commands
from firstfire.server.settings import Settings
from firstfire.server.web.site import Site


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    return parser.parse_args(["serve", "--no-browser", *words])


def test_a_user_without_a_home_has_a_folder_of_games_in_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.chdir(tmp_path)
    assert arguments().data == tmp_path / "firstfire-data"
    assert arguments("--data", "/srv/games").data == Path("/srv/games")


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        asked = arguments("--port", str(port), "--data", str(tmp_path))
        with pytest.raises(FirstfireError, match=f"port {port}"):
            asked.command(asked)


@pytest.mark.parametrize("port", ["-1", "70000"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    asked = arguments("--port", port, "--data", str(tmp_path))
    with pytest.raises(FirstfireError, match="cannot listen"):
        asked.command(asked)


def test_without_a_wish_a_taken_port_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(commands, "DEFAULT_PORT", taken.getsockname()[1])
        with commands._listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] not in (0, taken.getsockname()[1])
    with commands._listen("127.0.0.1", None) as found:
        assert found.getsockname()[1] == commands.DEFAULT_PORT


def test_whoever_comes_before_the_server_has_started_is_not_refused() -> None:
    with commands._listen("127.0.0.1", 0) as found, socket.create_connection(found.getsockname(), timeout=5):
        pass


def test_only_a_server_that_listens_everywhere_names_addresses_for_others() -> None:
    assert commands._near("127.0.0.1") == []
    assert all(not near.startswith("127.") for near in commands._near("0.0.0.0"))


def test_the_games_are_nobody_elses_to_read(tmp_path: Path) -> None:
    """The log holds seeds (every hidden card) and chats."""
    data = tmp_path / "data"
    site = Site(Settings(data=data))
    with site.store.engine.begin() as connection:
        connection.exec_driver_sql("insert into guests (id, name, language, seen) values ('g', 'A', 'en', 0)")
        kept = [path for path in data.iterdir() if path.stat().st_mode & 0o077]
    asyncio.run(site.close())
    assert data.stat().st_mode & 0o077 == 0 and kept == []


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    asked = arguments("--port", "0", "--data", str(tmp_path / "file"))
    with pytest.raises(FirstfireError, match="data folder"):
        asked.command(asked)


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    first = Settings(data=tmp_path).signing_secret()
    assert len(first) >= 40 and Settings(data=tmp_path).signing_secret() == first
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_one_of_several_servers_must_know_whose_word_to_take_for_where_people_come_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FIRSTFIRE_SECRET", "a secret of thirty-two letters, or more")
    words = ("--database", "postgresql+psycopg://somewhere/games", "--cluster-url", "http://10.0.0.5:8080/")
    with pytest.raises(FirstfireError, match="--proxy"):
        commands.serve_settings(arguments(*words))
    assert commands.serve_settings(arguments(*words, "--proxy", "10.0.0.0/24")).among == "http://10.0.0.5:8080"
