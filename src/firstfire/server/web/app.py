"""The application: doors, pages, and what starts and stops with them."""

from __future__ import annotations

import asyncio
import html
import logging
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from ..bots.worker import shelve
from ..operations.keeping import keep_house
from ..protocol.refusals import Refusal, server_words
from ..rooms.priming import prime
from ..settings import Settings
from ..store.trouble import HeldElsewhere, LeaseLost, StoreTrouble
from ..views.catalogue import games_here
from ..views.sign import pictures_sign
from .endpoint import MOVED, Endpoint, answer, spoken
from .guard import Guard
from .lab import PAGE, playtest_page
from .persons import forget_with_others
from .rest import ENDPOINTS
from .site import Site
from .table_socket import serve_table

log = logging.getLogger(__name__)
LATER = {"busy": 60, "full": 600}  # seconds after which it is worth asking again
CHEAP = 1  # of gzip's nine levels: it runs on the loop, and the last percent would cost ten times as much
mimetypes.add_type("application/manifest+json", ".webmanifest")
STATIC = Path(__file__).parents[1] / "static"


class StepConvertor(IntegerConvertor):
    """The number of a step in a path (`{step:step}`): one of thousands of digits cannot even be read."""

    regex = "[0-9]{1,9}"


register_url_convertor("step", StepConvertor())


def create_app(settings: Settings | None = None) -> Starlette:
    """A server, ready for uvicorn (or a test client)."""
    settings = settings or Settings()
    shelve(settings.more_games)
    site = Site(settings)
    membership = site.rooms.join(settings.among, settings.life) if settings.among else None

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site.sign = await asyncio.to_thread(pictures_sign)
        for service in site.beside:
            await service.start()
        if membership is not None:
            await asyncio.to_thread(prime, settings.compile_ahead)  # others lead people here as soon as it is alive
            await membership.start()
            site.devices.follow(membership)
        if site.shared is not None:
            await site.shared.start()
        if settings.workers_from:
            await site.rooms.bots.join(settings.workers_from)
        await site.notices.start()
        tasks = [asyncio.create_task(_prepare(site)), asyncio.create_task(keep_house(site.rooms))]
        yield
        for task in tasks:
            task.cancel()
        await site.close()

    async def at_table(socket: WebSocket) -> None:
        await serve_table(site, socket)

    routes: list[BaseRoute] = [_route(site, endpoint) for endpoint in ENDPOINTS]
    routes.append(Route(PAGE, _guarded(site, playtest_page)))
    routes.append(WebSocketRoute("/api/tables/{table}/ws", at_table))
    routes += [Route("/api", _nothing_here), Route("/api/{rest:path}", _nothing_here)]
    routes.append(Mount("/", Pages(directory=STATIC, check_dir=False)))
    middleware = [Middleware(Guard, site=site), Middleware(GZipMiddleware, minimum_size=1000, compresslevel=CHEAP)]
    if membership is not None:
        from .forwarding import Forwarding  # several servers need a client (extra `cluster`)
        from .neighbours import FAREWELLS, Neighbours

        site.others = Neighbours(membership, site.signer)
        routes.insert(0, Route(FAREWELLS, _guarded(site, forget_with_others), methods=["POST"]))
        middleware.insert(
            0, Middleware(Forwarding, membership=membership, limits=settings.limits, looks=site.limits.leads)
        )
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.state.site = site
    return app


async def _prepare(site: Site) -> None:
    """What may happen once people can come in: workers, and the rules of games nobody plays yet."""
    if not site.settings.among:
        await asyncio.to_thread(prime, site.settings.compile_ahead)
    if site.settings.early_workers:
        await site.rooms.bots.gather()
    if site.settings.compile_ahead:
        for game in await asyncio.to_thread(games_here):
            if game.name in site.settings.compile_ahead:
                site.rooms.compiling.want(game.key, soon=False)


def _route(site: Site, endpoint: Endpoint) -> Route:
    return Route(endpoint.path, _guarded(site, endpoint.answer), methods=[endpoint.method])


def _guarded(
    site: Site, handler: Callable[[Site, Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """A refusal becomes an answer in the language of who asks; trouble becomes a refusal."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(site, request)
        except Refusal as refusal:
            return _refused(refusal, request)
        except (HeldElsewhere, LeaseLost):
            return _refused(Refusal("trouble"), request, MOVED)
        except StoreTrouble as trouble:
            return _refused(Refusal("unsure" if trouble.unsure else "not_stored"), request)
        except ClientDisconnect:  # nobody is there to hear it
            return Response(status_code=408)
        except Exception:
            log.exception("trouble at %s", request.url.path)
            return _refused(Refusal("trouble"), request)

    return handle


def _refused(refusal: Refusal, request: Request, status: int = 0) -> Response:
    made = answer({"type": "refused", **refusal.body(spoken(request, ""))}, status or refusal.status)
    if refusal.code in LATER:
        made.headers["Retry-After"] = str(LATER[refusal.code])
    return made


async def _nothing_here(request: Request) -> Response:
    return _refused(Refusal("malformed", detail="no such endpoint; see /api/openapi.json"), request)


class Pages(StaticFiles):
    """The client's files; every address without a dot is the client's own page."""

    async def check_config(self) -> None:
        """A missing folder is no error: the page says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, the page, or a page that says what is missing."""
        if any(part.startswith(".") for part in path.split("/") if part != "."):
            raise HTTPException(404)  # what the building of the page left there
        if path not in ("", ".", "index.html"):
            try:
                found = await super().get_response(path, scope)
                forever = path.startswith("assets/")
                found.headers["Cache-Control"] = "public, max-age=31536000, immutable" if forever else "no-cache"
                return found
            except HTTPException as error:
                if error.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                    raise
        try:
            page = await super().get_response("index.html", scope)
        except HTTPException:
            return _missing_page(Request(scope))
        page.headers["Cache-Control"] = "no-cache"
        return page


def _missing_page(request: Request) -> Response:
    """The client is not built: say so, and how."""
    language = spoken(request, "")
    words = server_words(language)
    title, text = html.escape(words.say("page.missing_title")), html.escape(words.say("page.missing"))
    head = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
    return HTMLResponse(f"{head}<h1>{title}</h1><p>{text}</p>", 503)
