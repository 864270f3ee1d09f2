"""What lasts. The log of every table is on the disk before anybody hears of it; everything else is folded from it.

    events      the lines of a table's log
    talk        what people said, beside the log
    schema      the tables of the database; migrations/: how they came to be, oldest first
    database    the store: all that can be read and written, by name
    engine      how the database is opened; writer: the one thread that writes, many requests with one commit
    batch       what one request writes; batch_rows: how that comes into the database; trouble: what can go wrong
    tables, uploads: what is read and forgotten of tables and save files
    leases      which server has which table, where several share the database
    story       a table's life, folded from its events (no I/O)
    persons     who somebody is, beside the tables; results: what finished games leave in it; ratings: how strong one is
    subscriptions   browsers and mailboxes that are told of turns; dues: what they were not told yet
    pass_keys   keys by which somebody signs in, and what these are asked to sign
    reviews     what was found in finished games
    archive     the log of a table whose rules are not kept, as a file

The settings say where it lies; what it forgets in time is decided in `operations`.
"""
