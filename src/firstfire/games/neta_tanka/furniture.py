"""What the scene shows that hardly ever changes: looks, zones, printed cards, with their words.

Everything here is remembered by what it depends on (see `firstfire.kernel.furniture`): the box is still.
"""

from __future__ import annotations

from firstfire.kernel.furniture import piece, remembered
from firstfire.kernel.scene import Look, Piece, Zone
from firstfire.kernel.words import Words

from .box import (
    CARD_KEYS,
    CARDS,
    CRAFT_KEYS,
    CRAFTS,
    EFFECT_KEYS,
    EFFECTS,
    HEIGHTS,
    MATERIALS,
    PLACE_KEYS,
    PLACES,
    RESOURCE_KEYS,
    SIDE_KEYS,
    SOURCE_KEYS,
    TOKENS,
    Box,
    CardKind,
    Effect,
)
from .layout import COMMON, LINK_SIZE, PLACE_SIZE, ZONE_SIZE, clan_boxes, clan_parts, on_board, part, spot
from .state import COLOURS

PART_KINDS = {"reserve": "tokens", "food": "tokens", "totem": "tokens", "tents": "slots"}  # the others are rows
GROUNDS = ("forest", "hunting", "tanning")
SEAT_COLOURS = ("red", "blue", "yellow", "green")
SECOND_COLOURS = ("charcoal", "bone")  # of the second nomads with two players, who have another shape as well
RESOURCE_COLOURS = ("#7B4A21", "#C99A5B", "#A63A2E", "#B98C6A", "#D9D2C0")
RESOURCE_LETTERS = ("W", "S", "M", "F", "K")
CRAFT_ART = {"drum": "drum", "bow": "bow", "clothing": "hide"}
EFFECT_ART = {
    "generosity": ("generosity", "+G"), "gain_any": ("plus", "+?"), "place_tent": ("tent", "T"),
    "place_food": ("pot", "F"), "place_craft": ("craft", "C"), "place_totem": ("totem", "P"),
    "renew_craft": ("wheel", "R"), "take_token": ("link", "J"),
}  # fmt: skip
# name, shape, art, letter, colour, width, height
PLAIN_LOOKS = (
    ("visitor", "meeple", "hunter", "V", "white", 34, 40), ("generosity", "token", "generosity", "G", "yellow", 34, 34),
    ("buffalo", "disc", "buffalo", "B", "green", 40, 40), ("buffalo_hunted", "disc", "meat", "H", "red", 40, 40),
    ("copy_on", "token", "copy", "C", "green", 36, 36), ("copy_off", "token", "copy", "·", "grey", 36, 36),
    ("first", "token", "first-player", "1", "white", 36, 36), ("tent", "tile", "tent", "", "", 70, 60),
    ("gate", "chip", "trap", "!", "grey", 36, 30), ("trade", "card", "trade", "", "brown", 84, 60),
    ("objective", "card", "objective", "O", "purple", 54, 76), ("back", "card", "village", "", "charcoal", 54, 76),
)  # fmt: skip

# ------------------------------------------------------------------------------ words


def resource_words(resource: int, words: Words) -> str:
    """The word for a resource."""
    return words.say(f"value.resource.{RESOURCE_KEYS[resource]}")


def place_words(place: int, words: Words) -> str:
    """The name of a place."""
    return words.say(f"value.place.{PLACE_KEYS[place]}")


@remembered
def effect_words(box: Box, number: int, words: Words) -> str:
    """What a link effect does, as it is printed in this box."""
    effect = box.effects[number]
    key = EFFECT_KEYS[effect.kind]
    if effect.kind == Effect.GAIN:
        key = f"gain_{SOURCE_KEYS[effect.source]}"
    if effect.resource < 0:
        return words.say(f"effect.{key}")
    return words.say(f"effect.{key}", resource=resource_words(effect.resource, words))


@remembered
def asked_words(box: Box, number: int, words: Words) -> str:
    """What an objective asks, as it is printed in this box."""
    printed = box.objectives[number]
    names = ("different_types", "same_type", "totem_wood", "totem_skull", "totem_height", "food_points", "tents",
             "generosity")  # fmt: skip
    asked = [words.say(f"asked.{name}", count=getattr(printed, name)) for name in names if getattr(printed, name)]
    return ", ".join(asked)


