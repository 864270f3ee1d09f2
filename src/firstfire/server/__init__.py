"""The table in the browser: lobby, rooms, storage, bots at the table.

    settings   what a server is told when it starts
    story      a table's life, folded from its stored events (no I/O)
    room       one table's desk: requests in, events and messages out (no I/O); made of
               presence (who looks), seating (who sits), clocks, telling (what viewers get)
    showing    what one seat may see, as JSON sections; logbook, foresight, describing: parts of it
    founding   new tables and rematches
    hall       the rooms that are awake, their tasks, their bots
    store      the log on disk
    door, rest, app    WebSocket, REST, and the application around them

The protocol is described in docs/reference/protocol.md.
"""
