"""What explains a game: hints and their reasons, the analysis of a finished game, luck and skill, puzzles."""

from .analysis import Analysis, Hint, Moment, analyse, explained, hints, hints_for
from .luck import Fortune, Split, tell_luck
from .reasons import tell_reasons

__all__ = [
    "Analysis", "Fortune", "Hint", "Moment", "Split", "analyse", "explained", "hints", "hints_for", "tell_luck",
    "tell_reasons",
]  # fmt: skip
