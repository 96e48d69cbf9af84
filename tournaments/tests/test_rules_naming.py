"""Whom somebody means who types an ID, a name or both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.naming import find_player

NAMES = {"A-1": "Milt Orr", "A-6": "Cal Dun", "A-7": "Renée O’Hara", "B-1": "Cal Dunn", "B-2": "Jörg Weiß"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a6", ["A-6"]),
        ("A-6 Cal Dun", ["A-6"]),
        ("cal dun", ["A-6"]),
        ("CAL  DUN", ["A-6"]),
        ("dun", ["A-6", "B-1"]),
        ("renee", ["A-7"]),
        ("o'hara", ["A-7"]),
        ("jorg weiss", ["B-2"]),
        ("orr mil", ["A-1"]),
        ("A-6 Milt Orr", ["A-6", "A-1"]),
        ("C-1 Milt Orr", ["A-1"]),
        ("C-1", []),
        ("nobody", []),
        ("", []),
        (" \x00", []),
    ],
)
def test_an_id_or_a_name_finds_who_is_meant(text: str, found: list[str]) -> None:
    assert list(find_player(text, NAMES)) == found


@given(st.sampled_from([*NAMES]))
def test_what_the_list_offers_finds_that_player_alone(seat: str) -> None:
    assert find_player(f"{seat} {NAMES[seat]}", NAMES) == (seat,)


@given(st.text(max_size=20))
def test_whatever_is_typed_finds_people_who_are_there(text: str) -> None:
    assert set(find_player(text, NAMES)) <= NAMES.keys()
