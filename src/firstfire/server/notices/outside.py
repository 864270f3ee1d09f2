"""Outside: a request to a host that a stranger has named. It must not become a way into our own network, so only
https to public addresses is spoken; the name is looked up once, and what was looked at is what is connected to."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

LONGEST = 1000  # characters of an address
NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
AT_HOME = (  # ends of names that are never, or not surely, names of the internet
    ".localhost", ".localdomain", ".local", ".internal", ".lan", ".home.arpa", ".home", ".corp", ".mail", ".private",
    ".intranet", ".svc", ".cluster", ".fritz.box", ".test", ".example", ".invalid", ".onion", ".alt",
)  # fmt: skip
SPECIAL = tuple(  # what older Pythons take for addresses of the internet
    map(ipaddress.ip_network, ("192.0.0.0/24", "fec0::/10", "64:ff9b:1::/48", "3fff::/20", "5f00::/16"))
)
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind a NAT64
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# A name server of a stranger's answers when it likes: it has no thread that others wait for.
_looking_up = ThreadPoolExecutor(8, thread_name_prefix="names")


class Unreachable(Exception):
    """There is no such place, it does not answer, or it is none of ours to call."""


@dataclass(frozen=True)
class Destination:
    """Where an address leads."""

    host: str
    port: int
    path: str
    secure: bool

    @property
    def origin(self) -> str:
        """Scheme, host and port, as signatures name it."""
        scheme, usual = ("https", 443) if self.secure else ("http", 80)
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}" + ("" if self.port == usual else f":{self.port}")


def place_of(url: str, *, local: bool = False) -> Destination:
    """Where an address leads; refuses all but https to a name (`local`: also http, any port and bare addresses)."""
    if len(url) > LONGEST or not url.isascii() or any(character <= " " for character in url):
        raise Unreachable("this is no address")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Unreachable("this is no address") from None
    secure = parts.scheme == "https"
    if not host or parts.username is not None or not (secure or (local and parts.scheme == "http")):
        raise Unreachable("only https addresses are called")
    if not local and (port not in (None, 443) or not _is_public_name(host)):
        raise Unreachable("only the usual port of a host with a public name is called")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(host, port or (443 if secure else 80), path, secure)


def is_public(address: Address) -> bool:
    """Whether an address is one of the internet: not of this machine, of a network at home, or a way round to one."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in TRANSLATED:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        inner = (address.ipv4_mapped, address.sixtofour, *(address.teredo or ()))
        if any(each is not None and not is_public(each) for each in inner):
            return False
    if any(address in network for network in SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_public_name(host: str) -> bool:
    """Whether a host is called by a name that may be one of the internet. What ends in a number is an address, however
    it is spelt (127.1, 0x7f.0.0.1, 127.0.0.1.): resolvers read it so."""
    name = host.removesuffix(".")
    last = name.rpartition(".")[2]
    return NAME.fullmatch(name) is not None and not NUMBER.fullmatch(last) and not f".{name}".endswith(AT_HOME)


async def look_up(place: Destination, *, local: bool = False) -> str:
    """The address of a host to connect to; where one of its addresses is not public, none of them is."""
    try:
        named = partial(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(_looking_up, named)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{place.host} is not known") from error
    addresses = [str(each[4][0]) for each in found]
    if not addresses:
        raise Unreachable(f"{place.host} is not known")
    if not local and not all(is_public(ipaddress.ip_address(each.partition("%")[0])) for each in addresses):
        raise Unreachable(f"{place.host} is not a public host")
    return addresses[0]


async def post(url: str, headers: Mapping[str, str], body: bytes, *, within: float, local: bool = False) -> int:
    """Post something; the status of the answer. Nothing else of it is read, and no redirection is followed."""
    place = place_of(url, local=local)
    try:
        async with asyncio.timeout(within):
            return await _post(place, await look_up(place, local=local), headers, body)
    except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:  # ssl's errors are OSErrors
        raise Unreachable(f"{place.host} does not answer ({type(error).__name__})") from error


async def _post(place: Destination, address: str, headers: Mapping[str, str], body: bytes) -> int:
    tls = ssl.create_default_context() if place.secure else None
    named = place.host if tls is not None else None
    reader, writer = await asyncio.open_connection(address, place.port, ssl=tls, server_hostname=named)
    try:
        said = {"Host": place.origin.partition("//")[2], **headers, "Content-Length": str(len(body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        writer.write(f"POST {place.path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode("ascii") + body)
        await writer.drain()
        version, _, rest = (await reader.readline()).decode("latin-1").partition(" ")
        if not version.startswith("HTTP/") or not rest[:3].isdigit():
            raise ValueError("this is no HTTP")
        return int(rest[:3])
    finally:
        writer.transport.abort()
