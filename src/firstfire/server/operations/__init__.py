"""For whoever runs the server.

    health     can the disk take more, does the database write, do the workers answer
    logs       words for people, or lines of JSON for machines
    memory     what is not needed goes back to the system
    keeping    what is forgotten in time
    upkeep     one server for each database; damage, backups, restoring
    playtests  what people let programs play in the lab
    shared     what several servers tell each other through Redis
    reports    what people want whoever runs the server to look at

How to run one: docs/how-to/host.md.
"""
