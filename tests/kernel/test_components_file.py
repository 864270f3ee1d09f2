"""Components files: every mistake is named with its line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firstfire import game as find_game
from firstfire import names
from firstfire.errors import BadComponents
from firstfire.kernel.components_file import LARGEST, ComponentsFile
from firstfire.kernel.game import Game, box_hash

GOOD = """[pile]
embers = 21
most = 3

[[charm]]
name = "ash"
worth = 0
[[charm]]
worth = 1
[[charm]]
worth = 2
[[charm]]
worth = 3
"""


def problems(tiny: Game, text: str, path: Path) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadComponents) as caught:
        tiny.box_from(path)
    return caught.value.problems


def test_a_good_sheet_fills_the_box(tiny: Game, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD.replace("worth = 3", "worth = 9"))
    box = tiny.box_from(path)
    assert (box.embers, box.most, list(box.worth)) == (21, 3, [0, 1, 2, 9])
    assert box_hash(box) != box_hash(tiny.standard_box)


def test_every_problem_is_named_with_its_line(tiny: Game, tmp_path: Path) -> None:
    bad = GOOD.replace("embers = 21", "embers = 1000").replace("worth = 1", 'worth = "one"').replace("worth = 2\n", "")
    found = problems(tiny, bad, tmp_path / "bad.toml")
    assert found == [
        "line 2: [pile] number 1: embers = 1000 is not from 1 to 100",
        "line 9: [charm] number 2: worth = 'one' is not a whole number from 0 to 9",
        "line 10: [charm] number 3: worth is missing (expected a whole number from 0 to 9)",
    ]


def test_a_wrong_number_of_tables_is_named(tiny: Game, tmp_path: Path) -> None:
    assert "[[charm]] stands 5 times, expected 4" in problems(
        tiny, GOOD + "[[charm]]\nworth = 1\n", tmp_path / "x.toml"
    )
    assert "the table [pile] is missing" in problems(tiny, GOOD.replace("[pile]", "[pyle]"), tmp_path / "y.toml")


@pytest.mark.parametrize(
    ("old", "new", "where", "hint"),
    [
        ("most = 3", "mots = 3", "line 3: [pile] number 1: mots is not a key", "did you mean most?"),
        ("most = 3", "most = 3\nash = 1", "line 4: [pile] number 1: ash is not a key", "(it has: embers, most)"),
        ("worth = 1", "wroth = 1", "line 9: [charm] number 2: wroth is not a key", "did you mean worth?"),
        ("worth = 1", "worth = 1\ncost = {a = 1}", "line 10: [charm] number 2: cost is not a key", "(it has: worth)"),
        ("[pile]", "[pyle]", "line 1: [pyle] is not a table", "did you mean pile?"),
        ("[pile]", "most = 1\n[pile]", "line 1: top level: most is not a key", ""),
        ("[[charm]]", "[pile.deep]\na = 1\n[[charm]]", "line 5: [pile.deep] is not a table", ""),
        ("[[charm]]", "[[charms]]\na = 1\n[[charm]]", "line 5: [charms] is not a table", "did you mean charm?"),
    ],
)
def test_what_nothing_reads_is_named(tiny: Game, tmp_path: Path, old: str, new: str, where: str, hint: str) -> None:
    found = problems(tiny, GOOD.replace(old, new, 1), tmp_path / "x.toml")
    (strange,) = [problem for problem in found if " is not a " in problem]
    assert strange.startswith(where) and strange.endswith(hint)


def test_labels_and_sources_may_stand_everywhere(tiny: Game, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD.replace("[pile]", '[pile]\nid = "P"\nsource = "book"\nmost_source = "icon"'), encoding="utf-8")
    assert bytes(tiny.box_from(path)) == bytes(tiny.standard_box)


def test_not_toml_and_not_there(tiny: Game, tmp_path: Path) -> None:
    assert problems(tiny, "this is = = not toml", tmp_path / "x.toml")
    with pytest.raises(BadComponents, match="cannot read"):
        tiny.box_from(tmp_path / "missing.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadComponents, match="cannot read"):
        tiny.box_from(tmp_path / "bytes.toml")


@given(st.text(alphabet="[]{}=\"'abc123.,# \n-_pilecharmworth", max_size=200))
def test_any_text_gives_a_box_or_bad_components(text: str) -> None:
    from embers.box import Box, fill

    try:
        sheet = ComponentsFile(text)
        fill(Box(), sheet)
        sheet.finish()
    except BadComponents as error:
        assert error.problems


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 29_000 + " = 1",
        '""' + '.""' * 20_000 + " = 1",
        "[a" + ".a" * 29_000 + "]",
        'x = {y = """a"""", ' + "a." * 20_000 + 'a = 1, z = "b"}',
        "x = " + "[" * 20_000 + "]" * 20_000,
        "x = " + "{a = " * 20_000 + "1" + "}" * 20_000,
        "#" * (LARGEST + 1),
    ],
)
def test_what_would_cost_the_reader_gigabytes_never_reaches_it(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(BadComponents, match="cannot be used"):
        ComponentsFile(text)


@pytest.mark.parametrize("name", names())
def test_our_own_files_are_well_within_the_limits(name: str) -> None:
    text = (find_game(name).folder / "components.toml").read_text(encoding="utf-8")
    assert len(text) * 5 < LARGEST and ComponentsFile(text).data


def test_a_string_may_hold_as_many_dots_as_it_likes() -> None:
    dots = "." * 500
    text = f'''a = "{dots}"  # {dots}\nb = \'{dots}\'\nc = """{dots}\n{dots}"""\nd = \'\'\'{dots}\'\'\''''
    assert ComponentsFile(text).data["c"] == f"{dots}\n{dots}"


def test_no_more_is_read_of_a_file_than_a_components_file_can_have(tmp_path: Path) -> None:
    """As of `/dev/zero`, which has no end."""
    path = tmp_path / "endless"
    with path.open("wb") as file:
        file.truncate(1 << 36)  # holes only: it takes no room on the disk, but more than all memory when read
    with pytest.raises(BadComponents, match="larger than any"):
        ComponentsFile.read(path)


def test_a_number_of_thousands_of_digits_is_a_problem_like_others() -> None:
    with pytest.raises(BadComponents, match="digits"):
        ComponentsFile(f"a = {'9' * 5000}", "a file")


def test_tables_nested_too_deep_are_a_problem_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object) -> list[str]:
        raise RecursionError

    monkeypatch.setattr(ComponentsFile, "_strange", too_deep)
    with pytest.raises(BadComponents, match="too deep"):
        ComponentsFile("a = 1").finish()
