"""The box: what is printed on the board, the cards and the tokens, and how it is read.

Everything the rules look up stands here, filled from `components.toml`; owners of the
game may bring their own file. Every problem of a file is named with its line.
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.components_file import ComponentsFile, Entry
from firstfire.kernel.records.record import Row, i8, i32, record, rows

RESOURCES = 5
MATERIALS = 2  # wood and skin: what tents and craft cards are made of
PLACES = 18
EFFECTS = 16
LINKS = 24  # room for; the standard board has 20
TOKENS = 8
CRAFTS = 18
TRADES = 10
CARDS = 10
OBJECTIVES = 4
TENTS = 6  # room for; the standard clan board has 5
CELLS = 4
HEIGHTS = 12  # totem heights above the last one count like it
SEATS = 4

RESOURCE_KEYS = ("wood", "skin", "meat", "mushroom", "skull")
PLACE_KEYS = (
    "lumber", "gather_wood", "gather_mushrooms", "raise_totem", "elder_forest", "elder_craft", "craft_objects",
    "offering", "build_tents", "meditate", "hunt", "tan", "elder_hunt", "smoke_meat", "feed_clan", "elder_food",
    "trade", "consult_neta_tanka",
)  # fmt: skip
KIND_KEYS = ("single", "elder", "open")
SLOT_KEYS = ("0", "1", "2", "trade_card", "player_count")
EFFECT_KEYS = (
    "gain", "generosity", "gain_any", "place_tent", "place_food", "place_craft", "place_totem", "renew_craft",
    "take_token",
)  # fmt: skip
SOURCE_KEYS = ("supply", "forest", "tanning", "reserve")
CARD_KEYS = ("supply_to_food", "supply_to_tents", "supply_to_totem", "supply_to_craft", "supply_to_reserve")
CRAFT_KEYS = ("drum", "bow", "clothing")
SIDE_KEYS = ("craft", "visitor")
OBJECTIVE_KEYS = (
    "craft_different_types_min", "craft_same_type_min", "totem_wood_min", "totem_skull_min", "totem_height_min",
    "food_points_min", "tents_complete_min", "generosity_min",
)  # fmt: skip
ACTION_KEYS = (
    "lumber_generosity", "lumber_wood", "lumber_mushroom", "gather_wood_max", "pick_wood", "elder_forest_gain_wood",
    "elder_hunt_gain_skin", "elder_food_gain_meat", "meditate_generosity", "hunt_generosity", "tan_add_skin",
    "tan_add_meat", "tan_take_skin", "smoke_cost_wood", "smoke_take_meat", "tents_max_resources", "gift_generosity",
    "objective_exchange_generosity", "card_back_generosity",
)  # fmt: skip


class Resource(IntEnum):
    """The five resources; wood and skin are the two materials."""

    WOOD = 0
    SKIN = 1
    MEAT = 2
    MUSHROOM = 3
    SKULL = 4


class PlaceKind(IntEnum):
    """The three kinds of places."""

    SINGLE = 0
    ELDER = 1
    OPEN = 2


class Slots(IntEnum):
    """Where the number of slots of a place stands."""

    NONE = 0
    ONE = 1
    TWO = 2
    TRADE_CARD = 3
    PLAYER_COUNT = 4


class TokenSource(IntEnum):
    """Where a token comes from."""

    SUPPLY = 0
    FOREST = 1
    TANNING = 2
    RESERVE = 3


class LinkEffect(IntEnum):
    """What a link or a link token does."""

    GAIN = 0
    GENEROSITY = 1
    GAIN_ANY = 2
    PLACE_TENT = 3
    PLACE_FOOD = 4
    PLACE_CRAFT = 5
    PLACE_TOTEM = 6
    RENEW_CRAFT = 7
    TAKE_TOKEN = 8


class CardKind(IntEnum):
    """Where the face of a Neta-Tanka card puts its tokens."""

    FOOD = 0
    TENTS = 1
    TOTEM = 2
    CRAFT = 3
    RESERVE = 4


class TradeSide(IntEnum):
    """The right side of a trade card."""

    CRAFT = 0
    VISITOR = 1


@record
class PlayerCount:
    """What the number of players decides."""

    rounds: int = i8  # rounds of the game
    colours: int = i8  # colours of nomads for each player
    nomads: int = i8  # of each colour
    quota: int = i8  # own nomads on the board in each round
    neta_tanka_slots: int = i8  # slots of Consult the Neta-Tanka


@record
class PlacePrint:
    """One place of the village board (NT-A1 to NT-A18)."""

    kind: int = i8  # the action of the place
    slots: int = i8  # a Slots code
    mission_to: int = i8  # the place a nomad walks to, -1: home
    x: int = i8  # where it is drawn, from the left
    y: int = i8  # where it is drawn, from the top


@record
class EffectPrint:
    """One link effect (NT-L1 to NT-L16); link tokens show the same (NT-J1 to NT-J8)."""

    kind: int = i8  # what the effect does
    source: int = i8  # where it takes from: the supply, the Forest, the Tanning Area
    resource: int = i8  # -1: none


@record
class LinkPrint:
    """One link between two places (K1 and on)."""

    a: int = i8  # the place at one end
    b: int = i8  # the place at the other end
    effect: int = i8  # its effect, an index into `effects`
    offered: int = i8  # may be bought with an offering
    ends: int = i32  # both places as bits


@record
class CraftPrint:
    """One craft card (NT-C1 to NT-C18)."""

    kind: int = i8  # drum, bow or clothing
    points: int = i8  # points of the finished card
    cost: Row[int] = i8[MATERIALS]  # wood and skins it asks for


@record
class TradePrint:
    """One trade card (NT-T1 to NT-T10)."""

    slots: int = i8  # slots of the Trade place in that round
    left: int = i8  # resources as bits
    right: int = i8  # what the right side offers


@record
class CardPrint:
    """The face of one Neta-Tanka card (NT-N1 to NT-N10)."""

    kind: int = i8  # what the card does
    resource: int = i8  # -1: wood or skin, as the player likes
    amount: int = i8  # how much of it


@record
class ObjectivePrint:
    """One objective: the least of everything it asks (NT-O1 to NT-O4)."""

    points: int = i8  # points when everything below holds
    different_types: int = i8  # finished craft cards of so many kinds
    same_type: int = i8  # finished craft cards of one kind
    totem_wood: int = i8  # wood in the totem
    totem_skull: int = i8  # skulls in the totem
    totem_height: int = i8  # height of the totem
    food_points: int = i8  # points of the food section
    tents: int = i8  # complete tents
    generosity: int = i8  # generosity held


@record
class Box:
    """All components of the game."""

    counts: Row[PlayerCount] = rows(PlayerCount, SEATS + 1)  # by number of players
    places: Row[PlacePrint] = rows(PlacePrint, PLACES)  # the 18 places
    effects: Row[EffectPrint] = rows(EffectPrint, EFFECTS)  # effects of links and tokens
    links: Row[LinkPrint] = rows(LinkPrint, LINKS)  # the lines between places
    crafts: Row[CraftPrint] = rows(CraftPrint, CRAFTS)  # the craft cards
    trades: Row[TradePrint] = rows(TradePrint, TRADES)  # the trade cards
    cards: Row[CardPrint] = rows(CardPrint, CARDS)  # the Neta-Tanka cards
    objectives: Row[ObjectivePrint] = rows(ObjectivePrint, OBJECTIVES)  # the secret objectives
    must_act: int = i32  # places as bits
    elders: int = i32  # places of Elders, as bits
    open_places: int = i32  # places without a limit of nomads, as bits
    singles: int = i32  # places with one slot, as bits
    link_count: int = i8  # how many links are printed
    token_effect: Row[int] = i8[TOKENS]  # the effect of each link token
    basic: int = i8  # resources as bits

    start_generosity: int = i8  # generosity at the start
    start_reserve: Row[int] = i8[RESOURCES]  # resources at the start, by kind
    start_forest: Row[int] = i8[RESOURCES]  # what lies in the Forest at the start
    start_tanning: Row[int] = i8[RESOURCES]  # what lies in the Tanning Area at the start
    start_hunted: int = i8  # buffalo that are hunted at the start
    buffalo: int = i8  # buffalo in all
    zone_x: Row[int] = i8[3]  # where the zones are drawn, from the left
    zone_y: Row[int] = i8[3]  # where the zones are drawn, from the top
    cap_resource: int = i8  # the resource of which only some keep at the end of a round
    cap: int = i8  # how many of it keep

    tents: int = i8  # tents on a clan board
    tent_slots: Row[int] = i8[MATERIALS]  # wood and skins that a tent needs
    tent_points: Row[int] = i8[TENTS + 1]  # points of 0, 1, 2 … complete tents
    gates: Row[Row[int]] = i8[TENTS, RESOURCES]  # tokens asked before each tent
    food_left: int = i8  # spaces on the left of the food section
    food_slots: int = i8  # spaces of the food section
    copy_at: int = i8  # the item of food that unlocks the Copy Power
    points_meat: int = i8  # points of a meat in the food section
    points_mushroom: int = i8  # points of a mushroom in the food section
    set_wood: int = i8  # wood in a set of the totem
    set_skull: int = i8  # skulls in a set of the totem
    set_points: int = i8  # points of such a set
    series_points: int = i8  # points of a drum, a bow and a clothing together
    totem_cells: Row[Row[Row[int]]] = i8[SEATS + 1, CELLS, HEIGHTS + 1]  # by players, cell, height

    lumber_generosity: int = i8  # Cut Timber: generosity
    lumber_wood: int = i8  # Cut Timber: wood into the Forest
    lumber_mushroom: int = i8  # Cut Timber: mushrooms into the Forest
    gather_wood_max: int = i8  # Collect Wood: at most
    pick_wood: int = i8  # Pick Mushrooms or Wood: wood taken
    elder_forest_gain_wood: int = i8  # Elder of the Forest: wood
    elder_hunt_gain_skin: int = i8  # Elder of the Hunt: skins
    elder_food_gain_meat: int = i8  # Elder of Food: meat
    meditate_generosity: int = i8  # Meditate: generosity
    hunt_generosity: int = i8  # Hunt: generosity
    tan_add_skin: int = i8  # Tan Skins: skins into the Tanning Area
    tan_add_meat: int = i8  # Tan Skins: meat into the Tanning Area
    tan_take_skin: int = i8  # Tan Skins: skins taken there
    smoke_cost_wood: int = i8  # Smoke Meat: wood paid
    smoke_take_meat: int = i8  # Smoke Meat: meat taken at most
    tents_max_resources: int = i8  # Build Tents: resources at most
    gift_generosity: int = i8  # generosity for a gift
    objective_exchange_generosity: int = i8  # generosity for an objective handed in
    card_back_generosity: int = i8  # generosity for a Neta-Tanka card discarded
    price_meat: int = i8  # the price, in meat
    price_mushroom: int = i8  # the price, in mushrooms
    offerings: int = i8  # Make Offerings: at most


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy a components file into the box; all problems are collected in it."""
    _fill_counts(box, file)
    _fill_setup(box, file)
    _fill_clan_board(box, file)
    _fill_totem_boards(box, file)
    _fill_places(box, file)
    _fill_actions(box, file)
    _fill_links(box, file)
    _fill_cards(box, file)


