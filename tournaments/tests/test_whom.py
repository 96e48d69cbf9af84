"""The same person once: names found whatever their accents, and the question at the desk before somebody is entered."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tournaments.day.actions.round import call_game
from tournaments.day.reads.late_entry import late_seats
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.reads.check_in import find_people_today, people_today
from tournaments.entrants.reads.entrants import find_entrants, twice
from tournaments.entrants.reads.known import known_players, likenesses
from tournaments.entrants.rules.alike import By
from tournaments.errors import Refused
from tournaments.models import Event, Player, Tournament
from tournaments.money.reads import money as money_reads
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, html_of, in_role, of, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(tournament: Tournament) -> Event:
    """Milt Orr (MI374), and Jane Doe and Zoë Müller without a number."""
    people = [EntrantPlan("Milt Orr", "MI374", club="Reno Pegs"), EntrantPlan("Jane Doe"), EntrantPlan("Zoë Müller")]
    return make_event(tournament=tournament, entrants=people)


@pytest.fixture
def consolation(tournament: Tournament, main: Event) -> Event:
    return make_event(tournament=tournament, slug="consolation", kind="consolation")


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    return in_role(tournament, "registrar")


def send(desk: Client, name: str, **more: Any) -> HttpResponse:
    return desk.post(address("enter", "sierra"), {"name": name, "events": ["consolation"], **more})


def player(name: str) -> Player:
    return Player.objects.get(name=name)


# --- Accents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Zoë Müller", "zoe mu"),
        ("Łukasz Wróbel", "lukasz"),
        ("Zoe Muller", "zoë"),
        ("Sean O’Brien", "o'brien"),
        ("Sean O'Brien", "O’Brien"),
    ],
)
def test_a_name_is_found_whatever_its_accents_are(
    tournament: Tournament, desk: Client, written: str, typed: str
) -> None:
    people = [EntrantPlan(written), EntrantPlan("Carl Stone")]
    event = make_event(tournament=tournament, slug="night", kind="satellite", entrants=people)
    user = make_user(role="registrar", tournament=tournament)

    entrants = find_entrants(event, text=typed)
    known = known_players(user, tournament, typed)
    today = find_people_today(people_today(tournament), typed)
    accounts = money_reads.find_accounts(money_reads.accounts(tournament), typed)

    found = [[one.name for one in some] for some in (entrants, known, today, accounts)]
    assert found == [[written]] * 4
    assert written in text_of(desk.get(of("entrants", event), {"q": typed}))


@pytest.mark.parametrize(("one", "other"), [("José Núñez", "Jose Nunez"), ("Sean O’Brien", "sean o'brien")])
def test_accents_do_not_make_somebody_else(tournament: Tournament, desk: Client, one: str, other: str) -> None:
    event = make_event(tournament=tournament, entrants=[EntrantPlan(one)])

    listed = desk.post(address("enter_list", "sierra"), {"text": f"Name\n{other}\n", "usual": ["main"]})
    enter_entrants(event=event, entrants=[EntrantPlan(other)], actor=make_actor())

    assert f"{one} has the same name" in text_of(listed)
    assert len(twice(event)) == 2


# --- The question ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "acc_number", "question"),
    [
        ("milt  orr", "", "Is this Milt Orr (MI374), who is in Main event already?"),
        ("Milton Orr", "mi 374", "Is this Milt Orr (MI374), who is in Main event already?"),
        ("Brand New", "MI374Y", "Is this Milt Orr (MI374), who is in Main event already?"),
        ("jane doe", "", "Is this Jane Doe, who is in Main event already?"),
        ("Zoe Muller", "HI555", "Is this Zoë Müller, who is in Main event already?"),
    ],
)
def test_the_desk_asks_before_it_enters_somebody_like_somebody_known(
    consolation: Event, desk: Client, name: str, acc_number: str, question: str
) -> None:
    people = Player.objects.count()

    asked = send(desk, name, acc_number=acc_number, club="Elko")

    shown = asked.content.decode()
    assert (asked.status_code, question in text_of(asked)) == (200, True)
    assert not consolation.entries.exists()
    assert Player.objects.count() == people
    assert f'value="{name}"' in shown
    assert 'value="Elko"' in shown
    assert 'value="consolation" data-cents="0" checked' in html_of(asked)


def test_yes_enters_the_person_who_is_known(consolation: Event, desk: Client) -> None:
    milt = player("Milt Orr")

    send(desk, "MILT ORR", same=str(milt.pk))

    entry = consolation.entries.get()
    assert (entry.player, entry.name, entry.acc_number) == (milt, "Milt Orr", "MI374")


def test_no_enters_somebody_else_and_is_not_asked_again(consolation: Event, desk: Client) -> None:
    jane = player("Jane Doe")

    unchosen = send(desk, "Jane Doe", events=[], somebody_else=f"{jane.pk} ")
    kept = unchosen.context["form"]["told_apart"].value()
    send(desk, "Jane Doe", told_apart=kept)

    assert unchosen.status_code == 422
    assert consolation.entries.get().player != jane
    assert Player.objects.filter(name="Jane Doe").count() == 2


def test_an_answer_about_somebody_else_than_the_name_in_the_field_is_none(consolation: Event, desk: Client) -> None:
    jane, milt = player("Jane Doe"), player("Milt Orr")

    other = send(desk, "Milt Orr", same=str(jane.pk), told_apart=str(jane.pk))
    new = send(desk, "Otto Wren", same=str(milt.pk))

    assert "Is this Milt Orr (MI374)" in text_of(other)
    assert new.status_code == 302
    assert consolation.entries.get().name == "Otto Wren"


def test_yes_to_somebody_who_is_in_this_event_already_says_so(main: Event, desk: Client) -> None:
    milt = player("Milt Orr")

    refused = send(desk, "Milt Orr", events=["main"], same=str(milt.pk))

    assert refused.status_code == 409
    assert "Milt Orr is entered in Main event already." in text_of(refused)
    assert main.entries.filter(player=milt).count() == 1


def test_who_has_name_and_number_of_somebody_known_is_known_again_without_a_question(
    consolation: Event, desk: Client
) -> None:
    sent = send(desk, "milt orr", acc_number="MI374Y")

    assert sent.status_code == 302
    assert consolation.entries.get().player == player("Milt Orr")


def test_people_of_earlier_tournaments_are_asked_about_where_one_may_know_them(main: Event, consolation: Event) -> None:
    old = make_tournament("old", name="Reno Open")
    make_event(tournament=old, entrants=[EntrantPlan("Carl Stone", "NV9")])
    user = make_user(role="registrar", tournament=main.tournament)
    stranger = signed_in(make_user(role="registrar", tournament=main.tournament))
    user.roles.create(tournament=old, kind="registrar")

    asked = send(signed_in(user), "Carl Stone")
    unasked = send(stranger, "Carl Stone")

    assert "Is this Carl Stone (NV9), who played at Reno Open?" in text_of(asked)
    assert unasked.status_code == 302


def test_the_page_of_one_event_asks_too(consolation: Event, desk: Client) -> None:
    url = of("entrants", consolation)
    jane = player("Jane Doe")

    asked = desk.post(url, {"name": "jane doe"})
    desk.post(url, {"name": "jane doe", "same": jane.pk})
    again = desk.post(url, {"name": "Jane Doe", "same": jane.pk})
    hidden = make_event(tournament=make_tournament("other"), entrants=[EntrantPlan("Carl Stone")]).entries.get()
    gone = desk.post(url, {"name": "Carl Stone", "player": hidden.player_id})

    assert "Is this Jane Doe, who is in Main event already?" in text_of(asked)
    assert [(entry.name, entry.player) for entry in consolation.entries.all()] == [("Jane Doe", jane)]
    assert again.status_code == 409
    assert "Jane Doe is entered in Consolation already. Look in the list of entrants." in text_of(again)
    assert (gone.status_code, "That person is no longer here" in text_of(gone)) == (422, True)


def paste(desk: Client, event: Event, lines: str, **answers: str) -> HttpResponse:
    return desk.post(
        of("paste", event), {"lines": lines, **{name.replace("_", "-"): text for name, text in answers.items()}}
    )


def test_a_pasted_list_asks_about_every_line_that_may_be_somebody_known(consolation: Event, desk: Client) -> None:
    asked = paste(desk, consolation, "Carl Stone\njane doe\nMilt Orr, MI374\nZoe Muller, HI555")

    shown = text_of(asked)
    assert asked.status_code == 200
    assert "Nobody is entered yet. Say first who these are:" in shown
    assert "Line 2: jane doe The same person as Jane Doe, who is in Main event Somebody else" in shown
    assert "Line 4: Zoe Muller, ACC HI555 The same person as Zoë Müller, who is in Main event Somebody else" in shown
    assert "Line 1" not in shown
    assert "Line 3" not in shown
    assert "Carl Stone\njane doe" in asked.content.decode().replace("\r", "")
    assert not consolation.entries.exists()


def test_a_pasted_list_is_entered_once_every_question_is_answered(consolation: Event, desk: Client) -> None:
    jane, milt, zoe = player("Jane Doe"), player("Milt Orr"), player("Zoë Müller")
    lines = "jane doe\nMilt Orr, MI374\nZoe Muller, HI555"

    half = paste(desk, consolation, lines, who_1=f"same {jane.pk}")
    done = paste(desk, consolation, lines, who_1=f"same {jane.pk}", who_3=f"else {zoe.pk}")

    assert f'value="same {jane.pk}" required checked' in half.content.decode()
    assert done.status_code == 302
    entered = list(consolation.entries.order_by("number"))
    assert [(entry.name, entry.player) for entry in entered[:2]] == [("Jane Doe", jane), ("Milt Orr", milt)]
    assert (entered[2].name, entered[2].player != zoe) == ("Zoe Muller", True)


def test_an_answer_about_another_name_is_asked_again(consolation: Event, desk: Client) -> None:
    asked = paste(desk, consolation, "Zoë Müller", who_1=f"same {player('Jane Doe').pk}")

    assert "The same person as Zoë Müller" in text_of(asked)
    assert not consolation.entries.exists()


def test_a_pasted_line_of_somebody_who_is_here_is_left_out_or_somebody_else(main: Event, desk: Client) -> None:
    jane = player("Jane Doe")
    lines = "Jane Doe\nMilt Orr, MI374\nCarl Stone"

    asked = paste(desk, main, lines)
    paste(desk, main, lines, who_1=f"out {jane.pk}", who_2=f"out {player('Milt Orr').pk}")
    alone = paste(desk, main, "Jane Doe", who_1=f"out {jane.pk}")

    shown = text_of(asked)
    assert "The same person as Jane Doe, who is in Main event: leave this line out Somebody else" in shown
    # Name and number together are one person: there is nothing to choose.
    assert "The same person as Milt Orr (MI374), who is in Main event: leave this line out Enter them all" in shown
    assert list(main.entries.order_by("number").values_list("name", flat=True))[3:] == ["Carl Stone"]
    assert (alone.status_code, "Every line is left out" in text_of(alone)) == (422, True)


def test_two_pasted_lines_of_one_name_are_asked_about_and_nobody_is_entered_twice(main: Event, desk: Client) -> None:
    both = paste(desk, main, "Zed Zuck\nzed  zuck")
    paste(desk, main, "Zed Zuck\nzed  zuck", who_2="else line-1")
    sure = paste(desk, main, "Ida Reed, NV7\nIda Reed, NV7\nIda Reed, NV7Y", who_2="else line-1")

    assert "Line 2: zed zuck The same person as in line 1, Zed Zuck: leave this line out Somebody else" in text_of(both)
    assert main.entries.filter(name__in=["Zed Zuck", "zed zuck"]).count() == 2
    assert "Line 2: Ida Reed, ACC NV7 The same person as in line 1" in text_of(sure)
    assert not main.entries.filter(name="Ida Reed").exists()


def test_one_person_named_for_two_lines_is_entered_once_or_not_at_all(consolation: Event) -> None:
    milt = player("Milt Orr")
    people = [EntrantPlan("Milt Orr", player=milt.pk), EntrantPlan("M. Orr", player=milt.pk)]

    with pytest.raises(Refused, match="Milt Orr is in this list twice") as refused:
        enter_entrants(event=consolation, entrants=people, actor=make_actor())

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("0.name", "exists")]
    assert not consolation.entries.exists()


def test_a_person_who_is_named_is_not_entered_twice_in_an_event(main: Event) -> None:
    milt = player("Milt Orr")

    with pytest.raises(Refused) as refused:
        enter_entrants(
            event=main, entrants=[EntrantPlan("Otto Wren"), EntrantPlan("M. Orr", player=milt.pk)], actor=make_actor()
        )

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("1.name", "exists")]
    assert main.entries.count() == 3


def test_the_api_flags_a_number_that_is_there_twice_and_does_not_refuse_it(main: Event) -> None:
    api = api_of(make_user(role="registrar", tournament=main.tournament))

    sent = api.post(
        "/api/v1/tournaments/sierra/events/main/entrants/",
        [{"name": "Milton Orr", "acc_number": "MI374"}],
        format="json",
    )

    assert sent.status_code == 201
    assert [flag["code"] for flag in sent.json()[0]["flags"]] == ["duplicate"]


def test_whom_somebody_may_be_takes_as_many_queries_for_one_as_for_many(
    main: Event, consolation: Event, django_assert_num_queries: Any
) -> None:
    user = make_user(role="registrar", tournament=main.tournament)
    with django_assert_num_queries(3):
        one = likenesses(user, main.tournament, "jane doe", "")
    enter_entrants(event=consolation, entrants=[EntrantPlan("JANE DOE"), EntrantPlan("Jane Doe")], actor=make_actor())

    with django_assert_num_queries(3):
        three = likenesses(user, main.tournament, "jane doe", "")

    assert (len(one), len(three)) == (1, 3)
    assert {like.by for like in three} == {By.NAME}


# --- The seat of a late entry ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "games", "rounds"),
    [
        (24, 22, "The table goes from 22 to 23 rounds."),
        (23, 22, "The table goes from 23 to 22 rounds."),
        (24, 9, "The table goes from 9 to 10 rounds."),
    ],
)
def test_before_the_first_game_a_free_seat_says_how_long_the_table_plays_with_it(
    tournament: Tournament, entrants: int, games: int, rounds: str
) -> None:
    event = make_event(tournament=tournament, entrants=entrants, games=games, seated=True)

    effect = late_seats(event)[0].effect
    event = call_game(event=event, game=1, actor=make_actor())
    at_play = [one.effect for one in late_seats(event)]

    assert effect.endswith(rounds)
    # Whoever sat out in the game that is on has it to make up: an empty seat taken now saves no round any more.
    assert [one.endswith(rounds) for one in at_play] == [entrants == 24]


def test_a_needed_seat_is_not_called_optional_and_says_what_it_does(tournament: Tournament, desk: Client) -> None:
    event = make_event(tournament=tournament, entrants=6, seated=True)
    [late] = late_seats(event)

    shown = desk.get(address("enter", "sierra")).content.decode()
    without = desk.post(address("enter", "sierra"), {"name": "Otto Wren", "events": ["main"]})

    label = shown.partition('for="id_seat_main">')[2].partition("</label>")[0]
    assert label == "Late entry: seat"
    assert "Needed where this event is ticked" in shown
    assert f'<optgroup label="Table A: {late.effect}">' in shown
    assert f"<br>Table A: {late.effect}</div>" in shown
    assert "A late entry needs a free seat." in text_of(without)
    assert without.status_code == 409
    desk.post(address("enter", "sierra"), {"name": "Otto Wren", "events": ["main"], "seat_main": "A-7"})
    assert event.entries.get(name="Otto Wren").seat == "A-7"
