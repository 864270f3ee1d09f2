"""What clients say over the WebSocket."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

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

    writes: ClassVar[bool] = False  # it changes what is stored
    lengthens: ClassVar[bool] = False  # …the log, and could do so for ever
    redraws: ClassVar[bool] = False  # who asks sees everything anew
    limit: ClassVar[str] = ""  # what it uses up (`RateLimits`)
    id: MessageId

    @property
    def costs(self) -> int:
        """How much of that."""
        return 1


@dataclass(frozen=True, kw_only=True)
class Act(Request):
    """Play an action."""

    writes = True
    type: Literal["act"]
    version: Whole
    action: Whole
    seat: SeatNumber | None = None


@dataclass(frozen=True, kw_only=True)
class Undo(Request):
    """Take my last action back, or all of my turn, as far as that can be; against bots alone with their answers."""

    writes = lengthens = True
    type: Literal["undo"]
    version: Whole
    turn: Annotated[bool, Strictly()] = False


@dataclass(frozen=True, kw_only=True)
class AskHint(Request):
    """Ask for a hint."""

    limit = "hints"
    type: Literal["hint"]
    version: Whole


Picks = Annotated[list[Annotated[str, Sized(80)]], Sized(12, least=1)]


@dataclass(frozen=True, kw_only=True)
class AskWhy(Request):
    """Why not: of an action, or of a click. `paths` are picks (piece or zone ids) to try, one path after the other."""

    limit = "whys"
    type: Literal["why"]
    version: Whole
    action: Whole | None = None
    paths: Annotated[list[Picks], Sized(8)] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Foresee(Request):
    """What some of my legal actions will certainly do."""

    limit = "foresights"
    type: Literal["foresee"]
    version: Whole
    actions: Annotated[list[Whole], Sized(8, least=1)]

    @property
    def costs(self) -> int:
        """Each action costs as much as one."""
        return len(self.actions)


@dataclass(frozen=True, kw_only=True)
class Chat(Request):
    """Say something to everybody at the table."""

    writes, limit = True, "chats"
    type: Literal["chat"]
    text: Annotated[str, Sized(500), Checked(tidy), Checked(said)]


@dataclass(frozen=True, kw_only=True)
class Mute(Request):
    """Silence the one who said a line (host only), or let them talk again."""

    writes = lengthens = True
    type: Literal["mute"]
    line: Annotated[int, Between(1, 2**31)]
    muted: Annotated[bool, Strictly()] = True


@dataclass(frozen=True, kw_only=True)
class LookFrom(Request):
    """See the table from another of my seats, or as a spectator (-1)."""

    redraws, limit = True, "pictures"
    type: Literal["look"]
    seat: Annotated[int, Between(-1, 15)]


@dataclass(frozen=True, kw_only=True)
class SpeakLanguage(Request):
    """Read everything in another language."""

    redraws, limit = True, "pictures"
    type: Literal["language"]
    language: LanguageCode


@dataclass(frozen=True, kw_only=True)
class AskRematch(Request):
    """Play again."""

    writes = True
    type: Literal["rematch"]


@dataclass(frozen=True, kw_only=True)
class SeatRequest(Request):
    """Something about a seat: stand in, come back, or leave."""

    writes = lengthens = True
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
