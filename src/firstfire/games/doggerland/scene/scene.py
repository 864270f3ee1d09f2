"""The table of Doggerland as data: map, hut, Fresco, Crafts, boards, and the solo board.

Everything is public but the stacks (DG-1.6, 11), so one table serves all viewers; only the place of the
boards depends on who looks. Each part is memoised by what it shows (see kernel.memo), so an
action draws anew only what it changed. Ids: `tile-S3`, `horse-2`, `slot-4`, `craft-K7`, `hut-H1`,
`home0-hunter`, `goods0-wood`, `track0-range`.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import frozen, memoised
from firstfire.kernel.presentation.scene import Prompt, Scene
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_bytes, as_tuple
from firstfire.kernel.viewer.sentences import question

from ..actions import CELL, EVENT, FOOD, GROUND, MEMBERS, OFFERING, PAIR, PILE, QUARRY, ground_of, pile_of
from ..box import SEASON_NAMES, SIDE_NAMES, Box
from ..rules.common import marked_slot, slot_species
from ..rules.ground import species_at
from ..rules.rounds import food_needed
from ..rules.solo import card_of
from ..state import NONE, Phase, State
from . import layout
from .boards import board_pieces, board_zones
from .counters import clan_counters, table_counters
from .displays import (
    animals_in_reserve_pieces,
    craft_pieces,
    fresco_pieces,
    hut_pieces,
    objective_pieces,
    price_pieces,
    stack_pieces,
    table_zones,
    track_pieces,
    worker_pieces,
)
from .looks import looks
from .map import Land, clan_pieces, land_pieces, land_window, load_pieces, map_zone
from .names import card_text, goods_text
from .prices import dues_now
from .solo_board import rival_pieces, solo_pieces, solo_zones

UNEXPLAINED = (Phase.PROGRAM, Phase.RESOLVE, Phase.MOVE)  # what is asked most, and needs no details


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) sees it; `view` is already redacted."""
    box = frozen(box)
    seats, called, alone = view.seats, tuple(names), view.seats == 1
    clans = [frozen(view.clans[i]) for i in range(seats)]
    made = Scene(
        "doggerland",
        seats,
        seat,
        layout.wide_plane(seats),
        layout.tall_plane(seats),
        prompt(view, game, box, words, names),
    )
    made.looks = looks(words)
    tiles = as_bytes(view.tile)
    window = land_window(tiles, box.columns[seats], box.rows[seats])
    herd = (view.herd[0], view.herd[1], view.herd[2], view.herd[3])
    uses, beasts = as_bytes(view.uses), as_bytes(view.beast)
    dues = dues_now(view, box)
    made.zones.append(map_zone(words, window, dues))
    target = view.cell if view.phase in (Phase.PARTY, Phase.HUNTERS) else NONE
    land = Land(tiles, view.centre_arrow, uses, view.ripe)
    made.pieces += land_pieces(box, words, window, land, herd, beasts, target)
    made.zones += table_zones(box, words, seats, view.last_round, view.fresco_count, dues)
    cubes = tuple(clan.hut for clan in clans)
    made.pieces += hut_pieces(box, words, called, cubes, view.solo.shamans, alone)
    drawn = (as_bytes(view.fresco), view.fresco_count, view.fresco_up)
    made.pieces += fresco_pieces(box, words, called, drawn, as_bytes(view.cubes), as_bytes(view.painter))
    made.pieces += craft_pieces(box, words, as_tuple(view.craft))
    made.pieces += price_pieces(box, words)
    edges = tuple(range(len(SIDE_NAMES))) if view.phase == Phase.EDGE else (view.edge,)
    made.pieces += track_pieces(box, words, view.last_round, view.round, edges)
    discarded = view.craft_discard.bit_count() if alone else None
    made.pieces += stack_pieces(view.stack_count, view.craft_count, discarded)
    made.pieces += animals_in_reserve_pieces(view, box, words)
    if alone:
        made.zones += solo_zones(box, words, view.solo.shown)
        made.pieces += solo_pieces(view, box, words)
        made.pieces += rival_pieces(words, window, as_tuple(view.solo.rivals))
    else:
        goals = as_tuple(view.objectives)
        made.pieces += objective_pieces(box, words, called, goals, as_tuple(view.firsts), as_tuple(view.seconds))
    made.counters += table_counters(words, view.round, view.solo.needed, view.solo.quota, alone)
    shifts = (view.solo.range_shift, view.solo.transport_shift)
    for i, clan in enumerate(clans):
        made.pieces += clan_pieces(words, window, clan, i, called[i])
        made.pieces += worker_pieces(clan, i, view.fresco_count)
        made.zones += board_zones(box, words, i, seat, seats, called[i])
        made.pieces += board_pieces(box, words, clan, i, view.first == i and not alone, shifts)
        made.counters += clan_counters(view, box, words, clan, i)
    if view.phase == Phase.CARRY:
        cell = view.clans[view.player].orders[view.order].place
        made.pieces += load_pieces(words, window, cell, as_tuple(view.load))
    return made


