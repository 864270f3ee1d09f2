"""The shapes the database had, oldest first (Alembic)."""

HEAD = "0007"
