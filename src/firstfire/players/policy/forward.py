"""One look of a net, the same on every machine.

Weights are small whole numbers (int8), activations whole numbers in steps of 1/128, sums 32 bits wide: whatever
order a machine adds them in, the sums are the same. What is left for fractions are single operations on doubles
(times a scale, plus a bias, one square root for each layer), which IEEE 754 fixes to the last bit. So the compiled
pass, the plain one, x86 and ARM agree exactly, and a tie is a tie everywhere.

    row → [rows of the first layer added] → norm → h          h = relu(…)
    h → h + relu(norm(W h))                                    for each further layer
    h → logits of the legal actions, values of the seats

It is written as rules on flat rows: a player calls it for one observation (net.py), a search that looks at
every node it opens has it among its own machine code (tree/net_search.py).
"""

from __future__ import annotations

from math import floor, sqrt
from typing import NamedTuple

from firstfire.kernel.compiling.products import add_times, multiply, products
from firstfire.kernel.records.entry import ManyDoubles, ManyNumbers, ManyShorts, ManyWeights, ManyWords, requires
from firstfire.kernel.rule import generic

from .inputs import FEW, MOST_UNITS, UNIT

FINE = 16384  # layer norm works on steps of 1/16384
STEP = 128  # activations are whole numbers of 1/128
MOST = 8191  # and stay below 64
EPSILON = 1e-5

SIZE, LAYERS, ACTIONS, SEATS, HIDDEN, POLICY, VALUE, TRUSTS = range(8)  # the shape of a net: what stands where
# SIZE: numbers of an observation; HIDDEN, POLICY, VALUE: where these begin in the weights; TRUSTS: it hears `prefer`


class NetRows(NamedTuple):
    """The numbers of a net (flat.py), and the rows it works in."""

    shape: ManyNumbers
    tables: ManyWords
    weights: ManyWeights
    scales: ManyDoubles
    active: ManyShorts  # what the net makes of the observation it looked at last
    sums: ManyWords
    fine: ManyDoubles
    width: int  # of a layer


ROWS = (  # how long they are
    f"shape.size > {TRUSTS}",
    f"tables.size >= 4 * shape[{SIZE}]",
    f"weights.size >= shape[{VALUE}] + shape[{SEATS}] * width",
    f"scales.size >= 4 * shape[{LAYERS}] * width + 3 * shape[{ACTIONS}] + 2 * shape[{SEATS}]",
    "active.size >= width",
    "sums.size >= width",
    "fine.size >= width",
)


@requires(*ROWS, "row.size >= shape[SIZE]")
@generic
def look(row: ManyShorts, net: NetRows) -> None:
    """Look at an observation: `active` then holds what the net makes of it."""
    width = net.width
    for o in range(width):
        net.active[o] = 0
        net.sums[o] = 0
    add_row(row, net)
    norm_layer(0, net)
    for layer in range(1, net.shape[LAYERS]):
        multiply(net.active, net.weights, net.shape[HIDDEN] + (layer - 1) * width * width, width, net.sums)
        norm_layer(layer, net)


@generic
def add_row(row: ManyShorts, net: NetRows) -> None:
    """Add up the rows of the first layer that an observation picks, in steps of 1/UNIT."""
    size = net.shape[SIZE]
    tables = net.tables
    width = net.width
    for i in range(size):
        above = min(row[i], tables[size + i]) - tables[i]
        first = tables[2 * size + i]
        if above > 0 and first >= 0:
            scale = tables[3 * size + i]
            if scale == 0:
                add_times(net.sums, net.weights, (first + above - 1) * width, width, UNIT)
            else:
                if above <= FEW:
                    add_times(net.sums, net.weights, (first + above) * width, width, UNIT)
                times = min((UNIT * above + scale // 2) // scale, MOST_UNITS)
                add_times(net.sums, net.weights, first * width, width, times)


@generic
def norm_layer(layer: int, net: NetRows) -> None:
    """Layer norm of the sums, what is negative left out, added to the activations."""
    width = net.width
    scales = net.scales
    fine = net.fine
    scale = 4 * layer * width
    bias = scale + width
    gain = bias + width
    shift = gain + width
    total = 0
    squares = 0
    for o in range(width):
        step = floor((net.sums[o] * scales[scale + o] + scales[bias + o]) * FINE + 0.5)
        fine[o] = step
        total += step
        squares += step * step
    mean = total / width
    spread = sqrt(squares / width - mean * mean + EPSILON * FINE * FINE)
    for o in range(width):
        normed = (fine[o] - mean) / spread * scales[gain + o] + scales[shift + o]
        net.active[o] = min(net.active[o] + floor(max(normed, 0.0) * STEP + 0.5), MOST)


@generic
def liking_of(action: int, net: NetRows) -> float:
    """How the net likes an action, as it sees the table."""
    shape = net.shape
    head = 4 * shape[LAYERS] * net.width
    total = products(net.active, net.weights, shape[POLICY] + action * net.width, net.width)
    return total * net.scales[head + action] + net.scales[head + shape[ACTIONS] + action]


@generic
def trust_in(action: int, net: NetRows) -> float:
    """How far the net trusts what `prefer` says of an action, for each step of a liking."""
    return net.scales[4 * net.shape[LAYERS] * net.width + 2 * net.shape[ACTIONS] + action]


@generic
def hope_of(place: int, net: NetRows) -> float:
    """What the net expects for a seat (the mover's is 0, then in turn order): 1 first place, -1 last."""
    shape = net.shape
    head = 4 * shape[LAYERS] * net.width + 3 * shape[ACTIONS]
    total = products(net.active, net.weights, shape[VALUE] + place * net.width, net.width)
    return total * net.scales[head + place] + net.scales[head + shape[SEATS] + place]


@requires(*ROWS, "wanted.size >= count", "out.size >= count")
@generic
def likings_of(wanted: ManyNumbers, count: int, out: ManyDoubles, net: NetRows) -> None:
    """How the net likes so many actions."""
    for i in range(count):
        out[i] = liking_of(wanted[i], net)


@requires(*ROWS, "out.size >= shape[SEATS]")
@generic
def hopes_of(out: ManyDoubles, net: NetRows) -> None:
    """What the net expects for every seat."""
    for place in range(net.shape[SEATS]):
        out[place] = hope_of(place, net)
