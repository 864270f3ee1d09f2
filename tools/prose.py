"""Check what people read: pages, help texts and errors of commands, docstrings of public members, English words of the
app, English rulebooks. `make lint` runs this.

    python tools/prose.py            every file; exit status 1 if it finds something
    python tools/prose.py FILE…      some of them

It finds words that were retired (each with what to write instead), sentences of more than 35 words, relative clauses
without a head ("Who wants to be forgotten is …"), and terms that a page neither explains nor links to the glossary. A
comment above a paragraph allows one that has to stay:

    <!-- prose: REASON -->
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LONGEST = 35  # words of a sentence
GENERATED = re.compile(r"docs/(rules/|reference/game-)")  # out of sources: books are read there
USED = re.compile(r"src/firstfire/((envs|authoring)/.*|[a-z]+)\.py")  # modules that others use, beside the reference

# What is not written any more, and what is written instead.
RETIRED = {
    r"anew": "again",
    r"oftener": "more often",
    r"befalls?": "happens to",
    r"reckons?": "expects, counts",
    r"hears? of": "learns of, gets",
    r"pass-keys?": "passkey (options keep their names)",
    r"so many of": "a share of",
    r"of then": "the version",
    r"of before": "the version",
    r"of today": "the version, or nothing",
    r"the same to the last byte": "byte for byte",
    r"is nobody any more": "is signed out",
    r"falls out": "cancels out",
    r"all the same": "anyway",
    r"make way": "is evicted, is replaced",
    r"thinks? of itself": "estimates",
    r"look of (?:the|a) net": "forward pass",
    r"likings?": "action scores",
    r"whilst|thereof|wherein|hitherto|thence|whence|therein": "a plain word",
    r"mend(?:s|ed|ing)?": "fix, correct",
    r"oversee[sn]?": "miss",
    r"in so many": "in this share of",
    r"stand-?ins? of": "substitute for",
    r"befits?|betimes": "a plain word",
    r"(?:has|have) spoken": "happened, moved, was revealed",
    r"thinkers?": "bot machine",
}
# Terms with a meaning that engineers from elsewhere may not know.
TERMS = re.compile(r"\b(perft|pl(?:y|ies)|foll(?:y|ies)|whims?|redact(?:s|ed)?|resampl\w+|max-n|rollouts?)\b", re.I)
_RETIRED = [(re.compile(rf"\b(?:{word})\b", re.I), better) for word, better in RETIRED.items()]
_HEADLESS = re.compile(r"(?:^Who|[;:] who)(?:m|se)?(?: [^ ]+){5,}[^?:]$")


@dataclass(frozen=True)
class Finding:
    """One thing to write again."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def findings(text: str, place: str) -> Iterator[Finding]:
    """What is wrong with one paragraph of plain text."""
    for word, better in _RETIRED:
        if found := word.search(text):
            yield Finding(place, f'"{found[0]}" is retired, write: {better}')
    for sentence in sentences(text):
        count = len(sentence.split())
        if count > LONGEST:
            yield Finding(place, f"a sentence of {count} words: {sentence}")
        if _HEADLESS.search(sentence):
            yield Finding(place, f"a relative clause without a head (write: a player who …): {sentence}")


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph; entries between semicolons count as sentences of their own."""
    return [
        part for part in re.split(r"(?<=[.!?:…])[\"”»)*_]*\s+(?=[\"“«(*_]*[A-ZÀ-Þ0-9{])|(?<=;)\s", text.strip()) if part
    ]


def plain(text: str) -> str:
    """A paragraph of Markdown without its marks: code is one word, a link its text."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*]{1,2}|<[^>]+>|^[>#-]+ ", "", text).split())


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs, entries of lists and cells of tables of a page, with their lines; code is left out."""
    text = re.sub(r"^ *```.*?^ *```$", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)
    text = re.sub(r"^\{:.*\}$", "", text, flags=re.M)
    block: list[str] = []
    start, allowed = 1, False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        ends = not line.strip() or re.match(r"\s*([-*]|\d+\.) |\||#", line)
        if ends and block:
            if not allowed:
                yield start, " ".join(block)
            allowed = block[-1].startswith("<!-- prose:")
            block = []
        if line.lstrip().startswith("|"):
            yield from ((number, cell) for cell in line.strip().strip("|").split(" | "))
        elif line.strip() and not line.startswith("#"):
            start = start if block else number
            block.append(re.sub(r"^\s*([-*]|\d+\.) ", "", line).strip())


def page_findings(path: Path) -> Iterator[Finding]:
    """What is wrong with a page of Markdown."""
    page = path.read_text(encoding="utf-8")
    explained = "glossary.md" in page or path.name == "glossary.md" or "book" in path.parts
    for number, text in paragraphs(page):
        place = f"{_name(path)}:{number}"
        yield from findings(plain(text), place)
        for term in () if explained else TERMS.findall(plain(text)):
            if not re.search(
                rf"[*`]\[?{term[:5]}", page, re.I
            ):  # where a term is explained it is slanted, bold or code
                yield Finding(place, f'"{term}" is neither explained on the page nor linked to the glossary')


def words_findings(path: Path) -> Iterator[Finding]:
    """What is wrong with a file of words."""
    for key, text in _strings(tomllib.loads(path.read_text(encoding="utf-8"))):
        yield from findings(re.sub(r"\{[^{}]*\}", "X", text), f"{_name(path)}: {key}")


def client_findings(path: Path) -> Iterator[Finding]:
    """What is wrong with the words of the client."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            if " " in text:
                yield from findings(re.sub(r"\{[^{}]*\}", "X", text), f"{_name(path)}:{number}")


