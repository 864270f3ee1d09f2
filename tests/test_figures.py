"""Measured figures stand once: in docs/figures, from where pages are filled."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.reference import figures
from tools.reference.owners import PARTS, to_check
from tools.reference.speed_chart import CHART

from firstfire.games import game as find_game

ROOT = Path(__file__).parent.parent
GENERATED = re.compile(
    r"docs/(rules/|welcome|reference/(game-|kernel|python|commands|limits|errors|http|environments|recipe))"
)
UNIT = r"%|million|thousand|billion|ns|µs|ms|s|seconds?|minutes?|hours?|kB|MB|GB|KiB|MiB|GiB|times (?:as|the)"
MEASURED = re.compile(
    rf"(?<![\w.,])\d[\d,.]*(?:\s(?:to|–|or|and)\s\d[\d,.]*)?\s?(?:{UNIT})(?!\w)"  # 58 to 85 ms
    r"|(?<![\w.,])\d[\d,.]*\s(?:of\s\d[\d,]*\s)?(?:decisions|steps|games|jobs|actions|moves)(?:/s|\sa\ssecond)?(?!\w)"
)


JOINED = {
    "pgx",
    "other_libraries",
    *(table for table, _ in figures.SPEED.values()),
}  # in the table and the chart of speed


def hand_written() -> Iterator[tuple[str, str]]:
    """Pages that people write, without code and without what is filled in."""
    for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))):
        name = page.relative_to(ROOT).as_posix()
        if not GENERATED.match(name):
            text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
            yield name, re.sub(r"`[^`\n]+`", "", figures.VALUE.sub("", figures.TABLE.sub("", text)))


def test_pages_show_the_figures_that_are_kept() -> None:
    old = [page.name for page, text in figures.pages(ROOT).items() if page.read_text(encoding="utf-8") != text]
    assert old == [], "run `make references`"
    drawn = (ROOT / CHART).read_text(encoding="utf-8")
    assert drawn == figures.chart(figures.figures(ROOT)), "run `make references`"


def test_every_figure_says_where_it_comes_from_and_is_shown() -> None:
    shown = "".join(figures.pages(ROOT).values())
    known = figures.figures(ROOT)
    assert [name for name in figures.values(known) if f"<!-- figure: {name} -->" not in shown] == []
    for name, table in known.items():
        assert name == "values" or all(table[word] for word in figures.SOURCE), name
        if "rows" in table:
            is_joined = name in JOINED
            assert is_joined or "what" in table or f"<!-- figures: {name} -->" in shown, name
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}, name


def test_every_number_with_a_unit_is_filled_or_no_measurement() -> None:
    """What was measured is told in docs/figures alone, so no two pages can tell it with two values."""
    chosen = tomllib.loads((ROOT / "tests/chosen_numbers.toml").read_text(encoding="utf-8"))
    found = {name: set(map(str.strip, MEASURED.findall(text))) for name, text in hand_written()}
    by_hand = {name: numbers - set(chosen.get(name, {})) for name, numbers in found.items()}
    assert not any(by_hand.values()), {name: numbers for name, numbers in by_hand.items() if numbers}
    gone = {name: set(numbers) - found.get(name, set()) for name, numbers in chosen.items()}
    assert not any(gone.values()), {name: numbers for name, numbers in gone.items() if numbers}


def test_no_two_tables_tell_one_thing_with_two_values() -> None:
    """One command gives one value for a row and a column, and no value is told twice."""
    told: dict[tuple[str, str, str], tuple[str, str]] = {}
    singles = [entry["value"] for entry in figures.figures(ROOT).values() if "value" in entry]
    assert len(set(singles)) == len(singles)
    for name, table in figures.figures(ROOT).items():
        for row in table.get("rows", []):
            for column, value in zip(table["columns"][1:], row[1:], strict=True):
                elsewhere, known = told.setdefault((table["command"], row[0], column), (name, value))
                assert elsewhere == name or known == value, (elsewhere, name, row[0], column)


def test_an_owner_is_told_of_every_entry_that_is_not_printed() -> None:
    for game in PARTS:
        edition, rows = find_game(game).edition, to_check(game)
        told = [sum(int(row[column] or 0) for row in rows) for column in (2, 3, 4)]
        assert told == [edition.design, edition.icon, edition.public], game


def test_a_table_and_a_value_are_filled() -> None:
    source = {
        "machine": "a core",
        "date": "May",
        "command": "make",
        "columns": ["a", "b"],
        "rows": [["1", "2"]],
    }
    text = "<!-- figures: t -->\nold\n<!-- end -->\nIt makes <!-- figure: v -->old<!-- end --> a second.\n"
    taken = {"table": "t", "row": "1", "column": "b", "text": "{high:g}.0"}
    assert figures.filled(text, {"t": source, "values": {"v": taken}}) == (
        "<!-- figures: t -->\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n*a core, May: `make`*\n\n<!-- end -->\n"
        "It makes <!-- figure: v -->2.0<!-- end --> a second.\n"
    )


def test_the_command_fills_a_checkout(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "docs" / "figures")
    (tmp_path / "README.md").write_text("<!-- figure: copy_totem --><!-- end -->", encoding="utf-8")
    assert figures.main([str(tmp_path)]) == 0 and "20 ns" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert figures.main([]) == 2
