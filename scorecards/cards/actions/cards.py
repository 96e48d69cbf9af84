"""Cards typed from the paper."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.access import entry_at
from scorecards.actions.logged import SCORECARD
from scorecards.cards.reads import cards as cards_reads
from scorecards.models import Receipt, Scorecard, ScoreLine
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_no_show, refuse_unseated
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.sheet import Seated, Sheet, seated, sheet, sheet_of_games
from scorecards.sheet.reads.written import last_written, typings
from scorecards.sheet.rules.basis import line_record
from scorecards.sheet.rules.line import Line, find_double, find_spread
from scorecards.sheet.rules.looks import Person, again_after, typed_otherwise
from scorecards.sheet.rules.tally import OwnTotals
from tournaments import audit
from tournaments.access import Actor, is_own, refuse_own_card
from tournaments.day.reads import schedule as schedule_reads
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.phase import Phase


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line as typed from the paper. `opponent` is a permanent ID. A value is None if the paper is blank there."""

    game: int
    opponent: str | None
    points: int | None
    plus: int | None
    minus: int | None


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A whole card as typed: its lines in the order sent, and the player's own totals."""

    lines: tuple[WrittenLine, ...]
    totals: OwnTotals = field(default_factory=OwnTotals)


class _Rewrite(NamedTuple):
    """A card to write, and its record before: lines and totals, None if nothing was typed."""

    before: dict[str, Any] | None
    card: WrittenCard


def find_spread_faults(written: object, prefix: str) -> list[Fault]:
    """Return one fault for each spread in the totals. Call it for an event that records no spread."""
    return [
        Fault(finding.field, finding.code, sheet_words.finding(finding)) for finding in find_spread(written, prefix)
    ]


def find_line_faults(line: object, event: Event, prefix: str) -> list[Fault]:
    """Return what no line of this event can have: a spread where it records none, 4 points without a double skunk."""
    findings = find_double(line, event.skunks, prefix)
    if not event.records_spread:
        findings += find_spread(line, prefix)
    return [sheet_words.fault(finding, event.edition) for finding in findings]


def find_card_faults(
    seat: str, lines: Mapping[int, WrittenLine], entries: Collection[str], rounds: int, *, event: Event
) -> list[Fault]:
    """Return all faults of these lines on the card of `seat`.

    The keys of `lines` are positions from 0, which the fields of the faults contain. `entries` are all seats.
    """
    faults = []
    earlier_games: set[int] = set()
    for index, line in lines.items():
        if not 1 <= line.game <= rounds:
            message = _("There are games 1 to %(rounds)d in this event.") % {"rounds": rounds}
            faults.append(Fault(f"lines.{index}.game", "no_such_game", message))
        if line.game in earlier_games:
            message = _("Game %(game)d is on this card twice. Leave one of the two lines out.") % {"game": line.game}
            faults.append(Fault(f"lines.{index}.game", "twice", message))
        earlier_games.add(line.game)
        faults += find_line_faults(line, event, f"lines.{index}.")
        if line.opponent is None:
            continue
        if line.opponent == seat:
            message = _("%(seat)s cannot play against itself. Look at the opponent on the paper again.") % {
                "seat": seat
            }
            faults.append(Fault(f"lines.{index}.opponent", "own_seat", message))
        elif line.opponent not in entries:
            message = _("Nobody in this event has the seat %(seat)s. Leave it blank if the paper is unreadable.")
            faults.append(Fault(f"lines.{index}.opponent", "unknown", message % {"seat": line.opponent}))
    return faults


def _find_faults(seat: str, card: WrittenCard, entries: Collection[str], rounds: int, event: Event) -> list[Fault]:
    """Return all faults of a typed card: of its lines, and spreads that the event does not record."""
    lines = dict(enumerate(card.lines))
    faults = find_card_faults(seat, lines, entries, rounds, event=event)
    return faults if event.records_spread else [*faults, *find_spread_faults(card.totals, "totals.")]


