"""`firstfire serve`: the table in the browser."""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import FirstfireError
from ..games import names
from .settings import UNLIMITED, Keeping, Limits, Settings, changed_limits, default_data

if TYPE_CHECKING:
    import uvicorn

DEFAULT_PORT = 8080


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `serve` to the command line."""
    serve = commands.add_parser("serve", help="play in the browser")
    serve.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: also for other computers)"
    )
    serve.add_argument("--port", type=int, help="0 takes any free port (default: 8080, or a free one if that is taken)")
    serve.add_argument("--data", type=Path, default=default_data(), help="the folder of games (default: %(default)s)")
    serve.add_argument("--database", default="", metavar="URL", help="an SQLAlchemy URL instead of SQLite in --data")
    _add_sharing(serve)
    serve.add_argument("--public", action="append", default=[], metavar="URL", help="an address that players use")
    serve.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS",
        help="a proxy in front of this server (an address, or a network like 10.0.0.0/8): its X-Forwarded-For and "
        "X-Forwarded-Proto are trusted, and nobody else's (default: none)",
    )  # fmt: skip
    serve.add_argument("--game", action="append", default=[], metavar="MODULE", help="a module with one more GAME")
    serve.add_argument("--workers", type=_count, default=0, help="processes for bots (default: cores less one)")
    serve.add_argument("--late-workers", action="store_true", help="start the processes for bots when first needed")
    serve.add_argument(
        "--compile", action="append", metavar="GAME", help="compile only these beforehand (default: all)"
    )
    serve.add_argument(
        "--limit", action="append", default=[], metavar="NAME=NUMBER",
        help="change a limit, like half_open=100 (see docs/reference/limits.md)",
    )  # fmt: skip
    serve.add_argument(
        "--sleep-after", type=_span, default=Settings.sleep_after, metavar="SECONDS",
        help="how long a table without visitors stays in memory (default: %(default)s)",
    )  # fmt: skip
    serve.add_argument(
        "--lab", action=argparse.BooleanOptionalAction, default=None,
        help="let visitors start playtests in the browser (default: only on a private server, without --public and "
        "with a local --host)",
    )  # fmt: skip
    _add_people(serve)
    serve.add_argument(
        "--loop", choices=("auto", "asyncio", "uvloop"), default="auto",
        help="the event loop; uvloop takes less processor time (default: uvloop if it is installed)",
    )  # fmt: skip
    serve.add_argument("--no-limits", action="store_true", help="no rate limits (for benchmarks)")
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")
    serve.add_argument(
        "--metrics", type=_count, metavar="PORT",
        help="serve metrics (OpenMetrics, Prometheus) at http://127.0.0.1:PORT/metrics (default: no)",
    )  # fmt: skip
    serve.add_argument("--log-json", action="store_true", help="write one JSON object per log line")
    serve.add_argument("--verbose", action="store_true", help="log every request")
    keeping = serve.add_argument_group("what is deleted, after how many days untouched (0: never)")
    kept = Keeping()
    for name, what in (
        ("gathering", "tables whose game never began"), ("unfinished", "games nobody plays on"),
        ("finished", "finished games"), ("guests", "names of guests without a seat"),
    ):  # fmt: skip
        default = getattr(kept, name)
        text = f"{what} (default: {default})"
        keeping.add_argument(f"--forget-{name}", type=_span, default=default, metavar="DAYS", help=text)
    keeping.add_argument("--most-tables", type=_count, default=kept.tables, help="stored tables (default: %(default)s)")
    keeping.add_argument(
        "--most-awake", type=_count, default=kept.awake, help="tables in memory (default: %(default)s)"
    )
    serve.set_defaults(command=serve_tables)
    _add_think(commands)
    backup = commands.add_parser("backup", help="back up all games of a server into one file, while it runs")
    backup.add_argument("file", type=Path, help="the file to write (an older backup there is replaced)")
    backup.set_defaults(command=back_up_games)
    restoring = commands.add_parser("restore", help="restore the games of a backup")
    restoring.add_argument("file", type=Path, help="a file that `firstfire backup` wrote")
    restoring.add_argument(
        "--replace", action="store_true", help="replace existing games (they are kept beside the restored ones)"
    )
    restoring.set_defaults(command=restore_games)
    reports = commands.add_parser("reports", help="list what players have reported")
    reports.set_defaults(command=show_reports)
    for parser in (backup, restoring, reports):
        parser.add_argument(
            "--data", type=Path, default=default_data(), help="the server's folder (default: %(default)s)"
        )
        parser.add_argument("--database", default="", metavar="URL", help="as given to `serve`")


def _add_sharing(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--cluster-url", default="", metavar="URL",
        help="share one PostgreSQL with other servers, which reach this one at URL (http://10.0.0.5:8080)",
    )  # fmt: skip
    serve.add_argument(
        "--redis", default="", metavar="URL",
        help="the Redis through which several servers share progress and rate limits (redis://host:6379/0)",
    )  # fmt: skip
    serve.add_argument(
        "--bot-queue", default="", metavar="URL",
        help="the Redis through which machines with `firstfire think` compute bots, hints and analyses; if none "
        "answers, this server computes them (default: this server always does)",
    )  # fmt: skip


def _add_think(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    think = commands.add_parser("think", help="compute bots and hints for servers that were started with --bot-queue")
    think.add_argument("--redis", required=True, metavar="URL", help="the Redis of those servers (redis://host:6379/0)")
    think.add_argument("--game", action="append", default=[], metavar="MODULE", help="a module with one more GAME")
    think.add_argument("--workers", type=_count, default=0, help="processes for bots (default: cores less one)")
    think.add_argument(
        "--compile", action="append", metavar="GAME", help="compile only these beforehand (default: all)"
    )
    think.add_argument("--log-json", action="store_true", help="write one JSON object per log line")
    think.set_defaults(command=think_for_servers)


def think_for_servers(arguments: argparse.Namespace) -> int:
    """`firstfire think`."""
    from .bots.worker import shelve
    from .operations.logs import set_up_logs

    redis = _redis(arguments.redis, "--redis")
    shelve(arguments.game)
    set_up_logs(verbose=False, as_json=arguments.log_json)
    _check_games(arguments)
    from .bots.thinker import think

    settings = Settings(
        more_games=tuple(arguments.game), workers=arguments.workers,
        compile_ahead=tuple(arguments.compile if arguments.compile is not None else names()),
    )  # fmt: skip
    think(redis, settings)
    return 0


def _check_games(arguments: argparse.Namespace) -> None:
    for game in arguments.compile or ():
        if game not in names():
            raise FirstfireError(f"--compile {game}: there is no such game; there are: {', '.join(names())}")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below 0")
    return number


def back_up_games(arguments: argparse.Namespace) -> int:
    """`firstfire backup`."""
    from .operations.upkeep import back_up

    count = back_up(_where(arguments), arguments.file)
    print(f"{count} tables are saved in {arguments.file}. It contains every hidden card: keep it to yourself.")
    return 0


def restore_games(arguments: argparse.Namespace) -> int:
    """`firstfire restore`."""
    from .operations.upkeep import restore

    count = restore(_where(arguments), arguments.file, replace=arguments.replace)
    print(f"{count} tables are back in {arguments.data}.")
    return 0


def show_reports(arguments: argparse.Namespace) -> int:
    """`firstfire reports`."""
    from .operations.reports import read_reports, shown

    found = read_reports(arguments.data)
    print("\n".join(map(shown, found)) if found else f"Nothing has been reported in {arguments.data}.")
    return 0


def _where(arguments: argparse.Namespace) -> Settings:
    secret = os.environ.get("FIRSTFIRE_SECRET", "")
    return Settings(data=arguments.data, database=arguments.database, secret=secret)


def _span(text: str) -> float:
    span = float(text)
    if not 0 <= span < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 999,999")
    return span


def _add_people(serve: argparse.ArgumentParser) -> None:
    """How people are known, and told of their turns."""
    serve.add_argument(
        "--pass-keys", action="store_true",
        help="let players sign in on another device with passkeys (WebAuthn), which are bound to the host of "
        "--public https://… (default: not at all)",
    )  # fmt: skip
    mail = serve.add_argument_group("e-mail to people whose turn it is (default: none; docs/how-to/host.md)")
    mail.add_argument(
        "--smtp", default="", metavar="URL",
        help="the mail server: smtps://user@host or smtp://user@host:587 (STARTTLS); the password comes from "
        "FIRSTFIRE_SMTP_PASSWORD. Needs --mail-from, and --public for the links",
    )  # fmt: skip
    mail.add_argument("--mail-from", default="", metavar="ADDRESS", help="the sender, like games@example.org")
    mail.add_argument(
        "--mail-every", type=_span, default=Settings.mail_every, metavar="MINUTES",
        help="the shortest time between two messages to one player (default: %(default)s)",
    )  # fmt: skip


def serve_tables(arguments: argparse.Namespace) -> int:
    """Start the server, say where it is, open a browser where there is one."""
    from .operations.upkeep import check_database, locked

    settings = serve_settings(arguments)
    with ExitStack() as held:
        with usable(arguments.data):
            held.enter_context(locked(settings.database_url))
            check_database(settings.database_url)
        return _serve(settings, arguments)


@contextmanager
def usable(data: Path) -> Iterator[None]:
    """Say in a sentence why a data folder or a database cannot be used."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except ModuleNotFoundError as error:
        raise FirstfireError(
            f"the database needs a driver that is not installed ({error.name}); for PostgreSQL: "
            "pip install 'firstfire[postgres]', and a URL like postgresql+psycopg://user@host/name"
        ) from None
    except (OSError, SQLAlchemyError) as error:
        reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
        raise FirstfireError(f"the data folder {data} or its database cannot be used: {reason}") from None


