"""Environments to learn on: batches of tables on the CPU and on a GPU.

>>> from firstfire.envs import make_batch
>>> env = make_batch("honga", count=64, seats=3, seed=1)
>>> env.step(env.sample()).rewards.shape
(64, 5)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..errors import BadSetup
from ..games import game
from ..kernel.game import Game
from .batch import BatchEnv, BatchStep, CpuBatch

__all__ = ["BatchEnv", "BatchStep", "make_batch"]


def make_batch(
    name: str | Game,
    count: int,
    seats: int | None = None,
    seed: int = 0,
    *,
    reward: str = "rank",
    options: Mapping[str, str] | None = None,
    box: Any = None,
    auto_reset: bool = True,
    device: str = "cpu",
    threads: int | None = None,
) -> Any:
    """Many tables of one game that are stepped together.

    `seats` is the smallest number of players the game takes, unless said. `reward` is what a finished game pays:
    "rank" (1 for the first, -1 for the last, evenly between; ties share), "points", or "margin" (points less the mean
    of the others'). `auto_reset` begins a table's next game in the step that ended the last one. `device` is "cpu"
    (`threads`: as many as there are processors) or "cuda" (the extra `cuda`), "cuda:1" for the second GPU.
    """
    chosen = name if isinstance(name, Game) else game(name)
    if device == "cpu":
        return CpuBatch(
            chosen, count, seats, seed, reward=reward, options=options, box=box, auto_reset=auto_reset, threads=threads
        )
    gpu = re.fullmatch(r"cuda(?::(\d{1,3}))?", device)
    if gpu is None:
        raise BadSetup(f'the device of an environment is "cpu" or "cuda" ("cuda:1": the second GPU), not {device!r}')
    if threads is not None:
        raise BadSetup("threads are for the CPU: on a GPU every table has its own")
    from .gpu_batch import GpuBatch

    return GpuBatch(
        chosen, count, seats, seed, reward=reward, options=options, box=box, auto_reset=auto_reset,
        number=int(gpu[1] or 0),
    )  # fmt: skip
