"""The shapes of everything that crosses the wire. The OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    TypeAdapter,
    model_validator,
)

from ...kernel.scene import Scene
from .clean_text import said, tidy

Language = Literal["en", "fr", "nl"]
Name = Annotated[str, Field(max_length=24), AfterValidator(tidy), AfterValidator(said)]
MessageId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
Whole = Annotated[int, Field(ge=0, le=2**53, strict=True)]


class Said(BaseModel):
    """Anything a client says: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# ── REST: what clients send ────────────────────────────────────────────────────────────


class MeChange(Said):
    """A new name, language, mark (the name of a drawing) or colour for this guest."""

    name: Name | None = None
    language: Language | None = None
    mark: Annotated[str, StringConstraints(pattern="^[a-z-]{1,24}$")] | None = None
    colour: Annotated[int, Field(ge=0, le=5, strict=True)] | None = None


class Carry(Said):
    """Let another device be me."""


class Arrive(Said):
    """Become whoever made this pass."""

    secret: Annotated[str, StringConstraints(min_length=1, max_length=80)]


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
    language: Language = "en"
    spectators: bool = True
    hints: bool = True
    undo: bool = True
    clock: ClockSetting | None = None
    standin: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="the level of bots that sit in for people; agreed now, for the whole game"
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
    """Give a seat up."""

    seat: SeatNumber
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class Takeover(Leave):
    """Let a bot sit in for somebody who is away."""


class Back(Said):
    """Take a seat back from its stand-in."""

    seat: SeatNumber


class Rematch(Said):
    """The same people, bots and options at a new table."""


class Remove(Said):
    """The host takes somebody's seat away before the game begins; who had it cannot come back."""

    seat: SeatNumber


class Renew(Said):
    """A new personal link for a seat of mine; the old one, and whoever came by it, lose the seat."""

    seat: SeatNumber


class Report(Said):
    """Something for whoever runs the server to look at."""

    text: Annotated[str, Field(max_length=1000), AfterValidator(tidy), AfterValidator(said)]


class Reported(BaseModel):
    """It was written down."""

    ok: bool


class ChangeSettings(Said):
    """What the host may change in the middle of a game."""

    hints: bool | None = None
    listed: bool | None = None
    chat: Literal["everybody", "seated", "nobody"] | None = Field(default=None, description="who may talk")
    spectators: bool | None = None


# ── WebSocket: what clients say ────────────────────────────────────────────────────────


class Resume(Said):
    """What a client had when its link was lost."""

    session: Annotated[str, StringConstraints(max_length=60)]
    last: Whole


class Hello(Said):
    """The first message of a client."""

    type: Literal["hello"]
    protocol: Literal[1] = 1
    language: Language | None = None
    seat: Annotated[int, Field(ge=-1, le=15, strict=True)] | None = None
    key: Annotated[str, StringConstraints(max_length=200)] | None = None
    resume: Resume | None = None


class Request(Said):
    """A request: answered by `done`, `hint` or `refused` with the same id in `to`."""

    id: MessageId


class Act(Request):
    """Play an action."""

    type: Literal["act"]
    version: Whole
    action: Whole
    seat: SeatNumber | None = None


class Undo(Request):
    """Take the last action back, or all of my turn, as far as that can be."""

    type: Literal["undo"]
    version: Whole
    turn: StrictBool = False


class AskHint(Request):
    """Ask an elder."""

    type: Literal["hint"]
    version: Whole


Picks = Annotated[list[Annotated[str, StringConstraints(max_length=80)]], Field(min_length=1, max_length=12)]


class AskWhy(Request):
    """Why not: of an action, or of a click. `paths` are picks (piece or zone ids) to try, one path after the other."""

    type: Literal["why"]
    version: Whole
    action: Whole | None = None
    paths: Annotated[list[Picks], Field(max_length=8)] = []


class Foresee(Request):
    """What some of my legal actions will certainly do."""

    type: Literal["foresee"]
    version: Whole
    actions: Annotated[list[Whole], Field(min_length=1, max_length=8)]


class Chat(Request):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=500), AfterValidator(tidy), AfterValidator(said)]


class Mute(Request):
    """Silence the one who said a line (host only), or let them talk again."""

    type: Literal["mute"]
    line: Annotated[int, Field(ge=1, le=2**31, strict=True)]
    muted: StrictBool = True


