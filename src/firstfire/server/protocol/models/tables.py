"""Tables: who sits there, what was said, what happened, how it ended."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ..requests import ClockSetting


class SeatInfo(BaseModel):
    """A chair, as everybody may know it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    level_label: str | None
    connected: bool
    thinking: bool
    standin: bool = Field(description="a bot plays here for a person, who keeps the seat")
    gone: Literal["clock", "left", "away"] | None = Field(default=None, description="why a bot plays for that person")
    may_return: bool = Field(default=False, description="that person may take the seat back")
    standin_from: int | None = Field(default=None, description="from when on a bot may sit in for who is gone")
    you: bool
    host: bool = Field(default=False, description="that person has set the table")
    mark: str = Field(description="the drawing that who sits there has chosen; empty: none")
    colour: int = Field(description="…and the colour (0 to 5)")


class TableFacts(BaseModel):
    """What a table is, whoever sits there and however far the game is."""

    id: str
    game: str
    rules: str = Field(description="the game with the version of its rules: `/api/games/{rules}/book` tells them")
    title: str
    state: Literal["gathering", "playing", "finished", "closed", "archived"] = Field(
        description="archived: begun under rules that are not kept here; it can be looked at, not played"
    )
    options: dict[str, str]
    language: str
    listed: bool
    spectators: bool
    hints: bool
    undo: bool
    seeded: bool
    standin: str = Field(description="the level of bots that sit in for people")
    standin_label: str
    returns: bool = Field(description="whether who left, or ran out of time, may come back though the table is listed")
    chat: Literal["everybody", "seated", "nobody"] = Field(description="who may talk")
    clock: ClockSetting | None
    own_components: bool = Field(description="whether it is played with components that its host brought along")
    colours: list[str] = Field(description="of the seats, where the printed game gives each its own")
    players: int
    open: int
    created: int
    host: bool
    link: str


class TableInfo(TableFacts):
    """A table, as everybody may know it."""

    seats: list[SeatInfo]
    steps: int
    changed: int
    turn: int | None = Field(description="the seat to act")
    ended: int | None = Field(description="when the game ended")
    winners: list[int] = Field(description="of a finished game")
    mine: list[int]
    rematch: str | None


class ComponentChange(BaseModel):
    """Something that stands otherwise in the components of a table than in the game's own; null: it is not there."""

    table: str
    number: int = Field(description="which of the tables of that name, from 1")
    name: str = Field(description="of the card or piece, where it has one")
    key: str
    printed: str | None
    own: str | None


class ComponentChanges(BaseModel):
    """How the components of a table differ from the game's own."""

    changes: list[ComponentChange]
    more: int = Field(description="changes that are not listed")


class TableList(BaseModel):
    """Some tables."""

    tables: list[TableInfo]


class PersonalLink(BaseModel):
    """The key to a seat."""

    seat: int
    key: str
    link: str


class PersonalLinks(BaseModel):
    """The keys to my seats."""

    personal: list[PersonalLink]


class TableAnswer(BaseModel):
    """A table after a request."""

    table: TableInfo


class Seated(TableAnswer):
    """A table where I have a seat now."""

    personal: list[PersonalLink]


class ChatEntry(BaseModel):
    """Something somebody said, numbered from 1."""

    model_config = ConfigDict(extra="forbid")
    number: int
    at: int
    seat: int
    name: str
    text: str


class ChatLines(BaseModel):
    """Some of what was said; `from`: how many lines were said before them."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    start: int = Field(alias="from")
    lines: list[ChatEntry]


class LogLine(BaseModel):
    """Something that happened."""

    step: int
    seat: int
    kind: str
    text: str
    at: int | None = Field(default=None, description="when; null where nobody knows")
    parts: list[list[str | int]] = Field(
        description="the text, cut: [plain text], or [text, domain, index] for a thing at the table"
    )


class Source(BaseModel):
    """Points from one source."""

    label: str
    points: int


class SeatResult(BaseModel):
    """How one seat ended."""

    seat: int
    points: int
    rank: int
    sources: list[Source]


class TieBreak(BaseModel):
    """What decides between equal points."""

    label: str
    numbers: list[int] = Field(description="of each seat")


class Result(BaseModel):
    """How the game ended."""

    ending: str
    winners: list[int]
    seats: list[SeatResult]
    tie: str = Field(default="", description="said where equal points have unequal places")
    ties: list[TieBreak] = Field(default=[], description="what decided then, in this order")