def _sourced(entry: Entry) -> Entry:
    """Every entry says where it comes from."""
    if "source" not in entry:
        entry.complain("source is missing (book, icon, public, design, or where you read it)")
    return entry


def _fill_counts(box: Box, file: ComponentsFile) -> None:
    supply = _sourced(file.table("supply"))
    for resource in supply.choices("basic", RESOURCE_KEYS):
        box.basic |= 1 << resource
    if box.basic & (box.basic - 1) == 0:
        supply.complain("basic must name at least two resources", "basic")
    for entry in file.tables("player_counts", SEATS - 1):
        _sourced(entry)
        players = entry.integer("players", 2, SEATS)
        count = box.counts[players]
        if count.rounds:
            entry.complain(f"{players} players stand twice", "players")
        count.rounds = entry.integer("rounds", 1, TRADES)
        count.colours = entry.integer("colours_per_player", 1, SEATS // players)
        count.nomads = entry.integer("nomads_per_colour", 1, 4)
        count.quota = entry.integer("nomads_on_board", 1, 8)
        count.neta_tanka_slots = entry.integer("neta_tanka_slots", 1, 2)
        if count.quota > count.colours * count.nomads:
            entry.complain("nomads_on_board is more than the nomads a player has", "nomads_on_board")


def _fill_setup(box: Box, file: ComponentsFile) -> None:
    box.start_generosity = _sourced(file.table("setup")).integer("generosity", 0, 20)
    forest = _sourced(file.table("setup.forest"))
    box.start_forest[Resource.WOOD] = forest.integer("wood", 0, 20)
    box.start_forest[Resource.MUSHROOM] = forest.integer("mushroom", 0, 20)
    tanning = _sourced(file.table("setup.tanning_area"))
    box.start_tanning[Resource.SKIN] = tanning.integer("skin", 0, 20)
    box.start_tanning[Resource.MEAT] = tanning.integer("meat", 0, 20)
    hunting = _sourced(file.table("setup.hunting_area"))
    box.buffalo = hunting.integer("buffalo", 1, 4)
    box.start_hunted = hunting.integer("hunted", 0, box.buffalo - 1)
    reserve = _sourced(file.table("setup.player_reserve"))
    for resource, key in enumerate(RESOURCE_KEYS):
        box.start_reserve[resource] = reserve.integer(key, 0, 20)
    for i, key in enumerate(("forest", "hunting_area", "tanning_area")):
        zone = file.table(f"zones.{key}")
        _sourced(zone)
        box.zone_x[i] = zone.integer("x", 0, 100)
        box.zone_y[i] = zone.integer("y", 0, 100)
    cap = file.table("zones.tanning_area")
    box.cap_resource = cap.choice("cap_resource", RESOURCE_KEYS)
    box.cap = cap.integer("cap", 0, 100)
    if box.cap_resource not in (Resource.SKIN, Resource.MEAT):
        cap.complain("only skin and meat lie in the Tanning Area", "cap_resource")
    if box.start_tanning[box.cap_resource] > box.cap:
        cap.complain("the Tanning Area starts with more than its cap", "cap")


def _fill_clan_board(box: Box, file: ComponentsFile) -> None:
    tents = _sourced(file.table("clan_board.tents"))
    box.tents = tents.integer("count", 1, TENTS)
    box.tent_slots[Resource.SKIN] = tents.integer("slots_skin", 0, 4)
    box.tent_slots[Resource.WOOD] = tents.integer("slots_wood", 0, 4)
    if box.tent_slots[Resource.SKIN] + box.tent_slots[Resource.WOOD] == 0:
        tents.complain("a tent must ask at least one resource", "slots_skin")
    for i, points in enumerate(tents.integers("points_by_consecutive_complete", box.tents + 1, 0, 100)):
        box.tent_points[i] = points
    for gate in file.tables("tent_gates", at_most=TENTS * RESOURCES):
        _sourced(gate)
        tent = gate.integer("before_tent", 2, max(2, box.tents))
        resource = gate.choice("resource", RESOURCE_KEYS)
        if box.gates[tent - 1][resource]:
            gate.complain(f"the gate before tent {tent} asks {RESOURCE_KEYS[resource]} twice", "resource")
        box.gates[tent - 1][resource] = gate.integer("tokens", 1, 5)
    food = _sourced(file.table("clan_board.food"))
    box.food_left = food.integer("slots_left", 1, 20)
    box.food_slots = box.food_left + food.integer("slots_right", 0, 20)
    box.copy_at = food.integer("copy_power_at", 1, box.food_slots)
    box.points_meat = food.integer("points_meat", 0, 10)
    box.points_mushroom = food.integer("points_mushroom", 0, 10)
    totem = _sourced(file.table("clan_board.totem"))
    box.set_wood = totem.integer("set_wood", 1, 9)
    box.set_skull = totem.integer("set_skull", 1, 9)
    box.set_points = totem.integer("set_points", 0, 20)
    box.series_points = _sourced(file.table("clan_board.craft")).integer("series_points", 0, 20)


def _fill_totem_boards(box: Box, file: ComponentsFile) -> None:
    filled: dict[tuple[int, int], int] = {}  # the height of the last row of each cell
    for entry in file.tables("totem_boards"):
        _sourced(entry)
        players = entry.integer("players", 2, SEATS)
        cell = entry.integer("cell", 1, players) - 1
        height = entry.integer("min_height", 0, HEIGHTS)
        points = entry.integer("points", -20, 20)
        last = filled.get((players, cell), -1)
        if height <= last or (last < 0 < height):
            entry.complain("the rows of a cell start at height 0 and rise", "min_height")
        filled[players, cell] = height
        for h in range(height, HEIGHTS + 1):
            box.totem_cells[players][cell][h] = points
    for players in range(2, SEATS + 1):
        for cell in range(players):
            if (players, cell) not in filled:
                file.problems.append(f"[[totem_boards]]: cell {cell + 1} for {players} players is missing")


def _fill_places(box: Box, file: ComponentsFile) -> None:
    targets: set[int] = set()
    for entry in file.tables("places", PLACES):
        _sourced(entry)
        i = entry.index
        place = box.places[i]
        if entry.integer("id", 1, PLACES) != i + 1 or entry.text("key") != PLACE_KEYS[i]:
            entry.complain(f"expected id = {i + 1} and key = {PLACE_KEYS[i]!r}: places stand in order", "id")
        place.kind = entry.choice("kind", KIND_KEYS)
        place.slots = entry.choice("slots", SLOT_KEYS)
        if (place.kind == PlaceKind.OPEN) != (place.slots == Slots.NONE):
            entry.complain('an open place has slots = "0", any other place has slots', "slots")
        if place.kind == PlaceKind.ELDER and place.slots != Slots.ONE:
            entry.complain("an Elder has one slot", "slots")
        place.x = entry.integer("x", 0, 100)
        place.y = entry.integer("y", 0, 100)
        place.mission_to = entry.integer("mission_to", 0, PLACES) - 1
        if place.mission_to >= 0:
            if place.kind != PlaceKind.ELDER or place.mission_to in targets:
                entry.complain("only Elders send nomads away, each to a place of its own", "mission_to")
            targets.add(place.mission_to)
        box.must_act |= entry.flag("mandatory") << i
        box.elders |= (place.kind == PlaceKind.ELDER) << i
        box.open_places |= (place.kind == PlaceKind.OPEN) << i
        box.singles |= (place.kind == PlaceKind.SINGLE) << i
    if any(box.elders >> target & 1 for target in targets):
        file.problems.append("[[places]]: a mission leads to an Elder")
    for i in range(PLACES):
        name = PLACE_KEYS[i]
        if box.must_act >> i & 1 and name not in ("lumber", "hunt", "tan", "meditate"):
            file.problems.append(f"[[places]]: {name} cannot be mandatory: it may find nothing to do")


def _fill_actions(box: Box, file: ComponentsFile) -> None:
    values = _sourced(file.table("action_values"))
    for key in ACTION_KEYS:
        setattr(box, key, values.integer(key, 1 if key in ("tents_max_resources", "pick_wood") else 0, 9))
    price = _sourced(file.table("food_price"))
    box.price_meat = price.integer("meat", 1, 9)
    box.price_mushroom = price.integer("mushroom", 1, 9)


def _fill_links(box: Box, file: ComponentsFile) -> None:
    keys: list[str] = []
    for entry in file.tables("link_effects", EFFECTS):
        _sourced(entry)
        if entry.text("code") != f"NT-L{entry.index + 1}":
            entry.complain(f"expected code = 'NT-L{entry.index + 1}'", "code")
        keys.append(entry.text("key"))
        effect = box.effects[entry.index]
        effect.kind = entry.choice("type", EFFECT_KEYS)
        effect.source = entry.choice("from", SOURCE_KEYS)
        effect.resource = entry.choice("resource", (*RESOURCE_KEYS, "none"))
        _check_effect(entry, effect)
    if len(set(keys)) != len(keys):
        file.problems.append("[[link_effects]]: two effects have one key")
    keys = keys or [""]
    seen: set[int] = set()
    for entry in file.tables("links", at_most=LINKS):
        _sourced(entry)
        if entry.text("id") != f"K{entry.index + 1}":
            entry.complain(f"expected id = 'K{entry.index + 1}': links stand in order", "id")
        link = box.links[entry.index]
        link.a = entry.integer("a", 1, PLACES) - 1
        link.b = entry.integer("b", 1, PLACES) - 1
        link.effect = entry.choice("effect", keys)
        link.ends = 1 << link.a | 1 << link.b
        link.offered = 1
        if link.a == link.b or link.ends in seen:
            entry.complain("a link joins two different places, and each pair once", "b")
        seen.add(link.ends)
        box.link_count += 1
    if not _connected(box):
        file.problems.append("[[links]]: every place must be reached by links (NT-I19)")
    offering = _sourced(file.table("offering"))
    box.offerings = offering.integer("max_per_action", 1, 9)
    for i in offering.choices("excluded_links", [f"K{k + 1}" for k in range(box.link_count)]):
        box.links[i].offered = 0
    kinds = {int(LinkEffect.TAKE_TOKEN)}  # NT-A8: whatever the file says
    if "excluded_effects" in offering:
        kinds.update(offering.choices("excluded_effects", EFFECT_KEYS))
    for i in range(box.link_count):
        if box.effects[box.links[i].effect].kind in kinds:
            box.links[i].offered = 0
    for entry in file.tables("link_tokens", TOKENS):
        _sourced(entry)
        if entry.text("id") != f"NT-J{entry.index + 1}":
            entry.complain(f"expected id = 'NT-J{entry.index + 1}'", "id")
        box.token_effect[entry.index] = entry.choice("effect", keys)


def _check_effect(entry: Entry, effect: EffectPrint) -> None:
    """The parts of an effect fit each other."""
    none = effect.resource == RESOURCES
    placed = effect.kind in (
        LinkEffect.PLACE_TENT,
        LinkEffect.PLACE_FOOD,
        LinkEffect.PLACE_CRAFT,
        LinkEffect.PLACE_TOTEM,
    )
    source = TokenSource.RESERVE if placed else TokenSource.SUPPLY
    if effect.kind != LinkEffect.GAIN and effect.source != source:
        entry.complain(f'from must be "{SOURCE_KEYS[source]}" for this type', "from")
    if effect.kind == LinkEffect.GAIN:
        held = {
            TokenSource.SUPPLY: range(RESOURCES),
            TokenSource.FOREST: (Resource.WOOD, Resource.MUSHROOM),
            TokenSource.TANNING: (Resource.SKIN, Resource.MEAT),
        }
        if effect.resource not in held.get(TokenSource(effect.source), ()):
            entry.complain("gain needs a resource that its zone holds", "resource")
    elif effect.kind == LinkEffect.PLACE_TOTEM:
        if effect.resource not in (Resource.WOOD, Resource.SKULL):
            entry.complain("a totem takes wood or skull", "resource")
    elif not none:
        entry.complain('resource must be "none" for this type', "resource")
    if none:
        effect.resource = -1


def _connected(box: Box) -> bool:
    reached = 1
    for _ in range(PLACES):
        for i in range(box.link_count):
            if reached & box.links[i].ends:
                reached |= box.links[i].ends
    return reached == (1 << PLACES) - 1


def _fill_cards(box: Box, file: ComponentsFile) -> None:
    for entry in file.tables("craft_cards", CRAFTS):
        _card(entry, "C")
        craft = box.crafts[entry.index]
        craft.kind = entry.choice("type", CRAFT_KEYS)
        craft.points = entry.integer("points", 0, 20)
        craft.cost[Resource.WOOD] = entry.integer("wood", 0, 9)
        craft.cost[Resource.SKIN] = entry.integer("skin", 0, 9)
        if craft.cost[Resource.WOOD] + craft.cost[Resource.SKIN] == 0:
            entry.complain("a craft card costs at least one resource", "wood")
    for entry in file.tables("trade_cards", TRADES):
        _card(entry, "T")
        trade = box.trades[entry.index]
        trade.slots = entry.integer("slots", 1, 2)
        for resource in entry.choices("left", RESOURCE_KEYS):
            trade.left |= 1 << resource
        if trade.left == 0:
            entry.complain("left must name at least one resource", "left")
        trade.right = entry.choice("right", SIDE_KEYS)
    for entry in file.tables("neta_tanka_cards", CARDS):
        _card(entry, "N")
        card = box.cards[entry.index]
        card.kind = entry.choice("effect", CARD_KEYS)
        resource = entry.choice("resource", (*RESOURCE_KEYS, "none"))
        card.resource = -1 if resource == RESOURCES else resource
        card.amount = entry.integer("amount", 0, 9)
        allowed = {
            CardKind.FOOD: (Resource.MEAT, Resource.MUSHROOM),
            CardKind.TOTEM: (Resource.WOOD, Resource.SKULL),
            CardKind.RESERVE: tuple(Resource),
        }.get(CardKind(card.kind), (-1,))
        if card.resource not in allowed or (card.resource >= 0) != (card.amount > 0):
            entry.complain("resource and amount do not fit the effect", "resource")
    for entry in file.tables("objective_cards", OBJECTIVES):
        _card(entry, "O")
        objective = box.objectives[entry.index]
        objective.points = entry.integer("points", 0, 50)
        fields = ("different_types", "same_type", "totem_wood", "totem_skull", "totem_height", "food_points", "tents",
                  "generosity")  # fmt: skip
        for key, field in zip(OBJECTIVE_KEYS, fields, strict=True):
            setattr(objective, field, entry.integer(key, 0, 99) if key in entry else 0)
        if not any(key in entry for key in OBJECTIVE_KEYS):
            entry.complain("an objective asks for something")


def _card(entry: Entry, letter: str) -> None:
    """The cards of a kind stand in order, under their codes."""
    _sourced(entry)
    if entry.text("id") != f"NT-{letter}{entry.index + 1}":
        entry.complain(f"expected id = 'NT-{letter}{entry.index + 1}'", "id")
