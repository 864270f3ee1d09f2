"""Tutorials: what a learner asks for, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from ..shapes import Between, ByType, Said, Sized
from .client_messages import Act, AskWhy, Foresee, Request
from .common import Whole


@dataclass(frozen=True, kw_only=True)
class Next(Request):
    """I have read this step."""

    type: Literal["next"]


LessonRequest = Act | AskWhy | Foresee | Next


@dataclass(frozen=True, kw_only=True)
class LessonWish(Said):
    """How far a learner has come, and what is asked there; without a request: the step as it is."""

    at: Annotated[int, Between(0, 999)] = 0
    played: Annotated[list[Whole], Sized(999)] = field(default_factory=list)
    request: Annotated[LessonRequest, ByType()] | None = None
