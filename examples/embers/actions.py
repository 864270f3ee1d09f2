"""Every action of Embers, by number and by text, and every note it leaves."""

from __future__ import annotations

from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.rules.actions import Actions
from firstfire.kernel.rules.notes import Notes

CHARM = Domain("charm", ("ash", "spark", "flame", "blaze"))
ACTIONS = Actions()
TAKE = ACTIONS.add("take", "take {amount}", amount=Domain.numbers("amount", 1, 3))
NOTES = Notes()
TOOK = NOTES.add("took", a=NUMBER, b=NUMBER)
CHARMED = NOTES.add("charmed", c=CHARM)
