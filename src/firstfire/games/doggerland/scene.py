"""The table of Doggerland as data: map, hut, Fresco, Crafts, boards, and the solo board.

Everything is public but the stacks, so one table serves all viewers; only the place of the
boards depends on who looks. Ids: `tile-S3`, `horse-2`, `slot-4`, `craft-K7`, `hut-H1`,
`home0-hunter`, `goods0-wood`, `track0-range`.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.scene import Piece, Prompt, Scene, Zone
from firstfire.kernel.words import Words

from . import layout
from .actions import FRESCO, OBJECTIVE, RIVAL, TILE, cell_name
from .boards import counters, draw_board, draw_solo
from .box import GOOD_NAMES, HUT_NAMES, SHOWS_NAMES, SIDE_NAMES, SPECIES_NAMES, Box
from .clicks import MEMBERS, picks
from .ground import arrow_of, species_at
from .looks import ARROWS, animal_tip, cost_text, craft_piece, looks, member_look, order_badges
from .rivals import animals_in_reserve
from .state import (
    ANIMALS,
    CRAFT_PLACES,
    GOODS,
    HUT,
    LINES,
    NONE,
    OBJECTIVES_SHOWN,
    RIVAL_OWNER,
    RIVALS,
    WIDTH,
    Hut,
    Job,
    Season,
    Shows,
    State,
)
from .works import slot_species

__all__ = ["picks", "scene"]


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) sees it; `view` is already redacted."""
    made = Scene(
        "doggerland", view.seats, seat, layout.WIDE, layout.tall_plane(view.seats), prompt(view, game, box, words)
    )
    made.looks = looks(words)
    for build in (draw_map, draw_hut, draw_fresco, draw_crafts, draw_track, draw_supply):
        build(made, view, box, words, names)
    if view.seats == 1:
        draw_solo(made, view, box, words)
    else:
        draw_objectives(made, view, box, words, names)
    for clan in range(view.seats):
        draw_board(made, view, box, clan, words, names)
    made.counters = counters(view, box, words)
    return made


def prompt(view: State, game: Game, box: Box, words: Words) -> Prompt:
    """Who decides what, in which round and season."""
    season = words.say(f"value.season.{Season(box.season[view.round - 1]).name.lower()}")
    step = words.say("label.step", round=view.round, last=view.last_round, season=season)
    return Prompt(None if view.over else view.player, words.say(f"phase.{game.phases[view.phase]}"), step)


def tile_id(view: State, cell: int) -> str:
    """The id of the terrain tile on a cell."""
    return f"tile-{TILE.values[view.tile[cell]]}"


