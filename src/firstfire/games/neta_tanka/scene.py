"""The table of Nētā-Tanka as one seat sees it, built from a redacted record only.

Ids: `place-hunt`, `link-K7`, `craft-C5`, `card-N2`, `token-J1` name open things wherever they lie;
`reserve0-wood`, `tent0-3`, `food0-meat` name what belongs to a seat. The secret objective of another
seat is `objective1` with a back.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.scene import Counter, Look, Piece, Prompt, Scene, Zone
from firstfire.kernel.words import Words

from .box import (
    CARD_KEYS,
    CARDS,
    CRAFT_KEYS,
    CRAFTS,
    EFFECT_KEYS,
    EFFECTS,
    HEIGHTS,
    OBJECTIVES,
    PLACE_KEYS,
    PLACES,
    RESOURCE_KEYS,
    SIDE_KEYS,
    SOURCE_KEYS,
    TOKENS,
    Box,
    CardKind,
    Effect,
)
from .clan import has_copy_power, height_of, is_complete, unfinished_crafts
from .layout import COMMON, LINK_SIZE, PARTS, PLACE_SIZE, WIDE, ZONE_SIZE, clan_boxes, on_board, part, spot, tall_table
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

PART_KINDS = {"reserve": "tokens", "food": "tokens", "totem": "tokens", "tents": "slots"}  # the others are rows
SECOND_COLOURS = ("yellow", "purple")  # of the second nomads with two players
CRAFT_ART = {"drum": "drum", "bow": "bow", "clothing": "hide"}
EFFECT_ART = {
    "generosity": ("generosity", "+G"), "gain_any": ("plus", "+?"), "place_tent": ("tent", "T"),
    "place_food": ("pot", "F"), "place_craft": ("craft", "C"), "place_totem": ("totem", "P"),
    "renew_craft": ("wheel", "R"), "take_token": ("link", "J"),
}  # fmt: skip
# name, shape, art, letter, colour, width, height
PLAIN_LOOKS = (
    ("visitor", "meeple", "hunter", "V", "white", 34, 40), ("generosity", "token", "generosity", "G", "yellow", 34, 34),
    ("buffalo", "disc", "buffalo", "B", "green", 40, 40), ("buffalo_hunted", "disc", "meat", "H", "red", 40, 40),
    ("copy_on", "token", "copy", "C", "green", 36, 36),
    ("copy_off", "token", "copy", "·", "grey", 36, 36), ("first", "token", "first-player", "1", "white", 36, 36),
    ("tent", "tile", "tent", "", "", 70, 60), ("gate", "chip", "trap", "!", "grey", 36, 30),
    ("trade", "card", "trade", "", "brown", 84, 60), ("objective", "card", "objective", "O", "purple", 54, 76),
    ("back", "card", "village", "", "charcoal", 54, 76),
)  # fmt: skip
RESOURCE_COLOURS = ("#7B4A21", "#C99A5B", "#A63A2E", "#B98C6A", "#D9D2C0")
RESOURCE_LETTERS = ("W", "S", "M", "F", "K")


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The village in the middle, cards at the left, one's own clan below, the others at the right."""
    made = Scene("neta_tanka", view.seats, seat, WIDE, tall_table(view.seats), prompt(view, box, words))
    made.looks = looks(view, box, words, names)
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
    return Prompt(view.player, words.say(f"phase.{Phase(view.phase).name.lower()}"), step)


