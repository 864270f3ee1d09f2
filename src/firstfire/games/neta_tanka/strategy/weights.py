"""What things are worth to a sensible player, in points: numbers that
`firstfire.lab.breeding` can vary."""

from __future__ import annotations

# Resources in reserve.
SKULL_WORTH = 1.9
MEAT_WORTH = 1.0
MUSHROOM_WORTH = 0.5
MATERIAL_WORTH = 0.75  # a wood or a skin
MANY_LEFT = 0.5  # what is left of it with four and more in reserve
PLENTY_LEFT = 0.15  # with seven and more
LAST_BUT_ONE = 0.8  # what is left of it in the last round but one
LAST_ROUND = 0.3  # and in the last
SPENT_SHARE = 0.6  # what a resource costs that is spent

# Tents.
FURTHER = 0.12  # what a tent adds for the tents after it, as a share of their points
BEYOND = 0.75  # what is left of a step for each open tent before it
TENT_SURE = 0.8  # what its last resource is worth before the last round
TENT_SHARE = 0.45  # what those before it are worth together
LATE_TENT_SHARE = 0.25  # the same in the last two rounds

# The totem.
EARLY_SKULL = 0.45  # what a skull is worth before its wood, as a share of a set
EARLY_WOOD = 0.25  # what a wood is worth that does not finish a set
BOARD_LATE = 0.75  # what a point of the totem board is worth in the last two rounds
BOARD_EARLY = 0.35  # and before

# Food and crafts.
COPY_STEP = 0.3  # a food on the way to the Copy Power
SERIES_SHARE = 0.35  # what a new type adds, as a share of a series
CARD_SHARE = 0.5  # what a card in hand is worth, as a share of a finished one
CARD_WORK = 0.35  # less for each resource it asks
CARD_WAITING = 0.3  # and only so much of it while other cards wait
CRAFT_SHARE = 0.55  # what the resources before the last one are worth together

# What a step that the own objective still asks for is worth beside its points, if it brings so many.
AIM_POINTS = 5  # (as printed: it is not varied)
TENT_AIM = 3.0  # a complete tent
TIER_AIM = 1.5  # a wood or a skull on the totem
FOOD_AIM = 1.2  # a point of the food section
CRAFT_AIM = 3.0  # a craft card
GIFT_AIM = 1.2  # a generosity
TOTEM_ZEAL = 2.0  # all of it, where the objective asks for so many wood and skulls on the totem
GIFT_ZEAL = 1.5  # and where it asks for generosity

# Places, links, cards and tokens.
# By Place: how much its action counts when a nomad is placed.
PLACE_ZEAL = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
VISITOR_WORTH = 1.4  # one more worker and the first choice of places
FIRST_HUNT = 0.2  # the hunt, when there is none yet
MISSION_COST = 0.35  # a nomad that is bound in the next round
OFFERING_MOST = 1.6  # what the offering brings at most
LINK_READY = 0.3  # a link that a place completes
LINK_SHARE = 0.7  # and what it gets of its effect
LINK_BEGUN = 0.08  # a link that it begins
COPY_COST = 0.5  # a place that can only be copied
GENEROUS = 1.0  # a generosity by a link
FEED_COST = 0.5  # the food of a link
TOKEN_WORTH = 0.9  # a token
OLD_TOKEN = 0.4  # of the last round, or beyond the stack
CARD_BACK = 1.0  # what a card must bring to be played
TOKEN_USE = 0.7  # what a token must bring to be used
BUY_COST = 1.2  # a generosity paid for a resource
CRAFT_COST = 1.1  # for a craft card
LINK_COST = 1.05  # for a link
