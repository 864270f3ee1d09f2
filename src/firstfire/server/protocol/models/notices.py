"""Notices: who is told of turns while no page is open."""

from __future__ import annotations

from pydantic import BaseModel, Field


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
