"""Some meet again so that everybody gets the games: looked at, chosen with a reason, logged and taken back."""

from __future__ import annotations

import pytest
from django.test import Client

from tournaments.day.actions import round as round_actions
from tournaments.day.actions.meeting_again import undo_meeting_again
from tournaments.day.actions.round import look_ahead
from tournaments.day.actions.status import set_status
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.rotation.rules.movements import Pairing
from tournaments.rotation.rules.proof import Again
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db

WHY = "One did not come"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


@pytest.fixture
def six(tournament: Tournament) -> Event:
    """Six people at one table, five games each: exactly as many opponents as games."""
    return make_event(tournament=tournament, games=5, deal="alternate", entrants=6, seated=True)


def change(event: Event, plan: DayPlan, reason: str = WHY, mark: str | None = None) -> None:
    round_actions.change_day(event=event, plan=plan, reason=reason, mark=mark, actor=make_actor())
    event.refresh_from_db()


def call(event: Event, game: int | None) -> None:
    round_actions.call_game(event=event, game=game, actor=make_actor())
    event.refresh_from_db()


def undo_no_show(event: Event, number: int) -> None:
    round_actions.undo_no_show(entry=event.entries.get(number=number), reason="Came after all", actor=make_actor())
    event.refresh_from_db()


def games_of(event: Event) -> set[int]:
    return {line.games for line in published_proof(event).lines()}


def schedule(event: Event, last: int = 120) -> list[Pairing]:
    return [pairing for pairing in schedule_reads.schedule(event) if pairing.game <= last]


NO_SHOW = DayPlan(What.NO_SHOW, seat="A-6")


# --- The further way ---------------------------------------------------------------------------------------------------


