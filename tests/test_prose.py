"""The check of what people read: what it finds, and what it leaves alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import prose

ROOT = Path(__file__).parent.parent
LONG = " ".join(["word"] * 40)


def found(text: str) -> list[str]:
    return [finding.what for finding in prose.findings(text, "here")]


def test_pages_and_words_are_plain() -> None:
    assert [str(finding) for path in prose.files() for finding in prose.READERS[path.suffix](path)] == []


def test_it_reads_pages_help_texts_rulebooks_and_words() -> None:
    read = {path.relative_to(ROOT).as_posix() for path in prose.files()}
    assert read >= {
        "README.md", "docs/how-to/host.md", "docs/reference/commands.md", "web/src/words/en.ts",
        "src/firstfire/words/en.toml", "src/firstfire/games/totem/book/en.md",
        "src/firstfire/games/totem/tutorial/en.toml", "src/firstfire/table.py",
    }  # fmt: skip
    assert not any("game-totem" in path for path in read)


@pytest.mark.parametrize(
    "text",
    [
        "Begin anew.",
        f"One {LONG}.",
        "Who wants to be forgotten is forgotten by all rooms.",
        "Seats stay: who has left the table keeps the seat anyway.",
    ],
)
def test_what_is_to_be_written_again_is_found(text: str) -> None:
    assert len(found(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "A player who has left the table keeps the seat.",
        "Who sits on the first chair of this table?",
        "Whoever has the most points wins the game.",
        " ".join(["Short sentences."] * 30),
        f"{' '.join(['word'] * 20)}; {' '.join(['word'] * 20)}.",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert found(text) == []


def test_code_links_and_allowed_paragraphs_are_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\nanew\n```\n\nCall `anew`, see [it](anew.md).\n\n<!-- prose: a name -->\n\nThe song Anew.\n")
    assert list(prose.page_findings(page)) == []


def test_each_cell_of_a_table_and_each_entry_of_a_list_is_read_by_itself(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"| a | {' '.join(['word'] * 30)} |\n\n- {' '.join(['word'] * 30)}\n- anew\n")
    assert [finding.place for finding in prose.page_findings(page)] == ["page.md:4"]


def test_placeholders_count_as_a_word(tmp_path: Path) -> None:
    words = tmp_path / "en.toml"
    words.write_text('[tip]\ncard = "{reckons} takes {whilst}."\nnote = "Begin anew."\n')
    assert [finding.place for finding in prose.words_findings(words)] == ["en.toml: tip.note"]
    client = tmp_path / "en.ts"
    client.write_text('  "puzzle.again": "Choose anew",\n')
    assert [finding.place for finding in prose.client_findings(client)] == ["en.ts:1"]


@pytest.mark.parametrize(("text", "status"), [("Begin again.\n", 0), ("Begin anew.\n", 1)])
def test_the_command_fails_when_it_finds_something(text: str, status: int, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    command = [sys.executable, "tools/prose.py", str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == status and ("anew" in done.stdout) == bool(status)


def test_make_lint_runs_it() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.fail("there is no make")
    printed = subprocess.run([make, "--dry-run", "prose"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "tools/prose.py" in printed
    (line,) = [line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("lint:")]
    assert "prose" in line.split()


def test_errors_of_a_module_are_read(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('x = "not anew"\nraise ValueError(f"begin {x} anew, with --pass-keys")\n', encoding="utf-8")
    assert [finding.what for finding in prose.python_findings(module)] == ['"anew" is retired, write: again']


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Then comes a rollout.", 1),
        ("Then comes a *rollout*: random play to the end. Rollouts are quick.", 0),
        ("Then comes a [rollout](glossary.md).", 0),
    ],
)
def test_a_term_is_explained_or_linked_to_the_glossary(tmp_path: Path, text: str, count: int) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    assert len(list(prose.page_findings(page))) == count


def test_docstrings_of_modules_that_others_use_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    module = tmp_path / "src" / "firstfire" / "envs" / "own.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        '"""Begin anew. So:\n\n    anew   an example\n\nThat is all.\n"""\n\n\n'
        'def play():\n    """Play.\n\n    Who wants to be forgotten is forgotten by all.\n    """\n\n\n'
        'def _own():\n    """Begin anew."""\n'
    )
    assert [finding.place for finding in prose.python_findings(module)] == [
        f"src/firstfire/envs/own.py:{n}" for n in (1, 12)
    ]