def looks(view: State, box: Box, words: Words, names: list[str]) -> list[Look]:
    """How everything looks; letters and shapes say what colours say."""
    found = []
    for i, key in enumerate(RESOURCE_KEYS):
        alt = words.say(f"piece.{key}")
        found.append(Look(key, "token", key, "", RESOURCE_LETTERS[i], RESOURCE_COLOURS[i], alt, 34, 34))
    for colour in range(COLOURS):
        second = colour >= view.seats
        letter = "ABCD"[colour % view.seats] + ("2" if second else "")
        alt = words.say("piece.second" if second else "piece.nomad", seat=names[colour % view.seats])
        tint = SECOND_COLOURS[colour % 2] if second else ""
        found.append(Look(f"nomad-{colour}", "meeple", "nomad", "", letter, tint, alt, 34, 40))
    for card in range(CRAFTS):
        kind = CRAFT_KEYS[box.crafts[card].kind]
        alt = words.say(f"craft_type.{kind}")
        points_shown = str(box.crafts[card].points)
        found.append(Look(f"craft-{card}", "card", CRAFT_ART[kind], "craft", points_shown, "ochre", alt, 54, 76))
    for number in range(EFFECTS):
        art, letter = effect_art(box, number)
        alt = effect_words(box, number, words)
        found.append(Look(f"effect-{number}", "chip", art, "", letter, "bone", alt, 26, 26))
        found.append(Look(f"token-{number}", "token", art, "link", letter, "bone", alt, 36, 36))
    for card in range(CARDS):
        art, letter = card_art(box, card)
        alt = words.say("piece.card")
        found.append(Look(f"card-{card}", "card", art, "elder", letter, "teal", alt, 54, 76))
    for player, name in enumerate(names):
        alt = words.say("piece.totem_token", seat=name)
        found.append(Look(f"totem-token-{player}", "disc", "totem", "", "ABCD"[player], "", alt, 30, 30))
    for name, shape, art, letter, tint, w, h in PLAIN_LOOKS:
        found.append(Look(name, shape, art, art, letter, tint, words.say(f"piece.{name}"), w, h))
    return found


def effect_art(box: Box, number: int) -> tuple[str, str]:
    """The picture and the letter of a link effect: + what is gained, or the board it goes to."""
    effect = box.effects[number]
    if effect.kind == Effect.GAIN:
        return RESOURCE_KEYS[effect.resource], f"+{RESOURCE_LETTERS[effect.resource]}"
    return EFFECT_ART[EFFECT_KEYS[effect.kind]]


def card_art(box: Box, card: int) -> tuple[str, str]:
    """The picture and the letter of a Neta-Tanka card."""
    printed = box.cards[card]
    if printed.resource < 0:
        return ("tent", "+T") if printed.kind == CardKind.TENTS else ("craft", "+C")
    return RESOURCE_KEYS[printed.resource], f"+{printed.amount}"


# --------------------------------------------------------------------- the village


def draw_village(made: Scene, view: State, box: Box, words: Words) -> None:
    """The board with its links drawn, the places with their nomads, the three zones with their tokens."""
    wide, tall = COMMON["village"]
    cells = [spot(box.places[i].x, box.places[i].y) for i in range(PLACES)]
    links = [(box.links[i].a, box.links[i].b, "") for i in range(box.link_count)]
    made.zones.append(
        Zone("village", "map", wide, tall, words.say("zone.village"), cells=cells, links=links, art="village",
             tip=words.say("tip.village"))
    )  # fmt: skip
    for i in range(box.link_count):
        draw_link(made, view, box, i, words)
    for place in range(PLACES):
        draw_place(made, view, box, place, words)
    draw_zone(made, box, 0, "forest", words, ((0, view.forest[0]), (3, view.forest[3])), words.say("tip.forest"))
    draw_zone(made, box, 1, "hunting", words, (), words.say("tip.hunting"))
    cap = words.say("tip.tanning", cap=box.cap)
    draw_zone(made, box, 2, "tanning", words, ((1, view.tanning[1]), (2, view.tanning[2])), cap)
    for i in range(box.buffalo):
        hunted = i < view.hunted
        look = "buffalo_hunted" if hunted else "buffalo"
        made.pieces.append(Piece(f"buffalo-{i}", "hunting", i, look, badges=[words.say("label.hunted")] * hunted))
    supply = COMMON["supply"]
    made.zones.append(Zone("supply", "row", *supply, words.say("zone.supply"), tip=words.say("tip.supply")))
    for i, key in enumerate(RESOURCE_KEYS):
        made.pieces.append(Piece(f"supply-{key}", "supply", i, key))
    made.pieces.append(Piece("supply-generosity", "supply", 5, "generosity", tip=words.say("tip.generosity")))


