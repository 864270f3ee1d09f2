"""People at a table: two browsers, refusals, lost links, a killed server, spectators, keys, languages."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.web.conftest import MOVING, NewPage
from tests.web.table import (
    PATIENCE,
    Server,
    click_on,
    keep,
    my_turn,
    new_table,
    settle,
    sit_down,
    stand_still,
    until,
    version_of,
    wait_until,
    was_said,
)
from tests.web.test_for_everyone import serious

from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

PERSON = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}


def take(page: Page, amount: int) -> None:
    """Press one of the buttons of Embers."""
    page.locator(".prompt .choice").nth(amount - 1).click()


def test_from_the_address_to_the_first_move(new_page: NewPage) -> None:
    """One click on the home page seats a guest against a bot; one more click is a move."""
    page = new_page(**MOVING)
    page.goto("/")
    page.get_by_role("button", name="Play now: Totem").click()
    page.wait_for_selector(".board .lit")
    expect(page.locator(".prompt")).to_contain_text("Your turn")
    before = version_of(page)
    page.locator(".coach").get_by_role("button", name="Next").click()  # a first game comes with a guide
    expect(page.locator(".coach")).to_have_attribute("data-thought", "2")
    page.locator(".board .lit").first.click()
    wait_until(page, "before => Number(document.querySelector('.page').dataset.version) > before", before)
    # The next thought, once all totems are placed; in between a decision may come about which there is none.
    while page.locator(".coach").get_attribute("data-thought") != "3":
        assert click_on(page, moves=1) == "played"
        page.wait_for_selector(".prompt.mine")
    expect(page.locator(".coach .thought")).to_contain_text("To attack")
    expect(page.locator(".coach h3")).to_have_text("Right now")
    expect(page.locator(".spotlight .ring")).to_have_count(2)  # the hand, and the rival's totems
    assert serious(page, by_night=".coach") == []
    page.get_by_role("button", name="What is a good move?").click()
    expect(page.locator(".hint .button.warm")).to_be_in_viewport(ratio=1)  # the guide makes room for the hint…
    expect(page.locator(".coach")).to_be_hidden()
    page.locator(".hint .close").click()
    expect(page.locator(".coach")).to_have_attribute("data-thought", "3")  # …and is where it was
    page.locator(".board .lit").first.click()
    expect(page.locator(".spotlight .ring")).to_have_count(0)  # who has begun to choose needs no finger


def test_two_people_in_two_browsers(new_page: NewPage) -> None:
    """One sets a table with an open seat, the other comes by the link; they talk, play and finish."""
    ayla, brun = new_page(**MOVING), new_page()
    ayla.goto("/")
    ayla.get_by_role("button", name="Create a table… Embers").click()
    dialog = ayla.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ayla")
    dialog.get_by_label("Seat 2", exact=True).select_option("open")
    dialog.get_by_role("button", name="Begin").click()
    ayla.wait_for_url(re.compile("/t/"))
    expect(ayla.locator(".gathering")).to_contain_text("open seat")
    brun.goto(ayla.url)
    brun.get_by_label("Your name").fill("Brun")
    brun.get_by_role("button", name="Take this seat").click()
    for page in (ayla, brun):
        page.wait_for_selector(".board")
        expect(page.locator(".seats")).to_contain_text("Brun")
    ayla.get_by_role("tab", name="Talk").click()
    ayla.get_by_label("Say something…").fill("hello <b>Brun</b>")
    ayla.get_by_role("button", name="Send").click()
    brun.get_by_role("tab", name="Talk").click()
    expect(brun.locator(".chat ol")).to_contain_text("hello <b>Brun</b>")
    brun.get_by_role("button", name="Well played!").click()
    expect(ayla.locator(".chat .emote")).to_have_text("Well played!")
    expect(ayla.locator(".chat li time").first).to_have_text(re.compile(r"^\d\d:\d\d$"))
    deadline = time.monotonic() + 2 * PATIENCE
    while ayla.locator(".result").count() == 0:
        assert time.monotonic() < deadline, "nobody's turn"
        for page, other in ((ayla, brun), (brun, ayla)):
            if page.locator(".prompt.mine").count():
                assert other.locator(".prompt .choice").count() == 0
                version = version_of(page)
                take(page, 1)
                for one in (page, other):
                    wait_until(one, "v => Number(document.querySelector('.page').dataset.version) > v", version)
    expect(ayla.locator(".result .headline")).to_be_visible()
    expect(brun.locator(".result .headline")).to_be_visible()
    first = ayla.url
    keep(brun, ".notice.next")  # before it goes on by itself
    ayla.get_by_role("button", name="Play again").click()
    ayla.wait_for_url(lambda address: address != first)
    was_said(brun, "The next game is set.")
    brun.wait_for_url(ayla.url)  # by itself, after a while


def test_a_refused_action_says_why_and_changes_nothing(new_page: NewPage) -> None:
    """A move made on an old view of the table is refused with a sentence; the next one is taken."""
    page = new_page()
    page.add_init_script(
        "const send = WebSocket.prototype.send; window.lie = false;"
        "WebSocket.prototype.send = function (text) { const said = JSON.parse(text);"
        "if (window.lie && said.type === 'act') { window.lie = false; said.version += 5; text = JSON.stringify(said); }"
        "return send.call(this, text); };"
    )
    table = new_table(page, "embers", [PERSON, {"kind": "hot", "name": "Brun"}])
    sit_down(page, table["link"])
    page.evaluate("window.lie = true")
    keep(page, ".notices .refused")
    pieces = page.locator(".board .count").all_inner_texts()
    take(page, 2)
    was_said(page, "")
    assert version_of(page) == 0
    assert page.locator(".board .count").all_inner_texts() == pieces
    take(page, 2)
    wait_until(page, "Number(document.querySelector('.page').dataset.version) === 1")


def test_a_link_lost_in_mid_move_plays_it_once(new_page: NewPage) -> None:
    """The move reaches the server, its answer does not reach us: we reconnect, and it has happened once."""
    page = new_page()
    cut: list[str] = []

    def between(route: WebSocketRoute) -> None:
        behind = route.connect_to_server()

        def said(message: str | bytes) -> None:
            behind.send(message)
            if json.loads(message)["type"] == "act" and not cut:
                cut.append(str(message))
                route.close(code=3001, reason="the cable is out")

        route.on_message(said)

    page.route_web_socket(re.compile("/ws$"), between)
    table = new_table(page, "embers", [PERSON, {"kind": "hot", "name": "Brun"}])
    sit_down(page, table["link"])
    take(page, 3)
    wait_until(page, "document.querySelector('.page').dataset.version === '1'")
    wait_until(page, "document.querySelector('.page').dataset.link === 'open'")
    assert len(cut) == 1
    assert page.request.get(f"/api/tables/{table['id']}").json()["steps"] == 1
    page.locator(".curtain .warm").click()
    take(page, 1)
    wait_until(page, "document.querySelector('.page').dataset.version === '2'")


def test_a_killed_server_loses_nothing(new_page: NewPage, tmp_path: Path) -> None:
    """kill -9 in mid-game: the page says so, comes back by itself when the server does, and the game goes on."""
    server = Server(tmp_path)
    try:
        page = new_page(at=server, quiet=True)
        table = new_table(page, "embers", [PERSON, BOT])
        sit_down(page, table["link"])
        assert click_on(page, moves=2) in ("played", "over")
        server.kill()
        expect(page.locator(".banner")).to_be_visible()
        log = page.locator(".log li").all_inner_texts()
        server.start()
        wait_until(page, "document.querySelector('.page').dataset.link === 'open'")
        expect(page.locator(".banner")).to_have_count(0)
        assert page.locator(".log li").all_inner_texts()[: len(log)] == log
        assert click_on(page) == "over"
    finally:
        server.stop()


def test_a_spectator_sees_and_cannot_play(new_page: NewPage) -> None:
    """Who watches sees the table move, has no choices, and is counted."""
    player, watcher = new_page(), new_page()
    table = new_table(player, "totem", [PERSON, BOT], listed=True)
    sit_down(player, table["link"])
    watcher.goto("/")
    expect(watcher.locator(".lobby")).to_contain_text("Totem")
    sit_down(watcher, f"{table['link']}?watch")
    expect(player.locator(".spectators")).to_contain_text("1")
    assert click_on(player, moves=6) in ("played", "over")
    version = version_of(player)
    wait_until(watcher, "v => Number(document.querySelector('.page').dataset.version) >= v", version)
    assert watcher.locator(".prompt .choice, .board .lit").count() == 0
    shown = watcher.locator(".board [data-zone='hand0']").evaluate_all("nodes => nodes.map(node => node.dataset.look)")
    own = player.locator(".board [data-zone='hand0']").evaluate_all("nodes => nodes.map(node => node.dataset.look)")
    assert set(shown) <= {"back"}, "a spectator sees backs only"
    assert "back" not in own


def test_undo_redo_and_the_hint(new_page: NewPage) -> None:
    """A choice is taken back and played again; a hint says what to do, and the move can be played from there."""
    page = new_page()
    table = new_table(page, "embers", [PERSON, {"kind": "hot", "name": "Brun"}])
    sit_down(page, table["link"])
    page.get_by_role("button", name="Get a hint").click()
    expect(page.locator(".hint .main")).to_be_visible()
    page.locator(".hint .button.warm").click()
    wait_until(page, "document.querySelector('.page').dataset.version === '1'")
    expect(page.locator(".curtain")).to_have_count(1)


MARKED = """nodes => nodes.map((node) => node.dataset.piece ?? node.dataset.zoneId).sort()"""


def test_what_the_hint_says_is_marked_on_the_table(new_page: NewPage) -> None:
    """Two hints in a row, the first played with the mouse that then stays on the button: each time the board shows the
    move of this hint, and nothing while there is none."""
    page = new_page()
    hints: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "hint":
            hints.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    table = new_table(page, "neta_tanka", [PERSON, BOT])
    sit_down(page, table["link"])
    marked = page.locator(".board .hinted").locator("[data-piece], [data-zone-id]")
    for _ in range(3):
        my_turn(page)
        settle(page)
        page.get_by_role("button", name="Get a hint").click()
        expect(page.locator(".hint .button.warm")).to_be_visible()
        until(page, lambda: hints, "the hint comes")
        assert hints[-1]["version"] == version_of(page)
        assert marked.evaluate_all(MARKED) == sorted(hints.pop()["moves"][0]["picks"])
        page.locator(".hint .button.warm").hover()
        page.locator(".hint .button.warm").click()
        if (second_word := page.locator(".confirm .button.warm")).is_visible():
            second_word.click()
        expect(page.locator(".hint .main")).to_have_count(0)
        assert marked.count() == 0


def test_undo_within_a_turn(new_page: NewPage) -> None:
    """In Totem's set-up a placed card comes back with undo, and lies there again with redo."""
    page = new_page()
    table = new_table(page, "totem", [PERSON, {"kind": "open"}])
    page.request.post(f"/api/tables/{table['id']}/takeover", data={"seat": 1, "level": "random"})
    sit_down(page, table["link"])
    page.wait_for_selector(".board .lit")
    wait_until(page, "document.querySelectorAll('.board .lit').length === 7")
    page.locator(".board .lit").first.click()
    wait_until(page, "document.querySelectorAll('.board .lit').length === 6")
    page.get_by_role("button", name="Take back: ").click()
    wait_until(page, "document.querySelectorAll('.board .lit').length === 7")
    page.get_by_role("button", name="Redo").click()
    wait_until(page, "document.querySelectorAll('.board .lit').length === 6")
    page.get_by_role("button", name="All choices as a list").click()
    expect(page.locator(".prompt [aria-expanded='true']")).to_be_visible()
    page.keyboard.press("Escape")  # closes the list, and takes nothing back
    expect(page.locator(".prompt [aria-expanded='false']")).to_be_visible()
    expect(page.locator(".board .lit")).to_have_count(6)


