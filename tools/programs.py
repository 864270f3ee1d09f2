"""The programs our tests drive that pip and npm do not bring: a browser, a database, Redis, a proxy, dictionaries.

    python tools/programs.py            look for them, install Debian's packages where one is missing

Machines differ: a program may lie in a folder of the PATH, be a link to a file somewhere else, or stand only
where Debian keeps it. So each is looked for by itself. Nothing here fails a run: what cannot be had is said
loudly, and the tests that need it say so again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

DEBIAN_POSTGRESQL = Path("/usr/lib/postgresql")  # one folder per version, kept out of the PATH
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONGER_NAMES = {"de": "hunspell-de-de", "en": "hunspell-en-gb"}  # of dictionaries; the others are called hunspell-nl
DICTIONARIES = {
    path.stem: LONGER_NAMES.get(path.stem, f"hunspell-{path.stem}")
    for path in sorted(Path(__file__).with_name("accepted_words").glob("??.txt"))
}
WAIT = 600  # seconds for one call of the package manager
LOCK_WAIT = "-oDPkg::Lock::Timeout=300"  # another call of it may be at work


@dataclass(frozen=True)
class Postgresql:
    """The two programs that make and run a database of our own."""

    initdb: Path
    pg_ctl: Path


def postgresql(path: str | None = None, debian: Path = DEBIAN_POSTGRESQL) -> list[Postgresql]:
    """Every PostgreSQL of this machine, the likeliest first.

    A link is followed to the file it stands for, because the programs look for `postgres` beside themselves.
    Programs of one folder are of one version; only where no folder has both are they taken from two."""
    folders = list(dict.fromkeys([*_linked_folders(path), *_debian_folders(debian)]))
    whole = [folder for folder in folders if _runs(folder / "initdb") and _runs(folder / "pg_ctl")]
    if whole:
        return [Postgresql(folder / "initdb", folder / "pg_ctl") for folder in whole]
    initdb, pg_ctl = (_first(name, path, folders) for name in ("initdb", "pg_ctl"))
    return [Postgresql(initdb, pg_ctl)] if initdb and pg_ctl else []


def postgresql_that_starts() -> bool:
    """Whether one of them makes a database and runs it (the tests' own way to start one is tried)."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.server.postgres import cluster

    with cluster() as running:
        return running is not None


def _linked_folders(path: str | None) -> list[Path]:
    """The real folders of the server's programs that the PATH leads to."""
    found = [shutil.which(name, path=path) for name in ("postgres", "pg_ctl", "initdb")]
    return [Path(program).resolve().parent for program in found if program]


def _debian_folders(debian: Path) -> list[Path]:
    """Debian's folders, the newest version first."""
    versions = [folder for folder in debian.glob("*/bin") if re.fullmatch(r"\d+(\.\d+)?", folder.parent.name)]
    return sorted(versions, key=lambda folder: [int(part) for part in folder.parent.name.split(".")], reverse=True)


def _first(name: str, path: str | None, folders: list[Path]) -> Path | None:
    linked = shutil.which(name, path=path)
    places = [Path(linked).resolve()] if linked else []
    places += [folder / name for folder in folders]
    return next((place for place in places if _runs(place)), None)


def _runs(program: Path) -> bool:
    return program.is_file() and os.access(program, os.X_OK)


def chromium(path: str | None = None) -> Path | None:
    """A browser that Playwright can drive."""
    found = (shutil.which(name, path=path) for name in BROWSERS)
    return next((Path(program) for program in found if program), None)


def headless_shell(path: str | None = None) -> Path | None:
    """A Chromium without a window: it starts and draws in half the time, and shows no notices."""
    found = shutil.which("chromium-headless-shell", path=path)
    return Path(found) if found else None


def redis_server(path: str | None = None) -> Path | None:
    """A Redis that several servers share."""
    found = shutil.which("redis-server", path=path)
    return Path(found) if found else None


def nginx(path: str | None = None) -> Path | None:
    """A proxy in front of several servers."""
    found = shutil.which("nginx", path=path or f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    return Path(found) if found else None


def hunspell(language: str) -> bool:
    """A spelling checker with a dictionary of a language."""
    program = shutil.which("hunspell")
    if program is None:
        return False
    listed = subprocess.run([program, "-D"], input="", capture_output=True, text=True, check=False).stderr
    return re.search(rf"/{language}(_|$)", listed, re.MULTILINE) is not None


def install(packages: str) -> str:
    """Install Debian packages; what hindered it, or nothing."""
    apt = shutil.which("apt-get")
    if apt is None:
        return "there is no apt-get"
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and shutil.which("sudo") is None:
        return "only root can install it"
    environment: Mapping[str, str] = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", *packages.split()]):
        try:
            done = subprocess.run(
                [*rights, apt, LOCK_WAIT, *words], env=environment, capture_output=True, text=True, check=False,
                timeout=WAIT, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.returncode != 0 and words[0] == "install":
            return (done.stderr or done.stdout).strip().splitlines()[-1] if done.stderr or done.stdout else "it failed"
    return ""


def ensure(name: str, find: Callable[[], object], package: str, otherwise: str) -> bool:
    """Have a program, installed if need be; say loudly what follows where it cannot be had."""
    if find():
        return True
    print(f"installing {name} for the tests (Debian's package {package})", flush=True)
    trouble = install(package)
    if find():
        return True
    print(f"!!! {name} is missing and could not be installed ({trouble or 'still not found'}): {otherwise} !!!")
    return False


def main() -> int:
    """Look for all of them."""
    ensure("Chromium", chromium, "chromium", "the client is not tested in a browser")
    if headless_shell() is None:
        install("chromium-headless-shell")  # not every Debian has it; the whole browser will do
    ensure("PostgreSQL", postgresql_that_starts, "postgresql", "the store is tested on SQLite only")
    ensure("Redis", redis_server, "redis-server", "what several servers tell each other is not tested")
    ensure("nginx", nginx, "nginx", "several servers are tested without a proxy in front")
    for language, package in DICTIONARIES.items():
        name = f"the dictionary {language}"
        ensure(name, partial(hunspell, language), f"hunspell {package}", "the spelling of that language is not checked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
