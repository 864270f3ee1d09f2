"""HTTP and WebSockets around the rooms.

    gate            where connections come in; guard: hosts, origins, sizes, cookies; limits: how fast one may ask
    guests          who somebody is: signed cookies and keys; devices: which of theirs are here, and who has signed out
    site            what all endpoints of one server share (its service container)
    endpoint        reading what is asked, and answering; rest: the endpoints; openapi: their document
    lobby           the tables that anybody may see
    learning        the endpoint of tutorials; puzzles: those of puzzles
    persons         endpoints of who I am: history, another device, forgetting
    pass_keys       endpoints of signing in by pass-keys
    notices         endpoints of how I am told of my turns
    lab             endpoints of the lab: playtests under way and kept
    catalogue       the games on the shelf; bookshelf: their rulebooks
    table_socket    the WebSocket of a table; websocket: the short way between it and the room
    forwarding      where several servers share a database: who asks is led to the one that has the table
    neighbours      what one of these servers asks the others
    metrics         figures for a monitor
    app             the application: routes, pages, what starts and stops with them

What is played and who may do it is none of its business: it asks the rooms.
"""
