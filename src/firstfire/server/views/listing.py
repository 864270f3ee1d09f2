"""Tables in a list: what is stored of each, in words."""

from __future__ import annotations

from typing import Any

from ..bots.level_rows import DEFAULT_LEVEL
from ..store.batch import TableRow
from ..store.story import are_kept
from .descriptions import level_label, seat_colours, title_of


def localised(row: TableRow, who: str, language: str, mine: list[int]) -> dict[str, Any]:
    """A table of the lobby for one guest."""
    older = {
        "spectators": True,
        "rules": row.setup["game"],
        "turn": None,
        "ended": row.changed,
        "winners": [],
        "own_components": False,
    }
    table = {**older, **row.summary}  # older rows do not say
    won = (table.pop("result", None) or {}).get("en", {}).get("winners", table["winners"])
    for own in ("events", "aside"):
        table.pop(own, None)
    table["winners"], table["ended"] = won, table["ended"] if row.state == "finished" else None
    table["title"] = title_of(table["game"], language)
    table["colours"] = seat_colours(table["game"])
    playable = row.state == "closed" or are_kept(table["game"], row.setup.get("rules"))
    table["state"] = row.state if playable else "archived"
    table["seats"] = [
        {
            "mark": "",
            "colour": 0,
            **seat,
            "level_label": level_label(seat["level"], language),
            "you": seat["seat"] in mine,
        }
        for seat in table["seats"]
    ]
    table.setdefault("standin", DEFAULT_LEVEL)
    table.setdefault("chat", "everybody")
    table.setdefault("returns", True)
    table["standin_label"] = level_label(table["standin"], language)
    return {**table, "mine": mine, "host": row.setup["host"] == who}