def grid_slot(view: State, box: Box, cell: int) -> int:
    """The place of a cell in the map zone."""
    return (cell // WIDTH) * box.columns[view.seats] + cell % WIDTH


def draw_map(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """The growing land with its tiles, animals and pieces."""
    columns, rows = box.columns[view.seats], box.rows[view.seats]
    made.zones.append(
        Zone(
            "map",
            "grid",
            layout.MAP[0],
            layout.MAP[1],
            label=words.say("zone.map"),
            columns=columns,
            capacity=columns * rows,
            art="sea",
        )
    )
    for y in range(rows):
        for x in range(columns):
            cell = WIDTH * y + x
            if view.tile[cell] != NONE:
                made.pieces.append(tile_piece(view, box, cell, words))
                made.pieces += animal_pieces(view, box, cell, words)
    for seat in range(view.seats):
        made.pieces += clan_pieces(view, box, seat, words, names)
    if view.seats == 1:
        for i in range(RIVALS):
            if view.solo.rivals[i] != NONE:
                rival = RIVAL.values[i]
                label = words.say("piece.rival", rival=words.say(f"value.rival.{rival}"))
                slot = grid_slot(view, box, view.solo.rivals[i])
                made.pieces.append(
                    Piece(f"rival-{rival}", "map", slot, f"rival-{rival}", label=label, tip=words.say("tip.rival"))
                )


def tile_piece(view: State, box: Box, cell: int, words: Words) -> Piece:
    """A terrain tile: what it shows, how much, its arrow, and how worn it is."""
    tile = view.tile[cell]
    shows = box.shows[tile]
    what = words.say(f"value.shows.{SHOWS_NAMES[shows]}")
    arrow = arrow_of(view, box, cell)
    side = words.say(f"value.side.{SIDE_NAMES[arrow]}")
    badges = [cell_name(cell), ARROWS[arrow]]
    tip = words.say("tip.camp", side=side)
    label = what
    if shows >= Shows.WOOD:
        label = f"{what} {box.quantity[tile]}"
        tip = words.say("tip.resource", what=what, quantity=box.quantity[tile], side=side)
        if not (view.ripe >> cell) & 1:
            badges.append(words.say("badge.exhausted"))
        elif view.uses[cell]:
            badges.append(words.say("badge.worn"))
    elif shows != Shows.CAMP:
        tip = words.say("tip.spawn", what=what, side=side)
    look = f"tile-{SHOWS_NAMES[shows]}"
    return Piece(tile_id(view, cell), "map", grid_slot(view, box, cell), look, label=label, badges=badges, tip=tip)


def animal_pieces(view: State, box: Box, cell: int, words: Words) -> list[Piece]:
    """The animal on a cell, if any; its number stays with it while it roams."""
    species = species_at(view, cell)
    if species == NONE:
        return []
    name = SPECIES_NAMES[species]
    return [
        Piece(
            f"{name}-{view.beast[cell] % 7}",
            "map",
            grid_slot(view, box, cell),
            name,
            label=words.say(f"value.species.{name}"),
            tip=animal_tip(box, species, words),
        )
    ]


def clan_pieces(view: State, box: Box, seat: int, words: Words, names: list[str]) -> list[Piece]:
    """Village, Megaliths, token and expeditions of a clan on the map."""
    clan = view.clans[seat]
    who = names[seat]
    slot = grid_slot(view, box, clan.village)
    found = [
        Piece(
            f"village-{seat}",
            "map",
            slot,
            "village",
            owner=seat,
            label=words.say("piece.village", seat=who),
            tip=words.say("tip.village"),
        )
    ]
    for kind in range(3):
        if clan.menhirs[kind] != NONE:
            place = grid_slot(view, box, clan.menhirs[kind])
            found.append(
                Piece(
                    f"megalith-{seat}-{kind}",
                    "map",
                    place,
                    "megalith",
                    owner=seat,
                    label=words.say("piece.megalith", seat=who),
                    tip=words.say("tip.megalith"),
                )
            )
    if clan.journey != NONE:
        place = grid_slot(view, box, clan.journey)
        found.append(
            Piece(
                f"token-{seat}",
                "map",
                place,
                "token",
                owner=seat,
                label=words.say("piece.token", seat=who),
                tip=words.say("tip.token"),
            )
        )
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job in (Job.HARVEST, Job.HUNT):
            found.append(
                Piece(
                    f"expedition-{seat}-{cell_name(order.place)}",
                    "map",
                    grid_slot(view, box, order.place),
                    "expedition",
                    owner=seat,
                    count=order.hunters + order.chiefs + order.shaman,
                    label=words.say("piece.expedition", seat=who),
                    badges=order_badges(view, seat, i, words),
                    tip=words.say("tip.expedition"),
                )
            )
    return found


def draw_hut(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """Eight locations with cubes and Shamans; the building zone."""
    made.zones.append(
        Zone(
            "hut",
            "grid",
            layout.HUT[0],
            layout.HUT[1],
            label=words.say("zone.hut"),
            capacity=HUT,
            columns=8,
            art="cave",
        )
    )
    for i, name in enumerate(HUT_NAMES):
        tip = words.say(f"tip.{name}")
        if Hut.MENHIR <= i <= Hut.DOLMEN:
            tip = words.say(f"tip.{name}", cost=cost_text(words, box.hut_cost[i]), points=box.hut_points[i])
        badges = [words.say("badge.blocked")] if (view.solo.shamans >> i) & 1 else []
        made.pieces.append(
            Piece(
                f"hut-{name}",
                "hut",
                i,
                f"hut-{name}",
                label=words.say(f"value.location.{name}"),
                badges=badges,
                tip=tip,
            )
        )
        if (view.solo.shamans >> i) & 1:
            made.pieces.append(Piece(f"rival-shaman-{name}", "hut", i, "rival-shaman"))
        for seat in range(view.seats):
            if (view.clans[seat].hut >> i) & 1:
                made.pieces.append(
                    Piece(
                        f"hutcube-{seat}-{name}",
                        "hut",
                        i,
                        "cube",
                        owner=seat,
                        label=words.say("piece.cube", seat=names[seat]),
                    )
                )
    made.zones.append(
        Zone(
            "building",
            "tokens",
            layout.BUILDING[0],
            layout.BUILDING[1],
            label=words.say("zone.building"),
            tip=words.say("tip.building"),
        )
    )
    for seat in range(view.seats):
        clan = view.clans[seat]
        orders = [clan.orders[i] for i in range(clan.order_count)]
        builders = [member_look(order.chiefs, order.shaman) for order in orders if order.job == Job.HABITAT]
        for place, look in enumerate(MEMBERS):
            if look in builders:
                made.pieces.append(
                    Piece(
                        f"builder-{seat}-{look}",
                        "building",
                        len(MEMBERS) * seat + place,
                        look,
                        owner=seat,
                        count=builders.count(look),
                    )
                )
        for i in range(clan.order_count):
            if clan.orders[i].job == Job.SHAMAN_HUT:
                made.pieces.append(Piece(f"shaman-{seat}", "hut", clan.orders[i].place, "shaman", owner=seat))


def draw_fresco(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """Three lines through all tiles; cubes, painters and Shaman tokens on the slots."""
    count = view.fresco_count
    made.zones.append(
        Zone(
            "fresco",
            "grid",
            layout.FRESCO[0],
            layout.FRESCO[1],
            label=words.say("zone.fresco"),
            columns=count,
            capacity=LINES * count,
            art="cave",
        )
    )
    for slot in range(LINES * count):
        place, line = divmod(slot, LINES)
        where = line * count + place
        if place >= view.fresco_up:
            made.pieces.append(Piece(f"slot-{slot}", "fresco", where, "fresco-back", face_up=False))
            continue
        species = slot_species(view, box, slot)
        badges = [words.say("badge.member")] if (view.sketched >> slot) & 1 else []
        made.pieces.append(
            Piece(
                f"slot-{slot}",
                "fresco",
                where,
                f"slot-{SPECIES_NAMES[species]}",
                label=words.say(f"value.species.{SPECIES_NAMES[species]}"),
                badges=[FRESCO.values[view.fresco[place]], *badges],
                tip=words.say("tip.slot", points=box.paint_points[species]),
            )
        )
        if view.cubes[slot]:
            owner = view.painter[slot]
            if owner == RIVAL_OWNER:
                made.pieces.append(Piece(f"cube-{slot}", "fresco", where, "rival-cube", count=view.cubes[slot]))
            else:
                label = words.say("piece.cube", seat=names[owner])
                made.pieces.append(
                    Piece(f"cube-{slot}", "fresco", where, "cube", owner=owner, count=view.cubes[slot], label=label)
                )
    for seat in range(view.seats):
        clan = view.clans[seat]
        for i in range(clan.order_count):
            order = clan.orders[i]
            if order.job == Job.FRESCO:
                place, line = divmod(order.place, LINES)
                made.pieces.append(
                    Piece(
                        f"painter-{seat}-{order.place}",
                        "fresco",
                        line * count + place,
                        member_look(order.chiefs, order.shaman),
                        owner=seat,
                    )
                )
            elif order.job == Job.SHAMAN_HUT and order.place == Hut.PERFECT_PAINTING:
                place, line = divmod(order.tools, LINES)
                made.pieces.append(Piece(f"mark-{seat}", "fresco", line * count + place, "token", owner=seat))


def draw_crafts(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """The visible Crafts, and who works on them."""
    places = box.craft_places[view.seats]
    made.zones.append(
        Zone(
            "crafts",
            "grid",
            layout.CRAFTS[0],
            layout.CRAFTS[1],
            label=words.say("zone.crafts"),
            columns=places,
            capacity=places,
        )
    )
    for place in range(CRAFT_PLACES):
        if view.craft[place] != NONE:
            made.pieces.append(craft_piece(view, box, view.craft[place], "crafts", place, words))
    for seat in range(view.seats):
        clan = view.clans[seat]
        for i in range(clan.order_count):
            order = clan.orders[i]
            if order.job == Job.CRAFT:
                made.pieces.append(
                    Piece(
                        f"crafter-{seat}-{order.place}",
                        "crafts",
                        order.place,
                        member_look(order.chiefs, order.shaman),
                        owner=seat,
                    )
                )


def draw_track(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """Rounds with their seasons, the ring, the priority arrow."""
    made.zones.append(
        Zone(
            "rounds",
            "track",
            layout.ROUNDS[0],
            layout.ROUNDS[1],
            label=words.say("zone.rounds"),
            capacity=view.last_round,
        )
    )
    for i in range(view.last_round):
        season = Season(box.season[i]).name.lower()
        label = words.say("piece.round", number=i + 1, season=words.say(f"value.season.{season}"))
        made.pieces.append(Piece(f"round-{i + 1}", "rounds", i, f"round-{season}", label=label))
    made.pieces.append(Piece("ring", "rounds", view.round - 1, "ring"))
    made.zones.append(Zone("edge", "slots", layout.EDGE[0], layout.EDGE[1], label=words.say("zone.edge"), capacity=4))
    side = words.say(f"value.side.{SIDE_NAMES[view.edge]}")
    made.pieces.append(Piece("arrow", "edge", view.edge, "arrow", turned=view.edge, label=side))


def draw_supply(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """Stacks, the supply of goods, the animals in reserve."""
    made.zones.append(Zone("stacks", "row", layout.STACKS[0], layout.STACKS[1], label=words.say("zone.stacks")))
    made.pieces.append(Piece("terrain-stack", "stacks", 0, "terrain-stack", face_up=False, count=view.stack_count))
    made.pieces.append(Piece("craft-stack", "stacks", 1, "craft-stack", face_up=False, count=view.craft_count))
    if view.seats == 1:
        made.pieces.append(Piece("craft-discard", "stacks", 2, "craft-discard", count=view.craft_discard.bit_count()))
    made.zones.append(Zone("supply", "tokens", layout.SUPPLY[0], layout.SUPPLY[1], label=words.say("zone.supply")))
    for good in range(GOODS):
        made.pieces.append(Piece(f"supply-{GOOD_NAMES[good]}", "supply", good, f"good-{GOOD_NAMES[good]}"))
    made.zones.append(Zone("reserve", "tokens", layout.RESERVE[0], layout.RESERVE[1], label=words.say("zone.reserve")))
    for species in range(ANIMALS):
        name = SPECIES_NAMES[species]
        made.pieces.append(
            Piece(
                f"reserve-{name}",
                "reserve",
                species,
                name,
                count=animals_in_reserve(view, box, species),
                tip=animal_tip(box, species, words),
            )
        )


def draw_objectives(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """The common objectives with the cubes of those who reached them."""
    made.zones.append(
        Zone(
            "goals",
            "grid",
            layout.GOALS[0],
            layout.GOALS[1],
            label=words.say("zone.objectives"),
            columns=OBJECTIVES_SHOWN,
            capacity=OBJECTIVES_SHOWN,
        )
    )
    for place in range(OBJECTIVES_SHOWN):
        if view.objectives[place] == NONE:
            continue
        name = OBJECTIVE.values[view.objectives[place]]
        badges = [f"{box.objective_first}/{box.objective_second}"]
        made.pieces.append(
            Piece(
                f"goal-{name}",
                "goals",
                place,
                "goal",
                label=words.say(f"value.objective.{name}"),
                badges=badges,
                tip=words.say(f"tip.{name}"),
            )
        )
        for seat in range(view.seats):
            worth = box.objective_first * ((view.firsts[place] >> seat) & 1) + box.objective_second * (
                (view.seconds[place] >> seat) & 1
            )
            if worth:
                label = words.say("piece.cube", seat=names[seat])
                made.pieces.append(
                    Piece(
                        f"goalcube-{seat}-{name}", "goals", place, "cube", owner=seat, label=label, badges=[str(worth)]
                    )
                )
