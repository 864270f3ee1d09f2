"""What the scene shows that hardly ever changes: looks, zones, printed cards, with their words.

Everything here is memoised by what it depends on (see `firstfire.kernel.presentation.memo`): the box is frozen.
"""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.presentation.memo import memoised, piece
from firstfire.kernel.presentation.scene import Look, Piece, Zone
from firstfire.kernel.presentation.words import Words

from ..box import (
    CARDS,
    CRAFT_KEYS,
    CRAFTS,
    EFFECT_KEYS,
    EFFECTS,
    HEIGHTS,
    PLACE_KEYS,
    PLACES,
    RESOURCE_KEYS,
    TOKENS,
    Box,
    CardKind,
    LinkEffect,
)
from ..state import COLOURS
from .layout import COMMON, LINK_SIZE, PLACE_SIZE, ZONE_SIZE, clan_boxes, clan_parts, on_board, part, spot
from .phrases import (
    all_of,
    amount_words,
    cost_words,
    craft_words,
    effect_words,
    face_words,
    materials,
    place_signs,
    place_tip,
    place_words,
    printed_words,
    wants_words,
)

PART_KINDS = {
    "nomads": "tokens", "reserve": "tokens", "food": "tokens", "totem": "tokens", "tents": "slots",
}  # fmt: skip # the others are rows
GROUNDS = ("forest", "hunting", "tanning")
SEAT_COLOURS = ("red", "blue", "yellow", "green")
SECOND_COLOURS = ("black", "white")  # of the second nomads with two players, who have another shape as well
RESOURCE_COLOURS = ("#7B4A21", "#C99A5B", "#A63A2E", "#B98C6A", "#D9D2C0")
CRAFT_ART = {"drum": "drum", "bow": "bow", "clothing": "hide"}
EFFECT_ART = {
    "generosity": ("generosity", "+"), "gain_any": ("plus", "+"), "place_tent": ("tent", ""),
    "place_food": ("pot", ""), "place_craft": ("craft", ""), "place_totem": ("totem", ""),
    "renew_craft": ("wheel", ""), "take_token": ("link", ""),
}  # fmt: skip
# name, shape, art, letter, colour, width, height
PLAIN_LOOKS = (
    ("visitor", "meeple", "hunter", "", "purple", 50, 58),
    ("generosity", "token", "generosity", "", "yellow", 34, 34),
    ("buffalo", "disc", "buffalo", "", "green", 40, 40), ("buffalo_hunted", "disc", "meat", "", "red", 40, 40),
    ("copy_on", "token", "copy", "", "green", 36, 36), ("copy_off", "token", "copy", "", "grey", 36, 36),
    ("first", "token", "first-player", "1", "white", 36, 36),
    ("gate", "chip", "trap", "!", "grey", 36, 30), ("trade", "card", "trade", "", "brown", 84, 60),
    ("objective", "card", "objective", "", "purple", 54, 76), ("back", "card", "village", "", "charcoal", 54, 76),
)  # fmt: skip

# ------------------------------------------------------------------------------ looks


def seat_colours(box: Box) -> tuple[str, ...]:
    """The colour of each seat."""
    return SEAT_COLOURS


