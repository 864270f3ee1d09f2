"""A push service and a browser behind it: keeps what is posted, reads it as RFC 8291 says, checks who signed it.

Written from the standards, from the receiver's side; nothing of the sender's code is used."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def uncoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Posted:
    """One request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushedBrowser:
    """The keys of a browser."""

    def __init__(self, private: Any = None, auth: bytes = b"0123456789abcdef") -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth
        self.public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> bytes:
        """What a message says (RFC 8291; one record of RFC 8188)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(sealed) <= size
        shared = self.private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )  # fmt: skip

        def derived(secret: bytes, with_salt: bytes, info: bytes, size: int) -> bytes:
            made: bytes = HKDF(hashes.SHA256(), size, with_salt, info).derive(secret)
            return made

        secret = derived(shared, self.auth, b"WebPush: info\x00" + self.public + sender, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
        plain: bytes = AESGCM(key).decrypt(nonce, sealed, None)
        text, _, padding = plain.rpartition(b"\x02")
        assert padding.strip(b"\x00") == b""
        return text


class PushService:
    """Takes messages; `answer` is the status it gives."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.answer = 201
        self.browser = PushedBrowser()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.posted.append(Posted(self.path, dict(self.headers.items()), body))
                self.send_response(service.answer)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Quietly."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.endpoint = f"{self.origin}/to/me"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def subscription(self, number: int = 0) -> dict[str, str]:
        """What a browser would tell its page."""
        where = self.endpoint + (f"/{number}" if number else "")
        return {"endpoint": where, "p256dh": coded(self.browser.public), "auth": coded(self.browser.auth)}

    def wait(self, count: int = 1) -> list[Posted]:
        """Wait until so many messages have come."""
        until = time.monotonic() + 150
        while len(self.posted) < count:
            assert time.monotonic() < until, f"{len(self.posted)} of {count} messages have come"
            time.sleep(0.02)
        return self.posted

    def said(self, posted: Posted, key: str) -> dict[str, Any]:
        """What a message says; who sent it is checked (RFC 8292)."""
        assert posted.headers["Content-Encoding"] == "aes128gcm" and int(posted.headers["TTL"]) > 0
        scheme, _, rest = posted.headers["Authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and parts["k"] == key
        signed, _, signature = parts["t"].rpartition(".")
        head, claims = (json.loads(uncoded(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == self.origin and time.time() < claims["exp"] <= time.time() + 24 * 3600
        raw = uncoded(signature)
        dss = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), uncoded(key))
        signer.verify(dss, signed.encode(), ec.ECDSA(hashes.SHA256()))
        found: dict[str, Any] = json.loads(self.browser.read(posted.body))
        return found


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service on a port of its own."""
    made = PushService()
    try:
        yield made
    finally:
        made.close()
