"""What every app promises and neither ruff nor import-linter can see: actions, writes, words, refusals, addresses."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from brackets.bracket.words import playoffs as playoffs_words
from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.tests.sources import (
    APPS,
    ROOT,
    Function,
    calls,
    dotted,
    files_of,
    functions,
    module_of,
    name_of,
    python_files,
    texts,
    tree,
    walk,
)
from judging.rulebook.words import counters as counters_words
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet import words as sheet_words
from scorecards.tests.factories import make_cards
from tournaments import errors
from tournaments.models import Event, Tournament, User
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.finding import Finding
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

# --- Actions ---------------------------------------------------------------------------------------------------------


# What pages, the API and commands use of the actions besides acts: it finds, says or refuses, and changes nothing.
CHANGE_NOTHING = {
    "brackets.matches.actions.moving.by_number",
    "tournaments.entrants.actions.entrant_plans.entrant_faults",
    "tournaments.venue.actions.faults.plan_faults",
    "tournaments.venue.actions.faults.slug_faults",
    "tournaments.venue.actions.faults.tournament_faults",
    "tournaments.actions.overwriting.told_to_program",
    "tournaments.day.actions.round.day_faults",
    "tournaments.day.actions.round.refuse_uncalled",
    "tournaments.day.actions.round.is_in_force",
    "tournaments.day.actions.exchanging.impossible",
}


def action_files(app: str) -> list[Path]:
    """The files of an app's actions: each room's `actions.py`, or what is in its folder."""
    return sorted(path for path in files_of("actions") if path.is_relative_to(ROOT / app))


@cache
def used_actions() -> set[tuple[str, str]]:
    """What is used of the actions by what is no action itself, pages, API and commands: the app and the function's name."""
    actions = {path for app in APPS for path in action_files(app)}
    found: set[tuple[str, str]] = set()
    for path in python_files():
        if path not in actions:
            found |= actions_used_in(path)
    return found


