"""How the pieces of Doggerland look, and what several parts of the scene say about them."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece
from firstfire.kernel.presentation.scene import Look, Piece
from firstfire.kernel.presentation.words import Words

from ..actions import CRAFT, DWELLING
from ..box import GOOD_NAMES, HUT_NAMES, SHOWS_NAMES, SPECIES_NAMES, TRACK_NAMES, Box
from ..state import CraftKind
from .names import counted, goods_badge, goods_text

ARROWS = "↑→↓←"
RIVAL_COLOURS = ("red", "pink", "blue")
GOOD_COLOURS = ("brown", "grey", "purple", "red", "orange", "bone", "charcoal")
GOOD_ART = ("wood", "stone", "berry", "meat", "hide", "bone", "tool")
SHOWS_ART = ("camp", "horse", "reindeer", "bison", "mammoth", "tree", "rock", "berry", "shell", "rabbit")
SHOWS_COLOURS = ("ochre", "chalk", "chalk", "chalk", "chalk", "green", "grey", "purple", "teal", "orange")
HUT_ART = ("painting", "eagle", "menhir", "menhir", "dolmen", "first-player", "trade", "baby")


@memoised
def looks(words: Words) -> tuple[Look, ...]:
    """How each kind of piece looks."""
    say = words.say
    species = [say(f"value.species.{name}") for name in SPECIES_NAMES]
    found = [
        Look(f"tile-{name}", "tile", SHOWS_ART[i], "sea", "", SHOWS_COLOURS[i], say(f"value.shows.{name}"), 64, 64)
        for i, name in enumerate(SHOWS_NAMES)
    ]
    found += [
        Look(name, "meeple", name, "", alt[0].upper(), "bone", alt, 36, 36)
        for name, alt in zip(SPECIES_NAMES, species, strict=True)
    ]
    found += [
        Look(f"slot-{name}", "tile", name, "", alt[0].upper(), "ochre", alt, 78, 40)
        for name, alt in zip(SPECIES_NAMES, species, strict=True)
    ]
    found += [
        Look(f"good-{name}", "token", art, "", alt[0].upper(), colour, alt, 34, 34)
        for name, art, colour in zip(GOOD_NAMES, GOOD_ART, GOOD_COLOURS, strict=True)
        for alt in [say(f"value.good.{name}")]
    ]
    found += [
        Look(f"hut-{name}", "tile", HUT_ART[i], "", "", "hide", say(f"value.location.{name}"), 100, 52)
        for i, name in enumerate(HUT_NAMES)
    ]
    found += [
        Look("necklace", "card", "necklace", "craft", "", "bone", say("piece.necklace"), 58, 90),
        Look("statuette", "card", "statuette", "craft", "", "grey", say("piece.statuette"), 58, 90),
        Look("fresco-back", "tile", "", "fresco", "", "brown", say("piece.fresco_back"), 78, 40),
        Look("terrain-stack", "tile", "", "forest", "", "green", say("piece.terrain_stack"), 50, 50),
        Look("craft-stack", "card", "", "craft", "", "ochre", say("piece.craft_stack"), 40, 52),
        Look("craft-discard", "card", "craft", "craft", "", "grey", say("piece.craft_discard"), 40, 52),
        Look("ring", "disc", "ring", "", "", "red", say("piece.ring"), 24, 24),
        Look("round-warm", "disc", "sun", "", "", "yellow", say("value.season.warm"), 24, 24),
        Look("round-cold", "disc", "snow", "", "", "blue", say("value.season.cold"), 24, 24),
        Look("arrow", "token", "arrow", "", "", "red", say("piece.arrow"), 40, 40),
        Look("village", "meeple", "village", "", "", "", "", 36, 36),
        Look("megalith", "meeple", "megalith", "", "", "", "", 36, 36),
        Look("token", "token", "shaman", "", "", "", "", 30, 30),
        Look("cube", "cube", "", "", "", "", "", 22, 22),
        Look("rival-cube", "cube", "", "", "", "blue", say("piece.rival_cube"), 22, 22),
        Look("rival-shaman", "meeple", "shaman", "", "", "charcoal", say("piece.rival_shaman"), 32, 32),
        Look("expedition", "meeple", "march", "", "", "", "", 36, 36),
        Look("pawn", "token", "first-player", "", "1", "ochre", say("piece.pawn"), 32, 32),
        Look("card", "card", "star", "star", "", "ochre", say("zone.card"), 150, 56),
        Look("card-deck", "card", "", "star", "", "charcoal", say("piece.card_deck"), 40, 56),
        Look("goal", "card", "objective", "", "", "bone", "", 96, 50),
        Look("scarcity", "tile", "minus", "", "−2", "black", say("piece.scarcity"), 34, 34),
    ]
    found += [
        Look(f"rival-{name}", "meeple", "hunter", "", letter, name, rival_label(words, name), 36, 36)
        for name, letter in zip(RIVAL_COLOURS, say("letter.rivals").split(), strict=True)
    ]
    for member, art in (("hunter", "hunter"), ("chief", "chief"), ("shaman", "shaman")):
        alt = say(f"piece.{member}")
        found.append(Look(member, "meeple", art, "", alt[0].upper(), "", alt, 36, 36))
    found.append(Look("newborn", "meeple", "baby", "", "", "", say("piece.newborn"), 34, 34))
    found.append(Look("couple", "meeple", "birth", "", "", "", say("piece.couple"), 36, 36))
    for name, art, alt in (
        ("bare", "", "piece.bare"), ("shelter", "tent", "piece.shelter"),
        ("simple", "hut", "piece.simple"), ("prestigious", "tipi", "piece.prestigious"),
    ):  # fmt: skip
        found.append(Look(f"home-{name}", "tile", art, "", "", "bone" if name == "bare" else "brown", say(alt), 50, 50))
        if name in DWELLING.values:
            found.append(Look(f"price-{name}", "tile", art, "", "", "brown", say(alt), 76, 50))  # room for a price
    found += [
        Look(f"track-{name}", "tile", art, "", "", "hide", say(f"value.track.{name}"), 80, 42)
        for name, art in zip(TRACK_NAMES, ("range", "basket", "tool"), strict=True)
    ]
    return tuple(found)


def rival_label(words: Words, colour: str) -> str:
    """What a rival is called."""
    return words.say("piece.rival", rival=words.say(f"value.rival.{colour}"))


@memoised
def animal_tip(box: Box, species: int, words: Words) -> str:
    """What a hunt needs and brings."""
    return words.say(
        "tip.animal", what=words.say(f"value.species.{SPECIES_NAMES[species]}"), mastery=box.min_mastery[species],
        members=counted(words, "members", box.min_members[species]), spoils=goods_text(words, box.spoils[species]),
        speed=box.speed[species], points=counted(words, "points", box.paint_points[species]),
    )  # fmt: skip


@memoised
def craft_piece(box: Box, words: Words, tile: int, zone: str, slot: int) -> Piece:
    """A Craft tile; its price is printed on it until somebody has made it."""
    kind = "necklace" if box.craft_kind[tile] == CraftKind.NECKLACE else "statuette"
    name, points = CRAFT.values[tile], counted(words, "points", box.craft_points[tile])
    cost = goods_text(words, box.craft_cost[tile])
    tip = words.say("tip.craft", what=words.say(f"piece.{kind}"), cost=cost, points=points)
    return piece(
        f"craft-{name}",
        zone,
        slot,
        kind,
        badges=(points, goods_badge(words, box.craft_cost[tile])) if zone == "crafts" else (points,),
        tip=tip,
    )


def member_look(chiefs: int, shaman: int) -> str:
    """The look of a single member."""
    return "chief" if chiefs else "shaman" if shaman else "hunter"
