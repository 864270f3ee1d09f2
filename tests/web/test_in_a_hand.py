"""A phone in the hand: seats that bots hold are given and taken back, what to pick next lies at hand; and at any size
the board's words grow with the text-size setting."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.measure import FINGER, MEASURE
from tests.web.table import BOT, PERSON, new_table, settle, sit_down, stand_still, version_of, wait_until
from tests.web.watching import watch

from firstfire.games import game as find_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def side_of(page: Page, button: str) -> float:
    """The smaller side of a button."""
    box = page.get_by_role("button", name=button).first.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def test_on_a_phone_a_bot_sits_in_for_a_friend_who_is_gone_and_the_friend_takes_the_seat_back(
    new_page: NewPage,
) -> None:
    host, friend = new_page(**PHONE), new_page(**PHONE)
    table = new_table(host, "embers", [PERSON, {"kind": "open"}])
    joined = friend.request.post(f"/api/tables/{table['id']}/join", data={})
    assert joined.ok, joined.text()
    sit_down(friend, table["link"])
    sit_down(host, table["link"])
    expect(host.get_by_role("button", name="Let a bot sit in")).to_have_count(0)
    friend.goto("/")
    expect(host.get_by_role("button", name="Let a bot sit in")).to_be_visible()
    assert side_of(host, "Let a bot sit in") >= FINGER
    host.get_by_role("button", name="Let a bot sit in").tap()
    expect(host.locator(".strip")).to_contain_text("stand-in")
    friend.goto(table["link"])
    expect(friend.locator(".prompt .who")).to_contain_text("You were away; Hunter plays for you")
    assert side_of(friend, "Take my seat back") >= FINGER
    friend.get_by_role("button", name="Take my seat back").first.tap()
    expect(friend.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(host.locator(".strip")).not_to_contain_text("stand-in")
    host.set_viewport_size({"width": 1280, "height": 800})
    log = host.locator(".log")
    expect(log).to_contain_text("A bot (Hunter) sits in")
    expect(log).to_contain_text("is back.")
    host.get_by_role("tab", name="Talk").click()
    expect(host.locator(".chat li", has_text="A bot plays for").locator("time")).to_be_visible()
    expect(host.locator(".chat li", has_text="is back").last.locator("time")).to_be_visible()


def test_on_a_phone_what_to_pick_next_lies_at_hand_while_what_was_picked_stays_in_sight(new_page: NewPage) -> None:
    """Doggerland: after a tap on a craft, those who could make it (far below, on one's own board) stand in the bar."""
    page = new_page(**PHONE)
    watch(page)
    sit_down(page, new_table(page, "doggerland", [PERSON, BOT], seed=11)["link"])
    page.wait_for_selector(".prompt.mine")
    settle(page)
    page.locator(".board [data-piece^='tile-'][aria-disabled='false']").first.tap()
    expect(page.locator("[data-go]")).to_be_visible()
    page.get_by_role("button", name="Take back: ").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()  # one button more, and the title is still whole
    assert page.locator("h1").evaluate("title => title.scrollWidth <= title.clientWidth")
    settle(page)
    version = version_of(page)
    choices = page.evaluate("v => window.scenes[v].choices", version)
    craft = next(each["picks"][0] for each in choices if each["picks"] and each["picks"][0].startswith("craft-"))
    makers = {each["picks"][1] for each in choices if each["picks"][:1] == [craft]}
    page.locator(f"[data-piece='{craft}']").tap()
    tray = page.locator(".tray [data-tray]")
    expect(tray).to_have_count(len(makers))
    assert set(tray.evaluate_all("nodes => nodes.map((node) => node.dataset.tray)")) == makers
    assert all(side >= FINGER for side in tray.evaluate_all("nodes => nodes.map((node) => node.offsetWidth)"))
    stand_still(page)
    seen = page.locator(f"[data-piece='{craft}']").bounding_box()
    assert seen is not None and 0 < seen["y"] < PHONE["viewport"]["height"]  # type: ignore[index]
    page.locator(".tray [data-tray]").first.tap()
    wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", version)
    said = page.evaluate("window.said.filter((each) => each.type === 'act').at(-1).action")
    assert find_game("doggerland").actions.values(said)[0] == "craft"


def test_the_words_on_the_board_follow_the_text_size_setting(new_page: NewPage) -> None:
    """Twice the size, in the heaviest game: no word is smaller than before, the smallest nearly twice as large."""
    page = new_page(viewport={"width": 1366, "height": 768})
    watch(page)
    sit_down(page, new_table(page, "prehistory", [PERSON, BOT], seed=11)["link"])
    page.wait_for_selector(".prompt.mine")
    settle(page)
    once = sizes(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text size").select_option("200%")
    page.keyboard.press("Escape")
    wait_until(page, "document.querySelector('dialog[open]') === null")
    twice = sizes(page)
    both = set(once) & set(twice)
    assert len(both) > 20
    assert {word: (once[word], twice[word]) for word in both if twice[word] < once[word]} == {}
    assert min(twice.values()) > 1.7 * min(once.values())
    one_triangle_leads_to_the_other(page)


LAID = "pieces => pieces.map((piece) => piece.dataset.piece)"


def one_triangle_leads_to_the_other(page: Page) -> None:
    """Where two groups are whole and have nothing in common, nothing glows: a button leads to the other one. Their
    pieces are not named one by one: the bar stays as high as it is."""
    page.locator(".board [aria-disabled='false']").first.dispatch_event("click")  # the weather
    laid = page.locator(".board [data-piece][aria-pressed='true']")
    expect(laid).to_have_count(3)
    here = set(laid.evaluate_all(LAID))
    there = page.locator(".group .chip", has_text="⇄")
    other = there.get_attribute("aria-label") or ""
    there.click()
    expect(there).not_to_have_attribute("aria-label", other)
    expect(laid).to_have_count(3)
    assert here.isdisjoint(laid.evaluate_all(LAID))
    expect(page.locator("[data-go]")).to_be_enabled()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(there).to_have_text("⇄ the other", use_inner_text=True)


def sizes(page: Page) -> dict[tuple[str, str, str], float]:
    """Every word on the board and its height on the screen."""
    stand_still(page)
    found = page.evaluate(MEASURE)["words"]
    return {(each["kind"], each["of"], each["text"]): each["px"] for each in found}
