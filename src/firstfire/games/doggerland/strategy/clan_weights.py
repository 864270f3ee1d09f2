"""What things are worth to a sensible player among several clans, in points: numbers that `firstfire.lab.breeding` can
vary (`docs/reference/doggerland-weights.md` tells where they come from). A lone player's are in `solo_weights.py`."""

from __future__ import annotations

# Objectives.
OBJECTIVE_PULL = 7.0  # an objective that nobody has reached
LATER_PULL = 0.6  # what is left of it when another was first
FIRST_STEPS = 0.6  # what its first step gets of it
LAST_STEPS = 0.8  # more for the last one
STEP_PULL = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)  # one step, by Metric

# Hands.
CLAN_HAND = 0.3  # what it costs to keep a member busy
CLAN_CHIEF_HAND = 0.45
CLAN_SHAMAN_HAND = 0.35
CROWD = 1.0  # how much more a large group's gain is divided by
PASSING = 0.05  # what brings less is not done

# Food and goods.
HUNGER = 2.0  # food that would be missing
LARDER = 0.7  # food for the next round
SURPLUS = 0.1  # food beyond
MEAT_WORTH = 2.0  # a Meat, in food
FIRST_GOODS = 2.0  # the first two Wood and Stone
GOOD_NEEDED = 1.3  # a good of which less than half is there
GOOD_WANTED = 0.9  # a good of which less is there than wanted
GOOD_OVER = 0.15  # a good beyond
LAST_ROUND_GOODS = 0.2  # what is left of that when nobody is sent out any more
WANTED = (5.0, 5.0, 0.0, 0.0, 4.0, 4.0, 4.0)  # by Good; food goes by need
COLD_FUR = 7.0  # wanted before a cold season
FOR_MEGALITHS = 2.0  # wanted beside for open objectives
FOR_HABITATS = 2.0
FOR_BONE_WORK = 2.0
FOR_STATUETTES = 2.0
SPENT_SHARE = 0.45  # a good spent
SWAP_PRICE = 0.2  # what a barter must gain at least

# Prices.
SCARCITY_PRICE = 2.2  # a good that is missing when an action is programmed
CLAN_TOOL_PRICE = 0.7  # a Tool
TOOL_MISSING = 6.0  # one that will be missing
CLAN_FUR_PRICE = 0.6  # a Fur
OFFERING_PRICE = 0.7  # an offering at the hut
LEVEL_PRICE = 0.45  # a level while Tools are made
GIFT_PRICE = 1.0  # the short game's lesson

# Habitats and births.
SIMPLE_HOME = 1.0  # a simple Habitat
BED_NOW = 1.0  # a bed that is needed
BED_LATER = 0.7  # the same for each round left
GRAND_POINT = 1.0  # a point of a prestigious Habitat
GRAND_STEPS = 2.0  # what it adds for points of Habitats that an objective asks for
HABITAT_PRICE = 0.9  # its goods
BED_NEEDED = 1.2  # a bed when the kind of Habitat is chosen
BED_SPARE = 0.05
BIRTH_NOW = 1.0  # a birth
BIRTH_LATER = 0.9  # the same for each round left
BIRTH_HUNGRY = 0.4  # what is left of it when food is short
CHIEF_PARENT = 0.5  # what it costs that the Chief is a parent
SHAMAN_PARENT = 0.3
TWINS_NOW = 1.0  # each of two newborns
TWINS_LATER = 0.5

# Works.
CRAFT_POINT = 1.0  # a point of a craft tile
PAINT_POINT = 1.0  # a point of a painting
CLAN_LINE = 1.5  # what a cube is worth beside its points
OWN_LINE = 0.1  # more for each own cube on its line
TALE_SHARE = 0.5  # what a hunt gets of the worth of painting its animal
FORGET_PAINTABLE = 2.0  # what it hurts to forget an animal that can be painted
MEGALITH_POINT = 1.0  # a point of a Megalith
PERFECT_SHARE = 1.0  # what a perfect painting is worth, for each animal
TRADE_WORTH = 0.2  # the Shaman's trade
OTHER_HUT = 0.3  # other work at the hut

# Capacities, for each round left and this one.
CAPACITY_STEP = 0.6  # what a level gets of the worth of a capacity at its last level
TRANSPORT_FIRST = 2.0
TRANSPORT_SECOND = 1.2
RANGE_LEVEL = 0.35
TOOLS_LEVEL = 0.25

# A place for the Village.
SITE_HARVEST = 1.0  # ripe land within Range
SITE_ANIMAL = 1.5  # an animal within Range
SITE_BESIDE = 0.6  # more for ripe land next to it
