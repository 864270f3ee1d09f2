"""What lies around the map: hut, building zone, Fresco, Crafts, rounds, stacks, supply, common objectives."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece, zone
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words

from ..actions import HUT_PRICE, OBJECTIVE, OFFERING
from ..box import GOOD_NAMES, HUT_NAMES, SEASON_NAMES, SIDE_NAMES, SPECIES_NAMES, Box
from ..rules.common import marked_slot
from ..rules.rivals import animals_in_reserve
from ..state import (
    ANIMALS,
    GOODS,
    HUT,
    LINES,
    NONE,
    OBJECTIVES_SHOWN,
    RIVAL_OWNER,
    SEATS,
    Clan,
    Hut,
    Job,
    State,
)
from . import layout
from .looks import animal_tip, craft_piece, member_look
from .names import counted, goods_badge
from .picks import MEMBERS
from .prices import Dues, due_label, due_tip, home_prices, homes_tip


@memoised
def table_zones(box: Box, words: Words, seats: int, rounds: int, fresco: int, dues: Dues) -> tuple[Zone, ...]:
    """All zones around the map but those of the solo game; where members are sent, with what that costs this round."""
    say = words.say
    crafts = box.craft_places[seats]
    offering = say("label.hut", zone=say("zone.hut"), goods=words.value(OFFERING, 0))
    found = [
        zone(
            "hut", "grid", *layout.HUT, label=offering, capacity=HUT, columns=HUT // 2, art="cave", tip=say("tip.hut"),
        ),
        zone(
            "building", "tokens", *layout.BUILDING, label=due_label(words, "building", dues[Job.HABITAT]),
            tip=due_tip(words, dues[Job.HABITAT], homes_tip(box, words)),
        ),
        zone(
            "fresco", "grid", *layout.FRESCO, label=due_label(words, "fresco", dues[Job.FRESCO]), columns=fresco,
            capacity=LINES * fresco, art="cave", tip=due_tip(words, dues[Job.FRESCO], say("tip.fresco")),
        ),
        zone(
            "crafts", "grid", *layout.CRAFTS, label=due_label(words, "crafts", dues[Job.CRAFT]), columns=crafts,
            capacity=crafts, tip=due_tip(words, dues[Job.CRAFT], say("tip.crafts")),
        ),
        zone("rounds", "track", *layout.ROUNDS, label=say("zone.rounds"), capacity=rounds),
        zone("edge", "slots", *layout.EDGE, label=say("zone.edge"), capacity=4),
        zone("stacks", "row", *layout.STACKS, label=say("zone.stacks")),
        zone("supply", "tokens", *layout.SUPPLY, label=say("zone.supply")),
        zone("reserve", "tokens", *layout.RESERVE, label=say("zone.reserve")),
    ]  # fmt: skip
    if seats > 1:
        shown = OBJECTIVES_SHOWN
        found.append(zone("goals", "grid", *layout.GOALS, label=say("zone.objectives"), columns=shown, capacity=shown))
    return tuple(found)


@memoised
def hut_pieces(
    box: Box, words: Words, names: tuple[str, ...], cubes: tuple[int, ...], blocked: int, alone: bool
) -> tuple[Piece, ...]:
    """Eight locations, the cubes of those who have acted there, the rivals' Shamans."""
    found = []
    for i, name in enumerate(HUT_NAMES):
        key = "H4_alone" if alone and i == Hut.NEXT_FIRST_PLAYER else name
        is_blocked = bool((blocked >> i) & 1)
        badges: tuple[str, ...] = (words.say("badge.blocked"),) if is_blocked else ()
        if Hut.MENHIR <= i <= Hut.DOLMEN:
            points = counted(words, "points", box.hut_points[i])
            tip = words.say("tip.H3", cost=words.value(HUT_PRICE, i), points=points)
            badges += (points, goods_badge(words, box.hut_cost[i]))
        else:
            tip = words.say(f"tip.{key}", goods=words.value(OFFERING, 0))
        label = words.say(f"value.location.{key}")
        found.append(piece(f"hut-{name}", "hut", i, f"hut-{name}", label=label, badges=badges, tip=tip))
        if is_blocked:
            found.append(piece(f"rival-shaman-{name}", "hut", i, "rival-shaman"))
        for seat, used in enumerate(cubes):
            if (used >> i) & 1:
                label = words.say("piece.cube", seat=names[seat])
                found.append(piece(f"hutcube-{seat}-{name}", "hut", i, "cube", owner=seat, label=label))
    return tuple(found)


@memoised
def fresco_pieces(
    box: Box, words: Words, names: tuple[str, ...], drawn: tuple[bytes, int, int], cubes: bytes, painters: bytes
) -> tuple[Piece, ...]:  # fmt: skip
    """Three lines through all tiles, and the cubes on their slots; `drawn`: the tiles, how many, how many face up."""
    tiles, count, up = drawn
    found = []
    for slot in range(LINES * count):
        place, line = divmod(slot, LINES)
        where = line * count + place
        if place >= up:
            found.append(piece(f"slot-{slot}", "fresco", where, "fresco-back", face_up=False))
            continue
        species = box.fresco[tiles[place]][line]
        name = SPECIES_NAMES[species]
        tip = words.say("tip.slot", points=counted(words, "points", box.paint_points[species]))
        label = words.say(f"value.species.{name}")
        found.append(piece(f"slot-{slot}", "fresco", where, f"slot-{name}", label=label, tip=tip))
        if not cubes[slot]:
            continue
        owner = painters[slot]
        if owner == RIVAL_OWNER:
            found.append(piece(f"cube-{slot}", "fresco", where, "rival-cube", count=cubes[slot]))
        else:
            label = words.say("piece.cube", seat=names[owner])
            found.append(piece(f"cube-{slot}", "fresco", where, "cube", owner=owner, count=cubes[slot], label=label))
    return tuple(found)


