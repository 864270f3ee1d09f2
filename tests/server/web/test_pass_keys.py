"""Signing in by pass-keys: the same person on another device, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.authenticator import Authenticator
from tests.server.tools import inside, other
from tests.server.web.test_persons import everything

from firstfire.cli import main
from firstfire.server.settings import UNLIMITED
from firstfire.server.web import pass_keys

Opener = Callable[..., TestClient]
HOST = "games.example.org"
HOME = f"https://{HOST}"


@pytest.fixture
def site(open_site: Opener) -> TestClient:
    return open_site(pass_keys=True, public=(HOME, f"{HOME}:8443", "https://other.example.org", "testserver"))


def ask(site: TestClient, path: str) -> dict[str, Any]:
    answer = site.post(f"/api/{path}/ask", json={})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["options"]
    return found


def say(site: TestClient, path: str, credential: dict[str, Any]) -> Any:
    return site.post(f"/api/{path}", json={"credential": credential}).json()


def make_key(site: TestClient, **more: Any) -> Authenticator:
    key = Authenticator(HOME, HOST, **more)
    assert "keys" in say(site, "me/keys", key.make(ask(site, "me/keys")))
    return key


def enter(site: TestClient, key: Authenticator) -> Any:
    return say(site, "keys/enter", key.use(ask(site, "keys")))


def names(site: TestClient) -> list[str]:
    return [key["id"] for key in site.get("/api/me/keys").json()["keys"]]


def test_a_key_gives_back_the_same_person_on_another_device(site: TestClient) -> None:
    site.put("/api/me", json={"name": "Ayla", "mark": "owl"})
    key, second = make_key(site), make_key(site, counter=None)
    options = ask(site, "me/keys")
    assert options["rp"] == {"name": "Firstfire", "id": HOST} and options["user"]["name"] == "Ayla"
    assert options["authenticatorSelection"]["residentKey"] == "required", "nobody has to type a name"
    assert len(options["excludeCredentials"]) == 2, "one authenticator does not make two"
    for each in (key, second, second):
        device = other(site)
        assert device.get("/api/me").json()["name"] != "Ayla"
        assert enter(device, each) == {"name": "Ayla"}
        me = device.get("/api/me").json()
        assert (me["name"], me["mark"]) == ("Ayla", "owl") and len(names(device)) == 2
    assert [used["used"] is not None for used in site.get("/api/me/keys").json()["keys"]] == [True, True]


def test_a_removed_key_opens_nothing_and_nobody_removes_those_of_others(site: TestClient) -> None:
    key, second = make_key(site), make_key(site)
    first, last = names(site)
    other(site).post("/api/me/keys/remove", json={"id": first})
    assert names(site) == [first, last]
    assert [each["id"] for each in site.post("/api/me/keys/remove", json={"id": first}).json()["keys"]] == [last]
    assert enter(other(site), key)["code"] == "bad_pass_key" and "name" in enter(other(site), second)


def forged(site: TestClient, key: Authenticator, why: str) -> Any:
    """Sign in with something wrong."""
    device = other(site)
    options = ask(device, "keys")
    match why:
        case "the page of another site":
            key.origin = "https://games.example.org.evil.example"
        case "a host of ours that keys do not know":
            key.origin = "https://other.example.org"
        case "a key for another host":
            key.party = "example.org"
        case "somebody else's signature":
            key = Authenticator(HOME, HOST, id=key.id)
        case "a key nobody has":
            key = Authenticator(HOME, HOST)
        case "a challenge for another browser":
            options = ask(other(site), "keys")
        case "a challenge for another thing":
            options = ask(device, "me/keys")
        case "no challenge of ours":
            options = {"challenge": "A" * 43}
        case "a challenge that was asked before the last one":
            ask(device, "keys")
        case "a counter that went back":
            key.counter = 0
        case "bytes that mean nothing":
            return say(device, "keys/enter", {"id": "A", "rawId": "A", "response": {"clientDataJSON": "é", "x": [1]}})
    return say(device, "keys/enter", key.use(options))


@pytest.mark.parametrize(
    "why",
    [
        "the page of another site", "a host of ours that keys do not know", "a key for another host",
        "somebody else's signature", "a key nobody has", "a challenge for another browser",
        "a challenge for another thing", "no challenge of ours", "a challenge that was asked before the last one",
        "a counter that went back", "bytes that mean nothing",
    ],
)  # fmt: skip
def test_nobody_else_comes_in(site: TestClient, why: str) -> None:
    key = make_key(site)
    assert forged(site, key, "")["name"] == site.get("/api/me").json()["name"], "with nothing wrong it opens"
    assert forged(site, key, why)["code"] == "bad_pass_key"


def test_what_was_signed_is_good_once_and_not_for_long(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    key, device = make_key(site), other(site)
    proof = key.use(ask(device, "keys"))
    before = dict(device.cookies)
    assert "name" in say(device, "keys/enter", proof)
    device.cookies.clear()
    device.cookies.update(before)
    assert say(device, "keys/enter", proof)["code"] == "bad_pass_key", "used up"
    late = key.use(ask(device, "keys"))
    now = pass_keys._now()
    monkeypatch.setattr(pass_keys, "_now", lambda: now + 1000 * (pass_keys.VALID + 1))
    assert say(device, "keys/enter", late)["code"] == "bad_pass_key", "too late"


def test_a_key_is_made_only_for_whom_it_was_asked_and_on_our_page(site: TestClient) -> None:
    options = ask(site, "me/keys")
    assert say(other(site), "me/keys", Authenticator(HOME, HOST).make(options))["code"] == "bad_pass_key"
    foreign = Authenticator("http://games.example.org", HOST)
    assert say(site, "me/keys", foreign.make(options))["code"] == "bad_pass_key"
    assert say(site, "me/keys", Authenticator(HOME, HOST).make(options))["code"] == "bad_pass_key", "used up"
    assert names(site) == []
    known = make_key(site)
    assert say(other(site), "me/keys", known.make(ask(site, "me/keys")))["code"] == "bad_pass_key"
    thief = other(site)
    assert say(thief, "me/keys", known.make(ask(thief, "me/keys")))["code"] == "many_pass_keys", "it is somebody's"


def test_keys_are_taken_along_and_forgotten_with_everything_else(site: TestClient) -> None:
    key = make_key(site)
    (named,) = names(site)
    assert [each["id"] for each in site.get("/api/me/export").json()["pass_keys"]] == [named]
    assert named in everything(site)
    site.post("/api/me/forget", json={"sure": "forget me"})
    assert named not in everything(site) and enter(other(site), key)["code"] == "bad_pass_key"


def test_there_are_limits(open_site: Opener) -> None:
    site = open_site(
        pass_keys=True, public=(HOME, "testserver"), limits=replace(UNLIMITED, keys_of_guest=1, keys_per_hour=5)
    )
    make_key(site)
    assert say(site, "me/keys", Authenticator(HOME, HOST).make(ask(site, "me/keys")))["code"] == "many_pass_keys"
    ask(site, "keys")
    assert site.post("/api/keys/ask", json={}).json()["code"] == "slow_down"


def test_who_does_not_offer_it_has_none_of_it(client: TestClient) -> None:
    assert client.get("/api/me").json()["pass_keys"] is False and not inside(client).settings.pass_keys
    for path in ("me/keys/ask", "keys/ask"):
        assert client.post(f"/api/{path}", json={}).json()["code"] == "no_pass_keys"
    for path in ("me/keys", "keys/enter"):
        assert say(client, path, {})["code"] == "no_pass_keys"


@pytest.mark.parametrize("public", [[], ["--public", "http://games.example.org"], ["--public", "https://192.0.2.7"]])
def test_a_server_without_a_name_is_not_started_with_pass_keys(
    public: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--pass-keys", *public]) != 0
    assert "--pass-keys needs --public https://games.example.org" in capsys.readouterr().err
