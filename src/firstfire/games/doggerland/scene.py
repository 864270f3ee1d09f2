"""The table of Doggerland as data: map, hut, Fresco, Crafts, boards, and the solo board.

Everything is public but the stacks, so one table serves all viewers; only the place of the
boards depends on who looks. Ids: `tile-S3`, `horse-2`, `slot-4`, `craft-K7`, `hut-H1`,
`home0-hunter`, `goods0-wood`, `track0-range`.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.scene import Counter, Look, Piece, Prompt, Scene, Zone
from firstfire.kernel.words import Words

from . import layout
from .actions import CARD, CRAFT, FRESCO, OBJECTIVE, RIVAL, SOLO_OBJECTIVE, TILE, cell_name
from .box import GOOD_NAMES, HUT_NAMES, SHOWS_NAMES, SIDE_NAMES, SPECIES_NAMES, TRACK_NAMES, Box
from .clan import beds, members
from .clicks import picks
from .ground import arrow_of, species_at
from .knowledge import cards_turned
from .rivals import animals_in_reserve
from .scoring import points
from .state import (
    ANIMALS,
    BARTER_GOODS,
    CRAFT_PLACES,
    GOODS,
    HABITAT_PLACES,
    HUT,
    LINES,
    NONE,
    OBJECTIVES_SHOWN,
    RIVAL_OWNER,
    RIVALS,
    TRACKS,
    WIDTH,
    Clan,
    CraftKind,
    Good,
    Home,
    Hut,
    Job,
    Season,
    Shows,
    State,
    Track,
)
from .works import slot_species

__all__ = ["picks", "scene"]

ARROWS = "↑→↓←"
CLANS = ("yellow", "red", "blue", "pink")
RIVAL_COLOURS = ("red", "pink", "blue")
GOOD_COLOURS = ("brown", "grey", "purple", "red", "orange", "bone", "charcoal")
GOOD_ART = ("wood", "stone", "berry", "meat", "hide", "bone", "tool")
SHOWS_ART = ("camp", "horse", "reindeer", "bison", "mammoth", "tree", "rock", "berry", "shell", "rabbit")
SHOWS_COLOURS = ("ochre", "chalk", "chalk", "chalk", "chalk", "green", "grey", "purple", "teal", "orange")
HUT_ART = ("painting", "eagle", "menhir", "menhir", "dolmen", "first-player", "trade", "baby")
HOME_LOOKS = ("bare", "shelter", "simple", "prestigious")


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


# --- looks


def looks(words: Words) -> list[Look]:
    """How each kind of piece looks."""
    say = words.say
    found = [
        Look(f"tile-{name}", "tile", SHOWS_ART[i], "sea", "", SHOWS_COLOURS[i], say(f"value.shows.{name}"), 56, 56)
        for i, name in enumerate(SHOWS_NAMES)
    ]
    found += [
        Look(name, "meeple", name, "", name[0].upper(), "charcoal", say(f"value.species.{name}"), 26, 26)
        for name in SPECIES_NAMES
    ]
    found += [
        Look(f"slot-{name}", "tile", name, "", name[0].upper(), "ochre", say(f"value.species.{name}"), 50, 38)
        for name in SPECIES_NAMES
    ]
    found += [
        Look(
            f"good-{name}",
            "token",
            GOOD_ART[i],
            "",
            name[0].upper(),
            GOOD_COLOURS[i],
            say(f"value.good.{name}"),
            34,
            34,
        )
        for i, name in enumerate(GOOD_NAMES)
    ]
    found += [
        Look(f"hut-{name}", "tile", HUT_ART[i], "", name, "hide", say(f"value.location.{name}"), 42, 60)
        for i, name in enumerate(HUT_NAMES)
    ]
    found += [
        Look("necklace", "card", "necklace", "craft", "", "bone", say("value.craft.K1").split()[0], 48, 60),
        Look("statuette", "card", "statuette", "craft", "", "grey", say("value.craft.Y1").split()[0], 48, 60),
        Look("fresco-back", "tile", "", "fresco", "", "brown", say("piece.fresco_back"), 50, 38),
        Look("terrain-stack", "tile", "", "forest", "", "green", say("piece.terrain_stack"), 50, 50),
        Look("craft-stack", "card", "", "craft", "", "ochre", say("piece.craft_stack"), 40, 52),
        Look("craft-discard", "card", "craft", "craft", "", "grey", say("piece.craft_discard"), 40, 52),
        Look("ring", "disc", "ring", "", "", "red", say("piece.ring"), 24, 24),
        Look("round-warm", "disc", "sun", "", "", "yellow", say("value.season.warm"), 24, 24),
        Look("round-cold", "disc", "snow", "", "", "blue", say("value.season.cold"), 24, 24),
        Look("arrow", "token", "arrow", "", "", "red", say("piece.arrow"), 40, 40),
        Look("village", "meeple", "village", "", "", "", "", 26, 26),
        Look("megalith", "meeple", "megalith", "", "", "", "", 26, 26),
        Look("token", "token", "shaman", "", "", "", "", 22, 22),
        Look("cube", "cube", "", "", "", "", "", 16, 16),
        Look("rival-cube", "cube", "", "", "", "blue", say("piece.rival_cube"), 16, 16),
        Look("rival-shaman", "meeple", "shaman", "", "", "charcoal", say("piece.rival_shaman"), 26, 26),
        Look("expedition", "meeple", "march", "", "", "", "", 28, 28),
        Look("pawn", "token", "first-player", "", "1", "ochre", say("piece.pawn"), 26, 26),
        Look("card", "card", "star", "star", "", "ochre", say("zone.card"), 120, 40),
        Look("card-deck", "card", "", "star", "", "charcoal", say("piece.card_deck"), 40, 40),
        Look("goal", "card", "objective", "", "", "bone", "", 84, 44),
        Look("scarcity", "tile", "minus", "", "-2", "black", say("piece.scarcity"), 34, 34),
    ]
    found += [
        Look(f"rival-{name}", "meeple", "hunter", "", name[0].upper(), name, say(f"value.rival.{name}"), 28, 28)
        for name in RIVAL_COLOURS
    ]
    for member, art in (("hunter", "hunter"), ("chief", "chief"), ("shaman", "shaman")):
        found.append(Look(member, "meeple", art, "", member[0].upper(), "", say(f"value.member.{member}"), 30, 30))
    found.append(Look("newborn", "meeple", "baby", "", "", "", say("piece.newborn"), 24, 24))
    found.append(Look("couple", "meeple", "birth", "", "", "", say("piece.couple"), 30, 30))
    for name, art, alt in (
        ("bare", "", "piece.bare"), ("shelter", "tent", "piece.shelter"),
        ("simple", "hut", "value.dwelling.simple"), ("prestigious", "tipi", "value.dwelling.prestigious"),
    ):  # fmt: skip
        found.append(Look(f"home-{name}", "tile", art, "", "", "bone" if name == "bare" else "brown", say(alt), 50, 50))
    found += [
        Look(f"track-{name}", "tile", art, "", "", "hide", say(f"value.track.{name}"), 60, 40)
        for name, art in zip(TRACK_NAMES, ("range", "basket", "tool"), strict=True)
    ]
    return found


def cost_text(words: Words, cost: object) -> str:
    """A cost in words: 2 Wood, 1 Stone."""
    row = list(cost)  # type: ignore[call-overload]
    return ", ".join(f"{n} {words.say(f'value.good.{GOOD_NAMES[i]}')}" for i, n in enumerate(row) if n)


# --- the map


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


def animal_tip(box: Box, species: int, words: Words) -> str:
    """What a hunt needs and brings."""
    return words.say(
        "tip.animal", what=words.say(f"value.species.{SPECIES_NAMES[species]}"), mastery=box.min_mastery[species],
        members=box.min_members[species], meat=box.spoils[species][Good.MEAT], fur=box.spoils[species][Good.FUR],
        bone=box.spoils[species][Good.BONE], speed=box.speed[species], points=box.paint_points[species],
    )  # fmt: skip


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


def order_badges(view: State, seat: int, number: int, words: Words) -> list[str]:
    """Who is in a group."""
    order = view.clans[seat].orders[number]
    found = [f"{order.hunters} {words.say('value.member.hunter')}"] if order.hunters else []
    found += [words.say("value.member.chief")] * order.chiefs + [words.say("value.member.shaman")] * order.shaman
    return [*found, words.say("badge.tools", number=order.tools)] if order.tools else found


# --- around the map


def draw_hut(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """Eight locations with cubes and Shamans; the building zone."""
    made.zones.append(
        Zone(
            "hut",
            "slots",
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
        plain = [i for i in range(clan.order_count) if clan.orders[i].job == Job.HABITAT and not clan.orders[i].chiefs]
        chief = [i for i in range(clan.order_count) if clan.orders[i].job == Job.HABITAT and clan.orders[i].chiefs]
        for name, orders, look in (("member", plain, "hunter"), ("chief", chief, "chief")):
            if orders:
                made.pieces.append(
                    Piece(
                        f"builder-{seat}-{name}",
                        "building",
                        2 * seat + (name == "chief"),
                        look,
                        owner=seat,
                        count=len(orders),
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
                label=FRESCO.values[view.fresco[place]],
                badges=badges,
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


def member_look(chiefs: int, shaman: int) -> str:
    """The look of a single member."""
    return "chief" if chiefs else "shaman" if shaman else "hunter"


def craft_piece(view: State, box: Box, tile: int, zone: str, slot: int, words: Words) -> Piece:
    """A Craft tile, wherever it lies."""
    kind = "necklace" if box.craft_kind[tile] == CraftKind.NECKLACE else "statuette"
    name = CRAFT.values[tile]
    what = words.say(f"value.craft.{name}")
    tip = words.say("tip.craft", what=what, cost=cost_text(words, box.craft_cost[tile]), points=box.craft_points[tile])
    return Piece(
        f"craft-{name}",
        zone,
        slot,
        kind,
        label=name,
        badges=[words.say("badge.points", points=box.craft_points[tile])],
        tip=tip,
    )


def draw_crafts(made: Scene, view: State, box: Box, words: Words, names: list[str]) -> None:
    """The visible Crafts, and who works on them."""
    places = box.craft_places[view.seats]
    made.zones.append(
        Zone("crafts", "slots", layout.CRAFTS[0], layout.CRAFTS[1], label=words.say("zone.crafts"), capacity=places)
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
            "slots",
            layout.GOALS[0],
            layout.GOALS[1],
            label=words.say("zone.objectives"),
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


# --- the solo board


def draw_solo(made: Scene, view: State, box: Box, words: Words) -> None:
    """Objectives, the rivals' memory, the card of the round, Scarcity."""
    solo = view.solo
    made.zones.append(
        Zone(
            "goals",
            "slots",
            layout.GOALS[0],
            layout.GOALS[1],
            label=words.say("zone.solo_objectives"),
            capacity=solo.shown,
        )
    )
    for place in range(solo.shown):
        name = SOLO_OBJECTIVE.values[solo.objectives[place]]
        badges = [words.say("badge.done")] if (solo.done >> place) & 1 else []
        label = words.say(f"value.solo_objective.{name}")
        made.pieces.append(
            Piece(
                f"goal-{name}", "goals", place, "goal", label=label, badges=badges, tip=words.say("tip.solo_objective")
            )
        )
    made.zones.append(
        Zone(
            "rival_memory",
            "slots",
            layout.RIVAL_MEMORY[0],
            layout.RIVAL_MEMORY[1],
            label=words.say("zone.rival_memory"),
            capacity=box.rival_memory,
        )
    )
    for i in range(solo.memories):
        name = SPECIES_NAMES[solo.memory[i]]
        made.pieces.append(Piece(f"rival-memory-{i}", "rival_memory", box.rival_memory - 1 - i, name))
    made.zones.append(Zone("card", "row", layout.CARD[0], layout.CARD[1], label=words.say("zone.card")))
    turned = cards_turned(view)
    if turned > 0:
        name = CARD.values[solo.cards[turned - 1]]
        made.pieces.append(
            Piece(
                f"card-{name}",
                "card",
                0,
                "card",
                label=words.say(f"value.card.{name}"),
                tip=words.say(f"tip.{name}"),
                badges=card_badges(view, box, words),
            )
        )
    made.pieces.append(Piece("card-deck", "card", 1, "card-deck", face_up=False, count=view.last_round - turned))
    made.pieces.append(Piece("scarcity", "card", 2, "scarcity", count=view.clans[0].scarcity))


