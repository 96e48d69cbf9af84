"""What the API answers is what its document says: every GET is asked of the demonstration, and its answer held against its schema.

Nothing is allowed that the document does not name, and every field that it promises must be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

import jsonschema
import pytest
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from hall.tests import demonstration
from tournaments.models import User
from tournaments.tests.factories import api_of

pytestmark = pytest.mark.django_db

RUNNING = "/api/v1/tournaments/lakeside-classic/"
MAIN = f"{RUNNING}events/main/"
WAITING = f"{RUNNING}events/consolation/"
OVER = "/api/v1/tournaments/harbor-open/"
ADDED: list[tuple[str, str, dict[str, Any]]] = [
    ("post", f"{RUNNING}displays/", {"name": "Ballroom"}),
    ("post", f"{RUNNING}announcements/", {"text": "Lunch until half past one"}),
    ("post", f"{RUNNING}invitations/", {"kind": "checker", "name": "Joan Kemp"}),
    (
        "post",
        f"{RUNNING}relations/",
        {"one": {"event": "main", "entrant": "A-1"}, "other": {"username": "checker"}, "kind": "partner"},
    ),
    ("post", f"{RUNNING}register/", {"name": "Ruth Quill", "phone": "775 555 0100", "events": ["consolation"]}),
    ("post", f"{RUNNING}calls/", {"event": "main", "entrant": "A-2"}),
    ("patch", f"{WAITING}entrants/1/", {"status": "no_show", "reason": "Flight cancelled"}),
    ("post", f"{WAITING}seating/", {"seed": 7}),
    ("patch", f"{WAITING}round/", {"game": 1, "minutes": 20}),
    ("post", f"{WAITING}day-changes/", {"what": "away", "seat": "A-1", "first": 3, "last": 3, "reason": "Late"}),
    ("patch", WAITING, {"hidden": ["standings"]}),
    ("post", f"{MAIN}links/", {}),
    ("post", f"{OVER}events/main/links/", {}),
    ("post", f"{OVER}events/main/fees/", {"name": "Entry", "cents": 7500, "kind": "entry"}),
    ("post", f"{OVER}events/main/fees/", {"name": "Q-pool", "cents": 1000, "kind": "q_pool"}),
    ("put", f"{OVER}events/main/prizes/", {"prizes": [{"kind": "place", "place": 1, "cents": 12000}]}),
    ("post", f"{OVER}money/settlement/lines/", {"kind": "expense", "name": "Hall", "cents": 25000, "number": 1}),
    ("post", f"{OVER}events/main/honours/", {"seat": "A-1", "kind": "hand_29"}),
]
"""What the demonstration does not show by itself."""
PLACES = [
    {"tournament": "harbor-open", "event": "main", "other": "thursday"},
    {"tournament": "lakeside-classic", "event": "main", "other": "consolation"},
    {"tournament": "lakeside-classic", "event": "consolation", "other": "main"},
]
FIRST = {"number": 1, "match": 1, "entrant": 1, "seat": "A-1", "kind": "slips"}
QUERIES = {"look_up_players": {"q": "A-1"}, "known_players": {"q": "an"}, "earlier": {"at": "70"}}
UNANSWERED = {
    "standings_then": "the demonstration plays within a quarter of an hour, and none of it is an earlier time"
}
"""Operations that nothing here answers, by the reason."""
UNSEEN = {
    "no earlier time": "Moment",
    "no account has the name of a player": "Namesake",
    "every card was there and right when the list was posted": "Contrary CorrectedCard Kept ListShift",
    "nobody tells games by phone": "DecidedForPaper ToldDifferently",
    "nothing was sent to anybody": "NewsFailure WhyEnum",
    "nobody was warned or removed": "ConductOut",
    "no judge was sent": "SentOut",
    "nothing more would fall": "FallOut LastEnum",
    "nobody who is asked for won anything or waits for a match": "OwnBecause OwnMatch OwnWin PlayerPrizeOut PlayerThereOut",
    "no match ended without play": "MatchOutEndedEnum NullEnum",
    "no pool can be chosen": "PoolOffered",
    "no event is played by teams": "ClubRow",
}
"""Shapes that nothing in these answers has, by the reason."""

FORMATS = jsonschema.FormatChecker(formats=())
FORMATS.checks("date", ValueError)(lambda text: not isinstance(text, str) or date.fromisoformat(text))
FORMATS.checks("date-time", ValueError)(lambda text: not isinstance(text, str) or datetime.fromisoformat(text))


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of the document as JSON Schema says it. An object has no fields but those that it lists."""
    made = dict(schema)
    if "properties" in made:
        made["properties"] = {name: strict(one) for name, one in made["properties"].items()}
        made.setdefault("additionalProperties", False)
    for word in ("items", "additionalProperties"):
        if isinstance(made.get(word), dict):
            made[word] = strict(made[word])
    for word in ("allOf", "anyOf", "oneOf"):
        if word in made:
            made[word] = [strict(one) for one in made[word]]
    return {"anyOf": [{"type": "null"}, made]} if made.pop("nullable", False) else made


