"""What things are worth to a sensible lone player, in its own points: numbers found by trying one after the other
(`docs/reference/doggerland-solo.md` tells how often they win)."""

from __future__ import annotations

# One step towards an objective, by Metric: the work it is (in hands), and what it is worth.
LABOUR = (2.7, 1.4, 0.8, 3.5, 1.7, 2.2, 2.6, 2.5, 1.9, 2.6, 1.8, 2.2, 0.55, 2.7, 2.8)
PULL = (7.0, 4.5, 2.0, 6.0, 4.5, 6.0, 12.0, 6.0, 7.0, 9.0, 8.0, 6.0, 3.0, 5.2, 8.0)
# The goods one step takes, in tenths.
STEP_WOOD = (3, 0, 5, 0, 7, 6, 25, 3, 0, 0, 10, 10, 0, 8, 1)
STEP_STONE = (3, 0, 5, 0, 7, 10, 25, 3, 0, 0, 10, 10, 0, 17, 4)
STEP_BONE = (0, 4, 4, 0, 4, 10, 0, 0, 0, 0, 10, 0, 0, 3, 19)
STEP_TOOL = (3, 0, 4, 10, 0, 10, 25, 3, 10, 12, 10, 10, 0, 10, 10)

HANDS_SHARE = 2.0  # the work objectives may still be, for each member and round left
SECOND_ZEAL = 0.4  # zeal for the first objective that is not among the chosen
OTHER_ZEAL = 0.1  # zeal for the others
LATE_ZEAL = 0.2  # more zeal towards the end: so much in the last round
GROUP_SHARE = 0.35  # what each further member of a group divides its gain by
MEMORY_SHARE = 0.5  # what a hunt gets of the worth of painting its animal
BED_WORTH = 0.5  # a bed, for each round left
BIRTH_WORTH = 0.78  # a birth, for each round left
HUNGRY_BIRTH = 0.4  # what is left of it when food is short
FIRST_TRANSPORT = 1.5  # a first level of Transport, for each round left
SECOND_TRANSPORT = 0.29  # a second one
RANGE_WORTH = 0.35  # a level of Range, likewise
TOOLS_WORTH = 0.42  # a level of Tool making, likewise
HUT_WORTH = 0.3  # any hut action beside its objective
SITE_NEW = 0.2  # a Village next to unknown land
SITE_NEAR = 0.6  # ripe land next to the Village
SITE_GAME = 1.5  # an animal within Range
SITE_RIPE = 0.85  # of what ripe land within Range would bring
FOOD_NOW = 4.0  # food that would be missing
FOOD_BEFORE = 1.0  # the same before anybody was sent out
FOOD_NEXT = 1.0  # food for the next round
FOOD_MORE = 0.17  # food beyond
GOOD_DUE = 2.5  # a good that orders under way will cost
GOOD_PLANNED = 1.4  # a good that the chosen objectives will take
LAST_GOODS = 0.6  # what is left of that in the last round
GOOD_SPARE = 0.2  # a good beyond
PRICE_SHARE = 0.3  # of a good spent
LAST_SCARCITY = 2.0  # a Scarcity in the last round
EARLY_SCARCITY = 9.0  # more in the first, less in between
FUR_PRICE = 0.3  # a Fur
TOOL_PRICE = 0.18  # a Tool
LAST_TOOLS = 0.6  # more for the last two
POINT_WORTH = 0.1  # a point, which does not count
FUR_WANTED = 4  # for a cold season
BASE_STOCK = (3, 5, 0, 0, 0, 1, 2)  # wanted whatever the plans, by Good
