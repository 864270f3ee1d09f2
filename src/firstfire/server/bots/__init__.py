"""Bots and advice: processes that think, and who waits for them.

    requests     what goes to a worker and comes back
    worker       what runs in worker processes: thinking, advice, compiling, looking back
    processes    worker processes that are replaced when they die
    queueing     who waits for one, in turn, and how long
    compiling    the queue of games whose rules are compiled while people already play
    thinking     bots and advisers; the levels of bots
    jobs         the same work as text in Redis, for machines that think for servers
    remote       a server's side of it
    thinker      the other side: `firstfire think`

A process gets the redacted record of its seat, and luck (requests.py), nothing else.
"""
