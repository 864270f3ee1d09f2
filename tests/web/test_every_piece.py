"""Every card and piece of every game in every language, laid out without a game: what is written on it is whole, and
its badges (a price above all) say what the scene says.

Random games show which kinds there are. They lie on a board that the page of a rulebook draws, each as large as on a
table as wide as a screen and on one of a phone.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, Route
from tests.web.conftest import NewPage
from tests.web.table import GAMES, wait_until
from tests.web.test_words_fit import ROOM

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH
from firstfire.kernel.presentation.scene import Look, Piece, Prompt, Rect, Scene, Zone

WIDE = 1000  # how wide a page draws a board
SCALES = (1.5, 0.8)  # of a table at a desk and on a phone: it shows more than the page of a rulebook does
PLAYED = 6  # games, in which one of LOOKED positions is looked at
LOOKED = 12
GAP = 28  # between the pieces; what stands beside one is no neighbour's
MOVES = 12  # then most kinds of places are filled
BARTER = "trade"  # the picture of Honga's barter cards, each good of whose price is a picture
GROWTH = 1.4  # what lies alone in a wide place grows so much

DRAWN = """() => Object.fromEntries([...document.querySelectorAll(".large .piece")].map((piece) => [
  piece.querySelector("[data-piece]").dataset.piece,
  {
    size: [piece.offsetWidth, piece.offsetHeight],
    badges: [...piece.querySelectorAll(".badge")].map((badge) => ({
      text: badge.textContent.trim(),
      pictures: [...badge.querySelectorAll("svg")].map((svg) => svg.innerHTML),
    })),
  },
]))"""

Kind = tuple[str, ...]


def open_pieces(scene: Scene) -> dict[str, tuple[Piece, Look]]:
    """The pieces of a scene whose face is seen, those in lists too, with their looks."""
    looks = {look.id: look for look in scene.looks}
    listed = [piece for each in scene.lists for piece in each.pieces]
    return {piece.id: (piece, looks[piece.look]) for piece in [*listed, *scene.pieces] if piece.face_up}


def kind_of(piece: Piece, look: Look) -> Kind:
    """What makes a piece another kind: its shape and words; numbers of one length are alike."""
    return (look.shape, *(re.sub(r"\d", "0", text) for text in (piece.label, *piece.badges)))


def place_of(piece: Piece, look: Look) -> Kind:
    """What makes a piece as large as others: its place and shape."""
    return (re.sub(r"\d+", "", piece.zone), look.shape)


def kinds(game: str) -> Iterator[dict[str, tuple[Piece, Look]]]:
    """A piece of each kind that random games show, in every language."""
    known = set[Kind]()
    for seed in range(PLAYED):
        choose = random.Random(seed)
        table = Table.new(game, max(find_game(game).seats), seed, interpreted=True)
        while not table.over:
            if choose.randrange(LOOKED) == 0:
                seat = choose.choice([int(table.state.player), -1])
                found = open_pieces(table.view(seat).scene(ENGLISH))
                new = [name for name, (piece, look) in found.items() if kind_of(piece, look) not in known]
                if new:
                    told = {each: open_pieces(table.view(seat).scene(each)) for each in COMPLETE_LANGUAGES}
                for name in new:
                    if (kind := kind_of(*found[name])) not in known:
                        known.add(kind)
                        yield {language: told[language][name] for language in COMPLETE_LANGUAGES}
            table.play(choose.choice(table.legal()))


def shown(page: Page, scene: Scene) -> dict[str, Any]:
    """The pieces of a board as the page of a rulebook draws it."""

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps({"scene": asdict(scene)}), content_type="application/json")

    page.unroute_all()
    page.route("**/book/positions/*", answer)
    page.goto("about:blank")
    page.goto(f"/rules/{scene.game}#setup")
    page.locator("figure .enlarge").first.dispatch_event("click")
    wait_until(page, "count => document.querySelectorAll('.large .piece').length === count", len(scene.pieces))
    drawn: dict[str, Any] = page.evaluate(DRAWN)
    return drawn


def sizes(page: Page, game: str) -> dict[Kind, tuple[float, float]]:
    """How large the pieces of a zone, and those of a shape, are on a table."""
    table = Table.new(game, max(find_game(game).seats), 1, interpreted=True)
    choose = random.Random(1)
    for _ in range(MOVES):
        table.play(choose.choice(table.legal()))
    scene = replace(table.view(-1).scene(ENGLISH), choices=[], chains=[], lists=[])
    drawn = shown(page, scene)
    found: dict[Kind, tuple[float, float]] = {}
    for piece, look in open_pieces(scene).values():
        size = tuple(drawn[piece.id]["size"])
        for kind in (place_of(piece, look), (look.shape,)):
            found[kind] = min(size, found.get(kind, size))
    return found


def sheet(game: str, pieces: list[tuple[Piece, Look]], known: dict[Kind, tuple[float, float]]) -> Scene:
    """A board on which each piece lies alone, as large as on a wide table, and again as on a phone."""
    zones, laid, looks = list[Zone](), list[Piece](), list[Look]()
    x = y = low = 0.0
    for number, (scale, (piece, look)) in enumerate(product(SCALES, pieces)):
        size = known.get(place_of(piece, look)) or known.get((look.shape,)) or (look.w, look.h)
        w, h = scale * size[0], scale * size[1]
        if x + w + GAP > WIDE:
            x, y, low = 0, y + low + GAP, 0
        place, name = f"place-{number}", f"look-{number}"
        zones.append(Zone(place, "area", Rect(x - w, y - h, 3 * w, 3 * h)))
        looks.append(replace(look, id=name, w=w / GROWTH, h=h / GROWTH))
        laid.append(replace(piece, id=f"piece-{number}", zone=place, slot=0, look=name, turned=0))
        x, low = x + w + GAP, max(low, h)
    board = Rect(0, 0, WIDE, y + low)
    return Scene(game, 2, -1, board, board, Prompt(None, ""), zones, looks, laid)


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_a_game_is_told_whole_in_every_language(game: str, new_page: NewPage) -> None:
    """Where there is room in English for a name or a badge on a piece, there is in every language (small pieces may
    count a badge, "+1"), and nothing more is cut off; badges have the scene's numbers and the pictures of English."""
    every = list(kinds(game))
    known = sizes(new_page(), game)
    faults: list[str] = []
    english: dict[str, Any] = {}
    room: dict[str, list[str]] = {}
    for language in sorted(COMPLETE_LANGUAGES, key=lambda each: each != ENGLISH):
        page = new_page(locale=language)
        scene = sheet(game, [kind[language] for kind in every], known)
        drawn, found = shown(page, scene), page.evaluate(ROOM)
        english, room = english or drawn, room or found
        pieces = {piece.id: piece for piece in scene.pieces}
        looks = {look.id: look for look in scene.looks}
        wide = {piece.id for piece in scene.pieces[: len(every)]}
        missing = {each for each in {*room["written"]} - {*found["written"]} if each.split()[-1] in wide}
        faults += [f"{language}: {each}" for each in {*found["cut"]} - {*room["cut"]}]
        faults += [f"{language}: no {each} ({pieces[each.split()[-1]].label})" for each in missing]
        for name, piece in pieces.items():
            badges, same = drawn[name]["badges"], english[name]["badges"]
            faults += [f"{language}: {piece.badges} is {each}" for each in wrong(piece.badges, badges, same)]
            if game == "honga" and looks[piece.look].front == BARTER:
                bare = [each["text"] for each in badges if not each["pictures"]]
                faults += [f"{language}: {piece.label}: {each} has no picture" for each in bare]
    assert len(every) > 5 and any(drawn["badges"] for drawn in english.values())
    assert not faults, "\n".join(faults)