@remembered
def objective_words(box: Box, number: int, words: Words) -> str:
    """An objective: its points and what it asks."""
    asked = asked_words(box, number, words)
    return words.say("label.objective", points=box.objectives[number].points, asked=asked)


@remembered
def cost_words(box: Box, card: int, words: Words) -> str:
    """What a craft card is made of."""
    cost = box.crafts[card].cost
    parts = [(resource_words(material, words), cost[material]) for material in range(MATERIALS)]
    return ", ".join(words.say("label.amount", resource=name, count=count) for name, count in parts if count)


@remembered
def face_words(box: Box, card: int, words: Words) -> str:
    """What the face of a Neta-Tanka card does."""
    printed = box.cards[card]
    resource = resource_words(printed.resource, words) if printed.resource >= 0 else ""
    return words.say(f"face.{CARD_KEYS[printed.kind]}", amount=printed.amount, resource=resource)


@remembered
def trade_words(box: Box, card: int, words: Words) -> str:
    """Both sides of a trade card."""
    printed = box.trades[card]
    left = [resource_words(i, words) for i in range(len(RESOURCE_KEYS)) if printed.left >> i & 1]
    joined = f" {words.say('label.or')} ".join(left)
    return words.say("label.trade", left=joined, right=words.say(f"side.{SIDE_KEYS[printed.right]}"))


# ------------------------------------------------------------------------------ looks


@remembered
def looks(box: Box, words: Words, seats: int, names: tuple[str, ...]) -> tuple[Look, ...]:
    """How everything looks; letters and shapes say what colours say."""
    found = []
    for i, key in enumerate(RESOURCE_KEYS):
        alt = words.say(f"piece.{key}")
        found.append(Look(key, "token", key, "", RESOURCE_LETTERS[i], RESOURCE_COLOURS[i], alt, 34, 34))
    for colour in range(COLOURS):
        second = colour >= seats
        letter = "ABCD"[colour % seats] + ("2" if second else "")
        alt = words.say("piece.second" if second else "piece.nomad", seat=names[colour % seats])
        tint = SECOND_COLOURS[colour % 2] if second else ""
        figure = "pawn" if second else "nomad"
        found.append(Look(f"nomad-{colour}", "meeple", figure, "", letter, tint, alt, 34, 40))
    for card in range(CRAFTS):
        kind = CRAFT_KEYS[box.crafts[card].kind]
        alt = words.say(f"craft_type.{kind}")
        points = str(box.crafts[card].points)
        found.append(Look(f"craft-{card}", "card", CRAFT_ART[kind], "craft", points, "ochre", alt, 54, 76))
    for number in range(EFFECTS):
        art, letter = effect_art(box, number)
        alt = effect_words(box, number, words)
        found.append(Look(f"effect-{number}", "chip", art, "", letter, "bone", alt, 26, 26))
        found.append(Look(f"token-{number}", "token", art, "link", letter, "bone", alt, 36, 36))
    for card in range(CARDS):
        art, letter = card_art(box, card)
        found.append(Look(f"card-{card}", "card", art, "elder", letter, "teal", words.say("piece.card"), 54, 76))
    for player, name in enumerate(names):
        alt = words.say("piece.totem_token", seat=name)
        found.append(Look(f"totem-token-{player}", "disc", "totem", "", "ABCD"[player], "", alt, 30, 30))
    for name, shape, art, letter, tint, w, h in PLAIN_LOOKS:
        found.append(Look(name, shape, art, art, letter, tint, words.say(f"piece.{name}"), w, h))
    return tuple(found)


def effect_art(box: Box, number: int) -> tuple[str, str]:
    """The picture and the letter of a link effect: + what is gained, or the board it goes to."""
    effect = box.effects[number]
    if effect.kind == Effect.GAIN:
        return RESOURCE_KEYS[effect.resource], f"+{RESOURCE_LETTERS[effect.resource]}"
    return EFFECT_ART[EFFECT_KEYS[effect.kind]]


def card_art(box: Box, card: int) -> tuple[str, str]:
    """The picture and the letter of a Neta-Tanka card."""
    printed = box.cards[card]
    if printed.resource < 0:
        return ("tent", "+T") if printed.kind == CardKind.TENTS else ("craft", "+C")
    return RESOURCE_KEYS[printed.resource], f"+{printed.amount}"


