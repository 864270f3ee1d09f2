"""Where things lie: two zones face to face, one's own below, deck and discard pile at the side."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised, zone
from firstfire.kernel.presentation.scene import Rect, Zone
from firstfire.kernel.presentation.words import Words

from ..box import SLOTS

WIDE = Rect(0, 0, 1200, 800)
TALL = Rect(0, 0, 600, 1000)
PILES = (
    ("deck", Rect(980, 150, 190, 190), Rect(10, 340, 180, 150)),
    ("discard", Rect(980, 370, 190, 190), Rect(210, 340, 380, 150)),
)


@memoised
def zones(words: Words, names: tuple[str, ...], below: int) -> tuple[Zone, ...]:
    """TT-C9 to TT-C12: deck and discard pile at the side, and for each player a hand and four slots."""
    found = []
    for pile, wide, tall in PILES:
        found.append(zone(pile, "pile", wide, tall, words.say(f"zone.{pile}"), tip=words.say(f"tip.{pile}")))
    for player, name in enumerate(names):
        found.append(hand_zone(words, player, name, below=player == below))
        found.append(totem_zone(words, player, name, below=player == below))
    return tuple(found)


def hand_zone(words: Words, player: int, name: str, *, below: bool) -> Zone:
    """TT-C11: a hand, as a fan."""
    wide = Rect(30, 580, 920, 210) if below else Rect(30, 10, 920, 130)
    tall = Rect(10, 700, 580, 290) if below else Rect(10, 10, 580, 120)
    label = words.say("zone.hand", seat=name)
    return zone(f"hand{player}", "fan", wide, tall, label, player, tip=words.say("tip.hand"))


def totem_zone(words: Words, player: int, name: str, *, below: bool) -> Zone:
    """TT-C12: four slots in a row."""
    wide = Rect(30, 370, 920, 200) if below else Rect(30, 150, 920, 200)
    tall = Rect(10, 500, 580, 190) if below else Rect(10, 140, 580, 190)
    label = words.say("zone.zone", seat=name)
    return zone(f"zone{player}", "slots", wide, tall, label, player, SLOTS, SLOTS, tip=words.say("tip.zone"))
