"""What is printed on the components of Embers, and how a components file is read."""

from __future__ import annotations

from firstfire.kernel.components_file import ComponentsFile
from firstfire.kernel.records.record import Row, i8, record

CHARMS = 4


@record
class Box:
    """What is printed: the pile, the limit, the worth of each charm."""

    embers: int = i8
    most: int = i8
    worth: Row[int] = i8[CHARMS]


def fill(box: Box, file: ComponentsFile) -> None:
    """Copy the components into the box."""
    pile = file.table("pile")
    box.embers = pile.integer("embers", 1, 100)
    box.most = pile.integer("most", 1, 3)
    for charm in file.tables("charm", CHARMS):
        box.worth[charm.index] = charm.integer("worth", 0, 9)
