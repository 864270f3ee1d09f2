"""What all parts of the scene share: colours, looks, ids of pieces, short texts."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any

from firstfire.kernel.scene import Look
from firstfire.kernel.words import Words

from .actions import CAMP, CARD, COLOUR, FISH_TILE, HEX, HUNT, KIND, SECTION, SPECIES, TILE
from .box import (
    COLOUR_NAMES,
    DEED_NAMES,
    FISH_NAMES,
    GROUND_NAMES,
    KIND_NAMES,
    LETTER_NAMES,
    SECTION_NAMES,
    SPECIES_NAMES,
    SYMBOL_NAMES,
    TERRAIN_NAMES,
    WORTH_NAMES,
    Box,
)  # fmt: skip
from .state import COLOURS, SEATS, Ground, State, Worth

SPACE_NAMES = ("painting", "gathering", "ceremony", "river", "migration", "central")
CUBES = {"grey": "#8D8D86", "red": "#A93226", "yellow": "#D4AC0D", "blue": "#2E6DA4", "brown": "#7A4A21",
         "white": "#F2EFE6"}  # fmt: skip
LETTERS = {"grey": "G", "red": "R", "yellow": "Y", "blue": "B", "brown": "N", "white": "W"}
PLAYERS = (("orange", "#D9822B"), ("green", "#4E8B3A"), ("purple", "#7D4E9E"), ("blue", "#2F5F98"))  # R41
TERRAINS = {"water": "#9DBFC9", "rock": "#B9A68C", "forest": "#9DB07B"}
ART = {"sabretooth": "sabre", "ox": "bison"}  # names the clients have a picture for
SEASONS = ("setup", "spring", "summer", "autumn", "final")


def cells_around(*radii: float) -> list[tuple[float, float]]:
    """Six cells on each radius around the middle, clockwise from the top."""
    angles = [pi / 3 * position for position in range(6)]
    return [(round(0.5 + r * sin(a), 4), round(0.5 - r * cos(a), 4)) for r in radii for a in angles]


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


def shaman_id(view: State, seat: int, position: int) -> str:
    """The shaman that stands on a position."""
    before = view.tribes[seat].shamans & ((1 << position) - 1)
    return f"shaman{seat}-{before.bit_count()}"


def section_id(seat: int, section: int) -> str:
    """A section of a player's painting."""
    return f"section{seat}-{SECTION_NAMES[section]}"


def camp_id(seat: int, camp: int) -> str:
    """A camp tile."""
    return f"camp{seat}-{CAMP.values[camp]}"


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


# ---- texts


def listed(parts: Iterable[str]) -> str:
    """A list in one line."""
    return ", ".join(parts)


def named(words: Words, name: object, text: object) -> str:
    """A name and what belongs to it, with the colon of the language."""
    return words.say("label.named", name=name, text=text)


def reward_text(words: Words, resources: Any, markers: Any, development: int) -> str:
    """Cubes and points as a short list."""
    parts = [
        f"{amount} × {words.value(COLOUR, colour)} ({words.say(f'value.pool.{pool}')})"
        for pool, row in (("resource", resources), ("marker", markers))
        for colour, amount in enumerate(row)
        if amount
    ]
    if development:
        parts.append(words.say("badge.development", points=development))
    return listed(parts) or "–"


def side_text(words: Words, box: Box, line: int) -> str:
    """The reward of a row or column of the painting."""
    reward, amount = box.side_reward[line], box.side_amount[line]
    markers = [amount if colour == reward else 0 for colour in range(COLOURS)]
    return reward_text(words, (), markers, amount if reward == COLOURS else 0)


def card_tip(words: Words, box: Box, card: int) -> str:
    """What a ceremony card pays, from the box."""
    worth = box.card_worth[card]
    domain = {
        Worth.GATHER_SET: ("kind", KIND_NAMES), Worth.MEMBERS_ON_TERRAIN: ("terrain", TERRAIN_NAMES),
        Worth.MEGALITHS_COUNTED: ("", LETTER_NAMES), Worth.ANIMAL_SETS: ("species", SPECIES_NAMES),
        Worth.FOOTPRINTS: ("species", SPECIES_NAMES), Worth.FISH_OF_TYPE: ("fish_type", FISH_NAMES),
        Worth.PAINTING_PATTERN: ("section", SECTION_NAMES), Worth.FISH_SETS: ("fish_type", FISH_NAMES),
        Worth.ANIMALS_OF_SPECIES: ("species", SPECIES_NAMES),
    }.get(Worth(worth), ("", ()))  # fmt: skip
    section, names = domain
    of = [
        words.say(f"value.{section}.{name}") if section else name
        for i, name in enumerate(names)
        if box.card_of[card] >> i & 1
    ]
    joined = "; ".join(of) if section == "section" else listed(of)
    points, per = box.card_points[card], box.card_per[card]
    return words.say(f"worth.{WORTH_NAMES[worth]}", points=points, per=per, of=joined)


def ground_text(words: Words, view: State, h: int) -> str:
    """What a hexagon offers, in a few words."""
    place = view.hexes[h]
    if place.kind == Ground.START:
        return words.say("value.ground.start")
    detail = ""
    if place.kind == Ground.MEGALITH:
        detail = LETTER_NAMES[place.detail]
    elif place.kind == Ground.ANIMAL:
        detail = words.value(SPECIES, place.detail)
    elif place.kind == Ground.MARKER:
        detail = words.value(COLOUR, place.detail)
    return words.say(f"value.ground.{GROUND_NAMES[place.kind]}", detail=detail)


