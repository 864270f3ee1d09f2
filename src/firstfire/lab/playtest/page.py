"""One page of HTML, all in one file: sections of claims, facts, plots and tables. Nothing is asked of anybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what is read, and the number it is sorted by."""

    text: str
    value: float | None = None


@dataclass
class Page:
    """A page in the making."""

    language: str
    title: str
    under: str
    sections: list[tuple[str, str, list[str]]] = field(default_factory=list)

    def section(self, key: str, title: str) -> None:
        """Begin a section."""
        self.sections.append((key, title, []))

    def add(self, *parts: str) -> None:
        """Add HTML to the section."""
        self.sections[-1][2].extend(part for part in parts if part)

    def say(self, text: str, *, soft: bool = True) -> None:
        """Add a paragraph."""
        self.add(f"<p{' class=soft' if soft else ''}>{escape(text)}</p>")

    def card(self, title: str, text: str) -> None:
        """Add a paragraph with a heading, framed."""
        self.add(f'<div class="card"><h3>{escape(title)}</h3><p>{escape(text)}</p></div>')

    def html(self) -> str:
        """The whole page."""
        links = "".join(f'<a href="#{key}">{escape(title)}</a>' for key, title, _ in self.sections)
        body = [f"<header><h1>{escape(self.title)}</h1><p>{escape(self.under)}</p></header><nav>{links}</nav>"]
        body += [
            f'<section id="{key}"><h2>{escape(title)}</h2>{"".join(parts)}</section>'
            for key, title, parts in self.sections
        ]
        template = Template((HERE / "page.html").read_text(encoding="utf-8"))
        return template.safe_substitute(language=self.language, title=escape(self.title), body="\n".join(body))


def claims(sentences: Sequence[str], otherwise: str, names: Sequence[str] = ()) -> str:
    """Conclusions, numbered; or the one sentence that there are none. A name that a sentence begins with stands out."""
    if not sentences:
        return f'<ol class="claims"><li class="none">{escape(otherwise)}</li></ol>'
    items = []
    for i, sentence in enumerate(sentences):
        name = names[i] if i < len(names) and sentence.startswith(names[i]) else ""
        bold = f"<b>{escape(name)}</b>" if name else ""
        items.append(f"<li>{bold}{escape(sentence[len(name) :])}</li>")
    return f'<ol class="claims">{"".join(items)}</ol>'


def facts(rows: Sequence[tuple[str, str, str]]) -> str:
    """Figures side by side: what, how much, and how sure."""
    cards = (
        f'<div class="fact"><b>{escape(value)}</b><span>{escape(what)}</span><span>{escape(sure)}</span></div>'
        for what, value, sure in rows
    )
    return f'<div class="facts">{"".join(cards)}</div>'


def plots(drawn: Sequence[tuple[str, str]]) -> str:
    """Plots side by side, each with its heading."""
    figures = (f"<figure><h3>{escape(title)}</h3>{svg}</figure>" for title, svg in drawn if svg)
    return f'<div class="plots">{"".join(figures)}</div>'


def table(heads: Sequence[str], rows: Sequence[Sequence[Cell]], sure: Sequence[bool] = ()) -> str:
    """A table one can sort by its heads."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = []
    for i, row in enumerate(rows):
        kind = ' class="sure"' if i < len(sure) and sure[i] else ""
        body.append(f"<tr{kind}>{''.join(_cell(cell) for cell in row)}</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _cell(cell: Cell) -> str:
    if cell.value is None:
        return f'<td class="text">{escape(cell.text)}</td>'
    return f'<td data-value="{cell.value:.6g}">{escape(cell.text)}</td>'


def folded(title: str, aside: str, inside: str) -> str:
    """Something that opens when it is clicked."""
    return f"<details><summary>{escape(title)} <small>{escape(aside)}</small></summary>{inside}</details>"
