"""A room: one table and everybody who looks at it. `handle` takes one message and says what
follows; it does no I/O, so the caller can store first and tell afterwards.

    Order for an action: right seat, right version, legal → event → apply → messages.

A room that is thrown away without having its events stored leaves no trace: make it anew
from the log.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import orjson

from ..kernel.sentences import action_sentence
from . import models
from .desk import (
    Adopt,
    Advised,
    Ask,
    BotJob,
    Chosen,
    ClaimSeat,
    Enter,
    GaveUp,
    Glance,
    Gone,
    HintJob,
    Incoming,
    NewTable,
    Outgoing,
    Refused,
    Say,
    Tick,
)  # fmt: skip
from .events import Event
from .refusals import Refusal, server_words
from .session import Session
from .showing import Showing, common, option_labels, result_of, seat_rows, table_row
from .store import TableRow
from .story import Setup, Story, begin_data
from .thoughts import Advice, Thought

BOT_NAMES = ("Oru", "Tala", "Brek", "Suna", "Kesh", "Mirra", "Dova", "Anik", "Umbo", "Sefa", "Ragn", "Ilu")


class Room:
    """One table at work."""

    def __init__(
        self,
        story: Story,
        *,
        now: float,
        fresh: Callable[[], tuple[str, int]],
        default_level: str = "greedy",
        levels: frozenset[str] = frozenset({"random", "greedy"}),
        away_after: float = 60.0,
        resume_for: float = 300.0,
        engine_state: str = "interpreted",
    ) -> None:
        self.story = story
        self.showing = Showing(story)
        self.sessions: dict[str, Session] = {}
        self.fresh = fresh  # the id and the seed of a new table
        self.default_level, self.levels = default_level, levels
        self.away_after, self.resume_for = away_after, resume_for
        self.engine_state = engine_state
        self.now = now
        self.turn_since = now
        self.away_since: dict[int, float] = dict.fromkeys(range(len(story.chairs)), now)
        self.asked: tuple[int, int] | None = None  # seat and version a bot was asked for
        self.given_up = -1  # the version no bot could answer
        self._table_sections: dict[tuple[str, bool], bytes] = {}

    # ── the door ───────────────────────────────────────────────────────────────────────

    def handle(self, message: Incoming, now: float) -> Outgoing:
        """Take one message; what follows is what may be stored and then sent."""
        self.now = now
        out = Outgoing()
        self._watch_clock(out)
        before = self.story.count
        try:
            self._take(message, out)
        except Refusal as refusal:
            if isinstance(message, Say):
                self._refuse(self.sessions[message.session], message.request.id, refusal, out)
            else:
                out.refused = refusal
        if self.story.count > before and not self.story.open_seats and self.story.state == "gathering":
            self._happen(out, "begin", **begin_data(self.story.game))
            self.showing.forget()
        self._ask_bot(out)
        if isinstance(message, Ask):
            out.reply = self.about(message.who, message.language)
        self._tell(out)
        out.alarm = self._alarm()
        return out

    def _take(self, message: Incoming, out: Outgoing) -> None:
        match message:
            case Say():
                if message.session in self.sessions:
                    self._say(self.sessions[message.session], message.request, out)
            case Refused():
                if message.session in self.sessions:
                    self._refuse(self.sessions[message.session], message.to, message.refusal, out)
            case Enter():
                self._enter(message, out)
            case Gone():
                self._gone(message)
            case Ask():
                self._ask(message, out)
            case Chosen():
                self._chosen(message, out)
            case GaveUp():
                if self.asked == (message.seat, message.version):
                    self.asked, self.given_up = None, message.version
            case Advised():
                self._advised(message, out)
            case Adopt():
                self.engine_state = message.state
                if message.engine is not None:
                    self.story.adopt(message.engine)
            case Tick():
                pass

    def _happen(self, out: Outgoing, kind: str, **data: Any) -> None:
        """Something happens: it is folded into the story and will be stored."""
        event = Event(self.story.count + 1, int(self.now * 1000), kind, data)
        player = self.story.player
        self.story.fold(event)
        out.events.append(event)
        if self.story.player != player or kind in ("back", "bot", "begin"):
            self.turn_since = self.now
        if kind not in ("act", "undo", "chat") or self.story.state == "finished":
            out.row = self.row()
            self._table_sections.clear()

    # ── coming and going ───────────────────────────────────────────────────────────────

    def _enter(self, message: Enter, out: Outgoing) -> None:
        keyed = {}
        if message.keyed is not None:
            seat, valid_from = message.keyed
            self._check_key(seat, valid_from)
            keyed[seat] = valid_from
        session = self._resumed(message)
        if session is not None:
            assert message.resume is not None
            missed = session.since(message.resume[1]) or []
            session.connected = True
            hello = {"type": "welcome", "protocol": 1, "session": session.id, "resumed": True, "now": self._ms()}
            out.mail.append((session.id, orjson.dumps(hello)))
            out.mail += [(session.id, body) for body in missed]
        else:
            session = Session(message.session, message.who, message.name, message.language, message.seat, keyed)
            self.sessions[session.id] = session
            welcome = session.message("welcome", protocol=1, session=session.id, resumed=False, now=self._ms())
            out.mail.append((session.id, welcome))
        out.reply = session.id

    def _resumed(self, message: Enter) -> Session | None:
        """The lost session a client comes back to, if it is its own and all of it is known."""
        if message.resume is None:
            return None
        session = self.sessions.get(message.resume[0])
        if session is None or session.who != message.who or session.since(message.resume[1]) is None:
            return None
        return session

    def _gone(self, message: Gone) -> None:
        session = self.sessions.get(message.session)
        if session is not None:
            session.connected, session.lost_at = False, self.now
            held = self._connected_seats()
            for seat in self._mine(session):
                if seat not in held:
                    self.away_since[seat] = self.now
        old = [s.id for s in self.sessions.values() if not s.connected and s.lost_at + self.resume_for < self.now]
        for name in old:
            del self.sessions[name]

    # ── what viewers say ───────────────────────────────────────────────────────────────

    def _say(self, session: Session, request: models.ClientRequest, out: Outgoing) -> None:
        known = self.story.answered.get((session.who, request.id))
        if known is not None:
            out.mail.append((session.id, session.message("done", to=request.id, version=self.story.version)))
            return
        answer: dict[str, Any] = {}
        match request:
            case models.Act():
                self._act(session, request, out)
            case models.Undo():
                self._undo(session, request, out)
            case models.Chat():
                seat = self._viewer(session)
                name = self.story.chairs[seat].name if seat >= 0 else session.name
                self._happen(out, "chat", seat=seat, name=name, text=request.text, by=session.who, id=request.id)
            case models.AskHint():
                self._hint(session, request, out)
                return
            case models.LookFrom():
                if request.seat >= 0 and request.seat not in self._mine(session):
                    raise Refusal("not_yours")
                session.wanted = request.seat
                session.forget()
            case models.SpeakLanguage():
                session.language = request.language
                session.forget()
            case models.AskRematch():
                answer["table"] = self._rematch(self._mine(session), out)
            case models.SeatRequest():
                mine, host = self._mine(session), session.who == self.story.setup.host
                self._seat_request(request.type, request.seat, request.level, mine, host, out)
        out.mail.append((session.id, session.message("done", to=request.id, version=self.story.version, **answer)))

    def _act(self, session: Session, request: models.Act, out: Outgoing) -> None:
        table, player = self.story.playing, self.story.player
        assert player is not None
        mine = self._mine(session)
        if not mine:
            raise Refusal("no_seat")
        if request.seat is not None and request.seat not in mine:
            raise Refusal("not_yours")
        if player not in mine or (request.seat is not None and request.seat != player):
            raise Refusal("not_your_turn", name=self.story.chairs[player].name)
        if request.version != self.story.version:
            raise Refusal("stale")
        if request.action not in table.numbers():
            raise Refusal("illegal", choices=self._choices(player, session.language))
        if self.story.chairs[player].kind == "bot":
            self._happen(out, "back", seat=player)
        spent = self._spent()
        self._happen(out, "act", seat=player, action=request.action, spent=spent, by=session.who, id=request.id)

    def _undo(self, session: Session, request: models.Undo, out: Outgoing) -> None:
        table = self.story.playing
        if request.version != self.story.version:
            raise Refusal("stale")
        takers = [seat for seat in self._mine(session) if table.can_undo(seat)]
        if not takers or not self.story.setup.undo:
            raise Refusal("no_undo")
        self._happen(out, "undo", seat=takers[0], by=session.who, id=request.id)

    def _choices(self, seat: int, language: str) -> str:
        view = self.showing.view(seat)
        words, names = view.game.words(language), view.names(language)
        said = [action_sentence(view.game, words, number, names) for number in view.numbers[:4]]
        return " · ".join(said) + (" · …" if len(view.numbers) > len(said) else "")

    # ── hints ──────────────────────────────────────────────────────────────────────────

    def _hint(self, session: Session, request: models.AskHint, out: Outgoing) -> None:
        player, viewer = self.story.player, self._viewer(session)
        if not self.story.hints:
            raise Refusal("no_hints")
        if player is None:
            raise Refusal("not_playing")
        if viewer != player:
            raise Refusal("not_your_turn", name=self.story.chairs[player].name)
        if request.version != self.story.version:
            raise Refusal("stale")
        out.jobs.append(HintJob(session.id, request.id, self.story.version, self._thought(player, self.default_level)))

    def _advised(self, message: Advised, out: Outgoing) -> None:
        session = self.sessions.get(message.session)
        if session is None or not session.connected:
            return
        if message.moves is None or not message.moves:
            self._refuse(session, message.to, Refusal("trouble"), out)
            return
        if message.version != self.story.version or self._viewer(session) != self.story.player:
            self._refuse(session, message.to, Refusal("stale"), out)
            return
        words = server_words(session.language)
        moves = self._advice(session, message.moves)
        key = "only" if len(self.showing.view(self._viewer(session)).numbers) == 1 else "best"
        sentence = words.say(f"hint.{key}", move=moves[0]["sentence"])
        body = session.message("hint", to=message.to, version=message.version, sentence=sentence, moves=moves)
        out.mail.append((session.id, body))

    def _advice(self, session: Session, advised: Advice) -> list[dict[str, Any]]:
        view = self.showing.view(self._viewer(session))
        game, names = view.game, view.names(session.language)
        best = advised[0][1]
        moves: list[dict[str, Any]] = []
        for action, worth, visits, points in advised:
            moves.append({
                "action": action,
                "sentence": action_sentence(game, game.words(session.language), action, names),
                "picks": game.picks(view.state, view.box, action),
                "worth": worth,
                "visits": visits,
                "points": points,
                "why": _why(server_words(session.language), worth, best, first=not moves),
            })  # fmt: skip
        return moves

    def _thought(self, seat: int, level: str) -> Thought:
        view = self.showing.view(seat)
        return Thought(self.story.game.name, seat, level, bytes(view.state), tuple(view.numbers))

    # ── bots ───────────────────────────────────────────────────────────────────────────

    def _ask_bot(self, out: Outgoing) -> None:
        player, version = self.story.player, self.story.version
        if player is None or self.story.chairs[player].kind != "bot" or not self._anyone_cares():
            self.asked = None
            return
        if self.asked == (player, version) or self.given_up == version:
            return
        self.asked = (player, version)
        level = self.story.chairs[player].level or self.default_level
        out.jobs.append(BotJob(version, self._thought(player, level)))

    def _anyone_cares(self) -> bool:
        """Bots play on for people who hold a seat, or who watch."""
        seated = any(chair.holders for chair in self.story.chairs)
        return seated or any(session.connected for session in self.sessions.values())

    def _chosen(self, message: Chosen, out: Outgoing) -> None:
        if self.asked != (message.seat, message.version) or message.version != self.story.version:
            return
        self.asked = None
        if message.action not in self.story.playing.numbers():
            raise ValueError(f"the bot on seat {message.seat} chose {message.action}, which is not legal")
        self._happen(out, "act", seat=message.seat, action=message.action, spent=0)

    # ── seats ──────────────────────────────────────────────────────────────────────────

    def _ask(self, message: Ask, out: Outgoing) -> None:
        mine, host = self.story.held_by(message.who), message.who == self.story.setup.host
        match message.request:
            case models.Join():
                self._join(message, message.request, out)
            case ClaimSeat(seat, valid_from):
                self._check_key(seat, valid_from)
                if seat not in mine:
                    self._happen(out, "sit", seat=seat, guest=message.who, name=self.story.chairs[seat].name)
            case models.Takeover(seat=seat, level=level):
                self._seat_request("takeover", seat, level, mine, host, out)
            case models.Leave(seat=seat, level=level):
                self._seat_request("leave", seat, level, mine, host, out)
            case models.Back(seat=seat):
                self._seat_request("back", seat, None, mine, host, out)
            case models.ChangeSettings():
                if not host:
                    raise Refusal("not_host")
                changes = message.request.model_dump(exclude_none=True)
                if changes:
                    self._happen(out, "set", **changes)
            case models.Rematch():
                self._rematch(mine, out)
            case Glance():
                pass

    def _join(self, message: Ask, request: models.Join, out: Outgoing) -> None:
        story = self.story
        if request.seat is None and story.held_by(message.who):
            return
        if request.seat is not None and request.seat >= len(story.chairs):
            raise Refusal("no_open_seat")
        if not story.open_seats or story.state != "gathering":
            raise Refusal("no_open_seat" if story.state == "gathering" else "not_gathering")
        seat = story.open_seats[0] if request.seat is None else request.seat
        if seat not in story.open_seats:
            raise Refusal("seat_taken")
        name = unlike(request.name or message.name, story.names)
        self._happen(out, "sit", seat=seat, guest=message.who, name=name)

    def _seat_request(
        self, kind: str, seat: int, level: str | None, mine: list[int], host: bool, out: Outgoing
    ) -> None:
        if seat >= len(self.story.chairs):
            raise Refusal("not_yours")
        if level is not None and level not in self.levels:
            raise Refusal("bad_setup", problem=f"{level!r}: {', '.join(sorted(self.levels))}")
        if kind == "takeover":
            self._takeover(seat, level or self.default_level, mine, host, out)
        elif seat not in mine:
            raise Refusal("not_yours")
        elif kind == "back":
            if self.story.chairs[seat].standin:
                self._happen(out, "back", seat=seat)
        else:
            self._leave(seat, level or self.default_level, out)

    def _takeover(self, seat: int, level: str, mine: list[int], host: bool, out: Outgoing) -> None:
        chair, state = self.story.chairs[seat], self.story.state
        if state not in ("gathering", "playing"):
            raise Refusal("not_playing")
        if not mine and not host:
            raise Refusal("no_seat")
        if chair.kind in ("open", "bot"):  # fill a free seat, or change the level of a bot
            if not host:
                raise Refusal("not_host")
            name = chair.name or bot_name(self.story.id, seat, self.story.names)
            self._happen(out, "bot", seat=seat, level=level, name=name, standin=chair.standin)
            self.given_up = -1
            return
        away = seat not in self._connected_seats() and self.now - self.away_since[seat] >= self.away_after
        if state != "playing" or not away:
            raise Refusal("not_away", name=chair.name)
        self._happen(out, "bot", seat=seat, level=level, name=chair.name, standin=True)

    def _leave(self, seat: int, level: str, out: Outgoing) -> None:
        if self.story.state == "playing":
            self._happen(out, "bot", seat=seat, level=level, name=self.story.chairs[seat].name, why="left")
        elif self.story.state == "gathering":
            self._happen(out, "open", seat=seat)
            if not any(chair.kind == "person" for chair in self.story.chairs):
                self._happen(out, "close")
        else:
            raise Refusal("not_playing")

    def _check_key(self, seat: int, valid_from: int) -> None:
        if seat >= len(self.story.chairs) or self.story.chairs[seat].keys_from != valid_from:
            raise Refusal("bad_key")
        if self.story.chairs[seat].kind == "open" or not self.story.chairs[seat].holders:
            raise Refusal("bad_key")

    def _rematch(self, mine: list[int], out: Outgoing) -> str:
        story = self.story
        if story.state != "finished":
            raise Refusal("not_finished")
        if not mine:
            raise Refusal("no_seat")
        if story.rematch is None:
            table, seed = self.fresh()
            setup = replace(story.setup, seed=seed, seeded=False, created=self._ms(), hints=story.hints)
            chairs = [*story.chairs[1:], story.chairs[0]]  # everybody moves up one seat
            plan = [
                {"kind": chair.kind, "name": chair.name, "level": chair.level, "guests": sorted(chair.holders)}
                for chair in chairs
            ]
            out.created.append(found(table, setup, plan, self.now))
            self._happen(out, "next", table=table)
        assert story.rematch is not None
        return story.rematch

    # ── clocks ─────────────────────────────────────────────────────────────────────────

    def _spent(self) -> int:
        """Milliseconds the seat to act has thought (none without a clock, none for bots)."""
        player = self.story.player
        if not self.story.left or player is None or self.story.chairs[player].kind != "person":
            return 0
        return max(0, int((self.now - self.turn_since) * 1000))

    def _watch_clock(self, out: Outgoing) -> None:
        player, left = self.story.player, self.story.left
        if left and player is not None and self.story.chairs[player].kind == "person":
            if self._spent() >= left[player]:
                name = self.story.chairs[player].name
                self._happen(out, "bot", seat=player, level=self.default_level, name=name, why="clock")

    def _alarm(self) -> float | None:
        player = self.story.player
        if not self.story.left or player is None or self.story.chairs[player].kind != "person":
            return None
        return self.turn_since + self.story.left[player] / 1000

    def _clocks(self) -> list[dict[str, Any]] | None:
        if not self.story.left:
            return None
        player, spent = self.story.player, self._spent()
        return [
            {"seat": seat, "left": max(0, left - (spent if seat == player else 0)), "running": seat == player}
            for seat, left in enumerate(self.story.left)
        ]

    # ── telling ────────────────────────────────────────────────────────────────────────

    def _tell(self, out: Outgoing) -> None:
        connected = self._connected_seats()
        for session in self.sessions.values():
            if session.connected:
                body = self._update(session, connected)
                if body is not None:
                    out.mail.append((session.id, body))

    def _update(self, session: Session, connected: set[int]) -> bytes | None:
        viewer, language = self._viewer(session), session.language
        if session.shown.get("viewer") not in (None, b"%d" % viewer):
            session.forget()
        sections = {name: orjson.dumps(body) for name, body in self._sections(session, viewer, connected).items()}
        sections["table"] = self._table_section(session)
        log = self._log_section(session, viewer)
        if log is not None:
            sections["log"] = log
        if session.chat < len(self.story.chat) or "chat" not in session.shown:
            lines = [asdict(line) for line in self.story.chat[session.chat :]]
            sections["chat"] = orjson.dumps({"from": session.chat, "lines": lines})
            session.chat = len(self.story.chat)
        return session.update(self.story.version, self._ms(), sections, self.showing.scene(viewer, language))

    def _sections(self, session: Session, viewer: int, connected: set[int]) -> dict[str, Any]:
        story, language, mine = self.story, session.language, self._mine(session)
        player = story.player
        seats = seat_rows(story, language, mine=mine, connected=connected, thinking=self._thinking())
        return {
            "viewer": viewer,
            "mine": mine,
            "hand_over": player if player in mine and player != viewer else None,
            "seats": seats,
            "turn": {"seat": player, "mine": player in mine, "since": int(self.turn_since * 1000)},
            "clocks": self._clocks(),
            "undo": self._can_undo(mine),
            "hints": story.hints and player is not None and player == viewer,
            "engine": engine_info(self.engine_state, language),
            "spectators": sum(s.connected and self._viewer(s) < 0 for s in self.sessions.values()),
            "rematch": story.rematch,
            "result": result_of(story.table, language) if story.table is not None else None,
        }

    def _table_section(self, session: Session) -> bytes:
        """What changes seldom, kept until it does."""
        story, language = self.story, session.language
        key = (language, session.who == story.setup.host)
        if key not in self._table_sections:
            table = table_row(story, language, [], mine=[], host=key[1])
            for name in ("seats", "steps", "changed", "mine", "rematch"):
                del table[name]
            table["option_labels"] = option_labels(story.game, story.setup.options, language)
            self._table_sections[key] = orjson.dumps(table)
        return self._table_sections[key]

    def _log_section(self, session: Session, viewer: int) -> bytes | None:
        steps, lines = self.showing.log(viewer, session.language)
        keep = common(session.steps, steps)
        if keep == len(session.steps) == len(steps) and "log" in session.shown:
            return None
        del session.steps[keep:], session.lines[keep:]
        start = session.lines[-1] if session.lines else 0
        total, fresh = start, []
        for step in range(keep, len(steps)):
            fresh += lines[step]
            total += len(lines[step])
            session.steps.append(steps[step])
            session.lines.append(total)
        return orjson.dumps({"from": start, "lines": fresh})

    def _refuse(self, session: Session, to: str | None, refusal: Refusal, out: Outgoing) -> None:
        sentence, version = refusal.sentence(session.language), self.story.version
        body = session.message("refused", to=to, code=refusal.code, sentence=sentence, version=version)
        out.mail.append((session.id, body))

    def about(self, who: str, language: str) -> dict[str, Any]:
        """The table for a guest outside, and the keys of the seats that guest holds."""
        mine = self.story.held_by(who)
        seats = seat_rows(self.story, language, mine=mine, connected=self._connected_seats(), thinking=self._thinking())
        table = table_row(self.story, language, seats, mine=mine, host=who == self.story.setup.host)
        return {"table": table, "keys": [(seat, self.story.chairs[seat].keys_from) for seat in mine]}

    def row(self) -> TableRow:
        """What the lobby keeps of this table."""
        return row_of(self.story)

    # ── who is who ─────────────────────────────────────────────────────────────────────

    def _mine(self, session: Session) -> list[int]:
        held = self.story.held_by(session.who)
        keyed = [
            seat
            for seat, valid_from in session.keyed.items()
            if self.story.chairs[seat].keys_from == valid_from and self.story.chairs[seat].holders
        ]
        return sorted({*held, *keyed})

    def _viewer(self, session: Session) -> int:
        mine = self._mine(session)
        if session.wanted is not None and (session.wanted in mine or session.wanted < 0):
            return session.wanted
        return mine[0] if mine else -1

    def _connected_seats(self) -> set[int]:
        return {seat for session in self.sessions.values() if session.connected for seat in self._mine(session)}

    def _thinking(self) -> int | None:
        return self.asked[0] if self.asked is not None else None

    def _can_undo(self, mine: list[int]) -> bool:
        table = self.story.table
        if table is None or self.story.state != "playing" or not self.story.setup.undo:
            return False
        return any(table.can_undo(seat) for seat in mine)

    def _ms(self) -> int:
        return int(self.now * 1000)


def found(table: str, setup: Setup, plan: list[dict[str, Any]], now: float) -> NewTable:
    """A new table with its first events: who sits where. `plan` has for each seat its kind
    (person, bot, open), name, level and guests."""
    story = Story(table, setup)
    events: list[Event] = []

    def happen(kind: str, **data: Any) -> None:
        event = Event(story.count + 1, int(now * 1000), kind, data)
        story.fold(event)
        events.append(event)

    for seat, wish in enumerate(plan):
        if wish["kind"] == "bot" and not wish["guests"]:
            name = wish["name"] or bot_name(table, seat, story.names)
            happen("bot", seat=seat, level=wish["level"], name=name, standin=False)
        for guest in wish["guests"]:
            happen("sit", seat=seat, guest=guest, name=unlike(wish["name"], story.names))
    if not story.open_seats:
        happen("begin", **begin_data(story.game))
    return NewTable(table, setup, events, row_of(story))


def row_of(story: Story) -> TableRow:
    """What the lobby keeps of a table."""
    seats = seat_rows(story, "en", mine=[], connected=set(), thinking=None)
    summary = table_row(story, "en", seats, mine=[], host=False)
    return TableRow(
        story.id, story.setup.as_data(), summary, story.state, story.listed, len(story.open_seats),
        story.setup.created, story.changed,
    )  # fmt: skip


def engine_info(state: str, language: str) -> dict[str, str]:
    """What is said about the rules being compiled."""
    return {"state": state, "sentence": server_words(language).entries.get(f"engine.{state}", "")}


def bot_name(table: str, seat: int, taken: list[str]) -> str:
    """A name for a bot, another one at each table and seat."""
    start = zlib.crc32(f"{table}/{seat}".encode())
    names = [BOT_NAMES[(start + i) % len(BOT_NAMES)] for i in range(len(BOT_NAMES))]
    return next((name for name in names if name not in taken), names[0])


def unlike(name: str, taken: list[str]) -> str:
    """The name, or the name with a number where somebody at the table has it already."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name} {number}", number + 1
    return candidate


def _why(words: Any, worth: float | None, best: float | None, *, first: bool) -> str | None:
    if worth is None or best is None:
        return str(words.say("hint.liked")) if first else None
    percent = round(100 * worth)
    if first:
        return str(words.say("hint.worth", percent=percent))
    return str(words.say("hint.less", percent=percent, points=max(0, round(100 * best) - percent)))
