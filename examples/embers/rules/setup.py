"""Setting up: the pile and the secret charms."""

from __future__ import annotations

from firstfire.kernel.records.rng import shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import secret_note

from ..actions import CHARMED
from ..box import CHARMS, Box
from ..state import State


@rule
def setup(s: State, box: Box) -> None:
    """EM-5, EM-6: lay out the pile and deal one secret charm to each seat."""
    s.pile = box.embers
    for i in range(CHARMS):
        s.charms[i] = i
    shuffle(s, s.charms, CHARMS)
    for seat in range(s.seats):
        secret_note(s, CHARMED, seat, 0, 0, s.charms[seat])
