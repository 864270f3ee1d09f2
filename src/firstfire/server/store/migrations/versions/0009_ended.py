"""Cookies that somebody has signed out with."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has."""
    op.create_table(
        "ended",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