# ------------------------------------------------------------------------------ zones


@remembered
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
        found.append(Zone(f"path-K{number + 1}", "area", *boxes, tip=f"K{number + 1} {ends}", parent="village"))
    spoils = resource_words(box.cap_resource, words)
    tips = (words.say("tip.forest"), words.say("tip.hunting"), words.say("tip.tanning", spoils=spoils))
    for i, name in enumerate(GROUNDS):
        boxes = on_board(box.zone_x[i], box.zone_y[i], ZONE_SIZE)
        label = words.say(f"zone.{name}")
        found.append(Zone(name, "tokens", *boxes, label, art=name, tip=tips[i], parent="village"))
    found.append(Zone("supply", "row", *COMMON["supply"], words.say("zone.supply"), tip=words.say("tip.supply")))
    return tuple(found)


@remembered
def place_zones(box: Box, words: Words, slots: tuple[int, ...]) -> tuple[Zone, ...]:
    """The places of the village."""
    return tuple(_place_zone(box, words, place, slots[place]) for place in range(PLACES))


def _place_zone(box: Box, words: Words, place: int, slots: int) -> Zone:
    """One place with its slots."""
    key = PLACE_KEYS[place]
    boxes = on_board(box.places[place].x, box.places[place].y, PLACE_SIZE)
    label = f"{place + 1} {words.say(f'short.{key}')}"
    tip = f"{place_words(place, words)}. {words.say(f'tip.{key}')}"
    return Zone(f"place-{key}", "slots", *boxes, label, capacity=slots or None, tip=tip, parent="village")


@remembered
def card_zones(words: Words) -> tuple[Zone, ...]:
    """Both displays and piles, the stack of link tokens."""
    found = []
    for name in ("craft_display", "craft_pile", "card_display", "card_pile", "tokens"):
        kind = "pile" if name.endswith("pile") else "tokens" if name == "tokens" else "row"
        tip = words.say("tip.pile") if kind == "pile" else words.say("tip.tokens") if kind == "tokens" else ""
        found.append(Zone(name, kind, *COMMON[name], words.say(f"zone.{name}"), tip=tip))
    return tuple(found)


@remembered
def trade_zone(words: Words, number: int, rounds: int) -> Zone:
    """The stack of trade cards, which counts the rounds."""
    label = words.say("zone.trade", round=number, rounds=rounds)
    return Zone("trade", "row", *COMMON["trade"], label, tip=words.say("tip.trade_card"))


@remembered
def totem_zones(box: Box, words: Words, seats: int) -> tuple[Zone, ...]:
    """The totem board: a cell for each place in the race, with the points it gives."""
    wide, tall = COMMON["totem_board"]
    tip = words.say("tip.totem_board")
    found = [Zone("totem_board", "panel", wide, tall, words.say("zone.totem_board"), tip=tip)]
    for cell in range(seats):
        share = (cell / seats, 0.25, 1 / seats, 0.75)
        printed = [box.totem_cells[seats][cell][height] for height in range(HEIGHTS + 1)]
        text = " / ".join(str(value) for value in dict.fromkeys(printed))
        boxes = (part(wide, share), part(tall, share))
        tip = words.say("tip.totem_cell", points=text)
        found.append(Zone(f"totem-cell-{cell}", "slots", *boxes, text, tip=tip, parent="totem_board"))
    return tuple(found)


@remembered
def clan_zones(
    box: Box, words: Words, player: int, viewer: int, seats: int, name: str, tent_slots: int
) -> tuple[Zone, ...]:
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
        room = tent_slots if key == "tents" else None
        tip = tips.get(key, "")
        found.append(Zone(f"{key}{player}", kind, *boxes, label, owner=player, capacity=room, tip=tip, parent=board))
    return tuple(found)


# ----------------------------------------------------------------------------- pieces


@remembered
def supply_pieces(words: Words) -> tuple[Piece, ...]:
    """One token of each kind, to click on."""
    found = [Piece(f"supply-{key}", "supply", i, key) for i, key in enumerate(RESOURCE_KEYS)]
    return (*found, Piece("supply-generosity", "supply", 5, "generosity", tip=words.say("tip.generosity")))


