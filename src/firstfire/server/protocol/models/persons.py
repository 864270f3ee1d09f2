"""A person: name, history and record."""

from __future__ import annotations

from pydantic import BaseModel, Field

from .tables import TableInfo


class Me(BaseModel):
    """This guest."""

    name: str
    language: str
    mark: str
    colour: int
    pass_keys: bool = Field(description="whether one can sign in by pass-keys here")
    tables: list[TableInfo]


class Opponent(BaseModel):
    """Somebody else in a finished game; a person where there is no level."""

    seat: int
    name: str
    level: str | None
    level_label: str | None
    place: int
    points: int
    mark: str
    colour: int


class PastGame(BaseModel):
    """A finished game in my history."""

    table: str
    link: str
    game: str
    title: str
    at: int
    seat: int
    name: str
    place: int
    points: int
    left: bool = Field(description="I gave the seat up, or ran out of time")
    players: int
    rated: bool
    counts: bool = Field(description="in my record; not where it went on from the middle of another game")
    others: list[Opponent]
    rating: int | None = Field(description="my rating after it, where it counted")
    spread: int | None


class History(BaseModel):
    """Some of my finished games, the latest first."""

    games: list[PastGame]
    next: int | None = Field(description="`before` of the next page; null: these are the last")


class LevelRecord(BaseModel):
    """How often I met bots of a level, and came in before them."""

    level: str
    label: str | None
    met: int
    beaten: int


class GameRecord(BaseModel):
    """What my finished games of one kind say about me (games at a shared screen, and those that went on from
    the middle of another, left out)."""

    game: str
    title: str
    played: int
    won: int
    mean_place: float
    mean_points: float
    best: int | None
    streak: int = Field(description="games won in a row, up to the last one")
    longest: int
    levels: list[LevelRecord]
    rating: int | None = Field(description="1500 is a beginning; null: no game has counted yet")
    spread: int | None = Field(description="it is probably not off by more than this")
    rated: int


class Companion(BaseModel):
    """Somebody I played with."""

    name: str
    games: int
    last: int = Field(description="when we played last")
    table: str = Field(description="…and where: its rematch invites everybody again")
    title: str = Field(description="…and which game it was")
    mark: str
    colour: int


class MyRecord(BaseModel):
    """My record."""

    games: list[GameRecord]
    people: list[Companion]


class Pass(BaseModel):
    """A link that makes another device me: once, until a time."""

    link: str
    until: int


class Arrived(BaseModel):
    """Who this device is now."""

    name: str


class SignedOut(BaseModel):
    """This browser is a new guest from here on."""

    ok: bool


class Forgotten(BaseModel):
    """Nothing is kept any more."""

    ok: bool
