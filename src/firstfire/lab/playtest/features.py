"""What a playtest counts: every kind of action and every kind of note, and each with every card, tile or place in it.

    catalogue = catalogue_of(game)
    catalogue.features[7]        # Feature(note "barters", letter "a", value 12)

A *component* is a named value (a card, a tile, a place, a good), whatever it is named in: features that speak of the
same value of the same list of names belong to the same component.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from ...kernel.game import Game
from ...kernel.presentation.templates import PlayerName
from ...kernel.presentation.words import Words
from ...kernel.records.domain import SEAT, Domain

MOST_VALUES = 128  # longer lists are combinations (parties, payments), not components
GAP = "…"  # what a sentence leaves open
LETTERS = "abcd"
NOTE_ROW = 9  # the feature of a kind of note itself; then, for each letter, the first feature and how many


@dataclass(frozen=True)
class PlaytestFeature:
    """One thing that is counted."""

    number: int
    source: str  # "action" or "note"
    kind: str  # the block of actions, or the kind of note
    place: str = ""  # which parameter or letter; "": the kind itself
    domain: Domain | None = None
    value: int = -1

    @property
    def key(self) -> str:
        """What tables call it: `note barters a=T07`."""
        if self.domain is None:
            return f"{self.source} {self.kind}"
        return f"{self.source} {self.kind} {self.place}={self.domain.values[self.value]}"

    @property
    def group(self) -> str:
        """What it can be compared within: the same thing done with other cards, tiles or places."""
        return f"{self.source} {self.kind} {self.place}"

    @property
    def component(self) -> tuple[tuple[str, ...], int] | None:
        """The component it is about."""
        return None if self.domain is None else (self.domain.values, self.value)


class Catalogue:
    """All features of a game, numbered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.features: list[PlaytestFeature] = []
        self.actions = self._actions()
        self.notes = self._notes()

    def __len__(self) -> int:
        return len(self.features)

    def _add(self, source: str, kind: str, place: str, domain: Domain | None) -> int:
        """The features of one kind (or of one parameter of it); the number of the first."""
        first = len(self.features)
        for value in range(1 if domain is None else len(domain)):
            self.features.append(
                PlaytestFeature(len(self.features), source, kind, place, domain, -1 if domain is None else value)
            )
        return first

    def _actions(self) -> NDArray[np.int64]:
        """For each action its features, filled up with -1."""
        blocks = self.game.actions.blocks
        width = 1 + max(len(block.parameters) for block in blocks)
        found = np.full((len(self.game.actions), width), -1, np.int64)
        start = 0
        for block in blocks:
            found[start : start + block.size, 0] = self._add("action", block.name, "", None)
            counted = {name: domain for name, domain in block.parameters.items() if is_counted(domain)}
            first = {name: self._add("action", block.name, name, domain) for name, domain in counted.items()}
            for column, name in enumerate(counted, 1):
                values = [block.values(offset)[name] for offset in range(block.size)]
                found[start : start + block.size, column] = first[name] + np.array(values)
            start += block.size
        return found

    def _notes(self) -> NDArray[np.int64]:
        """For each kind of note (from 1) a row: its feature, then first feature and length for each letter."""
        kinds = self.game.notes.kinds
        found = np.zeros((len(kinds) + 1, NOTE_ROW), np.int64)
        found[:, 0] = -1
        for number, kind in enumerate(kinds, 1):
            found[number, 0] = self._add("note", kind.name, "", None)
            for letter, domain in kind.arguments().items():
                if is_counted(domain):
                    column = 1 + 2 * LETTERS.index(letter)
                    found[number, column] = self._add("note", kind.name, letter, domain)
                    found[number, column + 1] = len(domain)
        return found

    @cached_property
    def components(self) -> dict[tuple[tuple[str, ...], int], list[PlaytestFeature]]:
        """The features of each component."""
        found: dict[tuple[tuple[str, ...], int], list[PlaytestFeature]] = {}
        for feature in self.features:
            if feature.component is not None:
                found.setdefault(feature.component, []).append(feature)
        return found

    def round_kind(self) -> int:
        """The kind of note that begins a round; 0 where the game has none."""
        kinds = [kind.name for kind in self.game.notes.kinds]
        return next((1 + kinds.index(name) for name in ("round", "round_begins", "spring") if name in kinds), 0)

    def told(self, feature: PlaytestFeature, words: Words, somebody: str, mark: str = "") -> str:
        """A feature as a sentence in which everything else stays open: 'A player barters for Bone flute …'. A mark may
        stand for the component: the sentence of the whole group."""
        domains: Mapping[str, Domain]
        if feature.source == "action":
            domains = next(b for b in self.game.actions.blocks if b.name == feature.kind).parameters
        else:
            domains = self.game.notes.kind(self.game.notes.number(feature.kind)).arguments()
        values: dict[str, object] = {
            name: PlayerName(GAP) if domain.name == "seat" else _Gap(2) for name, domain in domains.items()
        }
        named = mark if mark or feature.domain is None else str(words.value(feature.domain, feature.value))
        if named:
            values[feature.place] = _Known(named)
        template = f"{feature.source}.{feature.kind}"
        if template not in words:  # a note without words: for motion only
            return " · ".join(part for part in (feature.kind.replace("_", " "), named) if part)
        sentence = " ".join(words.say(template, **{"seat": PlayerName(somebody), **values}).split())
        if named and named not in sentence:  # what only its owner reads is not in the sentence of the others
            sentence = f"{sentence.removesuffix('.')}: {named}"
        return sentence[:1].upper() + sentence[1:].removesuffix(".")


class _Gap(int):
    """A number, or a word, that is left open: many, where a form is asked for."""

    def __format__(self, _: str) -> str:
        return GAP


class _Known(str):
    """A word that does not bend to what is left open."""

    def __format__(self, _: str) -> str:
        return str(self)


def is_counted(domain: Domain) -> bool:
    """Whether the values of a domain are things of the game, not amounts, seats or combinations."""
    return not domain.numeric and domain is not SEAT and domain.name != "seat" and 1 < len(domain) <= MOST_VALUES


@cache
def catalogue_of(game: Game) -> Catalogue:
    """The catalogue of a game (kept)."""
    return Catalogue(game)


def component_name(component: tuple[tuple[str, ...], int], features: list[PlaytestFeature], words: Words) -> str:
    """What people call a component, with its sign where several are called so."""
    domain = features[0].domain
    assert domain is not None
    values, value = component
    name = str(words.value(domain, value))
    alike = sum(str(words.value(domain, other)) == name for other in range(len(values)))
    return name if alike < 2 or name == values[value] else f"{name} ({values[value]})"