class LookFrom(Request):
    """See the table from another of my seats, or as a spectator (-1)."""

    type: Literal["look"]
    seat: Annotated[int, Field(ge=-1, le=15, strict=True)]


class SpeakLanguage(Request):
    """Read everything in another language."""

    type: Literal["language"]
    language: Language


class AskRematch(Request):
    """Play again."""

    type: Literal["rematch"]


class SeatRequest(Request):
    """Something about a seat: stand in, come back, or leave."""

    type: Literal["takeover", "back", "leave"]
    seat: SeatNumber
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class Ping(Said):
    """Are you there."""

    type: Literal["ping"]


ClientRequest = (
    Act | Undo | AskHint | AskWhy | Foresee | Chat | Mute | LookFrom | SpeakLanguage | AskRematch | SeatRequest
)
ClientMessage = Annotated[ClientRequest | Ping, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[ClientRequest | Ping] = TypeAdapter(ClientMessage)


# ── what the server answers ────────────────────────────────────────────────────────────


class RefusalBody(BaseModel):
    """A request that was not granted."""

    type: Literal["refused"] = "refused"
    code: str
    sentence: str
    rule: str = Field(default="", description="the rule that forbids it, where one can be named")
    detail: str = Field(default="", description="what a programmer may want to know, in English; often left out")


class EngineState(BaseModel):
    """Whether the rules are compiled yet."""

    state: Literal["compiling", "ready", "interpreted"]
    sentence: str


class OptionValue(BaseModel):
    """One value of an option."""

    value: str
    label: str


class OptionInfo(BaseModel):
    """A rule switch."""

    name: str
    label: str
    rule: str
    default: str
    values: list[OptionValue]


class TextSection(BaseModel):
    """A step of the coach."""

    id: str
    title: str
    text: str


class GameInfo(BaseModel):
    """A game on the shelf."""

    name: str
    title: str
    pitch: str
    length: str
    seats: list[int]
    art: str
    options: list[OptionInfo]
    engine: EngineState


class GameTexts(GameInfo):
    """A game with its coach."""

    guide: list[TextSection]


class BookBlock(BaseModel):
    """A paragraph, list, table or picture of a rulebook; a rule where it has an id."""

    bodies: list[dict[str, Any]] = Field(description="what stands there, one under the other: see the protocol")
    id: str | None = None
    also: list[str] = Field(default=[], description="further ids it tells")
    source: list[Literal["book", "icon", "public", "design", "own"]] = []
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
    language: Language
    chapters: list[BookChapter]
    index: list[IndexEntry]


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


class SeatInfo(BaseModel):
    """A chair, as everybody may know it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    level_label: str | None
    connected: bool
    thinking: bool
    standin: bool
    standin_from: int | None = Field(default=None, description="from when on a bot may sit in for who is gone")
    you: bool


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
    chat: Literal["everybody", "seated", "nobody"] = Field(description="who may talk")
    clock: ClockSetting | None
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


class TableList(BaseModel):
    """Some tables."""

    tables: list[TableInfo]


class Me(BaseModel):
    """This guest."""

    name: str
    language: str
    mark: str
    colour: int
    tables: list[TableInfo]


class Opponent(BaseModel):
    """Somebody else in a finished game; a person where there is no level."""

    seat: int
    name: str
    level: str | None
    level_label: str | None
    place: int
    points: int


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
    """What my finished games of one kind say about me (games at a shared screen left out)."""

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
    last: int


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


class Forgotten(BaseModel):
    """Nothing is kept any more."""

    ok: bool


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


class Result(BaseModel):
    """How the game ended."""

    ending: str
    winners: list[int]
    seats: list[SeatResult]
    tie: str = Field(default="", description="said where equal points have unequal places")


class Move(BaseModel):
    """One action of a replay (texts only where everything may be known)."""

    step: int
    seat: int
    text: str | None
    sentence: str | None


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


class TurningPoint(BaseModel):
    """A decision that gave much away."""

    step: int
    seat: int
    played: int
    best: int
    loss: float


class Review(BaseModel):
    """What a search player says about a finished game."""

    state: Literal["thinking", "ready", "failed"]
    curve: list[list[float]]
    turning_points: list[TurningPoint]


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
