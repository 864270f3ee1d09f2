"""What clients say over the WebSocket."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from ..clean_text import said, tidy
from ..shapes import Between, ByType, Checked, Said, Sized, Strictly
from .common import LanguageCode, LevelName, MessageId, SeatNumber, Whole


@dataclass(frozen=True, kw_only=True)
class Resume(Said):
    """What a client had when its link was lost."""

    session: Annotated[str, Sized(60)]
    last: Whole


@dataclass(frozen=True, kw_only=True)
class Seen(Said):
    """What a client shows: for a server that does not know its session."""

    version: Whole
    chat: Whole = 0


@dataclass(frozen=True, kw_only=True)
class Hello(Said):
    """The first message of a client."""

    type: Literal["hello"]
    protocol: Literal[1] = 1
    language: LanguageCode | None = None
    seat: Annotated[int, Between(-1, 15)] | None = None
    key: Annotated[str, Sized(200)] | None = None
    resume: Resume | None = None
    seen: Seen | None = None


@dataclass(frozen=True, kw_only=True)
class Request(Said):
    """A request: answered by `done`, `hint` or `refused` with the same id in `to`."""

    id: MessageId


@dataclass(frozen=True, kw_only=True)
class Act(Request):
    """Play an action."""

    type: Literal["act"]
    version: Whole
    action: Whole
    seat: SeatNumber | None = None


@dataclass(frozen=True, kw_only=True)
class Undo(Request):
    """Take my last action back, or all of my turn, as far as that can be; against bots alone with their answers."""

    type: Literal["undo"]
    version: Whole
    turn: Annotated[bool, Strictly()] = False


@dataclass(frozen=True, kw_only=True)
class AskHint(Request):
    """Ask an elder."""

    type: Literal["hint"]
    version: Whole


Picks = Annotated[list[Annotated[str, Sized(80)]], Sized(12, least=1)]


@dataclass(frozen=True, kw_only=True)
class AskWhy(Request):
    """Why not: of an action, or of a click. `paths` are picks (piece or zone ids) to try, one path after the other."""

    type: Literal["why"]
    version: Whole
    action: Whole | None = None
    paths: Annotated[list[Picks], Sized(8)] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Foresee(Request):
    """What some of my legal actions will certainly do."""

    type: Literal["foresee"]
    version: Whole
    actions: Annotated[list[Whole], Sized(8, least=1)]


@dataclass(frozen=True, kw_only=True)
class Chat(Request):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, Sized(500), Checked(tidy), Checked(said)]


@dataclass(frozen=True, kw_only=True)
class Mute(Request):
    """Silence the one who said a line (host only), or let them talk again."""

    type: Literal["mute"]
    line: Annotated[int, Between(1, 2**31)]
    muted: Annotated[bool, Strictly()] = True


@dataclass(frozen=True, kw_only=True)
class LookFrom(Request):
    """See the table from another of my seats, or as a spectator (-1)."""

    type: Literal["look"]
    seat: Annotated[int, Between(-1, 15)]


@dataclass(frozen=True, kw_only=True)
class SpeakLanguage(Request):
    """Read everything in another language."""

    type: Literal["language"]
    language: LanguageCode


@dataclass(frozen=True, kw_only=True)
class AskRematch(Request):
    """Play again."""

    type: Literal["rematch"]


@dataclass(frozen=True, kw_only=True)
class SeatRequest(Request):
    """Something about a seat: stand in, come back, or leave."""

    type: Literal["takeover", "back", "leave"]
    seat: SeatNumber
    level: LevelName | None = None


@dataclass(frozen=True, kw_only=True)
class Ping(Said):
    """Are you there."""

    type: Literal["ping"]


ClientRequest = (
    Act | Undo | AskHint | AskWhy | Foresee | Chat | Mute | LookFrom | SpeakLanguage | AskRematch | SeatRequest
)
ClientMessage = Annotated[ClientRequest | Ping, ByType()]
