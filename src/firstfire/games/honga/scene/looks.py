"""What the table of Honga shows that hardly ever changes: looks, zones, discs and cards, with their words.

Everything here is memoised by what it depends on (see `firstfire.kernel.presentation.memo`): the box is frozen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firstfire.kernel.presentation.memo import memoised, piece, zone
from firstfire.kernel.presentation.scene import Look, Piece, Zone
from firstfire.kernel.presentation.words import Words, listed
from firstfire.kernel.records.rows import as_tuple

from ..actions import AT, BARTER_CARD, BONUS_CARD, FIELD, GOOD, SPACE
from ..box import BARTER_NAMES, BONUS_NAMES, COLOURS, DISC_NAMES, FIELD_NAMES, GOOD_NAMES, Box
from ..state import BARTER_CARDS, BONUS_KINDS, DISCS, FIELDS, FOODS, GOODS, GREYS, QUARTERS, SLOTS, SPACES, Bonus, Field
from . import layout

TRAY_PARTS = {"goods": "grid", "standing": "tokens", "disc": "row", "hand": "fan", "unseen": "pile", "played": "row"}
FIELD_ART = {
    "barter": "village-trade", "mountain": "mountain", "spring": "river-water", "berries": "meadow-berry",
    "honga": "cave-tiger", "lake": "lake-fish", "forest": "forest", "mammoths": "plain-mammoth",
    "mushrooms": "forest-mushroom",
}  # fmt: skip
BONUS_ART = (
    "trade-gift", "vp", "tiger", "hand", "disc", "tiger-hand", "berry-mushroom", "mammoth", "tiger-caveman", "trophy",
)  # fmt: skip
FIGURES = (("mammoth", "meeple"), ("caveman", "meeple"), ("stone", "chip"))  # one of each colour
MARKS = (("honga", "meeple", "tiger"), ("tusk", "token", "tusk"), ("fire", "token", "fire"))


# ────────────────────────────────────────────────────────────────────────────────────── looks


@memoised
def looks(box: Box, words: Words, names: tuple[str, ...]) -> tuple[Look, ...]:
    """How everything looks that may lie on this table."""
    found = [Look("hand", "token", "hand", alt=words.say("piece.hand"), w=30, h=30)]
    for good in range(GOODS):
        found.append(Look(GOOD_NAMES[good], "token", GOOD_NAMES[good], alt=words.value(GOOD, good), w=34, h=34))
    for seat, name in enumerate(names):
        found += [_figure_look(box, words, seat, name, kind, shape) for kind, shape in FIGURES]
    discs = {disc_look(box, disc): disc for disc in range(DISCS)}
    for look, disc in discs.items():
        quarters = [str(box.quarters[disc][i]) for i in range(QUARTERS)]
        art, alt = f"hands-{''.join(quarters)}", "-".join(quarters)
        found.append(Look(look, "disc", art, colour=_disc_colour(disc), alt=alt, w=80, h=80))
    for colour in ("grey", "red"):
        alt = words.say(f"piece.{colour}_disc")
        found.append(Look(f"disc-{colour}-back", "disc", back=f"disc-{colour}", colour=colour, alt=alt, w=80, h=80))
    for kind in range(BONUS_KINDS):
        found.append(Look(bonus_look(kind), "card", BONUS_ART[kind], alt=words.value(BONUS_CARD, kind)))
    found.append(Look("bought", "token", "vp", alt=words.value(BONUS_CARD, Bonus.BOUGHT_POINTS), w=30, h=30))
    found.append(Look("bonus-back", "card", back="leaf", alt=words.say("hidden.bonus")))
    for card in range(BARTER_CARDS):
        letter, alt = str(box.points[card]), words.value(BARTER_CARD, card)
        found.append(Look(f"barter-{BARTER_NAMES[card]}", "card", "trade", letter=letter, alt=alt))
    found.append(Look("barter-back", "card", back="trade", alt=words.say("piece.barter_back")))
    for name, shape, art in MARKS:
        found.append(Look(name, shape, art, alt=words.say(f"piece.{name}"), w=48, h=48))
    return tuple(found)


def _figure_look(box: Box, words: Words, seat: int, name: str, kind: str, shape: str) -> Look:
    colour = COLOURS[box.colours[seat]]
    alt = words.say(f"piece.{kind}", colour=words.say(f"colour.{colour}"))
    return Look(figure_look(box, seat, kind), shape, kind, "", name[:1], colour, alt, 34, 34)


def seat_colours(box: Box) -> tuple[str, ...]:
    """The colour of each seat."""
    return tuple(COLOURS[box.colours[seat]] for seat in range(len(box.colours)))


def figure_look(box: Box, seat: int, kind: str) -> str:
    """The look of a mammoth, caveman or score stone in a player's colour."""
    return f"{kind}-{COLOURS[box.colours[seat]]}"


