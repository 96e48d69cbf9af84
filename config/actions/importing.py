"""A whole tournament brought in from a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any
from uuid import uuid4

from django.db import DatabaseError, OperationalError, transaction
from django.utils.translation import gettext as _

from brackets.models import Bracket, GameClaim, Honour, Item, Match, MatchGame, Payout, PoolPlan, Prize
from brackets.reads import bracket as bracket_now
from config import reads
from config.document import brought_up, find_misfits, read_document, reference
from judging.models import Call, Coming, Conduct, Ruling
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
from scorecards.reads import acts, crosscheck_summary, earlier_sheet, readings, sheet, standings
from scorecards.rules.line import Line, parse_line
from scorecards.rules.replay import rebuild
from tournaments import audit, keys
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
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
    Role,
    SeatingTable,
    Tournament,
    event_touched,
)
from tournaments.rules.hiding import held_back
from tournaments.rules.seat import parse_seat, seat_order

Values = Mapping[str, Any]

MOST_DIFFERENCES = 20


@transaction.atomic
def import_tournament(*, document: Any, actor: Actor) -> Tournament:
    """Bring in a whole tournament from a document that `tournament_document` wrote, here or elsewhere.

    Revisions, times and the trail are kept as they are; the actor's user becomes its director. People are known again by
    ACC number and name. The row that tells of the import is of this site, and so is not exported. Raises Malformed with
    every fault of the document, Refused `exists` where the short name is taken; then nothing is written.
    """
    document = brought_up(document)
    values = read_document(document)
    faults = find_misfits(values)
    if faults:
        raise Malformed(_("What the file says cannot be; each fault is named."), faults=faults)
    slug = values["slug"]
    if Tournament.objects.filter(slug__iexact=slug).exists():
        raise Refused(
            "exists",
            _("There is a tournament “%(slug)s” here already. Change the short name in the file to keep both.")
            % {"slug": slug},
        )
    try:
        with transaction.atomic():
            tournament = _write(values)
    except OperationalError:
        # The database is away, not the file wrong.
        raise
    except (DatabaseError, OverflowError) as exc:
        raise _unfit(
            _("The database refuses it (%(reason)s).") % {"reason": str(exc).strip().partition("\n")[0]}
        ) from exc
    _refuse_unreadable(tournament)
    differing = list(islice(_differences(document, reads.tournament_document(tournament)), MOST_DIFFERENCES))
    if differing:
        raise Malformed(
            _("The file is not as this program writes it: exported again it would be another one."), faults=differing
        )
    if actor.user is not None:
        Role.objects.create(user=actor.user, tournament=tournament, kind=Role.Kind.DIRECTOR)
    audit.record(
        tournament=tournament,
        actor=actor,
        action="tournament.imported",
        subject=("tournament", slug),
        before=None,
        after={"events": [event["slug"] for event in values["events"]]},
    )
    for event in tournament.events.all():
        transaction.on_commit(partial(event_touched.send_robust, Event, event_id=event.pk), robust=True)
    return tournament


def _unfit(reason: str) -> Malformed:
    return Malformed(_("What the file says does not fit together."), faults=[Fault("", "invalid", reason)])


def _refuse_unreadable(tournament: Tournament) -> None:
    """Let the rules read what was written, the history too: a file that they cannot read would break every page of the event."""
    for event in Event.objects.filter(tournament=tournament).select_related("tournament"):
        try:
            _write_again(event)
            on = sheet(event)
            standings(on)
            crosscheck_summary(on)
            readings(event)
            standings(earlier_sheet(event, acts(event)))
            bracket_now(event)
        except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError) as exc:
            message = _("The rules cannot read the event “%(slug)s” (%(reason)s).")
            raise _unfit(message % {"slug": event.slug, "reason": exc}) from exc


def _differences(given: Any, written: Any, at: str = "") -> Iterator[Fault]:
    """Where the document that was given and the one that is written of it are not the same."""
    if isinstance(given, dict) and isinstance(written, dict):
        for name in {**given, **written}:
            here = f"{at}.{name}" if at else name
            yield from _differences(given.get(name), written.get(name), here)
    elif isinstance(given, list) and isinstance(written, list) and len(given) == len(written):
        for place, (one, other) in enumerate(zip(given, written, strict=True)):
            yield from _differences(one, other, f"{at}.{place}")
    elif given != written or type(given) is not type(written):
        yield Fault(at, "invalid", _("This would be written otherwise."))


# --- Writing ---------------------------------------------------------------------------------------------------------


def _write(document: Values) -> Tournament:
    tournament = Tournament.objects.create(
        slug=document["slug"],
        name=document["name"],
        starts_on=document["starts_on"],
        venue=document["venue"],
        time_zone=document["time_zone"],
        edition=document["edition"],
        public=document["public"],
        created_at=document["created_at"],
    )
    if document["flyer"] is not None:
        Flyer.objects.create(tournament=tournament, **document["flyer"])
    players = _players(document["players"])
    events = {values["slug"]: _write_event(tournament, values, players) for values in document["events"]}
    whose = _of_people(players)
    _write_lines(
        LedgerLine, tournament, document["ledger"], lambda line: {**whose(line), "event": events.get(line["event"])}
    )
    _write_lines(
        Item, tournament, document["items"], lambda line: {"name": line["name"], "event": events.get(line["event"])}
    )
    _write_lines(Payout, tournament, document["payouts"], whose)
    _write_registrations(tournament, document["registrations"], events, players)
    _write_judging(tournament, document, events)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            tournament=tournament,
            event=events[act["event"]] if act["event"] is not None else None,
            revision=act["revision"],
            at=act["at"],
            actor_kind=act["actor"]["kind"],
            # The name under which somebody signs in elsewhere means nobody here.
            actor_key=act["actor"]["name"] if act["actor"]["key"] is None else act["actor"]["key"],
            actor_name=act["actor"]["name"],
            action=act["action"],
            subject_kind=act["subject"]["kind"],
            subject_key=act["subject"]["key"],
            before=act["before"],
            after=act["after"],
            reason=act["reason"],
            initials=act["initials"],
        )
        for act in document["history"]
    )
    return tournament


def _write_registrations(
    tournament: Tournament, rows: list[Values], events: Mapping[str, Event], players: Mapping[int, Player]
) -> None:
    """The registrations, each under a key of this site."""
    apart = ("events", "pools", "player")
    known = Fee.objects.filter(event__in=events.values()).select_related("event")
    fees = {(fee.event.slug, fee.name): fee for fee in known}
    written = Registration.objects.bulk_create(
        Registration(
            tournament=tournament,
            nonce=keys.new_nonce(),
            player=players[values["player"]] if values["player"] is not None else None,
            **{name: value for name, value in values.items() if name not in apart},
        )
        for values in rows
    )
    asked, taken = Registration.events.through, Registration.pools.through
    asked.objects.bulk_create(
        asked(registration=row, event=events[slug])
        for row, values in zip(written, rows, strict=True)
        for slug in values["events"]
    )
    taken.objects.bulk_create(
        taken(registration=row, fee=fees[pool["event"], pool["name"]])
        for row, values in zip(written, rows, strict=True)
        for pool in values["pools"]
    )


def _write_judging(tournament: Tournament, document: Values, events: Mapping[str, Event]) -> None:
    """Calls with who came to them, rulings, and notes on conduct. Whoever judged is a name here, no account."""
    there = Entry.objects.filter(event__tournament=tournament).select_related("event")
    entries = {(entry.event.slug, reference(entry.number, entry.seat)): entry for entry in there}

    def party(who: Values | None) -> Entry | None:
        return entries[who["event"], who["entrant"]] if who is not None else None

    apart = ("number", "event", "entrant", "opponent", "coming")
    calls = Call.objects.bulk_create(
        Call(
            entry=entries[call["event"], call["entrant"]],
            opponent=entries[call["event"], call["opponent"]] if call["opponent"] is not None else None,
            **{name: value for name, value in call.items() if name not in apart},
        )
        for call in document["calls"]
    )
    Coming.objects.bulk_create(
        Coming(call=row, **one) for row, call in zip(calls, document["calls"], strict=True) for one in call["coming"]
    )
    named = ("event", "call", "offender", "other")
    Ruling.objects.bulk_create(
        Ruling(
            tournament=tournament,
            event=events[row["event"]] if row["event"] is not None else None,
            call=calls[row["call"] - 1] if row["call"] is not None else None,
            offender=party(row["offender"]),
            other=party(row["other"]),
            **{name: value for name, value in row.items() if name not in named},
        )
        for row in document["rulings"]
    )
    Conduct.objects.bulk_create(
        Conduct(
            tournament=tournament,
            entry=entries[row["event"], row["entrant"]],
            **{name: row[name] for name in ("number", "text", "at", "by")},
        )
        for row in document["conduct"]
    )


def _of_people(players: Mapping[int, Player]) -> Callable[[Values], dict[str, Any]]:
    """What a line of money says of whose it is."""
    return lambda line: {"player": players[line["player"]], "note": line["note"]}


def _write_lines(
    model: type[LedgerLine | Item | Payout],
    tournament: Tournament,
    lines: list[Values],
    about: Callable[[Values], dict[str, Any]],
) -> None:
    """Lines of money, with what each is about; a reversal comes after the line that it takes back."""
    columns = ("number", "kind", "cents", "at", "by")
    plain: list[Any] = []
    reversals: list[tuple[Any, int]] = []
    for line in lines:
        row = model(tournament=tournament, **about(line), **{name: line[name] for name in columns})
        if line["reverses"] is None:
            plain.append(row)
        else:
            reversals.append((row, line["reverses"]))
    rows: Any = model._default_manager
    written = {row.number: row for row in rows.bulk_create(plain)}
    for row, reverses in reversals:
        row.reverses = written[reverses]
    rows.bulk_create(row for row, _reverses in reversals)


def _write_again(event: Event) -> None:
    """Mark the lines that were typed over and are still to be read again, as the history has them."""
    again = rebuild(acts(event)).again
    for card in Scorecard.objects.filter(entry__event=event).select_related("entry"):
        card.again = sorted(again.get(card.entry.seat, ()))
        card.save(update_fields=["again"])


_PERSON = ("name", "acc_number", "club")


def _players(players: list[Values]) -> dict[int, Player]:
    """The person behind each number: one known here by the same ACC number, name and club, each only once, else somebody new."""
    numbers = [player["acc_number"] for player in players if player["acc_number"]]
    known: dict[tuple[str, ...], list[Player]] = {}
    for person in Player.objects.filter(acc_number__in=numbers).order_by("-pk"):
        known.setdefault(tuple(getattr(person, name) for name in _PERSON), []).append(person)
    found = {}
    for player in players:
        there = known.get(tuple(player[name] for name in _PERSON))
        found[player["number"]] = there.pop() if there else Player(**{name: player[name] for name in _PERSON})
    Player.objects.bulk_create(person for person in found.values() if person.pk is None)
    return found


def _write_event(tournament: Tournament, values: Values, players: Mapping[int, Player]) -> Event:
    event = Event.objects.create(
        tournament=tournament,
        fixed_rounds=values["rounds"],
        last_entry=values["last_entrant"],
        **{name: values[name] for name in _EVENT_COLUMNS},
        hidden=held_back(values["hidden"]),
    )
    SeatingTable.objects.bulk_create(
        SeatingTable(event=event, name=table["name"], seats=table["seats"]) for table in values["tables"]
    )
    DayChange.objects.bulk_create(DayChange(event=event, **change) for change in values["day_changes"])
    entries = _write_entries(event, values["entrants"], players)
    fees = {fee["name"]: Fee(event=event, **{name: fee[name] for name in _FEE_COLUMNS}) for fee in values["fees"]}
    Fee.objects.bulk_create(fees.values())
    PoolPlan.objects.bulk_create(
        PoolPlan(fee=fees[fee["name"]], **fee["pool"]) for fee in values["fees"] if fee["pool"]
    )
    FeeTaken.objects.bulk_create(
        FeeTaken(entry=entries[reference(entrant["id"], entrant["seat"])], fee=fees[name])
        for entrant in values["entrants"]
        for name in entrant["pools"]
    )
    _write_cards(values["scorecards"], entries)
    _write_told(values["told"], entries)
    _write_looks(values["looks"], entries)
    _write_decisions(event, values["decisions"], entries)
    for tiebreak in values["tiebreaks"]:
        members = " ".join(sorted(tiebreak["order"], key=seat_order))
        row = TieBreak.objects.create(
            event=event, members=members, recorded_by=tiebreak["recorded_by"], recorded_at=tiebreak["recorded_at"]
        )
        TieBreakPlace.objects.bulk_create(
            TieBreakPlace(tiebreak=row, place=place, entry=entries[who])
            for place, who in enumerate(tiebreak["order"], start=1)
        )
    QualifyingResult.objects.bulk_create(
        QualifyingResult(
            event=event,
            entry=entries[result["entrant"]],
            decided_by=result["decided_by"] or "",
            **{name: result[name] for name in _RESULT_COLUMNS},
        )
        for result in values["qualifying"]
    )
    PostedList.objects.bulk_create(
        PostedList(
            event=event,
            rows=[{**place, "decided_by": place["decided_by"] or ""} for place in posted["places"]],
            **{name: value for name, value in posted.items() if name != "places"},
        )
        for posted in values["lists"]
    )
    if values["bracket"] is not None:
        _write_bracket(event, values["bracket"], entries)
    Prize.objects.bulk_create(
        Prize(
            event=event,
            entry=entries[prize["entrant"]] if prize["entrant"] else None,
            **{name: prize[name] for name in ("kind", "place", "name", "cents")},
        )
        for prize in values["prizes"]
    )
    Honour.objects.bulk_create(
        Honour(
            entry=entries[honour["entrant"]], **{name: honour[name] for name in ("kind", "name", "note", "at", "by")}
        )
        for honour in values["honours"]
    )
    return event


_EVENT_COLUMNS = (
    "slug",
    "kind",
    "games",
    "deal",
    "movement",
    "repeats_reason",
    "sit_outs_reason",
    "starts_at",
    "muggins",
    "records_spread",
    "deal_procedure",
    "playoff_format",
    "money_first",
    "phones",
    "phase",
    "revision",
    "quota_exemption",
    "quota_reason",
    "draw_seed",
    "created_at",
    "registration_closed_at",
    "cards_begun_at",
    "cross_checked_at",
    "posted_at",
    "game_now",
    "game_started_at",
    "game_minutes",
    "decks_changed_at",
    "dealt_to",
    "dealt_by",
)
_FEE_COLUMNS = ("kind", "name", "cents", "optional")
_RESULT_COLUMNS = ("rank", "tied", "seed", "status", "game_points", "games_won", "plus", "minus", "edition")


def _write_entries(event: Event, entrants: list[Values], players: Mapping[int, Player]) -> dict[str, Entry]:
    """The entries by the name that the document has for them."""
    entries = {}
    for entrant in entrants:
        seat = parse_seat(entrant["seat"]) if entrant["seat"] else None
        entries[reference(entrant["id"], entrant["seat"])] = Entry(
            event=event,
            player=players[entrant["player"]],
            number=entrant["id"],
            name=entrant["name"],
            acc_number=entrant["acc_number"],
            table=seat.table if seat else None,
            seat_number=seat.number if seat else None,
            status=entrant["status"],
            status_reason=entrant["status_reason"],
            entered_at=entrant["entered_at"],
            checked_in_at=entrant["checked_in_at"],
            checked_in_by=entrant["checked_in_by"],
        )
    Entry.objects.bulk_create(entries.values())
    return entries


def _write_cards(scorecards: list[Values], entries: Mapping[str, Entry]) -> None:
    cards = Scorecard.objects.bulk_create(
        Scorecard(
            entry=entries[card["entrant"]],
            **{name: card[name] for name in _CARD_COLUMNS},
            **{f"own_{name}": total for name, total in card["own_totals"].items()},
        )
        for card in scorecards
    )
    ScoreLine.objects.bulk_create(
        ScoreLine(
            card=row,
            game=line.game,
            opponent=entries[line.opponent] if line.opponent else None,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
        )
        for row, card in zip(cards, scorecards, strict=True)
        for line in map(_line, card["lines"])
    )


_CARD_COLUMNS = (
    "version",
    "typed_at",
    "typed_by",
    "received_at",
    "received_by",
    "set_aside_at",
    "set_aside_by",
    "set_aside_reason",
    "source",
    "ended_at",
    "ended_by",
)


def _write_told(told: list[Values], entries: Mapping[str, Entry]) -> None:
    ToldGame.objects.bulk_create(
        ToldGame(
            entry=entries[one["entrant"]],
            game=one["game"],
            opponent=entries[one["opponent"]],
            spread=one["spread"],
            points=one["points"],
            via=entries[one["via"]],
            # The save is over; no phone sends it again.
            key=uuid4(),
            at=one["at"],
        )
        for one in told
    )


def _write_looks(looks: list[Values], entries: Mapping[str, Entry]) -> None:
    Look.objects.bulk_create(
        Look(
            entry=entries[look["entrant"]],
            game=look["game"],
            reading=look["reading"],
            read_by=look["read_by"],
            read_at=look["read_at"],
            shown_at=look["shown_at"],
        )
        for look in looks
    )


def _line(written: Values) -> Line:
    read = parse_line(written["game"], written["opponent"], written["points"], written["plus"], written["minus"])
    if not isinstance(read, Line):
        raise ValueError("the notation was looked at before")
    return read


def _write_decisions(event: Event, decisions: list[Values], entries: Mapping[str, Entry]) -> None:
    rows = Discrepancy.objects.bulk_create(
        Discrepancy(
            event=event,
            game=decision["game"],
            first=entries[decision["cards"][0]],
            second=entries[decision["cards"][1]],
            **{name: decision[name] for name in _DECISION_COLUMNS},
        )
        for decision in decisions
    )
    Correction.objects.bulk_create(
        Correction(
            discrepancy=row,
            entry=entries[red["entrant"]],
            game=row.game,
            **{name: red[name] for name in _CORRECTION_COLUMNS},
        )
        for row, decision in zip(rows, decisions, strict=True)
        for red in decision["corrections"]
    )


_DECISION_COLUMNS = (
    "kind",
    "basis",
    "resolved",
    "reason",
    "initials",
    "decided_by",
    "decided_at",
    "withdrawn_at",
)
_CORRECTION_COLUMNS = ("before", "after", "rules", "initials", "made_by", "made_at")


def _write_bracket(event: Event, values: Values, entries: Mapping[str, Entry]) -> None:
    bracket = Bracket.objects.create(
        event=event, **{name: values[name] for name in ("size", "qualifiers", "drawn_at", "players_report")}
    )
    matches = Match.objects.bulk_create(
        Match(
            bracket=bracket,
            number=match["match"],
            **{name: match[name] for name in _MATCH_COLUMNS},
            **{side: entries[match[side]] if match[side] else None for side in ("top", "bottom", "winner", "gone")},
        )
        for match in values["matches"]
    )
    MatchGame.objects.bulk_create(
        MatchGame(
            match=row,
            game=game["game"],
            winner=entries[game["winner"]],
            forfeit=game["forfeit"],
            conceded=game["conceded"],
            recorded_at=game["recorded_at"],
        )
        for row, match in zip(matches, values["matches"], strict=True)
        for game in match["games"]
    )
    GameClaim.objects.bulk_create(
        GameClaim(
            match=row,
            game=claim["game"],
            entry=entries[claim["entrant"]],
            winner=entries[claim["winner"]],
            at=claim["at"],
        )
        for row, match in zip(matches, values["matches"], strict=True)
        for claim in match["claims"]
    )


_MATCH_COLUMNS = ("round", "best_of", "bye", "ended", "ended_reason", "scheduled_at", "table")
