"""The shelf: the games with their words, their rules drawer and their coach."""

from __future__ import annotations

import logging
import re
from typing import Any

from ..games import game as find_game
from ..games import names
from ..kernel.game import Game
from ..kernel.words import Words
from .describing import value_label
from .elders import Kiln
from .telling import engine_info

log = logging.getLogger(__name__)
ART = {  # what is painted on the shelf
    "totem": "totem-eagle-bear-wolf",
    "honga": "mammoth-tiger-mountain-berry",
    "neta_tanka": "tipi-bison-totem-fire",
    "doggerland": "deer-boat-mammoth-sea-horse",
    "prehistory": "hunter-bison-painting-salmon-hut",
}
RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]{0,3}\d+[a-z]?\b")


def games_here() -> list[Game]:
    """The games that can be played (one that cannot be loaded is named in the log)."""
    found = []
    for name in names():
        try:
            found.append(find_game(name))
        except Exception as error:
            log.warning("game %s cannot be loaded: %s", name, error)
    return found


def game_info(game: Game, language: str, kiln: Kiln) -> dict[str, Any]:
    """A game on the shelf, in words."""
    words = game.words(language)
    options = [
        {
            "name": option.name,
            "label": words.entries.get(f"option.{option.name}", option.name),
            "rule": option.rule,
            "default": option.proposed,
            "values": [
                {"value": value, "label": value_label(words.entries, option.name, value)} for value in option.values
            ],
        }
        for option in game.options
    ]
    return {
        "name": game.name, "title": words.say("game.title"), "pitch": words.say("game.pitch"),
        "length": words.say("game.length"), "seats": list(game.seats), "art": ART.get(game.name, game.name),
        "options": options, "engine": engine_info(kiln.state(game.name), language),
    }  # fmt: skip


def game_texts(game: Game, language: str, kiln: Kiln) -> dict[str, Any]:
    """A game with its rules drawer and its coach."""
    words = game.words(language)
    return {
        **game_info(game, language, kiln),
        "rules": sections(words, "rules"),
        "guide": sections(words, "guide"),
    }


def sections(words: Words, part: str) -> list[dict[str, Any]]:
    """The sections of a part of the words, in order: `key = "text"` (with `key_title`), or a
    table with `title` and `text`."""
    found: dict[str, dict[str, str]] = {}
    for key, text in words.entries.items():
        head, _, rest = key.partition(".")
        if head != part or not rest:
            continue
        name, _, field = rest.partition(".")
        if not field and name.endswith("_title"):
            name, field = name.removesuffix("_title"), "title"
        entry = found.setdefault(name, {"title": "", "text": ""})
        if field == "title":
            entry["title"] = text
        else:
            entry["text"] += ("\n\n" if entry["text"] else "") + text
    return [
        {"id": name, **entry, "cites": sorted(set(RULE_ID.findall(f"{entry['title']} {entry['text']}")))}
        for name, entry in found.items()
    ]
