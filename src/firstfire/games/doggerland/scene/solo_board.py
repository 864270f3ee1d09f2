"""The solo board in the scene: objectives, the rivals and their memory, the card of the round, Scarcity."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, piece, zone
from firstfire.kernel.presentation.scene import Piece, Zone
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import CARD, RIVAL, SOLO_OBJECTIVE
from ..box import SPECIES_NAMES, Box
from ..rules.knowledge import cards_turned
from ..state import NONE, RIVALS, State
from . import layout
from .looks import ARROWS, rival_label
from .map import Window
from .names import card_text, card_tip


@memoised
def solo_zones(box: Box, words: Words, shown: int) -> tuple[Zone, ...]:
    """Objectives, memory, card."""
    say, memory = words.say, box.rival_memory
    return (
        zone(
            "goals", "grid", *layout.SOLO_GOALS, label=say("zone.solo_objectives"), columns=(shown + 1) // 2,
            capacity=shown,
        ),
        zone("rival_memory", "slots", *layout.RIVAL_MEMORY, label=say("zone.rival_memory"), capacity=memory),
        zone("card", "row", *layout.CARD, label=say("zone.card")),
    )  # fmt: skip


def solo_pieces(view: State, box: Box, words: Words) -> tuple[Piece, ...]:
    """What lies on the solo board."""
    solo, turned = view.solo, cards_turned(view)
    goals = as_tuple(solo.objectives)[: solo.shown]
    memory = as_tuple(solo.memory)[: solo.memories]
    card = solo.cards[turned - 1] if turned else NONE
    found = goal_pieces(words, goals, solo.done) + memory_pieces(box, memory)
    return found + card_pieces(box, words, card, view.last_round - turned, view.clans[0].scarcity)


@memoised
def goal_pieces(words: Words, goals: tuple[int, ...], done: int) -> tuple[Piece, ...]:
    """The objectives, and which of them are reached."""
    found = []
    for place, goal in enumerate(goals):
        name = SOLO_OBJECTIVE.values[goal]
        badges = (words.say("badge.done"),) if (done >> place) & 1 else ()
        label, tip = words.say(f"value.solo_objective.{name}"), words.say("tip.solo_objective")
        found.append(piece(f"goal-{name}", "goals", place, "goal", label=label, badges=badges, tip=tip))
    return tuple(found)


@memoised
def memory_pieces(box: Box, memory: tuple[int, ...]) -> tuple[Piece, ...]:
    """The rivals' memory, the oldest animal on the right."""
    last = box.rival_memory - 1
    return tuple(
        piece(f"rival-memory-{i}", "rival_memory", last - i, SPECIES_NAMES[kind]) for i, kind in enumerate(memory)
    )


@memoised
def card_pieces(box: Box, words: Words, card: int, left: int, scarcity: int) -> tuple[Piece, ...]:
    """The card of the round with the walks of the rivals, the cards to come, the Scarcity taken."""
    found = []
    if card != NONE:
        walks = tuple(
            f"{words.say(f'value.rival.{RIVAL.values[i]}')} {ARROWS[box.direction[card][i]]}{box.distance[card][i]}"
            for i in range(RIVALS)
        )
        label, tip = card_text(box, words, card), card_tip(box, words, card)
        found.append(piece(f"card-{CARD.values[card]}", "card", 0, "card", label=label, badges=walks, tip=tip))
    found.append(piece("card-deck", "card", 1, "card-deck", face_up=False, count=left))
    found.append(piece("scarcity", "card", 2, "scarcity", count=scarcity))
    return tuple(found)


@memoised
def rival_pieces(words: Words, window: Window, cells: tuple[int, ...]) -> tuple[Piece, ...]:
    """The rivals on the map."""
    found = []
    for i, cell in enumerate(cells):
        if cell != NONE:
            rival = RIVAL.values[i]
            look, label = f"rival-{rival}", rival_label(words, rival)
            found.append(piece(look, "map", window.slot(cell), look, label=label, tip=words.say("tip.rival")))
    return tuple(found)
