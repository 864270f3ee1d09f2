"""deploy/compose.yaml and deploy/Containerfile: there is no Docker where this is tested. So they are read (every name
leads somewhere, what is copied is enough to build from), and what the containers run is run without them: the same
commands, but for the names of hosts, ports and folders, on a real PostgreSQL and Redis."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.server.cluster.fleet import free_port
from tests.server.postgres import MISSING, cluster
from tools.programs import redis_server

from firstfire.cli import build_parser
from firstfire.server.commands import serve_settings
from firstfire.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GIVEN = {
    "FIRSTFIRE_SECRET": "a secret of thirty-two letters, or more", "FIRSTFIRE_HOST": "games.example.org",
    "POSTGRES_PASSWORD": "mammoth",
}  # fmt: skip


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked == GIVEN.keys()
    text = re.sub(r"\$\{(\w+)[^}]*\}", lambda found: GIVEN[found[1]], text)
    found: dict[str, Any] = import_module("yaml").safe_load(text)
    return found


def container() -> str:
    """The steps of the last stage of the Containerfile, each in one line."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return text[text.rindex("\nFROM ") :]


def step(name: str) -> list[str]:
    """The words of a step that is written as JSON."""
    (found,) = re.findall(rf"^{name} .*?(\[.*\])$", container(), re.M)
    words: list[str] = json.loads(found)
    return words


def ours(compose: dict[str, Any]) -> dict[str, list[str]]:
    """What each container of our image runs."""
    standard = step("ENTRYPOINT")
    return {
        name: [*service.get("entrypoint", standard), *service["command"]]
        for name, service in compose["services"].items()
        if service["image"] == "firstfire"
    }


