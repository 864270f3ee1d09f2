"""What the log of Nētā-Tanka tells (log_reader.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firstfire.games.neta_tanka import box as box_of
from firstfire.games.neta_tanka import state
from firstfire.kernel.rules.notes import HIDDEN

SECRETS = {"dealt"}
DEALT = r"first|round|clans\.\d\.objective"
FOLLOWED = (
    rf"{DEALT}|clans\.\d\.(reserve|generosity|totem|tents|food|exchanged|cards|tokens|wants|finished)(\.\d)*|forest\.\d"
    r"|tanning\.\d|hunted|on_craft\.\d+\.\d|cards_played|token_stack|tokens_used|craft_gone|visitor_claim|visitor_of|turns"
)
CHANGES = {
    "dealt": "s.clans[seat].objective = c",
    "first_player": "s.first = seat",
    "round_begins": "begin_round(s); says((seat, a, b) == (s.first, s.round, after.trade[s.round - 1]))",
    "placed": "says(after.normals[b] + after.extras[b] == before.normals[b] + before.extras[b] + 1)",
    "copied": "says(after.extras[b] == before.extras[b] + 1 and after.clans[seat].copy_at == b)",
    "took": "s.clans[seat].reserve[b] += a; take_from(s, c, b, a)",
    "found_nothing": "says(a == state.Place.TAN and before.tanning[box_of.Resource.SKIN] == 0)",
    "generosity": "s.clans[seat].generosity += a",
    "paid": "s.clans[seat].reserve[b] -= a",
    "forest_grows": "s.forest[box_of.Resource.WOOD] += a; s.forest[box_of.Resource.MUSHROOM] += b",
    "hunted": "s.hunted += 1; says(a == s.hunted)",
    "tanned": "s.hunted -= 1; s.tanning[box_of.Resource.SKIN] += a; s.tanning[box_of.Resource.MEAT] += b",
    "raised": "use(s, before, seat, a, text); s.clans[seat].totem[a] += 1; says(b == sum(s.clans[seat].totem))",
    "overtakes": "says(after.totem_order[a - 1] == seat)",
    "built": "use(s, before, seat, a, text); s.clans[seat].tents[b - 1][a] += 1",
    "tent_done": "says(a - 1 in tents(s, box, seat))",
    "paid_gate": "s.clans[seat].reserve[a] -= 1; says(b == before.clans[seat].gate + 1)",
    "fed": "use(s, before, seat, b, text, a); s.clans[seat].food[b] += a; says(c == sum(s.clans[seat].food))",
    "crafted": "use(s, before, seat, a, text); work(s, box, seat, a, b)",
    "finished": "s.clans[seat].finished |= 1 << a; s.on_craft[a][0] = s.on_craft[a][1] = 0",
    "took_craft": "want(s, box, seat, a)",
    "removed_craft": "s.craft_gone |= 1 << a",
    "craft_display": "says(came(after.craft_display, after.craft_pile, after.craft_left, a, b))",
    "took_card": "s.clans[seat].cards |= 1 << a",
    "card_display": "says(came(after.card_display, after.card_pile, after.card_left, a, b))",
    "played": "lose_card(s, seat, a)",
    "discarded": "lose_card(s, seat, a)",
    "linked": "link = box.links[a]; says((link.a, link.b) == (b, c) and text.startswith('link'))",
    "offered_link": "link = box.links[a]; says((link.a, link.b, link.effect) == (b, c, d))",
    "offered_generosity": "s.clans[seat].generosity -= 1",
    "offered_resource": "s.clans[seat].reserve[a] -= 1",
    "took_token": "s.token_stack &= ~(1 << a); s.clans[seat].tokens |= 1 << a; says(b == box.token_effect[a])",
    "used_token": "s.tokens_used |= 1 << a; s.clans[seat].tokens &= ~(1 << a); says(b == box.token_effect[a])",
    "gave": "s.clans[seat].reserve[a] -= 1; s.clans[b].reserve[a] += 1",
    "exchanged": "s.clans[seat].exchanged = 1; says(a == s.clans[seat].objective)",
    "claimed_visitor": "s.visitor_claim = seat",
    "stopped": "says((a == state.Place.OFFERING) == (before.opened == state.Opened.OFFERING))",
    "turn_ends": "s.turns += 1",
    "visitor_comes": "s.first = seat; says(seat == s.visitor_claim)",
    "visitor_leaves": "says(seat == before.visitor_of)",
    "buffalo_returns": "s.hunted -= 1",
    "meat_spoils": "s.tanning[b] -= a",
    "mission": "says(after.normals[a] > 0)",
    "count_rest": "says(d == s.clans[seat].generosity)",
    "count_total": "says((a, b) == (points[seat], sum(s.clans[seat].reserve)))",
}
EVENTS = {
    "round_begins": "[after.first] if after.round > before.round else []",
    "placed": "[before.player] if text.startswith('place') and 'copied' not in kinds else []",
    "copied": "[before.player] if new_copy(before, after) else []",
    "resolves": "[before.player] if text.startswith('resolve') else []",
    "found_nothing": "[before.player] if text == 'resolve tan' and 'took' not in kinds else []",
    "overtakes": "{p for p in range(after.seats) if rank(after, p) < rank(before, p)}",
    "tent_done": "[p for p in range(after.seats) for _ in tents(after, box, p) - tents(before, box, p)]",
    "copy_unlocked": "[p for p in range(after.seats) if items(before, p) < box.copy_at <= items(after, p)]",
    "craft_display": "[before.player] * (before.craft_left - after.craft_left)",
    "card_display": "[before.player] * (before.card_left - after.card_left)",
    "linked": "[before.player] if text.startswith('link') else []",
    "offered_link": "[before.player] if text.startswith('offer for K') else []",
    "stopped": "[before.player] if text == 'stop' else []",
    "turn_ends": "[before.player] if text == 'end turn' else []",
    "visitor_comes": "[before.visitor_claim] if after.round > before.round and before.visitor_claim >= 0 else []",
    "visitor_leaves": "[before.visitor_of] if left(before, after) else []",
    "mission": "list(missions(before, after, box))",
    "count_board": "list(range(after.seats)) if after.over else []",
    "count_rest": "list(range(after.seats)) if after.over else []",
    "count_total": "list(range(after.seats)) if after.over else []",
    "count_objective": "list(range(after.seats)) if after.over else []",
}


def is_untold(before: Any, after: Any) -> bool:
    """What prepares the next round is told only where there is one."""
    return bool(after.over)


def begin_round(s: Any) -> None:
    s.round += 1
    s.turns = 0
    s.visitor_of, s.visitor_claim = s.visitor_claim, state.NOWHERE


def take_from(s: Any, source: int, resource: int, amount: int) -> None:
    if source in (box_of.TokenSource.FOREST, box_of.TokenSource.TANNING):
        (s.forest if source == box_of.TokenSource.FOREST else s.tanning)[resource] -= amount


def use(s: Any, before: Any, seat: int, resource: int, text: str, amount: int = 1) -> None:
    """From the reserve, or from the supply by a card that is played, or was just before."""
    if not before.supplied and not text.startswith("play"):
        s.clans[seat].reserve[resource] -= amount


def work(s: Any, box: Any, seat: int, material: int, craft: int) -> None:
    s.on_craft[craft][material] += 1
    if s.on_craft[craft][material] == box.crafts[craft].cost[material]:
        s.clans[seat].wants[material] &= ~(1 << craft)


def want(s: Any, box: Any, seat: int, craft: int) -> None:
    for material in range(box_of.MATERIALS):
        if box.crafts[craft].cost[material]:
            s.clans[seat].wants[material] |= 1 << craft


def lose_card(s: Any, seat: int, card: int) -> None:
    s.clans[seat].cards &= ~(1 << card)
    s.cards_played |= 1 << card


def came(display: Any, pile: Any, left: int, card: int, top: int) -> bool:
    """A card lies in the display; the next one is the top of the pile, or came after it."""
    return card in display and (top in display or top == (pile[left - 1] if left else HIDDEN))


def tents(s: Any, box: Any, seat: int) -> set[int]:
    """The tents that are complete."""
    whole = list(box.tent_slots)
    return {tent for tent in range(box.tents) if list(s.clans[seat].tents[tent]) == whole}


def items(s: Any, seat: int) -> int:
    return sum(s.clans[seat].food)


def rank(s: Any, seat: int) -> int:
    """The place of a totem, the tallest first."""
    order = list(s.totem_order[: s.totem_count])
    return order.index(seat) if seat in order else s.seats


def new_copy(before: Any, after: Any) -> bool:
    return bool(after.clans[before.player].copy_at >= 0 > before.clans[before.player].copy_at)


def left(before: Any, after: Any) -> bool:
    """The visitor is in the village, nobody has claimed it, and another round begins."""
    return bool(after.round > before.round and before.visitor_of >= 0 > before.visitor_claim)


def missions(before: Any, after: Any, box: Any) -> Iterator[int]:
    """Whose nomads walk from the two Elders to where they stand in the next round."""
    for colour, nomads in enumerate(before.nomads if after.round > before.round else ()):
        for place in range(box_of.PLACES):
            if nomads.at & box.elders & (1 << place) and box.places[place].mission_to >= 0:
                yield colour % before.seats
