"""The bodies of REST requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints, model_validator

from ..clean_text import said, tidy
from .common import LanguageCode, Name, Said, SeatNumber, Whole


class MeChange(Said):
    """A new name, language, mark (the name of a drawing) or colour for this guest."""

    name: Name | None = None
    language: LanguageCode | None = None
    mark: Annotated[str, StringConstraints(pattern="^[a-z-]{1,24}$")] | None = None
    colour: Annotated[int, Field(ge=0, le=5, strict=True)] | None = None


class StartPlaytest(Said):
    """A small playtest: who plays is named weakest first; each plays games of its own."""

    game: Annotated[str, StringConstraints(max_length=40)]
    players: Annotated[int, Field(ge=1, le=16, strict=True)]
    levels: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(min_length=1, max_length=2)]
    games: Annotated[int, Field(ge=1, le=10_000_000, strict=True)]


class Carry(Said):
    """Let another device be me."""


class Arrive(Said):
    """Become whoever made this pass."""

    secret: Annotated[str, StringConstraints(min_length=1, max_length=80)]


class SignOut(Said):
    """This browser shall be nobody any more."""


class ForgetMe(Said):
    """Forget me: said with the word itself, so that nobody does it by mistake."""

    sure: Literal["forget me"]


class ClockSetting(Said):
    """Thinking time for the whole game, and what each turn gives back; or, `per_turn`, time for each turn anew."""

    seconds: Annotated[int, Field(ge=10, le=30 * 24 * 3600, strict=True)]
    increment: Annotated[int, Field(ge=0, le=24 * 3600, strict=True)] = 0
    per_turn: StrictBool = Field(default=False, description="every turn begins with all of `seconds`")

    @model_validator(mode="after")
    def one_or_the_other(self) -> ClockSetting:
        """A turn that has all its time again gets nothing on top."""
        if self.per_turn and self.increment:
            raise ValueError("per_turn gives every turn all of its seconds again; leave increment out")
        return self


class SeatWish(Said):
    """Who shall sit on a chair of a new table."""

    kind: Literal["me", "open", "bot", "hot"]
    level: Annotated[str, StringConstraints(max_length=40)] | None = None
    name: Name | None = None


class CreateTable(Said):
    """A new table."""

    game: Annotated[str, StringConstraints(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    options: dict[str, str] = Field(default_factory=dict, max_length=16)
    listed: bool = False
    language: LanguageCode = "en"
    spectators: bool = True
    hints: bool = True
    undo: bool = True
    clock: ClockSetting | None = None
    standin: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="the level of bots that sit in for people; agreed now, for the whole game"
    )
    returns: bool = Field(
        default=True, description="whether who left, or ran out of time, may come back though the table is listed"
    )
    name: Name | None = None
    seed: Whole | None = None


class Join(Said):
    """Take a free seat (the first one, where none is named)."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Claim(Said):
    """Hold the seat of a personal link."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Leave(Said):
    """Go away from a seat."""

    seat: SeatNumber
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class Takeover(Leave):
    """Let a bot sit in for somebody who is away."""


class Back(Said):
    """Take a seat back from its stand-in."""

    seat: SeatNumber


class Rematch(Said):
    """The same people, bots and options at a new table."""


class PlayOn(Said):
    """Go on from a step of a finished game, on one of its seats, against bots of one level."""

    step: Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
    seat: SeatNumber
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class Remove(Said):
    """The host takes somebody's seat away before the game begins; who had it cannot come back."""

    seat: SeatNumber


class Renew(Said):
    """A new personal link for a seat of mine; the old one, and whoever came by it, lose the seat."""

    seat: SeatNumber


class Report(Said):
    """Something for whoever runs the server to look at."""

    text: Annotated[str, Field(max_length=1000), AfterValidator(tidy), AfterValidator(said)]


class ChangeSettings(Said):
    """What the host may change in the middle of a game."""

    hints: bool | None = None
    listed: bool | None = None
    chat: Literal["everybody", "seated", "nobody"] | None = Field(default=None, description="who may talk")
    spectators: bool | None = None