class Shapes:
    """The shapes of the document, and which of them was seen."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.known = {name: strict(one) for name, one in document["components"]["schemas"].items()}
        self.seen: set[str] = set()
        self.validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"$ref": self._named})

    def _named(self, validator: Any, name: str, value: Any, _schema: object) -> Iterator[Any]:
        name = name.rpartition("/")[2]
        faults = list(validator.descend(value, self.known[name], schema_path=name))
        if not faults:
            self.seen.add(name)
        yield from faults

    def faults(self, schema: Mapping[str, Any], value: Any) -> Iterator[str]:
        """What of this value is not as this schema says, with its place."""
        for fault in self.validator(strict(schema), format_checker=FORMATS).iter_errors(value):
            # Of several shapes that it may have, whatever fits least badly says more than that none fits.
            deepest = jsonschema.exceptions.best_match([fault])
            yield f"{fault.json_path} {deepest.json_path}: {deepest.message[:200]}"

    def within(self, schema: Any) -> set[str]:
        """The names of all shapes that a value of this schema may have somewhere."""
        found: set[str] = set()
        waiting = [schema]
        while waiting:
            one = waiting.pop()
            if isinstance(one, list):
                waiting += one
            elif isinstance(one, dict):
                waiting += one.values()
                if isinstance(one.get("$ref"), str) and (name := one["$ref"].rpartition("/")[2]) not in found:
                    found.add(name)
                    waiting.append(self.known[name])
        return found


@pytest.fixture
def document() -> dict[str, Any]:
    return api_of().get("/api/v1/schema/").json()


@pytest.fixture
def demo() -> APIClient:
    """The demonstration, asked by its director."""
    demonstration.load()
    return api_of(User.objects.get(username="director"))


def fill(demo: APIClient) -> dict[str, list[Any]]:
    """Add what the demonstration does not have. For each part of an address that only answers tell, what can stand there."""
    told: dict[str, Any] = {}
    for method, address, body in ADDED:
        answer = getattr(demo, method)(address, body)
        assert answer.status_code in (200, 201, 204), (address, answer.json())
        told[address] = answer.json() if answer.content else None
    fee = told[f"{OVER}events/main/fees/"]["id"]
    demo.put(f"{OVER}events/main/pools/{fee}/", {"type": "graduated"})
    winner = told[f"{OVER}events/main/prizes/"]["prizes"][0]["winners"][0]["player"]
    for address, body in (
        (f"{OVER}accounts/{winner}/lines/", {"kind": "cash", "cents": 7500, "open": 8500}),
        (f"{OVER}money/payouts/{winner}/", {"kind": "cash", "cents": 100, "open": 15500}),
    ):
        answer = demo.post(address, body)
        assert answer.status_code == 201, (address, answer.json())
    add_ladder(demo)
    links = [demo.get(f"{address}entrants/1/link/").json()["key"] for address in (MAIN, f"{OVER}events/main/")]
    assert demo.post(f"/api/v1/me/{links[0]}/call/", {}).status_code == 201
    shown = demo.patch(f"{OVER}events/main/entrants/1/records/", {"shown": True, "reason": "said so at the desk"})
    assert shown.status_code == 200, shown.json()
    return {
        "members": [add_club(demo)],
        "links": links,
        "people": [shown.json()["person"]],
        "players": [1, winner],
        "key": [told[f"{RUNNING}register/"]["key"]],
    }


def add_ladder(demo: APIClient) -> None:
    """A ladder of four teams, whose first game is set up."""
    events = f"{RUNNING}events/"
    assert demo.post(events, {"slug": "ladder", "movement": "ladder", "games": 3}).status_code == 201
    teams = [{"name": name} for name in ("Ann & Bob", "Cleo & Dan", "Eve & Finn", "Gus & Hal")]
    assert demo.post(f"{events}ladder/entrants/", teams, format="json").status_code == 201
    assert demo.post(f"{events}ladder/seating/", {}).status_code == 200


def add_club(demo: APIClient) -> int:
    """A club with one season and one night. Returns the member's key."""
    club = "/api/v1/clubs/graeagle/"
    assert demo.post("/api/v1/clubs/", {"slug": "graeagle", "name": "Graeagle Peggers"}).status_code == 201
    member: int = demo.post(f"{club}members/", [{"name": "Ann Petty"}]).json()[0]["id"]
    demo.post(f"{club}seasons/", {"slug": "first", "name": "First", "starts_on": "2026-01-02"})
    results = [{"member": member, "game_points": 14, "games_won": 6, "net": 54}]
    added = demo.post(f"{club}seasons/first/nights/", {"date": "2026-01-02", "results": results})
    assert added.status_code == 201, added.json()
    return member


