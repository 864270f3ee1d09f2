"""Every action of Embers, by number and by text, and every note it leaves."""

from __future__ import annotations

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.notes import NoteKind, Notes

CHARM = Domain("charm", ("ash", "spark", "flame", "blaze"))
ACTIONS = Actions(Block("take", "take {amount}", amount=Domain.numbers("amount", 1, 3)))
NOTES = Notes(NoteKind("took", a=NUMBER, b=NUMBER), NoteKind("charmed", c=CHARM))
(TAKE,) = ACTIONS.firsts("take")
TOOK, CHARMED = NOTES.numbers("took", "charmed")
