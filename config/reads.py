"""Fetches a whole tournament as the document that `export_tournament` writes; docs/export.md describes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from brackets.models import Bracket, GameClaim, Honour, Item, Match, MatchGame, Payout, PoolPlan, Prize
from config.document import FLYER, FORMAT, VERSION, reference
from judging.models import Call, Conduct, Ruling
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
from scorecards.rules.line import format_points, format_spread
from tournaments.models import AuditEntry, Entry, Event, FeeTaken, Flyer, LedgerLine, Tournament

Values = dict[str, Any]

OF_THIS_SITE = (
    "account.made",
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
    "tournament.imported",
)
"""What the trail tells of accounts, displays, invitations, notices, roles and relations, of which judges took calls, and of the
import itself: it belongs to the site, not to the tournament."""


@transaction.atomic
def consistent_document(slug: str) -> Values | None:
    """The document of this tournament as it is at one moment: nobody changes it meanwhile. None where there is none."""
    tournament = Tournament.objects.select_for_update().filter(slug=slug).first()
    if tournament is None:
        return None
    # Every change takes its event's lock first.
    list(Event.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
    return tournament_document(tournament)


def tournament_document(tournament: Tournament) -> Values:
    """Everything about this tournament that is the same wherever it is kept, in one fixed order.

    Nothing that is derived, and no database ids, accounts, roles or time of export.
    """
    events = list(Event.objects.filter(tournament=tournament).order_by("pk"))
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(event__in=events).select_related("player").order_by("event", "number"):
        entries[entry.event_id].append(entry)
    players: dict[int, Values] = {}
    for event in events:
        for entry in entries[event.pk]:
            known = {
                "number": len(players) + 1,
                "name": entry.player.name,
                "acc_number": entry.player.acc_number,
                "club": entry.player.club,
            }
            players.setdefault(entry.player_id, known)
    ledger = list(
        LedgerLine.objects.filter(tournament=tournament)
        .select_related("player", "event", "reverses")
        .order_by("number")
    )
    payouts = list(Payout.objects.filter(tournament=tournament).select_related("player", "reverses").order_by("number"))
    moved: list[LedgerLine | Payout] = [*ledger, *payouts]
    for line in moved:
        known = {
            "number": len(players) + 1,
            "name": line.player.name,
            "acc_number": line.player.acc_number,
            "club": line.player.club,
        }
        players.setdefault(line.player_id, known)
    named = {
        entry.pk: {"event": event.slug, "entrant": reference(entry.number, entry.seat)}
        for event in events
        for entry in entries[event.pk]
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "slug": tournament.slug,
        "name": tournament.name,
        "starts_on": tournament.starts_on.isoformat(),
        "venue": tournament.venue,
        "time_zone": tournament.time_zone,
        "edition": tournament.edition,
        "public": tournament.public,
        "created_at": _time(tournament.created_at),
        "flyer": _flyer(tournament),
        "players": list(players.values()),
        "events": [_event(event, entries[event.pk], players) for event in events],
        "ledger": [{**_line(line, players), "event": line.event.slug if line.event else None} for line in ledger],
        "items": _items(tournament),
        "payouts": [_line(line, players) for line in payouts],
        "registrations": _registrations(tournament, players),
        **_judging(tournament, named),
        "history": _history(tournament, {event.pk: event.slug for event in events}),
    }


def _line(line: LedgerLine | Payout, players: Mapping[int, Values]) -> Values:
    """Money that came from somebody or went to somebody."""
    return {
        "number": line.number,
        "player": players[line.player_id]["number"],
        "kind": line.kind,
        "cents": line.cents,
        "reverses": line.reverses.number if line.reverses else None,
        "note": line.note,
        "at": _time(line.at),
        "by": line.by,
    }


def _items(tournament: Tournament) -> list[Values]:
    rows = Item.objects.filter(tournament=tournament).select_related("event", "reverses").order_by("number")
    return [
        {
            "number": row.number,
            "event": row.event.slug if row.event else None,
            "kind": row.kind,
            "name": row.name,
            "cents": row.cents,
            "reverses": row.reverses.number if row.reverses else None,
            "at": _time(row.at),
            "by": row.by,
        }
        for row in rows
    ]


def _flyer(tournament: Tournament) -> Values | None:
    flyer = Flyer.objects.filter(tournament=tournament).first()
    if flyer is None:
        return None
    return {name: _time(flyer.entry_deadline) if name == "entry_deadline" else getattr(flyer, name) for name in FLYER}


def _registrations(tournament: Tournament, players: Mapping[int, Values]) -> list[Values]:
    """What people asked for. How to reach them, and the key of their page, stay on this site."""
    rows = tournament.registrations.prefetch_related("events", "pools__event").order_by("number")
    return [
        {
            "number": row.number,
            "name": row.name,
            "acc_number": row.acc_number,
            "club": row.club,
            "note": row.note,
            "events": [event.slug for event in row.events.all()],
            "pools": sorted(
                ({"event": fee.event.slug, "name": fee.name} for fee in row.pools.all()),
                key=lambda pool: (pool["event"], pool["name"]),
            ),
            "state": row.state,
            "marked": list(row.marked),
            "message": row.message,
            "sent_at": _time(row.sent_at),
            "decided_at": _time(row.decided_at),
            "decided_by": row.decided_by,
            "player": players.get(row.player_id or 0, {}).get("number"),
        }
        for row in rows
    ]


_CALLED = ("table", "seat", "match", "game", "subject", "about", "called_by")
_RULED = (
    "table",
    "seat",
    "match",
    "game",
    "subject",
    "edition",
    "happened",
    "decision",
    "points",
    "by_head",
    "removes",
)


def _judging(tournament: Tournament, named: Mapping[int, Values]) -> Values:
    """The calls for judges with who came, the rulings, and the notes on conduct. Who judges is a name."""
    calls = list(
        Call.objects.filter(entry__event__tournament=tournament)
        .select_related("entry__event")
        .prefetch_related("coming")
        .order_by("pk")
    )
    numbers = {call.pk: number for number, call in enumerate(calls, start=1)}
    return {
        "calls": [
            {
                "number": numbers[call.pk],
                **named[call.entry_id],
                "opponent": named[call.opponent_id]["entrant"] if call.opponent_id else None,
                **{name: getattr(call, name) for name in _CALLED},
                "at": _time(call.at),
                "third_at": _time(call.third_at),
                "closed_at": _time(call.closed_at),
                "closed_by": call.closed_by,
                "coming": [
                    {
                        "name": one.name,
                        "next_deal": one.next_deal,
                        "related": one.related,
                        "at": _time(one.at),
                        "there_at": _time(one.there_at),
                        "gave_up_at": _time(one.gave_up_at),
                    }
                    for one in call.coming.all()
                ],
            }
            for call in calls
        ],
        "rulings": [
            {
                "number": row.number,
                "event": row.event.slug if row.event else None,
                "call": numbers[row.call_id] if row.call_id else None,
                "offender": named[row.offender_id] if row.offender_id else None,
                "other": named[row.other_id] if row.other_id else None,
                **{name: getattr(row, name) for name in _RULED},
                "answers": _in_order(row.answers),
                "rules": row.rules,
                "judges": row.judges,
                "at": _time(row.at),
                "by": row.by,
                "taken_back_at": _time(row.taken_back_at),
                "taken_back_by": row.taken_back_by,
                "taken_back_reason": row.taken_back_reason,
            }
            for row in Ruling.objects.filter(tournament=tournament).select_related("event").order_by("number")
        ],
        "conduct": [
            {"number": row.number, **named[row.entry_id], "text": row.text, "at": _time(row.at), "by": row.by}
            for row in Conduct.objects.filter(tournament=tournament).order_by("number")
        ],
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _event(event: Event, entries: list[Entry], players: Mapping[int, Values]) -> Values:
    names = {entry.pk: reference(entry.number, entry.seat) for entry in entries}
    taken: dict[int, list[str]] = defaultdict(list)
    for entry_pk, fee in FeeTaken.objects.filter(entry__event=event).order_by("fee").values_list("entry", "fee__name"):
        taken[entry_pk].append(fee)
    plans = {
        plan.fee_id: {"type": plan.type, "ratio": plan.ratio, "by_hand": list(plan.by_hand), "reason": plan.reason}
        for plan in PoolPlan.objects.filter(fee__event=event)
    }
    return {
        "slug": event.slug,
        "kind": event.kind,
        "games": event.games,
        "deal": event.deal,
        "movement": event.movement,
        "rounds": event.fixed_rounds,
        "repeats_reason": event.repeats_reason,
        "sit_outs_reason": event.sit_outs_reason,
        "starts_at": _time(event.starts_at),
        "muggins": event.muggins,
        "records_spread": event.records_spread,
        "deal_procedure": event.deal_procedure,
        "playoff_format": event.playoff_format,
        "money_first": event.money_first,
        "phones": event.phones,
        "hidden": list(event.hidden),
        "phase": event.phase,
        "revision": event.revision,
        "last_entrant": event.last_entry,
        "quota_exemption": event.quota_exemption,
        "quota_reason": event.quota_reason,
        "draw_seed": event.draw_seed,
        "created_at": _time(event.created_at),
        "registration_closed_at": _time(event.registration_closed_at),
        "cards_begun_at": _time(event.cards_begun_at),
        "cross_checked_at": _time(event.cross_checked_at),
        "posted_at": _time(event.posted_at),
        "game_now": event.game_now,
        "game_started_at": _time(event.game_started_at),
        "game_minutes": event.game_minutes,
        "decks_changed_at": event.decks_changed_at,
        "dealt_to": list(event.dealt_to),
        "dealt_by": event.dealt_by,
        "tables": [{"name": table.name, "seats": table.seats} for table in event.tables.order_by("pk")],
        "day_changes": [
            {
                "number": change.number,
                "kind": change.kind,
                "table": change.table,
                "data": change.data,
                "reason": change.reason,
                "made_at": _time(change.made_at),
                "made_by": change.made_by,
                "undone_at": _time(change.undone_at),
                "undone_by": change.undone_by,
            }
            for change in event.day_changes.order_by("number")
        ],
        "fees": [
            {
                "kind": fee.kind,
                "name": fee.name,
                "cents": fee.cents,
                "optional": fee.optional,
                "pool": plans.get(fee.pk),
            }
            for fee in event.fees.order_by("pk")
        ],
        "entrants": [
            {
                "id": entry.number,
                "player": players[entry.player_id]["number"],
                "name": entry.name,
                "acc_number": entry.acc_number,
                "seat": entry.seat,
                "status": entry.status,
                "status_reason": entry.status_reason,
                "entered_at": _time(entry.entered_at),
                "checked_in_at": _time(entry.checked_in_at),
                "checked_in_by": entry.checked_in_by,
                "pools": taken[entry.pk],
            }
            for entry in entries
        ],
        "scorecards": _scorecards(event, names),
        "told": _told(event, names),
        "looks": _looks(event, names),
        "decisions": _decisions(event, names),
        "tiebreaks": _tiebreaks(event, names),
        "qualifying": [
            {
                "rank": result.rank,
                "entrant": names[result.entry_id],
                "tied": result.tied,
                "decided_by": result.decided_by or None,
                "seed": result.seed,
                "status": result.status,
                "game_points": result.game_points,
                "games_won": result.games_won,
                "plus": result.plus,
                "minus": result.minus,
                "edition": result.edition,
            }
            for result in QualifyingResult.objects.filter(event=event).order_by("rank", "pk")
        ],
        "lists": _lists(event),
        "bracket": _bracket(event, names),
        "prizes": [
            {
                "kind": prize.kind,
                "place": prize.place,
                "name": prize.name,
                "cents": prize.cents,
                "entrant": names[prize.entry_id] if prize.entry_id else None,
            }
            for prize in Prize.objects.filter(event=event).order_by("pk")
        ],
        "honours": [
            {
                "entrant": names[honour.entry_id],
                "kind": honour.kind,
                "name": honour.name,
                "note": honour.note,
                "at": _time(honour.at),
                "by": honour.by,
            }
            for honour in Honour.objects.filter(entry__event=event).order_by("pk")
        ],
    }


_PLACE = ("rank", "seat", "name", "seed", "status", "tied", "decided_by", "game_points", "games_won", "plus", "minus")


def _lists(event: Event) -> list[Values]:
    """Every version of the list of qualifiers, its people by the seat and the name that they had then."""
    return [
        {
            "number": row.number,
            "posted_at": _time(row.posted_at),
            "posted_by": row.posted_by,
            "reason": row.reason,
            "card": row.card,
            "withdrawn_at": _time(row.withdrawn_at),
            "places": [
                {name: (one[name] or None) if name == "decided_by" else one[name] for name in _PLACE}
                for one in row.rows
            ],
        }
        for row in PostedList.objects.filter(event=event).order_by("number")
    ]


def _scorecards(event: Event, names: Mapping[int, str]) -> list[Values]:
    lines: dict[int, list[Values]] = defaultdict(list)
    for line in ScoreLine.objects.filter(card__entry__event=event).order_by("card", "game"):
        lines[line.card_id].append(
            {
                "game": line.game,
                "opponent": names[line.opponent_id] if line.opponent_id else "",
                "points": format_points(line.points),
                "plus": format_spread(line.plus),
                "minus": format_spread(line.minus),
            }
        )
    return [
        {
            "entrant": names[card.entry_id],
            "version": card.version,
            "typed_at": _time(card.typed_at),
            "typed_by": card.typed_by,
            "received_at": _time(card.received_at),
            "received_by": card.received_by,
            "set_aside_at": _time(card.set_aside_at),
            "set_aside_by": card.set_aside_by,
            "set_aside_reason": card.set_aside_reason,
            "source": card.source,
            "ended_at": _time(card.ended_at),
            "ended_by": card.ended_by,
            "own_totals": {
                "game_points": card.own_game_points,
                "games_won": card.own_games_won,
                "plus": card.own_plus,
                "minus": card.own_minus,
                "net": card.own_net,
            },
            "lines": lines[card.pk],
        }
        for card in Scorecard.objects.filter(entry__event=event).order_by("entry__number")
    ]


def _told(event: Event, names: Mapping[int, str]) -> list[Values]:
    return [
        {
            "entrant": names[told.entry_id],
            "game": told.game,
            "opponent": names[told.opponent_id],
            "spread": told.spread,
            "points": told.points,
            "via": names[told.via_id],
            "at": _time(told.at),
        }
        for told in ToldGame.objects.filter(entry__event=event).order_by("pk")
    ]


def _looks(event: Event, names: Mapping[int, str]) -> list[Values]:
    return [
        {
            "entrant": names[look.entry_id],
            "game": look.game,
            "reading": _in_order(look.reading),
            "read_by": look.read_by,
            "read_at": _time(look.read_at),
            "shown_at": _time(look.shown_at),
        }
        for look in Look.objects.filter(entry__event=event).order_by("pk")
    ]


def _decisions(event: Event, names: Mapping[int, str]) -> list[Values]:
    red_ink: dict[int, list[Values]] = defaultdict(list)
    for correction in Correction.objects.filter(discrepancy__event=event).order_by("pk"):
        red_ink[correction.discrepancy_id].append(
            {
                "entrant": names[correction.entry_id],
                "before": _in_order(correction.before),
                "after": _in_order(correction.after),
                "rules": correction.rules,
                "initials": correction.initials,
                "made_by": correction.made_by,
                "made_at": _time(correction.made_at),
            }
        )
    return [
        {
            "game": row.game,
            "cards": [names[row.first_id], names[row.second_id]],
            "kind": row.kind,
            "basis": _in_order(row.basis),
            "resolved": _in_order(row.resolved),
            "reason": row.reason,
            "initials": row.initials,
            "decided_by": row.decided_by,
            "decided_at": _time(row.decided_at),
            "withdrawn_at": _time(row.withdrawn_at),
            "corrections": red_ink[row.pk],
        }
        for row in Discrepancy.objects.filter(event=event).order_by("pk")
    ]


def _tiebreaks(event: Event, names: Mapping[int, str]) -> list[Values]:
    orders: dict[int, list[str]] = defaultdict(list)
    for place in TieBreakPlace.objects.filter(tiebreak__event=event).order_by("tiebreak", "place"):
        orders[place.tiebreak_id].append(names[place.entry_id])
    return [
        {"order": orders[row.pk], "recorded_by": row.recorded_by, "recorded_at": _time(row.recorded_at)}
        for row in TieBreak.objects.filter(event=event).order_by("pk")
    ]


def _bracket(event: Event, names: Mapping[int, str]) -> Values | None:
    drawn = Bracket.objects.filter(event=event).first()
    if drawn is None:
        return None
    games: dict[int, list[Values]] = defaultdict(list)
    for game in MatchGame.objects.filter(match__bracket=drawn).order_by("match", "game"):
        games[game.match_id].append(
            {
                "game": game.game,
                "winner": names[game.winner_id],
                "forfeit": game.forfeit,
                "conceded": game.conceded,
                "recorded_at": _time(game.recorded_at),
            }
        )
    claims: dict[int, list[Values]] = defaultdict(list)
    for claim in GameClaim.objects.filter(match__bracket=drawn).order_by("match", "game", "pk"):
        claims[claim.match_id].append(
            {
                "game": claim.game,
                "entrant": names[claim.entry_id],
                "winner": names[claim.winner_id],
                "at": _time(claim.at),
            }
        )
    return {
        "size": drawn.size,
        "qualifiers": drawn.qualifiers,
        "drawn_at": _time(drawn.drawn_at),
        "players_report": drawn.players_report,
        "matches": [
            {
                "match": match.number,
                "round": match.round,
                "best_of": match.best_of,
                "top": names[match.top_id] if match.top_id else None,
                "bottom": names[match.bottom_id] if match.bottom_id else None,
                "bye": match.bye,
                "winner": names[match.winner_id] if match.winner_id else None,
                "ended": match.ended,
                "ended_reason": match.ended_reason,
                "gone": names[match.gone_id] if match.gone_id else None,
                "scheduled_at": _time(match.scheduled_at),
                "table": match.table,
                "games": games[match.pk],
                "claims": claims[match.pk],
            }
            for match in Match.objects.filter(bracket=drawn).order_by("number")
        ],
    }


def _history(tournament: Tournament, slugs: Mapping[int, str]) -> list[Values]:
    """The trail, but for what belongs to this site. People in it are names: the name under which a user signs in goes."""
    return [
        {
            "event": slugs[row.event_id] if row.event_id else None,
            "revision": row.revision,
            "at": _time(row.at),
            "actor": {
                "kind": row.actor_kind,
                "key": None if row.actor_kind == AuditEntry.ActorKind.USER else row.actor_key,
                "name": row.actor_name,
            },
            "action": row.action,
            "subject": {"kind": row.subject_kind, "key": row.subject_key},
            "before": _in_order(row.before),
            "after": _in_order(_without_account(row)),
            "reason": row.reason,
            "initials": row.initials,
        }
        for row in AuditEntry.objects.filter(tournament=tournament).exclude(action__in=OF_THIS_SITE).order_by("pk")
    ]


def _without_account(row: AuditEntry) -> Any:
    if row.action == "tournament.created" and isinstance(row.after, dict):
        return {name: value for name, value in row.after.items() if name != "director"}
    return row.after


def _in_order(value: Any) -> Any:
    """The same with the fields of every object in alphabetical order: not every database keeps the order they came in."""
    if isinstance(value, dict):
        return {name: _in_order(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    return value
