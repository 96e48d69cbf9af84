"""The fields of the document, in their order. docs/export.md says what each means."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db.models import Model, Q
from django.utils.translation import gettext as _

from brackets.bracket.rules.match import LENGTHS
from brackets.models import Bracket, GameClaim, Honour, Item, Match, MatchGame, Payout, PoolPlan, Prize
from hall.exchange.fields import (
    Derived,
    Elsewhere,
    Field,
    Grouped,
    Named,
    Of,
    Raised,
    Values,
    Walk,
    Within,
    bare_rows,
    one_row,
    rows,
    table,
)
from hall.exchange.readers import (
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
from judging.models import MOST_PENALTY, Call, Coming, Conduct, Ruling
from judging.rulings.actions import LONGEST_RULE, MOST_JUDGES, MOST_RULES
from scorecards.cards.rules.typing import LARGEST_TOTAL
from scorecards.models import (
    Correction,
    Discrepancy,
    Look,
    PostedList,
    QualifyingResult,
    Scorecard,
    ScoreLine,
    TieBreak,
    TieBreakPlace,
    ToldGame,
)
from scorecards.sheet.rules.line import (
    LARGEST_SPREAD,
    SKUNK_POINTS,
    format_points,
    format_spread,
    parse_points,
    parse_spread,
)
from scorecards.sheet.rules.ranking import Tiebreaker
from tournaments import keys
from tournaments.day.actions.round import MAX_MINUTES, MIN_MINUTES
from tournaments.entrants.actions.registrations import REGISTRATION_FIELDS
from tournaments.errors import Fault, Malformed
from tournaments.models import (
    AuditEntry,
    DayChange,
    Entry,
    Event,
    Fee,
    FeeTaken,
    Flyer,
    LedgerLine,
    Player,
    Registration,
    Relation,
    SeatingTable,
    Tournament,
    longest,
)
from tournaments.models.lengths import MAX_ENTRANTS, MAX_GAMES, MAX_QUOTA, MAX_ROUNDS, MAX_SEED
from tournaments.money.rules import MOST_CENTS
from tournaments.rules.as_the_acc import USUAL_BEST_OF
from tournaments.rules.edition import Edition
from tournaments.rules.hiding import HIDEABLE, held_back
from tournaments.rules.quota import LEAST_ONE_IN, MOST_ONE_IN, USUAL_ONE_IN
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES, parse_seat, seat_order
from tournaments.rules.skunk import MOST_DOUBLE_SKUNK_FROM, MOST_SKUNK_FROM, NO_SKUNK, USUAL_SKUNK_FROM

FORMAT = "pegboard tournament"
VERSION = 9
OLDEST = 6
"""The oldest version of the format that can be read."""

MAX_EVENTS = 200
MAX_RANK = 2**15 - 1
MAX_COUNT = 2**31 - 1
MAX_PERSON = longest(AuditEntry, "actor_name")
MAX_INITIALS = longest(AuditEntry, "initials")
MAX_FEES = 200
MANY = 1_000_000

_seat = text(8)
_total = maybe(number(-LARGEST_TOTAL, LARGEST_TOTAL))
_person = prose(MAX_PERSON, required=True)
_initials = prose(MAX_INITIALS, required=True)
_notation = text(3)
_edition = one_of([edition.value for edition in Edition])
_decided_by = maybe(one_of([key.value for key in Tiebreaker]))
_slug = text(longest(Event, "slug"), required=True)

_player = Named(number(1, MANY), model=Player)
_event = Named(maybe(_slug), model=Event)
_who = text(12, required=True)
_entrant = Within(_who, "entry", model=Entry)
_event_of_entrant = Derived(_slug, of=lambda row, walk: walk.names[Entry][row.entry_id][0])
_other = Within(_who, model=Entry)
_nobody = Within(maybe(_who), model=Entry)
_boards = each(each(each(_who, 2), MAX_ENTRANTS), MAX_ROUNDS)
_of_site = "an account or a key of this site"


def reference(number: int, seat: str) -> str:
    """How the document names an entrant: by seat, or by number without one."""
    return seat or str(number)


def _by_number(row: Any, _place: int) -> int:
    return int(row.number)


def _or_none(value: str) -> str | None:
    return value or None


def _or_blank(value: str | None) -> str:
    return value or ""


class _Seat(Field):
    """A seat, stored in two columns."""

    def columns(self, name: str) -> tuple[str, ...]:
        return "table", "seat_number"

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        seat = parse_seat(value) if value else None
        return {"table": seat.table if seat else None, "seat_number": seat.number if seat else None}


class _Cards(Field):
    """The two cards of a decision."""

    def columns(self, name: str) -> tuple[str, ...]:
        return "first", "second"

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return [walk.names[Entry][key][1] for key in (row.first_id, row.second_id)]

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {
            column: walk.rows[Entry][walk.event, who] for column, who in zip(("first", "second"), value, strict=True)
        }


class ActedBy(Grouped):
    """Who did it. A sign-in name means nothing on another site, so the document leaves it out.

    On import, the person's name takes its place.
    """

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        actor: dict[str, Any] = super().written(row, name, walk)
        is_user = row.actor_kind == AuditEntry.ActorKind.USER
        return {**actor, "key": None} if is_user else actor

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        key = value["name"] if value["key"] is None else value["key"]
        return super().loaded({**value, "key": key}, name, walk)


class _People(Field):
    """The two people of a team by their names, or nobody. Importing a player makes them (`actions`)."""

    def columns(self, name: str) -> tuple[str, ...]:
        return "first", "second"

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return row.names

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {}


class _PeoplesNumbers(_People):
    """The ACC numbers of the two people of a team, empty where nobody said; none for one person."""

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        return row.numbers


class _After(Field):
    """The state afterwards, without the account that made the tournament."""

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        after = super().written(row, name, walk)
        if row.action == "tournament.created" and isinstance(after, dict):
            after.pop("director", None)
        return after


def _texts(model: type[Model], *columns: str) -> dict[str, Reader]:
    return {column: prose(longest(model, column)) for column in columns}


PLAYER = table(
    Of(
        Player,
        key=lambda _row, place: place,
        left_out={
            _of_site: "user",
            "joins records of other tournaments": "same_as",
            "agreed for this site": "page_agreed_at",
        },
    ),
    number=Derived(number(1, MANY), of=lambda row, walk: walk.names[Player][row.pk]),
    name=text(longest(Player, "name"), required=True),
    acc_number=text(longest(Player, "acc_number")),
    club=text(longest(Player, "club")),
    players=_People(each(text(longest(Player, "name")), 2), since=9, before=[]),
    acc_numbers=_PeoplesNumbers(each(text(longest(Player, "acc_number")), 2), since=9, before=[]),
)
TABLE = table(Of(SeatingTable, "event"), name=text(longest(SeatingTable, "name")), seats=number(2, MAX_SEATS))
POOL_PLAN = table(
    Of(PoolPlan, "fee"),
    type=one_of(PoolPlan.Type.values),
    ratio=number(1, 100),
    by_hand=each(number(0, MOST_CENTS), MAX_ENTRANTS),
    reason=prose(longest(PoolPlan, "reason")),
)
FEE = table(
    Of(Fee, "event", key=lambda row, _place: row.name),
    kind=one_of(Fee.Kind.values),
    name=prose(longest(Fee, "name"), required=True),
    cents=number(0, MOST_CENTS),
    optional=flag,
    pool=one_row(POOL_PLAN),
)
FEE_TAKEN = table(Of(FeeTaken, "entry", "fee"), fee=Within(prose(longest(Fee, "name"), required=True), model=Fee))
ENTRANT = table(
    Of(
        Entry,
        "event",
        "number",
        key=lambda row, _place: reference(row.number, row.seat),
        left_out={"how to reach a person": "email phone"},
    ),
    id=Field(number(1, MAX_COUNT), "number"),
    player=_player,
    name=text(longest(Entry, "name"), required=True),
    withheld_name=Field(text(longest(Entry, "withheld_name")), since=9, before=""),
    acc_number=text(longest(Entry, "acc_number")),
    seat=_Seat(_seat),
    status=one_of(Entry.Status.values),
    status_reason=text(longest(Entry, "status_reason")),
    entered_at=moment,
    checked_in_at=maybe(moment),
    checked_in_by=prose(MAX_PERSON),
    pools=bare_rows(FEE_TAKEN, MAX_FEES),
)


def _line(model: type[LedgerLine | Payout]) -> dict[str, Field | Reader]:
    """Money received from somebody or paid to somebody."""
    return {
        "number": number(1, MANY),
        "player": _player,
        "kind": one_of(model.Kind.values),
        "cents": number(1, MOST_CENTS),
        "reverses": Named(maybe(number(1, MANY)), model=model),
        "note": prose(longest(model, "note")),
        "at": moment,
        "by": _person,
    }


PAYOUT = table(Of(Payout, "tournament", "number", key=_by_number), **_line(Payout))
LEDGER = table(Of(LedgerLine, "tournament", "number", key=_by_number), **_line(LedgerLine), event=_event)
ITEM = table(
    Of(Item, "tournament", "number", key=_by_number),
    number=number(1, MANY),
    event=_event,
    kind=one_of(Item.Kind.values),
    name=prose(longest(Item, "name"), required=True),
    cents=number(1, MOST_CENTS),
    reverses=Named(maybe(number(1, MANY)), model=Item),
    at=moment,
    by=_person,
)
POOL = {"event": _slug, "name": prose(longest(Fee, "name"), required=True)}
REGISTRATION = table(
    Of(
        Registration,
        "tournament",
        "number",
        left_out={"how to reach a person": "email phone", _of_site: "nonce"},
        made=lambda _values, _tournament, _place: {"nonce": keys.new_nonce()},
    ),
    number=number(1, MAX_COUNT),
    name=text(longest(Registration, "name"), required=True),
    acc_number=text(longest(Registration, "acc_number")),
    club=text(longest(Registration, "club")),
    note=prose(longest(Registration, "note")),
    events=bare_rows(
        table(Of(Registration.events.through, "registration", "event"), event=Named(_slug, model=Event)),
        MAX_EVENTS,
    ),
    pools=bare_rows(
        table(
            Of(Registration.pools.through, "registration", "fee"), fee=Elsewhere(record(POOL), model=Fee, beside="name")
        ),
        MAX_FEES,
        in_order=True,
    ),
    state=one_of(Registration.State.values),
    marked=each(one_of(REGISTRATION_FIELDS), len(REGISTRATION_FIELDS)),
    message=prose(longest(Registration, "message")),
    sent_at=moment,
    decided_at=maybe(moment),
    decided_by=prose(MAX_PERSON),
    player=Named(maybe(number(1, MANY)), model=Player, may_lack=True),
)
FLYER = table(
    Of(Flyer, "tournament"),
    **_texts(Flyer, "director", "director_phone", "director_email", "co_director", "co_director_phone"),
    sanctioned=flag,
    entry_deadline=maybe(moment),
    **_texts(Flyer, "walk_ins", "includes", "payback", "trophies", "charity", "address", "hotel", "directions"),
    **_texts(Flyer, "smoking", "notes"),
)
DAY_CHANGE = table(
    Of(DayChange, "event", "number"),
    number=number(1, MANY),
    kind=one_of(DayChange.Kind.values),
    table=text(longest(DayChange, "table"), required=True),
    data=any_object,
    reason=prose(longest(DayChange, "reason"), required=True),
    made_at=moment,
    made_by=_person,
    undone_at=maybe(moment),
    undone_by=prose(MAX_PERSON),
)
LINE = table(
    Of(ScoreLine, "card", "game"),
    game=number(1, MAX_ROUNDS),
    opponent=Within(text(12), model=Entry, nobody=""),
    points=Field(_notation, write=format_points, load=parse_points),
    plus=Field(_notation, write=format_spread, load=parse_spread),
    minus=Field(_notation, write=format_spread, load=parse_spread),
)
OWN_TOTALS = {"game_points": _total, "games_won": _total, "plus": _total, "minus": _total, "net": _total}
SCORECARD = table(
    Of(Scorecard, "entry__event", "entry__number", left_out={_of_site: "typist", "follows from the history": "again"}),
    entrant=_entrant,
    version=Raised(number(0, MAX_COUNT)),
    typed_at=maybe(moment),
    typed_by=prose(MAX_PERSON),
    received_at=maybe(moment),
    received_by=prose(MAX_PERSON),
    set_aside_at=maybe(moment),
    set_aside_by=prose(MAX_PERSON),
    set_aside_reason=prose(longest(Scorecard, "set_aside_reason")),
    source=one_of(Scorecard.Source.values),
    ended_at=Field(maybe(moment), since=7),
    ended_by=Field(prose(MAX_PERSON), since=7, before=""),
    own_totals=Grouped.of("own_", OWN_TOTALS),
    lines=rows(LINE, MAX_ROUNDS),
)
TOLD = table(
    Of(
        ToldGame,
        "entry__event",
        left_out={"the save is over, so no phone sends it again": "key"},
        made=lambda _values, _event, _place: {"key": uuid4()},
    ),
    entrant=_entrant,
    game=number(1, MAX_ROUNDS),
    opponent=_other,
    spread=maybe(number(-LARGEST_SPREAD, LARGEST_SPREAD)),
    points=Field(maybe(number(0, SKUNK_POINTS)), since=8),
    opponent_points=Field(maybe(number(0, SKUNK_POINTS)), since=9),
    via=_other,
    at=moment,
)
LOOK = table(
    Of(Look, "entry__event", left_out={_of_site: "reader"}),
    entrant=_entrant,
    game=number(1, MAX_ROUNDS),
    reading=maybe(any_object),
    read_by=_person,
    read_at=moment,
    shown_at=maybe(moment),
)
CORRECTION = table(
    Of(
        Correction,
        "discrepancy",
        left_out={"that of its decision": "game"},
        made=lambda _values, decision, _place: {"game": decision.game},
    ),
    entrant=_entrant,
    before=anything,
    after=anything,
    rules=prose(longest(Correction, "rules")),
    initials=_initials,
    made_by=_person,
    made_at=moment,
)
DECISION = table(
    Of(Discrepancy, "event"),
    game=number(1, MAX_ROUNDS),
    cards=_Cards(each(_who, 2)),
    kind=one_of(Discrepancy.Kind.values),
    basis=any_object,
    resolved=maybe(any_object),
    reason=prose(longest(Discrepancy, "reason")),
    initials=_initials,
    decided_by=_person,
    decided_at=moment,
    withdrawn_at=maybe(moment),
    corrections=rows(CORRECTION, 2),
)
TIEBREAK_PLACE = table(
    Of(
        TieBreakPlace,
        "tiebreak",
        "place",
        left_out={"that in the list": "place"},
        made=lambda _values, _tiebreak, place: {"place": place},
    ),
    entrant=_entrant,
)
TIEBREAK = table(
    Of(
        TieBreak,
        "event",
        left_out={"those of the order": "members"},
        made=lambda values, _event, _place: {"members": " ".join(sorted(values["order"], key=seat_order))},
    ),
    order=bare_rows(TIEBREAK_PLACE, MAX_ENTRANTS),
    recorded_by=_person,
    recorded_at=moment,
)
RESULT = table(
    Of(QualifyingResult, "event", "rank pk"),
    rank=number(1, MAX_RANK),
    entrant=_entrant,
    tied=flag,
    decided_by=Field(_decided_by, write=_or_none, load=_or_blank),
    seed=maybe(number(1, MAX_RANK)),
    status=one_of(QualifyingResult.Status.values),
    game_points=number(0, MAX_RANK),
    games_won=number(0, MAX_RANK),
    plus=number(0, MAX_COUNT),
    minus=number(0, MAX_COUNT),
    pegged=Field(maybe(number(0, MAX_COUNT)), since=9),
    edition=_edition,
)
LISTED = {
    "rank": number(1, MAX_RANK),
    "seat": text(8, required=True),
    "name": text(longest(Entry, "name"), required=True),
    "seed": maybe(number(1, MAX_RANK)),
    "status": one_of(QualifyingResult.Status.values),
    "tied": flag,
    "decided_by": _decided_by,
    "game_points": number(0, MAX_RANK),
    "games_won": number(0, MAX_RANK),
    "plus": number(0, MAX_COUNT),
    "minus": number(0, MAX_COUNT),
    "pegged": maybe(number(0, MAX_COUNT)),
}
LISTED_LATER = frozenset({"pegged"})
"""What the places of a list may lack that was posted or exported by an older version of the program."""


def _listed(rows: list[Values]) -> list[Values]:
    """The stored rows of a posted list as the document has them: an empty `decided_by` is null."""
    rows_listed: list[Values] = [
        {name: row.get(name) if name in LISTED_LATER else row[name] for name in LISTED} for row in rows
    ]
    return [{**row, "decided_by": _or_none(row["decided_by"])} for row in rows_listed]


def _from_list(places: list[Values]) -> list[Values]:
    """The inverse of `_listed`."""
    return [{**place, "decided_by": _or_blank(place["decided_by"])} for place in places]


POSTED_LIST = table(
    Of(PostedList, "event", "number"),
    number=number(1, MAX_RANK),
    posted_at=moment,
    posted_by=prose(MAX_PERSON),
    reason=prose(longest(PostedList, "reason")),
    card=text(longest(PostedList, "card")),
    withdrawn_at=maybe(moment),
    places=Field(each(record(LISTED, may_lack=LISTED_LATER), MAX_ENTRANTS), "rows", write=_listed, load=_from_list),
)
GAME = table(
    Of(MatchGame, "match", "game"),
    game=number(1, max(LENGTHS)),
    winner=_other,
    forfeit=flag,
    conceded=flag,
    recorded_at=moment,
)
CLAIM = table(
    Of(GameClaim, "match", "game pk"), game=number(1, max(LENGTHS)), entrant=_entrant, winner=_other, at=moment
)
MATCH = table(
    Of(Match, "bracket", "number"),
    match=Field(number(1, MAX_RANK), "number"),
    round=number(1, 15),
    best_of=number(min(LENGTHS), max(LENGTHS)),
    top=_nobody,
    bottom=_nobody,
    bye=flag,
    winner=_nobody,
    ended=one_of(["", *Match.Ended.values]),
    ended_reason=prose(longest(Match, "ended_reason")),
    gone=_nobody,
    scheduled_at=maybe(moment),
    table=prose(longest(Match, "table")),
    games=rows(GAME, max(LENGTHS)),
    claims=rows(CLAIM, 2 * max(LENGTHS)),
)
PRIZE = table(
    Of(Prize, "event"),
    kind=one_of(Prize.Kind.values),
    place=maybe(number(1, MAX_RANK)),
    name=prose(longest(Prize, "name")),
    cents=number(0, MOST_CENTS),
    entrant=Within(maybe(_who), "entry", model=Entry),
)
HONOUR = table(
    Of(Honour, "entry__event"),
    entrant=_entrant,
    kind=one_of(Honour.Kind.values),
    name=prose(longest(Honour, "name")),
    note=prose(longest(Honour, "note")),
    at=moment,
    by=_person,
)
BRACKET = table(
    Of(Bracket, "event"),
    size=number(2, 2**14),
    qualifiers=number(2, MAX_ENTRANTS),
    drawn_at=moment,
    players_report=flag,
    matches=rows(MATCH, 2**14),
)
EVENT = table(
    Of(Event, "tournament", key=lambda row, _place: row.slug),
    slug=_slug,
    kind=one_of(Event.Kind.values),
    games=number(1, MAX_GAMES),
    deal=one_of(Event.Deal.values),
    movement=one_of(Event.Movement.values),
    ladder_top=Field(one_of(Event.LadderTop.values), since=9, before=Event.LadderTop.FIRST.value),
    ranking=Field(one_of(Event.RankingChoice.values), since=9, before=Event.RankingChoice.ACC.value),
    skunk_from=Field(number(NO_SKUNK, MOST_SKUNK_FROM), since=9, before=USUAL_SKUNK_FROM),
    best_of=Field(number(min(LENGTHS), max(LENGTHS)), since=9, before=USUAL_BEST_OF),
    double_skunk_from=Field(maybe(number(1, MOST_DOUBLE_SKUNK_FROM)), since=9),
    one_in=Field(number(LEAST_ONE_IN, MOST_ONE_IN), since=9, before=USUAL_ONE_IN),
    max_entrants=Field(maybe(number(2, MAX_ENTRANTS)), since=9, before=None),
    rounds=Field(maybe(number(1, MAX_ROUNDS)), "fixed_rounds"),
    repeats_reason=text(longest(Event, "repeats_reason")),
    sit_outs_reason=text(longest(Event, "sit_outs_reason")),
    starts_at=maybe(moment),
    muggins=flag,
    records_spread=Field(flag, since=8, before=True),
    **_texts(Event, "deal_procedure", "playoff_format"),
    money_first=flag,
    phones=one_of(Event.Phones.values),
    hidden=Field(each(one_of(HIDEABLE), len(HIDEABLE)), load=held_back),
    phase=one_of(Event.PhaseChoice.values),
    revision=Raised(number(0, MAX_COUNT)),
    last_entrant=Field(number(0, MAX_COUNT), "last_entry"),
    quota_exemption=maybe(number(0, MAX_QUOTA)),
    quota_reason=text(longest(Event, "quota_reason")),
    draw_seed=maybe(number(0, MAX_SEED)),
    created_at=moment,
    registration_closed_at=maybe(moment),
    cards_begun_at=maybe(moment),
    cross_checked_at=maybe(moment),
    posted_at=maybe(moment),
    game_now=maybe(number(1, MAX_ROUNDS)),
    game_started_at=maybe(moment),
    game_minutes=maybe(number(MIN_MINUTES, MAX_MINUTES)),
    decks_changed_at=maybe(number(1, MAX_ROUNDS + 1)),
    dealt_to=each(text(12, required=True), MAX_ENTRANTS),
    dealt_by=_boards,
    ladder_games=Field(_boards, since=9, before=[]),
    tables=rows(TABLE, MAX_TABLES),
    day_changes=rows(DAY_CHANGE, MANY),
    fees=rows(FEE, MAX_FEES),
    entrants=rows(ENTRANT, MAX_ENTRANTS),
    scorecards=rows(SCORECARD, MAX_ENTRANTS),
    told=rows(TOLD, MANY),
    looks=rows(LOOK, MANY),
    decisions=rows(DECISION, MANY),
    tiebreaks=rows(TIEBREAK, MAX_ENTRANTS),
    qualifying=rows(RESULT, MAX_ENTRANTS),
    lists=rows(POSTED_LIST, MANY),
    bracket=one_row(BRACKET),
    prizes=rows(PRIZE, MANY),
    honours=rows(HONOUR, MANY),
)
COMING = table(
    Of(Coming, "call", left_out={_of_site: "judge"}),
    name=_person,
    next_deal=one_of(["", *Coming.NextDeal.values]),
    related=one_of(["", *Relation.Kind.values]),
    at=moment,
    there_at=maybe(moment),
    gave_up_at=maybe(moment),
)
_place: dict[str, Field | Reader] = {
    "table": prose(longest(Call, "table")),
    "seat": maybe(number(1, MAX_RANK)),
    "match": maybe(number(1, MAX_RANK)),
    "game": maybe(number(1, MAX_RANK)),
}
CALL = table(
    Of(Call, "entry__event__tournament", key=lambda _row, place: place, left_out={_of_site: "caller"}),
    number=Derived(number(1, MANY), of=lambda row, walk: walk.names[Call][row.pk]),
    event=_event_of_entrant,
    entrant=_entrant,
    opponent=_nobody,
    **_place,
    **_texts(Call, "subject", "about"),
    called_by=prose(MAX_PERSON),
    at=moment,
    third_at=maybe(moment),
    closed_at=maybe(moment),
    closed_by=prose(MAX_PERSON),
    coming=rows(COMING, MANY),
)
PARTY = {"event": _slug, "entrant": _who}
_party = Elsewhere(maybe(record(PARTY)), model=Entry, beside="entrant")
RULING = table(
    Of(Ruling, "tournament", "number", left_out={_of_site: "recorder"}),
    number=number(1, MANY),
    event=_event,
    call=Named(maybe(number(1, MANY)), model=Call),
    offender=_party,
    other=_party,
    **_place,
    subject=prose(longest(Ruling, "subject")),
    edition=_edition,
    happened=prose(longest(Ruling, "happened"), required=True),
    decision=prose(longest(Ruling, "decision"), required=True),
    points=maybe(number(0, MOST_PENALTY)),
    by_head=flag,
    removes=flag,
    answers=any_object,
    rules=each(prose(LONGEST_RULE, required=True), MOST_RULES),
    judges=each(_person, MOST_JUDGES),
    at=moment,
    by=_person,
    taken_back_at=maybe(moment),
    taken_back_by=prose(MAX_PERSON),
    taken_back_reason=prose(longest(Ruling, "taken_back_reason")),
)
CONDUCT = table(
    Of(Conduct, "tournament", "number"),
    number=number(1, MANY),
    event=_event_of_entrant,
    entrant=_entrant,
    text=prose(longest(Conduct, "text"), required=True),
    at=moment,
    by=_person,
)
ACTOR = {"kind": one_of(AuditEntry.ActorKind.values), "key": maybe(prose(MAX_PERSON)), "name": prose(MAX_PERSON)}
SUBJECT = {
    "kind": prose(longest(AuditEntry, "subject_kind"), required=True),
    "key": prose(longest(AuditEntry, "subject_key")),
}
OF_THIS_SITE = (
    "account.made",
    "account.password-set",
    "account.renamed",
    "account.told-apart",
    "display.added",
    "display.removed",
    "display.renamed",
    "display.shown",
    "invitation.made",
    "invitation.revoked",
    "invitation.used",
    "judge.excused",
    "judge.freed",
    "news.asked",
    "news.browser-told",
    "news.chosen",
    "news.confirmed",
    "news.ended",
    "relation.recorded",
    "relation.removed",
    "role.granted",
    "role.revoked",
    "entrant.linked",
    "entrant.unlinked",
    "person.joined",
    "person.page-shown",
    "person.page-taken-back",
    "person.taken-apart",
    "tournament.archived",
    "tournament.brought-back",
    "tournament.imported",
)
"""Acts that belong to the site rather than the tournament.

