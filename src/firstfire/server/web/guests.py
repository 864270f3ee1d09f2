"""Who somebody is: signed cookies for guests, signed keys for seats. Nothing else opens a seat."""

from __future__ import annotations

import secrets
import time
from dataclasses import astuple, dataclass

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "firstfire"
FAREWELL = 300.0  # seconds for which what one server says to another is good: their clocks may differ
COOKIE_AGE = 400 * 24 * 3600  # the longest a browser keeps one


def cookie_line(value: str, *, secure: bool, age: int = COOKIE_AGE) -> str:
    """The header that sets our cookie."""
    return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def new_device() -> str:
    """A name for one more device of somebody."""
    return secrets.token_urlsafe(9)


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie (or, without one, for as long as a connection lasts)."""

    id: str
    is_new: bool
    device: str = ""  # one of theirs: each has a cookie of its own, and signs out for itself (older ones say none)

    @property
    def credential(self) -> str:
        """What the cookie of this device says."""
        return f"{self.id}.{self.device}" if self.device else self.id


CONFIRM, STOP = "confirm", "stop"  # what links in messages are for


@dataclass(frozen=True)
class MailLink:
    """What a link in a message says."""

    guest: str
    address: str
    at: float  # when it was made


@dataclass(frozen=True)
class Farewell:
    """Somebody is being forgotten, or (`is_done`) has been."""

    who: str
    nobody: str  # stands in their place
    language: str
    is_done: bool = False


class Signer:
    """Signs cookies and keys with the server's secret."""

    def __init__(self, secret: str, *, devices: bool = True) -> None:
        """`devices`: cookies name the device. Where servers of an earlier version may run beside this one they must
        not: those would take its name for a part of the person's (devices.py knows when none does)."""
        self.names_devices = devices
        self._cookies = URLSafeSerializer(secret, salt="guest")
        self._keys = URLSafeSerializer(secret, salt="seat")
        self._mails = URLSafeSerializer(secret, salt="mail")
        self._words = URLSafeSerializer(secret, salt="servers")

    def guest(self, cookie: str | None) -> Guest:
        """The guest of a cookie; a new one where there is none, or a forged one."""
        if cookie:
            try:
                name, _, device = str(self._cookies.loads(cookie)).partition(".")
                return Guest(name, is_new=False, device=device)
            except BadSignature:
                pass
        return Guest(secrets.token_urlsafe(18), is_new=True, device=new_device())

    def cookie(self, guest: Guest) -> str:
        """What the cookie of a guest says."""
        made = self._cookies.dumps(guest.credential if self.names_devices else guest.id)
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

    def farewell(self, farewell: Farewell) -> str:
        """Somebody is forgotten, as one server says it to the others."""
        made = self._words.dumps([*astuple(farewell), int(time.time())])
        return made if isinstance(made, str) else made.decode()

    def read_farewell(self, word: str) -> Farewell | None:
        """What another server says; None where none has said it, or long ago."""
        try:
            who, nobody, language, is_done, at = self._words.loads(word)
        except (BadSignature, ValueError, TypeError):
            return None
        return Farewell(who, nobody, language, is_done) if abs(time.time() - at) < FAREWELL else None

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