@memoised
def looks(box: Box, words: Words, seats: int, names: tuple[str, ...]) -> tuple[Look, ...]:
    """How everything looks; letters and shapes say what colours say."""
    found = []
    for i, key in enumerate(RESOURCE_KEYS):
        alt = words.say(f"piece.{key}")
        found.append(Look(key, "token", key, "", alt[0].upper(), RESOURCE_COLOURS[i], alt, 34, 34))
    for colour in range(COLOURS):
        second = colour >= seats
        letter = "ABCD"[colour % seats] + ("2" if second else "")
        worn = (*SEAT_COLOURS[:2], *SECOND_COLOURS)[colour] if box.counts[seats].colours > 1 else "nomad"
        alt = words.say(f"piece.{worn}", seat=names[colour % seats])
        tint = SECOND_COLOURS[colour % 2] if second else ""
        figure = "pawn" if second else "nomad"
        found.append(Look(f"nomad-{colour}", "meeple", figure, "", letter, tint, alt, 42, 49))
    for card in range(CRAFTS):
        kind = CRAFT_KEYS[box.crafts[card].kind]
        alt = words.say(f"craft_type.{kind}")
        points = str(box.crafts[card].points)
        found.append(Look(f"craft-{card}", "card", CRAFT_ART[kind], "craft", points, "ochre", alt, 54, 76))
    for number in range(EFFECTS):
        art, sign = effect_art(box, number)
        alt = effect_words(box, number, words)
        found.append(Look(f"effect-{number}", "chip", art, "", sign, "bone", alt, 26, 26))
        found.append(Look(f"token-{number}", "token", art, "link", sign, "bone", alt, 36, 36))
    for card in range(CARDS):
        art, sign = card_art(box, card)
        found.append(Look(f"card-{card}", "card", art, "elder", sign, "teal", words.say("piece.card"), 54, 76))
    for player, name in enumerate(names):
        alt = words.say("piece.totem_token", seat=name)
        found.append(Look(f"totem-token-{player}", "disc", "totem", "", "ABCD"[player], "", alt, 30, 30))
    for tent in range(box.tents):
        points = str(box.tent_points[tent + 1])
        found.append(Look(f"tent-{tent + 1}", "tile", "tent", "", points, "", words.say("piece.tent"), 70, 60))
    for name, shape, art, letter, tint, w, h in PLAIN_LOOKS:
        found.append(Look(name, shape, art, art, letter, tint, words.say(f"piece.{name}"), w, h))
    return tuple(found)


def effect_art(box: Box, number: int) -> tuple[str, str]:
    """The picture of a link effect, and + before what is gained."""
    effect = box.effects[number]
    if effect.kind == LinkEffect.GAIN:
        return RESOURCE_KEYS[effect.resource], "+"
    return EFFECT_ART[EFFECT_KEYS[effect.kind]]


def card_art(box: Box, card: int) -> tuple[str, str]:
    """The picture of a Neta-Tanka card, and how many are gained."""
    printed = box.cards[card]
    if printed.resource < 0:
        return ("tent", "+") if printed.kind == CardKind.TENTS else ("craft", "+")
    return RESOURCE_KEYS[printed.resource], f"+{printed.amount}"


# ------------------------------------------------------------------------------ zones


@memoised
def village_zones(box: Box, words: Words) -> tuple[Zone, ...]:
    """The board with its links drawn, a small ground for the bonus of each link, Forest and Areas, the supply."""
    cells = [spot(box.places[i].x, box.places[i].y) for i in range(PLACES)]
    links = [(box.links[i].a, box.links[i].b, "") for i in range(box.link_count)]
    tip = words.say("tip.village")
    label = words.say("zone.village")
    found = [Zone("village", "map", *COMMON["village"], label, cells=cells, links=links, art="village", tip=tip)]
    for number in range(box.link_count):
        one, other = box.places[box.links[number].a], box.places[box.links[number].b]
        boxes = on_board((one.x + other.x) / 2, (one.y + other.y) / 2, LINK_SIZE)
        ends = " – ".join(f"{end + 1} {place_words(end, words)}" for end in (box.links[number].a, box.links[number].b))
        found.append(Zone(f"path-K{number + 1}", "area", *boxes, tip=ends, parent="village"))
    spoils = amount_words(box.cap_resource, box.cap, words)
    tips = (words.say("tip.forest"), words.say("tip.hunting"), words.say("tip.tanning", spoils=spoils))
    for i, name in enumerate(GROUNDS):
        boxes = on_board(box.zone_x[i], box.zone_y[i], ZONE_SIZE)
        label = words.say(f"zone.{name}")
        found.append(Zone(name, "tokens", *boxes, label, art=name, tip=tips[i], parent="village"))
    found.append(Zone("supply", "tokens", *COMMON["supply"], words.say("zone.supply"), tip=words.say("tip.supply")))
    return tuple(found)