@transaction.atomic
def write_card(
    *,
    event: Event,
    seat: str,
    version: int,
    card: WrittenCard,
    key: UUID | None = None,
    source: str = Scorecard.Source.PAPER,
    actor: Actor,
) -> bool:
    """Replace the recorded lines and totals of this card; return whether anything changed.

    - `version` is the optimistic lock: the version that was edited. A card equal to its record changes nothing,
      whatever the version.
    - `key` is the idempotency key of this save: a save whose key has arrived before changes nothing.
    - `source` says where the lines come from.

    Raises Http404 (nobody has the seat), Malformed with every fault of the lines, Forbidden (`own_card`, also for a
    typed line of one of the actor's own games), Refused: `not_seated`, `no_show`, `posted`, `stale` with the current
    card, `used_key` (the key came before with another card, person, line or total).
    """
    event = Event.objects.locked(event)
    digest = _digest(card)
    if key is not None and _has_arrived(event, seat, key, digest, actor):
        return False
    changed = bool(_write_cards(event, {seat: card}, actor, source=source, version=version))
    if key is not None and actor.user is not None:
        stored = Scorecard.objects.at_seat(event, seat).first()
        Receipt.objects.create(
            key=key,
            entry=entry_at(event, seat),
            version=stored.version if stored else 0,
            digest=digest,
            user=actor.user,
        )
    return changed


def _digest(card: WrittenCard) -> str:
    """Return the hash of the lines and totals of a save.

    The version is not hashed: between two tries of one save the desk may learn a newer version.
    """
    return hashlib.sha256(json.dumps(_typed(card), sort_keys=True).encode()).hexdigest()


def _has_arrived(event: Event, seat: str, key: UUID, digest: str, actor: Actor) -> bool:
    """Whether this save is written already. Raises Refused (`used_key`) if its key belongs to another save."""
    receipt = Receipt.objects.select_related("entry").filter(key=key).first()
    if receipt is None:
        return False
    is_other_card = receipt.entry.event_id != event.pk or receipt.entry.seat != seat
    # Receipts written by an earlier version of the program have no digest.
    is_other_content = receipt.digest not in ("", digest)
    if is_other_card or is_other_content or actor.user != receipt.user:
        message = _(
            "Another save came under this key, so nothing of this one was written. Send it again under a key of its own."
        )
        raise Refused("used_key", message)
    return True


@transaction.atomic
def write_cards(
    *,
    event: Event,
    cards: Mapping[str, WrittenCard],
    source: str = Scorecard.Source.PAPER,
    reason: str = "",
    actor: Actor,
) -> int:
    """Replace the recorded lines and totals of many cards, all or none; return how many cards changed.

    The event changes once; the log gets one row for each card, with the `reason`. Raises the same as `write_card`. Malformed has the
    faults of all cards; each field starts with the seat of its card (`A-7.lines.3.plus`).
    """
    event = Event.objects.locked(event)
    return _write_cards(event, cards, actor, source=source, reason=reason)


