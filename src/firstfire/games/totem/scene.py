"""The table of Totem as one seat sees it: two zones face to face, one's own below.

    +--------------------------------------------+
    |              rival's hand                  |
    |   [1]    [2]    [3]    [4]        deck     |
    |                                            |
    |   [1]    [2]    [3]    [4]      discard    |
    |              own hand                      |
    +--------------------------------------------+

A card a viewer can name has the id `card-S6` wherever it lies; one it cannot name has the id
of its place (`zone1-2`, `hand1-0`), which tells nothing.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Counter, Look, Piece, Prompt, Scene, Zone
from firstfire.kernel.words import Words

from .actions import ACTIONS
from .box import CARD_IDS, CARDS, LEVELS, POWERS, SLOTS, Box
from .state import EMPTY, SEATS, Phase, State, Totem

WIDE = Rect(0, 0, 1200, 800)
TALL = Rect(0, 0, 600, 1000)
# TT-C7, TT-C8, R3: colours only repeat what letter and name say.
COLOURS = {"none": "#7F8C8D", "sword": "#C0392B", "shield": "#2471A3", "eye": "#7D3C98", "sum": "#D4AC0D"}
ART = {"none": "totem", "sword": "sword", "shield": "shield", "eye": "eye", "sum": "sum"}
LETTERS = {"none": "", "sword": "S", "shield": "H", "eye": "E", "sum": "P"}
CARD_W, CARD_H = 90, 126


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) may see it; `view` is already redacted."""
    made = Scene("totem", SEATS, seat, WIDE, TALL, prompt(view, box, words))
    made.looks = looks(words)
    made.zones = [deck_zone(words), discard_zone(words)]
    made.pieces = [*deck_pieces(view, words), *discard_pieces(view, box, words)]
    for player in range(SEATS):
        below = player == max(seat, 0)
        made.zones += [hand_zone(player, words, names, below=below), totem_zone(player, words, names, below=below)]
        made.pieces += hand_pieces(view, box, player, words)
        made.pieces += totem_pieces(view, box, player, words)
    made.counters = counters(view, words)
    return made


def prompt(view: State, box: Box, words: Words) -> Prompt:
    """Who decides what, and where in the turn we are."""
    phase = Phase(view.phase)
    sentence = words.say(f"phase.{phase.name.lower()}")
    if phase == Phase.OVER:
        return Prompt(None, sentence)
    if phase == Phase.SETUP:
        placed = view.sides[view.player].standing
        return Prompt(view.player, sentence, words.say("label.setup_step", placed=placed, slots=SLOTS))
    label = "label.last_step" if view.last == view.active else "label.step"
    limit = box.attack_limit
    return Prompt(view.player, sentence, words.say(label, turn=view.turn, attacks=view.attacks, limit=limit))


def looks(words: Words) -> list[Look]:
    """The faces of the cards, and their one back (TT-C1)."""
    found = [Look("back", "card", back="totem", alt=words.say("piece.back"), w=CARD_W, h=CARD_H)]
    for power in POWERS:
        for level in range(1, LEVELS + 1):
            alt = words.say(f"card.{power}", level=level)
            letter = f"{LETTERS[power]}{level}"
            found.append(
                Look(f"{power}-{level}", "card", ART[power], "totem", letter, COLOURS[power], alt, CARD_W, CARD_H)
            )
    return found


def look_of(box: Box, card: int) -> str:
    """The look of a card whose face is known; the back of any other."""
    return f"{POWERS[box.power[card]]}-{box.level[card]}" if card >= 0 else "back"


def card_id(card: int) -> str:
    """The id of a card the viewer can name."""
    return f"card-{CARD_IDS[card]}"


def totem_id(totem: Totem, seat: int, slot: int) -> str:
    """The id of a totem: the card where it is known, else its place."""
    return card_id(totem.card) if totem.card >= 0 else f"zone{seat}-{slot}"


def deck_zone(words: Words) -> Zone:
    """TT-C9: the deck, at the side."""
    return Zone(
        "deck", "pile", Rect(980, 150, 190, 190), Rect(10, 340, 180, 150),
        label=words.say("zone.deck"), tip=words.say("tip.deck"),
    )  # fmt: skip


def discard_zone(words: Words) -> Zone:
    """TT-C10: the discard pile, beside the deck, open to browse."""
    return Zone(
        "discard", "pile", Rect(980, 370, 190, 190), Rect(210, 340, 380, 150),
        label=words.say("zone.discard"), tip=words.say("tip.discard"),
    )  # fmt: skip


def hand_zone(player: int, words: Words, names: list[str], *, below: bool) -> Zone:
    """TT-C11: a hand, as a fan."""
    wide = Rect(30, 580, 920, 210) if below else Rect(30, 10, 920, 130)
    tall = Rect(10, 700, 580, 290) if below else Rect(10, 10, 580, 120)
    label = words.say("zone.hand", seat=names[player])
    return Zone(f"hand{player}", "fan", wide, tall, label=label, owner=player, tip=words.say("tip.hand"))


