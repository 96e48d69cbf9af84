"""A card corrected after posting, with a bracket that rests on the list: on its page and in the API, for every role."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from brackets.bracket.actions import draw_bracket
from brackets.matches.actions.moving import move_over
from brackets.models import Bracket, GameClaim, Match
from brackets.settling.actions.payouts import pay_out
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.tests.factories import win
from scorecards.sheet.reads import standings as standings_reads
from scorecards.sheet.reads.lists import list_versions
from scorecards.sheet.reads.sheet import sheet
from scorecards.tests.late import make_posted
from tournaments.models import AuditEntry, Entry, Event, User
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

OUT = {"line-1": "05"}  # The card of A-5 then comes behind that of A-3.
SAME_SEEDS = {"line-1": "14"}


@pytest.fixture
@kept
def event() -> Event:
    return make_posted(make_tournament("sierra"))


def address(event: Event, seat: str = "A-5") -> str:
    return reverse("brackets:late", args=[event.tournament.slug, event.slug, seat])


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def draw(event: Event) -> None:
    draw_bracket(event=event, best_of=3, rounds=None, actor=make_actor())


def decide(event: Event, lines: dict[str, str], decision: str, **more: str) -> HttpResponse:
    """Look at the page with these lines, then decide with the mark that it gave."""
    client = in_role(event.tournament, "director")
    seen = client.post(address(event), lines)
    given = {"mark": seen.context["seen"].mark, "reason": "The paper says so", **more}
    return client.post(address(event), {**lines, **given, "decision": decision}, follow=True)


def qualifiers(event: Event) -> list[str]:
    return [one["seat"] for one in standings_reads.qualifiers(event)]


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_first_what_would_change_and_then_posts_the_new_list(event: Event) -> None:
    client = in_role(event.tournament, "director")

    opened = text_of(client.get(address(event)))
    seen = client.post(address(event), OUT)
    answer = decide(event, OUT, "post")

    assert "Show what would change" in opened
    came, went = (event.entries.get(table="A", seat_number=one).name for one in (3, 5))
    assert f"{came} would qualify. {went} would no longer qualify." in text_of(seen)
    assert "moves up from 3rd to 2nd and qualifies" in text_of(seen)
    assert "drops from 2nd to 3rd and no longer qualifies" in text_of(seen)
    assert "Net +26 instead of +36" in text_of(seen)
    assert answer.redirect_chain[-1][0].endswith("/qualifiers/versions/")
    assert "List 2 holds" in text_of(answer)
    assert "Because: The paper says so" in text_of(answer)
    assert "List 1 replaced or taken back" in text_of(answer)
    assert qualifiers(event) == ["A-1", "A-3"]


def test_who_was_paid_by_the_list_is_named_before_a_new_one(event: Event) -> None:
    set_prizes(event=event, prizes=[PrizePlan("rank", 1000, 2)], actor=make_actor())
    second = event.entries.get(table="A", seat_number=5)
    pay_out(tournament=event.tournament, player=second.player, kind="cash", cents=1000, actor=make_actor())

    seen = in_role(event.tournament, "director").post(address(event), OUT)
    sent = {"lines": [{"game": 1, "opponent": "A-6", "points": "2", "plus": "05", "minus": ""}]}
    found = api_of(make_user(role="director", tournament=event.tournament)).post(
        api(event, "scorecards/A-5/late/"), sent, format="json"
    )

    told = f"{second.name} was paid $10. That stays in the books"
    assert told in text_of(seen)
    assert [text.startswith(told) for text in found.json()["paid"]] == [True]


def test_who_comes_to_qualify_and_plays_elsewhere_by_now_is_named_before_a_new_list(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation", games=3)
    third = event.entries.get(table="A", seat_number=3)
    move_over(event=other, source=event, seats={third.number: ""}, actor=make_actor())
    sent = {"lines": [line()]}

    seen = in_role(event.tournament, "director").post(address(event), OUT)
    found = api_of(make_user(role="director", tournament=event.tournament)).post(
        api(event, "scorecards/A-5/late/"), sent, format="json"
    )

    told = f"{third.name} is entered in Consolation since: tell them, and take them off there if they play here."
    assert told in text_of(seen)
    assert found.json()["elsewhere"] == [told]


def test_where_the_list_cannot_change_no_page_says_that_winnings_would_change(event: Event) -> None:
    set_prizes(event=event, prizes=[PrizePlan("rank", 1000, 2)], actor=make_actor())
    second = event.entries.get(table="A", seat_number=5)
    pay_out(tournament=event.tournament, player=second.player, kind="cash", cents=1000, actor=make_actor())
    draw(event)
    director = make_user("other", role="director", tournament=event.tournament)
    sent = {"lines": [line()]}

    before = api_of(director).post(api(event, "scorecards/A-5/late/"), sent, format="json").json()["paid"]
    win(event, 1, "A-1")
    seen = signed_in(director).post(address(event), OUT)
    found = api_of(director).post(api(event, "scorecards/A-5/late/"), sent, format="json")

    assert before == [
        f"{second.name} was paid $10. That stays in the books. A new list recalculates their winnings; "
        "the posted list does not."
    ]
    assert found.json()["paid"] == []
    assert "was paid" not in text_of(seen)


def test_keeping_the_list_is_said_in_the_standings_on_page_and_api(event: Event) -> None:
    decide(event, OUT, "keep")

    shown = text_of(in_role(event.tournament, "viewer").get(f"/t/sierra/{event.slug}/standings/"))
    kept = api_of().get(api(event, "standings/")).json()["kept"]

    assert "was corrected after posting; the list stays as posted: The paper says so" in shown
    assert [(one["seat"], one["games"]) for one in kept] == [("A-5", [1])]
    assert qualifiers(event) == ["A-1", "A-5"]


def test_leaving_the_card_changes_nothing_but_the_log(event: Event) -> None:
    answer = decide(event, OUT, "leave")

    assert "The card stays as it is" in text_of(answer)
    assert AuditEntry.objects.filter(event=event).latest("pk").action == "card.left-late"


def test_what_is_wrong_stands_beside_its_line(event: Event) -> None:
    client = in_role(event.tournament, "director")

    bad = client.post(address(event), {"line-1": "zz", "line-2": "@A-99 16"})
    unknown = client.post(address(event), {"line-2": "@A-99 16"})
    empty = client.post(address(event), {})
    same = client.post(address(event), {"line-1": "15"})
    unsaid = decide(event, OUT, "keep", reason="")

    assert {one.status_code for one in (bad, unknown, empty, same, unsaid)} == {422}
    assert 'aria-describedby="how err-1" aria-invalid="true"' in bad.content.decode()
    assert "Nobody in this event has the seat A-99" in text_of(unknown)
    assert "Type at least one line" in text_of(empty)
    assert "Nothing is another one than what is recorded" in text_of(same)
    assert "Say in a few words why" in text_of(unsaid)
    assert "What would change" in text_of(unsaid)


def test_a_line_is_typed_by_the_double_skunk_of_the_event(event: Event) -> None:
    client = in_role(event.tournament, "director")

    without = client.post(address(event), {"line-1": "72*4"})
    Event.objects.filter(pk=event.pk).update(double_skunk_from=61)
    there = client.post(address(event), {"line-1": "72*4"})

    assert (without.status_code, there.status_code) == (422, 200)


def test_a_line_that_is_not_on_the_paper_is_ticked_and_goes(event: Event) -> None:
    client = in_role(event.tournament, "director")
    gone = {"gone": "3"}

    seen = client.post(address(event), gone)
    both = client.post(address(event), {**gone, "line-3": "16"})
    strange = client.post(address(event), {"gone": ["9", "x"]})
    posted = decide(event, gone, "post")
    kept = decide(event, gone, "keep")

    assert 'value="3" checked' in seen.content.decode()
    assert "The line of game 3 goes from card A-5. Game 3 is compared with no other card." in text_of(seen)
    assert "drops from 2nd to 4th and no longer qualifies" in text_of(seen)
    # The card is short of a game then, so that no new list can be posted.
    assert "What a new list waits for" in text_of(seen)
    assert (both.status_code, strange.status_code, posted.status_code) == (422, 422, 409)
    assert "not both" in text_of(both)
    assert "The card is corrected." in text_of(kept)
    assert [one.game for one in sheet(event).cards["A-5"].lines] == [1, 2]
    assert qualifiers(event) == ["A-1", "A-5"]
    log = text_of(client.get(f"/t/sierra/{event.slug}/log/"))
    assert "corrected card A-5 after posting: game 3 from +05 to no line." in log


def test_enter_in_a_field_looks_again_and_decides_nothing(event: Event) -> None:
    seen = in_role(event.tournament, "director").post(address(event), OUT).content.decode()

    first = seen.partition("<main")[2].partition('type="submit"')[2].partition(">")[0]
    assert "decision" not in first


def test_the_mark_of_another_preview_is_refused(event: Event) -> None:
    answer = decide(event, OUT, "post", mark="something-else")

    assert answer.status_code == 409
    assert "This changed while you looked at it" in text_of(answer)
    assert qualifiers(event) == ["A-1", "A-5"]


def test_a_tie_is_played_off_on_the_page(event: Event) -> None:
    client = in_role(event.tournament, "director")
    lines = {"line-1": "09"}

    tied = client.post(address(event), lines)
    unclear = client.post(address(event), {**lines, "members": "A-3 A-5", "place-A-3": "1", "place-A-5": "1"})
    played = client.post(address(event), {**lines, "members": "A-3 A-5", "place-A-3": "1", "place-A-5": "2"})
    answer = decide(event, {**lines, "order": "A-3 A-5"}, "post")

    assert "These two would be level." in text_of(tied)
    assert "Level at the line, to be played off: " in text_of(tied)
    assert "would no longer qualify" not in text_of(tied)
    assert "Possible once the playoff games above are recorded." in text_of(tied)
    assert "Give every player of the group a place of their own" in text_of(unclear)
    assert "Played off: A-3 A-5, best first." in text_of(played)
    assert answer.status_code == 200
    assert qualifiers(event) == ["A-1", "A-3"]


def test_before_posting_the_page_says_where_to_go(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(posted_at=None)

    shown = text_of(in_role(event.tournament, "director").get(address(event)))

    assert "Type the card again at the card desk." in shown


# --- The bracket -----------------------------------------------------------------------------------------------------


def test_a_bracket_of_which_nothing_is_played_is_taken_back_and_that_is_said_first(event: Event) -> None:
    draw(event)

    seen = text_of(in_role(event.tournament, "director").post(address(event), OUT))
    decide(event, OUT, "post")

    assert "A new list removes the bracket" in seen
    assert "post list 2 and take the bracket back" in seen
    assert not Bracket.objects.filter(event=event).exists()
    draw(event)
    assert {match.bottom.seat for match in Match.objects.filter(bracket__event=event)} == {"A-3"}


def test_a_match_that_has_begun_keeps_qualifiers_and_seeds(event: Event) -> None:
    draw(event)
    win(event, 1, "A-1")

    seen = in_role(event.tournament, "director").post(address(event), OUT)
    refused = decide(event, OUT, "post")
    kept = decide(event, OUT, "keep")

    assert "A match has begun" in text_of(seen)
    assert 'value="post"' not in seen.content.decode()
    assert (refused.status_code, kept.status_code) == (409, 200)
    assert "Correct the card and keep the list as posted" in text_of(refused)
    assert qualifiers(event) == ["A-1", "A-5"]
    assert Bracket.objects.filter(event=event).exists()


def test_a_correction_that_changes_no_seed_is_posted_beside_one_that_was_kept_out(event: Event) -> None:
    draw(event)
    win(event, 1, "A-1")
    decide(event, OUT, "keep")
    director = make_user("other", role="director", tournament=event.tournament)
    small = {"lines": [{"game": 1, "opponent": "A-8", "points": "2", "plus": "01", "minus": ""}]}
    path = api(event, "scorecards/A-7/late/")

    seen = signed_in(director).post(address(event, "A-7"), {"line-1": "01"})
    found = api_of(director).post(path, small, format="json").json()
    decided = {"decision": "post", "reason": "The paper says so", "mark": found["mark"]}
    posted = api_of(director).post(path, {**small, **decided}, format="json")

    name = event.entries.get(number=5).name
    told = f"They stay out of the new list too, and the standings go on saying so: game 1 of {name}, A-5."
    assert told in text_of(seen)
    assert 'value="post"' in seen.content.decode()
    assert told in found["left_out"]
    assert (found["bracket"], found["may_post"]) == ("stays", True)
    assert posted.status_code == 200
    assert qualifiers(event) == ["A-1", "A-5"]
    assert Match.objects.get(bracket__event=event).games.count() == 1
    shown = text_of(in_role(event.tournament, "viewer").get(f"/t/sierra/{event.slug}/standings/"))
    assert shown.count("was corrected after posting; the list stays as posted: The paper says so") == 1
    log = signed_in(director).get(f"/t/sierra/{event.slug}/log/")
    assert log.status_code == 200
    # Once its own seeds change, nothing helps but keeping the list.
    other = {"lines": [{"game": 2, "opponent": "A-8", "points": "2", "plus": "01", "minus": ""}]}
    again = api_of(director).post(api(event, "scorecards/A-5/late/"), other, format="json")
    assert (again.json()["bracket"], again.json()["left_out"]) == ("protected", "")


def test_what_one_player_said_of_a_game_protects_the_bracket_too(event: Event) -> None:
    draw(event)
    match = Match.objects.get(bracket__event=event)
    GameClaim.objects.create(match=match, game=1, entry=match.top, winner=match.top)

    assert decide(event, OUT, "post").status_code == 409


def test_a_new_list_with_the_same_seeds_leaves_the_bracket_that_is_played(event: Event) -> None:
    draw(event)
    win(event, 1, "A-1")

    answer = decide(event, SAME_SEEDS, "post")

    assert answer.status_code == 200
    assert Match.objects.get(bracket__event=event).games.count() == 1
    assert len(list_versions(event)) == 2


def test_a_game_that_begins_between_looking_and_deciding_is_noticed(event: Event) -> None:
    draw(event)
    client = in_role(event.tournament, "director")
    mark = client.post(address(event), OUT).context["seen"].mark
    win(event, 1, "A-1")

    late = client.post(address(event), {**OUT, "mark": mark, "reason": "The paper says so", "decision": "post"})

    assert late.status_code == 409
    assert Bracket.objects.filter(event=event).exists()


# --- Who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["checker", "registrar", "judge", "viewer"])
def test_nobody_but_a_director_corrects_after_posting(event: Event, role: str) -> None:
    body = {"lines": [{"game": 1, "opponent": "A-6", "points": "2", "plus": "05", "minus": ""}]}
    user = make_user("other", role=role, tournament=event.tournament)

    assert signed_in(user).get(address(event)).status_code == 403
    assert signed_in(user).post(address(event), OUT).status_code == 403
    assert api_of(user).post(api(event, "scorecards/A-5/late/"), body, format="json").status_code == 403
    assert "Correct this card after posting" not in text_of(signed_in(user).get(f"/t/sierra/{event.slug}/cards/A-5/"))


def test_a_visitor_signs_in_first(event: Event, client: Any) -> None:
    assert client.get(address(event)).status_code == 302
    assert api_of().post(api(event, "scorecards/A-5/late/"), {}, format="json").status_code == 401


def own(event: Event, number: int) -> User:
    """A director who plays as this entrant."""
    user = make_user("player", role="director", tournament=event.tournament)
    entry = Entry.objects.select_related("player").get(event=event, number=number)
    entry.player.user = user
    entry.player.save()
    return user


def test_a_director_does_not_correct_their_own_card_or_game(event: Event) -> None:
    user = own(event, 6)
    body = {"lines": [{"game": 1, "opponent": "A-6", "points": "2", "plus": "05", "minus": ""}]}

    card = signed_in(user).get(address(event, "A-6"))
    game = signed_in(user).post(address(event), OUT)
    answer = api_of(user).post(api(event, "scorecards/A-5/late/"), body, format="json")

    assert (card.status_code, game.status_code, answer.status_code) == (403, 422, 403)
    assert "is a game of your own" in text_of(game)
    assert (answer.json()["code"], answer.json()["errors"][0]["field"]) == ("own_card", "lines.0")


# --- The API ---------------------------------------------------------------------------------------------------------


def line(plus: str = "05", **changes: object) -> dict[str, object]:
    return {"game": 1, "opponent": "A-6", "points": "2", "plus": plus, "minus": "", **changes}


def test_the_api_shows_first_and_posts_with_the_mark(event: Event) -> None:
    program = api_of(make_user(role="director", tournament=event.tournament))
    path = api(event, "scorecards/A-5/late/")

    seen = program.post(path, {"lines": [line()]}, format="json")
    made = program.post(
        path,
        {"lines": [line()], "decision": "post", "mark": seen.json()["mark"], "reason": "The paper says so"},
        format="json",
    )
    versions = api_of().get(api(event, "qualifiers/versions/"))
    first = api_of().get(api(event, "qualifiers/versions/1/"))

    assert (seen.status_code, seen.json()["made"], seen.json()["bracket"]) == (200, False, "none")
    assert {one["seat"]: (one["seed_before"], one["seed_after"]) for one in seen.json()["changes"]} == {
        "A-3": (None, 2),
        "A-5": (2, None),
    }
    assert (made.status_code, made.json()["made"]) == (200, True)
    assert [(one["version"], one["current"], one["card"]) for one in versions.json()] == [
        (1, False, ""),
        (2, True, "A-5"),
    ]
    assert [one["seat"] for one in versions.json()[1]["qualifiers"]] == ["A-1", "A-3"]
    assert [row["seat"] for row in first.json()["rows"]][:4] == ["A-1", "A-5", "A-3", "A-7"]
    assert api_of().get(api(event, "qualifiers/versions/3/")).status_code == 404
    taken = program.post(path, {"gone": [1]}, format="json").json()
    assert taken["settled"] == ["The line of game 1 goes from card A-5. Game 1 is compared with no other card."]
    assert taken["may_post"] is False


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "lines"),
        ({"lines": []}, 400, "lines"),
        ({"lines": [line(plus="5")]}, 400, "lines.0.plus"),
        ({"lines": [line(opponent="A-99")]}, 400, "lines.0.opponent"),
        ({"lines": [line(game=9)]}, 400, "lines.0.game"),
        ({"lines": [line(plus="15")]}, 400, "lines"),
        ({"gone": [9]}, 400, "gone.0"),
        ({"gone": ["x"]}, 400, "gone.0"),
        ({"lines": [line()], "gone": [1]}, 400, "gone.0"),
        ({"lines": [line()], "decision": "undo"}, 400, "decision"),
        ({"lines": [line()], "decision": "keep"}, 400, "reason"),
        ({"lines": [line()], "orders": [["A-1", "A-2"]]}, 400, "orders.0"),
        ({"lines": [line()], "other": 1}, 400, "other"),
    ],
)
def test_the_api_names_what_is_wrong(event: Event, body: dict[str, object], status: int, field: str) -> None:
    program = api_of(make_user(role="director", tournament=event.tournament))
    if body.get("decision") == "keep":
        body = {
            **body,
            "mark": program.post(api(event, "scorecards/A-5/late/"), {"lines": body["lines"]}, format="json").json()[
                "mark"
            ],
        }

    answer = program.post(api(event, "scorecards/A-5/late/"), body, format="json")

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (status, field)


def test_hidden_qualifiers_hide_their_versions(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=["qualifiers"])

    assert api_of().get(api(event, "qualifiers/versions/")).status_code == 403
    viewer = api_of(make_user(role="viewer", tournament=event.tournament))
    assert viewer.get(api(event, "qualifiers/versions/")).status_code == 200


def test_without_a_list_there_are_no_versions(event: Event) -> None:
    event.lists.all().delete()

    shown = in_role(event.tournament, "viewer").get(f"/t/sierra/{event.slug}/qualifiers/versions/")

    assert "No list is posted yet." in text_of(shown)


def test_the_form_offers_the_initials_of_the_account_and_remembers_others(event: Event) -> None:
    user = make_user("dora", role="director", tournament=event.tournament)
    user.initials = "DQ"
    user.save()
    client = signed_in(user)

    seen = client.post(address(event), OUT)

    assert seen.context["form"]["initials"].value() == "DQ"
    assert client.post(address(event), {**OUT, "initials": ""}).context["form"]["initials"].value() == ""
