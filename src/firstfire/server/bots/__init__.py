"""Bots and advice: processes that think, and the queue before them.

requests    what goes to a worker and comes back
worker      what runs in worker processes: thinking, advice, compiling, looking back
queueing    who waits for one, in turn, and how long
thinking    the processes themselves, the queue of rules to compile, and the levels of bots
"""
