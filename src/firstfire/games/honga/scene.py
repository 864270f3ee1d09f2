"""The table of Honga as one seat sees it."""

from __future__ import annotations

from ...kernel.game import Game
from ...kernel.scene import Box as Rect
from ...kernel.scene import Counter, Look, Piece, Prompt, Scene, Zone
from ...kernel.words import Words
from . import layout
from .actions import BARTER_CARD, BONUS_CARD, FIELD, GOOD, SPACE, TURN
from .box import BARTER_NAMES, BONUS_NAMES, COLOURS, DISC_NAMES, FIELD_NAMES, GOOD_NAMES, Box
from .clicks import herd_piece
from .state import (
    BONUS_KINDS,
    FIELDS,
    GOODS,
    GREYS,
    NONE,
    QUARTERS,
    SLOTS,
    SPACES,
    Ending,
    Field,
    Phase,
    Purpose,
    State,
)

TRAY_PARTS = {"goods": "grid", "standing": "tokens", "disc": "row", "hand": "fan", "unseen": "pile", "played": "row"}
FIELD_ART = {
    "barter": "village-trade", "mountain": "mountain", "spring": "river-water", "berries": "meadow-berry",
    "honga": "cave-tiger", "lake": "lake-fish", "forest": "forest", "mammoths": "plain-mammoth",
    "mushrooms": "forest-mushroom",
}  # fmt: skip
BONUS_ART = (
    "trade-gift", "vp", "tiger", "hand", "disc", "tiger-hand", "berry-mushroom", "mammoth", "tiger-caveman", "trophy",
)  # fmt: skip
STEP_WORDS = {Purpose.LURE: "label.paying_lure", Purpose.BARTER: "label.paying_barter", Purpose.BUY: "label.paying_buy"}


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """Everything on the table, from what this seat may know."""
    return _Painter(view, box, seat, words, names).paint()


