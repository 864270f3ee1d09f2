"""Positions of Nētā-Tanka for tests: put nomads down, fill reserves, play by text.

s = village(3)                                   # round 1, seat 0 is first player
stand(s, 0, "tan", "elder_hunt"); reserve(s, 0, skin=1)
resolving(s, 0)
play(s, "resolve tan", "link K7")
"""

from __future__ import annotations

from typing import Any

from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import CARD, CRAFT, OBJECTIVE, PLACE, TRADE
from firstfire.games.neta_tanka.box import CRAFTS, RESOURCE_KEYS
from firstfire.games.neta_tanka.rules.turn_order import begin_turn
from firstfire.games.neta_tanka.state import DISPLAY, Phase
from firstfire.kernel.engine import engine_for
from firstfire.kernel.notes import HIDDEN

from ..playing import listed as legal
from ..playing import play
from ..playing import ranks as rank
from ..playing import scores as score

__all__ = ["legal", "play", "rank", "score"]

BOX = GAME.standard_box
ENGINE = engine_for(GAME, interpreted=True)


def village(players: int, seed: int = 1) -> Any:
    """A table at the start of round 1, seat 0 being first player, the trade card T1 (one slot)."""
    s = ENGINE.new(players, seed)
    s.first = s.player = 0
    trade(s, "T1")
    return s


def trade(s: Any, *cards: str) -> None:
    """The trade cards of this round and the next ones."""
    order = [TRADE.index(card) for card in cards]
    others = [card for card in s.trade if card not in order]
    for i, card in enumerate([*others[: s.round - 1], *order, *others[s.round - 1 :]]):
        s.trade[i] = card


def stand(s: Any, seat: int, *places: str, second: bool = False) -> None:
    """Put nomads of a seat on places, each in a slot of its own."""
    nomads = s.nomads[seat + (s.seats if second else 0)]
    for name in places:
        place = PLACE.index(name)
        assert not nomads.at >> place & 1
        nomads.at |= 1 << place
        nomads.hand -= 1
        s.clans[seat].to_place -= 1
        s.normals[place] += 1


def visitor(s: Any, seat: int, place: str | None = None) -> None:
    """Give the visitor to a seat, and put it on a place."""
    s.visitor_of = seat
    if place is not None:
        s.visitor_at = PLACE.index(place)
        s.extras[s.visitor_at] += 1


def resolving(s: Any, seat: int) -> None:
    """Begin the resolution turn of a seat."""
    for clan in s.clans:
        clan.to_place = 0
    s.turns = (seat - s.first) % s.seats
    begin_turn(s, BOX)
    assert s.player == seat and s.phase == Phase.RESOLVING


def reserve(s: Any, seat: int, *, generosity: int | None = None, **amounts: int) -> None:
    """Fill a reserve: what is not named is 0."""
    for i, key in enumerate(RESOURCE_KEYS):
        s.clans[seat].reserve[i] = amounts.get(key, 0)
    if generosity is not None:
        s.clans[seat].generosity = generosity


def reserve_of(s: Any, seat: int) -> str:
    """A reserve in the dossier's notation: W2 S1 M0 F1 K0 G0."""
    clan = s.clans[seat]
    return " ".join(f"{k}{n}" for k, n in zip("WSMFK", clan.reserve, strict=True)) + f" G{clan.generosity}"


def forest(s: Any, wood: int, mushroom: int = 0) -> None:
    """What lies in the Forest."""
    s.forest[0], s.forest[3] = wood, mushroom


def tanning(s: Any, skin: int, meat: int, hunted: int | None = None) -> None:
    """What lies in the Tanning Area, and how many buffalo are hunted."""
    s.tanning[1], s.tanning[2] = skin, meat
    if hunted is not None:
        s.hunted = hunted


def tents(s: Any, seat: int, *built: tuple[int, int], gate: int | None = None) -> None:
    """Tents from the left as (skins, wood); `gate` is the first tent (from 1) whose gate is unpaid, 6: none."""
    clan = s.clans[seat]
    for i, (skin, wood) in enumerate(built):
        clan.tents[i][1], clan.tents[i][0] = skin, wood
    if gate is not None:
        clan.gate = min(gate - 1, BOX.tents)
        for i in range(5):
            clan.owed[i] = BOX.gates[clan.gate][i] if clan.gate < BOX.tents else 0


def totem(s: Any, seat: int, wood: int, skull: int = 0) -> None:
    """A totem as it stands (the order is set by `order`)."""
    s.clans[seat].totem[0], s.clans[seat].totem[4] = wood, skull


def order(s: Any, *seats: int) -> None:
    """The totem order, tallest first."""
    s.totem_count = len(seats)
    for i in range(4):
        s.totem_order[i] = seats[i] if i < len(seats) else HIDDEN


def finished(s: Any, seat: int, *cards: str) -> None:
    """Give a seat finished craft cards, wherever they were."""
    for name in cards:
        s.clans[seat].finished |= 1 << CRAFT.index(name)


def unfinished(s: Any, seat: int, *cards: str) -> None:
    """Give a seat unfinished craft cards with nothing on them."""
    for name in cards:
        card = CRAFT.index(name)
        for material in range(2):
            if BOX.crafts[card].cost[material]:
                s.clans[seat].wants[material] |= 1 << card


def hand(s: Any, seat: int, *cards: str) -> None:
    """Give a seat Neta-Tanka cards, wherever they were."""
    for name in cards:
        s.clans[seat].cards |= 1 << CARD.index(name)


def craft_row(s: Any, display: str, pile: str) -> None:
    """The craft display and the top of the pile (first named on top); the rest in any order below."""
    shown = [CRAFT.index(name) for name in display.split()]
    top = [CRAFT.index(name) for name in pile.split()]
    rest = [card for card in range(CRAFTS) if card not in shown + top]
    for i in range(DISPLAY):
        s.craft_display[i] = shown[i] if i < len(shown) else HIDDEN
    s.craft_count = len(shown)
    cards = rest + top[::-1]
    s.craft_left = len(cards)
    for i, card in enumerate(cards):
        s.craft_pile[i] = card


def card_row(s: Any, display: str, pile: str) -> None:
    """The Neta-Tanka display and the top of its pile (first named on top)."""
    shown = [CARD.index(name) for name in display.split()]
    top = [CARD.index(name) for name in pile.split()]
    rest = [card for card in range(10) if card not in shown + top]
    for i, card in enumerate(shown):
        s.card_display[i] = card
    s.card_count = len(shown)
    cards = rest + top[::-1]
    s.card_left = len(cards)
    for i, card in enumerate(cards):
        s.card_pile[i] = card


def objectives(s: Any, *cards: str) -> None:
    """The objective of each seat."""
    dealt = [OBJECTIVE.index(card) for card in cards]
    for seat, card in enumerate(dealt):
        s.clans[seat].objective = card
    rest = [card for card in range(4) if card not in dealt]
    for i in range(4):
        s.undealt[i] = rest.pop(0) if i >= s.seats else HIDDEN


def crafts_shown(s: Any) -> str:
    """The craft display."""
    return " ".join(CRAFT.values[card] for card in s.craft_display[: s.craft_count])


def end_turns(s: Any, count: int) -> None:
    """Let players end their turns."""
    for _ in range(count):
        play(s, "end turn")
