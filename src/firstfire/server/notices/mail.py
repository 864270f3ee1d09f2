"""Mail: one message by e-mail, through the SMTP server that the settings name."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from ...errors import FirstfireError

log = logging.getLogger(__name__)
WITHIN = 20.0  # seconds for each step of the talk with the SMTP server
WAITING = 200  # messages; more are not taken
HERE = ("localhost", "127.0.0.1", "::1")  # what does not leave this machine need not be encrypted


class NotSent(Exception):
    """The SMTP server did not take a message."""


@dataclass(frozen=True)
class MailServer:
    """Whom we give messages to."""

    host: str
    port: int
    user: str
    password: str
    at_once: bool  # TLS from the first byte (smtps), or by STARTTLS


def mail_server(url: str, password: str = "") -> MailServer:
    """The server of `smtps://user@host` or `smtp://user@host:587`."""
    expected = "expected an address like smtps://user@mail.example.org or smtp://user@mail.example.org:587"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise FirstfireError(f"--smtp {url}: {expected}") from None
    if parts.scheme not in ("smtp", "smtps") or not host or parts.path not in ("", "/"):
        raise FirstfireError(f"--smtp {url}: {expected}")
    if parts.password is not None:
        raise FirstfireError(
            "--smtp: the password comes from FIRSTFIRE_SMTP_PASSWORD; other users see the command line"
        )
    at_once = parts.scheme == "smtps"
    return MailServer(host, port or (465 if at_once else 587), unquote(parts.username or ""), password, at_once)


def check_sender(address: str) -> None:
    """Refuse a sender that is no address."""
    if "@" not in parseaddr(address)[1]:
        raise FirstfireError(f"--mail-from {address}: expected an address like games@example.org")


class Mail:
    """Sends messages, two at a time, in threads of its own."""

    def __init__(self, server: MailServer, sender: str) -> None:
        check_sender(sender)
        self.server, self.sender = server, sender
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="mail")
        self._waiting = 0

    def close(self) -> None:
        """What waits is not sent."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, subject: str, lines: Sequence[str], *, stop: str = "") -> None:
        """Send a message of some paragraphs; `stop` is the address at which no more are asked for. Raises NotSent."""
        if self._waiting >= WAITING:
            raise NotSent("too many messages wait")
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"] = f"<{stop}>"
        message.set_content("\n\n".join(lines) + "\n")
        self._waiting += 1
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._hand_over, message)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise NotSent(f"{self.server.host}: {type(error).__name__}") from error
        finally:
            self._waiting -= 1

    def _hand_over(self, message: EmailMessage) -> None:
        server, tls = self.server, ssl.create_default_context()
        if server.at_once:
            link: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=WITHIN, context=tls)
        else:
            link = smtplib.SMTP(server.host, server.port, timeout=WITHIN)
        with link:
            if not server.at_once and (server.host not in HERE or link.has_extn("starttls")):
                link.starttls(context=tls)  # refused rather than sent for everybody to read
            if server.user:
                link.login(server.user, server.password)
            link.send_message(message)
