"""Limits: how fast somebody may ask. Time is `time.monotonic()`: nobody can set it back."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import blake2b, sha256
from typing import Any

from ..protocol.refusals import Refusal
from ..settings import Limits

DOTLESS = ("gmail.com", "googlemail.com")  # hosts for which dots in a name say nothing
DAY = 24 * 3600.0  # seconds
FEW = 10  # viewers who cost as much again as a message itself
HOME = 64  # bits of an IPv6 address that name a household; the rest it chooses itself


@lru_cache(maxsize=10_000)
def address_key(address: str) -> str:
    """The place that limits count for an address: an IPv4 address itself, the /64 of an IPv6 one
    (everybody may use a whole /64), and the address as it is written where it is none."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOME), strict=False))


def place_of(scope: Mapping[str, Any]) -> str:
    """The place somebody comes from, as limits count it."""
    return address_key(str(scope["client"][0])) if scope.get("client") else ""


def mailbox_key(address: str) -> str:
    """The mailbox that limits count for an e-mail address: capital letters, a tag behind `+` and, where that is known
    of a host, dots make no other one."""
    name, _, host = address.lower().rpartition("@")
    name = name.partition("+")[0] or name
    return f"{name.replace('.', '') if host in DOTLESS else name}@{host}"


class Bucket:
    """Fills at a rate up to a size; every request takes one drop."""

    def __init__(self, per_second: float, size: float) -> None:
        self.per_second, self.size = per_second, size
        self.level, self.filled_at = size, 0.0

    def _fill(self, now: float) -> None:
        if now > self.filled_at:
            self.level = min(self.size, self.level + (now - self.filled_at) * self.per_second)
            self.filled_at = now

    def lose(self, now: float, drops: float) -> None:
        """Have some drops less (never less than none)."""
        self._fill(now)
        self.level = min(self.level, max(0.0, self.level - drops))

    def owe(self, now: float, drops: float) -> None:
        """Have some drops less, also where there are none: they are filled up before anything else is taken."""
        self._fill(now)
        self.level = max(-self.size, self.level - drops)

    def take(self, now: float, drops: float = 1) -> bool:
        """Take some drops (never more than it holds when full); False where there are not so many."""
        self._fill(now)
        drops = max(1, min(drops, self.size))
        if self.level < drops:
            return False
        self.level -= drops
        return True


def pseudonyms(secret: str) -> Callable[[str], str]:
    """Names by which servers with the same secret speak of guests, keys of seats and addresses: nobody who overhears
    them can tell who it is, nor try out who it might be."""
    key = sha256(b"limits " + secret.encode()).digest()
    return lambda who: blake2b(who.encode("utf-8", "replace"), key=key, digest_size=12).hexdigest()


class Buckets:
    """A bucket for each guest, forgetting those who have not been seen for longest."""

    def __init__(self, per_second: float, size: float, most: int = 10_000) -> None:
        self.per_second, self.size, self.most = per_second, size, most
        self.tell: Callable[[str, float], None] | None = None  # other servers, what was taken
        self.named: Callable[[str], str] = str  # what somebody is called here and by other servers
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float, drops: float = 1) -> bool:
        """Take some drops from somebody's bucket."""
        who = self.named(who)
        taken = self._bucket(who).take(now, drops)
        if taken and self.tell is not None:
            self.tell(who, drops)
        return taken

    def owe(self, who: str, now: float, drops: float) -> None:
        """Take some drops from somebody's bucket that nobody could foresee; there may be fewer than none then."""
        who = self.named(who)
        self._bucket(who).owe(now, drops)
        if self.tell is not None:
            self.tell(who, drops)

    def hear(self, who: str, now: float, drops: float) -> None:
        """Somebody, by the name that servers share, has taken drops at another one."""
        self._bucket(who).lose(now, drops)

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.pop(who, None) or Bucket(self.per_second, self.size)
        self._buckets[who] = bucket
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket


class Pair:
    """A bucket for each guest and a larger one for each place: cookies are cheap, addresses less so."""

    def __init__(self, per_second: float, size: float, more: float) -> None:
        self.guests = Buckets(per_second, size)
        self.places = Buckets(more * per_second, more * size)

    def take(self, guest: str, place: str, now: float, drops: float = 1) -> bool:
        """Take one drop of the guest's and some of the place's; who has none left takes nothing from the neighbours."""
        return self.guests.take(guest, now) and self.places.take(place, now, drops)


