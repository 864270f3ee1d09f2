"""Pass-keys: signing in on another device, where a server offers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from ..shapes import Said, Sized


@dataclass(frozen=True, kw_only=True)
class AskKeyOptions(Said):
    """What a browser has to know to make, or to use, a pass-key."""


@dataclass(frozen=True, kw_only=True)
class KeyProof(Said):
    """What a browser says of a key it has made or used (`PublicKeyCredential.toJSON()`)."""

    credential: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class RemoveKey(Said):
    """Sign in by that key no longer."""

    id: Annotated[str, Sized(1400, least=1)]
