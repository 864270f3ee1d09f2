"""`firstfire check --quick` finds mistakes that were planted in Lookout: Embers with charms to look at and marks.

A charm may be looked at by whoever acts (a secret note), and each seat may bet on one in secret; each taking leaves a
mark in a row, and the last mark may be wiped (its place is cleared). Every mistake is one change of its source, as a
person might make it.
"""

from __future__ import annotations

import importlib.util
import itertools
import shutil
import sys
from pathlib import Path

import pytest

from firstfire.authoring import check_game
from firstfire.kernel.checking import checkers
from firstfire.kernel.game import Game

EMBERS = Path(__file__).parents[2] / "examples" / "embers"
LANGUAGES = [file.stem for file in sorted((EMBERS / "words").glob("*.toml"))]
_NUMBERS = itertools.count()
Change = tuple[str, str, str]  # a file, what stands there, what stands there instead

LOOKOUT: list[Change] = [
    ("state.py", "    notes: Row", (
        "    seen: Row[int] = u8[CHARMS]\n    bets: Row[int] = i8[4]\n"
        "    marks: Row[int] = i8[6]\n    marked: int = i8\n    omens: Row[int] = i8[3]\n    notes: Row")),
    ("state.py", "Row, i8, record", "Row, i8, record, u8"),
    ("actions.py", "NOTES = Notes()", (
        'PLACE = Domain.numbers("place", 0, 3)\nLOOK = ACTIONS.add("look", "look {place}", place=PLACE)\n'
        'WIPE = ACTIONS.add("wipe", "wipe")\n'
        'BET = ACTIONS.add("bet", "bet {charm}", charm=CHARM)\nNOTES = Notes()\n'
        'LOOKED = NOTES.add("looked", a=NUMBER, c=CHARM)\n'
        'WIPED = NOTES.add("wiped", a=NUMBER)\nBETTED = NOTES.add("betted", c=CHARM)')),
    ("decisions.py", 'DecisionChoice("take", when=can_take, take=take)', (
        'DecisionChoice("take", when=can_take, take=take), DecisionChoice("look", when=can_look, take=look), '
        'DecisionChoice("wipe", when=can_wipe, take=wipe), DecisionChoice("bet", when=can_bet, take=bet)')),
    ("decisions.py", "import can_take, pass_on, take", (
        "import bet, can_bet, can_look, can_take, can_wipe, look, pass_on, take, wipe")),
    ("rules/setup.py", "    s.pile = box.embers\n", (
        "    s.pile = box.embers\n    for i in range(len(s.marks)):\n        s.marks[i] = HIDDEN\n"
        "    for i in range(s.seats):\n        s.seen[i] = 1 << i\n"
        "    for i in range(3):\n        s.omens[i] = i\n    shuffle(s, s.omens, 3)\n")),
    ("rules/setup.py", "import secret_note", "import HIDDEN, secret_note"),
    ("rules/knowledge.py", "if i != seat and s.over == 0:", "if not knows(s, i, seat) and s.over == 0:"),
    ("rules/knowledge.py", "            s.charms[i] = HIDDEN\n", (
        "            s.charms[i] = HIDDEN\n    for other in range(s.seats):\n"
        "        if other != seat and s.bets[other] != 0:\n            s.bets[other] = HIDDEN\n"
        "    for i in range(3):\n        if s.over == 0:\n            s.omens[i] = HIDDEN\n")),
    ("rules/knowledge.py", "    mine = s.charms[seat] if seat >= 0 else HIDDEN\n", "    left = 15\n"),
    ("rules/knowledge.py", """        s.charms[i] = i
    shuffle(s, s.charms, CHARMS)
    for i in range(CHARMS):
        if mine >= 0 and s.charms[i] == mine:
            s.charms[i] = s.charms[seat]
            s.charms[seat] = mine
""", """        if s.charms[i] >= 0:
            left ^= 1 << s.charms[i]
    for i in range(CHARMS):
        if s.charms[i] < 0:
            s.charms[i] = random_bit(s, left)
            left ^= 1 << s.charms[i]
    for other in range(s.seats):
        if s.bets[other] < 0:
            s.bets[other] = 1 + below(s, CHARMS)
    deal_omens(s)


@rule
def deal_omens(s: State) -> None:
    \"\"\"Those that are hidden.\"\"\"
    left = 7
    for i in range(3):
        if s.omens[i] >= 0:
            left ^= 1 << s.omens[i]
    for i in range(3):
        if s.omens[i] < 0:
            s.omens[i] = random_bit(s, left)
            left ^= 1 << s.omens[i]


@rule
def knows(s: State, place: int, seat: int) -> bool:
    \"\"\"Whether a seat has seen a charm.\"\"\"
    return seat >= 0 and (s.seen[place] >> seat) & 1 != 0
"""),
    ("rules/knowledge.py", "import shuffle", "import below, random_bit"),
    ("rules/taking.py", "    if s.pile == 0:\n", (
        "    if s.marked < len(s.marks):\n        s.marks[s.marked] = amount\n        s.marked += 1\n"
        "    if s.pile == 0:\n")),
    ("rules/taking.py", "@rule\ndef pass_on", '''@rule
def can_look(s: State, box: Box, place: int) -> bool:
    """EM-6: at a charm not seen yet."""
    return (s.seen[place] >> s.player) & 1 == 0


@rule
def look(s: State, place: int) -> bool:
    """EM-6: look at a charm."""
    s.seen[place] |= 1 << s.player
    reveal(s)
    secret_note(s, LOOKED, s.player, place, 0, s.charms[place])
    return True


@rule
def can_wipe(s: State, box: Box) -> bool:
    """EM-1: while there is a mark."""
    return s.marked > 0


@rule
def wipe(s: State) -> bool:
    """EM-1: wipe the last mark."""
    s.marked -= 1
    note(s, WIPED, s.player, s.marks[s.marked])
    s.marks[s.marked] = HIDDEN
    return True


@rule
def can_bet(s: State, box: Box) -> bool:
    """EM-6: once."""
    return s.bets[s.player] == 0


@rule
def bet(s: State, charm: int) -> bool:
    """EM-6: bet on a charm, in secret."""
    s.bets[s.player] = 1 + charm
    secret_note(s, BETTED, s.player, 0, 0, charm)
    return True


@rule
def pass_on'''),
    ("rules/taking.py", "import end_game", "import end_game, reveal"),
    ("rules/taking.py", "import note\n", "import HIDDEN, note, secret_note\n"),
    ("rules/taking.py", "import TOOK", "import BETTED, LOOKED, TOOK, WIPED"),
    ("rules/invariants.py", '"}', '", 2: "each charm lies in one place"}'),
    ("rules/invariants.py", "    return 0 if total == box.embers else 1", (
        "    found = 0\n    for i in range(CHARMS):\n        found |= 1 << s.charms[i]\n    if found != 15:\n"
        "        return 2\n    return 0 if total == box.embers else 1")),
    ("rules/invariants.py", "import Box", "import CHARMS, Box"),
    ("rules/notation.py", '    "charms":', (
        '    "seen": seat_set(4),\n    "bets": number(-1, 4, blank=0),\n'
        '    "marks": number(-1, 3),\n    "marked": number(0, 6),\n    "omens": number(-1, 2),\n    "charms":')),
    ("rules/notation.py", "number, one_of", "number, one_of, seat_set"),
    ("scene/scene.py", "    for i in range(view.seats):", (
        '    pieces += [Piece(f"mark{i}", "pile", i + 1, "ember", count=view.marks[i]) for i in range(view.marked)]\n'
        "    for i in range(CHARMS):\n"
        '        known = view.charms[i] if view.charms[i] >= 0 else 9\n'
        '        pieces.append(Piece(f"charm{i}", "pile", 10 + i, "ember", count=known, turned=view.seen[i] % 4))\n'
        '        pieces.append(Piece(f"eyes{i}", "pile", 20 + i, "ember", count=view.seen[i]))\n'
        "    for i in range(view.seats):\n"
        '        pieces.append(Piece(f"bet{i}", "pile", 30 + i, "ember", count=view.bets[i] + 1))')),
    ("scene/scene.py", "import Box", "import CHARMS, Box"),
    ("scene/reasons.py", "    amount = action", (
        '    if action >= BET:\n        return Reason("bet_already", "EM-6") if view.bets[view.player] else None\n'
        '    if action >= WIPE:\n        return None if view.marked else Reason("no_mark", "EM-1")\n'
        "    if action >= LOOK:\n        seen = view.seen[action - LOOK] >> view.player & 1\n"
        '        return Reason("seen_already", "EM-6") if seen else None\n    amount = action')),
    ("scene/reasons.py", "import TAKE", "import BET, LOOK, TAKE, WIPE"),
    ("strategy/prefer.py", "    left = s.pile", "    if action >= LOOK:\n        return 0.0\n    left = s.pile"),
    ("strategy/prefer.py", "import TAKE", "import LOOK, TAKE"),
    *(
        (f"words/{language}.toml", old, f"{old}\n{new}")
        for language in LANGUAGES
        for old, new in (
            ("[action]", 'look = "Look {place}"\nwipe = "Wipe"\nbet = "Bet {charm}"'),
            ("[note]", 'looked = "{seat}: {a}, {c}"\nwiped = "{seat}: {a}"\nbetted = "{seat}: {c}"'),
            ("[why]", 'no_mark = "–"\nseen_already = "–"\nbet_already = "–"'),
        )
    ),
]  # fmt: skip

