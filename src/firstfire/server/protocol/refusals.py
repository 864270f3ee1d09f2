"""Refusals: the server's way to say no, with a code for programs and a sentence for people.

The sentence is whole in every language. What only a programmer can use (an English message of
the kernel, the field of a message that is wrong) is the `detail`, kept apart from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from ...errors import BadComponents, BadSave, BadSetup, FirstfireError, SavedByNewer, SavedByOtherRules
from ...kernel.game import Game
from ...kernel.presentation.complaints import in_language
from ...kernel.presentation.languages import ENGLISH, LANGUAGES
from ...kernel.presentation.words import Words, listed

STATUS = {
    "malformed": 400, "bad_setup": 400, "bad_save": 400, "bad_components": 400, "unknown_table": 404,
    "unknown_game": 404,
    "no_such_step": 404, "no_seat": 403, "not_yours": 403, "not_host": 403, "bad_key": 403, "bad_pass": 403,
    "foreign_origin": 403,
    "seat_taken": 409, "no_open_seat": 409, "not_gathering": 409, "not_playing": 409, "not_finished": 409,
    "not_your_turn": 409, "stale": 409, "illegal": 409, "no_undo": 409, "undo_off": 409, "no_hints": 409,
    "not_away": 409, "other_rules": 409, "muted": 403, "chat_closed": 403, "no_such_line": 404, "log_full": 409,
    "full": 503, "too_large": 413, "slow_down": 429, "trouble": 500, "not_stored": 503, "unsure": 503, "removed": 403,
    "no_spectators": 403, "many_listed": 429, "many_tables": 429, "no_book": 404,
    "lab_closed": 403, "many_playtests": 429, "no_playtest": 404,
    "no_push": 409, "no_mail": 409, "mail_failed": 503, "bad_mail_link": 403,
    "no_pass_keys": 409, "bad_pass_key": 403, "many_pass_keys": 409,
    "no_return": 409, "out_of_time": 409,
    "no_tutorial": 404, "no_puzzle": 404, "busy": 503, "lesson": 409, "lesson_look": 409,
    "not_here": 404, "damaged_table": 409,
}  # fmt: skip


LONGEST_DETAIL = 1000
MOST_PROBLEMS, LONGEST_PROBLEM = 12, 300  # of a components file, and characters of each


class Refusal(FirstfireError):
    """A request that was not granted; nothing was changed (but where the code is `unsure`: nobody knows). `reason`
    names the words that fill {problem} in the sentence of the code; `game` is where its own words for the reason
    stand; `say` says the whole sentence instead, and `rule` names the rule behind it."""

    def __init__(
        self,
        code: str,
        *,
        reason: str = "",
        detail: str = "",
        game: Game | None = None,
        rule: str = "",
        say: Callable[[str], str] | None = None,
        **values: object,
    ) -> None:
        super().__init__(code)
        self.code, self.reason, self.detail, self.rule = code, reason, detail, rule
        self.game, self.values, self._say = game, values, say

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]

    def sentence(self, language: str) -> str:
        """Why not, in a language."""
        words = server_words(language)
        if self._say is not None:
            return self._say(words.language)
        if not self.reason:
            return words.say(f"refusal.{self.code}", **self.values)
        if self.game is not None:
            problem = self.game.words(words.language).say(self.reason, **self.values)
        else:
            values = {
                name: listed(words, [str(each) for each in value], "or") if isinstance(value, tuple) else value
                for name, value in self.values.items()
            }
            problem = words.say(f"reason.{self.reason}", **values)
        return words.say(f"refusal.{self.code}", problem=problem)

    def body(self, language: str) -> dict[str, str]:
        """As it is sent."""
        said = {"code": self.code, "sentence": self.sentence(language)}
        said |= {"rule": self.rule} if self.rule else {}
        return {**said, "detail": _printable(self.detail)} if self.detail else said


def _printable(detail: str) -> str:
    """What may repeat a stranger's words: not endless, and nothing that JSON cannot hold (half a surrogate pair)."""
    short = detail if len(detail) <= LONGEST_DETAIL else f"{detail[:LONGEST_DETAIL]}…"
    return short.encode("utf-8", "backslashreplace").decode()


@cache
def server_words(language: str) -> Words:
    """The server's own words."""
    return Words.of(Path(__file__).parents[1] / "words", language if language in LANGUAGES else ENGLISH)


# ── what the kernel refuses, in words ──────────────────────────────────────────────────


def malformed(detail: str) -> Refusal:
    """A message or request that is not of the documented shape (the detail says where)."""
    return Refusal("malformed", detail=detail)


def no_such_level(level: str, levels: Collection[str]) -> Refusal:
    """A bot of a level that this game does not have."""
    return Refusal("bad_setup", reason="level", level=level, levels=", ".join(sorted(levels)))


def bad_setup(error: BadSetup, game: Game) -> Refusal:
    """A table the kernel does not set up; in the game's own words where the error names them."""
    word = getattr(error, "word", "")
    if word and word in game.words("en"):
        return Refusal("bad_setup", reason=word, detail=str(error), game=game, **getattr(error, "details", {}))
    return Refusal("bad_setup", reason="together", detail=str(error))


def bad_save(error: FirstfireError) -> Refusal:
    """A save file that cannot be read here."""
    kinds = ((SavedByNewer, "newer"), (SavedByOtherRules, "other_rules"), (BadSave, "damaged"))
    reason = next((name for kind, name in kinds if isinstance(error, kind)), "damaged")
    return Refusal("bad_save", reason=reason, detail=str(error))


def bad_components(error: BadComponents) -> Refusal:
    """A components file that cannot be used: the first of its problems, in words."""
    shown, more = error.problems[:MOST_PROBLEMS], len(error.problems) - MOST_PROBLEMS

    def say(language: str) -> str:
        told = [str(in_language(problem, language))[:LONGEST_PROBLEM] for problem in shown]
        told += [server_words(language).say("reason.more_problems", count=more)] if more > 0 else []
        return "\n– ".join([server_words(language).say("refusal.bad_components"), *map(_printable, told)])

    return Refusal("bad_components", say=say)


def check_setup(game: Game, players: int, options: dict[str, str]) -> None:
    """Refuse a number of players or options that a game does not have."""
    if players not in game.seats:
        raise Refusal("bad_setup", reason="players", counts=game.seats)
    known = {option.name: option.values for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise Refusal("bad_setup", reason="option", name=name, names=", ".join(known) or "–")
        if value not in known[name]:
            raise Refusal("bad_setup", reason="value", name=name, value=value, values=", ".join(known[name]))
    try:
        game.check_seats(players, options)
    except BadSetup as error:
        raise bad_setup(error, game) from None
