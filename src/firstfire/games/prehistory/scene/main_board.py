"""The main board in the scene: price tiles, pillars, displays, stacks, tracks.

Each function depends on just the part of the table it shows, and is remembered by it.
"""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import COLOUR, DEED, SPECIES
from ..box import COLOUR_NAMES, DEED_NAMES, FISH_NAMES, KIND_NAMES, SPECIES_NAMES, SYMBOL_NAMES, Box
from ..state import COLOURS, NONE, SHOWN_CARDS, SHOWN_TILES, SIDES, Deed, Phase, Pool, Space, State
from .layout import around, cells_around, common
from .looks import (
    PLAYERS,
    SPACE_NAMES,
    card_id,
    card_tip,
    card_words,
    fish_id,
    foot_id,
    hunt_id,
    income_spaces,
    income_text,
    named,
    reward_badges,
    shaman_id,
    side_id,
    tile_id,
)  # fmt: skip
from .phrases import gain_text, income_phrase, mix_text, one_colour, pair_text, some_text

SCORE_SPACES = 30  # of the score track, which goes round again; the disc tells the number
DEVELOPMENT_SPACES = 16  # of the development track; who has more stays on the last one
STACKS = 5  # of face-down tiles and cards, and of price tiles
# kinds of zones; the others are rows
KINDS = {"fish": "slots", "hunting": "slots", "cards": "slots", "stacks": "slots", "fishing": "track",
         "score": "track", "development": "track", "supply": "tokens", "next": "tokens"}  # fmt: skip
TIPS = {"cards": "ceremony", "fish": "river"}
DEEDS = {  # the actions that are paid by what lies in a zone
    "painting": (Deed.PAINTING,), "gathering": (Deed.GATHERING,), "ceremony": (Deed.CEREMONY,),
    "river": (Deed.HUNTING, Deed.FISHING), "migration": (Deed.MIGRATION,),
}  # fmt: skip


# ---- zones


@memoised
def board_zones(
    box: Box, words: Words, land: tuple[float, float], turning: bool, developing: bool = False
) -> tuple[Zone, ...]:
    """The zones of the main board; the price tiles get two arrows while one is to be turned, and lie together on
    one place while development points are to be used: a click on any of them is a wish to turn one."""
    found = [ring_zone(box, words, space, land, turning) for space in range(SIDES)]
    if developing:
        tiles = [zone for zone in found if zone.id != SPACE_NAMES[Space.CENTRAL]]
        for zone in tiles:
            zone.parent = "prices"
        wide, tall = around([zone.box for zone in tiles]), around([zone.tall or zone.box for zone in tiles])
        found.insert(0, Zone("prices", "panel", wide, tall, tip=words.say("tip.prices")))
    for deed in DEED_NAMES:
        label = words.say("zone.pillar", deed=words.say(f"value.deed.{deed}"))
        name = f"pillar-{deed}"
        found.append(Zone(name, "tokens", *common(name, land), label=label, tip=words.say("tip.pillar")))
    room = {
        "fish": SHOWN_TILES, "hunting": SHOWN_CARDS, "cards": SHOWN_CARDS, "stacks": STACKS,
        "fishing": box.track_length + 1, "score": SCORE_SPACES, "development": DEVELOPMENT_SPACES,
    }  # fmt: skip
    for name in (
        "hunting", "cards", "fish", "next", "stacks", "supply", "order", "track", "fishing", "score", "development",
    ):  # fmt: skip
        kind = KINDS.get(name, "row")
        columns = room[name] if kind == "slots" else None
        label, tip = words.say(f"zone.{name}"), zone_tip(box, words, TIPS.get(name, name))
        found.append(Zone(name, kind, *common(name, land), label, capacity=room.get(name), columns=columns, tip=tip))
    return tuple(found)


