"""The players to inform of what corrections did to them (12.2.i), with both cards as evidence."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.standings.actions.inform import inform_player
from scorecards.standings.reads import inform as inform_reads
from scorecards.standings.reads import informed as informed_reads
from scorecards.tests.factories import find, key, look_at_all, make_cards, sheet
from tournaments.access import Rights
from tournaments.errors import Forbidden, Refused
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

# Four players, three games, one qualifies. A-1 leads A-3 by two holes and loses ten of them in game 1 (12.2.a).
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 0 -04 \n A-4 2 +12",
    "A_2": "A-1 0 -02 \n A-4 2 +05 \n A-3 2 +06",
    "A_3": "A-4 2 +20 \n A-1 2 +04 \n A-2 0 -06",
    "A_4": "A-3 0 -20 \n A-2 0 -05 \n A-1 0 -12",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """The cross-check has begun: the correction of A-1's card changes who qualifies."""
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    crosscheck_actions.start_cross_check(event=event, actor=make_actor())
    return event


def page(event: Event) -> str:
    return reverse("scorecards:inform", args=[event.tournament.slug, event.slug])


def move_of(event: Event, seat: str) -> str:
    return next(informed_reads.move_name(move) for move in informed_reads.moves(sheet(event)) if move.seat == seat)


def tell(event: Event, seat: str, move: str = "") -> None:
    inform_player(event=event, seat=seat, move=move or move_of(event, seat), actor=make_actor())


def test_whoever_was_moved_across_the_line_is_listed_with_both_cards(event: Event) -> None:
    blocks = inform_reads.to_inform(sheet(event), None)

    assert [(block.seat, block.sentence) for block in blocks] == [
        ("A-3", "Ivan Flint moves up from 2nd to 1st and qualifies."),
        ("A-1", "Milt Orr drops from 1st to 2nd and no longer qualifies."),
    ]
    first, second = blocks[1].evidence[0].cards
    assert (first.seat, first.ink.plus.before, first.ink.plus.after) == ("A-1", "12", "02")
    assert (second.seat, second.ink.minus.before, second.ink.changed) == ("A-2", "02", False)
    assert (blocks[1].evidence[0].game, [number for number, _words in blocks[1].evidence[0].rules]) == (1, ["12.2.a"])
    assert not blocks[1].evidence[0].initials


def test_the_page_shows_the_evidence_and_ticks_who_was_told(event: Event) -> None:
    client = in_role(event.tournament, "checker")
    accept(event)

    before = text_of(client.get(page(event)))
    answer = client.post(page(event), {"seat": "A-1", "move": move_of(event, "A-1")}, follow=True)

    assert "2 players are on this list. 2 are still to be told." in before
    assert "Milt Orr drops from 1st to 2nd and no longer qualifies." in before
    assert "RM" in before
    assert "1 is still to be told." in text_of(answer)
    row = AuditEntry.objects.get(action="player.informed")
    assert (row.subject_kind, row.subject_key) == ("player", "A-1")
    assert row.after == {
        "move": "1-2-qualifier-high_nonqualifier",
        "told": "Milt Orr drops from 1st to 2nd and no longer qualifies.",
    }
    assert informed_reads.to_inform(sheet(event)) == ["A-3"]


def accept(event: Event) -> None:
    version = find(event, 1, "A-1", "A-2").version
    crosscheck_actions.accept(event=event, key=key(1, "A-1", "A-2"), initials="RM", version=version, actor=make_actor())


def test_somebody_whose_own_card_was_not_corrected_gets_the_corrections_that_moved_them(event: Event) -> None:
    passed, corrected = inform_reads.to_inform(sheet(event), None)

    assert (passed.seat, passed.others, corrected.others) == ("A-3", True, False)
    assert [[card.seat for card in one.cards] for one in passed.evidence] == [["A-1", "A-2"]]
    assert "others moved past it" in text_of(in_role(event.tournament, "checker").get(page(event)))


