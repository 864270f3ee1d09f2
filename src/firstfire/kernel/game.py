"""Game: everything the rest of Firstfire needs to know about one game."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadSetup
from .components_file import ComponentsFile
from .observations.fields import Spelling, Values
from .observations.observing import Observation, Observed
from .presentation.about import Credits, Edition
from .presentation.complaints import complaint, quoted
from .presentation.languages import ENGLISH, LANGUAGES, languages_in
from .presentation.memo import frozen, memoised
from .presentation.presenting import Presentation, Rows
from .presentation.words import BoxWords, Words, check_language
from .records.header import OPTIONS
from .rules.actions import Actions, whole_number
from .rules.contract import no_habit, no_suspicion, nothing_idle, nothing_to_redeal
from .rules.notes import Notes
from .rules.options import Option
from .rules.side_by_side import SideBySide
from .thinking import BotTable

if TYPE_CHECKING:
    from .presentation.book import Book

__all__ = ["CONTRACT_NAMES", "Credits", "Game", "Option"]

CONTRACT_NAMES = (
    "setup", "legal", "apply", "score", "rank", "redact", "resample", "value", "prefer", "check",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its records and rules, what is shown of it (`presentation`), and what bots know of it (`bots`).

    `fill(box, file)` copies a components file into a box record and names every problem.
    `side_by_side` names decisions that seats may make at the same time (side_by_side.py).
    `settle(seats, options)` may refuse combinations of player count and options.
    `fields` says what each field of the record may hold and how it is written, `complete(state, box)` works out
    those that follow from others: for positions as text (fields.py, notation.py).
    """

    name: str
    seats: tuple[int, ...]
    rules_version: int
    folder: Path
    state: type[Any]
    box: type[Any]
    actions: Actions
    notes: Notes
    phases: tuple[str, ...]
    endings: tuple[str, ...]
    max_plies: int  # no game is longer, whatever is played
    fill: Callable[[Any, ComponentsFile], None]
    rules: Mapping[str, Callable[..., Any]]  # the contract functions by name
    presentation: Presentation  # what is shown and said
    side_by_side: SideBySide | None = None
    options: tuple[Option, ...] = ()
    invariants: Mapping[int, str] = field(default_factory=dict)  # number returned by check → id and sentence
    settle: Callable[[int, Mapping[str, str]], None] | None = None
    alias: Callable[[str], str] | None = None  # other ways to write an action → the way its number is written
    lists_in_order: bool = False  # `legal` lists actions in order of number, each once (see picking.py)
    fields: Mapping[str, Values | Spelling] = field(default_factory=dict)  # what the record may hold (fields.py)
    complete: Callable[[Any, Any], None] | None = None  # works out the derived fields of a record
    credits: Credits = field(default_factory=Credits)  # who made the printed game
    picture: str = ""  # what is painted on the shelf: drawings of the client's vocabulary, "mammoth-berry"
    bots: BotTable = field(default_factory=BotTable)  # how they think of it
    observed: Observed = field(default_factory=Observed)  # how the record is observed (observing.py)
    remembers: tuple[str, ...] = ()  # the last fields of the record: for people to look at, no rule reads them

    def __post_init__(self) -> None:
        missing = [name for name in CONTRACT_NAMES if name not in self.rules]
        if missing:
            raise TypeError(f"{self.name}: the contract lacks {', '.join(missing)}")
        if len(self.options) > OPTIONS:
            raise TypeError(f"{self.name}: at most {OPTIONS} options")
        unknown = [name for name in self.bots.closing if name not in {block.name for block in self.actions.blocks}]
        if unknown:
            raise TypeError(f"{self.name}: closing names {', '.join(unknown)}, and there are no such actions")
        for option in self.options:
            if option.proposed not in option.values:
                raise TypeError(f"{self.name}: option {option.name} proposes {option.people!r}, not one of its values")
        rules = {
            "habit": no_habit, "idle": nothing_idle, "suspect": no_suspicion, "redeal": nothing_to_redeal, **self.rules,
        }  # fmt: skip
        object.__setattr__(self, "rules", rules | {"observe": self.observation.rule})

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __copy__(self) -> Game:
        return self  # there is one of each: what is copied is a table, not its rules

    def __deepcopy__(self, memo: object) -> Game:
        return self

    @cached_property
    def observation(self) -> Observation:
        """What stands where in an observation of this game."""
        from .observations.observe_source import observation_of

        return observation_of(self)

    @cached_property
    def key(self) -> str:
        """The name with the rules version: what `firstfire.game` finds these very rules by."""
        return f"{self.name}@{self.rules_version}"

    @cached_property
    def standard_box(self) -> Any:
        """The box filled from the game's own components.toml."""
        return self.box_from(self.folder / "components.toml")

    @cached_property
    def standard_hash(self) -> str:
        """The fingerprint of the game's own box."""
        return box_hash(self.standard_box)

    def box_from(self, path: Path | str) -> Any:
        """A box filled from a components file; every problem is named with its line."""
        return self._filled(ComponentsFile.read(Path(path)))

    def own_box(self, text: str) -> Any:
        """The box of an owner's components file, by its text. The same text gives the same box."""
        return _own_box(self, text)

    def _filled(self, file: ComponentsFile) -> Any:
        box = self.box()
        self.fill(box, file)
        file.finish()
        return box

    @cached_property
    def edition(self) -> Edition:
        """How much of the game's own components.toml is printed, and how much is ours."""
        return Edition.of(self.folder / "components.toml")

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages the game is told in: those it has words for, English first."""
        return languages_in(self.folder / "words")

    def words(self, language: str, box: object = None) -> Words:
        """The game's words in a language (in English where it has none in that language of the table), for a box (None:
        the game's own)."""
        check_language(language)
        if language in LANGUAGES and language not in self.languages:
            language = ENGLISH
        return _words(self, language, frozen(self.standard_box if box is None else box))

    def book(self, language: str, box: object = None, components: str | None = None) -> Book | None:
        """The game's rulebook in a language; in English where it is not written in that one. It is for a box and the
        text of the components file it was filled from (None: the game's own). None where the game has no rulebook."""
        check_language(language)
        edition = self.edition if components is None else Edition.of_text(components)
        return _book(self, language, frozen(self.standard_box if box is None else box), edition)

    def book_tables(self, language: str, box: object = None) -> Mapping[str, Rows]:
        """The tables of the rulebook that are made from the box (None: the game's own)."""
        box = frozen(self.standard_box if box is None else box)
        make = self.presentation.book_tables
        return {} if make is None else make(box, self.words(language, box))

    def text(self, action: int) -> str:
        """The text of an action as people are shown it."""
        return self.texts[action]

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """The texts of the actions as people are shown them, each made when it is first asked for."""
        return _Texts(self.actions.text, self.presentation.display_text)

    def closes(self, action: int) -> bool:
        """Whether an action ends or forgoes something: a pass, the end of a turn."""
        return self.actions.values(action)[0] in self.bots.closing

    def option_numbers(self, chosen: Mapping[str, str]) -> list[int]:
        """The header's option row for the chosen values; unnamed options take their default."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                names = ", ".join(known) or "–"
                raise complaint(BadSetup, "option", game=self.name, option=quoted(name), options=names)
            if value not in known[name].values:
                values = ", ".join(known[name].values)
                raise complaint(BadSetup, "value", option=name, game=self.name, value=quoted(value), values=values)
        return [option.values.index(chosen.get(option.name, option.default)) for option in self.options]

    def for_people(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options of a table of people: what they chose, and what is proposed to people beside it."""
        return {option.name: option.people for option in self.options if option.people} | dict(chosen)

    def check_seats(self, seats: int, options: Mapping[str, str]) -> None:
        """Refuse a number of players the game does not have."""
        if not isinstance(options, Mapping):
            raise BadSetup(f"options are names with values, not {options!r}")
        if whole_number(seats) not in self.seats:
            counts = ", ".join(map(str, self.seats))
            raise complaint(BadSetup, "players", game=self.name, count=seats, counts=counts)
        if self.settle is not None:
            self.settle(seats, options)


