"""Embers: the smallest complete Firstfire game, to copy from.

A pile of embers. On your turn take one to three; who takes the last one scores nothing.
Everybody else scores what they took plus a secret charm. It has the shape of every game:

    components.toml  box.py  state.py  actions.py  decisions.py     what there is, and what is asked when
    rules/           set-up, scoring, what a seat may know, what always holds, how positions are written
    scene/           what people see and read
    strategy/        what bots think of it
    words/  book/    sentences and rulebook, by language
"""

from __future__ import annotations

from pathlib import Path

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.presenting import Presentation

from .actions import ACTIONS, NOTES
from .box import Box, fill
from .decisions import apply, legal
from .rules.invariants import INVARIANTS, check
from .rules.knowledge import redact, resample
from .rules.notation import FIELDS
from .rules.observation import OBSERVED
from .rules.scoring import rank, score
from .rules.setup import setup
from .scene.names import name_value, reference
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.scene import scene
from .state import State
from .strategy.prefer import prefer
from .strategy.value import value

GAME = Game(
    presentation=Presentation(
        scene=scene, picks=picks, name_value=name_value, why_not=why_not, reference=reference,
    ),
    name="embers", seats=(2, 3, 4), rules_version=1, folder=Path(__file__).parent, state=State, box=Box,
    actions=ACTIONS, notes=NOTES, phases=("taking",), endings=("burnt",), max_plies=100, fill=fill,
    rules={f.__name__: f for f in (setup, legal, apply, score, rank, redact, resample, value, prefer, check)},
    invariants=INVARIANTS, fields=FIELDS, observed=OBSERVED,
)  # fmt: skip
