"""Speech: figures and findings in the words of a language."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from ...kernel.game import Game
from ...kernel.presentation.languages import format_number, format_percent
from ...kernel.presentation.templates import PlayerName
from ...kernel.presentation.text_scene import colon_of
from ...kernel.presentation.words import Words
from ...players.levels import NAMES
from ...players.levels import WORDS as LEVEL_WORDS
from .features import Catalogue, PlaytestFeature, component_name

ANY = "▢"
FOLDER = Path(__file__).parent / "words"


class Share(float):
    """A part of a whole, told in per cent."""


class Gap(float):
    """A difference of two parts, told in percentage points with its sign."""


class Count(int):
    """A whole number."""


class Counted(int):
    """A whole number that is written in groups of three; it bends nouns as any number does."""

    written: str

    def __new__(cls, value: int, written: str) -> Counted:
        """A number in figures."""
        made = super().__new__(cls, value)
        made.written = written
        return made

    def __str__(self) -> str:
        return self.written

    def __format__(self, _: str) -> str:
        return self.written


class Amount(float):
    """A quantity, told with three digits or so."""

    signed: bool

    def __new__(cls, value: float, signed: bool = False) -> Amount:
        """A quantity; a difference has its sign."""
        made = super().__new__(cls, value)
        made.signed = signed
        return made


Component: TypeAlias = tuple[tuple[str, ...], int]
Value: TypeAlias = Share | Gap | Count | Amount | PlaytestFeature | Component | str


class Speech:
    """One language, for one game and box."""

    def __init__(self, game: Game, box: Any, catalogue: Catalogue, language: str) -> None:
        self.language = language
        self.catalogue = catalogue
        self.game_words = game.words(language, box)
        self.words = Words.of(FOLDER, language)

    def say(self, key: str, **values: Value) -> str:
        """A sentence, with every value told as its kind is."""
        holes: dict[str, str | Counted] = {
            name: Counted(value, self.count(value)) if isinstance(value, Count) else self.told(value)
            for name, value in values.items()
        }
        return self.words.say(key, **holes)

    def told(self, value: Value) -> str:
        """One value."""
        if isinstance(value, Share):
            return self.percent(value)
        if isinstance(value, Gap):
            return self.words.say("unit.points", number=self.signed(100 * value))
        if isinstance(value, Amount):
            return self.amount(value, signed=value.signed)
        if isinstance(value, int):
            return self.count(value)
        if isinstance(value, PlaytestFeature):
            return self.feature(value)
        if isinstance(value, tuple):
            return self.component(value)
        return self.level(value)

    def percent(self, value: float, digits: int = 1) -> str:
        """52.3 %."""
        if 0 < value < 0.0005 and digits == 1:
            return format_percent(max(value, 1e-5), self.language, ".2g")
        return format_percent(value, self.language, f".{digits}f")

    def amount(self, value: float, *, signed: bool = False) -> str:
        """A quantity with three digits or so."""
        size = abs(value)
        digits = 0 if size >= 1000 else 1 if size >= 20 else 2 if size >= 0.1 else 3
        return format_number(f"{value:{'+' if signed else ''},.{digits}f}", self.language)

    def signed(self, value: float) -> str:
        """A difference with one digit and its sign."""
        return format_number(f"{value:+.1f}", self.language)

    def plain(self, value: float) -> str:
        """With one digit."""
        return format_number(f"{value:.1f}", self.language)

    def bar(self, first: float, last: float, count: int, part: float) -> str:
        """What a bar stands for: 16 to 20, in 12.5 % of the cases, 4 of them."""
        span = f"{first:g}" if first == last else f"{first:.4g}–{last:.4g}"
        return f"{format_number(span, self.language)}{colon_of(self.language)}{self.percent(part)} ({count})"

    def count(self, value: int) -> str:
        """A whole number, in groups of three."""
        return format_number(f"{value:,}", self.language)

    def feature(self, feature: PlaytestFeature) -> str:
        """What happened, in the words of the game."""
        return self._happened(feature)

    def group(self, feature: PlaytestFeature) -> str:
        """What a group of features is about: the same sentence, with a box where it names a component."""
        return self._happened(feature, ANY)

    def _happened(self, feature: PlaytestFeature, mark: str = "") -> str:
        """A note without words of its own (for motion only) is told in ours, where we have any."""
        key = f"silent.{feature.kind}"
        if feature.source != "note" or f"note.{feature.kind}" in self.game_words or key not in self.words:
            return self.catalogue.told(feature, self.game_words, self.words.say("word.somebody"), mark)
        if feature.domain is None:
            return self.words.say(key)
        name = mark or str(self.game_words.value(feature.domain, feature.value))
        return self.words.say("word.about", what=self.words.say(key), name=name)

    def component(self, component: Component) -> str:
        """The name of a card, tile or place."""
        return component_name(component, self.catalogue.components[component], self.game_words)

    def phase(self, name: str) -> str:
        """What a phase is about: what is said of the player it asks."""
        key = f"phase.{name}"
        if key not in self.game_words:
            return name.replace("_", " ")
        said = self.game_words.say(key, seat=PlayerName(self.words.say("word.somebody")))
        return said[:1].upper() + said[1:]

    def level(self, name: str) -> str:
        """What a player is called."""
        if name in NAMES:
            return Words.of(LEVEL_WORDS, self.language).say(f"level.{name}")
        return self.words.say(f"player.{name}") if f"player.{name}" in self.words else name
