"""What is kept of code for a card, and how arrays are lent; no card needed."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from firstfire.errors import NoGpu
from firstfire.kernel.compiling.specialise import Workshop
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.gpu import cuda_code, cuda_driver
from firstfire.kernel.gpu.cuda_calls import large_rules_called, with_calls
from firstfire.kernel.gpu.cuda_code import KernelSource, card_dtype, from_card_layout, keep, read_kept, to_card_layout
from firstfire.kernel.gpu.dlpack import CPU, _held, capsule
from firstfire.kernel.records.record import dtype_of
from firstfire.kernel.rule import rule


@rule
def one_more(number: int) -> int:
    return number + 1


@rule
def two_more(number: int) -> int:
    return number + 2


def kernel(out: Any) -> None:
    out[0] = step(out[0]) + EXTRA


step: Any = one_more
EXTRA = 5


def folder(**changed: Any) -> Path:
    given: dict[str, Any] = {"made_of": "", "registers": 0, "capability": (9, 0), "driver": 13000} | changed
    capability, driver = given.pop("capability"), given.pop("driver")
    return KernelSource("tiny", Workshop("cuda", {}), kernel, ("int64[:]",), dict, **given).folder(capability, driver)


def test_code_is_kept_under_another_name_when_anything_it_is_made_of_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {folder()}
    assert folder() in seen
    others: list[dict[str, Any]] = [{"made_of": "x"}, {"registers": 64}, {"capability": (8, 0)}, {"driver": 13010}]
    others.append({"called": 60})
    for changed in others:
        assert folder(**changed) not in seen
        seen.add(folder(**changed))
    monkeypatch.setitem(globals(), "step", two_more)
    assert folder() not in seen
    seen.add(folder())
    monkeypatch.setitem(globals(), "EXTRA", 6)
    assert folder() not in seen
    seen.add(folder())
    for name in ("machine_cuda.py", "cuda_calls.py", "numba_patch.py"):
        read = Path.read_text
        with monkeypatch.context() as other:
            other.setattr(Path, "read_text", lambda path, *a, **k: read(path, *a, **k) + "#" * (path.name == name))  # noqa: B023
            assert folder() not in seen, name
    assert folder() in seen


def test_damaged_code_is_not_trusted(tmp_path: Path) -> None:
    file = tmp_path / "kernel.cubin"
    assert read_kept(file) is None
    keep(file, b"\x7fELF\0code\0more", "entry")
    assert read_kept(file) == (b"\x7fELF\0code\0more", "entry")
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:10], b"", whole[:40] + b"?" + whole[41:], b"\0" + whole[1:]):
        file.write_bytes(damaged)
        assert read_kept(file) is None
    assert [found.name for found in tmp_path.iterdir()] == ["kernel.cubin"]


def test_a_record_keeps_everything_but_its_notes_on_a_card(tiny: Game) -> None:
    engine = engine_for(tiny, interpreted=True)
    s = engine.new(3, 7, quiet=True)
    there = to_card_layout(s)
    assert "notes" not in (card_dtype(tiny.state).names or ()) and there.dtype.itemsize < dtype_of(tiny.state).itemsize
    assert from_card_layout(there, tiny.state).tobytes() == bytes(s)


class Lent:
    """Memory of this side, lent as a card's is."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        return capsule(self, self.array.ctypes.data, self.array.shape, self.array.dtype, self.array.strides, CPU, 0)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0


@pytest.mark.parametrize("kind", [np.int16, np.int8, np.float32, np.bool_])
def test_arrays_are_lent_with_their_strides_and_given_back(kind: Any) -> None:
    before = len(_held)
    array = np.arange(24).reshape(4, 6).astype(kind).T[:, 1:]
    lent = np.from_dlpack(Lent(array))
    assert np.array_equal(lent, array) and lent.dtype == array.dtype and np.shares_memory(lent, array)
    assert lent.strides == array.strides and len(_held) == before + 1
    del lent
    assert len(_held) == before
    unopened = Lent(array).__dlpack__()
    assert len(_held) == before + 1
    del unopened
    assert len(_held) == before


def test_without_a_driver_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> Any:
        raise OSError(name)

    cuda_driver._library.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", nowhere)
    with pytest.raises(NoGpu, match="no NVIDIA driver"):
        cuda_driver.Card()
    cuda_driver._library.cache_clear()


WITHOUT_CONTEXT = ("cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuDeviceGetAttribute", "cuGetErrorString")


class Driver:
    """A driver that finds everything in order (but `fails`), and knows which context is current: one for each card."""

    def __init__(self) -> None:
        self.current = ["the caller's"]
        self.called: list[tuple[str, Any]] = []
        self.fails = ""

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any) -> int:
            if name == "cuCtxPushCurrent_v2":
                self.current.append(given[0].value)
            elif name == "cuCtxPopCurrent_v2":
                self.current.pop()
            else:
                if name == "cuDeviceGet":
                    given[0]._obj.value = given[1]
                if name == "cuDevicePrimaryCtxRetain":
                    given[0]._obj.value = 100 + given[1].value
                self.called.append((name, self.current[-1]))
            return int(name == self.fails)

        return call


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    found = Driver()
    monkeypatch.setattr(cuda_driver, "_library", lambda: found)
    return found


