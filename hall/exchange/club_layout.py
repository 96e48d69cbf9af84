"""A whole club as one JSON document: its fields, in their order. docs/export.md says what each means.

The tournaments of its nights with cards are in it as whole documents of their own (`layout`). A member is named by the
place in the list of members; somebody who was taken off that list, and whom only the log names, by a number below 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs import words as clubs_words
from clubs.models import MAX_FEE, MAX_HANDS, MAX_NIGHTS, Club, ClubLog, Member, Night, NightResult, Season
from clubs.rules.totals import FIELDS, Totals, find_wrong
from hall.exchange.fields import Derived, Field, Named, Of, Values, Walk, as_json, rows, table
from hall.exchange.layout import ACTOR, MANY, PLAYER, ActedBy
from hall.exchange.readers import (
    anything,
    day,
    each,
    flag,
    maybe,
    moment,
    number,
    one_of,
    prose,
    record,
    text,
)
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.errors import Fault, Malformed
from tournaments.models import Event, Player, longest
from tournaments.models.lengths import MAX_GAMES
from tournaments.venue.actions.faults import slug_faults

CLUB_FORMAT = "pegboard club"
CLUB_VERSION = 1

MAX_SEASONS = 1000
LARGEST_NUMBER = 2**15 - 1

_slug = text(longest(Club, "slug"), required=True)
_figure = number(0, LARGEST_NUMBER)
_member = Named(number(1, MANY), model=Member)


class _EventOfNight(Named):
    """The event of a night with cards, by the short names of its tournament and its own; null without cards."""

    def encode(self, name: Any) -> Any:
        return {"tournament": name[0], "event": name[1]}

    def decode(self, value: Any, walk: Walk) -> Any:
        return value["tournament"], value["event"]


def _number_of(key: int, walk: Walk) -> int:
    """The number of a member in the document; one below 0 for somebody who is on the list no more."""
    names = walk.names[Member]
    if key not in names:
        names[key] = min([0, *names.values()]) - 1
    return int(names[key])


def _key_of(number_: int, walk: Walk) -> int:
    return int(walk.rows[Member][number_].pk) if number_ > 0 else number_


def _with_members(values: Any, name_of: Callable[[int], int]) -> Any:
    """Values of the log with each member in them named by `name_of`."""
    if not isinstance(values, dict):
        return values
    values = dict(values)
    if "results" in values:
        values["results"] = [{**row, "member": name_of(row["member"])} for row in values["results"]]
    if "members" in values:
        values["members"] = [
            {**one, "id": name_of(one["id"])} if isinstance(one, dict) else name_of(one) for one in values["members"]
        ]
    return values


class _LogValues(Field):
    """The values before or after an act, with members by their numbers, without the account that made the club."""

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        values = _with_members(as_json(getattr(row, name)), lambda key: _number_of(key, walk))
        if row.action == "club.created" and isinstance(values, dict):
            values.pop("director", None)
        return values

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        return {name: _with_members(value, lambda number_: _key_of(number_, walk))}


class _LogSubject(Field):
    """What an act was about; people are told by their numbers, one or several (`members`)."""

    def columns(self, name: str) -> tuple[str, ...]:
        return "subject_kind", "subject_key"

    def written(self, row: Any, name: str, walk: Walk) -> Any:
        kind, key = row.subject_kind, row.subject_key
        if kind == "member":
            key = str(_number_of(int(key), walk))
        elif kind == "members":
            key = ",".join(str(_number_of(one["id"], walk)) for one in row.after["members"])
        return {"key": key, "kind": kind}

    def loaded(self, value: Any, name: str, walk: Walk) -> dict[str, Any]:
        key = value["key"]
        if value["kind"] in {"member", "members"}:
            key = ",".join(str(_key_of(int(number_), walk)) for number_ in key.split(","))
        return {"subject_kind": value["kind"], "subject_key": key[: longest(ClubLog, "subject_key")]}


MEMBER = table(
    Of(Member, "club", key=lambda _row, place: place),
    number=Derived(number(1, MANY), of=lambda row, walk: walk.names[Member][row.pk]),
    player=Named(number(1, MANY), model=Player),
    name=text(longest(Member, "name"), required=True),
    acc_number=text(longest(Member, "acc_number")),
    kind=one_of(Member.Kind.values),
    joined_on=maybe(day),
    left_on=maybe(day),
    unnamed_as=maybe(number(1, LARGEST_NUMBER)),
)
RESULT = table(
    Of(NightResult, "night"),
    member=_member,
    game_points=_figure,
    games_won=maybe(_figure),
    net=maybe(number(-LARGEST_NUMBER, LARGEST_NUMBER)),
    skunks_won=maybe(_figure),
    skunks_lost=maybe(_figure),
    hands_28=number(0, MAX_HANDS),
    hands_29=number(0, MAX_HANDS),
)
NIGHT = table(
    Of(Night, "season", "number"),
    number=number(1, LARGEST_NUMBER),
    date=day,
    games=number(1, MAX_GAMES),
    sanctioned=flag,
    fee_cents=number(0, MAX_FEE),
    event=_EventOfNight(maybe(record({"tournament": _slug, "event": _slug})), model=Event),
    withdrawn_at=maybe(moment),
    results=rows(RESULT, MANY),
)
SEASON = table(
    Of(Season, "club"),
    slug=_slug,
    name=text(longest(Season, "name"), required=True),
    starts_on=day,
    nights=number(1, MAX_NIGHTS),
    points=one_of(Season.Points.values),
    sanctioned=flag,
    withdrawn_at=maybe(moment),
    played=rows(NIGHT, MANY),
)
OF_THIS_SITE = (
    "club.imported",
    "director.named",
    "director.taken_off",
    "person.joined",
    "person.page-shown",
    "person.page-taken-back",
    "person.taken-apart",
)
"""Acts that belong to the site rather than the club: about accounts, people across clubs, and the import."""
CLUB_ACT = table(
    Of(ClubLog, "club", where=~Q(action__in=OF_THIS_SITE)),
    at=moment,
    actor=ActedBy.of("actor_", ACTOR),
    action=prose(longest(ClubLog, "action"), required=True),
    subject=_LogSubject(
        record({"key": prose(MANY), "kind": prose(longest(ClubLog, "subject_kind"), required=True)}),
    ),
    before=_LogValues(anything),
    after=_LogValues(anything),
    reason=prose(longest(ClubLog, "reason")),
)
CLUB = table(
    Of(Club),
    slug=_slug,
    name=text(longest(Club, "name"), required=True),
    town=text(longest(Club, "town")),
    number=text(longest(Club, "number")),
    public=flag,
    created_at=moment,
    members=rows(MEMBER, MANY),
    seasons=rows(SEASON, MAX_SEASONS),
    history=rows(CLUB_ACT, MANY),
)
LEFT_OUT = {"accounts and roles": "ClubRole"}
"""The models of clubs that are not in the document, by reason."""

_SAME = {"number": number(1, MANY), "player": number(1, MANY)}
_DOCUMENT = record(
    {
        "format": one_of([CLUB_FORMAT]),
        "version": number(CLUB_VERSION, CLUB_VERSION),
        "players": each(PLAYER.read, MANY),
        "tournaments": each(record({"tournament": anything, "players": each(record(_SAME), MANY)}), MANY),
        "club": CLUB.read,
    }
)
"""`number` is a player's in the tournament, `player` the number of the same person in the document."""


