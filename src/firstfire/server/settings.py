"""What a server is told when it starts."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path


def default_data() -> Path:
    """Where a server keeps its games unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "firstfire"


@dataclass(frozen=True)
class Limits:
    """How much one client may ask."""

    message: int = 8 * 1024  # bytes of a WebSocket message
    body: int = 64 * 1024  # bytes of a REST body
    save: int = 2 * 1024 * 1024  # bytes of an uploaded save file
    messages_per_second: float = 20
    messages_at_once: int = 40
    chats_per_second: float = 1
    chats_at_once: int = 5
    tables_per_minute: float = 20
    hints_at_once: int = 2
    requests_per_second: float = 50  # of one address, to anything under /api/
    requests_at_once: int = 300
    looks_per_second: float = 15  # pages of replays, for one guest; three times that for one address
    looks_at_once: int = 60
    uploads_per_minute: float = 6  # of one guest; five times that for one address
    uploads_kept: int = 2000  # the oldest go first
    sockets_at_table: int = 8  # of one guest
    sockets_of_address: int = 300
    waiting_messages: int = 600  # unread messages before a slow reader is cut off


UNLIMITED = Limits(
    messages_per_second=1e6, messages_at_once=10**6, chats_per_second=1e6, chats_at_once=10**6,
    tables_per_minute=1e6, hints_at_once=1000, requests_per_second=1e6, requests_at_once=10**6, looks_per_second=1e6,
    looks_at_once=10**6, uploads_per_minute=1e6, sockets_at_table=10**6, sockets_of_address=10**6,
)  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told."""

    data: Path = field(default_factory=default_data)
    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data folder
    secret: str = ""  # signs cookies and keys; empty: kept in the data folder
    reach: tuple[str, ...] = ()  # addresses by which others in the network come, for links to send
    public: tuple[str, ...] = ()  # further host names this server answers to
    more_games: tuple[str, ...] = ()  # modules with a GAME to put on the shelf
    workers: int = 0  # processes for bots; 0: one less than there are cores, but two
    early_workers: bool = True  # start them with the server, before anybody waits
    bot_pause: float = 0.3  # seconds between the moves of a bot, for the eye
    sleep_after: float = 300.0  # seconds without anybody until a room sleeps
    away_after: float = 60.0  # seconds until a missing player may be stood in for
    resume_for: float = 300.0  # seconds a lost session is kept
    compile_rules: bool = True  # compile in the background; False: plain Python for ever
    compile_ahead: tuple[str, ...] = ()  # games to compile before anybody plays them
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        """Where the log is kept."""
        return self.database or f"sqlite:///{self.data / 'firstfire.sqlite3'}"

    @property
    def bot_processes(self) -> int:
        """How many processes think for bots."""
        return self.workers or max(2, (os.cpu_count() or 2) - 1)

    def signing_secret(self) -> str:
        """The secret that signs cookies and keys; made and kept at the first start."""
        return self.secret or _kept_secret(self.data / "secret")


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return path.read_text(encoding="ascii").strip()
