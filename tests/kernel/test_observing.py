"""Observations, on the smallest game and where another one shows something of its own. That they keep their ranges,
tell nothing hidden and lose nothing that matters, over random games of all: tests/games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from firstfire import Table, game
from firstfire.errors import BadSetup
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.observations.fields import number, one_of
from firstfire.kernel.observations.observing import Observed, reading, readings
from firstfire.kernel.positions.position import Position
from firstfire.kernel.rule import rule

TINY = ["seat", "plays", "player", "phase", "over", "ending", "pile", "burnt", "taken", "charms"]


def position(found: Game, seats: int, **changes: Any) -> Position:
    made = Position(found, seats, 7, engine=engine_for(found, interpreted=True))
    for name, value in changes.items():
        field = getattr(made.s, name)
        if isinstance(value, list):
            for i, entry in enumerate(value):
                field[i] = entry
        else:
            setattr(made.s, name, value)
    return made


def seen(made: Position, seat: int) -> dict[str, Any]:
    return made.engine.game.observation.split(made.observe(seat))


def test_an_observation_is_told_from_the_own_chair(tiny: Game) -> None:
    """The observer first, the others in turn order; whose turn it is and who burnt as the observer counts."""
    made = position(tiny, 3, taken=[5, 6, 7], player=2, burnt=0)
    told = seen(made, 1)
    assert told["taken"].tolist() == [6, 7, 5, 0]
    assert (told["seat"], told["player"], told["burnt"]) == (1, 1, 2)


def test_the_layout_is_the_same_for_all_numbers_of_players(tiny: Game) -> None:
    for seats in tiny.seats:
        told = seen(position(tiny, seats), 0)
        assert told["plays"].tolist() == [1] * seats + [0] * (4 - seats)
        assert list(told) == TINY


def test_what_is_hidden_is_told_as_hidden(tiny: Game) -> None:
    made = position(tiny, 3, charms=[3, 1, 0, 2])
    assert seen(made, 1)["charms"].tolist() == [1, -1, -1, 0]
    assert "charms: [me]=" in tiny.observation.dump(made.observe(1))
    assert "[+1]=?" in tiny.observation.dump(made.observe(1))


@pytest.mark.parametrize("interpreted", [True, False])
def test_observing_changes_nothing_and_each_row_is_its_own(tiny: Game, interpreted: bool) -> None:
    made = Position(tiny, 2, 7, engine=engine_for(tiny, interpreted=interpreted))
    before = bytes(made.s)
    first = made.observe()
    kept = first.copy()
    made.step(made.legal()[0])
    assert (made.observe() != kept).any() and (first == kept).all()
    assert first.dtype == np.int16 and first.shape == (tiny.observation.size,)
    assert before != bytes(made.s)  # by the step
    before = bytes(made.s)
    made.observe(1)
    assert bytes(made.s) == before


@pytest.mark.parametrize("seat", [-1, 2, 4, "0", 1.0, True])
def test_who_sits_nowhere_observes_nothing(tiny: Game, seat: Any) -> None:
    with pytest.raises(BadSetup, match="its seats are 0 to 1"):
        position(tiny, 2).observe(seat)


def test_a_view_observes_what_its_seat_observes(tiny: Game) -> None:
    table = Table.new(tiny, 3, 7, interpreted=True)
    for seat in range(3):
        assert (table.view(seat).observe() == position(tiny, 3).observe(seat)).all()
    with pytest.raises(BadSetup, match="spectator"):
        table.view(-1).observe()


# ── sets, rows that go round the table, numbers with a seat inside ─────────────────────


def test_a_set_of_seats_is_turned() -> None:
    made = position(game("prehistory"), 3, passed=0b011)
    assert [seen(made, seat)["passed"].tolist() for seat in range(3)] == [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 1, 0]]


def test_the_second_colours_of_two_players_follow_the_first() -> None:
    """Nētā-Tanka: colour c belongs to seat c modulo the number of players."""
    made = position(game("neta_tanka"), 2)
    for colour in range(4):
        made.s.nomads[colour].hand = 10 + colour
    assert seen(made, 1)["nomads.hand"].tolist() == [11, 10, 13, 12]
    three = position(game("neta_tanka"), 3)
    for colour in range(3):
        three.s.nomads[colour].hand = 10 + colour
    assert seen(three, 2)["nomads.hand"].tolist() == [12, 10, 11, 0]


def test_a_camp_is_told_with_its_owner_turned() -> None:
    made = position(game("prehistory"), 3)
    made.s.hexes[5].camp = 1 + 7 * 0 + 4  # of seat 0, tile C5
    feature = game("prehistory").observation["hexes.camp"]
    told = [feature.spell(int(seen(made, seat)["hexes.camp"][5])) for seat in range(3)]
    assert told == ["me.C5", "+2.C5", "+1.C5"]


def test_a_rival_of_the_solo_game_is_no_seat() -> None:
    made = position(game("doggerland"), 1, painter=[4, 0])
    assert seen(made, 0)["painter"][:2].tolist() == [-1, 0]


def test_sets_longer_than_a_word_of_flags_come_out_whole() -> None:
    """Totem: all 52 cards, by plain and by compiled rules."""
    for interpreted in (True, False):
        made = Position(game("totem"), 2, 7, engine=engine_for(game("totem"), interpreted=interpreted))
        made.s.discard = 0b1001 | 1 << 51
        assert np.flatnonzero(seen(made, 0)["discard"]).tolist() == [0, 3, 51]


# ── the description ────────────────────────────────────────────────────────────────────


def test_every_place_of_an_observation_belongs_to_one_feature() -> None:
    for name in ("embers", "totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        told = game(name).observation
        places = [place for feature in told.features for place in feature.places]
        assert sorted(places) == list(range(told.size)), name


def test_the_description_is_plain_data_with_every_feature(tiny: Game) -> None:
    described = tiny.observation.described()
    assert [feature["name"] for feature in described["features"]] == TINY
    charms = described["features"][-1]
    assert (charms["kind"], charms["low"], charms["high"]) == ("choice", -1, 3)
    assert charms["labels"] == ["?", "ash", "spark", "flame", "blaze"]
    assert (described["version"], described["size"]) == (1, tiny.observation.size)


def test_ranges_by_place(tiny: Game) -> None:
    told = tiny.observation
    assert told.low[told["charms"].start] == -1 and told.high[told["pile"].start] == 100
    assert told.problems(np.where(told.low < 0, -2, told.low)) == [
        f"charms[{who}]: -2 is not from -1 to 3" for who in ("me", "+1", "+2", "+3")
    ]


def test_a_dump_leaves_out_what_is_not_there_unless_asked(tiny: Game) -> None:
    row = position(tiny, 2, taken=[0, 4]).observe(0)
    assert "taken: [+1]=4" in tiny.observation.dump(row).splitlines()
    assert "taken: [me]=0 [+1]=4 [+2]=0 [+3]=0" in tiny.observation.dump(row, everything=True).splitlines()
    with pytest.raises(ValueError, match="one observation at a time"):
        tiny.observation.dump(np.stack([row, row]))


# ── for networks ───────────────────────────────────────────────────────────────────────


def test_choices_become_one_hot_and_counts_are_scaled(tiny: Game) -> None:
    made = position(tiny, 2, taken=[10, 5], charms=[3, 1, 0, 2])
    columns = tiny.observation.plan().columns
    encoded = tiny.observation.encode(made.observe(0))
    assert encoded.dtype == np.float32 and encoded.shape == (tiny.observation.encoded_size,)
    assert encoded[columns["taken"]].tolist() == pytest.approx([0.4, 0.2, 0, 0])
    assert encoded[columns["charms"]].reshape(4, 5)[0].tolist() == [0, 0, 0, 0, 1]
    assert encoded[columns["charms"]].reshape(4, 5)[1].tolist() == [1, 0, 0, 0, 0]


def test_the_plan_is_the_encoding(tiny: Game) -> None:
    rows = np.stack([position(tiny, 3, player=seat).observe(seat) for seat in range(3)])
    plan = tiny.observation.plan()
    picked = rows[..., plan.source]
    assert (tiny.observation.encode(rows) == np.where(plan.hot, picked == plan.match, picked * plan.factor)).all()


def test_every_one_hot_of_a_real_position_has_one_column() -> None:
    for name in ("totem", "honga"):
        told = game(name).observation
        encoded = told.encode(position(game(name), 2).observe(1))
        for feature in told.features:
            if feature.width > 1:
                table = encoded[told.plan().columns[feature.name]].reshape(feature.size, feature.width)
                assert (table.sum(axis=1) == 1).all(), feature.name


def test_an_array_of_another_length_is_refused(tiny: Game) -> None:
    with pytest.raises(ValueError, match=r"19 numbers; this array has the shape \(4, 18\)"):
        tiny.observation.encode(np.zeros((4, 18), np.int16))


# ── declarations ───────────────────────────────────────────────────────────────────────


def test_a_game_that_declares_nothing_is_observed_number_by_number(tiny: Game) -> None:
    plain = replace(tiny, fields={}, observed=Observed())
    told = seen(position(plain, 2, taken=[3, 1]), 1)
    assert told["taken"].tolist() == [3, 1, 0, 0]  # nobody said that it goes by seat
    assert (plain.observation["pile"].low, plain.observation["pile"].high) == (-128, 127)


def test_a_number_that_may_be_anything_is_told_bit_by_bit() -> None:
    """Nobody says what an i64 holds: its 64 bits are told."""
    bare = replace(game("totem"), fields={}, observed=Observed())
    assert bare.observation["discard"].shape == (64,)
    made = position(bare, 2, discard=1 << 40 | 1)
    assert np.flatnonzero(seen(made, 0)["discard"]).tolist() == [0, 40]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (Observed(left_out={"tea": "none"}), "nothing is called tea"),
        (Observed(by_seat=("cup",)), "nothing is called cup"),
        (Observed(typical={"charmz": 3}), "nothing is called charmz"),
        (Observed(by_seat=("pile",)), "pile is no row with a place for each seat"),
    ],
)
def test_a_declaration_of_what_is_not_there_is_refused(tiny: Game, declared: Observed, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        replace(tiny, observed=declared)


@rule
def left_over(s: Any, box: Any) -> int:
    """How many embers were taken."""
    return box.embers - s.pile  # type: ignore[no-any-return]


@rule
def richest(s: Any, other: int) -> int:
    """Who has more than another, if anybody has."""
    for seat in range(s.seats):
        if s.taken[seat] > s.taken[other]:
            return seat
    return -1


@rule
def write_two(s: Any, out: Any, start: int) -> None:
    """Twice the pile, and its half."""
    out[start] = 2 * s.pile
    out[start + 1] = s.pile // 2


def test_a_rule_of_the_game_may_read_features(tiny: Game) -> None:
    """Of the box, by seat (a seat it gives back is turned), or several at once."""
    who = replace(one_of("0123", below=("-",)), is_seat=True)
    made = replace(
        tiny,
        observed=Observed(
            left_out={"pile": "told otherwise"},
            readings=(
                reading("gone", number(0, 100), left_over),
                reading("richer", who, richest),
                readings(write_two, {"double": number(0, 200), "half": number(0, 50)}),
            ),
        ),
    )
    told = seen(position(made, 3, pile=11, taken=[2, 7, 1]), 1)
    assert (told["gone"], told["double"], told["half"]) == (10, 22, 5)
    assert told["richer"].tolist() == [-1, 2, 0, -1]  # than seat 1 nobody, than seat 2 seat 0, than seat 0 seat 1
    assert "pile" not in told


def test_a_rule_that_wants_what_there_is_not_is_refused(tiny: Game) -> None:
    with pytest.raises(TypeError, match="reading x: can_tea wants tea"):
        replace(tiny, observed=Observed(readings=(reading("x", number(0, 1), can_tea),)))
    with pytest.raises(TypeError, match="its rule writes them"):
        replace(tiny, observed=Observed(readings=(readings(left_over, {"x": number(0, 1), "y": number(0, 1)}),)))


@rule
def can_tea(s: Any, tea: int) -> int:
    """There is no tea."""
    return tea
