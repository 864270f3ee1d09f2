"""REST: how I am told of my turns while no page of mine is open."""

from __future__ import annotations

import time
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from ..notices.outside import Unreachable
from ..notices.web_push import decoded, is_point
from ..protocol import models
from ..protocol.refusals import Refusal, malformed
from ..store import subscriptions
from ..store.subscriptions import Mailbox, Subscription
from .endpoint import Endpoint, answer, known, read, slow_down
from .guests import CONFIRM, STOP
from .limits import mailbox_key, place_of
from .persons import my_person
from .site import Site

SECRET = 16  # bytes of the second key of a browser
CONFIRM_WITHIN = 3 * 24 * 3600.0  # seconds


async def noticed(site: Site, request: Request) -> Response:
    """How I am notified."""
    who, _, _ = await known(site, request)
    return await _state(site, who)


async def _state(site: Site, who: str) -> Response:
    browsers = await site.store.look(partial(subscriptions.browsers_of, guest=who))
    mailbox = await site.store.look(partial(subscriptions.mailbox_of, guest=who))
    notices = site.notices
    return answer({
        "push_key": notices.push.key.public if notices.push is not None else None, "browsers": len(browsers),
        "mail": notices.mail is not None, "mail_every": round(site.settings.mail_every),
        "address": mailbox.address if mailbox is not None else None,
        "confirmed": mailbox is not None and mailbox.confirmed,
    })  # fmt: skip


async def subscribe(site: Site, request: Request) -> Response:
    """Notify this browser."""
    wish = await read(request, models.SubscribeBrowser)
    push = site.notices.push
    if push is None:
        raise Refusal("no_push")
    try:
        push.check(wish.endpoint)
        if not is_point(decoded(wish.p256dh)) or len(decoded(wish.auth)) != SECRET:
            raise ValueError("p256dh is a point of P-256, auth has 16 bytes")
    except (Unreachable, ValueError) as error:
        raise malformed(str(error)) from None
    slow_down(site, "links", request)
    who, name, language = await known(site, request)
    person = await my_person(site, who, name, language)
    await site.keep_guest(who, person, place_of(request.scope), {"language": language})
    browser = Subscription(wish.endpoint, wish.p256dh, wish.auth)
    most, now = site.settings.limits.browsers_of_guest, int(time.time() * 1000)
    await site.store.change(partial(subscriptions.subscribe, guest=who, browser=browser, now=now, most=most))
    site.notices.reachable.add(who)
    return await _state(site, who)


async def forget_browser(site: Site, request: Request) -> Response:
    """Stop notifying this browser."""
    wish = await read(request, models.ForgetBrowser)
    who, _, _ = await known(site, request)
    await site.store.change(partial(subscriptions.unsubscribe, endpoint=wish.endpoint, guest=who))
    return await _state(site, who)


async def name_mailbox(site: Site, request: Request) -> Response:
    """Notify an e-mail address, after it has been confirmed."""
    wish = await read(request, models.NameMailbox)
    if site.notices.mail is None:
        raise Refusal("no_mail")
    who, name, language = await known(site, request)
    slow_down(site, "mails", request)
    if not site.limits.take("mailboxes", "", mailbox_key(wish.address)):
        raise Refusal("slow_down")
    person = await my_person(site, who, name, language)
    await site.keep_guest(who, person, place_of(request.scope), {"language": language})
    await site.store.change(partial(subscriptions.keep_mailbox, guest=who, mailbox=Mailbox(wish.address)))
    link = site.mail_link(CONFIRM, who, wish.address)
    await site.notices.ask_to_confirm(wish.address, link, language)
    return await _state(site, who)


async def forget_mailbox(site: Site, request: Request) -> Response:
    """Stop e-mail."""
    await read(request, models.ForgetMailbox)
    who, _, _ = await known(site, request)
    await site.store.change(partial(subscriptions.forget_mailbox, guest=who))
    return await _state(site, who)


async def confirm(site: Site, request: Request) -> Response:
    """Confirm an e-mail address."""
    found = site.signer.read_mail((await read(request, models.MailToken)).token, CONFIRM)
    if found is None or found.at + CONFIRM_WITHIN < time.time():
        raise Refusal("bad_mail_link")
    if not await site.store.change(
        partial(subscriptions.confirm_mailbox, guest=found.guest, address=found.address)
    ):  # fmt: skip
        raise Refusal("bad_mail_link")
    site.notices.reachable.add(found.guest)
    return answer({"address": found.address})


async def stop(site: Site, request: Request) -> Response:
    """Unsubscribe an e-mail address."""
    found = site.signer.read_mail((await read(request, models.MailToken)).token, STOP)
    if found is None:
        raise Refusal("bad_mail_link")
    await site.store.change(partial(subscriptions.forget_mailbox, guest=found.guest, address=found.address))
    return answer({"address": found.address})


NOTICE_ENDPOINTS = (
    Endpoint("GET", "/api/me/notices", noticed, models.Noticed),
    Endpoint("POST", "/api/me/notices/browser", subscribe, models.Noticed, models.SubscribeBrowser),
    Endpoint("POST", "/api/me/notices/browser/forget", forget_browser, models.Noticed, models.ForgetBrowser),
    Endpoint("POST", "/api/me/notices/mail", name_mailbox, models.Noticed, models.NameMailbox),
    Endpoint("POST", "/api/me/notices/mail/forget", forget_mailbox, models.Noticed, models.ForgetMailbox),
    Endpoint("POST", "/api/notices/confirm", confirm, models.MailAnswer, models.MailToken),
    Endpoint("POST", "/api/notices/stop", stop, models.MailAnswer, models.MailToken),
)
