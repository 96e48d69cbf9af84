"""The draw, and what the seats allow."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.rows import plan_of
from tournaments.day.actions.exchanging import _seat, exchange, impossible
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import Outlook, ground_of, noted_at, outlook_before_swap, outlook_of_swap
from tournaments.day.words import round as round_words
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed
from tournaments.models import Entry, Event, SeatingTable
from tournaments.models.lengths import MAX_ROUNDS, MAX_SEED
from tournaments.money.actions.money import refuse_unpaid
from tournaments.plan import EventPlan
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules.day import plays_on
from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.seat import parse_seat, read_seat, table_order
from tournaments.seating import words as seats_words
from tournaments.seating.reads.draw import Entered, draw_of, entered, seated_by
from tournaments.seating.reads.seating import are_uneven, unplayable


@transaction.atomic
def draw_seats(
    *,
    event: Event,
    tables: Sequence[int] | None = None,
    seed: int | None = None,
    draft: str | None = None,
    actor: Actor,
) -> dict[str, int]:
    """Draw seats for all players without one, and close registration. Returns entrants' numbers by seat, in seat order.

    `tables` are numbers of players, table A first; by default they are proposed. The same seed, entrants and tables
    give the same seats. No-shows get none. People related in the tournament, and clubmates, are kept apart as far as
    possible. `draft` is an optimistic lock: the mark of the draw that the user was shown. None skips the check.

    Raises Malformed for a seed out of range or an empty list of tables.
    Raises Refused `closed` if the seats are drawn already.
    Raises Refused `unpaid` if fees come first in this event and some are open.
    Raises Refused `stale` if the draw differs from the one shown.
    Raises Refused `impossible`, with the numbers, if the draw is impossible.
    """
    event = Event.objects.locked(event)
    faults = []
    if seed is not None and not 0 <= seed <= MAX_SEED:
        faults.append(out_of_range("seed", 0, MAX_SEED))
    if tables is not None and not tables:
        faults.append(Fault("tables", "required", _("Give every table's number of players, or leave the tables out.")))
    raise_malformed(faults)
    if event.is_seated:
        raise Refused(
            "closed",
            _(
                "Seats are drawn already, and everybody has been told. They stay. Before the first card the director can reopen the seating."
            ),
        )
    refuse_unpaid(event)
    entries = entered(event)
    seats_before = {entry.number: entry.seat for entry in entries if entry.seat}
    seed = secrets.randbelow(2**53) if seed is None else seed
    draw = draw_of(event, entries, tables, seed, most_rounds=MAX_ROUNDS)
    # A stale draft is refused first, because what changed may also be why the tables no longer fit.
    if draft is not None and draft != draw.mark:
        message = seats_words.draft_is_old(*_come_and_gone(event, entries, draft))
        raise Refused("stale", with_last_change(message, event, is_draw=True))
    if draw.faults:
        raise impossible(draw.faults)
    drawn, frames = draw.seats, draw.frames
    event.entries.filter(status=Entry.Status.NO_SHOW).update(table=None, seat_number=None)
    _seat({entry.number: entry.key for entry in entries if entry.number not in seats_before}, drawn)
    write_tables(event, frames)
    # Changes of the day from a discarded seating do not apply to this one.
    event.day_changes.filter(undone_at=None).update(undone_at=timezone.now(), undone_by=actor.name)
    event.phase = Event.PhaseChoice.SEATING
    event.registration_closed_at = timezone.now()
    event.draw_seed = seed
    event.save(update_fields=["phase", "registration_closed_at", "draw_seed"])
    audit.record(
        event=event,
        actor=actor,
        action="seats.drawn",
        subject=("event", event.slug),
        before={"seats": {seat: number for number, seat in seats_before.items()}},
        after={"seats": drawn, "seed": seed, "tables": frames},
    )
    event.touch()
    return dict(drawn)


def _come_and_gone(event: Event, entries: Sequence[Entered], draft: str) -> tuple[list[str], list[str]]:
    """The names of players without a seat in this draft, and of people seated in it who no longer play.

    Both are empty if the draft does not say whom it seats.
    """
    drafted = seated_by(draft)
    if not drafted:
        return [], []
    newcomers = [entry.name for entry in entries if entry.number not in drafted]
    leavers = drafted - {entry.number for entry in entries}
    return newcomers, [name for (name,) in event.entries.filter(number__in=leavers).order_by("number").known_by()]


@transaction.atomic
def swap_seats(*, event: Event, one: str, other: str, mark: str | None = None, actor: Actor) -> dict[str, int]:
    """Let the people at two seats change places, or move one to an empty seat. Returns the entrants' numbers by seat.

    `mark` is an optimistic lock: the mark of the outlook that the user was shown. If a swap with this mark has put the
    people where they are, nothing is written.

    Raises what `look_at_swap` raises, and Refused `stale` if the games that change differ from those behind `mark`.
    """
    event = Event.objects.locked(event)
    first, second, outlook = look_at_swap(event, one, other)
    if mark is not None and mark != outlook.mark:
        holders = _holders(event)
        if mark == outlook_before_swap(ground_of(event), first, second, holders).mark:
            return {seat: holders[seat] for seat in (first, second) if seat in holders}
        message = _("The changes are different now. Look at them again, then do it.")
        raise Refused("stale", with_last_change(message, event))
    return exchange(event, first, second, actor=actor)


def _holders(event: Event) -> dict[str, int]:
    """The entrants' numbers by seat."""
    return {entry.seat: entry.number for entry in event.entries.filter(table__isnull=False)}