def actions_used_in(path: Path) -> set[tuple[str, str]]:
    """What this file imports of the actions, or takes from a module of them."""
    imported = [
        (name.asname or name.name, f"{node.module}.{name.name}".split("."))
        for node in walk(tree(path))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]
    ours = {short: parts for short, parts in imported if parts[0] in APPS and "actions" in parts}
    taken = {
        (ours[node.value.id][0], node.attr)
        for node in walk(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ours
    }
    return taken | {(parts[0], parts[-1]) for parts in ours.values()}


def is_one_transaction(function: Function) -> bool:
    return "transaction.atomic" in {dotted(decorator) for decorator in function.decorator_list}


def only_looks(name: str) -> bool:
    """What finds faults, or looks at what would come of an act."""
    return (
        name.rpartition(".")[2].startswith(("find_", "look_at_", "look_ahead", "look_back")) or name in CHANGE_NOTHING
    )


def acts() -> Iterator[tuple[str, Function]]:
    """Every act: what is done under its own transaction, and whatever else of the actions is used outside them but for looking."""
    for app in APPS:
        for path in action_files(app):
            for short, function in functions(path):
                name = f"{module_of(path)}.{short}"
                if is_one_transaction(function) or ((app, short) in used_actions() and not only_looks(name)):
                    yield name, function


def writes_the_trail(function: Function) -> bool:
    return any(dotted(call.func) in ("audit.record", "audit.record_many") for call in calls(function))


def test_there_are_actions_to_look_at() -> None:
    names = {name for name, _function in acts()}

    assert {"scorecards.cards.actions.cards.write_card", "brackets.bracket.actions.draw_bracket"} <= names
    assert "tournaments.seating.actions.draw_seats" in names


def test_an_act_takes_its_arguments_by_name_and_the_actor_last() -> None:
    wrong = []
    for name, function in acts():
        given = function.args
        by_name_only = not (given.posonlyargs or given.args or given.vararg or given.kwarg)
        if not by_name_only or not given.kwonlyargs or given.kwonlyargs[-1].arg != "actor":
            wrong.append(name)

    assert wrong == []


def test_an_act_is_one_transaction() -> None:
    wrong = [name for name, function in acts() if not is_one_transaction(function)]

    assert wrong == []


def test_whatever_is_done_under_its_own_transaction_is_there_for_others_and_named_as_an_act() -> None:
    wrong = [name for name, _function in acts() if name.rpartition(".")[2].startswith("_") or only_looks(name)]

    assert wrong == []


def test_what_changes_nothing_is_used_outside_the_actions() -> None:
    """So that no name stays in that list for which nobody asks."""
    used = {f"{app}.{short}" for app, short in used_actions()}

    assert {name for name in CHANGE_NOTHING if f"{name.split('.')[0]}.{name.rpartition('.')[2]}" not in used} == set()


def test_only_actions_write_the_trail() -> None:
    wrong = [
        f"{name_of(path)}::{name}"
        for path in python_files()
        for name, function in functions(path)
        if path not in action_files(path.relative_to(ROOT).parts[0]) and writes_the_trail(function)
    ]

    assert wrong == []


# --- Rows ------------------------------------------------------------------------------------------------------------

WRITING = {"save", "create", "delete", "update", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
WRITING |= {f"a{name}" for name in WRITING} | {"create_user", "create_superuser", "_raw_delete", "execute"}

# What writes outside the actions, and why that changes no result.
WRITES_ELSEWHERE = {
    "hall/backup/making.py::_open_also_on_a_full_disk": "asks whether SQLite can read its file",
    "hall/backup/making.py::one_moment": "tells PostgreSQL to read only",
    "hall/backup/restoring.py::_copy_tables": "fills a new database from a backup, history and all, which is no act in it",
    "hall/backup/restoring.py::_drop_tables": "likewise",
    "hall/backup/restoring.py::_empty_tables": "likewise",
    "hall/backup/restoring.py::_go_on_past": "names the restore in the new database, and lets its keys begin past all earlier ones",
    "hall/backup/restoring.py::_refuse_in_use": "asks who has the database open",
    "hall/backup/restoring.py::_settle": "lets PostgreSQL check what was filled",
    "hall/backup/rows.py::_load_table": "fills a new database from a backup, history and all, which is no act in it",
    "hall/backup/rows.py::load": "likewise",
    "hall/backup/state.py::have_made": "a note of this server’s own: that a backup was made",
    "hall/backup/state.py::want": "likewise: that one is to be made",
    "hall/backup/watch.py::_ask": "has SQLite write back its log",
    "hall/site/cache.py::LenientRedisCache.delete": "the cache, which holds nothing that cannot be made again",
    "hall/site/database.py::_fault_of": "asks SQLite whether its file is whole",
    "hall/site/database.py::_take": "holds a lock beside the database",
    "hall/site/database.py::alone": "holds a lock beside the database",
    "hall/site/database.py::hold": "likewise",
    "config/health.py::_what_is_missing": "asks whether the database answers",
    "hall/management/commands/migrate.py::Command.execute": "Django's own, which runs the command",
    "hall/site/repeats.py::_claim": "that a request with a key is at work, in the transaction of its act",
    "hall/site/repeats.py::_first_time": "what that request was answered, or that it may come again",
    "hall/site/repeats.py::_wait_for_rows": "how long PostgreSQL waits for a row",
    "hall/site/repeats.py::forget_old": "forgets answers that are given no more",
    "hall/site/sessions.py::SessionStore.save": "a session, which is no part of a tournament",
    "hall/site/sign_in.py::_know_address": "where an account signed in before, which is no part of a tournament",
    "hall/site/sign_in.py::forget_places": "likewise",
    "hall/notices/sending.py::_begin": "that a notice is tried, which is no part of a tournament",
    "hall/notices/sending.py::_end": "whether a notice was sent, likewise",
    "hall/notices/sending.py::_send_all": "forgets a browser that wants to be told no more",
    "hall/notices/sending.py::forget_outdated": "forgets addresses that are not needed any more",
    "hall/notices/sending.py::note_due": "notes what is to be told, which is worked out from the state",
    "hall/walls/live.py::note_seen": "when a screen last asked, which is no part of what it shows",
    "scorecards/sheet/reads/stored.py::store_snapshot": "a snapshot is derived from the cards and can be thrown away",
    "scorecards/tasks.py::check_standings": "throws a wrong snapshot away and notes when one was checked",
    "tournaments/limits.py::Limit._add": "how often something was tried, which is no part of a tournament",
    "tournaments/limits.py::Limit.forget": "likewise",
    "tournaments/limits.py::Limit.give_back": "likewise",
    "tournaments/limits.py::Limit.take": "likewise",
    "tournaments/limits.py::forget_old": "likewise",
}


def is_write(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in WRITING:
        return False
    if dotted(call.func.value) == "cache":
        return False
    # A dictionary's or a set's `update` takes what it adds by position, a queryset's only by name.
    return call.func.attr != "update" or (not call.args and bool(call.keywords))


def test_rows_are_written_by_actions_alone() -> None:
    found = {
        f"{name_of(path)}::{name}"
        for path in python_files()
        if path not in action_files(path.relative_to(ROOT).parts[0])
        and path.name not in {"models.py", "audit.py"}
        and path.parent.name != "models"
        for name, function in functions(path)
        if any(is_write(call) for call in calls(function))
    }

    assert found == set(WRITES_ELSEWHERE)


# --- Words -----------------------------------------------------------------------------------------------------------

SENTENCES: dict[str, Callable[[Finding], str]] = {
    "tournaments": faults_words.sentence,
    "scorecards": sheet_words.finding,
    "brackets": playoffs_words.finding,
    "judging": counters_words.finding,
}
# Codes that are put together from a name; the names are those of the totals of a card.
PUT_TOGETHER = {
    "scorecards": {
        f"{name}_total_differs": {"own", "computed"} for name in ("game_points", "games_won", "plus", "minus", "net")
    }
}


def findings(app: str) -> Iterator[tuple[str, set[str]]]:
    """Every code that an app's rules and reads give, with the names of its values; the same code perhaps several times."""
    for path in python_files():
        if path.relative_to(ROOT).parts[0] != app:
            continue
        for _name, function in functions(path):
            assigned: dict[str, set[str]] = defaultdict(set)
            for node in walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    assigned[node.targets[0].id] |= value_names(node.value)
            for call in calls(function):
                if dotted(call.func) != "Finding" or not call.args:
                    continue
                values = [keyword.value for keyword in call.keywords if keyword.arg == "values"] + call.args[2:]
                names: set[str] = set()
                for value in values:
                    names |= assigned[value.id] if isinstance(value, ast.Name) else value_names(value)
                for code in texts(call.args[0]):
                    yield code, names
    yield from PUT_TOGETHER.get(app, {}).items()


def value_names(node: ast.expr) -> set[str]:
    """The names in `(("table", …), ("seats", …))`."""
    if not isinstance(node, ast.Tuple):
        return set()
    return {name for pair in node.elts if isinstance(pair, ast.Tuple) and pair.elts for name in texts(pair.elts[0])}


@pytest.mark.parametrize("app", SENTENCES)
def test_every_finding_has_a_sentence_that_its_values_fill(app: str) -> None:
    found = list(findings(app))
    assert found

    for code, names in found:
        finding = Finding(code, values=tuple((name, 1) for name in sorted(names)))

        sentence = SENTENCES[app](finding)

        assert sentence.strip(), code
        assert "%(" not in sentence, code


def test_every_sentence_about_a_card_is_used() -> None:
    assert {code for code, _names in findings("scorecards")} == sheet_words.known_codes()


# --- Refusals --------------------------------------------------------------------------------------------------------

REFUSALS = {"Refused": 0, "Forbidden": 0, "Fault": 1}
"""What names a code, and which of its arguments that is."""


def listed_codes() -> set[str]:
    head = (errors.__doc__ or "").partition("Codes:")[2]
    return set(re.findall(r"`(\w+)`", head))


def codes_of(*names: str) -> dict[str, str]:
    """Every code that these are made with, and a place where."""
    return {
        code: f"{name_of(path)}:{call.lineno}"
        for path in python_files()
        for call in calls(tree(path))
        if (name := dotted(call.func).rpartition(".")[2]) in names and len(call.args) > REFUSALS[name]
        for code in texts(call.args[REFUSALS[name]])
    }


def raised_codes() -> dict[str, str]:
    """Every code that a whole wish is refused with, and a place where."""
    found = {"invalid": "Malformed", **codes_of("Refused", "Forbidden")}
    # The actions of the playoffs refuse with the code of the fault that the rules found.
    found |= dict.fromkeys(
        (code for code, _names in findings("brackets") if code != "winner"), "brackets/bracket/rules/match.py"
    )
    return found


def test_every_refusal_is_listed() -> None:
    raised = raised_codes()

    assert {code: raised[code] for code in raised.keys() - listed_codes()} == {}


def test_every_listed_refusal_is_raised() -> None:
    assert listed_codes() - raised_codes().keys() - codes_of("Fault").keys() == set()


# --- The environment -------------------------------------------------------------------------------------------------

READING = re.compile(r"os\.environ\.get|os\.getenv|env\.(str|bool|int|float|list|dict|url|json)")
SETTINGS = ROOT / "config" / "settings.py"


def variables_read(path: Path) -> set[str]:
    found = set()
    for node in walk(tree(path)):
        if isinstance(node, ast.Call) and node.args and READING.fullmatch(dotted(node.func)):
            found |= set(texts(node.args[0]))
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and dotted(node.value) == "os.environ":
            found |= set(texts(node.slice))
    return found


def variables_of_docker() -> set[str]:
    return set(re.findall(r"(?<!\$)\$\{(\w+)", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_variable_that_is_read_is_in_the_readme() -> None:
    sources = [*python_files(), ROOT / "run.py", ROOT / "conftest.py"]
    read = set().union(*(variables_read(path) for path in sources), variables_of_docker())
    told = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", " ".join(re.findall(r"`([^`]+)`", README))))

    assert read - told == set()


def test_every_variable_of_the_readme_is_read() -> None:
    rows = re.findall(r"^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z][A-Z0-9_]*`)*) \|", README, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"\w+", row)}

    assert {"DATABASE_URL", "EMAIL_PORT", "SITE_ADDRESS"} <= told
    assert told - variables_read(SETTINGS) - variables_of_docker() == set()


# --- The database ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    said = StringIO()

    call_command("makemigrations", check=True, dry_run=True, stdout=said)

    assert said.getvalue().strip() == "No changes detected"


SAYS_NOTHING = {"found", "told", "said"}


def test_a_value_is_named_by_what_it_is() -> None:
    """Columns and fields may have these names where a template or the API reads them; variables and parameters may not."""
    unclear = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in python_files()
        for function in walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        for node in walk(function)
        if (isinstance(node, ast.arg) and node.arg in SAYS_NOTHING)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in SAYS_NOTHING)
    ]

    assert unclear == []


