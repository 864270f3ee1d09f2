"""Pass-keys: signing in on another device, where a server offers it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, StringConstraints

from .common import Said


class AskKeyOptions(Said):
    """What a browser has to know to make, or to use, a pass-key."""


class KeyProof(Said):
    """What a browser says of a key it has made or used (`PublicKeyCredential.toJSON()`)."""

    credential: dict[str, Any]


class RemoveKey(Said):
    """Sign in by that key no longer."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=1400)]


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
