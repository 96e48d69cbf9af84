"""The fields of the document, in their order. docs/export.md says what each means."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from brackets.models import Honour, Item, Match, Payout, PoolPlan, Prize
from brackets.rules.match import LENGTHS
from config.document.readers import (
    Reader,
    any_object,
    anything,
    day,
    each,
    flag,
    maybe,
    moment,
    number,
    one_of,
    prose,
    record,
    text,
)
from judging.actions.rulings import LONGEST_RULE, MOST_JUDGES, MOST_POINTS, MOST_RULES
from judging.models import LONGEST_ACCOUNT, LONGEST_WORDS, Coming
from scorecards.models import Discrepancy, QualifyingResult, Scorecard
from scorecards.rules.line import LARGEST_SPREAD, SKUNK_POINTS
from scorecards.rules.tiebreak import Tiebreaker
from scorecards.rules.typing import LARGEST_TOTAL
from tournaments.actions import HIDEABLE, REGISTRATION_FIELDS
from tournaments.actions.faults import (
    MAX_CLUB,
    MAX_ENTRANTS,
    MAX_GAMES,
    MAX_NAME,
    MAX_QUOTA,
    MAX_ROUNDS,
    MAX_SEED,
    MAX_SLUG,
    MAX_VENUE,
)
from tournaments.actions.round import MAX_MINUTES, MIN_MINUTES
from tournaments.errors import Fault, Malformed
from tournaments.models import (
    MAX_REASON,
    AuditEntry,
    DayChange,
    Entry,
    Event,
    Fee,
    LedgerLine,
    Registration,
    Relation,
    Tournament,
)
from tournaments.rules.edition import Edition
from tournaments.rules.money import MOST_CENTS
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES

FORMAT = "pegboard tournament"
VERSION = 8

MAX_EVENTS = 200
MAX_RANK = 2**15 - 1
MAX_COUNT = 2**31 - 1
MAX_PERSON = 150
MAX_INITIALS = 8
MAX_TEXT = 500
MAX_FEE = 60
MAX_FEES = 200
MANY = 1_000_000

_seat = text(8)
_total = maybe(number(-LARGEST_TOTAL, LARGEST_TOTAL))
_person = prose(MAX_PERSON, required=True)
_initials = prose(MAX_INITIALS, required=True)
_notation = text(3)

PLAYER = {
    "number": number(1, MANY),
    "name": text(MAX_NAME, required=True),
    "acc_number": text(12),
    "club": text(MAX_CLUB),
}
TABLE = {"name": text(3), "seats": number(2, MAX_SEATS)}
ENTRANT = {
    "id": number(1, MAX_COUNT),
    "player": number(1, MANY),
    "name": text(MAX_NAME, required=True),
    "acc_number": text(12),
    "seat": _seat,
    "status": one_of(Entry.Status.values),
    "status_reason": text(MAX_REASON),
    "entered_at": moment,
    "checked_in_at": maybe(moment),
    "checked_in_by": prose(MAX_PERSON),
    "pools": each(prose(MAX_FEE, required=True), MAX_FEES),
}
POOL_PLAN = {
    "type": one_of(PoolPlan.Type.values),
    "ratio": number(1, 100),
    "by_hand": each(number(0, MOST_CENTS), MAX_ENTRANTS),
    "reason": prose(MAX_REASON),
}
FEE = {
    "kind": one_of(Fee.Kind.values),
    "name": prose(MAX_FEE, required=True),
    "cents": number(0, MOST_CENTS),
    "optional": flag,
    "pool": maybe(record(POOL_PLAN)),
}
PAYOUT = {
    "number": number(1, MANY),
    "player": number(1, MANY),
    "kind": one_of(Payout.Kind.values),
    "cents": number(1, MOST_CENTS),
    "reverses": maybe(number(1, MANY)),
    "note": prose(MAX_REASON),
    "at": moment,
    "by": _person,
}
LEDGER = {**PAYOUT, "kind": one_of(LedgerLine.Kind.values), "event": maybe(text(MAX_SLUG, required=True))}
ITEM = {
    "number": number(1, MANY),
    "event": maybe(text(MAX_SLUG, required=True)),
    "kind": one_of(Item.Kind.values),
    "name": prose(120, required=True),
    "cents": number(1, MOST_CENTS),
    "reverses": maybe(number(1, MANY)),
    "at": moment,
    "by": _person,
}
POOL = {"event": text(MAX_SLUG, required=True), "name": prose(MAX_FEE, required=True)}
REGISTRATION = {
    "number": number(1, MAX_COUNT),
    "name": text(MAX_NAME, required=True),
    "acc_number": text(12),
    "club": text(MAX_CLUB),
    "note": prose(MAX_TEXT),
    "events": each(text(MAX_SLUG, required=True), MAX_EVENTS),
    "pools": each(record(POOL), MAX_FEES),
    "state": one_of(Registration.State.values),
    "marked": each(one_of(REGISTRATION_FIELDS), len(REGISTRATION_FIELDS)),
    "message": prose(MAX_TEXT),
    "sent_at": moment,
    "decided_at": maybe(moment),
    "decided_by": prose(MAX_PERSON),
    "player": maybe(number(1, MANY)),
}
FLYER = {
    "director": prose(MAX_NAME),
    "director_phone": prose(40),
    "director_email": prose(254),
    "co_director": prose(MAX_NAME),
    "co_director_phone": prose(40),
    "sanctioned": flag,
    "entry_deadline": maybe(moment),
    **dict.fromkeys(("walk_ins", "includes", "payback", "trophies", "charity", "address", "hotel"), prose(MAX_REASON)),
    "directions": prose(MAX_TEXT),
    "smoking": prose(200),
    "notes": prose(2000),
}
DAY_CHANGE = {
    "number": number(1, MANY),
    "kind": one_of(DayChange.Kind.values),
    "table": text(3, required=True),
    "data": any_object,
    "reason": prose(MAX_REASON, required=True),
    "made_at": moment,
    "made_by": _person,
    "undone_at": maybe(moment),
    "undone_by": prose(MAX_PERSON),
}
LINE = {
    "game": number(1, MAX_ROUNDS),
    "opponent": text(12),
    "points": _notation,
    "plus": _notation,
    "minus": _notation,
}
OWN_TOTALS = {"game_points": _total, "games_won": _total, "plus": _total, "minus": _total, "net": _total}
SCORECARD = {
    "entrant": text(12, required=True),
    "version": number(0, MAX_COUNT),
    "typed_at": maybe(moment),
    "typed_by": prose(MAX_PERSON),
    "received_at": maybe(moment),
    "received_by": prose(MAX_PERSON),
    "set_aside_at": maybe(moment),
    "set_aside_by": prose(MAX_PERSON),
    "set_aside_reason": prose(MAX_REASON),
    "source": one_of(Scorecard.Source.values),
    "ended_at": maybe(moment),
    "ended_by": prose(MAX_PERSON),
    "own_totals": record(OWN_TOTALS),
    "lines": each(record(LINE), MAX_ROUNDS),
}
TOLD = {
    "entrant": text(12, required=True),
    "game": number(1, MAX_ROUNDS),
    "opponent": text(12, required=True),
    "spread": maybe(number(-LARGEST_SPREAD, LARGEST_SPREAD)),
    "points": maybe(number(0, SKUNK_POINTS)),
    "via": text(12, required=True),
    "at": moment,
}
LOOK = {
    "entrant": text(12, required=True),
    "game": number(1, MAX_ROUNDS),
    "reading": maybe(any_object),
    "read_by": _person,
    "read_at": moment,
    "shown_at": maybe(moment),
}
CORRECTION = {
    "entrant": text(12, required=True),
    "before": anything,
    "after": anything,
    "rules": prose(60),
    "initials": _initials,
    "made_by": _person,
    "made_at": moment,
}
DECISION = {
    "game": number(1, MAX_ROUNDS),
    "cards": each(text(12, required=True), 2),
    "kind": one_of(Discrepancy.Kind.values),
    "basis": any_object,
    "resolved": maybe(any_object),
    "reason": prose(MAX_TEXT),
    "initials": _initials,
    "decided_by": _person,
    "decided_at": moment,
    "withdrawn_at": maybe(moment),
    "corrections": each(record(CORRECTION), 2),
}
TIEBREAK = {"order": each(text(12, required=True), MAX_ENTRANTS), "recorded_by": _person, "recorded_at": moment}
RESULT = {
    "rank": number(1, MAX_RANK),
    "entrant": text(12, required=True),
    "tied": flag,
    "decided_by": maybe(one_of([key.value for key in Tiebreaker])),
    "seed": maybe(number(1, MAX_RANK)),
    "status": one_of(QualifyingResult.Status.values),
    "game_points": number(0, MAX_RANK),
    "games_won": number(0, MAX_RANK),
    "plus": number(0, MAX_COUNT),
    "minus": number(0, MAX_COUNT),
    "edition": one_of([edition.value for edition in Edition]),
}
LISTED = {
    "rank": number(1, MAX_RANK),
    "seat": text(8, required=True),
    "name": text(MAX_NAME, required=True),
    "seed": maybe(number(1, MAX_RANK)),
    "status": one_of(QualifyingResult.Status.values),
    "tied": flag,
    "decided_by": maybe(one_of([key.value for key in Tiebreaker])),
    "game_points": number(0, MAX_RANK),
    "games_won": number(0, MAX_RANK),
    "plus": number(0, MAX_COUNT),
    "minus": number(0, MAX_COUNT),
}
POSTED_LIST = {
    "number": number(1, MAX_RANK),
    "posted_at": moment,
    "posted_by": prose(MAX_PERSON),
    "reason": prose(MAX_REASON),
    "card": text(8),
    "withdrawn_at": maybe(moment),
    "places": each(record(LISTED), MAX_ENTRANTS),
}
GAME = {
    "game": number(1, max(LENGTHS)),
    "winner": text(12, required=True),
    "forfeit": flag,
    "conceded": flag,
    "recorded_at": moment,
}
CLAIM = {
    "game": number(1, max(LENGTHS)),
    "entrant": text(12, required=True),
    "winner": text(12, required=True),
    "at": moment,
}
MATCH = {
    "match": number(1, MAX_RANK),
    "round": number(1, 15),
    "best_of": number(min(LENGTHS), max(LENGTHS)),
    "top": maybe(text(12, required=True)),
    "bottom": maybe(text(12, required=True)),
    "bye": flag,
    "winner": maybe(text(12, required=True)),
    "ended": one_of(["", *Match.Ended.values]),
    "ended_reason": prose(MAX_REASON),
    "gone": maybe(text(12, required=True)),
    "scheduled_at": maybe(moment),
    "table": prose(20),
    "games": each(record(GAME), max(LENGTHS)),
    "claims": each(record(CLAIM), 2 * max(LENGTHS)),
}
PRIZE = {
    "kind": one_of(Prize.Kind.values),
    "place": maybe(number(1, MAX_RANK)),
    "name": prose(60),
    "cents": number(0, MOST_CENTS),
    "entrant": maybe(text(12, required=True)),
}
HONOUR = {
    "entrant": text(12, required=True),
    "kind": one_of(Honour.Kind.values),
    "name": prose(60),
    "note": prose(MAX_REASON),
    "at": moment,
    "by": _person,
}
BRACKET = {
    "size": number(2, 2**14),
    "qualifiers": number(2, MAX_ENTRANTS),
    "drawn_at": moment,
    "players_report": flag,
    "matches": each(record(MATCH), 2**14),
}
EVENT: dict[str, Reader] = {
    "slug": text(MAX_SLUG, required=True),
    "kind": one_of(Event.Kind.values),
    "games": number(1, MAX_GAMES),
    "deal": one_of(Event.Deal.values),
    "movement": one_of(Event.Movement.values),
    "rounds": maybe(number(1, MAX_ROUNDS)),
    "repeats_reason": text(MAX_REASON),
    "sit_outs_reason": text(MAX_REASON),
    "starts_at": maybe(moment),
    "muggins": flag,
    "records_spread": flag,
    "deal_procedure": prose(MAX_REASON),
    "playoff_format": prose(200),
    "money_first": flag,
    "phones": one_of(Event.Phones.values),
    "hidden": each(one_of(HIDEABLE), len(HIDEABLE)),
    "phase": one_of(Event.PhaseChoice.values),
    "revision": number(0, MAX_COUNT),
    "last_entrant": number(0, MAX_COUNT),
    "quota_exemption": maybe(number(1, MAX_QUOTA)),
    "quota_reason": text(MAX_REASON),
    "draw_seed": maybe(number(0, MAX_SEED)),
    "created_at": moment,
    "registration_closed_at": maybe(moment),
    "cards_begun_at": maybe(moment),
    "cross_checked_at": maybe(moment),
    "posted_at": maybe(moment),
    "game_now": maybe(number(1, MAX_ROUNDS)),
    "game_started_at": maybe(moment),
    "game_minutes": maybe(number(MIN_MINUTES, MAX_MINUTES)),
    "decks_changed_at": maybe(number(1, MAX_ROUNDS + 1)),
    "dealt_to": each(text(12, required=True), MAX_ENTRANTS),
    "dealt_by": each(each(each(text(12, required=True), 2), MAX_ENTRANTS), MAX_ROUNDS),
    "tables": each(record(TABLE), MAX_TABLES),
    "day_changes": each(record(DAY_CHANGE), MANY),
    "fees": each(record(FEE), MAX_FEES),
    "entrants": each(record(ENTRANT), MAX_ENTRANTS),
    "scorecards": each(record(SCORECARD), MAX_ENTRANTS),
    "told": each(record(TOLD), MANY),
    "looks": each(record(LOOK), MANY),
    "decisions": each(record(DECISION), MANY),
    "tiebreaks": each(record(TIEBREAK), MAX_ENTRANTS),
    "qualifying": each(record(RESULT), MAX_ENTRANTS),
    "lists": each(record(POSTED_LIST), MANY),
    "bracket": maybe(record(BRACKET)),
    "prizes": each(record(PRIZE), MANY),
    "honours": each(record(HONOUR), MANY),
}
COMING = {
    "name": _person,
    "next_deal": one_of(["", *Coming.NextDeal.values]),
    "related": one_of(["", *Relation.Kind.values]),
    "at": moment,
    "there_at": maybe(moment),
    "gave_up_at": maybe(moment),
}
_place = {
    "table": prose(20),
    "seat": maybe(number(1, MAX_RANK)),
    "match": maybe(number(1, MAX_RANK)),
    "game": maybe(number(1, MAX_RANK)),
}
CALL = {
    "number": number(1, MANY),
    "event": text(MAX_SLUG, required=True),
    "entrant": text(12, required=True),
    "opponent": maybe(text(12, required=True)),
    **_place,
    "subject": prose(40),
    "about": prose(LONGEST_WORDS),
    "called_by": prose(MAX_PERSON),
    "at": moment,
    "third_at": maybe(moment),
    "closed_at": maybe(moment),
    "closed_by": prose(MAX_PERSON),
    "coming": each(record(COMING), MANY),
}
PARTY = {"event": text(MAX_SLUG, required=True), "entrant": text(12, required=True)}
RULING = {
    "number": number(1, MANY),
    "event": maybe(text(MAX_SLUG, required=True)),
    "call": maybe(number(1, MANY)),
    "offender": maybe(record(PARTY)),
    "other": maybe(record(PARTY)),
    **_place,
    "subject": prose(40),
    "edition": one_of([edition.value for edition in Edition]),
    "happened": prose(LONGEST_ACCOUNT, required=True),
    "decision": prose(LONGEST_ACCOUNT, required=True),
    "points": maybe(number(0, MOST_POINTS)),
    "by_head": flag,
    "removes": flag,
    "answers": any_object,
    "rules": each(prose(LONGEST_RULE, required=True), MOST_RULES),
    "judges": each(_person, MOST_JUDGES),
    "at": moment,
    "by": _person,
    "taken_back_at": maybe(moment),
    "taken_back_by": prose(MAX_PERSON),
    "taken_back_reason": prose(MAX_REASON),
}
CONDUCT = {
    "number": number(1, MANY),
    "event": text(MAX_SLUG, required=True),
    "entrant": text(12, required=True),
    "text": prose(LONGEST_ACCOUNT, required=True),
    "at": moment,
    "by": _person,
}
ACTOR = {"kind": one_of(AuditEntry.ActorKind.values), "key": maybe(prose(MAX_PERSON)), "name": prose(MAX_PERSON)}
SUBJECT = {"kind": prose(30, required=True), "key": prose(120)}
ACT = {
    "event": maybe(prose(MAX_SLUG, required=True)),
    "revision": number(0, MAX_COUNT),
    "at": moment,
    "actor": record(ACTOR),
    "action": prose(60, required=True),
    "subject": record(SUBJECT),
    "before": anything,
    "after": anything,
    "reason": prose(MAX_TEXT),
    "initials": prose(MAX_INITIALS),
}
DOCUMENT: dict[str, Reader] = {
    "format": one_of([FORMAT]),
    "version": number(VERSION, VERSION),
    "slug": text(MAX_SLUG, required=True),
    "name": text(MAX_NAME, required=True),
    "starts_on": day,
    "venue": text(MAX_VENUE),
    "time_zone": text(60, required=True),
    "edition": one_of(Tournament.EditionChoice.values),
    "public": flag,
    "created_at": moment,
    "flyer": maybe(record(FLYER)),
    "players": each(record(PLAYER), MANY),
    "events": each(record(EVENT), MAX_EVENTS),
    "ledger": each(record(LEDGER), MANY),
    "items": each(record(ITEM), MANY),
    "payouts": each(record(PAYOUT), MANY),
    "registrations": each(record(REGISTRATION), MANY),
    "calls": each(record(CALL), MANY),
    "rulings": each(record(RULING), MANY),
    "conduct": each(record(CONDUCT), MANY),
    "history": each(record(ACT), MANY),
}


def read_document(value: Any) -> dict[str, Any]:
    """The document with its times and dates as such. Malformed names every value that has the wrong shape.

    Another format or version is refused at once: nothing else in it can be judged.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        message = _("This is no exported tournament.")
        wanted = _("The field “format” says “%(format)s” in one.") % {"format": FORMAT}
        raise Malformed(message, faults=[Fault("format", "invalid", wanted)])
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        message = _("This program reads the format up to version %(version)d. Update the program that is older.")
        raise Malformed(
            message % {"version": VERSION}, faults=[Fault("version", "invalid", message % {"version": VERSION})]
        )
    faults: list[Fault] = []
    found: dict[str, Any] = record(DOCUMENT)(value, "", faults)
    if faults:
        raise Malformed(_("The file is damaged; each fault is named."), faults=faults)
    return found
