"""What all parts of the scene share: colours, looks, ids of pieces, short texts."""

from __future__ import annotations

from itertools import product
from typing import Any

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.scene import Look
from firstfire.kernel.presentation.text_scene import colon_of
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.presentation.words import listed as in_words

from ..actions import CAMP, CARD, COLOUR, FISH_TILE, HEX, HUNT, KIND, SECTION, SPECIES, TILE
from ..box import (
    COLOUR_NAMES,
    DEED_NAMES,
    GROUND_NAMES,
    KIND_NAMES,
    LETTER_NAMES,
    OF_NAMES,
    SECTION_NAMES,
    SPECIES_NAMES,
    SYMBOL_NAMES,
    TERRAIN_NAMES,
    WORTH_NAMES,
    Box,
)  # fmt: skip
from ..state import NONE, SIDES, Ground, Hex, Letter, Worth
from .phrases import listed

SPACE_NAMES = ("painting", "gathering", "ceremony", "river", "migration", "central")
CUBES = {"grey": "#8D8D86", "red": "#A93226", "yellow": "#D4AC0D", "blue": "#2E6DA4", "brown": "#7A4A21",
         "white": "#F2EFE6"}  # fmt: skip
PLAYERS = (("orange", "#D9822B"), ("green", "#4E8B3A"), ("purple", "#7D4E9E"), ("blue", "#2F5F98"))  # R41
TERRAINS = {"water": "#9DBFC9", "rock": "#B9A68C", "forest": "#9DB07B"}
FISHES = {"salmon": "#D9917C", "pike": "#8FB48A", "carp": "#D3B066"}
FISH_VALUES = (1, 2, 3)
ART = {"sabretooth": "sabre", "ox": "bison"}  # names the clients have a picture for
MEGALITH_ART = {"A": "menhir", "B": "dolmen", "C": "rocks"}
SEASONS = ("setup", "spring", "summer", "autumn", "final")


# ---- ids


def hex_id(h: int) -> str:
    """A hexagon."""
    return f"hex-{HEX.values[h]}"


def member_id(seat: int, member: int) -> str:
    """A tribe member."""
    return f"member{seat}-{member}"


def cube_id(pool: str, seat: int, colour: int) -> str:
    """The cubes of one colour in a store of a player."""
    return f"{pool}{seat}-{COLOUR_NAMES[colour]}"


def side_id(space: int, colour: int) -> str:
    """A colour on a price tile."""
    return f"side-{SPACE_NAMES[space]}-{COLOUR_NAMES[colour]}"


def shaman_id(shamans: int, seat: int, position: int) -> str:
    """The shaman that stands on a position, of those of a player."""
    before = shamans & ((1 << position) - 1)
    return f"shaman{seat}-{before.bit_count()}"


def section_id(seat: int, section: int) -> str:
    """A section of a player's painting."""
    return f"section{seat}-{SECTION_NAMES[section]}"


def camp_id(seat: int, camp: int) -> str:
    """A camp tile."""
    return f"camp{seat}-{CAMP.values[camp]}"


def foot_id(deed: int) -> str:
    """The place at the foot of a pillar that waits for a cube."""
    return f"foot-{DEED_NAMES[deed]}"


def tile_id(tile: int) -> str:
    """A gathering tile."""
    return f"tile-{TILE.values[tile]}"


def fish_id(fish: int) -> str:
    """A fish."""
    return f"fish-{FISH_TILE.values[fish]}"


def hunt_id(card: int) -> str:
    """A hunting card."""
    return f"hunt-{HUNT.values[card]}"


def card_id(card: int) -> str:
    """A ceremony card."""
    return f"card-{CARD.values[card]}"


# ---- numbers


# ---- texts


def named(words: Words, name: object, text: object) -> str:
    """A name and what belongs to it, with the colon of the language."""
    return words.say("label.named", name=name, text=text)


def reward_badges(words: Words, resources: Any, markers: Any, development: int) -> tuple[str, ...]:
    """The same as short badges; action markers carry a sun (PH-G12)."""
    found = [
        words.say(f"badge.{pool}", colour=words.value(COLOUR, colour))
        for pool, row in (("resource", resources), ("marker", markers))
        for colour, amount in enumerate(row)
        for _ in range(amount)
    ]
    return (*found, words.say("badge.development", points=development)) if development else tuple(found)


OF_WORDS = {  # the words for what a ceremony card names, by what it pays for
    Worth.GATHER_SET: "kind",
    Worth.MEMBERS_ON_TERRAIN: "terrain",
    Worth.ANIMAL_SETS: "species",
    Worth.FOOTPRINTS: "species",
    Worth.FISH_OF_TYPE: "fish_type",
    Worth.PAINTING_PATTERN: "section",
    Worth.FISH_SETS: "fish_type",
    Worth.ANIMALS_OF_SPECIES: "species",
}