def _write_cards(
    event: Event,
    cards: Mapping[str, WrittenCard],
    actor: Actor,
    *,
    source: str,
    version: int | None = None,
    reason: str = "",
    joins: bool = False,
) -> int:
    """Write the cards that differ from their records; return how many. The caller has locked the event.

    The number of queries depends only on the number of changed cards. `version` is given only for a single card. `joins`:
    `source` is that of one game, which joins the lines that a card has.
    """
    # A hall has many more seats than a card has lines, so only the owners of these cards become model objects.
    known = seated(event)
    entry_keys = {seat: pk for pk, seat in known.seats.items()}
    owners = Entry.objects.filter(pk__in=[entry_keys[seat] for seat in cards]).with_people()
    entries = {entry.seat: entry for entry in owners}
    refuse_own_card(actor, entries.values())
    refuse_unseated(event)
    for entry in entries.values():
        refuse_no_show(entry)
    rounds = schedule_reads.rounds(event)
    faults = [
        replace(fault, field=fault.field if version is not None else f"{seat}.{fault.field}")
        for seat, card in cards.items()
        for fault in _find_faults(seat, card, entry_keys, rounds, event)
    ]
    if faults:
        raise Malformed(_("This card cannot be as typed; each fault is named."), faults=faults)
    known_cards = Scorecard.objects.filter(entry__in=entries.values()).prefetch_related("lines")
    stored_cards = {card.entry_id: card for card in known_cards}
    # A card at version 0 is handed in but not typed, so it has no record.
    records = {
        seat: _recorded(stored_cards[entry_keys[seat]], known.seats)
        for seat in cards
        if entry_keys[seat] in stored_cards and stored_cards[entry_keys[seat]].version
    }
    changed_cards = {seat: card for seat, card in cards.items() if records.get(seat) != _typed(card)}
    if not changed_cards:
        return 0
    rewrites = {seat: _Rewrite(records.get(seat), card) for seat, card in changed_cards.items()}
    _refuse_own_games(rewrites, entry_keys, actor)
    if event.posted_at:
        seat = next(iter(changed_cards))
        message = _("The qualifiers are posted, and this card with them. Ask the director.")
        raise Refused("posted", message, current=cards_reads.card(sheet(event), seat))
    rows = {seat: stored_cards.get(entry_keys[seat]) or Scorecard(entry=entries[seat]) for seat in changed_cards}
    for seat, row in rows.items():
        if version is not None and version != row.version:
            message = _(
                "%(name)s changed this card after you opened it. Look at both and type again what the paper says."
            )
            raise Refused(
                "stale", message % {"name": _who_changed(event, seat)}, current=cards_reads.card(sheet(event), seat)
            )
    reread_games = _games_to_reread(event, changed_cards, changed_cards.keys() & records.keys(), known, actor)
    for seat, row in rows.items():
        joined = _joined(row.source, source) if joins and (records.get(seat) or {}).get("lines") else source
        row.again, row.source = reread_games[seat], _source(row, entries[seat], joined)
    _put_down(event, rows, rewrites, entry_keys, actor, reason)
    return len(changed_cards)


@transaction.atomic
def write_game(
    *, event: Event, game: int, lines: Mapping[str, WrittenLine | None], source: str, reason: str = "", actor: Actor
) -> int:
    """Write one game on these cards, by seat, and leave their other lines alone; None removes the game from a card.

    A card whose other lines come from the paper, or that a program sent, keeps that `source`: only a card on which every
    line was told by phone is from the phone. Returns how many cards changed. Raises what `write_cards` raises.
    """
    event = Event.objects.locked(event)
    cards = {seat: _with_game(event, seat, game, line) for seat, line in lines.items()}
    return _write_cards(event, cards, actor, source=source, reason=reason, joins=True)


def _with_game(event: Event, seat: str, game: int, line: WrittenLine | None) -> WrittenCard:
    """The card of this seat as recorded, with this line for the game, or without one."""
    stored = Scorecard.objects.at_seat(event, seat).first()
    lines = [] if line is None else [line]
    if stored is None:
        return WrittenCard(tuple(lines))
    for other in stored.lines.exclude(game=game).select_related("opponent"):
        opponent = other.opponent.seat if other.opponent else None
        lines.append(WrittenLine(other.game, opponent, other.points, other.plus, other.minus))
    totals = OwnTotals(stored.own_game_points, stored.own_games_won, stored.own_plus, stored.own_minus, stored.own_net)
    return WrittenCard(tuple(sorted(lines, key=lambda written: written.game)), totals)


def _joined(known: str, added: str) -> str:
    """The source of a card with lines from both of these: the one that is read again most carefully."""
    by_care = [Scorecard.Source.PAPER, Scorecard.Source.SENT, Scorecard.Source.PHONE]
    return min(known, added, key=lambda source: by_care.index(Scorecard.Source(source)))


def _source(row: Scorecard, entry: Entry, source: str) -> str:
    """Return the source to record for a card.

    A card that a program sends for somebody who has left counts as paper: it is incomplete until somebody says that it
    ends.
    """
    is_late = entry.status == Entry.Status.WITHDRAWN and row.source != Scorecard.Source.SENT
    return Scorecard.Source.PAPER if source == Scorecard.Source.SENT and is_late else source


