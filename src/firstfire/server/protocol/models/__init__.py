"""The shapes of everything that crosses the wire; those of answers are here. The OpenAPI document is made from these.

games     the shelf: games, rulebooks, levels     tables     seats, talk, what happened, results
persons   me, my history and record               replays    finished games
lab       playtests                               puzzles    positions with one move to find
notices   who is told of turns                    pass_keys  signing in on another device
common    what several are made of
"""

# ruff: noqa: F403
from ..requests import *
from .common import *
from .games import *
from .lab import *
from .notices import *
from .pass_keys import *
from .persons import *
from .puzzles import *
from .replays import *
from .tables import *
