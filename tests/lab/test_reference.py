"""The generated pages are those of the sources as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from firstfire.lab.reference import main, pages

SHELF = Path(__file__).parent.parent.parent / "docs" / "reference"


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (SHELF / name).read_text(encoding="utf-8") == pages()[name], "run `make references`"


def test_wrong_words_get_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
