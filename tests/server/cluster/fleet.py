"""Several real servers on one real PostgreSQL, thinkers, and a proxy before them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SECRET = "a secret that all servers of a fleet share"


class Refused(OSError):
    """A server says no."""


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as free:
        free.bind((host, 0))
        return int(free.getsockname()[1])


def environment(*, compiled: bool = False) -> dict[str, str]:
    more = {"PYTHONPATH": f"{ROOT / 'examples'}{os.pathsep}{ROOT}", "FIRSTFIRE_SECRET": SECRET}
    return {**os.environ, **more, "FIRSTFIRE_INTERPRET": "" if compiled else "1"}


@dataclass(frozen=True)
class Door:
    """Where people come in: a server, or a proxy before all of them."""

    host: str
    port: int


class Member:
    """One server of a fleet; `within`: words that run it somewhere else, like in a network namespace."""

    def __init__(
        self, data: Path, database: str, redis: str = "", host: str = "127.0.0.1", within: Sequence[str] = (),
        *, compiled: bool = False, words: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.compiled, self.words = compiled, words
        self.data, self.database, self.redis, self.host, self.within = data, database, redis, host, within
        self.port = free_port() if not within else 8080
        self.process: subprocess.Popen[bytes] | None = None
        self.paused = False

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def door(self) -> Door:
        return Door(self.host, self.port)

    def start(self, *words: str) -> None:
        command = [
            *self.within, sys.executable, "-m", "firstfire.server", "--host", self.host, "--port", str(self.port),
            "--data", str(self.data), "--public", f"http://{self.host}", "--public", "http://127.0.0.1",
            "--game", "embers", "--compile", "embers", "--no-browser", "--late-workers", "--no-limits",
            "--workers", "1", *self.words, *words,
        ]  # fmt: skip
        if self.database:  # one of several
            command += [
                "--database", self.database, "--cluster-url", self.address, "--redis", self.redis, "--bot-queue",
                self.redis, "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8",
            ]  # fmt: skip
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env=environment(compiled=self.compiled), stdout=log, stderr=log
            )  # fmt: skip
        self.wait()

    @property
    def is_well(self) -> bool:
        return self.process is not None and self.process.poll() is None and not self.paused

    def wait(self) -> None:
        """Until it answers."""
        while True:
            assert self.process is not None
            assert self.process.poll() is None, (self.data / "log").read_text()
            try:
                get(self.door, "/api/health")
                return
            except OSError:
                time.sleep(0.02)

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.paused = number == signal.SIGSTOP

    def kill(self) -> None:
        """At once, with whatever it was doing."""
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def end(self) -> None:
        """Whatever it is doing; nothing where it has ended."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def stop(self) -> None:
        """In peace: it gives its tables back."""
        self.signal(signal.SIGTERM)
        assert self.process is not None
        self.process.wait(timeout=60)


def get(door: Door, path: str, handed_on: str = "") -> Any:
    with closing(HTTPConnection(door.host, door.port, timeout=20)) as link:
        link.request("GET", path, headers={"X-Firstfire-Handed-On": handed_on} if handed_on else {})
        return json.loads(link.getresponse().read())


def post(door: Door, path: str, body: object, within: float = 30, cookie: str = "") -> Any:
    with closing(HTTPConnection(door.host, door.port, timeout=within)) as link:
        link.request("POST", path, json.dumps(body), {"Content-Type": "application/json", "Cookie": cookie})
        answer = link.getresponse()
        text = answer.read().decode()
    if answer.status not in (200, 201):
        raise Refused(f"{answer.status}: {text}")
    return json.loads(text)


class ThinkingMachine:
    """One `firstfire think`, with all its processes."""

    def __init__(self, redis: str, log: Path, *, compiled: bool = False, words: Sequence[str] = ()) -> None:
        self.redis, self.log, self.compiled, self.words = redis, log, compiled, words
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "firstfire.cli", "think", "--redis", self.redis, "--game", "embers"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", "1", *self.words],
                env=environment(compiled=self.compiled),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> None:
        """In peace."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """As when the power of its machine goes."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Whatever it is doing; nothing where it has ended."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


PROXY = """
worker_processes 1; daemon off; pid pid; error_log error.log;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    {folders}
    map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
    upstream fleet {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 3m;
        location / {{
            proxy_pass http://fleet;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_connect_timeout 1s;
            proxy_read_timeout 120s;
        }}
    }}
}}
"""


class Proxy:
    """A real nginx before a fleet."""

    def __init__(self, program: Path, folder: Path, members: Sequence[Member]) -> None:
        self.program, self.folder = program, folder
        self.door = Door("127.0.0.1", free_port())
        servers = " ".join(
            f"server {member.host}:{member.port} max_fails=1 fail_timeout=1s;" for member in members
        )  # fmt: skip
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = " ".join(f"{kind}_temp_path {kind};" for kind in kinds)
        folder.mkdir(parents=True, exist_ok=True)
        words = PROXY.format(folders=folders, servers=servers, port=self.door.port)
        (folder / "conf").write_text(("user root;" if os.geteuid() == 0 else "") + words)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        return [str(self.program), "-p", str(self.folder), "-c", str(self.folder / "conf")]

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        while True:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            with suppress(OSError), socket.create_connection((self.door.host, self.door.port), 1):
                return
            time.sleep(0.02)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()


class Caddy(Proxy):
    """A real Caddy before a fleet of two, as deploy/compose.yaml has it."""

    def __init__(self, program: Path, folder: Path, members: Sequence[Member]) -> None:
        super().__init__(program, folder, members)
        told = (ROOT / "deploy" / "Caddyfile.compose").read_text(encoding="utf-8")
        for number, member in enumerate(members, 1):
            told = told.replace(f"server{number}:8080", f"{member.host}:{member.port}")
        told = told.replace("{$FIRSTFIRE_HOST}", f"http://{self.door.host}:{self.door.port}")
        (folder / "conf").write_text("{\n\tadmin off\n}\n" + told)

    @property
    def command(self) -> list[str]:
        return [str(self.program), "run", "--adapter", "caddyfile", "--config", str(self.folder / "conf")]
