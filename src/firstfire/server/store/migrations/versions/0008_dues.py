"""Notices of turns that were not sent yet."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nothing is due."""
    op.create_table(
        "dues",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_mail", sa.Boolean, nullable=False),
    )
    op.create_index("dues_by_time", "dues", ["at"])
