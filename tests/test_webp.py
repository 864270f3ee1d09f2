"""Animated WebP: the container, read back chunk by chunk."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.webp import Frame, animated, image_of

FILM = Path(__file__).parent.parent / "docs" / "pictures" / "moves.webp"


def chunks_of(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each chunk."""
    at = 0
    while at < len(data):
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        yield name, data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def still(image: bytes, *before: tuple[bytes, bytes]) -> bytes:
    """A WebP file with this image, after other chunks."""
    parts = [*before, (b"VP8 ", image)]
    body = b"".join(name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2) for name, data in parts)
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def test_frames_are_laid_at_their_places_for_their_time() -> None:
    frames = [Frame(still(b"first"), 0, 0, 800, 500, 900), Frame(still(b"second"), 120, 64, 33, 7, 110)]
    made = animated(frames, 800, 500)
    assert made[:4] == b"RIFF" and number(made[4:8]) == len(made) - 8 and made[8:12] == b"WEBP"
    (canvas, size), (sign, _), *shown = chunks_of(made[12:])
    assert (canvas, sign) == (b"VP8X", b"ANIM")
    assert (number(size[4:7]) + 1, number(size[7:10]) + 1, size[0] & 2) == (800, 500, 2)
    places = [tuple(number(data[at : at + 3]) for at in range(0, 15, 3)) for _, data in shown]
    assert places == [(0, 0, 799, 499, 900), (60, 32, 32, 6, 110)]
    assert [list(chunks_of(data[16:])) for _, data in shown] == [[(b"VP8 ", b"first")], [(b"VP8 ", b"second")]]


def test_the_image_is_found_behind_other_chunks() -> None:
    picture = still(b"image", (b"VP8X", b"0123456789"), (b"ICCP", b"odd"))
    assert list(chunks_of(image_of(picture))) == [(b"VP8 ", b"image")]


@pytest.mark.parametrize("data", [b"\x89PNG", still(b"")[:12]])
def test_what_holds_no_image_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="WebP"):
        image_of(data)


def test_the_film_of_the_readme_is_whole_and_small() -> None:
    film = FILM.read_bytes()
    assert len(film) <= 1_500_000 and number(film[4:8]) == len(film) - 8
    assert sum(name == b"ANMF" for name, _ in chunks_of(film[12:])) > 10
