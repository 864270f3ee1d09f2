"""Phrases that choices, refusals, tips and the log share: cubes, incomes, gains, lists.

Each depends on words (which know their box) and a few numbers, and is remembered by them.
"""

from __future__ import annotations

from collections.abc import Sequence

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.presentation.words import listed as joined

from ..actions import COLOUR, DEVELOPMENT, STORES
from ..box import COLOUR_NAMES, KIND_NAMES, Box
from ..state import COLOURS, SIDES, Pool


def listed(parts: Sequence[str]) -> str:
    """A list in one line."""
    return ", ".join(parts)


@memoised
def palette_text(words: Words, colours: int, last: str = "or") -> str:
    """The colours of a set (bits)."""
    return joined(words, [words.value(COLOUR, colour) for colour in range(COLOURS) if colours >> colour & 1], last)


@memoised
def cubes_text(words: Words, store: int, amounts: tuple[int, ...]) -> str:
    """So many cubes of each colour: "3 grey and 2 red resources"; the noun stands once, where the language wants it."""
    found = [(COLOUR_NAMES[colour], amount) for colour, amount in enumerate(amounts) if amount]
    if not found:
        return words.say("gain.nothing")
    whole = 0 if words.say("cubes.noun") == "first" else len(found) - 1
    return joined(
        words,
        [
            words.say(f"{'one' if place == whole else 'tint'}.{STORES[store]}.{colour}", n=amount)
            for place, (colour, amount) in enumerate(found)
        ],
    )


@memoised
def one_colour(words: Words, store: int, colour: int, amount: int) -> str:
    """So many cubes of one colour."""
    return words.say(f"one.{STORES[store]}.{COLOUR_NAMES[colour]}", n=amount)


@memoised
def mix_text(words: Words, colours: int) -> str:
    """One resource of each colour of a set (bits)."""
    return cubes_text(words, Pool.TENT, tuple(colours >> colour & 1 for colour in range(COLOURS)))


@memoised
def some_text(words: Words, colours: int, amount: int) -> str:
    """A price: so many different resources among the colours of a set."""
    if colours.bit_count() == amount:
        return mix_text(words, colours)
    among = palette_text(words, colours, "or" if amount == 1 else "and")
    return words.say("price.one" if amount == 1 else "price.some", n=amount, colours=among)


@memoised
def outlook_text(box: Box, words: Words, tile: int, offset: int) -> str:
    """What a weather tile gives at an offset."""
    amounts = [0] * COLOURS
    for position in range(SIDES):
        amounts[box.weather_colour[position]] += box.weather[tile][(position + SIDES - offset) % SIDES]
    return cubes_text(words, Pool.TENT, tuple(amounts))


@memoised
def gain_text(
    words: Words, resources: tuple[int, ...] = (), markers: tuple[int, ...] = (), development: int = 0,
    points: int = 0, later: int = 0, more: str = "",
) -> str:  # fmt: skip
    """All that is gained, as one phrase; nothing: an empty one."""
    parts = []
    if any(resources):
        parts.append(cubes_text(words, Pool.TENT, resources))
    if any(markers):
        parts.append(cubes_text(words, Pool.MARKERS, markers))
    if points:
        parts.append(words.say("gain.points", n=points))
    if development:
        parts.append(words.value(DEVELOPMENT, development))
    if later:
        parts.append(words.say("gain.later", n=later))
    if more:
        parts.append(more)
    return joined(words, parts)


@memoised
def income_phrase(box: Box, words: Words, space: int) -> str:
    """What the fishing track pays each summer on a space."""
    points, development = box.income_points[space], box.income_development[space]
    return gain_text(words, points=points, development=development) or words.say("gain.nothing")


@memoised
def track_text(box: Box, words: Words, here: int, value: int) -> str:
    """The way a fish brings the marker along the fishing track, and what is earned there (R20: it ends)."""
    space = min(box.track_length, here + value)
    if space == here:
        return words.say("gain.top")
    return words.say("gain.track", n=space - here, space=space, income=income_phrase(box, words, space))


@memoised
def side_text(box: Box, words: Words, line: int, touches: int = 1) -> str:
    """The reward of a row or column of the painting, once for each touching side."""
    markers, development = side_gain(box, line, touches)
    return gain_text(words, (), markers, development) or words.say("gain.nothing")


def side_gain(box: Box, line: int, touches: int) -> tuple[tuple[int, ...], int]:
    """Markers and development points of a row or column."""
    reward, amount = box.side_reward[line], touches * box.side_amount[line]
    markers = tuple(amount if colour == reward else 0 for colour in range(COLOURS))
    return markers, amount if reward == COLOURS else 0


@memoised
def pair_text(box: Box, words: Words, kind: int) -> str:
    """The two kinds of a pair of baskets."""
    both = sorted((kind, box.partner[kind]))
    return joined(words, [words.say(f"value.kind.{KIND_NAMES[one]}") for one in both])


@memoised
def camp_needs(box: Box, words: Words, camp: int) -> str:
    """The members a camp asks for, and those of them who settle."""
    members, settlers = box.camp_members[camp], box.camp_settlers[camp]
    if not settlers:
        return words.say("camp.plain", members=members)
    return words.say("camp.settling", members=members, settlers=settlers)


@memoised
def camp_gain(box: Box, words: Words, camp: int) -> str:
    """Points, development points and the new member a camp brings."""
    member = words.say("gain.camp_member")
    return gain_text(words, (), (), box.camp_development[camp], box.camp_points[camp], more=member)
