"""The shapes the database had, oldest first (Alembic).

Servers of two versions stand side by side while a fleet is upgraded: the first new one brings the database to its
shape, old ones go on with it, and may be started again. So a shape only adds (tables, columns with a default, indexes).
One with which older servers must not go on has another first digit (1001 after 0042): those refuse to start.
"""

HEAD = "0011"
