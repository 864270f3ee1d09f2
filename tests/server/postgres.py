"""A PostgreSQL of our own for tests: a fresh cluster in a temporary folder, reached by a Unix socket.

Set FIRSTFIRE_TEST_DATABASE to an SQLAlchemy URL of an empty database to use another one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

MISSING = "NO POSTGRESQL to start, and no FIRSTFIRE_TEST_DATABASE: THE STORE IS TESTED ON SQLITE ONLY"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl (Debian keeps them out of the way)."""
    found = shutil.which("pg_ctl")
    if found and shutil.which("initdb"):
        return Path(found).parent
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return kept[-1].parent if kept else None


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, bin: Path) -> None:
        self.folder, self.bin = folder, bin
        # PostgreSQL does not run as root; Debian's package brings the user `postgres`.
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C")
        self.start()

    def _run(self, program: str, *words: object) -> None:
        command = [*self.as_user, str(self.bin / program), *map(str, words)]
        made = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=120)
        assert made.returncode == 0, f"{program}: {made.stdout}{made.stderr}"

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-o", options, "-l", self.folder / "log", "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{uuid4().hex[:12]}"
        self._run("createdb", "-h", self.folder, "-U", "postgres", name)
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"


@contextmanager
def cluster() -> Iterator[Cluster | None]:
    """A PostgreSQL while it is needed; None where there is none to start."""
    found = programs()
    if found is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="firstfire-pg-"))  # a short path: sockets have a limit
    running = None
    try:
        running = Cluster(folder, found)
        yield running
    finally:
        if running is not None:
            running.stop()
        shutil.rmtree(folder, ignore_errors=True)