MISTAKES: dict[str, tuple[list[Change], str]] = {
    "a note where a secret one was meant": (
        [("rules/taking.py", "secret_note(s, LOOKED", "note(s, LOOKED")],
        "learns a secret from the note 'looked': its c is",
    ),
    "a secret of the set-up told to all": (
        [("rules/setup.py", "secret_note(s, CHARMED, seat, 0, 0", "secret_note(s, CHARMED, seat, 0, s.charms[seat]")],
        "the set-up: viewer -1 learns a secret from the note 'charmed': its b is",
    ),
    "a secret note for somebody else": (
        [("rules/taking.py", "secret_note(s, LOOKED, s.player", "secret_note(s, LOOKED, 1 - s.player")],
        "learns a secret from the note 'looked': its c is",
    ),
    "a charm that everybody sees": (
        [("rules/knowledge.py", "if not knows(s, i, seat)", "if s.seen[i] == 0")],
        "the note 'charmed' tells its c and d to seat 0 alone, but the view of viewer -1 always shows them: charms.",
    ),
    "a charm that the next seat sees": (
        [("rules/knowledge.py", "(s.seen[place] >> seat) & 1", "((s.seen[place] | s.seen[place] << 1) >> seat) & 1")],
        "the note 'charmed' tells its c and d to seat 0 alone, but the view of viewer 1 always shows them: charms.",
    ),
    "a bet that everybody sees": (
        [("rules/knowledge.py", "            s.bets[other] = HIDDEN", "            s.bets[other] += 0")],
        "the note 'betted' tells its c and d to seat 0 alone, but the view of viewer -1 always shows them: bets.",
    ),
    "a bet that the log tells to all": (
        [("rules/taking.py", "secret_note(s, BETTED", "note(s, BETTED")],
        "learns a secret from the note 'betted': its c is",
    ),
    "a resample that deals some values only": (
        [("rules/knowledge.py", "            s.charms[i] = random_bit(s, left)", (
            "            s.charms[i] = lowest(left)")),
         ("rules/knowledge.py", "from firstfire.kernel.rules.notes", (
             "from firstfire.kernel.records.bits import lowest\nfrom firstfire.kernel.rules.notes"))],
        "but resample never deals that",
    ),
    "a place that is not cleared": (
        [("rules/taking.py", "    s.marks[s.marked] = HIDDEN\n", "")],
        "which nothing reads any more",
    ),
    "a first place that is not cleared": (
        [("rules/taking.py", "    s.marks[s.marked] = HIDDEN\n", (
            "    if s.marked > 0:\n        s.marks[s.marked] = HIDDEN\n"))],
        "marks.0 still holds",
    ),
    "a first place that is not hidden": (
        [("rules/knowledge.py", "range(3):\n        if s.over", "range(1, 3):\n        if s.over")],
        "redact never hides omens.0",
    ),
    "a spectator who knows everything": (
        [("rules/knowledge.py", "    return seat >= 0 and", "    return seat == -1 or")],
        "a spectator's part of that view is not what spectators see: {'charms.",
    ),
    "a seat where nobody may be": (
        [("rules/setup.py", "    s.pile = box.embers\n", "    s.pile = box.embers\n    s.burnt = -1\n")],
        "burnt",
    ),
    "one too many may be taken": (
        [("rules/taking.py", "    return amount < min", "    return amount <= min")],
        "WRONG",
    ),
    "a look that is not remembered": (
        [("rules/taking.py", "    s.seen[place] |= 1 << s.player\n", "")],
        "learns a secret from the note 'looked': its c is",
    ),
    "a row read past its end": (
        [("rules/taking.py", "    if s.marked < len(s.marks):", "    if s.marked <= len(s.marks):")],
        "writes place 6 of State.marks",
    ),
    "a tuple returned": (
        [("rules/taking.py", "    return s.pile > 0", "    return s.pile > 0, amount")],
        "returns a tuple",
    ),
    "a secret that may be taken back": (
        [("rules/taking.py", "    reveal(s)\n", "")],
        "can be taken back but told something",
    ),
    "a secret that shows in what may be taken back": (
        [("rules/taking.py", "    reveal(s)\n", "    if s.charms[place] < 2:\n        reveal(s)\n")],
        "learns a secret from what may be taken back",
    ),
    "a hidden value without a word": (
        [("words/en.toml", '[hidden]\ncharm = "a secret one"\n', "")],
        "hidden.charm",
    ),
    "a charm dealt twice": (
        [("rules/knowledge.py", "            left ^= 1 << s.charms[i]\n    for other", "    for other")],
        "each charm lies in one place",
    ),
    "embers lost": ([("rules/taking.py", "    s.taken[s.player] += amount\n", "")], "as many as at the start"),
    "a seat that is not there": (
        [("rules/taking.py", "(s.player + 1) % s.seats", "(s.player + 1) % 3")],
        "no seat of this table",
    ),
    "a reason for what is legal": (
        [("scene/reasons.py", "None if view.marked else", "None if view.marked > 1 else")],
        "is legal, but why_not says",
    ),
    "nothing is hidden": (
        [("rules/knowledge.py", "and s.over == 0:", "and s.over != 0:")],
        "WRONG views and deals fit together",
    ),
    "a word missing in French": ([("words/fr.toml", 'wiped = "{seat}: {a}"', "")], "note.wiped"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here: that plain and compiled rules agree is checked elsewhere."""
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    monkeypatch.setattr(checkers, "speeds_agree", lambda *_, **__: [])
    monkeypatch.setattr(check_game, "GAMES", 20)


def lookout(folder: Path, monkeypatch: pytest.MonkeyPatch, changes: list[Change]) -> Game:
    """Lookout with some changes, made of the source of Embers."""
    name = f"lookout{next(_NUMBERS)}"
    home = folder / name
    shutil.copytree(EMBERS, home, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in [*LOOKOUT, *changes]:
        source = (home / file).read_text(encoding="utf-8")
        assert source.count(old) == 1, (file, old, source.count(old))
        (home / file).write_text(source.replace(old, new), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, home / "__init__.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module.GAME  # type: ignore[no-any-return]


def checked(game: Game) -> tuple[int, str]:
    """What `firstfire check --quick` says of a game."""
    said: list[str] = []
    return check_game.report(game, quick=True, say=said.append), "\n".join(said)


def test_nothing_is_found_in_the_game_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, said = checked(lookout(tmp_path, monkeypatch, []))
    assert wrong == 0, said


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes, finding = MISTAKES[mistake]
    wrong, said = checked(lookout(tmp_path, monkeypatch, changes))
    assert wrong and finding in said, said
