"""Jobs for thinkers, as they lie in Redis: what is to be thought about, and what was found. Text only; nothing in it is
run. A job changes nothing, so it may be done twice.

    firstfire:jobs:SIGN:KIND     a stream for each kind of job, with one consumer group: whoever thinks
    firstfire:answers:SERVER     a stream: what was found, for the server that asked
    firstfire:thinkers:SIGN      a sorted set: `name processes`, by when it was last heard of (by Redis's clock)

SIGN stands for the code that plays. Servers and thinkers of one sign understand each other's records to the byte and
play alike; during an upgrade each side meets its own kind.
"""

from __future__ import annotations

import base64
from dataclasses import asdict, dataclass
from typing import Any

from ...errors import FirstfireError
from ..protocol.json_text import from_json, to_json
from . import thoughts
from .requests import Advice, AdvisedAction, BotRequest, Reader

GROUP = "thinkers"
KINDS = ("bot", "advice", "unseen", "review")
THINKER_LIFE = 3.0  # seconds for which a thinker is taken for alive without a word
BEAT = 0.5  # seconds between two words


class Nobody(Exception):
    """No thinker has an answer."""


class BadJob(FirstfireError):
    """Something in Redis is no job."""


@dataclass(frozen=True)
class Choose:
    """What a bot plays."""

    asked: BotRequest
    limit: float  # seconds


@dataclass(frozen=True)
class Advise:
    """What the search would do."""

    asked: BotRequest
    reader: Reader


@dataclass(frozen=True)
class ReviewJob:
    """Look back at a finished game."""

    save: str
    simulations: int


Job = Choose | Advise | ReviewJob


def jobs_key(of: str, kind: str) -> str:
    """The stream of one kind of job."""
    return f"firstfire:jobs:{of}:{kind}"


def thinkers_key(of: str) -> str:
    """Who thinks."""
    return f"firstfire:thinkers:{of}"


def answers_key(server: str) -> str:
    """What was found for a server."""
    return f"firstfire:answers:{server}"


def written(job: Job) -> bytes:
    """A job as text."""
    told: dict[str, Any] = {"work": type(job).__name__, **asdict(job)}
    if not isinstance(job, ReviewJob):
        told["asked"] |= {name: base64.b64encode(told["asked"][name]).decode() for name in ("state", "box")}
    return to_json(told)


def read(text: bytes) -> Job:
    """The job of a text."""
    try:
        told = from_json(text)
        match told.pop("work"):
            case "Choose":
                return Choose(_request(told["asked"]), float(told["limit"]))
            case "Advise":
                return Advise(_request(told["asked"]), _reader(told["reader"]))
            case "ReviewJob":
                return ReviewJob(str(told["save"]), int(told["simulations"]))
            case other:
                raise BadJob(f"there is no work called {other!r}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadJob(f"this is no job: {error}") from None


def _request(told: dict[str, Any]) -> BotRequest:
    state, box = (base64.b64decode(told[name], validate=True) for name in ("state", "box"))
    numbers = tuple(int(each) for each in told["numbers"])
    return BotRequest(
        str(told["game"]), int(told["seat"]), str(told["level"]), state, numbers, int(told["luck"]), box
    )  # fmt: skip


def _reader(told: dict[str, Any]) -> Reader:
    return Reader(str(told["language"]), tuple(str(name) for name in told["names"]), int(told["seat"]))


def perform(job: Job, interpreted: bool) -> Any:
    """Do a job, in a worker process."""
    match job:
        case Choose(asked, limit):
            return thoughts.choose(asked, interpreted, limit)
        case Advise(asked, reader):
            return [tuple(each) for each in thoughts.advise(asked, interpreted, reader)]
        case ReviewJob(save, simulations):
            return thoughts.review(save, simulations, interpreted=interpreted)


def chosen(answer: Any) -> tuple[int, float]:
    """What a bot plays, of an answer, and how much it thought."""
    action, share = answer
    return int(action), float(share)


def advised(answer: Any) -> Advice:
    """Advice, of an answer."""
    return tuple(
        AdvisedAction(int(action), win, visits, points, tuple((str(kind), str(said)) for kind, said in reasons))
        for action, win, visits, points, reasons in answer
    )
