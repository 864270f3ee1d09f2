"""What a game says about its table: its scene, its clicks, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..records.domain import Domain
from .scene import Chain, Scene, Take
from .why_not import Reason
from .words import Words

Rows: TypeAlias = Sequence[Sequence[str]]  # of a table in a rulebook: cells, each written as a line of the book


@dataclass(frozen=True)
class Presentation:
    """How a game shows its table and talks about it.

    `scene(view, game, box, seat, words, names)` describes the table as one seat sees it.
    `picks(view, box, action)` is the path of clicks (piece or zone ids) that means a legal action.
    `takes(view, box, action)` is what is laid together after these clicks, in any order: pieces, each with how many of
    it (members of a group, goods that pay); () for an action without such a thing.
    `default_choice(view, box, legal)` is the sensible one of legal actions that have the same picks and a take (or are
    of the same block as those): what is laid there before anybody touches it; None where nothing should be.
    `chains(view, box, words)` are choices of the player to act that often follow each other, each chain by one click.
    `passing(view, box)` is the action that passes, where the player to act can do nothing else by what everybody sees
    (it is asked with what a spectator knows); None elsewhere. An action of little use (a trade) may still be legal.
    `breakdown(state, box, seat, words)` tells where a seat's points come from: (label, points) rows.
    `tie_break(state, box, seat, words)` tells what decides between equal points, in this order: (label, number) rows.
    `name_value(box, words, domain, index)` names a card, tile, … as it is printed in this box, for all
    sentences about actions and events; None leaves it to the words file.
    `tell_choices(view, box, words, names)` gives, once per scene, a function from a legal action to its sentence with
    the thing, its price and its certain result, from what the seat to act may know; None leaves it to `action.*`
    (see telling.py).
    `why_not(view, box, action)` is the reason why an action is not legal for the player to act, from what
    that seat may know; None exactly for legal ones (see why_not.py).
    `reference(box, words)` gives more entries of the words, made from the box: above all sections of the rules
    drawer (`rules.NAME.title`, `rules.NAME.text`) that list its cards.
    `book_tables(box, words)` are rows of tables in the rulebook, by the name that stands there
    (`| {tables[discs]} |`, or one cell: `{tables[board][0][2]}`).
    `colours(box)` are the colours of the seats where the printed game gives each its own; None leaves them to the
    client.
    """

    scene: Callable[..., Scene]
    picks: Callable[[Any, Any, int], tuple[str, ...]]
    takes: Callable[[Any, Any, int], Take] | None = None
    default_choice: Callable[[Any, Any, list[int]], int | None] | None = None
    chains: Callable[[Any, Any, Words], list[Chain]] | None = None
    passing: Callable[[Any, Any], int | None] | None = None
    breakdown: Callable[[Any, Any, int, Words], list[tuple[str, int]]] | None = None
    tie_break: Callable[[Any, Any, int, Words], list[tuple[str, int]]] | None = None
    name_value: Callable[[Any, Words, Domain, int], str | None] | None = None
    tell_choices: Callable[[Any, Any, Words, Sequence[str]], Callable[[int], str | None]] | None = None
    why_not: Callable[[Any, Any, int], Reason | None] | None = None
    reference: Callable[[Any, Words], Mapping[str, str]] | None = None
    book_tables: Callable[[Any, Words], Mapping[str, Rows]] | None = None
    colours: Callable[[Any], tuple[str, ...]] | None = None
    display_text: Callable[[str], str] | None = None  # the text of an action → the text people are shown, and may type
    quiet: tuple[str, ...] = ()  # blocks of actions that give up what costs nothing to keep: these are not highlighted
