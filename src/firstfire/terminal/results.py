"""How a game stands and how it ended, in sentences."""

from __future__ import annotations

import textwrap
from typing import Any

from ..kernel.game import Game
from ..kernel.presentation.languages import format_number
from ..kernel.presentation.text_scene import colon_of, sticky
from ..kernel.presentation.words import STICKY, listed
from ..kernel.rules.notes import NOBODY
from ..kernel.viewer.sentences import called
from ..table import Table
from ..view import common_words


def result_lines(table: Table, language: str, width: int = 100, *, reader: int = NOBODY) -> list[str]:
    """How a game ended: why, who came where, and where the points of each come from; `reader` is "you"."""
    outcome = table.outcome()
    if outcome is None:
        return []
    words = common_words(language)
    names = list(table.view(-1).names(language))
    ending = table.game.words(language, table.box).say(f"ending.{outcome.ending}")
    lines = [words.say("table.over", ending=ending)]
    for seat in sorted(range(table.players), key=lambda seat: outcome.ranks[seat]):
        place = f"{outcome.ranks[seat]}. " if table.players > 1 else ""  # who plays alone wins or loses
        lines.append(f"  {place}{names[seat]}{colon_of(language)}{format_number(str(outcome.scores[seat]), language)}")
        lines += source_lines(table.game, table.state, table.box, seat, language, width)
    if len(outcome.winners) == 1:
        lines.append(words.say("table.winner", seat=called(names, outcome.winners[0], reader)))
    elif outcome.winners:
        lines.append(words.say("table.winners", seats=listed(words, [names[seat] for seat in outcome.winners])))
    return lines


def source_lines(game: Game, state: Any, box: Any, seat: int, language: str, width: int = 100) -> list[str]:
    """Where a seat's points come from; sources that gave nothing are left out."""
    if game.presentation.breakdown is None:
        return []
    rows = game.presentation.breakdown(state, box, seat, game.words(language, box))
    text = f"{STICKY}· ".join(
        sticky(f"{label} {format_number(str(points), language)}", width - 8) for label, points in rows if points
    )
    made = textwrap.wrap(text, width, initial_indent="     ", subsequent_indent="     ", break_on_hyphens=False)
    return [line.replace(STICKY, " ") for line in made]