def test_twenty_three_at_a_table_get_all_games_by_meeting_again(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=22, entrants=47, tables=[24, 23], seated=True)
    call(event, 1)
    address = of("day_change", event, "no_show")

    plain = text_of(director.get(address, {"seat": "B-5"}))
    seen = director.get(address, {"seat": "B-5", "again": "yes"})
    sent = {"seat": "B-5", "again": "yes", "reason": WHY, "mark": seen.context["outlook"].mark}
    done = director.post(address, sent)

    assert "22 people then have fewer than 22 games" in plain
    assert "You can let some meet again, now or later: “Some meet again” on the page of the round." in plain
    assert "23 rounds. 22 people get fewer than 22 games." in plain
    numbers = "25 rounds. 22 people meet somebody again, once. Everybody who plays on gets 22 games."
    assert f"Some meet again, so that everybody gets 22 games {numbers}" in plain
    told = text_of(seen)
    assert "fewer than 22 games:" not in told
    assert "The round takes 25 games instead of 23." in told
    assert "Everybody may read it: it is also the reason why people meet again." in told
    assert done.status_code == 302
    event.refresh_from_db()
    assert (event.repeats_reason, schedule_reads.rounds(event), games_of(event)) == (WHY, 25, {22})
    proof = text_of(director.get(of("seating_proof", event)))
    assert f"22 players meet somebody again beyond the format. {WHY}" in proof
    assert "get fewer games than the others" not in proof


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("no_show", {"seat": "A-6"}),
        ("leaves", {"seat": "A-6", "first": "2"}),
        ("away", {"seat": "A-6", "first": "2", "last": "3"}),
    ],
)
def test_every_day_change_offers_meeting_again_where_people_get_fewer_games(
    six: Event, director: Client, what: str, said: dict[str, str]
) -> None:
    call(six, 1)
    address = of("day_change", six, what)

    seen = director.get(address, said)
    again = director.get(address, {**said, "again": "yes"})

    assert [one["again"] for one in seen.context["ways"]] == [False, True]
    assert (seen.context["again"], again.context["again"]) == (False, True)
    assert text_of(seen).count("shown here") == text_of(again).count("shown here") == 1
    assert text_of(seen).count("Look at this way") == text_of(again).count("Look at this way") == 1
    assert not again.context["outlook"].short
    sent = {**said, "again": "yes", "reason": WHY, "mark": again.context["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    six.refresh_from_db()
    staying = [line.games for line in published_proof(six).lines() if line.seat != "A-6"]
    assert (six.repeats_reason, set(staying)) == (WHY, {5})


def test_without_it_people_get_fewer_games_as_the_preview_said(six: Event, director: Client) -> None:
    call(six, 1)
    address = of("day_change", six, "no_show")
    mark = director.get(address, {"seat": "A-6"}).context["outlook"].mark

    assert director.post(address, {"seat": "A-6", "reason": WHY, "mark": mark}).status_code == 302

    six.refresh_from_db()
    assert (six.repeats_reason, games_of(six)) == ("", {4})


def test_meeting_again_is_not_offered_where_everybody_has_all_games(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=3, entrants=6, seated=True)
    call(event, 1)

    seen = director.get(of("day_change", event, "no_show"), {"seat": "A-6"})

    assert seen.context["ways"] == []
    assert "meet again" not in text_of(seen).partition("What changes for whom")[2]
    with pytest.raises(Refused, match="so nobody needs to meet again") as refused:
        look_ahead(event, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    assert refused.value.code == "impossible"


def test_rounds_that_are_set_are_named_where_meeting_again_helps_nobody(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=5, rounds=5, entrants=6, seated=True)
    call(event, 1)

    _on, outlook = look_ahead(event, NO_SHOW)
    with pytest.raises(
        Refused, match=r"because the event is set to 5 rounds\. Set more, or none, in its settings first"
    ):
        look_ahead(event, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))

    assert (len(outlook.short), outlook.again) == (5, None)


def test_what_was_played_and_who_deals_first_stay_as_they_were(six: Event) -> None:
    call(six, 1)
    change(six, NO_SHOW)
    call(six, 4)
    before = schedule(six)

    change(six, DayPlan(What.MEET_AGAIN, meet_again=True))

    last = max(pairing.game for pairing in before)
    assert schedule(six, last) == before
    assert schedule_reads.rounds(six) > last
    assert {line.first_deals for line in published_proof(six).lines()} <= {2, 3}


def test_first_deals_that_were_announced_stay_where_people_meet_again(six: Event) -> None:
    change(six, NO_SHOW)
    call(six, 1)
    before = schedule(six)

    change(six, DayPlan(What.MEET_AGAIN, meet_again=True))

    assert schedule(six, max(pairing.game for pairing in before)) == before


# --- By itself ---------------------------------------------------------------------------------------------------------


def test_meeting_again_can_be_allowed_later_previewed_and_undone(six: Event, director: Client) -> None:
    call(six, 1)
    change(six, NO_SHOW)
    address = of("day_change", six, "meet_again")

    page = text_of(director.get(of("round", six)))
    seen = director.get(address)
    empty = director.post(address, {"reason": ""})
    done = director.post(address, {"reason": WHY, "mark": seen.context["outlook"].mark})

    assert "Some meet again" in page
    assert (seen.status_code, empty.status_code, done.status_code) == (200, 422, 302)
    assert "5 people are affected." in text_of(seen)
    six.refresh_from_db()
    assert (six.repeats_reason, games_of(six)) == (WHY, {5})
    page = text_of(director.get(of("round", six)))
    assert "Some meet again, so that everybody gets 5 games." in page
    assert f"People may already meet again: {WHY}." in text_of(director.get(address))
    assert director.post(address, {"reason": "Another reason"}).status_code == 409
    assert "This is already noted." in text_of(director.post(address, {"reason": WHY}, follow=True))
    undoing = director.get(of("undo_meeting_again", six))
    assert "5 people then have fewer than 5 games" in text_of(undoing)
    sent = {"reason": "They agreed to fewer", "mark": undoing.context["outlook"].mark}
    assert director.post(of("undo_meeting_again", six), sent).status_code == 302
    six.refresh_from_db()
    assert (six.repeats_reason, games_of(six)) == ("", {4})
    assert director.get(of("undo_meeting_again", six)).status_code == 404
    assert director.post(of("undo_meeting_again", six), {"reason": "Again"}).status_code == 409


def test_allowing_and_forbidding_to_meet_again_are_in_the_log_with_their_reasons(six: Event) -> None:
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    undo_meeting_again(event=six, reason="A slip", actor=make_actor())

    rows = list(AuditEntry.objects.filter(event=six, action__startswith="repeats.").order_by("pk"))

    assert [(row.action, row.before, row.after, row.reason) for row in rows] == [
        ("repeats.allowed", {"repeats_reason": ""}, {"repeats_reason": WHY}, WHY),
        ("repeats.taken-back", {"repeats_reason": WHY}, {"repeats_reason": ""}, "A slip"),
    ]


def test_a_reason_from_before_the_day_is_not_undone_here(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=5, entrants=4, repeats_reason="A club", seated=True)
    call(event, 1)

    assert "Some meet again, so that" not in text_of(director.get(of("round", event)))
    with pytest.raises(Refused, match="It is in the settings of the event") as refused:
        undo_meeting_again(event=event, reason="x", actor=make_actor())
    assert refused.value.code == "over"
    with pytest.raises(Refused, match=r"People may already meet again: A club\.") as refused:
        look_ahead(event, DayPlan(What.MEET_AGAIN, meet_again=True))
    assert refused.value.code == "exists"


def test_a_game_that_was_called_in_which_people_meet_again_stays(six: Event) -> None:
    call(six, 1)
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    call(six, schedule_reads.rounds(six))

    with pytest.raises(Refused, match="Game 6 is called, in which people meet again") as refused:
        undo_meeting_again(event=six, reason="A slip", actor=make_actor())

    assert refused.value.code == "begun"


def test_meeting_again_needs_a_reason_and_its_undo_the_mark_of_the_preview(six: Event) -> None:
    with pytest.raises(Malformed):
        change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True), reason="")
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    with pytest.raises(Refused) as refused:
        undo_meeting_again(event=six, reason="A slip", mark="another", actor=make_actor())

    assert refused.value.code == "stale"