@lru_cache(maxsize=32)
def _own_box(game: Game, text: str) -> Any:
    return game._filled(ComponentsFile(text))


@memoised
def _words(game: Game, language: str, box: object) -> Words:
    name = None if game.presentation.name_value is None else partial(game.presentation.name_value, box)
    words = BoxWords(Words.of(game.folder / "words", language), box, name)
    if game.presentation.reference is not None:
        words.entries |= game.presentation.reference(box, words)
    return words


class _Texts(dict[int, str]):
    """The texts of actions that were asked for."""

    def __init__(self, text: Callable[[int], str], shown: Callable[[str], str] | None) -> None:
        super().__init__()
        self._text, self._shown = text, shown

    def __missing__(self, action: int) -> str:
        text = self._text(action)
        self[action] = text = text if self._shown is None else self._shown(text)
        return text


@memoised
def _book(game: Game, language: str, box: object, edition: Edition) -> Book | None:
    from .presentation.book import read_book
    from .presentation.book.listing import short_book, with_index

    pages = [game.folder / "book" / f"{name}.md" for name in (language, ENGLISH)]
    page = next((page for page in pages if page.is_file()), None)
    if page is None:
        return short_book(game.words(language, box))
    name, words = f"{game.name}/book/{page.name}", game.words(page.stem, box)
    values = {"box": box, "edition": edition, "tables": game.book_tables(page.stem, box)}
    book = read_book(page.read_text(encoding="utf-8"), page.stem, values, name)
    if game.presentation.reference is None:
        return book
    return with_index(book, Words(book.language, game.presentation.reference(box, words)))


def state_hash(game: Game, state: Any) -> str:
    """A short fingerprint of a record, without what it only remembers for people."""
    if not game.remembers:
        return hashlib.sha256(bytes(state)).hexdigest()[:16]
    end = getattr(game.state, game.remembers[0]).offset
    padding = bytes(-end % ctypes.alignment(game.state))  # as the record would end there
    return hashlib.sha256(bytes(state)[:end] + padding).hexdigest()[:16]


def box_hash(box: Any) -> str:
    """A short fingerprint of what is printed on the components."""
    return hashlib.sha256(bytes(box)).hexdigest()[:16]
