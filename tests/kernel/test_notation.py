"""Positions as text: the notation, on the smallest game. Every game's round trip: tests/games/test_contract.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firstfire import game
from firstfire.errors import BadPosition
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.observations.fields import number, one_of, set_of, values_of
from firstfire.kernel.positions.notation import (
    LONGEST,
    change_position,
    empty_record,
    game_named,
    position_problems,
    read_position,
    untold,
    write_position,
)

FIRST = "embers@1 players=2 phase=taking player=0 pile=21 charms=[spark flame ash blaze]"


def played(tiny: Game, *actions: int) -> Any:
    engine = engine_for(tiny, interpreted=True)
    s = engine.new(2, 5)
    for action in actions:
        engine.step(s, tiny.standard_box, action)
    return s


def problems(tiny: Game, text: str) -> str:
    with pytest.raises(BadPosition) as caught:
        read_position(tiny, text)
    return "\n".join(caught.value.problems)


def test_a_position_is_one_line_that_says_what_differs_from_an_empty_table(tiny: Game) -> None:
    text = write_position(tiny, played(tiny, 2, 0))
    assert text.startswith("embers@1 players=2 phase=taking player=0 ply=2 pile=17 taken=[3 1] charms=[")
    assert "\n" not in text
    assert "notes" not in text


def test_the_text_gives_the_record_back_without_what_the_last_action_told(tiny: Game) -> None:
    s = played(tiny, 2, 0)
    assert s.note_count == 1
    assert bytes(read_position(tiny, write_position(tiny, s))) == bytes(untold(s))


def test_chance_is_part_of_a_position(tiny: Game) -> None:
    text = write_position(tiny, played(tiny))
    other = read_position(tiny, text.rpartition("rng=")[0])
    assert list(read_position(tiny, text).rng) != list(other.rng)
    assert list(other.rng) == list(read_position(tiny, FIRST).rng)  # that of seed 0


def test_a_seed_sets_up_the_table_that_the_other_fields_change(tiny: Game) -> None:
    s = read_position(tiny, "seed=5 pile=14 taken.1=7 player=1")
    fresh = engine_for(tiny, interpreted=True).new(2, 5)
    assert (s.pile, s.taken[1], s.player) == (14, 7, 1)
    assert (list(s.charms), list(s.rng)) == (list(fresh.charms), list(fresh.rng))


def test_fields_may_be_given_by_a_program(tiny: Game) -> None:
    s = read_position(tiny, "seed=5 players=3", pile=14, taken=[3, 4], charms={0: "ash", 1: 1, "2": 2, "3": 3})
    assert (s.seats, s.pile, list(s.taken), list(s.charms)) == (3, 14, [3, 4, 0, 0], [0, 1, 2, 3])


def test_lines_comments_and_semicolons_are_blanks(tiny: Game) -> None:
    text = FIRST.replace(" ", "\n   ;").replace("pile", "# the pile\n pile")
    assert bytes(read_position(tiny, text)) == bytes(read_position(tiny, FIRST))


def test_places_of_a_row_may_be_named_by_number(tiny: Game) -> None:
    assert list(read_position(tiny, "seed=5 pile=11 taken=[3 3:7]", check=False).taken) == [3, 0, 0, 7]
    assert list(read_position(tiny, "seed=5 pile=10 taken=[3 1:4 4]", check=False).taken) == [3, 4, 4, 0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("pyle=3", "pyle: there is no such field; there are: ply, player"),
        ("notes=[]", "notes: there is no such field"),
        ("quiet=1", "quiet: there is no such field"),
        ("taken.9=1", "taken.9: the row has places 0 to 3"),
        ("taken.²=1", "taken.²: the row has places 0 to 3"),
        ("taken=[9:1]", "taken.9: the row has places 0 to 3"),
        ("taken=[1 0:2]", "taken.0 is given twice"),
        ("taken=[1 2 3 4 5]", "taken: 5 entries, but there is room for 4"),
        ("taken=7", "taken: expected a row in brackets, found '7'"),
        ("pile.x=1", "pile: is a number and has no x"),
        ("pile=[1]", "pile: brackets is not a whole number from 0 to 100"),
        ("pile={x=1}", "pile: brackets is not a whole number from 0 to 100"),
        ("pile=500", "pile: 500 is not a whole number from 0 to 100"),
        ("pile=-1", "pile: -1 is not a whole number from 0 to 100"),
        ("pile=²", "pile: '²' is not a whole number"),
        ("pile=--5", "pile: '--5' is not a whole number"),
        ("pile=1e3", "pile: '1e3' is not a whole number"),
        ("pile=" + "9" * 5000, "pile: '9999999999999999999999999999999999999999…' is not a whole number"),
        ("phase=sleeping", "phase: 'sleeping' is not one of taking"),
        ("charms=[ash ash soot]", "charms.2: 'soot' is not one of ash, spark, flame, blaze"),
        ("player=5", "player: 5 is no seat of this table: they are 0 to 1"),
        ("player=9", "player: 9 is not one of 0, 1"),
        ("ending=3", "ending: 3 is not one of burnt"),
        ("ply=101", "ply: 101 is not a whole number from 0 to 100"),
        ("over=2", "over: 2 is not a whole number from 0 to 1"),
        ("players=9", "players: '9' is not a whole number from 1 to 6"),
        ("players=5", "embers cannot be played by 5"),
        ("players=[]", "players: brackets is not a whole number"),
        ("seed=x", "seed: 'x' is not a whole number"),
        ("seed=18446744073709551616", "seed: '18446744073709551616' is not"),
        ("rng=12", "rng: '12' is not 32 digits"),
        ("rng=[1 2 3 4]", "rng: brackets is not 32 digits"),
        ("options={fire=hot}", "embers has no option 'fire'"),
        ("options=hot", "embers has no option"),
        ("box=0123456789abcdef", "box: made with other components ('0123456789abcdef', here "),
        ("pile=20", "embers in the pile and in the bowls are as many as at the start"),
        ("pile=0 taken=[21]", "nobody can do anything here, and the game is not over"),
        ("pile", "'pile' is not of the form name=value"),
        ("=3", "is not of the form name=value"),
        ("pile=", "is not of the form name=value"),
        ("pile=]", "is not of the form name=value"),
        ("pile=1 pile=2", "pile is given twice"),
        ("taken=[1", "taken: a ] is missing"),
        ("taken=[1=2]", "'=' stands where a value should"),
        ("taken=[1:]", "']' stands where a value should"),
        ("taken={a=1", "a } is missing at the end"),
        ("taken=" + "[" * 5000, "brackets lie too deep"),
        ("taken=" + "{a=" * 5000, "brackets lie too deep"),
        ("]", "']' is not of the form name=value"),
        ("}}}}", "is not of the form name=value"),
        ("pile=1 " * 20_000, f"a position is a text of at most {LONGEST} letters"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field_and_what_was_expected(tiny: Game, text: str, problem: str) -> None:
    assert problem in problems(tiny, f"seed=5 {text}" if "seed" not in text else text)


def test_every_problem_is_named_at_once(tiny: Game) -> None:
    found = problems(tiny, "seed=5 pyle=3 pile=500 charms=[soot] phase=x players=2 rng=1")
    assert len(found.splitlines()) == 5


def test_a_position_of_another_game_or_version_is_refused(tiny: Game) -> None:
    for text in ("totem@1 players=2", "embers@9 pile=3", "totem"):
        assert f"begins with '{text.split()[0]}'" in problems(tiny, text)
    assert game_named("  embers@1\npile=3") == "embers@1"
    assert game_named("pile=3") == game_named("") == ""


def test_a_position_may_be_changed_by_named_fields(tiny: Game) -> None:
    base = played(tiny)
    s = change_position(tiny, base, "pile=14; taken.1=7; player=1")
    assert (s.pile, s.taken[1], s.player, base.pile) == (14, 7, 1, 21)
    with pytest.raises(BadPosition, match="as many as at the start"):
        change_position(tiny, base, {"pile": 20})
    assert change_position(tiny, base, {"pile": 20}, check=False).pile == 20


def test_records_that_cannot_be_positions_are_told_so(tiny: Game) -> None:
    s = played(tiny)
    assert list(position_problems(tiny, s)) == []
    s.charms[2], s.seats = 9, 7
    charm = "charms.2: 9 is not one of ash, spark, flame, blaze"
    assert list(position_problems(tiny, s)) == ["players: 7 is not one of 2, 3, 4", charm]


def test_other_components_leave_their_fingerprint(tiny: Game) -> None:
    s, box = played(tiny), tiny.box.from_buffer_copy(tiny.standard_box)
    box.worth[0] += 1
    text = write_position(tiny, s, box)
    assert " box=" in text
    assert bytes(read_position(tiny, text, box=box)) == bytes(untold(s))
    assert "made with other components" in problems(tiny, text)


def test_a_game_without_declared_fields_is_written_in_numbers(tiny: Game) -> None:
    plain = replace(tiny, fields={})
    s = played(plain, 2, 0)
    assert " pile=17 taken=[3 1] charms=[" in write_position(plain, s)
    assert bytes(read_position(plain, write_position(plain, s))) == bytes(untold(s))


def test_a_declared_field_that_is_none_is_told_to_the_author(tiny: Game) -> None:
    with pytest.raises(TypeError, match="embers: its record has no tea"):
        values_of(replace(tiny, fields={"tea": number(0, 3)}))


def test_nothing_lies_on_an_empty_table() -> None:
    honga = game("honga")
    empty = empty_record(honga, 3)
    assert (empty.trays[2].disc, empty.trays[3].disc, list(empty.slots), empty.round) == (-1, 0, [-1, -1, -1], 0)


def test_names_sets_and_what_lies_below_zero() -> None:
    card = one_of(("ace", "king"), below=("-", "gone"))
    assert [card.spell(value) for value in (0, 1, -1, -2, 7)] == ["ace", "king", "-", "gone", "7"]
    assert [card.read(text) for text in ("ace", "-", "gone", "1", "-2", "x")] == [0, -1, -2, 1, -2, None]
    assert set_of(("ace", "king")).spell_set(0b11) == "[ace king]"
    assert set_of(3).spell_set(0b101) == "[0 2]"


def test_no_name_of_a_field_breaks_the_notation() -> None:
    """Names stand bare in the text: none may hold what the notation is made of."""
    for name in ("totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        for values in values_of(game(name)).values():
            for word in (*values.names, *values.below, *(key for row in values.keys for key in row)):
                assert word and not set(word) & set("[]{}=:;# \n\t"), word