def draw_link(made: Scene, view: State, box: Box, number: int, words: Words) -> None:
    """The bonus in the middle of a link."""
    link = box.links[number]
    one, other = box.places[link.a], box.places[link.b]
    zone = f"path-K{number + 1}"
    boxes = on_board((one.x + other.x) / 2, (one.y + other.y) / 2, LINK_SIZE)
    made.zones.append(Zone(zone, "area", *boxes, parent="village"))
    effect = effect_words(box, link.effect, words)
    ends = " – ".join(place_words(place, words) for place in (link.a, link.b))
    open_now = (view.links_open[0] | view.links_open[1]) >> number & 1
    made.pieces.append(
        Piece(f"link-K{number + 1}", zone, 0, f"effect-{link.effect}", owner=view.player if open_now else None,
              tip=f"K{number + 1}: {ends}. {words.say('tip.link', effect=effect)}")
    )  # fmt: skip


def draw_place(made: Scene, view: State, box: Box, place: int, words: Words) -> None:
    """One place: its slots and who stands there."""
    key = PLACE_KEYS[place]
    slots = slots_of(view, box, place)
    wide, tall = on_board(box.places[place].x, box.places[place].y, PLACE_SIZE)
    zone = f"place-{key}"
    label = f"{place + 1} {words.say(f'short.{key}')}"
    made.zones.append(
        Zone(
            zone,
            "slots",
            wide,
            tall,
            label,
            capacity=slots or None,
            art=key,
            tip=words.say(f"tip.{key}"),
            parent="village",
        )
    )
    slot = 0
    for colour in range(COLOURS):
        nomads = view.nomads[colour]
        if nomads.at >> place & 1:
            made.pieces.append(nomad_piece(view, box, colour, place, zone, slot, words))
            slot += 1
    if view.visitor_at == place:
        made.pieces.append(visitor_piece(view, zone, slot, words))


def nomad_piece(view: State, box: Box, colour: int, place: int, zone: str, slot: int, words: Words) -> Piece:
    """A nomad on the board; one that is laid down is done."""
    owner = colour % view.seats
    down = view.nomads[colour].down >> place & 1
    badges = [words.say("label.done")] if down else []
    if view.clans[owner].copy_at == place:
        badges.append(words.say("label.copy"))
    if box.must_act >> place & 1 and not down:
        badges.append(words.say("label.must"))
    target = box.places[place].mission_to
    tip = words.say("label.mission", place=place_words(target, words)) if target >= 0 else ""
    return Piece(
        f"nomad-{colour}-{PLACE_KEYS[place]}", zone, slot, f"nomad-{colour}", turned=down, owner=owner, badges=badges,
        tip=tip,
    )  # fmt: skip


def visitor_piece(view: State, zone: str, slot: int, words: Words) -> Piece:
    """The visitor, wherever it is."""
    owner = view.visitor_of if view.visitor_of != NOWHERE else None
    badges = [words.say("label.done")] if view.visitor_down else []
    tip = words.say("tip.visitor")
    return Piece("visitor", zone, slot, "visitor", turned=view.visitor_down, owner=owner, badges=badges, tip=tip)


def draw_zone(
    made: Scene, box: Box, number: int, name: str, words: Words, tokens: tuple[tuple[int, int], ...], tip: str
) -> None:
    """The Forest or one of the two Areas, with its tokens."""
    wide, tall = on_board(box.zone_x[number], box.zone_y[number], ZONE_SIZE)
    made.zones.append(Zone(name, "tokens", wide, tall, words.say(f"zone.{name}"), art=name, tip=tip, parent="village"))
    for slot, (resource, count) in enumerate(tokens):
        if count > 0:
            key = RESOURCE_KEYS[resource]
            made.pieces.append(Piece(f"{name}-{key}", name, slot, key, count=count))


# --------------------------------------------------------------- cards beside the board