class RateLimits:
    """How fast guests and places may ask for what. Servers of one database share the counts by these names."""

    def __init__(self, most: Limits) -> None:
        many = most.messages_of_address
        self.leads = Buckets(most.requests_per_second, most.requests_at_once)  # to whichever server has a table
        self._of: dict[str, Pair | Buckets] = {
            "requests": Buckets(most.requests_per_second, most.requests_at_once),
            "leads": self.leads,
            "handshakes": Buckets(most.handshakes_per_second, most.handshakes_at_once),
            "messages": Buckets(many * most.messages_per_second, many * most.messages_at_once),
            "forgets": Buckets(most.forgets_per_minute / 60, most.forgets_per_minute),
            "newcomers": Buckets(most.newcomers_per_hour / 3600, most.newcomers_per_hour),
            "mailboxes": Buckets(most.mails_per_day / DAY, most.mails_per_day),
            "mails": Pair(most.mails_per_day / DAY, most.mails_per_day, more=5),
            "tables": Pair(most.tables_per_minute / 60, most.tables_per_minute, more=10),
            "tables_of_day": Pair(most.tables_per_day / DAY, most.tables_per_day, more=10),
            "listings": Pair(most.listed_per_hour / 3600, most.listed_per_hour, more=3),
            "lobbies": Pair(most.lobbies_per_second, most.lobbies_at_once, more=10),
            "reports": Pair(most.reports_per_hour / 3600, most.reports_per_hour, more=5),
            "passes": Pair(most.passes_per_hour / 3600, most.passes_per_hour, more=5),
            "keys": Pair(most.keys_per_hour / 3600, most.keys_per_hour, more=5),
            "uploads": Pair(most.uploads_per_minute / 60, most.uploads_per_minute, more=5),
            "playtests": Pair(most.playtests_per_hour / 3600, most.playtests_per_hour, more=3),
            "looks": Pair(most.looks_per_second, most.looks_at_once, more=3),
            "links": Pair(most.links_per_second, most.links_at_once, more=10),
            "pictures": Pair(most.pictures_per_second, most.pictures_at_once, more=5),
            "chats": Pair(most.chats_per_second, most.chats_at_once, more=4),
            "hints": Pair(0.5, most.hints_at_once, more=4),
            "foresights": Pair(5.0, most.foresights_at_once, more=4),
            "whys": Pair(2.0, most.whys_at_once, more=4),
        }
        self._shared = {
            name: buckets
            for known, each in self._of.items()
            for name, buckets in (
                {f"{known}.guests": each.guests, f"{known}.places": each.places}
                if isinstance(each, Pair)
                else {known: each}
            ).items()
        }

    def take(self, name: str, guest: str, place: str, drops: float = 1) -> bool:
        """Whether a guest at a place may ask for this once more."""
        limit, now = self._of[name], time.monotonic()
        return limit.take(guest, place, now, drops) if isinstance(limit, Pair) else limit.take(place, now, drops)

    def owe(self, name: str, place: str, drops: float) -> None:
        """A request from a place has cost as much as so many others."""
        limit = self._of[name]
        (limit.places if isinstance(limit, Pair) else limit).owe(place, time.monotonic(), drops)

    def share(self, tell: Callable[[str, str, float], None], named: Callable[[str], str]) -> None:
        """Tell other servers what is used up, by names of guests and places that only servers know."""
        for name, buckets in self._shared.items():
            buckets.tell, buckets.named = partial(tell, name), named

    def hear(self, name: str, who: str, drops: float) -> None:
        """Somebody, by the name that servers share, has used something up at another one."""
        if name in self._shared:
            self._shared[name].hear(who, time.monotonic(), drops)


class Doorstep:
    """Who has come and said nothing yet. One address has only so many there; where there are too many in all, somebody
    new takes the place of who has waited longest, of the address that has most of them: who means it speaks soon."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._waiting: dict[object, tuple[str, Callable[[], object]]] = {}  # the oldest first
        self._of: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many there are now."""
        return len(self._waiting)

    @contextmanager
    def place(self, who: str, leave: Callable[[], object]) -> Iterator[None]:
        """Wait there for a while; `leave` is called where somebody else takes the place."""
        if self._of.get(who, 0) >= self.most_of_one or not self.most:
            raise Refusal("slow_down")
        if self.count >= self.most:
            self._push_out()
        me = object()
        self._waiting[me] = (who, leave)
        self._of[who] += 1
        try:
            yield
        finally:
            self._forget(me)

    def _push_out(self) -> None:
        most = max(self._of.values())
        oldest = next(each for each, (who, _) in self._waiting.items() if self._of[who] == most)
        leave = self._waiting[oldest][1]
        self._forget(oldest)
        leave()

    def _forget(self, who: object) -> None:
        if who in self._waiting:
            place, _ = self._waiting.pop(who)
            self._of[place] -= 1
            if not self._of[place]:
                del self._of[place]


class WorkLimit:
    """How many pieces of long work may wait or run at once, in all and for one place."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._of: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many there are now."""
        return self._of.total()

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Take a place for a while; refused where there is none left."""
        if self._of[who] >= self.most_of_one or self.count >= self.most:
            raise Refusal("slow_down")
        self._of[who] += 1
        try:
            yield
        finally:
            self._of[who] -= 1
            self._of += Counter()  # forget who has none


def drops_for(viewers: int) -> int:
    """What a message takes from what its place may say: everybody at the table is told what follows from it."""
    return 1 + viewers // FEW
