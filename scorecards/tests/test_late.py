"""A card corrected after posting: the list, its versions, and the log."""

from __future__ import annotations

import pytest
from django.http import Http404

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import QualifyingResult, Scorecard, ScoreLine
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.sheet.reads.lists import (
    acts_of_the_list,
    kept_corrections,
    lines_left_out,
    list_versions,
    listed_as_posted,
    listed_now,
    uncounted,
)
from scorecards.sheet.reads.standings import posted_standings, qualifiers
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.sheet.rules.line import Line
from scorecards.standings.actions.after_posting import correct_late, find_late_correction
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.standings.reads.after_posting import LateCorrection
from scorecards.tests.factories import make_cards, sheet, written
from scorecards.tests.late import make_posted
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import make_actor, make_event, make_user

pytestmark = pytest.mark.django_db


def look(event: Event, seat: str, text: str, orders: tuple[tuple[str, ...], ...] = (), user=None) -> LateCorrection:
    event.refresh_from_db()
    return find_late_correction(
        event=event, seat=seat, lines=written(text).lines, orders=orders, actor=make_actor(user)
    )


def decide(event: Event, seat: str, text: str, decision: str, **more) -> LateCorrection:
    """Look at it, then decide: as a director does."""
    orders = more.pop("orders", ())
    found = look(event, seat, text, orders)
    return correct_late(
        event=event,
        seat=seat,
        lines=written(text).lines,
        decision=LateDecision(decision),
        reason=more.pop("reason", "The paper says so"),
        mark=more.pop("mark", found.mark),
        orders=orders,
        actor=more.pop("actor", make_actor()),
        **more,
    )


def seats(event: Event) -> list[str]:
    return [one["seat"] for one in qualifiers(event)]


OUT = "1: A-6 2 +05"  # On the card of A-5: net 26, so that A-3 (net 30) comes in.


def test_posting_makes_the_first_version_of_the_list():
    event = make_posted()

    (only,) = list_versions(event)

    assert (only.number, only.current, only.card, only.shifts) == (1, True, "", ())
    assert [one["seat"] for one in only.qualifiers] == seats(event) == ["A-1", "A-5"]
    assert only.places == listed_as_posted(event)


def test_the_preview_of_a_late_correction_writes_nothing():
    event = make_posted()
    before = event.revision

    found = look(event, "A-5", OUT)

    moved = {one.seat: (one.comes_in, one.goes_out) for one in found.shifts if one.has_another_seed}
    assert moved == {"A-3": (True, False), "A-5": (False, True)}
    assert found.changes_seeds
    event.refresh_from_db()
    assert (event.revision, seats(event)) == (before, ["A-1", "A-5"])
    assert ScoreLine.objects.get(card__entry__table="A", card__entry__seat_number=5, game=1).plus == 15


def test_a_new_list_is_the_next_version_and_the_first_one_stays_readable():
    event = make_posted()

    decide(event, "A-5", OUT, "post", reason="Typed 15, the paper says 05")

    first, second = list_versions(event)
    assert [one["seat"] for one in first.qualifiers] == ["A-1", "A-5"]
    assert [one["seat"] for one in second.qualifiers] == seats(event) == ["A-1", "A-3"]
    assert (first.current, second.current, second.card) == (False, True, "A-5")
    assert second.reason == "Typed 15, the paper says 05"
    assert listed_as_posted(event) == listed_now(sheet(event)) == second.places
    assert kept_corrections(event) == ()


def test_the_card_is_a_new_version_and_what_was_recorded_stays_in_the_log():
    event = make_posted()
    row = Scorecard.objects.at_seat(event, "A-5").get()

    decide(event, "A-5", OUT, "post")

    again = Scorecard.objects.at_seat(event, "A-5").get()
    assert (again.version, again.typed_by, again.typed_at) == (row.version + 1, row.typed_by, row.typed_at)
    card, posted = AuditEntry.objects.filter(event=event).order_by("-pk")[:2][::-1]
    assert (card.action, posted.action) == ("card.corrected-late", "qualifiers.corrected")
    assert card.before["lines"][0]["plus"] == 15
    assert card.after["lines"][0]["plus"] == 5
    assert (posted.after["version"], posted.after["in"], posted.after["out"]) == (2, ["A-3"], ["A-5"])


