from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from brackets.bracket.actions import draw_bracket
from brackets.bracket.reads import drawn as drawn_reads
from brackets.matches.actions.playing import forfeit_game, record_game, take_back_game
from brackets.matches.actions.timing import schedule_round
from brackets.models import Bracket, MatchGame
from brackets.tests.factories import link, make_bracket, make_posted_event, schedule, win
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event
from tournaments.tests.factories import make_actor, make_event, make_user

pytestmark = pytest.mark.django_db


def draw(event, best_of=None, rounds=None):
    return draw_bracket(event=event, best_of=best_of, rounds=rounds, actor=make_actor())


def record(event, match, winner, game=None, user=None):
    return record_game(event=event, match=match, winner=winner, game=game, actor=make_actor(user))


def forfeit(event, match, absent, now, user=None):
    return forfeit_game(event=event, match=match, absent=absent, now=now, actor=make_actor(user))


def take_back(event, match, user=None):
    take_back_game(event=event, match=match, actor=make_actor(user))


def trail(event):
    return [
        (row.action, row.subject_key)
        for row in AuditEntry.objects.filter(event=event, action__regex=r"^(bracket|game|match|round)\.")
    ]


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value


def phase(event):
    return Event.objects.get(pk=event.pk).phase


# --- Drawing ---------------------------------------------------------------------------------------------------------


def test_bracket_follows_the_approved_chart_and_byes_pass_at_once():
    event = make_posted_event(6)

    draw(event)

    drawn = drawn_reads.bracket(event)
    assert (drawn.size, drawn.byes, drawn.chart) == (8, 2, "13.2")
    assert [[side.seed for side in match.sides] for match in drawn.rounds[0]] == [[1], [4, 5], [3, 6], [2]]
    assert [(match.bye, match.winner) for match in drawn.rounds[0]] == [
        (True, "A-1"),
        (False, None),
        (False, None),
        (True, "A-2"),
    ]
    assert [(match.top and match.top.seat, match.bottom and match.bottom.seat) for match in drawn.rounds[1]] == [
        ("A-1", None),
        (None, "A-2"),
    ]
    assert [match.match for match in drawn.matches] == [1, 2, 3, 4, 5, 6, 7]


def test_every_match_is_best_of_five_unless_a_length_is_given():
    plain, lengths = make_posted_event(4), make_posted_event(4)

    draw(plain)
    draw(lengths, best_of=3, rounds={2: 7})

    assert drawn_reads.bracket(plain).best_of == (5, 5)
    assert drawn_reads.bracket(lengths).best_of == (3, 7)


def test_two_qualifiers_play_one_match_outside_the_approved_charts():
    event = make_posted_event(2)

    draw(event)

    drawn = drawn_reads.bracket(event)
    assert (drawn.size, drawn.chart, len(drawn.matches)) == (2, "extended", 1)


def test_seventy_qualifiers_get_the_extended_chart():
    event = make_posted_event(70)

    draw(event)

    drawn = drawn_reads.bracket(event)
    assert (drawn.size, drawn.byes, drawn.chart, len(drawn.matches)) == (128, 58, "extended", 127)
    assert all(match.is_ready or match.bye for match in drawn.rounds[0])


def test_drawing_is_one_row_of_the_trail_and_one_revision():
    event = make_posted_event(4)
    before = Event.objects.get(pk=event.pk).revision

    draw(event, best_of=1)

    row = AuditEntry.objects.get(event=event, action="bracket.drawn")
    assert row.after["seeds"] == {"1": "A-1", "2": "A-2", "3": "A-3", "4": "A-4"}
    assert row.after["best_of"] == {"1": 1, "2": 1}
    assert Event.objects.get(pk=event.pk).revision == before + 1


def test_bracket_is_drawn_once():
    event = make_bracket()

    refused = refusal(draw, event)

    assert refused.code == "exists"
    assert trail(event) == [("bracket.drawn", "main")]


