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

from typing import Any, cast

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import frozen, memoised, piece
from firstfire.kernel.presentation.scene import Listing, Piece, Prompt, Scene
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_bytes
from firstfire.kernel.viewer.sentences import question, reader_of

from ..box import POWERS, SLOTS, Box
from ..decisions import can_attack
from ..rules.knowledge import unseen_cards
from ..state import EMPTY, SEATS, OptionPlace, Phase, State, Totem
from .counters import counters
from .layout import TALL, WIDE, zones
from .looks import card_id, look_of, looks, totem_id
from .names import card_name

PHASES = {int(phase): phase.name.lower() for phase in Phase}


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) may see it; `view` is already redacted."""
    box = frozen(box)
    below, over = max(seat, 0), bool(view.over)
    made = Scene("totem", SEATS, seat, WIDE, TALL, prompt(view, box, words, names))
    made.looks = looks(box, words)
    made.zones = list(zones(words, tuple(names), below))
    made.pieces = [*deck_pieces(words, view.deck_left), *discard_pieces(box, words, as_bytes(view.pile), view.discard)]
    if view.options[OptionPlace.UNSEEN_CARDS] != 0:
        made.lists.append(unseen_list(box, words, unseen_cards(view, seat)))
    for player in range(SEATS):
        side = view.sides[player]
        made.pieces += hand_pieces(box, words, player, side.hand, side.hand_size)
        made.pieces += totem_pieces(box, words, player, as_bytes(side.zone), as_bytes(view.since[player]), over)
        made.counters += counters(words, player, side.standing, side.hand_size)
    return made


def prompt(view: State, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who decides what, and where in the turn we are."""
    phase, player = view.phase, view.player
    sentence = question(words, f"phase.{asked(view, box, reader_of(names))}", player, names)
    if phase == Phase.OVER:
        return Prompt(None, sentence)
    if phase == Phase.SETUP:
        placed = view.sides[player].standing
        return Prompt(player, sentence, words.say("label.setup_step", placed=placed, slots=SLOTS))
    label = "label.last_step" if view.last == view.active else "label.step"
    return Prompt(player, sentence, step_text(words, label, view.turn, view.attacks, box.attack_limit))


@memoised
def step_text(words: Words, label: str, turn: int, attacks: int, limit: int) -> str:
    """Where in the turn we are."""
    return words.say(label, turn=turn, attacks=attacks, limit=limit)


def asked(view: State, box: Box, reader: int) -> str:
    """What is asked, as a key. After a win the player is told where no second attack is possible; everybody else
    is not, since that would betray the hand (10.5)."""
    phase = PHASES[view.phase]
    if view.phase != Phase.AFTER_WIN or reader != view.player:
        return phase
    if view.sides[view.player].hand_size == 0:
        return f"{phase}_empty" if view.deck_left else f"{phase}_over"
    return phase if any(can_attack(view, box, slot) for slot in range(SLOTS)) else f"{phase}_stuck"


@memoised
def deck_pieces(words: Words, left: int) -> tuple[Piece, ...]:
    """One pile of backs with its count."""
    if left == 0:
        return ()
    return (Piece("deck-cards", "deck", 0, "back", face_up=False, count=left, label=words.say("piece.deck")),)


@memoised
def discard_pieces(box: Box, words: Words, came: bytes, discard: int) -> tuple[Piece, ...]:
    """TT-C10: every discarded card, the last one on top."""
    pile = enumerate(pile_of(came, discard))
    return tuple(known_card(box, words, card, "discard", place) for place, card in pile)


def pile_of(came: bytes, discard: int) -> list[int]:
    """The discard pile from the bottom to the top, of the cards as they came. In a position that was set up by hand
    the cards that nobody saw come lie below, in order of card number."""
    last = {card: place for place, card in enumerate(came[: discard.bit_count()]) if discard >> card & 1}
    return sorted(cards_in(discard), key=lambda card: last.get(card, -1))


@memoised
def unseen_list(box: Box, words: Words, unseen: int) -> Listing:
    """TT-H8, TT-H9: the cards this viewer has not seen, strongest first, equal ones once with their number."""
    alike: dict[str, list[int]] = {}
    for card in sorted(cards_in(unseen), key=lambda card: -box.level[card]):
        alike.setdefault(look_of(box, card), []).append(card)
    found = []
    for place, (look, cards) in enumerate(alike.items()):
        name, tip = card_name(box, cards[0], words), words.say(f"tip.{POWERS[box.power[cards[0]]]}")
        count = len(cards) if len(cards) > 1 else None
        found.append(piece(f"unseen-{look}", "deck", place, look, count=count, label=name, tip=tip))
    return Listing("unseen", "deck", found, words.say("label.unseen", count=unseen.bit_count()))


@memoised
def hand_pieces(box: Box, words: Words, player: int, hand: int, size: int) -> tuple[Piece, ...]:
    """The cards of a known hand, or as many backs."""
    place_of = f"hand{player}"
    known = cards_in(hand)
    found = [known_card(box, words, card, place_of, place, player) for place, card in enumerate(known)]
    for place in range(len(known), size):
        found.append(piece(f"{place_of}-{place}", place_of, place, "back", face_up=False, owner=player))
    return tuple(found)


@memoised
def totem_pieces(box: Box, words: Words, player: int, zone: bytes, since: bytes, over: bool) -> tuple[Piece, ...]:
    """The totems of a zone, from its bytes; spent ones lie sideways."""
    size = len(zone) // SLOTS
    totems = [frozen(cast(Any, Totem).from_buffer_copy(zone, size * slot)) for slot in range(SLOTS)]
    return tuple(
        totem_piece(box, words, player, slot, totem, since[slot], over)
        for slot, totem in enumerate(totems)
        if totem.card != EMPTY
    )


@memoised
def totem_piece(box: Box, words: Words, player: int, slot: int, totem: Totem, since: int, over: bool) -> Piece:
    """One totem with what its state means; a hidden one with the turn it was laid (TT-H2). At the end all are
    turned up (R25)."""
    badges = [words.say("badge.spent")] if totem.spent else []
    if totem.face_up:
        tip = words.say("tip.face_up")
    elif over:
        tip = words.say("tip.turned_up")
    else:
        tip = words.say("tip.hidden") + " " + words.say("tip.since" if since else "tip.since_setup", turn=since)
        badges += [words.say("badge.since", turn=since)] if since else []
    if totem.card >= 0:
        tip = f"{tip} {words.say(f'tip.{POWERS[box.power[totem.card]]}')}"
    return Piece(
        totem_id(totem, player, slot), f"zone{player}", slot, look_of(box, totem.card), bool(totem.face_up) or over,
        turned=totem.spent, owner=player, label=card_name(box, totem.card, words), badges=badges, tip=tip,
    )  # fmt: skip


@memoised
def known_card(box: Box, words: Words, card: int, zone: str, place: int, owner: int | None = None) -> Piece:
    """A card that lies open to the viewer."""
    tip = words.say(f"tip.{POWERS[box.power[card]]}")
    name = card_name(box, card, words)
    return Piece(card_id(card), zone, place, look_of(box, card), owner=owner, label=name, tip=tip)


def cards_in(cards: int) -> list[int]:
    """The cards of a set, in order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found