def ring_zone(box: Box, words: Words, space: int, land: tuple[float, float], turning: bool) -> Zone:
    """A price tile: its six colours, then what lies around it, then two arrows while it may be turned."""
    name = SPACE_NAMES[space]
    ring = cells_around((0.2, 0.17), (0.41, 0.385))
    around = ring[SIDES:]
    if space == Space.RIVER:
        around = [ring[SIDES], ring[SIDES + 3]]
    elif space == Space.MIGRATION:
        around = [ring[SIDES + position] for position in range(SIDES) if box.migration_side >> position & 1]
    cells = [*ring[:SIDES], *around]
    if turning and space != Space.CENTRAL:
        cells += [(0.13, 0.9), (0.87, 0.9)]  # in the lower corners, which are free
    label, tip = words.say(f"zone.{name}", **summer_colours(box, words, name)), zone_tip(box, words, name)
    return Zone(name, "area", *common(name, land), label, cells=cells, art="price", tip=tip)


def summer_colours(box: Box, words: Words, name: str) -> dict[str, str]:
    """The colours of the markers that pay in summer for what lies in a zone."""
    colours = [words.value(COLOUR, box.marker[deed]) for deed in DEEDS.get(name, ())]
    return dict(zip(("colour", "other"), colours, strict=False))


def zone_tip(box: Box, words: Words, name: str) -> str:
    """What happens in a zone, and what it costs."""
    return words.say(f"tip.{name}", **summer_colours(box, words, name))


# ---- pieces


def board_pieces(view: State, box: Box, words: Words, names: tuple[str, ...]) -> list[Piece]:
    """Everything that lies on the main board."""
    found: list[Piece] = []
    turning = view.phase == Phase.TURN_TILE
    for space in range(SIDES):
        found += price_pieces(box, words, space, view.price[space], view.rotation[space], turning)
    for seat in range(view.seats):
        found += shaman_pieces(words, names[seat], seat, view.tribes[seat].shamans)
        tribe = view.tribes[seat]
        found += disc_pieces(names[seat], seat, tribe.fishing, tribe.points, tribe.development)
    for pillar in range(COLOURS):
        found += pillar_pieces(words, pillar, as_tuple(view.top[pillar]), base_of(view, pillar))
    found += display_pieces(view, box, words)
    found += stack_pieces(words, view.tile_count, view.fish_count, view.hunting_count, view.ceremony_count)
    if Phase.PILLAR in (view.phase, view.back):
        found.append(foot_piece(words, view.deed, view.base_count[view.deed]))
    if view.stack_count:
        found += next_pieces(box, words, view.stack[view.stack_count - 1], view.stack_count)
    found += income_pieces(box, words)
    found += order_pieces(names, tuple(view.order[turn] for turn in range(view.seats)), "order", "cylinder")
    found += order_pieces(names, tuple(view.track[place] for place in range(view.track_count)), "track", "disc")
    return found


def base_of(view: State, pillar: int) -> tuple[int, ...]:
    """The cubes at the foot of a pillar."""
    return tuple(view.base[pillar][slot] for slot in range(view.base_count[pillar]))


def shown_colour(box: Box, tile: int, rotation: int, position: int) -> int:
    """The colour a price tile shows at a position (2.3)."""
    return box.icons[tile][(position + SIDES - rotation) % SIDES]


@memoised
def price_pieces(box: Box, words: Words, space: int, tile: int, rotation: int, turning: bool) -> tuple[Piece, ...]:
    """The colours of a price tile at their positions, the signs around it; arrows while one is to be turned."""
    found = []
    name = SPACE_NAMES[space]
    for position in range(SIDES):
        colour = shown_colour(box, tile, rotation, position)
        word = words.value(COLOUR, colour)
        made = Piece(side_id(space, colour), name, position, f"side-{COLOUR_NAMES[colour]}")
        if space == Space.CENTRAL:
            made.count = box.movement[position]
            made.tip = words.say("badge.movement", steps=made.count)
        elif space == Space.CEREMONY:
            made.look = f"fire-{COLOUR_NAMES[colour]}-{position}"
            made.label = named(words, words.say("piece.position", position=position), word)
            made.tip = words.say("tip.position", position=position, price=mix_text(words, 1 << colour))
        elif space == Space.RIVER:
            deed = "hunting" if box.hunting_side >> position & 1 else "fishing"
            made.label = named(words, words.say(f"value.deed.{deed}"), word)
        elif space == Space.MIGRATION and box.migration_side >> position & 1:
            made.label = named(words, words.say("value.deed.migration"), word)
        found.append(made)
    found += sign_pieces(box, words, space, tile, rotation)
    if turning and space != Space.CENTRAL:
        last = SIDES + (2 if space in (Space.RIVER, Space.MIGRATION) else SIDES)
        for i, way in enumerate(("counterclockwise", "clockwise")):
            found.append(Piece(f"turn-{name}-{way}", name, last + i, f"turn-{way}"))
    return tuple(found)


