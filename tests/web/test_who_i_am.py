"""My page: name and mark, record and history, another device, everything deleted."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import CDPSession, Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, Server, click_on, new_table, set_up, sit_down
from tests.web.test_for_everyone import serious


def test_my_page_tells_my_games_goes_to_another_device_and_forgets_me(new_page: NewPage) -> None:
    page, phone = new_page(), new_page(viewport={"width": 390, "height": 800}, locale="nl-NL")
    page.goto("/me")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.get_by_label("Your name").fill("Zelandonii")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="My mark 3").click()
    expect(page.get_by_role("button", name="My mark 3")).to_have_attribute("aria-pressed", "true")
    table = new_table(page, "embers", [PERSON, BOT])
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    page.goto("/me")
    expect(page.locator(".cards .sheet")).to_contain_text("1 game")
    expect(page.locator(".cards .rating")).to_contain_text("Rating")
    expect(page.locator(f".games a[href='{table['link']}?replay']")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".copy input").input_value()
    phone.goto(link)
    sure = phone.get_by_role("button", name="Ja, dat ben ik")
    expect(sure).to_be_visible()
    expect(phone).to_have_url(re.compile("/me$"))  # the secret does not stay in the address bar
    phone.wait_for_load_state("networkidle")  # who the phone was before is known to its page
    sure.click()
    expect(phone.get_by_label("Je naam")).to_have_value("Zelandonii")
    expect(phone.locator(f".games a[href='{table['link']}?replay']")).to_be_visible()
    forget = page.get_by_role("button", name="Delete everything")
    forget.click()
    expect(page.get_by_text("Press again to do it.")).to_be_visible()
    forget.click()
    expect(page.get_by_text("Everything was deleted.")).to_be_visible()
    phone.goto("/me")
    expect(phone.locator(".games")).to_have_count(0)


def test_people_i_played_with_are_invited_again_by_one_click(new_page: NewPage) -> None:
    page, friend = new_page(timezone_id="Asia/Tokyo", locale="fr-FR"), new_page()
    page.goto("/")
    for each, mark in ((page, "owl"), (friend, "fox")):
        each.request.put("/api/me", data={"mark": mark, "colour": 4})
    table = new_table(page, "embers", [PERSON, {"kind": "open"}], name="Ayla")
    friend.request.post(f"/api/tables/{table['id']}/join", data={"name": "Brun"})
    sit_down(friend, table["link"])
    sit_down(page, table["link"])
    their_marks_are_seen(page)
    tells_the_time(page)
    while page.locator(".result").count() == 0:
        for each in (page, friend):
            if each.locator(".prompt.mine").count() > 0:
                assert click_on(each, moves=1) in ("played", "over")
    page.goto(f"{table['link']}?replay")
    their_marks_are_seen(page)  # afterwards too
    page.goto("/me")
    expect(page.locator(".games [data-mark=fox]")).to_have_count(2)  # among the people, and at the game
    page.get_by_role("button", name=re.compile(": Brun, ")).click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page).not_to_have_url(re.compile(table["id"]))
    friend.goto("/")
    link = page.evaluate("location.pathname")
    expect(friend.locator(f".tables a[href^='{link}']").first).to_be_visible()
    expect(friend.locator(".tables [data-mark=owl]").first).to_be_visible()


def their_marks_are_seen(page: Page) -> None:
    """At the seats and in the log; who chose the colour of another has one of their own at the table."""
    expect(page.locator(".seats [data-seat='0'] [data-mark=owl]").first).to_be_visible()
    expect(page.locator(".seats [data-seat='1'] [data-mark=fox]").first).to_be_visible()
    colours = (
        "[...document.querySelectorAll('.seats [data-seat]')].map((seat) => seat.style.getPropertyValue('--clan'))"
    )
    one, other = page.evaluate(colours)
    assert one != other


def tells_the_time(page: Page) -> None:
    """The log says when it begins, and every line when it happened, as one says it where the reader is."""
    shown = page.locator(".log time").first
    expect(shown).to_be_visible()
    begun = datetime.fromisoformat(str(shown.get_attribute("datetime"))).astimezone(ZoneInfo("Asia/Tokyo"))
    assert shown.inner_text() == f"{begun:%H:%M}"
    said = page.locator(".log li .gap").first.get_attribute("title") or ""
    assert said.endswith(f" {begun:%Y} à {begun:%H:%M}"), said


def with_authenticator(page: Page, credential: dict[str, Any] | None = None) -> tuple[CDPSession, str]:
    """A browser with a phone's authenticator in it, which always says yes; it may know a key already."""
    link = page.context.new_cdp_session(page)
    link.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    name = str(link.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"])
    if credential is not None:
        link.send("WebAuthn.addCredential", {"authenticatorId": name, "credential": credential})
    return link, name


def enter(phone: Page) -> None:
    """Sign in by a passkey, once one knows what becomes of this browser."""
    phone.get_by_role("button", name="Se connecter avec une clé d’accès").click()
    expect(phone.get_by_role("dialog")).to_contain_text("au lieu des siens")
    phone.get_by_role("button", name="Oui, c’est moi").click()


def test_a_pass_key_makes_another_device_me_until_it_is_removed(new_page: NewPage, server: Server) -> None:
    here = f"http://localhost:{server.port}/me"  # keys are bound to a name
    page, phone = new_page(), new_page(viewport={"width": 390, "height": 844}, locale="fr-FR", quiet=True)
    link, name = with_authenticator(page)
    page.goto(here)
    page.get_by_label("Your name").fill("Zelandonii")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text("Made now")).to_be_visible()
    assert serious(page) == []
    (made,) = link.send("WebAuthn.getCredentials", {"authenticatorId": name})["credentials"]
    with_authenticator(phone, made)  # the two devices share their keys, as a phone and its owner's computer do
    phone.goto(here)
    enter(phone)
    expect(phone.get_by_label("Votre nom")).to_have_value("Zelandonii")
    expect(phone.get_by_text("utilisée maintenant")).to_be_visible()
    phone.get_by_role("button", name="Se déconnecter ici").click()
    expect(phone.get_by_text("utilisée maintenant")).to_have_count(0)
    expect(phone.get_by_label("Votre nom")).not_to_have_value("Zelandonii")
    expect(phone.get_by_role("button", name="Se déconnecter ici")).to_have_count(0)  # there is no way back
    page.get_by_role("button", name="Remove: Made now").click()
    expect(page.get_by_text("Made now")).to_have_count(0)
    enter(phone)
    expect(phone.get_by_role("status")).to_contain_text("Cette clé d’accès n’a pas été acceptée")
    set_up(page, language="nl")
    page.reload()
    page.get_by_role("button", name="Toegangssleutel maken").click()
    page.get_by_role("button", name=re.compile("^Verwijderen: Gemaakt: ")).click()
    expect(page.get_by_text(re.compile("^Gemaakt: "))).to_have_count(0)
    expect(page.get_by_role("button", name="Aanmelden met een toegangssleutel")).to_be_visible()
