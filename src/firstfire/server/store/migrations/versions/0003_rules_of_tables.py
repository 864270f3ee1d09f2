"""A table's set-up says by which rules it is played, so that lists of tables need not read logs."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """What a log says when the game begins is said in the set-up, too."""
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id"), sa.column("setup", sa.JSON))
    begun = connection.execute(sa.text("select table_id, data from events where kind = 'begin'")).all()
    for table, data in begun:
        setup = connection.execute(sa.select(tables.c.setup).where(tables.c.id == table)).scalar_one()
        rules = _read(data)
        if isinstance(setup, dict) and "rules" not in setup and "rules_version" in rules:
            rules = {"rules_version": rules["rules_version"], "box": rules["box"]}
            changed = sa.update(tables).where(tables.c.id == table).values(setup={**setup, "rules": rules})
            connection.execute(changed)


def _read(data: Any) -> dict[str, Any]:
    found = json.loads(data) if isinstance(data, str | bytes) else data
    return found if isinstance(found, dict) else {}


def downgrade() -> None:
    """Older servers do not know the word."""
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id"), sa.column("setup", sa.JSON))
    for table, setup in connection.execute(sa.select(tables.c.id, tables.c.setup)).all():
        if isinstance(setup, dict) and "rules" in setup:
            kept = {name: value for name, value in setup.items() if name != "rules"}
            connection.execute(sa.update(tables).where(tables.c.id == table).values(setup=kept))