def read_club_document(value: Any) -> dict[str, Any]:
    """The document of a club with its times and dates parsed; its tournaments are left as they are.

    Raises Malformed with every fault: wrong shapes, else whatever makes no sense.
    """
    no_club = _("This is no exported club.")
    if not isinstance(value, dict) or value.get("format") != CLUB_FORMAT:
        expected = _("The field “format” says “%(format)s” in one.") % {"format": CLUB_FORMAT}
        raise Malformed(no_club, faults=[Fault("format", "invalid", expected)])
    if value.get("version") != CLUB_VERSION or isinstance(value["version"], bool):
        message = _("This program reads the format up to version %(version)d. Update the program that is older.")
        message %= {"version": CLUB_VERSION}
        raise Malformed(message, faults=[Fault("version", "invalid", message)])
    faults: list[Fault] = []
    document: dict[str, Any] = _DOCUMENT(value, "", faults)
    if faults:
        raise Malformed(_("The file is damaged; each fault is named."), faults=faults)
    faults = find_club_misfits(document)
    if faults:
        raise Malformed(_("What the file says cannot be; each fault is named."), faults=faults)
    return document


def find_club_misfits(document: Values) -> list[Fault]:
    """The faults of a document of a club: everything in it that makes no sense. Its tournaments are judged apart."""
    return _Misfits(document).found_in_club()


