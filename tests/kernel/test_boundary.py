"""The boundary between Python and machine code: what is of another kind is refused, and nobody else is hurt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firstfire import Position
from firstfire.envs.stepping import Terms, sample_tables, step_tables
from firstfire.errors import BadSetup
from firstfire.games import game as find_game
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.perft import Perft
from firstfire.kernel.records.entry import (
    FRACTION,
    NOTHING,
    NUMBERS,
    STACK,
    WHOLE,
    BufferKind,
    ManyNumbers,
    signature_of,
)
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, copy_of, dtype_of
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.drive import Dice, advance

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_annotations_say_what_an_entry_takes() -> None:
    kinds = [kind.name for _, kind in signature_of(advance).arguments]
    assert kinds == ["state", "box", "mask", "moves", "whole"]
    assert signature_of(advance).result == WHOLE

    def halve(s: Header, out: Row[int], share: float) -> None: ...

    assert signature_of(halve).arguments == (("s", BufferKind("state")), ("out", NUMBERS), ("share", FRACTION))
    assert signature_of(halve).result == NOTHING


def test_what_machine_code_does_not_know_is_named() -> None:
    def listed(s: Header, names: list[str]) -> None: ...

    def bare(s: Header, n) -> None: ...  # type: ignore[no-untyped-def]

    with pytest.raises(TypeError, match=r"entry point listed: machine code knows no list\[str\] \(argument names\)"):
        signature_of(listed)
    with pytest.raises(TypeError, match="entry point bare: n has no annotation"):
        signature_of(bare)


def test_a_record_of_another_game_is_refused(tiny: Game) -> None:
    totem = find_game("totem")
    engine = engine_for(tiny, interpreted=False)
    mine, other = engine.new(2, 1), totem.state()
    with pytest.raises(TypeError, match=r"legal_mask: s must be .*, not a firstfire.games.totem.state.State"):
        engine.legal_mask(other, tiny.standard_box, engine.mask())
    with pytest.raises(TypeError, match="step: box must be a"):
        engine.step(mine, totem.standard_box, 0)
    with pytest.raises(TypeError, match="legal_mask: mask must be a"):
        engine.legal_mask(mine, tiny.standard_box, engine_for(totem, interpreted=True).mask())
    with pytest.raises(TypeError, match="score: out must be a"):
        engine.score(mine, tiny.standard_box, engine.fractions())
    with pytest.raises(TypeError, match="random_action: dice must be a"):
        engine.random_action(mine, tiny.standard_box, engine.mask(), mine)


def test_an_array_of_other_things_is_refused(tiny: Game) -> None:
    engine = engine_for(tiny, interpreted=False)
    sample, numbers = engine.entry(sample_tables), np.zeros(4, np.int64)
    with pytest.raises(TypeError, match="sample_tables: actions must be an array of"):
        sample(Dice(), engine.mask(), numbers, numbers, numbers, 0, 1)
    with pytest.raises(TypeError, match="sample_tables: actions must be an array of int32 without gaps, not of int64"):
        sample(Dice(), engine.mask(), numbers, numbers, np.zeros(8, np.int64)[::2], 0, 1)


ENGINES = pytest.mark.parametrize(
    "engine", [{"interpreted": False}, {"interpreted": True}, {"strict": True}], ids=["compiled", "plain", "strict"]
)


@ENGINES
@pytest.mark.parametrize("depth", [-1, 0, STACK, STACK + 1, 10**6])
def test_a_depth_for_which_there_is_no_room_is_refused(tiny: Game, engine: dict[str, bool], depth: int) -> None:
    run = engine_for(tiny, **engine)
    room = Perft(tiny, run)
    s = run.new(2, 1)
    with pytest.raises(ValueError, match=rf"perft: 1 <= depth < len\(stack\) does not hold: depth is {depth}$"):
        run.perft(s, room._stack, tiny.standard_box, room._masks, depth)
    assert not any(bytes(room._stack)), "nothing was written"
    assert run.perft(s, room._stack, tiny.standard_box, room._masks, 1) == len(run.legal(s, tiny.standard_box))


@ENGINES
@pytest.mark.parametrize(
    ("short", "condition"),
    [
        ({"chance": 3}, r"chance.size >= 4 \* last does not hold: chance.size is 3, last is 1"),
        ({"legal_sets": 0}, r"legal_sets.size >= len\(mask\) \* last does not hold: legal_sets.size is 0, last is 1"),
        ({"actions": 0}, "actions.size >= last does not hold: actions.size is 0, last is 1"),
        ({"first": -1}, "0 <= first does not hold: first is -1"),
    ],
)
def test_arrays_that_are_too_short_are_refused(
    tiny: Game, engine: dict[str, bool], short: dict[str, int], condition: str
) -> None:
    run = engine_for(tiny, **engine)
    length = {"chance": 4, "legal_sets": 1, "actions": 1, "first": 0} | short
    chance, sets = np.zeros(length["chance"], np.int64), np.zeros(length["legal_sets"], np.int64)
    actions = np.full(length["actions"], 7, np.int32)
    with pytest.raises(ValueError, match=f"sample_tables: {condition}"):
        run.entry(sample_tables)(Dice(), run.mask(), chance, sets, actions, length["first"], 1)
    assert (actions == 7).all()


@pytest.mark.parametrize("last", [2, 3])
def test_every_array_of_many_tables_has_a_length_that_is_checked(tiny: Game, last: int) -> None:
    """Of each one the shortest that is too short; two tables fit."""
    count, run = 2, engine_for(tiny, interpreted=True)
    terms, words = Terms(), len(run.mask())
    terms.row, terms.size, terms.most = 1, tiny.observation.size, max(tiny.seats)
    sizes = {
        "states": (count, dtype_of(tiny.state)), "games": (count, np.int64), "legal_sets": (count * words, np.int64),
        "actions": (count, np.int32), "observations": (count * terms.size, np.int16), "masks": (count, np.int64),
        "players": (count, np.uint8), "rewards": (count * terms.most, np.float32), "done": (count, np.uint8),
        "turns": (count, np.uint8),
    }  # fmt: skip
    for short in sizes if last == count else ("",):
        arrays = {name: np.zeros(size - (name == short), kind) for name, (size, kind) in sizes.items()}
        others = {
            "fresh": run.fresh(2), "view": run.fresh(2), "box": tiny.standard_box, "mask": run.mask(),
            "work": run.row(), "terms": terms, "first": 0, "last": last,
        }  # fmt: skip
        given = [(arrays | others)[name] for name, _ in signature_of(step_tables).arguments]
        with pytest.raises(ValueError, match=f"step_tables: {short or 'states'}.size >= .* does not hold"):
            run.entry(step_tables)(*given)


def test_an_array_whose_length_nobody_says_is_no_argument(tiny: Game) -> None:
    @generic
    def fill(s: Header, out: ManyNumbers) -> None:
        out[0] = s.ply

    for interpreted in (True, False):
        with pytest.raises(TypeError, match="entry point fill: @requires must say how long out is"):
            engine_for(tiny, interpreted=interpreted).entry(fill)


def test_no_other_record_can_be_put_into_a_position(tiny: Game) -> None:
    position = Position(tiny, 2, 1)
    before = position.s
    for name, value in (("s", copy_of(before)), ("box", tiny.standard_box), ("engine", position.engine)):
        with pytest.raises(AttributeError):
            setattr(position, name, value)
    position.step(position.legal()[0])
    assert position.s is before and before.ply == 1
    for wrong in ({"s": find_game("totem").state()}, {"box": find_game("totem").standard_box}, {"s": Dice()}):
        with pytest.raises(BadSetup, match="embers needs a"):
            Position(tiny, **wrong)
    with pytest.raises(BadSetup, match="embers needs an engine of its own, not one of totem"):
        Position(tiny, s=before, engine=engine_for(find_game("totem"), interpreted=True))


def test_a_position_keeps_its_record_alive(tiny: Game) -> None:
    """Nobody else holds the record here: stepping works on living memory."""
    positions = [Position(tiny, 2, seed, s=engine_for(tiny).new(2, seed)) for seed in range(50)]
    others = [bytearray(len(bytes(positions[0].s))) for _ in range(50)]
    for position in positions:
        position.step(position.legal()[0])
    assert all(position.s.ply == 1 for position in positions)
    assert not any(any(other) for other in others)


CANARY = """
import threading
import numba
import numpy
import embers
from firstfire.kernel.engines.engine import CompiledEngine
from firstfire.kernel.rules import drive