def comment_findings(path: Path) -> Iterator[Finding]:
    """What is wrong with the comments of a file that is deployed; commands in them stand further in."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if said := re.search(r"(?:^|\s)# (\S.*)", line):
            yield from findings(re.sub(r"`[^`]*`", "X", said[1]), f"{_name(path)}:{number}")


def python_findings(path: Path) -> Iterator[Finding]:
    """What is wrong with the errors that a module raises, and with the docstrings of one that others use."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    for line, text in docstrings(module) if USED.match(_name(path)) else ():
        for number, paragraph in paragraphs(text):
            yield from findings(plain(paragraph), f"{_name(path)}:{line + number - 1}")
    for node in ast.walk(module):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for text in filter(None, map(_literal, node.exc.args)):
                yield from findings(re.sub(r"--[a-z-]+", "X", text), f"{_name(path)}:{node.lineno}")


def docstrings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings of a module and its public members with their lines; drawings, examples and tables, which stand
    further in, are left out."""
    inner: list[ast.AST] = [module]
    while inner:
        node = inner.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if not isinstance(node, ast.Module) and node.name.startswith("_"):
                continue
            if text := ast.get_docstring(node):
                yield node.body[0].lineno, re.sub(r"(?m)^(    |>>>|\.\.\.).*$", "", text)
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inner += node.body


def _literal(node: ast.expr) -> str:
    """The text of a string, its values as X; other expressions have none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_literal, node.values))
    if isinstance(node, ast.FormattedValue):
        return "X"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _strings(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _strings(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield prefix + key, value


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def files() -> list[Path]:
    """Everything English that people read and people write."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    pages += [page for page in sorted((ROOT / "docs").rglob("*.md")) if not GENERATED.match(_name(page))]
    sources = ROOT / "src" / "firstfire"
    words = sorted(path for path in sources.rglob("en.toml") if path.parent.name in ("words", "tutorial"))
    modules = sorted(path for path in sources.rglob("*.py") if "kept" not in path.parts)
    deployed = sorted((ROOT / "deploy").iterdir())
    return [
        *pages,
        *sorted(sources.rglob("book/en.md")),
        *words,
        ROOT / "web" / "src" / "words" / "en.ts",
        *modules,
        *deployed,
    ]


DEPLOYED = ("", ".compose", ".conf", ".service", ".yaml")  # how names of files in deploy/ end
READERS = {".md": page_findings, ".toml": words_findings, ".ts": client_findings, ".py": python_findings}
READERS |= dict.fromkeys(DEPLOYED, comment_findings)


def main(argv: Sequence[str] | None = None) -> int:
    """Say what is to be written again."""
    arguments = sys.argv[1:] if argv is None else argv
    paths = [Path(name).resolve() for name in arguments] or files()
    found = [finding for path in paths for finding in READERS[path.suffix](path)]
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
