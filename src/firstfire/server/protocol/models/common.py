"""Answers that belong to no one thing, and what several are made of."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Reported(BaseModel):
    """It was written down."""

    ok: bool


class RefusalBody(BaseModel):
    """A request that was not granted."""

    type: Literal["refused"] = "refused"
    code: str
    sentence: str
    rule: str = Field(default="", description="the rule that forbids it, where one can be named")
    detail: str = Field(default="", description="what a programmer may want to know, in English; often left out")


class Health(BaseModel):
    """The server is well, or what is wrong with it."""

    ok: bool
    problems: list[str] = Field(description="disk: nearly full; database: cannot be written; workers: do not answer")
    version: str
    reach: list[str] = Field(description="addresses by which others in the network come; empty: this computer only")


class Document(BaseModel):
    """Any JSON object (a save file, an OpenAPI document)."""

    model_config = ConfigDict(extra="allow")


Json = dict[str, Any]
