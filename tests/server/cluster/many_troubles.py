"""Three servers, two thinkers, PostgreSQL, Redis and nginx; tables at which people play, and one trouble after the
other.

    python -m tests.server.cluster.many_troubles [--tables 60] [--rounds 16] [--pace 0.5] [--hogs 2]      (make fleet)

    kill      a server, by kill -9                       database   PostgreSQL is stopped at once, and started again
    pause     a server, for longer than its life         redis      Redis is killed, and started again, empty
    stop      a server, in peace                         thinker    a thinker with all its processes is killed
    split     a server's network swallows everything, for longer than its life (network namespaces: root on Linux)

People play Embers, Totem and Honga (compiled; `--interpreted`: not), with and without clocks, against people and bots,
talk, take back and ask for advice; some look on (people.py).

Then a judge reads what everybody was told (judging.py), those who came back are compared with new pages, and a table
says how long people were without their table (from when their link ended, or stopped to answer their pings, until a
server showed them the table again) and waited for the answer to an action, by the trouble in which that began. Of a
database that is away, both count from when it was back.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.cluster.fleet import Caddy, Member, Proxy, ThinkingMachine
from tests.server.cluster.judging import judge
from tests.server.cluster.people import Asked, Evening
from tests.server.cluster.redis_server import RedisServer
from tests.server.postgres import Cluster, cluster, short_folder
from tools.programs import nginx, redis_server

LONGER = 4.5  # seconds: more than a server's life
KINDS = ("kill", "pause", "stop", "database", "redis", "thinker", "split")
BRIDGE = "10.77.0.1"
ENDED = 143  # as a shell tells SIGTERM


def can_split() -> bool:
    """Whether this machine lets us make networks of our own."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return False
    made = subprocess.run(["ip", "netns", "add", "ff-try"], capture_output=True, check=False).returncode == 0
    if made:
        subprocess.run(["ip", "netns", "del", "ff-try"], check=True)
    return made


@contextmanager
def networks(count: int) -> Iterator[list[str]]:
    """So many network namespaces on one bridge, 10.77.0.11 and on."""
    names = [f"ff-{os.getpid()}-{number}" for number in range(count)]

    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True)

    ip("link", "add", "ffbridge", "type", "bridge")
    try:
        ip("addr", "add", f"{BRIDGE}/24", "dev", "ffbridge")
        ip("link", "set", "ffbridge", "up")
        for number, name in enumerate(names):
            ip("netns", "add", name)
            ip("link", "add", f"ffveth{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"ffveth{number}", "master", "ffbridge", "up")
            ip("-n", name, "addr", "add", f"10.77.0.{11 + number}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                ip("-n", name, "link", "set", device, "up")
        yield names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        ip("link", "del", "ffbridge")


@dataclass
class Trouble:
    """What happened, from when until when."""

    kind: str
    began: float
    ended: float = 0.0
    back: float = 0.0  # when the database was there again
    acknowledged: int = 0


@dataclass
class Troubled:
    """Everything that can be in trouble."""

    members: list[Member]
    thinkers: list[ThinkingMachine]
    postgres: Cluster
    redis: RedisServer
    proxy: Proxy
    splits: bool
    stream: random.Random
    log: list[Trouble] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        return [kind for kind in KINDS if (kind != "split" or self.splits) and (kind != "thinker" or self.thinkers)]

    async def happen(self, kind: str, evening: Evening, count: int) -> None:
        """One trouble, and people who go on in the middle of it, and after it, for so many actions."""
        trouble, before = Trouble(kind, time.monotonic()), evening.acknowledged
        self.log.append(trouble)
        number = self.stream.randrange(len(self.members))
        member = self.members[number]
        match kind:
            case "kill" | "stop":
                await asyncio.to_thread(member.kill if kind == "kill" else member.stop)
                await evening.play(count)
                await asyncio.to_thread(member.start)
            case "pause":
                member.signal(signal.SIGSTOP)
                await asyncio.sleep(LONGER)
                await evening.play(count)
                member.signal(signal.SIGCONT)
            case "split":
                subprocess.run(["ip", "link", "set", f"ffveth{number}", "down"], check=True)
                await asyncio.sleep(LONGER)
                await evening.play(count)
                subprocess.run(["ip", "link", "set", f"ffveth{number}", "up"], check=True)
            case "database":
                await asyncio.to_thread(self.postgres.stop)
                await asyncio.sleep(self.stream.random() * 3)
                await asyncio.to_thread(self.postgres.start)
                trouble.back = time.monotonic()
            case "redis":
                await asyncio.to_thread(self.redis.stop)
                await evening.play(count)
                await asyncio.to_thread(self.redis.start)
            case _:
                thinker = self.stream.choice(self.thinkers)
                await asyncio.to_thread(thinker.kill)
                await evening.play(count)
                thinker.start()
        await evening.play(count)
        trouble.ended, trouble.acknowledged = time.monotonic(), evening.acknowledged - before


class Missing(SystemExit):
    """This machine lacks a program that a fleet needs."""


@contextmanager
def fleet(
    folder: Path, *, servers: int, thinkers: int, splits: bool, seed: int, compiled: bool = False,
    words: Sequence[str] = (), caddy: Path | None = None,
) -> Iterator[Troubled]:  # fmt: skip
    """A whole fleet, running."""
    nginx_program, redis_program = nginx(), redis_server()
    if nginx_program is None or redis_program is None:
        raise Missing("nginx and redis-server are needed: python tools/programs.py")
    with ExitStack() as held:
        names = held.enter_context(networks(servers)) if splits else []
        postgres = held.enter_context(cluster(BRIDGE if splits else "", 5477 if splits else 5432))
        if postgres is None:
            raise Missing("a PostgreSQL that starts is needed: python tools/programs.py")
        place = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="ff-redis-", dir=short_folder())))
        redis = RedisServer(redis_program, place, BRIDGE if splits else "")
        redis.start()
        held.callback(redis.stop)
        database = postgres.database()
        members = [
            Member(folder / f"server{number}", database, redis.url, compiled=compiled, words=words)
            if not splits
            else Member(
                folder / f"server{number}", database, redis.url, f"10.77.0.{11 + number}",
                ("ip", "netns", "exec", names[number]), compiled=compiled, words=words,
            )
            for number in range(servers)
        ]  # fmt: skip
        compiling = [word for word in words if word.startswith("--compile=")]
        machines = [
            ThinkingMachine(redis.url, folder / f"thinker{number}.log", compiled=compiled, words=compiling)
            for number in range(thinkers)
        ]
        for member in members:
            held.callback(member.end)
        for machine in machines:
            held.callback(machine.end)
        for member in members:
            member.start()
        for machine in machines:
            machine.start()
        proxy = Caddy(caddy, folder / "caddy", members) if caddy else Proxy(nginx_program, folder / "nginx", members)
        proxy.start()
        held.callback(proxy.stop)
        yield Troubled(members, machines, postgres, redis, proxy, splits, random.Random(seed))


