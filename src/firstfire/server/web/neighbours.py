"""What one server asks the others of its database: to forget somebody too, and what a table of theirs looks like.

Who is forgotten is forgotten by every server in place, so that nobody else is thrown out of a table, wherever that is.
A word about somebody is signed with the secret that all servers share. A server that does not answer loses its tables
that knew them, as where it had died (store/leases.py)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import httpx2
from starlette.types import Scope

from ..rooms.membership import Membership
from ..store.leases import Peer
from .forwarding import handed_on
from .guests import Farewell, Signer

log = logging.getLogger(__name__)
FAREWELLS = "/api/servers/forget"
WITHIN = 5.0  # seconds for an answer: a server that hangs is taken for dead before


class Neighbours:
    """The other servers."""

    def __init__(self, membership: Membership, signer: Signer) -> None:
        self.membership, self.signer = membership, signer
        self._client = httpx2.AsyncClient(timeout=WITHIN, trust_env=False)

    async def close(self) -> None:
        """Ask nobody any more."""
        await self._client.aclose()

    async def forget(self, scope: Scope, farewell: Farewell) -> dict[str, int]:
        """Have somebody forgotten by all of them, in place; the tables where that was done, and the numbers under which
        they are held: whoever takes one later has another number."""
        body = {"word": self.signer.farewell(farewell)}
        peers = await self.membership.peers()
        told = await asyncio.gather(*(self._asked(peer, scope, "POST", FAREWELLS, body) for peer in peers))
        return {table: number for said in told if said is not None for table, number in said["kept"].items()}

    async def seated(self, scope: Scope, table: str) -> dict[str, Any] | None:
        """A table that another server has, and the keys of the seats of who asks; None where it is not to be had."""
        self.membership.moved(table)
        peer = await self.membership.holder(table)
        if peer is None:
            return None
        about = await self._asked(peer, scope, "GET", f"/api/tables/{table}")
        links = await self._asked(peer, scope, "GET", f"/api/tables/{table}/personal")
        return {"table": about, **links} if about is not None and links is not None else None

    async def _asked(self, peer: Peer, scope: Scope, method: str, path: str, body: object = None) -> Any:
        """What another server answers to somebody's request; None where it does not, or refuses."""
        try:
            answered = await self._client.request(method, peer.address + path, headers=handed_on(scope), json=body)
        except httpx2.TransportError as error:
            log.info("another server does not answer: %s", type(error).__name__)
            return None
        return answered.json() if answered.status_code == 200 else None