def short_label(place: int, words: Words) -> str:
    """A place by its number and short name."""
    return f"{place + 1} {words.say(f'short.{PLACE_KEYS[place]}')}"


@memoised
def place_zones(box: Box, words: Words, slots: tuple[int, ...], trade: int) -> tuple[Zone, ...]:
    """The places of the village; `trade` is the trade card of the round."""
    return tuple(_place_zone(box, words, place, slots[place], trade) for place in range(PLACES))


def _place_zone(box: Box, words: Words, place: int, slots: int, trade: int) -> Zone:
    """One place with its slots and what it gives."""
    boxes = on_board(box.places[place].x, box.places[place].y, PLACE_SIZE)
    tip = f"{place_words(place, words)}. {place_tip(box, place, words)}"
    signs = list(place_signs(box, words, place, trade))
    return Zone(
        f"place-{PLACE_KEYS[place]}", "slots", *boxes, short_label(place, words), capacity=slots or None, tip=tip,
        parent="village", signs=signs,
    )  # fmt: skip


@memoised
def card_zones(words: Words, craft_left: int, card_left: int) -> tuple[Zone, ...]:
    """Both displays, both piles with the number of their cards, the stack of link tokens."""
    craft_pile = words.say("zone.craft_pile", count=craft_left)
    card_pile = words.say("zone.card_pile", count=card_left)
    tip = words.say("tip.pile")
    return (
        Zone("craft_display", "row", *COMMON["craft_display"], words.say("zone.craft_display")),
        Zone("craft_pile", "pile", *COMMON["craft_pile"], craft_pile, tip=tip),
        Zone("card_display", "row", *COMMON["card_display"], words.say("zone.card_display")),
        Zone("card_pile", "pile", *COMMON["card_pile"], card_pile, tip=tip),
        Zone("tokens", "tokens", *COMMON["tokens"], words.say("zone.tokens"), tip=words.say("tip.tokens")),
    )


@memoised
def trade_zones(words: Words, number: int, rounds: int) -> tuple[Zone, Zone]:
    """The trade card of the round; beside it the stack, which counts the rounds, and the visitor."""
    label = words.say("zone.trade", round=number, rounds=rounds)
    tip = words.say("tip.trade_card")
    side = Zone("trade_side", "tokens", *COMMON["trade_side"], words.say("zone.trade_side"))
    return Zone("trade", "row", *COMMON["trade"], label, tip=tip), side


@memoised
def totem_zones(box: Box, words: Words, seats: int) -> tuple[Zone, ...]:
    """The totem board: a cell for each place in the race, with the points it gives."""
    wide, tall = COMMON["totem_board"]
    tip = words.say("tip.totem_board")
    found = [Zone("totem_board", "panel", wide, tall, words.say("zone.totem_board"), tip=tip)]
    for cell in range(seats):
        share = (cell / seats, 0.25, 1 / seats, 0.75)
        boxes = (part(wide, share), part(tall, share))
        points = cell_words(box, words, seats, cell)
        key = "cell_first" if cell == seats - 1 else "cell_middle" if cell else "cell_last"
        label = words.say(f"zone.{key}", points=points, rank=seats - cell)
        tip = words.say("tip.totem_cell", points=points)
        found.append(Zone(f"totem-cell-{cell}", "slots", *boxes, label, tip=tip, parent="totem_board"))
    return tuple(found)


@memoised
def cell_words(box: Box, words: Words, seats: int, cell: int) -> str:
    """The points of a cell of the totem board; where it looks at the height, from which height on."""
    printed = [box.totem_cells[seats][cell][height] for height in range(HEIGHTS + 1)]
    steps = [height for height in range(1, HEIGHTS + 1) if printed[height] != printed[height - 1]]
    later = [words.say("zone.cell_from", points=printed[height], height=height) for height in steps]
    return ", ".join([str(printed[0]), *later])


