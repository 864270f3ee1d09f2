"""Saved games: JSON files that replay to the same bytes.

A file holds what a game is made of: game, rules version, options, seed, the fingerprint of
its box (and the whole components file, where it is not ours), and the actions as texts. A game that began from a
position (`Table.at`) keeps its text instead of a seed. The
fingerprint of the last state proves that a replay ended where the game did. The player of each seat may stand
there too, so that a resumed game goes on against the same opponent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from .errors import (
    BadNotation,
    BadPosition,
    BadSave,
    BadSetup,
    IllegalAction,
    RulesNotKept,
    SavedByNewer,
    SavedByOtherRules,
    UnknownGame,
)
from .games import game as find_game
from .games import versions
from .kernel.engines.engine import Engine
from .kernel.game import Game, box_hash
from .kernel.positions.notation import read_position
from .kernel.positions.position import Position
from .kernel.presentation.complaints import cause, complaint

FORMAT = "firstfire-save"
VERSION = 2  # of the newest save files; a file says the oldest version that can read it
LARGEST = 16 * 1024 * 1024
PERSON = "person"  # who plays a seat: this, or the name of an opponent ("hunter", "search:1s")
LONGEST_OPPONENT = 100  # letters


class ReplayTarget(Protocol):
    """What a save is replayed into: a fresh `Table`."""

    def play(self, *actions: str | int) -> object:
        """Play actions by their texts; an illegal one raises."""

    def digest(self) -> str:
        """A fingerprint of the whole state."""


@dataclass(frozen=True)
class Save:
    """What a game is made of."""

    game: str
    rules_version: int
    players: int
    seed: int
    options: dict[str, str]
    box: str
    components: str | None = None
    names: list[str] | None = None
    position: str | None = None  # where it began, if not from the set-up of its seed
    seats: list[str] | None = None
    actions: list[str] = field(default_factory=list)
    digest: str | None = None

    def with_actions(self, actions: list[str], digest: str) -> Save:
        """The same game with these actions played."""
        return replace(self, actions=actions, digest=digest)

    def with_seats(self, seats: Sequence[str]) -> Save:
        """The same game, played by these: `PERSON` or the name of an opponent for each seat."""
        return replace(self, seats=list(seats))

    def without_actions(self) -> Save:
        """The same game before its first action."""
        return replace(self, actions=[], digest=None)

    def rules(self) -> Game:
        """The game by the rules it was played by; refuses those that are not kept."""
        try:
            return find_game(f"{self.game}@{self.rules_version}")
        except RulesNotKept as error:
            raise complaint(
                SavedByOtherRules, "other_rules", game=self.game, version=self.rules_version, why=error
            ) from None

    def box_for(self, game: Game) -> Any:
        """The box this game was played with; refuses another one."""
        if self.components is None:
            box = game.standard_box
        else:
            box = game.own_box(self.components)
        if box_hash(box) != self.box:
            raise complaint(SavedByOtherRules, "other_box", game=game.name, box=self.box, here=box_hash(box))
        return box

    def beginning(self, game: Game, box: Any, engine: Engine, *, quiet: bool = False) -> Position:
        """The game before its first action: set up from its seed, or in the position it began from."""
        if self.position is None:
            return Position(game, self.players, self.seed, options=self.options, box=box, engine=engine, quiet=quiet)
        try:
            s = read_position(game, self.position, box=box)
        except BadPosition as error:
            raise complaint(BadSave, "bad_beginning", why=error) from None
        if s.seats != self.players or list(s.options[: len(game.options)]) != game.option_numbers(self.options):
            raise complaint(BadSave, "other_beginning")
        s.quiet = int(quiet)
        return Position(game, box=box, engine=engine, s=s)

    def replay_into(self, table: ReplayTarget) -> None:
        """Play the actions on a fresh table, and check that they end where they did."""
        for number, action in enumerate(self.actions, 1):
            try:
                table.play(action)
            except (IllegalAction, BadNotation) as error:
                raise complaint(BadSave, "bad_action", number=number, why=error) from None
        if self.digest is not None and table.digest() != self.digest:
            raise complaint(BadSave, "other_end")


def good_names(names: Any, players: int) -> bool:
    """One printable name for each seat, none blank."""
    return (
        isinstance(names, (list, tuple))
        and len(names) == players
        and all(isinstance(name, str) and name.strip() and name.isprintable() for name in names)
    )


def save_text(save: Save) -> str:
    """What stands in a save file."""
    data = {"format": FORMAT, "version": 1 if save.position is None else 2, **asdict(save)}
    if save.position is None:
        del data["position"]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def good_seats(seats: Any, players: int) -> bool:
    """The players of the seats: a short printable text for each."""
    return good_names(seats, players) and all(len(name) <= LONGEST_OPPONENT for name in seats)


def write_save(save: Save, path: Path) -> Path:
    """Write a save file: first beside it, then in its place, so that nothing is half written."""
    text = save_text(save)
    try:
        beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        try:
            with beside.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise complaint(BadSave, "cannot_write", file=path, why=cause(error)) from None
    return path


def read_save(path: Path) -> Save:
    """Read a save file; anything that is not one is refused with the reason."""
    try:
        if path.stat().st_size > LARGEST:
            raise complaint(BadSave, "too_large", file=path)
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise complaint(BadSave, "not_text", file=path) from None
    except (OSError, ValueError) as error:
        raise complaint(BadSave, "cannot_read", file=path, why=cause(error)) from None
    return parse_save(text, str(path))


def parse_save(text: str, name: str = "this text") -> Save:
    """A save from its JSON text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise complaint(BadSave, "not_json", file=name) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise complaint(BadSave, "no_save_file", file=name)
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise complaint(BadSave, "no_version", file=name)
    if version > VERSION:
        raise complaint(SavedByNewer, "newer", file=name, version=version)
    return _checked(data, name)


