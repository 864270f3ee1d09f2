"""The sign of the code that plays, a part of every job's name."""

from __future__ import annotations

from pathlib import Path

from firstfire.games import game
from firstfire.jobs import code_of
from firstfire.jobs.code import _sign
from firstfire.lab.match import Task
from firstfire.lab.playtest.study import Study
from firstfire.train.teaching import Demonstration


def test_rules_and_nets_change_the_sign_and_words_do_not(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "words").mkdir()
    rule, net, words = (tmp_path / name for name in ("rules/turn.py", "policy.net", "words/en.toml"))
    signs = []
    for path, text in ((rule, "one"), (net, "two"), (words, "three"), (words, "four"), (rule, "five"), (net, "six")):
        path.write_text(text)
        signs.append(_sign.__wrapped__(tmp_path))
    assert len(set(signs)) == 4 and signs[1] == signs[2] == signs[3]


def test_every_job_that_plays_names_its_code() -> None:
    totem = game("totem")
    [sample] = Study(totem, totem.standard_box, 2).jobs(("hunter", "hunter"), 4)
    for job in (sample, Task("totem", ("hunter", "greedy"), (0, 1), 1), Demonstration("totem", "hunter", 2, 1)):
        assert code_of(totem) in job.name
    assert code_of(totem) != code_of(game("honga"))
