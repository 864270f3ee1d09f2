"""Tutorials: what a learner asks for, step by step."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .client_messages import Act, AskWhy, Foresee, Request
from .common import Said, Whole


class Next(Request):
    """I have read this step."""

    type: Literal["next"]


LessonRequest = Act | AskWhy | Foresee | Next


class LessonWish(Said):
    """How far a learner has come, and what is asked there; without a request: the step as it is."""

    at: Annotated[int, Field(ge=0, le=999, strict=True)] = 0
    played: list[Whole] = Field(default_factory=list, max_length=999)
    request: Annotated[LessonRequest, Field(discriminator="type")] | None = None
