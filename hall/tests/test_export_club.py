"""A whole club as one document: on another site it is the same there, and a damaged one is refused by its faults."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client

from brackets.results.actions.honours import record_honour
from clubs.actions.directors import name_director
from clubs.actions.members import MemberPlan, add_members, change_member, remove_member
from clubs.actions.nights import ResultPlan, correct_night, start_night, take_out_night
from clubs.actions.seasons import take_out_season
from clubs.models import Club, ClubLog, ClubRole, Member, Night, NightResult, Season
from clubs.reads.log import log_shown
from clubs.reads.table import night_results, season_table
from clubs.tests.factories import make_club, make_members, make_night, make_season, week
from hall.exchange import club_layout, reads
from hall.exchange.actions import import_club
from hall.exchange.fields import Table
from hall.exchange.text import write_document
from hall.management.commands.check_fields import faults
from scorecards.tests.factories import make_cards
from tournaments.access import Actor
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Malformed, Refused
from tournaments.models import Event, Role, Tournament
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_user

pytestmark = pytest.mark.django_db

Document = dict[str, Any]


def make_played() -> Club:
    """A club with everything: typed nights, one corrected and one taken out, a night with cards, people of every kind."""
    user = make_user("signs-in-as-pat")
    user.first_name, user.last_name = "Pat", "Quill"
    user.save()
    actor = Actor.of_user(user)
    club = make_club(director=user)
    make_user("signs-in-as-kim")
    name_director(club=club, username="signs-in-as-kim", actor=actor)
    plans = [MemberPlan("Ann Petty", "CA11"), MemberPlan("Bo Åberg"), MemberPlan("Gone Again"), MemberPlan("Cy Lowe")]
    ann, bo, again, cy = add_members(club=club, members=plans, actor=actor)
    remove_member(member=again, actor=actor)
    (guest,) = make_members(club, "Gus Gast", kind="guest")
    change_member(member=bo, changes={"named": False}, actor=actor)
    season = make_season(club)
    rows = [
        ResultPlan(ann.pk, 14, 6, 54, 2, 1, 1, 0),
        ResultPlan(cy.pk, 9, None, None),
        ResultPlan(guest.pk, 6, 3, -20),
    ]
    first = make_night(season, rows)
    correct_night(night=first, results=[ResultPlan(cy.pk, 12, 6, 5)], reason="Misread", actor=actor)
    second = make_night(season, {ann.pk: (4, 2, -30)}, number=2)
    take_out_night(night=second, reason="Twice", actor=actor)
    night = start_night(
        season=season, date=week(3), members=[ann.pk, bo.pk, cy.pk], games=1, fee_cents=500, actor=actor
    )
    event = Event.objects.select_related("tournament").get(pk=night.event_id)
    enter_entrants(event=event, entrants=[EntrantPlan("A Stranger")], actor=actor)
    draw_seats(event=event, seed=7, actor=actor)
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")
    record_honour(event=event, seat="A-1", kind="hand_29", actor=actor)
    take_out_season(season=make_season(club, "2025-26"), reason="Not ours", actor=actor)
    remove_member(member=cy, actor=actor)
    return club


def elsewhere(document: Document) -> Document:
    """The document under names that this site does not have yet."""
    text = write_document(document).decode()
    return json.loads(text.replace("graeagle", "elsewhere"))  # type: ignore[no-any-return]


def bring_in(document: Document) -> Club:
    return import_club(document=document, actor=make_actor(make_user("brings")))


def test_a_club_that_was_brought_in_is_written_with_the_same_bytes() -> None:
    carried = elsewhere(reads.club_document(make_played()))

    club = bring_in(copy.deepcopy(carried))

    assert write_document(reads.club_document(club)) == write_document(carried)


def test_every_kind_of_row_is_in_it() -> None:
    """So that the test above is about everything."""
    document = reads.club_document(make_played())

    nights = [night for season in document["club"]["seasons"] for night in season["played"]]
    assert [(night["event"] is None, night["withdrawn_at"] is None, len(night["results"])) for night in nights] == [
        (True, True, 3),
        (True, False, 1),
        (False, True, 0),
    ]
    assert [season["withdrawn_at"] is None for season in document["club"]["seasons"]] == [True, False]
    assert [(one["name"], one["unnamed_as"]) for one in document["club"]["members"] if one["unnamed_as"]] == [
        ("Bo Åberg", 1)
    ]
    assert len(document["tournaments"][0]["players"]) == 3
    assert {act["action"] for act in document["club"]["history"]} >= {
        "night.corrected",
        "member.removed",
        "member.left",
    }


def test_tables_nights_and_log_say_the_same_there() -> None:
    club = make_played()
    copied = bring_in(elsewhere(reads.club_document(club)))

    def told(of: Club) -> object:
        season = of.seasons.get(slug="2026-27")
        rows = [
            (
                row.rank,
                row.name,
                row.kind,
                row.figures.points,
                row.figures.nights,
                row.figures.net,
                row.figures.hands_29,
            )
            for row in season_table(season).rows
        ]
        nights = [
            [(row.rank, row.name, row.totals, row.payout) for row in night_results(night)]
            for night in season.played.all()
        ]
        acts = [
            (
                done.at,
                done.text,
                done.actor,
                done.reason,
                sorted(
                    [change.label, *sorted(change.before.split(", ")), *sorted(change.after.split(", "))]
                    for change in done.changes
                    if change.label != "director"
                ),
            )
            for done in log_shown(of, of.log.exclude(action__in=("club.imported", "director.named")))
        ]
        return rows, nights, acts

    original, carried = (json.dumps(told(one), default=str) for one in (club, copied))
    assert carried.replace("elsewhere", "graeagle") == original
    assert len(original) > 1000


def test_a_member_is_the_same_person_at_every_night_there() -> None:
    copied = bring_in(elsewhere(reads.club_document(make_played())))

    event = Event.objects.get(club_night__season__club=copied)
    players = set(event.entries.values_list("player", flat=True))
    assert len(players & set(copied.members.values_list("player", flat=True))) == 3


def test_who_brings_it_in_directs_it_and_its_nights_and_no_account_is_in_it() -> None:
    club = make_played()
    document = reads.club_document(club)
    assert "signs-in-as" not in write_document(document).decode()

    copied = bring_in(elsewhere(document))

    assert [role.user.username for role in ClubRole.objects.filter(club=copied)] == ["brings"]
    tournament = Tournament.objects.get(events__club_night__season__club=copied)
    assert [role.user.username for role in Role.objects.filter(tournament=tournament)] == ["brings"]


def test_a_club_or_a_tournament_that_is_there_already_is_refused_and_nothing_is_written() -> None:
    document = reads.club_document(make_played())
    with pytest.raises(Refused, match="There is a club “graeagle” here already") as here:
        bring_in(document)
    renamed = copy.deepcopy(document)
    renamed["club"]["slug"] = "elsewhere"

    with pytest.raises(Refused, match="There is a tournament") as twice:
        import_club(document=renamed, actor=make_actor())

    assert (here.value.code, twice.value.code) == ("exists", "exists")
    assert (Club.objects.count(), Tournament.objects.count()) == (1, 1)


def _damage(document: Document, path: str, value: Any) -> None:
    *way, last = path.split(".")
    place: Any = document
    for step in way:
        place = place[int(step)] if step.isdecimal() else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


NIGHT = "club.seasons.0.played.0"


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("club.members.1.player", 1, "club.members.1.player"),
        ("club.members.1.player", 99, "club.members.1.player"),
        ("club.members.1.name", "", "club.members.1.name"),
        ("club.members.0.left_on", "soon", "club.members.0.left_on"),
        (f"{NIGHT}.results.0.member", 99, f"{NIGHT}.results.0.member"),
        (f"{NIGHT}.results.1.member", 1, f"{NIGHT}.results.1.member"),
        (f"{NIGHT}.results.0.game_points", 99, f"{NIGHT}.results.0.game_points"),
        (f"{NIGHT}.event", {"tournament": "elsewhere-2026-09-19", "event": "main"}, f"{NIGHT}.event"),
        ("club.seasons.0.played.1.number", 1, "club.seasons.0.played"),
        ("club.seasons.1.slug", "2026-27", "club.seasons.1.slug"),
        ("club.history.1.subject.key", "x", "club.history.1"),
        ("club.history.1.after.members", 7, "club.history.1"),
        ("club.history.1.subject.key", "99", "club.history.1"),
        ("tournaments.0.players.0.player", 99, "tournaments.0.players.0.player"),
        ("tournaments.0.tournament", 7, "club.seasons.0.played.2.event"),
        ("tournaments.0.tournament.version", 5, "tournaments.0.tournament.version"),
        ("tournaments.0.tournament.slug", ["x"], "club.seasons.0.played.2.event"),
        ("tournaments.0.tournament.name", "", "tournaments.0.tournament.name"),
        ("club.flavour", "mint", "club.flavour"),
        ("version", 2, "version"),
        ("format", "pegboard tournament", "format"),
        ("players.0.name", "Somebody Else", "tournaments.0.tournament.players.0.name"),
    ],
)
def test_a_damaged_file_is_refused_where_it_is_damaged(path: str, value: Any, named: str) -> None:
    document = elsewhere(reads.club_document(make_played()))
    _damage(document, path, value)
    clubs = Club.objects.count()

    with pytest.raises(Malformed) as refused:
        bring_in(document)

    assert named in {fault.field for fault in refused.value.faults}
    assert (Club.objects.count(), Tournament.objects.count()) == (clubs, 1)


# --- Pages and commands ------------------------------------------------------------------------------------------------


def signed_in(username: str) -> Client:
    client = Client()
    client.force_login(make_user(username))
    return client


def test_the_director_alone_takes_the_club_along() -> None:
    club = make_played()
    client = Client()
    client.force_login(ClubRole.objects.filter(club=club).earliest("pk").user)

    answer = client.get("/clubs/graeagle/file/")

    assert answer.content == write_document(reads.club_document(club))
    assert answer["Content-Disposition"] == 'attachment; filename="graeagle-club.json"'
    assert signed_in("stranger").get("/clubs/graeagle/file/").status_code == 403
    assert Client().get("/clubs/graeagle/file/").status_code in (302, 401, 403)
    assert "/clubs/graeagle/file/" in client.get("/clubs/graeagle/").content.decode()
    assert "/clubs/graeagle/file/" not in Client().get("/clubs/graeagle/").content.decode()


def test_the_file_is_brought_in_on_the_page_and_a_bad_one_is_named_beside_it() -> None:
    data = write_document(elsewhere(reads.club_document(make_played())))
    client = signed_in("newcomer")
    assert "/bring-in/club/" in client.get("/clubs/").content.decode()

    bad = client.post("/bring-in/club/", {"file": SimpleUploadedFile("x.json", data[:-40])})
    none = client.post("/bring-in/club/", {})
    good = client.post("/bring-in/club/", {"file": SimpleUploadedFile("x-club.json", data)}, follow=True)

    assert bad.status_code == none.status_code == 422
    assert {"This is no exported club.", "Perhaps the file was cut off."} <= set(
        re.findall(r"This is no exported club.|Perhaps the file was cut off.", bad.content.decode())
    )
    assert good.redirect_chain == [("/clubs/elsewhere/", 302)]
    assert Club.objects.get(slug="elsewhere").roles.get().user.username == "newcomer"
    again = client.post("/bring-in/club/", {"file": SimpleUploadedFile("x-club.json", data)})
    assert (again.status_code, "here already" in again.content.decode()) == (409, True)


def test_a_file_that_is_too_large_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.exchange.forms.MAX_FILE", 10)

    answer = signed_in("newcomer").post("/bring-in/club/", {"file": SimpleUploadedFile("x.json", b"{" * 11)})

    assert (answer.status_code, "This file is too large" in answer.content.decode()) == (422, True)


def test_the_commands_write_and_read_it(tmp_path: Any) -> None:
    club = make_played()
    out = io.StringIO()
    call_command("export_club", "graeagle", stdout=out)
    assert out.getvalue().encode() == write_document(reads.club_document(club))
    file = tmp_path / "club.json"
    file.write_bytes(write_document(elsewhere(json.loads(out.getvalue()))))
    make_user("kit")

    call_command("import_club", str(file), "--by", "kit", stdout=io.StringIO())

    assert Club.objects.get(slug="elsewhere").roles.get().user.username == "kit"
    with pytest.raises(CommandError, match="here already"):
        call_command("import_club", str(file), stdout=io.StringIO())
    with pytest.raises(CommandError, match="There is no club"):
        call_command("export_club", "nowhere", stdout=io.StringIO())


@pytest.mark.parametrize("model", [Club, Member, Season, Night, NightResult, ClubLog])
def test_a_new_column_of_clubs_that_is_not_exported_is_named(
    model: type[models.Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    column = models.TextField(null=True)
    column.set_attributes_from_name("flavour")
    monkeypatch.setattr(model._meta, "local_fields", [*model._meta.local_fields, column])

    missing = [fault for fault in faults() if "in the export" in fault]

    assert [fault.partition(", or")[0] for fault in missing] == [
        f"{model.__name__} in the export: the column “flavour” is not there. Add it to its table in hall/exchange/club_layout.py"
    ]


def _tables(table: Table) -> Iterator[Table]:
    yield table
    for _name, field in table.below():
        yield from _tables(field.table)


def test_every_field_of_the_club_is_described() -> None:
    text = (settings.BASE_DIR / "docs" / "export.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`([a-z_0-9]+)`", text.partition("\n## A club\n")[2]))
    fields = {field for table in _tables(club_layout.CLUB) for field in table.fields}

    assert len(fields) > 40
    assert fields - described == set()
