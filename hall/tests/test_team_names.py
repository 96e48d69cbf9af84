"""Both people of a team stand wherever the team does: on pages, prints and exports of doubles, from the list to the champion."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from hall.tests.test_conventions import STAGES, addresses
from scorecards.models import PostedList
from scorecards.sheet.reads.stored import store_snapshot
from tournaments.actions.rows import change
from tournaments.day.reads.round import What
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.naming import set_named
from tournaments.models import Event, Player
from tournaments.people import words as people_words
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

HERE = "/api/v1/tournaments/sierra/"
MAIN = f"{HERE}events/main/"
NEAR = 160
"""So many characters may stand between a team and its people: a row, or a few lines of a print."""
TEAM = re.compile(r"Crow Nest (\d+)X")
EXCEPTIONS = {
    "/t/sierra/main/": "the last acts stand as the log has them",
    "/t/sierra/main/log/": "an act keeps what was written then",
    "/t/sierra/main/cards/pile/": "the people stand in one list of their own, by seat",
    "/t/sierra/main/phases/": "what is missing names seat and team, with the way to the card, which names both",
    "/t/sierra/main/players/A-1/": "a sentence says who is just above in the standings, whose row names both",
    "/me/KEY/": "the same sentence",
    "/t/sierra/main/round/no-shows/1/undo/": "a message that nothing was to be done",
}
"""Pages that may name a team alone, each with the reason."""
STAGES_OFTEN = {"compared", "drawn"}


def of_teams(stage: str) -> Event:
    """An event at this stage whose entrants are teams, with something of each kind that names them."""
    tournament = make_tournament("sierra")
    STAGES[stage](tournament)
    event = Event.objects.select_related("tournament").get(slug="main")
    for entry in event.entries.select_related("player"):
        pair = [Player.objects.create(name=f"{first}{entry.number}Q") for first in ("Ann Bell", "Bob Ray")]
        change(entry, {"name": f"Crow Nest {entry.number}X"})
        change(entry.player, {"name": entry.name, "first": pair[0], "second": pair[1]})
    names = {entry.seat: entry.name for entry in event.entries.all()}
    for posted in PostedList.objects.all():
        change(posted, {"rows": [row | {"name": names[row["seat"]]} for row in posted.rows]})
    make_event(tournament=tournament, slug="satellite", kind="satellite")
    make_links(event=event, actor=make_actor())
    director = api_of(make_user("dora", role="director", tournament=tournament))
    if event.is_seated:
        director.patch(f"{MAIN}round/", {"game": 1})
        director.put(f"{MAIN}phones/", {"phones": "beside"})
        director.post(f"{MAIN}honours/", {"seat": "A-1", "kind": "hand_29"})
        director.post(f"{HERE}calls/", {"event": "main", "entrant": "A-1"})
        director.post(f"{HERE}conduct/", {"event": "main", "entrant": "A-1", "text": "Left twice"})
        dressed = {"kind": "other", "name": "Best dressed", "cents": 900, "entrant": 1}
        director.put(f"{MAIN}prizes/", {"prizes": [dressed, {"kind": "place", "place": 1, "cents": 500}]})
    store_snapshot(event)
    return Event.objects.select_related("tournament").get(pk=event.pk)


def pages(event: Event) -> Iterator[str]:
    """Every address of the site that a browser opens, with what it shows only when asked."""
    here = "/t/sierra/main/"
    for path in addresses():
        if not path.startswith(("/api/", "/accounts/", "/start/", "/clubs/", "/t/sierra/judge/")):
            yield path
    yield from (f"{here}paper/{kind}/" for kind in people_words.sheet_kinds())
    yield from (f"{here}round/{what}/" for what in What)
    yield from (
        f"{here}{page}"
        for page in (
            *(
                "bracket/?view=list",
                "bracket/?view=wall",
                "bracket/?q=crow",
                "bracket/poster/?paper=a4",
                "control/?by=pile",
            ),
            *(
                "cards/A-1/?as=read",
                "cards/?show=aside",
                "entrants/?q=crow",
                "seating/?seat=A-1",
                "seating/proof/?seed=7",
            ),
            *("cross-check/?table=head-judge", "earlier/?at=1", "standings/?q=crow"),
        )
    )
    yield from ("/t/sierra/?q=crow", "/results/?q=crow", "/t/sierra/satellite/entrants/from/main/?out=9")
    entry = event.entries.filter(number=1).first()
    if entry is not None:
        yield from (f"/t/sierra/money/{kind}{entry.player_id}/" for kind in ("", "payouts/"))
        key = key_of_link(entry.links.get())
        yield from (f"/me/{key}/{page}" for page in ("", "card/", "match/", "person/", "news/"))


def texts(client: Client, event: Event) -> Iterator[tuple[str, str]]:
    """What stands on each page that opens; of a spreadsheet and of data all of it."""
    for path in pages(event):
        answer = client.get(path)
        if answer.status_code == 200:
            is_page = "html" in answer["Content-Type"]
            yield path, text_of(answer) if is_page else b"".join(answer).decode(errors="replace")  # type: ignore[arg-type]


def alone(text: str) -> set[str]:
    """The teams that stand in this text, but nowhere near one of their people."""
    near: dict[str, bool] = {}
    for team in TEAM.finditer(text):
        around = text[max(team.start() - NEAR, 0) : team.end() + NEAR]
        has_people = any(f"{name}{team[1]}Q" in around for name in ("Ann Bell", "Bob Ray"))
        near[team[0]] = near.get(team[0], False) or has_people
    return {team for team, is_near in near.items() if not is_near}


@pytest.mark.parametrize(
    "stage", [stage if stage in STAGES_OFTEN else pytest.param(stage, marks=pytest.mark.release) for stage in STAGES]
)
def test_no_page_names_a_team_without_its_people(stage: str) -> None:
    event = of_teams(stage)
    shown = {
        who: dict(texts(client, event))
        for who, client in (("staff", in_role(event.tournament, "director")), ("public", Client()))
    }

    bare = {
        (who, path): teams
        for who, by_path in shown.items()
        for path, text in by_path.items()
        if re.sub(r"^/me/\w+/", "/me/KEY/", path) not in EXCEPTIONS and (teams := alone(text))
    }

    assert bare == {}
    if event.is_seated:
        assert min(sum(1 for text in by_path.values() if TEAM.search(text)) for by_path in shown.values()) > 10


def test_no_page_for_everybody_names_a_team_that_is_not_to_be_named() -> None:
    event = of_teams("drawn")
    set_named(entry=event.entries.with_people().get(number=1), named=False, actor=make_actor())
    store_snapshot(event)
    own = ("Crow Nest 1X", "Ann Bell1Q", "Bob Ray1Q")

    shown = {path: text for path, text in texts(Client(), event) if not path.startswith("/me/")}

    assert {path for path, text in shown.items() if any(name in text for name in own)} == set()
    assert sum(1 for text in shown.values() if "Team 1" in text) > 8


def test_two_teams_without_a_name_are_told_apart_where_one_of_them_is_not_named() -> None:
    event = make_event(tournament=make_tournament("sierra"))
    enter_entrants(event=event, entrants=[EntrantPlan("", players=("Ann Bell", "Bob Ray"))], actor=make_actor())
    set_named(entry=event.entries.with_people().get(number=1), named=False, actor=make_actor())

    enter_entrants(event=event, entrants=[EntrantPlan("", players=("Ann Orr", "Bob Lee"))], actor=make_actor())

    first, second = event.entries.order_by("number")
    assert first.known_name != second.known_name
    assert (first.name, second.withheld_name) == ("Team 1", "")


def test_staff_read_the_known_name_of_who_is_not_named() -> None:
    event = make_event(
        tournament=make_tournament("sierra"), games=1, entrants=[EntrantPlan("Zoe Quist"), EntrantPlan("Cal Dun")]
    )
    entry = event.entries.with_people().get(number=1)
    set_named(entry=entry, named=False, actor=make_actor())
    director = in_role(event.tournament, "director")

    for page in ("seating/proof/?seed=7", "entrants/1/personal/", "entrants/1/records/", "prizes/"):
        shown = text_of(director.get(f"/t/sierra/main/{page}"))
        assert ("Zoe Quist" in shown, "Player 1" in shown) == (True, False), page
