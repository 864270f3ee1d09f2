"""An endpoint of the REST interface, and what all of them share: reading what is asked, and answering."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from ...kernel.presentation.languages import LANGUAGES
from ..protocol.refusals import Refusal, malformed
from .guests import Guest
from .limits import place_of
from .site import Site

MOVED = 421  # "misdirected": the table is at another server
T = TypeVar("T")


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: method, path, who answers, and what is said (for OpenAPI)."""

    method: str
    path: str
    answer: Callable[[Site, Request], Awaitable[Response]]
    says: type[BaseModel]
    takes: type | None = None
    status: int = 200


def answer(data: Any, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    return as_json(orjson.dumps(data), status)


def as_json(body: bytes, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(body, status, media_type="application/json", headers={"Cache-Control": "no-store"})


async def read(request: Request, kind: type[T]) -> T:
    """The body of a request, checked."""
    try:
        shape: Any = kind
        found: T = adapter(shape).validate_json(await request.body() or b"{}")
    except ValidationError as error:
        raise malformed(problem_of(error)) from None
    return found


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """What reads and checks something of a shape."""
    return TypeAdapter(kind)


def problem_of(error: ValidationError) -> str:
    """The first thing wrong with a message, without its contents."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def guest_of(request: Request) -> Guest:
    """Who asks."""
    found: Guest = request.scope["guest"]
    return found


async def known(site: Site, request: Request) -> tuple[str, str, str]:
    """Who asks, by which name, in which language."""
    guest = guest_of(request)
    kept = None if guest.is_new else await asyncio.to_thread(site.store.guest, guest.id)
    language = spoken(request, kept.language if kept else "")
    return guest.id, kept.name if kept else site.visitor_name(guest.id, language), language


class Aside:
    """Work that takes a while, one piece after the other in a thread of its own: whoever waits for it holds none of the
    threads that read the database for everybody."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Do it there."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def slow_down(site: Site, limit: str, request: Request) -> None:
    """Refuse who asks for too much of something in a short time."""
    if not site.limits.take(limit, guest_of(request).id, place_of(request.scope)):
        raise Refusal("slow_down")


def spoken(request: Request, kept: str) -> str:
    """The language of an answer: asked for, kept, or the browser's."""
    asked = request.query_params.get("language", "")
    if asked in LANGUAGES:
        return asked
    if kept in LANGUAGES:
        return kept
    for part in request.headers.get("accept-language", "").lower().split(","):
        if part.strip()[:2] in LANGUAGES:
            return part.strip()[:2]
    return "en"
