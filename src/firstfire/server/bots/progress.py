"""How far a worker process is: it writes that into a file, where the server reads it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Progress:
    """How much of a piece of work is done. A full disk hides it, and nothing else."""

    def __init__(self, file: Path | None) -> None:
        self.file = file

    def tell(self, done: int, whole: int) -> None:
        """Say it, in the worker."""
        if self.file is not None:
            with suppress(OSError):
                self.file.write_text(f"{done} {whole}", encoding="ascii")

    def read(self) -> tuple[int, int] | None:
        """How much is done, of how much; None, where that is not known."""
        if self.file is None:
            return None
        try:
            done, whole = map(int, self.file.read_text(encoding="ascii").split())
        except (OSError, ValueError):  # not begun, or just being written
            return None
        return done, whole


@contextmanager
def progress_file() -> Iterator[Progress]:
    """The progress of one piece of work."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="firstfire-"))
    except OSError:
        yield Progress(None)
        return
    try:
        yield Progress(folder / "progress")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
