"""What a GPU does again and again: its small steps fused, all launches recorded once and then replayed as a whole.

A lesson is hundreds of small launches, and whoever launches them is slower than the GPU that does them: learning
Honga, the GPU was idle for more than half of the time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

import torch

WARM = 2  # calls before it is recorded: compilers, libraries and the optimizer make then what they need


class CudaGraph:
    """Work without arguments, always with the same memory: on a GPU it is recorded, and its result is the same tensors
    with other contents each time. What changes from call to call (a rate, a weight) is read from tensors; `luck` are
    the generators it draws from. Elsewhere the work is simply done."""

    def __init__(self, work: Callable[[], Any], device: torch.device, luck: Sequence[torch.Generator] = ()) -> None:
        self._work = work
        self._device = device
        self._luck = luck
        self._warm = WARM
        self._graph: Any = None
        self._result: Any = None

    def __call__(self) -> Any:
        """Do it once more."""
        if self._device.type != "cuda":
            return self._work()
        if self._warm > 0:
            self._warm -= 1
            return self._aside()
        if self._graph is None:
            self._record()
        self._graph.replay()
        return self._result

    def _aside(self) -> Any:
        """In a stream of its own, as what is recorded asks for."""
        here, aside = torch.cuda.current_stream(self._device), torch.cuda.Stream(self._device)
        aside.wait_stream(here)
        try:
            with torch.cuda.stream(aside):
                return self._work()
        finally:  # interrupted, too: what is written must be there when it is saved
            here.wait_stream(aside)
            torch.cuda.synchronize(self._device)

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        for generator in self._luck:
            graph.register_generator_state(generator)
        torch.cuda.synchronize(self._device)
        with torch.cuda.graph(graph):
            self._result = self._work()
        self._graph = graph


def fused(function: Callable[..., Any], device: torch.device) -> Callable[..., Any]:
    """The same function, its small steps made few by Torch's compiler where that works: on a GPU, with Triton and a C
    compiler. (TORCHDYNAMO_DISABLE=1 does without.)"""
    if device.type != "cuda" or not _can_fuse(device.type):
        return function
    found: Callable[..., Any] = torch.compile(function, dynamic=False)
    return found


@cache
def _can_fuse(kind: str) -> bool:
    """Whether Torch's compiler can be used; if not, a line says why, once."""
    if find_spec("triton") is None:
        return False
    try:
        torch.compile(lambda numbers: numbers.relu() + 1, dynamic=False)(torch.zeros(64, device=kind))
    except Exception as error:  # whatever a compiler may say, a training can do without it
        why = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        print(f"Torch cannot compile for this card, so training is slower: {why}", file=sys.stderr)
        return False
    return True
