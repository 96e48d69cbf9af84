"""Lists of people in the layouts in which people copy them from mails, documents, forms and other programs."""

from __future__ import annotations

import pytest

from tournaments.entrants.rules.pasted_list import Column, guess_columns, name_in, read_sheet

ANN, BOB = ("Ann Bell", "HI296"), ("Bob Ray", "MI374")
NAMES = [("Ann Bell", ""), ("Bob Ray", "")]
BOTH = [ANN, BOB]


def people(text: str) -> list[tuple[str, str]]:
    """The name and the ACC number of everybody in this text, as they would be entered without a question."""
    sheet = read_sheet(text)
    columns = guess_columns(sheet)
    numbers = [place for place, column in enumerate(columns) if column is Column.ACC_NUMBER]
    return [(name_in(row, columns), row[numbers[0]] if numbers else "") for row in sheet.rows]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1. Ann Bell\n2. Bob Ray", NAMES),
        ("1) Ann Bell\n2) Bob Ray", NAMES),
        ("7: Ann Bell, HI296\n8: Bob Ray, MI374", BOTH),
        ("1 Ann Bell\n2 Bob Ray", NAMES),
        ("#1 Ann Bell\n#2 Bob Ray", NAMES),
        ("1.\tAnn Bell\tHI296\n2.\tBob Ray\tMI374", BOTH),
        ("- Ann Bell\n- Bob Ray", NAMES),
        ("• Ann Bell, HI296\n• Bob Ray, MI374", BOTH),
        ("* Ann Bell\n* Bob Ray", NAMES),
        ("Player,ACC No.,Points\nAnn Bell,HI296,12\nBob Ray,MI374,14\nTotal,,26", BOTH),
        ("Player,ACC No.,Points\nAnn Bell,HI296,12\nBob Ray,MI374,14\n,Total:,26", BOTH),
        ("Ann Bell\nBob Ray\nTotal: 2", NAMES),
        ("Ann Bell\nBob Ray\n2 players", NAMES),
        ("Name,Email\nAnn Bell,ann@example.org\nBob Ray,bob@example.org", NAMES),
        ("Name\tPhone\nAnn Bell\t555-0134\nBob Ray\t555-0135", NAMES),
        ("Entrant;Shirt\nAnn Bell;M\nBob Ray;L", NAMES),
        ("Timestamp,Full name,ACC #\n3/6/2026 9:12:44,Ann Bell,HI296\n3/6/2026 9:15:01,Bob Ray,MI374", BOTH),
        ("#,Player,ACC No.,Points\n1,Ann Bell,HI296,12\n2,Bob Ray,MI374,14", BOTH),
        ("No.;Name;Number\n1;Ann Bell;HI296\n2;Bob Ray;MI374", BOTH),
        ("1,HI296,Ann Bell\n2,MI374,Bob Ray", BOTH),
        ("HI296\tAnn Bell\nMI374\tBob Ray", BOTH),
        ("Ann Bell HI296\nBob Ray MI374", BOTH),
        ("Ann Bell (HI296)\nBob Ray (MI374)", BOTH),
        ("Ann Bell - HI296\nBob Ray - MI374", BOTH),
        ("HI296 Ann Bell\nMI374 Bob Ray", BOTH),
        ("1. Ann Bell (hi296)\n2. Bob Ray", [ANN, ("Bob Ray", "")]),
        ("Ann Bell      HI296\nBob Ray       MI374", BOTH),
        ("Name        ACC\nAnn Bell    HI296\nBob Ray     MI374", BOTH),
        ("| Name | ACC |\n|------|-----|\n| Ann Bell | HI296 |\n| Bob Ray | MI374 |", BOTH),
        ("Ann Bell <ann@example.org>\nBob Ray <bob@example.org>", NAMES),
        ("Ann Bell, ann@example.org, HI296\nBob Ray, bob@example.org, MI374", BOTH),
        ("Ann Bell; Bob Ray; Cy Oates", [*NAMES, ("Cy Oates", "")]),
        ("Ann Bell, Bob Ray, Cy Oates", [*NAMES, ("Cy Oates", "")]),
        ("Sierra Open 2026\n\nName,ACC\nAnn Bell,HI296\nBob Ray,MI374", BOTH),
        ("Sierra Open,,\nEntrants,,\nName,ACC,Club\nAnn Bell,HI296,Reno\nBob Ray,MI374,Reno", BOTH),
        ("Name,ACC\nAnn Bell,HI296\nPage 1 of 2\nName,ACC\nBob Ray,MI374\nPage 2 of 2", BOTH),
        ("Last,First,ACC#\nBell,Ann,HI296\nRay,Bob,MI374", BOTH),
        ('"Bell, Ann",HI296\n"Ray, Bob",MI374', BOTH),
        ("Ann\u200b Bell\u00a0,HI296\u200e\n\ufeffBob\u00ad Ray,MI374", BOTH),
        ("Name,ACC\n'=Ann Bell,HI296\nBob Ray,MI374", [("=Ann Bell", "HI296"), BOB]),
        (
            'Name,ACC\n"Gil, Jr. Hank",HI296\n"Hank Gil, III",MI374',
            [("Gil, Jr. Hank", "HI296"), ("Hank Gil, III", "MI374")],
        ),
    ],
)
def test_a_list_in_this_layout_is_read_right(text: str, read: list[tuple[str, str]]) -> None:
    assert people(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # Nobody is taken for a header, a total or a number.
        ("Total Ann\nSum Yi", [("Total Ann", ""), ("Sum Yi", "")]),
        ("O'Brien, Pat\n'Ann Bell'", None),
        ("4 Ann Bell\n4 Bob Ray", [("4 Ann Bell", ""), ("4 Bob Ray", "")]),
        ("Ann Bell, HI296, A-7", [ANN]),
        ("Ann Bell\n", [("Ann Bell", "")]),
        ("Zed  Zuck\nAnn  Bell\nBob Ray", [("Zed Zuck", ""), ("Ann Bell", ""), ("Bob Ray", "")]),
        ("Page Joplin\nCount Basie", [("Page Joplin", ""), ("Count Basie", "")]),
        ("Ann Bell-Ray\nX Æ", [("Ann Bell-Ray", ""), ("X Æ", "")]),
    ],
)
def test_a_person_with_an_odd_name_stays_a_person(text: str, read: list[tuple[str, str]] | None) -> None:
    if read is None:
        assert len(people(text)) == 2
    else:
        assert people(text) == read


def test_the_lines_of_people_keep_their_numbers_and_what_is_around_them_is_kept() -> None:
    sheet = read_sheet("Sierra Open\n\nName,ACC\nAnn Bell,HI296\n\nBob Ray,MI374\nTotal,2\n")

    assert [row.line for row in sheet.rows] == [4, 6]
    assert [(row.line, row[0]) for row in sheet.around] == [(1, "Sierra Open"), (7, "Total")]
