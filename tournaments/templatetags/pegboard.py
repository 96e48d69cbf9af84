"""The peg track: a street of holes in groups of five with a front and a rear peg, rendered as SVG by the server.

The front peg marks the current count, the rear peg the count at the last mark: the space between them is the latest
gain. The Content-Security-Policy forbids style attributes. So every position is an SVG attribute in percent of the
track's width, and every size is relative to the step between holes. The step is the drawing's font size, in `cqi`
(hundredths of the track's width).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

HOLES = 30
"""The default number of holes, and that of every street on a narrow screen."""

MOST_HOLES = 100
"""More holes cannot be told apart, even on a wide screen."""

GAP = 0.7
"""The space between two groups of five, in steps."""

TAIL = 0.4
"""How far a line continues after its last hole, in steps, so that rounding never cuts the hole off."""


@dataclass(frozen=True, slots=True)
class Street:
    """One drawing of the track, formatted for the template. Positions are in percent of its width, lengths in steps."""

    kind: str
    step: str
    first: str
    end: str
    length: str
    front: str
    rear: str
    pegged_end: str
    pegged_length: str


def hole_of(count: int, most: int, holes: int) -> int:
    """Return the hole of a peg for `count` of `most`, from 1 to `holes`; 0 is off the street.

    Any count above 0 takes at least the first hole.

    >>> [hole_of(count, 96, 30) for count in (0, 1, 74, 95, 96, 97)]
    [0, 1, 24, 30, 30, 30]
    """
    if most <= 0 or count <= 0:
        return 0
    return min(holes, -(-count * holes // most))


def _steps_to(hole: int) -> float:
    """Return the distance from the left end of the street to the middle of this hole, in steps."""
    return hole - 0.5 + GAP * ((hole - 1) // 5)


def _street(kind: str, value: int, rear: int, most: int, holes: int) -> Street:
    """Return a street of `holes` holes, with pegs at `value` and `rear` of `most`."""
    width = _steps_to(holes) + 0.5
    front_hole, rear_hole = hole_of(value, most, holes), hole_of(rear, most, holes)
    # A full street needs no rear peg, and one under the front peg would be invisible.
    has_rear = 0 < rear_hole < front_hole and value < most

    def place(steps: float) -> str:
        return f"{100 * steps / width:.3f}"

    def length(hole: int) -> str:
        return f"{_steps_to(hole) - _steps_to(1) + TAIL:.1f}"

    return Street(
        kind=kind,
        step=f"{100 / width:.3f}",
        first=place(_steps_to(1)),
        end=place(_steps_to(holes) + TAIL),
        length=length(holes),
        front=place(_steps_to(front_hole)) if front_hole else "",
        rear=place(_steps_to(rear_hole)) if has_rear else "",
        pegged_end=place(_steps_to(front_hole) + TAIL) if front_hole else "",
        pegged_length=length(front_hole) if front_hole else "",
    )


@register.inclusion_tag("includes/pegtrack.html")
def peg_track(
    value: int,
    rear: int | None,
    max: int,
    holes: int | None,
    label: str | SafeString,
    *,
    detail: str = "",
    note: str = "",
    say: str = "",
) -> Mapping[str, Any]:
    """Show how much of something is done: label, figures and the track, as one `.meter`.

    - `value`, `max`: how many of how many are done.
    - `rear`: how many were done at the last mark; 0 or None for no rear peg.
    - `holes`: the length of the street, None for 30. Use one hole per item, up to 100, if each item matters.
    - `detail`: follows the label in soft type.
    - `note`: goes under the track.
    - `say`: the track's name for screen readers, if the label is too short.
    """
    length = HOLES if not holes or holes > MOST_HOLES else holes
    kinds = [("wide", length), ("narrow", HOLES)] if length > HOLES else [("only", length)]
    state = "idle"
    if 0 < max <= value:
        state = "done"
    elif value > 0:
        state = ""
    return {
        "label": label,
        "detail": detail,
        "note": note,
        "say": say or label,
        "value": value,
        "max": max,
        # A progress bar must stay within its range; the figures beside it show the real value.
        "shown": min(value, max),
        "text": _("%(value)s of %(max)s") % {"value": value, "max": max},
        "state": state,
        "streets": [_street(kind, value, rear or 0, max, holes) for kind, holes in kinds],
    }