def test_bracket_waits_for_posted_qualifiers():
    event = make_event(games=1, entrants=4, seated=True)

    refused = refusal(draw, event)

    assert refused.code == "not_ready"
    assert not Bracket.objects.exists()


def test_one_qualifier_has_nobody_to_play():
    event = make_posted_event(1)

    refused = refusal(draw, event)

    assert refused.code == "one_qualifier"
    assert not Bracket.objects.exists()


@pytest.mark.parametrize(
    ("best_of", "rounds", "fields"),
    [
        pytest.param(4, None, ["best_of"], id="even length"),
        pytest.param(-1, None, ["best_of"], id="negative length"),
        pytest.param(3, {1: 9, 2: 3}, ["rounds.1"], id="round too long"),
        pytest.param(3, {3: 3}, ["rounds.3"], id="no such round"),
        pytest.param(2, {1: 2, 9: 3}, ["best_of", "rounds.1", "rounds.9"], id="every fault is named"),
    ],
)
def test_lengths_that_no_match_has_are_refused(best_of, rounds, fields):
    event = make_posted_event(4)

    with pytest.raises(Malformed) as caught:
        draw(event, best_of, rounds)

    assert [fault.field for fault in caught.value.faults] == fields
    assert not Bracket.objects.exists()


# --- Games -----------------------------------------------------------------------------------------------------------


def test_games_win_the_match_and_the_winner_advances():
    event = make_bracket(4)

    first = win(event, 1, "A-1", "A-4", "A-1")
    win(event, 2, "A-3", "A-3")

    assert first.winner == "A-1"
    final = drawn_reads.match(event, 3)
    assert (final.top.seat, final.bottom.seat, final.winner) == ("A-1", "A-3", None)
    assert phase(event) == "playoffs"


def test_winning_the_final_brings_the_report():
    event = make_bracket(2, best_of=1)

    win(event, 1, "A-2")

    assert drawn_reads.bracket(event).champion.seat == "A-2"
    assert phase(event) == "report"


def test_game_is_one_row_of_the_trail():
    event = make_bracket(2, best_of=3)
    win(event, 1, "A-1", "A-1")

    rows = AuditEntry.objects.filter(event=event, action="game.recorded")

    assert [(row.subject_key, row.after["game"], row.after["match_won_by"]) for row in rows] == [
        ("1", 1, None),
        ("1", 2, "A-1"),
    ]


def test_recording_a_game_twice_is_recording_it_once():
    event = make_bracket(4)
    record(event, 1, "A-1", game=1)
    before = Event.objects.get(pk=event.pk).revision

    game, created = record(event, 1, "A-1", game=1)

    assert (game.game, created) == (1, False)
    assert MatchGame.objects.count() == 1
    assert Event.objects.get(pk=event.pk).revision == before


def test_another_winner_of_a_recorded_game_is_refused_with_what_stands():
    event = make_bracket(4)
    record(event, 1, "A-1", game=1)

    refused = refusal(record, event, 1, "A-4", game=1)

    assert refused.code == "exists"
    assert refused.current["games"] == [{"game": 1, "winner": "A-1", "forfeit": False, "conceded": False}]
    assert len(drawn_reads.match(event, 1).games) == 1


def test_deciding_game_can_be_sent_again_after_the_match_is_over():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")

    _game, created = record(event, 1, "A-1", game=2)

    assert not created


@pytest.mark.parametrize(
    ("played", "winner", "game", "code"),
    [
        pytest.param((), "A-1", 2, "gap", id="second game first"),
        pytest.param(("A-1", "A-1"), "A-4", 3, "over", id="match is won"),
        pytest.param(("A-1", "A-1"), "A-4", None, "over", id="match is won, no number given"),
        pytest.param(("A-1", "A-1"), "A-4", 7, "over", id="far beyond the end"),
    ],
)
def test_game_out_of_turn_is_refused_with_the_match(played, winner, game, code):
    event = make_bracket(4)
    win(event, 1, *played)

    refused = refusal(record, event, 1, winner, game=game)

    assert refused.code == code
    assert refused.current["match"] == 1
    assert len(drawn_reads.match(event, 1).games) == len(played)


