"""Help of the pages, from `docs/help/`: one Markdown file for each language, with a section for each place.

A section has a heading, then a comment with its key, then paragraphs. In the English file the names of the addresses
follow the key, for example `<!-- desk: desk:desk -->`. A bold beginning of a paragraph is its lead; backticks are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language

from judging.rulebook.rules import search as search_rules

FOLDER = settings.BASE_DIR / "docs" / "help"
OWN_LANGUAGE = "en"
_SECTION = re.compile(
    r"^## (?P<title>.+)\n<!-- (?P<key>[\w-]+)(?:: (?P<pages>[^>]+?))? -->\n(?P<text>(?:(?!^## ).*\n?)*)", re.M
)
_PARAGRAPH = re.compile(r"(?:\*\*(?P<lead>[^*]+)\*\* )?(?P<text>.+)", re.S)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. `lead` is its bold beginning; empty if it has none."""

    lead: str
    text: str


@dataclass(frozen=True, slots=True)
class Help:
    """The help of one place. `pages` are the names of the addresses that it is for."""

    key: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    pages: tuple[str, ...]

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(f"{part.lead} {part.text}".strip() for part in self.paragraphs)


@lru_cache
def in_language(language: str) -> tuple[Help, ...]:
    """All help in this language, in the order of its file."""
    written = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
    return tuple(
        Help(section["key"], section["title"], _paragraphs(section["text"]), tuple((section["pages"] or "").split()))
        for section in _SECTION.finditer(written)
    )


def _paragraphs(written: str) -> tuple[Paragraph, ...]:
    parts = (" ".join(part.replace("`", "").split()) for part in re.split(r"\n\s*\n", written))
    matches = (_PARAGRAPH.fullmatch(part) for part in parts if part)
    return tuple(Paragraph(match["lead"] or "", match["text"]) for match in matches if match)


def all_help() -> tuple[Help, ...]:
    """All help in the active language."""
    language = (get_language() or OWN_LANGUAGE).partition("-")[0]
    return in_language(language if (FOLDER / f"{language}.md").exists() else OWN_LANGUAGE)


@lru_cache
def _keys() -> dict[str, str]:
    """The key of its help for each name of an address."""
    return {name: place.key for place in in_language(OWN_LANGUAGE) for name in place.pages}


def help_of(name: str) -> Help | None:
    """The help for the page with this name of its address, in the active language; None if it has none."""
    key = _keys().get(name)
    return next((place for place in all_help() if place.key == key), None) if key else None


@lru_cache
def _texts(everything: tuple[Help, ...]) -> tuple[search_rules.Text, ...]:
    return tuple(
        search_rules.text(place.key, (), title=place.title, finds="", summary=place.text) for place in everything
    )


def search(query: str) -> tuple[Help, ...]:
    """The help that has these words, best first, as the search for a rule finds them."""
    by_key = {place.key: place for place in all_help()}
    return tuple(by_key[key] for key in search_rules.find(query, _texts(all_help())))
