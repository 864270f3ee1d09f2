"""Bots and advice: processes that think, and who waits for them.

    requests     what goes to a worker and comes back
    thoughts     what is thought: a bot's move, advice, looking back; level_rows: the levels as they are offered
    worker       what runs in worker processes: thoughts, and compiling
    processes    worker processes that are replaced when they die; progress: how far one is with its work
    queueing     who waits for one, in turn, and how long
    compiling    the queue of games whose rules are compiled while people already play
    thinking     bots and advisers; the levels of bots
    jobs         the same work as text, for machines that think for servers; sign: of the code that plays
    remote       a server's side of it
    thinker      the other side: `firstfire think`

A process gets the redacted record of its seat, and luck (requests.py), nothing else.
"""
