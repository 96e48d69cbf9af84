"""Running a match: endings, taking back, tables, results by both players; actions, pages and API refuse alike."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads.placings import placings
from brackets.matches.actions.claims import claim_game, let_players_report
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.playing import record_game, take_back_game
from brackets.matches.actions.scoring import record_score
from brackets.matches.actions.timing import schedule_match
from brackets.matches.reads.takingback import taking_back
from brackets.models import GameClaim, Match
from brackets.tests.factories import link, make_bracket, win
from tournaments.access import Actor, Rights
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
CHECKER = Rights(frozenset({"checker"}))
ROLES = ("director", "checker", "registrar", "judge", "viewer", None)


@pytest.fixture
def event() -> Event:
    return make_bracket(4, tournament=make_tournament("sierra"))


def end(event, match, ended, loser, reason="Because.", rights=DIRECTOR, user=None):
    return end_match(
        event=event, match=match, ended=ended, loser=loser, reason=reason, rights=rights, actor=make_actor(user)
    )


def unend(event, match, rights=DIRECTOR, **given):
    return take_back_ending(event=event, match=match, rights=rights, actor=make_actor(), **given)


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value


def page(event, name, *more):
    return reverse(f"brackets:{name}", args=[event.tournament.slug, event.slug, *more])


def api(event, path):
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/bracket/{path}"


def program(event, role):
    return api_of(make_user(role=role, tournament=event.tournament)) if role else api_of()


def last_row(event):
    return AuditEntry.objects.filter(event=event).latest("pk")


# --- Endings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ended", ["concession", "removal", "walk_over"])
def test_the_opponent_wins_the_match_and_goes_on(event, ended):
    end(event, 1, ended, "A-1", reason="Refused the ruling on the cut.")

    now, final, row = drawn_reads.match(event, 1), drawn_reads.match(event, 3), last_row(event)
    assert (now.winner, now.ended, now.loser.seat) == ("A-4", ended, "A-1")
    assert final.top.seat == "A-4"
    assert (row.action, row.reason) == ("match.ended", "Refused the ruling on the cut.")
    assert row.after == {"ended": ended, "loser": "A-1", "match_won_by": "A-4", "passed": []}


def test_the_games_that_were_played_stay(event):
    win(event, 1, "A-1")

    end(event, 1, "concession", "A-1", reason="")

    assert [game.winner for game in drawn_reads.match(event, 1).games] == ["A-1"]
    assert refusal(win, event, 1, "A-4").message == (
        "This match is over: Milt Orr conceded the match. Take that back first if it is wrong."
    )


def test_the_same_ending_again_changes_nothing(event):
    end(event, 1, "concession", "A-1")
    rows = AuditEntry.objects.count()

    end(event, 1, "concession", "A-1")

    assert AuditEntry.objects.count() == rows
    assert refusal(end, event, 1, "concession", "A-4").code == "over"


def test_a_conceded_final_has_its_champion(event):
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")

    end(event, 3, "concession", "A-1")

    assert drawn_reads.bracket(event).champion.seat == "A-2"
    assert Event.objects.get(pk=event.pk).phase == Event.PhaseChoice.REPORT
    assert [(one.side.seat, one.place) for one in placings(event)][:2] == [("A-2", 1), ("A-1", 2)]


def test_whoever_is_gone_loses_as_soon_as_the_opponent_comes(event):
    win(event, 1, "A-1", "A-1")

    end(event, 3, "removal", "A-1")
    waiting = drawn_reads.match(event, 3)
    win(event, 2, "A-2", "A-2")

    assert (waiting.gone, waiting.winner) == ("A-1", None)
    assert drawn_reads.bracket(event).champion.seat == "A-2"
    assert last_row(event).after["passed"] == [3]


def test_whoever_is_gone_stays_gone_when_the_opponent_leaves_again(event):
    win(event, 1, "A-1", "A-1")
    end(event, 3, "walk_over", "A-1")
    win(event, 2, "A-2", "A-2")

    take_back_game(event=event, match=2, actor=make_actor())

    final = drawn_reads.match(event, 3)
    assert (final.gone, final.winner, final.bottom) == ("A-1", None, None)
    assert Event.objects.get(pk=event.pk).phase == Event.PhaseChoice.PLAYOFFS


def test_a_walk_over_is_refused_once_a_game_was_played(event):
    win(event, 1, "A-4")

    assert refusal(end, event, 1, "walk_over", "A-1").code == "begun"
    assert refusal(end, event, 1, "walk_over", "A-4").code == "begun"


@pytest.mark.parametrize(
    ("ended", "loser", "reason", "field"),
    [
        pytest.param("removal", "A-1", "", "reason", id="no reason"),
        pytest.param("walk_over", "A-1", " ", "reason", id="blank reason"),
        pytest.param("concession", "A-1", "x" * 301, "reason", id="long reason"),
        pytest.param("concession", "A-2", "", "loser", id="not in the match"),
        pytest.param("flood", "A-1", "", "ended", id="no such ending"),
    ],
)
def test_an_unknown_ending_is_refused(event, ended, loser, reason, field):
    with pytest.raises(Malformed) as caught:
        end(event, 1, ended, loser, reason=reason)

    assert [fault.field for fault in caught.value.faults] == [field]


def test_nobody_loses_a_match_that_they_have_won(event):
    win(event, 1, "A-1", "A-1")

    assert refusal(end, event, 1, "removal", "A-1").message == (
        "Milt Orr won this match and is now in match 3. Record it there."
    )
    assert refusal(end, event, 1, "removal", "A-4").code == "over"
    assert refusal(end, event, 3, "concession", "A-1").code == "not_ready"


def test_a_game_may_be_conceded(event):
    record_game(event=event, match=1, winner="A-1", conceded=True, actor=make_actor())

    assert drawn_reads.match(event, 1).games[0].conceded
    assert "conceded" in text_of(in_role(event.tournament, "checker").get(page(event, "match", 1)))


def test_nobody_ends_a_match_of_their_own(event):
    user = make_user(role="director", tournament=event.tournament)
    link(event, "A-4", user)

    with pytest.raises(Forbidden) as caught:
        end(event, 1, "concession", "A-1", user=user)

    assert caught.value.code == "own_card"


MAY_END = {
    "director": {"concession", "removal", "walk_over"},
    "checker": {"concession"},
    "head judge": {"removal"},
}


def somebody(event, role):
    kind = "judge" if role == "head judge" else role
    return make_user(role=kind, tournament=event.tournament, is_head=role == "head judge")


@pytest.mark.parametrize("role", [*ROLES, "head judge"])
@pytest.mark.parametrize("ended", ["concession", "removal", "walk_over"])
def test_who_may_end_a_match(event, role, ended):
    body = {"ended": ended, "loser": "A-1", "reason": "Because."}
    allowed = ended in MAY_END.get(role, ())
    user = somebody(event, role) if role else None

    sent = (api_of(user) if user else api_of()).post(api(event, "matches/1/ending/"), body, format="json")
    other = signed_in(user).post(page(event, "ending", 2), {**body, "loser": "A-2"}) if user else None

    assert sent.status_code == (200 if allowed else 401 if role is None else 403)
    if other is not None:
        assert other.status_code == (302 if allowed else 403)
    assert Match.objects.exclude(ended="").count() == (2 if allowed else 0)


@pytest.mark.parametrize("role", ["director", "checker", "head judge", "judge"])
@pytest.mark.parametrize("ended", ["concession", "removal", "walk_over"])
def test_who_may_end_a_match_takes_it_back(event, role, ended):
    end(event, 1, ended, "A-1")
    user = somebody(event, role)
    allowed = ended in MAY_END.get(role, ())

    looked = signed_in(user).get(page(event, "taking_back", 1))
    shown = text_of(signed_in(user).get(page(event, "match", 1)))
    gone = api_of(user).delete(api(event, "matches/1/ending/"))

    assert looked.status_code == (200 if allowed else 403)
    assert gone.status_code == (204 if allowed else 403)
    assert ("Take back how it ended" in shown) is allowed
    if role == "checker" and not allowed:
        who = "the director or the head judge takes" if ended == "removal" else "the director takes"
        assert f"Only {who} back how this match ended." in shown


def test_the_head_judge_finds_the_removal_on_the_page_of_the_match_and_nothing_else(event):
    head, checker = (
        text_of(signed_in(somebody(event, role)).get(page(event, "match", 1))) for role in ("head judge", "checker")
    )

    for text, theirs, others in (
        (
            head,
            "Refuses a ruling of three judges: removed",
            ("Concedes the match", "Does not come at all", "Set the table"),
        ),
        (checker, "Concedes the match", ("Refuses a ruling", "Does not come at all")),
    ):
        assert theirs in text
        assert not [other for other in others if other in text]
    assert "A walk-over is the director’s, a removal the director’s or the head judge’s." in checker


def test_the_head_judge_does_not_take_back_games_of_later_matches(event):
    end(event, 1, "removal", "A-1")
    win(event, 2, "A-2", "A-2")
    win(event, 3, "A-4")
    user = somebody(event, "head judge")

    assert signed_in(user).get(page(event, "taking_back", 1)).status_code == 403
    assert api_of(user).delete(f"{api(event, 'matches/1/ending/')}?through=1&reason=Slip").status_code == 403
    assert api_of(user).delete(api(event, "matches/1/ending/")).json()["code"] == "begun"


def test_the_head_judge_removes_nobody_from_a_match_of_their_own(event):
    user = somebody(event, "head judge")
    link(event, "A-4", user)

    refused = api_of(user).post(
        api(event, "matches/1/ending/"), {"ended": "removal", "loser": "A-1", "reason": "Because."}, format="json"
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "own_card")
    assert "Refuses a ruling" not in text_of(signed_in(user).get(page(event, "match", 1)))


def test_the_api_shows_how_a_match_ended_and_takes_it_back(event):
    client = program(event, "director")

    shown = client.post(
        api(event, "matches/1/ending/"), {"ended": "removal", "loser": "A-4", "reason": "14.1"}, format="json"
    ).json()
    gone = client.delete(api(event, "matches/1/ending/"))
    again = client.delete(api(event, "matches/1/ending/"))

    assert (shown["ended"], shown["winner"], "14.1" in str(shown)) == ("removal", "A-1", False)
    assert (gone.status_code, again.status_code, again.json()["code"]) == (204, 409, "no_ending")
    assert drawn_reads.match(event, 1).winner is None


def test_the_public_reads_how_it_ended_but_not_why(event):
    end(event, 1, "removal", "A-4", reason="Threw the board.")

    public = text_of(Client().get(page(event, "match", 1)))
    staff = text_of(in_role(event.tournament, "director").get(page(event, "match", 1)))

    assert "Edie Marsh has withdrawn." in public
    assert "removed" not in public
    assert "Edie Marsh was removed from play." in staff
    assert "Threw the board" not in public
    assert "Threw the board" in staff


# --- Taking back -----------------------------------------------------------------------------------------------------


@pytest.fixture
@kept
def played(event) -> Event:
    """Match 1 is won, and its winner has won two games of the final."""
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")
    win(event, 3, "A-1", "A-1")
    return event


def test_taking_back_says_what_falls_and_asks(played):
    refused = refusal(take_back_game, event=played, match=1, actor=make_actor())

    assert refused.code == "begun"
    assert [fault.message for fault in refused.faults] == [
        "Milt Orr leaves match 3. Falls: game 1 won by Milt Orr, game 2 won by Milt Orr."
    ]
    assert refused.current["taking_back"]["mark"] == taking_back(played, 1).mark
    assert drawn_reads.bracket(played).champion.seat == "A-1"


def test_taking_back_through_later_matches_takes_all_of_them_and_the_trail_keeps_them(played):
    mark = taking_back(played, 1).mark

    take_back_game(event=played, match=1, through=True, mark=mark, reason="Wrong player.", actor=make_actor())

    first, final, row = drawn_reads.match(played, 1), drawn_reads.match(played, 3), last_row(played)
    assert (len(first.games), first.winner) == (1, None)
    assert (final.games, final.top, final.bottom.seat, final.winner) == ((), None, "A-2", None)
    assert row.reason == "Wrong player."
    assert [(one["match"], [game["winner"] for game in one["games"]]) for one in row.before["fallen"]] == [
        (3, ["A-1", "A-1"])
    ]
    assert Event.objects.get(pk=played.pk).phase == Event.PhaseChoice.PLAYOFFS


@pytest.mark.parametrize(
    ("given", "code"),
    [({"reason": "Why."}, "stale"), ({"mark": "old", "reason": "Why."}, "stale"), ({"mark": None}, "invalid")],
)
def test_taking_back_through_later_matches_needs_the_mark_and_a_reason(played, given, code):
    refused = refusal(take_back_game, event=played, match=1, through=True, actor=make_actor(), **given)

    assert refused.code == code
    assert drawn_reads.bracket(played).champion.seat == "A-1"


def test_taking_back_through_a_match_of_ones_own_is_refused(played):
    user = make_user(role="director", tournament=played.tournament)
    link(played, "A-2", user)
    mark = taking_back(played, 1).mark

    refused = refusal(
        take_back_game, event=played, match=1, through=True, mark=mark, reason="x", actor=make_actor(user)
    )

    assert refused.code == "own_card"


def test_an_ending_is_taken_back_through_the_next_match(event):
    end(event, 1, "concession", "A-1")
    win(event, 2, "A-2", "A-2")
    win(event, 3, "A-4")

    assert refusal(unend, event, 1).code == "begun"
    unend(event, 1, through=True, mark=taking_back(event, 1).mark, reason="It was match 2.")

    assert drawn_reads.match(event, 1).in_play
    assert drawn_reads.match(event, 3).games == ()


def test_the_second_device_takes_nothing_else_back(event):
    win(event, 1, "A-1", "A-4")
    client = in_role(event.tournament, "checker")

    codes = [client.post(page(event, "last_game", 1), {"game": "2"}).status_code for _press in range(2)]

    assert codes == [302, 302]
    assert len(drawn_reads.match(event, 1).games) == 1


def test_the_page_shows_what_falls_before_it_falls(played):
    client = in_role(played.tournament, "director")

    card = client.get(page(played, "match", 1)).content.decode()
    shown = client.get(page(played, "taking_back", 1))
    without = client.post(page(played, "taking_back", 1), {"mark": shown.context["back"].mark, "reason": ""})
    done = client.post(page(played, "taking_back", 1), {"mark": shown.context["back"].mark, "reason": "Wrong."})

    assert page(played, "taking_back", 1) in card
    assert "Milt Orr leaves match 3. Falls: game 1 won by Milt Orr" in text_of(shown)
    assert (without.status_code, done.status_code) == (422, 302)
    assert drawn_reads.match(played, 3).games == ()


@pytest.mark.parametrize("role", ROLES)
def test_only_the_director_takes_back_through_later_matches(played, role):
    mark = taking_back(played, 1).mark
    client = program(played, role)

    answer = client.delete(api(played, f"matches/1/games/last/?through=1&mark={mark}&reason=Wrong"))

    assert answer.status_code == (204 if role == "director" else 401 if role is None else 403)
    assert (drawn_reads.match(played, 3).games == ()) == (role == "director")


def test_only_the_director_takes_back_a_match_whose_winner_has_played_on(played):
    # The winner of match 1 has played in match 3, the final; nothing follows match 3.
    client = in_role(played.tournament, "checker")

    assert "only the director takes the last game back now" in text_of(client.get(page(played, "match", 1)))
    assert client.get(page(played, "taking_back", 1)).status_code == 403
    assert client.get(page(played, "taking_back", 3)).status_code == 200


def test_the_api_previews_what_falls(played):
    shown = program(played, "checker").get(api(played, "matches/1/taking-back/")).json()

    assert (shown["last"], shown["game"], shown["begun"]) == ("game", 2, True)
    assert [(one["match"], one["player"], one["games"]) for one in shown["falls"]] == [(3, "A-1", ["A-1", "A-1"])]
    assert api_of().get(api(played, "matches/1/taking-back/")).status_code == 401


# --- The second device -----------------------------------------------------------------------------------------------


def test_the_second_device_is_told_what_the_first_did(event):
    first = make_user("Ada", role="checker", tournament=event.tournament)
    record_game(event=event, match=1, winner="A-1", game=1, actor=make_actor(first))
    client = in_role(event.tournament, "checker")

    other = client.post(page(event, "games", 1), {"game": "1", "winner": "A-4"})
    same = client.post(page(event, "games", 1), {"game": "1", "winner": "A-1"}, follow=True)
    sent = program(event, "checker").post(api(event, "matches/1/games/"), {"game": 1, "winner": "A-4"}, format="json")

    assert other.status_code == 409
    assert "Game 1 is recorded already for Milt Orr (A-1), by Ada at " in text_of(other)
    assert "Game 1 was recorded so already, by Ada at " in text_of(same)
    assert (sent.status_code, sent.json()["current"]["games"][0]["winner"]) == (409, "A-1")


# --- Tables ----------------------------------------------------------------------------------------------------------


def test_a_match_has_its_table_on_the_card_and_in_the_api(event):
    client = in_role(event.tournament, "checker")

    client.post(page(event, "table", 1), {"table": "12"})

    assert "table 12" in text_of(Client().get(page(event, "match", 1)))
    assert api_of().get(api(event, "matches/1/")).json()["table"] == "12"
    assert last_row(event).action == "match.placed"


def test_a_round_is_numbered_from_a_table_on_or_match_by_match(event):
    client = in_role(event.tournament, "director")

    client.post(page(event, "round_tables", 1), {"first": "7"})
    numbered = [found.table for found in drawn_reads.bracket(event).rounds[0]]
    client.post(page(event, "round_tables", 1), {"first": "", "table_1": "Stage", "table_2": ""})

    assert numbered == ["7", "8"]
    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["Stage", ""]


def test_a_form_that_names_no_table_takes_none_away(event):
    client = in_role(event.tournament, "director")
    client.post(page(event, "round_tables", 1), {"first": "7"})

    answer = client.post(page(event, "round_tables", 1), {"first": ""})

    assert answer.status_code == 422
    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["7", "8"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"first": 3}, 200),
        ({"tables": {"1": "3", "2": "4"}}, 200),
        ({"tables": {"3": "3"}}, 400),
        ({"tables": {"x": "3"}}, 400),
        ({"tables": {"1": "x" * 21}}, 400),
        ({"tables": {"1": "a\x00b"}}, 400),
        ({"first": 0}, 400),
    ],
)
def test_tables_of_a_round_in_the_api(event, body, status):
    answer = program(event, "checker").put(api(event, "rounds/1/tables/"), body, format="json")

    assert answer.status_code == status
    assert all(found.table for found in drawn_reads.bracket(event).rounds[0]) == (status == 200)


@pytest.mark.parametrize(
    "body", [{"first": 3}, {"tables": {"1": "3"}}, {"tables": {"1": ""}}], ids=["all", "one", "none"]
)
def test_a_program_does_not_write_over_the_tables_that_another_set_unasked(event, body):
    rosa, len_ = (make_user(name, role="checker", tournament=event.tournament) for name in ("rosa", "len"))
    address = api(event, "rounds/1/tables/")
    tables = {"1": "12", "2": "13"}
    assert api_of(rosa).put(address, {"first": 12}, format="json").status_code == 200
    # What changes nothing is no change of another's, and one's own are one's own.
    assert api_of(len_).put(address, {"tables": tables}, format="json").status_code == 200
    assert api_of(rosa).put(address, {"tables": tables}, format="json").status_code == 200

    refused = api_of(len_).put(address, body, format="json")
    late = api_of(len_).put(address, {**body, "seen": {"1": "7", "2": "8"}}, format="json")

    for answer in (refused, late):
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
        assert answer.json()["current"] == {"tables": tables}
        assert "send them as they are now as `seen`" in answer.json()["message"]
        assert re.fullmatch(r"rosa has changed this \(.*\d.*\)\.", answer.json()["errors"][0]["message"])
        assert answer.json()["errors"][0]["field"] == "tables.1"
    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["12", "13"]
    assert api_of(len_).put(address, {**body, "seen": tables}, format="json").status_code == 200
    one = body.get("tables", {"1": "3"})["1"]
    assert drawn_reads.match(event, 1).table == one
    assert api_of(len_).put(address, body, format="json").status_code == 200
    # Where the other one took the table away there is nothing to write over.
    assert api_of(rosa).put(address, {"first": 20}, format="json").status_code == (409 if one else 200)


@pytest.mark.parametrize("seen", [{}, {"1": "12"}], ids=["none", "another"])
@pytest.mark.parametrize(
    "body", [{"first": 3}, {"tables": {"2": "XX"}}, {"tables": {"2": ""}}], ids=["all", "one", "none"]
)
def test_a_match_that_was_not_seen_is_not_moved_from_where_another_has_placed_it(event, body, seen):
    rosa, len_ = (make_user(name, role="checker", tournament=event.tournament) for name in ("rosa", "len"))
    address = api(event, "rounds/1/tables/")
    api_of(rosa).put(address, {"first": 12}, format="json")

    answer = api_of(len_).put(address, {**body, "seen": seen}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert "tables.2" in {fault["field"] for fault in answer.json()["errors"]}
    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["12", "13"]
    assert api_of(rosa).put(address, {"tables": {"2": "XX"}, "seen": {"1": "12"}}, format="json").status_code == 200
    assert drawn_reads.match(event, 2).table == "XX"


def test_a_program_does_not_write_over_where_another_has_placed_a_match_unasked(event):
    rosa, len_ = (make_user(name, role="checker", tournament=event.tournament) for name in ("rosa", "len"))
    address = api(event, "matches/1/table/")
    assert api_of(rosa).put(address, {"table": "12"}, format="json").status_code == 200
    assert api_of(rosa).put(address, {"table": "13"}, format="json").status_code == 200
    assert api_of(len_).put(address, {"table": "13"}, format="json").status_code == 200

    refused = [api_of(len_).put(address, {"table": "4", **seen}, format="json") for seen in ({}, {"seen": "12"})]

    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
        assert answer.json()["current"]["table"] == "13"
        assert answer.json()["errors"][0]["message"].startswith("rosa has changed this (")
    assert api_of(len_).put(address, {"table": "4", "seen": "13"}, format="json").status_code == 200
    assert drawn_reads.match(event, 1).table == "4"


def test_what_was_seen_is_of_matches_of_the_round(event):
    address = api(event, "rounds/1/tables/")
    client = program(event, "checker")

    for number in ("77", "3"):
        answer = client.put(address, {"first": 5, "seen": {"1": "", number: ""}}, format="json")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, f"seen.{number}")
        assert "is not a match of this round" in answer.json()["errors"][0]["message"]

    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["", ""]
    # One that is over since is one of the round.
    for seat in ("A-1", "A-1"):
        client.post(api(event, "matches/1/games/"), {"winner": seat}, format="json")
    won = client.put(address, {"tables": {"2": "5"}, "seen": {"1": "", "2": ""}}, format="json")
    assert won.status_code == 200


def test_there_is_no_round_beyond_the_final(event):
    assert in_role(event.tournament, "director").get(page(event, "round_tables", 3)).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_who_may_place_matches(event, role):
    answer = program(event, role).put(api(event, "matches/1/table/"), {"table": "4"}, format="json")

    assert answer.status_code == (200 if role in {"director", "checker"} else 401 if role is None else 403)


def test_before_the_first_game_the_card_says_how_to_begin(event):
    text = text_of(Client().get(page(event, "match", 1)))

    assert "Cut the cards for the first deal: the lower card deals (4.1.a, 2020)." in text
    assert "another deck once in the match, after a game (4.2.d, 2020)" in text


@pytest.mark.parametrize(
    ("edition", "told", "of_decks"),
    [
        ("classic", "%s deals first: lost the last game (1.5.a, classic).", False),
        ("2020", "No rule of this edition says who deals first after game 1: the director announces it.", True),
    ],
)
def test_after_the_first_game_the_card_says_what_the_edition_says_of_the_deal(
    event: Event, edition: str, told: str, of_decks: bool
) -> None:
    Tournament.objects.filter(pk=event.tournament_id).update(edition=edition)
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    make_links(event=event, actor=make_actor())
    win(event, 1, "A-1")
    loser = drawn_reads.match(event, 1).bottom
    assert loser is not None
    own = reverse("me:match", args=[key_of(event, "A-1")])

    for address in (page(event, "match", 1), own):
        text = text_of(Client().get(address))
        assert (told % loser.name if "%s" in told else told) in text
        assert ("another deck once in the match" in text) == of_decks


# --- Both players ----------------------------------------------------------------------------------------------------


@pytest.fixture
def reporting(event) -> Event:
    """Both players of a match may record its games, and everybody has a personal link."""
    make_links(event=event, actor=make_actor())
    let_players_report(event=event, on=True, actor=make_actor())
    return event


def key_of(event, seat):
    link, _version = link_of(entry_at(event, seat))
    return key_of_link(link)


def says(event, seat, winner, game=1, match=1):
    address = reverse("me:match", args=[key_of(event, seat)])
    return Client().post(address, {"match": match, "game": game, "winner": winner}, follow=True)


def test_a_game_is_recorded_when_both_say_the_same(reporting):
    one = says(reporting, "A-1", "A-1")
    before = len(drawn_reads.match(reporting, 1).games)
    both = says(reporting, "A-4", "A-1")

    row = last_row(reporting)
    assert "Now your opponent says it too." in text_of(one)
    assert before == 0
    assert "Game 1 is recorded: you both say the same." in text_of(both)
    assert [game.winner for game in drawn_reads.match(reporting, 1).games] == ["A-1"]
    assert (row.action, row.actor_kind, row.actor_key) == ("game.recorded", "entry", "A-1 A-4")
    assert row.actor_name == "Milt Orr and Edie Marsh"
    assert not GameClaim.objects.exists()


def test_where_the_two_differ_nothing_is_recorded_and_everybody_is_told(reporting):
    says(reporting, "A-1", "A-1")
    told = says(reporting, "A-4", "A-4")

    card = text_of(in_role(reporting.tournament, "director").get(page(reporting, "match", 1)))
    assert "You two differ on game 1: nothing is recorded." in text_of(told)
    assert "The two differ on game 1: nothing is recorded." in card
    assert "Edie Marsh says that Edie Marsh won game 1." in card
    assert drawn_reads.match(reporting, 1).games == ()


def test_staff_see_on_the_bracket_where_two_differ_and_visitors_do_not(reporting):
    says(reporting, "A-1", "A-1")
    one = in_role(reporting.tournament, "checker").get(page(reporting, "bracket")).content.decode()
    says(reporting, "A-4", "A-4")

    staff = in_role(reporting.tournament, "director")
    cell = staff.get(page(reporting, "bracket")).content.decode().partition('id="match-1"')[2].partition("</a>")[0]
    listed = text_of(staff.get(page(reporting, "bracket"), {"view": "list"}))
    wall = text_of(staff.get(page(reporting, "bracket"), {"view": "wall"}))
    visitor = Client()
    seen = [text_of(visitor.get(page(reporting, "bracket"), {"view": view})) for view in ("", "list")]

    assert "differ" not in one
    assert "#i-warn" in cell
    assert "The players differ on game 1." in cell
    assert "Match 1 The players differ on game 1. Milt Orr (1) against" in listed
    assert "differ" not in " ".join([wall, *seen, text_of(visitor.get(page(reporting, "match", 1)))])
    assert staff.get(api(reporting, "")).json()["differ"] == [1]
    assert visitor.get(api(reporting, "")).json()["differ"] == []


def test_the_player_who_was_wrong_reports_again(reporting):
    says(reporting, "A-1", "A-1")
    says(reporting, "A-4", "A-4")

    says(reporting, "A-1", "A-4")

    assert [game.winner for game in drawn_reads.match(reporting, 1).games] == ["A-4"]


def test_the_director_records_what_the_two_cannot_agree_on(reporting):
    says(reporting, "A-1", "A-1")
    says(reporting, "A-4", "A-4")

    win(reporting, 1, "A-4")

    assert not GameClaim.objects.exists()
    assert says(reporting, "A-1", "A-1").status_code == 409


def test_players_win_their_match_and_see_the_next(reporting):
    for game in (1, 2):
        says(reporting, "A-1", "A-1", game)
        says(reporting, "A-4", "A-1", game)

    won = text_of(Client().get(reverse("me:match", args=[key_of(reporting, "A-1")])))
    lost = text_of(Client().get(reverse("me:match", args=[key_of(reporting, "A-4")])))
    assert "Your opponent will be Dale Ashby or" in won
    assert "You have lost this match" in lost


def test_a_report_that_comes_late_is_of_its_own_match_and_says_what_is_recorded(reporting):
    win(reporting, 1, "A-1", "A-1")
    win(reporting, 2, "A-2", "A-2")

    same, other = says(reporting, "A-1", "A-1"), says(reporting, "A-1", "A-4", 2)
    beyond = says(reporting, "A-4", "A-4", 3)

    assert "Game 1 of match 1 is recorded for Milt Orr." in text_of(same)
    assert "Who won game 1?" in text_of(same)
    assert "Game 2 of match 1 is recorded for Milt Orr. If that is wrong, tell the director." in text_of(other)
    assert "Match 1 is over: Milt Orr has won it. If that is wrong, tell the director." in text_of(beyond)
    assert [answer.status_code for answer in (same, other, beyond)] == [200, 409, 409]
    assert not GameClaim.objects.exists()


def test_a_report_of_a_match_that_was_taken_back_is_told_so(reporting):
    win(reporting, 1, "A-1", "A-1")
    win(reporting, 2, "A-2", "A-2")
    take_back_game(event=reporting, match=1, actor=make_actor())

    late = says(reporting, "A-1", "A-1", match=3)

    assert late.status_code == 409
    assert "You no longer play in match 3" in text_of(late)
    assert not GameClaim.objects.exists()


def test_players_report_only_where_the_director_lets_them(reporting):
    let_players_report(event=reporting, on=False, actor=make_actor())

    answer = says(reporting, "A-1", "A-1")

    assert answer.status_code == 409
    assert "Tell the director or a checker who won." in text_of(answer)


@pytest.mark.parametrize(
    ("game", "winner", "status"), [(2, "A-1", 409), (1, "A-2", 422), ("x", "A-1", 422), (1, "\x00", 422), (1, "", 422)]
)
def test_an_invalid_report_is_refused(reporting, game, winner, status):
    assert says(reporting, "A-1", winner, game).status_code == status
    assert not GameClaim.objects.exists()


def test_nobody_reports_a_match_of_others(reporting):
    other = entry_at(reporting, "A-2")

    with pytest.raises(Http404):
        claim_game(entry=other, match=1, game=1, winner="A-1", actor=Actor.of_entry(other))


def test_what_is_refused_is_not_kept_as_said(reporting):
    says(reporting, "A-4", "A-4")
    says(reporting, "A-1", "A-4")
    refused = says(reporting, "A-1", "A-1")

    take_back_game(event=reporting, match=1, actor=make_actor())
    again = says(reporting, "A-4", "A-4")

    assert refused.status_code == 409
    assert "Noted. Now your opponent says it too." in text_of(again)
    assert not drawn_reads.match(reporting, 1).games


def test_who_says_otherwise_is_told_that_the_two_differ(reporting):
    says(reporting, "A-4", "A-4")

    told = text_of(says(reporting, "A-1", "A-1"))

    assert "You two differ on game 1: nothing is recorded." in told
    assert "Noted." not in told


@pytest.mark.parametrize(("role", "may_say"), [("director", False), ("registrar", False), ("checker", True)])
def test_whoever_can_read_both_links_says_nothing_for_either(reporting, role, may_say):
    user = make_user(role=role, tournament=reporting.tournament)
    link(reporting, "A-1", user)

    page = text_of(Client().get(reverse("me:match", args=[key_of(reporting, "A-4")])))
    answer = says(reporting, "A-4", "A-1")

    assert ("can read everybody’s personal links" in page) is not may_say
    assert answer.status_code == (200 if may_say else 409)
    assert drawn_reads.match(reporting, 1).games == ()
    assert GameClaim.objects.count() == int(may_say)


def test_nobody_sets_the_time_of_their_own_match(event):
    user = make_user(role="director", tournament=event.tournament)
    link(event, "A-1", user)
    client, start = Client(), timezone.now() - timedelta(hours=1)
    client.force_login(user)

    with pytest.raises(Forbidden) as refused:
        schedule_match(event=event, match=1, scheduled_at=start, actor=make_actor(user))
    answer = client.post(page(event, "round_schedule", 1), {"scheduled_at": "2026-03-08T09:00"}, follow=True)

    assert (refused.value.code, refused.value.message) == (
        "own_card",
        "Match 1 is your own: another director sets its time.",
    )
    assert [bool(found.scheduled_at) for found in drawn_reads.bracket(event).rounds[0]] == [False, True]
    told = text_of(answer)
    assert "The time of 1 match is set." in told
    assert "Match 1 is your own: another director sets its time." in told


def test_a_round_of_which_only_one_s_own_match_is_left_is_not_timed(event):
    user = make_user(role="director", tournament=event.tournament)
    link(event, "A-1", user)
    win(event, 2, "A-2", "A-2")
    client = Client()
    client.force_login(user)

    answer = client.post(page(event, "round_schedule", 1), {"scheduled_at": "2026-03-08T09:00"})

    assert answer.status_code == 403
    assert "Match 1 is your own: another director sets its time." in text_of(answer)
    assert drawn_reads.match(event, 1).scheduled_at is None


@pytest.mark.parametrize(("role", "told_time"), [("director", True), ("checker", False)])
def test_one_s_own_match_offers_neither_time_nor_table(event, role, told_time):
    user = make_user(role=role, tournament=event.tournament)
    link(event, "A-1", user)
    client = Client()
    client.force_login(user)

    shown = client.get(page(event, "match", 1))
    placed = client.post(page(event, "table", 1), {"table": "12"})
    sent = api_of(user).put(api(event, "matches/1/table/"), {"table": "12"}, format="json")

    assert page(event, "schedule", 1) not in shown.content.decode()
    assert page(event, "table", 1) not in shown.content.decode()
    assert ("Match 1 is your own: another director sets its time." in text_of(shown)) is told_time
    assert "Match 1 is your own: another checker or director sets its table." in text_of(shown)
    assert (placed.status_code, sent.status_code, sent.json()["code"]) == (403, 403, "own_card")
    assert drawn_reads.match(event, 1).table == ""


def test_the_tables_of_a_round_leave_out_one_s_own_match(event):
    user = make_user(role="checker", tournament=event.tournament)
    link(event, "A-1", user)
    client = Client()
    client.force_login(user)

    shown = client.get(page(event, "round_tables", 1)).content.decode()
    answer = client.post(page(event, "round_tables", 1), {"first": "7"}, follow=True)
    moved = api_of(user).put(api(event, "rounds/1/tables/"), {"tables": {"1": "3", "2": "4"}}, format="json")

    assert "table_2" in shown
    assert "table_1" not in shown
    assert "Match 1 is your own: another checker or director sets its table." in text_of(answer)
    assert (moved.status_code, moved.json()["code"]) == (403, "own_card")
    assert [found.table for found in drawn_reads.bracket(event).rounds[0]] == ["", "8"]


def test_the_own_page_links_to_the_match_only_while_there_is_one(reporting):
    shown = Client().get(reverse("me:own", args=[key_of(reporting, "A-1")]))
    out = Client().get(reverse("me:own", args=[key_of(reporting, "A-5")]))
    address = reverse("me:match", args=[key_of(reporting, "A-1")])

    Event.objects.filter(pk=reporting.pk).update(hidden=["bracket"])
    hidden = Client().get(reverse("me:own", args=[key_of(reporting, "A-1")]))

    assert address in shown.content.decode()
    assert "My match" not in text_of(out)
    assert "My match" not in text_of(hidden)
    assert "You have no match." in text_of(Client().get(address))
    assert "Edie Marsh" not in text_of(Client().get(address))
    assert Client().get(address)["Referrer-Policy"] == "strict-origin"


def test_a_link_that_opens_nothing_opens_no_match(reporting):
    address = reverse("me:match", args=["2222333344445555"])

    assert Client().get(address, follow=True).status_code == 404
    assert Client().post(address, {"game": 1, "winner": "A-1"}, follow=True).status_code == 404


def test_whom_the_public_bracket_names_the_own_match_names_too(reporting):
    Event.objects.filter(pk=reporting.pk).update(hidden=["entrants", "schedule", "standings"])

    assert "Edie Marsh" in text_of(Client().get(reverse("me:match", args=[key_of(reporting, "A-1")])))


@pytest.mark.parametrize("role", ROLES)
def test_who_may_let_players_report(event, role):
    answer = program(event, role).put(api(event, "players-report/"), {"on": True}, format="json")

    assert answer.status_code == (200 if role == "director" else 401 if role is None else 403)
    assert drawn_reads.bracket(event).players_report == (role == "director")


# --- A match by its score --------------------------------------------------------------------------------------------


def test_a_score_records_the_games_that_are_missing_and_the_winner_goes_on():
    event = make_bracket(4, best_of=5, tournament=make_tournament("sierra"))
    win(event, 1, "A-4")

    recorded = record_score(event=event, match=1, top=3, bottom=1, actor=make_actor())
    again = record_score(event=event, match=1, top=3, bottom=1, actor=make_actor())

    match = drawn_reads.match(event, 1)
    assert (recorded, again) == (3, 0)
    assert [game.winner for game in match.games] == ["A-4", "A-1", "A-1", "A-1"]
    assert match.winner == "A-1"
    assert drawn_reads.match(event, 3).top.seat == "A-1"
    assert AuditEntry.objects.filter(action="game.recorded").count() == 4


def test_a_score_of_a_match_in_play_is_kept_as_far_as_it_goes():
    event = make_bracket(4, best_of=5, tournament=make_tournament("sierra"))

    record_score(event=event, match=1, top=1, bottom=2, actor=make_actor())

    match = drawn_reads.match(event, 1)
    assert [game.winner for game in match.games] == ["A-1", "A-4", "A-4"]
    assert match.winner is None


@pytest.mark.parametrize(("top", "bottom"), [(4, 1), (3, 3), (1, 5)])
def test_a_score_that_no_match_of_this_length_has_is_refused(top, bottom):
    event = make_bracket(4, best_of=5, tournament=make_tournament("sierra"))

    refused = refusal(record_score, event=event, match=1, top=top, bottom=bottom, actor=make_actor())

    assert isinstance(refused, Malformed)
    assert "A best of 5 ends when one player has 3 games." in refused.message


def test_a_score_never_takes_back_what_somebody_recorded(event):
    win(event, 1, "A-4")

    lost = refusal(record_score, event=event, match=1, top=2, bottom=0, actor=make_actor())
    win(event, 2, "A-2", "A-2")
    over = refusal(record_score, event=event, match=2, top=2, bottom=1, actor=make_actor())
    early = refusal(record_score, event=event, match=3, top=2, bottom=1, actor=make_actor())

    assert (lost.code, over.code, early.code) == ("exists", "exists", "not_ready")
    assert "0–1 is recorded already." in lost.message
    assert len(drawn_reads.match(event, 1).games) == 1


def test_nobody_types_the_score_of_their_own_match(event):
    user = make_user(role="checker", tournament=event.tournament)
    link(event, "A-1", user)

    assert refusal(record_score, event=event, match=1, top=2, bottom=0, actor=make_actor(user)).code == "own_card"
    shown = text_of(signed_in(user).get(reverse("brackets:bracket", args=["sierra", "main"])))
    assert "You play here: somebody else records it." in shown


def test_the_page_reads_a_score_however_it_is_written_and_keeps_what_it_cannot_read(event):
    client = in_role(event.tournament, "checker")

    good = [
        client.post(page(event, "score", 1), {"score": text}).status_code for text in ("1-0", "1:0", " 1 – 0 ", "10")
    ]
    bad = client.post(page(event, "score", 1), {"score": "two"})

    assert good == [302] * 4
    assert bad.status_code == 422
    assert 'value="two"' in bad.content.decode()
    assert "Type the games of both players, like 3-1." in text_of(bad)


def test_the_api_takes_a_score_and_answers_with_the_match(event):
    answer = program(event, "checker").put(api(event, "matches/1/score/"), {"top": 2, "bottom": 1}, format="json")

    assert (answer.status_code, answer.json()["winner"]) == (200, "A-1")
