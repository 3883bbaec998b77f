"""The pages of matches and tournaments: their numbers are the report's, and nothing in them runs or comes from afar."""

import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from saizen.arena.contest import Rules, Standings
from saizen.arena.html import match_html, tournament_html
from saizen.arena.openings import Openings
from saizen.arena.plan import Plan, TimeControl
from saizen.arena.playing import GameResult, play_pairs
from saizen.arena.plots import llr_plot
from saizen.arena.report import complete_pairs, match_report, tournament_report
from saizen.arena.statistics import Hypotheses

HOSTILE = "<script>alert('&\")</script>\x1b\ud800\u202e"
SHOWN = "<script>alert('&\")</script>\ufffd\ufffd\ufffd"
VOID = {"meta"}
ALLOWED_ATTRIBUTES = {
    *("lang", "charset", "http-equiv", "content", "name", "class", "role", "tabindex", "aria-label", "scope"),
    *("viewbox", "width", "height", "x", "y", "d", "cx", "cy", "r", "fill", "fill-opacity", "stroke", "stroke-width"),
    *("stroke-opacity", "stroke-dasharray", "font-family", "font-size", "text-anchor"),
}


class Page(HTMLParser):
    """Reads a page: its tags close in order, its attributes are harmless, and its text is kept by its kind."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[tuple[str, str]] = []
        text.encode("utf-8")
        self.feed(text)
        self.close()
        assert self.open == []
        assert not self.tags & {"script", "link", "img", "iframe", "object", "base", "form", "a"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= ALLOWED_ATTRIBUTES
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append((self.open[-1] if self.open else "", data.replace("\u00a0", " ")))

    def of(self, tag: str) -> list[str]:
        """Return the texts in one kind of element."""
        return [words for kind, words in self.words if kind == tag]

    @property
    def rows(self) -> dict[str, list[str]]:
        """The cells of each name, in the rows of all tables."""
        rows: dict[str, list[str]] = {}
        current: list[str] = []
        for tag, words in self.words:
            if tag == "th":
                current = rows.setdefault(words, [])
            elif tag == "td":
                current.append(words)
        return rows


def run(plan: Plan, rules: Rules | None = None, results: list[GameResult] | None = None) -> Standings:
    standings = Standings(plan, rules or Rules())
    standings.add(play_pairs(plan, range(plan.pairs)) if results is None else results)
    return standings


def game(number: int, score: float, **more: Any) -> GameResult:
    margin = {1.0: 1.0, 0.5: 0.0, 0.0: -1.0}[score]
    result = GameResult(number, "a1 b2", 2, score, margin, "rules", None, "", (3, 2), (0.003, 0.5), (30, 0))
    return result._replace(**more)


def match_page(standings: Standings) -> Page:
    return Page(match_html(standings, match_report(standings)))


def tournament_page(standings: Standings) -> Page:
    return Page(tournament_html(standings, tournament_report(standings)))


@cache
def match() -> Standings:
    plan = Plan("tictactoe", ("random", "minimax:depth=1"), 400, seed=5, openings=Openings(1))
    return run(plan, Rules(Hypotheses(-100, -60)))


@cache
def tournament() -> Standings:
    return run(Plan("tictactoe", ("random", "minimax:depth=1", "minimax:depth=2", "random"), 6, seed=5))


def signed(value: float | None, decimals: int = 1) -> str:
    return f"{value:+.{decimals}f}".replace("-", "−")


def percents(*shares: float | None) -> list[str]:
    return [f"{100 * (share or 0):.1f} %" for share in shares]


def test_the_tables_of_a_match_are_those_of_its_report() -> None:
    report = match_report(match())
    rows = match_page(match()).rows
    for name, tally in (
        ("moving first", report.moving_first),
        ("moving second", report.moving_second),
        ("all games", report.total),
    ):
        counts = [str(count) for count in (tally.wins, tally.draws, tally.losses, tally.games)]
        assert rows[name] == [*counts, f"{tally.points:g}", *percents(tally.points / tally.games)]
    pairs = report.pentanomial
    score, low, high = percents(report.score, *report.score_interval)
    assert rows["score"] == [f"{score} (95 %: {low} to {high})"]
    low, high = map(signed, pairs.elo_interval)
    assert rows["Elo"] == [f"{signed(report.elo)} (95 %: {low} to {high})"]
    low, high = map(signed, pairs.nelo_interval)
    assert rows["normalized Elo"] == [f"{signed(pairs.nelo)} (95 %: {low} to {high})"]
    assert rows["pairs with 0, ½, 1, 1½, 2 points"] == [", ".join(map(str, pairs.counts))]
    assert rows["ended"] == [report.reason]


def test_the_likelihood_of_superiority_is_given_but_never_as_certain() -> None:
    draws = [game(number, 0.5) for number in range(4)]
    wins = [game(number, 1.0) for number in range(200)]
    plan = Plan("tictactoe", ("random", "random"), 200)
    assert match_page(run(plan, results=draws)).rows["likelihood of superiority"] == ["50.0 %"]
    assert match_page(run(plan, results=wins)).rows["likelihood of superiority"] == ["> 99.9 %"]
    lost = [result._replace(score=0.0) for result in wins]
    assert match_page(run(plan, results=lost)).rows["likelihood of superiority"] == ["< 0.1 %"]


def test_the_sequential_test_is_in_the_table_and_in_the_plot() -> None:
    standings = match()
    report, test = match_report(standings), standings.sprt
    assert test is not None
    assert test.pairs < 200  # it stopped
    rows = match_page(standings).rows
    said = f"{test.result} accepted after {test.pairs} pairs; H0 nElo −100, H1 nElo −60, α 0.05, β 0.05"
    assert rows["SPRT"][0] == said
    assert rows["log-likelihood ratio"] == [f"{signed(test.llr, 2)} (bounds −2.94 and +2.94)"]
    assert report.reason == f"SPRT: {test.result} accepted"
    assert f"The ratio is {test.llr:.2f}" in match_html(standings, report)


def test_the_plotted_ratio_ends_at_the_bound_it_crossed() -> None:
    standings = match()
    assert standings.sprt is not None
    plot = llr_plot(standings.sprt, list(complete_pairs(standings.counted)))
    crossed = "H1" if standings.sprt.llr > 0 else "H0"
    level = re.search(rf'class="level" d="M52.0 ([\d.]+)H[^>]*/><text[^>]*>{crossed}<', plot)
    mark = re.search(r'class="mark" cx="([\d.]+)" cy="([\d.]+)"', plot)
    assert level is not None
    assert mark is not None
    assert mark[1] == "436"
    assert abs(float(mark[2]) - float(level[1])) < 15
    assert (float(mark[2]) <= float(level[1])) == (crossed == "H1")


def test_work_and_faults_are_given_by_player() -> None:
    faults = [
        game(0, 0.0, cause="illegal", at_fault=0, margin=None, detail="illegal move 'e3'"),
        game(1, 1.0, cause="late", at_fault=1, margin=None, detail="took too long"),
        game(2, 1.0, cause="resigned", margin=None),
        game(3, 0.0, cause="illegal", at_fault=0, margin=None, detail="again"),
    ]
    page = match_page(run(Plan("tictactoe", ("random", "maxflip"), 10), results=faults))
    assert page.rows["random"] == ["1 ms", "10", "illegal 2"]
    assert page.rows["maxflip"] == ["250 ms", "–", "late 1"]
    assert page.rows["fault: illegal"] == ["2"]
    assert page.rows["the loser resigned"] == ["1"]
    assert "fault of random: illegal: illegal move 'e3'; opening of 2 plies" in page.of("p")
    assert "0. random – maxflip: 0–1" in page.of("p")
    assert "1. maxflip – random: 0–1" in page.of("p")


def test_games_stand_with_their_result_as_who_moved_first_saw_it() -> None:
    results = [game(0, 1.0), game(1, 1.0), game(2, 0.5), game(3, 0.5, cause="adjudicated")]
    page = match_page(run(Plan("tictactoe", ("random", "maxflip"), 4), results=results))
    heads = [words for words in page.of("p") if re.match(r"\d\. ", words)]
    assert heads == [
        "0. random – maxflip: 1–0 (+1)",
        "1. maxflip – random: 0–1 (−1)",
        "2. random – maxflip: ½–½ (+0)",
        "3. maxflip – random: ½–½ (+0)",
    ]
    assert page.of("p").count("a1 b2") == 4
    assert "adjudicated by the exact score; opening of 2 plies" in page.of("p")


def test_no_more_games_are_shown_than_can_be_read() -> None:
    standings = run(Plan("tictactoe", ("random", "random"), 2000, seed=1))
    page = match_page(standings)
    assert page.of("summary")[0] == "Games 0 to 49"
    assert page.of("summary")[-1] == "Games 250 to 299"
    assert any("the first 300 of 2000" in words for words in page.of("p"))
    assert len(match_html(standings, match_report(standings))) < 150_000


def test_settings_tell_what_decides_the_games() -> None:
    plan = Plan(
        game="othello",
        players=("random", "engine:level=1"),
        games=10,
        seed=42,
        size="6x6",
        moves="d3",
        openings=Openings(4),
        time=TimeControl(move=1.5, game=60, increment=0.5),
        adjudicate=8,
        hosted=True,
    )
    rows = match_page(Standings(plan, Rules(most_faults=3))).rows
    assert rows["game"] == ["othello"]
    assert rows["size"] == ["6x6"]
    assert rows["moves played before"] == ["d3"]
    assert (rows["player 1"], rows["player 2"]) == (["random"], ["engine:level=1"])
    assert rows["seed"] == ["42"]
    assert rows["openings"] == ["4 random plies, each played twice with the sides changed"]
    assert rows["time"] == ["1.5 s a move, 60 s a game and 0.5 s more a move; late by more than 0.05 s loses"]
    assert rows["adjudication"] == ["exact score at 8 empties"]
    assert rows["files of players"] == ["each in a process of its own"]
    assert "position" not in rows


@pytest.mark.parametrize(
    ("openings", "said"),
    [
        (Openings(), "none: every game begins at the start"),
        (Openings(lines=("a1",)), "1 line of a file, each played twice with the sides changed"),
    ],
)
def test_openings_are_told(openings: Openings, said: str) -> None:
    assert match_page(Standings(Plan("tictactoe", ("random", "random"), 2, openings=openings))).rows["openings"] == [
        said
    ]


def test_the_ladder_is_the_reports() -> None:
    report = tournament_report(tournament())
    rows = tournament_page(tournament()).rows
    for place, rating in enumerate(report.ladder, 1):
        row = rows[f"{place}. {report.players[rating.player]}"][:5]
        elo = [signed(rating.elo), f"{rating.high - rating.elo:.1f}"]
        assert row == [*elo, f"{rating.score:g}", str(rating.games), *percents(rating.score / rating.games)]


def test_the_cross_table_is_the_reports() -> None:
    report = tournament_report(tournament())
    rows = tournament_page(tournament()).rows
    order = [rating.player for rating in report.ladder]
    for place, one in enumerate(order, 1):
        points = [report.points(one, two) for two in order]
        cells = ["–" if met is None else f"{met[0]:g}/{met[1]}" for met in points]
        assert rows[f"{place}. {report.players[one]}"][-4:] == cells  # after its cells of the ladder


def test_every_pairing_has_its_numbers_and_games() -> None:
    standings = tournament()
    report, page = tournament_report(standings), tournament_page(standings)
    places = {rating.player: place for place, rating in enumerate(report.ladder, 1)}
    names = [f"{places[player]}. {name}" for player, name in enumerate(report.players)]
    said = [
        f"{names[pairing.one]} – {names[pairing.two]}: {pairing.tally.points:g} of {pairing.tally.games}"
        for pairing in report.pairings
    ]
    assert [words for words in page.of("summary") if words != "Games"] == said
    assert len([words for words in page.of("p") if re.match(r"\d+\. .*: (1–0|0–1|½–½)", words)]) == report.games


def test_a_gauntlet_leaves_open_who_did_not_meet() -> None:
    standings = run(Plan("tictactoe", ("random", "random", "random"), 2, gauntlet=True))
    page = tournament_page(standings)
    assert page.rows["games"] == ["4: the first player meets all others, 2 games each"]
    assert len([words for words in page.of("summary") if words != "Games"]) == 2


def test_hostile_names_and_games_are_text() -> None:
    plan = Plan(HOSTILE, (HOSTILE, HOSTILE), 2)
    results = [game(0, 0.0, moves=HOSTILE, cause=HOSTILE, at_fault=0, detail=HOSTILE), game(1, 1.0)]
    standings = run(plan, Rules(most_faults=1), results)
    for page in (match_page(standings), tournament_page(standings)):  # which read the page, and refuse a script
        assert any(f"fault of {SHOWN}: {SHOWN}: {SHOWN}" in words for words in page.of("p"))
        assert f"{SHOWN} failed 1 times in a row" in " ".join(page.of("p"))
    assert match_page(standings).of("title")[0] == f"{SHOWN} against {SHOWN}"


@pytest.mark.parametrize("scores", [[], [1.0], [0.5] * 4, [1.0] * 4, [0.0] * 4, [1.0, 0.0, 1.0]])
def test_few_and_equal_games_make_a_page(scores: list[float]) -> None:
    results = [game(number, score) for number, score in enumerate(scores)]
    plan = Plan("tictactoe", ("random", "maxflip"), 4)
    page = match_page(run(plan, Rules(Hypotheses(0, 10)), results))
    assert page.rows["all games"][3] == str(len(scores))
    tournament_page(run(plan, results=results))


def test_infinite_and_unknown_differences_are_told() -> None:
    plan = Plan("tictactoe", ("random", "maxflip"), 4)
    nothing = match_page(Standings(plan)).rows
    assert nothing["score"] == ["– (95 %: 0.0 % to 100.0 %)"]
    assert nothing["Elo"] == ["– (95 %: −∞ to +∞)"]
    assert nothing["normalized Elo"] == ["–"]
    won = match_page(run(plan, results=[game(number, 1.0) for number in range(4)])).rows
    assert won["Elo"][0].startswith("+∞ (95 %: ")
    assert won["Elo"][0].endswith(" to +∞)")
    assert won["normalized Elo"] == ["– (all pairs scored alike)"]


def test_pages_need_nothing_from_elsewhere() -> None:
    for text in (
        match_html(match(), match_report(match())),
        tournament_html(tournament(), tournament_report(tournament())),
    ):
        assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in text
        assert not re.search(r"https?:|<script|url\(|@import|javascript:|\son\w+=", text, re.IGNORECASE)


def test_large_tournaments_show_a_part_and_say_so() -> None:
    players = tuple(f"random:seed={number}" for number in range(70))
    plan = Plan("tictactoe", players, 1)
    results = [game(number, 1.0) for number in range(0, 2 * plan.pairs, 2)]
    page = tournament_page(run(plan, results=results))
    assert "The first 500 of 2415 pairings." in page.of("p")
    assert "Points of games, row against column, the first 40 of 70" in page.of("caption")
    assert any("the best 60 of 70" in words for words in page.of("figcaption"))
