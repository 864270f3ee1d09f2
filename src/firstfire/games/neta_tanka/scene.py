"""The table of Nētā-Tanka as one seat sees it, built from a redacted record only.

Ids: `place-hunt`, `link-K7`, `craft-C5`, `card-N2`, `token-J1` name open things wherever they lie;
`reserve0-wood`, `tent0-3`, `food0-meat` name what belongs to a seat. The secret objective of another
seat is `objective1` with a back. What does not change lies in `furniture.py`, the places of things in
`layout.py`, the clicks in `picks.py`.
"""

from __future__ import annotations

from firstfire.kernel.furniture import still
from firstfire.kernel.game import Game
from firstfire.kernel.scene import Counter, Piece, Prompt, Scene
from firstfire.kernel.words import Words

from .box import CARDS, CRAFTS, OBJECTIVES, PLACE_KEYS, PLACES, RESOURCE_KEYS, RESOURCES, TOKENS, Box
from .clan import has_copy_power, height_of, unfinished_crafts
from .furniture import (
    card_piece,
    card_zones,
    clan_zones,
    craft_piece,
    gate_piece,
    link_piece,
    looks,
    objective_words,
    place_words,
    place_zone,
    resource_words,
    supply_pieces,
    tent_piece,
    token_piece,
    totem_zones,
    trade_words,
    trade_zone,
    village_zones,
)
from .layout import WIDE, tall_table
from .picks import picks
from .placing import slots_of
from .scoring import (
    craft_series,
    craft_values,
    food_points,
    objective_points,
    points,
    tent_points,
    totem_board,
    totem_cell,
    totem_sets,
)
from .state import COLOURS, NOWHERE, Opened, Phase, State

__all__ = ["breakdown", "picks", "scene"]


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The village in the middle, cards at the left, one's own clan below, the others at the right."""
    box = still(box)
    made = Scene("neta_tanka", view.seats, seat, WIDE, tall_table(view.seats), prompt(view, box, words))
    made.looks = list(looks(box, words, view.seats, tuple(names)))
    draw_village(made, view, box, words)
    draw_cards(made, view, box, words)
    draw_totem_board(made, view, box, words)
    for player in range(view.seats):
        draw_clan(made, view, box, player, words, names)
    made.counters = counters(view, box, words)
    return made


def prompt(view: State, box: Box, words: Words) -> Prompt:
    """Who decides what; where in the round and in an open action we are; the reminder of R29."""
    rounds = box.counts[view.seats].rounds
    step = words.say("label.round", round=view.round, rounds=rounds)
    if view.over:
        return Prompt(None, words.say("ending.trade_cards"), step)
    clan = view.clans[view.player]
    if view.phase == Phase.PLACING:
        step = f"{step} · {words.say('label.to_place', count=clan.to_place)}"
    elif view.opened != Opened.NOTHING:
        limit = box.offerings if view.opened == Opened.OFFERING else box.tents_max_resources
        name = "label.open_offering" if view.opened == Opened.OFFERING else "label.open_tents"
        counted = words.say("label.steps", step=min(view.steps + 1, limit), steps=limit)
        step = f"{step} · {words.say(name)}, {counted}"
    elif view.trade_left == 1 and clan.cards:
        step = f"{step} · {words.say('label.last_cards')}"
    return Prompt(view.player, words.say(question(view)), step)


def question(view: State) -> str:
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
    made.pieces += supply_pieces(words)
    usable = view.links_open[0] | view.links_open[1]
    for i in range(box.link_count):
        made.pieces.append(link_piece(box, words, i, view.player if usable >> i & 1 else None))
    for place in range(PLACES):
        made.zones.append(place_zone(box, words, place, slots_of(view, box, place)))
    draw_nomads_on_board(made, view, box, words)
    for zone, resource, count in (
        ("forest", 0, view.forest[0]), ("forest", 3, view.forest[3]),
        ("tanning", 1, view.tanning[1]), ("tanning", 2, view.tanning[2]),
    ):  # fmt: skip
        if count > 0:
            key = RESOURCE_KEYS[resource]
            made.pieces.append(Piece(f"{zone}-{key}", zone, resource, key, count=count))
    for i in range(box.buffalo):
        hunted = i < view.hunted
        look = "buffalo_hunted" if hunted else "buffalo"
        made.pieces.append(Piece(f"buffalo-{i}", "hunting", i, look, badges=[words.say("label.hunted")] * hunted))


def draw_nomads_on_board(made: Scene, view: State, box: Box, words: Words) -> None:
    """Who stands where; those of one place side by side."""
    taken = [0] * PLACES
    for colour in range(COLOURS):
        at = view.nomads[colour].at
        for place in range(PLACES):
            if at >> place & 1:
                made.pieces.append(nomad_piece(view, box, colour, place, taken[place], words))
                taken[place] += 1
    if view.visitor_at != NOWHERE:
        zone = f"place-{PLACE_KEYS[view.visitor_at]}"
        made.pieces.append(visitor_piece(view, zone, taken[view.visitor_at], words))


