"""The report of a playtest: figures and findings, laid out on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from ...kernel.game import box_hash
from .clusters import Strategy
from .duel import Duel
from .estimates import Estimate
from .features import PlaytestFeature
from .figures import Figures, Use
from .findings import Finding
from .page import Cell, Page, claims, facts, folded, plots, table
from .plots import bars, histogram, intervals, scatter
from .recording import Number
from .speech import Amount, Count, Gap, Share, Speech
from .study import Study
from .whatif import WhatIf

DEAD_SHOWN = 12  # rows of what is hardly ever taken that lie open


@dataclass
class Results:
    """Everything a report tells."""

    study: Study
    games: int
    figures: Mapping[str, Figures]  # by level, the strongest last
    findings: Sequence[Finding]
    tests: int
    clear: float
    strategies: Sequence[Strategy]
    duel: Duel | None = None
    whatifs: Sequence[WhatIf] = ()
    changed: Sequence[Finding] | None = None  # beside the game's own box
    places: Sequence[tuple[str, Any, Any]] = field(default_factory=tuple)  # in which the box differs from it

    @property
    def main(self) -> Figures:
        """The figures of the strongest level."""
        return list(self.figures.values())[-1]


class PlaytestReport:
    """One report in one language."""

    def __init__(self, results: Results, language: str) -> None:
        self.results = results
        self.figures = results.main
        study = results.study
        self.speech = Speech(study.game, study.box, self.figures.catalogue, language)
        say = self.speech.say
        levels = ", ".join(self.speech.level(name) for name in results.figures)
        title = self.speech.game_words.say("game.title")
        games = Count(sum(figures.counts.games for figures in results.figures.values()))
        under = say("title.under", games=games, seats=Count(study.seats), levels=levels)
        self.page = Page(language, say("title.report", game=title), under)

    def html(self) -> str:
        """The whole report."""
        self._conclusions()
        self._whatifs()
        self._length()
        if self.results.study.seats > 1:
            self._seats()
        self._scores()
        if self.results.study.seats > 1:
            self._course()
        self._things()
        self._dead()
        self._phases()
        self._strategies()
        self._levels()
        self._skill()
        self._method()
        return self.page.html()

    def sentences(self, findings: Sequence[Finding]) -> list[str]:
        """Findings in words."""
        return [self.speech.say(f"finding.{finding.key}", **finding.values) for finding in findings]

    def _names(self, findings: Sequence[Finding]) -> list[str]:
        """What each finding is about, where its sentence begins with that."""
        return [self.speech.component(one.component) if one.component is not None else "" for one in findings]

    def _begin(self, key: str) -> None:
        self.page.section(key, self.speech.say(f"title.{key}"))

    def _label(self, key: str, **values: Any) -> str:
        return self.speech.say(f"label.{key}", **values)

    def _conclusions(self) -> None:
        results = self.results
        if results.changed is not None:
            self._begin("changed")
            told = "; ".join(f"{place}: {old} → {new}" for place, old, new in results.places[:20])
            self.page.say(self.speech.say("text.baseline", changes=told or "–"))
            same = self.speech.say("finding.same", games=Count(results.games))
            shown = results.changed[:12]
            self.page.add(claims(self.sentences(shown), same, self._names(shown)))
        self._begin("conclusions")
        none = self.speech.say("finding.none", tests=Count(results.tests))
        self.page.add(claims(self.sentences(results.findings), none, self._names(results.findings)))

    def _whatifs(self) -> None:
        if not self.results.whatifs:
            return
        self._begin("counterfactual")
        for what in self.results.whatifs:
            told = "; ".join(f"{place}: {old} → {new}" for place, old, new in what.changes)
            self.page.card(
                self.speech.component(what.component),
                self.speech.say(
                    "text.counterfactual", games=Count(what.games), changes=told, one=Share(what.one),
                    other=Share(what.other), gap=Gap(what.gap.value), low=Gap(what.gap.low), high=Gap(what.gap.high),
                    a=Amount(what.times), b=Amount(what.times_after),
                ),
            )  # fmt: skip

    def _span(self, estimate: Estimate, *, percent: bool = False) -> str:
        if percent:
            return f"{self.speech.percent(max(0.0, estimate.low))} – {self.speech.percent(min(1.0, estimate.high))}"
        return f"{self.speech.amount(estimate.low)} – {self.speech.amount(estimate.high)}"

    def _length(self) -> None:
        self._begin("length")
        rows, drawn = [], []
        for key, number, scale in (
            ("decisions", Number.PLIES, 1.0), ("choices", Number.CHOICES, 1.0), ("rounds", Number.ROUNDS, 1.0),
            ("minutes", Number.TENTHS, 600.0),
        ):  # fmt: skip
            values = self.figures.counts.column(number) / scale
            if not values.any():
                continue
            estimate = self.figures.of(number, scale)
            rows.append((self._label(key), self.speech.amount(estimate.value), self._span(estimate)))
            if key != "choices":
                drawn.append(
                    (self._label(key), histogram(values, self._label(key), self.speech.bar, self.speech.language))
                )
        self.page.add(facts(rows), plots(drawn))
        self.page.say(self.speech.say("text.minutes"))

    def _seats(self) -> None:
        self._begin("seats")
        drawn = []
        for level, figures in self.results.figures.items():
            name = f" · {self.speech.level(level)}" if len(self.results.figures) > 1 else ""
            for key, estimates in figures.by_place.items():
                rows = []
                for i, estimate in enumerate(estimates, 1):
                    label = self._label(key, number=Count(i))
                    tip = f"{label}: {self.speech.percent(estimate.value)} ({self._span(estimate, percent=True)})"
                    rows.append((label, estimate.value, max(0.0, estimate.low), min(1.0, estimate.high), tip))
                title = self.speech.say("label.won") + name
                drawn.append((title, intervals(rows, 1 / figures.seats, self.speech.language)))
        self.page.add(plots(drawn))
        merged = all(figures.seat_is_turn for figures in self.results.figures.values())
        self.page.say(self.speech.say("text.seats_turns" if merged else "text.seats"))

    def _scores(self) -> None:
        self._begin("scores")
        scores = self.figures.scores.ravel().astype(float)
        sources = self.figures.sources
        rows = [
            (label.get(self.speech.language, label["en"]), points.value, self.speech.amount(points.value))
            for label, points, _, _ in sources[:14]
        ]  # fmt: skip
        self.page.add(
            plots(
                [
                    (
                        self._label("score"),
                        histogram(scores, self._label("score"), self.speech.bar, self.speech.language),
                    ),
                    (self._label("source"), bars(rows)),
                ]
            )
        )
        if sources and self.figures.seats > 1:
            self.page.say(
                self.speech.say("text.sources", games=Count(len(np.unique(self.figures.counts.sources[:, 0]))))
            )
            heads = [self._label(key) for key in ("source", "points", "nothing", "winners", "interval")]
            self.page.add(
                table(
                    heads,
                    [
                        [
                            Cell(label.get(self.speech.language, label["en"])),
                            Cell(self.speech.amount(points.value), points.value),
                            Cell(self.speech.percent(nothing), nothing),
                            Cell(self.speech.amount(more.value, signed=True), more.value),
                            Cell(self._span(more), more.low),
                        ]
                        for label, points, more, nothing in sources
                    ],
                )
            )

    def _course(self) -> None:
        self._begin("course")
        figures = self.figures
        half, leads = figures.half_leader_wins, figures.of(Number.LEAD_CHANGES)
        decided = 100 * figures.decided
        rows = [
            (self._label("half"), self.speech.percent(half.value), self._span(half, percent=True)),
            (self._label("lead_changes"), self.speech.amount(leads.value), self._span(leads)),
            (self._label("decided"), self.speech.percent(np.median(figures.decided), 0), self._label("median")),
            (self._label("margin"), f"{np.median(figures.margins):.0f}", self._label("median")),
        ]
        drawn = [
            (self._label(key), histogram(values, "", self.speech.bar, self.speech.language))
            for key, values in (
                ("decided", np.floor(decided)), ("lead_changes", figures.counts.column(Number.LEAD_CHANGES) * 1.0),
                ("margin", figures.margins * 1.0),
            )
        ]  # fmt: skip
        self.page.add(facts(rows), plots(drawn))
        self.page.say(self.speech.say("text.course"))

    def _things(self) -> None:
        self._begin("things")
        self.page.say(self.speech.say("text.things"))
        sure = {finding.component for finding in self.results.findings if finding.about == "component"}
        shown = [use for use in self.figures.uses if use.feature.domain is not None and use.beside is not None]
        seats = self.figures.counts.games * self.figures.seats
        points = [
            (use.games / seats, use.beside.value, self._tip(use), use.feature.component in sure)
            for use in shown
            if use.beside is not None
        ]
        across, up = self._label("seen"), self._label("beside")
        self.page.add(
            plots([(up, scatter(points, across, up, self.speech.language, width=900))]).replace("plots", "one", 1)
        )
        self.page.add(f'<input id="search" type="search" placeholder="{escape(self._label("search"))}" '
                      f'aria-label="{escape(self._label("search"))}">')  # fmt: skip
        groups: dict[str, list[Use]] = {}
        for use in self.figures.uses:
            groups.setdefault(use.feature.group if use.feature.domain is not None else use.feature.source, []).append(
                use
            )
        for uses in sorted(
            groups.values(), key=lambda uses: (uses[0].feature.domain is not None, -sum(u.times for u in uses))
        ):
            self._group(uses, sure)

    def _tip(self, use: Use) -> str:
        assert use.beside is not None
        gap = self.speech.told(Gap(use.beside.value))
        return f"{self.speech.feature(use.feature)}: {self.speech.percent(use.wins.value)}, {gap}"

    def _group(self, uses: list[Use], sure: set[Any]) -> None:
        """The table of one kind of thing."""
        first = uses[0].feature
        uses = sorted(uses, key=lambda use: -(use.beside.value if use.beside else -9))
        if first.domain is None:
            title = self._label("actions" if first.source == "action" else "events")
        else:
            title = self.speech.group(first)
        keys = ("thing", "offered", "taken", "seen", "times", "when", "won", "beside")
        known = [use.feature.component is not None and use.feature.component in sure for use in uses]
        inside = table([self._label(key) for key in keys], [self._use(use) for use in uses], known)
        self.page.add(folded(title, f"({len(uses)})", inside))

    def _use(self, use: Use) -> list[Cell]:
        """The row of one feature."""
        none = Cell("–", -9)
        speech, beside = self.speech, use.beside
        seats = self.figures.counts.games * self.figures.seats
        taken = use.taken / use.offered if use.offered else 0.0
        cells = [
            Cell(speech.feature(use.feature)),
            Cell(speech.count(use.offered), use.offered) if use.offered else none,
            Cell(speech.percent(taken), taken) if use.offered else none,
            Cell(speech.percent(use.wins.count / seats), use.wins.count) if use.wins.count else none,
            Cell(speech.count(use.times), use.times),
            Cell(speech.percent(use.when, 0), use.when) if use.games else none,
        ]
        if use.wins.count:
            span = self._span(use.wins, percent=True)
            cells.append(Cell(f"{speech.percent(use.wins.value)} ({span})", use.wins.value))
        else:
            cells.append(none)
        if beside is not None:
            low, high = (speech.signed(100 * end) for end in (beside.low, beside.high))
            cells.append(Cell(f"{speech.signed(100 * beside.value)} ({low} – {high})", beside.value))
        else:
            cells.append(none)
        return cells

    def _dead(self) -> None:
        self._begin("dead")
        self.page.say(self.speech.say("text.dead"))
        dead = [
            use for use in self.figures.uses
            if use.feature.source == "action" and use.offered >= 100 and use.taken < 0.01 * use.offered
        ]  # fmt: skip
        unseen = self._unseen()
        if not dead and not unseen:
            self.page.say(self.speech.say("text.nothing_dead"), soft=False)
        heads = [self._label(key) for key in ("thing", "offered", "taken", "won")]
        rows = [self._never(use) for use in sorted(dead, key=lambda use: -use.offered)]
        self.page.add(table(heads, rows[:DEAD_SHOWN]))
        if rest := rows[DEAD_SHOWN:]:
            self.page.add(folded(self._label("rest"), f"({len(rest)})", table(heads, rest)))
        if unseen:
            told = ", ".join(unseen[:80]) + (" …" if len(unseen) > 80 else "")
            bound = Share(min(1.0, 3 / self.figures.counts.games))
            self.page.say(self.speech.say("text.unseen", bound=bound, names=told), soft=False)

    def _unseen(self) -> list[str]:
        """What was never seen, by name; a sign without a name is room that the box leaves empty."""
        components = self.figures.unseen
        return sorted(
            {name for kind, value in components if (name := self.speech.component((kind, value))) != kind[value]}
        )

    def _never(self, use: Use) -> list[Cell]:
        """The row of an action that is hardly ever taken."""
        taken = f"{self.speech.count(use.taken)} ({self.speech.percent(use.taken / use.offered)})"
        return [
            Cell(self.speech.feature(use.feature)),
            Cell(self.speech.count(use.offered), use.offered),
            Cell(taken, use.taken),
            Cell(self.speech.percent(use.wins.value) if use.wins.count else "–", use.wins.value),
        ]

    def _phases(self) -> None:
        self._begin("phases")
        self.page.say(self.speech.say("text.phases"))
        heads = [self._label(key) for key in ("phase", "decisions", "choices", "options")]
        self.page.add(
            table(
                heads,
                [
                    [Cell(self.speech.phase(name)), *(Cell(self.speech.amount(x), x) for x in numbers)]
                    for name, *numbers in self.figures.phases
                ],
            )
        )

    def _strategies(self) -> None:
        self._begin("strategies")
        clear = Amount(self.results.clear)
        if not self.results.strategies:
            self.page.say(self.speech.say("text.no_strategies", clear=clear), soft=False)
            return
        self.page.say(self.speech.say("text.strategies", clear=clear))
        heads = [self._label(key) for key in ("part", "won", "interval", "more", "less")]
        self.page.add(
            table(
                heads,
                [
                    [
                        Cell(f"{i}: {self.speech.percent(one.part)}"),
                        Cell(self.speech.percent(one.wins.value), one.wins.value),
                        Cell(self._span(one.wins, percent=True), one.wins.low),
                        Cell(self._kinds(one.more)),
                        Cell(self._kinds(one.less)),
                    ]
                    for i, one in enumerate(self.results.strategies, 1)
                ],
            )
        )

    def _kinds(self, rows: Sequence[tuple[PlaytestFeature, float, float]]) -> str:
        return "; ".join(
            f"{self.speech.feature(feature)} ({self.speech.amount(here)} / {self.speech.amount(there)})"
            for feature, here, there in rows
        )

    def _levels(self) -> None:
        if len(self.results.figures) < 2:
            return
        self._begin("levels")
        self.page.say(self.speech.say("text.levels"))
        keys = ("level", "games", "decisions", "choices", "minutes", "score", "lead_changes", "half", "first_seat")
        rows = []
        for level, figures in self.results.figures.items():
            numbers = [
                figures.of(Number.PLIES), figures.of(Number.CHOICES), figures.of(Number.TENTHS, 600.0),
                Estimate(float(figures.scores.mean()), 0.0, 1), figures.of(Number.LEAD_CHANGES),
            ]  # fmt: skip
            rows.append(
                [
                    Cell(self.speech.level(level)),
                    Cell(self.speech.count(figures.counts.games), figures.counts.games),
                    *(Cell(self.speech.amount(one.value), one.value) for one in numbers),
                    Cell(self.speech.percent(figures.half_leader_wins.value), figures.half_leader_wins.value),
                    Cell(self.speech.percent(figures.by_seat[0].value), figures.by_seat[0].value),
                ]
            )
        self.page.add(table([self._label(key) for key in keys], rows))

    def _skill(self) -> None:
        duel = self.results.duel
        if duel is None:
            return
        self._begin("skill")
        even = Share(1 / duel.seats)
        told = self.speech.say(
            "finding.skill" if duel.wins.value >= even else "finding.skill_less", strong=duel.strong, weak=duel.weak,
            share=Share(duel.wins.value), even=even, low=Share(max(0.0, duel.wins.low)),
            high=Share(min(1.0, duel.wins.high)), all=Share(duel.always.value), never=Share(duel.never.value),
        )  # fmt: skip
        self.page.say(told, soft=False)
        self.page.say(self.speech.say("text.skill", deals=Count(duel.deals)))

    def _method(self) -> None:
        results = self.results
        self._begin("method")
        counts = self.figures.counts
        for key, values in (
            ("method", {"tests": Count(results.tests)}),
            ("method_players", {}),
            (
                "method_data",
                {
                    "first": Count(int(counts.seeds[0])), "last": Count(int(counts.seeds[-1])),
                    "box": box_hash(results.study.box), "detailed": Count(len(np.unique(counts.took[:, 0]))),
                },
            ),
        ):  # fmt: skip
            self.page.say(self.speech.say(f"text.{key}", **values))
