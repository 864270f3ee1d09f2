"""The shapes of what the server says over the WebSocket, for the OpenAPI document (and tests).

Rooms write these by hand, section by section (see telling.py); a test compares every message of
whole games with the shapes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...kernel.presentation.scene import Chain, Choice, Counter, Listing, Look, Piece, Prompt, Rect, Zone
from .models import AdvisedMove, ChatLines, EngineState, LogLine, RefusalBody, Result, SeatInfo, TableFacts

Number = Annotated[int, Field(ge=1, description="gapless in a session")]


class ServerMessage(BaseModel):
    """Anything the server says."""

    model_config = ConfigDict(extra="forbid")


class Welcome(ServerMessage):
    """The first message: the session, to be named in `resume`. A resumed one has no number."""

    n: Number | None = None
    type: Literal["welcome"]
    protocol: Literal[1]
    session: str
    resumed: bool
    now: int
    build: str = Field(description="which client the server hands out; empty: none is built")


class Why(ServerMessage):
    """Why something is not possible now."""

    sentence: str
    rule: str


class NumberChange(ServerMessage):
    """A number beside a player's name that changes."""

    seat: int
    label: str
    icon: str
    by: int


class Foreseen(ServerMessage):
    """What an action will certainly do, as far as the seat to act can know: until chance or a secret speaks."""

    action: int
    lines: list[str] = Field(description="what the log will say")
    changes: list[NumberChange]
    final: bool = Field(description="chance or a secret speaks: it could not be taken back")


class Done(ServerMessage):
    """A request was granted and is stored."""

    n: Number
    type: Literal["done"]
    to: str
    version: int
    table: str | None = Field(default=None, description="the new table, after `rematch`")
    reasons: list[Why] | None = Field(default=None, description="why not, after `why`")
    foreseen: list[Foreseen] | None = Field(default=None, description="in the order asked for, after `foresee`")


class RefusedMessage(RefusalBody):
    """A request was not granted. Who is turned away at the door is told so without a number."""

    model_config = ConfigDict(extra="forbid")
    n: Number | None = None
    to: str | None
    version: int | None = None


class HintMessage(ServerMessage):
    """A hint."""

    n: Number
    type: Literal["hint"]
    to: str
    version: int
    sentence: str
    moves: list[AdvisedMove]


class WaitingMessage(ServerMessage):
    """The hint has to wait: others are worked out before it."""

    n: Number
    type: Literal["waiting"]
    to: str
    ahead: int = Field(description="how many are asked first")
    seconds: int = Field(description="about how long that takes")
    sentence: str


class BotsState(ServerMessage):
    """How bots fare when many think at once."""

    share: float = Field(description="of its usual thinking that the last bot had time for; 1: all of it")
    ahead: int = Field(description="how many bots play before the one that is waited for")
    seconds: int
    sentence: str


class Pong(ServerMessage):
    """The answer to `ping`."""

    type: Literal["pong"]


class OptionLabel(ServerMessage):
    """An option of the table in words."""

    label: str
    value_label: str
    rule: str


class TableSection(ServerMessage, TableFacts):
    """The table, without what has sections of its own."""

    option_labels: list[OptionLabel]


class Turn(ServerMessage):
    """Whose turn it is; my own where I choose side by side with others."""

    seat: int | None
    mine: bool
    since: int
    chosen: bool = Field(False, description="I have chosen; another one, who chooses at the same time, has not")


class Clock(ServerMessage):
    """A seat's thinking time, in milliseconds at `now`."""

    seat: int
    left: int
    running: bool


class Lines(ServerMessage):
    """Log lines from an index on."""

    start: int = Field(alias="from")
    lines: list[LogLine]


def _left_out(*nulls: str) -> Callable[[dict[str, Any]], None]:
    """Note in a schema that its optional fields are left out where nothing is said, never null (but these)."""

    def note(schema: dict[str, Any]) -> None:
        schema["left_out"] = [
            name for name in schema["properties"] if name not in (*schema.get("required", ()), *nulls)
        ]

    return note


class SceneSections(ServerMessage):
    """The scene: only the parts that changed."""

    model_config = ConfigDict(json_schema_extra=_left_out())

    game: str | None = None
    seats: int | None = None
    viewer: int | None = None
    size: Rect | None = None
    tall: Rect | None = None
    prompt: Prompt | None = None
    zones: list[Zone] | None = None
    looks: list[Look] | None = None
    pieces: list[Piece] | None = None
    counters: list[Counter] | None = None
    choices: list[Choice] | None = None
    chains: list[Chain] | None = None
    lists: list[Listing] | None = None
    colours: list[str] | None = None
    over: bool | None = None
    ending: str | None = None
    phase: str | None = None
    quiet: list[str] | None = None


class Update(ServerMessage):
    """All that can be seen; after the first one only the sections that changed."""

    model_config = ConfigDict(json_schema_extra=_left_out("hand_over", "clocks", "idle", "rematch", "result", "scene"))

    n: Number
    type: Literal["update"]
    version: int
    now: int
    viewer: int | None = None
    mine: list[int] | None = None
    hand_over: int | None = None
    table: TableSection | None = None
    seats: list[SeatInfo] | None = None
    turn: Turn | None = None
    clocks: list[Clock] | None = None
    undo: bool | None = None
    undo_step: int | None = Field(
        default=None, description="how many actions `undo` takes back, bots' answers among them"
    )
    undo_turn: int | None = Field(default=None, description="how many actions `undo` with `turn` takes back")
    undo_says: str | None = Field(default=None, description="what my action did that `undo` takes back")
    final: list[int] | None = Field(default=None, description="my legal actions that could not be taken back")
    forced: bool | None = Field(default=None, description="I have one choice, and everybody at the table knows that")
    idle: int | None = Field(default=None, description="the pass that is all I can do now, as everybody knows")
    hints: bool | None = None
    engine: EngineState | None = None
    bots: BotsState | None = None
    spectators: int | None = None
    rematch: str | None = None
    result: Result | None = None
    scene: SceneSections | None = None
    log: Lines | None = None
    chat: ChatLines | None = None


class LessonWords(ServerMessage):
    """What a step of a tutorial says; empty where it says nothing of a kind."""

    title: str
    text: str
    task: str = Field(description="what is to be done; empty: nothing but looking")
    wrong: str = Field(description="what is said to who does something else")


class LessonPage(ServerMessage):
    """A step of a tutorial, with the messages that bring the table up to date."""

    game: str
    title: str
    at: int
    steps: int
    played: list[int] = Field(description="what the learner played so far: to be named in the next request")
    wanted: list[int] = Field(description="the actions that are asked for, any of them")
    spot: list[str] = Field(description="what the light falls on: pieces, zones, or parts of the page (@prompt)")
    says: LessonWords
    messages: list[Welcome | Update | Done | RefusedMessage]


HEARD: dict[str, type[BaseModel]] = {
    "welcome": Welcome, "update": Update, "done": Done, "refused": RefusedMessage, "hint": HintMessage,
    "waiting": WaitingMessage, "pong": Pong,
}  # fmt: skip