def card_badges(view: State, box: Box, words: Words) -> list[str]:
    """Where the card will send the rivals."""
    card = view.solo.cards[cards_turned(view) - 1]
    return [
        f"{words.say(f'value.rival.{RIVAL.values[i]}')} {ARROWS[box.direction[card][i]]}{box.distance[card][i]}"
        for i in range(RIVALS)
    ]


# --- clan boards


def draw_board(made: Scene, view: State, box: Box, seat: int, words: Words, names: list[str]) -> None:
    """A clan board with its parts."""
    board = layout.board_of(seat, made.viewer, view.seats)
    made.zones.append(
        Zone(
            f"board{seat}",
            "panel",
            board.wide,
            board.tall,
            label=words.say("zone.board", seat=names[seat]),
            owner=seat,
            art="hide",
        )
    )
    parts = {
        "members": ("tokens", board.part(0.0, 0.0, 0.3, 0.5), None),
        "cradle": ("tokens", board.part(0.3, 0.0, 0.14, 0.5), None),
        "tracks": ("slots", board.part(0.44, 0.0, 0.32, 0.5), TRACKS),
        "memory": ("slots", board.part(0.76, 0.0, 0.24, 0.5), 3),
        "goods": ("tokens", board.part(0.0, 0.5, 0.24, 0.5), None),
        "bowls": ("slots", board.part(0.24, 0.5, 0.22, 0.5), 3),
        "homes": ("slots", board.part(0.46, 0.5, 0.32, 0.5), HABITAT_PLACES),
        "made": ("row", board.part(0.78, 0.5, 0.22, 0.5), None),
    }
    for name, (kind, (wide, tall), capacity) in parts.items():
        made.zones.append(
            Zone(
                f"{name}{seat}",
                kind,
                wide,
                tall,
                label=words.say(f"zone.{name}"),
                owner=seat,
                capacity=capacity,
                parent=f"board{seat}",
            )
        )
    clan = view.clans[seat]
    made.pieces += member_pieces(view, clan, seat, words)
    made.pieces += goods_pieces(clan, seat, words)
    made.pieces += home_pieces(box, clan, seat, words)
    made.pieces += track_pieces(box, clan, seat, words)
    for species in range(ANIMALS):
        if clan.memory[species]:
            name = SPECIES_NAMES[species]
            made.pieces.append(
                Piece(
                    f"memory{seat}-{name}",
                    f"memory{seat}",
                    species % 3,
                    name,
                    owner=seat,
                    count=clan.memory[species],
                    tip=animal_tip(box, species, words),
                )
            )
    for place, tile in enumerate(i for i in range(18) if (clan.made >> i) & 1):
        made.pieces.append(craft_piece(view, box, tile, f"made{seat}", place, words))


