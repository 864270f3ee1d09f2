"""How a game at the terminal begins: who plays, from which file, and what is said about it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ..errors import BadSetup, FirstfireError
from ..games import names
from ..games.folders import folder_of, game_at, written
from ..kernel.game import Game
from ..kernel.positions.notation import game_named
from ..kernel.presentation.complaints import complaint
from ..kernel.presentation.words import Words
from ..players import Player, levels_of, player_named
from ..saves import PERSON
from ..table import Table
from ..view import common_words
from .keeping import LATEST, find_save, newest_save, open_folder, reserve
from .play import TerminalGame
from .preparing import Preparation

BEGINNER = "greedy"  # who sits down when nobody was asked for
NOBODY = "none"
RECENT = 12  # moves of a resumed game that are told again


def start(arguments: argparse.Namespace, options: Mapping[str, str]) -> TerminalGame:
    """The game that the words of `firstfire play` ask for, ready to run; what it is has been said."""
    with suppress(ImportError):
        import readline  # noqa: F401 - arrow keys and what was typed before

    words = common_words(arguments.lang)
    game = _resumed(arguments, words) if arguments.resume else _new(arguments, options, words)
    game.tell("how")
    return game


def _new(arguments: argparse.Namespace, options: Mapping[str, str], words: Words) -> TerminalGame:
    if arguments.position is not None:
        table = _set_up(arguments, options)
        found = table.game
        count, people = how_many(found, table.players, arguments.people, arguments.opponent)
    else:
        if arguments.game is None:
            raise complaint(FirstfireError, "which_game", games=", ".join(names()))
        found = game_at(arguments.game)
        count, people = how_many(found, arguments.seats, arguments.people, arguments.opponent)
        table = Table.new(
            found, count, arguments.seed, options=found.for_people(options) if people else dict(options),
            components=arguments.components, interpreted=True,
        )  # fmt: skip
    seats = [PERSON if seat < people else arguments.opponent or BEGINNER for seat in range(count)]
    players = players_for(table, seats, arguments.opponent)
    file, note = _new_file(arguments.file, found.name, words)
    table.origin = table.origin.with_seats(seats)
    table.save(file)
    game = _game(table, players, arguments.lang, file)
    title = found.words(arguments.lang, table.box).say("game.title")
    game.page.say(words.say("terminal.welcome", title=title, players=count, who=who_plays(table, seats, words)))
    if note:
        game.page.say(note)
    game.tell("kept_in", file=file)
    return game


def _set_up(arguments: argparse.Namespace, options: Mapping[str, str]) -> Table:
    """The table in the position that `--from` gives; players, options and chance are part of it."""
    if arguments.seats is not None or arguments.seed is not None or options:
        raise complaint(BadSetup, "position_says_all")
    game = game_at(arguments.game).name if arguments.game else game_named(arguments.position)
    if not game:
        raise complaint(FirstfireError, "position_game", games=", ".join(names()))
    table = Table.at(game, arguments.position, components=arguments.components, interpreted=True)
    if table.over:
        raise complaint(BadSetup, "position_over")
    return table


def _resumed(arguments: argparse.Namespace, words: Words) -> TerminalGame:
    file = newest_save() if arguments.resume == LATEST else find_save(arguments.resume)
    placed = arguments.game is None or folder_of(game_at(arguments.game).name) is not None  # a folder: where it lies
    if not placed or arguments.file is not None or arguments.position is not None:
        raise complaint(FirstfireError, "resume_alone")
    table = Table.load(file, interpreted=True)
    before = table.origin.seats
    seats = _seats_again(arguments, table, before)
    table.origin = table.origin.with_seats(seats)
    players = players_for(table, seats, arguments.opponent)
    game = _game(table, players, arguments.lang, file)
    game.tell("resumed", file=file, who=who_plays(table, seats, words))
    game.read_up_to(RECENT)
    known = table.view(-1).names(arguments.lang)
    for seat in range(table.players):
        if before is not None and before[seat] != seats[seat]:
            game.tell(
                "other_opponent", seat=known[seat], opponent=said(seats[seat], words), before=said(before[seat], words)
            )
    return game


def _seats_again(arguments: argparse.Namespace, table: Table, before: list[str] | None) -> list[str]:
    """Who plays a resumed game: as it was, unless somebody else is asked for. Files of before hold no seats."""
    if before is None or arguments.people is not None:
        people = 1 if arguments.people is None else arguments.people
        check_people(people, table.players)
        before = [PERSON if seat < people else BEGINNER for seat in range(table.players)]
    if arguments.opponent is None:
        return before
    if all(name == PERSON for name in before):
        raise complaint(BadSetup, "no_seat_for", opponent=arguments.opponent)
    return [name if name == PERSON else arguments.opponent for name in before]


def _game(table: Table, players: Sequence[Player | None], language: str, file: Path) -> TerminalGame:
    preparation = Preparation.of(written(table.game), players)
    return TerminalGame(table, players, language=language, file=file, preparation=preparation)


def how_many(game: Game, players: int | None, people: int | None, opponent: str | None) -> tuple[int, int]:
    """How many play, and how many of them are people. Alone only who asks for it (one player, or no opponent)."""
    persons = 1 if people is None else people
    if opponent == NOBODY:
        count = persons if players is None else players
        if count != persons:
            raise complaint(BadSetup, "empty_seats", empty=count - persons, count=count)
    elif players is None:
        wanted = max(2, persons + (opponent is not None))
        count = next((seats for seats in game.seats if seats >= wanted), max(game.seats))
    else:
        count = players
    game.check_seats(count, {})
    check_people(persons, count)
    if opponent not in (None, NOBODY) and persons == count:
        key = "alone_with" if count == 1 else "all_people"
        raise complaint(BadSetup, key, count=count, opponent=opponent, more=count + 1)
    return count, persons


def check_people(people: int, players: int) -> None:
    """Refuse more people than seats."""
    if not 0 <= people <= players:
        raise complaint(BadSetup, "people", most=players, people=people)


def players_for(table: Table, seats: Sequence[str], asked: str | None = None) -> list[Player | None]:
    """Who thinks for each seat; the greedy one and a net need no compiled rules, so that a game starts at once. A
    player from outside sits down only if the command asked for it: a saved game runs nobody's code."""
    return [
        None
        if name == PERSON
        else player_named(
            name, table.game.key, table.origin.seed + seat, interpreted=at_once(name) or None, outside=name == asked
        )
        for seat, name in enumerate(seats)
    ]


def at_once(name: str) -> bool:
    """Whether an opponent is quick enough as plain Python."""
    return name == BEGINNER or name.partition(":")[0] == "net"


def who_plays(table: Table, seats: Sequence[str], words: Words) -> str:
    """Everybody at the table, in words: `you (Player 1), Hunter (Player 2)`."""
    if list(seats) == [PERSON]:
        return words.say("terminal.alone")
    people = sum(name == PERSON for name in seats)
    known = table.view(-1).names(words.language)
    return ", ".join(
        known[seat] if name == PERSON and people > 1 else f"{said(name, words)} ({known[seat]})"
        for seat, name in enumerate(seats)
    )


def said(name: str, words: Words) -> str:
    """Who plays a seat, in words."""
    levels = {level.name: level.title(words.language) for level in levels_of(names()[0])}
    key = f"opponent.{name}"
    return levels.get(name) or (words.say(key) if key in words else name)


def _new_file(named: Path | None, game: str, words: Words) -> tuple[Path, str]:
    """The file of a new game, and a word on it where it does not lie where it should."""
    if named is None:
        folder, note = open_folder(words)
        return reserve(folder, game), note
    if named.exists():
        raise complaint(FirstfireError, "file_exists", file=named)
    return named, ""
