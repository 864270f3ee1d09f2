"""Choices of Doggerland that are made together: a whole load, which the rules ask for good by good."""

from __future__ import annotations

from collections.abc import Iterator

from firstfire.kernel.presentation.scene import Chain
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import CARRY, CARRY_GOODS, CARRY_KINDS
from ..box import GOOD_NAMES, Box
from ..state import Phase, State
from .names import goods_text


def chains(view: State, box: Box, words: Words) -> list[Chain]:
    """DG-D3: every load that can be carried home; the largest share of the first good lies there already."""
    if view.phase != Phase.CARRY:
        return []
    found = as_tuple(view.load)
    asked = [kind for kind in range(CARRY_KINDS) if found[CARRY_GOODS[kind]]]
    loads = _loads(found, asked, view.room)
    return [_chain(words, load, actions, is_first=not number) for number, (load, actions) in enumerate(loads)]


def _loads(left: tuple[int, ...], kinds: list[int], room: int) -> Iterator[tuple[list[int], list[int]]]:
    """How much of each good is carried, as much as possible in all, when these kinds are still to be decided and so
    much is left of everything; and the actions that say so. Nobody is asked where there is one answer."""
    if not kinds:
        load = []
        for amount in left:
            load.append(min(amount, room))
            room -= load[-1]
        yield load, []
        return
    good = CARRY_GOODS[kinds[0]]
    rest = (*left[:good], 0, *left[good + 1 :])
    most = min(left[good], room)
    least = min(most, max(0, room - sum(rest)))
    for amount in range(most, least - 1, -1):
        answer = [CARRY + CARRY_KINDS * amount + kinds[0]] if least < most else []
        for load, actions in _loads(rest, kinds[1:], room - amount):
            yield [*load[:good], amount, *load[good + 1 :]], answer + actions


def _chain(words: Words, load: list[int], actions: list[int], *, is_first: bool) -> Chain:
    take = tuple((f"load-{GOOD_NAMES[good]}", amount) for good, amount in enumerate(load) if amount)
    sentence = words.say("action.carry", load=goods_text(words, load))
    return Chain(sentence, tuple(actions), take=take, default=is_first)