# --- Undone with the change ----------------------------------------------------------------------------------------------


def test_meeting_again_ends_when_the_no_show_that_needed_it_is_undone(six: Event) -> None:
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))

    undo_no_show(six, 6)

    assert (six.repeats_reason, games_of(six)) == ("", {5})
    assert AuditEntry.objects.get(event=six, action="repeats.taken-back").reason == "Came after all"


def test_meeting_again_ends_when_the_status_is_set_back(six: Event) -> None:
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))

    set_status(entry=six.entries.get(number=6), status="playing", reason="Came", actor=make_actor())

    six.refresh_from_db()
    assert six.repeats_reason == ""


def test_meeting_again_ends_when_the_day_change_that_needed_it_is_undone(six: Event) -> None:
    change(six, DayPlan(What.AWAY, seat="A-6", first=2, last=3, meet_again=True))

    round_actions.undo_day_change(change=six.day_changes.get(), reason="Was here", actor=make_actor())

    six.refresh_from_db()
    assert (six.repeats_reason, games_of(six)) == ("", {5})


def test_meeting_again_stays_as_long_as_somebody_else_needs_it(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=5, entrants=12, tables=[6, 6], seated=True)
    change(event, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    change(event, DayPlan(What.NO_SHOW, seat="B-6"))

    undo_no_show(event, 6)

    assert (event.repeats_reason, games_of(event)) == (WHY, {5})
    undo_no_show(event, 12)
    assert event.repeats_reason == ""


def test_a_reason_from_before_the_day_stays_when_a_change_is_undone(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=5, entrants=6, repeats_reason="A club", seated=True)
    change(event, NO_SHOW)

    undo_no_show(event, 6)

    assert event.repeats_reason == "A club"


# --- The settings, and programs -----------------------------------------------------------------------------------------


def test_the_page_of_the_settings_says_it_beside_the_field(six: Event, director: Client) -> None:
    call(six, 1)
    change(six, NO_SHOW)
    form = director.get(of("event_settings", six)).context["form"]
    typed = {field.name: value for field in form if (value := field.value()) not in (None, False)}

    refused = director.post(of("event_settings", six), {**typed, "repeats_reason": "Six friends"})

    assert refused.status_code in (409, 422)
    assert "Say it on the page of the round" in text_of(refused)
    assert refused.context["form"].errors["repeats_reason"]


def test_the_settings_lead_to_the_page_of_the_round_while_a_game_is_on(six: Event, director: Client) -> None:
    call(six, 1)
    change(six, NO_SHOW)
    program = api_of(make_user(role="director", tournament=six.tournament))
    address = f"/api/v1/tournaments/sierra/events/{six.slug}/"

    refused = program.patch(address, {"repeats_reason": "Six friends"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "begun")
    assert refused.json()["errors"][0]["field"] == "repeats_reason"
    assert "“Some meet again” there, or its undo." in refused.json()["message"]
    change(six, DayPlan(What.MEET_AGAIN, meet_again=True))
    assert program.patch(address, {"repeats_reason": "Nine friends"}, format="json").status_code == 200
    ended = program.patch(address, {"repeats_reason": ""}, format="json")
    assert (ended.status_code, ended.json()["code"]) == (409, "begun")
    six.refresh_from_db()
    assert six.repeats_reason == "Nine friends"


def test_a_program_looks_chooses_and_undoes(six: Event) -> None:
    call(six, 1)
    program = api_of(make_user(role="director", tournament=six.tournament))
    address = f"/api/v1/tournaments/sierra/events/{six.slug}/"
    said = {"what": "no_show", "seat": "A-6"}

    plain = program.post(f"{address}day-changes/?preview=1", said, format="json").json()
    seen = program.post(f"{address}day-changes/?preview=1", {**said, "meet_again": True}, format="json").json()
    sent = {**said, "meet_again": True, "reason": WHY, "mark": seen["mark"]}
    done = program.post(f"{address}day-changes/", sent, format="json")
    again = program.post(f"{address}day-changes/", sent, format="json")
    other = program.post(f"{address}day-changes/", {"what": "meet_again", "reason": "Another"}, format="json")
    back = program.delete(f"{address}meeting-again/?preview=1", {"reason": ""}, format="json").json()
    undone = program.delete(f"{address}meeting-again/", {"reason": "A slip", "mark": back["mark"]}, format="json")

    assert plain["short"] == ["A-1", "A-2", "A-3", "A-4", "A-5"]
    assert plain["again"] == {"rounds": 7, "people": 5, "most": 1, "short": 0, "late": 0}
    assert (seen["short"], seen["again"]) == ([], None)
    assert (done.status_code, again.status_code) == (204, 204)
    assert (other.status_code, other.json()["code"]) == (409, "exists")
    assert (len(back["short"]), undone.status_code) == (5, 204)
    later = program.post(f"{address}day-changes/", {"what": "meet_again", "reason": WHY}, format="json")
    assert later.status_code == 204
    six.refresh_from_db()
    assert six.repeats_reason == WHY


def test_only_the_director_allows_it_or_takes_it_back(six: Event) -> None:
    change(six, DayPlan(What.NO_SHOW, seat="A-6", meet_again=True))
    checker = in_role(six.tournament, "checker")

    assert checker.get(of("day_change", six, "meet_again")).status_code == 403
    assert checker.post(of("undo_meeting_again", six), {"reason": "x"}).status_code == 403
    assert "Some meet again, so that everybody gets 5 games." in text_of(checker.get(of("round", six)))


def test_nothing_happens_where_no_plan_says_who_meets_whom(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=5, movement="none", entrants=6, seated=True)

    assert director.get(of("day_change", event, "meet_again")).status_code == 302
    assert director.get(of("undo_meeting_again", event)).status_code == 404


def test_a_few_who_still_get_fewer_games_are_counted() -> None:
    label, text = meeting_again_words.meets_again(Again(rounds=7, people=2, most=3, short=1), 5)

    assert label == "Some meet again, so that more people get 5 games"
    assert "2 people meet somebody again, at most 3 times each." in text
    assert "1 person still gets fewer than 5 games." in text
