"""English, French and Spanish: every word of every page goes through the catalogs, and the catalogs are complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib import import_module
from itertools import chain
from unittest.mock import patch
from zoneinfo import available_timezones

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import CharField, TextField
from django.test import Client, override_settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import to_locale

from brackets.tests.factories import make_bracket
from clubs.models import Season
from hall.help.reads import all_help
from hall.tests import demonstration
from hall.tests.demo_pages import PUBLIC_PAGES, STAFF_PAGES
from tournaments.models import Entry, User
from tournaments.money import words as money_words
from tournaments.tests.factories import make_tournament
from tournaments.tests.pages import html_of, text_of

OPEN, CLOSE = "⟦", "⟧"
SAID = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
WORD = re.compile(r"[^\W\d_]{2,}")
EDITION_TWICE = re.compile(r"(?:2020|classic)\)\s*\((?:2020|classic)\)")
UNTRANSLATED = {"ACC", "English", "Français", "Español"}
OWN_APPS = ("tournaments", "scorecards", "brackets", "judging", "clubs")
CODES = {"action", "subject_kind", "subject_key", "code", "edition", "what", "failure"}
SPOKEN = {"aria-label", "title", "alt", "placeholder"}
UNSPOKEN = {"script", "style", "svg", "kbd", "code"}


class Spoken(HTMLParser):
    """What a page says, seen or heard, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in SPOKEN and value]
        if tag in UNSPOKEN:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(" ".join(data.split()))


def unsaid(page: str, written: re.Pattern[str]) -> set[str]:
    """The words of a page that no catalog was asked for, but for what somebody wrote."""
    reader = Spoken()
    reader.feed(page)
    # A sentence may hold a tag: its brackets open in one piece and close in another.
    text = written.sub(" ", "\n".join(reader.said))
    while (shorter := SAID.sub(" ", text)) != text:
        text = shorter
    return set(WORD.findall(text)) - UNTRANSLATED


