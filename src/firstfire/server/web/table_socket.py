"""The WebSocket of a table."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..protocol import models
from ..protocol.refusals import Refusal, malformed
from ..rooms.actor import RoomActor
from ..rooms.outbox import Outbox
from ..rooms.traffic import Enter, Gone, Refused, Say
from ..store.trouble import HeldElsewhere, LeaseLost
from .endpoint import problem_of
from .guests import Guest
from .limits import Bucket, drops_for, place_of
from .site import Site
from .websocket import direct_socket

log = logging.getLogger(__name__)
HELLO = TypeAdapter(models.Hello)
CLIENT_MESSAGE: TypeAdapter[models.ClientRequest | models.Ping] = TypeAdapter(models.ClientMessage)
PONG = b'{"type":"pong"}'
NOW = 0.0  # of the loop's clock: long ago
CLOSING = {"unknown_table": 4404, "unknown_game": 4404, "bad_key": 4403, "slow_down": 4429, "trouble": 1012}


async def serve_table(site: Site, socket: WebSocket) -> None:
    """One viewer, from hello to goodbye."""
    await socket.accept()
    place, limits = place_of(socket.scope), site.settings.limits
    patience = asyncio.timeout(limits.hello_within)
    try:
        async with patience:
            with site.greeting.place(place, partial(_end_now, patience)):
                hello = _hello(_text(await _heard(socket), limits.message))
    except (TimeoutError, _TooLarge):
        with suppress(WebSocketDisconnect, RuntimeError):  # it may be gone already
            await socket.close(CLOSING["slow_down"] if patience.when() == NOW else 4400)
        return
    except WebSocketDisconnect:
        return
    except Refusal as refusal:
        await _turn_away(socket, refusal, "en", CLOSING.get(refusal.code, 4400))
        return
    outbox = site.outbox(place)
    try:
        with site.devices.link(socket.scope["guest"], outbox):
            await _sit_down(site, socket, hello, outbox, place)
    finally:
        outbox.end()
        site.hang_up(place)


def _end_now(patience: asyncio.Timeout) -> None:
    """Wait no longer for a hello: somebody else takes the place."""
    if not patience.expired():
        patience.reschedule(NOW)


async def _sit_down(site: Site, socket: WebSocket, hello: models.Hello, outbox: Outbox, place: str) -> None:
    try:
        guest: Guest = socket.scope["guest"]
        awake = site.rooms.actors.get(socket.path_params["table"])
        viewers = awake.viewers if awake is not None else 0
        may_open = site.limits.take(
            "links", guest.id if not guest.is_new else hello.key or place, place, drops_for(viewers)
        )
        if not may_open or site.links(place) > site.settings.limits.sockets_of_address:
            raise Refusal("slow_down")
        actor, session, who = await _enter(site, socket, hello, outbox)
    except Refusal as refusal:
        await _turn_away(socket, refusal, hello.language or "en", CLOSING.get(refusal.code, 4400))
        return
    except Exception:
        log.exception("trouble at the door of a table")
        await _turn_away(socket, Refusal("trouble"), hello.language or "en", 1012)
        return
    listener = asyncio.current_task()
    assert listener is not None
    outbox.when_cut = listener.cancel
    sender = asyncio.create_task(_send(socket, outbox))
    ears = Ears(site, actor, session, outbox, who, place)
    direct = direct_socket(socket.scope)
    if direct is not None:
        outbox.short = direct.write
        direct.listen(ears.hear)
    try:
        while not outbox.closed:
            ears.hear(await _heard(socket))
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:
        if not outbox.is_cut:
            raise
        listener.uncancel()
        sender.cancel()  # it waits for a reader who does not read
    finally:
        outbox.when_cut = outbox.short = None
        if direct is not None:
            direct.listen(None)
        if actor.outboxes.get(session) is outbox:
            del actor.outboxes[session]
            actor.put(Gone(session))
        outbox.close(1000)
        with suppress(asyncio.CancelledError):
            await sender


async def _enter(site: Site, socket: WebSocket, hello: models.Hello, outbox: Outbox) -> tuple[RoomActor, str, str]:
    guest: Guest = socket.scope["guest"]
    table = socket.path_params["table"]
    kept = None if guest.is_new else await asyncio.to_thread(site.store.guest, guest.id)
    language = kept.language if kept else "en"
    name = kept.name if kept else site.visitor_name(guest.id, hello.language or language)
    keyed = None
    who = guest.id
    if hello.key is not None:
        keyed = site.signer.read_key(hello.key, table)
        if keyed is None:
            raise Refusal("bad_key")
        if guest.is_new:
            who = f"key:{table}:{keyed[0]}:{keyed[1]}"  # the same on every device without a cookie
    language = hello.language or language
    message = Enter(
        site.new_session(), who, name, language, hello.seat, keyed,
        (hello.resume.session, hello.resume.last) if hello.resume else None,
        *((kept.mark, kept.colour) if kept else ("", 0)), _seen(site, hello),
    )  # fmt: skip
    try:
        actor, session = await site.rooms.enter(table, message, outbox, most=site.settings.limits.sockets_at_table)
    except (HeldElsewhere, LeaseLost):  # it moves: who comes back is led there
        raise Refusal("trouble") from None
    return actor, session, who


def _seen(site: Site, hello: models.Hello) -> tuple[int, int] | None:
    """What a client shows that was drawn as it would be here."""
    if hello.resume is None or hello.seen is None or not hello.resume.session.startswith(f"{site.sign}."):
        return None
    return hello.seen.version, hello.seen.chat


class Ears:
    """What one viewer says: weighed, read, and put into the inbox of the room."""

    def __init__(self, site: Site, actor: RoomActor, session: str, outbox: Outbox, who: str, place: str) -> None:
        self.site, self.actor, self.session, self.outbox = site, actor, session, outbox
        self.who, self.place = who, place
        limits = site.settings.limits
        self.messages = Bucket(limits.messages_per_second, limits.messages_at_once)
        self.ignored = 0

    def hear(self, said: str | bytes) -> None:
        """Take one message."""
        if self.outbox.closed:
            return
        limits = self.site.settings.limits
        try:
            text = _text(said, limits.message)
        except _TooLarge:
            self.outbox.close(1009)
            return
        if not (
            self.messages.take(time.monotonic())
            and self.site.limits.take("messages", self.who, self.place, drops_for(self.actor.viewers))
        ):
            self.ignored += 1
            if self.ignored > 5 * limits.messages_at_once:
                self.outbox.close(4429)
            else:
                self.actor.put(Refused(self.session, _id_of(text), Refusal("slow_down")))
            return
        try:
            message = _message(text)
            if isinstance(message, models.Ping):
                self.outbox.send(PONG)
                return
            if not self.site.may_request(message, self.who, self.place):
                raise Refusal("slow_down")
        except Refusal as refusal:
            self.actor.put(Refused(self.session, _id_of(text), refusal))
            return
        self.actor.put(Say(self.session, message))


class _TooLarge(Exception):
    pass


async def _heard(socket: WebSocket) -> str | bytes:
    """The next message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


