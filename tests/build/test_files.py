"""Files that are made: whole, or not there."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

import pytest

from firstfire.build import files, making
from firstfire.build.files import make_folder, remove, write
from firstfire.errors import BadSetup
from firstfire.kernel.game import Game


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for one more byte."""

    def write_some(file: Path, content: bytes) -> None:
        with file.open("wb") as out:
            out.write(content[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_some)


def test_a_file_that_could_not_be_written_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "totem.h"
    write(file, b"old")
    monkeypatch.setattr(Path, "replace", lambda new, place: new.joinpath("inside").mkdir())
    with pytest.raises(BadSetup, match=r"totem\.h cannot be written: Not a directory"):
        write(file, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["totem.h"] and file.read_bytes() == b"old"


@pytest.mark.usefixtures("full_disk")
def test_a_library_stays_where_there_is_no_room_for_the_next(tmp_path: Path, tiny: Game) -> None:
    old = tmp_path / f"embers.v2.{'0' * 16}.so"
    old.touch()
    with pytest.raises(BadSetup, match=r"embers\.v2\.\w+\.so cannot be written: No space left on device"):
        making._written(tiny, b"library", tmp_path, "v2", ".so")
    assert list(tmp_path.iterdir()) == [old]


def test_a_library_takes_the_place_of_an_older_one(tmp_path: Path, tiny: Game) -> None:
    for content in (b"older", b"newer", b"newer"):
        made = making._written(tiny, content, tmp_path, "v2", ".so")
        assert list(tmp_path.iterdir()) == [made.file] and made.file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(dir: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(dir))

    make_folder(tmp_path / "some" / "folder")
    assert not list((tmp_path / "some" / "folder").iterdir())
    monkeypatch.setattr(files, "TemporaryFile", refuse)
    with pytest.raises(BadSetup, match=r"folder cannot be written: Permission denied"):
        make_folder(tmp_path / "some" / "folder")


def test_a_game_that_cannot_be_linked_anywhere_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "kept_module", lambda game: "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(BadSetup, match=r"embers cannot be built: No such file or directory: .*gone"):
        making.make_game("embers", ["linux-x86_64"], tmp_path)


def test_what_cannot_be_removed_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"gone cannot be removed: No such file"):
        remove([tmp_path / "gone"])