# --- Addresses -------------------------------------------------------------------------------------------------------

SAMPLES = {
    "tournament": "sierra",
    "event": "main",
    "seat": "A-1",
    "entrant": "A-1",
    "discrepancy": "1-A-1-A-2",
    "uidb64": "MQ",
    "token": "set-password",
}


def addresses() -> Iterator[str]:
    """A path for every address of the site."""
    yield from _below(get_resolver(), "/")


def _below(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _below(entry, prefix + _sample(entry))
        else:
            yield prefix + _sample(entry)


def _sample(entry: URLPattern | URLResolver) -> str:
    route = entry.pattern
    if not isinstance(route, RoutePattern):
        return "api/v1/nothing-here/"
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: SAMPLES.get(m[2], "1" if m[1] == "number" else "x"), str(route))


def test_a_number_in_an_address_is_one_that_a_database_can_look_up() -> None:
    routes = {str(entry.pattern) for entry in _entries(get_resolver())}

    assert [route for route in routes if "<int:" in route] == []
    assert any("<number:" in route for route in routes)


def _entries(resolver: URLResolver) -> Iterator[URLPattern | URLResolver]:
    for entry in resolver.url_patterns:
        yield entry
        if isinstance(entry, URLResolver):
            yield from _entries(entry)


# What anybody may read of a public tournament, and what signing in and finding one's way takes.
EVERYBODYS = {
    "/",
    "/accounts/reset/",
    "/accounts/reset/MQ/set-password/",
    "/accounts/reset/done/",
    "/accounts/reset/sent/",
    "/accounts/sign-in/",
    "/start/",
    "/api/v1/clubs/",
    "/api/v1/docs/",
    "/api/v1/results/",
    "/api/v1/schema/",
    "/api/v1/tournaments/",
    "/api/v1/tournaments/sierra/",
    "/api/v1/tournaments/sierra/announcements/",
    "/api/v1/tournaments/sierra/events/main/",
    "/api/v1/tournaments/sierra/flyer/",
    "/api/v1/tournaments/sierra/players/",
    "/api/v1/tournaments/sierra/register/",
    "/api/v1/tournaments/sierra/events/main/bracket/",
    "/api/v1/tournaments/sierra/events/main/bracket/matches/1/",
    "/api/v1/tournaments/sierra/events/main/entrants/",
    "/api/v1/tournaments/sierra/events/main/players/A-1/",
    "/api/v1/tournaments/sierra/events/main/points/",
    "/api/v1/tournaments/sierra/events/main/qualifiers/",
    "/api/v1/tournaments/sierra/events/main/qualifiers/versions/",
    "/api/v1/tournaments/sierra/events/main/qualifiers/versions/1/",
    "/api/v1/tournaments/sierra/events/main/results/",
    "/api/v1/tournaments/sierra/events/main/schedule/",
    "/api/v1/tournaments/sierra/events/main/standings/",
    "/api/v1/tournaments/sierra/events/main/standings/earlier/",
    "/clubs/",
    "/help/",
    "/join/",
    "/me/",
    "/news/worker.js",
    "/results/",
    "/t/sierra/",
    "/t/sierra/announcements/now/",
    "/t/sierra/flyer/",
    "/t/sierra/register/",
    "/t/sierra/main/",
    "/t/sierra/main/bracket/",
    "/t/sierra/main/bracket/1/",
    "/t/sierra/main/bracket/1/clock/",
    "/t/sierra/main/bracket/poster/",
    "/t/sierra/main/entrants/",
    "/t/sierra/main/players/A-1/",
    "/t/sierra/main/results/",
    "/t/sierra/main/seating/",
    "/t/sierra/main/qualifiers/versions/",
    "/t/sierra/main/standings/",
    "/t/sierra/main/standings/as-of/1/",
    "/t/sierra/main/standings/earlier/",
}
# Where somebody without a role may send something: their own account, a tournament of their own.
OWN_BUSINESS = {
    "/accounts/password/",
    "/accounts/you/",
    "/accounts/password/done/",
    "/accounts/reset/",
    "/accounts/reset/MQ/set-password/",
    "/accounts/sign-in/",
    "/accounts/sign-out/",
    "/api/v1/clubs/",
    "/api/v1/join/",
    "/api/v1/token/",
    "/api/v1/tournaments/",
    "/bring-in/club/",
    "/clubs/",
    "/me/",
    "/api/v1/tournaments/sierra/register/",
    "/join/",
    "/new/",
    "/start/",
    "/t/sierra/register/",
}
REFUSED = {302, 401, 403, 404, 405}
WITHOUT_A_ROLE = ["visitor", "stranger"]