@memoised
def clan_zones(words: Words, player: int, viewer: int, seats: int, name: str) -> tuple[Zone, ...]:
    """One clan board and its parts."""
    wide, tall = clan_boxes(player, viewer, seats)
    board = f"clan{player}"
    found = [Zone(board, "panel", wide, tall, name, owner=player)]
    tips = {
        "reserve": words.say("tip.reserve"), "tents": words.say("tip.tents"), "crafts": words.say("tip.crafts"),
        "food": words.say("tip.food"), "totem": words.say("tip.totem"),
    }  # fmt: skip
    for key, boxes in clan_parts(wide, tall).items():
        label = words.say(f"zone.{key}")
        kind = PART_KINDS.get(key, "row")
        tip = tips.get(key, "")
        found.append(Zone(f"{key}{player}", kind, *boxes, label, owner=player, tip=tip, parent=board))
    return tuple(found)


# ----------------------------------------------------------------------------- pieces


@memoised
def supply_pieces(words: Words) -> tuple[Piece, ...]:
    """One token of each kind, to click on."""
    found = [Piece(f"supply-{key}", "supply", i, key) for i, key in enumerate(RESOURCE_KEYS)]
    return (*found, Piece("supply-generosity", "supply", 5, "generosity", tip=words.say("tip.generosity")))


@memoised
def link_pieces(box: Box, words: Words, usable: int, player: int) -> tuple[Piece, ...]:
    """The bonuses of all links; the player may use some of them."""
    owners = (player if usable >> number & 1 else None for number in range(box.link_count))
    return tuple(_link_piece(box, words, number, owner) for number, owner in enumerate(owners))


def _link_piece(box: Box, words: Words, number: int, owner: int | None) -> Piece:
    """The bonus in the middle of a link; it has an owner while that player may use it."""
    link = box.links[number]
    effect = effect_words(box, link.effect, words)
    name = f"K{number + 1}"
    ends = f"{place_words(link.a, words)} – {place_words(link.b, words)}"
    tip = f"{ends}. {words.say('tip.link', effect=effect)}"
    return Piece(f"link-{name}", f"path-{name}", 0, f"effect-{link.effect}", owner=owner, tip=tip)


@memoised
def craft_piece(
    box: Box, words: Words, card: int, zone: str, slot: int, lying: tuple[int, int], owner: int | None, finished: bool
) -> Piece:  # fmt: skip
    """A craft card with its cost and points; in a clan, what lies on it of what it needs."""
    printed = box.crafts[card]
    wants = wants_words(words, lying, materials(printed.cost))
    tip = words.say("tip.craft_card", cost=cost_words(box, card, words), points=printed.points)
    badges: list[str] = []
    if finished:
        badges = [words.say("label.finished")]
    elif owner is not None:
        badges = list(wants.have)
        tip = f"{tip} {words.say('tip.craft_wants', wants=wants.missing)}"
    text = craft_words(box, card, words)
    return Piece(f"craft-C{card + 1}", zone, slot, f"craft-{card}", owner=owner, label=text, badges=badges, tip=tip)


@memoised
def card_piece(box: Box, words: Words, card: int, zone: str, slot: int, owner: int | None) -> Piece:
    """A Neta-Tanka card and what its face does."""
    tip = words.say("tip.card", effect=face_words(box, card, words))
    text = printed_words(box, card, words)
    return Piece(f"card-N{card + 1}", zone, slot, f"card-{card}", owner=owner, label=text, tip=tip)


@memoised
def token_piece(box: Box, words: Words, token: int, zone: str, slot: int, owner: int | None) -> Piece:
    """A link token and its effect."""
    name = f"J{token + 1}"
    tip = words.say("tip.token", effect=effect_words(box, box.token_effect[token], words))
    return Piece(f"token-{name}", zone, slot, f"token-{box.token_effect[token]}", owner=owner, tip=tip)