def serve_settings(arguments: argparse.Namespace) -> Settings:
    """What the words of a command mean."""
    from .bots.worker import shelve

    shelve(arguments.game)
    _check_games(arguments)
    _check_mail(arguments)
    _check_pass_keys(arguments)
    return Settings(
        data=arguments.data, database=arguments.database, among=_among(arguments),
        redis=_redis(arguments.redis, "--redis"),
        workers_from=_redis(arguments.bot_queue, "--bot-queue"),
        public=tuple(arguments.public),
        proxies=tuple(arguments.proxy),
        more_games=tuple(arguments.game), workers=arguments.workers,
        early_workers=not (arguments.late_workers or arguments.bot_queue),
        secret=os.environ.get("FIRSTFIRE_SECRET", ""),
        compile_ahead=tuple(arguments.compile if arguments.compile is not None else names()),
        limits=changed_limits(UNLIMITED if arguments.no_limits else Limits(), arguments.limit),
        sleep_after=arguments.sleep_after,
        smtp=arguments.smtp, smtp_password=os.environ.get("FIRSTFIRE_SMTP_PASSWORD", ""),
        mail_from=arguments.mail_from, mail_every=arguments.mail_every,
        pass_keys=arguments.pass_keys,
        lab=_is_own(arguments) if arguments.lab is None else arguments.lab,
        keeping=Keeping(
            gathering=arguments.forget_gathering, unfinished=arguments.forget_unfinished,
            finished=arguments.forget_finished, guests=arguments.forget_guests,
            tables=arguments.most_tables, awake=arguments.most_awake,
        ),
    )  # fmt: skip


