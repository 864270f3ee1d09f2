"""The shapes of everything that crosses the wire. The OpenAPI document is made from these.

requests           the bodies of REST requests          games     the shelf: games, rulebooks, levels
client_messages    what clients say over the WebSocket  tables    seats, talk, what happened, results
common             what several are made of             persons   me, my history and record
                                                        replays   finished games
lessons            what a learner asks for              lab       playtests
notices            who is told of turns                puzzles   positions with one move to find
pass_keys          signing in on another device
"""

# ruff: noqa: F403
from .client_messages import *
from .common import *
from .games import *
from .lab import *
from .lessons import *
from .notices import *
from .pass_keys import *
from .persons import *
from .puzzles import *
from .replays import *
from .requests import *
from .tables import *
