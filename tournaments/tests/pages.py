"""What the tests of pages share: somebody at a browser, and what stands on the page."""

from __future__ import annotations

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournaments.models import Event, Tournament, User
from tournaments.tests.factories import make_user


def signed_in(user: User) -> Client:
    """A browser in which this user is signed in."""
    client = Client()
    client.force_login(user)
    return client


def in_role(tournament: Tournament, role: str, *, is_head: bool = False) -> Client:
    """A browser of somebody with this role."""
    return signed_in(make_user(role=role, tournament=tournament, is_head=is_head))


def address(name: str, *args: object) -> str:
    """The address of a page of this app."""
    return reverse(f"tournaments:{name}", args=args)


def of(name: str, event: Event, *more: object) -> str:
    """The address of a page of this event."""
    return address(name, event.tournament.slug, event.slug, *more)


def text_of(response: HttpResponse) -> str:
    """What stands on the page, without its tags and scripts, on one line."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    # A seat that is kept on one line is a word of its sentence.
    page = re.sub(r'<span class="nowrap">([^<]*)</span>', r"\1", page)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
