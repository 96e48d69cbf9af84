"""Access to matches, results and moves between events."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404
from django.utils.translation import gettext as _

from brackets.models import Match
from tournaments.access import Actor, Need, Person, Rights, event_for, is_own, may_be_own, own_card, rights_of, shows
from tournaments.errors import Forbidden
from tournaments.models import Entry, Event, User
from tournaments.models.people import with_people
from tournaments.rules.hiding import FINAL

PART = "bracket"
"""The name under which the director may hide the bracket from the public."""


def may_see_final(event: Event, rights: Rights) -> bool:
    """Whether these rights include the course of the final: while the director hides it, only the staff sees it."""
    return shows(event, rights, FINAL)


def results_for(user: Person, tournament: str, event: str) -> tuple[Event, Rights]:
    """The event, for somebody who looks at its results, which include standings and qualifiers.

    Raises Http404, Forbidden (`hidden` if the standings or the qualifiers are hidden).
    """
    event_for(user, tournament, event, part="qualifiers")
    return event_for(user, tournament, event, part="standings")


def may_see_playoffs(event: Event, rights: Rights) -> bool:
    """Whether results for these rights include the playoffs."""
    return shows(event, rights, PART)


def is_told_final(user: Person, event: Event) -> bool:
    """Whether this person sees the course of the final of this event, by their rights in this event alone."""
    return FINAL not in event.hidden or rights_of(user, event.tournament, event).any


def match_of(event: Event, number: int, *, locked: bool = False) -> Match:
    """The match with this number, with its two players; `locked` until the transaction ends.

    Raises Http404 if the bracket is not drawn yet or has no such match.
    """
    matches = Match.objects.select_related(
        "bracket", "top__player__user", "bottom__player__user", "winner", *with_people("top__player", "bottom__player")
    )
    if locked:
        matches = matches.select_for_update(of=("self",))
    row = matches.filter(bracket__event=event, number=number).first()
    if row is None:
        raise Http404(
            _("There is no match %(number)s: the bracket is not drawn yet or is smaller.") % {"number": number}
        )
    return row


def match_for(
    user: Person, tournament: str, event: str, number: int, need: Need | None = None
) -> tuple[Event, Match, Rights]:
    """The event and the match, for somebody with this need; without one, for viewing.

    Raises Http404, Forbidden (`sign_in`, `role`, `hidden`).
    """
    event_row, rights = event_for(user, tournament, event, need, part=PART)
    return event_row, match_of(event_row, number), rights


def need_to_end(ended: str) -> Need:
    """The need to end a match in this way, and to take this ending back.

    A concession needs the right to record games, a removal from play (11.4.b) the right to rule, and a walk-over the
    right to direct.
    """
    needs = {Match.Ended.CONCESSION.value: Need.SCORE_MATCH, Match.Ended.REMOVAL.value: Need.RULE}
    return needs.get(ended, Need.DIRECT)


def own_entry(user: Person | None, match: Match) -> Entry | None:
    """The entry with which this person plays in the match, or None. The match must come with its players."""
    for entry in (match.top, match.bottom):
        if entry is not None and isinstance(user, User) and is_own(user, entry):
            return entry
    return None


def own_numbers(user: Person | None, event: Event, round_number: int) -> tuple[int, ...]:
    """The numbers of the matches of this round in which the person plays."""
    rows = Match.objects.select_related(*with_people("top__player", "bottom__player")).filter(
        bracket__event=event, round=round_number, bye=False
    )
    return tuple(row.number for row in rows.order_by("number") if own_entry(user, row))


def refuse_own_match(actor: Actor, match: Match, message: str = "") -> None:
    """Raise Forbidden `own_card` if the actor plays in this match, or may be one of its players.

    `message` replaces the usual one if the act is not about a game. The match must come with its players.
    """
    entry = own_entry(actor.user, match)
    if entry is None:
        return
    if may_be_own(actor.user, entry):
        raise Forbidden("own_card", own_card(actor.user, entry))
    if not message:
        message = _(
            "You play in this match as %(seat)s. Nobody records games of their own: ask the director or a checker."
        ) % {"seat": entry.seat}
    raise Forbidden("own_card", message)


def reader_of_links(event: Event, entries: Iterable[Entry]) -> Entry | None:
    """The first of these entries whose player may read all personal links, or None.

    Such a player could report games for both players of a match. The entries must come with their players and accounts.
    """
    for entry in entries:
        users = (person.user for person in entry.player.everybody)
        if any(user is not None and rights_of(user, event.tournament, event).may(Need.REGISTER) for user in users):
            return entry
    return None


def events_to_move(
    user: Person, tournament: str, event: str, source: str, need: Need = Need.REGISTER
) -> tuple[Event, Event, Rights]:
    """The event to which people move, the event from which they come, and the rights in the first.

    Raises Http404 if an event is unknown or private, or both are the same. Raises Forbidden `sign_in` and `role`, and
    `hidden` if qualifiers or playoffs of the source are hidden from this person.
    """
    target, rights = event_for(user, tournament, event, need)
    origin, _rights = event_for(user, tournament, source, part="qualifiers")
    if PART in origin.hidden:
        event_for(user, tournament, source, part=PART)
    if origin.pk == target.pk:
        raise Http404(_("Nobody comes over from the event itself. Choose another event of the tournament."))
    return target, origin, rights