ROW = numpy.arange(10)
done, made, wrong = threading.Event(), [0], []

def sing():
    while not done.is_set() or made[0] < 5:
        number = made[0]
        bird = numba.njit(lambda row: row[5:8][-1] * 3 + number)
        if bird(ROW) != 21 + number:
            wrong.append(number)
        made[0] += 1

thread = threading.Thread(target=sing)
thread.start()
engine = CompiledEngine(embers.GAME)
for name in ("begin", "step", "legal_mask", "see", "determinize"):
    getattr(engine, name)
done.set()
thread.join()
s = engine.new(2, 1)
assert engine.legal(s, embers.GAME.standard_box), "our own rules"
print(made[0], wrong)
"""


@pytest.mark.slow
def test_functions_that_other_threads_compile_meanwhile_work(tmp_path: Path) -> None:
    """A researcher's own compiled functions, made while we compile ours: each must run (it once ended the process)."""
    environment = {**os.environ, "FIRSTFIRE_CACHE": str(tmp_path)}
    environment["PYTHONPATH"] = os.pathsep.join([str(EXAMPLES), environment.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-c", CANARY], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    made, wrong = ran.stdout.split(" ", 1)
    assert int(made) >= 5 and wrong.strip() == "[]"


def test_numba_is_left_as_it_was(tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gc

    from numba.core import interpreter
    from numba.core.base import BaseContext
    from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
    from numba.core.postproc import PostProcessor
    from numba.core.types.functions import BaseFunction
    from numba.core.typing.context import BaseContext as Types
    from numba.np import arrayobj

    from firstfire.kernel.engines.engine import CompiledEngine

    def reached() -> list[Any]:
        kinds: list[Any] = [JITCodeLibrary.finalize, JITCPUCodegen.set_env, BaseFunction.get_call_type]
        kinds += [BaseContext.refresh, PostProcessor.run, CPUCodeLibrary._optimize_functions]
        kinds += [Types.resolve_value_type, interpreter.peep_hole_delete_with_exit, arrayobj.fix_integer_index]
        return [*kinds, "finalize" in vars(JITCodeLibrary), gc.isenabled()]

    monkeypatch.setenv("FIRSTFIRE_CACHE", str(tmp_path))
    before = reached()
    CompiledEngine(tiny).entry(only_the_ply)
    assert reached() == before


@generic
def only_the_ply(s: Header) -> int:
    return s.ply
