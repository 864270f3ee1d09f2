"""Levels: six players by name, from a child at the fire to the spirit.

A level is a number of simulations for each decision, how often it errs and how badly at most (ideas.py); the numbers
differ by game. `player_named` also knows `random`, `greedy`, `search:BUDGET` and, where it is
allowed, players from outside (`my_bot:MyBot`).
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadSetup
from ..games import game as find_game
from ..kernel.game import Game
from ..kernel.presentation.complaints import complaint, quoted
from ..kernel.presentation.words import Words
from ..kernel.thinking import LEVELS, Efforts
from .base import Budget, Player
from .greedy import Greedy
from .guided import has_guide
from .net import NetPlayer
from .outside import is_outside, outside_player
from .policy.net import fitting_file
from .random import Random
from .search import WITH_NET, WITHOUT_NET, Search
from .settings import efforts_for, settings_for

WORDS = Path(__file__).parent / "words"


@dataclass(frozen=True)
class Level:
    """How a player of a level thinks."""

    name: str
    efforts: Efforts

    @property
    def simulations(self) -> int:
        """How many simulations it runs for a decision."""
        return self.efforts.usual.simulations

    def title(self, language: str = "en") -> str:
        """What the level is called in a language."""
        return Words.of(WORDS, language).say(f"level.{self.name}")

    def about(self, language: str = "en") -> str:
        """One sentence on how it plays."""
        return Words.of(WORDS, language).say(f"about.{self.name}")


NAMES = LEVELS


def levels_of(game: str) -> tuple[Level, ...]:
    """The six levels of a game, weakest first; a game that nobody added is refused."""
    efforts = efforts_for(game)
    return tuple(Level(name, effort) for name, effort in zip(NAMES, efforts, strict=True))


def player_named(
    text: str, game: str, seed: int | None = None, *, interpreted: bool | None = None, outside: bool = False
) -> Player:
    """The player written `random`, `greedy`, one of the levels, or `search:2000` (simulations
    for each decision) and `search:0.5s` (seconds), the latter on several threads
    (`search:1s+threads=4`) or with changes of settings for experiments (`search:2000+depth=5`); `net` is the game's
    trained net, `net:0.5` draws at a temperature, `guided:300` and `guided:0.5s` search with it.
    `outside` allows `MODULE:NAME`, a player of your own; it runs that module; and `net:FILE`, a net of your own."""
    find_game(game)
    text = text if isinstance(text, str) else repr(text)
    kind, _, budget = text.strip().partition(":")
    if kind == "search":
        return _search_named(text.strip(), game, seed, interpreted)
    if kind == "guided":
        return _search_named(text.strip(), game, seed, interpreted, WITH_NET)
    if kind == "net":
        return _net_named(text.strip(), game, seed, interpreted, outside)
    if not budget and kind in ("random", "greedy"):
        return Random(seed) if kind == "random" else Greedy(seed, interpreted=interpreted)
    for level in levels_of(game):
        if text.strip() == level.name:
            return _level_player(level, seed, interpreted)
    if is_outside(text.strip()) and kind not in (*NAMES, "random", "greedy", "net", "guided"):
        if outside:
            return outside_player(text.strip(), seed)
        raise complaint(BadSetup, "outside", player=text.strip())
    known = ["random", "greedy", "net", "guided:300", *NAMES, "search:2000", "search:0.5s"]
    near = difflib.get_close_matches(kind, known, n=1)
    known += ["my_bot:MyBot"] if outside else []
    if near:
        raise complaint(BadSetup, "player_near", name=quoted(text), near=quoted(near[0]), players=", ".join(known))
    raise complaint(BadSetup, "player", name=quoted(text), players=", ".join(known))


def _level_player(level: Level, seed: int | None, interpreted: bool | None) -> Search:
    budget = Budget(simulations=level.simulations)
    return Search(budget, seed, name=level.name, efforts=level.efforts, interpreted=interpreted)


def pace_is_secret(level: str, game: Game, seats: int) -> bool:
    """Whether how long a level thinks hangs on what only its seat knows: on a quest, or led by its net."""
    efforts = dict(zip(NAMES, efforts_for(game.key), strict=True))
    has_net = game.bots.quest is not None and has_guide(game, seats)
    return has_net and level in efforts and efforts[level].at(seats, has_net=has_net).quest


def _search_named(
    text: str, game: str, seed: int | None, interpreted: bool | None, efforts: Efforts = WITHOUT_NET
) -> Search:
    """`search:2000`, `guided:0.5s`, both with changes (`+depth=5`)."""
    budget, *changes = text.partition(":")[2].split("+")
    threads = 1
    for change in [change for change in changes if change.startswith("threads=")]:
        changes.remove(change)
        try:
            threads = int(change.removeprefix("threads="))
        except ValueError:
            raise complaint(BadSetup, "threads_form", text=quoted(change[8:])) from None
    settings_for(game).changed(changes)  # refuses what is none
    return Search(
        Budget.parse(budget or "1s"), seed, name=text, efforts=efforts, threads=threads, changes=changes,
        interpreted=interpreted,
    )  # fmt: skip


def _net_named(text: str, game: str, seed: int | None, interpreted: bool | None, outside: bool) -> NetPlayer:
    """`net`, `net:0.5` (a temperature), `net:FILE` and `net:FILE+0.5`."""
    words = text.removeprefix("net").removeprefix(":")
    file, _, temperature = words.rpartition("+")
    if not _is_number(temperature):
        file, temperature = words, ""
    if file and not outside:
        raise complaint(BadSetup, "outside_net", player=quoted(text))
    path = Path(file) if file else None
    fitting_file(find_game(game), path)  # refuses what does not fit
    return NetPlayer(seed, temperature=float(temperature or 0), path=path, name=text, interpreted=interpreted)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
