"""A line that was typed over while its two cards differed: what refuses, what it names, and that the cure is not refused itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from scorecards.cards.actions.cards import write_card
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.reads.crosscheck import check_page
from scorecards.models import Look
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.tests.factories import find, make_cards, sheet, written
from tournaments.access import Rights
from tournaments.models import Event, Role, User
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
GAME = "1-A-1-A-2"
API = "/api/v1/tournaments/sierra/events/main/"
LOOKS = f"POST {API}looks/"
TOLD = "was changed while the two cards differed. Somebody else must read it on the paper"


@pytest.fixture
def dora() -> User:
    return make_user("dora", role="director", tournament=make_tournament("sierra"))


@pytest.fixture
def event(dora: User) -> Event:
    """Game 1 differs, and Dora, who is alone, typed it over on the card of A-1: it differs otherwise now."""
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor(dora))
    over = written(CARDS["A_1"].replace("A-2 2 +12", "A-2 2 +16"))
    version = sheet(event).facts["A-1"].version
    write_card(event=event, seat="A-1", version=version, card=over, actor=make_actor(dora))
    return event


def read_it(dora: User) -> int:
    body = {"seat": "A-1", "game": 1, "opponent": "A-2", "points": "2", "plus": "16", "minus": ""}
    return api_of(dora).post(f"{API}looks/", body, format="json").status_code


def test_accepting_one_accepting_all_and_posting_name_the_line_and_a_cure_that_works(event: Event, dora: User) -> None:
    api = api_of(dora)
    version = find(event, 1, "A-1", "A-2").version

    one = api.post(f"{API}discrepancies/{GAME}/accept/", {"initials": "DM", "version": version}, format="json")
    every = api.post(
        f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json"
    )
    posting = api.post(f"{API}qualifiers/", format="json")

    assert (one.status_code, one.json()["code"]) == (409, "line_typed_over")
    assert (every.status_code, every.json()["accepted"]) == (200, [])
    [left] = every.json()["left"]
    assert (left["id"], left["code"]) == (GAME, "line_typed_over")
    assert posting.status_code == 409
    codes = {fault["code"]: fault["message"] for fault in posting.json()["errors"]}
    assert "line_typed_over" in codes
    assert "correction_uninitialled" not in codes, "its cure would be refused"
    for message in (one.json()["message"], left["message"], codes["line_typed_over"]):
        assert "A-1" in message
        assert "ame 1" in message
        assert LOOKS in message

    assert read_it(dora) == 200
    every = api.post(
        f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json"
    ).json()
    assert (every["accepted"], every["left"]) == ([GAME], [])
    assert api.post(f"{API}qualifiers/", format="json").status_code == 201


def test_nobody_else_accepts_a_game_either_before_its_typed_over_line_is_read(event: Event) -> None:
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    version = find(event, 1, "A-1", "A-2").version

    refused = api_of(rosa).post(
        f"{API}discrepancies/{GAME}/accept/", {"initials": "RM", "version": version}, format="json"
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "line_typed_over")
    assert read_it(rosa) == 200
    version = find(event, 1, "A-1", "A-2").version
    taken = api_of(rosa).post(
        f"{API}discrepancies/{GAME}/accept/", {"initials": "RM", "version": version}, format="json"
    )
    assert taken.json()["state"] == "accepted"


def test_the_typist_reads_a_line_that_they_typed_over_if_nobody_else_may(event: Event, dora: User) -> None:
    """The other checker plays in that game, and nobody reads a game of their own."""
    make_user("rosa", role="checker", tournament=event.tournament)
    link_player(entry=event.entries.get(number=2), username="rosa", actor=make_actor())

    assert read_it(dora) == 200

    assert "line_typed_over" not in {found.code for found in sheet(event).obstacles}


def test_an_own_card_is_left_and_the_others_are_accepted(event: Event, dora: User) -> None:
    make_cards(event, A_4="A-3 0 -03 \n A-2 0 -05 \n A-1 0 -39")
    for seat, game in [(one.seat, one.game) for one in find_wanted(sheet(event).crosscheck, readings(event))]:
        line = sheet(event).cards[seat].line(game)
        look_again(event=event, seat=seat, game=game, reading=line, actor=make_actor())
    link_player(entry=event.entries.get(number=4), username="dora", actor=make_actor())

    done = (
        api_of(dora)
        .post(f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json")
        .json()
    )

    assert GAME in done["accepted"]
    assert [(one["id"], one["code"]) for one in done["left"]] == [("3-A-1-A-4", "own_card")]


def test_pages_name_the_same_cure_with_a_link(event: Event, dora: User) -> None:
    client = signed_in(dora)
    looks = reverse("scorecards:looks", args=["sierra", "main"])

    posting = client.get(reverse("scorecards:posting", args=["sierra", "main"]))
    case = client.get(reverse("scorecards:crosscheck", args=["sierra", "main"]), {"case": GAME})

    told = f"Game 1 on the card of A-1 {TOLD}"
    for page in (posting, case):
        assert told in text_of(page)
        assert f'href="{looks}' in page.content.decode()
    assert "has no initials yet" not in text_of(posting)
    done = client.post(
        reverse("scorecards:accept_all", args=["sierra", "main"]),
        {"initials": "DM", "revision": sheet(event).event.revision},
        follow=True,
    )
    assert "1 game is left:" in text_of(done)
    assert told in text_of(done)


def type_over(event: Event, by: User, seat: str, old: str, new: str) -> None:
    card = written(CARDS[seat.replace("-", "_")].replace(old, new))
    version = sheet(event).facts[seat].version
    write_card(event=event, seat=seat, version=version, card=card, actor=make_actor(by))


def test_where_nothing_is_to_be_signed_it_is_named_as_well_until_another_person_has_read_it(
    event: Event, dora: User
) -> None:
    """Both lines stand (12.2.h), then they agree, then neither names the other: posting waits each time, and accepting says for what."""
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    pages = {name: reverse(f"scorecards:{name}", args=["sierra", "main"]) for name in ("accept_all", "crosscheck")}
    ways = [
        ("A-2", "A-1 0 -10", "A-1 0 -20", GAME, f"Game 1 on the card of A-1 and A-2 {TOLD}"),
        ("A-2", "A-1 0 -10", "A-1 0 -16", GAME, f"Game 1 on the card of A-1 and A-2 {TOLD}"),
        ("A-2", "A-1 0 -10", "? 0 -20", None, f"Game 1 on the card of A-1 {TOLD}"),
    ]
    for number, (seat, old, new, name, told) in enumerate(ways):
        type_over(event, dora, seat, old, new)
        if name is None:
            type_over(event, dora, "A-1", "A-2 2 +12", "? 2 +16")
        body = {"initials": "RM", "version": find(event, 1, "A-1", "A-2").version if name else 0}
        one = api_of(rosa).post(f"{API}discrepancies/{GAME}/accept/", body, format="json")
        every = api_of(rosa).post(
            f"{API}cross-check/accept/", {"initials": "RM", "revision": sheet(event).event.revision}, format="json"
        )
        posting = api_of(dora).post(f"{API}qualifiers/", format="json")

        assert (one.status_code, one.json()["code"]) == (409, "line_typed_over" if name else "stale"), new
        left = every.json()["left"]
        assert {(of["id"], of["code"]) for of in left} == {(name, "line_typed_over")}, new
        said = " ".join(of["message"] for of in left)
        waiting = [fault for fault in posting.json()["errors"] if fault["code"] == "line_typed_over"]
        assert waiting, new
        for fault in waiting:
            assert fault["field"].split(".")[1] in said, new
        client = signed_in(rosa)
        opened = client.get(pages["accept_all"])
        assert "These are left" in text_of(opened)
        assert told in text_of(opened)
        done = client.post(
            pages["accept_all"], {"initials": "RM", "revision": sheet(event).event.revision}, follow=True
        )
        assert ("left:" in text_of(done), "There was nothing left" in text_of(done)) == (True, False)
        case = client.get(pages["crosscheck"], {"case": GAME})
        assert told in text_of(case), new
        if number == 0:
            assert "Read A-2 again" in text_of(case)
            assert "Read A-2 again" not in text_of(signed_in(dora).get(pages["crosscheck"], {"case": GAME}))

    type_over(event, dora, "A-1", "A-2 2 +12", "A-2 2 +16")
    type_over(event, dora, "A-2", "A-1 0 -10", "A-1 0 -16")
    for seat in ("A-1", "A-2"):
        line = sheet(event).cards[seat].line(1)
        look_again(event=event, seat=seat, game=1, reading=line, actor=make_actor(rosa))
    every = api_of(rosa).post(
        f"{API}cross-check/accept/", {"initials": "RM", "revision": sheet(event).event.revision}, format="json"
    )
    assert every.json()["left"] == []
    assert api_of(dora).post(f"{API}qualifiers/", format="json").status_code == 201


def test_nothing_is_signed_where_both_lines_stand_and_nothing_is_warned_of(event: Event, dora: User) -> None:
    make_cards(event, A_1=CARDS["A_1"], A_2=CARDS["A_2"].replace("-10", "-20"))
    rosa = make_actor(make_user("rosa", role="checker", tournament=event.tournament))
    for seat in ("A-1", "A-2"):
        line = sheet(event).cards[seat].line(1)
        look_again(event=event, seat=seat, game=1, reading=line, actor=rosa)
    Look.objects.all().delete()

    body = {"initials": "DM", "version": find(event, 1, "A-1", "A-2").version}
    answer = api_of(dora).post(f"{API}discrepancies/{GAME}/accept/", body, format="json")

    assert (answer.status_code, answer.json()["state"], answer.json()["warnings"]) == (200, "accepted", [])


def test_whoever_typed_a_line_over_is_told_who_reads_it_and_an_earlier_reading_does_not_count(
    event: Event, dora: User
) -> None:
    body = {"seat": "A-1", "game": 1, "opponent": "A-2", "points": "2", "plus": "18", "minus": ""}
    first = api_of(dora).post(f"{API}looks/", body, format="json")
    type_over(event, dora, "A-1", "A-2 2 +12", "A-2 2 +18")
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    page = reverse("scorecards:look", args=["sierra", "main", "A-1", 1])
    told = "You typed game 1 on the card of A-1 over"

    refused = api_of(dora).post(f"{API}looks/", body, format="json")
    asked = signed_in(dora).get(page)
    sent = signed_in(dora).post(page, {"reading": "18+", "number": "2"})

    assert first.json()["outcome"] == "differs"
    assert (refused.status_code, refused.json()["code"]) == (409, "own_typing")
    assert "Ask rosa to read it on the paper." in refused.json()["message"]
    assert (asked.status_code, sent.status_code) == (200, 409)
    for answer in (refused.json()["message"], text_of(asked), text_of(sent)):
        assert told in answer
    assert "Take card A-1" not in text_of(asked)
    # Alone again, the same reading counts: the one of before was not what the line waits for.
    rosa.delete()
    for _again in range(2):
        assert api_of(dora).post(f"{API}looks/", body, format="json").json()["outcome"] == "confirmed"
    assert "line_typed_over" not in {found.code for found in sheet(event).obstacles}


def test_a_line_that_names_nobody_waits_for_the_card_that_may_name_it(dora: User) -> None:
    tournament = Role.objects.get(user=dora).tournament
    event = make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
    cards = CARDS | {"A_1": "A-2 2 +12 \n A-3 2 +12 \n ? 3 +40", "A_2": CARDS["A_2"].replace("-10", "-12")}
    make_cards(event, **{seat: text for seat, text in cards.items() if seat != "A_4"})
    start_cross_check(event=event, actor=make_actor(dora))
    posting = reverse("scorecards:posting", args=["sierra", "main"])

    def codes() -> set[str]:
        answer = api_of(dora).post(f"{API}qualifiers/", format="json")
        return {fault["code"] for fault in answer.json()["errors"]}

    assert codes() == {"card_missing"}
    assert "names nobody" not in text_of(signed_in(dora).get(posting))

    make_cards(event, A_4="A-3 0 -03 \n A-2 0 -05 \n ? 0 -40")
    assert "line_names_nobody" in codes()
    assert "names nobody" in text_of(signed_in(dora).get(posting))
    make_cards(event, A_4=CARDS["A_4"])
    assert "line_names_nobody" not in codes()


@pytest.mark.parametrize("way", ["corrected", "referred"])
def test_whoever_typed_a_line_over_does_not_decide_the_game_by_hand_while_somebody_else_may_read_it(
    event: Event, dora: User, way: str
) -> None:
    if way == "referred":
        type_over(event, dora, "A-1", "A-2 2 +12", "A-2 . +16")
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    by_hand = reverse("scorecards:by_hand", args=["sierra", "main", GAME])
    stands = {"A-1": {"points": "2", "plus": "16", "minus": ""}, "A-2": {"points": "0", "plus": "", "minus": "16"}}

    def sent() -> dict[str, object]:
        version = find(event, 1, "A-1", "A-2").version
        return {"initials": "DM", "reason": "As read", "version": version, "resolved": stands}

    refused = api_of(dora).post(f"{API}discrepancies/{GAME}/override/", sent(), format="json")
    typed = {
        "stands-A-1": "16",
        "stands-A-2": "-16",
        "initials": "DM",
        "reason": "As read",
        "version": sent()["version"],
    }
    on_page = signed_in(dora).post(by_hand, typed)

    assert (refused.status_code, refused.json()["code"]) == (409, "own_typing")
    assert on_page.status_code == 409
    for told in (refused.json()["message"], text_of(on_page)):
        assert "You typed game 1 on the card of A-1 over" in told
        assert "Ask rosa to read it on the paper." in told
    assert api_of(dora).post(f"{API}qualifiers/", format="json").status_code == 409
    # Alone in the hall they still may.
    rosa.delete()
    assert api_of(dora).post(f"{API}discrepancies/{GAME}/override/", sent(), format="json").status_code == 200


def test_who_saves_the_card_with_something_else_has_not_typed_the_line(event: Event, dora: User) -> None:
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    address = f"{API}scorecards/A-1/"
    card = api_of(rosa).get(address).json()
    written = ("game", "opponent", "points", "plus", "minus")
    lines = [{name: line[name] for name in written} for line in card["lines"]]
    sent = {"version": card["version"], "lines": lines, "totals": {"plus": 77}}
    assert api_of(rosa).put(address, sent, format="json").status_code == 200
    version = find(event, 1, "A-1", "A-2").version
    stands = {"A-1": {"points": "2", "plus": "16", "minus": ""}, "A-2": {"points": "0", "plus": "", "minus": "16"}}
    by_hand = {"initials": "DM", "reason": "As typed", "version": version, "resolved": stands}

    typist = api_of(dora).post(f"{API}discrepancies/{GAME}/override/", by_hand, format="json")

    assert (typist.status_code, typist.json()["code"]) == (409, "own_typing")
    assert read_it(dora) == 409
    assert read_it(rosa) == 200


def test_somebody_else_decides_it_by_hand_and_so_does_the_typist_once_it_is_read(event: Event, dora: User) -> None:
    rosa = make_user("rosa", role="director", tournament=event.tournament)
    stands = {"A-1": {"points": "2", "plus": "16", "minus": ""}, "A-2": {"points": "0", "plus": "", "minus": "16"}}

    def decide(who: User, reason: str) -> int:
        version = find(event, 1, "A-1", "A-2").version
        sent = {"initials": "DM", "reason": reason, "version": version, "resolved": stands}
        return api_of(who).post(f"{API}discrepancies/{GAME}/override/", sent, format="json").status_code

    assert decide(rosa, "As read") == 200
    assert decide(dora, "As I typed it") == 409
    assert read_it(rosa) == 200
    assert decide(dora, "As I typed it") == 200


def test_what_nobody_has_read_again_is_accepted_at_once_on_the_page_as_by_the_api_with_both_papers(
    dora: User,
) -> None:
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor(dora))
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    page = reverse("scorecards:accept_all", args=["sierra", "main"])
    client = signed_in(rosa)
    shown = text_of(client.get(page))
    assert "Accept as well the one that is still to be read again: both papers lie here." in shown

    def send(**more: str) -> object:
        return client.post(page, {"initials": "RM", "revision": sheet(event).event.revision, **more})

    assert send().status_code == 302
    assert find(event, 1, "A-1", "A-2").state == "proposed"
    assert "Say why nobody reads these again" in text_of(send(papers="on"))
    assert send(papers="on", reason="Both lie here").status_code == 302
    found = find(event, 1, "A-1", "A-2")
    assert (found.state, found.reason) == ("accepted", "Both lie here")
    assert api_of(dora).post(f"{API}qualifiers/", format="json").status_code == 201


def test_whoever_typed_the_cards_alone_accepts_with_both_papers_and_a_reason_and_not_while_somebody_else_may_read(
    dora: User,
) -> None:
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    for seat, text in CARDS.items():
        card = written(text)
        write_card(event=event, seat=seat.replace("_", "-"), version=0, card=card, actor=make_actor(dora))
    # Rosa saves one of them with a total that she read on it: it is still what Dora typed.
    version = sheet(event).facts["A-1"].version
    again = written(CARDS["A_1"], OwnTotals(plus=77))
    write_card(event=event, seat="A-1", version=version, card=again, actor=make_actor(rosa))
    start_cross_check(event=event, actor=make_actor(dora))
    every, one = (
        reverse("scorecards:accept_all", args=["sierra", "main"]),
        f"{reverse('scorecards:crosscheck', args=['sierra', 'main'])}?case={GAME}&papers=on",
    )
    client = signed_in(dora)

    def send(**more: str) -> str:
        sent = {"initials": "DM", "revision": sheet(event).event.revision, "papers": "on", **more}
        return text_of(client.post(every, sent, follow=True))

    for told in (text_of(client.get(every)), text_of(client.get(one)), send(reason="Both lie here")):
        assert "You typed game 1 of A-1 and A-2 yourself" in told
        assert "or let rosa sign with both papers" in told
        assert "say that both papers lie before you" not in told
    assert find(event, 1, "A-1", "A-2").state == "proposed"
    assert "Accept as well" not in text_of(client.get(every))
    assert "Accept as well the one" in text_of(signed_in(rosa).get(every))

    rosa.delete()
    told = text_of(client.get(every))
    assert "Accept as well the one that is still to be read again: both papers lie here." in told
    assert "say that both papers lie before you and why" in told
    assert "Why nobody reads it again" in text_of(client.get(one))
    assert "Say why nobody reads these again" in send()
    send(reason="Both lie here")
    found = find(event, 1, "A-1", "A-2")
    assert (found.state, found.reason) == ("accepted", "Both lie here")


@pytest.mark.parametrize("way", ["one", "all"])
def test_a_program_may_say_why_as_the_page_asks(dora: User, way: str) -> None:
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor(dora))
    sent: dict[str, object] = {"initials": "DM", "reason": "Both lie here"}

    if way == "one":
        sent["version"] = find(event, 1, "A-1", "A-2").version
        answer = api_of(dora).post(f"{API}discrepancies/{GAME}/accept/", sent, format="json")
    else:
        sent["revision"] = sheet(event).event.revision
        answer = api_of(dora).post(f"{API}cross-check/accept/", sent, format="json")

    assert answer.status_code == 200, answer.json()
    assert [one["code"] for one in answer.json()["warnings"]] == ["not_looked"]
    found = find(event, 1, "A-1", "A-2")
    assert (found.state, found.reason) == ("accepted", "Both lie here")


def test_whose_typing_a_line_is_goes_by_who_typed_it_not_by_who_saved_its_card_last(dora: User) -> None:
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    for seat, text in CARDS.items():
        card = written(text)
        write_card(event=event, seat=seat.replace("_", "-"), version=0, card=card, actor=make_actor(dora))
    version = sheet(event).facts["A-1"].version
    again = written(CARDS["A_1"], OwnTotals(plus=77))
    write_card(event=event, seat="A-1", version=version, card=again, actor=make_actor(rosa))
    start_cross_check(event=event, actor=make_actor(dora))
    recorded = sheet(event).cards["A-1"].line(1)
    assert recorded is not None

    told = text_of(signed_in(rosa).get(f"{reverse('scorecards:crosscheck', args=['sierra', 'main'])}?case={GAME}"))
    assert (told.count("typed by dora,"), "typed by rosa" in told) == (2, False)
    # Against another person's typing two looks of one are not enough.
    other = replace(recorded, plus=18)
    looks = [
        look_again(event=event, seat="A-1", game=1, reading=other, number=number, actor=make_actor(rosa))
        for number in (1, 2)
    ]
    assert [said.name for said in looks] == ["DIFFERS", "DIFFERS"]
    # Dora alone typed and reads it.
    look_again(event=event, seat="A-1", game=1, reading=recorded, actor=make_actor(dora))
    page = check_page(sheet(event), dora, Rights(frozenset({"director"})))
    assert page.one_person.named == ("A-1 game 1, dora",)