def draw_cards(made: Scene, view: State, box: Box, words: Words) -> None:
    """Both displays, both piles with their open top card, the trade card, the link tokens."""
    for name in ("craft_display", "craft_pile", "card_display", "card_pile", "tokens"):
        kind = "pile" if name.endswith("pile") else "tokens" if name == "tokens" else "row"
        tip = words.say("tip.pile") if kind == "pile" else words.say("tip.tokens") if kind == "tokens" else ""
        made.zones.append(Zone(name, kind, *COMMON[name], words.say(f"zone.{name}"), tip=tip))
    for slot in range(view.craft_count):
        made.pieces.append(craft_piece(view, box, view.craft_display[slot], "craft_display", slot, words))
    if view.craft_left > 0:
        top = craft_piece(view, box, view.craft_pile[view.craft_left - 1], "craft_pile", 0, words)
        top.count = view.craft_left
        made.pieces.append(top)
    for slot in range(view.card_count):
        made.pieces.append(card_piece(box, view.card_display[slot], "card_display", slot, None, words))
    if view.card_left > 0:
        top = card_piece(box, view.card_pile[view.card_left - 1], "card_pile", 0, None, words)
        top.count = view.card_left
        made.pieces.append(top)
    for token in range(TOKENS):
        if view.token_stack >> token & 1:
            made.pieces.append(token_piece(box, token, "tokens", token, None, words))
    draw_trade(made, view, box, words)


def draw_trade(made: Scene, view: State, box: Box, words: Words) -> None:
    """The trade card of the round, the backs below it, and the visitor beside it when nobody has it."""
    rounds = box.counts[view.seats].rounds
    label = words.say("zone.trade", round=view.round, rounds=rounds)
    made.zones.append(Zone("trade", "row", *COMMON["trade"], label, tip=words.say("tip.trade_card")))
    if view.trade_left > 0:
        card = view.trade[view.round - 1]
        printed = box.trades[card]
        left = [value_words("resource", key, words) for i, key in enumerate(RESOURCE_KEYS) if printed.left >> i & 1]
        joined = f" {words.say('label.or')} ".join(left)
        text = words.say("label.trade", left=joined, right=words.say(f"side.{SIDE_KEYS[printed.right]}"))
        tip = words.say("tip.trade_card")
        made.pieces.append(Piece(f"trade-T{card + 1}", "trade", 0, "trade", label=text, tip=tip))
    if view.trade_left > 1:
        made.pieces.append(Piece("trade-stack", "trade", 1, "back", face_up=False, count=view.trade_left - 1))
    if view.visitor_of == NOWHERE:
        made.pieces.append(visitor_piece(view, "trade", 2, words))


def craft_piece(view: State, box: Box, card: int, zone: str, slot: int, words: Words) -> Piece:
    """A craft card with its cost, and what lies on it."""
    printed = box.crafts[card]
    cost = []
    badges = []
    for material in range(2):
        asked, lying = printed.cost[material], view.on_craft[card][material]
        if asked:
            name = value_words("resource", RESOURCE_KEYS[material], words)
            cost.append(words.say("label.amount", resource=name, count=asked))
        badges += [value_words("resource", RESOURCE_KEYS[material], words)] * lying
    kind = CRAFT_KEYS[printed.kind]
    text = words.say("label.craft", type=words.say(f"craft_type.{kind}"), cost=", ".join(cost), points=printed.points)
    tip = words.say("tip.craft_card", points=printed.points)
    return Piece(f"craft-C{card + 1}", zone, slot, f"craft-{card}", label=text, badges=badges, tip=tip)


def card_piece(box: Box, card: int, zone: str, slot: int, owner: int | None, words: Words) -> Piece:
    """A Neta-Tanka card and what its face does."""
    printed = box.cards[card]
    resource = value_words("resource", RESOURCE_KEYS[printed.resource], words) if printed.resource >= 0 else ""
    effect = words.say(f"face.{CARD_KEYS[printed.kind]}", amount=printed.amount, resource=resource)
    tip = words.say("tip.card", card=f"N{card + 1}", effect=effect)
    return Piece(f"card-N{card + 1}", zone, slot, f"card-{card}", owner=owner, label=effect, tip=tip)


def token_piece(box: Box, token: int, zone: str, slot: int, owner: int | None, words: Words) -> Piece:
    """A link token and its effect."""
    effect = effect_words(box, box.token_effect[token], words)
    tip = words.say("tip.token", token=f"J{token + 1}", effect=effect)
    look = f"token-{box.token_effect[token]}"
    return Piece(f"token-J{token + 1}", zone, slot, look, owner=owner, tip=tip)


