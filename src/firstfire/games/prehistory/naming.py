"""Names of cards, tiles and camps as they are printed in the box on the table."""

from __future__ import annotations

from firstfire.kernel.domain import Domain
from firstfire.kernel.words import Words

from .actions import CAMP, CARD, COLOUR, DEVELOPMENT, FISH_TILE, HUNT, MOVEMENT, PATTERN, PRICE_TILE, TILE
from .box import FISH_NAMES, KIND_NAMES, SPECIES_NAMES, Box
from .scene_common import card_words, listed, reward_badges
from .state import SIDES


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """A value named after the box; None leaves it to the words file."""
    if domain in (DEVELOPMENT, MOVEMENT):
        return words.say(f"name.{domain.name}_{('none', 'one', 'many')[min(index, 2)]}", points=index)
    if domain not in (TILE, FISH_TILE, HUNT, CARD, CAMP, PATTERN, PRICE_TILE):
        return None
    own = domain.values[index]
    if domain is TILE:
        kind = words.say(f"value.kind.{KIND_NAMES[box.tile_kind[index]]}")
        points = box.tile_development[index]
        return words.say("name.rich_tile" if points else "name.tile", kind=kind, points=points, id=own)
    if domain is FISH_TILE:
        kind = words.say(f"value.fish_type.{FISH_NAMES[box.fish_type[index]]}")
        return words.say("name.fish", kind=kind, value=box.fish_value[index], id=own)
    if domain is HUNT:
        return hunt_name(box, words, index, own)
    if domain is CARD:
        title = card_words(words, box, index, "short")
        return words.say("name.card", title=title, value=box.card_value[index], id=own)
    if domain is CAMP:
        values = {"members": box.camp_members[index], "settlers": box.camp_settlers[index]}
        return words.say("name.camp", id=own, points=box.camp_points[index], **values)
    if domain is PATTERN:
        places = [str(position) for position in range(SIDES) if box.pattern[index] >> position & 1]
        return words.say("name.pattern", one=places[0], two=places[1], three=places[2])
    colours = [f"{words.value(COLOUR, box.icons[index][side])} {box.movement[side]}" for side in range(SIDES)]
    return words.say("name.central", id=own, colours=listed(colours))


def hunt_name(box: Box, words: Words, card: int, own: str) -> str:
    """A hunting card: the animal with its points, or the footprint with its reward."""
    species = words.say(f"value.species.{SPECIES_NAMES[box.hunt_species[card]]}")
    value = box.hunt_value[card]
    if box.animal_cards[box.hunt_species[card]] >> card & 1:
        return words.say("name.animal", species=species, value=value, points=box.hunt_points[card], id=own)
    reward = reward_badges(words, box.hunt_resources[card], box.hunt_markers[card], box.hunt_development[card])
    print_of = words.say("piece.footprint", species=species)
    return words.say("name.footprint", footprint=print_of, value=value, reward=listed(reward) or "–", id=own)