def sign_pieces(box: Box, words: Words, space: int, tile: int, rotation: int) -> list[Piece]:
    """What is printed around a price tile: symbols with their prices, halves of the river, the six pillars."""
    if space == Space.PAINTING:
        symbols = [SYMBOL_NAMES[box.symbol[position]] for position in range(SIDES)]
        prices = [words.value(COLOUR, shown_colour(box, tile, rotation, position)) for position in range(SIDES)]
        return [
            Piece(f"symbol-{symbol}", "painting", SIDES + position, f"symbol-{symbol}", badges=[prices[position]])
            for position, symbol in enumerate(symbols)
        ]
    if space == Space.RIVER:
        return [Piece(f"river-{d}", "river", SIDES + i, f"deed-{d}") for i, d in enumerate(("hunting", "fishing"))]
    if space == Space.MIGRATION:
        return [Piece(f"way-{slot}", "migration", SIDES + slot, "deed-migration") for slot in range(2)]
    if space == Space.CENTRAL:
        return [
            Piece(f"deed-{deed}", "central", SIDES + box.pillar_position[i], f"deed-{deed}")
            for i, deed in enumerate(DEED_NAMES)
        ]
    return []


@memoised
def shaman_pieces(words: Words, name: str, seat: int, shamans: int) -> tuple[Piece, ...]:
    """Shamans around the fire; those of different players may share a position."""
    look, tip = f"shaman-{PLAYERS[seat][0]}", words.say("tip.shaman")
    return tuple(
        Piece(
            shaman_id(shamans, seat, position), "ceremony", SIDES + position, look, owner=seat,
            label=named(words, name, words.say("piece.position", position=position)), tip=tip,
        )
        for position in range(SIDES) if shamans >> position & 1
    )  # fmt: skip


@memoised
def pillar_pieces(words: Words, pillar: int, top: tuple[int, ...], base: tuple[int, ...]) -> tuple[Piece, ...]:
    """Cubes on the top of a pillar (already with a sun, PH-G12), and at its foot."""
    found = []
    deed = DEED_NAMES[pillar]
    for colour, name in enumerate(COLOUR_NAMES):
        if top[colour]:
            label = words.say("piece.cube", colour=words.value(COLOUR, colour))
            look = f"marker-{name}"
            found.append(Piece(f"top-{deed}-{name}", f"pillar-{deed}", colour, look, count=top[colour], label=label))
    for slot, colour in enumerate(base):
        label = words.say("piece.base", colour=words.value(COLOUR, colour))
        look = f"cube-{COLOUR_NAMES[colour]}"
        found.append(Piece(f"base-{deed}-{slot}", f"pillar-{deed}", COLOURS + slot, look, label=label))
    return tuple(found)


@memoised
def foot_piece(words: Words, pillar: int, slot: int) -> Piece:
    """The place at the foot of a pillar that waits for a cube (PH-SP5)."""
    deed = words.value(DEED, pillar)
    label, tip = words.say("piece.foot"), words.say("tip.foot", deed=deed)
    return Piece(foot_id(pillar), f"pillar-{DEED_NAMES[pillar]}", COLOURS + slot, "foot", label=label, tip=tip)