def wrong(told: list[str], badges: list[dict[str, Any]], english: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with the badges that are drawn of those that are told."""
    texts = [badge["text"] for badge in badges]
    if bool(badges) != bool(english):
        yield f"{texts}, in English {[badge['text'] for badge in english]}"
    counted = [int(each["text"]) for each in badges if re.fullmatch(r"\+\d+", each["text"]) and not each["pictures"]]
    if badges and len(badges) - len(counted) + sum(counted) < len(told):
        yield f"{texts}: some are missing"
    numbers = {"", *(str(number) for number in counted), *(each for badge in told for each in joined(badge))}
    for badge in badges:
        if re.sub(r"\D", "", badge["text"]) not in numbers:
            yield f"{badge['text']}: not its numbers"
    if pictures(badges) != pictures(english):
        yield f"{texts}: other pictures than {[each['text'] for each in english]}"


def joined(badge: str) -> Iterator[str]:
    """The digits that a line of a badge can have: of its numbers, one or some that follow each other."""
    numbers = re.findall(r"\d+", badge)
    return ("".join(numbers[first:end]) for end in range(len(numbers) + 1) for first in range(end))


def pictures(badges: list[dict[str, Any]]) -> list[list[str]]:
    """The pictures of each badge that has some."""
    return [badge["pictures"] for badge in badges if badge["pictures"]]
