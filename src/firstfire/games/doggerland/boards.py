"""The clan boards and the solo board, as parts of the scene."""

from __future__ import annotations

from firstfire.kernel.scene import Counter, Piece, Scene, Zone
from firstfire.kernel.words import Words

from . import layout
from .actions import CARD, RIVAL, SOLO_OBJECTIVE
from .box import GOOD_NAMES, SPECIES_NAMES, TRACK_NAMES, Box
from .clan import beds, members
from .knowledge import cards_turned
from .looks import ARROWS, animal_tip, cost_text, craft_piece, member_look, order_badges
from .scoring import points
from .state import (
    ANIMALS,
    GOODS,
    HABITAT_PLACES,
    RIVALS,
    TRACKS,
    Clan,
    Good,
    Home,
    Job,
    State,
    Track,
)

HOME_LOOKS = ("bare", "shelter", "simple", "prestigious")


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
        "tracks": ("grid", board.part(0.44, 0.0, 0.32, 0.5), TRACKS),
        "memory": ("tokens", board.part(0.76, 0.0, 0.24, 0.5), None),
        "goods": ("tokens", board.part(0.0, 0.5, 0.24, 0.5), None),
        "bowls": ("grid", board.part(0.24, 0.5, 0.22, 0.5), 3),
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
                columns=capacity if kind == "grid" else None,
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
                    species,
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
                badges = [words.say("label.bowl", number=bowl + 1)]
                found.append(
                    Piece(
                        f"bowl{seat}-{bowl}-{name}",
                        f"bowls{seat}",
                        bowl,
                        f"good-{name}",
                        owner=seat,
                        count=row[bowl],
                        badges=badges,
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
