"""The log of a table whose rules are not kept, as a file: for whoever has those rules somewhere else.

Of a finished game it is all there. Of a game in the middle nobody gets what would tell a secret (the seed,
the actions): should its rules come back, it goes on.
"""

from __future__ import annotations

from typing import Any

from .database import Store
from .story import Story

FORMAT = "firstfire-log"


def log_file(story: Story, store: Store) -> dict[str, Any]:
    """What a log file holds: how the table was set up, who played, and the actions that stand, as numbers."""
    setup = story.setup
    stored = store.table(story.id)
    _, events = stored if stored is not None else (None, [])
    finished = story.archive is not None and story.archive.state == "finished"
    begun = next((event.data for event in events if event.kind == "begin"), setup.rules or {})
    standing = {*story.serials}
    actions = [event for event in events if event.number in standing]
    return {
        "format": FORMAT, "version": 1, "game": setup.game, "rules_version": begun.get("rules_version"),
        "box": begun.get("box"), "components": story.components, "players": setup.players, "options": setup.options,
        "names": story.names,
        "created": setup.created, "finished": finished, "result": (story.archive and story.archive.result) or None,
        "seed": setup.seed if finished else None,
        "actions": [
            {"at": event.at, "seat": event.data["seat"], "action": event.data["action"] if finished else None}
            for event in actions
        ],
    }  # fmt: skip
