"""Seats in sentences: `D-3` stays on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Entry
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.naming import beside
from tournaments.seating.reads.draw import ProofLine, TableProof

register = template.Library()

_SEAT = re.compile(r"\b[A-Z]{1,2}-[1-9][0-9]{0,2}\b")


@register.filter
def seats(text: str) -> SafeString:
    """Keep every seat in the text on one line.

    >>> seats("Missing: B-40 <b>")
    'Missing: <span class="nowrap">B-40</span> &lt;b&gt;'
    """
    return mark_safe(_SEAT.sub(r'<span class="nowrap">\g<0></span>', conditional_escape(text)))


@register.filter
def people_beside(row: Any) -> str:
    """The two people of a team whose name does not say them, of a row with `name` and `players`; else empty.

    Of an entry these are the public names.
    """
    if not row:
        return ""
    return row.beside if isinstance(row, Entry) else beside(row.name, row.players)


@register.filter
def small_people(row: Any) -> SafeString:
    """The two people of a team whose name does not say them, in small letters behind the name; else empty."""
    return _small(people_beside(row))


@register.filter
def small_of(name: str, people: Iterable[str]) -> SafeString:
    """The same, where name and people of a row have other names."""
    return _small(beside(name, people))


@register.filter
def small_known(entry: Entry) -> SafeString:
    """The same for those who work at the tournament, behind the known name of an entry."""
    return _small(entry.known_beside)


@register.filter
def teams_told(rows: Iterable[Any]) -> SafeString:
    """Who is in each team of these rows, for a line below a sentence that names them; empty where nobody is a team."""
    teams = [f"{row.name}: {people}" for row in rows if (people := people_beside(row))]
    return format_html('<br><small class="soft">{}.</small>', "; ".join(teams)) if teams else mark_safe("")


def _small(people: str) -> SafeString:
    return format_html(' <small class="soft">{}</small>', people) if people else mark_safe("")


@register.filter
def proof_rows(table: TableProof, movement: str) -> SafeString:
    """The players' rows of a table's proof: seat, name, games, opponents, repeats, sit-outs, extra games, first deals.

    The numbers are left out if only the cards say who met whom. The rows are made in Python and not in the template for
    speed: a page has hundreds of them.
    """
    has_numbers = movement not in (Movement.NONE, Movement.LADDER)
    return mark_safe(
        "".join(
            f'<tr><th scope="row" class="seatno">{line.seat}</th><td>{escape(line.name)}{_small(line.beside)}</td>'
            f"{_cells(*_numbers(line)) if has_numbers else ''}</tr>"
            for line in table.lines
        )
    )


@register.filter
def options(texts: Iterable[str]) -> SafeString:
    """The options of a field's datalist; in Python for speed, because there may be hundreds.

    >>> options(["A-7 Edie <Marsh>"])
    '<option value="A-7 Edie &lt;Marsh&gt;">'
    """
    return mark_safe("".join(f'<option value="{escape(text)}">' for text in texts))


def _numbers(line: ProofLine) -> tuple[int | None, ...]:
    return line.games, line.opponents, line.repeats, line.sit_outs, line.extra_games, line.first_deals


@lru_cache(maxsize=256)
def _cells(*values: int | None) -> SafeString:
    return format_html_join("", '<td class="num">{}</td>', ((value,) for value in values if value is not None))
