"""Who may see and write cards. Reach a card through `card_for` and in no other way."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.http import Http404
from django.utils.translation import gettext as _

from scorecards.sheet.rules.by_hand import is_for_head_judge, is_ruling
from scorecards.sheet.rules.crosscheck import ComparedGame, DecisionKind
from scorecards.sheet.rules.replay import CARD, DECISION, STATUS, TIE, Recorded, Step
from tournaments.access import Actor, Need, Person, Rights, event_for, refuse_own_card
from tournaments.models import Entry, Event, User
from tournaments.rules.seat import is_seat, parse_seat, seat_order


def entry_at(event: Event, seat: str) -> Entry:
    """The entry with this permanent ID, with its player. Raises Http404 if nobody has the seat."""
    entry = None
    if is_seat(seat):
        place = parse_seat(seat)
        entry = Entry.objects.of(event).with_people().filter(table=place.table, seat_number=place.number).first()
    if entry is None:
        raise Http404(_("Nobody in this event has the seat %(seat)s.") % {"seat": seat[:20]})
    return entry


def card_for(user: Person, tournament_slug: str, event_slug: str, seat: str, need: Need) -> tuple[Event, Entry, Rights]:
    """The event and the entry of a card, for somebody with this need.

    Raises Http404, Forbidden (`sign_in`, `role`), and for Need.CHECK `own_card`: nobody writes on their own card.
    """
    event, rights = event_for(user, tournament_slug, event_slug, need)
    entry = entry_at(event, seat)
    if need is Need.CHECK and isinstance(user, User):
        refuse_own_card(Actor.of_user(user), [entry])
    return event, entry, rights


_DISCREPANCY = re.compile(r"([1-9]\d{0,2})-([A-Z]{1,2}-[1-9]\d{0,2})-([A-Z]{1,2}-[1-9]\d{0,2})", re.ASCII)


def game_key(event: Event, discrepancy: str) -> tuple[int, tuple[str, str]]:
    """The game number and the two seats in the name of a discrepancy.

    Raises Http404 if the name is malformed, a seat has no entrant, or the seats are equal or not in seat order.
    """
    match = _DISCREPANCY.fullmatch(discrepancy)
    if match is None:
        raise Http404(_("A discrepancy is named by its game and both seats, like 8-A-6-A-16."))
    seats = (entry_at(event, match[2]).seat, entry_at(event, match[3]).seat)
    if seats[0] == seats[1] or seat_order(seats[0]) > seat_order(seats[1]):
        raise Http404(_("A discrepancy names two seats in seat order, like 8-A-6-A-16."))
    return int(match[1]), seats


def looks_for(user: Person, tournament_slug: str, event_slug: str) -> tuple[Event, Rights]:
    """The event, for a checker who reads its lines again; used by page and API.

    Raises Http404, Forbidden (`sign_in`, `role`).
    """
    return event_for(user, tournament_slug, event_slug, Need.CHECK)


# --- Who decides, takes back and undoes ------------------------------------------------------------------------------


def need_to_decide(game: ComparedGame, steps: Sequence[Step]) -> Need:
    """The need for deciding this game by hand: only the head judge decides some games. `steps` are its past decisions."""
    return Need.RULE if is_for_head_judge(game, steps) else Need.CHECK


def need_to_take_back(game: ComparedGame, steps: Sequence[Step]) -> Need:
    """The need for taking back the decision on this game; a referral may be taken back by a checker."""
    if game.decision is not None and game.decision.kind is DecisionKind.REFERRED:
        return Need.CHECK
    return need_to_decide(game, steps)


def need_to_undo(step: Step, steps: Sequence[Step]) -> Need:
    """The need for undoing an act of the log, which is the need for doing it. `steps` are all steps of its things."""
    kind = step.thing[0]
    if kind == DECISION and any(is_ruling(value, steps) for value in (step.before, step.after)):
        return Need.RULE
    return {TIE: Need.DIRECT, STATUS: Need.REGISTER}.get(kind, Need.CHECK)


def named_in(step: Step) -> tuple[str, ...]:
    """The subjects of an act: the seats of the cards, or the number of the entrant whose status it changes."""
    kind, key = step.thing
    if kind == DECISION:
        _game, *seats = key.split("-")
        return f"{seats[0]}-{seats[1]}", f"{seats[2]}-{seats[3]}"
    return tuple(key.split()) if kind == TIE else (key,)


def concerned(step: Step) -> tuple[str, ...]:
    """The seats and numbers that undoing an act concerns: its subjects, and opponents in lines that the undoing changes.

    If a line would be changed or removed, the opponents in its present and in its earlier version count. The opponent
    in a line that would only be restored does not count, just as for a line that is typed for the first time.
    """
    if step.thing[0] != CARD:
        return named_in(step)
    lines_before, lines_after = (
        {line.game: line for line in card.lines} if isinstance(card, Recorded) else {}
        for card in (step.before, step.after)
    )
    opponents: list[str] = []
    for game, line in lines_after.items():
        line_before = lines_before.get(game)
        if line == line_before:
            continue
        opponents += [
            version.opponent for version in (line, line_before) if version is not None and version.opponent is not None
        ]
    return named_in(step) + tuple(opponents)


def own_names(event: Event, user: User | None) -> frozenset[str]:
    """The seats and numbers of this user's entries, by which acts of the log name them; one query."""
    if user is None:
        return frozenset()
    own = Entry.objects.of(event).of_user(user)
    return frozenset(name for entry in own for name in (entry.seat, str(entry.number)) if name)
