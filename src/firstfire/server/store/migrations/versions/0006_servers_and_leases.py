"""Several servers on one database: which of them are alive, and which of them has which table."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody has anything yet."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_index("leases_by_server", "leases", ["server"])