def disc_look(box: Box, disc: int) -> str:
    """The look of a disc face up."""
    quarters = "".join(str(box.quarters[disc][i]) for i in range(QUARTERS))
    return f"disc-{_disc_colour(disc)}-{quarters}"


def _disc_colour(disc: int) -> str:
    return "grey" if disc < GREYS else "red"


def bonus_look(kind: int) -> str:
    """The look of a bonus card face up."""
    return f"bonus-{BONUS_NAMES[kind]}"


# ────────────────────────────────────────────────────────────────────────────────────── words


def amount_words(words: Words, amounts: Sequence[int]) -> list[str]:
    """Amounts of goods, those that are none left out: 2 fish, 1 berry."""
    return [
        words.say("label.amount", count=amount, good=words.value(GOOD, good))
        for good, amount in enumerate(amounts)
        if amount
    ]


def goods_words(words: Words, amounts: Sequence[int]) -> str:
    """Amounts of goods in a row: 2 fish and 1 berry."""
    told = amount_words(words, amounts)
    return listed(words, told) if told else words.say("told.nothing")


@memoised
def price_words(box: Box, words: Words, card: int) -> str:
    """What a barter card asks for."""
    return goods_words(words, [box.goods[card][good] for good in range(GOODS + 1)])


@memoised
def lure_words(box: Box, words: Words) -> str:
    """What a mammoth costs."""
    return goods_words(words, [box.lure[food] for food in range(FOODS)])


@memoised
def disc_words(box: Box, disc: int) -> str:
    """A disc by the hands of its quarters, clockwise from north-west."""
    return "-".join(str(box.quarters[disc][i]) for i in range(QUARTERS))


@memoised
def around_words(box: Box, words: Words, space: int) -> str:
    """The four fields around a round space."""
    return listed(words, [words.value(FIELD, box.pointed[space][i]) for i in range(QUARTERS)])


@memoised
def quarters_of(box: Box, disc: int) -> tuple[int, ...]:
    """The hands of a disc, by quarter."""
    return as_tuple(box.quarters[disc])


def pointed_hands(box: Box, hands: tuple[int, ...], space: int, turned: int) -> dict[int, int]:
    """The hands a disc with these quarters gives each field around a space."""
    return {box.pointed[space][i]: hands[(i - turned) % QUARTERS] for i in range(QUARTERS)}


def hands_words(words: Words, hands: Mapping[int, int]) -> str:
    """Hands by field: 2 at the lake, 1 in the forest."""
    return ", ".join([_hands(words, count, field) for field, count in hands.items() if count])


@memoised
def _hands(words: Words, count: int, field: int) -> str:
    return words.say("told.hands", count=count, field=words.value(AT, field))


# ────────────────────────────────────────────────────────────────────────────────────── zones


@memoised
def board_zones(box: Box, words: Words, seats: int) -> tuple[Zone, ...]:
    """The nine fields with what is printed on them, and the four round spaces."""
    found = []
    places = {FIELD_NAMES[box.cells[place]]: place for place in range(FIELDS)}
    for name, place in places.items():
        label = words.value(FIELD, FIELD_NAMES.index(name))
        boxes = layout.cell(place, "wide"), layout.cell(place, "tall")
        tip = words.say(f"tip.field_{name}")
        found.append(zone(f"field-{name}", "area", *boxes, label, art=FIELD_ART[name], tip=tip))
    for number in range(SPACES):
        boxes = layout.space(number, "wide"), layout.space(number, "tall")
        name, label = f"space-{SPACE.values[number]}", words.value(SPACE, number)
        found.append(zone(name, "pile", *boxes, label, tip=words.say("tip.space"), parent="field-honga"))
    found.append(_mountain_zone(box, words, places["mountain"]))
    boxes = layout.printed(places["mammoths"], "wide"), layout.printed(places["mammoths"], "tall")
    room = box.herd_spaces[seats]
    cells, tip = tuple(layout.herd_places(room)), words.say("tip.herd")
    label = words.say("zone.herd")
    found.append(zone("herd", "area", *boxes, label, capacity=room, cells=cells, tip=tip, parent="field-mammoths"))
    boxes = layout.deck(places["forest"], "wide"), layout.deck(places["forest"], "tall")
    found.append(zone("bonus-deck", "pile", *boxes, words.say("zone.bonus_deck"), parent="field-forest"))
    return tuple(found)


