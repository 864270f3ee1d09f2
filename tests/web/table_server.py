"""The real server for the browser tests, as a process of its own: quick bots, nothing compiled unless told."""

from __future__ import annotations

import argparse
import socket
from pathlib import Path

import uvicorn

from firstfire.server.settings import UNLIMITED, Settings
from firstfire.server.web.app import create_app


def main() -> None:
    """Serve until killed; the address is printed as soon as the port is taken."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--smtp", default="")
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--compiled", action="store_true")
    arguments = parser.parse_args()
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", arguments.port))
    listening.listen(128)
    settings = Settings(
        data=arguments.data, more_games=tuple(arguments.game), workers=1, bot_pause=arguments.pause,
        push_anywhere=True, notice_after=0.0, smtp=arguments.smtp, mail_from="games@example.org",
        public=tuple(f"http://{host}:{listening.getsockname()[1]}" for host in ("127.0.0.1", "localhost")),
        pass_keys=True,
        compile_rules=arguments.compiled, limits=UNLIMITED, away_after=0.0, playtest_niceness=0,
    )  # fmt: skip
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(create_app(settings), log_level="warning", ws_max_size=65536, timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