def nomad_piece(view: State, box: Box, colour: int, place: int, slot: int, words: Words) -> Piece:
    """A nomad on the board; one that is laid down is done."""
    owner = colour % view.seats
    down = view.nomads[colour].down >> place & 1
    badges = [words.say("label.done")] if down else []
    clan = view.clans[owner]
    if clan.copy_at == place and clan.copy_piece == colour // view.seats:
        badges.append(words.say("label.copy"))
    if box.must_act >> place & 1 and not down:
        badges.append(words.say("label.must"))
    target = box.places[place].mission_to
    tip = words.say("label.mission", place=place_words(target, words)) if target >= 0 else ""
    key = PLACE_KEYS[place]
    return Piece(
        f"nomad-{colour}-{key}",
        f"place-{key}",
        slot,
        f"nomad-{colour}",
        turned=down,
        owner=owner,
        badges=badges,
        tip=tip,
    )


def visitor_piece(view: State, zone: str, slot: int, words: Words) -> Piece:
    """The visitor, wherever it is."""
    owner = view.visitor_of if view.visitor_of != NOWHERE else None
    badges = [words.say("label.done")] if view.visitor_down else []
    tip = words.say("tip.visitor")
    return Piece("visitor", zone, slot, "visitor", turned=view.visitor_down, owner=owner, badges=badges, tip=tip)


# --------------------------------------------------------------- cards beside the board


def draw_cards(made: Scene, view: State, box: Box, words: Words) -> None:
    """Both displays, both piles with their open top card, the trade card, the link tokens."""
    made.zones += card_zones(words)
    bare = (0, 0)
    for slot in range(view.craft_count):
        card = view.craft_display[slot]
        made.pieces.append(craft_piece(box, words, card, "craft_display", slot, bare, None, False, None))
    if view.craft_left > 0:
        card = view.craft_pile[view.craft_left - 1]
        made.pieces.append(craft_piece(box, words, card, "craft_pile", 0, bare, None, False, view.craft_left))
    for slot in range(view.card_count):
        made.pieces.append(card_piece(box, words, view.card_display[slot], "card_display", slot, None, None))
    if view.card_left > 0:
        card = view.card_pile[view.card_left - 1]
        made.pieces.append(card_piece(box, words, card, "card_pile", 0, None, view.card_left))
    for token in range(TOKENS):
        if view.token_stack >> token & 1:
            made.pieces.append(token_piece(box, words, token, "tokens", token, None))
    draw_trade(made, view, box, words)


def draw_trade(made: Scene, view: State, box: Box, words: Words) -> None:
    """The trade card of the round, the backs below it, and the visitor beside it when nobody has it."""
    made.zones.append(trade_zone(words, view.round, box.counts[view.seats].rounds))
    if view.trade_left > 0:
        card = view.trade[view.round - 1]
        label = trade_words(box, card, words)
        tip = words.say("tip.trade_card")
        made.pieces.append(Piece(f"trade-T{card + 1}", "trade", 0, "trade", label=label, tip=tip))
    if view.trade_left > 1:
        made.pieces.append(Piece("trade-stack", "trade", 1, "back", face_up=False, count=view.trade_left - 1))
    if view.visitor_of == NOWHERE:
        made.pieces.append(visitor_piece(view, "trade", 2, words))


def draw_totem_board(made: Scene, view: State, box: Box, words: Words) -> None:
    """The totem tokens on their cells."""
    made.zones += totem_zones(box, words, view.seats)
    for player in range(view.seats):
        token = f"totem-token-{player}"
        made.pieces.append(Piece(token, f"totem-cell-{totem_cell(view, player)}", player, token, owner=player))


# ------------------------------------------------------------------------ clan boards


def draw_clan(made: Scene, view: State, box: Box, player: int, words: Words, names: list[str]) -> None:
    """One clan board with everything on and beside it."""
    slots = draw_tents(made, view, box, player, words)
    made.zones += clan_zones(box, words, player, made.viewer, view.seats, names[player], slots)
    clan = view.clans[player]
    for i, key in enumerate(RESOURCE_KEYS):
        for zone, count in (("reserve", clan.reserve[i]), ("food", clan.food[i]), ("totem", clan.totem[i])):
            if count > 0:
                made.pieces.append(Piece(f"{zone}{player}-{key}", f"{zone}{player}", i, key, owner=player, count=count))
    if clan.generosity > 0:
        made.pieces.append(
            Piece(f"generosity{player}", f"reserve{player}", 5, "generosity", owner=player, count=clan.generosity,
                  tip=words.say("tip.generosity"))
        )  # fmt: skip
    copy = "copy_on" if has_copy_power(clan, box) else "copy_off"
    made.pieces.append(Piece(f"copy{player}", f"food{player}", 5, copy, owner=player, tip=words.say("tip.copy")))
    draw_nomads_at_home(made, view, player, words)
    draw_hand(made, view, box, player, words)