def _mountain_zone(box: Box, words: Words, place: int) -> Zone:
    """The sacred mountain: its steps and what they pay."""
    steps = box.top_step + 1
    numbers = " ".join(str(box.step_points[step]) for step in range(steps))
    links = tuple((i, i + 1, str(box.step_points[i + 1])) for i in range(box.top_step))
    return zone(
        "steps", "map", layout.printed(place, "wide"), layout.printed(place, "tall"),
        words.say("zone.steps", numbers=numbers), capacity=steps, cells=tuple(layout.step_places(steps)), links=links,
        tip=words.say("tip.steps"), parent="field-mountain",
    )  # fmt: skip


@memoised
def common_zones(box: Box, words: Words, seats: int) -> tuple[Zone, ...]:
    """What lies beside the board: depot, points, barter cards, piles."""
    target = box.target[seats]
    return (
        _beside("depot", "tokens", words.say("zone.depot"), tip=words.say("tip.depot")),
        _beside("points", "track", words.say("zone.points", target=target), target + 1, words.say("tip.points")),
        _beside("slots", "slots", words.say("zone.slots"), SLOTS, words.say("tip.barter")),
        _beside("barter-deck", "pile", words.say("zone.barter_deck")),
        _beside("barter-discard", "pile", words.say("zone.barter_discard")),
        _beside("grey-pile", "pile", words.say("zone.grey_pile"), tip=words.say("tip.grey_pile")),
        _beside("red-pile", "pile", words.say("zone.red_pile"), tip=words.say("tip.red_pile")),
        _beside("bonus-discard", "pile", words.say("zone.bonus_discard")),
    )


def _beside(name: str, kind: str, label: str, capacity: int | None = None, tip: str = "") -> Zone:
    boxes = layout.beside(name, "wide"), layout.beside(name, "tall")
    return zone(name, kind, *boxes, label, capacity=capacity, tip=tip)


@memoised
def tray_zones(
    box: Box, words: Words, seat: int, order: int, seats: int, name: str, missing: tuple[str, ...]
) -> tuple[Zone, ...]:
    """A player's tray and its parts but those that are missing: a place for cards is there while cards lie on it."""
    tray, art = f"tray-{seat}", COLOURS[box.colours[seat]]
    boxes = layout.tray(order, "wide", seats), layout.tray(order, "tall", seats)
    label = words.say("zone.tray", seat=name)
    found = [zone(tray, "panel", *boxes, label, seat, art=art, tip=words.say("tip.tray"))]
    for part, kind in TRAY_PARTS.items():
        if part in missing:
            continue
        columns = box.marker_max + 1 if part == "goods" else None
        room = GOODS * (box.marker_max + 1) if part == "goods" else None
        boxes = (
            layout.tray_part(part, order, "wide", seats, missing),
            layout.tray_part(part, order, "tall", seats, missing),
        )
        label, tip = words.say(f"zone.{part}"), words.say(f"tip.{part}")
        found.append(zone(f"{part}-{seat}", kind, *boxes, label, seat, room, columns, tip=tip, parent=tray))
    return tuple(found)


# ───────────────────────────────────────────────────────────────────────────────────── pieces


@memoised
def hands_left(box: Box, words: Words, hands: tuple[int, ...]) -> tuple[tuple[Zone, ...], tuple[Piece, ...]]:
    """The hands still to be used on each field, with a small place for them."""
    zones, pieces = [], []
    for place in range(FIELDS):
        field = box.cells[place]
        if hands[field]:
            name, boxes = FIELD_NAMES[field], (layout.hands(place, "wide"), layout.hands(place, "tall"))
            zones.append(zone(f"hands-{name}", "tokens", *boxes, "", parent=f"field-{name}"))  # named by its field
            tip = words.say("tip.hands_honga" if field == Field.HONGA else "tip.hands")
            pieces.append(piece(f"hand-{name}", f"hands-{name}", 0, "hand", count=hands[field], tip=tip))
    return tuple(zones), tuple(pieces)


