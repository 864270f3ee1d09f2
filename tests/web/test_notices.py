"""Being told of one's turn while the page is closed: by the browser's push service, and by e-mail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.server.mail_server import mail_server, text_of
from tests.server.push_service import PushService, push_service
from tests.web.conftest import NewPage
from tests.web.table import PERSON, Server, click_on, new_table, sit_down, wait_until
from tests.web.test_for_everyone import serious

# The push service of a browser is a company's, far away: the subscription is the test's own, with its own keys.
SUBSCRIBING = """
(({ endpoint, p256dh, auth }) => {
  let held = null;
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly) throw new Error("browsers want to be seen");
    return (held = {
      endpoint, options: { applicationServerKey: options.applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => { held = null; return true; },
    });
  };
})(%s)
"""
CLICKED = """
async () => {
  const [notice] = await self.registration.getNotifications();
  const opened = [];
  self.clients.openWindow = async (address) => opened.push(address);
  const clicked = new NotificationEvent("notificationclick", { notification: notice });
  const waits = [];
  clicked.waitUntil = (work) => waits.push(work);
  self.dispatchEvent(clicked);
  await Promise.all(waits);
  return opened;
}
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


def settings_of(page: Page) -> None:
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_role("group", name="When it is my turn")).to_be_visible()


def play_until_i_am_awaited(rival: Page, link: str) -> None:
    """The other one plays until it is my turn."""
    sit_down(rival, link)
    expect(rival.locator(".prompt")).to_be_visible()
    for seed in range(20):
        if rival.locator(".prompt.mine").count() == 0:
            return
        assert click_on(rival, moves=1, seed=seed) == "played"


def told_browsers(page: Page, count: int) -> dict[str, Any]:
    """What the server knows, once it knows of so many browsers (the switch moves before its answer has come)."""
    while (known := page.request.get("/api/me/notices").json())["browsers"] != count:
        page.wait_for_timeout(20)
    found: dict[str, Any] = known
    return found


def deliver(page: Page, origin: str, text: str) -> None:
    """What the push service does when a message has come: wakes the worker of the page."""
    link = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    link.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"]))
    link.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    link.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0]["registrationId"], "data": text},
    )


def test_a_browser_whose_page_is_closed_is_told_of_my_turn_and_a_click_opens_the_table(
    new_page: NewPage, server: Server, service: PushService
) -> None:
    """From the switch in the settings to the notice on the screen; the message is read as the browser would read it."""
    mine = new_page(whole=True, service_workers="allow", permissions=["notifications"])
    mine.add_init_script(SUBSCRIBING % json.dumps(service.subscription()))
    mine.goto("/")
    wait_until(
        mine, "navigator.serviceWorker.getRegistration().then((worker) => worker?.active?.state === 'activated')"
    )
    settings_of(mine)
    switch = mine.get_by_label("Tell this browser also when the page is closed")
    switch.check()
    expect(switch).to_be_checked()
    key = told_browsers(mine, 1)
    rival = new_page()
    table = new_table(rival, "embers", [PERSON, {"kind": "open"}], seed=5)
    assert mine.request.post(f"/api/tables/{table['id']}/join", data={"name": "Ayla"}).status == 200
    play_until_i_am_awaited(rival, table["link"])
    said = service.said(service.wait()[0], key["push_key"])
    assert said == {"title": "Your turn: Embers", "body": "The others are waiting for you.", "address": table["link"]}
    deliver(mine, f"{server.address}/", json.dumps(said))
    shown = "navigator.serviceWorker.getRegistration().then((worker) => worker.getNotifications())"
    wait_until(mine, f"{shown}.then((found) => found.length === 1)")
    told = f"{shown}.then(([notice]) => [notice.title, notice.body, notice.tag])"
    assert mine.evaluate(told) == [said["title"], said["body"], table["link"]]
    assert mine.context.service_workers[0].evaluate(CLICKED) == [table["link"]]
    switch.uncheck()
    expect(switch).not_to_be_checked()
    told_browsers(mine, 0)


def test_an_address_is_confirmed_told_of_a_turn_and_taken_back(new_page: NewPage, tmp_path: Path) -> None:
    with mail_server() as post:
        server = Server(tmp_path, smtp=post.address)
        try:
            mine, rival = new_page(at=server), new_page(at=server)
            mine.goto("/")
            settings_of(mine)
            assert serious(mine) == []
            mine.get_by_label("By e-mail, to this address").fill("ayla@example.org")
            mine.get_by_role("button", name="Send a link to confirm").click()
            expect(mine.get_by_text("A link was sent to ayla@example.org.")).to_be_visible()
            follow(mine, text_of(post.wait()[0]), "confirm")
            assert serious(mine) == []
            mine.get_by_role("button", name="Yes, tell me here").click()
            expect(mine.get_by_text("Done: ayla@example.org will be told.")).to_be_visible()
            table = new_table(rival, "embers", [PERSON, {"kind": "open"}], seed=5)
            assert mine.request.post(f"/api/tables/{table['id']}/join", data={"name": "Ayla"}).status == 200
            play_until_i_am_awaited(rival, table["link"])
            letter = text_of(post.wait(2)[1])
            assert f"{server.address}{table['link']}" in letter
            follow(mine, letter, "stop")
            mine.get_by_role("button", name="Send me no more").click()
            expect(mine.get_by_text("nothing more will be sent to ayla@example.org")).to_be_visible()
            assert mine.request.get("/api/me/notices").json()["address"] is None
            rival.close()  # who leaves first misses no server
        finally:
            server.stop()


def follow(page: Page, letter: str, what: str) -> None:
    """Follow a link of a letter; what it says does not stay in the address bar."""
    found = re.search(rf"\S+/mail#{what}=\S+", letter)
    assert found is not None, letter
    page.goto(found[0])
    expect(page).to_have_url(re.compile("/mail$"))
