"""The table of Nētā-Tanka as one seat sees it, built from a redacted record only.

Ids: `place-hunt`, `link-K7`, `craft-C5`, `card-N2`, `token-J1` name open things wherever they lie;
`reserve0-wood`, `tent0-3`, `food0-meat` name what belongs to a seat. The secret objective of another
seat is `objective1` with a back. What does not change lies in `looks.py`, the places of things in
`layout.py`, the clan boards in `boards.py`, the clicks in `picks.py`.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import counter, frozen, piece
from firstfire.kernel.presentation.scene import Piece, Prompt, Scene
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.viewer.sentences import question

from ..actions import TOLD
from ..box import PLACE_KEYS, PLACES, Box
from ..rules.clan import told
from ..rules.placing import slots_of
from ..rules.scoring import (
    totem_board,
    totem_cell,
)
from ..state import COLOURS, NOWHERE, Opened, Phase, State
from .boards import clan_board, lying_on
from .counters import clan_counters
from .layout import WIDE, tall_table
from .looks import (
    Display,
    card_zones,
    clan_zones,
    displays,
    ground_pieces,
    link_pieces,
    looks,
    nomad_piece,
    place_zones,
    supply_pieces,
    totem_zones,
    trade_zones,
    village_zones,
)
from .phrases import trade_words
from .picks import held_piece, pile_id


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The village in the middle, cards at the left, one's own clan below, the others at the right."""
    box = frozen(box)
    made = Scene("neta_tanka", view.seats, seat, WIDE, tall_table(view.seats), prompt(view, box, words, names))
    made.looks = looks(box, words, view.seats, tuple(names))
    draw_village(made, view, box, words)
    draw_cards(made, view, box, words)
    draw_totem_board(made, view, box, words)
    made.counters.append(counter("round", words.say("label.rounds"), view.round))
    for player in range(view.seats):
        draw_clan(made, view, box, player, words, names)
    return made


