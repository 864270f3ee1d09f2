"""A clan board with everything on and beside it: drawn anew only when that clan's record has changed."""

from __future__ import annotations

from dataclasses import replace

from firstfire.kernel.presentation.memo import memoised, piece
from firstfire.kernel.presentation.scene import Piece
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.record import Row

from ..box import CARDS, CRAFTS, OBJECTIVES, RESOURCE_KEYS, RESOURCES, TOKENS, Box
from ..rules.clan import has_copy_power, unfinished_crafts
from ..state import Clan
from .looks import card_piece, craft_piece, gate_piece, tent_piece, token_piece
from .phrases import objective_words

Lying = tuple[tuple[int, int, int], ...]  # a craft card of the clan, with the wood and the skins on it


@memoised
def clan_board(box: Box, words: Words, player: int, clan: Clan, lying: Lying, brief: bool = False) -> tuple[Piece, ...]:
    """Resources, tents, copy power, cards, tokens and objective of a clan; `brief`: as one of several others, who has
    little room."""
    tents = tents_of(box, words, player, clan)
    found = [*(in_brief(tents, clan) if brief else tents), *tokens_of(words, player, clan)]
    copy = "copy_on" if has_copy_power(clan, box) else "copy_off"
    found.append(piece(f"copy{player}", f"food{player}", 5, copy, owner=player, tip=words.say("tip.copy")))
    found += hand_of(box, words, player, clan, lying)
    return tuple(found)


def tokens_of(words: Words, player: int, clan: Clan) -> list[Piece]:
    """The resources in reserve, food section and totem, and the generosity."""
    found = []
    for i, key in enumerate(RESOURCE_KEYS):
        for zone, count in (("reserve", clan.reserve[i]), ("food", clan.food[i]), ("totem", clan.totem[i])):
            if count > 0:
                name, tip = f"{zone}{player}", words.say(f"tip.{key}") if zone == "reserve" else ""
                found.append(piece(f"{name}-{key}", name, i, key, owner=player, count=count, tip=tip))
    if clan.generosity > 0:
        name, zone, tip = f"generosity{player}", f"reserve{player}", words.say("tip.generosity")
        found.append(piece(name, zone, 5, "generosity", owner=player, count=clan.generosity, tip=tip))
    return found


def tents_of(box: Box, words: Words, player: int, clan: Clan) -> list[Piece]:
    """The tents with what lies on them, each behind its gate while that is not paid."""
    found: list[Piece] = []
    for tent in range(box.tents):
        if tent >= clan.gate:
            owed = clan.owed if tent == clan.gate else box.gates[tent]
            asked = tuple(owed[resource] for resource in range(RESOURCES))
            if any(asked):
                found.append(gate_piece(words, player, tent, len(found), asked))
        wood, skins = clan.tents[tent][0], clan.tents[tent][1]
        found.append(tent_piece(box, words, player, tent, len(found), skins, wood))
    return found


def in_brief(tents: list[Piece], clan: Clan) -> list[Piece]:
    """Tents that tell what they want only where something lies already; the tips tell the rest."""
    begun = {f"-{tent + 1}" for tent in range(len(clan.tents)) if clan.tents[tent][0] or clan.tents[tent][1]}
    return [
        piece if piece.id.startswith("tent") and piece.id[-2:] in begun else replace(piece, badges=[])
        for piece in tents
    ]


def hand_of(box: Box, words: Words, player: int, clan: Clan, lying: Lying) -> list[Piece]:
    """Craft cards, Neta-Tanka cards and link tokens, all open, and the objective, known to its owner."""
    found = []
    for slot, (card, wood, skins) in enumerate(lying):
        finished = bool(clan.finished >> card & 1)
        found.append(craft_piece(box, words, card, f"crafts{player}", slot, (wood, skins), player, finished))
    zone = f"hand{player}"
    for card in range(CARDS):
        if clan.cards >> card & 1:
            found.append(card_piece(box, words, card, zone, 1 + card, player))
    for token in range(TOKENS):
        if clan.tokens >> token & 1:
            found.append(token_piece(box, words, token, zone, 1 + CARDS + token, player))
    if not clan.exchanged:
        known = 0 <= clan.objective < OBJECTIVES
        tip = words.say("tip.objective") if known else words.say("tip.hidden_objective")
        label = objective_words(box, clan.objective, words) if known else ""
        look = "objective" if known else "back"
        found.append(piece(f"objective{player}", zone, 0, look, known, owner=player, label=label, tip=tip))
    return found


def lying_on(clan: Clan, on_craft: Row[Row[int]]) -> Lying:
    """The craft cards of a clan, in order, with what lies on them."""
    mine = unfinished_crafts(clan) | clan.finished
    return tuple((card, on_craft[card][0], on_craft[card][1]) for card in range(CRAFTS) if mine >> card & 1)
