"""Nētā-Tanka: two to four clans of the Frostriver tribe show who is most generous, and best provides.

Phase I: `placing.py`. Phase II: `resolving.py` (the turn), `places.py` (the eighteen actions), `offerings.py`
and `tents.py` (the two that stay open), `links.py` (links, tokens, gift), `cards.py`; all of them change clan
boards through `clan.py`. Phase III: `upkeep.py`.
"""

from __future__ import annotations

from pathlib import Path

from firstfire.kernel.game import Game
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
from .scene.choices import tell_choices
from .scene.counters import breakdown, tie_break
from .scene.looks import seat_colours
from .scene.names import display_text, name_value
from .scene.picks import picks
from .scene.reasons import why_not
from .scene.reference import reference
from .scene.scene import scene
from .state import ENDINGS, PHASES, State
from .strategy.prefer import prefer
from .strategy.settings import BOTS
from .strategy.value import value

RULES_VERSION = 2  # 2: the record says which nomad is the copy

GAME = Game(
    presentation=Presentation(
        scene=scene, picks=picks, breakdown=breakdown, tie_break=tie_break, name_value=name_value,
        tell_choices=tell_choices, why_not=why_not, reference=reference, display_text=display_text, quiet=("exchange",),
        colours=seat_colours, book_tables=book_tables,
    ),
    name="neta_tanka",
    seats=(2, 3, 4),
    picture="tipi-bison-totem-fire",
    bots=BOTS,
    rules_version=RULES_VERSION,
    folder=Path(__file__).parent,
    state=State,
    box=Box,
    actions=ACTIONS,
    notes=NOTES,
    phases=PHASES,
    endings=ENDINGS,
    max_plies=4000,
    fill=fill,
    rules={
        "setup": setup, "legal": legal, "apply": apply, "score": score, "rank": rank, "redact": redact,
        "resample": resample, "redeal": redeal, "value": value, "prefer": prefer, "check": check,
    },





    invariants=INVARIANTS,
    fields=FIELDS,
    observed=OBSERVED,
    complete=complete,
    lists_in_order=True,
)  # fmt: skip
