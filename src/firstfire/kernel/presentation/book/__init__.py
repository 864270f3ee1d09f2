"""The rulebook of a game: `book/en.md`, `fr.md`, `nl.md` beside its rules, the one text that the browser's drawer,
`firstfire rules`, the terminal, refusals and the pages of docs/rules read.

A page of Markdown, read strictly:

    # Totem                                          the name of the game

    ## Attack {#attack phases="ACTION AFTER_WIN"}    a chapter, its key, the moments of the game it belongs to
    ### Two cards at once {#pairs}                   a part of a chapter

    **Shield.** A hidden :shield: Shield stops the   a rule: a paragraph, list or table (or one right under the
    attack that turns it up, [why](#R7).             other), and directly below it the line with its id
    {: #TT-K6 source="book" rulings="R7 R40" also="TT-K7" }

    - a list, `1. ` numbers it; two blanks deeper is a list in the list
    | a table | of cells |
    | --- | --- |
    ![What is seen](position:shield)                 a picture of a position of book/positions.toml

`**bold**`, `*italic*`, `[link](#attack)`, `:drawing:`; a backslash takes a sign its meaning. `{box.deal}` and
`{box.deal:card|cards}` are numbers of the box on the table, as in the words files, and `{edition.design}` counts the
entries of the components file by source. A line `| {tables[discs]} |` of a table stands for rows that the game makes
from the box (`Presentation.book_tables`), `{tables[board][0][2]}` for one cell of them. Ids are the same in all
languages and stand in no sentence. `{: components="design" }` under a table says where what it lists comes from:
alone, or beside the id of a rule that comes from elsewhere.

    tree.py      what a book is made of, and how something is found in it
    reading.py   the page, read; inline.py: what stands in a line
    listing.py   chapters that are made from the box: lists of cards
    lines.py     a book for terminals
    markdown.py  a book as a page that reads well on its own
    data.py      a book for the browser
    checking.py  what is wrong with the books of a game
"""

from __future__ import annotations

from .reading import read_book
from .tree import Book, Chapter, ChapterBlock, Mark

__all__ = ["Book", "Chapter", "ChapterBlock", "Mark", "read_book"]