def member_pieces(view: State, clan: Clan, seat: int, words: Words) -> list[Piece]:
    """Those at home, in reserve, at the reproduction place; the first-player pawn."""
    zone = f"members{seat}"
    found = []
    for slot, (name, count) in enumerate((("hunter", clan.hunters), ("chief", clan.chiefs), ("shaman", clan.shaman))):
        if count:
            found.append(Piece(f"home{seat}-{name}", zone, slot, name, owner=seat, count=count))
    found.append(
        Piece(
            f"reserve{seat}",
            zone,
            3,
            "hunter",
            owner=seat,
            count=clan.reserve,
            label=words.say("piece.hunters_reserve"),
            face_up=False,
        )
    )
    if view.first == seat and view.seats > 1:
        found.append(Piece("pawn", zone, 4, "pawn"))
    if clan.newborns:
        found.append(Piece(f"newborn{seat}", f"cradle{seat}", 0, "newborn", owner=seat, count=clan.newborns))
    for i in range(clan.order_count):
        if clan.orders[i].job == Job.BIRTH:
            found.append(
                Piece(
                    f"couple{seat}", f"cradle{seat}", 1, "couple", owner=seat, badges=order_badges(view, seat, i, words)
                )
            )
    return found


def goods_pieces(clan: Clan, seat: int, words: Words) -> list[Piece]:
    """Goods above the board, food in the bowls."""
    found = []
    for good in range(GOODS):
        name = GOOD_NAMES[good]
        if good in (Good.FRUIT, Good.MEAT):
            continue
        found.append(
            Piece(f"goods{seat}-{name}", f"goods{seat}", good, f"good-{name}", owner=seat, count=clan.goods[good])
        )
    if clan.scarcity:
        found.append(Piece(f"scarcity{seat}", f"goods{seat}", GOODS, "scarcity", owner=seat, count=clan.scarcity))
    for bowl in range(3):
        for name, row in (("fruit", clan.fruit), ("meat", clan.meat)):
            if row[bowl]:
                label = words.say("label.bowl", number=bowl + 1)
                found.append(
                    Piece(
                        f"bowl{seat}-{bowl}-{name}",
                        f"bowls{seat}",
                        bowl,
                        f"good-{name}",
                        owner=seat,
                        count=row[bowl],
                        label=label,
                    )
                )
    return found


