"""Tables that are played now: messages in, events and updates out.

    traffic       what reaches a room, and what leaves it
    room          one table and everybody who looks at it (no I/O); made of presence (who looks), session (one
                  viewer's stream), seating (who sits), clocks (thinking time), updates (what viewers get)
    lessons       tutorials: a table of its own, played again at every request
    new_tables    new tables and rematches; ids: their names and seeds
    outbox        what waits for one viewer's socket
    actor         one room at work: a message at a time, stored before it is told
    commit_group  what several rooms write at the same time, with one commit
    membership    one server among several: it stays alive, has tables by leases, gives them back
    holding       which tables this server has, where it is the only one
    rooms         the rooms that are awake, and the clocks of those that sleep
    priming       what the first table of a game loads, loaded beforehand
    founding      what somebody wishes becomes a table; wishes: the same, checked and not yet stored

Only `actor`, `rooms` and `founding` know of time, disk and processes; the rest is fed by them and tested without.
"""
