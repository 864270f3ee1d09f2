"""What a server is told when it starts."""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ..errors import FirstfireError

MiB = 1024 * 1024
SHORTEST_SECRET = 32  # characters
HOMELESS = "firstfire-data"  # the folder of games of a user without a home


def default_data() -> Path:
    """Where a server keeps its games unless told otherwise: among the user's data, or, for a user without a home,
    in a folder of the current one."""
    base = os.environ.get("XDG_DATA_HOME")
    if base:
        return Path(base) / "firstfire"
    try:
        return Path.home() / ".local" / "share" / "firstfire"
    except RuntimeError:
        return Path.cwd() / HOMELESS


@dataclass(frozen=True)
class Allowance:
    """What one piece of work may take. Memory and processor time are the system's own limits, where it has
    them (POSIX; memory on Linux only); the seconds on the clock always hold."""

    memory: int = 512 * MiB  # beyond what the process has when it begins
    processor: int = 20  # seconds
    seconds: float = 40.0  # on the clock


@dataclass(frozen=True)
class Limits:
    """How much one client may ask."""

    message: int = 8 * 1024  # bytes of a WebSocket message
    body: int = 64 * 1024  # bytes of a REST body
    save: int = 2 * 1024 * 1024  # bytes of an uploaded save file
    table: int = 160 * 1024  # bytes of a request for a new table, which may bring a components file along
    chunks: int = 64  # pieces of a body in chunks, and one more for every 1,024 bytes of it
    messages_per_second: float = 20  # WebSocket messages of one connection
    messages_at_once: int = 40  # …in a burst
    messages_of_address: float = 6  # multiplier: limits per address, relative to one connection
    frames_per_second: float = 60  # WebSocket frames of any kind (pings, parts of messages) of one connection
    frames_at_once: int = 300  # …in a burst
    pictures_per_second: float = 1  # changes of seat or language by one guest, for which the whole table is drawn again
    pictures_at_once: int = 12  # …in a burst
    handshakes_per_second: float = 20  # WebSocket handshakes of one address
    handshakes_at_once: int = 300  # …in a burst
    links_per_second: float = 1  # new connections to tables by one guest; ten times that for one address
    links_at_once: int = 20  # …in a burst
    chats_per_second: float = 1  # chat lines of one guest; four times that for one address
    chats_at_once: int = 5  # …in a burst
    chats_kept: int = 500  # chat lines of one table; the oldest are deleted first
    tables_per_minute: float = 20  # new tables of one guest; ten times that for one address
    tables_per_day: float = 100  # new tables of one guest; ten times that for one address
    listed_of_guest: int = 5  # open tables of one guest in the lobby
    listed_of_address: int = 15  # open tables of all guests of one address in the lobby
    listed_per_hour: float = 10  # tables that one guest puts into the lobby; three times that for one address
    reports_per_hour: float = 6  # reports by one guest; five times that for one address
    browsers_of_guest: int = 8  # browsers of one guest that get notifications; the oldest are dropped first
    newcomers_per_hour: float = 120  # new guests of one address of whom something is stored
    mails_per_day: float = 5  # confirmation e-mails to one address or for one guest; five times that for one IP address
    keys_of_guest: int = 10  # passkeys of one guest
    forgets_per_minute: float = 3  # “Delete everything” by people of one address
    keys_per_hour: float = 30  # passkeys requested, created or used by one guest; five times that for one address
    passes_per_hour: float = 12  # links to another device created or used by one guest; five times that for one address
    hints_at_once: int = 2  # hints asked for in a burst by one guest; four times that for one address
    whys_at_once: int = 10  # questions “why not?” in a burst by one guest; four times that for one address
    foresights_at_once: int = 30  # previews of actions in a burst by one guest; four times that for one address
    requests_per_second: float = 50  # requests of one address to anything under /api/
    requests_at_once: int = 300  # …in a burst
    lobbies_per_second: float = 2  # reads of the lobby by one guest; ten times that for one address
    lobbies_at_once: int = 20  # …in a burst
    looks_per_second: float = 15  # pages of replays for one guest; three times that for one address
    looks_at_once: int = 60  # …in a burst
    uploads_per_minute: float = 6  # uploads by one guest; five times that for one address
    uploads_kept: int = 2000  # uploaded games; the oldest are deleted first
    uploads_waiting: int = 12  # uploads being read or waiting for it
    uploads_waiting_of_address: int = 3  # …of one address
    replays_waiting: int = 60  # replay pages being drawn or waiting for it
    replays_waiting_of_address: int = 16  # …of one address
    reviews_waiting: int = 60  # analyses of finished games that run or wait
    reviews_waiting_of_address: int = 4  # …of one address
    connections: int = 10_000  # connections of all kinds, at most as many as the process has file descriptors for
    connections_of_address: int = 400  # …of one address
    connects_per_second: float = 60  # new connections of one address
    connects_at_once: int = 1_000  # …in a burst
    half_open: int = 512  # connections that have not sent a whole request yet
    half_open_of_address: int = 64  # …of one address
    greetings: int = 512  # WebSockets without a `hello` yet; a newcomer replaces the oldest
    greetings_of_address: int = 32  # …of one address
    headers_within: float = 10.0  # seconds for the headers of a request
    body_within: float = 60.0  # seconds for the body of a request
    hello_within: float = 10.0  # seconds until the first message of a WebSocket
    read_within: float = 60.0  # seconds until a client reads some of a waiting answer
    playtests_per_hour: float = 6  # playtests started by one guest; three times that for one address
    playtests_waiting: int = 6  # playtests that run or wait
    playtests_waiting_of_address: int = 2  # …of one address
    playtests_kept: int = 200  # playtest reports; the oldest are deleted first
    playtest_games: int = 2000  # games of a playtest with greedy or random players
    playtest_games_thinking: int = 20  # games of a playtest with players that think
    sockets_at_table: int = 8  # connections of one guest to one table
    sockets_of_address: int = 300  # connections of one address to tables
    unread: int = 1024 * 1024  # bytes waiting for a viewer who does not read, before the connection is closed
    unread_of_address: int = 16 * 1024 * 1024  # …for all viewers of one address together