def _check_mail(arguments: argparse.Namespace) -> None:
    """Refuse settings by which no message could be sent, or none that leads anywhere."""
    from .notices.mail import check_sender, mail_server

    if not arguments.smtp:
        return
    mail_server(arguments.smtp)
    check_sender(arguments.mail_from)
    if not any(each.startswith(("http://", "https://")) for each in arguments.public):
        raise FirstfireError("--smtp needs --public https://…: the links in messages lead there")


def _check_pass_keys(arguments: argparse.Namespace) -> None:
    """Refuse settings by which no browser would make a key."""
    if not arguments.pass_keys:
        return
    if find_spec("fido2") is None:
        raise FirstfireError("--pass-keys needs an extra that is not installed: pip install 'firstfire[keys]'")
    from .web.pass_keys import key_origins

    if not key_origins(arguments.public):
        raise FirstfireError(
            "--pass-keys needs --public https://games.example.org: keys are bound to that host, which must have "
            "a name (to try it out: --public http://localhost:8080)"
        )


def _among(arguments: argparse.Namespace) -> str:
    """Where other servers reach this one, if there are any; what they share must be there."""
    address = str(arguments.cluster_url).rstrip("/")
    if not address:
        return ""
    if not re.fullmatch(r"http://[^/?#\s@]+", address):
        raise FirstfireError(f"--cluster-url {arguments.cluster_url}: expected an address like http://10.0.0.5:8080")
    if not arguments.database.startswith("postgresql"):
        raise FirstfireError("--cluster-url needs a shared PostgreSQL: --database postgresql+psycopg://…")
    if not os.environ.get("FIRSTFIRE_SECRET"):
        raise FirstfireError(
            "--cluster-url needs a shared secret: set FIRSTFIRE_SECRET to the same value on all servers"
        )
    if not arguments.proxy:
        raise FirstfireError(
            "--cluster-url needs --proxy with the network of the other servers (--proxy 10.0.0.0/24): otherwise all "
            "players whom they forward would share the limits of one address"
        )
    if importlib.util.find_spec("httpx2") is None:
        raise FirstfireError("--cluster-url needs an extra that is not installed: pip install 'firstfire[cluster]'")
    return address


