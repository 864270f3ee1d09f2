"""Pass-keys: signing in on another device, where a server offers it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class KeyOptions(BaseModel):
    """For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""

    options: dict[str, Any]


class KeyInfo(BaseModel):
    """A pass-key of mine."""

    id: str
    created: int
    used: int | None = Field(description="when I last signed in by it")


class MyKeys(BaseModel):
    """My pass-keys, the oldest first."""

    keys: list[KeyInfo]
