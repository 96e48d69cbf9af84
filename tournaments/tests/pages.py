"""What the tests of pages share: somebody at a browser, and what stands on the page."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournaments.models import Event, Tournament, User
from tournaments.tests.factories import make_user
from tournaments.tests.kept import kept


def signed_in(user: User | None = None) -> Client:
    """A browser in which this user is signed in, or nobody."""
    client = Client()
    if user is not None:
        client.cookies[settings.SESSION_COOKIE_NAME] = _session_of(user)
    return client


@kept
def _session_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def in_role(tournament: Tournament, role: str, *, is_head: bool = False) -> Client:
    """A browser of somebody with this role."""
    return signed_in(make_user(role=role, tournament=tournament, is_head=is_head))


def address(name: str, *args: object) -> str:
    """The address of a page of this app."""
    return reverse(f"tournaments:{name}", args=args)


def of(name: str, event: Event, *more: object) -> str:
    """The address of a page of this event."""
    return address(name, event.tournament.slug, event.slug, *more)


_BLOCK = re.compile(
    r" ?(</?(?:article|aside|button|dd|div|dl|dt|fieldset|footer|form|h[1-6]|header|label|li|main|nav|ol|p|section|table|tbody"
    r"|td|tfoot|th|thead|tr|ul)\b[^>]*>) ?"
)


def html_of(response: HttpResponse) -> str:
    """The HTML of the page as one line, however its templates are broken: blanks beside a block are none, others are one."""
    return _BLOCK.sub(r"\1", re.sub(r"\s+", " ", response.content.decode()).replace(" >", ">"))


def text_of(response: HttpResponse) -> str:
    """What stands on the page, without its tags and scripts, on one line."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    # A seat that is kept on one line is a word of its sentence.
    page = re.sub(r'<span class="nowrap">([^<]*)</span>', r"\1", page)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


class _Forms(HTMLParser):
    """Every form of a page with what a browser would send of it, untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, list[str]]]] = []
        self._in_form = False
        self._name = ""
        self._text: list[str] | None = None
        self._options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._in_form = True
            self.found.append((given.get("action", ""), {}))
        if not self._in_form or "disabled" in given:
            return
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "input" and name and kind not in ("submit", "button", "file"):
            if kind not in ("checkbox", "radio") or "checked" in given:
                self._put(name, given.get("value", "on" if kind == "checkbox" else ""))
        elif tag in ("textarea", "select"):
            self._name, self._text, self._options = name, [], []
        elif tag == "option":
            self._options.append((given.get("value", ""), "selected" in given))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._text is not None and self._in_form:
            # As a browser does: a first line break is none.
            self._put(self._name, "".join(self._text).removeprefix("\n"))
        if tag == "select" and self._options and self._in_form:
            chosen = [value for value, is_chosen in self._options if is_chosen]
            self._put(self._name, (chosen or [self._options[0][0]])[-1])
        if tag in ("textarea", "select"):
            self._text = None
        if tag == "form":
            self._in_form = False

    def _put(self, name: str, value: str) -> None:
        self.found[-1][1].setdefault(name, []).append(_lines(value))


def _lines(text: str) -> str:
    """A text as a browser sends it: every line break as two characters."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def form_on(response: HttpResponse, action: str, having: str = "") -> dict[str, list[str]]:
    """What the form of this page that goes to `action`, `having` this field, would send as it stands."""
    # Without an address of its own a form goes to that of its page.
    reader = _Forms()
    reader.feed(response.content.decode())
    forms = [data for to, data in reader.found if to in (action, "") and "csrfmiddlewaretoken" in data]
    [sent] = [data for data in forms if not having or having in data]
    return {name: values for name, values in sent.items() if name != "csrfmiddlewaretoken"}
