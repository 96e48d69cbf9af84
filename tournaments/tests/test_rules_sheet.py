"""Lists as spreadsheets write them: how columns are parted and coded, and what they mean."""

from __future__ import annotations

import pytest

from tournaments.entrants.rules.coding import Coding, decode, is_workbook, recode
from tournaments.entrants.rules.pasted_list import Column, find_unusable, guess_columns, name_in, parting, read_sheet

HEADED = ["Name", "ACC#", "Club", "Seat", "Event", "Q-pool"]
ROW = ["Quill, Ruth", "HI296", "Zoë’s Pegs", "A-7", "Main", "x"]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "cp1252", "mac_roman", "utf-16"])
def test_every_parting_and_coding_gives_the_same_people(sign: str, coding: str) -> None:
    text = "\r\n".join(sign.join(f'"{cell}"' for cell in row) for row in (HEADED, ROW))

    sheet = read_sheet(decode(text.encode(coding)).text)

    assert sheet.head is not None
    assert [column.value for column in guess_columns(sheet)] == [
        "name",
        "acc_number",
        "club",
        "seat",
        "event",
        "pool",
    ]
    assert name_in(sheet.rows[0], guess_columns(sheet)) == "Ruth Quill"
    assert sheet.rows[0][2] == "Zoë’s Pegs"


@pytest.mark.parametrize(
    ("heads", "columns"),
    [
        ("First Name;Last Name;ACC number", ["first", "last", "acc_number"]),
        ("Last,First,Member #", ["last", "first", "acc_number"]),
        ("Player,No.,Grass Roots Club", ["name", "acc_number", "club"]),
        ("Name;Side pool;24 pool;Phone", ["name", "pool", "pool", "phone"]),
        ("Name;Name", ["name", ""]),
    ],
)
def test_column_headers_are_known_as_people_write_them(heads: str, columns: list[str]) -> None:
    sheet = read_sheet(f"{heads}\n" + parting(heads).join("x" for _head in heads.split(parting(heads))), head=True)

    assert [column.value for column in guess_columns(sheet)] == columns


def test_a_list_without_a_head_is_read_as_it_is_pasted() -> None:
    sheet = read_sheet("Ruth Quill, HI296\n\nCarl Stone,, A-7\n")

    assert sheet.head is None
    assert [(row.line, row.cells) for row in sheet.rows] == [
        (1, ("Ruth Quill", "HI296")),
        (3, ("Carl Stone", "", "A-7")),
    ]
    assert [column.value for column in guess_columns(sheet)] == ["name", "acc_number", "seat"]


def test_a_quoted_line_break_does_not_shift_the_lines_of_the_faults() -> None:
    sheet = read_sheet('Name,Club\n"Ruth\nQuill",Reno\nCarl Stone,Reno\n')

    assert [(row.line, row[0]) for row in sheet.rows] == [(2, "Ruth Quill"), (4, "Carl Stone")]


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ([Column.NAME, Column.POOL, Column.POOL], None),
        ([Column.LAST, Column.IGNORED], None),
        ([Column.FIRST, Column.CLUB], "name"),
        ([Column.NAME, Column.CLUB, Column.CLUB], "twice"),
    ],
)
def test_columns_without_a_name_or_with_a_meaning_twice_are_unusable(columns: list[Column], why: str | None) -> None:
    assert find_unusable(columns) == why


@pytest.mark.parametrize(("said", "sign"), [("sep=;", ";"), ('"sep=,"', ","), ("SEP=\t", "\t"), ("sep=|", "|")])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_the_line_by_which_excel_says_what_parts_the_columns_is_followed_and_is_nobody(
    said: str, sign: str, end: str
) -> None:
    sheet = read_sheet(
        end.join(["\ufeff" + said, sign.join(["Name", "Club"]), sign.join(["Quill; Ruth, A|B", "Reno"])])
    )

    assert sheet.head is not None
    assert sheet.head.cells == ("Name", "Club")
    assert [row.line for row in sheet.rows] == [3]
    assert sheet.rows[0].cells[-1] == "Reno"


def test_somebody_whose_name_begins_like_that_line_is_somebody() -> None:
    assert [row.cells for row in read_sheet("sep=Sepp Stone;CA1\n", head=False).rows] == [("sep=Sepp Stone", "CA1")]


# --- Codings ---------------------------------------------------------------------------------------------------------

NAMES = """
    José Núñez|Zoë Quill|Jürgen Müller|Björn Ångström|François Lefèvre|Patrick O’Brien|Søren Kierkegård|JOSÉ NÚÑEZ
    |Åse Ørsted|Peña Muñoz|Éric Côté|Íñigo Conceição|ÁNGEL IÑIGO|“Red” Smith|Håkon Kjærgaard|Raúl – Reno|Noël Groß
"""


@pytest.mark.parametrize("coding", Coding)
@pytest.mark.parametrize("name", [name.strip() for name in NAMES.split("|")])
def test_of_two_old_codings_the_one_is_taken_that_makes_names(coding: Coding, name: str) -> None:
    assert decode(f"Name;ACC\n{name};CA1\n".encode(coding)) == (f"Name;ACC\n{name};CA1\n", coding)


def test_slavic_names_of_windows_are_not_taken_for_a_mac() -> None:
    assert decode("Miloš Žižek;Tomáš Šimek".encode("cp1252")).text == "Miloš Žižek;Tomáš Šimek"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_in_unicode_leaves_nothing_to_guess(coding: str) -> None:
    assert decode("José".encode(coding)) == ("José", None)


@pytest.mark.parametrize(("read", "wanted"), [tuple(Coding), tuple(Coding)[::-1]])
def test_a_wrong_guess_is_read_the_other_way_without_losing_a_byte(read: Coding, wanted: Coding) -> None:
    text = bytes(range(32, 256)).decode("mac_roman")

    as_windows = recode(text, Coding.MAC, Coding.WINDOWS)
    there = as_windows if read is Coding.WINDOWS else text

    assert recode(recode(there, read, wanted), wanted, read) == there
    assert recode(as_windows, Coding.WINDOWS, Coding.MAC) == text
    assert recode("Łukasz 金", read, wanted) == "Łukasz 金"


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b"PK\x03\x04\x14\x00\x06\x00", True),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", True),
        (b"PK Smith, HI296\n", False),
        (b"", False),
    ],
)
def test_a_workbook_is_known_by_how_it_begins(data: bytes, is_one: bool) -> None:
    assert is_workbook(data) is is_one
