"""A stranger's address must not make the server call its own network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from typing import NoReturn

import pytest
from tests.server.push_service import push_service

from firstfire.server.notices.outside import Destination, Unreachable, is_public, look_up, place_of, post

NOT_PUBLIC = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:db8::1",
    "fec0::1", "192.0.0.8", "192.0.0.170", "64:ff9b:1::a00:1", "3fff::1", "5f00::1",
)  # fmt: skip


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_addresses_of_our_own_networks_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::6810:84e5", "64:ff9b::5db8:d822"])
def test_addresses_of_the_internet_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x",
        "https://93.184.216.34/x", "https://push.example.org:8443/x", "https://me:pw@push.example.org/x",
        "ftp://push.example.org/", "//push.example.org", "", "https://", "https://push.example.org/\r\nX: y",
        "https://push.example.org/ x", "https://push.exämple.org/", "https://[half", "https://a.b/" + "x" * 1000,
        "https://127.1/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://127.0.0.1./", "https://localhost./",
        "https://push.localhost/", "https://printer.local/", "https://10.0.0.0x7/", "https://%31%32%37.0.0.1/",
        "https://router.home.arpa/", "https://a..b.org/", "https://2130706433./",
        "https://router.home/", "https://x.corp/", "https://x.svc/", "https://push.fritz.box/", "https://fritz.box/",
        "https://x.HOME./", "https://nas.private/",
    ],
)  # fmt: skip
def test_only_https_to_a_public_name_is_spoken(url: str) -> None:
    with pytest.raises(Unreachable):
        place_of(url)


def test_a_push_service_is_understood() -> None:
    place = place_of("https://updates.push.example.org/wpush/v2/abc?x=1")
    assert place == Destination("updates.push.example.org", 443, "/wpush/v2/abc?x=1", True)
    assert place.origin == "https://updates.push.example.org"


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.7", "::1"])
def test_a_name_that_leads_into_our_network_is_not_called(monkeypatch: pytest.MonkeyPatch, inner: str) -> None:
    """A name of the attacker's own: one public address and one of ours, so that the second try would reach us."""
    family = socket.AF_INET6 if ":" in inner else socket.AF_INET
    names = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443)),
        (family, socket.SOCK_STREAM, 6, "", (inner, 443)),
    ]  # fmt: skip
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: names)
    with pytest.raises(Unreachable, match="not a public host"):
        asyncio.run(look_up(Destination("evil.example.org", 443, "/", True)))
    with pytest.raises(Unreachable, match="not a public host"):
        asyncio.run(post("https://evil.example.org/", {}, b"", within=60))


def test_a_status_comes_back_and_nobody_is_waited_for_for_ever() -> None:
    with push_service() as service:
        service.answer = 410
        assert asyncio.run(post(service.endpoint, {"TTL": "5"}, b"abc", within=60, local=True)) == 410
        assert (service.posted[0].body, service.posted[0].headers["TTL"]) == (b"abc", "5")
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable, match="TimeoutError"):
        where = f"http://127.0.0.1:{silent.getsockname()[1]}/"  # takes the connection, says nothing
        asyncio.run(post(where, {}, b"", within=0.2, local=True))


def test_what_is_no_http_is_refused() -> None:
    def babble(listening: socket.socket) -> None:
        link, _ = listening.accept()
        with link:
            link.recv(100)
            link.sendall(b"SSH-2.0-OpenSSH\r\n")
            link.recv(1000)

    with socket.create_server(("127.0.0.1", 0)) as other:
        thread = threading.Thread(target=babble, args=(other,))
        thread.start()
        with pytest.raises(Unreachable, match="ValueError"):
            asyncio.run(post(f"http://127.0.0.1:{other.getsockname()[1]}/", {}, b"", within=60, local=True))
        thread.join()


def test_names_that_are_looked_up_for_ever_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a name server of their own decides how long a look-up takes; who somebody is, is read by threads
    that all share."""
    answered = threading.Event()

    def never(*_: object, **__: object) -> NoReturn:
        answered.wait()
        raise OSError

    async def with_many() -> int:
        looking = [asyncio.create_task(look_up(Destination(f"{n}.example.org", 443, "/", True))) for n in range(64)]
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(150):
                return await asyncio.to_thread(lambda: 7)
        finally:
            answered.set()
            assert all(isinstance(each, Unreachable) for each in await asyncio.gather(*looking, return_exceptions=True))

    monkeypatch.setattr(socket, "getaddrinfo", never)
    assert asyncio.run(with_many()) == 7