def prompt(view: State, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who decides what; where in the round and in an open action we are; the reminder of R29."""
    rounds = box.counts[view.seats].rounds
    chapter = words.say("label.round", round=view.round, rounds=rounds)
    if view.over:
        return Prompt(None, words.say("ending.trade_cards"), chapter, chapter=chapter)
    steps = [chapter]
    if view.trade_left == 1:
        steps.append(words.say("label.last_round"))
    clan = view.clans[view.player]
    if view.phase == Phase.PLACING:
        steps.append(words.say("label.to_place", count=clan.to_place))
    elif view.opened != Opened.NOTHING:
        limit = box.offerings if view.opened == Opened.OFFERING else box.tents_max_resources
        name = "label.open_offering" if view.opened == Opened.OFFERING else "label.open_tents"
        counted = words.say("label.steps", step=min(view.steps + 1, limit), steps=limit)
        steps.append(f"{words.say(name)}, {counted}")
    if view.trade_left == 1 and clan.cards and view.phase != Phase.PLACING:
        steps.append(words.say("label.last_cards"))
    step = " · ".join(steps)
    piece = held_piece(view, box)
    if piece is None:
        asked = question(words, question_key(view), view.player, names)
        return Prompt(view.player, asked, step, chapter=chapter)
    said = words.value(TOLD, told(view, box, view.player, piece))
    asked = question(words, "prompt.place_held", view.player, names, piece=said)
    return Prompt(view.player, asked, step, (pile_id(view, piece),), chapter)


def question_key(view: State) -> str:
    """The key of what is asked: after the first resource on the tents one may stop (NT-A9), the second card
    to remove is asked for as such (NT-L15)."""
    if view.phase == Phase.BUILDING and view.steps > 0:
        return "prompt.build_on"
    if view.phase == Phase.RENEWING and view.renewed > 0:
        return "prompt.renew_second"
    return f"phase.{Phase(view.phase).name.lower()}"


# --------------------------------------------------------------------- the village


def draw_village(made: Scene, view: State, box: Box, words: Words) -> None:
    """The board with its links, the places with their nomads, the three zones with their tokens."""
    made.zones += village_zones(box, words)
    slots = tuple(slots_of(view, box, place) for place in range(PLACES))
    made.zones += place_zones(box, words, slots, view.trade[view.round - 1])
    made.pieces += supply_pieces(words)
    usable = view.links_open[0] | view.links_open[1]
    made.pieces += link_pieces(box, words, usable, view.player if usable else 0)
    draw_nomads_on_board(made, view, box, words)
    forest, tanning = view.forest, view.tanning
    made.pieces += ground_pieces(box, words, forest[0], forest[3], tanning[1], tanning[2], view.hunted)


def draw_nomads_on_board(made: Scene, view: State, box: Box, words: Words) -> None:
    """Who stands where; those of one place side by side. Of two own nomads on a place one is the copy (NT-F1)."""
    seats = view.seats
    taken = [0] * PLACES
    for colour in range(COLOURS):
        nomads, clan = view.nomads[colour], view.clans[colour % seats]
        at, down = nomads.at, nomads.down
        copy = clan.copy_at if clan.copy_piece == colour // seats else NOWHERE
        for place in range(PLACES):
            if at >> place & 1:
                lies, copies = down >> place & 1, copy == place
                made.pieces.append(nomad_piece(box, words, seats, colour, place, taken[place], lies, copies))
                taken[place] += 1
    if view.visitor_at != NOWHERE:
        zone = f"place-{PLACE_KEYS[view.visitor_at]}"
        made.pieces.append(visitor_piece(view, zone, taken[view.visitor_at], words))


def visitor_piece(view: State, zone: str, slot: int, words: Words) -> Piece:
    """The visitor, wherever it is."""
    owner = view.visitor_of if view.visitor_of != NOWHERE else None
    badges = (words.say("label.done"),) if view.visitor_down else ()
    tip = words.say("tip.visitor")
    return piece("visitor", zone, slot, "visitor", turned=view.visitor_down, owner=owner, badges=badges, tip=tip)


# --------------------------------------------------------------- cards beside the board


def draw_cards(made: Scene, view: State, box: Box, words: Words) -> None:
    """Both displays, both piles with their open top card, the link tokens, the trade card."""
    made.zones += card_zones(words, view.craft_left, view.card_left)
    crafts = tuple(view.craft_display[slot] for slot in range(view.craft_count))
    cards = tuple(view.card_display[slot] for slot in range(view.card_count))
    next_craft = view.craft_pile[view.craft_left - 1] if view.craft_left else 0
    next_card = view.card_pile[view.card_left - 1] if view.card_left else 0
    piles = (Display(crafts, view.craft_left, next_craft), Display(cards, view.card_left, next_card))
    made.pieces += displays(box, words, *piles, view.token_stack)
    draw_trade(made, view, box, words)


def draw_trade(made: Scene, view: State, box: Box, words: Words) -> None:
    """The trade card of the round, the backs below it, and the visitor beside it when nobody has it."""
    made.zones += trade_zones(words, view.round, box.counts[view.seats].rounds)
    if view.trade_left > 0:
        card = view.trade[view.round - 1]
        label = trade_words(box, card, words)
        tip = words.say("tip.trade_card")
        made.pieces.append(piece(f"trade-T{card + 1}", "trade", 0, "trade", label=label, tip=tip))
    if view.trade_left > 1:
        made.pieces.append(piece("trade-stack", "trade_side", 0, "back", face_up=False, count=view.trade_left - 1))
    if view.visitor_of == NOWHERE:
        made.pieces.append(visitor_piece(view, "trade_side", 1, words))


def draw_totem_board(made: Scene, view: State, box: Box, words: Words) -> None:
    """The totem tokens on their cells."""
    made.zones += totem_zones(box, words, view.seats)
    for player in range(view.seats):
        token = f"totem-token-{player}"
        made.pieces.append(piece(token, f"totem-cell-{totem_cell(view, player)}", player, token, owner=player))


# ------------------------------------------------------------------------ clan boards


def draw_clan(made: Scene, view: State, box: Box, player: int, words: Words, names: list[str]) -> None:
    """One clan board with everything on and beside it."""
    clan = frozen(view.clans[player])
    made.zones += clan_zones(words, player, made.viewer, view.seats, names[player])
    brief = view.seats > 2 and player != max(made.viewer, 0)
    made.pieces += clan_board(box, words, player, clan, lying_on(clan, view.on_craft), brief)
    made.counters += clan_counters(box, words, player, clan, totem_board(view, box, player))
    draw_nomads_at_home(made, view, player, words)


def draw_nomads_at_home(made: Scene, view: State, player: int, words: Words) -> None:
    """Nomads at home, by colour; the visitor before it is placed; the first-player token."""
    zone = f"nomads{player}"
    for slot, colour in enumerate(range(player, COLOURS, view.seats)):
        count = view.nomads[colour].hand
        if count > 0:
            tip = words.say("tip.nomad", count=view.clans[player].to_place)
            look = f"nomad-{colour}"
            made.pieces.append(piece(f"home-{colour}", zone, slot, look, owner=player, count=count, tip=tip))
    if view.visitor_of == player and view.visitor_at == NOWHERE:
        made.pieces.append(visitor_piece(view, zone, 2, words))
    if view.first == player:
        made.pieces.append(piece("first", zone, 3, "first", owner=player, tip=words.say("tip.first")))
