"""Who somebody is: a mark and a colour, results, ratings, passes to another device."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Games that are finished already stand in the histories of those who hold their seats."""
    op.add_column("guests", sa.Column("mark", sa.String(24), nullable=False, server_default=""))
    op.add_column("guests", sa.Column("colour", sa.Integer, nullable=False, server_default="0"))
    results = op.create_table(
        "results",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_index("results_by_time", "results", ["guest", "at"])
    op.create_index("results_by_table", "results", ["table_id"])
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(48), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "passes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    held = connection.execute(
        sa.text(
            "select h.guest, h.table_id, h.seat, t.game, t.changed, t.summary from holders h "
            "join tables t on t.id = h.table_id where t.state = 'finished'"
        )
    ).all()
    for guest, table, seat, game, changed, summary in held:
        data = _told(_read(summary), seat)
        if data is not None:
            row = {"guest": guest, "table_id": table, "seat": seat, "game": game, "at": changed, "data": data}
            connection.execute(sa.insert(results).values(**row))


def _told(summary: dict[str, Any], mine: int) -> dict[str, Any] | None:
    """A finished game as its lobby row tells it; None where that is too old to say how it ended."""
    ended = ((summary.get("result") or {}).get("en") or {}).get("seats") or []
    seats = summary.get("seats") or []
    if mine >= len(ended) or len(ended) != len(seats):
        return None
    everybody = [
        {"seat": at, "name": seat["name"], "level": seat["level"], "place": end["rank"], "points": end["points"]}
        for at, (seat, end) in enumerate(zip(seats, ended, strict=True))
    ]
    own = {name: value for name, value in everybody[mine].items() if name != "level"}
    others = [each for each in everybody if each["seat"] != mine]
    return {**own, "left": False, "players": len(seats), "rated": False, "others": others}


def _read(data: Any) -> dict[str, Any]:
    found = json.loads(data) if isinstance(data, str | bytes) else data
    return found if isinstance(found, dict) else {}


def downgrade() -> None:
    """Histories and ratings are lost."""
    for table in ("passes", "ratings", "results"):
        op.drop_table(table)
    op.drop_column("guests", "colour")
    op.drop_column("guests", "mark")
