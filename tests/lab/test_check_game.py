"""`firstfire check`: one report, whatever breaks off in the game that is looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firstfire.authoring import check_game
from firstfire.kernel.game import Game


def test_code_that_breaks_off_is_what_a_check_found_and_the_next_checks_run(
    tiny: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misspelt() -> list[str]:
        return [tiny.titel]  # type: ignore[attr-defined]

    def checks(*_: object) -> Iterator[check_game.Check]:
        yield "scenes can be drawn", misspelt
        yield "copies are independent", list

    monkeypatch.setattr(check_game, "checks_of", checks)
    monkeypatch.setattr(check_game, "words_of", lambda _: iter([("words are whole", list)]))
    said: list[str] = []
    assert check_game.report(tiny, quick=True, say=said.append) == 1
    text = "\n".join(said)
    assert "WRONG scenes can be drawn" in text and "has no attribute 'titel'" in text
    assert "test_check_game.py, line" in text and "return [tiny.titel]" in text
    assert text.index("scenes can be drawn") < text.index("ok    copies") < text.index("ok    words are whole")