@contextmanager
def hogs(count: int) -> Iterator[None]:
    """So many processes that only burn processor time, as on a busy machine."""
    burning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in burning:
            each.kill()
            each.wait()


@dataclass(frozen=True)
class Wait:
    """Somebody waited: until when, and how many seconds."""

    at: float
    seconds: float

    def during(self, trouble: Trouble) -> float | None:
        """How many seconds of it were this trouble's."""
        since = self.at - self.seconds
        if not trouble.began <= since <= trouble.ended:
            return None
        return max(0.0, self.at - max(since, trouble.back))


def waits(evening: Evening) -> tuple[list[Wait], list[Wait]]:
    """How long people were without their table, and waited for answers."""
    answers = [Wait(act.answered, act.answered - act.asked) for act in answered(evening) if act.answered is not None]
    return [Wait(gap.at, gap.seconds) for gap in evening.gaps], answers


def answered(evening: Evening) -> list[Asked]:
    """What people asked a table for and were answered (advice is another thing: somebody thinks)."""
    asked = [act for person in evening.people for act in person.acts]
    return [act for act in asked if act.answered is not None and act.kind != "hint"]


def longest(troubled: Troubled, evening: Evening, most: int = 5) -> list[str]:
    """The longest waits for an answer: what happened meanwhile."""
    lines = []
    asked = sorted(answered(evening), key=lambda act: act.asked - (act.answered or 0.0))
    for act in asked[:most]:
        assert act.answered is not None
        meanwhile = [
            f"{each.kind} from {each.began - act.asked:+.1f} to {each.ended - act.asked:+.1f}"
            for each in troubled.log
            if each.began < act.answered and (each.ended > act.asked or not each.ended)
        ]
        lines.append(f"{act.answered - act.asked:6.1f}s {act.kind:5} {act.links:2} links tried; {', '.join(meanwhile)}")
    return lines