def browser_of(person: str) -> Client:
    client = Client(raise_request_exception=False)
    if person == "stranger":
        client.force_login(User.objects.filter(username="stranger").first() or make_user("stranger"))
    return client


def answers(person: str, *methods: str) -> dict[str, int]:
    """What each address answers to this person, the worst of these methods."""
    client = browser_of(person)
    found = {}
    for path in addresses():
        if path != "/accounts/sign-out/":
            found[path] = max(
                client.generic(method, path, data="{}", content_type="application/json").status_code
                for method in methods
            )
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("person", WITHOUT_A_ROLE)
def test_without_a_role_only_what_is_everybodys_can_be_read(person: str) -> None:
    make_bracket(tournament=make_tournament("sierra"))

    found = answers(person, "GET")

    readable = {path for path, status in found.items() if status not in REFUSED}
    assert {path: status for path, status in found.items() if status >= 500} == {}
    assert readable - EVERYBODYS - (OWN_BUSINESS if person == "stranger" else set()) == set()


@pytest.mark.django_db
def test_everybody_can_read_what_is_everybodys() -> None:
    make_bracket(tournament=make_tournament("sierra"))

    found = answers("visitor", "GET")

    assert {path: found.get(path) for path in EVERYBODYS if found.get(path) != 200} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("person", WITHOUT_A_ROLE)
