"""Games on the shelf, with their rulebooks, and levels of bots."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from ....kernel.presentation.scene import Scene
from ..requests.common import LanguageCode


class EngineState(BaseModel):
    """Whether the rules are compiled yet; while they are, how many of their parts (none before it begins)."""

    state: Literal["compiling", "ready", "interpreted"]
    done: int
    parts: int
    sentence: str


class OptionValue(BaseModel):
    """One value of an option, and the numbers of players for which it can be chosen."""

    value: str
    label: str
    seats: list[int]


class OptionInfo(BaseModel):
    """A rule option, and the numbers of players for which there is something to choose."""

    name: str
    label: str
    rule: str
    default: str
    values: list[OptionValue]
    seats: list[int]


class TextSection(BaseModel):
    """A step of the guide."""

    id: str
    title: str
    text: str


class GuideStep(TextSection):
    """One thought of the guide beside a first game."""

    phases: list[str] = Field(description="it is told in one of these phases of `scene.phase`; none: whenever")
    spot: list[str] = Field(description="zones it points at; `{me}` is the viewer's seat, `{rival}` the next one")


class GameInfo(BaseModel):
    """A game on the shelf."""

    name: str
    title: str
    pitch: str
    length: str
    seats: list[int]
    art: str
    credits: str = Field(description="who made the printed game; empty where its rulebook names nobody")
    edition: str = Field(description="how much of the components is printed, and how much is ours")
    colours: list[str] = Field(description="of the seats, where the printed game gives each its own")
    options: list[OptionInfo]
    engine: EngineState
    tutorial: bool = Field(description="whether it can be learned step by step")


class GameTexts(GameInfo):
    """A game with its guide."""

    guide: list[GuideStep]


class BookBlock(BaseModel):
    """A paragraph, list, table or picture of a rulebook; a rule where it has an id."""

    bodies: list[dict[str, Any]] = Field(description="what stands there, one under the other: see the protocol")
    id: str | None = None
    also: list[str] = Field(default=[], description="further ids it tells")
    source: list[Literal["book", "icon", "public", "design", "own"]] = []
    ours: bool = Field(default=False, description="whether it is a table that we reconstructed, at least in part")
    rulings: list[str] = Field(default=[], description="the ids of what explains it")


class BookChapter(BaseModel):
    """A chapter of a rulebook, or a part of one."""

    key: str
    title: list[Any]
    phases: list[str] = Field(description="the moments of the game it belongs to")
    blocks: list[BookBlock]
    sections: list[BookChapter]


class IndexEntry(BaseModel):
    """A kind of card or piece."""

    look: dict[str, Any]
    name: str
    text: str


class BookPages(BaseModel):
    """The rulebook of a game in a language."""

    game: str = Field(description="the game with the version of its rules")
    title: str
    credits: str = Field(description="who made the printed game; empty where its rulebook names nobody")
    language: LanguageCode
    chapters: list[BookChapter]
    index: list[IndexEntry]
    tutorial: bool = Field(description="whether the game can be learned step by step")


class BookPosition(BaseModel):
    """A position that a rulebook shows."""

    scene: Scene


class LevelInfo(BaseModel):
    """A level of bots."""

    name: str
    label: str
    blurb: str
    default: bool


class Shelf(BaseModel):
    """All games and levels."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    languages: list[str]