def what_people_wrote() -> re.Pattern[str]:
    """Names, places, reasons and addresses: every text of the tournaments that is no code of ours."""
    texts = {zone.replace("_", blank) for zone in available_timezones() for blank in "_ "}
    for model in chain.from_iterable(apps.get_app_config(app).get_models() for app in OWN_APPS):
        for field in model._meta.fields:
            if isinstance(field, CharField | TextField) and not field.choices and field.name not in CODES:
                texts.update(model.objects.values_list(field.name, flat=True).distinct())
    # In narrow columns a player is called by a part of the name.
    texts.update(chain.from_iterable(name.split() for name in Entry.objects.values_list("name", flat=True)))
    texts.update("".join(word[0] for word in user.get_full_name().split()) for user in User.objects.all())
    # The help has no catalog: docs/help has one file for each language, and its own tests.
    for place in all_help():
        texts.update((place.title, *chain.from_iterable((part.lead, part.text) for part in place.paragraphs)))
    longest_first = sorted((text for text in texts if text and WORD.search(text)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


@pytest.fixture
def demo(db: None) -> None:
    demonstration.load()


@contextmanager
def marked() -> Iterator[None]:
    """A language in which every sentence stands in brackets."""

    def marking(of: Callable[..., str]) -> Callable[..., str]:
        def in_brackets(*args: object) -> str:
            text = of(*args)
            return f"{OPEN}{text}{CLOSE}" if text else text

        return in_brackets

    names = ("gettext", "ngettext", "pgettext", "npgettext")
    with patch.multiple(translation._trans, **{name: marking(getattr(translation._trans, name)) for name in names}):
        yield


def signed_in_as_director() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


PAGES = {"of the staff": STAFF_PAGES, "of everybody": PUBLIC_PAGES}


def pages(of: str) -> list[str]:
    account = Entry.objects.filter(event__tournament__slug="lakeside-classic").values_list("player", flat=True)[0]
    season = Season.objects.get(club__slug="tidewater").slug
    return [address.format(player=account, season=season) for address in PAGES[of]]


@pytest.mark.parametrize("of", PAGES)
def test_every_word_of_every_page_goes_through_the_catalogs(demo: None, of: str) -> None:
    director, addresses, written = signed_in_as_director(), pages(of), what_people_wrote()

    found = []
    with marked():
        for address in addresses:
            answer = director.get(address)
            assert answer.status_code == 200, address
            assert not EDITION_TWICE.search(text_of(answer)), address
            if words := unsaid(answer.content.decode(), written):
                found.append(f"{address}: {', '.join(sorted(words))}")

    assert found == [], "\n".join(found)


# --- In each language ------------------------------------------------------------------------------------------------

LANGUAGES = ["fr-ca", "es"]
STANDINGS = "/t/sierra/main/standings/"
WORDED = {*SPOKEN, "aria-valuetext", "label", "content", "value", "lang", "href", "action", "aria-current", "id"}
"""What of a tag is said in a language, or tells which one it is."""


class Shape(HTMLParser):
    """Everything about a page that is no words: its tags with the values that scripts, styles and drawings go by."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"option", "time"}:
            kept = (one for one in attrs if one[0] not in WORDED and not (one[0].startswith("data-") and one[1] != ""))
            self.tags.append((tag, tuple(kept)))


def shape(page: str) -> list[tuple[str, tuple[tuple[str, str | None], ...]]]:
    # The token of a form is another one each time; how choices stand beside each other goes by the length of their words.
    reader = Shape()
    reader.feed(re.sub(r"hx-headers='[^']*'", "", page).replace(" opts__row--below", ""))
    return reader.tags


def in_language(language: str, client: Client | None = None) -> Client:
    client = client or Client()
    client.cookies["django_language"] = language
    return client


@pytest.mark.release
@pytest.mark.parametrize("of", PAGES)
def test_a_page_differs_in_its_words_alone(demo: None, of: str) -> None:
    """A number with a comma in a drawing, or a sentence that breaks its tag, would show here."""
    director, addresses = signed_in_as_director(), pages(of)

    differing = []
    for address in addresses:
        here = shape(in_language("en", director).get(address).content.decode())
        for language in LANGUAGES:
            translated = in_language(language, director).get(address)
            assert (translated.status_code, translated.headers["Content-Language"]) == (200, language), address
            there = shape(translated.content.decode())
            if here != there:
                first = next(
                    (pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), (len(here), len(there))
                )
                differing.append(f"{address}, {language}: {first}")

    assert differing == [], "\n".join(differing)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("fr", "fr-ca"), ("fr-CA,fr;q=0.8", "fr-ca"), ("es-MX", "es"), ("de", "en"), ("en-CA", "en"), ("", "en")],
)
def test_a_visitor_reads_the_language_of_the_browser(db: None, wanted: str, language: str) -> None:
    answer = Client().get("/", headers={"Accept-Language": wanted})

    assert f'<html lang="{language}"' in answer.content.decode()


def test_a_language_that_is_chosen_holds_for_every_page_of_this_browser(db: None) -> None:
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post("/language/", {"language": "fr-ca"}, headers={"Referer": "http://testserver/results/?q=a"})

    assert (answer.status_code, answer.headers["Location"]) == (302, "http://testserver/results/?q=a")
    for address in ("/results/", "/", "/accounts/sign-in/"):
        page = html_of(visitor.get(address, headers={"Accept-Language": "es"}))
        assert '<html lang="fr-ca"' in page
        assert (
            '<button class="languages__one" name="language" value="fr-ca" lang="fr-ca" aria-current="true">Français'
            in page
        )


def test_choosing_a_language_leads_to_no_other_site_and_to_no_unknown_language(db: None) -> None:
    visitor = Client()

    for told in ({"headers": {"Referer": "https://evil.example/"}}, {"data": {"next": "https://evil.example/"}}):
        answer = visitor.post("/language/", {"language": "es", **told.get("data", {})}, headers=told.get("headers"))
        assert answer.headers["Location"] == "/"
    visitor.post("/language/", {"language": "xx"})

    assert '<html lang="es"' in visitor.get("/").content.decode()


def test_an_answer_that_is_kept_is_given_in_the_language_of_each_who_asks(db: None) -> None:
    make_bracket(4, tournament=make_tournament("sierra"))
    with override_settings(LIVE_KEPT_SECONDS=60):
        told = {language: in_language(language).get(STANDINGS).content.decode() for language in ["en", *LANGUAGES]}
        again = {language: in_language(language).get(STANDINGS).content.decode() for language in ["en", *LANGUAGES]}

    assert again == told
    assert all(f'<html lang="{language}"' in page for language, page in told.items())


@pytest.mark.parametrize(
    ("language", "day", "time", "both", "amount"),
    [
        ("en", "Saturday, November 21, 2026", "4:26 PM", "Nov 21, 4:26 PM", "$12.50"),
        ("fr-ca", "samedi 21 novembre 2026", "16\xa0h\xa026", "21 nov., 16\xa0h\xa026", "12,50\xa0$"),
        ("es", "sábado 21 de noviembre de 2026", "16:26", "21 nov, 16:26", "$12.50"),
    ],
)
def test_days_times_and_amounts_are_written_as_the_language_writes_them(
    language: str, day: str, time: str, both: str, amount: str
) -> None:
    at = datetime(2026, 11, 21, 16, 26, tzinfo=UTC)
    with translation.override(language):
        assert date_format(at, "WEEKDAY_DATE_FORMAT") == day
        assert date_format(at, "TIME_FORMAT") == time
        assert date_format(at, "SHORT_DATETIME_FORMAT") == both
        assert money_words.amount(1250) == amount
        assert money_words.amount(-1250) == f"−{amount}"


def test_every_language_has_every_format() -> None:
    formats = [vars(import_module(f"config.formats.{to_locale(code)}.formats")) for code, _name in settings.LANGUAGES]
    names = [{name for name in of if name.isupper()} for of in formats]

    assert names[0] == names[1] == names[2]
    used = {
        found
        for folder in ("templates", "config", "hall", "tournaments", "scorecards", "brackets", "judging", "clubs")
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in {".html", ".py"} and "tests" not in path.parts
        for found in re.findall(r"[\"']((?!TEST_)[A-Z_]+_FORMAT)[\"']", path.read_text(encoding="utf-8"))
    }
    assert used <= names[0]


def test_no_page_says_itself_in_which_order_a_day_or_a_time_is_written() -> None:
    order = re.compile(r"""\|(?:date|time):["']([^"']+)["']""")
    plain = {"c", "U", "Y-m-d", "Y-m-d H:i:s", "j"}
    wrong = {
        (path.name, found)
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for found in order.findall(path.read_text(encoding="utf-8"))
        if found not in plain and not found.endswith("_FORMAT")
    }

    assert wrong == set()