@memoised
def tent_piece(box: Box, words: Words, player: int, tent: int, slot: int, skins: int, wood: int) -> Piece:
    """A tent: its points, what lies on it of what it needs, what is missing."""
    points = box.tent_points[tent + 1]
    wants = wants_words(words, (wood, skins), materials(box.tent_slots))
    tip = words.say("tip.tent", points=points)
    badges = list(wants.have)
    if wants.missing:
        tip = f"{tip} {words.say('tip.tent_wants', wants=wants.missing)}"
    else:
        badges = [words.say("label.done")]
    label = words.say("label.tent", number=tent + 1, points=points)
    zone = f"tents{player}"
    return Piece(
        f"tent{player}-{tent + 1}", zone, slot, f"tent-{tent + 1}", owner=player, label=label, badges=badges, tip=tip
    )


@memoised
def gate_piece(words: Words, player: int, tent: int, slot: int, asked: tuple[int, ...]) -> Piece:
    """The tokens a gate still asks, each on a badge."""
    label = words.say("label.gate", number=tent + 1)
    badges = [amount_words(resource, count, words) for resource, count in enumerate(asked) if count > 0]
    tip = words.say("tip.gate", number=tent + 1, asked=all_of(badges, words))
    zone = f"tents{player}"
    return Piece(f"gate{player}-{tent + 1}", zone, slot, "gate", owner=player, label=label, badges=badges, tip=tip)


@memoised
def ground_pieces(
    box: Box, words: Words, wood: int, mushrooms: int, skins: int, meat: int, hunted: int
) -> tuple[Piece, ...]:
    """What lies in the Forest and the Tanning Area, and the buffalo."""
    lying = (("forest", 0, wood), ("forest", 3, mushrooms), ("tanning", 1, skins), ("tanning", 2, meat))
    found = []
    for where, resource, count in lying:
        if count > 0:
            key = RESOURCE_KEYS[resource]
            found.append(piece(f"{where}-{key}", where, resource, key, count=count))
    for i in range(box.buffalo):
        look = "buffalo_hunted" if i < hunted else "buffalo"
        badges = (words.say("label.hunted"),) * (i < hunted)
        found.append(piece(f"buffalo-{i}", "hunting", i, look, badges=badges))
    return tuple(found)


@memoised
def nomad_piece(
    box: Box, words: Words, seats: int, colour: int, place: int, slot: int, down: int, is_copy: bool
) -> Piece:  # fmt: skip
    """A nomad on the board; one that is laid down is done."""
    badges = [words.say("label.done")] if down else []
    if is_copy:
        badges.append(words.say("label.copy"))
    if box.must_act >> place & 1 and not down:
        badges.append(words.say("label.must"))
    target = box.places[place].mission_to
    tip = words.say("label.mission", place=place_words(target, words)) if target >= 0 else ""
    key = PLACE_KEYS[place]
    return Piece(
        f"nomad-{colour}-{key}", f"place-{key}", slot, f"nomad-{colour}", turned=down, owner=colour % seats,
        badges=badges, tip=tip,
    )  # fmt: skip


class Display(NamedTuple):
    """The cards of a display, how many lie in its pile, and the open one there."""

    cards: tuple[int, ...]
    left: int
    top: int


@memoised
def displays(
    box: Box, words: Words, crafts: Display, cards: Display, tokens: int
) -> tuple[Piece, ...]:  # fmt: skip
    """Both displays, both piles with their open top card, the link tokens."""
    bare = (0, 0)
    found = [
        craft_piece(box, words, card, "craft_display", i, bare, None, False) for i, card in enumerate(crafts.cards)
    ]
    if crafts.left > 0:
        found.append(craft_piece(box, words, crafts.top, "craft_pile", 0, bare, None, False))
    found += [card_piece(box, words, card, "card_display", i, None) for i, card in enumerate(cards.cards)]
    if cards.left > 0:
        found.append(card_piece(box, words, cards.top, "card_pile", 0, None))
    found += [token_piece(box, words, i, "tokens", i, None) for i in range(TOKENS) if tokens >> i & 1]
    return tuple(found)
