"""A saved game, walked through move by move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ..kernel.presentation.text_scene import ZoneText, block_lines, blocks, changes, counter_line
from ..kernel.rules.notes import NOBODY
from ..table import Table
from ..view import common_words
from .choosing import numbers_in
from .page import TextPage
from .results import result_lines


def watch(path: Path, language: str, read: Callable[[str], str] | None = None, out: TextIO | None = None) -> None:
    """Walk through a saved game: forth (what changed), back and to any move (the whole table)."""
    read, page, words = read or input, TextPage(out), common_words(language)
    table = Table.load(path, interpreted=True)
    moves = [action.number for action in table.actions()]
    _go(table, moves, 0)
    shown: list[ZoneText] = []
    while True:
        at = len(table.actions())
        shown = _show(page, table, language, shown, len(moves))
        try:
            typed = read(words.say("terminal.next") + " ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if typed == "q" or (at == len(moves) and typed == ""):
            return
        wanted = numbers_in(typed)
        if typed in ("b", "t") or wanted:
            shown = []
        back = at - 1 if typed == "b" else at if typed == "t" else at + 1
        _go(table, moves, max(0, min(len(moves), wanted[0] if wanted else back)))


def _go(table: Table, moves: list[int], count: int) -> None:
    """Bring the table to where so many moves were played."""
    while len(table.actions()) > count:
        table.undo(force=True)
    table.play(*moves[len(table.actions()) : count])


def _show(page: TextPage, table: Table, language: str, shown: list[ZoneText], count: int) -> list[ZoneText]:
    words, view, at = common_words(language), table.view(NOBODY), len(table.actions())
    scene = view.scene(language)
    now = blocks(scene, page.width, language)
    if at:
        move, seat = table.actions()[-1], table.seat_of(at - 1)
        names = view.names(language)
        page.say(words.say("terminal.step", number=at, count=count, seat=names[seat], move=move))
        for sentence in view.log(language)[-1]:
            page.say(sentence, before="  · ")
    page.write(block_lines(changes(shown, now) if shown else now, page.width))
    if line := counter_line(scene.counters):
        page.say(line)
    if at == count:
        page.say(words.say("terminal.end_of_log"))
        page.write(result_lines(table, language, page.width))
    return now
