"""Log lines in parts: the same sentence, cut where it names something at the table."""

from __future__ import annotations

import random

import pytest

from firstfire import Table, game, names
from firstfire.kernel.notes import EVERYONE
from firstfire.kernel.sentences import LogNote, note_sentence, times, told_once
from firstfire.kernel.words import LANGUAGES
from firstfire.server.views.logbook import log_lines

GAMES = [*dict.fromkeys(("embers", *names()))]


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_make_the_sentence_and_name_what_is_there(name: str) -> None:
    table, stream = Table.new(name, None, 6, interpreted=True), random.Random(name)
    while not table.over:
        table.play(stream.choice(table.numbers()))
    pointed = set()
    for language in LANGUAGES:
        words, read_by = table.game.words(language), {seat: table.view(seat).names(language) for seat in (-1, 0)}
        for step, notes in enumerate(table.notes()):
            for seat, seats in read_by.items():
                lines = log_lines(table.game, words, step, notes, seat, seats)
                told = [
                    (note_sentence(table.game, words, note, seats), count)
                    for note, count in told_once(note.seen_by(seat) for note in notes)
                ]
                assert [line["text"] for line in lines] == [times(words, text, count) for text, count in told if text]
                for line in lines:
                    assert "".join(part[0] for part in line["parts"]) == line["text"]
                    pointed |= {part[1] for part in line["parts"] if len(part) > 1}
                    assert all(part[2] >= 0 for part in line["parts"] if len(part) > 1), "a hidden thing has a number"
    assert "seat" in pointed and len(pointed) > 1


def test_a_seat_is_pointed_at_and_a_number_is_not() -> None:
    table = Table.new("embers", 2, 6, names=["Ayla", "Brun"], interpreted=True)
    table.play(table.numbers()[0])
    (line, *_) = log_lines(table.game, table.game.words("en"), 1, table.notes()[1], 0, ["Ayla", "Brun"])
    assert line["parts"][0] == ["Ayla", "seat", 0]
    assert all(len(part) == 1 or part[1] != "number" for part in line["parts"])


@pytest.mark.parametrize(
    ("language", "text", "thing"),
    [
        ("en", "Ayla takes 2 mushrooms from the Forest.", "mushrooms"),
        ("fr", "Ayla prend 2 champignons dans la Forêt.", "champignons"),
        ("nl", "Ayla neemt 2 paddenstoelen uit het woud.", "paddenstoelen"),
    ],
)
def test_things_of_which_there_are_many_are_pointed_at_in_the_plural(language: str, text: str, thing: str) -> None:
    found = game("neta_tanka")
    took = LogNote(found.notes.number("took"), 0, EVERYONE, 2, 3, 1, 0)
    (line,) = log_lines(found, found.words(language), 1, [took], 1, ["Ayla", "Brun"])
    assert line["text"] == text and [thing, "resource", 3] in line["parts"]
    one = took._replace(a=1)
    (line,) = log_lines(found, found.words(language), 1, [one], 1, ["Ayla", "Brun"])
    assert [found.words(language).entries["value.resource.mushroom"].split("|")[0], "resource", 3] in line["parts"]
