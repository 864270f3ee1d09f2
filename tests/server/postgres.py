"""A PostgreSQL of our own for tests: a fresh cluster in a temporary folder, reached by a Unix socket.

Set FIRSTFIRE_TEST_DATABASE to an SQLAlchemy URL of an empty database to use another one.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg import sql
from tools.programs import Postgresql, postgresql

MISSING = "NO POSTGRESQL to start, and no FIRSTFIRE_TEST_DATABASE: THE STORE IS TESTED ON SQLITE ONLY"
SERVANTS = ("postgres", "nobody")  # PostgreSQL refuses to run as root; Debian's package brings the first


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, programs: Postgresql, listen: str = "", port: int = 5432) -> None:
        self.folder, self.programs, self.listen, self.port = folder, programs, listen, port
        self.servant = _servant() if os.geteuid() == 0 else None
        if self.servant:
            shutil.chown(folder, self.servant)
        self._run(programs.initdb, "-D", folder / "data", "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale", "C")
        if listen:
            with (folder / "data" / "pg_hba.conf").open("a") as hosts:
                hosts.write("host all all 10.0.0.0/8 trust\n")
        self.start()

    def _run(self, program: Path, *words: object) -> None:
        # Not in the caller's folder or home: the servant may not read them.
        made = subprocess.run(
            [str(program), *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False, timeout=120,
            env={**os.environ, "HOME": str(self.folder)}, user=self.servant, extra_groups=[] if self.servant else None,
        )  # fmt: skip
        if made.returncode != 0:
            raise OSError(f"{program.name}: {made.stdout}{made.stderr}")

    def start(self) -> None:
        options = f"-c listen_addresses='{self.listen}' -c port={self.port} -c unix_socket_directories='{self.folder}'"
        words = ("-D", self.folder / "data", "-w", "-t", 100, "-o", options, "-l", self.folder / "log", "start")
        self._run(self.programs.pg_ctl, *words)

    def stop(self, how: str = "immediate") -> None:
        self._run(self.programs.pg_ctl, "-D", self.folder / "data", "-m", how, "-w", "stop")

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{uuid4().hex[:12]}"
        own = f"host={self.folder} port={self.port} user=tester dbname=postgres"
        with psycopg.connect(own, autocommit=True) as link:
            link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        if self.listen:
            return f"postgresql+psycopg://tester@{self.listen}:{self.port}/{name}"
        return f"postgresql+psycopg://tester@/{name}?host={self.folder}"


def _servant() -> str:
    """A user other than root."""
    known = {entry.pw_name for entry in pwd.getpwall()}
    found = next((name for name in SERVANTS if name in known), None)
    if found is None:
        raise OSError(f"root needs one of these users to run it: {', '.join(SERVANTS)}")
    return found


@contextmanager
def cluster(listen: str = "", port: int = 5432) -> Iterator[Cluster | None]:
    """A PostgreSQL while it is needed (on a network too, where it shall listen there); None where there is none."""
    for programs in postgresql():
        folder = Path(tempfile.mkdtemp(prefix="ff-pg-", dir=short_folder()))
        try:
            try:
                running = Cluster(folder, programs, listen, port)
            except (OSError, subprocess.SubprocessError) as error:
                print(f"!!! {programs.initdb} is here, but its PostgreSQL does not start: {error} !!!")
                continue
            try:
                yield running
            finally:
                running.stop()
            return
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    yield None


def short_folder() -> str | None:
    """Where to keep it: a socket's path has little room and stands in addresses; a temporary folder may be deep, or
    have a space in its name."""
    usual = tempfile.gettempdir()
    return "/tmp" if (len(usual) > 40 or " " in usual) and os.access("/tmp", os.W_OK) else None