def test_each_game_says_why_it_is_evidence_those_of_their_own_first(event: Event) -> None:
    look_at_all(event)
    passed, corrected = inform_reads.to_inform(sheet(event), None)
    shown = text_of(in_role(event.tournament, "checker").get(page(event)))

    assert [(one.own, one.why) for one in corrected.evidence] == [(True, "A-1 lost a spread of 10 here.")]
    assert [(one.own, one.why) for one in passed.evidence] == [
        (False, "A-1 lost a spread of 10 here and came behind A-3.")
    ]
    assert "A-1 lost a spread of 10 here and came behind A-3." in shown
    assert shown.index("Games of those who passed them") < shown.index("Games of their own")


def test_two_corrections_of_one_round_are_told_apart_by_their_cards(event: Event) -> None:
    make_cards(event, A_4=CARDS["A_4"].replace("A-3 0 -20", "A-3 0 ."))
    look_at_all(event)

    shown = in_role(event.tournament, "checker").get(page(event)).content.decode()

    labels = re.findall(r'role="region" aria-label="([^"]+)"', shown)
    assert "For A-3: game 1 on the cards of A-1 and A-2" in labels
    assert "For A-3: game 1 on the cards of A-3 and A-4" in labels
    assert len(labels) == len(set(labels))


def test_a_correction_that_helped_somebody_is_no_reason_why_they_fell_behind(event: Event) -> None:
    make_cards(
        event, A_4=CARDS["A_4"].replace("A-1 0 -12", "A-1 0 _"), A_1=CARDS["A_1"].replace("A-4 2 +12", "A-4 2 _")
    )
    make_cards(event, A_1="A-2 2 +30 \n A-3 0 -04 \n A-4 2 _")

    passed = next(one for one in inform_reads.to_inform(sheet(event), None) if one.seat == "A-3")

    assert [(one.game, one.why.rpartition(" and ")[2]) for one in passed.evidence] == [(1, "came behind A-3.")]


def test_telling_twice_is_once_and_another_move_asks_again(event: Event) -> None:
    accept(event)
    tell(event, "A-1")
    tell(event, "A-1")
    assert AuditEntry.objects.filter(action="player.informed").count() == 1

    crosscheck_actions.override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": {"points": 0, "plus": None, "minus": 2}, "A-2": {"points": 2, "plus": 2, "minus": None}},
        initials="RM",
        reason="The head judge saw it",
        version=find(event, 1, "A-1", "A-2").version,
        rights=Rights(frozenset({"director"})),
        actor=make_actor(),
    )

    block = next(one for one in inform_reads.to_inform(sheet(event), None) if one.seat == "A-1")
    assert (block.told, block.told_otherwise is not None) == (None, True)
    assert "tell them again" in text_of(in_role(event.tournament, "checker").get(page(event)))


def test_a_wrong_tick_is_taken_back_on_page_and_api_alike(event: Event) -> None:
    accept(event)
    client, other = in_role(event.tournament, "checker"), api_of(make_user(role="checker", tournament=event.tournament))
    address = f"/api/v1/tournaments/sierra/events/{event.slug}/inform/A-3/"

    tell(event, "A-1")
    tell(event, "A-3")
    client.post(page(event), {"seat": "A-1", "told": "no"})
    assert informed_reads.to_inform(sheet(event)) == ["A-1"]
    assert other.delete(address).json()[0]["told_by"] is None
    assert other.delete(address).status_code == 200

    assert informed_reads.to_inform(sheet(event)) == ["A-3", "A-1"]
    assert AuditEntry.objects.filter(action="player.informing-taken-back").count() == 2
    tell(event, "A-1")
    assert informed_reads.to_inform(sheet(event)) == ["A-3"]


def test_nobody_is_told_what_is_not_signed_yet(event: Event) -> None:
    client = in_role(event.tournament, "checker")

    answer = client.post(page(event), {"seat": "A-1", "move": move_of(event, "A-1")})

    assert answer.status_code == 409
    assert "first every card comes in, and every correction of Milt Orr is signed" in text_of(answer)
    assert "Not to be told yet" in text_of(answer)
    assert "was told" not in text_of(answer)
    assert not AuditEntry.objects.filter(action="player.informed").exists()


