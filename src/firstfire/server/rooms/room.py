"""A room: one table and everybody who looks at it. `handle` takes one message and says what
follows; it does no I/O, so the caller can store first and tell afterwards.

    Order for an action: right seat, right version, legal → event → apply → messages.

    presence   who looks, and from which seat          clocks   thinking time
    seating    who takes, leaves and shares seats      updates  what viewers get

A room that is thrown away without having its events stored leaves no trace: make it anew
from the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from ...kernel.records.record import copy_of
from ...kernel.rules.notes import NOBODY
from ...view import View
from ..bots.requests import BotRequest, Reader, luck_of, own_box_of
from ..protocol import requests
from ..protocol.build import client_build
from ..protocol.json_text import to_json
from ..protocol.refusals import Refusal
from ..store.events import Event
from ..store.results import game_result
from ..store.story import LONGEST, NAMELESS, Story, begin_data
from ..store.talk import MUTED, SEATED, Talk
from ..store.talk import NOBODY as SILENT
from ..views.advice import foreseen_body, hint_body, waiting_body
from ..views.descriptions import seat_rows, table_row
from ..views.sections import DrawnSections
from .clocks import Clocks
from .new_tables import row_of, unlike
from .presence import Presence
from .seating import Seating
from .session import Session
from .traffic import (
    Adopt,
    Advised,
    Ask,
    BotJob,
    Chosen,
    Enter,
    Forget,
    GaveUp,
    Glance,
    Gone,
    HintJob,
    Incoming,
    Outgoing,
    Refused,
    Say,
    Tick,
    Waits,
)  # fmt: skip
from .updates import Teller, TransientState

log = logging.getLogger(__name__)
REASONS = 3  # told about one click
SIMPLE = ("greedy", "random")  # levels that play on where others fail
ASK_AGAIN = 30.0  # seconds until a bot is asked again that could not be asked


class Room:
    """One table at work."""

    def __init__(
        self,
        story: Story,
        *,
        now: float,
        wall: float,
        fresh: Callable[[], tuple[str, int]],
        default_level: str = "greedy",
        levels: frozenset[str] = frozenset({"random", "greedy"}),
        away_after: float = 60.0,
        resume_for: float = 300.0,
        engine_state: str = "interpreted",
        engine_reached: tuple[int, int] = (0, 0),
        thinking_since: float | None = None,
        talk: Talk | None = None,
    ) -> None:
        self.story = story
        self.now, self.wall = now, wall  # monotonic seconds to measure by; seconds since 1970 to show and store
        self.fresh = fresh  # the id and the seed of a new table
        self.default_level, self.levels, self.away_after = default_level, levels, away_after
        self.engine_state, self.engine_reached = engine_state, engine_reached
        self.asked: tuple[int, int] | None = None  # seat and version a bot was asked for
        self.given_up = -1  # the version no bot could answer
        self.ask_again_at = 0.0  # when one is asked again
        self.queued: tuple[int, int] | None = None  # how many bots come first, and about how many seconds that takes
        self.share = 1.0  # of its usual thinking that the last bot had time for
        self.showing = DrawnSections(story)
        self.presence = Presence(story, now, wall, resume_for)
        self.row_at = -1  # how many events the lobby's row of this table knows
        self.stalled = False  # nothing can be stored just now: clocks take nobody's seat
        self.clocks = Clocks(story, now, wall, thinking_since)
        self.talk = talk or Talk()
        self.teller = Teller(story, self.showing, self.presence, self.talk)

    # ── messages in ────────────────────────────────────────────────────────────────────

    @property
    def seating(self) -> Seating:
        """The chairs (made when asked for: it knows the room, and a room must not know itself)."""
        return Seating(self)

    def handle(self, message: Incoming, now: float, wall: float) -> Outgoing:
        """Take one message; what follows is what may be stored and then sent. `now` measures (it
        never goes back), `wall` is what a clock on the wall shows."""
        self.now, self.wall = now, wall
        out = Outgoing()
        if not self.stalled:
            self._watch_clock(out)
        before = self.story.count
        try:
            self._take(message, out)
        except Refusal as refusal:
            if isinstance(message, Say):
                self._refuse(self.presence.sessions[message.session], message.request.id, refusal, out)
            else:
                out.refused = refusal
        if self.story.count > before and not self.story.open_seats and self.story.state == "gathering":
            self.happen(out, "begin", **begin_data(self.story.game, self.story.setup.own_box))
            self.showing.forget()
        if self.story.count > before:
            self._play_sealed(out)
            self._close_to_spectators(out)
        self._ask_bot(out)
        if isinstance(message, Ask):
            out.reply = self.about(message.who, message.language)
        if alters(message, out):
            out.mail += self.teller.tell(self._moment())
        out.alarm = self._alarm()
        return out

    def _alarm(self) -> float | None:
        """When to say Tick: a clock runs out, or a bot is asked again."""
        wanted = (self.clocks.alarm(), self.ask_again_at if self._has_given_up() else None)
        return min((at for at in wanted if at is not None), default=None)

    def _has_given_up(self) -> bool:
        """Whether a bot is to move that cannot be asked now."""
        player = self.story.player
        if player is None or self.story.chairs[player].kind != "bot" or self.asked is not None:
            return False
        return self.given_up == self.story.version and self.now < self.ask_again_at

    def _take(self, message: Incoming, out: Outgoing) -> None:
        sessions = self.presence.sessions
        if isinstance(message, Say | Refused) and message.session not in sessions:
            return  # whoever said it has gone
        if self.story.count >= LONGEST and lengthens(message):
            raise Refusal("log_full")
        match message:
            case Say():
                self._say(sessions[message.session], message.request, out)
            case Refused():
                self._refuse(sessions[message.session], message.to, message.refusal, out)
            case Enter():
                self._enter(message, out)
            case Gone():
                self.presence.gone(message.session, self.now, self.wall)
            case Ask():
                self.seating.ask(message, out)
            case Chosen():
                self._chosen(message, out)
            case Waits():
                self._waits(message, out)
            case GaveUp():
                if self.asked == (message.seat, message.version):
                    self._give_up(message, out)
            case Advised():
                self._advised(message, out)
            case Adopt():
                self.engine_state, self.engine_reached = message.state, message.reached
                if message.engine is not None:
                    self.story.adopt(message.engine)
            case Forget():
                self.forget(message, out)
            case Tick():
                pass

    def happen(self, out: Outgoing, kind: str, **data: Any) -> None:
        """Something happens: it is folded into the story and will be stored."""
        event = Event(self.story.count + 1, self._ms(), kind, data)
        player = self.story.player
        self.story.fold(event)
        out.events.append(event)
        turned = self.story.player != player
        out.turned = out.turned or turned
        self.clocks.happened(event, turned, player, self.now, self.wall)
        if event.is_a.is_listed or self.story.state == "finished":
            out.row, self.row_at = row_of(self.story), self.story.count
            self.teller.forget_table()
        if kind == "act" and self.story.state == "finished":
            out.result = game_result(self.story)

    def _watch_clock(self, out: Outgoing) -> None:
        seat = self.clocks.ran_out(self.now)
        if seat is not None:
            self.seating.stand_in(seat, "clock", None, out)

    def _enter(self, message: Enter, out: Outgoing) -> None:
        if message.keyed is not None:
            self.seating.check_key(*message.keyed)
        session, missed = self.presence.resumed(message), list[bytes]()
        if session is not None:
            assert message.resume is not None
            missed = session.since(message.resume[1]) or []
            session.connected = True
        else:
            session = self.presence.add(message)
            if not self._may_look(session):
                del self.presence.sessions[session.id]
                raise Refusal("removed" if session.who in self.story.removed else "no_spectators")
            if message.resume is not None and message.resume[1] > 0 and message.shown is not None:
                session.go_on(message.resume[1], message.shown)
        hello = {"type": "welcome", "protocol": 1, "session": session.id, "now": self._ms(), "build": client_build()}
        known = session.last > 0  # what is resumed has its numbers already
        welcome = to_json({**hello, "resumed": known})
        out.mail.append((session.id, welcome if known else session.numbered(welcome)))
        out.mail += [(session.id, body) for body in missed]
        self._wear(message, out)
        out.reply = session.id

    def _wear(self, message: Enter, out: Outgoing) -> None:
        """Whoever comes wears the mark they have chosen since; a colour that is worn stays as long as the game."""
        seat, lasts = self.story.chair_of(message.who), self.story.state in ("gathering", "playing")
        if seat is None or not message.mark or not lasts or self.stalled or self.story.count >= LONGEST:
            return
        chair = self.story.chairs[seat]
        colour = chair.colour if chair.mark and self.story.state == "playing" else message.colour
        if (chair.mark, chair.colour) != (message.mark, colour):
            self.happen(out, "wear", seat=seat, mark=message.mark, colour=colour)

    def _may_look(self, session: Session) -> bool:
        return self.story.may_look(session.who, seated=bool(self.presence.mine(session)))

    def _close_to_spectators(self, out: Outgoing) -> None:
        """Who may look no longer is let go."""
        if self.story.spectators and not self.story.removed:
            return
        for session in list(self.presence.sessions.values()):
            if not self._may_look(session):
                why = "removed" if session.who in self.story.removed else "no_spectators"
                self._refuse(session, None, Refusal(why), out)
                del self.presence.sessions[session.id]
                out.cut.append(session.id)

    # ── what viewers say ───────────────────────────────────────────────────────────────

    def _say(self, session: Session, request: requests.ClientRequest, out: Outgoing) -> None:
        answer: dict[str, Any] = {}
        if (session.who, request.id) not in self.story.answered:
            if isinstance(request, requests.AskHint):
                self._hint(session, request, out)
                return
            answer = self._grant(session, request, out)
        version = self.story.version_for(self.presence.viewer(session))
        out.mail.append((session.id, session.message("done", to=request.id, version=version, **answer)))

    def _grant(self, session: Session, request: requests.ClientRequest, out: Outgoing) -> dict[str, Any]:
        """Do what is asked, or refuse; what is said beside `done`."""
        match request:
            case requests.Act():
                self._act(session, request, out)
            case requests.Undo():
                self._undo(session, request, out)
            case requests.Chat():
                self._chat(session, request, out)
            case requests.Mute():
                self._mute(session, request, out)
            case requests.AskWhy():
                return {"reasons": self._why(session, request)}
            case requests.Foresee():
                return {"foreseen": self._foresee(session, request)}
            case requests.LookFrom():
                if request.seat >= 0 and request.seat not in self.presence.mine(session):
                    raise Refusal("not_yours")
                session.wanted, session.peeked_at = request.seat, self.story.version
                session.forget()
            case requests.SpeakLanguage():
                session.language = request.language
                session.forget()
            case requests.AskRematch():
                return {"table": self.seating.rematch(self.presence.mine(session), out)}
            case requests.SeatRequest():
                mine = self.presence.mine(session)
                self.seating.request(request.type, request.seat, request.level, session.who, mine, out)
        return {}

    def _act(self, session: Session, request: requests.Act, out: Outgoing) -> None:
        player = self.story.player
        if player is None:
            raise Refusal("not_playing")
        mine = self.presence.mine(session)
        if not mine:
            raise Refusal("no_seat")
        if request.seat is not None and request.seat not in mine:
            raise Refusal("not_yours")
        seat = request.seat if request.seat is not None else player if player in mine else mine[0]
        if seat != player and not self._chooses_aside(seat):
            raise Refusal("not_your_turn", name=self.story.chairs[player].name)
        if not self.story.is_fresh(seat, request.version):
            raise Refusal("stale")
        self._check_legal(self.showing.view(seat), request.action, seat if len(mine) == 1 else NOBODY)
        if self.story.chairs[seat].kind == "bot":
            self.seating.take_back(seat, out)
        if seat == player:
            spent = self.clocks.spent(self.now)
            self.happen(out, "act", seat=seat, action=request.action, spent=spent, by=session.who, id=request.id)
        else:
            self.happen(out, "seal", seat=seat, action=request.action, by=session.who, id=request.id)

    def _chooses_aside(self, seat: int) -> bool:
        """Whether a seat has something to choose although another one is asked."""
        return self.story.is_aside(seat) and bool(self.showing.view(seat).numbers)

    def awaits(self, seat: int) -> bool:
        """Whether a person on this seat has something to choose now."""
        if self.story.chairs[seat].kind != "person" or self.story.player is None:
            return False
        return seat == self.story.player or self._chooses_aside(seat)

    def _play_sealed(self, out: Outgoing) -> None:
        """What seats chose aside is played when the rules come to them; it takes none of their time then."""
        while (seat := self.story.player) is not None and (sealed := self.story.sealed[seat]):
            self.happen(out, "act", seat=seat, action=sealed[0], spent=0, sealed=True)

    def _check_legal(self, view: View, action: int, reader: int) -> None:
        why = None if action in view.numbers else view.why_not(action)
        if why is not None:
            raise Refusal("illegal", rule=why.rule, say=partial(view.say_reason, why, reader=reader))

    def _undo(self, session: Session, request: requests.Undo, out: Outgoing) -> None:
        mine = self.presence.mine(session)
        if self.story.player is None:
            raise Refusal("not_playing")
        taker = next((seat for seat in mine if self.story.retraction(seat).step), None)
        knows = self.presence.viewer(session) if taker is None else taker
        if not self.story.is_fresh(knows, request.version) and not self.story.knows_own(knows, request.version):
            raise Refusal("stale")
        if not self.story.setup.undo:
            raise Refusal("undo_off")
        if taker is None:
            raise Refusal("no_undo")
        retraction = self.story.retraction(taker)
        count = retraction.turn if request.turn else retraction.step
        if retraction.is_aside:
            self.happen(out, "unseal", seat=taker, count=count, by=session.who, id=request.id)
            return
        for _ in range(min(count, LONGEST - self.story.count)):
            spent, of = self.clocks.since_last(self.now), self.story.playing.seat_of(-1)
            others = {} if of == taker else {"of": of}
            self.happen(out, "undo", seat=taker, spent=spent, by=session.who, id=request.id, **others)

    def forget(self, message: Forget, out: Outgoing) -> None:
        """Somebody is to be forgotten here: as if the log, and what was said, had been read without them. Everybody
        else stays, and is shown what changed. (What is stored is erased by who asked for this.)"""
        out.gone += self.presence.drop(message.who)
        names = self.story.names_of(message.who)
        known = self.story.forget(message.who, message.nobody)
        silenced = self.talk.forget(message.who, names, NAMELESS)
        if known or silenced:
            self.showing.forget_names()
            self.teller.forget_table()
            for session in self.presence.sessions.values():
                session.unsay()
        out.altered = bool(known or silenced or out.gone)

    def _chat(self, session: Session, request: requests.Chat, out: Outgoing) -> None:
        story, seat = self.story, self.presence.viewer(session)
        if self.talk.knows(session.who, request.id):
            return
        if session.who in story.muted:
            raise Refusal("muted")
        if story.talking == SILENT or (story.talking == SEATED and not self.presence.mine(session)):
            raise Refusal("chat_closed")
        name = story.chairs[seat].name if seat >= 0 else unlike(session.name, story.names)
        out.chats.append(self.talk.say(self._ms(), seat, name, request.text, session.who, request.id))

    def _mute(self, session: Session, request: requests.Mute, out: Outgoing) -> None:
        """The host names a line; who said it is silenced at this table, or may talk again."""
        if session.who != self.story.setup.host:
            raise Refusal("not_host")
        guest = self.talk.speaker(request.line)
        if guest is None or guest == session.who or (request.muted and len(self.story.muted) >= MUTED):
            raise Refusal("no_such_line")
        if (guest in self.story.muted) != request.muted:
            self.happen(out, "mute", guest=guest, muted=request.muted)

    def _why(self, session: Session, request: requests.AskWhy) -> list[dict[str, str]]:
        """Why an action or a click leads to nothing, from what the session's own seat may know."""
        mine, viewer = self.presence.mine(session), self.presence.viewer(session)
        if self.story.table is None:
            raise Refusal("not_playing")
        if viewer < 0:
            raise Refusal("no_seat")
        if not self.story.is_fresh(viewer, request.version):
            raise Refusal("stale")
        view, reader = self.showing.view(viewer), viewer if len(mine) == 1 else NOBODY
        one = view.why_not(request.action) if request.action is not None else None
        told = [one] if one is not None else view.why_not_at(*request.paths)[:REASONS]
        return [{"sentence": view.say_reason(why, session.language, reader), "rule": why.rule} for why in told]

    def _foresee(self, session: Session, request: requests.Foresee) -> list[dict[str, Any]]:
        """What actions of the session's own seat will certainly do, from what that seat may know."""
        player, viewer = self.story.player, self.presence.viewer(session)
        if player is None or self.story.table is None:
            raise Refusal("not_playing")
        if viewer != player and not self._chooses_aside(viewer):
            raise Refusal("not_your_turn", name=self.story.chairs[player].name)
        if not self.story.is_fresh(viewer, request.version):
            raise Refusal("stale")
        view, reader = self.showing.view(viewer), viewer if len(self.presence.mine(session)) == 1 else NOBODY
        for action in request.actions:
            self._check_legal(view, action, reader)
        engine = self.story.table.lean.engine
        return [
            foreseen_body(action, view.foretell(action, session.language, reader, engine)) for action in request.actions
        ]

    # ── bots and advice ────────────────────────────────────────────────────────────────

    def _ask_bot(self, out: Outgoing) -> None:
        player, version = self.story.player, self.story.version
        if player is None or self.story.chairs[player].kind != "bot" or not self._anyone_cares():
            self.asked = None
            return
        if self.asked == (player, version) or (self.given_up == version and self.now < self.ask_again_at):
            return
        self.asked, self.queued = (player, version), None
        level = self.story.chairs[player].level or self.default_level
        out.jobs.append(BotJob(version, self._bot_request(player, level)))

    def _anyone_cares(self) -> bool:
        """Bots play on for people who play, or who look at the table; not where bots play for everybody."""
        return any(chair.kind == "person" for chair in self.story.chairs) or self.presence.anybody()

    def _chosen(self, message: Chosen, out: Outgoing) -> None:
        if self.asked != (message.seat, message.version) or message.version != self.story.version:
            return
        if message.action not in self.showing.view(message.seat).numbers:
            level = self.story.chairs[message.seat].level
            log.error("a bot (%s) at table %s chose action %d, which is illegal", level, self.story.id, message.action)
            self._give_up(GaveUp(message.seat, message.version, is_at_fault=True), out)
            return
        self.asked, self.share = None, message.share
        self.happen(out, "act", seat=message.seat, action=message.action, spent=0)

    def ends_undo(self, seat: int, action: int) -> bool:
        """Whether a person against bots may take back what they did as long as the bot of this seat has not played this
        action. With other people at the table every answer ends it, and nobody is kept waiting."""
        alone = filter(self.story.plays_bots, range(len(self.story.chairs)))
        if self.story.player != seat or not self.story.can_undo(alone):
            return False
        table = self.story.playing
        after = copy_of(table.state)
        if action in self.showing.view(seat).numbers:
            table.lean.engine.step(after, table.box, action)
        return bool(after.irreversible)

    def _give_up(self, message: GaveUp, out: Outgoing) -> None:
        """A bot does not play: where it failed, a bot of another level plays on; else it is asked again later."""
        self.asked = None
        chair = self.story.chairs[message.seat]
        level = self._next_level(chair.level or self.default_level) if message.is_at_fault else None
        if level is None:
            self.given_up, self.ask_again_at = message.version, self.now + ASK_AGAIN
        else:
            self.happen(
                out, "bot", seat=message.seat, level=level, name=chair.name, standin=chair.standin, why="failed"
            )  # fmt: skip

    def _next_level(self, failed: str) -> str | None:
        """The level that plays on where another one has failed; the last of them fails in no game."""
        order = [level for level in dict.fromkeys((self.story.setup.standin, *SIMPLE)) if level in self.levels]
        later = order[order.index(failed) + 1 :] if failed in order else order
        return later[0] if later else None

    def _waits(self, message: Waits, out: Outgoing) -> None:
        """Say how long: to who asked for advice, or to everybody who waits for a bot."""
        if not message.session:
            if self.asked is not None and self.asked[1] == message.version:
                self.queued = (message.ahead, max(1, round(message.seconds)))
            return
        session = self.presence.sessions.get(message.session)
        if session is not None and session.connected:
            body = waiting_body("hint", message.ahead, max(1, round(message.seconds)), session.language)
            out.mail.append((session.id, session.message("waiting", to=message.to, **body)))

    def _hint(self, session: Session, request: requests.AskHint, out: Outgoing) -> None:
        player, viewer = self.story.player, self.presence.viewer(session)
        if not self.story.hints:
            raise Refusal("no_hints")
        if player is None:
            raise Refusal("not_playing")
        if viewer != player and not self._chooses_aside(viewer):
            raise Refusal("not_your_turn", name=self.story.chairs[player].name)
        if not self.story.is_fresh(viewer, request.version):
            raise Refusal("stale")
        if viewer not in self.story.advised and not self.stalled:
            self.happen(out, "hint", seat=viewer)
        asked, names = self._bot_request(viewer, self.default_level), self.showing.view(viewer).names(session.language)
        reader = Reader(session.language, tuple(names), names.reader)
        version = self.story.version_for(viewer)
        out.jobs.append(HintJob(session.id, session.who, request.id, version, asked, reader))

    def _advised(self, message: Advised, out: Outgoing) -> None:
        session = self.presence.sessions.get(message.session)
        if session is None or not session.connected:
            return
        viewer = self.presence.viewer(session)
        if not message.moves:
            self._refuse(session, message.to, Refusal("trouble"), out)
        elif message.version != self.story.version_for(viewer) or not self.showing.view(viewer).numbers:
            self._refuse(session, message.to, Refusal("stale"), out)
        else:
            said = hint_body(self.showing.view(viewer), message.moves, session.language)
            out.mail.append((session.id, session.message("hint", to=message.to, version=message.version, **said)))

    def _bot_request(self, seat: int, level: str) -> BotRequest:
        view = self.showing.view(seat)
        state = bytes(view.state)
        luck = luck_of(self.story.setup.seed, state)
        return BotRequest(self.story.game.key, seat, level, state, tuple(view.numbers), luck, own_box_of(view))

    # ── telling ────────────────────────────────────────────────────────────────────────

    def _moment(self) -> TransientState:
        clocks = self.clocks.rows(self.now)
        queued = self.queued if self.asked is not None else None
        return TransientState(
            self._ms(), self.clocks.turn_since, self._thinking(), clocks, self.engine_state, self.engine_reached,
            self.away_after, queued, self.share, self._has_given_up(),
        )  # fmt: skip

    def _refuse(self, session: Session, to: str | None, refusal: Refusal, out: Outgoing) -> None:
        said = refusal.body(session.language)
        version = self.story.version_for(self.presence.viewer(session))
        out.mail.append((session.id, session.message("refused", to=to, **said, version=version)))

    def about(self, who: str, language: str) -> dict[str, Any]:
        """The table for a guest outside, and the keys of the seats that guest holds."""
        mine, connected = self.story.held_by(who), self.presence.connected_seats()
        away = self.presence.standins(connected, self.away_after)
        seats = seat_rows(self.story, language, mine=mine, connected=connected, thinking=self._thinking(), away=away)
        table = table_row(self.story, language, seats, mine=mine, host=who == self.story.setup.host)
        return {"table": table, "keys": [(seat, self.story.chairs[seat].keys_from) for seat in mine]}

    def _thinking(self) -> int | None:
        return self.asked[0] if self.asked is not None else None

    def _ms(self) -> int:
        return int(self.wall * 1000)


def alters(message: Incoming, out: Outgoing) -> bool:
    """Whether viewers may see something else now. What is refused, asked, or said a second time changes nothing: at
    a table with many viewers it must not cost as much as a move."""
    if out.events or out.chats or out.jobs or out.altered:
        return True
    match message:
        case Refused() | Ask() | Forget():
            return False
        case Say(request=request):
            return request.redraws
    return True


def lengthens(message: Incoming) -> bool:
    """Whether a message asks for something that makes the log longer, and could do so for ever."""
    if isinstance(message, Say):
        return message.request.lengthens
    return isinstance(message, Ask) and not isinstance(message.request, Glance | requests.Rematch)
