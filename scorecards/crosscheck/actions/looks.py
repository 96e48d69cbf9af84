"""One line read from the paper once more, and the record that follows from it."""

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
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import Reading, Said, as_on_paper, find_readable, is_same, weigh
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.day.reads.schedule import rounds
from tournaments.errors import Malformed, Refused
from tournaments.models import Event


@transaction.atomic
def look_again(
    *, event: Event, seat: str, game: int, reading: Line | None, number: int | None = None, actor: Actor
) -> Said:
    """Keep what somebody read on the paper, and whether they had seen what was typed; what it comes to.

    `reading` None says that the paper has no line for this game. What two people read alike, or one alone often enough
    (`rules.looks.is_established`), goes before what was typed, and that line of the card is changed; the rest of the card
    stays. A look puts no red ink on a card. A line that was typed over while it differed is read by somebody else
    than who typed it, wherever another checker or the director is in the event who has no game in it.

    `number` says which of the reader's own looks at this line it is, from 1: one of that number with the same reading has
    arrived before. Without it the reader's last look with the same reading has. Such a one changes nothing. Raises
    Http404 for a seat nobody has, Forbidden (`own_card`, also for the opponent's card of an own game), Malformed with
    every fault of the reading, Refused: `not_seated`, `posted`, `own_typing` (somebody else reads what one typed over), `stale` (nobody reads the line again: it agrees with
    the other card). A line that was read or decided about already may be read once more.
    """
    event = Event.objects.locked(event)
    entry = entry_at(event, seat)
    refuse_own_card(actor, [entry])
    refuse_unseated(event)
    refuse_posted(event)
    on = sheet(event)
    _refuse_faults(on, seat, game, reading)
    if own := looks_reads.own_words(on, actor).get((seat, game)):
        raise Refused("own_typing", crosscheck_words.own_typing_over(seat, game, own.readers))
    readings = looks_reads.readings(event)
    looks = readings.get((seat, game), [])
    recorded = on.cards[seat].line(game)
    # A look of before the line was typed over is not the one that it waits for.
    is_waited_for = number is None and game in on.cards[seat].again and is_same(recorded, reading)
    if not is_waited_for and _has_arrived(looks, reading, number, actor):
        return Said.CONFIRMED if is_same(recorded, reading) else Said.DIFFERS
    wanted = find_readable(on.crosscheck).get((seat, game))
    if wanted is None:
        message = _("Game %(game)d of %(seat)s is not to be read again any more. Go on with the next line.")
        raise Refused("stale", message % {"game": game, "seat": seat})
    if wanted.other is not None:
        refuse_own_card(actor, [on.entries[wanted.other]])
    look = Reading(reading, actor.name, actor.user.pk if actor.user else None)
    said = weigh(recorded, look, looks, looks_reads.typists(on, [(seat, game)])[seat, game].person)
    shown_at = looks_reads.cards_shown(event, actor.user).get(seat) if actor.user else None
    Look.objects.create(
        entry=entry,
        game=game,
        reading=line_record(reading),
        read_by=actor.name,
        reader=actor.user,
        shown_at=shown_at,
    )
    now = recorded
    if said is Said.RETYPED:
        now = as_on_paper(on.cards[seat], game, reading)
        retype(on, entry, game, now, actor)
    if said is not Said.DIFFERS and game in on.cards[seat].again:
        Scorecard.objects.filter(entry=entry).update(again=sorted(on.cards[seat].again - {game}))
    audit.record(
        event=event,
        actor=actor,
        action="line.looked-at",
        subject=("card", seat),
        before={"game": game, "line": line_record(recorded)},
        after={
            "game": game,
            "line": line_record(now),
            "reading": line_record(reading),
            "outcome": said.value,
            "shown": shown_at is not None,
        },
    )
    event.touch()
    return said


def _refuse_faults(on: Sheet, seat: str, game: int, reading: Line | None) -> None:
    """Refuse a reading that no card of this event can hold, and a game that nobody plays."""
    line = WrittenLine(game, None, None, None, None)
    if reading is not None:
        if reading.game != game:
            raise ValueError("a reading is of the game that was looked at")
        line = WrittenLine(game, reading.opponent, reading.points, reading.plus, reading.minus)
    faults = find_card_faults(seat, {0: line}, on.entries, rounds(on.event), records_spread=on.event.records_spread)
    if faults:
        named = [type(one)(one.field.removeprefix("lines.0."), one.code, one.message, one.rule) for one in faults]
        raise Malformed(" ".join(one.message for one in named), faults=named)


def _has_arrived(looks: Sequence[Reading], reading: Line | None, number: int | None, actor: Actor) -> bool:
    """Whether this very look is kept already: sent twice, a look is still one look."""
    reader = (actor.user.pk if actor.user else None, actor.name)
    own = [one for one in looks if (one.reader, one.read_by) == reader]
    if number is not None and number < 1:
        raise ValueError("looks are numbered from 1")
    known = own[-1:] if number is None else own[number - 1 : number]
    return any(is_same(one.line, reading) for one in known)
