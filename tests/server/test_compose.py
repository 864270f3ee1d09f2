"""deploy/compose.yaml: there is no Docker where this is tested, so it is read: every name leads somewhere, and what its
containers are told is what the commands understand."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from firstfire.cli import build_parser
from firstfire.server.commands import serve_settings
from firstfire.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
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


def ours(compose: dict[str, Any]) -> dict[str, list[str]]:
    """What each container of our image runs."""
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.M)
    assert entry is not None
    standard = import_module("json").loads(entry[1])
    return {
        name: [*service.get("entrypoint", standard), *service["command"]]
        for name, service in compose["services"].items()
        if service["image"] == "firstfire"
    }


def test_every_command_is_understood(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_SECRET", GIVEN["FIRSTFIRE_SECRET"])
    commands = ours(compose)
    assert set(commands) == {"server1", "server2", "thinker"}
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
        word.removeprefix("--among=http://") for words in ours(compose).values() for word in words if "among" in word
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