@memoised
def laid_disc(box: Box, words: Words, disc: int, space: int, turned: int, height: int) -> Piece:
    """The top disc of a space, labelled with what it points to."""
    badges = [f"×{height}"] if height > 1 else []
    label = hands_words(words, pointed_hands(box, quarters_of(box, disc), space, turned))
    return Piece(
        f"disc-{DISC_NAMES[disc]}", f"space-{SPACE.values[space]}", 0, disc_look(box, disc), turned=turned,
        badges=badges, label=label, tip=words.say("tip.disc"),
    )  # fmt: skip


@memoised
def held_disc(box: Box, words: Words, seat: int, slot: int, disc: int, red: bool) -> Piece:
    """A disc in a hand, face up for who may know it, face down for others."""
    where = f"disc-{seat}"
    if disc < 0:
        look = "disc-red-back" if red else "disc-grey-back"
        return Piece(f"{where}-{slot}", where, slot, look, face_up=False, owner=seat)
    label, tip = disc_words(box, disc), words.say("tip.disc")
    return Piece(f"disc-{DISC_NAMES[disc]}", where, slot, disc_look(box, disc), owner=seat, label=label, tip=tip)


@memoised
def barter_card(box: Box, words: Words, card: int, zone: str, slot: int) -> Piece:
    """A barter card face up: name and points as its title; while it can be had, each good asked for as a badge."""
    points, goods = box.points[card], box.goods[card]
    asked = [words.value(GOOD, good) for good in range(GOODS + 1) for _ in range(goods[good])]
    return Piece(
        f"barter-{BARTER_NAMES[card]}", zone, slot, f"barter-{BARTER_NAMES[card]}",
        badges=asked if zone == "slots" else [],
        label=words.say("piece.barter", card=words.value(BARTER_CARD, card), points=points),
        tip=words.say("tip.barter_card", goods=price_words(box, words, card), points=points),
    )  # fmt: skip


@memoised
def bonus_card(
    words: Words, name: str, zone: str, slot: int, kind: int, owner: int | None = None, count: int | None = None
) -> Piece:  # fmt: skip
    """A bonus card face up, with its name."""
    label, tip = words.value(BONUS_CARD, kind), words.say(f"tip.bonus_{BONUS_NAMES[kind]}")
    return Piece(name, zone, slot, bonus_look(kind), owner=owner, count=count, label=label, tip=tip)


@memoised
def ways(box: Box, words: Words, disc: int) -> tuple[tuple[Zone, ...], tuple[Piece, ...]]:
    """Every way to lay a disc, and the hands each field would get: they open on a space when it is clicked."""
    turns = box.rotations[disc]
    zones = []
    for space in range(SPACES):
        boxes = layout.ways(space, "wide"), layout.ways(space, "tall")
        name, under = _ways(space), f"space-{SPACE.values[space]}"
        columns, tip = min(turns, 2), words.say("tip.ways")
        zones.append(Zone(name, "grid", *boxes, capacity=turns, columns=columns, tip=tip, parent=under, after=under))
    pieces = (_way(box, words, disc, space, turn) for space in range(SPACES) for turn in range(turns))
    return tuple(zones), tuple(pieces)


@memoised
def bought_points(
    box: Box, words: Words, seat: int, seats: int, units: tuple[int, ...]
) -> tuple[tuple[Zone, ...], tuple[Piece, ...]]:  # fmt: skip
    """HO-B10: so many points can be bought; they open when the card is clicked."""
    boxes = layout.tray_part("disc", 0, "wide", seats), layout.tray_part("disc", 0, "tall", seats)
    place = Zone("bought", "tokens", *boxes, owner=seat, parent=f"disc-{seat}", after="card-bought_points")
    pieces = (
        Piece(
            f"bought-{count}", "bought", count, "bought", count=count * box.buy_points,
            label=words.say("told.buy", units=count, points=count * box.buy_points),
        )
        for count in units
    )  # fmt: skip
    return (place,), tuple(pieces)


def _ways(space: int) -> str:
    return f"ways-{SPACE.values[space]}"


def _way(box: Box, words: Words, disc: int, space: int, turn: int) -> Piece:
    """One way to lay a disc: the disc as it would lie, labelled with what it would point to."""
    hands = pointed_hands(box, quarters_of(box, disc), space, turn)
    return Piece(
        f"way-{SPACE.values[space]}-{turn}", _ways(space), turn, disc_look(box, disc), turned=turn,
        label=hands_words(words, hands), tip="" if hands[int(Field.HONGA)] else words.say("tip.way_neglects"),
    )  # fmt: skip
