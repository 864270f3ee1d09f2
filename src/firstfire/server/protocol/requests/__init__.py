"""What clients say: plain records with the limits of their fields, which need no library.

bodies             the bodies of REST requests          lessons     what a learner asks for
client_messages    what is said over the WebSocket      notices     who is told of turns
common             what several are made of             pass_keys   signing in on another device
"""

# ruff: noqa: F403
from .bodies import *
from .client_messages import *
from .common import *
from .lessons import *
from .notices import *
from .pass_keys import *