def draw_totem_board(made: Scene, view: State, box: Box, words: Words) -> None:
    """A cell for each place in the race, with the points it gives."""
    wide, tall = COMMON["totem_board"]
    made.zones.append(
        Zone("totem_board", "panel", wide, tall, words.say("zone.totem_board"), tip=words.say("tip.totem_board"))
    )
    for cell in range(view.seats):
        share = (cell / view.seats, 0.25, 1 / view.seats, 0.75)
        printed = [box.totem_cells[view.seats][cell][height] for height in range(HEIGHTS + 1)]
        text = " / ".join(str(value) for value in dict.fromkeys(printed))
        tip = words.say("tip.totem_cell", points=text)
        made.zones.append(
            Zone(
                f"totem-cell-{cell}", "slots", part(wide, share), part(tall, share), text, tip=tip, parent="totem_board"
            )
        )
    for player in range(view.seats):
        cell = totem_cell(view, player)
        made.pieces.append(
            Piece(f"totem-token-{player}", f"totem-cell-{cell}", player, f"totem-token-{player}", owner=player)
        )


# ------------------------------------------------------------------------ clan boards


def draw_clan(made: Scene, view: State, box: Box, player: int, words: Words, names: list[str]) -> None:
    """One clan board with everything on and beside it."""
    wide, tall = clan_boxes(player, made.viewer, view.seats)
    made.zones.append(Zone(f"clan{player}", "panel", wide, tall, names[player], owner=player))
    clan = view.clans[player]
    tips = {
        "reserve": words.say("tip.reserve"), "tents": words.say("tip.tents"), "crafts": words.say("tip.crafts"),
        "food": words.say("tip.food", meat=box.points_meat, mushroom=box.points_mushroom, copy=box.copy_at),
        "totem": words.say("tip.totem", points=box.set_points),
    }  # fmt: skip
    for name, share in PARTS.items():
        made.zones.append(
            Zone(f"{name}{player}", PART_KINDS.get(name, "row"), part(wide, share), part(tall, share),
                 words.say(f"zone.{name}", seat=names[player]), owner=player, tip=tips.get(name, ""),
                 parent=f"clan{player}")
        )  # fmt: skip
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
    draw_nomads(made, view, player, words)
    draw_tents(made, view, box, player, words)
    draw_hand(made, view, box, player, words)


def draw_nomads(made: Scene, view: State, player: int, words: Words) -> None:
    """Nomads at home, by colour; the visitor before it is placed; the first-player token."""
    zone = f"nomads{player}"
    for slot, colour in enumerate(range(player, COLOURS, view.seats)):
        count = view.nomads[colour].hand
        if count > 0:
            tip = words.say("tip.nomad", count=view.clans[player].to_place)
            made.pieces.append(
                Piece(f"home-{colour}", zone, slot, f"nomad-{colour}", owner=player, count=count, tip=tip)
            )
    if view.visitor_of == player and view.visitor_at == NOWHERE:
        made.pieces.append(visitor_piece(view, zone, 2, words))
    if view.first == player:
        made.pieces.append(Piece("first", zone, 3, "first", owner=player, tip=words.say("tip.first")))


def draw_tents(made: Scene, view: State, box: Box, player: int, words: Words) -> None:
    """The tents with what lies on them, each behind its gate while that is not paid."""
    clan = view.clans[player]
    zone = next(zone for zone in made.zones if zone.id == f"tents{player}")
    slot = 0
    for tent in range(box.tents):
        owed = clan.owed if tent == clan.gate else box.gates[tent]
        asked = [key for i, key in enumerate(RESOURCE_KEYS) for _ in range(owed[i])]
        if tent >= clan.gate and asked:
            made.pieces.append(
                Piece(f"gate{player}-{tent + 1}", zone.id, slot, "gate", owner=player,
                      label=words.say("label.gate", number=tent + 1),
                      badges=[value_words("resource", key, words) for key in asked],
                      tip=words.say("tip.gate", number=tent + 1))
            )  # fmt: skip
            slot += 1
        made.pieces.append(tent_piece(view, box, player, tent, slot, words))
        slot += 1
    zone.capacity = slot


