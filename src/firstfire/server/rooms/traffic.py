"""What reaches a room, and what leaves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...kernel.engines.engine import Engine
from ..bots.requests import Advice, BotRequest, Reader
from ..protocol.refusals import Refusal
from ..protocol.requests import Back, ChangeSettings, ClientRequest, Join, Leave, Rematch, Remove, Renew, Takeover
from ..store.batch import TableRow
from ..store.events import Event
from ..store.results import GameResult
from ..store.story import Setup, Story
from ..store.talk import ChatLine
from .session import Shown

# ── what reaches a room ────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Enter:
    """Somebody opens a link to the table. `keyed`: seat and the event its key is valid from."""

    session: str  # the name of a new session, if one is needed
    who: str
    name: str
    language: str
    seat: int | None = None
    keyed: tuple[int, int] | None = None
    resume: tuple[str, int] | None = None
    mark: str = ""  # that somebody has chosen
    colour: int = 0
    seen: tuple[int, int] | None = None  # version and line of talk, of who comes from another server
    shown: Shown | None = None  # what that was, where it could be found out


@dataclass(frozen=True)
class Gone:
    """A link was lost or closed."""

    session: str


@dataclass(frozen=True)
class Say:
    """A viewer says something."""

    session: str
    request: ClientRequest


@dataclass(frozen=True)
class Refused:
    """The socket refused something a viewer said; the viewer is to hear of it."""

    session: str
    to: str | None
    refusal: Refusal


@dataclass(frozen=True)
class Glance:
    """Somebody asks what table this is."""


@dataclass(frozen=True)
class ClaimSeat:
    """Somebody shows the key of a seat."""

    seat: int
    valid_from: int


@dataclass(frozen=True)
class Ask:
    """A guest asks for something from outside (REST)."""

    who: str
    name: str
    language: str
    request: Join | ClaimSeat | Leave | Takeover | Back | ChangeSettings | Remove | Renew | Rematch | Glance


@dataclass(frozen=True)
class Chosen:
    """A bot has made up its mind."""

    seat: int
    version: int
    action: int
    share: float = 1.0  # of what it usually thinks


@dataclass(frozen=True)
class Waits:
    """A bot (or who asked for advice: `session` and `to`) waits for a process: so many come first."""

    version: int
    ahead: int
    seconds: float
    session: str = ""
    to: str = ""


@dataclass(frozen=True)
class GaveUp:
    """A bot could not be asked, or (`is_at_fault`) failed when it was."""

    seat: int
    version: int
    is_at_fault: bool = False


@dataclass(frozen=True)
class Advised:
    """A hint is there, best action first. None: no advice could be had."""

    session: str
    to: str
    version: int
    moves: Advice | None


@dataclass(frozen=True)
class Adopt:
    """The rules are compiled now (or: what is said about it changes)."""

    state: str
    reached: tuple[int, int] = (0, 0)  # how many of their parts, of how many
    engine: Engine | None = None


@dataclass(frozen=True)
class Forget:
    """Somebody is to be forgotten here: `nobody` stands in their place."""

    who: str
    nobody: str


@dataclass(frozen=True)
class Tick:
    """Time has passed."""


Incoming = Enter | Gone | Say | Refused | Ask | Chosen | Waits | GaveUp | Advised | Adopt | Forget | Tick

# ── what leaves a room ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class BotJob:
    """A bot is to move."""

    version: int
    asked: BotRequest


@dataclass(frozen=True)
class HintJob:
    """A person asks for a hint."""

    session: str
    who: str
    to: str
    version: int
    asked: BotRequest
    reader: Reader


@dataclass(frozen=True)
class NewTable:
    """A table that comes into being."""

    id: str
    setup: Setup
    events: list[Event]
    row: TableRow
    story: Story  # what these events tell


@dataclass
class Outgoing:
    """What a request leads to. The events (new tables, talk) are stored first; only then may
    anything else leave the room."""

    events: list[Event] = field(default_factory=list)
    row: TableRow | None = None
    turned: bool = False  # another seat is to act
    result: GameResult | None = None  # where the game has ended
    created: list[NewTable] = field(default_factory=list)
    chats: list[ChatLine] = field(default_factory=list)
    mail: list[tuple[str, bytes]] = field(default_factory=list)  # session, message
    cut: list[str] = field(default_factory=list)  # sessions that may look no longer
    gone: list[str] = field(default_factory=list)  # sessions of who was forgotten
    altered: bool = False  # viewers may see something else, although nothing is stored
    jobs: list[BotJob | HintJob] = field(default_factory=list)
    reply: Any = None
    refused: Refusal | None = None
    alarm: float | None = None  # when to say Tick
