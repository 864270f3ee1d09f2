"""Puzzles: a position with one move to find."""

from __future__ import annotations

from pydantic import BaseModel

from ....kernel.presentation.scene import Scene


class PuzzleShelf(BaseModel):
    """The puzzles of a game: how many, and which one is today's."""

    game: str
    title: str
    count: int
    today: int


class Puzzles(BaseModel):
    """The games that have puzzles."""

    puzzles: list[PuzzleShelf]


class PuzzlePage(BaseModel):
    """A puzzle, as the seat to act sees it."""

    game: str
    rules: str
    title: str
    number: int
    count: int
    seat: int
    names: list[str]
    scene: Scene


class PuzzleMove(BaseModel):
    """A move of a puzzle, and the chance to win after it."""

    action: int
    sentence: str
    worth: float


class PuzzleAnswer(BaseModel):
    """The best move, what it does for certain, and all moves, best first."""

    best: int
    sentence: str
    why: list[str]
    moves: list[PuzzleMove]
