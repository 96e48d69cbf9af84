"""The one way to a match of somebody's event."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404
from django.utils.translation import gettext as _

from brackets.models import Match
from tournaments.access import Actor, Need, Person, Rights, event_for, is_own, may_be_own, own_card, rights_of, shows
from tournaments.errors import Forbidden
from tournaments.models import Entry, Event, User
from tournaments.rules.hiding import FINAL

PART = "bracket"
"""The name under which the director may hide the bracket from the public."""


def may_see_final(event: Event, rights: Rights) -> bool:
    """Whether this person is told how the final goes: not while the director holds it back, unless they work here."""
    return shows(event, rights, FINAL)


def results_for(user: Person, tournament: str, event: str) -> tuple[Event, Rights]:
    """The event, for somebody who looks at its results: they say what the standings and the qualifiers say.

    Raises Http404, Forbidden (`hidden` where either is held back).
    """
    event_for(user, tournament, event, part="qualifiers")
    return event_for(user, tournament, event, part="standings")


def may_see_playoffs(event: Event, rights: Rights) -> bool:
    """Whether results may say how the playoffs went on."""
    return shows(event, rights, PART)


def is_told_final(user: Person, event: Event) -> bool:
    """Whether this person is told how the final of this event goes, whatever their rights are elsewhere."""
    return FINAL not in event.hidden or rights_of(user, event.tournament, event).any


def match_of(event: Event, number: int, *, locked: bool = False) -> Match:
    """The match with this number, its two players with it; `locked` until the transaction ends.

    Raises Http404 where the bracket is not drawn yet or has no such match.
    """
    matches = Match.objects.select_related("bracket", "top__player__user", "bottom__player__user", "winner")
    if locked:
        matches = matches.select_for_update(of=("self",))
    found = matches.filter(bracket__event=event, number=number).first()
    if found is None:
        raise Http404(
            _("There is no match %(number)s: the bracket is not drawn yet or is smaller.") % {"number": number}
        )
    return found


def match_for(
    user: Person, tournament: str, event: str, number: int, need: Need | None = None
) -> tuple[Event, Match, Rights]:
    """The event and the match, for somebody with this need; without one, to look at.

    Raises Http404, Forbidden (`sign_in`, `role`, `hidden`).
    """
    found, rights = event_for(user, tournament, event, need, part=PART)
    return found, match_of(found, number), rights


def need_to_end(ended: str) -> Need:
    """Who may end a match in this way, and take it back: a concession whoever records games, a removal from play (11.4.b) the head
    judge too, a walk-over the director."""
    needs = {Match.Ended.CONCESSION.value: Need.SCORE_MATCH, Match.Ended.REMOVAL.value: Need.RULE}
    return needs.get(ended, Need.DIRECT)


def own_entry(user: Person | None, match: Match) -> Entry | None:
    """The entry with which this person plays in the match, if they do. The match comes with its players."""
    for entry in (match.top, match.bottom):
        if entry is not None and isinstance(user, User) and is_own(user, entry):
            return entry
    return None


def own_numbers(user: Person | None, event: Event, round_number: int) -> tuple[int, ...]:
    """The matches of this round in which the person plays, by number."""
    rows = Match.objects.select_related("top__player", "bottom__player").filter(
        bracket__event=event, round=round_number, bye=False
    )
    return tuple(row.number for row in rows.order_by("number") if own_entry(user, row))


def refuse_own_match(actor: Actor, match: Match, told: str = "") -> None:
    """Raise Forbidden (`own_card`) if the actor plays in this match, with what is `told` of an act that is no game's. It comes
    with its players."""
    if entry := own_entry(actor.user, match):
        if may_be_own(actor.user, entry):
            raise Forbidden("own_card", own_card(actor.user, entry))
        raise Forbidden(
            "own_card",
            told
            or _(
                "You play in this match as %(seat)s. Nobody records games of their own: ask the director or a checker."
            )
            % {"seat": entry.seat},
        )


def reader_of_links(event: Event, entries: Iterable[Entry]) -> Entry | None:
    """Who of these, read with their players and accounts, may read everybody's personal links, and so could speak for both
    players of a match; None where nobody may."""
    for entry in entries:
        user = entry.player.user
        if user is not None and rights_of(user, event.tournament, event).may(Need.REGISTER):
            return entry
    return None


def events_to_move(
    user: Person, tournament: str, event: str, source: str, need: Need = Need.REGISTER
) -> tuple[Event, Event, Rights]:
    """The event that people come over to, the one that they come from, and the rights in the first of them.

    Raises Http404 (unknown, private, or twice the same event), Forbidden (`sign_in`, `role`, `hidden`: who qualified there, or the
    playoffs there, are held back from this person).
    """
    found, rights = event_for(user, tournament, event, need)
    origin, _rights = event_for(user, tournament, source, part="qualifiers")
    if PART in origin.hidden:
        event_for(user, tournament, source, part=PART)
    if origin.pk == found.pk:
        raise Http404(_("Nobody comes over from the event itself. Choose another event of the tournament."))
    return found, origin, rights