@memoised
def worker_pieces(clan: Clan, seat: int, fresco: int) -> tuple[Piece, ...]:
    """Those who wait at the hut, in the building zone, before the Fresco, on Crafts."""
    found = []
    builders = []
    for i in range(clan.order_count):
        order = clan.orders[i]
        look = member_look(order.chiefs, order.shaman)
        if order.job == Job.HABITAT:
            builders.append(look)
        elif order.job == Job.CRAFT:
            found.append(piece(f"crafter-{seat}-{order.place}", "crafts", order.place, look, owner=seat))
        elif order.job == Job.FRESCO:
            place, line = divmod(order.place, LINES)
            found.append(piece(f"painter-{seat}-{order.place}", "fresco", line * fresco + place, look, owner=seat))
        elif order.job == Job.SHAMAN_HUT:
            found.append(piece(f"shaman-{seat}", "hut", order.place, "shaman", owner=seat))
            if order.chiefs + order.hunters:
                found.append(piece(f"partner-{seat}", "hut", order.place, member_look(order.chiefs, 0), owner=seat))
            if order.place == Hut.PERFECT_PAINTING:
                place, line = divmod(marked_slot(order), LINES)
                found.append(piece(f"mark-{seat}", "fresco", line * fresco + place, "token", owner=seat))
    for place, look in enumerate(MEMBERS):
        if look in builders:
            slot, count = len(MEMBERS) * seat + place, builders.count(look)
            found.append(piece(f"builder-{seat}-{look}", "building", slot, look, owner=seat, count=count))
    return tuple(found)


@memoised
def price_pieces(box: Box, words: Words) -> tuple[Piece, ...]:
    """The two kinds of Habitat in the building zone, each with its price."""
    first = len(MEMBERS) * SEATS
    return tuple(
        piece(f"price-{name}", "building", first + i, f"price-{name}", badges=price, tip=homes_tip(box, words))
        for i, (name, price) in enumerate(home_prices(box, words))
    )


@memoised
def craft_pieces(box: Box, words: Words, crafts: tuple[int, ...]) -> tuple[Piece, ...]:
    """The visible Crafts."""
    return tuple(craft_piece(box, words, tile, "crafts", i) for i, tile in enumerate(crafts) if tile != NONE)


@memoised
def track_pieces(box: Box, words: Words, rounds: int, now: int, edges: tuple[int, ...]) -> tuple[Piece, ...]:
    """Rounds with their seasons, the ring, the priority arrow; at first on every side where it may be laid (DP11)."""
    found = []
    for i in range(rounds):
        season = SEASON_NAMES[box.season[i]]
        label = words.say("piece.round", number=i + 1, season=words.say(f"value.season.{season}"))
        found.append(piece(f"round-{i + 1}", "rounds", i, f"round-{season}", label=label))
    found.append(piece("ring", "rounds", now - 1, "ring"))
    for edge in edges:
        side = words.say(f"value.side.{SIDE_NAMES[edge]}")
        name = "arrow" if len(edges) == 1 else f"edge-{SIDE_NAMES[edge]}"
        found.append(piece(name, "edge", edge, "arrow", turned=edge, label=side))
    return tuple(found)


@memoised
def stack_pieces(terrain: int, crafts: int, discarded: int | None) -> tuple[Piece, ...]:
    """The stacks (discarded Crafts only in a solo game) and the supply of goods."""
    found = [
        piece("terrain-stack", "stacks", 0, "terrain-stack", face_up=False, count=terrain),
        piece("craft-stack", "stacks", 1, "craft-stack", face_up=False, count=crafts),
    ]
    if discarded is not None:
        found.append(piece("craft-discard", "stacks", 2, "craft-discard", count=discarded))
    found += [piece(f"supply-{GOOD_NAMES[i]}", "supply", i, f"good-{GOOD_NAMES[i]}") for i in range(GOODS)]
    return tuple(found)


def animals_in_reserve_pieces(view: State, box: Box, words: Words) -> tuple[Piece, ...]:
    """The animals that can still appear."""
    return tuple(_reserve(box, words, i, animals_in_reserve(view, box, i)) for i in range(ANIMALS))


@memoised
def _reserve(box: Box, words: Words, species: int, count: int) -> Piece:
    name = SPECIES_NAMES[species]
    return piece(f"reserve-{name}", "reserve", species, name, count=count, tip=animal_tip(box, species, words))


@memoised
def objective_pieces(
    box: Box, words: Words, names: tuple[str, ...], goals: tuple[int, ...], firsts: tuple[int, ...],
    seconds: tuple[int, ...],
) -> tuple[Piece, ...]:  # fmt: skip
    """The common objectives with the cubes of those who reached them."""
    found = []
    for place, goal in enumerate(goals):
        if goal == NONE:
            continue
        name = OBJECTIVE.values[goal]
        label, tip = words.say(f"value.objective.{name}"), words.say(f"tip.{name}")
        badge = f"{box.objective_first}/{box.objective_second}"
        found.append(piece(f"goal-{name}", "goals", place, "goal", label=label, badges=(badge,), tip=tip))
        for seat, called in enumerate(names):
            worth = box.objective_first * ((firsts[place] >> seat) & 1)
            worth += box.objective_second * ((seconds[place] >> seat) & 1)
            if worth:
                label = words.say("piece.cube", seat=called)
                id = f"goalcube-{seat}-{name}"
                found.append(piece(id, "goals", place, "cube", owner=seat, label=label, badges=(str(worth),)))
    return tuple(found)