def addresses(path: str, given: Mapping[str, list[Any]]) -> list[str]:
    """Where this operation is asked."""
    if path.endswith("/ladder/"):
        return [f"{RUNNING}events/ladder/ladder/"]
    if "{club}" in path:
        return [path.format(club="graeagle", season="first", number=1, member=given["members"][0])]
    if "{person}" in path:
        return [path.format(person=given["people"][0])]
    if "{tournament}" not in path:
        return [path.format(key=key) for key in given["links"]] if "{key}" in path else [path]
    found = (
        path.format(**FIRST, **place, player=player, key=given["key"][0])
        for place in PLACES
        for player in given["players"]
    )
    return list(dict.fromkeys(found))


def json_of(content: Mapping[str, Any]) -> Any:
    return content.get("content", {}).get("application/json", {})


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate_schema(document)


def test_every_default_and_every_example_is_as_its_schema_says(document: dict[str, Any]) -> None:
    shapes = Shapes(document)
    faults = [
        f"{name}.{field}: {fault}"
        for name, shape in document["components"]["schemas"].items()
        for field, schema in shape.get("properties", {}).items()
        if "default" in schema
        for fault in shapes.faults(schema, schema["default"])
    ]
    for _method, _path, operation in operations(document):
        bodies = {"sent": operation.get("requestBody", {}), **operation["responses"]}
        for where, body in bodies.items():
            for title, example in json_of(body).get("examples", {}).items():
                found = shapes.faults(json_of(body)["schema"], example["value"])
                faults += [f"{operation['operationId']} {where} “{title}”: {fault}" for fault in found]

    assert faults == [], "\n".join(faults)


def test_every_answer_to_get_is_as_its_schema_says(demo: APIClient, document: dict[str, Any]) -> None:
    shapes, faults, unanswered, promised = Shapes(document), [], set(), set()
    given = fill(demo)
    for method, path, operation in operations(document):
        if method != "get":
            continue
        name, answered = operation["operationId"], False
        asked = addresses(path, given)
        # A visitor asks of the weekend that is over: there most is to be seen.
        for client, address in [(api_of(), asked[0]), *((demo, one) for one in asked)]:
            answer = client.get(address, QUERIES.get(name))
            said = json_of(operation["responses"].get(str(answer.status_code), {}))
            if not said:
                faults.append(f"{name} {address}: answers {answer.status_code}, which is not said")
                continue
            answered = answered or answer.status_code == 200
            faults += [f"{name} {address}: {fault}" for fault in shapes.faults(said["schema"], answer.json())]
        if answered:
            promised |= shapes.within(json_of(operation["responses"]["200"])["schema"])
        else:
            unanswered.add(name)

    faults += [f"{name}: is not answered" for name in sorted(unanswered - UNANSWERED.keys())]
    faults += [f"{name}: is answered by now" for name in sorted(UNANSWERED.keys() - unanswered)]
    left_out = set(" ".join(UNSEEN.values()).split())
    faults += [f"{name}: is not seen" for name in sorted(promised - shapes.seen - left_out)]
    faults += [f"{name}: is seen by now" for name in sorted(left_out - (promised - shapes.seen))]
    assert faults == [], "\n".join(faults[:100])
