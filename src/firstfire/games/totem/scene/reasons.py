"""Why an action is not legal now: for every refusal the rule that stands against it."""

from __future__ import annotations

from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.records.domain import SEAT

from ..actions import ACTIONS, CARD
from ..box import CARDS, Box
from ..rules.combat import can_be_attacked, least_total
from ..rules.guarding import can_defend, can_discard
from ..rules.hands import holds, is_hidden
from ..rules.powers import can_draw_pass
from ..state import EMPTY, NO_CARD, Phase, State

QUIET = ("defend", "swap", "discard")
PHASE_OF = {"place": Phase.SETUP, "trim": Phase.HAND_LIMIT, "eye": Phase.EYE, "sum": Phase.SUM}


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """The reason of the player to act, from what that player may know."""
    block, values = ACTIONS.values(action)
    if view.phase == Phase.ACTION and block in ("pass", "draw_pass"):
        return Reason("must_act", "TT-T2")
    if view.phase == Phase.AFTER_WIN and block in QUIET:
        return Reason("after_win", "TT-K10")
    if not belongs_here(view, block):
        return NOT_NOW
    for name in ("sword", "card"):
        if name in values and not holds(view, view.player, values[name]):
            twin = equal_in_hand(view, box, values[name]) if name == "card" else NO_CARD
            reason = None if twin == NO_CARD else why_not(view, box, action + twin - values[name])
            return reason or Reason("not_in_hand", card=(CARD, values[name]))
    if block in ("attack", "pair"):
        return why_not_attack(view, box, values.get("sword"), values["card"], values["slot"])
    if block == "defend" and not can_defend(view):
        return Reason("zone_full", "TT-A2")
    if block == "swap":
        return why_not_swap(view, values["slot"])
    if block == "discard" and not can_discard(view):
        return Reason("deck_empty", "TT-A4")
    if block == "draw_pass" and not can_draw_pass(view):
        return why_not_draw(view)
    if block == "eye":
        return why_not_discover(view, values["slot"])
    return None


def equal_in_hand(view: State, box: Box, card: int) -> int:
    """2.3: a card of the hand that is the same to the players, or NO_CARD: what stands against that one is meant."""
    for other in range(CARDS):
        alike = box.level[other] == box.level[card] and box.power[other] == box.power[card]
        if alike and holds(view, view.player, other):
            return other
    return NO_CARD


def belongs_here(view: State, block: str) -> bool:
    """Whether a kind of action is asked for at all in this phase."""
    if block in ("attack", "pair"):
        return view.phase in (Phase.ACTION, Phase.AFTER_WIN)
    if block in ("pass", "draw_pass"):
        return view.phase == Phase.AFTER_WIN
    return view.phase == PHASE_OF.get(block, Phase.ACTION)


def why_not_attack(view: State, box: Box, sword: int | None, card: int, slot: int) -> Reason | None:
    """TT-K2, TT-K4, R37: a pair is two cards, the target is there, and one that lies face up wants its level."""
    if sword is not None and card == sword:
        return Reason("pair_of_one", "TT-K2")
    if sword is not None and card < sword:
        return Reason("pair_order", "TT-K2", sword=(CARD, card), card=(CARD, sword))
    rival = 1 - view.player
    if not can_be_attacked(view, slot):
        return Reason("empty_slot", "TT-A1", slot=slot + 1, rival=(SEAT, rival))
    total = box.level[card] + (0 if sword is None else box.level[sword])
    least = least_total(view, box, slot)
    if total < least:
        target = (CARD, view.sides[rival].zone[slot].card)
        return Reason("too_weak", "TT-K4", target=target, level=least, total=total)
    return None


def why_not_swap(view: State, slot: int) -> Reason | None:
    """TT-A3: only a hidden totem of one's own."""
    totem = view.sides[view.player].zone[slot]
    if totem.card == EMPTY:
        return Reason("swap_empty", "TT-A3", slot=slot + 1)
    return None if is_hidden(view, view.player, slot) else Reason("swap_face_up", "TT-A3", target=(CARD, totem.card))


def why_not_draw(view: State) -> Reason:
    """TT-K11: with an empty hand, from a deck that has a card."""
    held = view.sides[view.player].hand_size
    return Reason("hand_not_empty", "TT-K11", count=held) if held else Reason("deck_empty", "TT-K11")


def why_not_discover(view: State, slot: int) -> Reason | None:
    """TT-P3c: only a hidden totem of the other player."""
    rival = 1 - view.player
    totem = view.sides[rival].zone[slot]
    if totem.card == EMPTY:
        return Reason("eye_empty", "TT-P3c", slot=slot + 1, rival=(SEAT, rival))
    return None if is_hidden(view, rival, slot) else Reason("eye_face_up", "TT-P3c", target=(CARD, totem.card))
