"""Sanitised text: what people write, on one line and without characters that play tricks."""

from __future__ import annotations

import unicodedata

UNSEEN = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")  # kinds of characters nobody writes on purpose
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # they are letters or marks, but show nothing
JOINER = "\u200d"  # joins emoji, and letters of some scripts
MARKS = ("Mn", "Me")
MOST_MARKS = 3  # on one letter; more climb over the lines around it


def tidy(text: str) -> str:
    """One line, with single blanks, of what can be seen."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if character.isspace():
            character, marks = " ", MOST_MARKS  # a mark needs a letter to stand on
        elif kind in MARKS:
            marks += 1
            if marks > MOST_MARKS or not kept or character in BLANK:
                continue
        elif character == JOINER:
            if not kept or kept[-1] in (" ", JOINER):
                continue
        elif kind in UNSEEN or character in BLANK:
            continue
        else:
            marks = 0
        kept.append(character)
    return " ".join("".join(kept).strip(JOINER).split())


def said(text: str) -> str:
    """Refuse to say nothing."""
    if not text:
        raise ValueError("there is nothing in it")
    return text
