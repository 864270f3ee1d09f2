"""What clients say over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints, TypeAdapter

from ..clean_text import said, tidy
from .common import LanguageCode, MessageId, Said, SeatNumber, Whole


class Resume(Said):
    """What a client had when its link was lost."""

    session: Annotated[str, StringConstraints(max_length=60)]
    last: Whole


class Seen(Said):
    """What a client shows: for a server that does not know its session."""

    version: Whole
    chat: Whole = 0


class Hello(Said):
    """The first message of a client."""

    type: Literal["hello"]
    protocol: Literal[1] = 1
    language: LanguageCode | None = None
    seat: Annotated[int, Field(ge=-1, le=15, strict=True)] | None = None
    key: Annotated[str, StringConstraints(max_length=200)] | None = None
    resume: Resume | None = None
    seen: Seen | None = None


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
    """Take my last action back, or all of my turn, as far as that can be; against bots alone with their answers."""

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
    paths: list[Picks] = Field(default=[], max_length=8)


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
    language: LanguageCode


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
