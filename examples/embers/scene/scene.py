"""The table of Embers as one seat sees it, built from a redacted record only."""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.scene import Look, Piece, Prompt, Scene, Zone
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.viewer.sentences import question

from ..box import Box
from ..state import State
from .layout import PILE, SIZE, bowl


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The pile in the middle, a bowl for each seat."""
    zones = [Zone("pile", "pile", PILE, label=words.say("zone.pile"))]
    pieces = [Piece("embers", "pile", 0, "ember", count=view.pile)]
    for i in range(view.seats):
        label = words.say("zone.hand", seat=names[i])
        zones.append(Zone(f"bowl{i}", "pile", bowl(i), label=label, owner=i))
        pieces.append(Piece(f"taken{i}", f"bowl{i}", 0, "ember", count=view.taken[i], owner=i))
    prompt = Prompt(None if view.over else view.player, question(words, "phase.taking", view.player, names))
    return Scene("embers", view.seats, seat, SIZE, SIZE, prompt, zones, [Look("ember", "token")], pieces)