_SHAPES: dict[str, tuple[type | tuple[type, ...], str]] = {
    "game": (str, "a text"),
    "rules_version": (int, "a whole number"),
    "players": (int, "a whole number"),
    "seed": (int, "a whole number"),
    "options": (dict, "a table of texts"),
    "box": (str, "a text"),
    "components": ((str, type(None)), "a text or nothing"),
    "names": ((list, type(None)), "a list of texts or nothing"),
    "position": ((str, type(None)), "a text or nothing"),
    "seats": ((list, type(None)), "a list of texts or nothing"),
    "actions": (list, "a list of texts"),
    "digest": ((str, type(None)), "a text or nothing"),
}


def _checked(data: dict[str, Any], name: str) -> Save:
    problems = [
        f"{key} should be {described}"
        for key, (kind, described) in _SHAPES.items()
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool)
    ]
    if not problems:
        texts: Sequence[Any] = [*data["actions"], *(data.get("names") or []), *data["options"].values()]
        if not all(isinstance(text, str) for text in texts):
            problems.append("actions, names and options should be texts")
        if not 0 <= data["seed"] < 1 << 64:
            problems.append("seed should be from 0 to 2**64 - 1")
    if problems:
        raise complaint(BadSave, "damaged", file=name, why="; ".join(problems))
    save = Save(**{key: data[key] for key in _SHAPES if key in data})
    try:
        if save.rules_version > versions(save.game)[0]:
            raise complaint(SavedByNewer, "newer_rules", file=name, game=save.game, version=save.rules_version)
        game = save.rules()
        game.check_seats(save.players, save.options)
        game.option_numbers(save.options)
    except (UnknownGame, BadSetup) as error:
        raise complaint(BadSave, "not_here", file=name, why=error) from None
    if save.names is not None and not good_names(save.names, save.players):
        raise complaint(BadSave, "damaged_names", file=name, count=save.players)
    if save.seats is not None and not good_seats(save.seats, save.players):
        raise complaint(BadSave, "damaged_seats", file=name, count=save.players)
    return save
