"""What a card does again and again: its small steps fused, all launches recorded once and then replayed as a whole.

A lesson is hundreds of small launches, and whoever launches them is slower than the card that does them: learning
Honga, the card was idle for more than half of the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from shutil import which
from typing import Any

import torch

WARM = 2  # calls before it is recorded: compilers, libraries and the optimizer make then what they need


class Replayed:
    """Work without arguments, always with the same memory: on a card it is recorded, and its result is the same tensors
    with other contents each time. What changes from call to call (a rate, a weight) is read from tensors; `luck` are
    the generators it draws from. Elsewhere the work is simply done."""

    def __init__(
        self, work: Callable[[], Any], device: torch.device, luck: Sequence[torch.Generator] = (), warm: int = WARM
    ) -> None:
        self._work = work
        self._device = device
        self._luck = luck
        self._warm = warm
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
        with torch.cuda.stream(aside):
            found = self._work()
        here.wait_stream(aside)
        torch.cuda.synchronize(self._device)
        return found

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        for generator in self._luck:
            graph.register_generator_state(generator)
        torch.cuda.synchronize(self._device)
        with torch.cuda.graph(graph):
            self._result = self._work()
        self._graph = graph


def fused(function: Callable[..., Any], device: torch.device) -> Callable[..., Any]:
    """The same function, its small steps made few by Torch's compiler where there is one: on a card, with Triton and a
    C compiler. (TORCHDYNAMO_DISABLE=1 does without.)"""
    if device.type != "cuda" or find_spec("triton") is None:
        return function
    if not any(which(name) for name in (os.environ.get("CC") or "cc", "gcc", "clang")):
        return function
    found: Callable[..., Any] = torch.compile(function, dynamic=False)
    return found
