"""What things are worth to a sensible player among several clans, in points: numbers that `firstfire.lab.breeding`
found and can vary. A lone player's are in `solo_weights.py`."""

from __future__ import annotations

# Objectives.
OBJECTIVE_PULL = 7.6  # an objective that nobody has reached
LATER_PULL = 0.52  # what is left of it when another was first
FIRST_STEPS = 0.26  # what its first step gets of it
LAST_STEPS = 1.5  # more for the last one
STEP_PULL = (1.1, 2.6, 0.94, 0.58, 1.5, 1.2, 1.2, 0.76, 1.0, 1.2, 0.65, 1.0, 1.1, 0.76, 0.62)  # one step, by Metric

# Hands.
CLAN_HAND = 0.28  # what it costs to keep a member busy
CLAN_CHIEF_HAND = 0.48
CLAN_SHAMAN_HAND = 0.5
CROWD = 0.57  # how much more a large group's gain is divided by
PASSING = 0.023  # what brings less is not done

# Food and goods.
HUNGER = 1.0  # food that would be missing
LARDER = 0.52  # food for the next round
SURPLUS = 0.15  # food beyond
MEAT_WORTH = 2.6  # a Meat, in food
FIRST_GOODS = 2.7  # the first two Wood and Stone
GOOD_NEEDED = 2.1  # a good of which less than half is there
GOOD_WANTED = 0.86  # a good of which less is there than wanted
GOOD_OVER = 0.081  # a good beyond
LAST_ROUND_GOODS = 0.28  # what is left of that when nobody is sent out any more
WANTED = (3.8, 11.0, 0.0, 0.0, 1.8, 2.2, 8.6)  # by Good; food goes by need
COLD_FUR = 3.9  # wanted before a cold season
FOR_MEGALITHS = 1.4  # wanted beside for open objectives
FOR_HABITATS = 1.2
FOR_BONE_WORK = 1.8
FOR_STATUETTES = 3.4
SPENT_SHARE = 0.58  # a good spent
SWAP_PRICE = 0.12  # what a barter must gain at least

# Prices.
SCARCITY_PRICE = 2.1  # a good that is missing when an action is programmed
CLAN_TOOL_PRICE = 0.59  # a Tool
TOOL_MISSING = 2.6  # one that will be missing
CLAN_FUR_PRICE = 0.45  # a Fur
OFFERING_PRICE = 0.47  # an offering at the hut
LEVEL_PRICE = 0.3  # a level while Tools are made
GIFT_PRICE = 1.3  # the short game's lesson

# Habitats and births.
SIMPLE_HOME = 0.94  # a simple Habitat
BED_NOW = 0.96  # a bed that is needed
BED_LATER = 1.0  # the same for each round left
GRAND_POINT = 1.0  # a point of a prestigious Habitat
GRAND_STEPS = 2.2  # what it adds for points of Habitats that an objective asks for
HABITAT_PRICE = 1.2  # its goods
BED_NEEDED = 1.6  # a bed when the kind of Habitat is chosen
BED_SPARE = 0.043
BIRTH_NOW = 1.4  # a birth
BIRTH_LATER = 0.4  # the same for each round left
BIRTH_HUNGRY = 0.34  # what is left of it when food is short
CHIEF_PARENT = 0.62  # what it costs that the Chief is a parent
SHAMAN_PARENT = 0.52
TWINS_NOW = 1.5  # each of two newborns
TWINS_LATER = 0.68

# Works.
CRAFT_POINT = 0.84  # a point of a craft tile
PAINT_POINT = 1.4  # a point of a painting
CLAN_LINE = 1.2  # what a cube is worth beside its points
OWN_LINE = 0.078  # more for each own cube on its line
TALE_SHARE = 0.31  # what a hunt gets of the worth of painting its animal
FORGET_PAINTABLE = 1.3  # what it hurts to forget an animal that can be painted
MEGALITH_POINT = 0.77  # a point of a Megalith
PERFECT_SHARE = 0.54  # what a perfect painting is worth, for each animal
TRADE_WORTH = 0.24  # the Shaman's trade
OTHER_HUT = 0.4  # other work at the hut

# Capacities, for each round left and this one.
CAPACITY_STEP = 0.83  # what a level gets of the worth of a capacity at its last level
TRANSPORT_FIRST = 4.0
TRANSPORT_SECOND = 0.42
RANGE_LEVEL = 0.65
TOOLS_LEVEL = 0.16

# A place for the Village.
SITE_HARVEST = 1.5  # ripe land within Range
SITE_ANIMAL = 0.94  # an animal within Range
SITE_BESIDE = 0.4  # more for ripe land next to it