@remembered
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
    tip = f"{name}: {ends}. {words.say('tip.link', effect=effect)}"
    return Piece(f"link-{name}", f"path-{name}", 0, f"effect-{link.effect}", owner=owner, tip=tip)


@remembered
def craft_piece(
    box: Box, words: Words, card: int, zone: str, slot: int, lying: tuple[int, int], owner: int | None, finished: bool,
    count: int | None,
) -> Piece:  # fmt: skip
    """A craft card with its cost, and what lies on it."""
    printed = box.crafts[card]
    badges = [resource_words(material, words) for material in range(MATERIALS) for _ in range(lying[material])]
    if finished:
        badges.append(words.say("label.finished"))
    kind = words.say(f"craft_type.{CRAFT_KEYS[printed.kind]}")
    text = words.say("label.craft", type=kind, cost=cost_words(box, card, words), points=printed.points)
    tip = words.say("tip.craft_card", points=printed.points)
    look = f"craft-{card}"
    return Piece(f"craft-C{card + 1}", zone, slot, look, owner=owner, count=count, label=text, badges=badges, tip=tip)


@remembered
def card_piece(box: Box, words: Words, card: int, zone: str, slot: int, owner: int | None, count: int | None) -> Piece:
    """A Neta-Tanka card and what its face does."""
    effect = face_words(box, card, words)
    name = f"N{card + 1}"
    tip = words.say("tip.card", card=name, effect=effect)
    return Piece(f"card-{name}", zone, slot, f"card-{card}", owner=owner, count=count, label=effect, tip=tip)


@remembered
def token_piece(box: Box, words: Words, token: int, zone: str, slot: int, owner: int | None) -> Piece:
    """A link token and its effect."""
    name = f"J{token + 1}"
    tip = words.say("tip.token", token=name, effect=effect_words(box, box.token_effect[token], words))
    return Piece(f"token-{name}", zone, slot, f"token-{box.token_effect[token]}", owner=owner, tip=tip)


@remembered
def tent_piece(box: Box, words: Words, player: int, tent: int, slot: int, skins: int, wood: int) -> Piece:
    """A tent: its points, its skins and wood."""
    badges = [resource_words(1, words)] * skins + [resource_words(0, words)] * wood
    if skins == box.tent_slots[1] and wood == box.tent_slots[0]:
        badges.append(words.say("label.done"))
    label = words.say("label.tent", number=tent + 1, points=box.tent_points[tent + 1])
    tip = words.say("tip.tent", points=box.tent_points[tent + 1])
    zone = f"tents{player}"
    return Piece(f"tent{player}-{tent + 1}", zone, slot, "tent", owner=player, label=label, badges=badges, tip=tip)


@remembered
def gate_piece(words: Words, player: int, tent: int, slot: int, asked: tuple[int, ...]) -> Piece:
    """The tokens a gate still asks."""
    label = words.say("label.gate", number=tent + 1)
    badges = [resource_words(resource, words) for resource in asked]
    tip = words.say("tip.gate", number=tent + 1)
    zone = f"tents{player}"
    return Piece(f"gate{player}-{tent + 1}", zone, slot, "gate", owner=player, label=label, badges=badges, tip=tip)


@remembered
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


@remembered
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


@remembered
def displays(
    box: Box, words: Words, crafts: tuple[int, ...], craft_left: int, next_craft: int, cards: tuple[int, ...],
    card_left: int, next_card: int, tokens: int,
) -> tuple[Piece, ...]:  # fmt: skip
    """Both displays, both piles with their open top card, the link tokens."""
    bare = (0, 0)
    found = [
        craft_piece(box, words, card, "craft_display", i, bare, None, False, None) for i, card in enumerate(crafts)
    ]
    if craft_left > 0:
        found.append(craft_piece(box, words, next_craft, "craft_pile", 0, bare, None, False, craft_left))
    found += [card_piece(box, words, card, "card_display", i, None, None) for i, card in enumerate(cards)]
    if card_left > 0:
        found.append(card_piece(box, words, next_card, "card_pile", 0, None, card_left))
    found += [token_piece(box, words, i, "tokens", i, None) for i in range(TOKENS) if tokens >> i & 1]
    return tuple(found)
