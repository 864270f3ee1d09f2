"""The bookshelf: rulebooks as the browser reads them, with an index of cards and pieces; made once per game, version
and language, and known by a tag, so that a browser that has a book need not get it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any, NamedTuple

from ...games import game as find_game
from ...kernel.checking.books import positions
from ...kernel.checking.own_components import changes_of
from ...kernel.game import Game, box_hash
from ...kernel.presentation.book.data import book_data
from ...kernel.presentation.scene import Look, Scene
from ...saves import Save
from ...table import Table
from ...tutorial import has_tutorial
from ..protocol.json_text import to_json

KEPT = 64  # books, a few hundred kB at most
SOMEBODY = "…"  # whoever owns a figure in the index
UNLISTED = ("hex",)  # the ground of a map
OWNED = ("meeple", "chip", "cube", "token")  # shapes of which the players' own differ in colour only


class Volume(NamedTuple):
    """A book as JSON, and the tag that tells whether it has changed."""

    body: bytes
    tag: str


@lru_cache(maxsize=KEPT)
def volume(game: Game, language: str, components: str | None = None) -> Volume | None:
    """The book of a game in a language, with the numbers of a components file where there is one; None where it has
    none."""
    book = game.book(language, None if components is None else game.own_box(components), components)
    if book is None:
        return None
    data = {
        "game": game.key, "credits": game.credits.sentence(language), **book_data(book),
        "index": index_of(game, language, components), "tutorial": has_tutorial(game),
    }  # fmt: skip
    body = to_json(data)
    return Volume(body, f'"{hashlib.sha256(body).hexdigest()[:24]}"')


@lru_cache(maxsize=4 * KEPT)
def picture(name: str, key: str, language: str) -> bytes | None:
    """A position that the book of a game shows, as a scene; None where there is none of that key."""
    game = find_game(name)
    found = positions(game).get(key)
    if found is None:
        return None
    table = Table.at(game, found.position, names=found.names, interpreted=True)
    scene = table.view(found.seat).scene(language)
    scene.choices = []  # nothing to click in a book
    return to_json({"scene": scene.as_data()})


def own_volume(game: str, language: str, components: str) -> Volume | None:
    """The book of a game with the numbers of a stranger's components: made in a process of its own."""
    return volume(find_game(game), language, components)


def own_changes(game: str, components: str) -> dict[str, Any]:
    """How a table's components differ from the game's own."""
    return changes_of(find_game(game), components)


def index_of(game: Game, language: str, components: str | None = None) -> list[dict[str, Any]]:
    """Every kind of card and piece: how it looks, what it is called, what it does where the table tells it."""
    players = max(game.seats)
    box = game.standard_box if components is None else game.own_box(components)
    save = Save(
        game=game.name, rules_version=game.rules_version, players=players, seed=1, options={}, box=box_hash(box),
        components=components, names=[SOMEBODY] * players,
    )  # fmt: skip
    table = Table.from_save(save, interpreted=True)
    scene = table.view(-1).scene(language)
    tips = _tips(scene)
    return [
        {"look": asdict(look), "name": look.alt.removesuffix(f" {SOMEBODY}"), "text": tips.get(look.id, "")}
        for look in _kinds(scene.looks)
    ]


def _tips(scene: Scene) -> dict[str, str]:
    """What open pieces say about themselves; nothing where two of a kind say different things."""
    said: dict[str, set[str]] = {}
    for piece in [*scene.pieces, *(piece for listing in scene.lists for piece in listing.pieces)]:
        if piece.face_up:
            said.setdefault(piece.look, set()).add(piece.tip)
    return {look: next(iter(tips)) for look, tips in said.items() if len(tips) == 1}


def _kinds(looks: Iterable[Look]) -> list[Look]:
    """The looks that are worth a picture: what has a face and a name, each once."""
    seen: set[tuple[str, ...]] = set()
    found = []
    for look in looks:
        kind = (look.shape, look.front) if look.shape in OWNED else (look.shape, look.front, look.letter, look.alt)
        if look.front and look.alt and look.shape not in UNLISTED and kind not in seen:
            seen.add(kind)
            found.append(look)
    return found