class _Misfits:
    """Collects the faults of a document."""

    def __init__(self, document: Values) -> None:
        self.document, self.club = document, document["club"]
        self.faults: list[Fault] = []
        self.members = len(self.club["members"])

    def tell(self, path: str, message: str) -> None:
        self.faults.append(Fault(path, "invalid", message))

    def check_unique(self, path: str, values: Sequence[Any]) -> None:
        """Check that no value occurs twice, except null; `path` has %d for the place."""
        so_far = set()
        for place, value in enumerate(values):
            if value is not None and value in so_far:
                self.tell(path % place, _("This is here twice."))
            so_far.add(value)

    def found_in_club(self) -> list[Fault]:
        self.faults += slug_faults("club.slug", self.club["slug"])
        self.check_players()
        self.check_members()
        seasons = self.club["seasons"]
        self.check_unique("club.seasons.%d.slug", [season["slug"].lower() for season in seasons])
        nights = [
            (f"club.seasons.{place}.played.{index}", night)
            for place, season in enumerate(seasons)
            for index, night in enumerate(season["played"])
        ]
        for place, season in enumerate(seasons):
            self.faults += slug_faults(f"club.seasons.{place}.slug", season["slug"])
            self.check_nights(f"club.seasons.{place}", season)
        self.check_events(nights)
        for place, act in enumerate(self.club["history"]):
            self.check_act(f"club.history.{place}", act)
        return self.faults

    def check_players(self) -> None:
        players = self.document["players"]
        for place, player in enumerate(players):
            if player["number"] != place + 1:
                self.tell(f"players.{place}.number", _("Players are numbered from 1 in their order."))
            if not player["name"].strip() or player["players"]:
                self.tell(f"players.{place}.name", _("A player of a club is one person with a name."))
        for place, carried in enumerate(self.document["tournaments"]):
            path = f"tournaments.{place}.players"
            self.check_unique(f"{path}.%d.number", [same["number"] for same in carried["players"]])
            self.check_unique(f"{path}.%d.player", [same["player"] for same in carried["players"]])
            for index, same in enumerate(carried["players"]):
                if same["player"] > len(players):
                    self.tell(f"{path}.{index}.player", _("There is no such player in this file."))

    def check_members(self) -> None:
        members = self.club["members"]
        for name in ("player", "unnamed_as"):
            self.check_unique(f"club.members.%d.{name}", [member[name] for member in members])
        plans = [EntrantPlan(member["name"], member["acc_number"]) for member in members]
        self.faults += [
            Fault(f"club.members.{fault.field}", fault.code, fault.message) for fault in entrant_faults(plans)
        ]
        for place, member in enumerate(members):
            path = f"club.members.{place}"
            if member["number"] != place + 1:
                self.tell(f"{path}.number", _("Members are numbered from 1 in their order."))
            if member["player"] > len(self.document["players"]):
                self.tell(f"{path}.player", _("There is no such player in this file."))
            joined, left = member["joined_on"], member["left_on"]
            if joined is not None and left is not None and left < joined:
                self.tell(f"{path}.left_on", clubs_words.left_before_joining())

    def check_nights(self, path: str, season: Values) -> None:
        nights = season["played"]
        if [night["number"] for night in nights] != sorted({night["number"] for night in nights}):
            self.tell(f"{path}.played", _("Nights stand in the order of their numbers, each number once."))
        standing = [night["date"] if night["withdrawn_at"] is None else None for night in nights]
        self.check_unique(f"{path}.played.%d.date", standing)
        if season["withdrawn_at"] is not None and any(standing):
            self.tell(f"{path}.withdrawn_at", _("No night stands in a season that was taken out."))
        for index, night in enumerate(nights):
            self.check_results(f"{path}.played.{index}.results", night)

    def check_results(self, path: str, night: Values) -> None:
        results = night["results"]
        if results and night["event"] is not None:
            self.tell(path, _("The results of a night with cards come from its cards."))
        self.check_unique(f"{path}.%d.member", [row["member"] for row in results])
        for place, row in enumerate(results):
            if row["member"] > self.members:
                self.tell(f"{path}.{place}.member", _("There is no such member in this file."))
            totals = Totals(**{name: value for name, value in row.items() if name != "member"})
            for what in find_wrong(totals, night["games"]):
                self.tell(f"{path}.{place}.{FIELDS[what]}", clubs_words.wrong(what, totals, night["games"]))

    def check_events(self, nights: Sequence[tuple[str, Values]]) -> None:
        """Check that each night with cards has its own event, which one of the tournaments has."""
        carried = [
            (tournament.get("slug"), event.get("slug"))
            for tournament in (one["tournament"] for one in self.document["tournaments"])
            if isinstance(tournament, Mapping) and isinstance(tournament.get("events"), list)
            for event in tournament["events"]
            if isinstance(event, Mapping)
        ]
        events = [tuple(night["event"].values()) if night["event"] else None for _path, night in nights]
        paths = [path for path, _night in nights]
        for place, name in enumerate(events):
            if name is not None and name not in carried:
                message = _("None of the tournaments in this file has this event.")
                self.tell(f"{paths[place]}.event", message)
            elif name is not None and name in events[:place]:
                self.tell(f"{paths[place]}.event", _("This is here twice."))

    def check_act(self, path: str, act: Values) -> None:
        if (act["actor"]["key"] is None) != (act["actor"]["kind"] == "user"):
            self.tell(f"{path}.actor.key", _("A user has no key here, anybody else has one."))
        message = _("This names a member who is not in this file.")
        try:
            named: list[int] = []
            for values in (act["before"], act["after"]):
                _with_members(values, lambda number_: named.append(number_) or number_)  # type: ignore[func-returns-value]
            if act["subject"]["kind"] in {"member", "members"}:
                named += map(int, act["subject"]["key"].split(","))
            if not all(isinstance(number_, int) and 0 != number_ <= self.members for number_ in named):
                self.tell(path, message)
        except (KeyError, TypeError, ValueError):
            self.tell(path, message)
