"""The readings of the lines of an event: looks at the paper, and claims by phone that equal the card."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from scorecards.models import Look, Scorecard
from scorecards.sheet.reads.phone import lines_on_cards, told_games
from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.looks import Place, Reading
from tournaments.models import Entry, Event


def readings(event: Event, *, until: datetime | None = None) -> dict[Place, list[Reading]]:
    """Every reading of every line of this event by seat and game, in the order of the looks, then claims by phone.

    With `until`, later readings are left out. A claim by phone counts as a reading if the card has the same line: a
    typist's slip would differ from it. Every line of a card from a phone counts too, because there is no paper to read.
    One query, and three more if the event uses phones.
    """
    readings_by_place: dict[Place, list[Reading]] = {}
    rows = Look.objects.filter(entry__event=event, entry__table__isnull=False).order_by("pk")
    if until is not None:
        rows = rows.filter(read_at__lte=until)
    for table, number, game, reading, read_by, reader, read_at, shown_at in rows.values_list(
        "entry__table", "entry__seat_number", "game", "reading", "read_by", "reader", "read_at", "shown_at"
    ):
        look = Reading(read_line(reading), read_by, reader, read_at, shown_at)
        readings_by_place.setdefault((f"{table}-{number}", game), []).append(look)
    if event.phones != Event.Phones.OFF:
        for place, phone_reading in _readings_by_phone(event, until):
            readings_by_place.setdefault(place, []).append(phone_reading)
    return readings_by_place


def _readings_by_phone(event: Event, until: datetime | None) -> Iterator[tuple[Place, Reading]]:
    """A reading for each claim that equals the line on the card, and for each other line of a card from a phone.

    With `until`, claims and cards of a later time are left out.
    """
    games_by_seat = told_games(event, until=until)
    names = {entry.seat: entry.known_name for entry in Entry.objects.of(event).filter(table__isnull=False)}
    for card_line in lines_on_cards(event):
        seat, line, typed_at = card_line.seat, card_line.line, card_line.typed_at
        told_game = games_by_seat.get(seat, {}).get(line.game)
        if told_game is not None and told_game.claim.line(event.skunks) == line:
            yield (seat, line.game), Reading(line, names[seat], read_at=told_game.at)
        elif card_line.source == Scorecard.Source.PHONE:
            is_in_time = until is None or (typed_at is not None and typed_at <= until)
            if is_in_time:
                yield (seat, line.game), Reading(line, names[seat], read_at=typed_at)