def test_keyboard_only(new_page: NewPage) -> None:
    """From the home page into a game and through several moves without a mouse."""
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".game")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.getAttribute('aria-label')") == "Play now: Totem":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".board .lit")
    for _ in range(3):  # while totems are placed, so that no game is over before the rest
        page.wait_for_selector(".prompt.mine")
        before = version_of(page)
        deadline = time.monotonic() + PATIENCE
        while version_of(page) == before:
            assert time.monotonic() < deadline, "no key plays"
            if page.locator(".board .lit").count():
                page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("1")
            page.wait_for_timeout(120)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_contain_text("Rules of Totem")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_three_languages_in_mid_game(new_page: NewPage) -> None:
    """The language changes at once, client's words and game's words alike, and the game goes on."""
    page = new_page()
    table = new_table(page, "totem", [PERSON, BOT])
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    english, said = page.locator(".prompt .sentence").inner_text(), dict[str, str]()
    for language, turn in (("fr", "À vous"), ("nl", "Jij bent aan de beurt"), ("en", "Your turn")):
        page.locator(".top nav .tool").nth(-3).click()
        page.locator("dialog select").first.select_option(language)
        page.keyboard.press("Escape")
        expect(page.locator(".prompt .who")).to_contain_text(turn)
        wait_until(page, "l => document.documentElement.lang === l", language)
        sentence = "known => !known.includes(document.querySelector('.prompt .sentence').innerText)"
        wait_until(page, sentence, [*said.values(), *([] if language == "en" else [english])])
        said[language] = page.locator(".prompt .sentence").inner_text()
    assert len(set(said.values())) == 3, said
    assert click_on(page, moves=2) in ("played", "over")