@memoised
def tile_piece(
    box: Box, words: Words, tile: int, zone: str, slot: int, owner: int | None = None, price: int = NONE
) -> Piece:
    """A gathering tile, on display with the colour it costs."""
    kind = box.tile_kind[tile]
    reward = gain_text(words, (), as_tuple(box.pair_markers[box.basket[kind]])) or words.say("gain.nothing")
    tip = words.say("tip.tile", pair=pair_text(box, words, kind), reward=reward)
    badges = []
    if price != NONE:
        badges.append(words.value(COLOUR, price))
        summer = one_colour(words, Pool.MARKERS, box.marker[Deed.GATHERING], box.gathering_price)
        tip = f"{words.say('tip.tile_price', price=mix_text(words, 1 << price), marker=summer)} {tip}"
    if box.tile_development[tile]:
        badges.append(words.say("badge.development", points=box.tile_development[tile]))
    label, look = words.say(f"value.kind.{KIND_NAMES[kind]}"), f"tile-{KIND_NAMES[kind]}"
    return Piece(tile_id(tile), zone, slot, look, owner=owner, label=label, badges=badges, tip=tip)


@memoised
def fish_piece(
    box: Box, words: Words, fish: int, zone: str, slot: int, owner: int | None = None, colours: int = 0
) -> Piece:
    """A fish: on display with the colours (bits) of which it costs some, on the map, or caught."""
    value, kind = box.fish_value[fish], FISH_NAMES[box.fish_type[fish]]
    tip = words.say("tip.fish_owned" if owner is not None else "tip.fish_map", value=value)
    if colours:
        summer = one_colour(words, Pool.MARKERS, box.marker[Deed.FISHING], value)
        tip = words.say("tip.fish", price=some_text(words, colours, value), marker=summer, value=value)
    label = words.say("label.fish", kind=words.say(f"value.fish_type.{kind}"), value=value)
    return Piece(fish_id(fish), zone, slot, f"fish-{kind}-{value}", owner=owner, label=label, tip=tip)


@memoised
def hunt_piece(
    box: Box, words: Words, card: int, zone: str, slot: int, owner: int | None = None, colours: int = 0
) -> Piece:
    """A hunting card, on display with the colours (bits) of which it costs some."""
    species, value, points = SPECIES_NAMES[box.hunt_species[card]], box.hunt_value[card], box.hunt_points[card]
    values: dict[str, object] = {"points": points}
    badges = [words.say("badge.value", value=value)]
    look, told = f"animal-{species}", "animal"
    if box.animal_cards[box.hunt_species[card]] >> card & 1:
        badges.append(words.say("badge.points", points=points))
    else:
        rewards = (as_tuple(box.hunt_resources[card]), as_tuple(box.hunt_markers[card]), box.hunt_development[card])
        badges += [words.say("badge.footprint"), *reward_badges(words, *rewards)]
        look, told = f"footprint-{species}", "footprint"
        values = {"reward": gain_text(words, *rewards) or words.say("gain.nothing")}
    if colours:
        values["price"] = some_text(words, colours, value)
        values["marker"] = one_colour(words, Pool.MARKERS, box.marker[Deed.HUNTING], value)
    tip = words.say(f"tip.{told}" if colours else f"tip.{told}_owned", **values)
    word = words.value(SPECIES, box.hunt_species[card])
    return Piece(hunt_id(card), zone, slot, look, owner=owner, label=word, badges=badges, tip=tip)


@memoised
def card_piece(box: Box, words: Words, card: int, zone: str, slot: int, owner: int | None = None) -> Piece:
    """A ceremony card that the viewer may read; on display with what it costs."""
    value, development = box.card_value[card], box.card_development[card]
    badges = [words.say("badge.value", value=value)]
    if development:
        badges.append(words.say("badge.development", points=development))
    tip = card_tip(words, box, card)
    if owner is None:
        summer = one_colour(words, Pool.MARKERS, box.marker[Deed.CEREMONY], value)
        tip = f"{tip} {words.say('tip.card', value=value, marker=summer)}"
        if development:
            tip = f"{tip} {words.say('tip.card_gives', development=development)}"
    label = card_words(words, box, card, "short")
    return Piece(card_id(card), zone, slot, "card", owner=owner, label=label, badges=badges, tip=tip)


