"""Who somebody is: signed cookies for guests, signed keys for seats. Nothing else opens a seat."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "firstfire"
COOKIE_AGE = 400 * 24 * 3600  # the longest a browser keeps one


def cookie_line(value: str, *, secure: bool, age: int = COOKIE_AGE) -> str:
    """The header that sets our cookie."""
    return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie (or, without one, for as long as a connection lasts)."""

    id: str
    is_new: bool


CONFIRM, STOP = "confirm", "stop"  # what links in messages are for


@dataclass(frozen=True)
class MailLink:
    """What a link in a message says."""

    guest: str
    address: str
    at: float  # when it was made


class Signer:
    """Signs cookies and keys with the server's secret."""

    def __init__(self, secret: str) -> None:
        self._cookies = URLSafeSerializer(secret, salt="guest")
        self._keys = URLSafeSerializer(secret, salt="seat")
        self._mails = URLSafeSerializer(secret, salt="mail")

    def guest(self, cookie: str | None) -> Guest:
        """The guest of a cookie; a new one where there is none, or a forged one."""
        if cookie:
            try:
                return Guest(str(self._cookies.loads(cookie)), is_new=False)
            except BadSignature:
                pass
        return Guest(secrets.token_urlsafe(18), is_new=True)

    def cookie(self, guest: Guest) -> str:
        """What the cookie of a guest says."""
        made = self._cookies.dumps(guest.id)
        return made if isinstance(made, str) else made.decode()

    def mail(self, what: str, guest: str, address: str) -> str:
        """The token of a link in a message."""
        made = self._mails.dumps([what, guest, address, int(time.time())])
        return made if isinstance(made, str) else made.decode()

    def read_mail(self, token: str, what: str) -> MailLink | None:
        """What such a token says; None where it is none, or for something else."""
        try:
            named, guest, address, at = self._mails.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return MailLink(guest, address, at) if named == what else None

    def key(self, table: str, seat: int, valid_from: int) -> str:
        """The key of a seat's personal link."""
        made = self._keys.dumps([table, seat, valid_from])
        return made if isinstance(made, str) else made.decode()

    def read_key(self, key: str, table: str) -> tuple[int, int] | None:
        """The seat and the event a key is valid from; None where it does not open this table."""
        try:
            named, seat, valid_from = self._keys.loads(key)
        except (BadSignature, ValueError, TypeError):
            return None
        return (int(seat), int(valid_from)) if named == table else None
