"""The protocol: what crosses the wire.

    requests      what clients say, as plain records; shapes: the limits of their fields; reading: checked without
                  Pydantic
    models        the shapes of REST's answers
    messages      the shapes of what the server says over the WebSocket
    refusals      the server's ways to say no: a code for programs, a sentence for people
    clean_text    what people write, on one line and without tricks
    json_text     JSON, by orjson or the standard library
    build         which build of the client this server hands out

Described for people in docs/reference/protocol.md.
"""
