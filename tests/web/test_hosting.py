"""What a host does with the mouse: take a seat away, close the table to spectators, renew a link, report."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage

SENTENCES = {"en-GB": "removed you", "fr-FR": "retiré", "nl-NL": "verwijderd"}


def made(page: Page) -> dict[str, Any]:
    """A table made by this browser, with a bot."""
    page.goto("/")
    body = {"game": "totem", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "name": "Ayla"}
    found: dict[str, Any] = page.request.post("/api/tables", data=body).json()
    return found


def test_a_host_takes_a_seat_away_and_the_page_of_who_had_it_says_so(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(locale="nl-NL")
    host.goto("/")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"game": "honga", "seats": seats, "name": "Ayla"}
    table = host.request.post("/api/tables", data=body).json()["table"]["id"]
    guest.goto("/")
    guest.request.post(f"/api/tables/{table}/join", data={"name": "Brun"})
    guest.goto(f"/t/{table}")
    expect(guest.locator(".gathering")).to_be_visible()
    host.goto(f"/t/{table}")
    remove = host.get_by_role("button", name="Remove Brun")
    remove.click()
    expect(host.get_by_text("Brun cannot come back")).to_be_visible()
    remove.click()
    expect(host.locator(".gathering li", has_text="open seat")).to_have_count(2)
    expect(guest.get_by_text(re.compile(SENTENCES["nl-NL"]))).to_be_visible()


def test_who_comes_by_a_link_reads_first_who_invites_to_what_and_takes_a_seat(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    host.goto("/")
    body = {"game": "honga", "seats": [{"kind": "open"}, {"kind": "me"}], "name": "Ayla"}
    table = host.request.post("/api/tables", data=body).json()["table"]["id"]
    guest.goto(f"/t/{table}")
    expect(guest.locator(".gathering h1")).to_have_text("Ayla invites you to Honga")
    order = "nodes => nodes.map((node) => node.getBoundingClientRect().top)"
    above, below = guest.get_by_role("button", name="Take this seat"), guest.locator(".copy")
    assert above.evaluate_all(order)[0] < below.evaluate_all(order)[0]
    expect(guest.get_by_text("--host")).to_have_count(0)  # that is for who runs the server
    guest.get_by_label("Your name").fill("Brun")
    above.click()
    expect(guest.locator(".board")).to_be_visible()


def test_a_host_closes_the_table_to_spectators_and_renews_a_link(new_page: NewPage) -> None:
    host, watcher = new_page(), new_page()
    table = made(host)["table"]["id"]
    watcher.goto(f"/t/{table}")
    expect(watcher.locator(".board")).to_be_visible()
    host.goto(f"/t/{table}")
    host.get_by_role("button", name="Share").first.click()
    links = host.locator("dialog[open] .copy input")
    expect(links).to_have_count(2)
    old = links.nth(1).input_value()
    renew = host.get_by_role("button", name="Make a new link").first
    renew.click()
    assert links.nth(1).input_value() == old, "not before one has read what it means"
    renew.click()
    expect(links.nth(1)).not_to_have_value(old)
    host.get_by_label("Spectators").select_option("false")
    expect(watcher.get_by_text("not open to spectators")).to_be_visible()


def test_anybody_reports_a_problem(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 800})
    table = made(page)["table"]["id"]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Share").last.click()
    page.get_by_text("Report a problem").click()
    page.get_by_label("What happened?").fill("Somebody is rude.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Thank you.")).to_be_visible()
