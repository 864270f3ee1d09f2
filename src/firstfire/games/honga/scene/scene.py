"""The table of Honga as one seat sees it, built from a redacted record only.

What does not change lies in `looks.py`, the places of things in `layout.py`, the clicks in `picks.py`.
A tray and what its owner has elsewhere on the table is drawn anew only when that player's record changed.
"""

from __future__ import annotations

from typing import NamedTuple

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import counter, frozen, memoised, piece
from firstfire.kernel.presentation.scene import Counter, Piece, Prompt, Scene
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.viewer.sentences import question

from ..actions import BARTER_CARD, GOOD
from ..box import BONUS_NAMES, GOOD_NAMES, Box
from ..rules.fields import can_buy
from ..state import BONUS_KINDS, FIELDS, GOODS, NONE, SLOTS, SPACES, Ending, Phase, Purpose, State, Tray
from . import layout
from .looks import (
    barter_card,
    board_zones,
    bonus_card,
    bought_points,
    common_zones,
    figure_look,
    hands_left,
    held_disc,
    laid_disc,
    looks,
    tray_zones,
    ways,
)
from .picks import herd_piece
from .prices import asked_words, lure_now_words

PAYING = (Phase.JOKERS, Phase.FISH, Phase.BERRIES)


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """Everything on the table, from what this seat may know."""
    box = frozen(box)
    made = Scene("honga", view.seats, seat, layout.WIDE, layout.tall(view.seats), prompt(view, box, words, names))
    made.looks = looks(box, words, tuple(names))
    made.zones = [*board_zones(box, words, view.seats), *common_zones(box, words, view.seats)]
    draw_board(made, view, box, words, names)
    draw_barter(made, view, box, words)
    draw_piles(made, view, words)
    for player in range(view.seats):
        draw_player(made, view, box, player, words, names[player])
    draw_marks(made, view, words)
    draw_ways(made, view, box, words)
    draw_bought(made, view, box, words)
    made.counters.append(
        counter("round", words.say("label.last_round" if view.triggered else "label.round"), view.round)
    )
    return made


