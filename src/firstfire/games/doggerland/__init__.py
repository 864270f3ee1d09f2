"""Doggerland: clans of hunters and gatherers on a land that is finite (1 to 4 players).

Rules by phase: `setup`, `programming` (phase 1), `animals` (phases 2 and 4), `resolution` and
`hut` (phase 3), `rounds` (the course of a round, phase 5), `solo` and `rivals` (the solo game).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firstfire.errors import BadSetup
from firstfire.kernel.game import Credits, Game, Option
from firstfire.kernel.presentation.presenting import Presentation

from .actions import ACTIONS, NOTES
from .box import Box, fill
from .decisions import apply, legal, setup
from .rules.invariants import INVARIANTS, check
from .rules.knowledge import redact, redeal, resample
from .rules.notation import FIELDS, complete
from .rules.observation import OBSERVED
from .rules.scoring import rank, score
from .scene.book_tables import book_tables
from .scene.chains import chains
from .scene.choices import tell_choices
from .scene.counters import breakdown, tie_break
from .scene.names import display_text, name_value
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.scene import scene
from .scene.takes import default_choice, takes
from .state import Ending, Phase, State
from .strategy.prefer import idle, prefer
from .strategy.settings import BOTS
from .strategy.value import value

LENGTH = Option("length", ("full", "short"), rule="DG-V1")
DIFFICULTY = Option("difficulty", ("easy", "normal", "hard"), rule="DG-S1")
OPENING = Option("opening", ("drawn", "chosen"), rule="DP11")
JOURNEY = Option("journey", ("resolving", "programming"), rule="DG-V3")
# Always there for people (DG-S5). Off for play by chance: one choice in thirty would end a random game, so that
# benchmarks, checked games, rollouts and environments would never see its later rounds.
GIVING_UP = Option("giving_up", ("no", "yes"), rule="DG-S5, DP10", people="yes", seats=(1,))


def settle(seats: int, options: Mapping[str, str]) -> None:
    """Refuse what cannot be: a short solo game; a difficulty at a table of several (giving up is idle there)."""
    if seats == 1 and options.get("length", "full") != "full":
        message = "a solo game of doggerland always has eight rounds: length cannot be 'short' (DG-V1)"
        raise BadSetup(message, word="refusal.short_solo")
    if seats > 1 and options.get("difficulty", "easy") != "easy":
        message = "difficulty is for solo games of doggerland: leave it out with two or more players (DG-S1)"
        raise BadSetup(message, word="refusal.difficulty")


GAME = Game(
    presentation=Presentation(
        book_tables=book_tables,
        scene=scene, picks=picks, takes=takes, default_choice=default_choice, chains=chains,
        breakdown=breakdown, tie_break=tie_break, name_value=name_value, tell_choices=tell_choices,
        why_not=why_not, display_text=display_text,
    ),
    name="doggerland", seats=(1, 2, 3, 4), rules_version=1, folder=Path(__file__).parent, state=State, box=Box,
    actions=ACTIONS, notes=NOTES, phases=tuple(phase.name.lower() for phase in Phase),
    endings=tuple(ending.name.lower() for ending in Ending), max_plies=10_000, fill=fill,
    options=(LENGTH, DIFFICULTY, OPENING, JOURNEY, GIVING_UP),
    rules={
        f.__name__: f for f in (setup, legal, apply, score, rank, redact, resample, redeal, value, prefer, idle, check)
    },
    invariants=INVARIANTS, fields=FIELDS, observed=OBSERVED, complete=complete, settle=settle,
    credits=Credits(
        designers=("Laurent Guilbert", "Jérôme D. Snowrchoff"),
        artists=("Emmanuel Roudier", "Yvan Villeneuve"),
        publisher="Super Meeple",
    ),
    picture="deer-boat-mammoth-sea-horse", bots=BOTS,
)  # fmt: skip
