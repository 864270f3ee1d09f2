"""The data of a playtest as three tables, for Polars, as Parquet and as CSV: games, decisions, events.

The columns are described in docs/reference/playtest-data.md; a test holds that page to what is here.
Polars is an extra (`pip install 'firstfire[lab]'`): it is asked for only when tables are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadSetup
from ...kernel.game import Game
from .recording import Number
from .samples import Counts

if TYPE_CHECKING:
    import polars as pl

SCHEMAS = {
    "games": (
        "players", "seed", "plies", "choices", "rounds", "minutes", "ending", "first_seat", "lead_changes",
        "decided_at", "half_leader", "scores", "shares", "choices_by_seat",
    ),
    "decisions": ("players", "seed", "ply", "seat", "phase", "options", "action", "text", "leader"),
    "events": (
        "players", "seed", "ply", "kind", "seat", "a", "b", "c", "d", "a_name", "b_name", "c_name", "d_name",
    ),
}  # fmt: skip


def polars() -> Any:
    """The library, or a sentence on how to get it."""
    try:
        import polars
    except ImportError:
        raise BadSetup("tables need Polars: pip install 'firstfire[lab]' (or leave out --data)") from None
    return polars


def games_table(game: Game, counts: Mapping[str, Counts]) -> pl.DataFrame:
    """One row for each game."""
    pl = polars()
    parts = []
    for players, found in counts.items():
        parts.append(
            pl.DataFrame(
                {
                    "players": [players] * found.games,
                    "seed": found.seeds,
                    "plies": found.column(Number.PLIES),
                    "choices": found.column(Number.CHOICES),
                    "rounds": found.column(Number.ROUNDS),
                    "minutes": found.column(Number.TENTHS) / 600.0,
                    "ending": _named(pl, game.endings, found.column(Number.ENDING)),
                    "first_seat": found.column(Number.FIRST),
                    "lead_changes": found.column(Number.LEAD_CHANGES),
                    "decided_at": found.column(Number.DECIDED) / 1000.0,
                    "half_leader": found.column(Number.HALF_LEADER),
                    "scores": found.by_seat(Number.SCORES).tolist(),
                    "shares": found.shares.tolist(),
                    "choices_by_seat": found.by_seat(Number.CHOSEN).tolist(),
                },
                schema_overrides={
                    "scores": pl.List(pl.Int64), "shares": pl.List(pl.Float64), "choices_by_seat": pl.List(pl.Int64),
                },
            )
        )  # fmt: skip
    return pl.concat(parts)


def decisions_table(game: Game, counts: Mapping[str, Counts]) -> pl.DataFrame:
    """One row for each decision of the games that were kept in detail."""
    pl = polars()
    parts = []
    for players, found in counts.items():
        seed, ply, seat, phase, options, action, leader = found.decisions.T
        texts = {number: game.actions.text(int(number)) for number in np.unique(action)}
        parts.append(
            pl.DataFrame(
                {
                    "players": [players] * len(seed),
                    "seed": seed,
                    "ply": ply,
                    "seat": seat,
                    "phase": _named(pl, game.phases, phase),
                    "options": options,
                    "action": action,
                    "text": pl.Series([texts[number] for number in action], dtype=pl.String),
                    "leader": leader,
                }
            )
        )
    return pl.concat(parts)


def events_table(game: Game, counts: Mapping[str, Counts]) -> pl.DataFrame:
    """One row for each note of the games that were kept in detail."""
    pl = polars()
    kinds = ("", *(kind.name for kind in game.notes.kinds))
    parts = []
    for players, found in counts.items():
        seed, ply, kind, seat, *numbers = found.events.T
        columns: dict[str, Any] = {
            "players": [players] * len(seed),
            "seed": seed,
            "ply": ply,
            "kind": _named(pl, kinds, kind),
            "seat": seat,
            **dict(zip("abcd", numbers, strict=True)),
        }
        for letter, values in zip("abcd", numbers, strict=True):
            columns[f"{letter}_name"] = pl.Series(_names(game, letter, kind, values), dtype=pl.String)
        parts.append(pl.DataFrame(columns))
    return pl.concat(parts)


def _names(game: Game, letter: str, kinds: Any, values: Any) -> list[str | None]:
    """What a number of a note names; None where it is a plain number, or nothing."""
    domains = [None, *(kind.arguments().get(letter) for kind in game.notes.kinds)]
    return [
        domain.values[value] if domain is not None and not domain.numeric and 0 <= value < len(domain.values) else None
        for domain, value in ((domains[kind], int(value)) for kind, value in zip(kinds, values, strict=True))
    ]


def _named(pl: Any, names: tuple[str, ...], numbers: Any) -> Any:
    return pl.Series([names[number] for number in numbers], dtype=pl.String)


def write_tables(game: Game, counts: Mapping[str, Counts], folder: Path) -> list[Path]:
    """The three tables in a folder, as Parquet and as CSV."""
    made = {
        "games": games_table(game, counts),
        "decisions": decisions_table(game, counts),
        "events": events_table(game, counts),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, table in made.items():
        paths += [folder / f"{name}.parquet", folder / f"{name}.csv"]
        table.write_parquet(paths[-2])
        flat(table).write_csv(paths[-1])
    return paths


def flat(table: pl.DataFrame) -> pl.DataFrame:
    """A table without lists, which CSV has none of: a column for each seat (`scores_0`, `scores_1`, …)."""
    pl = polars()
    lists = {name: int(table[name].list.len().max() or 0) for name, kind in table.schema.items() if kind == pl.List}
    columns = []
    for name in table.columns:
        if name not in lists:
            columns.append(pl.col(name))
        columns += [pl.col(name).list.get(seat).alias(f"{name}_{seat}") for seat in range(lists.get(name, 0))]
    return table.select(columns)