def put_down(event: Event, cards: Mapping[str, WrittenCard], actor: Actor) -> None:
    """Record cards as their players told them by phone.

    The caller has locked the event, checked permission, and checked that no line of these cards is typed.
    """
    seated = Entry.objects.of(event).filter(table__isnull=False)
    entries = {entry.seat: entry for entry in seated}
    stored_cards = {
        card.entry_id: card for card in Scorecard.objects.filter(entry__in=[entries[seat] for seat in cards])
    }
    rows = {seat: stored_cards.get(entries[seat].pk) or Scorecard(entry=entries[seat]) for seat in cards}
    for row in rows.values():
        row.source = Scorecard.Source.PHONE
    entry_keys = {seat: entry.pk for seat, entry in entries.items()}
    _put_down(event, rows, {seat: _Rewrite(None, card) for seat, card in cards.items()}, entry_keys, actor)


def _put_down(
    event: Event,
    rows: Mapping[str, Scorecard],
    rewrites: Mapping[str, _Rewrite],
    entry_keys: Mapping[str, int],
    actor: Actor,
    reason: str = "",
) -> None:
    """Store these cards and write one log row for each. The first card of an event begins play.

    `entry_keys` are the primary keys of entries by seat.
    """
    _store(rows, {seat: rewrite.card for seat, rewrite in rewrites.items()}, entry_keys, actor)
    for seat, (before, card) in rewrites.items():
        row = rows[seat]
        audit.record(
            event=event,
            actor=actor,
            action="card.typed",
            subject=("card", seat),
            before=before,
            after=_typed(card) | SCORECARD.given(row, "again") | source_record(row),
            reason=reason,
        )
    if event.cards_begun_at is None:
        event.cards_begun_at = timezone.now()
        if event.cross_checked_at is None:
            event.phase = Phase.QUALIFYING
        event.save(update_fields=["cards_begun_at", "phase"])
    event.touch()


def source_record(row: Scorecard) -> dict[str, Any]:
    """Return the source of this card's lines for the log; empty for paper."""
    return SCORECARD.values(row, "source") if row.source != Scorecard.Source.PAPER else {}


def _refuse_own_games(rewrites: Mapping[str, _Rewrite], entry_keys: Mapping[str, int], actor: Actor) -> None:
    """Refuse changes to typed lines of games against the actor.

    Raises Forbidden (`own_card`) with one fault for each such line. The fault's field is `lines.3` if the line was sent
    fourth, `games.3` if game 3 was left out. Typing a card for the first time is allowed, even if it has lines of the
    actor's own games. `entry_keys` are the primary keys of entries by seat.
    """
    if actor.user is None:
        return
    changes = {seat: _find_changed_lines(rewrite) for seat, rewrite in rewrites.items()}
    opponents = {opponent for games in changes.values() for pair in games.values() for opponent in pair if opponent}
    if not opponents:
        return
    entries = Entry.objects.filter(pk__in=[entry_keys[seat] for seat in opponents]).with_people()
    own_seats = {entry.seat for entry in entries if is_own(actor.user, entry)}
    for seat, games in changes.items():
        fields = {line.game: f"lines.{index}" for index, line in enumerate(rewrites[seat].card.lines)}
        message = _(
            "Game %(game)d of %(seat)s is a game of your own: nobody corrects the line of their opponent. Ask "
            "another checker; everything else on this card you may change."
        )
        faults = [
            Fault(fields.get(game, f"games.{game}"), "own_card", message % {"game": game, "seat": seat})
            for game, pair in sorted(games.items())
            if own_seats & set(pair)
        ]
        if faults:
            raise Forbidden("own_card", faults[0].message, faults=faults)


def _find_changed_lines(rewrite: _Rewrite) -> dict[int, tuple[str | None, str | None]]:
    """The games whose typed line changes, each with the opponent that it named before and the one it names now."""
    if rewrite.before is None:
        return {}
    new_lines = {line["game"]: line for line in _typed(rewrite.card)["lines"]}
    return {
        old["game"]: (old["opponent"], new_lines.get(old["game"], old)["opponent"])
        for old in rewrite.before["lines"]
        if old != new_lines.get(old["game"])
    }


