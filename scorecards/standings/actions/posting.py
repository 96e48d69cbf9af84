"""Playing off ties, and posting the list of qualifiers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import (
    PostedList,
    QualifyingResult,
    TieBreak,
    TieBreakPlace,
)
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_unseated
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.lists import left_out_record, lines_left_out, listed_as_posted, listed_now
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import level_below, level_groups, qualifiers
from scorecards.sheet.rules.after_posting import Listed, find_shifts
from scorecards.standings import words as standings_words
from scorecards.standings.reads.after_posting import without_corrections
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import MAX_REASON, Event
from tournaments.rules.hiding import left_by_posting
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order


@transaction.atomic
def record_tiebreak(
    *,
    event: Event,
    order: Sequence[str],
    reason: str = "",
    read: Read = None,
    guard: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> TieBreak:
    """Record the playoff order of a tied group, best first. A recorded order of the same group is replaced.

    `read` is the optimistic lock: the recorded `order` that the user saw, as seats in one text. After posting, only the
    tie for high nonqualifier in the list in force can be played off, on a ladder any tie. That changes no seed, and the list gets a new
    version with this `reason`, if any. Such a change runs inside the context manager `guard`, with which an app above
    sees the effect on its own data.

    Raises Malformed (a seat that nobody has, a seat twice), Forbidden (`own_card`), Overwriting (the recorded order is
    neither the one that was `read` nor this one), Refused: `not_seated`, `posted` (another tie, or the list would have
    other changes too), `not_tied` (no card is in, or the cards do not leave exactly these seats tied).
    """
    event = Event.objects.locked(event)
    refuse_unseated(event)
    sheet_now = sheet(event)
    faults = []
    for index, seat in enumerate(order):
        if seat not in sheet_now.entries:
            faults.append(Fault(f"order.{index}", "unknown", _("Nobody in this event has the seat %s.") % seat))
        elif seat in order[:index]:
            faults.append(Fault(f"order.{index}", "twice", _("%s is in this order twice.") % seat))
    if faults:
        raise Malformed(_("This order cannot be; each fault is named."), faults=faults)
    refuse_own_card(actor, [sheet_now.entries[seat] for seat in order])
    if event.posted_at:
        with guard or nullcontext():
            counted_sheet = _level_below_as_posted(event, order)
            tiebreak = write_order(counted_sheet, order, actor, read=read)
            _post_below(event, order, standings_words.played_off_below(is_ladder=event.is_ladder), reason, actor)
            return tiebreak
    if event.cards_begun_at is None:
        raise Refused("not_tied", _("No card is in yet, so nobody is tied. Type the cards first."))
    members = tuple(sorted(order, key=seat_order))
    tied_groups = [tuple(sorted((p.seat for p in group), key=seat_order)) for group in level_groups(sheet_now)]
    if members not in tied_groups:
        message = _("The cards do not leave exactly these level. Tied now: %(groups)s.")
        groups = "; ".join(", ".join(group) for group in tied_groups) or _("nobody")
        raise Refused("not_tied", message % {"groups": groups})
    return write_order(sheet_now, order, actor, read=read)


@transaction.atomic
def share_below(
    *,
    event: Event,
    members: Sequence[str],
    reason: str = "",
    guard: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> None:
    """After posting, take back the playoff for high nonqualifier.

    Its players share the rank again, and the list gets a new version. Nothing changes if they have no recorded playoff.
    `guard` is as in `record_tiebreak`. Raises Forbidden (`own_card`), Refused: `not_ready` (nothing is posted),
    `posted` (the members are not one tied group below the cut, or the list would have other changes too).
    """
    event = Event.objects.locked(event)
    entries = sheet(event).entries
    refuse_own_card(actor, [entries[seat] for seat in members if seat in entries])
    with guard or nullcontext():
        _level_below_as_posted(event, members)
        names = " ".join(sorted(members, key=seat_order))
        row = TieBreak.objects.filter(event=event, members=names).first()
        if row is None:
            return
        before = {"order": [place.entry.seat for place in row.places.select_related("entry")]}
        row.delete()
        audit.record(
            event=event,
            actor=actor,
            action="tiebreak.taken-back",
            subject=("tiebreak", names),
            before=before,
            reason=reason,
        )
        _post_below(event, members, standings_words.shared_below(is_ladder=event.is_ladder), reason, actor)


def _level_below_as_posted(event: Event, members: Sequence[str]) -> Sheet:
    """Return the sheet as the list in force counts it. Refuse a group that this sheet does not leave tied for the first
    place below the cut line."""
    if event.posted_at is None:
        raise Refused("not_ready", _("The qualifiers are not posted yet. Undo the game in the log."))
    counted_sheet = without_corrections(sheet(event), lines_left_out(event))
    tied_groups = [sorted((place.seat for place in group), key=seat_order) for group in level_below(counted_sheet)]
    if sorted(members, key=seat_order) not in tied_groups:
        groups = "; ".join(", ".join(group) for group in tied_groups) or _("nobody")
        raise Refused("posted", standings_words.only_below(groups))
    return counted_sheet


def _post_below(event: Event, members: Sequence[str], sentence: str, director_reason: str, actor: Actor) -> None:
    """Post the next version of the list after a change in the playoff for high nonqualifier among `members`.

    Its reason is `sentence`, with the reason of the director, if any. If the list stays the same, nothing is posted. A
    list in which any other place or any seed changes is refused.
    """
    posted, left_out = listed_as_posted(event), lines_left_out(event)
    event_sheet = without_corrections(sheet(event), left_out)
    shifts = find_shifts(posted, listed_now(event_sheet))
    if not shifts:
        return
    if any(shift.seat not in members or shift.has_another_seed for shift in shifts):
        raise Refused("posted", standings_words.more_than_this_game())
    reason = " ".join(part for part in (sentence, director_reason.strip()) if part)
    write_list(event_sheet, actor, posted_at=timezone.now(), reason=reason)
    left_out_lines = left_out_record(event_sheet, left_out)
    seeded = [listed.seat for listed in posted if listed.seed is not None]
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.corrected",
        subject=("event", event.slug),
        before={"qualifiers": seeded},
        after={
            "version": PostedList.objects.filter(event=event).count(),
            "card": "",
            "qualifiers": seeded,
            "quota": event_sheet.quota,
            "in": [],
            "out": [],
            **({"left_out": left_out_lines} if left_out_lines else {}),
        },
        reason=reason,
    )
    event.touch()


def write_order(event_sheet: Sheet, order: Sequence[str], actor: Actor, *, read: Read = None) -> TieBreak:
    """Write the playoff order of a tied group in place of any earlier one, with its log row.

    An order that is recorded already is not written again. The caller has locked the event and made sure that the cards
    leave exactly these seats tied. Raises Overwriting if the recorded order is neither the one that was `read` nor this
    one.
    """
    event, members = event_sheet.event, " ".join(sorted(order, key=seat_order))
    earlier = TieBreak.objects.filter(event=event, members=members).first()
    before = None
    if earlier:
        before = {"order": [place.entry.seat for place in earlier.places.select_related("entry")]}
        if before["order"] == list(order):
            return earlier
        refuse_overwriting(
            {"order": " ".join(order)},
            read=read,
            now={"order": " ".join(before["order"])},
            of=Written(event, ("tiebreak", members)),
            actor=actor,
        )
        earlier.delete()
    tiebreak = TieBreak.objects.create(event=event, members=members, recorded_by=actor.name)
    TieBreakPlace.objects.bulk_create(
        TieBreakPlace(tiebreak=tiebreak, place=place, entry=event_sheet.entries[seat])
        for place, seat in enumerate(order, 1)
    )
    audit.record(
        event=event,
        actor=actor,
        action="tiebreak.recorded",
        subject=("tiebreak", members),
        before=before,
        after={"order": list(order)},
    )
    event.touch()
    return tiebreak


@transaction.atomic
def post_qualifiers(
    *, event: Event, unread_reason: str | None = None, revision: int | None = None, actor: Actor
) -> list[QualifyingResult]:
    """Recount everything from the cards and post the qualifiers (guideline 13, 13.2.a).

    The list is then official and frozen, and standings that were held back become public. Where nobody qualifies no
    playoffs follow, and the report is next. A ladder needs no cross-check before: it is done here. `unread_reason` says why
    lines that could change who qualifies need no second reading; the log names these lines. It is required while there
    are such lines, unless it is None: the caller vouches that both papers of every game were seen. `revision` is the
    optimistic lock. Raises Malformed (`reason`), Refused: `not_seated`, `posted`, `not_ready` with everything that
    blocks posting, `stale` (the event has changed since this revision).
    """
    event = Event.objects.locked(event)
    refuse_unseated(event)
    if event.posted_at:
        posted = {"qualifiers": qualifiers(event)}
        raise Refused(
            "posted",
            standings_words.posted_already(ends_with_ranking=event.ends_with_ranking),
            current=posted,
        )
    if revision is not None and revision != event.revision:
        raise Refused("stale", standings_words.list_is_stale(), current={"revision": event.revision})
    if event.is_ladder:
        # Its results are recorded once for both teams, so nobody need compare them first.
        event = start_cross_check(event=event, actor=actor)
    event_sheet = sheet(event)
    if event_sheet.obstacles:
        raise Refused(
            "not_ready",
            standings_words.not_ready(ends_with_ranking=event.ends_with_ranking),
            faults=[sheet_words.fault(finding, event.edition) for finding in event_sheet.obstacles],
        )
    unread = [(str(finding["seat"]), finding["game"]) for finding in looks_reads.unread(event_sheet)]
    if unread and unread_reason is not None:
        _refuse_without_reason(unread_reason)
    reason = unread_reason if unread and unread_reason is not None else ""
    event.posted_at = timezone.now()
    results = write_list(event_sheet, actor, posted_at=event.posted_at, reason=reason)
    event.phase = Phase.PLAYOFFS if event_sheet.quota else Phase.REPORT
    hidden, event.hidden = event.hidden, left_by_posting(event.hidden, playoffs=bool(event_sheet.quota))
    event.save(update_fields=["posted_at", "phase", "hidden"])
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.posted",
        subject=("event", event.slug),
        before={"hidden": hidden} if hidden != event.hidden else None,
        after={
            "qualifiers": [place.seat for place in event_sheet.places[: event_sheet.quota]],
            "quota": event_sheet.quota,
        }
        | ({"unread": unread} if unread else {})
        | ({"hidden": event.hidden} if hidden != event.hidden else {}),
        reason=reason,
    )
    event.touch()
    return results


def _refuse_without_reason(reason: str) -> None:
    """Refuse an empty reason, and one that is too long."""
    if not reason.strip() or len(reason) > MAX_REASON:
        message = crosscheck_words.why_unread(MAX_REASON)
        raise Malformed(message, faults=[Fault("reason", "max_length" if reason.strip() else "required", message)])


def write_list(
    event_sheet: Sheet, actor: Actor, *, posted_at: datetime, reason: str, card: str = ""
) -> list[QualifyingResult]:
    """Write the list that these cards give as the next version, which is then in force.

    `card` is the seat whose card was corrected after posting and made this version; empty for any other version.
    """
    places = listed_now(event_sheet)
    last_version = PostedList.objects.filter(event=event_sheet.event).order_by("number").last()
    PostedList.objects.create(
        event=event_sheet.event,
        number=last_version.number + 1 if last_version else 1,
        posted_at=posted_at,
        posted_by=actor.name,
        reason=reason,
        card=card,
        rows=[{"name": event_sheet.entries[place.seat].name, **asdict(place)} for place in places],
    )
    QualifyingResult.objects.filter(event=event_sheet.event).delete()
    return QualifyingResult.objects.bulk_create(_result(event_sheet, place) for place in places)


def _result(event_sheet: Sheet, place: Listed) -> QualifyingResult:
    values = {name: value for name, value in asdict(place).items() if name != "seat"}
    return QualifyingResult(
        event=event_sheet.event,
        entry=event_sheet.entries[place.seat],
        edition=event_sheet.event.edition.value,
        **values,
    )
