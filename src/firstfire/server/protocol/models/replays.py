"""Games to walk through, and what a search player says about them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ....kernel.presentation.scene import Scene
from .tables import LogLine, Result


class Move(BaseModel):
    """One action of a replay (texts only where everything may be known)."""

    step: int
    seat: int
    text: str | None
    sentence: str | None
    told: list[str] = Field(description="what the log says of it to who looks")


class Replay(BaseModel):
    """A game to walk through."""

    id: str
    game: str
    rules: str = Field(description="the game with the version of its rules")
    title: str
    seat: int | Literal["open"]
    players: int
    names: list[str]
    steps: int
    over: bool
    own_components: bool = Field(description="whether it was played with components that its host brought along")
    moves_from: int = Field(default=0, description="how many moves stand before these")
    moves: list[Move]
    curve: list[list[float]] = Field(description="the shares before these moves and after each of them")
    next: int | None = Field(description="where the next leaf of moves begins; null: these are the last")
    result: Result | None
    link: str


class ReplayMoves(BaseModel):
    """A leaf of a replay's moves."""

    moves_from: int
    moves: list[Move]
    curve: list[list[float]]
    next: int | None


class ReplayStep(BaseModel):
    """The table after one step of a replay."""

    step: int
    seat: int | Literal["open"]
    scene: Scene
    log: list[LogLine]
    action: int | None


class AdvisedReason(BaseModel):
    """Why a move: what it gains, prevents, risks."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["gain", "cost", "takes", "sure", "next", "prevents", "risk", "hope"]
    sentence: str


class AdvisedMove(BaseModel):
    """A move that a hint names."""

    model_config = ConfigDict(extra="forbid")
    action: int
    sentence: str
    picks: list[str]
    worth: float | None
    visits: int | None
    points: float | None
    why: str | None
    reasons: list[AdvisedReason] = Field(description="why this move; of the best one")


class ReplayAdvice(BaseModel):
    """What the search would do after some steps of a finished game, from what the player to act could know then."""

    step: int
    seat: int
    eyes: str = Field(description="from whose view the hint was worked out, in words")
    sentence: str
    moves: list[AdvisedMove]


class TurningPoint(BaseModel):
    """A decision that gave much away."""

    step: int
    seat: int
    played: int
    best: int
    loss: float
    played_sentence: str
    best_sentence: str
    why: list[str]  # what the best action would have gained, prevented, risked
    looks: int = Field(description="how many simulations each of the two actions got")


class LuckSplit(BaseModel):
    """Where a seat's result comes from: result = par + luck + skill."""

    par: float  # the chance to win before anything was dealt
    luck: float
    skill: float
    result: float
    doubt: float  # how far luck may be off, because the estimate is made of so many games


class Stroke(BaseModel):
    """A step in which chance gave a seat much: `step` decisions after the set-up, 0 the deal itself."""

    step: int
    seat: int
    by: float


class Review(BaseModel):
    """What a search player says about a finished game."""

    state: Literal["none", "thinking", "ready", "failed"]
    curve: list[list[float]]
    turning_points: list[TurningPoint]
    split: list[LuckSplit]
    strokes: list[Stroke]
    games: int = Field(description="how many games were played on for each point of the curve")
    withheld: int = Field(description="how many moves look mistaken, but by too few looks to say so")
    progress: float | None = Field(default=None, description="how far the thinking is, 0 to 1, where that is known")