def test_lines_that_are_to_be_read_again_are_not_shown(event: Event) -> None:
    client = in_role(event.tournament, "checker")

    kept_back = text_of(client.get(page(event)))
    look_at_all(event)
    shown = text_of(client.get(page(event)))

    assert "Game 1 of A-1 and A-2 is to be read again on the papers first." in kept_back
    assert "Opp. seat" not in kept_back
    assert "2 lines are still to be read again on the papers" in kept_back
    assert "Opp. seat" in shown
    assert "still to be read again" not in shown


def test_what_is_no_longer_so_is_refused(event: Event) -> None:
    client = in_role(event.tournament, "checker")
    rows = AuditEntry.objects.count()

    for seat, move in (("A-1", "1-9-qualifier-nonqualifier"), ("A-2", "1-2-qualifier-nonqualifier")):
        with pytest.raises(Refused) as refused:
            tell(event, seat, move)
        assert refused.value.code == "stale"
        answer = client.post(page(event), {"seat": seat, "move": move})
        assert answer.status_code == 409
        assert "Look at it again, then tell them." in text_of(answer)
    assert client.post(page(event), {"seat": "Z-9", "move": "x"}).status_code == 404
    assert AuditEntry.objects.count() == rows


def test_nobody_tells_themselves(event: Event, tournament: Tournament) -> None:
    accept(event)
    user = make_user("milt", role="checker", tournament=tournament)
    link_player(entry=event.entries.get(number=1), username="milt", actor=make_actor())

    shown = text_of(signed_in(user).get(page(event)))
    with pytest.raises(Forbidden) as refused:
        inform_player(event=event, seat="A-1", move=move_of(event, "A-1"), actor=make_actor(user))

    assert "This is your own card: another checker or the director tells you." in shown
    assert ("Ivan Flint was told" in shown, "Milt Orr was told" in shown) == (True, False)
    assert refused.value.code == "own_card"


def test_the_list_is_for_those_who_see_cards_and_ticking_for_checkers(event: Event) -> None:
    accept(event)
    data = {"seat": "A-1", "move": move_of(event, "A-1")}
    found = {
        role: (client.get(page(event)).status_code, client.post(page(event), data).status_code)
        for role in ("director", "checker", "judge", "registrar")
        if (client := in_role(event.tournament, role))
    }

    assert found == {"director": (200, 302), "checker": (200, 302), "judge": (200, 403), "registrar": (403, 403)}


def test_an_empty_list_says_why(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="other", games=3, entrants=4, seated=True)
    client = in_role(tournament, "checker")

    assert "The cross-check has not begun." in text_of(client.get(page(event)))
    crosscheck_actions.start_cross_check(event=event, actor=make_actor())
    assert "Nobody has to be told anything." in text_of(client.get(page(event)))


def test_the_api_lists_and_ticks_as_the_page_does(event: Event) -> None:
    accept(event)
    base = f"/api/v1/tournaments/sierra/events/{event.slug}/inform/"
    checker, judge = (api_of(make_user(role=role, tournament=event.tournament)) for role in ("checker", "judge"))

    listed = checker.get(base).json()
    told = checker.post(f"{base}A-1/", {"move": listed[1]["move"]}, format="json")

    assert [(one["seat"], one["discrepancies"], one["told_by"]) for one in listed] == [
        ("A-3", ["1-A-1-A-2"], None),
        ("A-1", ["1-A-1-A-2"], None),
    ]
    assert told.json()[1]["told_at"] is not None
    assert checker.post(f"{base}A-1/", {"move": "x"}, format="json").json()["code"] == "stale"
    assert checker.post(f"{base}A-1/", {}, format="json").status_code == 400
    assert judge.post(f"{base}A-1/", {"move": "x"}, format="json").status_code == 403


def test_the_list_takes_the_same_number_of_queries_before_and_after_somebody_was_told(event: Event) -> None:
    accept(event)
    client = in_role(event.tournament, "checker")
    with CaptureQueriesContext(connection) as before:
        client.get(page(event))
    tell(event, "A-1")
    tell(event, "A-3")

    with CaptureQueriesContext(connection) as after:
        client.get(page(event))

    # One of them asks what is announced, one which state the page shows.
    assert len(before) == len(after) == 17
