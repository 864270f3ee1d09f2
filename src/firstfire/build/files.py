"""Files that are made: whole, or not there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from ..errors import BadSetup


def make_folder(folder: Path) -> None:
    """Make a folder, where there is none; refuses one that cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _refused(folder, error) from None


def write(file: Path, content: bytes) -> None:
    """Write a file beside its place, and put it there."""
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        new.write_bytes(content)
        new.replace(file)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise _refused(file, error) from None


def remove(files: Iterable[Path]) -> None:
    """Remove files."""
    for file in files:
        try:
            file.unlink()
        except OSError as error:
            raise BadSetup(f"{file} cannot be removed: {error.strerror or error}") from None


def _refused(path: Path, error: OSError) -> BadSetup:
    return BadSetup(f"{path} cannot be written: {error.strerror or error}")
