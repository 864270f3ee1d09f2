"""The tables of the database.

tables   id, game, set-up, state, and a summary for the lobby
events   table, number → at, kind, data        (the truth)
holders  table, seat, guest                     (an index: whose tables)
chats    table, number → who said what           (the newest; see talk.py)
guests   id → name, language, mark, colour, when last seen
results  guest, table, seat → how a finished game ended for somebody     (histories; see results.py)
ratings  subject (a guest, or a level of bots), game → strength          (see ratings.py)
passes   digest of a secret → whose next device it lets in, until when
ended    digest of a cookie that somebody signed out with → until when it would have been good
pass_keys   id → whose it is, its public part, how often it says it was used     (see pass_keys.py)
challenges  digest → what a pass-key of whose browser is to sign, for what, until when
subscriptions  endpoint → a browser of a guest that is told of turns      (see subscriptions.py)
mailboxes      guest → an e-mail address that is written to
dues     table, seat → when somebody is to be told of a turn, where that was not done yet     (see dues.py)
uploads  save files somebody wants to look at
reviews  table → what was found about the finished game     (see reviews.py)
servers  id → where the others reach it, alive until when, which cookies it reads  (where several share the database)
leases   table → which server has it, and a number that grows whenever it changes hands
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("open", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("tables_in_the_lobby", "listed", "state", "changed"),
    sa.Index("tables_by_change", "state", "changed"),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(40), primary_key=True),
    sa.Index("holders_by_guest", "guest"),
)
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("mark", sa.String(24), nullable=False, server_default=""),
    sa.Column("colour", sa.Integer, nullable=False, server_default="0"),
)
results = sa.Table(
    "results",
    metadata,
    sa.Column("guest", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Index("results_by_time", "guest", "at"),
    sa.Index("results_by_table", "table_id"),
)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("subject", sa.String(48), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
passes = sa.Table(
    "passes",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
ended = sa.Table(
    "ended",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Index("ended_by_time", "until"),
)
pass_keys = sa.Table(
    "pass_keys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Index("pass_keys_by_guest", "guest"),
)
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("what", sa.String(12), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("endpoint", sa.String(1000), primary_key=True),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("subscriptions_by_guest", "guest"),
)
mailboxes = sa.Table(
    "mailboxes",
    metadata,
    sa.Column("guest", sa.String(40), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("told", sa.BigInteger, nullable=False),
)
dues = sa.Table(
    "dues",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by_mail", sa.Boolean, nullable=False),
    sa.Index("dues_by_time", "at"),
)
chats = sa.Table(
    "chats",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("by", sa.String(100), nullable=False),
    sa.Column("request", sa.String(40), nullable=False),
)
uploads = sa.Table(
    "uploads",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("address", sa.String(200), nullable=False),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    sa.Column("reads", sa.Integer, nullable=False, server_default="0"),
)
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("server", sa.String(32), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Index("leases_by_server", "server"),
)
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("found", sa.JSON, nullable=False),
)
