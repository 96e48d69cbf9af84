"""A player disagrees with two judges who have ruled already: a third joins them, and what the three rule takes its place (11.4.a)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from judging.calls.actions.calls import ask_third, be_there, close_call, come
from judging.calls.reads import panel as panel_reads
from judging.calls.reads.calls import calls, last_calls, waiting_calls
from judging.models import Call, Ruling
from judging.rules.calls import Staffing
from judging.rulings.actions import Ruled, give_ruling, take_back_ruling
from judging.tests.calling import called, entry_of, judges_of, key_of, make_playing, opponent_of
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event
from tournaments.tests.factories import api_of, make_actor
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

JUDGE = Rights(frozenset({"judge"}))
DISAGREE = "We disagree with the two judges: ask for a third"


@pytest.fixture
def event() -> Event:
    return make_playing()


def rule(call: Call, *judges: Actor, actor: Actor | None = None, **said) -> Ruling:
    ruled = Ruled(
        "A ten was held back.", "No renege.", ("7.3.b",), judges=[one.name for one in judges], offender=call.entry
    )
    tournament = call.entry.event.tournament
    return give_ruling(
        tournament=tournament, call=call, ruled=replace(ruled, **said), rights=JUDGE, actor=actor or judges[0]
    )


def heard(event: Event, *, by_call: bool = True) -> tuple[Call, list[Actor]]:
    """A call of A-1 on which two of four judges have ruled; they came by it, or were at the table anyway."""
    call, panel = called(event), judges_of(event, "ann", "bob", "cal", "dot")
    for actor in panel[:2] if by_call else ():
        be_there(call=call, actor=actor)
    rule(call, *panel[:2])
    call.refresh_from_db()
    assert call.closed_at is not None
    return call, panel


@pytest.mark.parametrize("by_call", [True, False], ids=["who came by the call", "who were there anyway"])
def test_the_third_joins_the_two_who_have_ruled(event, by_call):
    call, (_ann, bob, cal, dot) = heard(event, by_call=by_call)

    ask_third(call=call, actor=Actor.of_entry(opponent_of(call)))

    (shown,) = waiting_calls(event)
    judges = panel_reads.panel(event.tournament, [event])
    proposed = panel_reads.proposals(judges, shown)
    assert (shown.needed, shown.waits_for, shown.judges_there) == (3, 1, 2)
    assert {one.judge.name for one in proposed.asked} == {cal.name, dot.name}
    assert (len(proposed.first), proposed.staffing) == (1, Staffing.ENOUGH)
    assert AuditEntry.objects.filter(action="third-judge.asked").count() == 1
    page = text_of(signed_in(cal.user).get(reverse("judging:calls", args=["sierra"])))
    assert page.count("has ruled") == (0 if by_call else 2)
    be_there(call=call, actor=cal)
    with pytest.raises(Refused) as enough:
        come(call=call, actor=dot)
    assert (enough.value.code, waiting_calls(event)) == ("stale", ())
    # Whoever has ruled may be at the table again, and takes nobody's place.
    be_there(call=call, actor=bob)
    (again,) = calls([event])
    assert (again.waits_for, again.judges_there) == (0, 3)


def test_the_ruling_of_three_takes_the_place_of_that_of_two(event):
    call, (ann, bob, cal, _dot) = heard(event)
    ask_third(call=call, actor=Actor.of_entry(call.entry))

    with pytest.raises(Malformed) as two:
        rule(call, ann, bob, decision="A renege after all.")
    final = rule(call, ann, bob, cal, decision="A renege after all.")

    first = Ruling.objects.get(number=1)
    call.refresh_from_db()
    assert [fault.code for fault in two.value.faults] == ["third"]
    assert (final.number, final.taken_back_at, call.closed_at is not None) == (2, None, True)
    assert first.taken_back_by == ann.name
    assert first.taken_back_reason == "Three judges decided: ruling 2 takes its place, rule 11.4.a (2020)."
    kept = AuditEntry.objects.get(action="ruling.taken-back")
    assert (kept.subject_key, kept.reason) == ("1", first.taken_back_reason)


def test_what_three_have_ruled_is_final_and_so_is_what_no_third_was_asked_for_in_time(event):
    call, (ann, bob, cal, _dot) = heard(event)
    ask_third(call=call, actor=Actor.of_entry(call.entry))
    rule(call, ann, bob, cal, decision="A renege after all.")
    other = called(event, "A-2") if opponent_of(call).seat != "A-2" else called(event, "A-3")
    rule(other, ann, bob)
    call_game(event=event, game=3, actor=make_actor())

    for done in (call, other):
        with pytest.raises(Refused) as over:
            ask_third(call=done, actor=Actor.of_entry(done.entry))
        assert over.value.code == "over"
        assert "A third judge is asked for in the same game" in over.value.message
    assert not Call.objects.filter(closed_at=None).exists()


def test_a_ruling_that_was_taken_back_and_one_of_the_head_judge_have_no_third(event):
    call, (ann, _bob, _cal, _dot) = heard(event)
    take_back_ruling(tournament=event.tournament, number=1, reason="Another seat", rights=JUDGE, actor=ann)

    with pytest.raises(Refused) as over:
        ask_third(call=call, actor=Actor.of_entry(call.entry))

    assert over.value.code == "over"
    assert Ruling(edition="2020", by_head=True, judges=["Ann"]).is_open_to_three is False
    assert Ruling(edition="classic", by_head=True, judges=["Ann", "Bob"]).is_open_to_three is True
    assert Ruling(edition="2020", removes=True, judges=["Ann"]).is_open_to_three is False


def test_who_has_called_anew_has_the_third_sent_there(event):
    call, _panel = heard(event)
    called(event)

    with pytest.raises(Refused) as refused:
        ask_third(call=call, actor=Actor.of_entry(call.entry))

    assert refused.value.code == "open"
    assert Call.objects.get(pk=call.pk).closed_at is not None


def test_a_newer_call_that_is_done_does_not_take_the_third_away_and_both_see_it_called(event):
    call, (ann, *_others) = heard(event)
    other = opponent_of(call).seat
    newer = called(event, other)
    close_call(call=newer, actor=ann)

    pages = [text_of(Client().get(reverse("me:own", args=[key_of(event, seat)]))) for seat in ("A-1", other)]
    asked = api_of().put(f"/api/v1/me/{key_of(event, other)}/call/third/")

    assert [DISAGREE in page for page in pages] == [True, True]
    assert (asked.status_code, asked.json()["number"]) == (200, call.pk)
    for seat in ("A-1", other):
        assert "A third judge is asked for." in text_of(Client().get(reverse("me:own", args=[key_of(event, seat)])))
    # Again it is the same call.
    assert api_of().put(f"/api/v1/me/{key_of(event, other)}/call/third/").json()["number"] == call.pk


def test_what_one_judge_records_later_opens_no_call_that_three_have_ruled(event):
    call, (ann, bob, cal, _dot) = heard(event)
    rule(call, ann, bob, cal, decision="A renege after all.")
    tournament = event.tournament
    ruled = Ruled("Also.", "Two points.", ("7.3.b",), judges=[ann.name], offender=call.entry)
    give_ruling(tournament=tournament, call=call, ruled=ruled, alone=True, rights=JUDGE, actor=ann)

    with pytest.raises(Refused) as over:
        ask_third(call=call, actor=Actor.of_entry(call.entry))

    assert over.value.code == "over"


def test_whoever_asks_too_late_reads_why_no_third_comes(event):
    heard(event)
    call_game(event=event, game=3, actor=make_actor())

    page = Client().post(reverse("me:ask_third", args=[key_of(event)]))

    assert page.status_code == 409
    assert text_of(page).count("A third judge is asked for in the same game, after two have ruled.") == 1


def test_both_players_ask_on_their_own_pages(event):
    call, _panel = heard(event)

    for seat in ("A-1", opponent_of(call).seat):
        for name in ("own", "call"):
            page = text_of(Client().get(reverse(f"me:{name}", args=[key_of(event, seat)])))
            assert DISAGREE in page
            assert "A player who disagrees with the ruling may ask for a third judge" in page
    sent = Client().post(reverse("me:ask_third", args=[key_of(event, opponent_of(call).seat)]))

    call.refresh_from_db()
    assert (sent.status_code, call.closed_at, call.third_at is not None) == (302, None, True)
    assert "A third judge is asked for." in text_of(Client().get(reverse("me:own", args=[key_of(event, "A-1")])))


def test_the_own_page_hears_of_a_ruling_on_a_call_that_was_done_before(event):
    call, (ann, bob) = called(event), judges_of(event, "ann", "bob")
    close_call(call=call, actor=ann)
    before = last_calls(event)

    rule(call, ann, bob)

    assert last_calls(event) != before


def test_programs_ask_for_the_third_of_a_call_that_was_ruled_on(event):
    call, panel = heard(event)

    own = api_of().put(f"/api/v1/me/{key_of(event)}/call/third/")
    rule(call, *panel[:3], decision="A renege after all.")
    late = api_of(panel[0].user).put(f"/api/v1/tournaments/sierra/calls/{call.pk}/third/")

    assert (own.status_code, own.json()["needed"], own.json()["closed_at"]) == (200, 3, None)
    assert (late.status_code, late.json()["code"]) == (409, "over")


def test_a_judge_asks_for_the_third_where_the_ruling_stands(event):
    call, (_ann, _bob, cal, dot) = heard(event)
    player = judges_of(event, "pam")[0]
    entry = entry_of(event)
    entry.player.user = player.user
    entry.player.save()
    ruling = reverse("judging:ruling", args=["sierra", 1])
    asks = reverse("judging:ask_third", args=["sierra", call.pk])

    assert "A player disagrees: ask for a third judge" in text_of(signed_in(dot.user).get(ruling))
    assert "A player disagrees" not in text_of(signed_in(player.user).get(ruling))
    with pytest.raises(Forbidden):
        ask_third(call=call, actor=player)
    assert signed_in(cal.user).post(asks).status_code == 302

    page = text_of(signed_in(dot.user).get(reverse("judging:calls", args=["sierra"])))
    assert "Third judge asked for" in page
    assert "Judges still needed: 1." in page
    assert "A player disagrees" not in text_of(signed_in(dot.user).get(ruling))
