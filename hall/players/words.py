"""Sentences about a player."""

from __future__ import annotations

from collections.abc import Set

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.matches.reads.player import PlayerRun
from scorecards.standings.reads.standings import Standing
from tournaments.models import Event


def lead(standing: Standing | None, run: PlayerRun | None, seat: str, *, awaited: bool) -> str:
    """How a player stands, short enough for the preview of a shared link."""
    sentences = [_("Seat %(seat)s.") % {"seat": seat}]
    if standing is not None:
        points = ngettext("%d game point", "%d game points", standing.game_points) % standing.game_points
        if standing.pegged is not None:
            points = ngettext("%d pegged point", "%d pegged points", standing.pegged) % standing.pegged
        values = {"rank": standing.rank, "of": standing.entrants, "points": points}
        text = _("%(rank)s of %(of)s, %(points)s.") % values
        sentences = [text[:1].upper() + text[1:]]
        if standing.provisional:
            sentences.append(_("Provisional."))
    elif awaited:
        sentences.append(_("The card is not in yet."))
    if run is not None and run.place:
        sentences.append(_("In the playoffs: %(place)s.") % {"place": run.place})
    elif run is not None:
        sentences.append(_("In the playoffs."))
    return " ".join(sentences)


def held_back(event: Event, parts: Set[str], to_staff: bool) -> tuple[str, ...]:
    """What the director does not show yet, a sentence for each part; empty for staff."""
    if to_staff:
        return ()
    standings_hidden = _("The standings are not public yet.")
    if "standings_until_posted" in event.hidden:
        standings_hidden = _("The standings are not public until the qualifiers are posted.")
    sentences = {
        "standings": standings_hidden,
        "schedule": _("Seats and schedule are not public yet."),
        "qualifiers": _("Who qualifies is not public yet."),
        "bracket": _("The playoffs are not public yet."),
    }
    if "bracket" in parts:
        sentences["final"] = _("How the final goes is announced later.")
    return tuple(text for part, text in sentences.items() if part not in parts)


def nobody_has(seat: str) -> str:
    """What to do if nobody has this seat."""
    return _(
        "Nobody in this event has the seat %(seat)s. A seat is table and number, like A-7: look for the name in the list."
    ) % {"seat": seat[:20]}
