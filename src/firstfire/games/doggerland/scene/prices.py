"""Prices on the table: what sending costs this round, what Habitats and levels cost, in labels and tips."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words

from ..actions import DWELLING, HOME_PRICE, LEVEL_PRICE
from ..box import TRACK_NAMES, Box
from ..rules.clan import season_of_costs
from ..state import GOODS, LEVELS, Good, Home, Job, State, Track
from .names import counted, goods_badges, goods_text, price_text

Dues = tuple[tuple[int, int], ...]  # by Job: Tools and Furs that sending costs


def dues_now(view: State, box: Box) -> Dues:
    """DG-1.3, SC01, SC02: what sending costs in this round."""
    return _dues(box, season_of_costs(view, box), view.solo.no_fur != 0)


@memoised
def _dues(box: Box, season: int, no_fur: bool) -> Dues:
    return tuple((box.tool_due[job][season], 0 if no_fur else box.fur_due[job][season]) for job in Job)


def due_goods(words: Words, due: tuple[int, int]) -> str:
    """Tools and Furs in words; empty for none."""
    row = [0] * GOODS
    row[Good.TOOL], row[Good.FUR] = due
    return goods_text(words, row)


def due_label(words: Words, zone: str, due: tuple[int, int]) -> str:
    """The name of a zone with what it costs to send somebody there: Crafts (1 Tool)."""
    name, cost = words.say(f"zone.{zone}"), due_goods(words, due)
    return words.say("label.due", zone=name, cost=cost) if cost else name


def due_tip(words: Words, due: tuple[int, int], more: str = "", key: str = "tip.due") -> str:
    """What sending costs, what a missing Tool or Fur means, and what else there is to know."""
    cost = due_goods(words, due)
    told = [words.say(key, cost=cost), words.say("tip.missing")] if cost else [words.say("tip.free")]
    return " ".join([*told, more]).strip()


@memoised
def homes_tip(box: Box, words: Words) -> str:
    """DG-A2: the two kinds of Habitat: price, beds, points."""
    values = {}
    for kind, home in (("simple", Home.SIMPLE), ("grand", Home.PRESTIGIOUS)):
        values[kind] = words.value(HOME_PRICE, home - Home.SIMPLE)
        values[f"{kind}_beds"] = counted(words, "beds", box.beds[home])
        values[f"{kind}_points"] = counted(words, "points", box.home_points[home])
    return words.say("tip.homes", **values)


@memoised
def home_prices(box: Box, words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The two kinds of Habitat, each with its price as badges."""
    return tuple((name, goods_badges(words, box.home_cost[Home.SIMPLE + i])) for i, name in enumerate(DWELLING.values))


@memoised
def track_tip(box: Box, words: Words, track: int) -> str:
    """DG-G: what a capacity is for, and what each of its levels costs and gives."""
    told = [
        words.say(f"tip.{TRACK_NAMES[track]}"),
        words.say("tip.level_first", gives=level_gives(box, words, track, 0)),
    ]
    for level in range(1, LEVELS):
        cost, gives = words.value(LEVEL_PRICE, LEVELS * track + level), level_gives(box, words, track, level)
        told.append(words.say("tip.level", level=level + 1, cost=cost, gives=gives))
    return " ".join(told)


def level_gives(box: Box, words: Words, track: int, level: int) -> str:
    """What a level of a capacity gives: a number, or a recipe."""
    if track == Track.TOOLS:
        return recipe_text(box, words, level)
    return words.say(f"label.{TRACK_NAMES[track]}", value=(box.reach, box.transport)[track][level])


def recipe_text(box: Box, words: Words, level: int) -> str:
    """The recipe of a level of Tool making: 3 Tools for 2 Stone."""
    tools = counted(words, "tool", box.makes[level])
    return words.say("tell.tools", tools=tools, cost=price_text(words, box.recipe[level]))