def test_every_command_is_understood(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_SECRET", GIVEN["FIRSTFIRE_SECRET"])
    commands = ours(compose)
    assert set(commands) == {"server1", "server2", "bot-machine"}
    told: dict[str, Settings] = {}
    for name, (program, *words) in commands.items():
        assert program == "firstfire"
        arguments = build_parser().parse_args(words)
        if words[0] == "serve":
            told[name] = serve_settings(arguments)
        else:
            assert (words[0], urlsplit(arguments.redis).hostname) == ("think", "redis")
    for name, settings in told.items():
        assert urlsplit(settings.among).hostname == name
        assert {urlsplit(url).hostname for url in (settings.redis, settings.workers_from)} == {"redis"}
        assert urlsplit(settings.database).hostname == "postgres"
        assert settings.public == ("https://games.example.org",)
        assert settings.proxies == (compose["networks"]["inside"]["ipam"]["config"][0]["subnet"],)
        assert settings.signing_secret() == compose["services"][name]["environment"]["FIRSTFIRE_SECRET"]


def test_the_proxy_leads_to_the_servers(compose: dict[str, Any]) -> None:
    told = (DEPLOY / "Caddyfile.compose").read_text(encoding="utf-8")
    (line,) = re.findall(r"reverse_proxy (.*) \{", told)
    places = {
        word.removeprefix("--cluster-url=http://")
        for words in ours(compose).values()
        for word in words
        if "cluster-url" in word
    }
    assert set(line.split()) == places
    # Every table is made by POST /api/tables: what looks at the path alone would have them all at one server.
    assert re.findall(r"lb_policy (\w+)", told) == ["least_conn"]
    mounted = [volume.split(":")[0] for volume in compose["services"]["caddy"]["volumes"]]
    assert (DEPLOY / mounted[0]).is_file()


def test_every_name_leads_somewhere(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        assert set(service["networks"]) <= compose["networks"].keys()
        kept = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in kept if not name.startswith(".")} <= compose["volumes"].keys()
        wanted = service.get("depends_on", ())
        assert set(wanted) <= services.keys()
        if isinstance(wanted, dict):  # who is waited for says when it is well
            assert all("test" in services[name]["healthcheck"] for name in wanted)
    build = services["server1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


# ── the image ──────────────────────────────────────────────────────────────────────────


def test_ports_folders_and_extras_of_the_image_are_those_that_are_named(compose: dict[str, Any]) -> None:
    entry, steps = step("ENTRYPOINT"), container()
    (port,) = re.findall(r"^EXPOSE (\d+)$", steps, re.M)
    words = build_parser().parse_args(entry[1:])
    assert (str(words.port), str(words.data)) == (port, "/data")
    among = {word.partition("=")[2] for words in ours(compose).values() for word in words if "--cluster-url" in word}
    assert {urlsplit(place).port for place in among} == {int(port)}
    assert f"127.0.0.1:{port}/api/health" in step("HEALTHCHECK")[-1]
    (home,) = re.findall(r"--home-dir (\S+)", steps)
    for name in ("server1", "server2"):
        assert compose["services"][name]["volumes"] == [f"cache{name[-1]}:{home}"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"'\.\[(.*)\]'", steps)
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    assert entry[0] in project["scripts"]


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_what_the_image_copies_is_enough_to_build_from(tmp_path: Path) -> None:
    for words in re.findall(r"^COPY (?!--from)(.*)$", container(), re.M):
        *sources, target = words.split()
        for source in sources:
            place, made = ROOT / source, tmp_path / target / ("" if target != "./" else source)
            made.parent.mkdir(parents=True, exist_ok=True)
            if place.is_dir():
                shutil.copytree(place, made, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
            else:
                shutil.copy(place, made)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "."]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("firstfire-*.whl"))


# ── what the containers run ────────────────────────────────────────────────────────────


class Containers:
    """What the containers of compose.yaml run, without containers."""

    def __init__(self, compose: dict[str, Any], folder: Path, places: dict[str, str]) -> None:
        self.compose, self.folder, self.places = compose, folder, places
        self.ports = {name: free_port() for name in ("server1", "server2")}

    def here(self, word: str, name: str) -> str:
        """A word of a command as it is on this machine."""
        for other, port in self.ports.items():
            word = word.replace(f"{other}:8080", f"127.0.0.1:{port}")
        for there, place in self.places.items():
            word = word.replace(there, place)
        if name in self.ports:
            word = word.replace("8080", str(self.ports[name]))
        return word.replace("/data", str(self.folder / name))

    @contextmanager
    def running(self, name: str, words: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
        """A container's command; in the end it is stopped as a container is, and ends in peace."""
        told = self.compose["services"][name]["environment"]
        command = [sys.executable, "-m", "firstfire.cli", *(self.here(word, name) for word in words[1:])]
        env = {**os.environ, **told, "FIRSTFIRE_INTERPRET": "1"}
        with self.log(name).open("wb") as log:
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        try:
            yield process
            process.send_signal(signal.SIGTERM)
            assert process.wait() in (0, -signal.SIGTERM), self.log(name).read_text()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def is_well(self, name: str) -> bool:
        """What the image's health check says."""
        _, *words = step("HEALTHCHECK")
        check = [sys.executable, *(self.here(word, name) for word in words)]
        return subprocess.run(check, capture_output=True, check=False).returncode == 0

    def ask(self, name: str, method: str, path: str, body: object = None) -> Any:
        """As Caddy asks for somebody who came by the public name."""
        link = HTTPConnection("127.0.0.1", self.ports[name])
        host = {"Host": GIVEN["FIRSTFIRE_HOST"], "X-Forwarded-Proto": "https", "Content-Type": "application/json"}
        link.request(method, path, json.dumps(body) if body is not None else None, host)
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        assert answer.status in (200, 201), text
        return json.loads(text)


def checked(service: dict[str, Any], beside: Path, port: int, *more: str) -> bool:
    """Whether the health check of a service says that it is well. Its program lies beside the service's own or in the
    PATH; where it does not, the service has to answer at least."""
    kind, program, *words = service["healthcheck"]["test"]
    assert kind == "CMD"
    found = shutil.which(
        program, path=os.pathsep.join([str(beside.resolve().parent), os.environ.get("PATH", os.defpath)])
    )
    if found is not None:
        return subprocess.run([found, *more, *words], capture_output=True, check=False).returncode == 0
    print(f"!!! NO {program}: THE HEALTH CHECK IS NOT TRIED !!!")
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
        return True
    return False


def until(ready: Any) -> None:
    while not ready():
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.xdist_group("cluster")
def test_what_the_containers_run_runs(compose: dict[str, Any], tmp_path: Path) -> None:
    """Two servers, a thinker, PostgreSQL and Redis, by the words of compose.yaml: health checks say that all are well,
    a table of one server is seen through the other, a thinker is found, and all end in peace when they are stopped."""
    database, redis, port = compose["services"]["postgres"], compose["services"]["redis"], free_port()
    with ExitStack() as held:
        postgres, program = held.enter_context(cluster("127.0.0.1", free_port())), redis_server()
        if postgres is None or program is None:
            pytest.skip(MISSING)
        told = database["environment"]
        reached = f"host=127.0.0.1 port={postgres.port} user=tester"
        with psycopg.connect(f"{reached} dbname=postgres", autocommit=True) as link:
            link.execute(f"CREATE ROLE {told['POSTGRES_USER']} LOGIN PASSWORD '{told['POSTGRES_PASSWORD']}'")
            link.execute(f"CREATE DATABASE {told['POSTGRES_DB']} OWNER {told['POSTGRES_USER']}")
        assert checked(database, postgres.programs.pg_ctl, postgres.port, "--host=127.0.0.1", f"--port={postgres.port}")
        kept = subprocess.Popen(
            [str(program), *redis["command"][1:], "--port", str(port), "--dir", str(tmp_path)],
            stdout=subprocess.DEVNULL,
        )
        held.callback(kept.wait)
        held.callback(kept.kill)
        until(lambda: checked(redis, program, port, "-p", str(port)))
        places = {"redis:6379": f"127.0.0.1:{port}", "@postgres/": f"@127.0.0.1:{postgres.port}/"}
        fleet = Containers(compose, tmp_path, places)
        with ExitStack() as stopped:
            running = {name: stopped.enter_context(fleet.running(name, words)) for name, words in ours(compose).items()}

            def all_run() -> None:
                for name, process in running.items():
                    assert process.poll() is None, fleet.log(name).read_text()

            for name in fleet.ports:
                while not fleet.is_well(name):
                    all_run()
            wish = {"game": "totem", "seats": [{"kind": "me"}, {"kind": "open"}]}
            table = fleet.ask("server1", "POST", "/api/tables", wish)["table"]["id"]
            assert fleet.ask("server2", "GET", f"/api/tables/{table}")["id"] == table
            for name in fleet.ports:
                while "think elsewhere" not in fleet.log(name).read_text():
                    all_run()
                    time.sleep(0.05)
        with psycopg.connect(f"{reached} dbname={told['POSTGRES_DB']}") as link:
            assert link.execute("SELECT count(*) FROM servers").fetchone() == (0,)  # they have given everything back
