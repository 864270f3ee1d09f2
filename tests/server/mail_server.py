"""An SMTP server that keeps what it is given."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class MailServer:
    """Takes letters, on a port of its own; `refusing` says no to every one."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refusing = False
        keeper = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.say("220 here")
                while line := self.rfile.readline().strip():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.say("354 go on")
                        keeper.letters.append(_letter(self._body()))
                        self.say("250 kept")
                    elif word == b"QUIT":
                        self.say("221 goodbye")
                        return
                    elif word == b"RCPT" and keeper.refusing:
                        self.say("550 nobody of that name")
                    else:
                        self.say("250 well")

            def say(self, text: str) -> None:
                self.wfile.write(f"{text}\r\n".encode())

            def _body(self) -> bytes:
                lines: list[bytes] = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line)
                return b"".join(lines)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self.address = f"smtp://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def wait(self, count: int = 1) -> list[EmailMessage]:
        """Wait until so many letters have come."""
        until = time.monotonic() + 150
        while len(self.letters) < count:
            assert time.monotonic() < until, f"{len(self.letters)} of {count} letters have come"
            time.sleep(0.02)
        return self.letters


def _letter(data: bytes) -> EmailMessage:
    made = message_from_bytes(data, policy=policy.default)
    assert isinstance(made, EmailMessage)
    return made


def text_of(letter: EmailMessage) -> str:
    """What a letter says."""
    return str(letter.get_content())


def token_of(letter: EmailMessage, what: str) -> str:
    """The token of a link in a letter."""
    found = re.search(rf"/mail#{what}=(\S+)", text_of(letter))
    assert found is not None, text_of(letter)
    return found[1]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A server on a port of its own."""
    made = MailServer()
    try:
        yield made
    finally:
        made.close()