@dataclass(frozen=True)
class Keeping:
    """How long things are kept that nobody touches, in days (0: for ever), and how many there may be."""

    gathering: float = 30  # tables whose game never began
    unfinished: float = 400  # games nobody plays on
    finished: float = 0  # finished games, for looking back
    guests: float = 400  # names of guests who hold no seat
    tables: int = 200_000  # in all; then the oldest go at which nobody ever played, or there are no new ones
    awake: int = 2_000  # tables in memory


UNLIMITED = Limits(
    messages_per_second=1e6, messages_at_once=10**6, frames_per_second=1e6, frames_at_once=10**6,
    pictures_per_second=1e6, pictures_at_once=10**6, links_per_second=1e6, links_at_once=10**6,
    handshakes_per_second=1e6, handshakes_at_once=10**6,
    chats_per_second=1e6, chats_at_once=10**6, tables_per_minute=1e6, tables_per_day=1e9,
    hints_at_once=1000, requests_per_second=1e6, requests_at_once=10**6, looks_per_second=1e6,
    looks_at_once=10**6, uploads_per_minute=1e6, uploads_waiting=10**6,
    uploads_waiting_of_address=10**6, replays_waiting=10**6, replays_waiting_of_address=10**6,
    reviews_waiting=10**6, reviews_waiting_of_address=10**6,
    playtests_per_hour=1e9, playtests_waiting=10**6, playtests_waiting_of_address=10**6,
    listed_of_guest=10**6, listed_of_address=10**6, newcomers_per_hour=1e9,
    listed_per_hour=1e9, reports_per_hour=1e9, passes_per_hour=1e9, keys_per_hour=1e9,
    mails_per_day=1e9, forgets_per_minute=1e6,
    connections_of_address=10**6, connects_per_second=1e6, connects_at_once=10**6, half_open=10**6,
    half_open_of_address=10**6, greetings=10**6,
    greetings_of_address=10**6, sockets_at_table=10**6, sockets_of_address=10**6, whys_at_once=10**6,
    foresights_at_once=10**6, lobbies_per_second=1e6, lobbies_at_once=10**6,
)  # fmt: skip


