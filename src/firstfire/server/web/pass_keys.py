"""REST: signing in by pass-keys (WebAuthn), where a server offers it.

A key is bound to the host of the server's public address; what it signs is asked of one browser (its cookie), for
one thing, once, within a few minutes. No password, no name to remember: the key itself says whose it is.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from ..protocol import models
from ..protocol.refusals import Refusal
from ..store import pass_keys
from ..store.pass_keys import PassKey
from .endpoint import Endpoint, answer, known, read, slow_down
from .guard import is_address
from .limits import place_of
from .persons import become, my_person
from .site import Site

ADD, ENTER = "add", "enter"  # what challenges are for
VALID = 5 * 60  # seconds
TRUSTED = "preferred"  # a finger or a PIN where the key has one


def key_origins(public: Sequence[str]) -> list[str]:
    """The public addresses where keys hold: browsers want a host with a name and https (or this very machine), and a
    key knows one host only, the first of them."""
    found = [urlsplit(each.lower()) for each in public if "//" in each]
    named = [each for each in found if each.scheme == "https" or each.hostname == "localhost"]
    named = [each for each in named if not is_address(each.hostname or "")]
    return [f"{each.scheme}://{each.netloc}" for each in named if each.hostname == named[0].hostname]


def _server(site: Site) -> Any:
    """The library's side of it (extra `keys`)."""
    if not site.settings.pass_keys:
        raise Refusal("no_pass_keys")
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    places = key_origins(site.settings.public)
    party = PublicKeyCredentialRpEntity(name="Firstfire", id=urlsplit(places[0]).hostname)
    return Fido2Server(party, verify_origin=lambda origin: origin.lower() in places)


async def my_keys(site: Site, request: Request) -> Response:
    """My passkeys."""
    who, _, _ = await known(site, request)
    return await _told(site, who)


async def _told(site: Site, who: str) -> Response:
    found = await site.store.look(partial(pass_keys.keys_of, guest=who))
    return answer({"keys": [{"id": key.id, "created": key.created, "used": key.used or None} for key in found]})


async def ask_new(site: Site, request: Request) -> Response:
    """Options for creating a passkey in this browser."""
    await read(request, models.AskKeyOptions)
    server = _server(site)
    who, name, language = await known(site, request)
    slow_down(site, "keys", request)
    from fido2.webauthn import PublicKeyCredentialUserEntity

    person = await my_person(site, who, name, language)
    handle = hashlib.sha256(f"pass-keys of {who}".encode()).digest()
    options, _ = server.register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=person.name, display_name=person.name),
        [_public(key) for key in await site.store.look(partial(pass_keys.keys_of, guest=who))],
        resident_key_requirement="required", user_verification=TRUSTED, challenge=await _challenge(site, who, ADD),
    )  # fmt: skip
    return answer({"options": dict(options.public_key)})


async def add(site: Site, request: Request) -> Response:
    """Add a passkey that this browser created."""
    proof = await read(request, models.KeyProof)
    server = _server(site)
    who, name, language = await known(site, request)
    slow_down(site, "keys", request)
    from fido2.webauthn import RegistrationResponse

    said = _understood(RegistrationResponse, proof.credential)
    state = await _answered(site, said, who, ADD)
    made = _checked(partial(server.register_complete, state, said))
    await site.keep_guest(who, await my_person(site, who, name, language), place_of(request.scope), {})
    credential = made.credential_data
    key = PassKey(_text(credential.credential_id), who, _text(credential), made.counter, _now(), 0)
    if not await site.store.change(partial(pass_keys.add_key, key=key, most=site.settings.limits.keys_of_guest)):
        raise Refusal("many_pass_keys", most=site.settings.limits.keys_of_guest)
    return await _told(site, who)


async def remove(site: Site, request: Request) -> Response:
    """Remove a passkey."""
    wish = await read(request, models.RemoveKey)
    who, _, _ = await known(site, request)
    await site.store.change(partial(pass_keys.remove_key, id=wish.id, guest=who))
    return await _told(site, who)


async def ask_enter(site: Site, request: Request) -> Response:
    """Options for signing in with a passkey."""
    await read(request, models.AskKeyOptions)
    server = _server(site)
    who, _, _ = await known(site, request)
    slow_down(site, "keys", request)
    options, _ = server.authenticate_begin(
        user_verification=TRUSTED, challenge=await _challenge(site, who, ENTER)
    )  # fmt: skip
    return answer({"options": dict(options.public_key)})


async def enter(site: Site, request: Request) -> Response:
    """Sign in with a passkey."""
    proof = await read(request, models.KeyProof)
    server = _server(site)
    who, _, _ = await known(site, request)
    slow_down(site, "keys", request)
    from fido2.webauthn import AuthenticationResponse

    said = _understood(AuthenticationResponse, proof.credential)
    state = await _answered(site, said, who, ENTER)
    key = await site.store.look(partial(pass_keys.key_named, id=_text(said.raw_id)))
    if key is None:
        raise Refusal("bad_pass_key")
    _checked(partial(server.authenticate_complete, state, [_public(key)], said))
    uses = said.response.authenticator_data.counter
    if not await site.store.change(partial(pass_keys.use_key, id=key.id, uses=uses, now=_now())):
        raise Refusal("bad_pass_key")
    return await become(site, request, key.guest)


async def _challenge(site: Site, who: str, what: str) -> bytes:
    made, now = secrets.token_bytes(32), _now()
    until = now + VALID * 1000
    await site.store.change(
        partial(pass_keys.keep_challenge, challenge=made, guest=who, what=what, now=now, until=until)
    )  # fmt: skip
    return made


async def _answered(site: Site, said: Any, who: str, what: str) -> dict[str, str]:
    """What the library wants to know of a challenge, once it is certain that we asked it of this browser."""
    challenge = said.response.client_data.challenge
    use = partial(pass_keys.use_challenge, challenge=challenge, guest=who, what=what, now=_now())
    if not await site.store.change(use):
        raise Refusal("bad_pass_key")
    return {"challenge": _text(challenge), "user_verification": TRUSTED}


def _understood(kind: Any, credential: dict[str, Any]) -> Any:
    return _checked(partial(kind.from_dict, credential))


def _checked(check: Any) -> Any:
    """What the library makes of a stranger's bytes: it raises whatever comes of them."""
    try:
        return check()
    except Exception as error:
        raise Refusal("bad_pass_key", detail=f"{type(error).__name__}: {error}") from None


def _public(key: PassKey) -> Any:
    from fido2.utils import websafe_decode
    from fido2.webauthn import AttestedCredentialData

    return AttestedCredentialData(websafe_decode(key.credential))


def _text(data: bytes) -> str:
    from fido2.utils import websafe_encode

    return str(websafe_encode(data))


def _now() -> int:
    return int(time.time() * 1000)


PASS_KEY_ENDPOINTS = (
    Endpoint("GET", "/api/me/keys", my_keys, models.MyKeys),
    Endpoint("POST", "/api/me/keys/ask", ask_new, models.KeyOptions, models.AskKeyOptions),
    Endpoint("POST", "/api/me/keys", add, models.MyKeys, models.KeyProof),
    Endpoint("POST", "/api/me/keys/remove", remove, models.MyKeys, models.RemoveKey),
    Endpoint("POST", "/api/keys/ask", ask_enter, models.KeyOptions, models.AskKeyOptions),
    Endpoint("POST", "/api/keys/enter", enter, models.Arrived, models.KeyProof),
)
