"""What several shapes are made of, and answers that belong to no one thing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ....kernel.presentation.languages import LANGUAGES
from ..clean_text import said, tidy


def _spoken(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"there are: {', '.join(LANGUAGES)}")
    return code


LanguageCode = Annotated[str, AfterValidator(_spoken)]
Name = Annotated[str, Field(max_length=24), AfterValidator(tidy), AfterValidator(said)]
MessageId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
Whole = Annotated[int, Field(ge=0, le=2**53, strict=True)]


class Said(BaseModel):
    """Anything a client says: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


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