def changed_limits(limits: Limits, changes: Iterable[str]) -> Limits:
    """Limits with some changed by words like `half_open=100`."""
    known = {each.name: each.type for each in fields(Limits)}
    for change in changes:
        name, _, number = change.partition("=")
        if name not in known:
            raise FirstfireError(f"--limit {change}: there is no such limit; there are: {', '.join(known)}")
        try:
            value: Any = int(number) if known[name] == "int" else float(number)
        except ValueError:
            kind = "a whole number" if known[name] == "int" else "a number"
            raise FirstfireError(f"--limit {change}: {name} is {kind}") from None
        if not 0 <= value < float("inf"):
            raise FirstfireError(f"--limit {change}: a limit is 0 or more")
        limits = replace(limits, **{name: value})
    return limits


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told."""

    data: Path = field(default_factory=default_data)
    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data folder
    among: str = ""  # where other servers of the same database reach this one; empty: there are none
    redis: str = ""  # where several servers tell each other what each shows; empty: nowhere
    life: float = 3.0  # seconds after which they take its tables over when they do not hear of it
    secret: str = ""  # signs cookies and keys; empty: kept in the data folder
    reach: tuple[str, ...] = ()  # addresses by which others in the network come, for links to send
    public: tuple[str, ...] = ()  # further host names this server answers to
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For is believed
    more_games: tuple[str, ...] = ()  # modules with a GAME to put on the shelf
    workers_from: str = ""  # the Redis through which thinkers are asked; empty: this server thinks by itself
    workers: int = 0  # processes for bots; 0: one less than there are cores, but two
    early_workers: bool = True  # start them with the server, before anybody waits
    bot_pause: float = 0.3  # seconds between the moves of a bot, for the eye
    commit_pace: float = 0.02  # seconds between commits under full load: who acts meanwhile is in the next one
    sleep_after: float = 300.0  # seconds without anybody until a room sleeps
    away_after: float = 60.0  # seconds until a missing player may be stood in for
    resume_for: float = 300.0  # seconds a lost session is kept
    compile_rules: bool = True  # compile in the background; False: plain Python for ever
    compile_ahead: tuple[str, ...] = ()  # games to compile before anybody plays them
    least_free: int = 64 * MiB  # bytes on the disk; with less, /api/health calls it a problem
    notice_after: float = 5.0  # seconds of somebody's turn until they are told, where none of their pages is open
    push_anywhere: bool = False  # call push services on private addresses and by http too: for tests
    smtp: str = ""  # whom e-mail is given to, like smtps://user@mail.example.org; empty: there is none
    smtp_password: str = ""
    mail_from: str = ""  # the sender of e-mail
    mail_every: float = 30.0  # minutes between two messages to one person
    pass_keys: bool = False  # whether people may sign in by pass-keys, at the first of `public` that has a name
    lab: bool = True  # whether people may start playtests in the browser; reports there are, are always shown
    limits: Limits = field(default_factory=Limits)
    keeping: Keeping = field(default_factory=Keeping)
    reading: Allowance = field(default_factory=Allowance)  # what the process that reads uploads may take for each
    replaying: Allowance = field(default_factory=lambda: Allowance(1024 * MiB, 60, 90.0))  # …that draws replays
    playtesting: Allowance = field(
        default_factory=lambda: Allowance(4096 * MiB, 600, 1800.0)
    )  # …that plays for the lab
    playtest_niceness: int = 15  # of that process: everybody else goes first

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
        return _long_enough(self.secret, "FIRSTFIRE_SECRET") if self.secret else _kept_secret(self.data / "secret")


def _kept_secret(path: Path) -> str:
    """The secret in a file; made where there is none, or an empty one (of a start that a full disk stopped)."""
    return read_secret(path) or keep_secret(path, secrets.token_urlsafe(32))


def read_secret(path: Path) -> str | None:
    """The secret in a file; None where there is none."""
    try:
        found = path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    return _long_enough(found, str(path)) if found else None


def keep_secret(path: Path, secret: str) -> str:
    """Keep a secret in a file that has none: written beside it, flushed, then put in its place, so that nobody reads
    half of it. Where another server did so at the same moment, its secret holds."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(prefix=".secret.", dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        _put(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    found = read_secret(path)
    if found is None:
        raise OSError(errno.EIO, "the secret was not kept", str(path))
    return found


def _put(name: str, path: Path) -> None:
    if path.exists() and not path.read_bytes().strip():
        os.replace(name, path)
        return
    try:
        os.link(name, path)  # unlike a rename it never takes the place of another one
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        os.replace(name, path)


def _long_enough(secret: str, where: str) -> str:
    if len(secret) < SHORTEST_SECRET:
        raise FirstfireError(
            f"the secret in {where} has {len(secret)} characters; anyone who guesses it can take every seat, so it "
            f"needs at least {SHORTEST_SECRET}. Remove it, and a new one is made (cookies and personal links end)"
        )
    return secret
