"""What kinds of cookies servers read; who has signed out lately is found by time."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Those that are there already have not said it."""
    op.add_column("servers", sa.Column("reads", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ended_by_time", "ended", ["until"])
