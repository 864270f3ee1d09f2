"""The tables of the rulebook that only the box can fill: cards, links and tokens, the totem board."""

from __future__ import annotations

from collections import Counter

from firstfire.kernel.presentation.words import Words

from ..box import CARD_KEYS, CARDS, CRAFT_KEYS, CRAFTS, SEATS, SIDE_KEYS, TOKENS, TRADES, Box
from .looks import cell_words, effect_art
from .phrases import craft_type, effect_words, ends_words, face_words, materials, resources_in

CRAFT_TABLES = {"drum": ("drums", "drum"), "bow": ("bows", "bow"), "clothing": ("clothing", "hide")}  # name, drawing


def book_tables(box: Box, words: Words) -> dict[str, list[list[str]]]:
    """Every card, link and token of the box as it stands in the rulebook."""
    tokens = Counter(box.token_effect[token] for token in range(TOKENS))
    return {
        **{name: _crafts(box, words, kind, art) for kind, (name, art) in CRAFT_TABLES.items()},
        "trades": [_trade(box, words, card) for card in range(TRADES)],
        "links": [_link(box, words, link) for link in range(box.link_count)],
        "tokens": [
            [f":{effect_art(box, effect)[0]}: {effect_words(box, effect, words)}", str(count)]
            for effect, count in tokens.items()
        ],
        "cards": [
            [face_words(box, card, words), words.say(f"table.{_when_played(box, card)}")] for card in range(CARDS)
        ],
        "totem_board": [_cells(box, words, players) for players in range(2, SEATS + 1)],
    }


def _when_played(box: Box, card: int) -> str:
    """NT-N1, NT-N2: of several to the food section some may be lost."""
    key = CARD_KEYS[box.cards[card].kind]
    return f"{key}_some" if key == "supply_to_food" and box.cards[card].amount > 1 else key


def _crafts(box: Box, words: Words, kind: str, art: str) -> list[list[str]]:
    cards = [card for card in range(CRAFTS) if CRAFT_KEYS[box.crafts[card].kind] == kind]
    return [
        [
            f":{art}: {craft_type(box, card, words)}",
            *map(str, materials(box.crafts[card].cost)),
            str(box.crafts[card].points),
        ]
        for card in cards
    ]


def _trade(box: Box, words: Words, card: int) -> list[str]:
    printed = box.trades[card]
    left = ", ".join(resources_in(printed.left, words))
    return [str(printed.slots), left, words.say(f"side.{SIDE_KEYS[printed.right]}")]


def _link(box: Box, words: Words, link: int) -> list[str]:
    one, other = ends_words(box, link, words)
    printed = box.links[link]
    return [f"{printed.a + 1} {one}", f"{printed.b + 1} {other}", effect_words(box, printed.effect, words)]


def _cells(box: Box, words: Words, players: int) -> list[str]:
    cells = [cell_words(box, words, players, cell) for cell in range(players)]
    return [str(players), *cells, *[""] * (SEATS - players)]
