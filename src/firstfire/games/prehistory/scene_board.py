"""The main board in the scene: price tiles, pillars, displays, stacks, tracks."""

from __future__ import annotations

from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Piece, Zone
from firstfire.kernel.words import Words

from .actions import CARD, COLOUR, FISH_TILE, HUNT, PRICE_TILE, SPECIES, TILE
from .box import COLOUR_NAMES, DEED_NAMES, FISH_NAMES, KIND_NAMES, SPECIES_NAMES, SYMBOL_NAMES, Box
from .prices import colour_at, movement_worth
from .scene_common import (
    PLAYERS,
    SPACE_NAMES,
    card_id,
    card_tip,
    cells_around,
    fish_id,
    hunt_id,
    named,
    reward_text,
    shaman_id,
    side_id,
    tile_id,
)  # fmt: skip
from .state import COLOURS, NONE, SHOWN_CARDS, SHOWN_TILES, SIDES, Phase, Space, State

LAST_SPACE = 100  # of the score track; it goes round again


def board_zones(view: State, box: Box, words: Words) -> list[Zone]:
    """The zones of the main board."""
    zones = [ring_zone(view, box, space, words) for space in range(SIDES)]
    for i, deed in enumerate(DEED_NAMES):
        wide = Rect(1350 + 120 * (i % 2), 205 + 76 * (i // 2), 118, 74)
        label = words.say("zone.pillar", deed=words.say(f"value.deed.{deed}"))
        tall = Rect(5 + 99 * i, 966, 97, 90)
        zones.append(Zone(f"pillar-{deed}", "tokens", wide, tall, label=label, tip=words.say("tip.pillar")))
    zones += [
        _zone("fish", "slots", words, Rect(610, 205, 490, 95), Rect(5, 1060, 590, 95), capacity=SHOWN_TILES),
        _zone("hunting", "slots", words, Rect(610, 305, 490, 148), Rect(5, 1160, 590, 140), SHOWN_CARDS, "animal"),
        _zone("cards", "slots", words, Rect(610, 458, 490, 150), Rect(5, 1305, 590, 140), SHOWN_CARDS, "ceremony"),
        _zone("stacks", "row", words, Rect(1110, 438, 236, 80), Rect(5, 1450, 290, 80)),
        _zone("order", "row", words, Rect(1110, 522, 236, 42), Rect(5, 1535, 290, 45)),
        _zone("track", "row", words, Rect(1350, 522, 240, 42), Rect(305, 1535, 290, 45)),
        _zone("fishing", "track", words, Rect(1110, 568, 480, 42), Rect(5, 1585, 590, 50), box.track_length + 1),
        _zone("score", "track", words, Rect(10, 615, 790, 48), Rect(5, 1640, 590, 50), capacity=LAST_SPACE),
        _zone("development", "track", words, Rect(805, 615, 785, 48), Rect(5, 1695, 590, 50), capacity=41),
    ]  # fmt: skip
    supply = words.say("tip.supply", resource=box.resource_price, marker=box.marker_price)
    label = words.say("zone.supply")
    zones.append(Zone("supply", "tokens", Rect(1350, 438, 240, 80), Rect(305, 1450, 290, 80), label=label, tip=supply))
    return zones


def _zone(
    name: str, kind: str, words: Words, wide: Rect, tall: Rect, capacity: int | None = None, tip: str = ""
) -> Zone:
    label, text = words.say(f"zone.{name}"), words.say(f"tip.{tip or name}")
    columns = capacity if kind == "slots" else None
    return Zone(name, kind, wide, tall, label=label, capacity=capacity, columns=columns, tip=text)


def ring_zone(view: State, box: Box, space: int, words: Words) -> Zone:
    """A price tile: its six colours, then what lies around it, then two arrows while it may be turned."""
    name = SPACE_NAMES[space]
    ring = cells_around(0.22, 0.42)
    around = ring[SIDES:]
    if space == Space.RIVER:
        around = [ring[SIDES], ring[SIDES + 3]]
    elif space == Space.MIGRATION:
        around = [ring[SIDES + position] for position in range(SIDES) if box.migration_side >> position & 1]
    cells = [*ring[:SIDES], *around]
    if view.phase == Phase.TURN_TILE and space != Space.CENTRAL:
        cells += [(0.42, 0.5), (0.58, 0.5)]
    wide = Rect(1110, 205, 230, 230) if space == Space.CENTRAL else Rect(610 + 196 * space, 10, 190, 190)
    tall = Rect(5 + 198 * (space % 3), 570 + 198 * (space // 3), 195, 195)
    label, tip = words.say(f"zone.{name}"), words.say(f"tip.{name}")
    return Zone(name, "area", wide, tall, label=label, cells=cells, art="price", tip=tip)


def board_pieces(view: State, box: Box, words: Words, names: list[str]) -> list[Piece]:
    """Everything that lies on the main board."""
    return [
        *price_pieces(view, box, words), *shaman_pieces(view, words, names), *pillar_pieces(view, words),
        *display_pieces(view, box, words), *stack_pieces(view, words), *track_pieces(view, box, words, names),
    ]  # fmt: skip


def price_pieces(view: State, box: Box, words: Words) -> list[Piece]:
    """The colours of the price tiles at their positions; arrows while one is to be turned."""
    found = []
    for space in range(SIDES):
        for position in range(SIDES):
            colour = colour_at(view, box, space, position)
            piece = Piece(side_id(space, colour), SPACE_NAMES[space], position, f"side-{COLOUR_NAMES[colour]}")
            if space == Space.CENTRAL:
                piece.count = movement_worth(view, box, colour)
                piece.tip = words.say("badge.movement", steps=piece.count)
            elif space == Space.RIVER:
                deed = "hunting" if box.hunting_side >> position & 1 else "fishing"
                piece.badges = [words.say(f"value.deed.{deed}")]
            elif space == Space.MIGRATION and box.migration_side >> position & 1:
                piece.badges = [words.say("zone.migration")]
            found.append(piece)
    found += sign_pieces(view, box, words)
    if view.phase == Phase.TURN_TILE:
        for space in range(Space.CENTRAL):
            last = SIDES + (2 if space in (Space.RIVER, Space.MIGRATION) else SIDES)
            for i, way in enumerate(("counterclockwise", "clockwise")):
                found.append(Piece(f"turn-{SPACE_NAMES[space]}-{way}", SPACE_NAMES[space], last + i, f"turn-{way}"))
    return found


def sign_pieces(view: State, box: Box, words: Words) -> list[Piece]:
    """What is printed around the price tiles: symbols with their prices, halves of the river, the six pillars."""
    found = []
    for position in range(SIDES):
        symbol = SYMBOL_NAMES[box.symbol[position]]
        price = words.value(COLOUR, colour_at(view, box, Space.PAINTING, position))
        found.append(Piece(f"symbol-{symbol}", "painting", SIDES + position, f"symbol-{symbol}", badges=[price]))
    for slot, deed in enumerate(("hunting", "fishing")):
        found.append(Piece(f"river-{deed}", "river", SIDES + slot, f"deed-{deed}"))
    for slot in range(2):
        found.append(Piece(f"way-{slot}", "migration", SIDES + slot, "deed-migration"))
    for i, deed in enumerate(DEED_NAMES):
        found.append(Piece(f"deed-{deed}", "central", SIDES + box.pillar_position[i], f"deed-{deed}"))
    return found


def shaman_pieces(view: State, words: Words, names: list[str]) -> list[Piece]:
    """Shamans around the fire; those of different players may share a position."""
    found = []
    for seat in range(view.seats):
        for position in range(SIDES):
            if view.tribes[seat].shamans >> position & 1:
                found.append(
                    Piece(
                        shaman_id(view, seat, position), "ceremony", SIDES + position,
                        f"shaman-{PLAYERS[seat][0]}", owner=seat, label=named(words, names[seat], position),
                        tip=words.say("tip.shaman"),
                    )
                )  # fmt: skip
    return found


def pillar_pieces(view: State, words: Words) -> list[Piece]:
    """Cubes on the tops of the pillars, and at their feet."""
    found = []
    for i, deed in enumerate(DEED_NAMES):
        for colour, name in enumerate(COLOUR_NAMES):
            if view.top[i][colour]:
                label = words.say("piece.cube", colour=words.value(COLOUR, colour))
                found.append(
                    Piece(
                        f"top-{deed}-{name}",
                        f"pillar-{deed}",
                        colour,
                        f"marker-{name}",
                        count=view.top[i][colour],
                        label=label,
                    )
                )
        for slot in range(view.base_count[i]):
            colour = view.base[i][slot]
            label = words.say("piece.base", colour=words.value(COLOUR, colour))
            look = f"cube-{COLOUR_NAMES[colour]}"
            found.append(Piece(f"base-{deed}-{slot}", f"pillar-{deed}", COLOURS + slot, look, label=label))
    return found


def tile_piece(view: State, box: Box, words: Words, tile: int, zone: str, slot: int) -> Piece:
    """A gathering tile."""
    kind = box.tile_kind[tile]
    reward = reward_text(words, (), box.pair_markers[box.basket[kind]], 0)
    badges = [words.say("badge.development", points=box.tile_development[tile])] if box.tile_development[tile] else []
    tip = words.say("tip.tile", reward=reward)
    label = words.value(TILE, tile)
    return Piece(tile_id(tile), zone, slot, f"tile-{KIND_NAMES[kind]}", label=label, badges=badges, tip=tip)


def fish_piece(view: State, box: Box, words: Words, fish: int, zone: str, slot: int) -> Piece:
    """A fish."""
    badges = [str(box.fish_value[fish])]
    look = f"fish-{FISH_NAMES[box.fish_type[fish]]}"
    label = words.value(FISH_TILE, fish)
    return Piece(fish_id(fish), zone, slot, look, label=label, badges=badges, tip=words.say("tip.fish"))


def hunt_piece(view: State, box: Box, words: Words, card: int, zone: str, slot: int) -> Piece:
    """A hunting card."""
    species = SPECIES_NAMES[box.hunt_species[card]]
    word = words.value(SPECIES, box.hunt_species[card])
    made = Piece(
        hunt_id(card), zone, slot, f"animal-{species}", badges=[words.say("badge.value", value=box.hunt_value[card])]
    )
    if box.animal_cards[box.hunt_species[card]] >> card & 1:
        made.badges.append(words.say("badge.points", points=box.hunt_points[card]))
        made.tip = words.say("tip.animal")
    else:
        word = words.say("piece.footprint", species=word)
        reward = reward_text(words, box.hunt_resources[card], box.hunt_markers[card], box.hunt_development[card])
        made.look = f"footprint-{species}"
        made.badges.append(reward)
        made.tip = words.say("tip.footprint", reward=reward)
    made.label = f"{word} ({HUNT.values[card]})"
    return made


def card_piece(view: State, box: Box, words: Words, card: int, zone: str, slot: int) -> Piece:
    """A ceremony card that the viewer may read."""
    badges = [words.say("badge.value", value=box.card_value[card])]
    if box.card_development[card]:
        badges.append(words.say("badge.development", points=box.card_development[card]))
    tip = card_tip(words, box, card)
    return Piece(card_id(card), zone, slot, "card", label=named(words, CARD.values[card], tip), badges=badges, tip=tip)


def display_pieces(view: State, box: Box, words: Words) -> list[Piece]:
    """Tiles, fish and cards on display."""
    found = []
    for slot in range(SHOWN_TILES):
        if view.tile_slots[slot] != NONE:
            piece = tile_piece(view, box, words, view.tile_slots[slot], "gathering", SIDES + slot)
            piece.badges.append(words.value(COLOUR, colour_at(view, box, Space.GATHERING, slot)))
            found.append(piece)
        if view.fish_slots[slot] != NONE:
            found.append(fish_piece(view, box, words, view.fish_slots[slot], "fish", slot))
    for slot in range(SHOWN_CARDS):
        if view.hunting_row[slot] != NONE:
            found.append(hunt_piece(view, box, words, view.hunting_row[slot], "hunting", slot))
        if view.ceremony_row[slot] != NONE:
            found.append(card_piece(view, box, words, view.ceremony_row[slot], "cards", slot))
    return found


def stack_pieces(view: State, words: Words) -> list[Piece]:
    """The face-down stacks with their sizes, and the top of the central stack (R7)."""
    found = []
    for slot, (name, count) in enumerate(
        (
            ("tile", view.tile_count),
            ("fish", view.fish_count),
            ("hunt", view.hunting_count),
            ("card", view.ceremony_count),
        )
    ):
        if count:
            found.append(Piece(f"stack-{name}", "stacks", slot, f"{name}-back", face_up=False, count=count))
    if view.stack_count:
        tile = PRICE_TILE.values[view.stack[view.stack_count - 1]]
        label = words.say("piece.price_tile", tile=tile)
        found.append(Piece("stack-price", "stacks", 4, "price-back", count=view.stack_count, label=label))
    for colour, name in enumerate(COLOUR_NAMES):
        found.append(Piece(f"supply-{name}", "supply", colour, f"cube-{name}"))
    return found


def track_pieces(view: State, box: Box, words: Words, names: list[str]) -> list[Piece]:
    """Turn order, ceremony track, fishing, score and development tracks."""
    found = []
    for turn in range(view.seats):
        seat = view.order[turn]
        found.append(
            Piece(
                f"cylinder{seat}",
                "order",
                turn,
                f"cylinder-{PLAYERS[seat][0]}",
                owner=seat,
                label=f"{turn + 1} {names[seat]}",
            )
        )
    for place in range(view.track_count):
        seat = view.track[place]
        found.append(
            Piece(
                f"ceremony{seat}",
                "track",
                place,
                f"disc-{PLAYERS[seat][0]}",
                owner=seat,
                label=f"{place + 1} {names[seat]}",
            )
        )
    for seat in range(view.seats):
        tribe = view.tribes[seat]
        look = f"disc-{PLAYERS[seat][0]}"
        income = words.say(
            "badge.income", points=box.income_points[tribe.fishing], development=box.income_development[tribe.fishing]
        )
        for zone, slot, number, badges in (
            ("fishing", tribe.fishing, tribe.fishing, [income]),
            ("score", tribe.points % LAST_SPACE, tribe.points, []),
            ("development", min(tribe.development, 40), tribe.development, []),
        ):
            label = named(words, names[seat], number)
            found.append(Piece(f"{zone}{seat}", zone, slot, look, owner=seat, label=label, badges=badges))
    return found