def prompt(view: State, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who acts, what is asked and what it is paid for; whether this is the last round. After the end, why it ended."""
    if view.over:
        return Prompt(None, words.say(f"ending.{Ending(view.ending).name.lower()}"), "")
    asked = question(words, f"phase.{Phase(view.phase).name.lower()}", view.player, names)
    if view.bill.purpose != Purpose.NOTHING:
        asked = words.say("label.paying", what=bill_words(view, box, words), question=asked)
    return Prompt(view.player, asked, words.say("label.last_round") if view.triggered else "")


def bill_words(view: State, box: Box, words: Words) -> str:
    """What is being paid for, and its price now."""
    bill = view.bill
    if bill.purpose == Purpose.LURE:
        return words.say("label.paying_lure", goods=lure_now_words(view, box, words))
    if bill.purpose == Purpose.BARTER:
        card = view.slots[bill.slot]
        goods = asked_words(view, box, words, card, bill.cards)
        return words.say("label.paying_barter", card=words.value(BARTER_CARD, card), goods=goods)
    return words.say("label.paying_buy", points=bill.due * box.buy_points, units=bill.due)


# ────────────────────────────────────────────────────────────────────────────────── the board


def draw_board(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """The hands left on the fields, the top disc of each space as it was laid, the herd youngest first."""
    left = view.turn.hands
    zones, pieces = hands_left(box, words, tuple(left[field] for field in range(FIELDS)))
    made.zones += zones
    made.pieces += pieces
    for number in range(SPACES):
        top = disc = view.top[number]
        height = 0
        while disc != NONE:
            height += 1
            disc = view.under[disc]
        if height:
            made.pieces.append(laid_disc(box, words, top, number, view.turned[top], height))
    for i in range(view.herd_count):
        seat = view.herd[i]
        look, label = figure_look(box, seat, "mammoth"), words.say("piece.herd_mammoth", place=i + 1, seat=names[seat])
        made.pieces.append(piece(herd_piece(view, i), "herd", i, look, owner=seat, label=label))


def draw_barter(made: Scene, view: State, box: Box, words: Words) -> None:
    """The three open barter cards, the deck, and the discard card by card, the last on top."""
    for slot in range(SLOTS):
        card = view.slots[slot]
        if card != NONE:
            made.pieces.append(barter_card(box, words, card, "slots", slot))
    draw_back(made, "barter-deck", "barter-back", view.barter_count)
    for place in range(view.barter_gone):
        made.pieces.append(barter_card(box, words, view.barter_discard[place], "barter-discard", place))


def draw_piles(made: Scene, view: State, words: Words) -> None:
    """Discs and bonus cards to draw, and the bonus discard card by card, the last on top."""
    draw_back(made, "grey-pile", "disc-grey-back", view.piles[0].count)
    draw_back(made, "red-pile", "disc-red-back", view.piles[1].count)
    draw_back(made, "bonus-deck", "bonus-back", view.bonus_count)
    for place in range(view.bonus_gone):
        made.pieces.append(bonus_card(words, f"gone-{place}", "bonus-discard", place, view.bonus_discard[place]))


def draw_back(made: Scene, zone: str, look: str, count: int) -> None:
    """A face-down pile as one piece."""
    if count:
        made.pieces.append(piece(f"{zone}-top", zone, 0, look, face_up=False, count=count))


# ──────────────────────────────────────────────────────────────────────────────── the players


def draw_player(made: Scene, view: State, box: Box, player: int, words: Words, name: str) -> None:
    """A player's tray, and what that player has on the board."""
    tray, turn = view.trays[player], view.turn
    playing = player == view.player
    order = (player - max(made.viewer, 0)) % view.seats
    filled = {"unseen": tray.unseen_count > 0, "played": playing and turn.cards > 0}
    missing = tuple(part for part, there in filled.items() if not there)
    made.zones += tray_zones(box, words, player, order, view.seats, name, missing)
    pays = playing and view.phase in PAYING
    own = possessions(box, words, player, name, frozen(tray), box.target[view.seats], player == made.viewer, pays)
    made.pieces += own.pieces
    made.counters += own.counters
    if not playing:
        return
    if view.phase == Phase.DISC and not tray.holds:
        red = bool(view.offer_colour)
        made.pieces += [held_disc(box, words, player, i, view.offer[i], red) for i in range(2)]
    for i in range(turn.cards):
        made.pieces.append(bonus_card(words, f"played-{i}", f"played-{player}", i, turn.played[i], player))


class Possessions(NamedTuple):
    """What one player has."""

    pieces: tuple[Piece, ...]
    counters: tuple[Counter, ...]


@memoised
def possessions(
    box: Box, words: Words, seat: int, name: str, tray: Tray, target: int, is_own: bool, pays: bool
) -> Possessions:  # fmt: skip
    """Caveman, score stone, mammoths, goods, disc and cards of a player, and the numbers beside the name. Who pays has
    goods that can be counted out."""
    points, step = tray.points, tray.step
    caveman, stone = figure_look(box, seat, "caveman"), figure_look(box, seat, "stone")
    found = [
        piece(f"caveman-{seat}", "steps", step, caveman, owner=seat, label=climber_words(box, words, name, step)),
        piece(
            f"stone-{seat}", "points", min(points, target), stone, owner=seat,
            label=words.say("piece.scored", seat=name, points=points),
        ),
    ]  # fmt: skip
    mammoth = figure_look(box, seat, "mammoth")
    if tray.depot:
        found.append(piece(f"depot-{seat}", "depot", seat, mammoth, owner=seat, count=tray.depot))
    for i in range(tray.mammoths):
        found.append(piece(f"mammoth-{seat}-{i}", f"standing-{seat}", i, mammoth, owner=seat))
    counters = [counter(f"points-{seat}", words.say("label.points"), points, seat, "vp")]
    for good in range(GOODS):
        key, word, amount = GOOD_NAMES[good], words.value(GOOD, good), tray.goods[good]
        place = (box.marker_max + 1) * good + amount
        label = words.say("piece.row", amount=amount, good=word)
        count = amount if pays else None
        found.append(piece(f"{key}-{seat}", f"goods-{seat}", place, key, owner=seat, count=count, label=label))
        counters.append(counter(f"{key}-{seat}", word, amount, seat, key))
    if tray.holds:
        found.append(held_disc(box, words, seat, 0, tray.disc, tray.holds == 2))
    found += cards_of(words, seat, tray, is_own)
    return Possessions(tuple(found), tuple(counters))


def climber_words(box: Box, words: Words, name: str, step: int) -> str:
    """Where a caveman stands, and what the step would pay."""
    return words.say("piece.on_step", seat=name, step=step, points=box.step_points[step])


def cards_of(words: Words, seat: int, tray: Tray, is_own: bool) -> list[Piece]:
    """Bonus cards in hand (kinds for their owner, a number for others), and face down."""
    found = []
    hand, unseen = f"hand-{seat}", f"unseen-{seat}"
    if is_own:
        for kind in range(BONUS_KINDS):
            if tray.hand[kind]:
                name = f"card-{BONUS_NAMES[kind]}"
                found.append(bonus_card(words, name, hand, kind, kind, seat, tray.hand[kind]))
    elif tray.hand_count:
        found.append(piece(f"{hand}-0", hand, 0, "bonus-back", face_up=False, owner=seat, count=tray.hand_count))
    if tray.unseen_count:
        found.append(piece(f"{unseen}-0", unseen, 0, "bonus-back", face_up=False, owner=seat, count=tray.unseen_count))
    return found


def draw_marks(made: Scene, view: State, words: Words) -> None:
    """HONGA, the tusk and the fire, wherever they are."""
    honga = "field-honga" if view.honga == NONE else f"standing-{view.honga}"
    tusk = "field-mammoths" if view.tusk == NONE else f"standing-{view.tusk}"
    for name, zone, slot in (("honga", honga, 8), ("tusk", tusk, 7), ("fire", f"standing-{view.fire}", 6)):
        badges = (words.say("badge.last_round"),) if name == "fire" and view.triggered else ()
        made.pieces.append(piece(name, zone, slot, name, badges=badges, tip=words.say(f"tip.{name}")))


def is_laying(made: Scene, view: State) -> bool:
    """Does the viewer lay a disc now?"""
    return view.phase == Phase.PLACE and not view.over and made.viewer == view.player


def draw_ways(made: Scene, view: State, box: Box, words: Words) -> None:
    """For the player who lays a disc: every way to lay it."""
    if is_laying(made, view):
        zones, pieces = ways(box, words, view.trays[made.viewer].disc)
        made.zones += zones
        made.pieces += pieces


def draw_bought(made: Scene, view: State, box: Box, words: Words) -> None:
    """HO-B10: for the player who may buy points, how many; they open on the empty place of the disc."""
    if made.viewer != view.player or view.over:
        return
    units = tuple(count for count in range(1, box.buy_units + 1) if can_buy(view, box, count))
    if units:
        zones, pieces = bought_points(box, words, made.viewer, view.seats, units)
        made.zones += zones
        made.pieces += pieces
