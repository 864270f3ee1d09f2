"""What an owner of a printed game should check in its components file: the parts that are not told in its rulebook.

The counts are those of the files; only what a part is called stands here.
"""

from __future__ import annotations

import tomllib
from collections import Counter

from firstfire.games import game as find_game
from firstfire.kernel.presentation.about import sources

PARTS = {
    "totem": {"card": "level and power of each card"},
    "honga": {
        "colours": "colours of the players",
        "tray": "the highest number of a row on a tray",
        "field": "places of the nine fields",
        "step": "steps of the sacred mountain and their points",
        "disc": "how often each pattern of hands occurs on the discs",
        "barter": "what barter cards ask and pay",
        "bonus": "effects and numbers of bonus cards",
    },
    "doggerland": {
        "players": "what depends on the number of players: board, tools and furs of later players",
        "priority_arrow": "the four orders of the priority arrow",
        "short_game": "food at the start of the short game",
        "programming": "what programming an action costs",
        "symbol": "what a terrain symbol yields",
        "species": "yields of the big animals",
        "habitat": "costs and points of dwellings",
        "capacity": "recipes and costs of capacities",
        "offering": "the offering",
        "hut": "spaces of the Shaman hut",
        "terrain": "quantities and arrows of terrain tiles",
        "craft": "Craft tiles",
        "fresco": "lines of Fresco tiles",
        "solo_card": "solo cards",
    },
    "prehistory": {
        "action": "where the pillar stands for each action",
        "reading": "what the sides of a price tile mean",
        "price_tile": "colours of the price tiles",
        "weather": "order of the colours on the weather board",
        "weather_tile": "numbers of the weather tiles",
        "section": "symbols of the rock painting",
        "side_reward": "rewards for rows and columns of the painting",
        "basket": "baskets",
        "gathering_tile": "gathering tiles",
        "fishing_track": "length of the fishing track",
        "fishing_income": "income of the fishing track",
        "fish": "values of fish",
        "hunting_card": "hunting cards",
        "animal_token": "animal tokens",
        "ceremony": "positions of a ceremony card",
        "ceremony_card": "ceremony cards",
        "camp": "camps",
        "map_slot": "where map tiles lie",
        "map_tile": "map tiles",
    },
    "neta_tanka": {
        "supply": "the kinds of resources in the supply",
        "setup": "what lies in the Forest and the Tanning Area and what a player has at the start (goods, generosity)",
        "clan_board": "recipe, number and points of tents; the set of the totem and its points",
        "tent_gates": "tokens before tents",
        "totem_boards": "cells of the totem board for three and for four, and their points",
        "places": "which places are open, and how many workers they hold",
        "zones": "what the Tanning Area is cut to each round",
        "food_price": "the price of food",
        "link_effects": "effects of links",
        "links": "which places are linked, and the effect",
        "link_tokens": "effects of link tokens",
        "craft_cards": "craft cards",
        "trade_cards": "trade cards",
        "neta_tanka_cards": "effects and numbers of Neta-Tanka cards",
    },
}


def to_check(game: str) -> list[list[str]]:
    """Every part with an entry that is not from the rulebook: its name, what it is, ours, deduced, elsewhere, all."""
    text = (find_game(game).folder / "components.toml").read_text(encoding="utf-8")
    rows = []
    for name, part in tomllib.loads(text).items():
        found = Counter(sources(part))
        if found.total() > found["book"]:
            shown = f"`[[{name}]]`" if isinstance(part, list) else f"`[{name}]`"
            counts = [str(found[source] or "") for source in ("design", "icon", "public")]
            rows.append([shown, PARTS[game][name], *counts, str(found.total())])
    return rows
