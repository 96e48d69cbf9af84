"""Gathers what rule 12.2 leaves to the head judge, over all events of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from judging import words
from scorecards import reads as scorecard_reads
from scorecards.reports.crosscheck import Would, would_be
from scorecards.rules.crosscheck import ComparedGame, State
from scorecards.rules.discrepancy import Outcome
from scorecards.rules.looks import find_unlooked
from tournaments.models import Event, Tournament


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """What one card says of the game."""

    seat: str
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Referral:
    """One game that was or is the head judge's to decide; `reason` and `initials` are those of whoever acted last.

    `would` is what the rules make of a game that waits because somebody referred it.
    """

    id: str
    game: int
    cards: tuple[WrittenCard, WrittenCard]
    rule: str
    would: Would | None
    reason: str
    initials: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class EventReferrals:
    """The referrals of one event, by game: those that wait, those that were posted without a ruling, those that are decided."""

    event: Event
    cross_checked: bool
    waiting: tuple[Referral, ...]
    unruled: tuple[Referral, ...]
    decided: tuple[Referral, ...]


def referrals(tournament: Tournament) -> tuple[EventReferrals, ...]:
    """The referrals of every event of this tournament, in the order of the events (rules 12.2 and 14.1)."""
    return tuple(_of(event) for event in Event.objects.filter(tournament=tournament).select_related("tournament"))


def _of(event: Event) -> EventReferrals:
    if event.cross_checked_at is None:
        return EventReferrals(event, False, (), (), ())
    on = scorecard_reads.sheet(event)
    readings = scorecard_reads.readings(event)
    found = [
        _referral(on, game, unread=bool(find_unlooked(on.crosscheck, game, readings)))
        for game in scorecard_reads.differing_games(on)
        if _is_referral(game)
    ]
    still_open = tuple(referral for referral in found if referral.is_open)
    return EventReferrals(
        event=event,
        cross_checked=True,
        waiting=() if event.posted_at else still_open,
        unruled=still_open if event.posted_at else (),
        decided=tuple(referral for referral in found if not referral.is_open),
    )


def _is_referral(game: ComparedGame) -> bool:
    """Whether it waits for the head judge, or did before it was decided by hand."""
    if game.state is State.OPEN:
        return True
    return game.state is State.OVERRIDDEN and game.proposal is not None and game.proposal.outcome is Outcome.REFERRED


def _referral(on: scorecard_reads.Sheet, game: ComparedGame, *, unread: bool) -> Referral:
    """The referral; a line that is to be read again on the paper is not shown to whoever may have to read it."""
    view = scorecard_reads.discrepancy_view(on, game)
    first, second = (
        WrittenCard(seat, on.entries[seat].name, words.to_be_read() if unread else words.written(view.recorded[seat]))
        for seat in view.cards
    )
    return Referral(
        id=view.id,
        game=view.game,
        cards=(first, second),
        rule=words.referral_rule(on.event),
        would=None if unread else would_be(on, game),
        reason=view.reason,
        initials=view.initials,
        is_open=game.state is State.OPEN,
    )
