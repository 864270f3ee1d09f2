"""Playtests on Embers (as plain Python): what is counted, what is claimed, what is written."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.vocabulary import strange_words

from firstfire.errors import BadSetup, FirstfireError
from firstfire.games import game as find_game
from firstfire.kernel.game import Game
from firstfire.kernel.positions.position import Position
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.words import compare_languages
from firstfire.lab.boxes import box_changes, box_with, game_of_file, read_change, read_sweep, value_at
from firstfire.lab.commands import add_commands
from firstfire.lab.playtest.clusters import kmeans, silhouette
from firstfire.lab.playtest.estimates import Estimate, mean, share
from firstfire.lab.playtest.features import catalogue_of
from firstfire.lab.playtest.figures import Figures
from firstfire.lab.playtest.findings import Finding, chosen, compare_findings, named, playtest_findings, seldom
from firstfire.lab.playtest.plots import curve, histogram
from firstfire.lab.playtest.recording import Number
from firstfire.lab.playtest.report import PlaytestReport
from firstfire.lab.playtest.run import playtest
from firstfire.lab.playtest.samples import Counts, play_sample, sample_of, together
from firstfire.lab.playtest.small_reports import sweep_page, sweep_sentences
from firstfire.lab.playtest.speech import FOLDER, Count, Share, Speech, Value
from firstfire.lab.playtest.study import Runner, Study
from firstfire.lab.playtest.sweep import sweep, unused
from firstfire.lab.playtest.tables import SCHEMAS, decisions_table, events_table, games_table
from firstfire.lab.statistics import always, chance, holm, reach

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def embers(tiny: Game) -> Game:
    return tiny


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


def study(embers: Game, **more: object) -> Study:
    made = Study(embers, embers.standard_box, 2, runner=Runner(workers=1))
    return replace(made, **more)  # type: ignore[arg-type]


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    arguments = parser.parse_args(words)
    status: int = arguments.command(arguments)
    return status


def test_counts_are_those_of_the_games_replayed_action_by_action(embers: Game) -> None:
    """Every decision row, played again on a position, gives the same phases, options, scores and notes."""
    counts = study(embers).play("random", 8, detailed=8)
    catalogue = catalogue_of(embers)
    takes = next(f.number for f in catalogue.features if f.key == "action take")
    took = charmed = 0
    for row, seed in enumerate(counts.seeds.tolist()):
        position = Position(embers, 2, seed)
        charmed += charms_told(embers, position)
        for ply, seat, _, options, action, _ in counts.decisions[counts.decisions[:, 0] == seed][:, 1:].tolist():
            assert (position.s.ply, position.player, len(position.legal())) == (ply, seat, options)
            position.step(action)
            took += 1
            charmed += charms_told(embers, position)
        assert position.over
        assert counts.by_seat(Number.SCORES)[row].tolist() == position.scores()
        assert counts.shares[row].tolist() == pytest.approx(position.shares())
        assert counts.column(Number.PLIES)[row] == position.s.ply
    assert counts.sum("taken")[:, takes].sum() == took == counts.sum("offered")[:, takes].sum()
    kind = next(f.number for f in catalogue.features if f.key == "note charmed")
    values = [f.number for f in catalogue.features if f.group == "note charmed c"]
    assert counts.sum("times")[:, kind].sum() == counts.sum("times")[:, values].sum() == charmed
    assert len(counts.events) >= took


def charms_told(embers: Game, position: Position) -> int:
    notes = position.s.notes[: position.s.note_count]
    return sum(note.kind == embers.notes.number("charmed") for note in notes)


def test_thinking_players_leave_the_same_rows_as_fast_ones(embers: Game) -> None:
    """The same decisions through `look`, `choose`, `heed` in Python are counted as in one go."""
    job = sample_of(embers, embers.standard_box, ("random", "search:2"), 1, 3, {}, detail=3)
    counts = Counts.read(play_sample(job))
    for row, seed in enumerate(counts.seeds.tolist()):
        position = Position(embers, 2, seed)
        for action in counts.decisions[counts.decisions[:, 0] == seed][:, 5].tolist():
            position.step(action)
        assert position.over
        assert counts.by_seat(Number.SCORES)[row].tolist() == position.scores()


def test_a_sample_is_the_same_bytes_in_parts_on_any_number_of_processes(embers: Game) -> None:
    one = study(embers).play("greedy", 24)
    parts = [
        Counts.read(play_sample(sample_of(embers, embers.standard_box, ("greedy",) * 2, 1 + 8 * i, 8, {}, detail=8)))
        for i in range(3)
    ]
    assert together(parts).written() == one.written()
    assert Counts.read(one.written()).written() == one.written()


def test_a_damaged_result_is_named() -> None:
    with pytest.raises(BadSetup, match="damaged"):
        Counts.read(b"nonsense")


def test_tables_have_the_documented_columns_and_every_row(embers: Game) -> None:
    counts = {"random": study(embers).play("random", 6, detailed=4)}
    tables = {
        "games": games_table(embers, counts),
        "decisions": decisions_table(embers, counts),
        "events": events_table(embers, counts),
    }
    page = (ROOT / "docs/reference/playtest-data.md").read_text(encoding="utf-8")
    for name, table in tables.items():
        assert tuple(table.columns) == SCHEMAS[name]
        told = page.split(f"## `{name}`")[1].split("\n## ")[0]
        assert re.findall(r"^\| `(\w+)`", told, re.M) == table.columns
    assert len(tables["games"]) == 6
    kept = tables["decisions"]["seed"].unique().sort().to_list()
    assert kept == [1, 2, 3, 4]
    plies = tables["games"].filter(pl.col("seed") <= 4)["plies"].sum()
    assert len(tables["decisions"]) == plies
    assert set(tables["events"]["c_name"].drop_nulls()) <= {"ash", "spark", "flame", "blaze"}


def test_holm_keeps_the_order_and_pays_for_every_test() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.001]) == pytest.approx([0.5, 0.002])
    assert holm([]) == []


def test_nothing_is_claimed_that_correction_takes_back() -> None:
    def made(p: float, order: float) -> Finding:
        return Finding("seat", "seat", {}, Estimate(0.1, 0.01, 10), p, order)

    assert chosen([made(0.03, 1), made(0.04, 2)]) == []
    sure = chosen([made(0.001, 1), made(0.002, 2), made(0.6, 9)])
    assert [finding.order for finding in sure] == [2, 1]


def test_tails() -> None:
    assert chance(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert seldom(0, 1000, 0.01) == pytest.approx(0.99**1000)
    assert seldom(50, 1000, 0.01) == 1.0


def test_few_games_make_nothing_sure() -> None:
    """Student's table: 2.776 and 2.093 standard errors with 4 and 19 degrees of freedom; 3.883 is 0.1 % at 19."""
    assert [reach(freedom) for freedom in (4, 19, 1e9)] == pytest.approx([2.776, 2.093, 1.95996], rel=0.005)
    assert chance(3.883, 19) == pytest.approx(0.001, rel=0.03)
    for freedom in (1, 4, 19, 300):
        assert chance(reach(freedom), freedom) == pytest.approx(0.05, rel=1e-6)
    all_won = share(np.ones(30))
    assert all_won.value == 1.0 and 0.85 < all_won.low < 0.96
    assert mean(np.full(3, 8.0)).differs(7.0) == 0.25 and mean(np.full(40, 8.0)).differs(7.0) < 1e-9
    assert share(np.zeros(0)).count == 0


