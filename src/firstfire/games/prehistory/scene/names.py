"""Names of cards, tiles, cubes and incomes as they are printed in the box on the table."""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.records.rows import as_tuple

from ..actions import (
    CAMP,
    CARD,
    COLOUR,
    CUBES,
    DEVELOPMENT,
    FISH_TILE,
    HEAP,
    HUNT,
    MIX,
    MOVEMENT,
    OUTLOOK,
    PALETTE,
    PATTERN,
    PRICE_TILE,
    TILE,
)
from ..box import FISH_NAMES, KIND_NAMES, SPECIES_NAMES, Box
from ..state import COLOURS, SIDES
from .looks import card_words
from .phrases import gain_text, listed, mix_text, one_colour, outlook_text, palette_text


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """A value named after the box; None leaves it to the words file."""
    if domain in (DEVELOPMENT, MOVEMENT):
        return words.say(f"name.{domain.name}_{('none', 'one', 'many')[min(index, 2)]}", points=index)
    return _NAMES[domain](box, words, index) if domain in _NAMES else None


def tile_name(box: Box, words: Words, tile: int) -> str:
    """A gathering tile, with its development points."""
    kind, points = words.say(f"a.kind.{KIND_NAMES[box.tile_kind[tile]]}"), box.tile_development[tile]
    return words.say("name.rich_tile", kind=kind, points=points) if points else words.say("name.tile", kind=kind)


def fish_name(box: Box, words: Words, fish: int) -> str:
    """A fish with its value."""
    kind = words.say(f"a.fish_type.{FISH_NAMES[box.fish_type[fish]]}")
    return words.say("name.fish", kind=kind, value=box.fish_value[fish])


def hunt_name(box: Box, words: Words, card: int) -> str:
    """A hunting card: the animal with its points, or the footprint with its reward."""
    species, value = SPECIES_NAMES[box.hunt_species[card]], box.hunt_value[card]
    if is_animal(box, card):
        animal = words.say(f"a.species.{species}")
        return words.say("name.animal", species=animal, value=value, points=box.hunt_points[card])
    footprint, reward = words.say(f"a.footprint.{species}"), footprint_reward(box, words, card)
    return words.say("name.footprint", footprint=footprint, value=value, reward=reward)


def is_animal(box: Box, card: int) -> bool:
    """Whether a hunting card shows an animal; else a footprint."""
    return bool(box.animal_cards[box.hunt_species[card]] >> card & 1)


def footprint_reward(box: Box, words: Words, card: int) -> str:
    """What a footprint gives."""
    resources, markers = as_tuple(box.hunt_resources[card]), as_tuple(box.hunt_markers[card])
    return gain_text(words, resources, markers, box.hunt_development[card]) or words.say("gain.nothing")


def card_name(box: Box, words: Words, card: int) -> str:
    """A ceremony card: what it pays for, and its value."""
    return words.say("name.card", title=card_words(words, box, card, "short"), value=box.card_value[card])


def pattern_name(box: Box, words: Words, pattern: int) -> str:
    """The three positions of a triangle of shamans."""
    places = [str(position) for position in range(SIDES) if box.pattern[pattern] >> position & 1]
    return words.say("name.pattern", one=places[0], two=places[1], three=places[2])


def price_name(box: Box, words: Words, tile: int) -> str:
    """A central price tile: the colours with the steps they are worth."""
    return listed([f"{words.value(COLOUR, box.icons[tile][side])} {box.movement[side]}" for side in range(SIDES)])


def camp_name(box: Box, words: Words, camp: int) -> str:
    """A camp by the members it is built with: no two are built alike."""
    settlers = box.camp_settlers[camp]
    return words.say("camp.for_settlers" if settlers else "camp.for", members=box.camp_members[camp], settlers=settlers)


def cubes_name(box: Box, words: Words, number: int) -> str:
    """So many cubes of a colour (see `actions.cubes`)."""
    kind, amount = divmod(number, HEAP)
    return one_colour(words, kind // COLOURS, kind % COLOURS, amount + 1)


_NAMES: dict[Domain, Callable[[Box, Words, int], str]] = {
    CAMP: camp_name,
    TILE: tile_name,
    FISH_TILE: fish_name,
    HUNT: hunt_name,
    CARD: card_name,
    PATTERN: pattern_name,
    PRICE_TILE: price_name,
    CUBES: cubes_name,
    MIX: lambda box, words, colours: mix_text(words, colours),
    PALETTE: lambda box, words, colours: palette_text(words, colours) or words.say("gain.nothing"),
    OUTLOOK: lambda box, words, number: outlook_text(box, words, number // SIDES, number % SIDES),
}
