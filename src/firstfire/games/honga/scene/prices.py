"""What things cost now, in words: less with bonus cards, and of berries or mushrooms alike where they are swapped."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import memoised
from firstfire.kernel.presentation.words import Words, listed

from ..box import Box
from ..rules.fields import berries_asked, fish_asked, lure_price, mushrooms_asked, pair_asked
from ..state import Good, State
from .looks import amount_words, goods_words, lure_words


def asked_words(view: State, box: Box, words: Words, card: int, copies: int) -> str:
    """HO-A8b: what a barter card still asks for with so many Good barter cards; empty where that is nothing."""
    return _asked(box, words, card, copies, view.turn.swap)


@memoised
def _asked(box: Box, words: Words, card: int, copies: int, swap: int) -> str:
    fish, water, mammoths = fish_asked(box, card, copies), box.goods[card][Good.WATER], box.goods[card][Good.MAMMOTH]
    pair = pair_asked(box, card, copies, swap)
    if swap and pair:
        parts = [
            *amount_words(words, [fish]), words.say("label.either", count=pair),
            *amount_words(words, [0, 0, 0, water, mammoths]),
        ]  # fmt: skip
        return listed(words, parts)
    foods = [0, 0] if swap else [berries_asked(box, card, copies), mushrooms_asked(box, card, copies)]
    asked = [fish, *foods, water, mammoths]
    return goods_words(words, asked) if any(asked) else ""


def lure_now_words(view: State, box: Box, words: Words) -> str:
    """HO-A6c, HO-B8: what a mammoth costs in this turn; empty where that is nothing."""
    due, goods = lure_price(view, box), lure_words(box, words)
    if due == 0:
        return ""
    return words.say("label.some_of", count=due, goods=goods) if view.turn.sated else goods
