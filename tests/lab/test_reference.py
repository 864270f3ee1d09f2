"""The generated pages are those of the sources as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from tools.reference import pages as reference
from tools.reference.lists import VARIABLES

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.server.protocol.refusals import STATUS
from firstfire.server.web.rest import ENDPOINTS
from firstfire.train.recipe import Recipe

ROOT = Path(__file__).parent.parent.parent
SHELF = ROOT / "docs" / "reference"


@cache
def pages() -> dict[str, str]:
    return reference.pages()


def test_the_generated_pages_are_up_to_date() -> None:
    old = [name for name, text in pages().items() if (SHELF / name).read_text(encoding="utf-8") != text]
    assert old == [], "run `make references`"


def test_a_command_shows_all_names_of_an_option_and_what_stands_below_its_options() -> None:
    page = pages()["commands.md"]
    for names in ("`--save FILE`, `--file FILE`", "`-o FILE`, `--output FILE`", "`--lab`, `--no-lab`"):
        assert names in page
    (epilog,) = re.findall(r"## firstfire match\n.*?```text\n(.*?)\n```", page, re.S)
    assert "search:0.5cpu" in epilog and "%" not in epilog


def test_every_limit_says_what_it_limits() -> None:
    assert [name for name, what in reference.limit_comments().items() if not what] == []
    assert "| `mails_per_day` | 5 | confirmation e-mails" in pages()["limits.md"]


def test_every_field_of_a_recipe_says_what_it_is() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*) \|$", pages()["recipe.md"], re.M)
    assert [name for name, *_ in rows] == [field.name for field in fields(Recipe)]
    assert all(what for _, _, what, _ in rows)
    assert ("prior_scale", "`0.0`", "Doggerland `4.0`") in [(name, default, tuned) for name, default, _, tuned in rows]


def test_no_private_class_is_in_the_table_of_errors() -> None:
    assert "`BadWords` | `FirstfireError` |" in pages()["errors.md"]
    assert not re.search(r"`_\w+`", pages()["errors.md"] + pages()["python.md"])


def test_a_method_has_a_heading_and_its_types() -> None:
    (block,) = re.findall(r"^### Table\.view\n\n```text\n(.*?)\n```\n\n\w", pages()["python.md"], re.M | re.S)
    assert block == "view(seat: SupportsIndex) -> View"
    assert "```text\nplayer: int\n```" in pages()["python.md"]


def test_every_member_of_the_kernel_has_an_anchor_of_its_own_and_its_types() -> None:
    page = pages()["kernel.md"]
    anchors = re.findall(r'<a id="([\w.]+)"></a>', page)
    assert len(anchors) == len(set(anchors)) == len(re.findall("^- ", page, re.M))
    assert '<a id="envs.make_batch"></a>`make_batch(name: ' in page and "<class" not in page


def test_every_error_and_every_refusal_is_listed() -> None:
    page = pages()["errors.md"]
    assert "`SavedByNewer` | `BadSave` |" in page
    assert set(re.findall(r"^\| <a id=\"(\w+)\"></a>`\1` \| \d{3} \|", page, re.M)) == set(STATUS)


def test_every_endpoint_is_listed_with_its_body() -> None:
    page = pages()["http.md"]
    assert page.count("| GET |") + page.count("| POST |") + page.count("| PUT |") == len(ENDPOINTS)
    assert "| POST | `/api/tables/{table}/join` | Take a free seat. | `seat`?, `name`? |" in page


def test_every_game_has_a_card_of_its_environments() -> None:
    page = pages()["environments.md"]
    for name in GAMES:
        assert f'make_batch("{name}", count=64' in page
        assert f"`Discrete({len(find_game(name).actions)})`" in page
    for picture in re.findall(r"\]\(\.\./pictures/([\w.-]+)\)", page):
        assert (ROOT / "docs" / "pictures" / picture).is_file()


def test_the_environment_variables_that_are_told_are_those_that_are_read() -> None:
    read = set()
    for file in (ROOT / "src").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        read |= set(re.findall(r"os\.environ(?:\.get\(|\[)\"(\w+)\"", text))
        read |= set(re.findall(r"^NAMED = \"(\w+)\"", text, re.M)) if "os.environ.get(NAMED)" in text else set()
    assert read - {"PYTHONHASHSEED"} == set(VARIABLES)


# Environments of other libraries: they are described where those are (docs/how-to), and need them to be imported.
ADAPTERS = {("firstfire.envs", name) for name in ("pettingzoo", "gymnasium", "open_spiel")}


def test_wrong_words_get_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert reference.main([]) == 2
    assert "usage" in capsys.readouterr().err


def imported(text: str, package: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Module and name of all that is imported from Firstfire, by a module of a package (for relative imports)."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            if module.partition(".")[0] == "firstfire":
                yield from ((module, alias.name) for alias in node.names)


def used() -> set[tuple[str, str]]:
    """What the games, the examples and the pages import from Firstfire (but for what a game has for itself)."""
    found: set[tuple[str, str]] = set()
    source = ROOT / "src"
    for file in (source / "firstfire" / "games").glob("*/**/*.py"):  # the games; what finds them is Firstfire's own
        if "kept" not in file.parts:
            found |= set(imported(file.read_text(encoding="utf-8"), file.relative_to(source).parts[:-1]))
    for file in (ROOT / "examples").rglob("*.py"):
        found |= set(imported(file.read_text(encoding="utf-8")))
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for line in re.findall(r"^(?:>>> )?(from firstfire\b.* import .+)$", page.read_text(encoding="utf-8"), re.M):
            found |= set(imported(line))
    return {pair for pair in found - ADAPTERS if not pair[0].startswith("firstfire.games")}


def told() -> Iterator[tuple[str, str]]:
    """Module and name of all that the reference describes."""
    for name in re.findall(r"^## (\w+)$", pages()["python.md"], re.M):
        yield "firstfire", name
    for name in re.findall(r"^\| <a [^>]+></a>`(\w+)` \| `", pages()["errors.md"], re.M):
        yield "firstfire.errors", name
    for module, section in re.findall(r"^`(firstfire\.[\w.]+)`: (.*?)(?=^## |\Z)", pages()["kernel.md"], re.M | re.S):
        package, _, last = module.rpartition(".")
        yield package, last
        for name in re.findall(r"^### (\w+)$|^- <a id=\"[\w.]+\"></a>`(\w+)", section, re.M):
            yield module, name[0] or name[1]


@pytest.mark.slow
def test_whatever_games_examples_and_pages_import_is_in_the_reference() -> None:
    assert len(used()) > 50
    assert sorted(used() - set(told())) == []


def test_every_field_of_a_record_has_its_meaning() -> None:
    for name in ("kernel.md", *(f"game-{name}.md" for name in GAMES)):
        rows = [line for line in pages()[name].splitlines() if re.match(r"\| `\w+` \| \S+ \|", line)]
        assert rows, f"no table of fields in {name}"
        assert [line for line in rows if line.split("|")[3].strip() == ""] == [], name
