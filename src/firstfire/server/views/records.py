"""Records: what somebody's finished games say about them, in numbers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..store.ratings import Rating
from ..store.results import Past
from ..store.story import NAMELESS
from .descriptions import level_label, title_of

PEOPLE = 20  # of those somebody played with, the most frequent


@dataclass
class Tally:
    """The games of one kind."""

    played: int = 0
    won: int = 0
    places: int = 0
    points: int = 0
    best: int | None = None
    streak: int = 0  # games won in a row, up to the last one
    longest: int = 0
    met: Counter[str] = field(default_factory=Counter)  # bots, by level
    beaten: Counter[str] = field(default_factory=Counter)

    def add(self, game: Mapping[str, Any]) -> None:
        """One more game (the older first)."""
        won = game["place"] == 1 and not game["left"]
        self.played += 1
        self.won += won
        self.places += game["place"]
        self.points += game["points"]
        self.best = game["points"] if self.best is None else max(self.best, game["points"])
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        for other in game["others"]:
            if other["level"] is not None:
                self.met[other["level"]] += 1
                self.beaten[other["level"]] += game["place"] < other["place"]


def records(past: Sequence[Past], ratings: Mapping[str, Rating], language: str) -> list[dict[str, Any]]:
    """What is known of somebody, game by game, the most played first."""
    tallies: dict[str, Tally] = {}
    for game in own_games(past):
        tallies.setdefault(game.game, Tally()).add(game.data)
    found = sorted(tallies.items(), key=lambda entry: (-entry[1].played, entry[0]))
    return [_record(name, tally, ratings.get(name), language) for name, tally in found]


def own_games(past: Sequence[Past]) -> list[Past]:
    """The games somebody played on one seat only, the older first: at a shared screen one wins against oneself. Nor is
    a game counted that goes on from the middle of another."""
    seats = Counter(game.table for game in past)
    counted = [game for game in past if seats[game.table] == 1 and game.data.get("counts", True)]
    return sorted(counted, key=lambda game: (game.at, game.table))


def _record(name: str, tally: Tally, rating: Rating | None, language: str) -> dict[str, Any]:
    levels = [
        {"level": level, "label": level_label(level, language), "met": met, "beaten": tally.beaten[level]}
        for level, met in sorted(tally.met.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
    value, spread = rating.shown if rating is not None else (None, None)
    return {
        "game": name, "title": title_of(name, language), "played": tally.played, "won": tally.won,
        "mean_place": round(tally.places / tally.played, 2), "mean_points": round(tally.points / tally.played, 1),
        "best": tally.best, "streak": tally.streak, "longest": tally.longest, "levels": levels,
        "rating": value, "spread": spread, "rated": rating.games if rating is not None else 0,
    }  # fmt: skip


def people(past: Sequence[Past], who: Mapping[tuple[str, int], str], language: str) -> list[dict[str, Any]]:
    """The people somebody played with, and the last game with each, by the name they had there. `who` knows them by
    table and seat: two of one name are two, one of two names is one. Who is no longer known counts by name."""
    met: Counter[str] = Counter()
    last: dict[str, tuple[Past, Mapping[str, Any]]] = {}
    for game in own_games(past):
        for other in game.data["others"]:
            if other["level"] is None and other["name"] != NAMELESS:
                person = who.get((game.table, other.get("seat", -1)), f"name {other['name']}")
                met[person] += 1
                last[person] = game, other
    return [
        {"name": other["name"], "games": games, "last": game.at, "table": game.table,
         "title": title_of(game.game, language), "mark": other.get("mark", ""), "colour": other.get("colour", 0)}
        for person, games in met.most_common(PEOPLE)
        for game, other in [last[person]]
    ]  # fmt: skip


def told(game: Past, language: str) -> dict[str, Any]:
    """A game of a history in words."""
    others = [
        {"mark": "", "colour": 0, **other, "level_label": level_label(other["level"], language)}
        for other in game.data["others"]
    ]
    kept = {"rating": None, "spread": None, "counts": True, **game.data, "others": others}
    title, link = title_of(game.game, language), f"/t/{game.table}"
    return {"table": game.table, "link": link, "game": game.game, "title": title, "at": game.at, **kept}
