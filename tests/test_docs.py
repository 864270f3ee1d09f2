"""README and docs are run: Python in order, one namespace and one folder for each page; commands against the real
parser; links, anchors, paths and fences against what is there.

A comment above a block says what is special about it, for readers and for this test:

    <!-- not run: REASON -->    it cannot run here (counted in NOT_RUN)
    <!-- file: NAME.py -->      it is also kept as a file, which later blocks and commands may use
    <!-- run -->                the `firstfire` commands of a `sh` block are run, not only parsed; of a `text` block
                                that begins with `$ ` the lines must come in what the command prints
    <!-- compiles: GAME -->     the block needs compiled rules (its page is slow)

Functions called `test_…` that a page defines are called when the page is through.
"""

from __future__ import annotations

import doctest
import importlib.util
import io
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from firstfire.cli import build_parser, main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
LANGUAGES = {"python", "sh", "toml", "text", "ts", "xml"}
OTHERS = {"apt-get", "nice", "pip", "rm", "systemctl", "uvx"}  # programs that are not ours

# Every block that is not run, and why.
NOT_RUN = {
    "docs/how-to/use-a-gpu.md": ["needs an NVIDIA GPU", "needs an NVIDIA GPU"],
}


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    line: int
    language: str
    text: str
    remark: str = ""

    def said(self, word: str) -> str | None:
        """What the comment above it says after a word; None if that is not its word."""
        found = re.fullmatch(rf"<!-- {word}(?:: (.*))? -->", self.remark)
        return None if found is None else found[1] or ""


