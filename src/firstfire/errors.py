"""Every error Firstfire raises on purpose, as one tree.

    FirstfireError
    ├── UnknownGame          no game of that name
    │   └── RulesNotKept     the game, but not by rules of that version
    ├── BadSetup             a table cannot be set up like that (players, seed, options)
    ├── IllegalAction        an action that cannot be played now, or that the game does not have
    ├── BadNotation          a text that names no action
    ├── BadPosition          a position that cannot be, or a file of positions that cannot be read; names every problem
    ├── BadComponents        a components file that cannot be used; names every problem with its line
    ├── BrokenRule           a rule that does not compile, or would misbehave compiled
    ├── NotCompiled          rules that cannot run as machine code here
    │   └── UnfitLibrary     a library of rules that was rejected
    ├── BadNet               a trained net that cannot be read, or does not fit its game
    ├── BadWords             a language file that lacks or mistreats a word
    ├── BadBook              a rulebook that cannot be read; names every problem with its line
    ├── BadTutorial          a tutorial that cannot be played as it is told; names every problem
    ├── NotInBook            a rule or chapter that no rulebook tells
    ├── NothingToUndo        undo or redo with nothing behind or ahead
    ├── NoGpu                there is no NVIDIA GPU here, or it cannot do what is asked
    ├── WorkerDied           a process that played games was killed, or ran out of memory
    └── BadSave              a file that is not a saved game
        ├── SavedByNewer     written by a newer Firstfire or newer rules
        └── SavedByOtherRules    written for other rules or another box

A message says what was wrong, what was expected, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class FirstfireError(Exception):
    """The root of all errors that Firstfire raises on purpose."""

    exit_code = 2  # of a command that ends with it
    word = ""  # the key of its sentence in the words files, where it has one (kernel/presentation/complaints.py)
    details: Mapping[str, object] = {}
    problems: Sequence[str] = ()  # what is listed below the sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, dict(self.__dict__))


def _unpickled(kind: type[FirstfireError], arguments: tuple[Any, ...], content: dict[str, Any]) -> FirstfireError:
    """An error that came from another process."""
    made = kind.__new__(kind, *arguments)
    made.__dict__.update(content)
    return made


class UnknownGame(FirstfireError):
    """No game of that name."""


class RulesNotKept(UnknownGame):
    """There is such a game, but its rules of that version are not kept here."""


class BadSetup(FirstfireError):
    """A table cannot be set up like that. If a game refuses it, `word` is the key of its sentence, and `details` fill
    it."""

    def __init__(self, message: str, *, word: str = "", **details: object) -> None:
        super().__init__(message)
        self.word = word
        self.details = details


class IllegalAction(FirstfireError):
    """The action is not legal in this position, or the game has no such action.

    `reason` says why not in English, `sentence(language)` in any language; `rule` names the rule behind it where
    there is one; `hint` says what could be played.
    """

    def __init__(
        self, action: str, reason: str, *, rule: str = "", hint: str = "", say: Callable[[str], str] | None = None
    ) -> None:
        cited = f" ({rule})" if rule else ""
        said = f"{action!r} is not legal here: {reason.removesuffix('.')}{cited}"
        super().__init__(f"{said}. {hint}" if hint else said)
        self.action = action
        self.reason = reason
        self.rule = rule
        self._say = say

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, self.__dict__ | {"_say": None})  # told in English elsewhere

    def sentence(self, language: str = "en") -> str:
        """Why not, in a language."""
        return self.reason if self._say is None else self._say(language)


class BadNotation(FirstfireError):
    """A text that names no action of this game."""


class _Problems(FirstfireError):
    """An error that lists everything that is wrong, not only the first thing."""

    problems: list[str]

    def __init__(self, what: str, problems: Sequence[str]) -> None:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        super().__init__(f"{what}:{lines}")
        self.problems = list(problems)


class BadPosition(_Problems):
    """A position that cannot be; names every problem."""


class BadComponents(_Problems):
    """A components file that cannot be used; names every mistake with its line."""


class BadWords(_Problems):
    """A language file with missing or wrong words; names every problem."""


class NotCompiled(FirstfireError):
    """Rules that cannot run as machine code here: no library holds them, and there is no compiler."""


class UnfitLibrary(NotCompiled):
    """A rules library was rejected: it is damaged or built for another system."""


class BadNet(FirstfireError):
    """A trained net that cannot be read, or was trained for other rules or another observation."""


class BadBook(_Problems):
    """A rulebook that cannot be read; names every problem."""


class BadTutorial(_Problems):
    """A tutorial that cannot be read or played; names every problem."""


class NoGpu(FirstfireError):
    """There is no NVIDIA GPU here, or its driver or compiler cannot do what is asked."""


class NotInBook(FirstfireError):
    """A rule or chapter that is in no rulebook."""


class BrokenRule(FirstfireError, TypeError):
    """A rule that does not compile, or would go wrong compiled. The message names the rule, its file and the line;
    `problems` are all that were found."""

    problems: list[str]

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(problems[0])
        self.problems = list(problems)


class WorkerDied(FirstfireError):
    """A worker process was killed or ran out of memory."""


class NothingToUndo(FirstfireError):
    """There is nothing to undo or redo."""


class BadSave(FirstfireError):
    """A file that is not a saved game, or a damaged one."""


class SavedByNewer(BadSave):
    """The file was written by a newer Firstfire."""


class SavedByOtherRules(BadSave):
    """The file was written for other rules or other components."""
