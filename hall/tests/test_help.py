"""Help: every page that people open has one, in every language, and the search finds it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page, expect

from hall.help.reads import FOLDER, Help, in_language, search
from hall.tests.servers import Site
from run import COMMANDS
from tournaments.tests.factories import make_event, make_tournament
from tournaments.tests.pages import text_of

LANGUAGES = [code.partition("-")[0] for code, _name in settings.LANGUAGES]
WITHOUT = {
    "sign_out": "a button, no page",
    "language": "a choice at the foot of each page",
    "tournaments:announcements_now": "a part that pages fetch",
    "tournaments:own_announcements": "a part that pages fetch",
    "tournaments:known": "a part that pages fetch",
    "tournaments:accounts_csv": "a file",
    "tournaments:ledger_csv": "a file",
    "scorecards:worker": "a script",
    "brackets:payouts_csv": "a file",
    "judging:assistant_worker": "a script",
    "judging:rulings_csv": "a file",
    "clubs:season_csv": "a file",
    "exchange:club_file": "a file",
    "news:worker": "a script",
    "report:report_csv": "a file",
    "help:part": "a part that pages fetch",
    "walls:screen": "a display in the hall, which nobody touches",
}


def named(resolver: URLResolver, namespace: str = "", route: str = "") -> Iterator[tuple[str, str, Any]]:
    for entry in resolver.url_patterns:
        below = f"{route}{entry.pattern}"
        if isinstance(entry, URLPattern):
            yield below, f"{namespace}{entry.name}", entry.callback
        else:
            inner = f"{entry.namespace}:" if entry.namespace else namespace
            yield from named(entry, inner, below)


def is_read(view: Any) -> bool:
    while view is not None:
        taken = inspect.getclosurevars(view).nonlocals.get("request_method_list") if inspect.isfunction(view) else None
        if taken is not None:
            return "GET" in taken
        view = getattr(view, "__wrapped__", None)
    return True


def pages() -> set[str]:
    """The names of all addresses that people open."""
    return {
        name
        for route, name, view in named(get_resolver())
        if not re.match(r"\^?/?\^?api/", route.removeprefix("^/")) and is_read(view)
    }


def by_key(language: str) -> dict[str, Help]:
    return {place.key: place for place in in_language(language)}


def test_every_page_has_its_help_or_a_reason_why_not() -> None:
    helped = [name for place in in_language("en") for name in place.pages]

    assert len(pages()) > 120
    assert pages() - set(helped) - WITHOUT.keys() == set()
    assert set(helped) | WITHOUT.keys() <= pages(), "nothing is named that is no page"
    assert len(helped) == len(set(helped))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_read_and_is_there_in_every_language(language: str) -> None:
    written = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
    read, own = by_key(language), by_key("en")

    assert len(read) == len(in_language(language)) == len(re.findall(r"^## ", written, re.MULTILINE)) > 60
    assert list(read) == list(own)
    for key, place in read.items():
        assert place.pages == () or language == "en"
        assert len(place.paragraphs) == len(own[key].paragraphs)
        assert place.paragraphs[-1].lead, key
        assert not any(part.lead for part in place.paragraphs[:-1])
        assert "**" not in place.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_short(language: str) -> None:
    lengths = {key: len(place.text.split()) for key, place in by_key(language).items()}

    assert {key: words for key, words in lengths.items() if not 25 <= words <= 90} == {}


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_section_is_left_in_english(language: str) -> None:
    own = by_key("en")

    assert [key for key, place in by_key(language).items() if place.text == own[key].text] == []


def test_a_command_of_the_help_is_one_of_this_program() -> None:
    named = {word for language in LANGUAGES for place in in_language(language) for word in commands(place.text)}

    assert named == {"password", "restore"}
    assert named <= COMMANDS.keys()


def commands(text: str) -> list[str]:
    return re.findall(r"python3 run\.py (\w+)", text)


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("lost password", "sign-in"),
        ("late player", "round"),
        ("lost slip", "entrant"),
        ("post qualifiers", "posting"),
        ("zeppelin", ""),
        ("waiver", "check-in"),
        ("draw seats", "seating"),
        ("28", "honours"),
        ("report ACC", "report"),
        ("delete tournament", "deleting"),
    ],
)
def test_the_search_finds_a_place_among_the_first_three(query: str, key: str) -> None:
    keys = [place.key for place in search(query)][:3]

    assert keys == [] if not key else key in keys


# --- Pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_page_has_its_help_behind_one_link_and_all_help_has_a_search() -> None:
    make_event(tournament=make_tournament("sierra"))
    client = Client()

    page = client.get("/t/sierra/main/seating/").content.decode()
    part = text_of(client.get("/help/seating/"))
    everything = text_of(client.get("/help/"))
    narrowed = text_of(client.get("/help/", {"q": "lost password"}))

    assert page.count('hx-get="/help/seating/"') == 1
    assert "Draw the seats here." in part
    assert "Draw the seats here." not in page, "it is fetched when somebody opens it"
    assert client.get("/help/nowhere/").status_code == 404
    assert all(place.title in everything for place in in_language("en"))
    assert "run.py password" in narrowed
    assert "Judging in figures" not in narrowed


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_speaks_the_language_of_the_page(language: str) -> None:
    answer = Client(headers={"accept-language": language}).get("/help/sign-in/")

    assert by_key(language)["sign-in"].title in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["\0", "   ", "x" * 5000, "<b>", "qwertzuiop"])
def test_nonsense_finds_nothing_or_everything(query: str) -> None:
    assert Client().get("/help/", {"q": query}).status_code == 200


@pytest.mark.django_db
def test_a_page_that_is_not_there_has_no_help_but_the_way_to_all_of_it() -> None:
    page = Client().get("/nothing-here/").content.decode()

    assert 'class="pagehelp"' not in page
    assert 'href="/help/"' in page


@pytest.mark.parametrize("width", [320, 1280])
def test_help_opens_where_one_stands(page: Page, kept_site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{kept_site.url}/accounts/sign-in/")

    page.locator(".pagehelp summary").click()

    expect(page.locator(".pagehelp__text")).to_contain_text("Players need no account")
    page.get_by_role("link", name="All help, with a search").click()
    page.wait_for_url("**/help/#sign-in")
    expect(page.locator("#sign-in")).to_be_visible()