def test_reduced_motion_is_still(new_page: NewPage) -> None:
    """Who asks for less motion gets none: nothing runs after a move."""
    page = new_page(reduced_motion="reduce")
    table = new_table(page, "totem", [PERSON, BOT])
    sit_down(page, table["link"])
    for _ in range(4):
        assert click_on(page, moves=1) == "played"
        assert page.evaluate("document.getAnimations().length") == 0


def test_rules_and_tips(new_page: NewPage) -> None:
    """Everything has a tip in plain words; the rules lie open beside the table and can be searched."""
    page = new_page()
    table = new_table(page, "totem", [PERSON, BOT])
    sit_down(page, table["link"])
    tip, deck = page.locator(".tip", has_text="Whoever draws the last card"), page.locator("[data-zone-id='deck']")
    deadline = time.monotonic() + PATIENCE
    while tip.count() == 0:  # where somebody moves, a tip goes, and comes when the mouse is moved again
        assert time.monotonic() < deadline, "no tip"
        page.mouse.move(1, 1)
        deck.hover(force=True, position={"x": 8, "y": 60})
        lingered = time.monotonic()
        while tip.count() == 0 and time.monotonic() - lingered < 5:
            page.wait_for_timeout(50)
    page.mouse.move(1, 1)
    page.keyboard.press("r")
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text("Rules of Totem")
    drawer.get_by_role("searchbox").fill("shield")
    expect(drawer.locator("mark").first).to_be_visible()


