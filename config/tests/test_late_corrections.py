"""Random cards, posting and late corrections: the list is the recount or the one that was kept, and nothing is lost."""

from __future__ import annotations

import pytest

from brackets import actions
from brackets.models import Bracket, MatchGame
from brackets.tests.factories import win
from config import reads as config_reads
from config.actions import import_tournament, reopen_phase
from config.simulator import Chance
from scorecards import actions as card_actions
from scorecards import reads
from scorecards.actions import WrittenCard, WrittenLine
from scorecards.reads.lists import POSTING
from scorecards.rules.late import LateDecision, Listed, find_shifts
from scorecards.rules.line import game_points
from scorecards.tests.factories import look_at_all, sheet
from scorecards.tests.late import make_posted
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import make_actor, make_event, make_tournament

pytestmark = pytest.mark.django_db

PLAYERS, GAMES, CORRECTIONS = 8, 4, 9


def play(event: Event, chance: Chance) -> None:
    """Every pair of the plan writes down one game, now and then with two different amounts."""
    lines: dict[str, list[WrittenLine]] = {}
    seats = [entry.seat for entry in Entry.objects.of(event).order_by("number")]
    for game in range(1, GAMES + 1):
        turned = seats[:1] + seats[1:][game:] + seats[1:][:game]
        for one, other in zip(turned[: PLAYERS // 2], reversed(turned[PLAYERS // 2 :]), strict=True):
            winner, loser = chance.sample([one, other], 2)
            spread = chance.randint(1, 60)
            said = spread if chance.random() < 0.8 else chance.randint(1, 60)
            lines.setdefault(winner, []).append(WrittenLine(game, loser, game_points(spread), spread, None))
            lines.setdefault(loser, []).append(WrittenLine(game, winner, 0, None, said))
    cards = {seat: WrittenCard(tuple(written)) for seat, written in lines.items()}
    card_actions.write_cards(event=event, cards=cards, actor=make_actor())


def settle_and_post(event: Event) -> None:
    """Begin the cross-check, look, sign, play off what is level, post."""
    card_actions.start_cross_check(event=event, actor=make_actor())
    look_at_all(event)
    event.refresh_from_db()
    card_actions.accept_all(event=event, initials="JK", revision=event.revision, actor=make_actor())
    for group in reads.level_groups(sheet(event)):
        card_actions.record_tiebreak(event=event, order=[place.seat for place in group], actor=make_actor())
    card_actions.post_qualifiers(event=event, unread_reason="Both papers in hand", actor=make_actor())
    event.refresh_from_db()


def wrong_line(event: Event, chance: Chance) -> tuple[str, WrittenLine]:
    """A line of some card as its paper may have it."""
    on = sheet(event)
    seat = chance.choice(sorted(on.cards))
    line = chance.choice(on.cards[seat].lines)
    spread = chance.randint(1, 60)
    if chance.random() < 0.1:
        return seat, WrittenLine(line.game, line.opponent, None, None, None)
    if line.is_win:
        return seat, WrittenLine(line.game, line.opponent, game_points(spread), spread, None)
    return seat, WrittenLine(line.game, line.opponent, 0, None, spread)


def correct(event: Event, chance: Chance, decision: LateDecision) -> bool:
    """Correct some line with this decision, its ties played off; whether that was possible."""
    seat, line = wrong_line(event, chance)
    orders: tuple[tuple[str, ...], ...] = ()
    try:
        seen = actions.find_correction(event=event, seat=seat, lines=[line], actor=make_actor())
        if decision is LateDecision.POST:
            orders = tuple(tuple(place.seat for place in group) for group in seen.late.ties)
            seen = actions.find_correction(event=event, seat=seat, lines=[line], orders=orders, actor=make_actor())
        actions.correct_after_posting(
            event=event,
            seat=seat,
            lines=[line],
            decision=decision,
            reason="The paper says so",
            mark=seen.mark,
            initials="JK",
            orders=orders,
            actor=make_actor(),
        )
    except Refused:
        return False
    return True


def counted(event: Event) -> tuple[Listed, ...]:
    return reads.listed_now(sheet(event))


@pytest.mark.parametrize("seed", range(4))
def test_the_list_is_the_recount_or_the_one_that_was_kept(seed: int) -> None:
    chance = Chance(seed)
    event = make_event(
        tournament=make_tournament("sierra"), games=GAMES, entrants=PLAYERS, seated=True, movement="none"
    )
    play(event, chance)
    settle_and_post(event)
    assert reads.listed_as_posted(event) == counted(event)
    begun_with: list[str] = []
    done: set[str] = set()

    for number in range(CORRECTIONS):
        event.refresh_from_db()
        before = reads.listed_as_posted(event)
        versions = [one.places for one in reads.list_versions(event)]
        if number == CORRECTIONS // 3 and not Bracket.objects.filter(event=event).exists():
            actions.draw_bracket(event=event, best_of=3, rounds=None, actor=make_actor())
        if number == CORRECTIONS * 2 // 3:
            if not Bracket.objects.filter(event=event).exists():
                actions.draw_bracket(event=event, best_of=3, rounds=None, actor=make_actor())
            win(event, 1, reads.qualifiers(event)[0]["seat"])
            begun_with = [one["seat"] for one in reads.qualifiers(event)]
        decision = LateDecision(chance.choice(("post", "keep", "leave")))

        log = AuditEntry.objects.filter(event=event).count()

        was_possible = correct(event, chance, decision)

        after = reads.listed_as_posted(event)
        if was_possible and decision is LateDecision.POST:
            assert after == counted(event)
            assert [one.places for one in reads.list_versions(event)] == [*versions, after]
        else:
            assert after == before
            assert [one.places for one in reads.list_versions(event)] == versions
        # What was done is told; what was refused leaves nothing behind.
        assert (AuditEntry.objects.filter(event=event).count() > log) is was_possible
        if begun_with:
            assert [one["seat"] for one in reads.qualifiers(event)] == begun_with
            assert MatchGame.objects.filter(match__bracket__event=event).count() == 1
        # Whoever reads the standings is told exactly while the cards say something else than the list.
        event.refresh_from_db()
        assert bool(reads.kept_corrections(event)) >= (find_shifts(after, counted(event)) != ())
        done |= {decision.value} if was_possible else set()

    rebuilt = reads.earlier_sheet(event, reads.acts(event))
    assert {seat: card.lines for seat, card in rebuilt.cards.items()} == {
        seat: card.lines for seat, card in sheet(event).cards.items()
    }
    posted = [place for place, act in enumerate(reads.acts(event), start=1) if act.action in POSTING]
    versions = [one.places for one in reads.list_versions(event)]
    assert [reads.listed_now(reads.earlier_sheet(event, reads.acts(event)[:place])) for place in posted] == versions
    document = config_reads.tournament_document(event.tournament)
    there = import_tournament(document={**document, "slug": "elsewhere"}, actor=Actor.of_command("test"))
    assert {**config_reads.tournament_document(there), "slug": "sierra"} == document
    assert {"post", "keep"} <= done


def test_reopening_the_cross_check_takes_every_list_back_and_posting_makes_the_next_one() -> None:
    event = make_posted(make_tournament("sierra"))

    reopen_phase(event=event, phase="cross_check", reason="A card was forgotten", actor=make_actor())
    event.refresh_from_db()
    taken_back = reads.list_versions(event)
    card_actions.post_qualifiers(event=event, actor=make_actor())

    assert [one.current for one in taken_back] == [False]
    assert [(one.number, one.current, one.shifts) for one in reads.list_versions(event)] == [
        (1, False, ()),
        (2, True, ()),
    ]