def test_winner_is_one_of_the_two():
    event = make_bracket(4)

    with pytest.raises(Malformed) as caught:
        record(event, 1, "A-2")

    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("winner", "not_in_match")]


def test_match_waits_for_both_players():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")

    refused = refusal(record, event, 3, "A-1")

    assert refused.code == "not_ready"


def test_nothing_is_played_in_a_bye():
    event = make_bracket(3)

    assert refusal(record, event, 1, "A-1").code == "over"
    assert refusal(take_back, event, 1).code == "over"
    assert refusal(forfeit, event, 1, "A-1", timezone.now()).code == "over"
    assert refusal(schedule, event, 1, timezone.now()).code == "over"


def test_unknown_match_is_not_found():
    event = make_bracket(4)

    for number in (0, 4, 10**30):
        with pytest.raises(Http404):
            record(event, number, "A-1")


def test_nobody_touches_the_games_of_a_match_of_their_own():
    event = make_bracket(4)
    user = make_user("player", role="director", tournament=event.tournament)
    link(event, "A-1", user)
    schedule(event, 1, timezone.now() - timedelta(hours=1))
    record(event, 1, "A-4")

    for call, args in (
        (record, (event, 1, "A-1")),
        (take_back, (event, 1)),
        (forfeit, (event, 1, "A-4", timezone.now())),
    ):
        with pytest.raises(Forbidden) as caught:
            call(*args, user=user)
        assert caught.value.code == "own_card"
    assert record(event, 2, "A-2", user=user)[1]


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_taking_back_the_deciding_game_takes_the_winner_out_of_the_next_match():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")

    take_back(event, 1)

    now = drawn_reads.match(event, 1)
    assert (now.winner, len(now.games)) == (None, 1)
    assert drawn_reads.match(event, 3).top is None
    assert trail(event)[-1] == ("game.taken-back", "1")


def test_taking_back_the_last_game_of_the_final_goes_back_to_the_playoffs():
    event = make_bracket(2, best_of=1)
    win(event, 1, "A-1")

    take_back(event, 1)

    assert phase(event) == "playoffs"
    assert drawn_reads.bracket(event).champion is None


def test_game_stays_once_the_winner_has_begun_the_next_match():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")
    win(event, 3, "A-2")

    refused = refusal(take_back, event, 1)

    assert refused.code == "begun"
    assert drawn_reads.match(event, 1).winner == "A-1"
    take_back(event, 3)
    take_back(event, 1)
    assert drawn_reads.match(event, 3).sides[0].seat == "A-2"


def test_there_is_nothing_to_take_back_before_the_first_game():
    event = make_bracket(4)

    assert refusal(take_back, event, 1).code == "no_game"


def test_taken_back_game_can_have_another_winner():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")
    take_back(event, 1)

    win(event, 1, "A-4", "A-4")

    assert drawn_reads.match(event, 3).top.seat == "A-4"


# --- Forfeits --------------------------------------------------------------------------------------------------------


def test_clock_gives_the_first_game_after_five_minutes_and_another_every_fifteen():
    event = make_bracket(4, best_of=5)
    start = timezone.now()
    schedule(event, 1, start)

    for minutes, games in ((5, 1), (20, 2), (35, 3)):
        early = refusal(forfeit, event, 1, "A-4", start + timedelta(minutes=minutes, seconds=-1))
        assert early.code == "too_early"
        assert early.current["allowed_at"] == start + timedelta(minutes=minutes)
        assert [(fault.field, fault.rule) for fault in early.faults] == [("allowed_at", "13.1")]
        forfeit(event, 1, "A-4", start + timedelta(minutes=minutes))
        assert len(drawn_reads.match(event, 1).games) == games
    now = drawn_reads.match(event, 1)
    assert now.winner == "A-1"
    assert all(game.forfeit for game in now.games)
    assert drawn_reads.match(event, 3).top.seat == "A-1"


