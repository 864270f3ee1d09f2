"""Notices: who is told of turns while no page is open."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from .common import Said

Endpoint = Annotated[str, StringConstraints(min_length=8, max_length=1000)]


class SubscribeBrowser(Said):
    """Tell this browser: what its push service gave it (the keys as base64 of the kind addresses have)."""

    endpoint: Endpoint
    p256dh: Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{80,100}$")]
    auth: Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{20,40}$")]


class ForgetBrowser(Said):
    """Tell this browser no longer."""

    endpoint: Endpoint


class NameMailbox(Said):
    """Write to this address; it must be confirmed from there."""

    address: Annotated[
        str,
        StringConstraints(
            pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$", max_length=254
        ),
    ]


class ForgetMailbox(Said):
    """Write to me no longer."""


class MailToken(Said):
    """What a link in a message says."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=800)]


class Noticed(BaseModel):
    """How I am told of my turns."""

    push_key: str | None = Field(description="the server's key for push services; null: it sends no such messages")
    browsers: int = Field(description="how many browsers of mine are told")
    mail: bool = Field(description="whether this server sends e-mail")
    mail_every: int = Field(description="minutes between two messages, at the least")
    address: str | None = Field(description="my e-mail address, where I have named one")
    confirmed: bool = Field(description="whether it was confirmed by the link that was sent there")


class MailAnswer(BaseModel):
    """It is done."""

    address: str
