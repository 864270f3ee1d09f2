"""The sentence of every legal choice: the thing, its price, and what is certain to come of it.

Each teller reads a few numbers from the view; the sentence made of them is remembered by just these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.telling import Teller, Tellers
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.presentation.words import listed as joined
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.rows import as_tuple

from ..actions import ACTIONS, CAMP, COLOUR, DEED, DEVELOPMENT, DIRECTION, HEX, MOVEMENT, SECTION, SPACE, pair_colours
from ..box import KIND_NAMES, SPECIES_NAMES, SYMBOL_NAMES, TERRAIN_NAMES, Box
from ..rules.autumn import STEP_OUT_AND_BACK, can_raise, helpers
from ..rules.development import CLOCKWISE, can_deliver
from ..rules.effects import available, column_touches, makes_pair, paying_footprints, row_touches
from ..rules.price_tiles import colour_at, colours_at, movement_worth, payable, river_side
from ..rules.stores import markers_of, resources_of
from ..state import (
    ALL_SIDES,
    CAMPS,
    COLOURS,
    HUNTS,
    NONE,
    SIDES,
    START,
    Deed,
    Ground,
    Hex,
    Letter,
    Phase,
    Pool,
    Season,
    Space,
    State,
)  # fmt: skip
from .looks import card_words, ground_text
from .names import fish_name, is_animal, tile_name
from .phrases import (
    camp_gain,
    cubes_text,
    gain_text,
    listed,
    mix_text,
    one_colour,
    outlook_text,
    palette_text,
    side_gain,
    some_text,
    track_text,
)


@memoised
def deal(words: Words, what: str, price: str = "", gain: str = "") -> str:
    """A thing, what is paid for it and what is gained by it."""
    if not gain:
        return words.say("choice.costs", what=what, price=price) if price else what
    if not price:
        return words.say("choice.gains", what=what, gain=gain)
    return words.say("choice.trade", what=what, price=price, gain=gain)


def summer_price(box: Box, words: Words, deed: int, amount: int) -> str:
    """So many markers of the colour of an action."""
    return one_colour(words, Pool.MARKERS, box.marker[deed], amount)


def is_spring(view: State) -> bool:
    """Whether prices are paid with resources."""
    return bool(view.season == Season.SPRING)


# ---- setup


def tell_weather(view: State, box: Box, words: Words, offset: int) -> str:
    """R5: the tile turns once more before it pays."""
    income = outlook_text(box, words, view.tribes[view.player].weather, (offset + 1) % SIDES)
    return words.say("choice.weather", income=income)


def tell_shamans(view: State, box: Box, words: Words, pattern: int) -> str:
    """PH-S9: where they stand, and which colours ceremony cards then cost."""
    places = [place for place in range(SIDES) if box.pattern[pattern] >> place & 1]
    stand = [words.value(COLOUR, colour_at(view, box, Space.CEREMONY, place)) for place in places]
    free = colours_at(view, box, Space.CEREMONY, ALL_SIDES & ~box.pattern[pattern])
    return words.say(
        "choice.shamans", places=joined(words, [str(place) for place in places]), stand=joined(words, stand),
        free=palette_text(words, free, "and"),
    )  # fmt: skip


# ---- the six actions


def tell_paint(view: State, box: Box, words: Words, section: int) -> str:
    """PH-A1: the price of its symbols, the rewards of its sides, and what its row scores more."""
    colours = colours_at(view, box, Space.PAINTING, box.section_symbols[section]) if is_spring(view) else 0
    return _paint(box, words, section, colours, view.tribes[view.player].painted)


@memoised
def _paint(box: Box, words: Words, section: int, colours: int, painted: int) -> str:
    symbols = [SYMBOL_NAMES[box.symbol[p]] for p in range(SIDES) if box.section_symbols[section] >> p & 1]
    said = listed([words.say(f"value.symbol.{symbol}") for symbol in symbols])
    what = words.say("choice.paint", section=words.value(SECTION, section), symbols=said)
    price = mix_text(words, colours) if colours else summer_price(box, words, Deed.PAINTING, len(symbols))
    row, development = side_gain(box, section // 3, row_touches(painted, section))
    column, more = side_gain(box, 3 + section % 3, column_touches(painted, section))
    inside = popcount((painted >> (3 * (section // 3))) & 7)
    later = box.row_points[inside + 1] - box.row_points[inside]
    markers = tuple(a + b for a, b in zip(row, column, strict=True))
    return deal(words, what, price, gain_text(words, (), markers, development + more, later=later))


def tell_gather(view: State, box: Box, words: Words, tile: int) -> str:
    """PH-A2: the colour beside it or red markers; its point, and the markers of a pair."""
    slots = as_tuple(view.tile_slots)
    colour = colour_at(view, box, Space.GATHERING, slots.index(tile))
    alike = sum(shown != NONE and alike_tiles(box, shown, tile) for shown in slots) > 1
    pair = bool(makes_pair(view, box, view.player, tile))
    return _gather(box, words, tile, colour, is_spring(view), alike, pair)


def alike_tiles(box: Box, one: int, other: int) -> bool:
    """Whether two gathering tiles show the same."""
    return bool(box.tile_kind[one] == box.tile_kind[other] and box.tile_development[one] == box.tile_development[other])


@memoised
def _gather(box: Box, words: Words, tile: int, colour: int, spring: bool, alike: bool, pair: bool) -> str:
    what = words.say("choice.gather", tile=words.say(f"a.kind.{KIND_NAMES[box.tile_kind[tile]]}"))
    if alike and not spring:
        what = words.say("choice.beside", what=what, colour=words.value(COLOUR, colour))
    price = mix_text(words, 1 << colour) if spring else summer_price(box, words, Deed.GATHERING, box.gathering_price)
    return deal(words, what, price, tile_gain(box, words, tile, pair))


@memoised
def tile_gain(box: Box, words: Words, tile: int, pair: bool) -> str:
    """What a gathering tile brings at once."""
    markers = as_tuple(box.pair_markers[box.basket[box.tile_kind[tile]]]) if pair else ()
    return gain_text(words, (), markers, box.tile_development[tile])


def tell_hold(view: State, box: Box, words: Words, card: int) -> str:
    """PH-A3: colours of free positions, or yellow markers; its development points."""
    colours = 0
    if is_spring(view):
        free = ALL_SIDES & ~view.tribes[view.player].shamans
        colours = colours_at(view, box, Space.CEREMONY, free & payable(view, box, Space.CEREMONY, view.player))
    return _hold(box, words, card, colours)


@memoised
def _hold(box: Box, words: Words, card: int, colours: int) -> str:
    what = words.say("choice.hold", card=card_words(words, box, card, "short"))
    value = box.card_value[card]
    price = some_text(words, colours, value) if colours else summer_price(box, words, Deed.CEREMONY, value)
    return deal(words, what, price, gain_text(words, development=box.card_development[card]))


def river_colours(view: State, box: Box, deed: int) -> int:
    """The colours of one half of the river tile that the player can pay, as bits; 0 in summer."""
    if not is_spring(view):
        return 0
    return colours_at(view, box, Space.RIVER, payable(view, box, Space.RIVER, view.player) & river_side(box, deed))


def place_among(slots: tuple[int, ...], thing: int, alike: Callable[[int], bool]) -> int:
    """The place (from 1) of a thing on display if another one like it lies there, else 0."""
    same = [slot for slot, shown in enumerate(slots) if shown != NONE and alike(shown)]
    return slots.index(thing) + 1 if len(same) > 1 else 0


def tell_fish(view: State, box: Box, words: Words, fish: int) -> str:
    """PH-A4: as many colours or blue markers as its value; the way along the track."""
    place = place_among(as_tuple(view.fish_slots), fish, lambda other: alike_fish(box, other, fish))
    return _fish(box, words, fish, place, river_colours(view, box, Deed.FISHING), view.tribes[view.player].fishing)


def alike_fish(box: Box, one: int, other: int) -> bool:
    """Whether two fish show the same."""
    return bool(box.fish_type[one] == box.fish_type[other] and box.fish_value[one] == box.fish_value[other])


@memoised
def _fish(box: Box, words: Words, fish: int, place: int, colours: int, here: int) -> str:
    what = words.say("choice.fish", fish=fish_name(box, words, fish))
    what = words.say("choice.place", what=what, place=place) if place else what
    value = box.fish_value[fish]
    price = some_text(words, colours, value) if colours else summer_price(box, words, Deed.FISHING, value)
    return deal(words, what, price, track_text(box, words, here, value))


def tell_hunt(view: State, box: Box, words: Words, card: int) -> str:
    """PH-A5: as many colours or brown markers as its value; points, or the rewards of all its footprints."""
    place = place_among(as_tuple(view.hunting_row), card, lambda other: alike_hunts(box, other, card))
    paying = paying_footprints(view, box, view.player, card)
    return _hunt(box, words, card, place, river_colours(view, box, Deed.HUNTING), paying)


@memoised
def alike_hunts(box: Box, one: int, other: int) -> bool:
    """Whether two hunting cards show the same."""
    return _printed(box, one) == _printed(box, other)


@memoised
def _printed(box: Box, card: int) -> tuple[object, ...]:
    return (
        box.hunt_species[card], is_animal(box, card), box.hunt_value[card], box.hunt_points[card],
        box.hunt_development[card], as_tuple(box.hunt_resources[card]), as_tuple(box.hunt_markers[card]),
    )  # fmt: skip


@memoised
def _hunt(box: Box, words: Words, card: int, place: int, colours: int, paying: int) -> str:
    species, value = SPECIES_NAMES[box.hunt_species[card]], box.hunt_value[card]
    if is_animal(box, card):
        what = words.say("choice.hunt", animal=words.say(f"a.species.{species}"))
    else:
        what = words.say("choice.track", footprint=words.say(f"a.footprint.{species}"))
    what = words.say("choice.place", what=what, place=place) if place else what
    price = some_text(words, colours, value) if colours else summer_price(box, words, Deed.HUNTING, value)
    prints = [one for one in range(HUNTS) if paying >> one & 1]
    resources, markers = (
        tuple(sum(row[one][colour] for one in prints) for colour in range(COLOURS))
        for row in (box.hunt_resources, box.hunt_markers)
    )
    development = sum(box.hunt_development[one] for one in prints)
    return deal(words, what, price, gain_text(words, resources, markers, development, box.hunt_points[card]))


def tell_migrate(view: State, box: Box, words: Words) -> str:
    """PH-A6, R22, R23: one colour or both in spring, white markers in summer."""
    waiting, tribe = available(view, view.player), view.tribes[view.player]
    if not is_spring(view):
        most = min(waiting, tribe.markers[box.marker[Deed.MIGRATION]])
        price = summer_price(box, words, Deed.MIGRATION, 1)
        if most == 1:
            return deal(words, words.say("choice.migrate", n=1), price)
        return words.say("choice.migrate_summer", n=most, price=price)
    sides = payable(view, box, Space.MIGRATION, view.player) & box.migration_side
    colours = colours_at(view, box, Space.MIGRATION, sides)
    one = min(waiting, box.for_one)
    if popcount(colours) == 1:
        return deal(words, words.say("choice.migrate", n=one), mix_text(words, colours))
    first, second = (mix_text(words, 1 << colour) for colour in range(COLOURS) if colours >> colour & 1)
    most = min(waiting, box.for_both)
    if most == one or not can_deliver(box, resources_of(tribe) - 2, tribe.development + markers_of(tribe)):
        return words.say("choice.migrate_one", one=first, other=second, n=one)
    return words.say("choice.migrate_both", one=first, other=second, n=one, most=most)


# ---- the steps of an action


def tell_pay(view: State, box: Box, words: Words, colour: int) -> str:
    """PH-A4 to PH-A6: one colour, and for migration whom it sends."""
    return tell_payment(view, box, words, 1 << colour)


def tell_pay_both(view: State, box: Box, words: Words, pair: int) -> str:
    """PH-A4 to PH-A6: two colours."""
    return tell_payment(view, box, words, pair_colours(pair))


def tell_payment(view: State, box: Box, words: Words, colours: int) -> str:
    """The resources paid; for migration the members they send."""
    price = mix_text(words, colours)
    if view.deed != Deed.MIGRATION:
        return words.say("choice.pay", price=price)
    both = popcount(colours) == 2
    members = min(available(view, view.player), box.for_both if both else box.for_one)
    return words.say("choice.pay_up_to" if both and members > 1 else "choice.pay_for_members", price=price, n=members)


def tell_dance(view: State, box: Box, words: Words, start: int, end: int) -> str:
    """PH-A3: from colour to colour; in spring the one where it ends is paid."""
    here, there = (colour_at(view, box, Space.CEREMONY, position) for position in (start, end))
    return _dance(words, start, end, here, there, is_spring(view))


@memoised
def _dance(words: Words, start: int, end: int, here: int, there: int, spring: bool) -> str:
    colours = {"here": words.value(COLOUR, here), "there": words.value(COLOUR, there)}
    what = words.say("choice.dance", start=start, end=end, **colours)
    return deal(words, what, mix_text(words, 1 << there) if spring else "")


def tell_send(view: State, box: Box, words: Words, number: int) -> str:
    """PH-A6: in summer each member costs a white marker."""
    price = "" if is_spring(view) else summer_price(box, words, Deed.MIGRATION, number + 1)
    return deal(words, words.say("choice.migrate", n=number + 1), price)


def tell_go(view: State, box: Box, words: Words, h: int) -> str:
    """PH-A6: how many go where."""
    return words.say("choice.go" if h == START else "choice.go_camp", n=view.amount, hex=words.value(HEX, h))


def tell_place(view: State, box: Box, words: Words, colour: int) -> str:
    """PH-SP5: the cube, and the pillar."""
    cube = one_colour(words, Pool.TENT, colour, 1)
    return words.say("choice.put", cube=cube, deed=words.value(DEED, view.deed))


def tell_take(view: State, box: Box, words: Words, pillar: int) -> str:
    """PH-SU2: all cubes on the top of a pillar."""
    what = words.say("choice.take", deed=words.value(DEED, pillar))
    return deal(words, what, gain=cubes_text(words, Pool.MARKERS, as_tuple(view.top[pillar])))


def tell_pass(view: State, box: Box, words: Words) -> str:
    """What is passed on."""
    if view.phase == Phase.SPRING:
        return words.say("choice.pass_spring")
    if view.phase == Phase.SUMMER:
        return words.say("choice.pass_summer", deed=words.value(DEED, view.deed))
    return words.say("choice.pass_final")


def tell_end(view: State, box: Box, words: Words) -> str | None:
    """PH-AU6: what is lost by ending the turn."""
    if view.phase != Phase.AUTUMN or view.movement == 0:
        return None
    return words.say("choice.end_lost", lost=words.value(MOVEMENT, view.movement), n=view.movement)


# ---- autumn


def tell_spend_cube(view: State, box: Box, words: Words, colour: int, store: int) -> str:
    """PH-AU1: a cube for the steps its colour is worth."""
    what = words.say("choice.give_back", cube=one_colour(words, store, colour, 1))
    return deal(words, what, gain=words.value(MOVEMENT, movement_worth(view, box, colour)))


def tell_spend_point(view: State, box: Box, words: Words) -> str:
    """PH-AU2."""
    price = words.value(DEVELOPMENT, box.movement_price)
    return words.say("choice.spend", price=price, gain=words.value(MOVEMENT, 1))


def tell_stop(view: State, box: Box, words: Words, h: int) -> str:
    """PH-AU3: what lies there, how far it is, and what the stop brings."""
    place, tribe = view.hexes[h], view.tribes[view.player]
    cost = STEP_OUT_AND_BACK if h == view.target else box.distance[view.seats - 2][view.target][h]
    pair = here = 0
    if place.token != NONE and place.kind == Ground.GATHER:
        pair = int(makes_pair(view, box, view.player, place.token))
    elif place.token != NONE and place.kind == Ground.FISH:
        here = tribe.fishing
    shown = (place.terrain, place.kind, place.detail, place.token, int(place.camp > 0))
    return _stop(box, words, h, cost, shown, pair, here)


@memoised
def _stop(box: Box, words: Words, h: int, cost: int, shown: tuple[int, ...], pair: int, here: int) -> str:
    terrain, kind, detail, token, camp = shown
    place: Any = Hex()
    place.terrain, place.kind, place.detail, place.token = terrain, kind, detail, token
    thing = words.say("label.own_camp") if camp else place_text(box, words, place)
    if h != START:
        ground = words.say(f"value.terrain.{TERRAIN_NAMES[terrain]}")
        thing = words.say("label.ground", terrain=ground, thing=thing) if thing else ground
    what = words.say("choice.stop", hex=words.value(HEX, h), ground=thing, price=words.value(MOVEMENT, cost))
    return deal(words, what, gain="" if camp else stop_gain(box, words, place, bool(pair), here))


def place_text(box: Box, words: Words, place: Hex) -> str:
    """What lies on a hexagon, by its own name; a marker sign is told by what it gives."""
    if place.kind == Ground.MARKER:
        return ""
    if place.token != NONE and place.kind == Ground.ANIMAL:
        return words.say(f"a.species.{SPECIES_NAMES[place.detail]}")
    if place.token != NONE and place.kind == Ground.FISH:
        return fish_name(box, words, place.token)
    if place.token != NONE and place.kind == Ground.GATHER:
        return tile_name(box, words, place.token)
    return ground_text(words, place)


def stop_gain(box: Box, words: Words, place: Hex, pair: bool, here: int) -> str:
    """What a stop on a hexagon brings."""
    if place.kind == Ground.MARKER:
        return one_colour(words, Pool.MARKERS, place.detail, 1)
    if place.token == NONE:
        return ""
    if place.kind == Ground.FISH:
        return track_text(box, words, here, box.fish_value[place.token])
    if place.kind == Ground.GATHER:
        return tile_gain(box, words, place.token, pair)
    if place.kind == Ground.ANIMAL:
        return gain_text(words, points=box.token_points[place.detail])
    if place.kind == Ground.MEGALITH and place.detail == Letter.A:
        return gain_text(words, later=box.a_points)
    return ""


def tell_build(view: State, box: Box, words: Words, site: int) -> str:
    """PH-AU4: the camp, where only one can be built; else how many members stand near."""
    near = helpers(view, box, view.player, site)
    able = [camp for camp in range(CAMPS) if can_raise(view, box, camp, near)]
    what = words.say("choice.build", hex=words.value(HEX, site), n=near)
    return what if len(able) > 1 else f"{what}. {_camp(box, words, able[0])}"


def tell_camp(view: State, box: Box, words: Words, camp: int) -> str:
    """PH-AU4: what a camp asks and gives."""
    return _camp(box, words, camp)


@memoised
def _camp(box: Box, words: Words, camp: int) -> str:
    what = words.say("choice.camp", camp=words.value(CAMP, camp))
    return deal(words, what, gain=camp_gain(box, words, camp))


# ---- development


def tell_turn_weather(view: State, box: Box, words: Words) -> str:
    """PH-D2: the next income after one more notch."""
    tribe, price = view.tribes[view.player], words.value(DEVELOPMENT, box.weather_price)
    income = outlook_text(box, words, tribe.weather, (tribe.offset + 2) % SIDES)
    return words.say("choice.turn_weather", price=price, income=income)


def tell_turn(view: State, box: Box, words: Words, space: int, direction: int) -> str:
    """PH-D1: the prices after the turn."""
    notches = 1 if direction == CLOCKWISE else SIDES - 1
    colours = tuple(colour_at(view, box, space, (position + SIDES - notches) % SIDES) for position in range(SIDES))
    tiles = as_tuple(view.tile_slots) if space == Space.GATHERING else ()
    free = ALL_SIDES & ~view.tribes[view.player].shamans if space == Space.CEREMONY else 0
    return _turn(box, words, space, direction, colours, tiles, free)


@memoised
def _turn(
    box: Box, words: Words, space: int, direction: int, colours: tuple[int, ...], tiles: tuple[int, ...], free: int
) -> str:
    said = [words.value(COLOUR, colour) for colour in colours]
    if space == Space.PAINTING:
        symbols = [words.say(f"value.symbol.{SYMBOL_NAMES[box.symbol[position]]}") for position in range(SIDES)]
        then = listed([words.say("then.painting", symbol=symbols[p], colour=said[p]) for p in range(SIDES)])
    elif space == Space.GATHERING:
        kinds = {p: KIND_NAMES[box.tile_kind[tile]] for p, tile in enumerate(tiles) if tile != NONE}
        named = {p: words.say(f"value.kind.{kind}") for p, kind in kinds.items()}
        shown = [words.say("then.gathering", tile=kind, colour=said[p]) for p, kind in named.items()]
        then = listed(shown) or words.say("gain.nothing")
    elif space == Space.CEREMONY:
        open_ = [position for position in range(SIDES) if free >> position & 1]
        then = listed([words.say("then.ceremony", position=p, colour=said[p]) for p in open_])
    elif space == Space.RIVER:
        hunting, fishing = (_sides(words, colours, side) for side in (box.hunting_side, box.fishing_side))
        then = words.say("then.river", hunting=hunting, fishing=fishing)
    else:
        then = words.say("then.migration", colours=_sides(words, colours, box.migration_side, "or"))
    return words.say(
        "choice.turn", space=words.value(SPACE, space), direction=words.value(DIRECTION, direction),
        price=words.value(DEVELOPMENT, box.turn_price), then=then,
    )  # fmt: skip


def _sides(words: Words, colours: tuple[int, ...], sides: int, last: str = "and") -> str:
    return palette_text(words, sum(1 << colours[p] for p in range(SIDES) if sides >> p & 1), last)


def tell_buy(view: State, box: Box, words: Words, colour: int, store: int) -> str:
    """PH-D4, PH-D5."""
    points = box.resource_price if store == Pool.TENT else box.marker_price
    what = words.say("choice.buy", cube=one_colour(words, store, colour, 1))
    return deal(words, what, words.value(DEVELOPMENT, points))


def tell_return(view: State, box: Box, words: Words, colour: int, store: int) -> str:
    """PH-D6."""
    what = words.say("choice.give_back", cube=one_colour(words, store, colour, 1))
    return deal(words, what, gain=words.value(DEVELOPMENT, 1))


def _of(teller: Teller, store: int) -> Teller:
    """A teller for the cubes of one store."""
    return lambda view, box, words, colour: teller(view, box, words, colour, store)


tell_choices = Tellers(ACTIONS, {
    "weather": tell_weather,
    "shamans": tell_shamans,
    "paint": tell_paint,
    "gather": tell_gather,
    "hold": tell_hold,
    "fish": tell_fish,
    "hunt": tell_hunt,
    "migrate": tell_migrate,
    "pass": tell_pass,
    "pay": tell_pay,
    "pay_both": tell_pay_both,
    "dance": tell_dance,
    "send": tell_send,
    "go": tell_go,
    "place": tell_place,
    "end": tell_end,
    "take": tell_take,
    "spend_resource": _of(tell_spend_cube, Pool.TENT),
    "spend_marker": _of(tell_spend_cube, Pool.MARKERS),
    "spend_point": tell_spend_point,
    "stop": tell_stop,
    "build": tell_build,
    "camp": tell_camp,
    "turn_weather": tell_turn_weather,
    "turn": tell_turn,
    "buy_resource": _of(tell_buy, Pool.TENT),
    "buy_marker": _of(tell_buy, Pool.MARKERS),
    "return_resource": _of(tell_return, Pool.TENT),
    "return_marker": _of(tell_return, Pool.MARKERS),
})  # fmt: skip