def test_several_forfeits_that_are_due_are_given_one_at_a_time():
    event = make_bracket(4, best_of=5)
    start = timezone.now()
    schedule(event, 1, start)
    late = start + timedelta(minutes=21)

    forfeit(event, 1, "A-4", late)
    forfeit(event, 1, "A-4", late)

    assert refusal(forfeit, event, 1, "A-4", late).code == "too_early"
    assert len(drawn_reads.match(event, 1).games) == 2


def test_clock_needs_a_scheduled_start():
    event = make_bracket(4)

    assert refusal(forfeit, event, 1, "A-4", timezone.now()).code == "not_scheduled"


def test_clock_stops_once_a_game_is_played():
    event = make_bracket(4, best_of=5)
    start = timezone.now()
    schedule(event, 1, start)
    forfeit(event, 1, "A-4", start + timedelta(minutes=6))
    record(event, 1, "A-4")

    refused = refusal(forfeit, event, 1, "A-4", start + timedelta(hours=1))

    assert refused.code == "begun"


def test_whoever_was_given_a_game_is_here():
    event = make_bracket(4, best_of=5)
    start = timezone.now()
    schedule(event, 1, start)
    forfeit(event, 1, "A-4", start + timedelta(minutes=6))

    refused = refusal(forfeit, event, 1, "A-1", start + timedelta(hours=1))

    assert refused.code == "begun"


def test_forfeit_names_one_of_the_two_and_needs_both():
    event = make_bracket(4)

    with pytest.raises(Malformed) as caught:
        forfeit(event, 1, "A-2", timezone.now())

    assert caught.value.faults[0].field == "absent"
    assert refusal(forfeit, event, 3, "A-1", timezone.now()).code == "not_ready"


def test_forfeit_after_the_match_is_refused():
    event = make_bracket(4)
    schedule(event, 1, timezone.now() - timedelta(days=1))
    win(event, 1, "A-1", "A-1")

    assert refusal(forfeit, event, 1, "A-4", timezone.now()).code == "over"


# --- Times -----------------------------------------------------------------------------------------------------------


def test_match_gets_its_time_and_setting_it_again_changes_nothing():
    event = make_bracket(4)
    at = timezone.now()
    schedule(event, 1, at)
    before = Event.objects.get(pk=event.pk).revision

    schedule(event, 1, at)

    assert drawn_reads.match(event, 1).scheduled_at == at
    assert Event.objects.get(pk=event.pk).revision == before
    assert trail(event).count(("match.scheduled", "1")) == 1


def test_time_of_a_match_that_is_over_stays():
    event = make_bracket(4)
    win(event, 1, "A-1", "A-1")

    assert refusal(schedule, event, 1, timezone.now()).code == "over"


def test_time_outside_every_calendar_is_refused():
    event = make_bracket(4)

    with pytest.raises(Malformed) as caught:
        schedule(event, 1, timezone.now().replace(year=9999))

    assert caught.value.faults[0].field == "scheduled_at"


def test_round_gets_one_time_for_its_open_matches():
    event = make_bracket(6)
    win(event, 2, "A-4", "A-4")
    at = timezone.now()

    done = schedule_round(event=event, round_number=1, scheduled_at=at, actor=make_actor())

    assert done.changed == 1
    assert [match.scheduled_at for match in drawn_reads.bracket(event).rounds[0]] == [None, None, at, None]
    assert trail(event)[-1] == ("round.scheduled", "1")


def test_round_without_open_matches_is_refused():
    event = make_bracket(2)
    win(event, 1, "A-1", "A-1")

    def set_round(number):
        return schedule_round(event=event, round_number=number, scheduled_at=timezone.now(), actor=make_actor())

    assert refusal(set_round, 1).code == "over"
    with pytest.raises(Http404):
        set_round(10**30)