def display_pieces(view: State, box: Box, words: Words) -> list[Piece]:
    """Tiles, fish and cards on display."""
    found = []
    tile, rotation = view.price[Space.GATHERING], view.rotation[Space.GATHERING]
    river = view.price[Space.RIVER], view.rotation[Space.RIVER]
    fishing, hunting = (colours_on(box, *river, side) for side in (box.fishing_side, box.hunting_side))
    for slot, shown in enumerate(as_tuple(view.tile_slots)):
        if shown != NONE:
            price = shown_colour(box, tile, rotation, slot)
            found.append(tile_piece(box, words, shown, "gathering", SIDES + slot, price=price))
    for slot, shown in enumerate(as_tuple(view.fish_slots)):
        if shown != NONE:
            found.append(fish_piece(box, words, shown, "fish", slot, colours=fishing))
    for slot, shown in enumerate(as_tuple(view.hunting_row)):
        if shown != NONE:
            found.append(hunt_piece(box, words, shown, "hunting", slot, colours=hunting))
    for slot, shown in enumerate(as_tuple(view.ceremony_row)):
        if shown != NONE:
            found.append(card_piece(box, words, shown, "cards", slot))
    return found


@memoised
def colours_on(box: Box, tile: int, rotation: int, positions: int) -> int:
    """The colours a price tile shows at some positions; both as bits."""
    return sum(1 << shown_colour(box, tile, rotation, side) for side in range(SIDES) if positions >> side & 1)


@memoised
def stack_pieces(words: Words, tiles: int, fish: int, hunts: int, cards: int) -> tuple[Piece, ...]:
    """The face-down stacks with their sizes, and a cube of each colour to buy."""
    stacks = enumerate((("tile", tiles), ("fish", fish), ("hunt", hunts), ("card", cards)))
    found = [
        Piece(f"stack-{name}", "stacks", slot, f"{name}-back", face_up=False, count=count)
        for slot, (name, count) in stacks
        if count
    ]
    found += [Piece(f"supply-{name}", "supply", slot, f"cube-{name}") for slot, name in enumerate(COLOUR_NAMES)]
    return tuple(found)


@memoised
def next_pieces(box: Box, words: Words, tile: int, count: int) -> tuple[Piece, ...]:
    """R7: the price tile on top of the central stack, with its colours and the steps they will be worth."""
    label = words.say("piece.price_tile")
    found = [Piece("stack-price", "stacks", 4, "price-back", count=count, label=label)]
    for position in range(SIDES):
        colour = box.icons[tile][position]
        look, tip = f"side-{COLOUR_NAMES[colour]}", words.say("badge.movement", steps=box.movement[position])
        found.append(
            Piece(f"next-{COLOUR_NAMES[colour]}", "next", position, look, count=box.movement[position], tip=tip)
        )
    return tuple(found)


@memoised
def income_pieces(box: Box, words: Words) -> tuple[Piece, ...]:
    """PH-SU4: what the fishing track pays, on the spaces from which it does."""
    return tuple(
        Piece(
            f"income-{space}", "fishing", space, f"income-{space}",
            label=words.say("label.income", space=space, income=income_text(box, space)),
            tip=words.say("tip.income", income=income_phrase(box, words, space)),
        )
        for space in income_spaces(box)
    )  # fmt: skip


@memoised
def order_pieces(names: tuple[str, ...], seats: tuple[int, ...], zone: str, look: str) -> tuple[Piece, ...]:
    """Players in a row: the turn order, or the ceremony track."""
    ids = {"order": "cylinder", "track": "ceremony"}
    return tuple(
        piece(
            f"{ids[zone]}{seat}", zone, place, f"{look}-{PLAYERS[seat][0]}", owner=seat,
            label=f"{place + 1} {names[seat]}",
        )
        for place, seat in enumerate(seats)
    )  # fmt: skip


@memoised
def disc_pieces(name: str, seat: int, fishing: int, points: int, development: int) -> tuple[Piece, ...]:
    """A player's discs on the fishing, score and development tracks; they tell the number where the space does not."""
    look = f"disc-{PLAYERS[seat][0]}"
    return tuple(
        piece(
            f"{zone}{seat}", zone, slot, look, owner=seat, count=None if slot == number else number,
            label=f"{name} {number}",
        )
        for zone, slot, number in (
            ("fishing", fishing, fishing),
            ("score", points % SCORE_SPACES, points),
            ("development", min(development, DEVELOPMENT_SPACES - 1), development),
        )
    )  # fmt: skip
