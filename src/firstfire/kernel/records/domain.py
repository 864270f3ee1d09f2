"""Domains: the named values that parameters of actions and notes range over.

A domain gives each small integer a short fixed name (`S6`, `gather_wood`, `3`), used in
notation, saved scenarios and tests. The words files translate them for people.
"""

from __future__ import annotations

from collections.abc import Iterable


class Domain:
    """A named, ordered list of values. `Domain.numbers("slot", 1, 4)` names them by number."""

    def __init__(self, name: str, values: Iterable[str], *, numeric: bool = False) -> None:
        self.name = name
        self.values = tuple(values)
        self.numeric = numeric
        self._index = {value: i for i, value in enumerate(self.values)}
        if len(self._index) != len(self.values):
            raise ValueError(f"domain {name}: a value stands twice")

    @classmethod
    def numbers(cls, name: str, first: int, last: int) -> Domain:
        """The whole numbers first..last, shown as they are."""
        return cls(name, (str(n) for n in range(first, last + 1)), numeric=True)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Domain({self.name!r}, {len(self.values)} values)"

    def index(self, value: str) -> int:
        """The number behind a name; KeyError if there is none."""
        return self._index[value]

    def __contains__(self, value: object) -> bool:
        return value in self._index


NUMBER = Domain("number", (), numeric=True)  # any whole number, shown as it is
SEAT = Domain("seat", ("0", "1", "2", "3", "4", "5"))  # a chair at the table, shown as its player
