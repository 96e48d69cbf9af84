"""The peg track: what it says, where the pegs stand, and that no style attribute gets in."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.templatetags.pegboard import hole_of
from tournaments.words.listing import in_a_row


def render(arguments: str, **context: object) -> str:
    html = Template("{% load pegboard %}{% peg_track " + arguments + " %}").render(Context(context))
    return " ".join(html.split())


def places(html: str, kind: str) -> list[str]:
    return re.findall(rf'<circle class="{kind}" cx="([\d.]+)%"', html)


@pytest.mark.parametrize(
    ("count", "hole"),
    [
        pytest.param(0, 0, id="nothing yet is off the street"),
        pytest.param(1, 1, id="the first card takes the first hole"),
        pytest.param(74, 24, id="part of a hole counts as the hole"),
        pytest.param(95, 30, id="one short stands in the last hole"),
        pytest.param(96, 30, id="all of them"),
        pytest.param(97, 30, id="more than all stay on the street"),
        pytest.param(-1, 0, id="less than nothing is off the street"),
    ],
)
def test_a_count_stands_in_its_hole(count: int, hole: int) -> None:
    assert hole_of(count, 96, 30) == hole


def test_a_street_for_nothing_has_no_peg() -> None:
    html = render('0 0 0 None "Cards in"')

    assert "track--idle" in html
    assert places(html, "track__front") == []


def test_the_track_says_its_figures_in_words_and_beside_itself() -> None:
    html = render('74 62 96 30 "Typed in" detail="table A" note="12 in the last 10 minutes." say="Cards typed in"')

    assert 'role="progressbar" aria-label="Cards typed in"' in html
    assert 'aria-valuemin="0" aria-valuemax="96" aria-valuenow="74" aria-valuetext="74 of 96"' in html
    assert '<div class="meter__label">Typed in <span>table A</span></div>' in html
    assert '<div class="meter__num">74 <span>of 96</span></div>' in html
    assert '<p class="meter__note">12 in the last 10 minutes.</p>' in html


def test_the_label_names_the_track_where_nothing_else_does() -> None:
    assert 'aria-label="Cards in"' in render('1 0 2 2 "Cards in"')


def test_pegs_stand_at_their_holes_with_a_wider_step_after_every_fifth() -> None:
    html = render('6 5 10 10 "Cards in"')

    # Ten holes and one gap of 0.7 are 10.7 steps; hole 5 is 4.5 steps in, hole 6 is 5.5 and the gap.
    assert places(html, "track__rear") == [f"{450 / 10.7:.3f}"]
    assert places(html, "track__front") == [f"{620 / 10.7:.3f}"]


def test_a_long_street_brings_a_short_one_for_narrow_places() -> None:
    html = render('74 62 96 96 "Typed in"')

    assert re.findall(r"track__svg--(\w+)", html) == ["wide", "narrow"]
    assert len(set(places(html, "track__front"))) == 2


@pytest.mark.parametrize("holes", ["None", "0", "30", "101"])
def test_other_streets_have_thirty_holes(holes: str) -> None:
    html = render(f'15 0 400 {holes} "Cards in"')

    assert re.findall(r"track__svg--(\w+)", html) == ["only"]
    assert 'font-size="2.985cqi"' in html


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param('5 0 7 7 "x"', id="no mark yet"),
        pytest.param('5 None 7 7 "x"', id="no mark kept"),
        pytest.param('5 5 7 7 "x"', id="nothing gained since"),
        pytest.param('7 3 7 7 "x"', id="all done"),
    ],
)
def test_there_is_no_rear_peg_without_a_gain_to_show(arguments: str) -> None:
    html = render(arguments)

    assert places(html, "track__rear") == []
    assert len(places(html, "track__front")) == 1


@pytest.mark.parametrize(
    ("arguments", "state"),
    [
        pytest.param('0 0 12 12 "x"', "track track--idle", id="not started"),
        pytest.param('1 0 12 12 "x"', "track", id="running"),
        pytest.param('12 0 12 12 "x"', "track track--done", id="done"),
        pytest.param('13 0 12 12 "x"', "track track--done", id="more than expected"),
    ],
)
def test_the_track_shows_how_far_along_it_is(arguments: str, state: str) -> None:
    assert f'<div class="{state}" role="progressbar"' in render(arguments)


def test_a_count_past_the_end_is_told_but_stays_within_the_bar() -> None:
    html = render('97 0 96 30 "Cards in"')

    assert 'aria-valuenow="96" aria-valuetext="97 of 96"' in html


def test_words_are_escaped_and_no_style_attribute_is_written() -> None:
    html = render("1 0 2 2 label detail=label note=label say=label", label="<b>")

    assert "<b" not in html
    assert not re.search(r"<[^>]*\sstyle=", html)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["", "A", "A and B", "A, B and 3"]),
        ("fr-ca", ["", "A", "A et B", "A, B et 3"]),
        ("es", ["", "A", "A y B", "A, B y 3"]),
    ],
)
def test_things_in_a_row_are_joined_as_the_language_joins_them(language: str, sentences: list[str]) -> None:
    with translation.override(language):
        assert [in_a_row(["A", "B", 3][:most]) for most in range(4)] == sentences
