"""Totem, a card duel for two by Eric González (Runestone Games).

Guard your totems, destroy the rival's: one attack, guard, swap or discard a turn.
Rules by file: `setup`, `turn` (draw, hand limit, the end), `guarding` (Defend, Swap, Discard),
`combat` (Attack), `powers` (Eye, Sum, second attack); `decisions` says what is legal when.
"""

from __future__ import annotations

from pathlib import Path

from firstfire.kernel.game import Credits, Game, Option
from firstfire.kernel.presentation.presenting import Presentation

from .actions import ACTIONS, NOTES, canonical
from .box import Box, fill
from .decisions import apply, legal
from .rules.invariants import INVARIANTS, check
from .rules.knowledge import redact, redeal, resample
from .rules.notation import FIELDS, complete
from .rules.observation import OBSERVED
from .rules.scoring import rank, score
from .rules.setup import SIDE_BY_SIDE, setup
from .scene.book_tables import book_tables
from .scene.choices import tell_choices
from .scene.counters import breakdown, tie_break
from .scene.names import display_text, name_value
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.scene import scene
from .state import Phase, State
from .strategy.habit import habit
from .strategy.prefer import prefer
from .strategy.settings import BOTS
from .strategy.suspicion import suspect
from .strategy.value import value

RULES_VERSION = 1

OPTIONS = (
    Option("faceup_attack", ("at_least", "any"), "TT-K4, R1"),
    Option("shield_attacker", ("discard", "return"), "TT-K8, R8"),
    Option("shield_weak_spends", ("yes", "no"), "TT-P2b, R9"),
    Option("sum_forced", ("yes", "no"), "TT-P4, R13"),
    Option("discard_empty_deck", ("yes", "no"), "TT-A4, R19"),
    Option("unseen_cards", ("no", "yes"), "TT-H8"),
)

GAME = Game(
    presentation=Presentation(
        book_tables=book_tables,
        scene=scene,
        picks=picks,
        breakdown=breakdown,
        tie_break=tie_break,
        name_value=name_value,
        tell_choices=tell_choices,
        why_not=why_not,
        display_text=display_text,
    ),
    name="totem",
    seats=(2,),  # R32
    credits=Credits(designers=("Eric González",), publisher="Runestone Games"),
    picture="totem-eagle-bear-wolf",
    bots=BOTS,
    rules_version=RULES_VERSION,
    folder=Path(__file__).parent,
    state=State,
    box=Box,
    actions=ACTIONS,
    notes=NOTES,
    phases=tuple(phase.name.lower() for phase in Phase),
    endings=("end1", "end2_count", "end2_sum", "end2_draw"),
    max_plies=400,
    fill=fill,
    rules={
        f.__name__: f
        for f in (setup, legal, apply, score, rank, redact, resample, redeal, value, prefer, habit, suspect, check)
    },
    lists_in_order=True,
    alias=canonical,
    side_by_side=SIDE_BY_SIDE,
    options=OPTIONS,
    invariants=INVARIANTS,
    fields=FIELDS,
    observed=OBSERVED,
    complete=complete,
    remembers=("pile", "since"),
)
