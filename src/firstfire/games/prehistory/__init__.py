"""Prehistory: five years of a Stone-Age tribe, for two to four players."""

from __future__ import annotations

from pathlib import Path

from firstfire.kernel.game import Credits, Game, Option
from firstfire.kernel.presentation.presenting import Presentation

from .actions import ACTIONS, NOTES
from .box import Box, fill
from .decisions import apply, legal
from .rules.invariants import INVARIANTS, check
from .rules.knowledge import redact, redeal, resample
from .rules.notation import FIELDS, complete
from .rules.observation import OBSERVED
from .rules.scoring import rank, score
from .rules.setup import SIDE_BY_SIDE, setup
from .scene.book_tables import book_tables
from .scene.chains import chains, passing
from .scene.choices import tell_choices
from .scene.counters import breakdown, tie_break
from .scene.names import name_value
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.scene import scene, seat_colours
from .scene.takes import default_choice, takes
from .state import PHASES, State
from .strategy.prefer import idle, prefer
from .strategy.settings import BOTS
from .strategy.value import value

GAME = Game(
    presentation=Presentation(
        book_tables=book_tables,
        scene=scene,
        picks=picks,
        takes=takes,
        default_choice=default_choice,
        chains=chains,
        passing=passing,
        breakdown=breakdown,
        tie_break=tie_break,
        name_value=name_value,
        tell_choices=tell_choices,
        why_not=why_not,
        colours=seat_colours,
    ),
    name="prehistory",
    seats=(2, 3, 4),
    rules_version=2,
    folder=Path(__file__).parent,
    state=State,
    box=Box,
    actions=ACTIONS,
    notes=NOTES,
    phases=PHASES,
    endings=("five_years",),
    max_plies=100_000,
    fill=fill,
    rules={
        f.__name__: f for f in (setup, legal, apply, score, rank, redact, resample, redeal, value, prefer, idle, check)
    },
    side_by_side=SIDE_BY_SIDE,
    options=(Option("ceremony_cards", ("face_down", "open"), rule="R50"),),
    invariants=INVARIANTS,
    fields=FIELDS,
    observed=OBSERVED,
    complete=complete,
    credits=Credits(designers=("Attila Szőgyi",)),
    picture="hunter-bison-painting-salmon-hut",
    bots=BOTS,
)
