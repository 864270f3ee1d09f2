"""Choices as JSON: written directly for a server, or made one by one for everybody else, they are the same."""

from __future__ import annotations

import random

import orjson
import pytest

from firstfire import Table, names
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.memo import written
from firstfire.kernel.viewer.drawing import choice_rows, choices, quiet_actions


@pytest.mark.parametrize("name", names())
def test_choices_written_directly_are_those_that_are_made(name: str) -> None:
    table, stream, seen = Table.new(name, None, 4, interpreted=True, history=False), random.Random(name), 0
    while not table.over and seen < 40:
        view, language = table.view(table.state.player), LANGUAGES[seen % len(LANGUAGES)]
        words, readers = table.game.words(language, table.box), view.names(language)
        asked = (table.game, view.state, table.box, view.numbers, words, readers)
        assert orjson.dumps(choice_rows(*asked)) == written(choices(*asked), orjson.dumps)
        table.play(stream.choice(view.numbers))
        seen += 1
    assert seen == 40 or table.over


def test_who_has_nothing_to_choose_gets_an_empty_list() -> None:
    table = Table.new("totem", 2, 4, interpreted=True)
    view = table.view(1 - table.state.player)
    words = table.game.words("en", table.box)
    assert choice_rows(table.game, view.state, table.box, [], words, view.names()) == []


def test_nothing_glows_for_giving_up_what_costs_nothing_to_keep() -> None:
    game = Table.new("neta_tanka", 2, 4, interpreted=True).game
    quiet = {game.actions.text(number) for number in quiet_actions(game)}
    assert quiet == {"exchange objective"}
    assert quiet_actions(Table.new("totem", 2, 4, interpreted=True).game) == frozenset()