SETS = (Worth.GATHER_SET, Worth.ANIMAL_SETS, Worth.FISH_SETS)


def card_words(words: Words, box: Box, card: int, style: str) -> str:
    """A ceremony card as this box prints it, in `short` (sections as row-column) or with all it is `worth`."""
    worth = Worth(box.card_worth[card])
    section = OF_WORDS.get(worth, "")
    names = [name for i, name in enumerate(OF_NAMES.get(worth, ())) if box.card_of[card] >> i & 1]
    of = [words.say(f"value.{section}.{name}") if section else name for name in names]
    if section == "section":
        joined = listed([f"{name[2]}-{name[3]}" for name in names]) if style == "short" else "; ".join(of)
    else:
        together = " + ".join(of) if style == "short" and worth in SETS else in_words(words, of)
        joined = in_words(words, of, "or") if worth == Worth.MEGALITHS_COUNTED else together
    points, per = box.card_points[card], box.card_per[card]
    return words.say(f"{style}.{WORTH_NAMES[worth]}", points=points, per=per, of=joined)


def card_tip(words: Words, box: Box, card: int) -> str:
    """What a ceremony card pays at the end."""
    return card_words(words, box, card, "worth")


def ground_text(words: Words, place: Hex) -> str:
    """What a hexagon offers, in a few words."""
    if place.kind == Ground.START:
        return words.say("value.ground.start")
    detail = ""
    if place.kind == Ground.MEGALITH:
        detail = LETTER_NAMES[place.detail]
    elif place.kind == Ground.ANIMAL:
        detail = words.value(SPECIES, place.detail)
    elif place.kind == Ground.MARKER:
        detail = words.value(COLOUR, place.detail)
    text = words.say(f"value.ground.{GROUND_NAMES[place.kind]}", detail=detail)
    emptied = place.token == NONE and (
        place.kind in (Ground.FISH, Ground.GATHER, Ground.ANIMAL)
        or (place.kind == Ground.MEGALITH and place.detail == Letter.A)
    )
    return words.say("label.emptied", ground=text) if emptied else text


# ---- looks


@memoised
def all_looks(box: Box, words: Words, seats: int) -> tuple[Look, ...]:
    """Every look a scene may use but those of the hexagons; always all, so that they are sent only once."""
    found = [*_cube_looks(words), *_player_looks(words, seats), *_card_looks(words), *_section_looks(box, words)]
    found += [
        Look("turn-clockwise", "chip", letter="↻", alt=words.say("piece.clockwise"), w=36, h=36),
        Look("turn-counterclockwise", "chip", letter="↺", alt=words.say("piece.counterclockwise"), w=36, h=36),
        Look("foot", "chip", letter="+", alt=words.say("piece.foot"), w=36, h=36),
        Look("price-back", "hex", back="price", alt=words.say("piece.price_back"), w=50, h=50),
    ]
    for name in DEED_NAMES:
        alt = words.say(f"value.deed.{name}")
        found.append(Look(f"deed-{name}", "token", "walk" if name == "migration" else name, alt=alt, w=40, h=40))
    for name in SYMBOL_NAMES:
        found.append(
            Look(f"symbol-{name}", "chip", ART.get(name, name), alt=words.say(f"value.symbol.{name}"), w=42, h=42)
        )
    dyes = zip(CUBES.items(), words.say("letter.colours").split(), strict=True)
    for ((name, colour), dye), position in product(dyes, range(SIDES)):  # around the fire they tell their place too
        alt, letter = words.say("piece.position", position=position), f"{dye}{position}"
        found.append(Look(f"fire-{name}-{position}", "chip", letter=letter, colour=colour, alt=alt, w=34, h=34))
    for space in income_spaces(box):
        letter = income_text(box, space)
        found.append(Look(f"income-{space}", "chip", letter=letter, colour="#E3D5B8", alt=letter, w=24, h=26))
    return tuple(found)


def income_spaces(box: Box) -> list[int]:
    """The spaces of the fishing track from which more is paid (PH-SU4)."""
    rows = [(box.income_points[space], box.income_development[space]) for space in range(box.track_length + 1)]
    return [space for space in range(1, box.track_length + 1) if rows[space] != rows[space - 1]]


def income_text(box: Box, space: int) -> str:
    """What a space of the fishing track pays: points + development."""
    return f"{box.income_points[space]}+{box.income_development[space]}"


def _cube_looks(words: Words) -> list[Look]:
    found = []
    for i, (name, colour) in enumerate(CUBES.items()):
        word, letter = words.value(COLOUR, i), words.say("letter.colours").split()[i]
        found.append(Look(f"cube-{name}", "cube", letter=letter, colour=colour, alt=word, w=36, h=36))
        found.append(
            Look(f"marker-{name}", "cube", "sun", letter=letter, colour=colour, alt=word, w=36, h=36)
        )  # PH-G12
        found.append(Look(f"side-{name}", "chip", letter=letter, colour=colour, alt=word, w=36, h=36))
    return found