def draw_nomads_at_home(made: Scene, view: State, player: int, words: Words) -> None:
    """Nomads at home, by colour; the visitor before it is placed; the first-player token."""
    zone = f"nomads{player}"
    for slot, colour in enumerate(range(player, COLOURS, view.seats)):
        count = view.nomads[colour].hand
        if count > 0:
            tip = words.say("tip.nomad", count=view.clans[player].to_place)
            look = f"nomad-{colour}"
            made.pieces.append(Piece(f"home-{colour}", zone, slot, look, owner=player, count=count, tip=tip))
    if view.visitor_of == player and view.visitor_at == NOWHERE:
        made.pieces.append(visitor_piece(view, zone, 2, words))
    if view.first == player:
        made.pieces.append(Piece("first", zone, 3, "first", owner=player, tip=words.say("tip.first")))


def draw_tents(made: Scene, view: State, box: Box, player: int, words: Words) -> int:
    """The tents with what lies on them, each behind its gate while that is not paid; how many slots that takes."""
    clan = view.clans[player]
    slot = 0
    for tent in range(box.tents):
        if tent >= clan.gate:
            owed = clan.owed if tent == clan.gate else box.gates[tent]
            asked = tuple(resource for resource in range(RESOURCES) for _ in range(owed[resource]))
            if asked:
                made.pieces.append(gate_piece(words, player, tent, slot, asked))
                slot += 1
        wood, skins = clan.tents[tent][0], clan.tents[tent][1]
        made.pieces.append(tent_piece(box, words, player, tent, slot, skins, wood))
        slot += 1
    return slot


def draw_hand(made: Scene, view: State, box: Box, player: int, words: Words) -> None:
    """Craft cards, Neta-Tanka cards and link tokens, all open, and the objective, known to its owner."""
    clan = view.clans[player]
    zone = f"crafts{player}"
    mine = unfinished_crafts(clan) | clan.finished
    for slot, card in enumerate(card for card in range(CRAFTS) if mine >> card & 1):
        lying = (view.on_craft[card][0], view.on_craft[card][1])
        finished = bool(clan.finished >> card & 1)
        made.pieces.append(craft_piece(box, words, card, zone, slot, lying, player, finished, None))
    zone = f"hand{player}"
    for card in range(CARDS):
        if clan.cards >> card & 1:
            made.pieces.append(card_piece(box, words, card, zone, 1 + card, player, None))
    for token in range(TOKENS):
        if clan.tokens >> token & 1:
            made.pieces.append(token_piece(box, words, token, zone, 1 + CARDS + token, player))
    if clan.exchanged:
        return
    known = 0 <= clan.objective < OBJECTIVES
    tip = words.say("tip.objective") if known else words.say("tip.hidden_objective")
    label = objective_words(box, clan.objective, words) if known else ""
    look = "objective" if known else "back"
    made.pieces.append(Piece(f"objective{player}", zone, 0, look, known, owner=player, label=label, tip=tip))


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Points, generosity, height and resources of each seat, and the round."""
    rounds = box.counts[view.seats].rounds
    found = [Counter("round", words.say("label.round", round=view.round, rounds=rounds), view.round)]
    for player in range(view.seats):
        clan = view.clans[player]
        found.append(Counter(f"points{player}", words.say("label.points"), points(view, box, player), player, "vp"))
        found.append(
            Counter(f"generosity{player}", words.say("label.generosity"), clan.generosity, player, "generosity")
        )
        found.append(Counter(f"height{player}", words.say("label.height"), height_of(clan), player, "totem"))
        for i, key in enumerate(RESOURCE_KEYS):
            found.append(Counter(f"{key}{player}", resource_words(i, words), clan.reserve[i], player, key))
    return found


def breakdown(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """Where a seat's points come from (NT-S1 to NT-S8)."""
    clan = state.clans[seat]
    parts = {
        "tents": tent_points(clan, box), "sets": totem_sets(clan, box), "board": totem_board(state, box, seat),
        "food": food_points(clan, box), "crafts": craft_values(clan, box), "series": craft_series(clan, box),
        "objective": objective_points(clan, box), "generosity": clan.generosity,
    }  # fmt: skip
    return [(words.say(f"score.{name}"), value) for name, value in parts.items()]
