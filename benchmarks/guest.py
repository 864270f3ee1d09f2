"""Somebody who asks a server on this machine over HTTP, for benchmarks."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any


class Guest:
    """Somebody with a cookie of their own, at some address of this machine (Linux answers to all of 127.0.0.0/8)."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address, self.cookie = port, address, ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request and its answer; None where it is refused."""
        status, text = self._sent(method, path, body)
        return json.loads(text) if status < 300 else None

    def demand(self, method: str, path: str, body: object = None) -> Any:
        """A request and its answer; where it is refused nothing goes on."""
        status, text = self._sent(method, path, body)
        if status >= 300:
            raise SystemExit(f"{method} {path}: {status} {text.decode()[:300]}")
        return json.loads(text)

    def _sent(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})}
        with closing(HTTPConnection("127.0.0.1", self.port, 60, (self.address, 0))) as link:
            link.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = link.getresponse()
            text = answer.read()
            if given := answer.getheader("Set-Cookie"):
                self.cookie = given.split(";")[0]
        return answer.status, text