def home_pieces(box: Box, clan: Clan, seat: int, words: Words) -> list[Piece]:
    """The six places of the clan board."""
    found = []
    for place in range(HABITAT_PLACES):
        home = clan.homes[place]
        badges = [words.say("badge.points", points=box.home_points[home])] if home >= Home.SIMPLE else []
        found.append(
            Piece(
                f"home{seat}-place{place}", f"homes{seat}", place, f"home-{HOME_LOOKS[home]}", owner=seat, badges=badges
            )
        )
    return found


def track_pieces(box: Box, clan: Clan, seat: int, words: Words) -> list[Piece]:
    """The three capacities, and who works on them."""
    found = []
    values = (box.reach, box.transport, box.makes)
    for track in range(TRACKS):
        level = clan.levels[track]
        label = words.say(f"label.{TRACK_NAMES[track]}", value=values[track][level])
        badges = [words.say("piece.level", level=level + 1)]
        if level < 2:
            badges.append(cost_text(words, box.learn_cost[track][level + 1]))
        tip = cost_text(words, box.recipe[level]) if track == Track.TOOLS else ""
        found.append(
            Piece(
                f"track{seat}-{TRACK_NAMES[track]}",
                f"tracks{seat}",
                track,
                f"track-{TRACK_NAMES[track]}",
                owner=seat,
                label=label,
                badges=badges,
                tip=tip,
            )
        )
    for i in range(clan.order_count):
        order = clan.orders[i]
        if order.job == Job.CAPACITY:
            found.append(
                Piece(
                    f"pupil-{seat}-{TRACK_NAMES[order.place]}",
                    f"tracks{seat}",
                    order.place,
                    member_look(order.chiefs, order.shaman),
                    owner=seat,
                )
            )
    return found


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Beside each name: points, members, beds, food, Scarcity."""
    found = [Counter("round", words.say("label.round"), view.round, icon="season")]
    if view.seats == 1:
        found.append(Counter("needed", words.say("label.needed"), view.solo.needed, icon="objective"))
        found.append(Counter("quota", words.say("label.quota"), view.solo.quota, icon="minus"))
    for seat in range(view.seats):
        clan = view.clans[seat]
        if view.seats == 1:
            found.append(
                Counter(f"points{seat}", words.say("label.objectives"), view.solo.done.bit_count(), seat, "objective")
            )
        else:
            found.append(Counter(f"points{seat}", words.say("label.points"), points(view, box, seat), seat, "vp"))
        found.append(Counter(f"members{seat}", words.say("label.members"), members(clan), seat, "clan"))
        found.append(Counter(f"beds{seat}", words.say("label.beds"), beds(clan, box), seat, "hut"))
        found.append(
            Counter(
                f"food{seat}", words.say("label.food"), clan.goods[Good.FRUIT] + 2 * clan.goods[Good.MEAT], seat, "meat"
            )
        )
        found.append(Counter(f"scarcity{seat}", words.say("label.scarcity"), clan.scarcity, seat, "minus"))
    return found


assert len(GOOD_ART) == GOODS and len(SHOWS_ART) == len(SHOWS_NAMES) and BARTER_GOODS < GOODS
