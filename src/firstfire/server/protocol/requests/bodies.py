"""The bodies of REST requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from ..clean_text import said, tidy
from ..shapes import About, Between, Checked, Patterned, Said, Sized, Strictly
from .common import LanguageCode, LevelName, Name, SeatNumber, Whole


@dataclass(frozen=True, kw_only=True)
class MeChange(Said):
    """A new name, language, mark (the name of a drawing) or colour for this guest."""

    name: Name | None = None
    language: LanguageCode | None = None
    mark: Annotated[str, Patterned("^[a-z-]{1,24}$")] | None = None
    colour: Annotated[int, Between(0, 5)] | None = None


@dataclass(frozen=True, kw_only=True)
class StartPlaytest(Said):
    """A small playtest: who plays is named weakest first; each plays games of its own."""

    game: LevelName
    players: Annotated[int, Between(1, 16)]
    levels: Annotated[list[LevelName], Sized(2, least=1)]
    games: Annotated[int, Between(1, 10_000_000)]


@dataclass(frozen=True, kw_only=True)
class Carry(Said):
    """Let another device be me."""


@dataclass(frozen=True, kw_only=True)
class Arrive(Said):
    """Become whoever made this pass."""

    secret: Annotated[str, Sized(80, least=1)]


@dataclass(frozen=True, kw_only=True)
class SignOut(Said):
    """Sign this browser out."""


@dataclass(frozen=True, kw_only=True)
class ForgetMe(Said):
    """Forget me: said with the word itself, so that nobody does it by mistake."""

    sure: Literal["forget me"]


@dataclass(frozen=True, kw_only=True)
class ClockSetting(Said):
    """Thinking time for the whole game, and what each turn gives back; or, `per_turn`, time for each turn anew."""

    seconds: Annotated[int, Between(10, 30 * 24 * 3600)]
    increment: Annotated[int, Between(0, 24 * 3600)] = 0
    per_turn: Annotated[bool, Strictly(), About("every turn begins with all of `seconds`")] = False

    def __post_init__(self) -> None:
        """A turn that has all its time again gets nothing on top."""
        if self.per_turn and self.increment:
            raise ValueError("per_turn gives every turn all of its seconds again; leave increment out")


@dataclass(frozen=True, kw_only=True)
class SeatWish(Said):
    """Who shall sit on a chair of a new table."""

    kind: Literal["me", "open", "bot", "hot"]
    level: LevelName | None = None
    name: Name | None = None


@dataclass(frozen=True, kw_only=True)
class CreateTable(Said):
    """A new table."""

    game: LevelName
    seats: Annotated[list[SeatWish], Sized(16, least=1)]
    options: Annotated[dict[str, str], Sized(16)] = field(default_factory=dict)
    listed: bool = False
    language: LanguageCode = "en"
    spectators: bool = True
    hints: bool = True
    undo: bool = True
    clock: ClockSetting | None = None
    standin: Annotated[
        LevelName | None, About("the level of bots that sit in for people; agreed now, for the whole game")
    ] = None
    returns: Annotated[
        bool, About("whether who left, or ran out of time, may come back though the table is listed")
    ] = True
    name: Name | None = None
    seed: Whole | None = None
    components: Annotated[str | None, About("a components file (TOML), to play with the cards of one's own box")] = None


@dataclass(frozen=True, kw_only=True)
class Join(Said):
    """Take a free seat (the first one, where none is named)."""

    seat: SeatNumber | None = None
    name: Name | None = None


@dataclass(frozen=True, kw_only=True)
class Claim(Said):
    """Hold the seat of a personal link."""

    key: Annotated[str, Sized(200, least=1)]


@dataclass(frozen=True, kw_only=True)
class Leave(Said):
    """Go away from a seat."""

    seat: SeatNumber
    level: LevelName | None = None


@dataclass(frozen=True, kw_only=True)
class Takeover(Leave):
    """Let a bot sit in for somebody who is away."""


@dataclass(frozen=True, kw_only=True)
class Back(Said):
    """Take a seat back from its stand-in."""

    seat: SeatNumber


@dataclass(frozen=True, kw_only=True)
class Rematch(Said):
    """The same people, bots and options at a new table."""


@dataclass(frozen=True, kw_only=True)
class PlayOn(Said):
    """Go on from a step of a finished game, on one of its seats, against bots of one level."""

    step: Annotated[int, Between(0, 1_000_000)]
    seat: SeatNumber
    level: LevelName | None = None


@dataclass(frozen=True, kw_only=True)
class Remove(Said):
    """The host takes somebody's seat away before the game begins; who had it cannot come back."""

    seat: SeatNumber


@dataclass(frozen=True, kw_only=True)
class Renew(Said):
    """A new personal link for a seat of mine; the old one, and whoever came by it, lose the seat."""

    seat: SeatNumber


@dataclass(frozen=True, kw_only=True)
class Report(Said):
    """Something for whoever runs the server to look at."""

    text: Annotated[str, Sized(1000), Checked(tidy), Checked(said)]


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(Said):
    """What the host may change in the middle of a game."""

    hints: bool | None = None
    listed: bool | None = None
    chat: Annotated[Literal["everybody", "seated", "nobody"] | None, About("who may talk")] = None
    spectators: bool | None = None
