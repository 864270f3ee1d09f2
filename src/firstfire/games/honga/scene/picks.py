"""The clicks that mean an action: ids of pieces and zones, in order."""

from __future__ import annotations

from ..actions import ACTIONS, CHASER_KINDS, LUCKY_KINDS, SPACE
from ..box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES, Box
from ..state import GATHERED_ON, Bonus, State


def herd_piece(view: State, place: int) -> str:
    """The id of a mammoth in the herd. A player's mammoths are numbered from those on the tray over the
    oldest to the youngest of the herd, so luring and pushing out keep every id."""
    seat = view.herd[place]
    older = sum(view.herd[i] == seat for i in range(place + 1, view.herd_count))
    return f"mammoth-{seat}-{view.trays[seat].mammoths + older}"


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """The path of clicks that means a legal action; sets of mammoths (HO-A8a: in no order) and ending the turn
    are buttons."""
    name, values = ACTIONS.values(action)
    if name == "lay":
        space = SPACE.values[values["space"]]
        return (f"space-{space}", f"way-{space}-{values['turn']}")
    if name in _FIELDS:
        return (f"field-{_FIELDS[name]}",)
    if name == "gather":
        return (f"field-{FIELD_NAMES[GATHERED_ON[values['good']]]}",)
    if name in ("barter", "good_barter"):
        cards = ("card-good_barter",) * (values["copies"] + 1 if "copies" in values else 0)
        return (*cards, f"barter-{BARTER_NAMES[view.slots[values['slot']]]}")
    if name == "buy":
        return ("card-bought_points", f"bought-{values['units'] + 1}")
    if name in _CARDS:
        return (f"card-{BONUS_NAMES[_CARDS[name]]}",)
    if name == "chase":
        return (f"card-{BONUS_NAMES[CHASER_KINDS[values['card']]]}", "honga")
    if name == "lucky":
        return (f"card-{BONUS_NAMES[LUCKY_KINDS[values['card']]]}", f"field-{FIELD_NAMES[values['field']]}")
    if name == "caveman":
        return ("card-caveman_or_honga", f"caveman-{view.player}")
    if name == "keep":
        return (f"disc-{DISC_NAMES[view.offer[values['which']]]}",)
    return ()


_FIELDS = {"explore": "forest", "lure": "mammoths", "climb": "mountain"}
_CARDS = {
    "two_points": Bonus.TWO_POINTS,
    "extra_disc": Bonus.EXTRA_DISC,
    "swap": Bonus.SWAP,
    "sated": Bonus.SATED,
}