def _redis(address: str, option: str) -> str:
    """Where a Redis is."""
    if address and not address.startswith(("redis://", "rediss://", "unix://")):
        raise FirstfireError(f"{option} {address}: expected an address like redis://host:6379/0")
    if address and importlib.util.find_spec("redis") is None:
        raise FirstfireError(f"{option} needs an extra that is not installed: pip install 'firstfire[cluster]'")
    return address


def _is_own(arguments: argparse.Namespace) -> bool:
    """Whether only whoever started the server comes there."""
    return arguments.host in ("127.0.0.1", "::1", "localhost") and not arguments.public


def _serve(settings: Settings, arguments: argparse.Namespace) -> int:
    import uvicorn

    from .operations.logs import set_up_logs
    from .operations.memory import few_heaps, seldom_collected
    from .web.app import create_app
    from .web.gate import Gate, GatedServer
    from .web.metrics import Metrics
    from .web.websocket import websocket_within

    few_heaps()
    gate = Gate(settings.limits, settings.proxies)
    set_up_logs(verbose=arguments.verbose, as_json=arguments.log_json)
    listening = _listen(arguments.host, arguments.port)
    port = listening.getsockname()[1]
    address = _address(arguments.host, port)
    settings = replace(settings, reach=tuple(f"http://{near}:{port}" for near in _near(arguments.host)))
    try:
        with usable(arguments.data):
            app = create_app(settings)
        app.state.site.connections, gate.elsewhere = gate.counts, app.state.site.connections_elsewhere
        if arguments.metrics is not None:
            app.state.site.beside.append(Metrics(app.state.site, gate, _listen("127.0.0.1", arguments.metrics)))
    except BaseException:
        listening.close()
        raise
    logs: dict[str, Any] = {"log_config": None} if arguments.log_json else {}
    config = uvicorn.Config(
        app, log_level="info" if arguments.verbose else "warning", access_log=arguments.verbose,
        ws_max_size=4 * settings.limits.message, ws_per_message_deflate=False, server_header=False,
        timeout_graceful_shutdown=3, loop=_loop(arguments.loop), http="h11", **logs,
        ws=websocket_within(settings.limits),
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=list(settings.proxies),
    )  # fmt: skip
    seldom_collected()
    sys.setswitchinterval(0.001)  # the thread that writes waits no longer for the loop, however busy that is
    server = GatedServer(config, gate)
    threading.Thread(target=_announce, args=(server, address, settings.reach, arguments), daemon=True).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        print("Good night. Every game is kept.", file=sys.stderr)
    return 0


def _loop(wanted: str) -> str:
    """The event loop that is wanted, for Uvicorn."""
    if wanted == "uvloop" and find_spec("uvloop") is None:
        raise FirstfireError("--loop uvloop: that package is not installed; pip install uvloop, or --loop asyncio")
    return wanted


def _announce(server: uvicorn.Server, address: str, reach: tuple[str, ...], arguments: argparse.Namespace) -> None:
    """Say where the table is as soon as it can be reached."""
    from .web.app import STATIC

    while not server.started:
        time.sleep(0.02)
    print(f"Firstfire runs at {address}   (games are in {arguments.data}; stop with Ctrl-C)", flush=True)
    if reach:
        print(f"Others in your network open {' or '.join(reach)}", flush=True)
    if not (STATIC / "index.html").exists():
        print("The page is not built: run `make play`, or `npm ci && npm run build` in web/.", file=sys.stderr)
    elif not arguments.no_browser and _has_browser():
        webbrowser.open(address)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a wish for a port any free one will do. Who connects before the server has
    started waits until it has."""
    if port is None:
        try:
            return _listen(host, DEFAULT_PORT)
        except FirstfireError:
            print(f"Port {DEFAULT_PORT} is taken; another one will do.", file=sys.stderr)
            return _listen(host, 0)
    from .web.gate import BACKLOG

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise FirstfireError(f"cannot listen on {host}, port {port}: {reason}; try --port 0") from None
    return listening


def _near(host: str) -> list[str]:
    """The addresses by which others in the network reach a server that listens everywhere."""
    if host not in ("", "0.0.0.0", "::"):
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing; the system only says from where it would
        except OSError:
            return []
        found = str(asking.getsockname()[0])
    return [] if found.startswith("127.") else [found]


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("", "0.0.0.0", "::", "127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _has_browser() -> bool:
    """Whether there is a screen to open a browser on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
