"""The protocol: what crosses the wire.

    models        the shapes of everything that clients say, and of REST's answers
    messages      the shapes of what the server says over the WebSocket
    refusals      the server's ways to say no: a code for programs, a sentence for people
    clean_text    what people write, on one line and without tricks
    build         which build of the client this server hands out

Described for people in docs/reference/protocol.md.
"""
