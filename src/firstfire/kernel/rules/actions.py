"""Actions: every choice of a game as a fixed integer and as a text.

    ACTIONS = Actions()
    ATTACK = ACTIONS.add("attack", "attack {card} -> {slot}", card=CARD, slot=SLOT)     # the first number of the block
    PASS = ACTIONS.add("pass", "pass")

Inside a block the last parameter runs fastest: `ATTACK + len(SLOT) * card + slot`.
Texts are unique over the whole game, so `number(text(n)) == n` in any position.
"""

from __future__ import annotations

import difflib
from functools import cached_property
from itertools import product
from operator import index
from string import Formatter

from ...errors import BadNotation, BadSetup, IllegalAction
from ..records.domain import Domain


def whole_number(value: object) -> int | None:
    """A whole number of any kind (NumPy's too) as a plain one; None for anything else, True and False included."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def seed_halves(seed: object) -> tuple[int, int]:
    """The two words of 32 bits of a seed."""
    number = whole_number(seed)
    if number is None:
        raise BadSetup(f"a seed is a whole number, not {seed!r}")
    return number & 0xFFFFFFFF, (number >> 32) & 0xFFFFFFFF


class Block:
    """Actions of one kind: a name, a pattern of text, and parameters."""

    def __init__(self, name: str, pattern: str, **parameters: Domain) -> None:
        used = [field for _, field, _, _ in Formatter().parse(pattern) if field is not None]
        if sorted(used) != sorted(parameters):
            raise ValueError(f"block {name}: the pattern {pattern!r} does not use exactly {sorted(parameters)}")
        self.name = name
        self.pattern = pattern
        self.parameters = parameters
        self.size = 1
        for domain in parameters.values():
            self.size *= len(domain)

    def values(self, offset: int) -> dict[str, int]:
        """The parameters of the offset-th action of this block."""
        found: dict[str, int] = {}
        for name, domain in reversed(self.parameters.items()):
            offset, found[name] = divmod(offset, len(domain))
        return dict(reversed(found.items()))

    def text(self, offset: int) -> str:
        """The notation of the offset-th action of this block."""
        named = {name: self.parameters[name].values[i] for name, i in self.values(offset).items()}
        return self.pattern.format(**named)


class Actions:
    """All actions of a game, in blocks one after the other, as they are declared."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks: tuple[Block, ...] = ()
        self.size = 0
        self._first: dict[str, int] = {}
        self._values: dict[int, tuple[str, dict[str, int]]] = {}
        self._texts: dict[int, str] = {}
        for block in blocks:
            self._append(block)

    def __len__(self) -> int:
        return self.size

    def add(self, name: str, pattern: str, **parameters: Domain) -> int:
        """Declare a block behind those before it; the number of its first action."""
        return self._append(Block(name, pattern, **parameters))

    def _append(self, block: Block) -> int:
        if block.name in self._first:
            raise ValueError(f"two blocks are called {block.name}")
        first = self._first[block.name] = self.size
        self.blocks += (block,)
        self.size += block.size
        self.__dict__.pop("_numbers", None)  # texts that were looked up before
        return first

    def first(self, name: str) -> int:
        """The first number of a block."""
        return self._first[name]

    def find(self, action: int) -> tuple[Block, int]:
        """The block of an action, and its offset there."""
        if type(action) is not int:
            action = self._plain(action)
        if not 0 <= action < self.size:
            raise BadNotation(f"there is no action {action}: actions are numbered 0 to {self.size - 1}")
        for block in reversed(self.blocks):
            if action >= self._first[block.name]:
                return block, action - self._first[block.name]
        raise AssertionError  # pragma: no cover - the first block starts at 0

    def values(self, action: int) -> tuple[str, dict[str, int]]:
        """The block's name and the parameters of an action (kept and shared: scenes ask for the same ones again)."""
        if type(action) is not int:
            action = self._plain(action)
        known = self._values.get(action)
        if known is None:
            block, offset = self.find(action)
            known = self._values[action] = block.name, block.values(offset)
        return known

    def text(self, action: int) -> str:
        """The notation of an action (kept as well)."""
        if type(action) is not int:
            action = self._plain(action)
        known = self._texts.get(action)
        if known is None:
            block, offset = self.find(action)
            known = self._texts[action] = block.text(offset)
        return known

    def _plain(self, action: object) -> int:
        """A whole number of another kind (NumPy's) as a plain one."""
        number = whole_number(action)
        if number is None:
            raise BadNotation(f"there is no action {action!r}: actions are numbered 0 to {self.size - 1}")
        return number

    def unknown(self, given: object) -> IllegalAction:
        """The error for what is no action of this game."""
        return IllegalAction(str(given), f"an action is a whole number from 0 to {self.size - 1}")

    def text_of(self, given: object) -> str:
        """The notation of an action, where the number comes from outside: what is no action raises."""
        action = whole_number(given)
        if action is None or not 0 <= action < self.size:
            raise self.unknown(given)
        return self.text(action)

    def called(self, given: object) -> str:
        """What an error calls an action that somebody gave: its notation, or what was given where that is none."""
        action = whole_number(given)
        return str(given) if action is None or not 0 <= action < self.size else self.text(action)

    def number(self, text: str) -> int:
        """The action with this notation; blanks are forgiven, anything else gets an error."""
        if not isinstance(text, str):
            raise BadNotation(f"an action is written as text, not {text!r}")
        wanted = " ".join(text.split())
        found = self._numbers.get(wanted)
        if found is None:
            near = difflib.get_close_matches(wanted, self._numbers, n=3, cutoff=0.6)
            hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
            raise BadNotation(f"no action is written {text!r}.{hint}")
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for block in self.blocks:
            first = self._first[block.name]
            domains = block.parameters.values()
            for offset, values in enumerate(product(*(domain.values for domain in domains))):
                text = block.pattern.format(**dict(zip(block.parameters, values, strict=True)))
                if text in numbers:
                    raise ValueError(f"two actions are written {text!r}")
                numbers[text] = first + offset
        return numbers
