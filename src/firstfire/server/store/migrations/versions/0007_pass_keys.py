"""Pass-keys by which somebody signs in on another device, and the challenges they answer."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nobody has one yet."""
    op.create_table(
        "pass_keys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("pass_keys_by_guest", "pass_keys", ["guest"])
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """People are known by their cookies alone."""
    op.drop_table("challenges")
    op.drop_table("pass_keys")
