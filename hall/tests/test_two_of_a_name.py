"""Two people of one name in an event: on every page and print of it the reader sees which of the two is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from brackets.tests.factories import make_bracket, win
from scorecards.models import PostedList
from scorecards.tasks import recompute_standings
from scorecards.tests.factories import make_cards
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import Display, Entry, Event, Player
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in

pytestmark = pytest.mark.django_db

NAME = "Ann Lee"
TELLS = re.compile(r"\b[A-Z]-\d+\b|\bCA10[12]\b|\b(Reno|Elko), no\. \d|later, no\. \d")
"""What tells the two apart: a seat, an ACC number or a club."""

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "use"}
UNSEEN = {"vh", "script", "style", "template", "title", "head"}


BLOCKS = {"tr", "li", "option", "article", "p", "h1", "h2", "h3", "dd", "figure", "label", "div"}


class Ambiguous(HTMLParser):
    """Finds each name beside which nothing tells who is meant, before another one of that name stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[tuple[str, list[str]]] = [("", [])]
        self.found: list[tuple[int, str]] = []
        self.begun: list[int] = [0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            # A label for screen readers is part of a control, whose row says who it is.
            tag = "vh" if ("class", "vh") in attrs and tag == "span" else tag
            self.stack.append((tag, []))
            self.begun.append(len(self.found))

    def handle_data(self, data: str) -> None:
        if not any(tag in UNSEEN for tag, _texts in self.stack):
            for _tag, texts in self.stack:
                texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        tag = "vh" if tag == "span" and self.stack[-1][0] == "vh" else tag
        if tag in VOID or not any(tag == known for known, _texts in self.stack):
            return
        while True:
            closed, texts = self.stack.pop()
            self.judge(closed, " ".join(" ".join(texts).split()), self.begun.pop())
            if closed == tag:
                return

    def judge(self, tag: str, text: str, begun: int) -> None:
        """Note a block with the name and nothing that tells; what stands around it may still tell."""
        names, tells = text.count(NAME), len(TELLS.findall(text))
        inside = self.found[begun:]
        if names and tells >= names:
            inside = [(count, bad) for count, bad in inside if count < names]
        elif tag in BLOCKS and names and not inside:
            inside = [(names, f"{tag}: {text[:110]}")]
        self.found[begun:] = inside

    @property
    def bad(self) -> list[str]:
        return [text for _names, text in self.found]


def ambiguous(page: str) -> list[str]:
    reader = Ambiguous()
    reader.feed(re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL))
    return reader.bad


def before() -> Event:
    """Two of a name are entered; nobody has a seat."""
    plans = [EntrantPlan(NAME, "CA101"), EntrantPlan(NAME, "CA102"), *map(EntrantPlan, ("Ida Orr", "Bo Ray"))]
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=plans)
    for number, club in (("CA101", "Reno"), ("CA102", "Elko")):
        Player.objects.filter(acc_number=number).update(club=club)
    return event


def playing() -> Event:
    """They sit at one table and have typed cards; one of the two has left."""
    plans = [
        EntrantPlan(NAME, "CA101", "A-1"),
        EntrantPlan(NAME, "CA102", "A-2"),
        EntrantPlan("Ida Orr", "CA103", "A-3"),
        EntrantPlan("Bo Ray", "", "A-4"),
    ]
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=plans, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16", A_3="A-4 2 +10", A_4="A-3 0 -10")
    recompute_standings(event.pk)
    return Event.objects.get(pk=event.pk)


def bracket() -> Event:
    """Both of them are in the bracket, and one has won a match."""
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    for number in (1, 2):
        Entry.objects.filter(event=event, number=number).update(name=NAME)
        Player.objects.filter(entries__event=event, entries__number=number).update(name=NAME)
    for posted in PostedList.objects.filter(event=event):
        for row in posted.rows:
            row["name"] = NAME if row["seat"] in ("A-1", "A-2") else row["name"]
        posted.save()
    win(event, 1, "A-1")
    return Event.objects.get(pk=event.pk)


STAGES: dict[str, Callable[[], Event]] = {"before": before, "playing": playing, "bracket": bracket}
PUBLIC = (
    "tournaments:entrants",
    "tournaments:seating",
    "tournaments:seating_proof",
    "scorecards:standings",
    "brackets:bracket",
    "brackets:poster",
    "brackets:results",
    "desk:desk",
    "tournaments:round",
    "scorecards:versions",
)
PRINTS = ("slips", "signs", "cards", "rotation", "check-in", "count")
STAFF = ("scorecards:cards", "scorecards:control", "scorecards:posting", "report:report", "tournaments:round")


def pages(event: Event) -> Iterator[tuple[str, str]]:
    """Every page of the event as visitors see it, its walls, its prints, and what the desk reads."""
    visitor, director = signed_in(), signed_in(make_user("rosalind", role="director", tournament=event.tournament))
    arguments = [event.tournament.slug, event.slug]
    looks = [(visitor, name, reverse(name, args=arguments)) for name in PUBLIC]
    looks += [(director, name, reverse(name, args=arguments)) for name in STAFF]
    looks += [(director, f"print {kind}", reverse("tournaments:sheets", args=[*arguments, kind])) for kind in PRINTS]
    looks += [
        (director, name, reverse(name, args=arguments[:1]))
        for name in ("tournaments:check_in", "tournaments:money", "tournaments:money_sheet", "tournaments:not_playing")
    ]
    if event.is_seated:
        looks += [
            (visitor, f"player {seat}", reverse("players:player", args=[*arguments, seat])) for seat in ("A-1", "A-3")
        ]
        looks.append((visitor, "seat of somebody", f"{reverse('tournaments:seating', args=arguments)}?seat=A-1"))
    for number, shows in enumerate(("standings", "seats", "missing", "bracket", "calls"), 1):
        Display.objects.create(tournament=event.tournament, event=event, number=number, name=shows, shows=shows)
        looks.append((visitor, f"wall {shows}", reverse("walls:screen", args=[event.tournament.slug, number])))
    for client, name, address in looks:
        answer = client.get(address)
        if answer.status_code == 200:
            yield name, answer.content.decode()


@pytest.mark.parametrize("stage", STAGES)
def test_nobody_wonders_which_of_the_two_it_is(stage: str) -> None:
    event = STAGES[stage]()

    looked = dict(pages(event))

    assert len(looked) > 12
    assert sum(NAME in page for page in looked.values()) > 4
    assert {name: found for name, page in looked.items() if (found := ambiguous(page))} == {}
