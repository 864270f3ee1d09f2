"""What the record of Embers may hold, and how a position of it is written."""

from __future__ import annotations

from firstfire.kernel.observations.fields import SEATED, Fields, number, one_of

from ..actions import CHARM

FIELDS: Fields = {
    "pile": number(0, 100),
    "burnt": SEATED,
    "taken": number(0, 100),
    "charms": one_of(CHARM.values),
}