def prompt(view: State, game: Game, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who decides what, in which round and season."""
    season = box.season[view.round - 1]
    asked = question(words, f"phase.{game.phases[view.phase]}", view.player, names)
    if view.phase == Phase.EVENT:
        card = card_text(box, words, card_of(view))
        asked = question(words, "label.use_event", view.player, names, card=card)
    asked = f"{asked} {told}" if (told := details(view, game, box, words)) else asked
    return _prompt(words, asked, view.player, bool(view.over), view.round, view.last_round, season)


def details(view: State, game: Game, box: Box, words: Words) -> str:
    """What one must know to answer: what was found, what is given, how much is left to choose."""
    phase = view.phase
    if phase in UNEXPLAINED:
        return ""
    if phase == Phase.EVENT:
        return words.value(EVENT, card_of(view))
    values: dict[str, str | int] = {}
    if phase in (Phase.GOODS, Phase.THIEVES):
        values = {"left": view.left}
    elif phase == Phase.SWAP:
        values = {"left": view.swaps}
    elif phase == Phase.TAKE:
        given = pile_of(1, view.given)
        values = {"given": words.value(PILE, given) if view.swaps else words.value(PAIR, view.given)}
    elif phase == Phase.HERD:
        values = {"quarry": words.value(QUARRY, view.left)}
    elif phase == Phase.PARTY:
        tile = view.tile[view.cell]
        ground = words.value(GROUND, ground_of(box.shows[tile], box.quantity[tile]))
        values = {"cell": words.value(CELL, view.cell), "ground": ground}
    elif phase == Phase.HUNTERS:
        species = species_at(view, view.cell)
        values = {"cell": words.value(CELL, view.cell), "quarry": words.value(QUARRY, species)}
        values |= {"mastery": box.min_mastery[species], "members": words.value(MEMBERS, box.min_members[species])}
    elif phase == Phase.CARRY:
        found = goods_text(words, as_tuple(view.load))
        values = {"found": found, "room": view.room}
    elif phase == Phase.OFFER:
        values = {"goods": words.value(OFFERING, 0)}
    elif phase == Phase.STROKES:
        slot = marked_slot(view.clans[view.player].orders[view.order])
        values = {"quarry": words.value(QUARRY, slot_species(view, box, slot))}
    elif phase == Phase.FEED:
        values = {"food": words.value(FOOD, food_needed(view, view.clans[view.player]))}
    return words.say(f"ask.{game.phases[phase]}", **values) if values else ""


@memoised
def _prompt(words: Words, asked: str, player: int, over: bool, now: int, last: int, season: int) -> Prompt:
    step = words.say("label.step", round=now, last=last, season=words.say(f"value.season.{SEASON_NAMES[season]}"))
    return Prompt(None if over else player, asked, step, chapter=step)
