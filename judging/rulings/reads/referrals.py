"""Games referred to the head judge (rule 12.2), of all events of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from judging.calls import words as calls_words
from scorecards.crosscheck.reads.crosscheck import RulesOutcome, rules_outcome
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.decided_by_hand import RuledGame, ruled_games, ruled_now
from scorecards.sheet.reads.discrepancies import differing_games, discrepancy_id, discrepancy_view, is_not_typed
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.discrepancy import referral_rule
from scorecards.sheet.rules.looks import find_unlooked
from tournaments.models import Event, Tournament


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """The line of one card about the game; `line` is the text as written, or a note that it must be read again."""

    seat: str
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Referral:
    """One game that the head judge decides or has decided.

    `would` is the outcome by the rules of a game that somebody referred, or None. `reason` and `initials` are those of
    the latest act. `unread` are the cards whose line a checker must read again before the decision.
    """

    id: str
    game: int
    cards: tuple[WrittenCard, WrittenCard]
    rule: str
    would: RulesOutcome | None
    reason: str
    initials: str
    unread: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class EventReferrals:
    """The referrals of one event, in three groups.

    `waiting` need a decision; a game of which one line is not typed does not yet. `unruled` still did when the list of qualifiers was posted. `decided` have a decision.
    `lapsed` are rulings that no longer decide a game because a card has changed.
    """

    event: Event
    cross_checked: bool
    waiting: tuple[Referral, ...]
    unruled: tuple[Referral, ...]
    decided: tuple[Referral, ...]
    lapsed: tuple[RuledGame, ...]


def referrals(tournament: Tournament) -> tuple[EventReferrals, ...]:
    """The referrals of every event of this tournament, in event order (rules 12.2 and 14.1)."""
    return tuple(_of(event) for event in Event.objects.filter(tournament=tournament).select_related("tournament"))


def _of(event: Event) -> EventReferrals:
    """The referrals of this event; none before its cross-check."""
    if event.cross_checked_at is None:
        return EventReferrals(event, False, (), (), (), ())
    event_sheet = sheet(event)
    readings = readings_reads.readings(event)
    ruled_ids = ruled_now(event_sheet)
    referrals_of_event = []
    for game in differing_games(event_sheet):
        is_referred = game.state is State.OPEN and not game.is_unsettled and not is_not_typed(event_sheet, game)
        if is_referred or discrepancy_id(game) in ruled_ids:
            unread = find_unlooked(event_sheet.crosscheck, game, readings)
            referrals_of_event.append(_referral(event_sheet, game, unread))
    still_open = tuple(referral for referral in referrals_of_event if referral.is_open)
    return EventReferrals(
        event=event,
        cross_checked=True,
        waiting=() if event.posted_at else still_open,
        unruled=still_open if event.posted_at else (),
        decided=tuple(referral for referral in referrals_of_event if not referral.is_open),
        lapsed=tuple(
            ruled_game
            for ruled_game in ruled_games([event])
            if not (ruled_game.holds or ruled_game.ended_at or ruled_game.is_open)
        ),
    )


def _referral(event_sheet: Sheet, game: ComparedGame, unread: tuple[str, ...]) -> Referral:
    """The referral of this game.

    If a card must be read again (`unread`), both lines are hidden, so that its reader does not see what was typed.
    """
    view = discrepancy_view(event_sheet, game)
    first, second = (
        WrittenCard(
            seat=seat,
            name=event_sheet.entries[seat].known_name,
            line=calls_words.to_be_read() if unread else calls_words.written(view.recorded[seat]),
        )
        for seat in view.cards
    )
    return Referral(
        id=view.id,
        game=view.game,
        cards=(first, second),
        rule=referral_rule(event_sheet.event.edition),
        would=None if unread else rules_outcome(event_sheet, game),
        reason=view.reason,
        initials=view.initials,
        unread=unread,
        is_open=game.state is State.OPEN,
    )
