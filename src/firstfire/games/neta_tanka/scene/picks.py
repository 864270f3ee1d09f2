"""The clicks that mean an action: what a hand would touch on the table, in order."""

from __future__ import annotations

from ..actions import ACTIONS, CARD, CRAFT, FOOD, LINK, MATERIAL, PLACE, RESOURCE, TIER, TOKEN
from ..box import Box
from ..rules.placing import places_for
from ..state import Phase, PieceKind, State

BUTTONS = ("end_turn", "stop")


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The path of pieces and zones for a legal action of the player to act; () is a button."""
    block, values = ACTIONS.values(action)
    if block in BUTTONS:
        return ()
    if block == "place":
        return place_picks(view, box, values["piece"], values["place"])
    if block == "resolve":
        return (f"place-{PLACE.values[values['place']]}",)
    if block in ("link", "link_second", "offer_link"):
        return link_picks(view, box, block, values["link"])
    if block in ("build", "craft"):
        return material_picks(view, block, values)
    if block in CARD_PICKS:
        return card_picks(view, block, values)
    return resource_picks(view, block, values)


CARD_PICKS = (
    "play_card", "discard_card", "learn", "offer_craft", "take_craft", "remove", "use_token", "take_token", "exchange",
)  # fmt: skip


def place_picks(view: State, box: Box, piece: int, place: int) -> tuple[str, ...]:
    """The place; before it the pile, when there are several from which a piece may go."""
    target = f"place-{PLACE.values[place]}"
    return (pile_id(view, piece), target) if len(open_piles(view, box)) > 1 else (target,)


def open_piles(view: State, box: Box) -> list[int]:
    """The pieces of the player to act that may go somewhere: nomads of one or two colours, for which there is always
    a place (R2), and the visitor where it finds one (R8)."""
    colours = box.counts[view.seats].colours if view.clans[view.player].to_place > 0 else 0
    found = [piece for piece in range(colours) if nomads_at_home(view, piece)]
    return [*found, PieceKind.VISITOR] if places_for(view, box, PieceKind.VISITOR) else found


def pile_id(view: State, piece: int) -> str:
    """The nomads of a colour at home, or the visitor."""
    return "visitor" if piece == PieceKind.VISITOR else f"home-{view.player + piece * view.seats}"


def held_piece(view: State, box: Box) -> int | None:
    """Of several piles one of nomads is in the hand already: a click on a place takes a nomad from it; a click on
    another pile changes it. It is the pile that was begun: a link joins two nomads of one colour."""
    if view.phase != Phase.PLACING or len(piles := open_piles(view, box)) < 2:
        return None
    nomads = [piece for piece in piles if piece != PieceKind.VISITOR]
    return min(nomads, key=lambda piece: nomads_at_home(view, piece))


def nomads_at_home(view: State, piece: int) -> int:
    """How many nomads are left in a pile; the visitor is none."""
    return 0 if piece == PieceKind.VISITOR else view.nomads[view.player + piece * view.seats].hand


def link_picks(view: State, box: Box, block: str, number: int) -> tuple[str, ...]:
    """The link; with both colours on it also a nomad; in an offering the point that pays comes first."""
    link = f"link-{LINK.values[number]}"
    if block == "offer_link":
        return (f"generosity{view.player}", link)
    if not (view.links_open[0] & view.links_open[1]) >> number & 1:
        return (link,)
    colour = view.player + (view.seats if block == "link_second" else 0)
    return (link, f"nomad-{colour}-{PLACE.values[box.links[number].a]}")


def material_picks(view: State, block: str, values: dict[str, int]) -> tuple[str, ...]:
    """The wood or skin, of the reserve or of the supply, and where it goes."""
    owner = "supply" if view.supplied else f"reserve{view.player}"
    source = f"{owner}-{MATERIAL.values[values['material']]}"
    if block == "build":
        return (source, f"tent{view.player}-{values['tent'] + 1}")
    return (source, f"craft-{CRAFT.values[values['craft']]}")


def card_picks(view: State, block: str, values: dict[str, int]) -> tuple[str, ...]:
    """The card or token; a card to play goes on one's board, one to discard on the generosity points."""
    me = view.player
    if block == "exchange":
        return (f"objective{me}", "supply-generosity")
    if block in ("use_token", "take_token"):
        return (f"token-{TOKEN.values[values['token']]}",)
    if block in ("offer_craft", "take_craft", "remove"):
        return (f"craft-{CRAFT.values[values['craft']]}",)
    card = f"card-{CARD.values[values['card']]}"
    if block == "learn":
        return (card,)
    return (card, f"clan{me}") if block == "play_card" else (card, "supply-generosity")


def resource_picks(view: State, block: str, values: dict[str, int]) -> tuple[str, ...]:
    """Tokens taken, given, paid or put on the board."""
    me = view.player
    mine = f"reserve{me}"
    if block == "pick_all":
        return ("forest-mushroom",)
    if block == "take":
        zone = "forest" if view.phase == Phase.PICKING else "supply"
        return (f"{zone}-{RESOURCE.values[values['resource']]}",)
    if block == "buy":
        return (f"supply-{RESOURCE.values[values['resource']]}",)
    if block == "raise":
        return (f"{mine}-{TIER.values[values['tier']]}", f"totem{me}")
    if block == "feed":
        return (f"{mine}-{FOOD.values[values['food']]}", f"food{me}")
    if block in ("pay", "welcome"):
        coin = f"{mine}-{FOOD.values[values['price']]}"
        return (coin,) if block == "pay" else (coin, "visitor")
    coin = f"{mine}-{RESOURCE.values[values['resource']]}"
    if block == "gift":
        return (coin, f"reserve{values['seat']}")
    if block == "pay_gate":
        return (coin, f"gate{me}-{view.clans[me].gate + 1}")
    return (coin, "supply-generosity")
