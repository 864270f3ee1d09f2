"""Where games played at the terminal are kept: out of sight, since a save holds the seed and everybody's cards."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from ..errors import FirstfireError
from ..kernel.presentation.complaints import cause, complaint
from ..kernel.presentation.words import Words

MOST = 10_000  # files of one game
LATEST = Path("-")  # stands for the game that was played last


def data_folder() -> Path | None:
    """The folder in which this user's programs keep their data; None where there is no home."""
    own = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(own):
        return Path(own) / "firstfire" / "games"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return (Path(local) if os.path.isabs(local) else home / "AppData" / "Local") / "firstfire" / "games"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "firstfire" / "games"
    return home / ".local" / "share" / "firstfire" / "games"


def open_folder(words: Words) -> tuple[Path, str]:
    """A folder that can be written, made if need be, and a word on it where it is not the usual one: the current
    folder, or else one for temporary files."""
    usual = data_folder()
    if usual is not None and _writable(usual):
        return usual, ""
    for other in (Path.cwd(), Path(tempfile.gettempdir()) / f"firstfire-{_user()}"):
        if _writable(other):
            missed = "–" if usual is None else str(usual)
            return other, words.say("terminal.no_data_folder", missed=missed, folder=other)
    raise complaint(FirstfireError, "no_folder")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "games"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".firstfire-"):
            return True
    except OSError:
        return False


def reserve(folder: Path, game: str) -> Path:
    """A file for a new game, taken at once, so that no two games share it."""
    for number in range(1, MOST):
        file = folder / (f"{game}.json" if number == 1 else f"{game}-{number}.json")
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            continue
        except OSError as error:
            raise complaint(FirstfireError, "cannot_write", file=file, why=cause(error)) from None
        return file
    raise complaint(FirstfireError, "too_many_saves", folder=folder)


def find_save(named: Path) -> Path:
    """The save somebody means: a path, or the name of a game in the data folder (`totem-2`)."""
    kept = data_folder()
    if named.exists() or kept is None or named.is_absolute():
        return named
    for candidate in (kept / named, kept / f"{named}.json"):
        if candidate.is_file():
            return candidate
    return named


def short_name(file: Path) -> str:
    """How `find_save` can be told of a file: by its name alone, where it lies in the data folder."""
    name = file.stem
    return name if file.parent == data_folder() and find_save(Path(name)) == file else str(file)


def newest_save() -> Path:
    """The game in the data folder that was played last."""
    kept = data_folder()
    try:
        found = list(kept.glob("*.json")) if kept is not None else []
        return max(found, key=lambda file: file.stat().st_mtime)
    except (OSError, ValueError):
        raise complaint(FirstfireError, "no_save", folder=kept or "–") from None
