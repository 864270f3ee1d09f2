"""Measured figures stand once: in docs/figures, from where pages are filled."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.reference import figures

ROOT = Path(__file__).parent.parent
GENERATED = re.compile(r"docs/(rules/|reference/(game-|kernel|python|commands|limits))")
MEASURED = re.compile(
    r"(?<![\w.,])(?:(\d[\d,.]*)\s(million|thousand|billion|ns|µs|ms|(?:decisions|steps|games)(?:/s| a second))\b"
    r"|(\d+\.\d+)\s(s|seconds)\b)"
)

# Numbers with a unit that stand on two pages and are no measurement.
NO_MEASUREMENT = {"0.3 seconds"}  # a hint; the steps of a bot's pace


def hand_written() -> Iterator[tuple[str, str]]:
    """Pages that people write, without code blocks and without what is filled in."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        name = page.relative_to(ROOT).as_posix()
        if not GENERATED.match(name):
            text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
            text = figures.TABLE.sub("", text)
            yield name, figures.VALUE.sub("", text)


def measured(text: str) -> set[str]:
    """The measured numbers of a text, with their units."""
    return {" ".join(filter(None, found)) for found in MEASURED.findall(text)}


def test_pages_show_the_figures_that_are_kept() -> None:
    old = [page.name for page, text in figures.pages(ROOT).items() if page.read_text(encoding="utf-8") != text]
    assert old == [], "run `make references`"


def test_every_figure_says_where_it_comes_from_and_is_shown() -> None:
    shown = "".join(figures.pages(ROOT).values())
    for name, table in figures.figures(ROOT).items():
        assert all(table[word] for word in figures.SOURCE), name
        if name == "values":
            unused = [value for value in table if value not in figures.SOURCE and f"figure: {value} -->" not in shown]
            assert unused == []
        else:
            assert f"<!-- figures: {name} -->" in shown, name
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}, name


def test_no_measured_number_stands_on_two_pages() -> None:
    found = defaultdict(list)
    for name, text in hand_written():
        for number in measured(text):
            found[number].append(name)
    twice = {number: names for number, names in found.items() if len(names) > 1 and number not in NO_MEASUREMENT}
    assert twice == {}, "keep it in docs/figures and name it by <!-- figure: NAME -->"


def test_no_sentence_repeats_a_number_of_a_table() -> None:
    kept = measured(" ".join(str(value) for value in figures.figures(ROOT)["values"].values()))
    for table in figures.figures(ROOT).values():
        kept |= measured(" ".join(" ".join(row) for row in table.get("rows", [])))
    repeated = {name: measured(text) & kept for name, text in hand_written() if measured(text) & kept}
    assert repeated == {}, "keep it in docs/figures and name it by <!-- figure: NAME -->"


def test_a_table_and_a_value_are_filled() -> None:
    source = {
        "machine": "a core",
        "date": "May",
        "command": "make",
        "columns": ["a", "b"],
        "rows": [["1", "2"]],
    }
    text = "<!-- figures: t -->\nold\n<!-- end -->\nIt makes <!-- figure: v -->old<!-- end --> a second.\n"
    assert figures.filled(text, {"t": source, "values": {"v": "3"}}) == (
        "<!-- figures: t -->\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n*a core, May: `make`*\n\n<!-- end -->\n"
        "It makes <!-- figure: v -->3<!-- end --> a second.\n"
    )


def test_the_command_fills_a_checkout(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "figures", tmp_path / "docs" / "figures")
    (tmp_path / "README.md").write_text("<!-- figure: copy_totem --><!-- end -->", encoding="utf-8")
    assert figures.main([str(tmp_path)]) == 0 and "20 ns" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert figures.main([]) == 2
