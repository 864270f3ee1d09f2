"""Options: the rule options of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """A rule option: a name, its values, the first of which is the default.

    `people` is another value to propose wherever people sit down (the server, `firstfire play`): for
    what is theirs by right but would spoil random play, such as giving up. `seats` names the numbers of
    players for which it changes anything; none named: all.
    """

    name: str
    values: tuple[str, ...]
    rule: str = ""  # the rule or ruling it changes
    people: str = ""
    seats: tuple[int, ...] = ()

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.values[0]

    @property
    def proposed(self) -> str:
        """The value that holds at a table of people when they do not choose."""
        return self.people or self.default
