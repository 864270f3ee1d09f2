"""Log lines in parts: the same sentence, cut where it names something at the table."""

from __future__ import annotations

import random

import pytest

from firstfire import Table, game, names
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.rules.notes import EVERYONE
from firstfire.kernel.viewer.sentences import LogNote, note_sentence, times, told_once
from firstfire.server.views.logbook import PAGE, LogPages, log_lines, written_lines

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


def test_pages_of_a_log_are_the_list_they_stand_for() -> None:
    """Steps are added, taken back by the dozen, and read from anywhere, also where they are compressed."""
    stream, pages, plain = random.Random(5), LogPages(), list[list[bytes]]()
    for number in range(1500):
        if stream.random() < 0.01:
            keep = stream.randrange(max(0, len(plain) - 130), len(plain) + 1)
            pages.cut(keep)
            del plain[keep:]
        lines = [b'{"step":%d,"text":"%d \\u00e9"}' % (number, line) for line in range(stream.randrange(4))]
        pages.append(lines)
        plain.append(lines)
        step = stream.randrange(len(plain) + 1)
        assert pages.since(step) == plain[step:]
    assert pages.since(0) == plain and len(plain) > 4 * PAGE
    twin = pages.copy()
    twin.cut(10)
    assert pages.since(0) == plain and twin.since(0) == plain[:10]


def test_a_long_log_takes_little_memory() -> None:
    """What was told long ago is kept for who comes later, in a tenth of its bytes."""
    table, stream, pages = Table.new("honga", 2, 3, interpreted=True), random.Random(3), LogPages()
    words, size = table.game.words("en"), 0
    for step in range(1, 5 * PAGE + 1):
        table.play(stream.choice(table.numbers()))
        lines = written_lines(table.game, words, step, table.notes_at(step), 0, ["Ayla", "Brun"])
        pages.append(lines)
        size += sum(map(len, lines))
    old = sum(map(len, pages._pages))
    assert len(pages._pages) == 4 and old < 0.1 * size
