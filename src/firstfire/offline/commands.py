"""`firstfire static`: the table without a server, as a folder of files for any web server."""

from __future__ import annotations

import argparse
import shutil
import sys
import webbrowser
from pathlib import Path
from typing import Any

from ..errors import BadSetup

EDITION = Path(__file__).parents[1] / "static_edition"
PAGE, WORKER = "index.html", "sw.js"
MARK = 'name="firstfire-engine"'  # in the page of an edition


def add_commands(subparsers: Any) -> None:
    """Add it to a command line."""
    static = subparsers.add_parser(
        "static",
        help="write the table without a server as a folder of files",
        description="Write the static edition: one folder of files for any web server. All five games are played "
        "in the browser, against bots or at one device, also without a network.",
    )
    static.add_argument("--out", type=Path, metavar="FOLDER", help="write it there; an older edition is replaced")
    static.add_argument("--preview", action="store_true", help="serve it to this computer, until you press Ctrl+C")
    static.add_argument("--port", type=int, default=8090, help="of the preview; 0 takes a free one (default: 8090)")
    static.add_argument("--no-browser", action="store_true", help="open no browser for the preview")
    static.set_defaults(command=run_static)


def run_static(arguments: argparse.Namespace) -> int:
    """`firstfire static`."""
    if arguments.out is None and not arguments.preview:
        raise BadSetup("say where to write the files (--out FOLDER), or show them (--preview)")
    if arguments.out is not None:
        write_edition(arguments.out)
        print(arguments.out)
    if arguments.preview:
        preview(arguments.out or built_edition(), arguments.port, opened=not arguments.no_browser)
    return 0


def built_edition() -> Path:
    """The folder of the edition that was built; refused where there is none."""
    if not (EDITION / PAGE).is_file():
        raise BadSetup("the static edition is not built: run `make static` in a checkout of Firstfire")
    return EDITION


def write_edition(out: Path) -> None:
    """Copy the edition to a folder, the page and then its service worker, which announces it, at the end. What an older
    edition has besides is deleted after that, so visitors always meet a whole edition. Hidden files (`.git`) stay."""
    edition, place = built_edition().resolve(), out.resolve()
    if place == edition or edition in place.parents:
        raise BadSetup(f"{out} is the edition that was built: name another folder")
    if out.exists() and not (out.is_dir() and (_is_edition(out) or all(map(_is_hidden, out.iterdir())))):
        raise BadSetup(f"{out} holds something else: name a folder that is empty, new, or an older edition")
    names = sorted((file.relative_to(edition) for file in edition.rglob("*") if file.is_file()), key=_turn)
    try:
        for name in names:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(edition / name, out / name)
        _delete_others(out, set(names))
    except OSError as error:
        raise BadSetup(f"{out} cannot be written: {error.strerror or error}") from None


def _turn(name: Path) -> tuple[int, Path]:
    return (PAGE, WORKER).index(str(name)) + 1 if str(name) in (PAGE, WORKER) else 0, name


def _is_hidden(file: Path) -> bool:
    return file.name.startswith(".")


def _delete_others(out: Path, kept: set[Path]) -> None:
    for old in sorted(out.rglob("*"), reverse=True):  # what is in a folder before the folder
        name = old.relative_to(out)
        if _is_hidden(Path(name.parts[0])):
            continue
        if old.is_dir() and not old.is_symlink():
            if not any(old.iterdir()):
                old.rmdir()
        elif name not in kept:
            old.unlink()


def _is_edition(folder: Path) -> bool:
    page = folder / PAGE
    return page.is_file() and MARK in page.read_text(encoding="utf-8", errors="replace")


def preview(folder: Path, port: int, *, opened: bool) -> None:
    """Serve a folder to this computer until somebody ends it."""
    from .preview import serving

    try:
        server = serving(folder, port)
    except (OSError, OverflowError) as error:
        raise BadSetup(f"port {port} cannot be used: {error}") from None
    address = f"http://127.0.0.1:{server.server_port}/"
    print(f"{address} (Ctrl+C ends it)", flush=True)
    if opened and sys.stdout.isatty():
        webbrowser.open(address)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