def test_names_of_whole_numbers_stand_under_their_bars() -> None:
    drawn = histogram(
        np.array([0.0, 1, 1, 2]), "score", lambda first, last, count, part: f"{first:g}: {count} {part}", "en"
    )
    bars = [
        tuple(map(float, found)) for found in re.findall(r'class="bar" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn)
    ]
    ticks = {float(told): float(x) for x, told in re.findall(r'class="tick"[^>]* x="([\d.]+)"[^>]*>([\d.]+)<', drawn)}
    assert sorted(ticks) == [0, 1, 2]
    for (left, width), place in zip(bars, sorted(ticks.values()), strict=True):
        assert left + width / 2 == pytest.approx(place, abs=1)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "1.5–2.5: 12.5% (3)"), ("fr", "1,5–2,5 : 12,5 % (3)"), ("de", "1,5–2,5: 12,5 % (3)")]
)
def test_a_bar_is_told_with_the_numbers_of_the_language(embers: Game, language: str, told: str) -> None:
    speech = Speech(embers, embers.standard_box, catalogue_of(embers), language)
    assert re.sub(r"\s", " ", speech.bar(1.5, 2.5, 3, 0.125)) == told
    assert speech.bar(4.0, 4.0, 1, 1.0).startswith("4")


def test_the_axes_have_the_numbers_of_the_language() -> None:
    drawn = curve([(0.5, 0.49, 0.48, 0.5, ""), (1.5, 0.5, 0.49, 0.51, "")], "", 0.5, "de")
    ticks = re.findall(r'class="tick"[^>]*>([^<]*)<', drawn)
    assert {"0,6", "1,4", "49", "48"} <= set(ticks) and not any("." in tick for tick in ticks)


