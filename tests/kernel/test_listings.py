"""Listings: piles that can be looked through, and aids opened from a zone."""

from __future__ import annotations

import orjson

from firstfire.kernel.presentation.scene import Listing, Look, Piece, Prompt, Rect, Scene, Zone
from firstfire.kernel.presentation.text_scene import draw
from firstfire.server.views.sections import scene_sections

PLANE = Rect(0, 0, 100, 100)


def table(*lists: Listing) -> Scene:
    """A discard of three cards of which the top lies on the table, and a deck."""
    made = Scene("x", 2, 0, PLANE, PLANE, Prompt(0, "choose"))
    made.zones = [Zone("discard", "pile", PLANE, label="Discard"), Zone("deck", "pile", PLANE, label="Deck")]
    made.looks = [Look("back", "card"), Look("flute", "card", alt="Bone flute"), Look("tent", "card", alt="Hide tent")]
    made.pieces = [
        Piece("top", "discard", 0, "flute", count=3),
        Piece("pile", "deck", 0, "back", face_up=False, label="Cards", count=5),
    ]
    made.lists = list(lists)
    return made


def cards(*looks: str) -> list[Piece]:
    return [Piece(f"{look}-{place}", "discard", 0, look) for place, look in enumerate(looks)]


def test_a_listed_pile_is_told_card_by_card_and_an_aid_on_a_line_of_its_own() -> None:
    whole = Listing("discard", "discard", cards("flute", "tent", "tent"))
    unseen = Listing("unseen", "deck", [Piece("t", "deck", 0, "tent", count=4)], "Not seen yet")
    assert draw(table(whole, unseen)).splitlines() == [
        "Discard: Bone flute  Hide tent  Hide tent",
        "Deck: (Cards) ×5",
        "Not seen yet: Hide tent ×4",
    ]
    assert draw(table()).splitlines()[0] == "Discard: (×3) Bone flute"


def test_a_listing_that_leads_nowhere_is_found() -> None:
    assert table(Listing("a", "discard", cards("flute"))).problems() == []
    twice = [Piece("a", "discard", 0, "flute"), Piece("a", "discard", 0, "wolf")]
    assert table(Listing("a", "nowhere", twice), Listing("a", "deck", [])).problems() == [
        "list a opens no zone (nowhere)",
        "list a: piece a has no look (wolf)",
        "a piece id stands twice in a list",
        "a list id stands twice",
    ]


def test_the_server_sends_listings() -> None:
    sent = orjson.loads(scene_sections(table(Listing("unseen", "deck", cards("tent"), "Not seen yet")))["lists"])
    assert [(each["id"], each["zone"], each["label"], each["pieces"][0]["look"]) for each in sent] == [
        ("unseen", "deck", "Not seen yet", "tent")
    ]
