"""The protocol: the shapes of everything that crosses the wire, the server's ways to say no, and what people write,
cleaned. Described in docs/reference/protocol.md.
"""