def tent_piece(view: State, box: Box, player: int, tent: int, slot: int, words: Words) -> Piece:
    """A tent: its points, its skins and wood."""
    clan = view.clans[player]
    badges = []
    for material in (1, 0):
        name = value_words("resource", RESOURCE_KEYS[material], words)
        badges += [name] * clan.tents[tent][material]
    if is_complete(clan, box, tent):
        badges.append(words.say("label.done"))
    label = words.say("label.tent", number=tent + 1, points=box.tent_points[tent + 1])
    tip = words.say("tip.tent", points=box.tent_points[tent + 1])
    return Piece(
        f"tent{player}-{tent + 1}", f"tents{player}", slot, "tent", owner=player, label=label, badges=badges, tip=tip
    )


def draw_hand(made: Scene, view: State, box: Box, player: int, words: Words) -> None:
    """Craft cards, Neta-Tanka cards and link tokens, all open, and the objective, known to its owner."""
    clan = view.clans[player]
    mine = unfinished_crafts(clan) | clan.finished
    for slot, card in enumerate(card for card in range(CRAFTS) if mine >> card & 1):
        piece = craft_piece(view, box, card, f"crafts{player}", slot, words)
        piece.owner = player
        if clan.finished >> card & 1:
            piece.badges.append(words.say("label.finished"))
        made.pieces.append(piece)
    zone = f"hand{player}"
    for card in range(CARDS):
        if clan.cards >> card & 1:
            made.pieces.append(card_piece(box, card, zone, 1 + card, player, words))
    for token in range(TOKENS):
        if clan.tokens >> token & 1:
            made.pieces.append(token_piece(box, token, zone, 1 + CARDS + token, player, words))
    if clan.exchanged:
        return
    known = clan.objective in range(OBJECTIVES)
    tip = words.say("tip.objective") if known else words.say("tip.hidden_objective")
    label = objective_words(box, clan.objective, words) if known else ""
    look = "objective" if known else "back"
    made.pieces.append(Piece(f"objective{player}", zone, 0, look, known, owner=player, label=label, tip=tip))


def counters(view: State, box: Box, words: Words) -> list[Counter]:
    """Points, generosity, height and resources of each seat, and the round."""
    found = [
        Counter("round", words.say("label.round", round=view.round, rounds=box.counts[view.seats].rounds), view.round)
    ]
    for player in range(view.seats):
        clan = view.clans[player]
        found.append(Counter(f"points{player}", words.say("label.points"), points(view, box, player), player, "vp"))
        found.append(
            Counter(f"generosity{player}", words.say("label.generosity"), clan.generosity, player, "generosity")
        )
        found.append(Counter(f"height{player}", words.say("label.height"), height_of(clan), player, "totem"))
        for i, key in enumerate(RESOURCE_KEYS):
            found.append(Counter(f"{key}{player}", value_words("resource", key, words), clan.reserve[i], player, key))
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


# ------------------------------------------------------------------------------ words


def value_words(domain: str, key: str, words: Words) -> str:
    """The word for a named value."""
    return words.say(f"value.{domain}.{key}")


def place_words(place: int, words: Words) -> str:
    """The name of a place."""
    return value_words("place", PLACE_KEYS[place], words)


def effect_words(box: Box, number: int, words: Words) -> str:
    """What a link effect does, as it is printed in this box."""
    effect = box.effects[number]
    key = EFFECT_KEYS[effect.kind]
    if effect.kind == Effect.GAIN:
        key = f"gain_{SOURCE_KEYS[effect.source]}"
    if effect.resource < 0:
        return words.say(f"effect.{key}")
    return words.say(f"effect.{key}", resource=value_words("resource", RESOURCE_KEYS[effect.resource], words))


def objective_words(box: Box, number: int, words: Words) -> str:
    """What an objective asks, as it is printed in this box."""
    printed = box.objectives[number]
    names = ("different_types", "same_type", "totem_wood", "totem_skull", "totem_height", "food_points", "tents",
             "generosity")  # fmt: skip
    asked = [words.say(f"asked.{name}", count=getattr(printed, name)) for name in names if getattr(printed, name)]
    return words.say("label.objective", points=printed.points, asked=", ".join(asked))
