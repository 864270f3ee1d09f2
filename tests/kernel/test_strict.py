"""Strict play: what would go wrong compiled is refused in one sentence, shown with broken copies of Embers."""

from __future__ import annotations

import importlib.util
import itertools
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firstfire.errors import BrokenRule
from firstfire.games import game as find_game
from firstfire.kernel.checking import checkers, knowledge_checkers, playing
from firstfire.kernel.engines.engine import CompiledEngine, engine_for
from firstfire.kernel.engines.strict import StrictEngine
from firstfire.kernel.game import Game
from firstfire.kernel.records.record import copy_of, f64, i8, record
from firstfire.kernel.rule import generic
from firstfire.kernel.rules.subset import problems_of

EMBERS = Path(__file__).parents[2] / "examples" / "embers"
_NUMBERS = itertools.count()
Copy = Callable[..., Game]


@pytest.fixture
def embers_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Embers with some of its source replaced by other source."""

    def make(*changes: tuple[str, str]) -> Game:
        name = f"embers{next(_NUMBERS)}"
        folder = tmp_path / name
        shutil.copytree(EMBERS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for old, new in changes:
            (file,) = [file for file in sources(folder) if old in file.read_text(encoding="utf-8")]
            source = file.read_text(encoding="utf-8")
            assert source.count(old) == 1, old
            file.write_text(source.replace(old, new), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, folder / "__init__.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module.GAME  # type: ignore[no-any-return]

    yield make
    for name in [name for name in sys.modules if re.match(r"embers\d+\.", name)]:
        del sys.modules[name]


def sources(folder: Path) -> list[Path]:
    """All Python of a game."""
    return sorted(folder.rglob("*.py"))


def line_of(game: Game, text: str) -> str:
    """Where a text stands in the source of a copy, as sentences tell it."""
    ((file, number),) = [
        (file, number)
        for file in sources(game.folder)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if text in line
    ]
    return f"{file.relative_to(game.folder.parent).as_posix()}, line {number}"


def refused(game: Game, seats: int = 2) -> str:
    """The one sentence that strict games give."""
    (sentence,) = playing.strict_games(game, seats)
    return sentence


NO_RULE = ("@rule\ndef points(", "def points(")
MISSPELT = ("    s.pile -= amount\n", "    s.pil -= amount\n")
MISSPELT_WRITE = ("        s.burnt = s.player\n", "        s.burned = s.player\n")
UNTYPED = ("def take(s: State, amount", "def take(s, amount")


# ────────────────────────────────────────────────────────────── the five mistakes of a beginner


def test_a_helper_without_rule_is_named_with_the_rule_that_uses_it(embers_with: Copy) -> None:
    game = embers_with(NO_RULE)
    where = line_of(game, "out[seat] = points(s, box, seat)")
    said = f"rule rank ({where}) uses points, a function without @rule: put @rule above it"
    assert playing.strict_games(game, 2) == [f"{game.name}: {said}"]
    with pytest.raises(BrokenRule) as compiled:
        engine_for(game, interpreted=False).rank  # noqa: B018
    assert str(compiled.value) == said


@pytest.mark.parametrize("annotated", [True, False])
def test_a_misspelt_field_is_named_with_the_one_meant(embers_with: Copy, annotated: bool) -> None:
    game = embers_with(MISSPELT, *([] if annotated else [UNTYPED]))
    said = refused(game)
    assert f"rule take ({line_of(game, 's.pil -=')}) {'uses' if annotated else 'reads'} State.pil" in said
    assert said.endswith("State has no field pil (is pile meant?)")
    with pytest.raises(BrokenRule) as compiled:
        engine_for(game, interpreted=False).step  # noqa: B018
    assert f"rule take ({line_of(game, 's.pil -=')}) uses " in str(compiled.value)
    assert "field pil" in str(compiled.value)


def test_a_misspelt_field_that_is_only_written_is_refused_too(embers_with: Copy) -> None:
    """Python itself would let any attribute be set."""
    game = embers_with(MISSPELT_WRITE, UNTYPED)
    said = refused(game)
    assert f"rule take ({line_of(game, 's.burned =')}) writes State.burned, but State has no field burned" in said


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("seen = [s.player]", "makes a list"),
        ("seen = {s.player: amount}", "makes a dict"),
        ("seen = {s.player}", "makes a set"),
        ("seen = [i for i in range(3)]", "has a comprehension"),
        ('seen = f"{amount}"', "makes a text"),
        ('seen = "amount"', "uses a text"),
        ("seen = lambda: amount", "has a lambda"),
        ("seen = s.taken[0:2]", "takes a slice of a row"),
        ("raise ValueError", "raises an exception"),
        ("assert amount", "has an assert"),
        ("seen = Path.cwd()", "calls Path.cwd"),
        ("print(amount)", "uses print, which does not compile"),
        ("seen = amuont", "uses amuont, which is nowhere defined"),
        ("seen = Path", "uses Path, a type: rules may use numbers"),
    ],
)
def test_what_would_not_compile_is_refused_before_anything_runs(embers_with: Copy, code: str, what: str) -> None:
    also = ("from ..actions import TOOK\n", "from pathlib import Path\n\nfrom ..actions import TOOK\n")
    game = embers_with(("    s.pile -= amount\n", f"    s.pile -= amount\n    {code}\n"), also)
    found = problems_of(game.rules)
    assert any(said.startswith(f"rule take ({line_of(game, code)}) {what}") for said in found), found
    with pytest.raises(BrokenRule, match="rule take"):
        StrictEngine(game)


@pytest.mark.parametrize(
    ("block", "what"),
    [
        ("try:\n        amount += 1\n    finally:\n        amount -= 1", "has a try"),
        ("with box:\n        amount += 1", "has a with"),
    ],
)
def test_blocks_that_would_not_compile_are_refused(embers_with: Copy, block: str, what: str) -> None:
    game = embers_with(("    s.pile -= amount\n", f"    s.pile -= amount\n    {block}\n"))
    assert any(f") {what}: " in said for said in problems_of(game.rules))


def test_a_list_is_refused_by_the_compiler_in_the_same_words(embers_with: Copy) -> None:
    game = embers_with(("    s.pile -= amount\n", "    s.pile -= amount\n    seen = {s.player: amount}\n"))
    with pytest.raises(BrokenRule) as compiled:
        engine_for(game, interpreted=False).step  # noqa: B018
    assert str(compiled.value).startswith(f"rule take ({line_of(game, 'seen = {')}) makes a dict: ")


@pytest.mark.parametrize("place", ["s.seats + 7", "s.player - 5"])
def test_a_place_that_a_row_does_not_have_is_refused(embers_with: Copy, place: str) -> None:
    game = embers_with(("    s.taken[s.player] += amount\n", f"    s.taken[{place}] += amount\n"))
    said = refused(game)
    assert f"rule take ({line_of(game, 's.taken[s.')}) reads place " in said
    assert said.endswith("of State.taken, which has places 0 to 3 only")


def test_a_number_too_large_for_its_field_is_refused(embers_with: Copy) -> None:
    game = embers_with(("    s.pile = box.embers\n", "    s.pile = box.embers * 20\n"))
    said = refused(game)
    written = 20 * game.standard_box.embers
    assert f"rule setup ({line_of(game, 's.pile = ')}) writes {written} into State.pile" in said
    assert said.endswith("which is an i8 and holds -128 to 127 only")


@pytest.mark.parametrize(
    "change",
    [
        NO_RULE,
        MISSPELT,
        ("    s.pile -= amount\n", "    s.pile -= amount\n    seen = [s.player]\n"),
        ("    s.taken[s.player] += amount\n", "    s.taken[s.seats + 7] += amount\n"),
        ("    s.pile = box.embers\n", "    s.pile = box.embers * 20\n"),
    ],
    ids=["no rule", "misspelt", "list", "place", "number"],
)
def test_the_how_to_shows_what_is_said(embers_with: Copy, change: tuple[str, str]) -> None:
    game = embers_with(change)
    said = refused(game)[refused(game).index("rule ") :]
    shown = re.sub(r"line \d+", "line …", said.replace(game.folder.name, "embers")).replace("_", r"\_")
    how_to = (EMBERS.parents[1] / "docs" / "how-to" / "debug-and-compile.md").read_text(encoding="utf-8")
    assert f"| {shown} |" in how_to


# ────────────────────────────────────────────────────────────── and what else goes wrong quietly


def test_a_number_too_large_for_a_row_is_refused(embers_with: Copy) -> None:
    game = embers_with(("    s.taken[s.player] += amount\n", "    s.taken[s.player] += amount + 200\n"))
    assert "into State.taken[" in refused(game)


@pytest.mark.parametrize("value", ["amount / 2", "None"])
def test_what_is_not_a_whole_number_is_refused(embers_with: Copy, value: str) -> None:
    game = embers_with(("        s.burnt = s.player\n", f"        s.burnt = {value}\n"))
    assert refused(game).endswith("into State.burnt, which holds whole numbers only")


def test_a_claim_is_no_place(embers_with: Copy) -> None:
    """The compiler knows no row[True]."""
    game = embers_with(("    s.taken[s.player] += amount\n", "    s.taken[s.player > 0] += amount\n"))
    assert refused(game).endswith("reads place False of State.taken: places are whole numbers") or refused(
        game
    ).endswith("reads place True of State.taken: places are whole numbers")


def test_an_exception_in_a_rule_is_told_with_its_line(embers_with: Copy) -> None:
    game = embers_with(("    s.player = (s.player + 1) % s.seats\n", "    s.player = 1 % (s.seats - 2)\n"))
    said = refused(game)
    assert f"rule pass_on ({line_of(game, '1 % (s.seats')}) ends in ZeroDivisionError" in said


def test_what_the_kernel_was_asked_for_in_vain_is_told_of_the_rule_that_asked(embers_with: Copy) -> None:
    offer = "@rule\ndef offer(s: State, mask: Mask) -> None:\n    allow(mask, 640)\n\n\n@rule\ndef can_take("
    game = embers_with(
        ("from .rules.taking import can_take", "from .rules.taking import offer"),
        ("when=can_take", "offer=offer"),
        (
            "from firstfire.kernel.records.header import end_game",
            "from firstfire.kernel.records.bits import Mask, allow\n"
            "from firstfire.kernel.records.header import end_game",
        ),
        ("@rule\ndef can_take(", offer),
    )
    said = refused(game)
    assert f"rule offer ({line_of(game, 'allow(mask, 640)')}), through allow, reads place 10 of mask" in said


def test_recursion_is_told_with_the_circle(embers_with: Copy) -> None:
    game = embers_with(
        (
            "    if s.over != 0 and seat == s.burnt:\n        return 0\n    return s.taken",
            "    return points(s, box, seat) + s.taken",
        )
    )
    assert "rules must not recurse: points → points" in refused(game)


def test_fields_behind_rows_and_local_names_are_known(embers_with: Copy) -> None:
    game = embers_with(
        (
            "    s.pile -= amount\n",
            "    s.pile -= amount\n    first = s.notes[0]\n    if s.pile > 99:\n        first.kin = 1\n",
        )
    )
    assert "uses Note.kin, but Note has no field kin (is kind meant?)" in refused(game)


# ────────────────────────────────────────────────────────────── sound games


def test_strict_play_gives_the_same_bytes(tiny: Game) -> None:
    strict, plain = engine_for(tiny, strict=True), engine_for(tiny, interpreted=True)
    a, b = strict.new(3, 5), plain.new(3, 5)
    while not a.over:
        assert bytes(a) == bytes(b)
        legal = strict.legal(a, tiny.standard_box)
        assert legal == plain.legal(b, tiny.standard_box)
        for engine, s in ((strict, a), (plain, b)):
            engine.step(s, tiny.standard_box, legal[-1])
        views = [copy_of(a), copy_of(b)]
        for engine, view in zip((strict, plain), views, strict=True):
            engine.see(view, tiny.standard_box, 1)
            engine.determinize(view, tiny.standard_box, 1, 3, 4)
        assert bytes(views[0]) == bytes(views[1])
    assert strict.row()[:] == [0] * 16


def test_all_that_an_engine_can_do_runs_strictly(tiny: Game) -> None:
    """Whole playouts and counts too: they use stacks, slices and copies."""
    from firstfire.kernel.positions.perft import Perft
    from firstfire.kernel.rules.drive import Dice

    strict, plain = engine_for(tiny, strict=True), engine_for(tiny, interpreted=True)
    counted = [Perft(tiny, engine).count(engine.new(2, 1), 4) for engine in (strict, plain)]
    assert counted == [81, 81]
    found = []
    for engine in (strict, plain):
        out, wins = engine.row(), engine.row()
        box, fresh = tiny.standard_box, engine.fresh(2)
        made = engine.playouts(tiny.state(), fresh, box, engine.mask(), Dice(), 3, 1, 100, out, wins)
        found.append((made, out[:2], wins[:2]))
    assert found[0] == found[1]


def test_a_record_of_another_game_is_refused(tiny: Game) -> None:
    engine = engine_for(tiny, strict=True)
    with pytest.raises(TypeError, match=r"s must be a embers.state.State, not a firstfire.games.totem.state.State"):
        engine.step(find_game("totem").state(), tiny.standard_box, 0)


def test_checkers_play_strictly_first(embers_with: Copy) -> None:
    """Compiled, this overflow would be seen by nobody: no invariant looks at `burnt`."""
    game = embers_with(("        s.burnt = s.player\n", "        s.burnt = s.player + 256\n"))
    assert checkers.random_games(game, 2, 5, engine=engine_for(game, interpreted=True)) == []
    calls: list[list[str]] = [
        checkers.random_games(game, 2, 5),
        checkers.random_games(game=game, seats=2, games=5),
        checkers.legal_is_accepted(game, 2, 1),
        checkers.speeds_agree(game, 2, 1),
        knowledge_checkers.knowledge_is_sound(game, 2, 1),
        checkers.copies_are_independent(game, 2, 1),
    ]
    for (said,) in calls:
        assert "into State.burnt, which is an i8" in said


def test_a_compiled_engine_that_fails_for_other_reasons_says_so_itself(tiny: Game) -> None:
    engine: Any = CompiledEngine(tiny)
    with pytest.raises(RuntimeError, match="disk"), engine._explained(tiny.rules["apply"]):
        raise RuntimeError("the disk is full")


@record
class Odds:
    share: float = f64
    tries: int = i8


@generic
def halve(odds: Odds, share: float) -> None:
    odds.share = share / 2
    odds.tries += 100


def test_other_records_are_watched_too_and_fractions_are_numbers(tiny: Game) -> None:
    halved, odds = engine_for(tiny, strict=True).entry(halve), Odds()
    halved(odds, 1)
    assert (odds.share, odds.tries) == (0.5, 100)
    with pytest.raises(BrokenRule, match=r"rule halve \(kernel/test_strict.py, line \d+\) writes 200 into Odds.tries"):
        halved(odds, 1)
