"""Talk beside the log; when guests were last seen; tables by their last change."""

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
KEPT = 500


def upgrade() -> None:
    """What was said as events becomes lines of its own (the events stay: the log has no gaps)."""
    chats = op.create_table(
        "chats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("by", sa.String(100), nullable=False),
        sa.Column("request", sa.String(40), nullable=False),
    )
    op.create_index("tables_by_change", "tables", ["state", "changed"])
    now = int(time.time() * 1000)
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=False, server_default=str(now)))
    connection = op.get_bind()
    said = connection.execute(
        sa.text("select table_id, at, data from events where kind = 'chat' order by table_id, number")
    )
    lines: dict[str, list[dict[str, Any]]] = {}
    for table, at, data in said:
        read = json.loads(data) if isinstance(data, str | bytes) else data
        of_table = lines.setdefault(table, [])
        of_table.append({
            "table_id": table, "number": len(of_table) + 1, "at": at, "seat": read["seat"], "name": read["name"][:24],
            "text": read["text"][:500], "by": read.get("by", ""), "request": read.get("id", ""),
        })  # fmt: skip
    for of_table in lines.values():
        connection.execute(sa.insert(chats), of_table[-KEPT:])


def downgrade() -> None:
    """Talk since then is lost."""
    op.drop_column("guests", "seen")
    op.drop_index("tables_by_change", "tables")
    op.drop_table("chats")
