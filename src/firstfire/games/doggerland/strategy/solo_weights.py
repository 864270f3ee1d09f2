"""What things are worth to a sensible lone player, in its own points: numbers found by evolution, by winning more solo
games (docs/figures/strength.toml says how often they win)."""

from __future__ import annotations

# One step towards an objective, by Metric: the work it is (in hands), and what it is worth.
LABOUR = (1.3, 1.1, 1.1, 3.3, 1.1, 2.1, 3.7, 6.8, 0.98, 3.0, 1.5, 2.5, 0.4, 2.7, 4.4)
PULL = (5.5, 4.8, 1.9, 24.0, 3.3, 9.7, 3.0, 9.0, 5.5, 4.5, 3.6, 6.8, 3.4, 6.8, 2.5)
# The goods one step takes, in tenths.
STEP_WOOD = (2.1, 0.0, 4.8, 0.0, 6.9, 3.0, 31.0, 3.5, 0.0, 0.0, 8.6, 12.0, 0.0, 4.6, 0.48)
STEP_STONE = (2.4, 0.0, 3.1, 0.0, 10.0, 6.3, 26.0, 3.5, 0.0, 0.0, 11.0, 16.0, 0.0, 28.0, 3.6)
STEP_BONE = (0.0, 3.2, 3.1, 0.0, 5.7, 3.1, 0.0, 0.0, 0.0, 0.0, 9.3, 0.0, 0.0, 2.3, 62.0)
STEP_TOOL = (4.0, 0.0, 6.4, 9.9, 0.0, 7.1, 28.0, 3.4, 7.3, 24.0, 12.0, 9.8, 0.0, 22.0, 12.0)

HANDS_SHARE = 5.2  # the work objectives may still be, for each member and round left
SECOND_ZEAL = 0.27  # zeal for the first objective that is not among the chosen
OTHER_ZEAL = 0.084  # zeal for the others
LATE_ZEAL = 1.1  # more zeal towards the end: so much in the last round
GROUP_SHARE = 0.46  # what each further member of a group divides its gain by
MEMORY_SHARE = 0.39  # what a hunt gets of the worth of painting its animal
BED_WORTH = 1.1  # a bed, for each round left
BIRTH_WORTH = 0.51  # a birth, for each round left
HUNGRY_BIRTH = 0.39  # what is left of it when food is short
FIRST_TRANSPORT = 2.2  # a first level of Transport, for each round left
SECOND_TRANSPORT = 0.21  # a second one
RANGE_WORTH = 0.67  # a level of Range, likewise
TOOLS_WORTH = 0.25  # a level of Tool making, likewise
HUT_WORTH = 0.44  # any hut action beside its objective
SITE_NEW = 0.61  # a Village next to unknown land
SITE_NEAR = 0.7  # ripe land next to the Village
SITE_GAME = 2.5  # an animal within Range
SITE_RIPE = 0.55  # of what ripe land within Range would bring
FOOD_NOW = 3.0  # food that would be missing
FOOD_BEFORE = 1.7  # the same before anybody was sent out
FOOD_NEXT = 1.3  # food for the next round
FOOD_MORE = 0.24  # food beyond
GOOD_DUE = 4.8  # a good that orders under way will cost
GOOD_PLANNED = 2.4  # a good that the chosen objectives will take
LAST_GOODS = 1.3  # what is left of that in the last round
GOOD_SPARE = 0.31  # a good beyond
PRICE_SHARE = 0.28  # of a good spent
LAST_SCARCITY = 2.0  # a Scarcity in the last round
EARLY_SCARCITY = 15.0  # more in the first, less in between
FUR_PRICE = 0.22  # a Fur
TOOL_PRICE = 0.36  # a Tool
LAST_TOOLS = 1.4  # more for the last two
POINT_WORTH = 0.11  # a point, which does not count
FUR_WANTED = 4  # for a cold season
BASE_STOCK = (2.2, 7.2, 0.0, 0.0, 0.0, 0.83, 2.5)  # wanted whatever the plans, by Good