def test_the_list_kept_as_posted_says_so():
    event = make_posted()

    decide(event, "A-5", OUT, "keep", reason="They play already")

    event.refresh_from_db()
    assert seats(event) == ["A-1", "A-5"]
    assert len(list_versions(event)) == 1
    assert sheet(event).cards["A-5"].line(1).plus == 5
    name = Entry.objects.get(event=event, number=5).name
    assert posted_standings(event).values()["kept"] == (
        {"seat": "A-5", "name": name, "players": (), "games": (1,), "reason": "They play already"},
    )


def gone(event: Event, seat: str, *games: int, lines: str = "", user=None) -> LateCorrection:
    """What taking lines away would do."""
    event.refresh_from_db()
    given = written(lines).lines if lines else ()
    return find_late_correction(event=event, seat=seat, lines=given, unwritten_games=games, actor=make_actor(user))


def test_a_line_typed_under_the_wrong_game_goes_and_comes_back_under_its_own():
    event = make_posted()
    line = ScoreLine.objects.filter(card__entry__event=event, card__entry__seat_number=5, game=3)
    Event.objects.filter(pk=event.pk).update(games=4)
    event.refresh_from_db()

    found = gone(event, "A-5", 3, lines="4: A-2 2 +05")
    correct_late(
        event=event,
        seat="A-5",
        lines=written("4: A-2 2 +05").lines,
        unwritten_games=[3],
        decision=LateDecision.KEEP,
        reason="It stands in the fourth row",
        mark=found.mark,
        actor=make_actor(),
    )

    assert [(one.game, one.before is None, one.after is None) for one in found.changed] == [
        (3, False, True),
        (4, True, False),
    ]
    assert not line.exists()
    assert [one.game for one in sheet(event).cards["A-5"].lines] == [1, 2, 4]
    row = AuditEntry.objects.get(event=event, action="card.corrected-late")
    assert row.after["games"] == [3, 4]
    assert [one["game"] for one in row.before["lines"]] == [1, 2, 3]
    assert [one["game"] for one in row.after["lines"]] == [1, 2, 4]


def test_what_the_schedule_counts_is_left_blank_and_no_card_is_short_of_a_line():
    event = make_event(games=3, entrants=4, seated=True)
    make_cards(
        event,
        A_1="A-2 2 +12 \n A-3 2 +12 \n A-4 2 +12",
        A_2="A-1 0 -12 \n A-4 2 +05 \n A-3 2 +07",
        A_3="A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
        A_4="A-3 0 -03 \n A-2 0 -05 \n A-1 0 -12",
    )
    start_cross_check(event=event, actor=make_actor())
    event.refresh_from_db()
    post_qualifiers(event=event, actor=make_actor())
    game = sheet(event).cards["A-1"].lines[0].game

    found = gone(event, "A-1", game)

    assert found.changed[0].after == Line(game, None, None, None, None)
    assert found.corrected_sheet.cards["A-1"].complete
    # Two complete cards of which one has the game: rule 12.2 does not settle it.
    assert [one.code for one in found.obstacles] == ["referral_open"]


def test_no_line_is_taken_away_that_is_not_there_or_is_corrected_too_or_is_an_own_game():
    event = make_posted()
    user = make_user(role="director", tournament=event.tournament)
    entry = Entry.objects.select_related("player").get(event=event, number=6)
    entry.player.user = user
    entry.player.save()

    faults = []
    for games, lines in (((9,), ""), ((1, 1), ""), ((1,), OUT)):
        with pytest.raises(Malformed) as refused:
            gone(event, "A-5", *games, lines=lines)
        faults += [(one.field, one.code) for one in refused.value.faults]
    with pytest.raises(Forbidden) as own:
        gone(event, "A-5", 1, user=user)

    assert faults == [("gone.0", "no_line"), ("gone.1", "twice"), ("gone.0", "twice")]
    assert (own.value.code, own.value.faults[0].field) == ("own_card", "gone.0")


def test_a_kept_correction_counts_in_the_next_list():
    event = make_posted()
    decide(event, "A-5", OUT, "keep")

    decide(event, "A-7", "1: A-8 2 +01", "post")

    assert seats(event) == ["A-1", "A-3"]
    assert kept_corrections(Event.objects.get(pk=event.pk)) == ()