def _games_to_reread(
    event: Event,
    cards: Mapping[str, WrittenCard],
    retyped: Collection[str],
    known: Seated,
    actor: Actor,
) -> dict[str, list[int]]:
    """Return, by seat, the games that must be read again from the paper once these cards are written.

    Only the `retyped` seats, whose cards were typed before, have such games. If the typing of a card was undone, the
    games that differ from the undone typing are among them.
    """
    games_by_seat: dict[str, list[int]] = {seat: [] for seat in cards}
    if not retyped:
        return games_by_seat
    result, readings = sheet_of_games(event, retyped, known).crosscheck, readings_reads.readings(event)
    emptied = [seat for seat in retyped if not result.cards[seat].lines]
    undone_typings = typings(event) if emptied else {}
    typist = Person(actor.user.pk if actor.user else None, actor.name)
    for seat in retyped:
        lines = {
            line.game: Line(line.game, line.opponent, line.points, line.plus, line.minus) for line in cards[seat].lines
        }
        games = again_after(result, seat, lines, readings, typist)
        if seat in emptied and seat in undone_typings:
            games |= typed_otherwise(
                seat,
                lines,
                undone_typings,
                event.edition,
                records_spread=event.records_spread,
                skunks=event.skunks,
            )
        games_by_seat[seat] = sorted(games)
    return games_by_seat


def _who_changed(event: Event, seat: str) -> str:
    """Return the name of whoever wrote this card last; "Somebody" if unknown."""
    written = last_written(event, [seat]).get(seat)
    return written.by if written else _("Somebody")


def _store(
    rows: Mapping[str, Scorecard], cards: Mapping[str, WrittenCard], entry_keys: Mapping[str, int], actor: Actor
) -> None:
    """Write these cards and replace their lines; `keys` are primary keys of entries by seat."""
    now = timezone.now()
    Scorecard.count_rewrite(*rows.values())
    for seat, row in rows.items():
        row.typed_at = now
        row.typed_by = actor.name
        row.typist = actor.user
        for name, value in asdict(cards[seat].totals).items():
            setattr(row, f"own_{name}", value)
    known_rows = [row for row in rows.values() if row.pk]
    for row in known_rows:
        row.save()
    ScoreLine.objects.filter(card__in=known_rows).delete()
    Scorecard.objects.bulk_create(row for row in rows.values() if not row.pk)
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent_id=entry_keys[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for seat, row in rows.items()
        for line in sorted(cards[seat].lines, key=lambda line: line.game)
    )


def _recorded(card: Scorecard, seats_by_key: Mapping[int, str]) -> dict[str, Any]:
    """Return the recorded lines and totals of a card, in the shape of `_typed`."""
    totals = OwnTotals(card.own_game_points, card.own_games_won, card.own_plus, card.own_minus, card.own_net)
    lines = (
        Line(
            line.game,
            seats_by_key.get(line.opponent_id) if line.opponent_id else None,
            line.points,
            line.plus,
            line.minus,
        )
        for line in card.lines.all()
    )
    return {"lines": [line_record(line) for line in lines], "totals": asdict(totals)}


def _typed(card: WrittenCard) -> dict[str, Any]:
    """Return a typed card as the log keeps it: lines in order of their games, and totals."""
    lines = sorted(card.lines, key=lambda line: line.game)
    return {"lines": [asdict(line) for line in lines], "totals": asdict(card.totals)}


def is_as_typed(stored: Scorecard | None, card: WrittenCard, seats: Mapping[int, str]) -> bool:
    """Whether this card is recorded exactly so. A card that is handed in and not typed has no record.

    `seats` are the seats of the event by the primary keys of their entries.
    """
    return stored is not None and stored.version > 0 and _recorded(stored, seats) == _typed(card)


def retype(this_sheet: Sheet, entry: Entry, game: int, line: Line | None, actor: Actor) -> None:
    """Replace one line of a card, or remove it if `line` is None.

    The card keeps its typist. If nobody has typed it, the actor becomes its typist.
    """
    card, _created = Scorecard.objects.get_or_create(entry=entry)
    Scorecard.count_rewrite(card)
    if card.typed_at is None:
        card.typed_at, card.typed_by, card.typist = timezone.now(), actor.name, actor.user
    card.save()
    ScoreLine.objects.filter(card=card, game=game).delete()
    if line is not None:
        ScoreLine.objects.create(
            card=card,
            game=game,
            opponent=this_sheet.entries[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