They are about accounts, displays, invitations, notices, people across tournaments, roles and relations, about judges
who take calls, about the lists of the site, and the import.
"""
ACT = table(
    Of(AuditEntry, "tournament", where=~Q(action__in=OF_THIS_SITE)),
    event=Named(maybe(prose(longest(Event, "slug"), required=True)), model=Event),
    revision=number(0, MAX_COUNT),
    at=moment,
    actor=ActedBy.of("actor_", ACTOR),
    action=prose(longest(AuditEntry, "action"), required=True),
    subject=Grouped.of("subject_", SUBJECT),
    before=anything,
    after=_After(anything),
    reason=prose(longest(AuditEntry, "reason")),
    initials=prose(MAX_INITIALS),
)
DOCUMENT = table(
    Of(Tournament, left_out={"the lists are those of this site": "archived_at"}),
    format=Derived(one_of([FORMAT]), of=lambda _row, _walk: FORMAT),
    version=Derived(number(VERSION, VERSION), of=lambda _row, _walk: VERSION),
    slug=_slug,
    name=text(longest(Tournament, "name"), required=True),
    starts_on=day,
    venue=text(longest(Tournament, "venue")),
    time_zone=text(longest(Tournament, "time_zone"), required=True),
    edition=one_of(Tournament.EditionChoice.values),
    public=flag,
    created_at=moment,
    flyer=one_row(FLYER),
    players=rows(PLAYER, MANY),
    events=rows(EVENT, MAX_EVENTS),
    ledger=rows(LEDGER, MANY),
    items=rows(ITEM, MANY),
    payouts=rows(PAYOUT, MANY),
    registrations=rows(REGISTRATION, MANY),
    calls=rows(CALL, MANY),
    rulings=rows(RULING, MANY),
    conduct=rows(CONDUCT, MANY),
    history=rows(ACT, MANY),
)
LEFT_OUT = {
    "accounts, roles and who is related to whom": "User Role Invitation Relation Duty Sending",
    "passwords, tokens and personal links": "Token KnownAddress Tally PersonalLink",
    "this site's own notes": (
        "FirstAnswer MadeUp Notice PrintedSheet Presence Receipt Showing Site SiteAct Subscription"
    ),
    "the screens of this hall, and words of the day": "Display Announcement",
    "derived from the cards": "StandingsSnapshot",
}
"""The models that are not in the document, by reason."""


def read_document(value: Any) -> dict[str, Any]:
    """The document with its times and dates parsed.

    Raises Malformed with every value of the wrong shape.
    Raises Malformed with a single fault if the format or the version is another one: the rest cannot be judged then.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        message = _("This is not an exported tournament.")
        expected = _("The field “format” says “%(format)s” in one.") % {"format": FORMAT}
        raise Malformed(message, faults=[Fault("format", "invalid", expected)])
    version = value.get("version")
    if version != VERSION or isinstance(version, bool):
        if isinstance(version, int) and not isinstance(version, bool) and 0 < version < OLDEST:
            message = _(
                "This file is of version %(version)d of the format, which is no longer read. Update the program that wrote it, "
                "and export the tournament there again."
            ) % {"version": version}
        else:
            message = _("This program reads the format up to version %(version)d. Update the program that is older.")
            message %= {"version": VERSION}
        raise Malformed(message, faults=[Fault("version", "invalid", message)])
    faults: list[Fault] = []
    document: dict[str, Any] = DOCUMENT.read(value, "", faults)
    if faults:
        raise Malformed(_("The file is damaged; each fault is named."), faults=faults)
    return document