class _Painter:
    """Collects zones, looks, pieces and counters; one method for each part of the table."""

    def __init__(self, view: State, box: Box, seat: int, words: Words, names: list[str]) -> None:
        self.view = view
        self.box = box
        self.seat = seat
        self.words = words
        self.names = names
        self.zones: list[Zone] = []
        self.pieces: list[Piece] = []
        self.looks: dict[str, Look] = {}
        self.counters: list[Counter] = []
        self.cells = {FIELD_NAMES[box.cells[place]]: place for place in range(FIELDS)}

    def paint(self) -> Scene:
        """The whole scene."""
        self.paint_fields()
        self.paint_spaces()
        self.paint_mountain()
        self.paint_herd()
        self.paint_points()
        self.paint_barter()
        self.paint_piles()
        for seat in range(self.view.seats):
            self.paint_tray(seat)
        self.paint_figures()
        self.paint_ways()
        return Scene(
            "honga", self.view.seats, self.seat, layout.WIDE, layout.TALL, self.prompt(), self.zones,
            list(self.looks.values()), self.pieces, self.counters,
        )  # fmt: skip

    def prompt(self) -> Prompt:
        """Who acts, what is asked, and what is being paid for; after the end, why it ended."""
        view = self.view
        if view.over:
            return Prompt(None, self.say(f"ending.{Ending(view.ending).name.lower()}"), "")
        step = STEP_WORDS.get(Purpose(view.bill.purpose))
        if step is None:
            told = ""
        elif view.bill.purpose == Purpose.BARTER:
            told = self.words.say(step, card=self.words.value(BARTER_CARD, view.slots[view.bill.slot]))
        else:
            told = self.words.say(step)
        return Prompt(view.player, self.words.say(f"phase.{Phase(view.phase).name.lower()}"), told)

    # ── small helpers ──────────────────────────────────────────────────────────────────

    def zone(self, name: str, kind: str, wide: Rect, tall: Rect, label: str, **more: object) -> None:
        """Add a zone."""
        self.zones.append(Zone(name, kind, wide, tall, label, **more))  # type: ignore[arg-type]

    def place(self, name: str, kind: str, label: str, **more: object) -> None:
        """Add a common zone beside the board."""
        self.zone(name, kind, layout.beside(name, "wide"), layout.beside(name, "tall"), label, **more)

    def look(self, name: str, shape: str, **more: object) -> str:
        """Make sure a look exists; its id."""
        if name not in self.looks:
            self.looks[name] = Look(name, shape, **more)  # type: ignore[arg-type]
        return name

    def say(self, key: str, **arguments: object) -> str:
        """A word of the viewer's language."""
        return self.words.say(key, **arguments)

    def colour(self, seat: int) -> str:
        """The colour of a seat, as an id."""
        return COLOURS[self.box.colours[seat]]

    def figure(self, kind: str, seat: int, shape: str) -> str:
        """The look of a mammoth, caveman or score stone in a player's colour."""
        colour = self.colour(seat)
        alt = self.say(f"piece.{kind}", colour=self.say(f"colour.{colour}"))
        return self.look(
            f"{kind}-{colour}", shape, front=kind, letter=self.names[seat][:1], colour=colour, alt=alt, w=34, h=34
        )

    def disc_look(self, disc: int) -> str:
        """The look of a disc face up."""
        quarters = "".join(str(self.box.quarters[disc][i]) for i in range(QUARTERS))
        colour = "grey" if disc < GREYS else "red"
        alt = "-".join(quarters)
        return self.look(
            f"disc-{colour}-{quarters}", "disc", front=f"hands-{quarters}", colour=colour, alt=alt, w=80, h=80
        )

    def back_look(self, colour: str) -> str:
        """The look of a disc face down."""
        return self.look(
            f"disc-{colour}-back",
            "disc",
            back=f"disc-{colour}",
            colour=colour,
            alt=self.say(f"piece.{colour}_disc"),
            w=80,
            h=80,
        )

    def bonus_look(self, kind: int) -> str:
        """The look of a bonus card face up."""
        return self.look(
            f"bonus-{BONUS_NAMES[kind]}",
            "card",
            front=BONUS_ART[kind],
            alt=self.words.value(BONUS_CARD, kind),
        )

    def bonus_back(self) -> str:
        """The look of a bonus card face down."""
        return self.look("bonus-back", "card", back="leaf", alt=self.say("hidden.bonus"))

    def barter_look(self, card: int) -> str:
        """The look of a barter card face up."""
        name, points = self.words.value(BARTER_CARD, card), self.box.points[card]
        return self.look(f"barter-{BARTER_NAMES[card]}", "card", front="trade", letter=str(points), alt=name)

    def barter_price(self, card: int) -> str:
        """What a barter card asks for, in words."""
        goods = self.box.goods[card]
        return ", ".join(f"{goods[good]}× {self.words.value(GOOD, good)}" for good in range(GOODS + 1) if goods[good])

    # ── the board ──────────────────────────────────────────────────────────────────────

    def paint_fields(self) -> None:
        """The nine fields, with the hands left on them."""
        hand = self.look("hand", "token", front="hand", alt=self.say("piece.hand"), w=30, h=30)
        for name, place in sorted(self.cells.items(), key=lambda entry: entry[1]):
            label = self.words.value(FIELD, FIELD_NAMES.index(name))
            self.zone(
                f"field-{name}", "area", layout.cell(place, "wide"), layout.cell(place, "tall"), label,
                art=FIELD_ART[name], tip=self.say(f"tip.field_{name}"),
            )  # fmt: skip
            left = self.view.turn.hands[FIELD_NAMES.index(name)]
            if left:
                tip = "tip.hands_honga" if name == "honga" else "tip.hands"
                zone, wide, tall = f"hands-{name}", layout.hands(place, "wide"), layout.hands(place, "tall")
                self.zone(zone, "tokens", wide, tall, self.say("zone.hands", field=label), parent=f"field-{name}")
                self.pieces.append(Piece(f"hand-{name}", zone, 0, hand, count=left, tip=self.say(tip)))

    def paint_spaces(self) -> None:
        """The four round spaces, each with its top disc as it was laid."""
        view = self.view
        for number in range(SPACES):
            name = SPACE.values[number]
            label = self.words.value(SPACE, number)
            self.zone(
                f"space-{name}", "pile", layout.space(number, "wide"), layout.space(number, "tall"), label,
                tip=self.say("tip.space"), parent="field-honga",
            )  # fmt: skip
            disc = view.top[number]
            height = 0
            while disc != NONE:
                height += 1
                disc = view.under[disc]
            if height:
                self.pieces.append(self.laid_disc(view.top[number], number, height))

    def laid_disc(self, disc: int, space: int, height: int) -> Piece:
        """The top disc of a space; its label gives the hands as they point, clockwise from north-west."""
        turned = self.view.turned[disc]
        hands = "-".join(str(self.box.quarters[disc][(i - turned) % QUARTERS]) for i in range(QUARTERS))
        badges = [f"×{height}"] if height > 1 else []
        zone = f"space-{SPACE.values[space]}"
        return Piece(
            f"disc-{DISC_NAMES[disc]}", zone, 0, self.disc_look(disc), turned=turned, badges=badges,
            label=f"{DISC_NAMES[disc]} {hands}", tip=self.say("tip.disc"),
        )  # fmt: skip

    def paint_mountain(self) -> None:
        """The sacred mountain with everybody's caveman."""
        steps, place = self.box.top_step + 1, self.cells["mountain"]
        numbers = " ".join(str(self.box.step_points[step]) for step in range(steps))
        self.zone(
            "steps", "map", layout.printed(place, "wide"), layout.printed(place, "tall"),
            self.say("zone.steps", numbers=numbers), capacity=steps, cells=layout.step_places(steps),
            links=[(i, i + 1, str(self.box.step_points[i + 1])) for i in range(self.box.top_step)],
            tip=self.say("tip.steps"), parent="field-mountain",
        )  # fmt: skip
        for seat in range(self.view.seats):
            step = self.view.trays[seat].step
            label = f"{self.names[seat]} {step}"
            self.pieces.append(
                Piece(f"caveman-{seat}", "steps", step, self.figure("caveman", seat, "meeple"), owner=seat, label=label)
            )

    def paint_herd(self) -> None:
        """The herd around the stone, youngest on the entry space; unused mammoths in the depot."""
        view, box = self.view, self.box
        spaces, place = box.herd_spaces[view.seats], self.cells["mammoths"]
        self.zone(
            "herd", "area", layout.printed(place, "wide"), layout.printed(place, "tall"),
            self.say("zone.herd"), capacity=spaces, cells=layout.herd_places(spaces), tip=self.say("tip.herd"),
            parent="field-mammoths",
        )  # fmt: skip
        for i in range(view.herd_count):
            seat = view.herd[i]
            self.pieces.append(
                Piece(
                    herd_piece(view, i),
                    "herd",
                    i,
                    self.figure("mammoth", seat, "meeple"),
                    owner=seat,
                    label=f"{i + 1} {self.names[seat]}",
                )
            )
        self.place("depot", "tokens", self.say("zone.depot"), tip=self.say("tip.depot"))
        for seat in range(view.seats):
            count = view.trays[seat].depot
            if count:
                look = self.figure("mammoth", seat, "meeple")
                self.pieces.append(Piece(f"depot-{seat}", "depot", seat, look, owner=seat, count=count))

    def paint_points(self) -> None:
        """The point track, with the points as counters too."""
        target = self.box.target[self.view.seats]
        self.place(
            "points", "track", self.say("zone.points", target=target), capacity=target + 1, tip=self.say("tip.points")
        )
        for seat in range(self.view.seats):
            points = self.view.trays[seat].points
            look = self.figure("stone", seat, "chip")
            label = f"{self.names[seat]} {points}"
            self.pieces.append(Piece(f"stone-{seat}", "points", min(points, target), look, owner=seat, label=label))
            self.counters.append(Counter(f"points-{seat}", self.say("label.points"), points, seat, "vp"))
            for good in range(GOODS):
                label = self.words.value(GOOD, good)
                amount = self.view.trays[seat].goods[good]
                self.counters.append(Counter(f"{GOOD_NAMES[good]}-{seat}", label, amount, seat, GOOD_NAMES[good]))
        self.counters.append(Counter("round", self.say("label.round"), self.view.round))

    def paint_barter(self) -> None:
        """The three open barter cards, deck and discard."""
        view = self.view
        self.place("slots", "slots", self.say("zone.slots"), capacity=SLOTS, tip=self.say("tip.barter"))
        for slot in range(SLOTS):
            card = view.slots[slot]
            if card != NONE:
                self.pieces.append(self.open_card(card, slot))
        self.place("barter-deck", "pile", self.say("zone.barter_deck"))
        self.back(
            "barter-deck",
            self.look("barter-back", "card", back="trade", alt=self.say("piece.barter_back")),
            view.barter_count,
        )
        self.place("barter-discard", "pile", self.say("zone.barter_discard"))
        if view.barter_gone:
            card = view.barter_discard[view.barter_gone - 1]
            self.pieces.append(
                Piece(
                    f"barter-{BARTER_NAMES[card]}", "barter-discard", 0, self.barter_look(card), count=view.barter_gone
                )
            )

    def open_card(self, card: int, slot: int) -> Piece:
        """An open barter card: name and points as its title, each good asked for as a badge."""
        name, points, goods = self.words.value(BARTER_CARD, card), self.box.points[card], self.box.goods[card]
        badges = [self.words.value(GOOD, good) for good in range(GOODS + 1) for _ in range(goods[good])]
        return Piece(
            f"barter-{BARTER_NAMES[card]}", "slots", slot, self.barter_look(card), badges=badges,
            label=self.say("piece.barter", card=name, points=points),
            tip=self.say("tip.barter_card", goods=self.barter_price(card), points=points),
        )  # fmt: skip

    def paint_piles(self) -> None:
        """Discs and bonus cards to draw, and the bonus discard."""
        view = self.view
        for colour, name in enumerate(("grey", "red")):
            self.place(f"{name}-pile", "pile", self.say(f"zone.{name}_pile"), tip=self.say(f"tip.{name}_pile"))
            self.back(f"{name}-pile", self.back_look(name), view.piles[colour].count)
        place = self.cells["forest"]
        self.zone(
            "bonus-deck", "pile", layout.deck(place, "wide"), layout.deck(place, "tall"), self.say("zone.bonus_deck"),
            parent="field-forest",
        )  # fmt: skip
        self.back("bonus-deck", self.bonus_back(), view.bonus_count)
        self.place("bonus-discard", "pile", self.say("zone.bonus_discard"))
        if view.bonus_gone:
            look = self.bonus_look(view.bonus_discard[view.bonus_gone - 1])
            self.pieces.append(Piece("bonus-gone", "bonus-discard", 0, look, count=view.bonus_gone))

    def back(self, zone: str, look: str, count: int) -> None:
        """A face-down pile as one piece."""
        if count:
            self.pieces.append(Piece(f"{zone}-top", zone, 0, look, face_up=False, count=count))

    # ── the players ────────────────────────────────────────────────────────────────────

    def paint_tray(self, seat: int) -> None:
        """A player's tray: goods, mammoths, disc, cards."""
        order = (seat - max(self.seat, 0)) % self.view.seats
        self.zone(
            f"tray-{seat}", "panel", layout.tray(order, "wide"), layout.tray(order, "tall"),
            self.say("zone.tray", seat=self.names[seat]), owner=seat, art=self.colour(seat), tip=self.say("tip.tray"),
        )  # fmt: skip
        for name, kind in TRAY_PARTS.items():
            more: dict[str, object] = {}
            if name == "goods":
                more = {"columns": self.box.marker_max + 1, "capacity": GOODS * (self.box.marker_max + 1)}
            if name == "played" and seat != self.view.player:
                continue
            shown = name not in ("unseen", "played") or self.has_cards(name, seat)
            label = self.say(f"zone.{name}", seat=self.names[seat]) if shown else ""
            self.zone(
                f"{name}-{seat}", kind, layout.tray_part(name, order, "wide"), layout.tray_part(name, order, "tall"),
                label, owner=seat, tip=self.say(f"tip.{name}"), parent=f"tray-{seat}", **more,
            )  # fmt: skip
        self.paint_goods(seat)
        self.paint_standing(seat)
        self.paint_disc(seat)
        self.paint_cards(seat)

    def has_cards(self, name: str, seat: int) -> bool:
        """Whether cards lie face down before a player, or were played this turn."""
        return bool(self.view.trays[seat].unseen_count if name == "unseen" else self.view.turn.cards)

    def paint_goods(self, seat: int) -> None:
        """Four markers on their numbers, one row for each good."""
        columns = self.box.marker_max + 1
        for good in range(GOODS):
            name, amount = GOOD_NAMES[good], self.view.trays[seat].goods[good]
            look = self.look(name, "token", front=name, alt=self.words.value(GOOD, good), w=26, h=26)
            label = f"{self.words.value(GOOD, good)} {amount}"
            self.pieces.append(
                Piece(f"{name}-{seat}", f"goods-{seat}", columns * good + amount, look, owner=seat, label=label)
            )

    def paint_standing(self, seat: int) -> None:
        """Mammoths on the tray."""
        look = self.figure("mammoth", seat, "meeple")
        for i in range(self.view.trays[seat].mammoths):
            self.pieces.append(Piece(f"mammoth-{seat}-{i}", f"standing-{seat}", i, look, owner=seat))

    def paint_disc(self, seat: int) -> None:
        """The disc in hand: its hands for who may know them, its colour for all; two of them in HO-D3."""
        tray, zone = self.view.trays[seat], f"disc-{seat}"
        if tray.holds:
            self.disc_piece(zone, 0, tray.disc, "grey" if tray.holds == 1 else "red", seat)
        elif self.view.phase == Phase.DISC and seat == self.view.player:
            colour = "red" if self.view.offer_colour else "grey"
            for i in range(2):
                self.disc_piece(zone, i, self.view.offer[i], colour, seat)

    def disc_piece(self, zone: str, slot: int, disc: int, colour: str, seat: int) -> None:
        """A disc in a hand, face up or face down."""
        if disc == NONE:
            self.pieces.append(Piece(f"{zone}-{slot}", zone, slot, self.back_look(colour), face_up=False, owner=seat))
            return
        hands = "-".join(str(self.box.quarters[disc][i]) for i in range(QUARTERS))
        label = f"{DISC_NAMES[disc]} {hands}"
        self.pieces.append(
            Piece(
                f"disc-{DISC_NAMES[disc]}",
                zone,
                slot,
                self.disc_look(disc),
                owner=seat,
                label=label,
                tip=self.say("tip.disc"),
            )
        )

    def paint_cards(self, seat: int) -> None:
        """Bonus cards in hand (kinds for their owner, a number for others), face down, and played."""
        tray, view = self.view.trays[seat], self.view
        if seat == self.seat:
            for kind in range(BONUS_KINDS):
                if tray.hand[kind]:
                    tip = self.say(f"tip.bonus_{BONUS_NAMES[kind]}")
                    name = f"card-{BONUS_NAMES[kind]}"
                    self.pieces.append(
                        Piece(
                            name,
                            f"hand-{seat}",
                            kind,
                            self.bonus_look(kind),
                            owner=seat,
                            count=tray.hand[kind],
                            tip=tip,
                        )
                    )
        elif tray.hand_count:
            self.pieces.append(
                Piece(
                    f"hand-{seat}-0",
                    f"hand-{seat}",
                    0,
                    self.bonus_back(),
                    face_up=False,
                    owner=seat,
                    count=tray.hand_count,
                )
            )
        if tray.unseen_count:
            self.pieces.append(
                Piece(
                    f"unseen-{seat}-0",
                    f"unseen-{seat}",
                    0,
                    self.bonus_back(),
                    face_up=False,
                    owner=seat,
                    count=tray.unseen_count,
                )
            )
        if seat == view.player:
            for i in range(view.turn.cards):
                kind = view.turn.played[i]
                tip = self.say(f"tip.bonus_{BONUS_NAMES[kind]}")
                self.pieces.append(
                    Piece(f"played-{i}", f"played-{seat}", i, self.bonus_look(kind), owner=seat, tip=tip)
                )

    def paint_figures(self) -> None:
        """HONGA, the tusk and the fire, wherever they are."""
        view = self.view
        looks = {
            name: self.look(
                name, shape, front="tiger" if name == "honga" else name, alt=self.say(f"piece.{name}"), w=48, h=48
            )
            for name, shape in (("honga", "meeple"), ("tusk", "token"), ("fire", "token"))
        }
        for name, seat, field in (("honga", view.honga, "field-honga"), ("tusk", view.tusk, "field-mammoths")):
            zone = field if seat == NONE else f"standing-{seat}"
            self.pieces.append(Piece(name, zone, 8 if name == "honga" else 7, looks[name], tip=self.say(f"tip.{name}")))
        self.pieces.append(Piece("fire", f"standing-{view.fire}", 6, looks["fire"], tip=self.say("tip.fire")))

    def paint_ways(self) -> None:
        """For the player who lays a disc: every way to lay it, and the hands each field would get."""
        view, box = self.view, self.box
        if view.phase != Phase.PLACE or view.over or self.seat != view.player:
            return
        disc = view.trays[self.seat].disc
        self.place("ways", "grid", self.say("zone.ways"), columns=2 * box.rotations[disc], owner=self.seat)
        for space in range(SPACES):
            for turn in range(box.rotations[disc]):
                self.pieces.append(self.way(disc, space, turn))

    def way(self, disc: int, space: int, turn: int) -> Piece:
        """One way to lay a disc: the disc as it would lie, labelled with what it would point to."""
        box, say = self.box, self.words.value
        hands = {box.pointed[space][i]: box.quarters[disc][(i - turn) % QUARTERS] for i in range(QUARTERS)}
        told = ", ".join(f"{say(FIELD, field)} {count}" for field, count in hands.items() if count)
        return Piece(
            f"way-{SPACE.values[space]}-{turn}", "ways", box.rotations[disc] * space + turn, self.disc_look(disc),
            turned=turn, label=f"{say(SPACE, space)} {say(TURN, turn)}: {told}",
            tip="" if hands[int(Field.HONGA)] else self.say("tip.way_neglects"),
        )  # fmt: skip