def test_a_new_list_may_leave_out_again_what_was_kept_out():
    event = make_posted()
    decide(event, "A-5", OUT, "keep", reason="They play already")
    event.refresh_from_db()

    small = written("1: A-8 2 +01").lines
    found = find_late_correction(event=event, seat="A-7", lines=small, leave_out=True, actor=make_actor())
    correct_late(
        event=event,
        seat="A-7",
        lines=small,
        decision=LateDecision.POST,
        reason="The paper says so",
        mark=found.mark,
        leave_out=True,
        actor=make_actor(),
    )

    event.refresh_from_db()
    assert not found.changes_seeds
    assert [one.seat for one in found.shifts] == ["A-7"]
    assert seats(event) == ["A-1", "A-5"]
    posted = {one.seat: one.net for one in listed_as_posted(event)}
    assert (posted["A-5"], posted["A-7"]) == (36, 8)
    assert sheet(event).cards["A-5"].line(1).plus == 5
    (kept,) = kept_corrections(event)
    assert (kept.seat, kept.games, kept.reason) == ("A-5", (1,), "They play already")
    assert set(uncounted(event, (kept,))) == {"A-3", "A-5"}
    # What is recorded by now is what was signed; the list alone is rebuilt without it.
    past = acts(event)
    listed = listed_now(earlier_sheet(event, acts_of_the_list(past)))
    assert earlier_sheet(event, past).cards["A-5"].line(1).plus == 5
    assert listed == listed_as_posted(event)


def test_what_was_left_out_twice_is_left_out_until_it_is_corrected_again():
    event = make_posted()
    decide(event, "A-5", OUT, "keep")

    for text in ("1: A-8 2 +01", "2: A-6 2 +04"):
        event.refresh_from_db()
        lines = written(text).lines
        more = {"event": event, "seat": "A-7", "lines": lines, "leave_out": True, "actor": make_actor()}
        mark = find_late_correction(**more).mark
        correct_late(**more, decision=LateDecision.POST, reason="so", mark=mark, initials="JK")
        event.refresh_from_db()
        assert list(lines_left_out(event)) == [("A-5", 1)]

    decide(event, "A-5", "1: A-6 2 +14", "post")

    assert (seats(event), kept_corrections(event)) == (["A-1", "A-5"], ())
    assert QualifyingResult.objects.get(event=event, entry__seat_number=5).plus == 35


def test_a_correction_that_puts_a_kept_one_back_leaves_nothing_to_say():
    event = make_posted()
    decide(event, "A-5", OUT, "keep")

    decide(event, "A-5", "1: A-6 2 +15", "keep")

    assert kept_corrections(Event.objects.get(pk=event.pk)) == ()


def test_leaving_the_card_writes_the_reason_alone():
    event = make_posted()
    row = Scorecard.objects.at_seat(event, "A-5").get()

    decide(event, "A-5", OUT, "leave", reason="The paper is smudged")

    assert Scorecard.objects.at_seat(event, "A-5").get().version == row.version
    last = AuditEntry.objects.filter(event=event).latest("pk")
    assert (last.action, last.reason) == ("card.left-late", "The paper is smudged")


def test_rule_12_2_is_applied_anew_and_signed_with_the_list():
    event = make_posted()
    lower = "3: A-5 0 -02"  # The card of A-2, who lost to A-5: 12.2.a makes 02 of the 05 of A-5.

    found = look(event, "A-2", lower)
    with pytest.raises(Malformed) as unsigned:
        decide(event, "A-2", lower, "post")
    decide(event, "A-2", lower, "post", initials="JK")

    assert [game.seats for game in found.to_sign] == [("A-2", "A-5")]
    assert [fault.field for fault in unsigned.value.faults] == ["initials"]
    row = QualifyingResult.objects.get(event=event, entry__seat_number=5)
    assert (row.plus, row.seed) == (33, 2)
    signed = AuditEntry.objects.filter(event=event, action="discrepancy.accepted").latest("pk")
    assert (signed.initials, signed.subject_key) == ("JK", "3-A-2-A-5")


