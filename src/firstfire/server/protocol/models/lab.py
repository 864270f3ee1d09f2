"""The lab: playtests under way and kept."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class LabGame(BaseModel):
    """A game that can be playtested."""

    name: str
    title: str
    seats: list[int]


class LabLevel(BaseModel):
    """Who can play in a playtest."""

    name: str
    label: str
    fast: bool = Field(description="plays thousands of games a second, without thinking")


class Playtest(BaseModel):
    """A playtest: waiting, being played, failed, or ready with a page at /api/lab/{id}/page."""

    id: str
    link: str
    game: str
    title: str
    players: int
    levels: list[str] = Field(description="in words, weakest first")
    games: int
    state: Literal["waiting", "playing", "ready", "failed"]
    ahead: int = Field(description="playtests that come first")
    step: int = Field(description="the first steps play the games, the others test what stood out; 0: it gets ready")
    done: int = Field(description="jobs of this step")
    total: int
    made: int = Field(description="milliseconds since 1970; 0 before it is ready")
    conclusions: list[str] = Field(description="the first few, in sentences")


class Lab(BaseModel):
    """The playtests of this server."""

    open: bool = Field(description="whether new ones may be started")
    games: list[LabGame]
    levels: list[LabLevel]
    most_games: int
    most_games_thinking: int = Field(description="where one of the players thinks")
    runs: list[Playtest]
    reports: list[Playtest]
