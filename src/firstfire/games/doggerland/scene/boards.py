"""The clan boards, as parts of the scene."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece, zone
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words

from ..box import GOOD_NAMES, SPECIES_NAMES, TRACK_NAMES, Box
from ..state import ANIMALS, BOWLS, CRAFTS, GOODS, HABITAT_PLACES, LEVELS, TRACKS, Clan, Good, Home, Job, Track
from . import layout
from .looks import animal_tip, craft_piece, member_look
from .names import counted, goods_badge, group_text
from .prices import homes_tip, track_tip

HOME_LOOKS = ("bare", "shelter", "simple", "prestigious")


@memoised
def board_zones(box: Box, words: Words, seat: int, viewer: int, seats: int, name: str) -> tuple[Zone, ...]:
    """A clan board and its parts; where it lies depends on who looks."""
    board = layout.board_of(seat, viewer, seats)
    label = words.say("zone.board", seat=name)
    tips = {"cradle": words.say("tip.birth"), "homes": homes_tip(box, words)}
    found = [zone(f"board{seat}", "panel", board.wide, board.tall, label=label, owner=seat, art="hide")]
    for part, (kind, capacity) in layout.BOARD_PARTS.items():
        found.append(
            zone(
                f"{part}{seat}", kind, *board.parts[part], label=words.say(f"zone.{part}"), owner=seat,
                capacity=capacity, columns=capacity if kind == "grid" else None, parent=f"board{seat}",
                tip=tips.get(part, ""),
            )
        )  # fmt: skip
    return tuple(found)


@memoised
def board_pieces(
    box: Box, words: Words, clan: Clan, seat: int, is_first: bool, shifts: tuple[int, int] = (0, 0)
) -> tuple[Piece, ...]:
    """All that lies on a clan board; `shifts`: what a solo event adds to Range and Transport."""
    found = member_pieces(words, clan, seat, is_first) + goods_pieces(words, clan, seat)
    found += home_pieces(box, words, clan, seat) + track_pieces(box, words, clan, seat, shifts)
    for species in range(ANIMALS):
        if clan.memory[species]:
            name, tip = SPECIES_NAMES[species], animal_tip(box, species, words)
            id, zone_id, count = f"memory{seat}-{name}", f"memory{seat}", clan.memory[species]
            found.append(piece(id, zone_id, species, name, owner=seat, count=count, tip=tip))
    made = [tile for tile in range(CRAFTS) if (clan.made >> tile) & 1]
    found += [craft_piece(box, words, tile, f"made{seat}", place) for place, tile in enumerate(made)]
    return tuple(found)


def member_pieces(words: Words, clan: Clan, seat: int, is_first: bool) -> list[Piece]:
    """Those at home, in reserve, at the reproduction place; the first-player pawn."""
    zone_id, cradle = f"members{seat}", f"cradle{seat}"
    found = []
    for slot, (name, count) in enumerate((("hunter", clan.hunters), ("chief", clan.chiefs), ("shaman", clan.shaman))):
        if count:
            found.append(piece(f"home{seat}-{name}", zone_id, slot, name, owner=seat, count=count))
    label = words.say("piece.hunters_reserve")
    found.append(
        piece(f"reserve{seat}", zone_id, 3, "hunter", face_up=False, owner=seat, count=clan.reserve, label=label)
    )
    if is_first:
        found.append(piece("pawn", zone_id, 4, "pawn"))
    if clan.newborns:
        found.append(piece(f"newborn{seat}", cradle, 0, "newborn", owner=seat, count=clan.newborns))
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job == Job.BIRTH:
            who = group_text(words, order.chiefs, order.shaman, order.hunters)
            found.append(piece(f"couple{seat}", cradle, 1, "couple", owner=seat, badges=(who,)))
    return found


def goods_pieces(words: Words, clan: Clan, seat: int) -> list[Piece]:
    """Goods above the board, food in the bowls."""
    zone_id = f"goods{seat}"
    found = []
    for good in range(GOODS):
        if good not in (Good.FRUIT, Good.MEAT):
            name = GOOD_NAMES[good]
            id, count = f"goods{seat}-{name}", clan.goods[good]
            found.append(piece(id, zone_id, good, f"good-{name}", owner=seat, count=count))
    if clan.scarcity:
        found.append(piece(f"scarcity{seat}", zone_id, GOODS, "scarcity", owner=seat, count=clan.scarcity))
    for bowl in range(BOWLS):
        badges = (words.say("label.bowl", number=bowl + 1),)
        for name, row in (("fruit", clan.fruit), ("meat", clan.meat)):
            if row[bowl]:
                id, look = f"bowl{seat}-{bowl}-{name}", f"good-{name}"
                found.append(piece(id, f"bowls{seat}", bowl, look, owner=seat, count=row[bowl], badges=badges))
    return found


def home_pieces(box: Box, words: Words, clan: Clan, seat: int) -> list[Piece]:
    """The six places of the clan board."""
    found = []
    for place in range(HABITAT_PLACES):
        home = clan.homes[place]
        badges = (counted(words, "points", box.home_points[home]),) if home >= Home.SIMPLE else ()
        id, look = f"home{seat}-place{place}", f"home-{HOME_LOOKS[home]}"
        found.append(piece(id, f"homes{seat}", place, look, owner=seat, badges=badges))
    return found


def track_pieces(box: Box, words: Words, clan: Clan, seat: int, shifts: tuple[int, int]) -> list[Piece]:
    """The three capacities as they count now, and who works on them."""
    found = []
    values = (box.reach, box.transport, box.makes)
    for track, name in enumerate(TRACK_NAMES):
        level = clan.levels[track]
        value = values[track][level]
        if track != Track.TOOLS:
            value = max(1, value + shifts[track])
        label = words.say(f"label.{name}", value=value)
        badges = [words.say("piece.level", level=level + 1)]
        if level < LEVELS - 1:
            badges.append(goods_badge(words, box.learn_cost[track][level + 1]))
        tip = track_tip(box, words, track)
        id, look = f"track{seat}-{name}", f"track-{name}"
        found.append(piece(id, f"tracks{seat}", track, look, owner=seat, label=label, badges=tuple(badges), tip=tip))
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job == Job.CAPACITY:
            id, look = f"pupil-{seat}-{TRACK_NAMES[order.place]}", member_look(order.chiefs, order.shaman)
            found.append(piece(id, f"tracks{seat}", order.place, look, owner=seat))
    return found


assert len(TRACK_NAMES) == TRACKS
