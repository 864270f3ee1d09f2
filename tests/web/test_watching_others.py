"""What the others do can be followed: every move is seen, can be skipped, leaves a trace and can be looked at again."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.web.conftest import MOVING, NewPage
from tests.web.table import BOT, PERSON, click_on, my_turn, new_table, set_up, sit_down, until, version_of, wait_until
from tests.web.test_for_everyone import serious
from tests.web.watching import watch

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# window.seen: every version the page has shown, in the order of showing.
EYE = """
window.seen = [];
new MutationObserver(() => {
  const version = Number(document.querySelector(".page")?.dataset.version ?? -1);
  if (version >= 0 && version !== window.seen.at(-1)) window.seen.push(version);
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-version"]});
"""
# Clicks there as soon as the page offers to skip and something waits to be shown. window.skipped: the last version
# that was heard of then, and the one that is shown right after the click.
IMPATIENCE = """
{
  const due = setInterval(() => {
    const shown = () => Number(document.querySelector(".page").dataset.version);
    const heard = Math.max(...Object.keys(window.scenes));
    if (!document.querySelector(".skip") || heard <= shown()) return;
    clearInterval(due);
    document.querySelector("PLACE").click();
    setTimeout(() => (window.skipped = [heard, shown()]));
  }, 5);
}
"""
LONGEST_RUN = """() => {
  let [run, longest] = [0, 0];
  for (const scene of Object.values(window.scenes)) {
    run = scene.choices.length > 0 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}"""
# What shows it again, and "Pause" before it is over (three steps are soon gone).
SHOWN_AND_PAUSED = """async (again) => {
  const press = (name) => [...document.querySelectorAll("button")].find((button) =>
    button.getAttribute("aria-label") === name || button.innerText.includes(name))?.click();
  if (!document.querySelector(".bar .at")) again ? document.querySelector(again)?.click() : press("Show me");
  await new Promise((done) => setTimeout(done, 50));
  press("Pause");
  await new Promise((done) => setTimeout(done, 50));
  return document.querySelector(".bar [aria-label=Play]") !== null;
}"""
HEARD_ALL = "() => Math.max(...Object.keys(window.scenes)) === Number(document.querySelector('.page').dataset.version)"


def sit_with_a_bot(page: Page, game: str, seed: int) -> None:
    """A table for two, looked at from its first moment."""
    watch(page)
    page.add_init_script(EYE)
    set_up(page, pace=150)  # quick, so that the test is; one by one all the same
    table = new_table(page, game, [PERSON, BOT], seed=seed)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")


def play_until_many_answer(page: Page, least: int = 9) -> None:
    """Play until a bot has made many moves in a row."""
    for turn in range(120):
        assert click_on(page, moves=1, seed=turn + 1) == "played"
        my_turn(page)
        if page.evaluate(LONGEST_RUN) >= least:
            return
    raise AssertionError(f"no bot made {least} moves in a row")


def test_every_move_of_a_bots_second_phase_is_seen(new_page: NewPage) -> None:
    """Nētā-Tanka: a bot resolves its nomads in a dozen moves and more, quicker than one can look; each version of the
    table is shown, one after the other, none left out, with what the server said of it."""
    page = new_page(**MOVING)
    sit_with_a_bot(page, "neta_tanka", seed=5)
    play_until_many_answer(page)
    wait_until(page, HEARD_ALL)
    seen = page.evaluate("window.seen")
    assert seen == list(range(seen[0], seen[-1] + 1))
    assert seen[-1] - seen[0] > 15
    assert page.evaluate("window.wrong") == []
    expect(page.locator(".traces g")).not_to_have_count(0)  # where the bot's pieces went


# A page that asks and hears nothing for five seconds doubts its link and begins another: not behind a dam.
UNDOUBTING = """
{
  const plain = window.setTimeout;
  window.setTimeout = (what, wait, ...more) => plain(what, wait === 5000 ? 1e9 : wait, ...more);
}
"""


class Dam:
    """Between a page and its server: what the server says after the page's first action comes all at once, when the
    table has come so much further; however slow bots are, there is something to skip."""

    def __init__(self, page: Page, versions: int) -> None:
        self.versions = versions
        self.until = -1
        self.open = False
        page.add_init_script(UNDOUBTING)
        page.route_web_socket(re.compile("/ws$"), self._between)

    def _between(self, route: WebSocketRoute) -> None:
        behind = route.connect_to_server()
        held: list[str | bytes] = []

        def asked(message: str | bytes) -> None:
            request = json.loads(message)
            if request["type"] == "act" and self.until < 0:
                self.until = request["version"] + self.versions
            behind.send(message)

        def told(message: str | bytes) -> None:
            held.append(message)
            self.open = self.open or 0 <= self.until <= json.loads(message).get("version", -1)
            if self.until < 0 or self.open:
                for each in held:
                    route.send(each)
                held.clear()

        route.on_message(asked)
        behind.on_message(told)


def skip_the_others(page: Page, place: str) -> None:
    """Three bots have answered my move, and somebody without patience has clicked there."""
    Dam(page, versions=4)
    watch(page)
    page.add_init_script(IMPATIENCE.replace("PLACE", place))
    set_up(page, pace=1500)
    table = new_table(page, "embers", [PERSON, BOT, BOT, BOT], seed=3)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    mine = version_of(page) + 1  # one click: a second would skip
    page.locator(".board [aria-disabled='false'], .prompt .choice").first.dispatch_event("click")
    wait_until(page, "window.skipped !== undefined")
    heard, shown = page.evaluate("window.skipped")
    assert heard >= mine and shown >= heard  # at once
    wait_until(page, f"Number(document.querySelector('.page').dataset.version) === {mine + 3}")


def is_back(page: Page, told: str) -> bool:
    """One step back; whether that was far enough."""
    page.keyboard.press("ArrowLeft")
    return page.locator(".bar .at", has_text=told).count() > 0


def test_what_the_others_do_can_be_skipped_and_shown_again(new_page: NewPage) -> None:
    """A click on the board shows all that waits; then "Show me" walks through it, forth and back, and a key leads
    back to the table as it is."""
    page = new_page(**MOVING)
    skip_the_others(page, ".board")
    now = version_of(page)
    wait_until(page, SHOWN_AND_PAUSED)
    assert serious(page, by_night=".bar", within=".bar") == []
    while page.locator(".bar .at").inner_text() != "0/3":
        page.keyboard.press("ArrowLeft")
    until(page, lambda: is_back(page, "Move 0"), "further back than one's own last move: the server remembers")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bar .at")).to_have_text("1/3")
    page.keyboard.press("Escape")
    expect(page.locator(".bar")).to_have_count(0)
    assert version_of(page) == now
    wait_until(page, SHOWN_AND_PAUSED)
    page.get_by_role("link", name="Looking back").click()  # the whole game so far, with my own eyes
    expect(page.get_by_label("Seen by")).to_have_value("0")
    page.get_by_label("Last").click()
    expect(page.locator(".controls .next")).to_contain_text("This is where the game stands")
    wait_until(page, "document.querySelectorAll('.side ol.log li').length >= 4")


def test_a_phone_tells_the_whole_turn_of_the_others(new_page: NewPage) -> None:
    """The line above the question leads to a log that is open at its end, with what is new marked; the button beside
    it shows it again, also when the page was opened anew."""
    page = new_page(**PHONE, **MOVING)
    skip_the_others(page, ".skip")
    wait_until(page, SHOWN_AND_PAUSED, ".latest .again")
    expect(page.locator(".bar .at")).to_be_visible()
    expect(page.locator(".bar .now")).to_be_in_viewport(ratio=1)
    page.locator(".bar .now").tap()
    page.locator(".latest .turn").tap()
    news = page.locator("dialog .log .news")
    expect(news.last).to_be_in_viewport()
    assert news.count() >= 3
    page.reload()  # the page forgets, the table does not
    again = page.locator(".latest .again")
    expect(again).to_be_visible()
    page.evaluate(
        "() => { window.steps = []; new MutationObserver(() => { const at = document.querySelector('.bar .at');"
        "if (at) window.steps.push(at.textContent); }).observe(document.body, {childList: true, subtree: true,"
        "characterData: true}); }"
    )
    again.tap()
    wait_until(page, "['0/3', '1/3', '2/3', '3/3'].every((step) => window.steps.includes(step))")
