"""Judging `value`: errors and confidence."""

from __future__ import annotations

import pytest

from firstfire.lab.calibration import Opinion, brier, main, opinions, stretched


def test_a_sure_and_right_value_has_no_error() -> None:
    assert brier([Opinion(0, (1.0, 0.0), (1.0, 0.0))]) == pytest.approx(0)
    assert brier([Opinion(0, (0.5, 0.5), (1.0, 0.0))]) == pytest.approx(0.25)


def test_confidence_is_stretched_and_shrunk() -> None:
    assert stretched((0.6, 0.4), 1.0) == pytest.approx([0.6, 0.4])
    assert stretched((0.6, 0.4), 2.0) == pytest.approx([0.36 / 0.52, 0.16 / 0.52])
    assert stretched((0.8,), 1.0) == pytest.approx([0.8])
    assert stretched((0.9, 0.1), 0.5)[0] < 0.9


def test_every_moment_knows_its_part_and_its_end() -> None:
    found = opinions("embers", 2, 3)
    assert {opinion.part for opinion in found} == {0, 1, 2, 3, 4}
    assert all(sum(opinion.ended) == pytest.approx(1) for opinion in found)
    assert all(opinion.said == (0.5, 0.5) for opinion in found)  # Embers' value knows nothing


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embers", "--games", "2"]) == 0
    assert capsys.readouterr().out.count("0.250") >= 5
    assert main(["chess"]) == 2
