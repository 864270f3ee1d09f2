"""What is laid together on the table for an action: who sets out with how many Tools, what is eaten, what pays.

Of those that can be chosen one lies there already: what most players would do, by what is in sight.
"""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Take
from firstfire.kernel.records.rows import as_tuple

from ..actions import (
    ACTIONS,
    CARRY_GOODS,
    CARRY_KINDS,
    HUNT_HUNTERS,
    PAIR_FIRST,
    PAIR_SECOND,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
)
from ..box import GOOD_NAMES, SPECIES_NAMES, Box
from ..rules.clan import transport_of
from ..rules.common import marked_slot, slot_species
from ..rules.ground import species_at
from ..rules.programming import COUPLE_CHIEFS, COUPLE_HUNTERS, COUPLE_SHAMAN, tools_for
from ..rules.rounds import food_needed
from ..state import BOWLS, CHIEF_STRENGTH, GOODS, LEVELS, MEAT_FOOD, Good, State, Track
from .choices.common import crop

MEMBER_WORTH = 0.9  # of a good: what staying at home is worth
CHIEF_WORTH = 1.4
TOOL_WORTH = 1.2


def takes(view: State, box: Box, action: int) -> Take:
    """The pieces of a group or a payment, each with how many of it; () where there is none."""
    name, values = ACTIONS.values(action)
    if name == "party":
        return _group(view, *_party(values["party"]))
    if name == "hunt":
        return _group(view, *_band(view, box, values["band"]))
    if name == "birth":
        couple = values["couple"]
        return _group(view, COUPLE_HUNTERS[couple], COUPLE_CHIEFS[couple], COUPLE_SHAMAN[couple], 0)
    if name == "feed":
        return _meal(view, values["meat"])
    if name == "barter":
        return _paid(view, PAIR_FIRST[values["pair"]], PAIR_SECOND[values["pair"]])
    if name == "tools":
        return _paid(view, *_materials(view, box, values["upgrade"], values["recipe"]))
    if name == "carry":
        amount, kind = divmod(values["load"], CARRY_KINDS)
        return _counted((f"load-{GOOD_NAMES[CARRY_GOODS[kind]]}", amount))
    if name == "strokes":
        species = slot_species(view, box, marked_slot(view.clans[view.player].orders[view.order]))
        return ((f"memory{view.player}-{SPECIES_NAMES[species]}", values["stroke"] + 1),)
    return ()


def default_choice(view: State, box: Box, legal: list[int]) -> int | None:
    """What lies there already: the group that brings home most for those it keeps busy; the meal that lets least spoil;
    all that can be carried or painted; the Tools track with as many Tools as can be made."""
    name, _ = ACTIONS.values(legal[0])
    if name == "barter":
        return None
    return max(legal, key=lambda action: _liking(view, box, *ACTIONS.values(action)))


def _liking(view: State, box: Box, name: str, values: dict[str, int]) -> float:
    """How sensible one of them is, at first sight."""
    if name == "party":
        hunters, chiefs, shaman, tools = _party(values["party"])
        tile, strength = view.tile[view.cell], hunters + CHIEF_STRENGTH * chiefs + shaman + tools
        return _haul(view, box, sum(crop(box, tile, strength)), hunters + shaman, chiefs, tools)
    if name == "hunt":
        hunters, chiefs, _, tools = _band(view, box, values["band"])
        return _haul(view, box, sum(as_tuple(box.spoils[species_at(view, view.cell)])), hunters, chiefs, tools)
    if name == "feed":
        return -_waste(view, values["meat"])
    if name == "birth":
        return -values["couple"]
    if name == "tools":
        return 100 * values["upgrade"] + (box.makes[values["recipe"] - 1] if values["recipe"] else 0)
    return next(iter(values.values()))


def _haul(view: State, box: Box, found: int, people: int, chiefs: int, tools: int) -> float:
    """What comes home, less what is tied up for it."""
    room = transport_of(view, box, view.player) * (people + chiefs)
    return min(found, room) - MEMBER_WORTH * people - CHIEF_WORTH * chiefs - TOOL_WORTH * tools


def _waste(view: State, meat: int) -> float:
    """The food that spoils after a meal, or is eaten in excess; Meat keeps longer."""
    clan = view.clans[view.player]
    need = food_needed(view, clan)
    fruit = max(0, need - MEAT_FOOD * meat)
    last = BOWLS - 1
    spoilt = max(0, clan.fruit[last] - fruit) + MEAT_FOOD * max(0, clan.meat[last] - meat)
    return spoilt + max(0, MEAT_FOOD * meat - need) + 0.1 * meat


def _party(party: int) -> tuple[int, int, int, int]:
    """DG-D1: Hunter-Gatherers, Chiefs, Shaman, Tools."""
    return PARTY_HUNTERS[party], PARTY_CHIEFS[party], PARTY_SHAMAN[party], PARTY_TOOLS[party]


def _band(view: State, box: Box, band: int) -> tuple[int, int, int, int]:
    """DG-E1: the same of a hunt: just the Tools it needs."""
    chiefs, hunters = divmod(band, HUNT_HUNTERS)
    return hunters, chiefs, 0, tools_for(box, species_at(view, view.cell), chiefs, hunters)


def _group(view: State, hunters: int, chiefs: int, shaman: int, tools: int) -> Take:
    home = f"home{view.player}"
    return _counted(
        (f"{home}-hunter", hunters), (f"{home}-chief", chiefs), (f"{home}-shaman", shaman),
        (f"goods{view.player}-tool", tools),
    )  # fmt: skip


def _meal(view: State, meat: int) -> Take:
    """R33: Fruit and Meat, the oldest first."""
    clan = view.clans[view.player]
    fruit = max(0, food_needed(view, clan) - MEAT_FOOD * meat)
    return _from_bowls(view, "fruit", as_tuple(clan.fruit), fruit) + _from_bowls(
        view, "meat", as_tuple(clan.meat), meat
    )


def _from_bowls(view: State, name: str, bowls: tuple[int, ...], amount: int) -> Take:
    taken: list[tuple[str, int]] = []
    for bowl in range(BOWLS - 1, -1, -1):
        here = min(amount, bowls[bowl])
        taken.append((f"bowl{view.player}-{bowl}-{name}", here))
        amount -= here
    return _counted(*taken)


def _materials(view: State, box: Box, upgrade: int, recipe: int) -> list[int]:
    """DG-G3: what an upgrade of the Tools track and a recipe cost together, good by good."""
    level = view.clans[view.player].levels[Track.TOOLS]
    row = [0] * GOODS
    if upgrade and level < LEVELS - 1:
        row = [due + more for due, more in zip(row, as_tuple(box.learn_cost[Track.TOOLS][level + 1]), strict=True)]
    if recipe:
        row = [due + more for due, more in zip(row, as_tuple(box.recipe[recipe - 1]), strict=True)]
    return [good for good, amount in enumerate(row) for _ in range(amount)]


def _paid(view: State, *goods: int) -> Take:
    """Goods of the player, food from the oldest bowl on."""
    clan, found = view.clans[view.player], dict[str, int]()
    for good in dict.fromkeys(goods):
        amount, name = goods.count(good), GOOD_NAMES[good]
        if good in (Good.FRUIT, Good.MEAT):
            bowls = as_tuple(clan.fruit if good == Good.FRUIT else clan.meat)
            found |= dict(_from_bowls(view, name, bowls, amount))
        else:
            found[f"goods{view.player}-{name}"] = amount
    return tuple(found.items())


def _counted(*pieces: tuple[str, int]) -> Take:
    return tuple((piece, count) for piece, count in pieces if count)
