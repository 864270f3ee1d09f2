"""Coming back to a game: the lobby, notices, the installed page without a network, invitations, the next table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, click_on, new_table, sit_down, wait_until

# A page that nobody looks at (as far as its scripts can tell), and what it then tells the system.
ELSEWHERE = """
window.told = [];
window.elsewhere = false;
Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { window.told.push([title, options.tag]); }
};
"""


# window.rung: how many voices the page has had.
EAR = """
window.rung = 0;
for (const voice of ["createOscillator", "createBufferSource"]) {
  const made = AudioContext.prototype[voice];
  AudioContext.prototype[voice] = function () { window.rung += 1; return made.call(this); };
}
"""


def icon_of(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def test_the_lobby_says_that_it_is_my_turn_and_afterwards_who_won(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    table = new_table(page, "embers", [PERSON, BOT], seed=5, name="Ayla")
    page.goto("/")
    row = page.locator(".tables li", has=page.locator(f"a[href^='{table['link']}']"))
    expect(row.get_by_text("Your turn")).to_be_visible()
    expect(row).to_contain_text("move 0")
    expect(page).to_have_title("● Firstfire")
    assert "turn" in icon_of(page)
    page.add_init_script(EAR)
    sit_down(page, table["link"])
    expect(page).to_have_title(re.compile("^● "))
    assert "turn" in icon_of(page)
    page.keyboard.press("Shift")  # no sound before a page was touched
    assert click_on(page, moves=2) == "played"
    wait_until(page, "window.rung > 0")
    page.keyboard.press("m")
    rung = page.evaluate("window.rung")
    page.wait_for_selector(".prompt.mine")
    assert click_on(page, moves=1) == "played"
    assert page.evaluate("window.rung") == rung  # it can be switched off
    page.goto("/")
    expect(row).to_contain_text(re.compile(r"move [1-9]"))
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    page.goto("/")
    expect(row).to_contain_text(re.compile("won"))
    expect(row.get_by_text("Your turn")).to_have_count(0)
    expect(page).to_have_title("Firstfire")
    assert "turn" not in icon_of(page)


def test_a_notice_tells_my_turn_when_it_is_wished_for_and_i_look_elsewhere(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(ELSEWHERE)
    page.goto("/")
    table = new_table(page, "totem", [PERSON, BOT], seed=4)
    sit_down(page, table["link"])
    expect(page.locator(".prompt")).to_be_visible()
    page.evaluate("window.elsewhere = true")
    assert click_on(page, moves=4) == "played"
    assert page.evaluate("window.told") == [], "nobody asked for it"
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_label("Tell me when it is my turn").check()
    page.keyboard.press("Escape")
    for seed in range(20):  # until somebody else has had a turn, and it comes back
        if page.evaluate("window.told.length"):
            break
        assert click_on(page, moves=1, seed=seed) == "played"
        page.wait_for_selector(".prompt.mine")
    expect(page).to_have_title(re.compile("^● "))
    assert page.evaluate("window.told")[0] == ["Your turn: Totem", table["link"]]


def test_without_a_network_the_page_opens_says_so_and_goes_on_by_itself(new_page: NewPage) -> None:
    page = new_page(quiet=True, service_workers="allow")
    page.goto("/")
    page.wait_for_selector(".game")
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((one) => one.keys()))))"
        ".then((all) => all.flat().map((request) => new URL(request.url).pathname))"
    )
    assert "/" in kept and any(name.startswith("/assets/TablePage") for name in kept)
    assert not [name for name in kept if name.startswith("/api")], "no answer is kept"
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text("You are offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".game").first).to_be_visible()
    expect(page.get_by_text("You are offline.")).to_have_count(0)


def test_the_page_can_be_installed_in_every_language(new_page: NewPage) -> None:
    page = new_page(locale="nl-NL")
    page.goto("/")
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", "/nl.webmanifest")
    for language, word in (("en", "Stone-Age"), ("fr", "pierre"), ("nl", "teentijd")):
        answer = page.request.get(f"/{language}.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = answer.json()
        assert manifest["lang"] == language and word in manifest["description"]
        for icon in manifest["icons"]:
            assert page.request.get(icon["src"]).headers["content-type"] == "image/png"


SHARING = "navigator.share = async (what) => { window.shared = what; }"  # what a phone would hand to another app


def test_an_invitation_can_be_shown_as_a_qr_code_and_handed_to_another_app(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 800})
    page.add_init_script(SHARING)
    page.goto("/")
    table = new_table(page, "embers", [PERSON, {"kind": "open"}])
    page.goto(table["link"])
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code of this link")).to_be_visible()
    page.get_by_role("button", name="Share…").click()
    wait_until(page, "window.shared !== undefined")
    assert page.evaluate("window.shared.url").endswith(table["link"])
