"""What several requests are made of."""

from __future__ import annotations

from typing import Annotated

from ....kernel.presentation.languages import LANGUAGES
from ..clean_text import said, tidy
from ..shapes import Between, Checked, Said, Sized

__all__ = ["LanguageCode", "LevelName", "MessageId", "Name", "Said", "SeatNumber", "Whole"]


def _spoken(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"there are: {', '.join(LANGUAGES)}")
    return code


LanguageCode = Annotated[str, Checked(_spoken)]
LevelName = Annotated[str, Sized(40)]
Name = Annotated[str, Sized(24), Checked(tidy), Checked(said)]
MessageId = Annotated[str, Sized(40, least=1)]
SeatNumber = Annotated[int, Between(0, 15)]
Whole = Annotated[int, Between(0, 2**53)]