@pytest.mark.parametrize("number", [0, 1])
def test_every_call_works_in_its_cards_context_and_leaves_the_callers_current(driver: Driver, number: int) -> None:
    """A learner on another device finds it as it was, whatever our tables do meanwhile."""
    card = cuda_driver.Card(number)
    array = card.put(np.arange(4))
    kernel = card.load(b"code", "entry")
    launch = kernel.bind(1, 32, array, 7)
    array.write(np.arange(4))
    for step in (array.numpy, array.clear, card.wait, launch):
        step()
        assert driver.current == ["the caller's"]
    card.link(b"ptx")
    with cuda_driver.GpuClock(card):
        assert driver.current == ["the caller's"]
    del array, launch, step
    gc.collect()
    assert driver.current == ["the caller's"]
    inside = {(name, current) for name, current in driver.called if name not in WITHOUT_CONTEXT}
    assert {current for _, current in inside} == {100 + number}
    wanted = ("cuMemAlloc_v2", "cuMemFree_v2", "cuLaunchKernel", "cuModuleLoadData", "cuLinkCreate_v2", "cuEventRecord")
    assert {name for name, _ in inside}.issuperset(wanted)
    assert "cuCtxSetCurrent" not in {name for name, _ in driver.called}


def test_a_call_that_fails_leaves_the_callers_context_current(driver: Driver) -> None:
    card = cuda_driver.Card()
    array = card.zeros(4, np.int64)
    for driver.fails in ("cuMemsetD8_v2", "cuMemcpyDtoH_v2", "cuStreamSynchronize"):
        with pytest.raises(NoGpu, match=driver.fails):
            {"cuMemsetD8_v2": array.clear, "cuMemcpyDtoH_v2": array.numpy, "cuStreamSynchronize": card.wait}[
                driver.fails
            ]()
        assert driver.current == ["the caller's"]
    driver.fails = "cuCtxPushCurrent_v2"
    driver.called.clear()
    del array  # a driver that ends before us: nothing is freed in a context that is not ours
    gc.collect()
    assert driver.called == []


def test_numpy_has_its_old_names_for_numba_cuda_only(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {old: getattr(np, old, None) for old, _ in cuda_code.DROPPED}
    found: dict[str, Any] = {}

    class Numba(ModuleType):
        """Numba, whose part for cards asks NumPy when it is first looked for."""

        def __getattr__(self, name: str) -> Any:
            if name != "cuda":
                raise AttributeError(name)
            found.update((old, getattr(np, old)) for old, _ in cuda_code.DROPPED)
            return "cuda"

    monkeypatch.setitem(sys.modules, "numba", Numba("numba"))
    assert cuda_code.numba_cuda() == "cuda"
    assert found == {old: getattr(np, new) if before[old] is None else before[old] for old, new in cuda_code.DROPPED}
    assert before == {old: getattr(np, old, None) for old, _ in cuda_code.DROPPED}
    with pytest.raises(ZeroDivisionError), cuda_code.dropped_numpy_names():
        assert all(hasattr(np, old) for old in before)
        raise ZeroDivisionError
    assert before == {old: getattr(np, old, None) for old, _ in cuda_code.DROPPED}


MODULE = """define void @"kernel"(i64* %".1") {
entry:
  ret void
}
define linkonce_odr i32 @"short"(i64 %"x")
{
  ret i32 0
}
define linkonce_odr i32 @"long"(i64 %"x")
{
  %y = add i64 %x, 1
  ret i32 0
}
define linkonce_odr i32 @"long too"(i64 %"x") {
  %y = add i64 %x, 1
  %z = add i64 %y, 1
  ret i32 0
}
define linkonce_odr i32 @"many"({i64, i64 (i32)*}* %".ret", i64 %"x") #0
{
  %y = add i64 %x, 1
  ret i32 0
}
define linkonce_odr i32 @"taken in"(i64 %"x") alwaysinline
{
  %y = add i64 %x, 1
  ret i32 0
}
declare linkonce_odr i32 @"elsewhere"(i64 %"x")"""


def test_large_rules_are_called_and_nothing_else_is_touched() -> None:
    changed = [row for row in with_calls(MODULE, 3).split("\n") if row not in MODULE.split("\n")]
    assert changed == [
        'define linkonce_odr i32 @"long"(i64 %"x") noinline',
        'define linkonce_odr i32 @"long too"(i64 %"x") noinline {',
        'define linkonce_odr i32 @"many"({i64, i64 (i32)*}* %".ret", i64 %"x") noinline #0',
    ]
    assert with_calls(MODULE, 3).replace(" noinline", "") == MODULE == with_calls(MODULE, 9)
    assert with_calls(MODULE.replace("\n}", "\n} ; end\r"), 3).count(" noinline") == 3
    assert with_calls('define linkonce_odr i32 @"cut"(i64 %"x") {', 3).count("noinline") == 0


def test_the_compiler_for_cards_marks_large_rules_while_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = SimpleNamespace(compile_ir=lambda modules, **options: (list(modules), options))
    monkeypatch.setitem(sys.modules, "numba.cuda.cudadrv.nvvm", compiler)
    usual = compiler.compile_ir
    with large_rules_called(3):
        rounded = {"arch": "sm", "fma": False}  # every product, as on the CPU
        assert compiler.compile_ir([MODULE, ""], arch="sm", fma=True) == ([with_calls(MODULE, 3), ""], rounded)
        assert compiler.compile_ir(MODULE) == ([with_calls(MODULE, 3)], {"fma": False})
    assert compiler.compile_ir is usual
    with large_rules_called(0):
        assert compiler.compile_ir is usual
    with pytest.raises(ZeroDivisionError), large_rules_called(3):
        raise ZeroDivisionError
    assert compiler.compile_ir is usual
    del compiler.compile_ir  # a compiler that does it otherwise
    with pytest.raises(NoGpu, match="round as the CPU"), large_rules_called(3):
        pass
    monkeypatch.setitem(sys.modules, "numba.cuda.cudadrv.nvvm", None)  # or elsewhere
    with pytest.raises(NoGpu, match="round as the CPU"), large_rules_called(3):
        pass
    with large_rules_called(0):  # nothing is asked of it
        pass
