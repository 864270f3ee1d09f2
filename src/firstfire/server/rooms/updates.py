"""Updates: bring every viewer up to date. What is the same for several viewers is made once."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from ...kernel.presentation.languages import in_language
from ...kernel.presentation.memo import trimmed
from ...kernel.rules.notes import NOBODY
from ..protocol.json_text import to_json
from ..protocol.refusals import server_words
from ..store.story import NOTHING, Story
from ..store.talk import Talk
from ..views.advice import waiting_body
from ..views.catalogue import engine_info
from ..views.descriptions import option_labels, result_of, seat_rows, table_row
from ..views.sections import DrawnSections, common
from .presence import Presence, Standpoint
from .session import Session, Shown

SEATS_KEPT = 32  # pictures of the chairs: for each language, standpoint, and who is here


class TransientState(NamedTuple):
    """What is told beside the story itself."""

    now: int  # milliseconds since 1970
    turn_since: int
    thinking: int | None  # the seat whose bot thinks
    clocks: list[dict[str, Any]] | None
    engine_state: str
    engine_reached: tuple[int, int]  # how many parts of the rules are compiled, of how many
    away_after: float  # seconds until a bot may sit in for somebody
    queued: tuple[int, int] | None = None  # how many bots come first, and about how many seconds that takes
    share: float = 1.0  # of its usual thinking that the last bot had time for
    given_up: bool = False  # no bot can be asked just now


class Teller:
    """Tells the viewers of one table what changed."""

    def __init__(self, story: Story, showing: DrawnSections, presence: Presence, talk: Talk) -> None:
        self.story, self.showing, self.presence, self.talk = story, showing, presence, talk
        self._tables: dict[tuple[str, bool], bytes] = {}
        self._seats: dict[tuple[Any, ...], bytes] = {}

    def forget_table(self) -> None:
        """What changes seldom has changed."""
        self._tables.clear()
        self._seats.clear()

    def tell(self, moment: TransientState) -> list[tuple[str, bytes]]:
        """The messages that bring everybody up to date."""
        standpoints = self.presence.standpoints()
        connected = {seat for standpoint in standpoints for seat in standpoint.mine}
        away = self.presence.standins(connected, moment.away_after)
        spectators = sum(standpoint.viewer < 0 for standpoint in standpoints)
        shared: dict[tuple[Any, ...], dict[str, bytes]] = {}
        mail = []
        for standpoint in standpoints:
            session = standpoint.session
            key = (standpoint.viewer, standpoint.mine, session.language)
            if key not in shared:
                shared[key] = self._sections(standpoint, moment, connected, away, spectators)
            body = self._update(standpoint, moment, shared[key])
            if body is not None:
                mail.append((session.id, body))
        return mail

    def _update(self, standpoint: Standpoint, moment: TransientState, shared: dict[str, bytes]) -> bytes | None:
        session, viewer = standpoint.session, standpoint.viewer
        if any(session.shown.get(name) not in (None, shared[name]) for name in ("viewer", "mine")):
            session.forget()
        sections = {**shared, "table": self._table(session)}
        log = self._log(session, viewer, standpoint.reader)
        if log is not None:
            sections["log"] = log
        if session.chat < self.talk.count:
            sections["chat"] = to_json(self.talk.since(session.chat))
            session.chat = self.talk.count
        scene = self.showing.scene(viewer, session.language, standpoint.reader)
        return session.update(self.story.version_for(viewer), moment.now, sections, scene)

    def _sections(
        self, standpoint: Standpoint, moment: TransientState, connected: set[int], away: dict[int, int], spectators: int
    ) -> dict[str, bytes]:
        """What everybody with the same seats, standpoint and language gets."""
        story, viewer, mine = self.story, standpoint.viewer, standpoint.mine
        language, player = standpoint.session.language, story.player
        acts = self.showing.asks(viewer)
        asked = player if player is not None and player in mine and story.chairs[player].kind == "person" else None
        final = self.showing.final(viewer) if acts and story.setup.undo else []
        seat, undo = next(((seat, undo) for seat in mine if (undo := story.retraction(seat)).step), (NOBODY, NOTHING))
        is_said = undo.step > 0 and not undo.is_aside and seat == viewer  # it may name a card of that seat's hand
        says = self.showing.said_before(undo.step, language, standpoint.reader) if is_said else ""
        result = self._result(language)
        turn = (
            number(viewer if acts else player), truth(acts or asked is not None), moment.turn_since,
            truth(not acts and story.is_aside(viewer)),
        )  # fmt: skip
        sections = {  # viewers keep them
            "viewer": number(viewer),
            "mine": _listed(mine),
            "hand_over": number(asked if asked != viewer else None),
            "turn": b'{"seat":%b,"mine":%b,"since":%d,"chosen":%b}' % turn,
            "clocks": NULL if moment.clocks is None else trimmed(to_json(moment.clocks)),
            "undo": truth(undo.step > 0),
            "undo_step": number(undo.step),
            "undo_turn": number(undo.turn),
            "undo_says": to_json(says),
            "final": trimmed(to_json(final)) if final else b"[]",
            "forced": truth(acts and self.showing.forced(viewer)),
            "idle": number(self.showing.idle(viewer) if acts and story.setup.undo else None),
            "hints": truth(story.hints and acts),
            "spectators": number(spectators),
            "rematch": NULL if story.rematch is None else trimmed(to_json(story.rematch)),
            "result": NULL if result is None else trimmed(to_json(result)),
        }
        sections["seats"] = self._chairs(language, mine, connected, moment.thinking, away)
        sections["engine"] = _engine(moment.engine_state, moment.engine_reached, language)
        sections["bots"] = bots_info(moment, language)
        return sections

    def _chairs(
        self, language: str, mine: tuple[int, ...], connected: set[int], thinking: int | None, away: dict[int, int]
    ) -> bytes:
        """Who sits where, kept until that changes."""
        key = (language, mine, frozenset(connected), thinking, tuple(away.items()))
        if key not in self._seats:
            if len(self._seats) >= SEATS_KEPT:
                self._seats.clear()
            rows = seat_rows(self.story, language, mine=mine, connected=connected, thinking=thinking, away=away)
            self._seats[key] = to_json(rows)
        return self._seats[key]

    def _result(self, language: str) -> dict[str, Any] | None:
        story = self.story
        if story.archive is not None:
            return in_language(story.archive.result or {}, language)
        return result_of(story.table, language) if story.state == "finished" and story.table else None

    def _table(self, session: Session) -> bytes:
        """What changes seldom, kept until it does."""
        story, language = self.story, session.language
        key = (language, session.who == story.setup.host)
        if key not in self._tables:
            table = table_row(story, language, [], mine=[], host=key[1])
            for name in ("seats", "steps", "changed", "turn", "ended", "winners", "mine", "rematch"):
                del table[name]
            table["option_labels"] = (
                [] if story.is_archived else option_labels(story.game, story.setup.options, language)
            )
            self._tables[key] = to_json(table)
        return self._tables[key]

    def _log(self, session: Session, viewer: int, reader: int) -> bytes | None:
        """The lines this session has not seen, and from where on they stand."""
        steps, lines = self.showing.log(viewer, session.language, reader)
        keep = common(session.steps, steps)
        if keep == len(session.steps) == len(steps) and "log" in session.shown:
            return None
        del session.steps[keep:], session.lines[keep:]
        start = session.lines[-1] if session.lines else 0
        total, fresh = start, list[bytes]()
        for told in lines.since(keep):
            fresh += told
            total += len(told)
            session.lines.append(total)
        session.steps += steps[keep:]
        return b'{"from":%d,"lines":[%s]}' % (start, b",".join(fresh))


def shown_by(showing: DrawnSections, viewer: int, language: str, reader: int, chat: int) -> Shown | None:
    """What a session has been shown that knows a story as it is told here; None before the game begins."""
    scene = showing.scene(viewer, language, reader)
    if scene is None:
        return None
    steps, pages = showing.log(viewer, language, reader)
    lines = list(accumulate(len(told) for told in pages.since(0)))
    return Shown(scene, steps[:], lines, chat)


NULL, TRUE, FALSE = b"null", b"true", b"false"


def truth(value: bool) -> bytes:
    """Yes or no as JSON."""
    return TRUE if value else FALSE


def number(value: int | None) -> bytes:
    """A number as JSON, or that there is none."""
    return NULL if value is None else b"%d" % value


@lru_cache(maxsize=256)
def _listed(seats: tuple[int, ...]) -> bytes:
    return trimmed(to_json(seats))


def bots_info(moment: TransientState, language: str) -> bytes:
    """What is said about bots: that none can be asked, that one waits for others, or that they think less."""
    return _bots(moment.given_up, moment.queued, moment.share, language)


@lru_cache(maxsize=256)
def _bots(given_up: bool, queued: tuple[int, int] | None, share: float, language: str) -> bytes:
    if given_up:
        sentence = server_words(language).say("waiting.nobody")
        return to_json({"share": 1.0, "ahead": 0, "seconds": 0, "sentence": sentence})
    if queued is not None:
        return to_json({"share": 1.0, **waiting_body("bot", *queued, language)})
    share = math.ceil(10 * share) / 10
    sentence = server_words(language).say("waiting.less", percent=round(100 * share)) if share < 1 else ""
    return to_json({"share": share, "ahead": 0, "seconds": 0, "sentence": sentence})


@lru_cache(maxsize=256)
def _engine(state: str, reached: tuple[int, int], language: str) -> bytes:
    return to_json(engine_info(state, reached, language))
