"""How random play on a GPU chooses an action: through a mask, or without one where a mask would be long."""

from __future__ import annotations

from typing import Any

from ..compiling.specialise import Workshop, code_shape
from ..game import Game
from ..records.bits import words_for
from ..records.record import Row
from ..records.rng import below
from ..rule import generic
from ..rules.contract import legal
from ..rules.drive import random_action
from ..rules.notes import SILENT
from .cuda_code import numba_cuda
from .random_action import COUNTING, FOUND, PICKING, SO_FAR, WANTED

LONG_MASK = 8  # words: a longer mask costs more than listing twice (Honga's two words: 750 → 1,150 million decisions/s)


@generic
def choose_by_listing(s: Any, box: Any, tally: Row[int], dice: Any) -> int:
    """What `random_action` chooses, without a mask."""
    tally[SO_FAR] = 0
    count_legal(s, box, tally)
    options = tally[SO_FAR]
    if options == 0:
        return -1
    tally[SO_FAR] = 0
    tally[WANTED] = 0 if options == 1 else below(dice, options)
    pick_legal(s, box, tally)
    return tally[FOUND]


# What `choose_by_listing` sees under these names is put there by `Choosing`.
count_legal: Any = None
pick_legal: Any = None


class Choosing:
    """The function `choose(s, box, work, dice)` of a game's kernels; `words` is how long its row to work in is."""

    def __init__(self, game: Game) -> None:
        self.workshop = Workshop("cuda", game.rules, replace=SILENT)
        self._rules = game.rules
        mask = words_for(len(game.actions))
        self.listing = game.lists_in_order and mask > LONG_MASK
        self.words = 3 if self.listing else mask

    def made_of(self) -> str:
        """What it is made of, as a text."""
        if not self.listing:
            return self.workshop.fingerprint(random_action)
        prints = [workshop.fingerprint(legal) for workshop in self._twins()]
        return f"{code_shape(choose_by_listing.__code__)} {self.workshop.fingerprint(below)} {prints}"

    def function(self) -> Any:
        """The compiled function."""
        if not self.listing:
            return self.workshop.twin(random_action)
        choosing = self.workshop.bare_twin(choose_by_listing)
        for name, workshop in zip(("count_legal", "pick_legal"), self._twins(), strict=True):
            choosing.__globals__[name] = workshop.twin(legal)
        return numba_cuda().jit(device=True)(choosing)

    def _twins(self) -> tuple[Workshop, Workshop]:
        return Workshop("cuda", self._rules, replace=COUNTING), Workshop("cuda", self._rules, replace=PICKING)