def totem_zone(player: int, words: Words, names: list[str], *, below: bool) -> Zone:
    """TT-C12: four slots in a row."""
    wide = Rect(30, 370, 920, 200) if below else Rect(30, 150, 920, 200)
    tall = Rect(10, 500, 580, 190) if below else Rect(10, 140, 580, 190)
    label = words.say("zone.zone", seat=names[player])
    return Zone(
        f"zone{player}", "slots", wide, tall, label=label, owner=player, capacity=SLOTS, columns=SLOTS,
        tip=words.say("tip.zone"),
    )  # fmt: skip


def deck_pieces(view: State, words: Words) -> list[Piece]:
    """One pile of backs with its count."""
    if view.deck_left == 0:
        return []
    return [Piece("deck-cards", "deck", 0, "back", face_up=False, count=view.deck_left, label=words.say("piece.deck"))]


def discard_pieces(view: State, box: Box, words: Words) -> list[Piece]:
    """Every discarded card, in order of card number: the pile's order means nothing."""
    cards = cards_in(view.discard)
    return [known_card(box, card, "discard", place, words) for place, card in enumerate(cards)]


def hand_pieces(view: State, box: Box, player: int, words: Words) -> list[Piece]:
    """The cards of a known hand, or as many backs."""
    side = view.sides[player]
    zone = f"hand{player}"
    known = cards_in(side.hand)
    found = [known_card(box, card, zone, place, words) for place, card in enumerate(known)]
    for place in range(len(known), side.hand_size):
        found.append(Piece(f"{zone}-{place}", zone, place, "back", face_up=False))
    for piece in found:
        piece.owner = player
    return found


def totem_pieces(view: State, box: Box, player: int, words: Words) -> list[Piece]:
    """The totems of a zone; spent ones lie sideways."""
    found = []
    for slot in range(SLOTS):
        totem = view.sides[player].zone[slot]
        if totem.card != EMPTY:
            found.append(totem_piece(totem, box, player, slot, words))
    return found


def totem_piece(totem: Totem, box: Box, player: int, slot: int, words: Words) -> Piece:
    """One totem with what its state means."""
    tip = words.say("tip.face_up" if totem.face_up else "tip.hidden")
    if totem.card >= 0:
        tip = f"{tip} {words.say(f'tip.{POWERS[box.power[totem.card]]}')}"
    badges = [words.say("badge.spent")] if totem.spent else []
    return Piece(
        totem_id(totem, player, slot), f"zone{player}", slot, look_of(box, totem.card), bool(totem.face_up),
        turned=totem.spent, owner=player, label=card_name(box, totem.card, words), badges=badges, tip=tip,
    )  # fmt: skip


def known_card(box: Box, card: int, zone: str, place: int, words: Words) -> Piece:
    """A card that lies open to the viewer."""
    tip = words.say(f"tip.{POWERS[box.power[card]]}")
    return Piece(card_id(card), zone, place, look_of(box, card), label=card_name(box, card, words), tip=tip)


def card_name(box: Box, card: int, words: Words) -> str:
    """Power and level of a card; nothing for one that is not known."""
    return words.say(f"card.{POWERS[box.power[card]]}", level=box.level[card]) if card >= 0 else ""


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in order."""
    return [card for card in range(CARDS) if cards >> card & 1]


def counters(view: State, words: Words) -> list[Counter]:
    """Totems and cards of each player (the deck shows its own count)."""
    found = []
    for player in range(SEATS):
        side = view.sides[player]
        found.append(Counter(f"totems{player}", words.say("label.totems"), side.standing, player, "totem"))
        found.append(Counter(f"cards{player}", words.say("label.hand"), side.hand_size, player, "hand"))
    return found


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The clicks for an action: first the card (or both), then the target or place it goes to."""
    block, values = ACTIONS.values(action)
    me = view.player
    if block == "place" or block == "trim":
        return (card_id(values["card"]),)
    if block == "attack":
        return card_id(values["card"]), target_id(view, 1 - me, values["slot"])
    if block == "pair":
        return card_id(values["sword"]), card_id(values["card"]), target_id(view, 1 - me, values["slot"])
    if block == "defend":
        return card_id(values["card"]), f"zone{me}"
    if block == "swap":
        return card_id(values["card"]), target_id(view, me, values["slot"])
    if block == "discard":
        return card_id(values["card"]), "discard"
    if block == "eye":
        return (target_id(view, 1 - me, values["slot"]),)
    if block == "draw_pass" or (block == "sum" and values["answer"] == 0):
        return ("deck",)
    return ()


def target_id(view: State, seat: int, slot: int) -> str:
    """The piece in a slot."""
    return totem_id(view.sides[seat].zone[slot], seat, slot)
