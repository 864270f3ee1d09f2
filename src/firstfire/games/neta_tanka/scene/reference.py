"""The rules drawer's lists, made from the box on the table: recipes, prices and limits, and every card."""

from __future__ import annotations

from collections import Counter

from firstfire.kernel.presentation.words import Words

from ..box import CARDS, CRAFTS, OBJECTIVES, RESOURCES, SEATS, TOKENS, TRADES, Box
from .looks import cell_words
from .names import link_name
from .phrases import (
    all_of,
    amounts,
    barred_words,
    basic_words,
    craft_words,
    effect_words,
    face_words,
    objective_words,
    trade_words,
)


def reference(box: Box, words: Words) -> dict[str, str]:
    """The lists of the rulebook that only the box can fill."""
    crafts = [craft_words(box, card, words) for card in range(CRAFTS)]
    trades = [
        words.say("reference.trade_line", slots=box.trades[card].slots, sides=trade_words(box, card, words))
        for card in range(TRADES)
    ]
    lists = {
        "recipes": recipes(box, words),
        "crafts": crafts,
        "trade": trades,
        "cards": [face_words(box, card, words) for card in range(CARDS)],
        "objectives": [objective_words(box, number, words) for number in range(OBJECTIVES)],
        "tokens": [effect_words(box, box.token_effect[token], words) for token in range(TOKENS)],
        "links": [link_name(box, words, number) for number in range(box.link_count)],
    }
    entries: dict[str, str] = {}
    for name, lines in lists.items():
        entries[f"rules.all_{name}.title"] = words.say(f"reference.{name}")
        entries[f"rules.all_{name}.text"] = "\n".join(f"• {line}" for line in counted(lines, words))
    return entries


def counted(lines: list[str], words: Words) -> list[str]:
    """Each line once, with how many cards it stands for."""
    return [
        line if count == 1 else words.say("reference.several", line=line, count=count)
        for line, count in Counter(lines).items()
    ]


def recipes(box: Box, words: Words) -> list[str]:
    """What is built of what, what it scores, what it costs, and what limits it."""
    points = ", ".join(str(box.tent_points[number + 1]) for number in range(box.tents))
    found = [words.say("reference.tent", points=points)]
    for tent in range(box.tents):
        if asked := amounts([box.gates[tent][resource] for resource in range(RESOURCES)], words):
            found.append(words.say("reference.gate", number=tent + 1, asked=all_of(asked, words)))
    found.append(words.say("reference.set"))
    for players in range(2, SEATS + 1):
        cells = " | ".join(cell_words(box, words, players, cell) for cell in range(players))
        found.append(words.say("reference.cells", players=players, cells=cells))
    found += [words.say("reference.series"), words.say("reference.food")]
    found += [words.say("reference.basic", resources=basic_words(box, words)), words.say("reference.offering")]
    if barred := barred_words(box, words):
        found.append(words.say("reference.barred", barred=barred))
    return [*found, words.say("reference.price"), words.say("reference.smoke")]
