"""A seat stays with its person: whoever runs out of time or leaves is told, may come back, and plays again."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import new_table, sit_down

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CLOCK = {"seconds": 30, "increment": 0}


def told(page: Page, words: str) -> None:
    """The bar over the table says that."""
    expect(page.locator(".prompt .who")).to_contain_text(words)


def take_back(page: Page) -> None:
    """Take the seat back, and wait until it is."""
    page.locator(".prompt").get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_role("button", name="Take my seat back")).to_have_count(0)


def test_who_runs_out_of_time_or_leaves_comes_back_and_plays_again(new_page: NewPage) -> None:
    ayla, brun = new_page(**DESK), new_page(**PHONE)
    table = new_table(ayla, "embers", [{"kind": "me"}, {"kind": "open"}], clock=CLOCK)
    assert brun.request.post(f"/api/tables/{table['id']}/join", data={}).ok
    sit_down(ayla, table["link"])
    sit_down(brun, table["link"])
    told(ayla, "Your time ran out; Hunter plays for you")
    told(brun, "Your turn")  # the bot has made the move for which there was no time
    take_back(ayla)
    brun.get_by_role("button", name="More").click()
    brun.get_by_role("button", name="Leave the table").click()
    leaving = brun.get_by_role("dialog", name="Leave the table")
    expect(leaving).to_contain_text("Hunter, a bot, plays for you.")
    expect(leaving).to_contain_text("you can take your seat back at any time")
    leaving.get_by_role("button", name="Leave the table").click()
    brun.locator(f"a[href='{table['link']}']").first.click()  # among my tables
    told(brun, "You left; Hunter plays for you")
    take_back(brun)
    for seat, page in enumerate((ayla, brun)):
        assert page.request.post(f"/api/tables/{table['id']}/leave", data={"seat": seat}).ok
    for page in (ayla, brun):  # bots play on for both, who look on
        expect(page.get_by_role("dialog").locator(".result")).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_who_watches_a_table_on_a_phone_reads_which_game_it_is(new_page: NewPage) -> None:
    host, watcher = new_page(), new_page(**PHONE)
    for game, title in (("honga", "Honga"), ("totem", "Totem")):
        table = new_table(host, game, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        sit_down(watcher, f"{table['link']}?watch")
        heading = watcher.get_by_role("heading", level=1)
        expect(heading).to_have_text(title)
        assert heading.evaluate("node => node.scrollWidth <= node.clientWidth"), "the name of the game is whole"
        expect(watcher.locator(".top .watching")).to_be_in_viewport()
