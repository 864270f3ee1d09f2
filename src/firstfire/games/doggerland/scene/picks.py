"""The path of clicks that means an action; what has no place on the table is a button."""

from __future__ import annotations

from functools import cache

from ..actions import ACTIONS, CARD, CRAFT, DWELLING, TILE, cell_name
from ..box import GOOD_NAMES, HUT_NAMES, SIDE_NAMES, SPECIES_NAMES, TRACK_NAMES, Box
from ..rules.solo import card_of
from ..state import CELLS, HABITAT_PLACES, WIDTH, Good, Home, Job, Spot, State, TileSet
from .looks import member_look

MEMBERS = ("hunter", "chief", "shaman")
ON_TILE = ("go", "journey", "megalith", "village", "regrow", "herd_on")
ON_SLOT = ("mark", "resolve_fresco", "rockfall")
ON_TRACK = ("learn", "resolve_capacity", "unlearn")
ON_GOOD = ("offer", "swap", "discard")
# Kinds of action whose path depends on nothing but whose turn it is.
OF_SEAT = frozenset((
    *ON_SLOT, *ON_TRACK, "habitat", "birth", "fresco", "capacity", "hut", "partner", "resolve_birth",
    "resolve_expedition", "forget", "take", "pick", "herd_of", "edge", "pass", "finish",
))  # fmt: skip


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """Piece or zone ids to click, in order; () for a button."""
    name, values = ACTIONS.values(action)
    if name == "centre":
        return (_beside_camp(view, box, values["side"]),)
    return _of_seat(action, view.player) if name in OF_SEAT else _path(view, name, values)


@cache
def _of_seat(action: int, seat: int) -> tuple[str, ...]:
    """A path that is the same all game long."""
    table = State()
    table.player = seat
    return _path(table, *ACTIONS.values(action))


def _path(view: State, name: str, values: dict[str, int]) -> tuple[str, ...]:
    seat = view.player
    if name in ON_TILE:
        return (f"tile-{TILE.values[view.tile[values['cell']]]}",)
    if name in ON_SLOT:
        return (f"slot-{values['slot']}",)
    if name in ON_TRACK:
        return (f"track{seat}-{TRACK_NAMES[values['track']]}",)
    if name in ON_GOOD:
        return (goods_piece(view, values["good"]),)
    return _programmed(view, name, values) or _resolved(view, name, values) or _other(view, name, values)


def _beside_camp(view: State, box: Box, side: int) -> str:
    """DP11: the tile to which the arrow of the camp would point."""
    camp = next(cell for cell in range(CELLS) if box.tile_set[view.tile[cell]] == TileSet.CENTRE)
    return f"tile-{TILE.values[view.tile[camp + (-WIDTH, 1, WIDTH, -1)[side]]]}"


def home(view: State, member: int) -> str:
    """The members of a kind at home."""
    return f"home{view.player}-{MEMBERS[member]}"


def goods_piece(view: State, good: int) -> str:
    """A good of the player: above the board, or the oldest food in the bowls."""
    clan = view.clans[view.player]
    if good not in (Good.FRUIT, Good.MEAT):
        return f"goods{view.player}-{GOOD_NAMES[good]}"
    bowls = clan.fruit if good == Good.FRUIT else clan.meat
    bowl = max(i for i in range(3) if bowls[i])
    return f"bowl{view.player}-{bowl}-{GOOD_NAMES[good]}"


def _programmed(view: State, name: str, values: dict[str, int]) -> tuple[str, ...]:
    """Phase 1: the place, then the member."""
    seat = view.player
    if name == "habitat":
        return ("building", home(view, values["member"]))
    if name == "craft":
        return (_craft(view, values["place"]), home(view, values["member"]))
    if name == "birth":
        return (f"cradle{seat}",)
    if name == "fresco":
        return (f"slot-{values['slot']}", home(view, values["member"]))
    if name == "capacity":
        return (f"track{seat}-{TRACK_NAMES[values['track']]}", home(view, values["member"]))
    if name == "hut":
        return (f"hut-{HUT_NAMES[values['location']]}",)
    if name == "partner":
        return (home(view, values["member"]),)
    return ()


def _builder(view: State, chief: int) -> str:
    """The Chief, or the member who would build first."""
    clan = view.clans[view.player]
    orders = [clan.orders[i] for i in range(clan.order_count) if clan.orders[i].job == Job.HABITAT]
    return next(member_look(order.chiefs, order.shaman) for order in orders if (order.chiefs > 0) == bool(chief))


def _building_place(view: State, spot: int) -> str:
    """DG-A3: the first bare place, or the first shelter."""
    wanted = Home.BARE if spot == Spot.BARE else Home.SHELTER
    homes = view.clans[view.player].homes
    return f"home{view.player}-place{next(i for i in range(HABITAT_PLACES) if homes[i] == wanted)}"


def _resolved(view: State, name: str, values: dict[str, int]) -> tuple[str, ...]:
    """Phase 3: the members who wait to act."""
    seat = view.player
    if name == "resolve_habitat":
        return (f"builder-{seat}-{_builder(view, values['builder'])}",)
    if name == "raise":
        return (f"price-{DWELLING.values[values['dwelling']]}", _building_place(view, values["spot"]))
    if name == "resolve_craft":
        return (_craft(view, values["place"]),)
    if name == "resolve_birth":
        return (f"couple{seat}",)
    if name == "resolve_expedition":
        return (f"expedition-{seat}-{cell_name(values['cell'])}",)
    if name == "resolve_hut":
        clan = view.clans[seat]
        order = next(clan.orders[i] for i in range(clan.order_count) if clan.orders[i].job == Job.SHAMAN_HUT)
        return (f"hut-{HUT_NAMES[order.place]}",)
    if name == "forget":
        return (f"memory{seat}-{SPECIES_NAMES[values['species']]}",)
    return ()


def _other(view: State, name: str, values: dict[str, int]) -> tuple[str, ...]:
    """Trading, setup, the Village, events."""
    seat = view.player
    if name in ("take", "pick"):
        return (f"supply-{GOOD_NAMES[values['good']]}",)
    if name == "host":
        return (goods_piece(view, (Good.MEAT, Good.FRUIT)[values["price"]]),)
    if name == "herd_of":
        return (f"reserve-{SPECIES_NAMES[values['species']]}",)
    if name == "edge":
        return (f"edge-{SIDE_NAMES[values['side']]}",)
    if name == "stay":
        return (f"tile-{TILE.values[view.tile[view.clans[seat].village]]}",)
    if name == "use_event":
        return (f"card-{CARD.values[card_of(view)]}",)
    return ()


def _craft(view: State, place: int) -> str:
    """The Craft tile on a place."""
    return f"craft-{CRAFT.values[view.craft[place]]}"
