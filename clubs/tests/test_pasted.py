"""Sheets as clubs keep them: every layout gives the same nights, and what is not read is named."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.rules.pasted import Passed, PastedSheet, read_sheet

FIRST = date(2025, 9, 1)
REAL = Path(__file__).parent / "weekly-club-standings.csv"
Figures = tuple[int, int | None, int | None]

WHOLE = {
    "2025-09-04": {"Ann Petty": (14, 6, 54), "Bo Ray": (11, 5, -3)},
    "2025-09-11": {"Bo Ray": (12, 6, -60)},
}
OF_THREE = {
    "two lines of heads": (
        ",Sep 4,,,Sep 11,,,Season,,\nName,GP,GW,Net,GP,GW,Net,GP,GW,Net\n"
        "Ann Petty,14,6,54,,,,14,6,54\nBo Ray,11,5,(3),12,6,60-,23,11,-63"
    ),
    "three columns under one date": "Player,9/4,,,9/11,,\nAnn Petty,14,6,54,,,\nBo Ray,11,5,-3,12,6,(60)",
    "the figure behind the date": (
        "#;Name;Sep 4 GP;Sep 4 GW;Sep 4 Net;Sep 11 GP;Sep 11 GW;Sep 11 Net\n"
        "1;Ann Petty;14;6;54;x;x;x\n2;Bo Ray;11;5;−3;12;6;−60"
    ),
    "blocks without heads": (
        "Fall season\n\nWeek 1 - Sep 4\nAnn Petty\t14\t6\t54\nBo Ray\t11\t5\t-3\nTotal\t25\t11\t51\n\n"
        "Week 2 - Sep 11\nAnn Petty\tDNP\t\t\nBo Ray\t12\t6\t-60\nTotal\t12\t6\t-60"
    ),
    "blocks with heads": (
        "Thursday, September 4, 2025\nName,GP,GW,Net\nAnn Petty,14,6,54\nBo Ray,11,5,-3\n\n"
        "Thursday, September 11, 2025\nName,GP,GW,Net\nBo Ray,12,6,-60"
    ),
    "wide gaps": "4 Sep\nAnn Petty   14  6  54\nBo Ray 11 5 (3)\n11 Sep\nBo Ray      12  6  -60",
    "a date in each line": "2025-09-04|Ann Petty|14|6|54\n2025-09-04|Bo Ray|11|5|-3\n2025-09-11|Bo Ray|12|6|-60",
    "other columns around": (
        "Net,Night,GP,Paid,GW,Last,First\n54,9/4/25,14,$5,6,Petty,Ann\n-3,,11,,5,Ray,Bo\n-60,9/11/25,12,,6,Ray,Bo"
    ),
    "in French, day first": (
        "Joueur\tDate\tPoints de partie\tParties gagnées\tNet\nAnn Petty\t4/9\t14\t6\t54\nBo Ray\t4/9\t11\t5\t-3\n"
        "Bo Ray\t18/9\tabs\t\t\nBo Ray\t11 sept.\t12\t6\t-60"
    ),
}
POINTS = {
    "2025-09-04": {"Ann Petty": (14, None, None), "Bo Ray": (11, None, None)},
    "2026-01-08": {"Bo Ray": (12, None, None)},
}
OF_ONE = {
    "the nights across": "Name,Sep 4,Jan 8,Total,Rank\nAnn Petty,14,x,14,2\nBo Ray,11,12,23,1\nTotals,25,12,37\nAverage,12.5,12",
    "a title and numbers in front": "Peggers 2025-26\n\n#\tPlayers\t9/4\t1/8\tAvg\n1\tAnn Petty\t14\t-\t14\n2.\tBo Ray\t11\t12\t11.5",
    "weeks with dates, bars": "| Member | Week 1 (9/4) | Week 18 (1/8) |\n| 1. Ann Petty | 14.0 | DNP |\n| 2. Bo Ray | 11 | 12 |",
    "a line for each": "Date;Name;Points\n2025-09-04;Ann Petty;14\n;Bo Ray;11\n2026-01-08;Ann Petty;\n;Bo Ray;12",
}


def nights(sheet: PastedSheet) -> dict[str, dict[str, Figures]]:
    return {
        str(night.label.day): {line.name: (line.game_points, line.games_won, line.net) for line in night.lines}
        for night in sheet.nights
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [*((text, WHOLE) for text in OF_THREE.values()), *((text, POINTS) for text in OF_ONE.values())],
    ids=[*OF_THREE, *OF_ONE],
)
def test_every_layout_gives_the_same_nights(text: str, expected: dict[str, dict[str, Figures]]) -> None:
    sheet = read_sheet(text, FIRST)

    assert (sheet.bad, sheet.totals, sheet.zeros) == ([], [], [])
    assert nights(sheet) == expected


def test_the_published_nights_of_a_club_are_read_as_they_are() -> None:
    """Other columns around, a semicolon in a note, blank nets, and one line without a card."""
    sheet = read_sheet(REAL.read_text(encoding="utf-8"), date(2019, 6, 1))

    assert (sheet.bad, [(line.number, line.why) for line in sheet.passed]) == ([], [(14, Passed.NOT_PLAYED)])
    assert {day: len(cards) for day, cards in nights(sheet).items()} == {
        "2019-06-15": 4,
        "2019-07-13": 4,
        "2019-07-20": 4,
        "2019-08-03": 5,
        "2019-08-10": 5,
        "2019-08-17": 3,
        "2019-09-28": 4,
        "2019-10-12": 4,
    }
    assert nights(sheet)["2019-08-03"]["J.Mi."] == (11, 5, 0)
    assert nights(sheet)["2019-06-15"]["R.M."] == (15, 7, None)
    assert {"source_id", "players", "note"} <= set(sheet.columns)


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("Name,Sep 4,Sep 31,Oct 2\nAnn,14,6,3", [(1, "date", "Sep 31")]),
        ("Name,Sep 4,,Sep 11,\nAnn,14,6,12,5", [(1, "heads", "night")]),
        ("Name,GP,GW,GP,GW\nAnn,14,6,12,5", [(1, "heads", "twice game_points")]),
        ("Name,GW,Net\nAnn,6,54", [(1, "heads", "game_points")]),
        ("Name,Sep 4,Sep 11\nAnn,14,1O\n,12,3\nBo,13,12,9", [(2, "game_points", "1O"), (3, "name", "12 3"), (4, "longer", "9")]),
        ("Name,GP,GW\nAnn,,6\nThe 2nd half\nBo,11,5", [(2, "game_points", ""), (3, "", "The 2nd half")]),
        ("Name,GP\nAnn,14\nTotal,15", [(3, "total", "15")]),
        ("Name,Sep 4,Sep 11\nAnn,14,11\nTotal,14,12", [(3, "total", "12")]),
        ("2025-09-31,Ann,14,6,54\nBo,11,5", [(1, "date", "2025-09-31"), (2, "", "Bo 11 5")]),
        ("Ann,14,12,9,7,11", [(1, "", "Ann 14 12 9 7 11")]),
    ],
)  # fmt: skip
def test_what_is_not_read_is_named_with_its_line(text: str, bad: list[tuple[int, str, str]]) -> None:
    assert [(line.number, line.part, line.text) for line in read_sheet(text, FIRST).bad] == bad


def test_nothing_is_passed_over_unsaid() -> None:
    text = "Peggers\nName,1,2,3,Total,28\nAnn,14,0,12,27,1\nCy,,x,-,,\nMax,12,11,10,33,\nnice night\nAttendance,2,2,2\nBest,12,13,11,36"

    sheet = read_sheet(text, FIRST)

    assert [(night.label.day, night.label.week, len(night.lines)) for night in sheet.nights] == [
        (None, 1, 3),
        (None, 2, 3),
        (None, 3, 3),
    ]
    assert [(line.number, line.why) for line in sheet.passed] == [
        (1, Passed.TITLE),
        (4, Passed.NOT_PLAYED),
        (6, Passed.NO_NUMBER),
        (7, Passed.FOOT),
    ]
    assert (sheet.columns, [line.number for line in sheet.zeros]) == (["28"], [3])
    assert sheet.totals == [(3, "Ann", 27, 26)]


def test_three_zeros_are_no_card() -> None:
    sheet = read_sheet("Name,GP,GW,Net\nAnn,0,0,0\nBo,12,6,3", FIRST)

    assert [line.name for line in sheet.nights[0].lines] == ["Bo"]
    assert [(line.number, line.why) for line in sheet.passed] == [(2, Passed.ALL_ZERO)]


CELLS = st.sampled_from(
    [
        "",
        "Name",
        "GP",
        "GW",
        "Net",
        "Total",
        "Sep 4",
        "9/11",
        "Week 2",
        "Ann",
        "Bo Ray",
        "14",
        "(3)",
        "x",
        "0",
        "9/31",
        "Date",
        '"',
    ]
)


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.lists(CELLS, max_size=7).map(",".join), max_size=8).map("\n".join),
    ),
    st.sampled_from([FIRST, date.min, date.max]),
)
def test_nothing_that_is_pasted_breaks_and_every_line_is_accounted_for(text: str, first: date) -> None:
    sheet = read_sheet(text, first)

    read = {line.number for night in sheet.nights for line in night.lines}
    named = {line.number for line in sheet.bad} | {line.number for line in sheet.passed}
    assert all(number > 0 for number in read | named)
    if not any(line.part == "heads" for line in sheet.bad):
        for number, line in enumerate(text.splitlines(), start=1):
            if number not in read | named:
                assert not any(
                    figure in line.split(",") for figure in ("14", "(3)", "0") if "Ann" in line and "Total" not in line
                )
