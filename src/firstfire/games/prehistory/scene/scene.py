"""The table of Prehistory as one seat sees it, built from a redacted record only.

The main board is drawn in `main_board.py`, the map in `map.py`, the personal boards in
`boards.py`; where things lie says `layout.py`.
"""

from __future__ import annotations

from firstfire.kernel.game import Game
from firstfire.kernel.presentation.memo import frozen, memoised
from firstfire.kernel.presentation.scene import Prompt, Scene
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_bytes, as_tuple
from firstfire.kernel.viewer.sentences import question

from ..actions import COLOUR, DEED, FISH_TILE, HUNT
from ..box import DEED_NAMES, Box
from ..rules.autumn import hex_count
from ..state import (
    NONE,
    PHASES,
    Deed,
    Phase,
    Season,
    State,
)  # fmt: skip
from .boards import tribe_pieces, tribe_zones
from .counters import counters
from .layout import tall_table, wide_table
from .looks import PLAYERS, SEASONS
from .main_board import board_pieces, board_zones
from .map import all_members, draw_hexes, land_of, map_zone


def seat_colours(box: Box) -> tuple[str, ...]:
    """The colour of each seat."""
    return tuple(colour for _, colour in PLAYERS)


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The table as one seat (or a spectator) may see it; `view` is already redacted."""
    box = frozen(box)
    players = tuple(names)
    land = land_of(box, hex_count(view, box))
    made = Scene(
        "prehistory", view.seats, seat, wide_table(view.seats), tall_table(view.seats, land),
        prompt(view, box, words, names),
    )  # fmt: skip
    made.zones = [
        map_zone(box, words, hex_count(view, box)),
        *board_zones(box, words, land, view.phase == Phase.TURN_TILE, view.phase == Phase.DEVELOP),
        *tribe_zones(words, players, seat, land),
    ]  # fmt: skip
    made.looks, hexes = draw_hexes(box, words, as_bytes(view.hexes), hex_count(view, box), players)
    made.pieces = [*hexes, *all_members(view, words, players)]
    made.pieces += board_pieces(view, box, words, players)
    made.pieces += tribe_pieces(view, box, words, made.viewer)
    made.counters = counters(view, box, words)
    made.quiet = quiet_zones(Season(view.season), view.deed)
    return made


RINGS = ("painting", "gathering", "ceremony", "river", "migration")
RING_OF = {
    Deed.PAINTING: "painting", Deed.GATHERING: "gathering", Deed.CEREMONY: "ceremony", Deed.FISHING: "river",
    Deed.HUNTING: "river", Deed.MIGRATION: "migration",
}  # fmt: skip
ROWS_OF = {Deed.FISHING: ("fish", "fishing"), Deed.HUNTING: ("hunting",), Deed.CEREMONY: ("cards",)}
ROWS = ("hunting", "cards", "fish")


def quiet_zones(season: Season, deed: int) -> tuple[str, ...]:
    """The places that play no part in a season: the map before autumn, the actions once people walk; in summer all but
    the action whose turn it is."""
    if season == Season.AUTUMN:
        return (*RINGS, *ROWS, *(f"pillar-{name}" for name in DEED_NAMES))
    if season == Season.SUMMER and deed != NONE:
        now = Deed(deed)
        rings = tuple(ring for ring in RINGS if ring != RING_OF[now])
        return ("map", *rings, *(row for row in ROWS if row not in ROWS_OF.get(now, ())))
    return ("map",) if season in (Season.SPRING, Season.SUMMER) else ()


def prompt(view: State, box: Box, words: Words, names: list[str]) -> Prompt:
    """Who decides what, in which year and season."""
    step = step_text(words, view.round, view.season, view.deed)
    chapter = step_text(words, view.round, view.season, NONE)
    if view.over:
        return Prompt(None, words.say("ending.five_years"), step, chapter=chapter)
    key, values = asking(view, box, words)
    return Prompt(view.player, question(words, key, view.player, names, **values), step, chapter=chapter)


@memoised
def step_text(words: Words, year: int, season: int, deed: int) -> str:
    """The year, the season, and in summer the action."""
    said = {"round": year, "season": words.say(f"value.season.{SEASONS[season]}")}
    if season == Season.SUMMER and deed != NONE:
        return words.say("label.summer_step", deed=words.value(DEED, deed), **said)
    return words.say("label.step", **said)


def asking(view: State, box: Box, words: Words) -> tuple[str, dict[str, object]]:
    """The question of a decision: in summer the action it is about, for a payment the thing, for a cube the pillar,
    for the weather tile its number."""
    deed = words.value(DEED, view.deed) if view.deed != NONE else ""
    if view.phase == Phase.WEATHER:
        return "ask.weather", {"n": box.weather[view.tribes[view.player].weather][0]}
    if view.phase == Phase.SUMMER:
        name = DEED_NAMES[view.deed]
        return f"ask.{name}", {"colour": words.value(COLOUR, box.marker[view.deed])}
    if view.phase == Phase.PAYMENT and view.deed != Deed.MIGRATION:
        thing = words.value(FISH_TILE if view.deed == Deed.FISHING else HUNT, view.target)
        return "ask.pay_for", {"thing": thing}
    if view.phase == Phase.DANCE:
        return "ask.dance" if view.season == Season.SPRING else "ask.dance_free", {"n": view.amount}
    if view.phase == Phase.PILLAR:  # PH-SP6: from an empty tent the cube must be bought first
        return "ask.pillar" if any(as_tuple(view.tribes[view.player].tent)) else "ask.owed", {"deed": deed}
    return f"phase.{PHASES[view.phase]}", {}


# ---- picks
