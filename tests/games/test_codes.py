"""No face, name or line of a game speaks in the codes of its components file: people see things, not "necklace K5"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from firstfire.games import names
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.table import Table

EVERY = 12  # moves between two scenes that are read
LONGEST = 400
# One to three capitals and a number ("K5", "HC06", "H3A", "NT-A8"). The names of places on a map are small letters.
CODE = re.compile(r"(?<![\w+-])[A-Z]{1,3}-?[A-Z]?\d{1,2}[A-Z]?(?!\w)")


def printed(scene: Scene) -> Iterator[str]:
    """All that a scene writes, but the rules behind "Why?" and the notation of actions."""
    yield from (scene.prompt.sentence, scene.prompt.step, scene.prompt.chapter, scene.ending)
    for zone in scene.zones:
        yield from (zone.label, zone.tip, *zone.signs)
    yield from (look.alt for look in scene.looks)
    for piece in scene.pieces:
        yield from (piece.label, piece.tip, *piece.badges)
    yield from (counter.label for counter in scene.counters)
    yield from (choice.sentence for choice in scene.choices)


@pytest.mark.parametrize("game", [name for name in names() if name != "embers"])
def test_nothing_speaks_in_codes(game: str) -> None:
    """A game of three, from its first scene to its log, in four languages."""
    seats = min(3, max(Table.new(game, interpreted=True).game.seats))
    table, chance = Table.new(game, players=seats, seed=5, interpreted=True), Random(5)
    found: set[str] = set()
    read = 0
    while not table.over and table.state.ply < LONGEST:
        assert table.player is not None
        if table.state.ply % EVERY == 0:
            for language in COMPLETE_LANGUAGES:
                texts = list(printed(table.view(table.player).scene(language)))
                found |= {f"{language}: {text}" for text in texts if CODE.search(text)}
                read += len(texts)
        table.play(chance.choice(table.numbers()))
    for language in COMPLETE_LANGUAGES:
        for lines in table.view(0).log(language):
            found |= {f"{language}: {line}" for line in lines if CODE.search(line)}
            read += len(lines)
    assert read > 1000
    assert found == set()
