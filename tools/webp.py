"""Animated WebP from still ones: the container is a few bytes around each, so no program and no library is needed."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    """What changed since the frame before: a WebP file, its place, and how long it is shown, in milliseconds."""

    picture: bytes
    x: int
    y: int
    width: int
    height: int
    shown: int


def animated(frames: Sequence[Frame], width: int, height: int) -> bytes:
    """One endless animated WebP of still ones (RIFF container: VP8X, ANIM, a frame each; places are even)."""
    chunks = [_chunk(b"VP8X", struct.pack("<BBH", 2, 0, 0) + _three(width - 1) + _three(height - 1))]
    chunks.append(_chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0)))
    for frame in frames:
        numbers = (frame.x // 2, frame.y // 2, frame.width - 1, frame.height - 1, frame.shown)
        place = b"".join(map(_three, numbers)) + b"\x02"  # laid over what is there, which stays
        chunks.append(_chunk(b"ANMF", place + image_of(frame.picture)))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def image_of(picture: bytes) -> bytes:
    """The chunk of a still WebP file that holds its image."""
    if picture[:4] != b"RIFF" or picture[8:12] != b"WEBP":
        raise ValueError("not a WebP file")
    at = 12
    while at < len(picture):
        name, size = picture[at : at + 4], struct.unpack_from("<I", picture, at + 4)[0]
        if name in (b"VP8 ", b"VP8L"):
            return _chunk(name, picture[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    raise ValueError("a WebP file without an image")


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]
