"""Make Offerings (NT-A8): up to three, one after the other, with free actions in between (R45)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import OFFERED_GENEROSITY, OFFERED_LINK, OFFERED_RESOURCE, STOPPED
from ..box import Box, TokenSource
from ..state import Opened, Phase, Place, State
from .clan import gain, gain_generosity, take_craft
from .links import can_use_effect, use_effect


@rule
def begin_offerings(s: State) -> None:
    """NT-A8: the action opens; before its first step only offerings and "stop" are possible."""
    s.opened = Opened.OFFERING
    s.phase = Phase.OFFERING


@rule
def has_begun(s: State) -> bool:
    """Whether a step of the open action is done: then free actions may come in between (R45)."""
    return s.steps > 0


@rule
def has_generosity(s: State) -> bool:
    """NT-D17, R25: most offerings cost one generosity."""
    return s.clans[s.player].generosity > 0


@rule
def count_offering(s: State, box: Box) -> None:
    """One offering more; the last one closes the action."""
    s.steps += 1
    if s.steps >= box.offerings:
        close_action(s)


@rule
def close_action(s: State) -> None:
    """The open action is over: by its last step or by "stop"."""
    s.opened = Opened.NOTHING
    s.steps = 0
    s.phase = Phase.RESOLVING


@rule
def stop(s: State) -> None:
    """Close the open action before its last step."""
    note(s, STOPPED, s.player, Place.OFFERING if s.opened == Opened.OFFERING else Place.BUILD_TENTS)
    close_action(s)


@rule
def pay_generosity(s: State) -> None:
    """Pay one generosity for an offering."""
    s.clans[s.player].generosity -= 1
    note(s, OFFERED_GENEROSITY, s.player)


@rule
def buy_resource(s: State, box: Box, resource: int) -> None:
    """NT-A8 a1: one generosity for one wood, skin, meat or mushroom; a skull cannot be bought (R19)."""
    count_offering(s, box)
    pay_generosity(s)
    gain(s, resource, 1, TokenSource.SUPPLY)


@rule
def offer_resource(s: State, box: Box, resource: int) -> None:
    """NT-A8 a2: one resource of any kind (R19) for one generosity."""
    count_offering(s, box)
    s.clans[s.player].reserve[resource] -= 1
    note(s, OFFERED_RESOURCE, s.player, resource)
    gain_generosity(s, 1)


@rule
def offer_for_craft(s: State, box: Box, craft: int) -> None:
    """NT-A8 b: one generosity for a craft card of the display."""
    count_offering(s, box)
    pay_generosity(s)
    take_craft(s, box, craft)


@rule
def can_offer_for_link(s: State, box: Box, link: int) -> bool:
    """NT-A8 c: any link but the one of the link tokens, each once in a round (R20), whoever used it (R21)."""
    return (
        box.links[link].offered != 0
        and (s.links_bought >> link) & 1 == 0
        and can_use_effect(s, box, box.links[link].effect)
    )


@rule
def links_for_offerings(s: State, box: Box) -> int:
    """NT-A8 c: the links whose effect can be had for an offering, as bits."""
    bits = 0
    for link in range(box.link_count):
        if can_offer_for_link(s, box, link):
            bits |= 1 << link
    return bits


@rule
def offer_for_link(s: State, box: Box, link: int) -> None:
    """NT-A8 c: one generosity for the effect of a link; no nomads are needed."""
    count_offering(s, box)
    s.links_bought |= 1 << link
    pay_generosity(s)
    bought = box.links[link]
    note(s, OFFERED_LINK, s.player, link, bought.a, bought.b, bought.effect)
    use_effect(s, box, bought.effect)
