"""The site of the documentation: what is prepared for the builder (`make docs` builds it, in strict mode)."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

import pytest
from tools.site.build import say_languages, stage
from tools.site.other_hosts import foreign_requests
from tools.site.pages import (
    indented,
    linked_outside,
    navigation,
    relinked,
    site_path,
    source_page,
    tabbed,
    with_callouts,
)

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "stage"
    stage(folder)
    return folder


def pages_in(nav: Any) -> list[str]:
    """The pages a navigation leads to, in order."""
    if isinstance(nav, str):
        return [nav]
    inner = nav.values() if isinstance(nav, dict) else nav
    return [page for each in inner for page in pages_in(each)]


def test_the_navigation_leads_to_every_page_and_to_each_once(staged: Path) -> None:
    (line,) = re.findall(r"^nav: (.*)$", (staged / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    pages = staged / "pages"
    there = {page.relative_to(pages).as_posix() for page in pages.rglob("*.md")}
    listed = pages_in(json.loads(line))
    assert sorted(listed) == sorted(page for page in there if not page.startswith("source/"))


def test_the_links_of_the_prepared_pages_lead_to_prepared_files(staged: Path) -> None:
    pages = staged / "pages"
    for page in pages.rglob("*.md"):
        prose = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for target in re.findall(r"(?<!`)\]\(([^)\s#]+)[^)]*\)", prose):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(pages)}: {target}"


@pytest.mark.parametrize(
    ("path", "link", "made"),
    [
        ("docs/explanation/a.md", "../../CONTRIBUTING.md#where-things-are", "../contributing.md#where-things-are"),
        ("docs/how-to/a.md", "../reference/b.md", "../reference/b.md"),
        ("docs/how-to/a.md", "../README.md#do", "../contents.md#do"),
        ("docs/how-to/a.md", "../../examples/table_bot.py", "../source/examples/table_bot.py.md"),
        ("README.md", "docs/pictures/honga.jpg", "pictures/honga.jpg"),
        ("README.md", "docs/README.md#do", "contents.md#do"),
        ("CONTRIBUTING.md", "docs/how-to/add-a-game.md", "how-to/add-a-game.md"),
        ("README.md", "#how-fast", "#how-fast"),
        ("README.md", "https://example.org/a.md", "https://example.org/a.md"),
    ],
)
def test_a_link_between_files_becomes_a_link_between_pages(path: str, link: str, made: str) -> None:
    assert relinked(f"See [it]({link}).", path) == f"See [it]({made})."
    assert posixpath.normpath(posixpath.join(posixpath.dirname(site_path(path)), made))[:3] != "../"


def test_a_picture_with_a_width_of_its_own_is_found_on_the_site() -> None:
    assert relinked('<img src="docs/pictures/a.jpg" width="9">', "README.md") == '<img src="pictures/a.jpg" width="9">'


def test_what_looks_like_a_link_in_a_code_block_stays() -> None:
    text = "```python\nrow[0](table.md)\n```\n"
    assert relinked(text, "README.md") == text


def test_a_source_file_that_is_linked_gets_a_page_with_its_text() -> None:
    text = "[the bot](../../examples/table_bot.py), [rules](../../CONTRIBUTING.md), [b](b.md), [w](https://example.org)"
    assert linked_outside(text, "docs/how-to/a.md") == {"examples/table_bot.py"}
    assert source_page("a.py", "x = '```'\n") == "# a.py\n\n````python\nx = '```'\n````\n"


def test_what_belongs_to_a_numbered_entry_stands_four_blanks_in() -> None:
    text = "1. One:\n\n   ```sh\n   make docs\n   ```\n2. Two\n\n   more\n\nText\n   as it was\n"
    assert indented(text) == "1. One:\n\n    ```sh\n    make docs\n    ```\n2. Two\n\n    more\n\nText\n   as it was\n"


def test_notes_of_a_forge_become_notes_of_the_site() -> None:
    text = "A.\n\n> [!WARNING]\n> Keep it *here*.\n> Always.\n\n> A quotation.\n"
    assert with_callouts(text) == "A.\n\n!!! warning\n\n    Keep it *here*.\n    Always.\n\n> A quotation.\n"


def test_marked_sections_become_tabs() -> None:
    text = "A.\n\n<!-- tabs -->\n### One\n\nx\n\n### Two\n\ny\n<!-- /tabs -->\n\n### Three\n"
    assert tabbed(text) == 'A.\n\n=== "One"\n\n    x\n\n=== "Two"\n\n    y\n\n### Three\n'


def test_a_heading_is_a_shelf_and_an_entry_with_a_name_a_group() -> None:
    text = "# Map\n\n## Do\n\n- [Write](how-to/w.md), [and run](how-to/r.md#x)\n- The games: [Totem](reference/t.md)\n"
    assert navigation(text) == [
        {"Do": [{"Write": "how-to/w.md"}, {"And run": "how-to/r.md"}, {"The games": [{"Totem": "reference/t.md"}]}]}
    ]


def test_a_page_says_its_language(tmp_path: Path) -> None:
    for name in ("totem.fr.html", "index.html"):
        (tmp_path / name).write_text('<html lang="en" class="no-js"><p lang="en">', encoding="utf-8")
    say_languages(tmp_path)
    assert (tmp_path / "totem.fr.html").read_text() == '<html lang="fr" class="no-js"><p lang="en">'
    assert (tmp_path / "index.html").read_text() == '<html lang="en" class="no-js"><p lang="en">'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<link rel="stylesheet" href="https://fonts.example.org/css?family=Roboto">'),
        ("a.html", '<link href="https://fonts.example.org" rel="preconnect">'),
        ("a.html", '<script src="//cdn.example.org/mermaid.js"></script>'),
        ("a.html", '<img src="http://example.org/badge.svg">'),
        ("a.html", '<div style="background: url(https://example.org/a.png)"></div>'),
        ("a.html", "<style>@font-face { src: url('https://example.org/a.woff2') }</style>"),
        ("a.css", '@import "https://example.org/a.css";'),
        ("a.css", "p { background: url(//example.org/a.png) }"),
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://example.org/a.png"/></svg>'),
    ],
)
def test_a_request_to_another_host_is_found(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (found,) = foreign_requests(tmp_path)
    assert found.startswith(f"{name}: ") and "example.org" in found


def test_links_to_click_and_files_of_our_own_are_no_requests_to_others(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<link rel="canonical" href="https://example.org/a"><link rel="icon" href="../assets/favicon.svg">'
        '<a href="https://example.org">there</a><img src="a.jpg"><p>url(https://example.org) in a sentence</p>',
        encoding="utf-8",
    )
    (tmp_path / "a.css").write_text(
        "p { background: url(a.png), url(data:image/svg+xml;base64,PHN) }", encoding="utf-8"
    )
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(#f)"/></svg>', "utf-8")
    assert foreign_requests(tmp_path) == []
