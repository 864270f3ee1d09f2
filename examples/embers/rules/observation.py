"""How the record of Embers is observed by programs that learn."""

from __future__ import annotations

from firstfire.kernel.observations.observing import Observed

OBSERVED = Observed(version=1, by_seat=("taken", "charms"), hidden=("charms",), typical={"pile": 25, "taken": 25})
