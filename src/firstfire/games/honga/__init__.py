"""Honga, by Günter Burkhardt, for two to five players.

Lay a round disc, use the hands that point at the fields, and never forget the tiger.
Rules by file: `setup`, `turn` (a turn and a round), `tiger` (HONGA), `fields` (using hands),
`paying` (what food, water and mammoths to give), `herd` (mammoths and tusk), `points` (points and
the mountain), `bonus_cards`, `piles` (drawing and reshuffling); `decisions` says what is legal when.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from firstfire.errors import BadSetup
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
from .rules.setup import setup
from .scene.book_tables import book_tables
from .scene.chains import chains
from .scene.choices import tell_choices
from .scene.counters import breakdown, tie_break
from .scene.looks import seat_colours
from .scene.names import name_value
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.scene import scene
from .scene.takes import default_choice, takes
from .state import SEATS, Ending, Phase, State
from .strategy.prefer import prefer
from .strategy.settings import BOTS
from .strategy.value import value

RULES_VERSION = 2  # 2: the record remembers a reshuffle inside HO-B5
OPTIONS = (Option("start", ("random", *(str(seat) for seat in range(1, SEATS + 1))), "HO-P0"),)


def settle(seats: int, options: Mapping[str, str]) -> None:
    """The start player must sit at the table."""
    start = options.get("start", "random")
    if start.isdigit() and int(start) > seats:
        message = f"player {start} cannot start a game of {seats}; choose random or 1 to {seats}"
        raise BadSetup(message, word="refusal.start", start=start, seats=seats)


GAME = Game(
    presentation=Presentation(
        book_tables=book_tables,
        scene=scene,
        picks=picks,
        takes=takes,
        default_choice=default_choice,
        chains=chains,
        breakdown=breakdown,
        tie_break=tie_break,
        name_value=name_value,
        tell_choices=tell_choices,
        why_not=why_not,
        colours=seat_colours,
    ),
    name="honga",
    seats=tuple(range(2, SEATS + 1)),
    credits=Credits(designers=("Günter Burkhardt",), artists=("Stephanie Böhm",)),
    picture="mammoth-tiger-mountain-berry",
    bots=BOTS,
    rules_version=RULES_VERSION,
    folder=Path(__file__).parent,
    state=State,
    box=Box,
    actions=ACTIONS,
    notes=NOTES,
    phases=tuple(phase.name.lower() for phase in Phase),
    endings=tuple(ending.name.lower() for ending in Ending),
    max_plies=50_000,
    fill=fill,
    rules={f.__name__: f for f in (setup, legal, apply, score, rank, redact, resample, redeal, value, prefer, check)},
    options=OPTIONS,
    invariants=INVARIANTS,
    fields=FIELDS,
    observed=OBSERVED,
    complete=complete,
    settle=settle,
    lists_in_order=True,
)