def test_a_private_tournament_does_not_exist_without_a_role(person: str) -> None:
    make_bracket(tournament=make_tournament("sierra", public=False))

    found = {path: status for path, status in answers(person, "GET").items() if "/sierra/" in path}

    assert {path: status for path, status in found.items() if status not in {302, 401, 404, 405}} == {}
    assert found["/t/sierra/"] == found["/api/v1/tournaments/sierra/"] == 404


@pytest.mark.django_db
@pytest.mark.parametrize("person", WITHOUT_A_ROLE)
def test_without_a_role_nothing_can_be_sent(person: str) -> None:
    make_bracket(tournament=make_tournament("sierra"))

    found = answers(person, "POST", "PUT", "PATCH", "DELETE")

    sent = {path: status for path, status in found.items() if status not in REFUSED}
    assert {path: status for path, status in found.items() if status >= 500} == {}
    assert sent.keys() - OWN_BUSINESS == set()


def carded(tournament: Tournament, *, compared: bool) -> Event:
    """An event with one game on both its cards, which they tell differently, and one card of four that is not in."""
    event = make_event(tournament=tournament, games=1, entrants=4, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -12", A_3="A-4 2 +07")
    if compared:
        start_cross_check(event=event, actor=make_actor())
    return event


def finished(tournament: Tournament) -> Event:
    """An event whose two qualifiers have played their one match."""
    event = make_bracket(2, best_of=1, tournament=tournament)
    win(event, 1, "A-1")
    return event


STAGES: dict[str, Callable[[Tournament], Event]] = {
    "empty": lambda of: make_event(tournament=of),
    "entered": lambda of: make_event(tournament=of, entrants=4),
    "seated": lambda of: make_event(tournament=of, entrants=4, seated=True),
    "without movement": lambda of: make_event(tournament=of, entrants=4, movement="none", seated=True),
    "carded": lambda of: carded(of, compared=False),
    "compared": lambda of: carded(of, compared=True),
    "posted": lambda of: make_posted_event(tournament=of),
    "one qualifier": lambda of: make_posted_event(1, tournament=of),
    "drawn": lambda of: make_bracket(tournament=of),
    "finished": finished,
}
OFTEN = {"compared", "posted", "drawn"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "stage", [stage if stage in OFTEN else pytest.param(stage, marks=pytest.mark.release) for stage in STAGES]
)
def test_nothing_that_a_director_opens_breaks_at_any_stage(stage: str) -> None:
    tournament = make_tournament("sierra")
    STAGES[stage](tournament)
    client = Client(raise_request_exception=False)
    client.force_login(make_user("director", role="director", tournament=tournament))

    found = {path: client.get(path).status_code for path in addresses() if path != "/accounts/sign-out/"}

    assert {path: status for path, status in found.items() if status >= 500} == {}
    assert found["/t/sierra/"] == found["/t/sierra/main/"] == found["/t/sierra/main/seating/"] == 200


def test_no_package_lists_the_names_of_its_modules_again() -> None:
    """A name is imported from where it is defined. Django wants the models of an app in one place, and Celery its
    application in that of the settings."""

    def lists(path: Path) -> bool:
        code = path.read_text(encoding="utf-8")
        return path.parent.name not in ("models", "config") and "__all__" in code and "import" in code

    packages = [path for app in APPS for path in (ROOT / app).rglob("__init__.py")]

    assert len(packages) > len(APPS)
    assert [str(path.relative_to(ROOT)) for path in packages if lists(path)] == []
