"""A real Redis for tests."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import redis

PORT = 6377


class RedisServer:
    """A Redis of our own, reached by a Unix socket, or on a network."""

    def __init__(self, program: Path, folder: Path, listen: str = "") -> None:
        self.program, self.folder, self.listen = program, folder, listen
        self.url = f"redis://{listen}:{PORT}/0" if listen else f"unix://{folder / 'socket'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        port = ["--port", "0"] if not self.listen else ["--port", str(PORT), "--bind", self.listen]
        kept = ["--unixsocket", str(self.folder / "socket"), "--dir", str(self.folder), "--save", ""]
        words = [*port, "--protected-mode", "no", *kept]
        self.process = subprocess.Popen([str(self.program), *words], stdout=subprocess.DEVNULL)
        while True:
            assert self.process.poll() is None, "Redis does not start"
            try:
                redis.Redis.from_url(self.url).ping()
                return
            except redis.ConnectionError:
                time.sleep(0.02)

    def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