def _player_looks(words: Words, seats: int) -> list[Look]:
    found = []
    for seat in range(seats):
        name, colour = PLAYERS[seat]
        letter = "ABCD"[seat]
        for piece, shape, size in (
            ("member", "meeple", 34), ("shaman", "meeple", 54), ("disc", "disc", 32), ("cylinder", "disc", 32),
        ):  # fmt: skip
            alt = words.say(f"piece.{piece}")
            found.append(Look(f"{piece}-{name}", shape, piece, letter=letter, colour=colour, alt=alt, w=size, h=size))
        for camp in CAMP.values:
            alt = words.say("piece.camp")
            found.append(Look(f"camp-{name}-{camp}", "tile", "camp", colour=colour, alt=alt, w=54, h=54))
    return found


def _card_looks(words: Words) -> list[Look]:
    found = [
        Look("card", "card", "ceremony", "ceremony", alt=words.say("piece.card_back"), colour="#C98B3C", w=90, h=100),
        Look("card-back", "card", back="ceremony", alt=words.say("piece.card_back"), w=90, h=100),
        Look("hunt-back", "card", back="hunting", alt=words.say("piece.hunt_back"), w=90, h=100),
        Look("tile-back", "tile", back="gathering", alt=words.say("piece.tile_back"), w=44, h=44),
        Look("fish-back", "tile", back="fish", alt=words.say("piece.fish_back"), w=56, h=40),
    ]
    for i, name in enumerate(SPECIES_NAMES):
        word = words.value(SPECIES, i)
        found.append(
            Look(f"animal-{name}", "card", ART.get(name, name), "hunting", alt=word, colour="#9C5A3C", w=90, h=100)
        )
        prints = words.say("piece.footprint", species=word)
        found.append(
            Look(f"footprint-{name}", "card", ART.get(name, name), "hunting", alt=prints, colour="#B89B72", w=90, h=100)
        )
        token = words.say("piece.animal", species=word)
        found.append(Look(f"beast-{name}", "token", ART.get(name, name), alt=token, colour="#9C5A3C", w=36, h=36))
    for i, name in enumerate(KIND_NAMES):
        found.append(
            Look(f"tile-{name}", "tile", name, "gathering", alt=words.value(KIND, i), colour="#A9B665", w=58, h=58)
        )
    for (name, colour), value in product(FISHES.items(), FISH_VALUES):
        alt = words.say(f"value.fish_type.{name}")
        look, letter = f"fish-{name}-{value}", f"{alt[0].upper()}{value}"
        found.append(Look(look, "tile", f"{name}-fish", "fish", letter=letter, alt=alt, colour=colour, w=56, h=54))
    for letter in LETTER_NAMES:
        alt = words.say("piece.megalith", letter=letter)
        art = MEGALITH_ART[letter]
        found.append(Look(f"megalith-{letter}", "token", art, letter=letter, alt=alt, colour="#6E6A62", w=34, h=34))
    return found


def _section_looks(box: Box, words: Words) -> list[Look]:
    """The sections of a painting with their first symbol: bare rock, or painted in ochre; in words all of them."""
    found = []
    for i, name in enumerate(SECTION_NAMES):
        symbols = [SYMBOL_NAMES[box.symbol[side]] for side in range(SIDES) if box.section_symbols[i] >> side & 1]
        first = symbols[0] if symbols else "painting"
        art, named = ART.get(first, first), ", ".join(words.say(f"value.symbol.{symbol}") for symbol in symbols)
        alt = words.value(SECTION, i) + (f"{colon_of(words.language)}{named}" if named else "")
        found.append(Look(f"bare-{name}", "tile", art, alt=alt, colour="#CDBBA0", w=78, h=60))
        found.append(Look(f"painted-{name}", "tile", art, alt=alt, colour="#A65E2E", w=78, h=60))
    return found


@memoised
def hex_look(words: Words, h: int, terrain: int, kind: int) -> Look:
    """A hexagon with its name printed on it."""
    name = HEX.values[h]
    if kind == Ground.START:
        alt = words.say("value.ground.start")
        return Look(f"hex-{name}", "hex", "camp", letter="★", colour="#E3D5B8", alt=alt, w=64, h=74)
    ground = TERRAIN_NAMES[terrain]
    art = f"{ground}-tent" if kind == Ground.CAMP else ground
    alt = f"{name} {words.say(f'value.terrain.{ground}')}"
    return Look(f"hex-{name}", "hex", art, letter=name, colour=TERRAINS[ground], alt=alt, w=64, h=74)
