"""Nets without Torch: their file, what they read, and one answer that is the same everywhere."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from firstfire.errors import BadNet, BadSetup
from firstfire.games import game as find_game
from firstfire.kernel.compiling import machine_products
from firstfire.kernel.compiling.products import add_times, multiply, products
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.observations.observing import Feature
from firstfire.players.net import NetPlayer, drawn
from firstfire.players.policy.file import MAGIC, Array, NetFile, read_net
from firstfire.players.policy.flat import Flat
from firstfire.players.policy.inputs import FEW, UNIT, Inputs, inputs_for
from firstfire.players.policy.net import Net, fitting_file


def told(name: str, start: int, shape: tuple[int, ...], kind: str, low: int, high: int) -> Feature:
    strides = tuple(int(np.prod(shape[i + 1 :], initial=1)) for i in range(len(shape)))
    return Feature(name, start, shape, strides, kind, low, high, scale=100)


FEATURES = (
    told("a phase", 0, (), "choice", 0, 5),
    told("b hands", 1, (3, 2), "count", 0, 9),
    told("c points", 7, (3,), "count", -10, 290),
    told("d first", 10, (), "seat", -1, 2),
    told("e always", 11, (), "flag", 1, 1),
    told("f plays", 12, (3,), "flag", 0, 1),
)
SIZE, ACTIONS, SEATS, WIDTH = 15, 40, 3, 64


def random_file(inputs: Inputs, seed: int = 1, layers: int = 2) -> NetFile:
    chance = np.random.default_rng(seed)

    def small(*shape: int) -> Array:
        return chance.integers(-127, 128, shape).astype(np.int8)

    def wide(*shape: int, size: float = 1.0) -> Array:
        return (size * chance.standard_normal(shape)).astype(np.float32)

    return NetFile("somewhere", "mark", SEATS, 24, {
        "rows": small(inputs.rows, WIDTH), "hidden": small(layers, WIDTH, WIDTH),
        "scale": np.abs(wide(layers + 1, WIDTH, size=1e-4)), "bias": wide(layers + 1, WIDTH),
        "gain": 1 + wide(layers + 1, WIDTH, size=0.1), "shift": wide(layers + 1, WIDTH),
        "policy": small(ACTIONS, WIDTH), "policy_scale": np.abs(wide(ACTIONS, size=1e-4)), "policy_bias": wide(ACTIONS),
        "value": small(SEATS, WIDTH), "value_scale": np.abs(wide(SEATS, size=1e-4)), "value_bias": wide(SEATS),
    }, {"tables": 8}, {"decisions": 9})  # fmt: skip


def random_rows(count: int, seed: int = 2) -> NDArray[np.int16]:
    chance = np.random.default_rng(seed)
    rows = np.zeros((count, SIZE), np.int16)
    for feature in FEATURES:
        places = int(np.prod(feature.shape, initial=1))
        rows[:, feature.start : feature.start + places] = chance.integers(
            feature.low, feature.high + 1, (count, places)
        )
    rows[::2, 7:10] = chance.integers(-10, 0, (len(rows[::2]), 3))  # a few above the lowest
    return rows


def test_each_value_of_a_choice_has_its_row_and_a_wide_count_has_a_few() -> None:
    inputs = inputs_for(FEATURES, SIZE)
    assert inputs.first.tolist() == [0, 5, 14, 23, 32, 41, 50, 59, 66, 73, 80, -1, 83, 84, 85]
    assert inputs.scale.tolist() == [0] * 7 + [100] * 3 + [0] * 5
    assert inputs.rows == 86


def dense(inputs: Inputs, row: NDArray[np.int16]) -> NDArray[np.float64]:
    """The inputs of the first layer as the training sees them."""
    out = np.zeros(inputs.rows)
    for place, first in enumerate(inputs.first):
        above = int(np.clip(row[place], inputs.low[place], inputs.high[place])) - int(inputs.low[place])
        if first >= 0 and inputs.scale[place]:
            if 0 < above <= FEW:
                out[first + above] = 1
            out[first] = (UNIT * above + inputs.scale[place] // 2) // inputs.scale[place] / UNIT
        elif first >= 0 and above:
            out[first + above - 1] = 1
    return out


def in_fractions(file: NetFile, inputs: Inputs, row: NDArray[np.int16]) -> list[float]:
    """The same net in ordinary arithmetic: logits of all actions."""
    a = {name: array.astype(np.float64) for name, array in file.arrays.items()}
    sums = UNIT * dense(inputs, row) @ a["rows"]
    active = np.zeros(WIDTH)
    for layer in range(len(a["scale"])):
        if layer:
            sums = 128 * active @ a["hidden"][layer - 1]
        y = sums * a["scale"][layer] + a["bias"][layer]
        normed = (y - y.mean()) / np.sqrt(y.var() + 1e-5) * a["gain"][layer] + a["shift"][layer]
        active += np.maximum(normed, 0)
    found: list[float] = (128 * a["policy"] @ active * a["policy_scale"] + a["policy_bias"]).tolist()
    return found


def test_whole_numbers_come_close_to_the_net_that_was_trained() -> None:
    inputs = inputs_for(FEATURES, SIZE)
    file = random_file(inputs)
    net = Net(Flat(file, inputs))
    for row in random_rows(20):
        net.read(row)
        assert net.logits(range(ACTIONS)) == pytest.approx(in_fractions(file, inputs, row), abs=0.2)


def test_compiled_and_plain_answers_are_equal_to_the_last_bit(tiny: Game) -> None:
    inputs = inputs_for(FEATURES, SIZE)
    file = random_file(inputs)
    plain, compiled = Net(Flat(file, inputs)), Net(Flat(file, inputs), engine_for(tiny, interpreted=False))
    for row in random_rows(200):
        plain.read(row)
        compiled.read(row)
        assert plain.logits(range(ACTIONS)).tobytes() == compiled.logits(range(ACTIONS)).tobytes()
        assert plain.values().tobytes() == compiled.values().tobytes()


def test_a_net_fits_wherever_the_features_lie() -> None:
    """The same observation laid out backwards, feature by feature: the same rows, the same answer."""
    inputs = inputs_for(FEATURES, SIZE)
    moved, place = [], 0
    for feature in reversed(FEATURES):
        moved.append(replace(feature, start=place))
        place += feature.size
    row, other = random_rows(1)[0], np.zeros(SIZE, np.int16)
    for feature, now in zip(reversed(FEATURES), moved, strict=True):
        other[list(now.places)] = row[list(feature.places)]
    file = random_file(inputs)
    here, there = Net(Flat(file, inputs)), Net(Flat(file, inputs_for(moved, SIZE)))
    here.read(row)
    there.read(other)
    assert here.logits(range(ACTIONS)).tolist() == there.logits(range(ACTIONS)).tolist()


def test_values_outside_their_bounds_count_as_the_nearest_inside() -> None:
    inputs = inputs_for(FEATURES, SIZE)
    net = Net(Flat(random_file(inputs), inputs))
    row = random_rows(1)[0]
    row[0], row[7] = 5, 290
    net.read(row)
    at_the_bound = net.logits(range(ACTIONS)).tolist()
    row[0], row[7] = 77, 3000
    net.read(row)
    assert net.logits(range(ACTIONS)).tolist() == at_the_bound


def test_an_answer_is_the_same_number_on_every_machine() -> None:
    """Seen on ARM and on x86: the sum of the choices and one logit to the last bit."""
    inputs = inputs_for(FEATURES, SIZE)
    net = Net(Flat(random_file(inputs), inputs))
    found = []
    for row in random_rows(64):
        net.read(row)
        found.append(net.logits(range(ACTIONS)))
    assert sum(int(logits.argmax()) for logits in found) == SUM_OF_CHOICES
    assert found[-1][0].hex() == LAST_LOGIT


SUM_OF_CHOICES, LAST_LOGIT = 1192, "-0x1.3b159c66ca000p+1"


def test_a_net_comes_back_from_its_file(tmp_path: Path) -> None:
    file = random_file(inputs_for(FEATURES, SIZE))
    file.write(tmp_path / "a.net")
    back = read_net(tmp_path / "a.net")
    assert (back.game, back.fingerprint, back.seats, back.recipe, back.figures) == (
        "somewhere", "mark", SEATS, {"tables": 8}, {"decisions": 9},
    )  # fmt: skip
    assert {name: array.tobytes() for name, array in back.arrays.items()} == {
        name: array.tobytes() for name, array in file.arrays.items()
    }


def unpacked(data: bytes) -> bytes:
    """The same file as older ones are: its numbers as they are."""
    magic, head, body = data.split(b"\n", 2)
    return b"\n".join([magic, head.replace(b'"packed": true', b'"packed": false'), zlib.decompress(body)])


def repacked(data: bytes, body: bytes) -> bytes:
    """The file with other numbers."""
    return b"\n".join([*data.split(b"\n", 2)[:2], zlib.compress(body)])


def test_a_file_whose_numbers_are_not_packed_is_read_as_well(tmp_path: Path) -> None:
    file = random_file(inputs_for(FEATURES, SIZE))
    (tmp_path / "old.net").write_bytes(unpacked(file.to_bytes()))
    back = read_net(tmp_path / "old.net").arrays
    assert all((back[name] == array).all() for name, array in file.arrays.items())


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda data: data[:-1], "cut off, or more than it says"),
        (lambda data: data + b"x", "cut off, or more than it says"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "cannot be unpacked"),
        (lambda data: unpacked(data)[:-1], "cut off"),
        (lambda data: unpacked(data) + b"x", "1 bytes longer"),
        (lambda data: unpacked(data)[:-1] + bytes([unpacked(data)[-1] ^ 1]), "hash differs"),
        (lambda data: repacked(data, unpacked(data).split(b"\n", 2)[2] + b"x"), "1 bytes longer"),
        (lambda data: repacked(data, unpacked(data).split(b"\n", 2)[2] + b"xx"), "cut off, or more than it says"),
        (lambda data: repacked(data, unpacked(data).split(b"\n", 2)[2][:-1]), "shorter than it says"),
        (lambda data: b"firstfire net 2\n" + data[len(MAGIC) :], "another format"),
        (lambda data: b"PK" + data, "does not begin with"),
        (lambda data: MAGIC + b"{}", "ends within its description"),
        (lambda data: MAGIC + b"[]\n", "cannot be understood"),
        (lambda data: MAGIC + b'{"arrays": [["a", "int99", [1]]]}\n', "cannot be understood"),
        (lambda data: b"", "does not begin with"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(tmp_path: Path, harm: object, said: str) -> None:
    path = tmp_path / "a.net"
    path.write_bytes(harm(random_file(inputs_for(FEATURES, SIZE)).to_bytes()))  # type: ignore[operator]
    with pytest.raises(BadNet, match=said):
        read_net(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match=r"cannot read .*none\.net"):
        read_net(tmp_path / "none.net")


def test_the_description_can_be_read_by_anybody(tmp_path: Path) -> None:
    data = random_file(inputs_for(FEATURES, SIZE)).to_bytes()
    assert json.loads(data.split(b"\n")[1])["game"] == "somewhere"


def test_an_array_of_another_shape_is_refused() -> None:
    inputs = inputs_for(FEATURES, SIZE)
    file = random_file(inputs)
    file.arrays["policy_bias"] = np.zeros(3, np.float32)
    with pytest.raises(BadNet, match=r"float32 \(3,\), not float32 \(40,\)"):
        Net(Flat(file, inputs))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("hidden", None, "has no hidden of 3 dimensions"),
        ("rows", np.zeros(8, np.int8), "has no rows of 2 dimensions"),
        ("policy_scale", np.full(ACTIONS, np.nan, np.float32), "no number"),
        ("gain", np.full((3, WIDTH), 3e38, np.float32), "beyond 10000"),
        ("rows", np.zeros((86, 0), np.int8), "layers of 1 to 2048"),
        ("rows", np.zeros((86, 4000), np.int8), "layers of 1 to 2048"),
    ],
)
def test_what_no_net_can_hold_is_refused(name: str, value: Array | None, said: str) -> None:
    inputs = inputs_for(FEATURES, SIZE)
    file = random_file(inputs)
    if value is None:
        del file.arrays[name]
    else:
        file.arrays[name] = value
    with pytest.raises(BadNet, match=said):
        Flat(file, inputs)


def test_a_net_for_fewer_actions_or_seats_than_the_game_has_is_refused(tmp_path: Path) -> None:
    game = find_game("totem")
    shipped = fitting_file(game)
    fewer = {name: array[:40] for name, array in shipped.arrays.items() if name.startswith("policy")}
    for number, other in enumerate((replace(shipped, arrays=shipped.arrays | fewer), replace(shipped, seats=1))):
        path = tmp_path / f"{number}.net"
        other.write(path)
        with pytest.raises(BadNet, match="was trained for other rules"):
            fitting_file(game, path)


def test_sums_of_products_are_the_same_as_machine_code() -> None:
    chance = np.random.default_rng(4)
    numbers: Any = chance.integers(0, 8192, 64).astype(np.int16)
    weights: Any = chance.integers(-127, 128, 64 * 65).astype(np.int8)
    assert machine_products.products(numbers, weights, 30, 64) == products(numbers, weights, 30, 64)
    for plain, machine, more in (
        (multiply, machine_products.multiply, lambda sums: (numbers, weights, 64, 64, sums)),
        (add_times, machine_products.add_times, lambda sums: (sums, weights, 9, 64, 4096)),
    ):
        here, there = np.arange(64, dtype=np.int32), np.arange(64, dtype=np.int32)
        plain(*more(here))
        machine(*more(there))
        assert here.tolist() == there.tolist() != list(range(64))


def test_luck_draws_by_liking_and_temperature() -> None:
    logits = [0.0, 2.0, 1.0]
    cold = [drawn(logits, 0.1, luck / 1000) for luck in range(1000)]
    warm = [drawn(logits, 1.0, luck / 1000) for luck in range(1000)]
    assert cold.count(1) > 995
    assert [warm.count(place) for place in range(3)] == [91, 665, 244]


@pytest.mark.parametrize("temperature", [-0.1, float("nan"), float("inf"), 101.0])
def test_a_temperature_that_is_none_is_refused(temperature: float) -> None:
    with pytest.raises(BadSetup, match="temperature"):
        NetPlayer(temperature=temperature)
