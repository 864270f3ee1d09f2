"""Names and chat: one line, nothing invisible, nothing that climbs over its neighbours."""

from __future__ import annotations

import pytest

from firstfire.server.protocol.clean_text import MOST_MARKS, tidy


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (" Ayla \t of\nthe  cave ", "Ayla of the cave"),
        ("\u200b\u200b", ""),
        ("\u3164", ""),
        ("\u2800\u00ad\u2060", ""),
        ("\u200d", ""),
        ("a\u202eb\u2066c", "abc"),
        ("nul\x00l", "null"),
        ("\ufeffAyla", "Ayla"),
        ("Zoë Ng\u0169 Ελένη 山田 안녕", "Zoë Ngũ Ελένη 山田 안녕"),
        ("Zoe\u0308", "Zoë"),
        ("\u0301\u0302", ""),
        ("👩\u200d🌾 ok", "👩\u200d🌾 ok"),
        ("<b>hi</b>", "<b>hi</b>"),
    ],
)
def test_what_is_kept(written: str, kept: str) -> None:
    assert tidy(written) == kept


def test_marks_do_not_pile_up() -> None:
    assert tidy("x" + "\u0335" * 23 + "y") == "x" + "\u0335" * MOST_MARKS + "y"


@pytest.mark.parametrize("text", ["नमस्ते", "สวัสดีครับ", "đặng thị ngọc", "שָׁלוֹם", "مرحبا"])
def test_real_scripts_stay_whole(text: str) -> None:
    import unicodedata

    assert tidy(text) == unicodedata.normalize("NFC", text)