def _text(said: str | bytes, most: int) -> str:
    """A message as text. (A server's own limit closes before, where it has one.)"""
    if len(said) > most:
        raise _TooLarge
    text = said if isinstance(said, str) else said.decode("utf-8", "replace")
    if not text.isascii() and len(text.encode("utf-8", "replace")) > most:
        raise _TooLarge
    return text


def _hello(text: str) -> models.Hello:
    try:
        return HELLO.validate_json(text)
    except ValidationError as error:
        raise malformed(problem_of(error)) from None


def _message(text: str) -> models.ClientRequest | models.Ping:
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        raise malformed(problem_of(error)) from None


def _id_of(text: str) -> str | None:
    """The id of a message that may be wrong in every other way."""
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= 40 else None


async def _turn_away(socket: WebSocket, refusal: Refusal, language: str, code: int) -> None:
    body = {"type": "refused", "to": None, **refusal.body(language)}  # no number: it belongs to no session
    try:
        await socket.send_text(orjson.dumps(body).decode())
        await socket.close(code)
    except (WebSocketDisconnect, RuntimeError):
        pass


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    """Carry what waits in the outbox to the socket."""
    try:
        while (body := await outbox.next()) is not None:
            await socket.send_text(body.decode())
            outbox.taken(body)
        await socket.close(outbox.code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        outbox.closed = True  # the other end is gone; the listener will notice
