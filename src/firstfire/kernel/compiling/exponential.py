"""The exponential function from sums and products alone.

Libraries of mathematics differ in the last bit from one machine to the next; single operations on doubles do not
(IEEE 754). So whoever weighs choices with this weighs them alike everywhere, in plain Python and compiled.
"""

from __future__ import annotations

from math import floor

from ..rule import rule

MOST = 700.0  # what lies beyond is taken for this; below -700 the result is 0
PER_LN2 = 1.4426950408889634  # 1 / ln 2
LN2, LN2_REST = 0.6931471803691238, 1.9082149292705877e-10  # ln 2: the first has few enough bits for exact products
SERIES = (1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040, 1 / 720,
          1 / 120, 1 / 24, 1 / 6, 1 / 2, 1.0, 1.0)  # fmt: skip


@rule
def exp(x: float) -> float:
    """e to the power of x."""
    if x < -MOST:
        return 0.0
    x = min(x, MOST)
    whole = floor(x * PER_LN2 + 0.5)
    rest = (x - whole * LN2) - whole * LN2_REST
    total = 0.0
    for i in range(len(SERIES)):
        total = total * rest + SERIES[i]
    factor = 0.5 if whole < 0 else 2.0
    left = abs(whole)
    while left > 0:
        if left & 1:
            total *= factor
        factor *= factor
        left >>= 1
    return total