def test_the_rulebook_opens_at_this_moment_and_leads_on(new_page: NewPage) -> None:
    """The chapter of this phase is open and marked; links open other chapters; reasons lie folded under their rule;
    every rule has an address; cards have pictures. The book is asked for only when somebody opens it."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = new_table(page, "totem", [PERSON, BOT])
    sit_down(page, table["link"])
    assert not [url for url in asked if "/book" in url or "RulesDrawer" in url]
    page.keyboard.press("r")
    drawer = page.get_by_role("dialog")
    expect(drawer.locator("details[data-chapter=setup]")).to_have_attribute("open", "")
    expect(drawer.locator("details[data-chapter=setup] > summary .now")).to_be_visible()
    expect(drawer.locator("details[data-chapter=end]")).not_to_have_attribute("open", "")
    drawer.locator("[data-rule~='TT-S4'] summary").click()
    expect(drawer.locator("[data-rule~='TT-S4'] .inner").first).to_be_visible()
    drawer.get_by_role("button", name="Open all").click()
    drawer.locator("details[data-chapter=attack] p a[href$='#sword'], p a[href*='#TT-P1']").first.click()
    expect(drawer.locator("details[data-chapter=powers]")).to_have_attribute("open", "")
    expect(drawer.locator("[data-chapter=index] .pieces svg").first).to_be_attached()
    address = drawer.locator("[data-rule~='TT-K6'] .ids a").first.get_attribute("href")
    assert address == "/rules/totem#TT-K6"
    page.goto(address)
    expect(page.locator(".target[data-rule~='TT-K6']")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_url(re.compile(r"^[^#]*:\d+/$"))


def test_a_refusal_leads_to_its_rule(new_page: NewPage) -> None:
    """A click on what does not glow says why not, with a small link that opens the book at the rule behind it."""
    page = new_page()
    table = new_table(page, "totem", [PERSON, BOT])
    sit_down(page, table["link"])
    assert click_on(page, moves=4) == "played"
    page.wait_for_selector(".prompt.mine")
    page.locator("[data-zone-id='deck']").click(force=True, position={"x": 8, "y": 60})
    link = page.locator(".rule-link").first
    expect(link).to_have_text("rule")
    rule = link.get_attribute("title")
    link.click()
    expect(page.locator(f".target[data-rule~='{rule}']")).to_be_in_viewport()


def test_a_finished_game_is_walked_through(new_page: NewPage) -> None:
    """The result leads to the replay: forwards, backwards, from every seat."""
    page = new_page()
    table = new_table(page, "embers", [PERSON, BOT])
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    page.get_by_role("link", name="Look back").click()
    expect(page.locator(".controls .at")).to_contain_text("Set-up")
    expect(page.locator(".controls .reading")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".controls .at")).to_contain_text("Step 1")
    page.get_by_label("Last").click()
    expect(page.locator(".controls .next")).to_contain_text("The end")
    expect(page.locator(".result .headline")).to_be_visible()
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(".board [data-piece]").first).to_be_visible()
    steps = int(page.locator(".controls .at").inner_text().split()[-1])
    wait_until(
        page, "steps => document.querySelectorAll('.side ol.log li').length >= steps", steps
    )  # what came of every move, not only of the last
    assert "You" not in page.locator(".side ol.log").inner_text()  # whoever reads it


def test_a_link_leads_to_a_moment_and_the_game_goes_on_from_there(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "embers", [PERSON, BOT], seed=4)
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/replay?seat=*", hold)  # the moves come late: a step that is asked for before is not lost
    page.goto(f"{table['link']}?replay#step=2")
    expect(page.locator(".controls .at")).to_contain_text("Step 2")
    until(page, lambda: held, "the page asks for the moves")
    page.keyboard.press("ArrowRight")
    page.unroute("**/replay?seat=*")  # what is held goes on
    page.wait_for_url("**#step=3")
    page.get_by_role("button", name="This moment").click()
    expect(page.get_by_role("textbox", name="Copy link")).to_have_value(page.url)
    page.get_by_label("I play").select_option("0")
    page.get_by_label("against").select_option("random")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector(".prompt.mine")
    assert version_of(page) >= 3 and page.locator(".result").count() == 0
    assert click_on(page) == "over"


def test_a_clock_runs_and_a_personal_link_opens_the_seat(new_page: NewPage) -> None:
    """A table with a clock shows it; the seat's own link works on another device."""
    page, phone = new_page(), new_page(viewport={"width": 390, "height": 844})
    table = new_table(page, "embers", [PERSON, BOT], clock={"seconds": 300, "increment": 5})
    sit_down(page, table["link"])
    expect(page.locator(".clock").first).to_contain_text(":")
    personal = page.request.get(f"/api/tables/{table['id']}/personal").json()["personal"][0]
    sit_down(phone, personal["link"])
    expect(phone.locator(".tag").first).to_contain_text("you")
    phone.wait_for_url(re.compile(r"/t/[\w-]+$"))


