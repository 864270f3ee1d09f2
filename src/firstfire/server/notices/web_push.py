"""Web Push: one message to one browser, through the push service it has named.

The message is encrypted for the browser alone (RFC 8291, in one record of RFC 8188), and signed so that the service
knows us again (VAPID, RFC 8292). The key we sign with is derived from the server's secret: it is as old as that, lies
in the same place, and servers that share the secret share the key.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
from dataclasses import dataclass
from typing import Any

from ..store.subscriptions import Subscription
from .outside import Destination, Unreachable, place_of, post

WITHIN = 20.0  # seconds until a push service must have answered
SIGNED_FOR = 12 * 3600  # seconds
RECORD = 4096  # bytes
GONE = (404, 410)  # what a service says of a subscription that is no more
P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # the order of the curve


def can_push() -> bool:
    """Whether the library that encrypts is installed (extra `push`)."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ec  # noqa: F401
    except ImportError:
        return False
    return True


def encoded(data: bytes) -> str:
    """Base64 as addresses have it, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text; ValueError where it is none."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def is_point(data: bytes) -> bool:
    """Whether these bytes are a public key of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == 65


def encrypted(message: bytes, to: bytes, auth: bytes, *, own: Any = None, salt: bytes = b"") -> bytes:
    """A message that only the holder of the key `to` can read. (`own` and `salt` are new each time; the worked
    example of the standard names them.)"""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    public = _public(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to))
    secret = _derived(shared, auth, b"WebPush: info\0" + to + public, 32)
    key, nonce = (
        _derived(secret, salt, b"Content-Encoding: " + what + b"\0", size)
        for what, size in ((b"aes128gcm", 16), (b"nonce", 12))
    )
    sealed: bytes = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2: the last record
    return salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    made: bytes = HKDF(SHA256(), size, salt, info).derive(secret)
    return made


def _public(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made: bytes = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return made


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, secret: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        number = int.from_bytes(_derived(secret.encode(), b"", b"firstfire: push services", 48), "big")
        self._key = ec.derive_private_key(number % (P256 - 1) + 1, ec.SECP256R1())
        self.public = encoded(_public(self._key))

    def signature(self, place: Destination, contact: str, now: float) -> str:
        """The header by which a push service knows who sends."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": place.origin, "exp": int(now) + SIGNED_FOR} | ({"sub": contact} if contact else {})
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        said = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={said}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


@dataclass(frozen=True)
class WebPush:
    """Sends messages to browsers."""

    key: PushKey
    contact: str = ""  # how a push service reaches whoever runs this server: an https or mailto address
    local: bool = False  # whether push services on private addresses are called too

    def check(self, endpoint: str) -> None:
        """Refuse a push service that will not be called."""
        place_of(endpoint, local=self.local)

    async def send(self, to: Subscription, message: bytes, *, topic: str, lasting: int) -> bool:
        """Send a message, kept by the service for so many seconds; a later one of the same topic takes its place.
        False: the subscription is no more. Raises Unreachable where the service does not take it."""
        place = place_of(to.endpoint, local=self.local)
        headers = {
            "Authorization": self.key.signature(place, self.contact, time.time()), "TTL": str(lasting),
            "Urgency": "normal", "Topic": encoded(hashlib.sha256(topic.encode()).digest()[:24]),
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
        }  # fmt: skip
        body = encrypted(message, decoded(to.p256dh), decoded(to.auth))
        status = await post(to.endpoint, headers, body, within=WITHIN, local=self.local)
        if status not in GONE and not 200 <= status < 300:
            raise Unreachable(f"{place.host} answered {status}")
        return status not in GONE
