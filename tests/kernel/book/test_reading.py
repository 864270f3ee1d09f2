"""A rulebook is read strictly: every mistake is named with its line and what was expected; nothing breaks it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import embers
from firstfire.errors import BadBook
from firstfire.kernel.presentation.book import Book, read_book
from firstfire.kernel.presentation.book.data import book_data
from firstfire.kernel.presentation.book.lines import chapter_lines
from firstfire.kernel.presentation.book.tree import Emphasis, Grid, Icon, Link, Paragraph, Picture, Points, Strong

PAGE = """# Tiny

## Attack {#attack phases="ACTION AFTER"}

**Shield.** A hidden :shield: Shield stops *any* attack,
[why](#R7). Deal {box.deal} {box.deal:card|cards}.
{: #TT-K6 source="book icon" rulings="R7" also="TT-K7" }

### Pairs {#pairs}

Two of:
- swords
- eyes
  and more
  1. first
  2. second
{: #TT-P1.2b source="design" }

| Card | Number |
|---|---|
| Sword | {box.deal:one|many} \\| x |

![What *is* seen](position:shield)

## Rulings {#rulings}

**Shields.** 2 \\* 3. *Why:* so.
{: #R7 source="design" }
"""
BOX: dict[str, object] = {"box": SimpleNamespace(deal=1)}


def problems_of(text: str, values: dict[str, object] | None = None) -> list[str]:
    with pytest.raises(BadBook) as caught:
        read_book(text, "en", values, "tiny/book/en.md")
    assert str(caught.value).startswith("tiny/book/en.md cannot be read")
    return caught.value.problems


def test_what_several_rules_have_in_common_may_have_an_id_without_a_number() -> None:
    book = read_book('# A\n\n## B {#b}\n\nFree actions.\n{: #PH-D source="book" }\n', "en")
    assert book.ids == ("PH-D",) and book.prefix == "PH-"


def test_everything_a_page_may_hold_is_read() -> None:
    book = read_book(PAGE, "en", BOX)
    assert book.title == "Tiny" and book.keys == ("attack", "pairs", "rulings")
    assert book.ids == ("TT-K6", "TT-K7", "TT-P1.2b", "R7") and book.prefix == "TT-"
    attack = book.chapter("attack")
    assert attack is not None and attack.phases == ("ACTION", "AFTER")
    (rule,) = attack.blocks
    assert rule.mark is not None and (rule.mark.source, rule.mark.rulings) == (("book", "icon"), ("R7",))
    assert rule.bodies == (
        Paragraph((
            Strong(("Shield.",)), " A hidden ", Icon("shield"), " Shield stops ", Emphasis(("any",)), " attack, ",
            Link(("why",), "R7"), ". Deal 1 card.",
        )),
    )  # fmt: skip
    assert rule.name == "Shield" and rule.text == "Shield. A hidden Shield stops any attack, why. Deal 1 card."
    pairs = attack.sections[0]
    points = pairs.blocks[0].bodies[1]
    assert isinstance(points, Points) and [item.parts for item in points.items] == [("swords",), ("eyes and more",)]
    below = points.items[1].below
    assert below is not None and below.numbered and [item.parts for item in below.items] == [("first",), ("second",)]
    assert pairs.blocks[1].bodies == (Grid((("Card",), ("Number",)), ((("Sword",), ("one | x",)),)),)
    assert pairs.blocks[2].bodies == (Picture("shield", ("What ", Emphasis(("is",)), " seen")),)
    ruling = book.rule("R7")
    assert ruling is not None and ruling.block.text == "Shields. 2 * 3. Why: so."


def test_numbers_are_those_of_the_box_and_bend_their_nouns() -> None:
    many = read_book(PAGE, "en", {"box": SimpleNamespace(deal=7)}).rule("TT-K6")
    assert many is not None and many.block.text.endswith("Deal 7 cards.")
    kept = read_book(PAGE, "en").rule("TT-K6")
    assert kept is not None and kept.block.text.endswith("Deal {box.deal} {box.deal:card|cards}.")


def test_a_book_finds_rules_chapters_phases_and_words() -> None:
    book = read_book(PAGE, "en", BOX)
    hit = book.rule("TT-K7")
    assert hit is not None and hit.chapter.key == "attack"
    assert book.rule("TT-K8") is None and "TT-K6" in book.near("tt-k8") and book.near("atack") == ["attack"]
    phase = book.of_phase("after")
    assert phase is not None and phase.key == "attack" and book.of_phase("setup") is None
    part = book.within("pairs")
    assert part is not None and part.key == "attack"
    assert [each.block.mark.id for each in book.search("SHIELD") if each.block.mark] == ["TT-K6", "R7"]
    assert [each.chapter.key for each in book.search("sword card")] == ["pairs"]
    assert book.search("nothing of that") == book.search("  ") == []
    french = read_book("# É\n\n## Épée {#sword}\n\nL’épée gagne.\n", "fr")
    assert len(french.search("l'epee")) == 1


@pytest.mark.parametrize(
    ("wrong", "line", "said"),
    [
        ("words", 1, "expected `# Name of the game`"),
        ("# A\n# B", 2, "expected one `# Name of the game`"),
        ("## A {#a}", 1, "expected `# Name of the game` before"),
        ("# A\n## B", 2, "expected a key of small letters"),
        ("# A\n## B {#B}", 2, "expected a key of small letters"),
        ('# A\n## B {#b phase="X"}', 2, "expected one of phases, not phase"),
        ("# A\n### B {#b}", 2, "a part (###) belongs to a chapter"),
        ("# A\n## B {#b}\n#### C {#c}", 3, "parts have none"),
        ("# A\n## B {#b}\n## C {#b}", 3, "b stands in line 2 already"),
        ("# A\n## B {#b}\nx\n{: #R1 source='book' }", 4, "expected `#id` and `name=\"value\"`"),
        ('# A\n## B {#b}\nx\n{: #R1 source="guess" }', 4, "expected source to be of book, icon, public, design, own"),
        ("# A\n## B {#b}\nx\n{: #R1 }", 4, "to say where R1 comes from"),
        ('# A\n## B {#b}\nx\n{: #rule source="book" }', 4, "expected an id such as TT-K6"),
        ('# A\n## B {#b}\nx\n\n{: #R1 source="book" }', 5, "directly under a paragraph"),
        ('# A\n## B {#b}\nx\n{: #R1 source="book" }\ny', 4, "as the last line of its block"),
        ('# A\n## B {#b}\nx\n{: #R1 source="book" rulings="R2" }', 3, "R2 is neither a chapter nor a rule"),
        ("# A\n## B {#b}\n[x](#bb)", 3, "did you mean b?"),
        ("# A\n## B {#b}\n[x](https://x.org)", 3, "expected [words](#KEY)"),
        ("# A\n## B {#b}\n[x", 3, "expected [words](#KEY)"),
        ("# A\n## B {#b}\nx]", 3, "] closes nothing"),
        ("# A\n## B {#b}\n**x", 3, "expected a closing '**'"),
        ("# A\n## B {#b}\n*x", 3, "expected a closing '*'"),
        ("# A\n## B {#b}\n`x`", 3, "no code"),
        ("# A\n## B {#b}\n<b>x</b>", 3, "HTML is not read"),
        ("# A\n## B {#b}\n{seat}", 3, "braces are for numbers of the box"),
        ("# A\n## B {#b}\n{box.x", 3, "expected a closing }"),
        ("# A\n## B {#b}\n> x", 3, "no quotations"),
        ("# A\n## B {#b}\n* x", 3, "write -"),
        ("# A\n## B {#b}\n---", 3, "no lines across"),
        ("# A\n## B {#b}\nsee ![x](position:y)", 3, "a picture stands alone"),
        ("# A\n## B {#b}\n![x](position:Y Z)", 3, "expected the key of a position"),
        ("# A\n## B {#b}\n| x |", 3, "expected a table"),
        ("# A\n## B {#b}\n| x |\n|---|\n| x | y |", 5, "expected 1 cells as in the head"),
        ("# A\n## B {#b}\n- x\ny", 4, "indented by two blanks"),
        ("# A\n## B {#b}\n- x\n1. y", 4, "of the same kind"),
        ("# A\n## B {#b}\nx \\y", 3, "\\ stands before a sign"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(wrong: str, line: int, said: str) -> None:
    problems = problems_of(wrong)
    assert any(problem.startswith(f"line {line}: ") and said in problem for problem in problems), problems


def test_a_hole_that_no_box_fills_is_named() -> None:
    assert "a hole that this box cannot fill" in problems_of("# A\n## B {#b}\n{box.lost}", BOX)[0]


def test_all_mistakes_are_named_at_once() -> None:
    assert len(problems_of("# A\n## B {#b}\n`x`\n\n*y\n\n[z](#q)")) == 3


PIECES = st.sampled_from([
    "# A", "## B {#b}", "### C {#c}", '{: #R1 source="book" }', "{:", "- x", "  - y", "1. z", "| a | b |", "|---|---|",
    "", "**", "*x*", "[x](#b)", "[", "](", ":fish:", ":", "{box.deal}", "{box.deal:card|cards}", "{", "}", "\\", "\\*",
    "![x]", "![x](position:y)", "<", "`", "é", "\0", "\x85", "\u2028", "x" * 50, "         - deep", "{#", "#", "|", ">",
])  # fmt: skip


@pytest.mark.slow
@settings(max_examples=400)
@given(st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=25), st.sampled_from(["\n", " ", ""]))
def test_whatever_stands_on_a_page_is_a_book_or_a_named_mistake(pieces: list[str], glue: str) -> None:
    read_or_refused(glue.join(pieces))
    read_or_refused("# A\n## B {#b}\n" + glue.join(pieces))


@pytest.mark.slow
@settings(max_examples=300)
@given(st.integers(0, 2000), st.integers(0, 40), st.text(alphabet="*[]{}:|#-`\\ \nx", max_size=6))
def test_a_damaged_page_is_a_book_or_a_named_mistake(at: int, cut: int, put: str) -> None:
    text = (embers.GAME.folder / "book" / "en.md").read_text(encoding="utf-8")
    read_or_refused(text[:at] + put + text[at + cut :])


def read_or_refused(text: str) -> None:
    """What was read can also be written for a terminal and for a browser."""
    try:
        book = read_book(text, "en", BOX | {"box": embers.GAME.standard_box})
    except BadBook as bad:
        assert bad.problems and all(problem.startswith("line ") for problem in bad.problems)
        return
    assert isinstance(book, Book)
    assert book_data(book)["title"] == book.title
    for chapter in book.chapters:
        assert all(len(line) < 2000 for line in chapter_lines(chapter, 40))