def blocks_of(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, with the comment just above each."""
    lines, at = text.splitlines(), 0
    while at < len(lines):
        fence = re.fullmatch(r"( *)```(\S*)", lines[at])
        if fence:
            end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == "```")
            above = next((line.strip() for line in reversed(lines[:at]) if line.strip()), "")
            body = "\n".join(line.removeprefix(fence[1]) for line in lines[at + 1 : end])
            yield Block(at + 1, fence[2], body + "\n", above if above.startswith("<!--") else "")
            at = end
        at += 1


def page_blocks(name: str) -> list[Block]:
    return list(blocks_of((ROOT / name).read_text(encoding="utf-8")))


def prose_of(name: str) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.M | re.S)


def pages_with(language: str) -> list[Any]:
    """Pages with blocks to run; what compiles is left out of `make check`."""
    found: list[Any] = []
    for name in NAMES:
        blocks = [block for block in page_blocks(name) if block.language == language]
        compiles = any(block.said("compiles") for block in blocks)
        if blocks:
            found.append(pytest.param(name, marks=pytest.mark.slow if compiles else ()))
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a page's blocks run: an empty folder, plain Python, data files of its own, modules forgotten again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def keep_file(block: Block, folder: Path) -> None:
    """Blocks that are files are kept under their names."""
    if block.said("file"):
        (folder / str(block.said("file"))).write_text(block.text, encoding="utf-8")


def run_python(block: Block, name: str, namespace: dict[str, Any]) -> None:
    """Run one block: an example session compares what it prints, anything else runs through."""
    if ">>>" not in block.text:
        exec(compile("\n" * block.line + block.text, name, "exec"), namespace)
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, name, name, block.line)
    test.globs = namespace
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append, clear_globs=False)
    assert not runner.summarize(verbose=False).failed, "".join(said)


@pytest.mark.parametrize("name", pages_with("python"))
def test_the_python_of_a_page_runs(name: str, folder: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    for block in page_blocks(name):
        if block.language == "python" and block.said("not run") is None:
            keep_file(block, folder)
            run_python(block, name, namespace)
    for key in [key for key in namespace if key.startswith("test_")]:
        namespace[key]()


def commands_of(text: str) -> Iterator[list[str]]:
    """The commands of a shell block, as words."""
    for line in re.sub(r"\$\([^)]*\)", "SOMETHING", text.replace("\\\n", " ")).splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        while words and re.fullmatch(r"[A-Za-z_]+=\S*", words[0]):
            words = words[1:]  # settings before a command
        for part in " ".join(shlex.quote(word) for word in words).split(" '&&' "):
            if part:
                yield shlex.split(part)


def check_command(words: list[str]) -> None:
    """Refuse a command that does not exist: of ours, each word is checked."""
    program, *rest = words
    program = program.rsplit("/", 1)[-1]
    if program == "firstfire":
        build_parser().parse_args(rest)
    elif program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        assert set(rest) <= set(targets), f"no such target of make: {rest}"
    elif program.startswith("python") and rest[:1] == ["-m"]:
        assert importlib.util.find_spec(rest[1]), f"no module {rest[1]}"
    elif program.startswith("python"):
        assert not rest or (ROOT / rest[0]).is_file(), f"no file {rest[0]}"
    elif program == "pytest":
        assert all((ROOT / word).exists() for word in rest if "/" in word), f"no such tests: {rest}"
    else:
        assert program in OTHERS, f"what is {program}? If it is not ours, add it to OTHERS"


@pytest.mark.parametrize("name", [param.values[0] for param in pages_with("sh")])
def test_the_commands_of_a_page_exist(name: str) -> None:
    for block in page_blocks(name):
        if block.language == "sh":
            for words in commands_of(block.text):
                try:
                    check_command(words)
                except SystemExit:
                    pytest.fail(f"{name}, line {block.line}: firstfire does not know {' '.join(words)}")


RUN = [name for name in NAMES if any(block.said("run") is not None for block in page_blocks(name))]


@pytest.mark.parametrize("name", RUN)
def test_the_quick_commands_of_a_page_run(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for block in page_blocks(name):
        keep_file(block, folder)
        if block.said("run") is None:
            continue
        text, _, shown = block.text.partition("\n") if block.language == "text" else (block.text, "", "")
        for words in commands_of(text):
            assert words[0].rsplit("/", 1)[-1] == "firstfire", f"only our commands are run, not {words[0]}"
            assert main(words[1:]) == 0, capsys.readouterr().err
        printed = iter(capsys.readouterr().out.splitlines())
        for line in (line.rstrip() for line in shown.splitlines()):
            if line.strip() not in ("", "…") and "/home/ada/" not in line:
                assert any(other.rstrip() == line for other in printed), f"{name}: not printed (here): {line!r}"


@pytest.mark.parametrize("name", NAMES)
def test_commands_in_the_sentences_of_a_page_exist(name: str) -> None:
    """`firstfire match GAME --games N`: words in capitals stand for something, what has dots is left out."""
    for command in re.findall(r"`(firstfire [^`]+)`", prose_of(name).replace("\n", " ")):
        if "…" not in command and "[" not in command:
            words = [re.sub(r"\b[A-Z]{1,}\b", "1", word) for word in command.split()[1:]]
            try:
                build_parser().parse_args([word.replace("NAME=1", "NAME=VALUE") for word in words])
            except SystemExit as end:
                assert end.code == 0 or len(words) == 1, f"{name}: there is no `{command}`"


@pytest.mark.parametrize("name", NAMES)
def test_every_block_says_what_it_is(name: str) -> None:
    for block in page_blocks(name):
        assert block.language in LANGUAGES, f"{name}, line {block.line}: a block is one of {sorted(LANGUAGES)}"
        if block.language == "toml":
            tomllib.loads(block.text)


def test_blocks_that_are_not_run_are_counted_and_say_why() -> None:
    found: dict[str, list[str]] = {}
    for name in NAMES:
        reasons = [reason for block in page_blocks(name) if (reason := block.said("not run")) is not None]
        if reasons:
            found[name] = reasons
    assert found == NOT_RUN


def anchors_of(path: Path) -> set[str]:
    """The anchors a reader of the repository can jump to."""
    text = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    plain = (re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", title).strip().lower() for title in titles)
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in plain} | set(
        re.findall(r'<a (?:id|name)="([^"]+)"', text)
    )


LONG = [pytest.param(name, marks=pytest.mark.slow) if name.startswith("docs/rules/") else name for name in NAMES]


@pytest.mark.parametrize("name", LONG)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(name)):
        if re.match(r"[a-z]+:", target):
            continue  # another host: not ours to check
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{name}: {target} leads nowhere"
        if anchor:
            assert anchor in anchors_of(there), f"{name}: {path or 'this page'} has no heading #{anchor}"


@pytest.mark.parametrize("name", NAMES)
def test_paths_that_are_named_exist(name: str) -> None:
    tops = "src|tests|examples|docs|benchmarks|tools|web|deploy"
    for path in re.findall(rf"`((?:{tops})/[\w./-]+)`", prose_of(name)):
        assert (ROOT / path.replace("GAME", "totem")).exists(), f"{name}: there is no {path}"


SOURCES = [f"/{path.relative_to(ROOT).as_posix()}" for top in ("src", "tests", "examples", "benchmarks", "tools")
           for path in (ROOT / top).rglob("*.py")]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_named_exist(name: str) -> None:
    """`kernel/rule.py`, `goals.py`: the end of the path of a source, or a file that the page itself keeps."""
    kept = {block.said("file") for block in page_blocks(name)}
    for file in re.findall(r"`([\w/-]+\.py)`", prose_of(name)):
        assert file in kept or any(path.endswith(f"/{file}") for path in SOURCES), f"{name}: there is no {file}"


def test_every_page_is_reached_from_the_readme() -> None:
    reached, new = set(), [ROOT / "README.md"]
    while new:
        page = new.pop()
        reached.add(page)
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            there = (page.parent / target.partition("#")[0]).resolve()
            if there.suffix == ".md" and there.is_file() and there not in reached:
                new.append(there)
    assert [page.relative_to(ROOT).as_posix() for page in PAGES if page not in reached] == []


def test_every_picture_is_shown_by_a_page() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = [file.name for file in (ROOT / "docs" / "pictures").rglob("*.*")]
    assert [name for name in pictures if f"/{name}" not in shown] == []
