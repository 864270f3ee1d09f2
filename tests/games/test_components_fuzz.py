"""Owners' components files: whatever is mistyped in a shipped one is named, and nothing else breaks."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.samples import sample

from firstfire import game, names
from firstfire.errors import BadComponents
from firstfire.kernel.components_file import ComponentsFile

KEY = re.compile(r"^([a-z_]+) = (.*)$")
TABLE = re.compile(r"^(\[\[?)([a-z_.]+)(\]\]?)$")
LABEL = re.compile(r"id|name|(.*_)?source")
VALUES = (
    "-1", "0", "1", "2", "7", "100", "99999999999999999999", "1.5", '"x"', '""', "true", "[]", "[1]", '["a"]', "{}",
    "{ x = 1 }", "1979-05-27", "nan", "[[1]]", "[{ a = 1 }]",
)  # fmt: skip


@cache
def lines_of(name: str) -> list[str]:
    return (game(name).folder / "components.toml").read_text(encoding="utf-8").splitlines()


def problems_of(name: str, lines: list[str]) -> list[str]:
    """What a sheet is refused for; nothing if it fills a box. Any other error fails the test."""
    found = game(name)
    try:
        sheet = ComponentsFile("\n".join(lines))
        found.fill(found.box(), sheet)
        sheet.finish()
    except BadComponents as error:
        assert error.problems
        return error.problems
    return []


def mistyped(data: st.DataObject, word: str) -> str:
    """The word with two letters swapped, or one doubled or missing."""
    at = data.draw(st.integers(0, len(word) - 1))
    kind = data.draw(st.sampled_from(("double", "drop", "swap")))
    if kind == "double":
        return word[: at + 1] + word[at:]
    if kind == "drop" and len(word) > 1:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def drawn(data: st.DataObject, pattern: re.Pattern[str], lines: list[str]) -> tuple[int, tuple[str, ...]]:
    """One of the lines that fit a pattern, by number, and its parts."""
    fitting = [(i, match.groups()) for i, line in enumerate(lines) if (match := pattern.match(line))]
    return data.draw(st.sampled_from(fitting))


@pytest.mark.parametrize("name", names())
def test_our_own_sheet_is_good(name: str) -> None:
    assert problems_of(name, lines_of(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
@settings(max_examples=sample(15, 200))
@given(data=st.data())
def test_a_mistyped_key_is_named(name: str, data: st.DataObject) -> None:
    """The wrong key, its line, the key that was meant; and no other key is called strange."""
    lines = list(lines_of(name))
    number, (key, value) = drawn(data, KEY, lines)
    wrong = mistyped(data, key)
    keys = {match[1] for line in lines if (match := KEY.match(line))}
    assume(wrong not in keys and not LABEL.fullmatch(key) and not LABEL.fullmatch(wrong))
    lines[number] = f"{wrong} = {value}"
    strange = [problem for problem in problems_of(name, lines) if "is not a key of this table" in problem]
    assert len(strange) == 1 and strange[0].startswith(f"line {number + 1}: ") and f": {wrong} is not" in strange[0]
    assert f"did you mean {key}?" in strange[0] or len(key) < 5, strange


@pytest.mark.parametrize("name", names())
@settings(max_examples=sample(10, 100))
@given(data=st.data())
def test_a_mistyped_table_is_named(name: str, data: st.DataObject) -> None:
    lines = list(lines_of(name))
    number, (opening, path, closing) = drawn(data, TABLE, lines)
    wrong = mistyped(data, path)
    tables = {match[2] for line in lines if (match := TABLE.match(line))}
    assume(wrong not in tables and re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", wrong) and wrong.count(".") == path.count("."))
    lines[number] = f"{opening}{wrong}{closing}"
    told = f"line {number + 1}: [{wrong}] is not a table of this file; did you mean"
    assert any(problem.startswith(told) for problem in problems_of(name, lines))


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
@settings(max_examples=sample(25, 200))
@given(data=st.data())
def test_any_value_gives_a_box_or_named_problems(name: str, data: st.DataObject) -> None:
    lines = list(lines_of(name))
    places = [i for i, line in enumerate(lines) if KEY.match(line) and not line.rstrip().endswith("[")]
    for number in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=4, unique=True)):
        lines[number] = f"{lines[number].split()[0]} = {data.draw(st.sampled_from(VALUES))}"
    assert all(problem.strip() for problem in problems_of(name, lines))
