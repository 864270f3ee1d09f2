"""The clicks that mean an action: what a hand would touch on the table, in order."""

from __future__ import annotations

from ..actions import ACTIONS, CARD, CRAFT, FOOD, LINK, MATERIAL, PLACE, RESOURCE, TIER, TOKEN
from ..box import Box
from ..state import NOWHERE, Phase, Piece, State

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
    """The place; before it the piece, when the player has pieces of several kinds."""
    target = f"place-{PLACE.values[place]}"
    me = view.player
    colours = box.counts[view.seats].colours if view.clans[me].to_place > 0 else 0
    visitor = view.visitor_of == me and view.visitor_at == NOWHERE
    if colours + visitor <= 1:
        return (target,)
    if sum(view.nomads[me + i * view.seats].hand > 0 for i in range(colours)) + visitor <= 1:
        return (target,)
    return ("visitor", target) if piece == Piece.VISITOR else (f"home-{me + piece * view.seats}", target)


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
