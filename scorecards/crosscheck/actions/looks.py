"""Reading a line again from the paper, and correcting the record by it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.cards.actions.cards import WrittenLine, find_card_faults, retype
from scorecards.crosscheck import words as crosscheck_words
from scorecards.models import Look, Scorecard
from scorecards.sheet.actions import refuse_posted, refuse_unseated
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import LookOutcome, Person, Reading, as_on_paper, find_readable, is_same, weigh
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.day.reads.schedule import rounds
from tournaments.errors import Malformed, Refused
from tournaments.models import Event


@transaction.atomic
def look_again(
    *, event: Event, seat: str, game: int, reading: Line | None, number: int | None = None, actor: Actor
) -> LookOutcome:
    """Record what the actor read on the paper, and when they last saw the typed card; return the outcome.

    `reading` None means that the paper has no line for this game. A reading that two people share, or one person often
    enough (`rules.looks.is_established`), replaces the typed line. The first reading of a line that nobody has typed is
    recorded. The rest of the card stays, and no red ink is made.
    A line that was read or decided already may be read again. If a line was typed over while it differed, its typist
    does not read it, provided that the event has another checker or a director who does not play in it.

    `number` counts the actor's looks at this line, from 1. It makes the act idempotent: a look that was recorded with
    the same number and reading is the same look, and changes nothing. Without `number`, the actor's last look with the
    same reading is the same look. Raises Http404 (nobody has the seat), Forbidden (`own_card`, also for the opponent's
    card in one of the actor's own games), Malformed with every fault of the reading, Refused: `not_seated`, `posted`,
    `own_typing` (somebody else must read a line that the actor typed over), `stale` (the line now agrees with the other
    card).
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    refuse_unseated(event)
    refuse_posted(event)
    event_sheet = sheet(event)
    _refuse_faults(event_sheet, seat, game, reading)
    if own_line := looks_reads.own_typed_over(event_sheet, actor).get((seat, game)):
        raise Refused("own_typing", crosscheck_words.own_typing_over(seat, game, own_line.readers))
    readings = readings_reads.readings(event)
    looks = readings.get((seat, game), [])
    recorded = event_sheet.cards[seat].line(game)
    # A look from before the line was typed over does not count for the new line.
    is_waited_for = number is None and game in event_sheet.cards[seat].again and is_same(recorded, reading)
    if not is_waited_for and _has_arrived(looks, reading, number, actor):
        return LookOutcome.CONFIRMED if is_same(recorded, reading) else LookOutcome.DIFFERS
    line_to_read = find_readable(event_sheet.crosscheck).get((seat, game))
    if line_to_read is None:
        message = _("Game %(game)d of %(seat)s does not need another look. Go on with the next line.")
        raise Refused("stale", message % {"game": game, "seat": seat})
    if line_to_read.other is not None:
        refuse_own_card(actor, [event_sheet.entries[line_to_read.other]])
    look = Reading(reading, actor.name, actor.user.pk if actor.user else None)
    typist = looks_reads.typists(event_sheet, [(seat, game)])[seat, game].person
    if (seat, game) in event_sheet.not_typed:
        # Whoever saved the card has not typed this line.
        typist = Person(None, "")
    outcome = weigh(recorded, look, looks, typist)
    shown_at = looks_reads.cards_shown(event, actor.user).get(seat) if actor.user else None
    Look.objects.create(
        entry=entry,
        game=game,
        reading=line_record(reading),
        read_by=actor.name,
        reader=actor.user,
        shown_at=shown_at,
    )
    line_after = recorded
    if outcome is LookOutcome.RETYPED:
        line_after = as_on_paper(event_sheet.cards[seat], game, reading)
        retype(event_sheet, entry, game, line_after, actor)
    if outcome is not LookOutcome.DIFFERS and game in event_sheet.cards[seat].again:
        Scorecard.objects.filter(entry=entry).update(again=sorted(event_sheet.cards[seat].again - {game}))
    audit.record(
        event=event,
        actor=actor,
        action="line.looked-at",
        subject=("card", seat),
        before={"game": game, "line": line_record(recorded)},
        after={
            "game": game,
            "line": line_record(line_after),
            "reading": line_record(reading),
            "outcome": outcome.value,
            "shown": shown_at is not None,
        },
    )
    event.touch()
    return outcome


def _refuse_faults(event_sheet: Sheet, seat: str, game: int, reading: Line | None) -> None:
    """Refuse a reading that no card of this event can hold, and a game that nobody plays.

    Raises Malformed with every fault, ValueError for a reading of another game.
    """
    line = WrittenLine(game, None, None, None, None)
    if reading is not None:
        if reading.game != game:
            raise ValueError("a reading is of the game that was looked at")
        line = WrittenLine(game, reading.opponent, reading.points, reading.plus, reading.minus)
    faults = find_card_faults(seat, {0: line}, event_sheet.entries, rounds(event_sheet.event), event=event_sheet.event)
    if faults:
        named = [
            type(fault)(fault.field.removeprefix("lines.0."), fault.code, fault.message, fault.rule) for fault in faults
        ]
        raise Malformed(" ".join(fault.message for fault in named), faults=named)


def _has_arrived(looks: Sequence[Reading], reading: Line | None, number: int | None, actor: Actor) -> bool:
    """Whether this look is recorded already, because it was sent twice. `number` is as in `look_again`."""
    reader = (actor.user.pk if actor.user else None, actor.name)
    own_looks = [look for look in looks if (look.reader, look.read_by) == reader]
    if number is not None and number < 1:
        raise ValueError("looks are numbered from 1")
    candidates = own_looks[-1:] if number is None else own_looks[number - 1 : number]
    return any(is_same(look.line, reading) for look in candidates)