def test_the_host_silences_somebody_and_says_who_may_talk(new_page: NewPage) -> None:
    """A long talk comes in pages; who is silenced hears why; watchers are shown that only players talk."""
    ayla, brun = new_page(), new_page()
    ayla.goto("/")
    seats = [{"kind": "me"}, {"kind": "hot"}]
    made = ayla.request.post("/api/tables", data={"game": "embers", "seats": seats, "language": "en"}).json()
    for page in (ayla, brun):
        page.goto(made["table"]["link"])
        page.wait_for_selector(".board")
        page.get_by_role("tab", name="Talk").click()
    for number in range(1, 61):
        brun.get_by_label("Say something…").fill(f"line {number}")
        brun.get_by_label("Say something…").press("Enter")
        expect(brun.get_by_label("Say something…")).to_have_value("")
    expect(ayla.locator(".chat ol")).to_contain_text("line 60")
    ayla.reload()
    ayla.wait_for_selector(".board")
    ayla.get_by_role("tab", name="Talk").click()
    expect(ayla.locator(".chat li b")).to_have_count(50)
    ayla.get_by_role("button", name="Show earlier talk").click()
    expect(ayla.locator(".chat li b")).to_have_count(60)
    ayla.get_by_role("button", name="silence", exact=True).last.click()
    expect(ayla.get_by_role("button", name="let talk again")).to_be_visible()
    keep(brun, ".notices .refused")
    brun.get_by_label("Say something…").fill("and more")
    brun.get_by_label("Say something…").press("Enter")
    was_said(brun, "asked you not to talk here")
    ayla.get_by_label("Who may talk").select_option("seated")
    expect(brun.get_by_text("only the players talk")).to_be_visible()
    expect(brun.get_by_label("Say something…")).to_have_count(0)


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_location_of_the_hut_bears_its_whole_name(language: str, new_page: NewPage) -> None:
    """Doggerland on a small laptop: names, not ids, and none left out for want of room."""
    page = new_page(viewport={"width": 1280, "height": 800}, quiet=True)
    page.goto("/")
    page.evaluate("language => localStorage.setItem('firstfire.settings', JSON.stringify({ language }))", language)
    sit_down(page, new_table(page, "doggerland", [PERSON, BOT], seed=11)["link"])
    page.wait_for_selector(".prompt.mine")
    stand_still(page)
    written = page.eval_on_selector_all(
        '[data-piece^="hut-"]',
        """all => all.map(hit => hit.previousElementSibling).map(
            body => [...body.querySelectorAll("svg.face text")].map(line => line.textContent.trim()).join(" "))""",
    )
    words = find_game("doggerland").words(language)
    places = ("H1", "H2", "H3A", "H3B", "H3C", "H4", "H5", "H6")
    names = [words.say(f"value.location.{place}").replace(" ", "") for place in places]  # lines have no blank between
    assert sorted(name.replace(" ", "") for name in written) == sorted(names)
