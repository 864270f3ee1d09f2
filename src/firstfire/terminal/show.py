"""`firstfire show`: a position drawn, and written as text."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import BadSetup
from ..kernel.positions.notation import game_named
from ..kernel.presentation.complaints import complaint
from ..kernel.presentation.text_scene import block_lines, blocks, counter_line
from ..kernel.rules.notes import NOBODY
from ..table import Table
from .keeping import find_save
from .page import TextPage


def show(arguments: argparse.Namespace) -> int:
    """Draw the table as a seat sees it, say what is asked, and print the whole position below."""
    table = table_of(arguments.position, arguments.components)
    if arguments.text:
        print(table.position())
        return 0
    page = TextPage()
    seat = arguments.seat
    if seat is None:
        seat = NOBODY if table.player is None else table.player
    view = table.view(seat)
    scene = view.scene(arguments.lang)
    page.write(block_lines(blocks(scene, page.width, arguments.lang), page.width))
    if line := counter_line(scene.counters):
        page.say(line)
    asked = NOBODY if table.player is None else table.player
    names = view.names(arguments.lang)
    page.say(scene.ending if table.over else f"{names[asked]}: {scene.prompt.sentence}")
    if arguments.moves:
        for number in table.numbers():
            page.say(table.game.text(number), before="  · ")
    page.write(["", table.position()])
    return 0


def table_of(words: list[str], components: Path | None) -> Table:
    """The table that is meant: a saved game, or a position (the game may stand before it)."""
    text = " ".join(words)
    if len(words) == 1 and "=" not in text:
        return Table.load(find_save(Path(text)), interpreted=True)
    game = game_named(text)
    if not game:
        raise complaint(BadSetup, "show_game")
    return Table.at(game, text, components=components, interpreted=True)