def test_an_interval_for_all_times_is_wider_and_seldom_wrong_however_often_one_looks() -> None:
    stream = np.random.default_rng(1)
    wrong = 0
    for _ in range(200):
        values = stream.normal(size=400)
        means = np.cumsum(values) / np.arange(1, 401)
        wrong += any(
            not always(means[n - 1], 1.0, n)[0] <= 0 <= always(means[n - 1], 1.0, n)[1] for n in range(10, 401, 10)
        )
    assert wrong <= 10  # 5 % of 200
    plain = mean(values)
    low, high = always(plain.value, 1.0, 400)
    assert low < plain.low < plain.high < high


def test_a_seat_with_more_is_named_first_and_an_unchanged_copy_is_clean(embers: Game) -> None:
    """(Components in all five games: benchmarks/playtest_truth.py, `make playtest-truth`.)"""
    plain = study(embers)

    def figures(one: Study) -> Figures:
        return Figures(catalogue_of(embers), one.play("random", 120, detailed=120))

    before = figures(plain)
    weak = Figures(catalogue_of(embers), plain.play_with(("greedy", "random"), 120, detailed=120))
    assert named(compare_findings(before, weak))[0].key == "change_seat"
    assert compare_findings(before, figures(plain)) == []


def test_a_component_that_wins_more_or_comes_oftener_is_named_first(embers: Game) -> None:
    """In counts that are changed by hand, where it is known what is wrong."""
    before = study(embers).play("random", 150, detailed=150)
    charms = [f for f in catalogue_of(embers).features if f.group == "note charmed c"]

    def first(after: Counts) -> Finding:
        return named(compare_findings(*(Figures(catalogue_of(embers), counts) for counts in (before, after))))[0]

    lucky = Counts.read(before.written())
    lucky.sums[3, :2, charms[2].number] = 60 * lucky.sums[2, :2, charms[2].number]  # won every game
    assert (first(lucky).key, first(lucky).component) == ("change_lift", charms[2].component)
    often = Counts.read(before.written())
    often.took[often.took[:, 2] == charms[1].number, 3] *= 5
    assert (first(often).key, first(often).component) == ("change_component", charms[1].component)


def test_the_largest_effect_comes_first_whether_of_a_seat_or_a_component(embers: Game) -> None:
    """A seat wins a little less and a component goes with winning much more: both are sure, the component is first."""
    before = study(embers).play("random", 400, detailed=400)
    charm = next(f for f in catalogue_of(embers).features if f.group == "note charmed c" and f.value == 2)
    after = Counts.read(before.written())
    after.sums[3, :2, charm.number] = 60 * after.sums[2, :2, charm.number]  # won every game
    won = np.flatnonzero(after.shares[:, 0] == 1.0)[:40]
    after.by_seat(Number.SHARES)[won] = (0, 60)
    found = named(compare_findings(*(Figures(catalogue_of(embers), counts) for counts in (before, after))))
    assert (found[0].key, found[0].component) == ("change_lift", charm.component)
    assert [finding.key for finding in found].count("change_seat") == 2


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_seats_that_are_places_in_the_turn_order_are_told_and_drawn_once(embers: Game, language: str) -> None:
    """While seat 1 decides first in every game; when another does in some, both are told and drawn."""
    level = "greedy"
    apart = study(embers).play_with((level, "random"), 60)
    apart.column(Number.FIRST)[::2] = 1
    same = Counts.read(apart.written())
    same.column(Number.FIRST)[:] = 0
    results = playtest(study(embers), [level], 60)
    for counts, told in ((same, {"seat_turn"}), (apart, {"seat", "turn"})):
        figures = {level: Figures(catalogue_of(embers), counts)}
        findings, _ = playtest_findings(figures, None, ())
        report = PlaytestReport(replace(results, figures=figures, findings=findings), language)
        section = report.html().split('<section id="seats"')[1].split("</section>")[0]
        assert section.count("<svg") == len(told)
        assert report.speech.say("text.seats_turns" if counts is same else "text.seats") in section
        keys = [finding.key for finding in findings if finding.about == "seat"]
        assert keys and set(keys) <= told and len(keys) == len({str(f.values) for f in findings if f.about == "seat"})


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a_number_that_nothing_uses_is_told_as_such(embers: Game, language: str) -> None:
    """What lies on a third place at a table of two, and a pile that everybody takes from."""
    plain = study(embers)
    speech = Speech(embers, embers.standard_box, catalogue_of(embers), language)
    for place, values, never in (("give.taken.3", [0, 1, 2], True), ("pile.embers", [20, 21], False)):
        rows = sweep(plain, place, values, "random", 20)
        assert unused(rows) is never
        sentences = sweep_sentences(speech, place, rows)
        never_used = speech.say("finding.value_unused", field=place, games=Count(20))
        assert (sentences == [never_used]) is never
        assert (never_used in sweep_page(speech, place, rows, sentences)) is never


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a_report_is_one_page_that_asks_nobody_for_anything(embers: Game, language: str) -> None:
    results = playtest(study(embers), ["random", "greedy"], 40)
    page = PlaytestReport(results, language).html()
    assert f'<html lang="{language}">' in page
    assert not re.search(
        r"(src|href)=[\"']?(https?:)?//|url\(|@import|\{[a-z_]+\}", page.split("<script>")[0].split("</style>")[1]
    )
    assert page.count("<section") >= 10
    assert "data-tip" in page
    said = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert strange_words(unescape(said), language) == set()


