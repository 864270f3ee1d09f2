"""Copies of environments."""

from __future__ import annotations

from copy import deepcopy
from typing import Self


class DeepCopies:
    """An environment whose `copy.copy` goes on by itself, as its `copy.deepcopy` does: two that share a table would
    play on each other's."""

    def __copy__(self) -> Self:
        return deepcopy(self)
