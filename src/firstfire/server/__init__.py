"""The table in the browser. Arrows point down only (import-linter holds it, pyproject.toml):

    commands      `firstfire serve` and what else one can ask a server from outside; typescript: the client's types
    web/          HTTP and WebSockets: the application, REST, the gate, guests and limits
    operations/   for whoever runs it: health, logs, memory, what is kept, backups
    notices/      telling people of their turn while no page of theirs is open
    rooms/        tables that are played now: who sits, who looks, clocks, updates
    views/        what one viewer may see and read; looking back
    store/        the log on disk and the story it tells      bots/   processes that think
    protocol/     what crosses the wire, refusals
    settings      what a server is told when it starts

Beside them `words/` (the server's own sentences) and `static/` (the client, built by `make web`). How a message goes
through these rooms: docs/explanation/server.md; the protocol: docs/reference/protocol.md.
"""
