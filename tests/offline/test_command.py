"""The command `firstfire static`: what it writes, and what it refuses."""

from __future__ import annotations

import shutil
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from firstfire.cli import main
from firstfire.errors import BadSetup
from firstfire.offline import commands
from firstfire.offline.preview import serving

PAGE = '<html><meta name="firstfire-engine" content="engine-{name}/"></html>'


def edition(folder: Path, name: str) -> Path:
    """A small edition."""
    for file, text in (
        ("index.html", PAGE.format(name=name)), ("sw.js", name), (f"engine-{name}/base.zip", name),
        (f"assets/index-{name}.js", name * 500),
    ):  # fmt: skip
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def held(folder: Path) -> dict[str, str]:
    """The files of a folder."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = edition(tmp_path / "built", "b")
    monkeypatch.setattr(commands, "EDITION", folder)
    return folder


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command says of words that it refuses."""
    assert main(["static", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def test_it_writes_a_new_folder_an_empty_one_and_an_older_edition(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, older = tmp_path / "empty", edition(tmp_path / "older", "a")
    empty.mkdir()
    for out in (tmp_path / "some" / "where", empty, older):
        assert main(["static", "--out", str(out)]) == 0
        assert capsys.readouterr().out == f"{out}\n"
        assert held(out) == held(built)
        assert not (out / "engine-a").exists()


def test_hidden_files_of_a_host_stay(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "pages"
    (out / ".git").mkdir(parents=True)
    (out / ".git" / "config").write_text("[core]")
    for _ in range(2):
        assert main(["static", "--out", str(out)]) == 0
        assert held(out) == {**held(built), ".git/config": "[core]"}


@pytest.mark.parametrize(
    "harm",
    [
        lambda out: (out / "letter.txt").write_text("Dear Ayla"),
        lambda out: (out / "index.html").write_text("<h1>My page</h1>"),
        lambda out: (out / "games").mkdir(),
    ],
)
def test_a_folder_with_something_else_stays_as_it_is(
    harm: Callable[[Path], object], built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    harm(out)
    before = sorted(out.rglob("*")), held(out)
    said = refused(capsys, "--out", str(out))
    assert f"{out} holds something else" in said and "empty, new, or an older edition" in said
    assert (sorted(out.rglob("*")), held(out)) == before


def test_a_file_and_a_folder_that_cannot_be_made_are_named(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    assert f"{file} holds something else" in refused(capsys, "--out", str(file))
    assert f"{file / 'folder'} cannot be written: Not a directory" in refused(capsys, "--out", str(file / "folder"))
    assert file.read_text() == "text"


def test_the_built_edition_itself_is_not_replaced(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = held(built)
    (tmp_path / "link").symlink_to(built)
    for out in (built, built / "assets" / "deeper", tmp_path / "link"):
        assert "is the edition that was built" in refused(capsys, "--out", str(out))
        assert held(built) == before


def test_an_older_edition_stays_whole_where_the_newer_one_does_not_fit(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page and its service worker come last, so that a visitor never meets half of an edition."""
    out = edition(tmp_path / "older", "a")
    before, copied = held(out), list[str]()

    def copy(source: Path, target: Path) -> None:
        copied.append(source.name)
        if source.name == "index.html":
            raise OSError(28, "No space left on device")
        target.write_bytes(source.read_bytes())

    monkeypatch.setattr(shutil, "copyfile", copy)
    assert "cannot be written: No space left on device" in refused(capsys, "--out", str(out))
    assert before.items() <= held(out).items()
    assert copied[-1] == "index.html" and "sw.js" not in copied


def test_without_an_edition_it_says_how_one_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "EDITION", tmp_path / "nowhere")
    for words in (["--out", str(tmp_path / "out")], ["--preview"]):
        assert "run `make static` in a checkout" in refused(capsys, *words)
    assert not (tmp_path / "out").exists()
    assert "--out FOLDER" in refused(capsys)


def test_a_preview_serves_the_files_and_nothing_else(built: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    with serving(built, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"

        def asked(path: str) -> urllib.request.Request:
            return urllib.request.Request(f"{address}/{path}", headers={"Accept-Encoding": "gzip"})

        try:
            with urllib.request.urlopen(asked("")) as page:
                assert page.headers["Content-Type"] == "text/html; charset=utf-8"
                assert page.headers["Cache-Control"] == "no-cache"
            with urllib.request.urlopen(asked("assets/index-b.js")) as script:
                assert (script.headers["Content-Type"], script.headers["Content-Encoding"]) == (
                    "text/javascript",
                    "gzip",
                )
                assert "immutable" in script.headers["Cache-Control"]
            for path in ("nowhere", "../secret.txt", "assets"):
                with pytest.raises(urllib.error.HTTPError) as error:
                    urllib.request.urlopen(asked(path))
                error.value.close()
                assert error.value.code == 404
        finally:
            server.shutdown()
            thread.join()


def test_a_port_that_is_taken_is_named(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port} cannot be used" in refused(capsys, "--preview", "--no-browser", "--port", port)
    assert "port 70000 cannot be used" in refused(capsys, "--preview", "--no-browser", "--port", "70000")
    with pytest.raises(BadSetup):
        commands.preview(built, -1, opened=False)
