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


@requires(
    "shape.size > TRUSTS",
    "row.size >= shape[SIZE]",
    "tables.size >= 4 * shape[SIZE]",
    "weights.size >= shape[POLICY]",
    "scales.size >= 4 * shape[LAYERS] * width",
    "active.size >= width",
    "sums.size >= width",
    "fine.size >= width",
)
@generic
def look(
    row: ManyShorts, shape: ManyNumbers, tables: ManyWords, weights: ManyWeights, scales: ManyDoubles,
    active: ManyShorts, sums: ManyWords, fine: ManyDoubles, width: int,
) -> None:  # fmt: skip
    """Look at an observation: `active` then holds what the net makes of it."""
    for o in range(width):
        active[o] = 0
        sums[o] = 0
    add_row(row, shape[SIZE], tables, weights, sums, width)
    norm_layer(0, scales, sums, fine, active, width)
    for layer in range(1, shape[LAYERS]):
        multiply(active, weights, shape[HIDDEN] + (layer - 1) * width * width, width, sums)
        norm_layer(layer, scales, sums, fine, active, width)


@generic
def add_row(row: ManyShorts, size: int, tables: ManyWords, weights: ManyWeights, sums: ManyWords, width: int) -> None:
    """Add up the rows of the first layer that an observation picks, in steps of 1/UNIT."""
    for i in range(size):
        above = min(row[i], tables[size + i]) - tables[i]
        first = tables[2 * size + i]
        if above > 0 and first >= 0:
            scale = tables[3 * size + i]
            if scale == 0:
                add_times(sums, weights, (first + above - 1) * width, width, UNIT)
            else:
                if above <= FEW:
                    add_times(sums, weights, (first + above) * width, width, UNIT)
                times = min((UNIT * above + scale // 2) // scale, MOST_UNITS)
                add_times(sums, weights, first * width, width, times)


@generic
def norm_layer(
    layer: int, scales: ManyDoubles, sums: ManyWords, fine: ManyDoubles, active: ManyShorts, width: int
) -> None:
    """Layer norm of the sums, what is negative left out, added to the activations."""
    scale = 4 * layer * width
    bias = scale + width
    gain = bias + width
    shift = gain + width
    total = 0
    squares = 0
    for o in range(width):
        step = floor((sums[o] * scales[scale + o] + scales[bias + o]) * FINE + 0.5)
        fine[o] = step
        total += step
        squares += step * step
    mean = total / width
    spread = sqrt(squares / width - mean * mean + EPSILON * FINE * FINE)
    for o in range(width):
        normed = (fine[o] - mean) / spread * scales[gain + o] + scales[shift + o]
        if normed > 0.0:
            active[o] = min(active[o] + floor(normed * STEP + 0.5), MOST)


@generic
def liking_of(
    action: int, shape: ManyNumbers, weights: ManyWeights, scales: ManyDoubles, active: ManyShorts, width: int
) -> float:
    """How the net likes an action, as it sees the table."""
    head = 4 * shape[LAYERS] * width
    total = products(active, weights, shape[POLICY] + action * width, width)
    return total * scales[head + action] + scales[head + shape[ACTIONS] + action]


@generic
def trust_in(action: int, shape: ManyNumbers, scales: ManyDoubles, width: int) -> float:
    """How far the net trusts what `prefer` says of an action, for each step of a liking."""
    return scales[4 * shape[LAYERS] * width + 2 * shape[ACTIONS] + action]


@generic
def hope_of(
    place: int, shape: ManyNumbers, weights: ManyWeights, scales: ManyDoubles, active: ManyShorts, width: int
) -> float:
    """What the net expects for a seat (the mover's is 0, then in turn order): 1 first place, -1 last."""
    head = 4 * shape[LAYERS] * width + 3 * shape[ACTIONS]
    total = products(active, weights, shape[VALUE] + place * width, width)
    return total * scales[head + place] + scales[head + shape[SEATS] + place]


@requires(
    "shape.size > TRUSTS",
    "wanted.size >= count",
    "out.size >= count",
    "weights.size >= shape[POLICY] + shape[ACTIONS] * width",
    "scales.size >= 4 * shape[LAYERS] * width + 2 * shape[ACTIONS]",
    "active.size >= width",
)
@generic
def likings_of(
    wanted: ManyNumbers, count: int, shape: ManyNumbers, weights: ManyWeights, scales: ManyDoubles,
    active: ManyShorts, out: ManyDoubles, width: int,
) -> None:  # fmt: skip
    """How the net likes so many actions."""
    for i in range(count):
        out[i] = liking_of(wanted[i], shape, weights, scales, active, width)


@requires(
    "shape.size > TRUSTS",
    "out.size >= shape[SEATS]",
    "weights.size >= shape[VALUE] + shape[SEATS] * width",
    "scales.size >= 4 * shape[LAYERS] * width + 3 * shape[ACTIONS] + 2 * shape[SEATS]",
    "active.size >= width",
)
@generic
def hopes_of(
    shape: ManyNumbers, weights: ManyWeights, scales: ManyDoubles, active: ManyShorts, out: ManyDoubles, width: int
) -> None:
    """What the net expects for every seat."""
    for place in range(shape[SEATS]):
        out[place] = hope_of(place, shape, weights, scales, active, width)