# ---- looks


def all_looks(words: Words) -> list[Look]:
    """Every look a scene may use; the scene keeps those it needs."""
    found = [*_cube_looks(words), *_player_looks(words), *_card_looks(words), *_map_looks(words)]
    found += [
        Look("turn-clockwise", "chip", letter="↻", alt=words.say("piece.clockwise"), w=30, h=30),
        Look("turn-counterclockwise", "chip", letter="↺", alt=words.say("piece.counterclockwise"),
             w=30, h=30),
        Look("price-back", "hex", back="price", alt=words.say("piece.price_back"), w=50, h=50),
    ]  # fmt: skip
    for name in DEED_NAMES:
        alt = words.say(f"value.deed.{name}")
        found.append(Look(f"deed-{name}", "token", "walk" if name == "migration" else name, alt=alt, w=30, h=30))
    for name in SYMBOL_NAMES:
        found.append(
            Look(f"symbol-{name}", "chip", ART.get(name, name), alt=words.say(f"value.symbol.{name}"), w=28, h=28)
        )
    return found


def _cube_looks(words: Words) -> list[Look]:
    found = []
    for i, (name, colour) in enumerate(CUBES.items()):
        word = words.value(COLOUR, i)
        letter = LETTERS[name]
        found.append(Look(f"cube-{name}", "cube", letter=letter, colour=colour, alt=word, w=26, h=26))
        found.append(
            Look(f"marker-{name}", "cube", "sun", letter=letter, colour=colour, alt=word, w=26, h=26)
        )  # PH-G12
        found.append(Look(f"side-{name}", "chip", letter=letter, colour=colour, alt=word, w=30, h=30))
    return found


def _player_looks(words: Words) -> list[Look]:
    found = []
    for seat in range(SEATS):
        name, colour = PLAYERS[seat]
        letter = name[0].upper()
        for piece, shape, size in (
            ("member", "meeple", 30), ("shaman", "meeple", 28), ("disc", "disc", 26), ("cylinder", "disc", 30),
        ):  # fmt: skip
            alt = words.say(f"piece.{piece}")
            found.append(Look(f"{piece}-{name}", shape, piece, letter=letter, colour=colour, alt=alt, w=size, h=size))
        for camp in CAMP.values:
            alt = words.say("piece.camp", camp=camp)
            found.append(Look(f"camp-{name}-{camp}", "token", "camp", letter=camp, colour=colour, alt=alt, w=38, h=38))
    return found


def _card_looks(words: Words) -> list[Look]:
    found = [
        Look("card", "card", "ceremony", "ceremony", alt=words.say("piece.card_back"), colour="#C98B3C", w=84, h=118),
        Look("card-back", "card", back="ceremony", alt=words.say("piece.card_back"), w=84, h=118),
        Look("hunt-back", "card", back="hunting", alt=words.say("piece.hunt_back"), w=84, h=118),
        Look("tile-back", "tile", back="gathering", alt=words.say("piece.tile_back"), w=44, h=44),
        Look("fish-back", "tile", back="fish", alt=words.say("piece.fish_back"), w=56, h=40),
    ]
    for i, name in enumerate(SPECIES_NAMES):
        word = words.value(SPECIES, i)
        found.append(
            Look(f"animal-{name}", "card", ART.get(name, name), "hunting", alt=word, colour="#9C5A3C", w=84, h=118)
        )
        prints = words.say("piece.footprint", species=word)
        found.append(
            Look(f"footprint-{name}", "card", f"{name}-footprint", "hunting", alt=prints, colour="#B89B72", w=84, h=118)
        )
        token = words.say("piece.animal", species=word)
        found.append(Look(f"beast-{name}", "token", ART.get(name, name), alt=token, colour="#9C5A3C", w=36, h=36))
    for i, name in enumerate(KIND_NAMES):
        found.append(
            Look(f"tile-{name}", "tile", name, "gathering", alt=words.value(KIND, i), colour="#A9B665", w=44, h=44)
        )
    for name in FISH_NAMES:
        alt = words.say(f"value.fish_type.{name}")
        found.append(Look(f"fish-{name}", "tile", f"{name}-fish", "fish", alt=alt, colour="#7FB3C8", w=56, h=40))
    for letter in LETTER_NAMES:
        alt = words.say("piece.megalith", letter=letter)
        found.append(
            Look(f"megalith-{letter}", "token", "megalith", letter=letter, alt=alt, colour="#6E6A62", w=34, h=34)
        )
    for i, name in enumerate(SECTION_NAMES):
        word = words.value(SECTION, i)
        found.append(Look(f"bare-{name}", "tile", "rock", alt=word, colour="#CDBBA0", w=60, h=60))
        found.append(Look(f"painted-{name}", "tile", "painting", alt=word, colour="#A65E2E", w=60, h=60))
    return found


def _map_looks(words: Words) -> list[Look]:
    start = words.say("value.ground.start")
    found = [Look("hex-start", "hex", "camp", letter="★", colour="#E3D5B8", alt=start, w=64, h=64)]
    for terrain, colour in TERRAINS.items():
        for kind in GROUND_NAMES:
            alt = words.say(f"value.terrain.{terrain}")
            art = f"{terrain}-tent" if kind == "camp" else terrain
            found.append(Look(f"hex-{terrain}-{kind}", "hex", art, colour=colour, alt=alt, w=64, h=64))
    return found