def test_a_referral_stands_in_the_way_of_a_new_list_and_not_of_keeping_it():
    event = make_posted()
    blank = "1: A-6 . ."

    with pytest.raises(Refused) as refused:
        decide(event, "A-5", blank, "post")
    decide(event, "A-5", blank, "keep")

    assert refused.value.code == "not_ready"
    assert "referral_open" in [fault.code for fault in refused.value.faults]
    assert "Keep the list" in refused.value.message
    assert seats(event) == ["A-1", "A-5"]


TIE = "1: A-6 2 +09"  # On the card of A-5: net 30 and plus 30, like A-3, whom it never met.


def test_a_tie_of_the_new_list_is_played_off_with_it():
    event = make_posted()

    with pytest.raises(Refused) as refused:
        decide(event, "A-5", TIE, "post")
    decide(event, "A-5", TIE, "post", orders=(("A-3", "A-5"),))

    assert [fault.code for fault in refused.value.faults] == ["tie_unbroken"]
    assert seats(event) == ["A-1", "A-3"]
    assert QualifyingResult.objects.get(event=event, entry__seat_number=5).decided_by == "playoff"


@pytest.mark.parametrize("order", [("A-3", "A-7"), ("A-3",), ("A-3", "A-3"), ("A-3", "Z-9")])
def test_an_order_of_others_than_those_level_is_refused(order):
    event = make_posted()

    with pytest.raises(Malformed) as refused:
        look(event, "A-5", TIE, (order,))

    assert refused.value.faults[0].field == "orders.0"


def test_nobody_corrects_their_own_card_or_a_game_of_their_own():
    event = make_posted()
    player = make_user("player", role="director", tournament=event.tournament)
    entry = Entry.objects.select_related("player").get(event=event, number=6)
    entry.player.user = player
    entry.player.save()

    for seat, text in (("A-6", "1: A-5 0 -05"), ("A-5", OUT)):
        with pytest.raises(Forbidden) as refused:
            look(event, seat, text, user=player)
        assert refused.value.code == "own_card"
    assert look(event, "A-5", "2: A-8 2 +17", user=player).changed


@pytest.mark.parametrize(
    ("seat", "text", "field"),
    [
        ("A-5", "1: A-6 2 +15", "lines"),
        ("A-5", "4: A-6 2 +15", "lines.0.game"),
        ("A-5", "1: A-9 2 +15", "lines.0.opponent"),
        ("A-5", "1: A-5 2 +15", "lines.0.opponent"),
        ("A-5", "1: A-6 2 +05 \n 1: A-6 2 +06", "lines.1.game"),
    ],
)
def test_impossible_lines_are_named(seat, text, field):
    event = make_posted()

    with pytest.raises(Malformed) as refused:
        look(event, seat, text)

    assert [fault.field for fault in refused.value.faults] == [field]


def test_what_changed_meanwhile_a_missing_reason_and_an_unposted_list_are_refused():
    event = make_posted()

    with pytest.raises(Refused) as stale:
        decide(event, "A-5", OUT, "post", mark="other")
    with pytest.raises(Malformed) as unsaid:
        decide(event, "A-5", OUT, "keep", reason=" ")
    with pytest.raises(Malformed) as same:
        decide(event, "A-5", "1: A-6 2 +25", "post", initials="JK")
    Event.objects.filter(pk=event.pk).update(posted_at=None)
    with pytest.raises(Refused) as early:
        look(event, "A-5", OUT)
    with pytest.raises(Http404):
        look(event, "A-99", OUT)

    assert (stale.value.code, early.value.code) == ("stale", "not_ready")
    assert [fault.field for fault in unsaid.value.faults] == ["reason"]
    assert [fault.field for fault in same.value.faults] == ["decision"]


def test_an_earlier_time_knows_every_list():
    event = make_posted()
    decide(event, "A-5", OUT, "post")
    decide(event, "A-7", "1: A-8 2 +30", "keep")

    past = acts(event)
    now, counted = earlier_sheet(event, past), acts_of_the_list(past)
    listed = listed_now(earlier_sheet(event, counted))

    assert now.cards["A-7"].line(1).plus == 30
    assert listed == listed_as_posted(event)