def test_the_words_are_there_in_every_language() -> None:
    assert compare_languages(FOLDER) == []


def test_sentences_of_features_leave_the_rest_open_in_every_game_and_language() -> None:
    for name in ("totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        game = find_game(name)
        catalogue = catalogue_of(game)
        for language in game.languages:
            words = game.words(language)
            for feature in catalogue.features:
                told = catalogue.told(feature, words, "somebody")
                assert told and "{" not in told
                if feature.domain is not None:
                    named_there = str(words.value(feature.domain, feature.value)).lower().removesuffix(".")
                    assert named_there in told.lower()


def test_notes_without_words_are_told_in_words_all_the_same() -> None:
    for name in ("totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        game = find_game(name)
        catalogue = catalogue_of(game)
        for language in game.languages:
            speech = Speech(game, game.standard_box, catalogue, language)
            for feature in catalogue.features:
                told = speech.feature(feature)
                assert told[:1].isupper() or not told[:1].isalpha(), told
                assert feature.kind.replace("_", " ") != told.partition(" · ")[0], told


def test_one_time_is_one_time(embers: Game) -> None:
    speech = Speech(embers, embers.standard_box, catalogue_of(embers), "en")
    values: dict[str, Value] = {
        "what": "Rest", "offered": Count(2000), "rate": Share(0.0005), "high": Share(0.003),
    }  # fmt: skip
    told = {taken: speech.say("finding.dead", taken=Count(taken), **values) for taken in (1, 2)}
    assert "possible 2,000 times" in told[1]
    assert "chosen 1 time (" in told[1] and "chosen 2 times (" in told[2]


def test_what_is_never_seen_are_things_not_amounts(embers: Game) -> None:
    """Of a kind of which most is never seen nothing is named: those are combinations."""
    study = Study(embers, embers.standard_box, 2, runner=Runner(workers=1))
    figures = Figures(catalogue_of(embers), study.play("random", 1))
    missing = {kind for kind, _ in figures.unseen}
    seen = {use.feature.component for use in figures.uses}
    for kind in {component[0] for component in catalogue_of(embers).components}:
        unseen = sum((kind, value) not in seen for value in range(len(kind)))
        assert (kind in missing) == (0 < unseen <= len(kind) / 4)


def test_boxes_are_changed_by_place_and_mistakes_named(tmp_path: Path) -> None:
    honga = find_game("honga")
    assert value_at(honga, "barter.T07.points") == 4
    assert box_with(honga, {"barter.T07.points": 9}).points[6] == 9
    for place, why in {
        "barter.T99.points": "did you mean 'T", "bartr.T07.points": "did you mean 'barter'",
        "barter.T07": "not one value", "barter.T07.points.1": "nothing inside",
    }.items():  # fmt: skip
        with pytest.raises(BadSetup, match=re.escape(why)):
            box_with(honga, {place: 1})
    with pytest.raises(BadSetup, match="from 0 to 50"):
        box_with(honga, {"barter.T07.points": 99})
    with pytest.raises(BadSetup, match="not of that kind"):
        box_with(honga, {"barter.T07.points": "many"})
    mine = tmp_path / "mine.toml"
    own = (honga.folder / "components.toml").read_text(encoding="utf-8")
    mine.write_text(own.replace("target_points = 40", "target_points = 41"), encoding="utf-8")
    assert game_of_file(mine) is honga
    assert box_changes(honga, None, mine) == [("players.1.target_points", 40, 41)]
    with pytest.raises(FirstfireError, match="cannot read"):
        game_of_file(tmp_path / "none.toml")


def test_sweeps_and_changes_are_read_or_refused() -> None:
    assert read_sweep("a.b=1..3") == ("a.b", [1, 2, 3])
    assert read_sweep("a=4,2") == ("a", [4, 2])
    assert read_change("a=3") == ("a", 3) and read_change("a=true") == ("a", True) and read_change("a=x") == ("a", "x")
    for text in ("a", "a=", "=1..2", "a=3..1", "a=1..99999", "a=7", "a=1;2"):
        with pytest.raises(BadSetup, match=r"field=1\.\.5"):
            read_sweep(text)


def test_clusters_that_are_there_are_found_and_none_where_none_are() -> None:
    stream = np.random.default_rng(3)
    two = np.concatenate([stream.normal(0, 1, (80, 3)), stream.normal(8, 1, (80, 3))])
    groups = kmeans(two, 2)
    assert len(set(groups[:80])) == len(set(groups[80:])) == 1 and groups[0] != groups[-1]
    assert silhouette(two, groups) > 0.6
    one = stream.normal(0, 1, (160, 6))
    assert silhouette(one, kmeans(one, 2)) < 0.25


def test_commands_write_what_they_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, data = tmp_path / "report.html", tmp_path / "data"
    words = ("playtest", "embers", "--games", "20", "--players", "random", "--jobs", "1")
    assert run(*words, "-o", str(page), "--data", str(data), "--keep", str(tmp_path / "kept"), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 20 and len(told["seats"]) == 2
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(pl.read_parquet(data / "games.parquet")) == 20
    for name in SCHEMAS:
        whole, plain = pl.read_parquet(data / f"{name}.parquet"), pl.read_csv(data / f"{name}.csv")
        assert len(whole) == len(plain)
        same = [column for column in whole.columns if column in plain.columns]
        assert plain["seed"].to_list() == whole["seed"].to_list() and len(same) >= len(whole.columns) - 3
    games = pl.read_csv(data / "games.csv")
    assert [list(row) for row in zip(games["scores_0"], games["scores_1"], strict=True)] == (
        pl.read_parquet(data / "games.parquet")["scores"].to_list()
    )
    assert run("compare", "own", "charm.1.worth=9", "--game", "embers", "--games", "60", "--players", "random") == 0
    assert "points instead of" in capsys.readouterr().out
    assert run("sweep", "embers", "pile.embers=19..22", "--games", "20", "--even-seats", "--players", "random") == 0
    assert "pile.embers = " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("playtest", "embers", "--games", "0"), "1 to 10000000 games"),
        (("playtest", "embers", "--seats", "9"), "9"),
        (("playtest", "embers", "--players", "hunterr"), "hunter"),
        (("playtest", "embers", "--players", "greedy,greedy"), "each player once"),
        (("playtest", "embers", "--give", "nothing.here+1", "--games", "2"), "no 'nothing.here'"),
        (("playtest", "embers", "--give", "much", "--games", "2"), "clans.0.wood"),
        (("playtest", "embers", "-o", "no/such/folder/report.html"), "folder is not there"),
        (("playtest", "embers", "--components", "none.toml"), "cannot read"),
        (("playtest", "embers", "--jobs", "0"), "1 to 1024"),
        (("playtest", "emberss"), "embers"),
        (("compare", "own", "own"), "--game"),
        (("compare", "own", "charm.1.worth=9", "--game", "embers", "--players", "greedy,random"), "one kind of player"),
        (("sweep", "embers", "pile.embers=1"), "field=1..5"),
        (("sweep", "embers", "pile.embrs=1..2"), "did you mean 'embers'"),
    ],
)
def test_bad_input_gets_one_sentence(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(FirstfireError) as caught:
        run(*words)
    assert why in str(caught.value)
