"""How the tree lies in memory: two rows of numbers, a fixed stretch for each node.

A node stands for the actions played since the root, not for one state: in every simulation
another deal of the hidden cards and other chance lie under it. Node 0 is no node.
"""

from __future__ import annotations

NODES = 1 << 17  # the bound: 131,071 nodes, 24 MiB for a tree
SEATS = 7  # no game has more

# A node's whole numbers in `tree`
STRIDE = 8
ACTION = 0  # the action that leads here
PARENT = 1
CHILD = 2  # the first child, 0: not opened yet
NEXT = 3  # the next sibling, 0: none
VISITS = 4
AVAILABLE = 5  # how often the action was legal when the parent chose
MARK = 6  # the last simulation in which it was legal

# A node's fractions in `worth`
WIDE = 16
WEIGHT = 0  # the share of attention that the game's `prefer` asks for
REWARD = 1  # sums for each seat: what the search maximises
WIN = 8  # sums for each seat: the share of the victory alone

# The whole numbers of a search, in a row of 16
SEAT = 0  # whose knowledge counts
SIMULATIONS = 1
ROOT = 2
USED = 3  # nodes used so far
DEPTH = 4  # decisions of a rollout before `value` judges
CANDIDATES = 5  # how many random actions a rollout compares by `prefer`
ONLY = 6  # the one action looked at in the root, -1: all
CLOCK = 7  # simulations made in this tree
LIMIT = 8  # nodes that may be used
PATIENCE = 9  # visits before a node gets children
LOOKING = 13  # 1: idle actions of the root are looked at too, for whoever asks about them
SUSPICION = 12  # how often each deal is made likelier by what the game suspects of rivals
RIVALS = 11  # how many of a hundred decisions of rivals in the tree follow their habits
TAIL = 10  # decisions a rollout may go on to finish the mover's turn

# The fractions of a search, in a row of 16
CURIOSITY = 0  # how much exploring counts
SHARPNESS = 1  # how much `prefer` counts: weight = exp(sharpness * prefer)
MARGIN = 2  # the share of the reward that goes by the points, not by the victory
STAKE = 4  # the least span of rewards that exploring counts by
DOUBT = 3  # how much worse than its parent an untried action is taken to be

# What rewards were met, in a row of 16: the mean of the worst and of the best well-visited node, by seat
LOWEST = 0
HIGHEST = 8
WELL_VISITED = 8  # visits
