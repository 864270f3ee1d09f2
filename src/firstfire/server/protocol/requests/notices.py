"""Notices: who is to be told of turns while no page is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ..shapes import Patterned, Said, Sized

Endpoint = Annotated[str, Sized(1000, least=8)]


@dataclass(frozen=True, kw_only=True)
class SubscribeBrowser(Said):
    """Tell this browser: what its push service gave it (the keys as base64 of the kind addresses have)."""

    endpoint: Endpoint
    p256dh: Annotated[str, Patterned("^[A-Za-z0-9_-]{80,100}$")]
    auth: Annotated[str, Patterned("^[A-Za-z0-9_-]{20,40}$")]


@dataclass(frozen=True, kw_only=True)
class ForgetBrowser(Said):
    """Tell this browser no longer."""

    endpoint: Endpoint


@dataclass(frozen=True, kw_only=True)
class NameMailbox(Said):
    """Write to this address; it must be confirmed from there."""

    address: Annotated[
        str, Sized(254), Patterned(r"^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")
    ]


@dataclass(frozen=True, kw_only=True)
class ForgetMailbox(Said):
    """Write to me no longer."""


@dataclass(frozen=True, kw_only=True)
class MailToken(Said):
    """What a link in a message says."""

    token: Annotated[str, Sized(800, least=1)]