def look_at_swap(event: Event, first_text: str, second_text: str) -> tuple[str, str, Outlook]:
    """The two seats, and what would change for whom if their people changed places. Writes nothing.

    A swap is possible until the first game is called or a card written, because cards name opponents by seat.

    Raises Malformed if a text is no seat, if both are the same seat, or if nobody sits at either.
    Raises Refused `not_seated` before the draw.
    Raises Refused `begun` once a game is called or a card written.
    Raises Refused `not_ready` if a change of the day belongs to one of the seats, because it would stay with the seat.
    Raises Refused `impossible` if a seat is outside the tables, or the plan would no longer work.
    """
    texts = {"one": first_text, "other": second_text}
    seats = {field: read_seat(text) for field, text in texts.items()}
    raise_malformed(
        [Fault(field, "invalid", faults_words.seat_form()) for field, seat in seats.items() if seat is None]
    )
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet. Draw them first, then people can change places."))
    if event.game_now is not None:
        raise Refused(
            "begun",
            _(
                "Game %(game)d is on, and the printed cards name opponents by seat: nobody changes seats any more. Somebody "
                "who sits at the wrong seat goes back to the one drawn; where a whole table met otherwise, say so on the "
                "page of the round. If no game has begun, take back its call there first."
            )
            % {"game": event.game_now},
        )
    if event.cards_begun_at:
        raise Refused(
            "begun",
            _(
                "The first card is written, and cards name opponents by seat: nobody changes seats any more. Somebody who "
                "sits at the wrong seat goes back to the one drawn."
            ),
        )
    first, second = (str(seat) for seat in seats.values())
    if first == second:
        raise_malformed([Fault("other", "invalid", _("These are the same seat. Name another one to change with."))])
    frames = schedule_reads.frames(event)
    outside = [
        Fault(field, "impossible", seats_words.no_such_seat(str(seat), frames.get(seat.table, 0), list(frames)))
        for field, seat in seats.items()
        if seat is not None and seat.number > frames.get(seat.table, 0)
    ]
    if outside:
        raise impossible(outside)
    holders = {entry.seat: entry for entry in event.entries.filter(table__isnull=False)}
    if not holders.keys() & {first, second}:
        raise_malformed([Fault("one", "invalid", _("Nobody sits at either of these seats. Name somebody’s seat."))])
    ground = ground_of(event)
    noted = noted_at(ground, first, second)
    if noted:
        names = {seat: entry.known_name for seat, entry in holders.items()}
        spread = event.records_spread
        sentences = [
            round_words.day_change(
                kind,
                table,
                data,
                names,
                edition=event.edition,
                records_spread=spread,
                substitute=plays_on(noted, kind, data),
            )
            for kind, table, data in noted
        ]
        raise Refused("not_ready", round_words.undo_before_swap(sentences))
    playing = {seat for seat, entry in holders.items() if entry.status != Entry.Status.NO_SHOW}
    playing_after = (playing - {first, second}) | {
        second if seat == first else first for seat in playing & {first, second}
    }
    if playing_after != playing:
        # Only these two tables are checked: faults at another one are no reason to refuse.
        frames_checked = {seat.table: frames[seat.table] for seat in seats.values() if seat is not None}
        before, after = (
            {seat for seat in seats_in_play if parse_seat(seat).table in frames_checked}
            for seats_in_play in (playing, playing_after)
        )
        # A no-show may have left a table odd: that is no reason to keep the others in their seats.
        was_uneven = are_uneven(Movement(event.movement), frames_checked, before, event.games)
        refuse_impossible(plan_of(event), frames_checked, after, is_let_be=was_uneven)
    numbers = {seat: entry.number for seat, entry in holders.items()}
    return first, second, outlook_of_swap(ground, first, second, numbers)


def refuse_impossible(
    plan: EventPlan, frames: Mapping[str, int], seats: Collection[str], *, is_let_be: bool = False
) -> None:
    """Refuse seats at which not everybody can have all games, or sit-outs are uneven. Raises Refused `impossible`.

    `is_let_be` allows uneven sit-outs. If a reason from the director would allow the seats, a fault asks for it.
    """
    faults = unplayable(
        Movement(plan.movement),
        frames,
        seats,
        plan.games,
        rounds=plan.rounds,
        most_rounds=MAX_ROUNDS,
        repeats_reason=plan.repeats_reason,
        allow_uneven=is_let_be or bool(plan.sit_outs_reason),
    )
    if faults:
        raise impossible(faults)


def wider_frames(frames: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    """For each table the larger of its two frames, in table order."""
    seats = {table: max(frames.get(table, 0), others.get(table, 0)) for table in {*frames, *others}}
    return {table: seats[table] for table in sorted(seats, key=table_order)}


def write_tables(event: Event, frames: Mapping[str, int]) -> None:
    """Replace the event's tables, in their order."""
    event.tables.all().delete()
    SeatingTable.objects.bulk_create(
        SeatingTable(event=event, name=name, seats=seats) for name, seats in frames.items()
    )
