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
from firstfire.envs.stepping import sample_tables
from firstfire.errors import BadSetup
from firstfire.games import game as find_game
from firstfire.kernel.drive import Dice, advance
from firstfire.kernel.engine import engine_for
from firstfire.kernel.entry import FRACTION, NOTHING, NUMBERS, WHOLE, Kind, signature_of
from firstfire.kernel.game import Game
from firstfire.kernel.header import Header
from firstfire.kernel.record import Row, copy_of
from firstfire.kernel.rule import generic

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_annotations_say_what_an_entry_takes() -> None:
    kinds = [kind.name for _, kind in signature_of(advance).arguments]
    assert kinds == ["state", "box", "mask", "moves", "whole"]
    assert signature_of(advance).result == WHOLE

    def halve(s: Header, out: Row[int], share: float) -> None: ...

    assert signature_of(halve).arguments == (("s", Kind("state")), ("out", NUMBERS), ("share", FRACTION))
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
from firstfire.kernel.engine import CompiledEngine
from firstfire.kernel import drive

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
for name in ("begin", "step", "legal_mask", "see", "imagine"):
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

    from firstfire.kernel.engine import CompiledEngine

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
