"""What lasts: the log of every table in the database, and the story it tells.

events      the lines of a table's log
talk        what people said, beside the log
database    events committed (and on the disk) before anybody hears of them; migrations: its shapes, oldest first
story       a table's life, folded from its events (no I/O)
archive     the log of a table whose rules are not kept, as a file
"""
