"""A ruling that removes a player from play (11.4.b): what is shown before, what it does to round and bracket, who may, and how it is
taken back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from brackets.bracket.reads import drawn as drawn_reads
from brackets.matches.actions.ending import take_back_ending
from brackets.models import Match
from brackets.tests.factories import link, make_bracket, win
from judging.calls.actions.calls import call_judge
from judging.models import Ruling
from judging.rulings.actions import Ruled, look_at_removal, remove_player, take_back_ruling
from judging.rulings.reads.removals import Removal, match_mark, match_to_lose, removal_of, told_of_match
from scorecards.cards.actions.phone import use_phones
from scorecards.sheet.reads.phone import phone_card
from scorecards.sheet.reads.standings import standings
from scorecards.sheet.rules.line import Line
from scorecards.tests.factories import make_card, sheet
from tournaments.access import Rights
from tournaments.day.actions.round import call_game, undo_day_change
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.reads.entries import entry_at
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

HEAD = Rights(frozenset({"judge", "head_judge"}))
THREE = ("Ann Lee", "Ben Ray", "Cy Dow")
API = "/api/v1/tournaments/sierra/rulings/"


@pytest.fixture
def event() -> Event:
    """Eight people, four games each, game 2 on."""
    made = make_event(tournament=make_tournament("sierra"), games=4, entrants=8, seated=True)
    call_game(event=made, game=2, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=made.pk)


@pytest.fixture
def playoffs() -> Event:
    """Four qualifiers: A-1 plays A-4 in match 1, A-2 plays A-3 in match 2."""
    return make_bracket(4, tournament=make_tournament("sierra"))


def entry_of(event: Event, seat: str) -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return Entry.objects.select_related("event__tournament", "player").get(pk=entry.pk)


def remove(
    event: Event, seat: str | None = "A-2", *, rights: Rights = HEAD, actor=None, judges=THREE, **more
) -> Ruling:
    ruled = Ruled(
        happened="Refused the ruling on the renege.",
        decision="Removed from play.",
        offender=entry_of(event, seat) if seat else None,
        judges=judges,
    )
    return remove_player(
        tournament=event.tournament, event=event, ruled=ruled, rights=rights, actor=actor or make_actor(), **more
    )


def new_page(event: Event) -> str:
    return reverse("judging:ruling_new", args=[event.tournament.slug])


def sent(seat: str = "A-2", **more) -> dict[str, object]:
    return {
        "call": "none",
        "event": "main",
        "offender_named": seat,
        "happened": "Refused the ruling on the renege.",
        "decision": "Removed from play.",
        "rules": "11.4.b",
        "judges": [],
        "removes": "on",
        **more,
    }


def carried(looked) -> dict[str, list[str]]:
    """What the button below the preview sends."""
    found: dict[str, list[str]] = {}
    for name, value in looked.context["carried"]:
        found.setdefault(name, []).append(value)
    return found


def head_judge(event: Event):
    return make_user(role="judge", tournament=event.tournament, is_head=True)


def judges(event: Event) -> list[str]:
    names = [make_user(f"judge{n}", role="judge", tournament=event.tournament).get_username() for n in (1, 2, 3)]
    return names


# --- In the round ----------------------------------------------------------------------------------------------------


def test_in_the_round_the_game_in_progress_is_lost_by_ten(event):
    use_phones(event=event, phones=Event.Phones.INSTEAD, actor=make_actor())

    row = remove(event, game=2)

    change = DayChange.objects.get()
    winner = change.data["winner"]
    games = {seat: phone_card(entry_of(event, seat)).games[1].line for seat in ("A-2", winner)}
    assert (row.removes, row.rules, row.game) == (True, ["11.4.b"], 2)
    assert (change.kind, change.data["game"], change.data["first"]) == ("removed", 2, 3)
    assert change.reason == "Ruling 1: removed from play (11.4.b, 2020)"
    assert games == {"A-2": Line(2, winner, 0, None, 10), winner: Line(2, "A-2", 2, 10, None)}
    assert entry_of(event, "A-2").status == Entry.Status.WITHDRAWN


def test_an_opponent_whom_the_schedule_does_not_have_there_is_refused(event):
    right = route(event, "A-2")[1].opponent
    wrong = route(event, "A-2")[0].opponent
    plan = {"tournament": event.tournament, "event": event, "game": 2, "rights": HEAD, "actor": make_actor()}

    def ruled(other: Entry) -> Ruled:
        return Ruled("Refused.", "Removed.", offender=entry_of(event, "A-2"), other=other, judges=THREE)

    for act in (look_at_removal, remove_player):
        with pytest.raises(Malformed) as refused:
            act(ruled=ruled(entry_of(event, wrong.seat)), **plan)
        assert [one.field for one in refused.value.faults] == ["other"]
        assert f"A-2 meets {right.seat}" in refused.value.faults[0].message.replace(entry_of(event, "A-2").name, "A-2")
    assert remove_player(ruled=ruled(entry_of(event, right.seat)), **plan).other == entry_of(event, right.seat)


def test_the_standings_follow_a_removal(event):
    first = route(event, "A-2")[0].opponent
    remove(event, game=2)
    winner = DayChange.objects.get().data["winner"]
    make_card(event, "A-2", f"{first.seat} 2 +12 \n {winner} 0 -10")
    make_card(event, winner, "2: A-2 2 +10")

    rows = {one.seat: one for one in standings(sheet(event)).rows}

    assert (rows["A-2"].game_points, rows["A-2"].net, rows["A-2"].card_complete) == (2, 2, True)
    assert (rows[winner].game_points, rows[winner].net) == (2, 10)


def test_the_page_shows_what_it_changes_and_does_it_with_the_second_press(event):
    named = judges(event)
    client = signed_in(head_judge(event))

    looked = client.post(new_page(event), sent(judges=named))
    before = (Ruling.objects.count(), DayChange.objects.count())
    form = looked.context["form"]
    unseen = client.post(new_page(event), sent(judges=named, game=form["game"].value(), decision="Another."))
    done = client.post(new_page(event), carried(looked), follow=True)

    text = text_of(looked)
    assert (looked.status_code, before) == (200, (0, 0))
    assert "What the removal changes" in text_of(unseen)
    assert "What the removal changes" in text
    assert "Game 2 is awarded to" in text
    assert "They leave before game 3." in text
    assert form["game"].value() == "2"
    assert "is removed from play." in text_of(done)
    assert "Removed from play" in text_of(done)
    assert (Ruling.objects.count(), DayChange.objects.count()) == (1, 1)
    assert Ruling.objects.get().judges == named


def test_looking_again_records_nothing_even_where_the_removal_is_taken_away(event):
    client = signed_in(head_judge(event))
    given = sent(judges=judges(event))
    looked = client.post(new_page(event), given)
    assert 'name="look"' in looked.content.decode()

    del given["removes"]
    again = client.post(new_page(event), {**given, "look": "1"})

    assert again.status_code == 200
    assert "Record the ruling" in text_of(again)
    assert not Ruling.objects.exists()


def test_where_it_changes_something_else_by_now_it_is_shown_again(event):
    named = judges(event)
    client = signed_in(head_judge(event))
    looked = client.post(new_page(event), sent(judges=named)).context["form"]

    later = client.post(new_page(event), sent(judges=named, mark=looked["mark"].value(), game="1"))

    assert (later.status_code, Ruling.objects.count()) == (409, 0)
    assert "Game 1 is awarded to" in text_of(later)
    assert "Look at them again, then do it." in text_of(later)
    with pytest.raises(Refused) as refused:
        remove(event, game=2, mark="of-something-else")
    assert refused.value.code == "stale"
    assert not Ruling.objects.exists()


def test_the_button_below_the_preview_pressed_twice_does_it_once(event):
    named = judges(event)
    client = signed_in(head_judge(event))
    looked = client.post(new_page(event), sent(judges=named))

    answers = [client.post(new_page(event), carried(looked)) for _press in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert (Ruling.objects.count(), DayChange.objects.count()) == (1, 1)


def test_without_a_plan_the_other_player_gets_the_game():
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=4, movement="none", seated=True)
    ruled = Ruled(
        happened="Refused.",
        decision="Removed.",
        offender=entry_of(event, "A-1"),
        other=entry_of(event, "A-3"),
        judges=THREE,
    )

    remove_player(tournament=event.tournament, event=event, ruled=ruled, game=1, rights=HEAD, actor=make_actor())

    assert DayChange.objects.get().data["winner"] == "A-3"


def test_what_the_round_refuses_leaves_no_ruling(event):
    remove(event, game=2)

    with pytest.raises(Refused) as refused:
        remove_player(
            tournament=event.tournament,
            event=event,
            ruled=Ruled("Again.", "Removed.", offender=entry_of(event, "A-2"), judges=THREE),
            game=2,
            rights=HEAD,
            actor=make_actor(),
        )

    assert refused.value.code == "exists"
    assert Ruling.objects.count() == 1


def test_the_same_removal_sent_twice_is_done_once(event):
    assert remove(event, game=2).number == remove(event, game=2).number == 1
    assert DayChange.objects.count() == 1


# --- In the API ------------------------------------------------------------------------------------------------------


def asked(event: Event, seat: str = "A-2", **more) -> dict[str, object]:
    return {
        "event": "main",
        "offender": seat,
        "happened": "Refused.",
        "decision": "Removed.",
        "judges": judges(event),
        "removes": True,
        **more,
    }


def test_the_api_shows_what_it_changes_in_the_round_and_does_just_that(event):
    program = api_of(head_judge(event))
    body = asked(event, game=2)

    looked = program.post(f"{API}?preview=1", body, format="json")
    before = (Ruling.objects.count(), DayChange.objects.count())
    later = program.post(API, {**body, "game": 1, "mark": looked.json()["mark"]}, format="json")
    refused = (Ruling.objects.count(), DayChange.objects.count())
    done = program.post(API, {**body, "mark": looked.json()["mark"]}, format="json")

    found = looked.json()
    winner = DayChange.objects.get().data["winner"]
    assert (looked.status_code, before, found["match"]) == (200, (0, 0), None)
    assert f"Game 2 is awarded to {winner} " in found["told"][0]
    assert (found["outlook"]["awarded_to"], found["outlook"]["mark"]) == (winner, found["mark"])
    assert (later.status_code, later.json()["code"], refused) == (409, "stale", (0, 0))
    assert (done.status_code, done.json()["removes"]) == (201, True)


@pytest.mark.parametrize("by_call", [False, True])
def test_the_api_takes_the_game_that_is_on_where_none_is_named(event, by_call):
    program = api_of(head_judge(event))
    body = asked(event)
    if by_call:
        body["call"] = program.post(
            "/api/v1/tournaments/sierra/calls/", {"event": "main", "entrant": "A-2"}, format="json"
        ).json()["number"]

    looked = program.post(f"{API}?preview=1", body, format="json")
    none = program.post(f"{API}?preview=1", {**body, "game": None}, format="json")
    done = program.post(API, {**body, "mark": looked.json()["mark"]}, format="json")

    assert "Game 2 is awarded to " in looked.json()["told"][0]
    assert none.json()["outlook"]["awarded_to"] != looked.json()["outlook"]["awarded_to"]
    assert (done.status_code, DayChange.objects.get().data["game"]) == (201, 2)


def test_the_api_removes_nobody_before_it_was_looked_at(event):
    refused = api_of(head_judge(event)).post(API, asked(event, game=2), format="json")

    assert refused.status_code == 400
    assert [one["field"] for one in refused.json()["errors"]] == ["mark"]
    assert "?preview=1" in refused.json()["message"]
    assert not Ruling.objects.exists()


def test_a_head_judge_who_would_win_the_game_is_refused_at_the_preview_already(event):
    user = head_judge(event)
    winner = route(event, "A-2")[0].opponent
    link(event, winner.seat, user)
    program, client = api_of(user), signed_in(user)
    body = asked(event, game=1)
    named = body["judges"]

    looked = program.post(f"{API}?preview=1", body, format="json")
    done = program.post(API, body, format="json")
    page = client.post(new_page(event), sent(judges=named, game="1"))

    assert [one.status_code for one in (looked, done, page)] == [403, 403, 403]
    assert looked.json()["code"] == "own_card"
    assert looked.json() == done.json()
    assert "What the removal changes" not in text_of(page)
    assert looked.json()["message"] in text_of(page)
    assert not Ruling.objects.exists()


def test_a_call_that_a_removal_ends_names_those_who_judged(event):
    call = call_judge(entry=entry_of(event, "A-2"), about="", actor=make_actor())
    remove(event, game=2, call=call)
    reader = head_judge(event)

    page = signed_in(reader).get(reverse("judging:calls", args=["sierra"]))
    [found] = api_of(reader).get("/api/v1/tournaments/sierra/calls/").json()

    assert f"Judges: {', '.join(THREE)}." in text_of(page)
    assert (found["judged"], found["coming"]) == (list(THREE), [])


def test_what_the_preview_says_of_the_prize_names_its_rule(playoffs):
    told = told_of_match(playoffs, match_to_lose(entry_of(playoffs, "A-1")), "A-1")

    assert (
        "as rule 13.1 (2020) has it for whoever does not appear (that it holds for a removal too is ours)" in told[-1]
    )
    playoffs.tournament.edition = "classic"
    assert (
        "as rule 12.2 (classic) has it" in told_of_match(playoffs, match_to_lose(entry_of(playoffs, "A-1")), "A-1")[-1]
    )


def test_the_api_shows_the_match_that_ends_and_ends_just_that(playoffs):
    program = api_of(head_judge(playoffs))
    body = asked(playoffs, "A-1")

    looked = program.post(f"{API}?preview=1", body, format="json")
    win(playoffs, 1, "A-4")
    stale = program.post(API, {**body, "mark": looked.json()["mark"]}, format="json")
    again = program.post(f"{API}?preview=1", body, format="json").json()
    untouched = (Ruling.objects.count(), Match.objects.exclude(ended="").count())
    done = program.post(API, {**body, "mark": again["mark"]}, format="json")

    found = looked.json()
    assert (looked.status_code, found["match"], found["outlook"]) == (200, 1, None)
    assert found["told"][0].startswith("Match 1 ends at once:")
    assert (stale.status_code, stale.json()["code"], untouched) == (409, "stale", (0, 0))
    assert (done.status_code, Match.objects.get(number=1).ended) == (201, "removal")


def test_the_preview_of_the_api_refuses_what_the_removal_refuses(playoffs):
    user = head_judge(playoffs)
    program = api_of(user)
    body = asked(playoffs, "A-1")

    def codes(sent: dict[str, object], by=program) -> list[tuple[int, str]]:
        answers = [by.post(address, sent, format="json") for address in (f"{API}?preview=1", API)]
        return [(answer.status_code, answer.json()["code"]) for answer in answers]

    few = codes({**body, "judges": body["judges"][:2]})
    nobody = codes({**body, "offender": ""})
    wrong = codes({**body, "rules": ["?"]})
    judge = codes(body, api_of(make_user("plain", role="judge", tournament=playoffs.tournament)))
    link(playoffs, "A-4", user)
    own = codes(body)
    no_removal = program.post(f"{API}?preview=1", {**body, "removes": False}, format="json")

    assert few == [(409, "not_ready")] * 2
    assert nobody == wrong == [(400, "invalid")] * 2
    assert judge == [(403, "role")] * 2
    assert own == [(403, "own_card")] * 2
    assert (no_removal.status_code, no_removal.json()["errors"][0]["field"]) == (400, "removes")
    assert not Ruling.objects.exists()


# --- In the playoffs -------------------------------------------------------------------------------------------------


def test_in_the_playoffs_the_match_is_lost_and_the_bracket_follows(playoffs):
    row = remove(playoffs, "A-1")

    match = drawn_reads.match(playoffs, 1)
    assert (match.ended, match.winner, row.match) == ("removal", "A-4", 1)
    assert drawn_reads.match(playoffs, 3).sides[0].seat == "A-4"
    assert Match.objects.get(number=1).ended_reason == "Ruling 1: removed from play (11.4.b, 2020)"


def test_whoever_waits_for_the_next_match_loses_that_one(playoffs):
    win(playoffs, 1, "A-1", "A-1")

    row = remove(playoffs, "A-1")
    told = told_of_match(playoffs, match_to_lose(entry_of(playoffs, "A-2")), "A-2")

    assert row.match == 3
    assert drawn_reads.match(playoffs, 3).gone == "A-1"
    assert len(told) == 3


def test_the_page_shows_the_match_that_ends_and_ends_it(playoffs):
    named = judges(playoffs)
    client = signed_in(head_judge(playoffs))

    looked = client.post(new_page(playoffs), sent("A-1", judges=named))
    client.post(new_page(playoffs), carried(looked))

    text = text_of(looked)
    assert "Match 1 ends at once:" in text
    assert "goes on to match 3." in text
    assert Match.objects.get(number=1).ended == "removal"


def test_a_match_that_went_on_meanwhile_is_looked_at_again(playoffs):
    mark = match_mark(match_to_lose(entry_of(playoffs, "A-1")))
    win(playoffs, 1, "A-4")

    with pytest.raises(Refused) as refused:
        remove(playoffs, "A-1", mark=mark)

    assert refused.value.code == "stale"
    assert not Ruling.objects.exists()


def test_whoever_is_out_has_nothing_to_forfeit(playoffs):
    win(playoffs, 1, "A-4", "A-4")

    with pytest.raises(Refused) as refused:
        remove(playoffs, "A-1")
    answer = signed_in(head_judge(playoffs)).post(new_page(playoffs), sent("A-1", judges=judges(playoffs)))

    assert refused.value.code == "over"
    assert answer.status_code == 409
    assert "no match that is open" in text_of(answer)
    assert not Ruling.objects.exists()


# --- Who may ---------------------------------------------------------------------------------------------------------


def test_three_judges_have_to_be_named_11_4_b(event):
    with pytest.raises(Refused) as refused:
        remove(event, judges=THREE[:2], game=2)
    page = signed_in(head_judge(event)).post(new_page(event), sent(judges=judges(event)[:2]))

    assert refused.value.code == "not_ready"
    assert page.status_code == 422
    assert "only after three judges have told them the ruling" in text_of(page)


def test_somebody_has_to_be_named(event):
    with pytest.raises(Malformed) as refused:
        remove(event, None)
    page = signed_in(head_judge(event)).post(new_page(event), sent("", judges=judges(event)))

    assert [fault.field for fault in refused.value.faults] == ["offender"]
    assert "Name the player who refuses the ruling." in text_of(page)


@pytest.mark.parametrize(
    ("role", "is_head", "allowed"), [("director", False, True), ("judge", True, True), ("judge", False, False)]
)
def test_who_removes_a_player(event, role, is_head, allowed):
    user = make_user(role=role, tournament=event.tournament, is_head=is_head)
    named = judges(event)
    body = {
        "event": "main",
        "offender": "A-2",
        "happened": "Refused.",
        "decision": "Removed.",
        "judges": named,
        "removes": True,
        "game": 2,
    }

    page = signed_in(user).post(new_page(event), sent(judges=named))
    looked = api_of(user).post(f"{API}?preview=1", body, format="json")
    answer = api_of(user).post(API, {**body, "mark": looked.json().get("mark", "none")}, format="json")

    assert page.status_code == (200 if allowed else 403)
    assert ("What the removal changes" in text_of(page)) is allowed
    assert answer.status_code == (201 if allowed else 403)
    assert DayChange.objects.count() == (1 if allowed else 0)


def test_nobody_removes_a_player_from_a_game_of_their_own(playoffs):
    user = head_judge(playoffs)
    link(playoffs, "A-4", user)

    with pytest.raises(Forbidden) as refused:
        remove(playoffs, "A-1", actor=make_actor(user))

    assert refused.value.code == "own_card"
    assert not Match.objects.exclude(ended="").exists()
    assert not Ruling.objects.exists()


# --- Taken back ------------------------------------------------------------------------------------------------------


def take_back(event: Event) -> Ruling:
    return take_back_ruling(tournament=event.tournament, number=1, reason="A slip", rights=HEAD, actor=make_actor())


def test_a_removal_is_undone_in_the_round_before_its_ruling_is_taken_back(event):
    remove(event, game=2)

    with pytest.raises(Refused) as refused:
        take_back(event)
    page = signed_in(head_judge(event)).get(reverse("judging:ruling", args=["sierra", 1]))
    undo_day_change(change=DayChange.objects.get(), reason="A slip", actor=make_actor())

    assert refused.value.code == "stands"
    assert "Undo number 1 first, on the page of the round." in refused.value.message
    assert reverse("tournaments:undo_day_change", args=["sierra", "main", 1]) in page.content.decode()
    assert take_back(event).taken_back_reason == "A slip"


def test_a_removal_is_undone_at_the_match_before_its_ruling_is_taken_back(playoffs):
    remove(playoffs, "A-1")

    with pytest.raises(Refused) as refused:
        take_back(playoffs)
    take_back_ending(event=playoffs, match=1, rights=HEAD, actor=make_actor())

    assert "Take the end of match 1 back first" in refused.value.message
    assert take_back(playoffs).taken_back_at is not None


def test_somebody_else_who_was_removed_from_the_match_stands_in_nobodys_way(playoffs):
    remove(playoffs, "A-1")

    assert removal_of(entry_of(playoffs, "A-1")) == Removal(match=1)
    assert removal_of(entry_of(playoffs, "A-4")) is None


def test_the_trail_has_both_the_ruling_and_what_it_did(event):
    remove(event, game=2)

    actions_done = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))

    assert actions_done[-2:] == ["ruling.given", "day.changed"]
    assert AuditEntry.objects.get(action="ruling.given").after["removes"] is True


def test_in_the_classic_edition_the_same_rule_removes():
    event = make_event(tournament=make_tournament("sierra", edition="classic"), games=2, entrants=4, seated=True)

    assert remove(event, "A-1", game=1).rules == ["11.4.b"]
