"""Telling: what the legal choices of a scene mean on the table, from a table of tellers.

    tell_choices = Tellers(ACTIONS, {"paint": tell_paint, "gather": tell_gather})

    def tell_gather(view: State, box: Box, words: Words, tile: int) -> str:
        return _gather(box, words, tile, colour_beside(view, box, tile))

    @memoised
    def _gather(box: Box, words: Words, tile: int, colour: int) -> str: ...

A teller reads the few numbers its sentence depends on from the view, and hands them to a memoised
sentence: choices that say the same as before are not put into words again (see memo.py). Where many
choices of a scene ask for the same, `facts` says what they get instead of the view: a class that is made of view
and box once for all of them, with cached properties.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..rules.actions import Actions
from .memo import frozen
from .words import Words

Teller = Callable[..., "str | None"]  # tells one block: the values of an action → its sentence
Telling = Callable[[int], "str | None"]
Known = tuple[Teller | None, tuple[int, ...], bool]  # who tells an action, its values, whether the names are asked for


class Tellers:
    """`Presentation.tell_choices`, by block: `teller(facts, box, words, *values)` gets the values of an action in the
    order of its block. Tellers of the blocks in `naming` speak of players: they get the names after the words."""

    def __init__(
        self,
        actions: Actions,
        by_block: Mapping[str, Teller],
        *,
        naming: Collection[str] = (),
        facts: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        lost = {*by_block, *naming} - {block.name for block in actions.blocks}
        if lost:
            raise ValueError(f"no block is called {', '.join(sorted(lost))}: tellers are found by block")
        self._actions = actions
        self._by_block = by_block
        self._naming = naming
        self._facts = facts
        self._known: dict[int, Known] = {}  # as many as there are actions

    def __call__(self, view: Any, box: Any, words: Words, names: Sequence[str]) -> Telling:
        """What tells the choices of one scene."""
        box = frozen(box)
        facts = view if self._facts is None else self._facts(view, box)

        def tell(action: int) -> str | None:
            teller, values, by_name = self._known.get(action) or self._find(action)
            if teller is None:
                return None
            return teller(facts, box, words, names, *values) if by_name else teller(facts, box, words, *values)

        return tell

    def _find(self, action: int) -> Known:
        block, values = self._actions.values(action)
        known = self._by_block.get(block), tuple(values.values()), block in self._naming
        self._known[action] = known
        return known
