"""Who is told that it is their turn: browsers and mailboxes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has asked for it yet."""
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(1000), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_guest", "subscriptions", ["guest"])
    op.create_table(
        "mailboxes",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("told", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Nobody is told any more."""
    for table in ("mailboxes", "subscriptions"):
        op.drop_table(table)