def within(all_waits: list[Wait], troubles: list[Trouble]) -> list[float]:
    """The seconds of waits that belong to some troubles."""
    found = [wait.during(trouble) for wait in all_waits for trouble in troubles]
    return [seconds for seconds in found if seconds is not None]


def told(troubled: Troubled, evening: Evening) -> list[str]:
    """How long people waited, by trouble."""
    lines = ["trouble     times  actions  links back   median    worst   worst answer"]
    gaps, answers = waits(evening)
    for kind in (*troubled.kinds, "all"):
        some = [each for each in troubled.log if kind in (each.kind, "all")]
        if some:
            lost, waited = within(gaps, some) or [0.0], within(answers, some) or [0.0]
            actions = sum(each.acknowledged for each in some)
            count = len(within(gaps, some))
            lines.append(
                f"{kind:10} {len(some):6} {actions:8} {count:11} {statistics.median(lost):7.2f}s {max(lost):7.2f}s "
                f"{max(waited):12.2f}s"
            )
    return lines


def tail(log: Path, lines: int = 15) -> str:
    """What a server, a thinker or the proxy said last."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def main() -> int:
    """One trouble after the other."""
    parser = argparse.ArgumentParser(description="A fleet in trouble.")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--between", type=int, default=150, help="actions in a trouble, and after it")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds of thought before an action (0: none at all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="of trouble")
    parser.add_argument("--games", nargs="+", default=["embers", "totem", "honga"])
    parser.add_argument("--caddy", type=Path, help="before two servers, as in compose.yaml; else nginx before three")
    parser.add_argument("--interpreted", action="store_true", help="do not compile their rules")
    parser.add_argument("--hogs", type=int, default=0, help="processes beside it that only burn processor time")
    words = parser.parse_args()
    signal.signal(signal.SIGTERM, _take_down)
    splits = can_split()
    if not splits:
        print("!!! NO NETWORK NAMESPACES here (root and `ip` are needed): A SPLIT NETWORK IS NOT TRIED !!!")
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="ff-fleet-")))
        running = fleet(
            folder, servers=2 if words.caddy else 3, thinkers=2, splits=splits, seed=words.seed,
            compiled=not words.interpreted, words=[f"--compile={game}" for game in words.games], caddy=words.caddy,
        )  # fmt: skip
        troubled = held.enter_context(running)
        held.enter_context(hogs(words.hogs))
        began = time.monotonic()
        evening = Evening([troubled.proxy.door], words.tables, words.seed, words.games, words.pace)
        try:
            asyncio.run(_play(troubled, evening, words.rounds, words.between, words.kinds))
        except asyncio.CancelledError:
            sys.exit(ENDED)
        except AssertionError:
            print("\n".join(f"{log}:\n{tail(log)}" for log in sorted(folder.rglob("*log"))))
            raise
        signal.signal(signal.SIGTERM, _take_down)
        done = judge(troubled.members[0].database, evening.people)
    print("\n".join([*told(troubled, evening), "longest waits for an answer:", *longest(troubled, evening)]))
    by_number = sum(gap.by_number for gap in evening.gaps)
    print(
        f"{done['act']} acknowledged actions, {done['undo']} taken back, {done['chat']} lines of talk, {done['hint']} "
        f"pieces of advice at {len(evening.games)} tables, none lost, none doubled; {by_number} of {len(evening.gaps)} "
        f"links went on by number; {len(troubled.log)} troubles in {time.monotonic() - began:.0f} s; load "
        f"{os.getloadavg()[0]:.1f}"
    )
    worst = max(within(waits(evening)[0], troubled.log), default=0.0)
    if worst >= 10:
        print(f"!!! SOMEBODY WAS WITHOUT A TABLE FOR {worst:.1f} s !!!")
        return 1
    return 0


def _take_down(*_: object) -> None:
    """Whoever ends this ends all that it has started."""
    sys.exit(ENDED)


async def _play(troubled: Troubled, evening: Evening, rounds: int, between: int, kinds: Sequence[str]) -> None:
    some, playing = [kind for kind in troubled.kinds if kind in kinds], asyncio.current_task()
    assert playing is not None
    # Not an exception in whichever task (or callback) happens to run: people's links would be left as they are.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, playing.cancel)
    try:
        await evening.play(between)
        for number in range(rounds):
            kind = some[number % len(some)]
            await troubled.happen(kind, evening, between)
            print(f"{number + 1:3} {kind:10} {troubled.log[-1].acknowledged} actions", flush=True)
    finally:
        await evening.end()
    print(f"{await evening.compare()} who came back show what a new page shows")


if __name__ == "__main__":
    sys.exit(main())
