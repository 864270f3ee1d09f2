"""The queue before the thinking processes: fair, and able to say how long one waits.

Who comes first when a process is free:

    1. bots of tables where somebody looks on, and advice, in turn; advice has at most half of the processes
    2. bots of tables where nobody is

Within each kind customers (a table, a guest) come in turn, so nobody gains by asking more often. Where many bots
wait, all of them think less, in the same measure: `share_of` says how many seconds there are for each.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 4.0  # seconds within which every bot that waits now shall have played
LEAST = 0.1  # seconds a bot has at least
TOLD_AFTER = 1.0  # seconds of waiting that are worth a word…
TOLD_EVERY = 3.0  # …and how often it is said anew
Told = Callable[[int, float], None]  # how many come first, and about how many seconds that takes


class WorkKind(IntEnum):
    """What a process is wanted for."""

    BOT = 0  # somebody looks on
    ADVICE = 1
    UNSEEN = 2  # a bot at a table where nobody is
    REVIEW = 3  # looking back at a game: has processes of its own


@dataclass(eq=False)
class Ticket:
    """A place in the queue."""

    kind: WorkKind
    customer: str
    start: asyncio.Future[None]
    told: Told | None = None
    told_at: float = 0.0


@dataclass
class WaitingLine:
    """Those who wait for one kind of work: customers in turn, each with what it asked for in order."""

    customers: OrderedDict[str, deque[Ticket]] = field(default_factory=OrderedDict)
    count: int = 0
    running: int = 0
    seconds: float = 0.5  # one piece of work takes, lately

    def put(self, turn: Ticket) -> None:
        """Come last among those of the same customer."""
        self.customers.setdefault(turn.customer, deque()).append(turn)
        self.count += 1

    def take(self) -> Ticket | None:
        """The next one; its customer goes to the end."""
        if not self.customers:
            return None
        name, turns = self.customers.popitem(last=False)
        if len(turns) > 1:
            self.customers[name] = turns
        self.count -= 1
        return turns.popleft()

    def drop(self, turn: Ticket) -> None:
        """Somebody does not wait any longer."""
        turns = self.customers.get(turn.customer)
        if turns is not None and turn in turns:
            turns.remove(turn)
            self.count -= 1
            if not turns:
                del self.customers[turn.customer]

    def waiting(self) -> list[Ticket]:
        """Everybody, in the order in which they will be taken."""
        rounds = max((len(turns) for turns in self.customers.values()), default=0)
        return [turns[i] for i in range(rounds) for turns in self.customers.values() if i < len(turns)]


class FairQueue:
    """So many processes, and everybody who wants one."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.elsewhere = 0  # jobs of other servers that the same processes do
        self.lines = {kind: WaitingLine() for kind in WorkKind}
        self._last = WorkKind.ADVICE
        self._teller: asyncio.TimerHandle | None = None

    @property
    def running(self) -> int:
        """How many processes are at work."""
        return sum(line.running for line in self.lines.values())

    async def run(self, kind: WorkKind, customer: str, work: Callable[[], Awaitable[T]], told: Told | None = None) -> T:
        """Do something when its turn has come; `told` hears how long that will be."""
        turn = Ticket(kind, customer, asyncio.get_running_loop().create_future(), told)
        line = self.lines[kind]
        line.put(turn)
        self._go_on()
        if not turn.start.done():
            self._tell_soon()
        try:
            await turn.start
        except asyncio.CancelledError:
            if turn.start.done() and not turn.start.cancelled():
                line.running -= 1
                self._go_on()
            else:
                line.drop(turn)
            raise
        began = time.monotonic()
        try:
            return await work()
        finally:
            line.running -= 1
            line.seconds = (4 * line.seconds + time.monotonic() - began) / 5
            self._go_on()

    def resize(self, processes: int, elsewhere: int = 0) -> None:
        """There are more processes now, or fewer; so many jobs of others want them too."""
        self.processes, self.elsewhere = processes, elsewhere
        self._go_on()

    def share_of(self, wanted: float) -> float:
        """Seconds a bot that starts now may think: all it wants, or an even share where many wait."""
        bots = sum(self.lines[kind].count + self.lines[kind].running for kind in (WorkKind.BOT, WorkKind.UNSEEN))
        bots += self.elsewhere
        return min(wanted, max(LEAST, PATIENCE * self._processes_for(WorkKind.BOT) / max(1, bots)))

    def _processes_for(self, kind: WorkKind) -> int:
        """How many processes a kind of work can count on."""
        advised = self.lines[WorkKind.ADVICE]
        if kind is WorkKind.ADVICE:
            return max(1, self.processes // 2)
        return max(1, self.processes - (max(1, self.processes // 2) if advised.count or advised.running else 0))

    def _go_on(self) -> None:
        while self.running < self.processes and (turn := self._next()) is not None:
            if not turn.start.done():
                self.lines[turn.kind].running += 1
                turn.start.set_result(None)

    def _next(self) -> Ticket | None:
        bots, advice = self.lines[WorkKind.BOT], self.lines[WorkKind.ADVICE]
        free_for_advice = advice.count > 0 and advice.running < self._processes_for(WorkKind.ADVICE)
        if free_for_advice and (not bots.count or self._last is not WorkKind.ADVICE):
            self._last = WorkKind.ADVICE
            return advice.take()
        if bots.count:
            self._last = WorkKind.BOT
            return bots.take()
        return self.lines[WorkKind.UNSEEN].take()

    # ── saying how long ────────────────────────────────────────────────────────────────

    def estimate(self, kind: WorkKind, ahead: int) -> float:
        """About how many seconds it takes until so many have been served."""
        line = self.lines[kind]
        return (ahead + 1) * line.seconds / self._processes_for(kind)

    def _tell_soon(self) -> None:
        if self._teller is None:
            self._teller = asyncio.get_running_loop().call_later(TOLD_AFTER, self._tell)

    def _tell(self) -> None:
        self._teller = None
        now, anybody = time.monotonic(), False
        for kind, line in self.lines.items():
            for ahead, turn in enumerate(line.waiting()):
                anybody = True
                if turn.told is not None and now - turn.told_at >= TOLD_EVERY:
                    turn.told_at = now
                    turn.told(ahead, self.estimate(kind, ahead))
        if anybody:
            self._tell_soon()
